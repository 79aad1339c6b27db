/** What a list of things that exist is ordered by. */
export interface Named {
  readonly name: string;
  readonly id: string;
}

/** A copy in order of name, code point by code point, then of id: the order on every machine, in every locale. */
export function byName<Thing>(things: readonly Thing[], named: (thing: Thing) => Named): Thing[] {
  return things
    .map((thing) => ({ thing, ...named(thing) }))
    .sort((a, b) => compareCodePoints(a.name, b.name) || compareCodePoints(a.id, b.id))
    .map(({ thing }) => thing);
}

/** Code units would put an emoji, which takes two of them, before some characters of lower number. */
export function compareCodePoints(a: string, b: string): number {
  for (let index = 0; ; index += 1) {
    const left = a.codePointAt(index);
    const right = b.codePointAt(index);
    if (left === undefined || right === undefined) return a.length - b.length;
    if (left !== right) return left - right;
  }
}
