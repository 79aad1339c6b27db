import { createRedactor } from '../../http/redaction.ts';
import { maskCardData } from '../../reading/card-data.ts';

/** A difference between recorded and replayed responses; equal ones are one. */
export interface ReplayDifference {
  /** The method and the path with placeholders, or the recorded path. */
  readonly operation: string;
  readonly caller: string;
  readonly kind: 'status' | 'header' | 'shape' | 'value' | 'no-response';
  /** The name of the header, or the JSON pointer. */
  readonly place?: string;
  readonly expected: string;
  readonly actual: string;
  /** One request that shows it. */
  readonly example: string;
  count: number;
}

export const MOST_DIFFERENCES = 500;

export interface Differences {
  readonly list: readonly ReplayDifference[];
  add(difference: Omit<ReplayDifference, 'count'>): void;
}

/** Collects differences without keys and card numbers, in bounded memory. */
export function createDifferences(keys: ReadonlyMap<string, string>): Differences {
  const redact = createRedactor(keys);
  const hide = (text: string) => maskCardData(redact(text));
  const known = new Map<string, ReplayDifference>();
  return {
    get list() {
      return [...known.values()];
    },
    add(difference) {
      const { operation, caller, kind, place = '', expected, actual } = difference;
      const id = JSON.stringify([operation, caller, kind, place, expected, actual]);
      const same = known.get(id);
      if (same !== undefined) same.count += 1;
      else if (known.size < MOST_DIFFERENCES)
        known.set(id, {
          ...difference,
          expected: hide(expected),
          actual: hide(actual),
          example: hide(difference.example),
          count: 1,
        });
    },
  };
}
