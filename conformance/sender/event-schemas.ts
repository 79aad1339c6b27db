import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contract } from '../../spec/index.ts';

const ID = 'contract.json';
const MOST_PROBLEMS = 3;

const validators = new Map<string, ValidateFunction>();
let ajv: Ajv2020 | undefined;

/**
 * Validates a body against the schema of an event in the kit's contract, and lists the problems as sentences. An unknown event
 * name is a problem too. The first body of each event compiles the schema.
 */
export function findEventProblems(eventName: string, body: unknown): readonly string[] {
  if (!Object.hasOwn(contract.webhooks, eventName)) return [`no schema for "${eventName}"`];
  const validate = validators.get(eventName) ?? compileSchema(eventName);
  validators.set(eventName, validate);
  return validate(body) ? [] : (validate.errors ?? []).slice(0, MOST_PROBLEMS).map(describeError);
}

function compileSchema(eventName: string): ValidateFunction {
  ajv ??= createAjv();
  return ajv.compile({ $ref: `${ID}#/webhooks/${eventName}/post/requestBody/content/application~1json/schema` });
}

function createAjv(): Ajv2020 {
  const options = { strict: false, logger: false, validateSchema: false } as const;
  const created = new Ajv2020({ ...options, inlineRefs: false, code: { optimize: false } }); // compiles in half of the time
  addFormats.default(created);
  return created.addSchema(contract, ID);
}

function describeError({ instancePath, message, params }: ErrorObject): string {
  const detail: unknown = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  const where = instancePath === '' ? 'the body' : instancePath;
  return `${where} ${message ?? 'is not valid'}${detail === undefined ? '' : ` (${JSON.stringify(detail)})`}`;
}
