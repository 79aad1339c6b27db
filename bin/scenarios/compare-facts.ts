import type { Facts, ScenarioPointer } from '../../fixtures/scenarios/index.ts';
import { readAtPointer } from '../../fixtures/scenarios/json-pointer.ts';
import { fillPlaceholders, type PlaceholderValues } from '../../fixtures/scenarios/placeholders.ts';
import type { ShownFact } from './played-scenario.ts';

/** The values at the pointers of a scenario, and the differences in words. */
export interface ComparedFacts {
  readonly facts: readonly ShownFact[];
  readonly differences: readonly string[];
}

export function compareFacts(document: unknown, expected: Facts, names: PlaceholderValues): ComparedFacts {
  const found = Object.entries(expected).map(([pointer, wanted]) => {
    const at = fillPlaceholders(pointer, names) as ScenarioPointer; // replacing names keeps the first character
    const value = readAtPointer(document, at);
    const right = typeof wanted === 'string' ? fillPlaceholders(wanted, names) : wanted;
    const difference = matchesExpectation(value, right)
      ? []
      : [`${at}: expected ${formatQuoted(right)}, found ${formatQuoted(value)}`];
    return { fact: { at, value }, difference };
  });
  return { facts: found.map(({ fact }) => fact), differences: found.flatMap(({ difference }) => difference) };
}

function matchesExpectation(value: unknown, wanted: Facts[ScenarioPointer]): boolean {
  if (!(wanted instanceof RegExp)) return value === wanted;
  return value !== undefined && value !== null && wanted.test(formatValue(value));
}

/** Quotes strings, so that `"0"` and `0` differ. */
const formatQuoted = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : formatValue(value);

/** Formats a value: strings without quotes, `nothing` for undefined. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof RegExp) return value.source === '^' ? 'a value' : String(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
