/** The deepest nesting that is read. Documents of this API stay below 20; what walks through values does so by recursion. */
export const DEEPEST = 200;

/** A text read as JSON; `undefined`, which JSON cannot say, when it is none. */
export type ParsedJson = { readonly isTooDeep: true } | { readonly isTooDeep: false; readonly value: unknown };

/** Reads JSON, unless it is nested deeper than `DEEPEST`. Never throws. */
export function parsedJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, DEEPEST) ? { isTooDeep: true } : { isTooDeep: false, value };
  } catch {
    return { isTooDeep: false, value: undefined };
  }
}

/** Whether a value is nested deeper than so many levels; looks no deeper than that. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((child) => isDeeper(child, levels - 1));
}
