import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contractsByName } from '../contract/contract-paths.ts';

/*
 * Compiles the contracts' schemas at run time. The build replaces this module by code that it compiled with the same options
 * (`bin/dev/build/validators.ts`), so the bundle does not load Ajv.
 */

/**
 * One instance, so that shared schemas are compiled once. Dates must exist: 2026-02-31 is refused. The code is not optimised,
 * which would take a third of the time to compile.
 */
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
addFormats.default(ajv);
for (const [name, document] of Object.entries(contractsByName)) ajv.addSchema(document, name);

/** Whether the build has compiled the schemas, so that the contract is valid and loading one takes little time. */
export const areSchemasCompiled: boolean = false;

/** Compiles the schema at a place of a contract. Throws with the place if the schema is invalid. */
export function compileAt(name: string, ...segments: readonly string[]): ValidateFunction {
  const pointer = segments.map(
    (segment) => `/${encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
  );
  try {
    return ajv.compile({ $ref: `${name}#${pointer.join('')}` });
  } catch (cause) {
    throw new Error(`the contract has an invalid schema at ${decodeURIComponent(pointer.join(''))}`, { cause });
  }
}
