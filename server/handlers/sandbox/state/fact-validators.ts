import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ExportedFact } from '../../../world/state/exported-facts.ts';
import { factSchemas } from './fact-schemas.ts';

/*
 * Compiles the schemas of facts at run time. The build replaces this module by code that it compiled with the same options
 * (`bin/dev/build/validators.ts`), so the bundle does not load Ajv.
 */

const ajv = new Ajv2020({ strict: false, discriminator: true });
addFormats.default(ajv, ['date']);
const validators = new Map<string, ValidateFunction>();

/** Types of facts that a document may contain. */
export const exportedTypes: readonly string[] = Object.keys(factSchemas);

/** Returns the validator of the content of a fact. */
export function getFactValidator(type: ExportedFact['type']): ValidateFunction {
  const validate = validators.get(type) ?? ajv.compile(factSchemas[type]);
  validators.set(type, validate);
  return validate;
}
