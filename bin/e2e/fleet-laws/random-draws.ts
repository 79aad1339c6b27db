import * as fc from 'fast-check';

/** Random draws, each of a fast-check arbitrary, in the order of the calls. */
export interface Draws {
  readonly whole: (min: number, max: number) => number;
  readonly of: <Value>(values: readonly Value[]) => Value;
  /** Whether something of this probability, in percent, happens. */
  readonly chance: (percent: number) => boolean;
  readonly some: <Value>(values: readonly Value[]) => Value[];
  /** An object with the member or without it. */
  readonly maybe: <Member extends object>(percent: number, create: () => Member) => Partial<Member>;
  readonly list: <Value>(range: readonly [number, number], create: (index: number) => Value) => Value[];
  readonly text: (max: number) => string;
}

/** Returns an arbitrary of values that `create` makes from draws. */
export function drawWith<Value>(create: (draws: Draws) => Value): fc.Arbitrary<Value> {
  return fc.gen().map((next) => create(toDraws(next)));
}

/** Whole numbers of equal probability: fast-check prefers those near the bounds. */
const createWhole = (min: number, max: number) => fc.noBias(fc.integer({ min, max }));

function toDraws(next: fc.GeneratorValue): Draws {
  const whole = (min: number, max: number) => next(createWhole, min, max);
  const chance = (percent: number) => whole(1, 100) <= percent;
  return {
    whole,
    chance,
    of: (values) => next(fc.constantFrom, ...values) as (typeof values)[number],
    some: (values) => next(fc.subarray, [...values]) as (typeof values)[number][],
    maybe: (percent, create) => (chance(percent) ? create() : {}),
    list: ([min, max], create) => Array.from({ length: whole(min, max) }, (_, index) => create(index)),
    text: (max) => `n${next(fc.string, { maxLength: max, unit: 'grapheme' })}`.replaceAll(/[\p{C}\p{Z}]/gu, '_'),
  };
}
