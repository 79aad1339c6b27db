import type { Facts, ScenarioPointer } from '../../../fixtures/scenarios/index.ts';
import { filledIn, type Names } from './names.ts';
import type { ShownFact } from './played.ts';
import { memberAt } from './pointer.ts';

/** The values at the pointers of a scenario, and the differences in words. */
export interface Found {
  readonly facts: readonly ShownFact[];
  readonly differences: readonly string[];
}

export function findFacts(document: unknown, expected: Facts, names: Names): Found {
  const found = Object.entries(expected).map(([pointer, wanted]) => {
    const at = filledIn(pointer, names) as ScenarioPointer; // replacing names keeps the first character
    const value = memberAt(document, at);
    const right = typeof wanted === 'string' ? filledIn(wanted, names) : wanted;
    const difference = isAsExpected(value, right)
      ? []
      : [`${at}: expected ${asWritten(right)}, found ${asWritten(value)}`];
    return { fact: { at, value }, difference };
  });
  return { facts: found.map(({ fact }) => fact), differences: found.flatMap(({ difference }) => difference) };
}

function isAsExpected(value: unknown, wanted: Facts[ScenarioPointer]): boolean {
  if (!(wanted instanceof RegExp)) return value === wanted;
  return value !== undefined && value !== null && wanted.test(inWords(value));
}

/** Quotes strings, so that `"0"` and `0` differ. */
const asWritten = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : inWords(value));

/** Formats a value: strings without quotes, `nothing` for undefined. */
export function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof RegExp) return value.source === '^' ? 'a value' : String(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
