import type { ErrorObject } from 'ajv/dist/2020.js';

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
