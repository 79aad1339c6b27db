/** The sort key of a list entry. */
export interface Named {
  readonly name: string;
  readonly id: string;
}

/**
 * Returns a copy sorted by name, code point by code point, then by id. The order does not depend on the machine or
 * the locale.
 */
export function sortByName<Thing>(things: readonly Thing[], named: (thing: Thing) => Named): Thing[] {
  return things
    .map((thing) => ({ thing, ...named(thing) }))
    .sort((a, b) => compareCodePoints(a.name, b.name) || compareCodePoints(a.id, b.id))
    .map(({ thing }) => thing);
}

/** Compares by code points. Comparing code units would sort an emoji before some characters with a lower code point. */
export function compareCodePoints(a: string, b: string): number {
  for (let index = 0; ; index += 1) {
    const left = a.codePointAt(index);
    const right = b.codePointAt(index);
    if (left === undefined || right === undefined) return a.length - b.length;
    if (left !== right) return left - right;
  }
}
