import { Ajv2020 } from 'ajv/dist/2020.js';
import { contract } from '../../../spec/index.ts';
import type { ProbeEvent } from '../events/events.ts';

/* `format` is left to the contract's own tests. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(contract, 'contract');

/** Whether an event is valid against the contract. */
export function isOfContract(event: ProbeEvent): boolean {
  const path = `#/webhooks/${event.type}/post/requestBody/content/application~1json/schema`;
  return ajv.validate({ $ref: `contract${path}` }, event) === true;
}
