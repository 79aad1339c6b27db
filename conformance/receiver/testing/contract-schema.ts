import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { contract } from '../../../spec/index.ts';
import type { ProbeEvent } from '../events/events.ts';

/* `format` is left to the contract's own tests. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false, code: { optimize: false } });
ajv.addSchema(contract, 'contract');
const validators = new Map<string, ValidateFunction>();

/** Whether an event is valid against the contract. */
export function isOfContract(event: ProbeEvent): boolean {
  const path = `#/webhooks/${event.type}/post/requestBody/content/application~1json/schema`;
  const validate = validators.get(path) ?? ajv.compile({ $ref: `contract${path}` });
  validators.set(path, validate);
  return validate(event);
}
