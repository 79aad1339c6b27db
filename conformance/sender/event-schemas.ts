import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contract } from '../../spec/index.ts';

const ID = 'contract.json';
const MOST_PROBLEMS = 3;

/**
 * Returns a function that validates bodies against the event schemas of the kit's contract and lists the problems as
 * sentences. An unknown event name is a problem too.
 */
export function createEventValidator(): (eventName: string, body: unknown) => readonly string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(contract, ID);
  const validators = new Map<string, ValidateFunction>();
  return (eventName, body) => {
    if (!Object.hasOwn(contract.webhooks, eventName)) return [`no schema for "${eventName}"`];
    const pointer = `#/webhooks/${eventName}/post/requestBody/content/application~1json/schema`;
    const validate = validators.get(eventName) ?? ajv.compile({ $ref: `${ID}${pointer}` });
    validators.set(eventName, validate);
    return validate(body) ? [] : (validate.errors ?? []).slice(0, MOST_PROBLEMS).map(describeError);
  };
}

function describeError({ instancePath, message, params }: ErrorObject): string {
  const detail: unknown = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  const where = instancePath === '' ? 'the body' : instancePath;
  return `${where} ${message ?? 'is not valid'}${detail === undefined ? '' : ` (${JSON.stringify(detail)})`}`;
}
