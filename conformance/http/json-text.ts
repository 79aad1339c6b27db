/** The maximum nesting depth. Documents of this API stay below 20. The kit traverses values recursively. */
export const MAX_JSON_DEPTH = 200;

/** Parsed JSON. The value is `undefined` for invalid JSON. */
export type ParsedJson = { readonly isTooDeep: true } | { readonly isTooDeep: false; readonly value: unknown };

/** Parses JSON with a nesting depth of at most `MAX_JSON_DEPTH`. Never throws. */
export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, MAX_JSON_DEPTH) ? { isTooDeep: true } : { isTooDeep: false, value };
  } catch {
    return { isTooDeep: false, value: undefined };
  }
}

/** Whether a value is nested deeper than `levels`. Stops at that depth. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((child) => isDeeper(child, levels - 1));
}
