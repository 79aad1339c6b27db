import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contractsByName } from '../pipeline/contract-paths.ts';

/**
 * Compiles the contracts' schemas. One Ajv instance, so that shared schemas are compiled once. Dates must exist:
 * 2026-02-31 is refused.
 */
const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
addFormats.default(ajv);
for (const [name, document] of Object.entries(contractsByName)) ajv.addSchema(document, name);

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

/** Formats errors as `/data/0/amt_comp must match pattern "..."`, for logs. Contains places and rules, never values. */
export function describeErrors(errors: readonly ErrorObject[] | null | undefined): string {
  return (errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message, params }) => {
      const extra = 'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : '';
      return `${instancePath === '' ? 'the body' : instancePath} ${message ?? 'is not valid'}${extra}`;
    })
    .join('; ');
}
