import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ExportedFact } from '../../../world/state/exported-facts.ts';
import { getFactValidator } from './fact-validators.ts';

/** Returns the first fault of `content` for this type, or undefined. The pointer is relative to the content. */
export function findContentFault(
  type: ExportedFact['type'],
  content: unknown,
): { readonly pointer: string; readonly expected: string } | undefined {
  const validate = getFactValidator(type);
  if (validate(content)) return undefined;
  const [error = { instancePath: '', message: 'is not valid' } as ErrorObject] = validate.errors ?? [];
  const extra =
    error.params !== undefined && 'additionalProperty' in error.params ? `: ${error.params.additionalProperty}` : '';
  return { pointer: error.instancePath, expected: `The value ${error.message}${extra}.` };
}
