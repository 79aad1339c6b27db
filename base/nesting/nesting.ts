/** The maximum nesting depth of untrusted documents. Those of this API stay below 20. Values are traversed recursively. */
export const MAX_NESTING = 200;

/** Whether a value has arrays or objects in more than `MAX_NESTING` levels. Not recursive, so that it accepts any value. */
export function isNestedTooDeep(value: unknown): boolean {
  let level = new Set([value].filter(isContainer));
  for (let depth = 1; level.size > 0; depth += 1) {
    if (depth > MAX_NESTING) return true;
    level = new Set([...level].flatMap((container) => Object.values(container).filter(isContainer)));
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
