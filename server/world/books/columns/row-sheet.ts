import { checkpoint } from '../../../../base/slices.ts';
import type { LedgerTotals, RowOrder, SortKey } from '../rows/ledger-types.ts';
import type { RowSegment } from './row-segment.ts';

/** A row: its segment, and its index there. */
export interface RowPlace {
  readonly segment: RowSegment;
  readonly index: number;
}

/** The rows of a selection of terminals at one instant. Finds a page in any order without sorting. */
export class RowSheet {
  readonly length: number;
  readonly totals: LedgerTotals;
  /** Oldest first. */
  readonly #segments: readonly RowSegment[];
  /** Number of rows before each segment. */
  readonly #before: readonly number[];
  readonly #groups = new Map<SortKey, KeyGroups>();

  constructor(segments: readonly RowSegment[]) {
    this.#segments = segments;
    const before: number[] = [];
    let length = 0;
    for (const segment of segments) {
      before.push(length);
      length += segment.length;
    }
    this.#before = before;
    this.length = length;
    this.totals = addTotals(segments);
  }

  /** Returns the rows from one place to before another in an order. */
  slice({ sortBy, sortDir }: RowOrder, from: number, to: number): readonly RowPlace[] {
    const end = Math.min(to, this.length);
    if (from >= end) return [];
    if (sortBy === 'terminal_datetime') {
      const places = Array.from({ length: end - from }, (_, offset) => from + offset);
      return places.map((place) => (sortDir === 'desc' ? this.#getNewest(place) : this.#getOldest(place)));
    }
    return this.#listByKey({ sortBy, sortDir }, from, end);
  }

  /** Returns the row with that number of newer rows. */
  #getNewest(place: number): RowPlace {
    return this.#getByAge(this.length - 1 - place);
  }

  /** Like `#getNewest` from the other end, except that rows of the same instant keep their order. */
  #getOldest(place: number): RowPlace {
    const { segment, index } = this.#getByAge(place);
    const { at } = segment.columns;
    let first = index;
    let last = index;
    while (first > 0 && at[first - 1] === at[index]) first -= 1;
    while (last < segment.length - 1 && at[last + 1] === at[index]) last += 1;
    return { segment, index: first + last - index };
  }

  /** Returns the row with that number of older rows. */
  #getByAge(age: number): RowPlace {
    let low = 0;
    let high = this.#segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#before[middle] as number) <= age) low = middle;
      else high = middle - 1;
    }
    return { segment: this.#segments[low] as RowSegment, index: age - (this.#before[low] as number) };
  }

  #listByKey({ sortBy, sortDir }: RowOrder, from: number, to: number): readonly RowPlace[] {
    const groups = this.#getGroups(sortBy);
    const found: RowPlace[] = [];
    let place = from;
    while (place < to) {
      const { value, skipped } = sortDir === 'asc' ? groups.findAscending(place) : groups.findDescending(place);
      let left = place - skipped;
      for (let number = this.#segments.length - 1; number >= 0 && place < to; number -= 1) {
        const segment = this.#segments[number] as RowSegment;
        const rows = segment.getOrder(sortBy).listRows(value);
        for (; left < rows.length && place < to; left += 1) {
          found.push({ segment, index: rows[left] as number });
          place += 1;
        }
        left -= rows.length;
      }
    }
    return found;
  }

  #getGroups(key: SortKey): KeyGroups {
    const known = this.#groups.get(key) ?? new KeyGroups(this.#segments, key);
    this.#groups.set(key, known);
    return known;
  }
}

/** A group of rows with the same key, and the number of rows before it. */
interface FoundGroup {
  readonly value: number;
  readonly skipped: number;
}

/** The numbers of rows by key over all segments. */
class KeyGroups {
  readonly #values: Float64Array;
  /** For each key, the number of rows with lower keys; then the number of all rows. */
  readonly #starts: Float64Array;

  constructor(segments: readonly RowSegment[], key: SortKey) {
    // Each slice begins here again, so counting waits until all segments are sorted.
    for (const segment of segments) if (segment.sortBy(key)) checkpoint();
    const counts = new Map<number, number>();
    for (const segment of segments) {
      const order = segment.getOrder(key);
      order.values.forEach((value, place) => {
        counts.set(value, (counts.get(value) ?? 0) + order.countAt(place));
      });
    }
    this.#values = Float64Array.from(counts.keys()).sort();
    this.#starts = new Float64Array(this.#values.length + 1);
    this.#values.forEach((value, place) => {
      this.#starts[place + 1] = (this.#starts[place] as number) + (counts.get(value) ?? 0);
    });
  }

  findAscending(place: number): FoundGroup {
    const group = this.#findGroup(place);
    return { value: this.#values[group] as number, skipped: this.#starts[group] as number };
  }

  findDescending(place: number): FoundGroup {
    const length = this.#starts[this.#values.length] as number;
    const group = this.#findGroup(length - 1 - place);
    return { value: this.#values[group] as number, skipped: length - (this.#starts[group + 1] as number) };
  }

  /** Returns the index of the group that contains a place in ascending order. */
  #findGroup(place: number): number {
    let low = 0;
    let high = this.#values.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#starts[middle] as number) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function addTotals(segments: readonly RowSegment[]): LedgerTotals {
  const sum = { surchargeCents: 0, withdrawnCents: 0, approved: 0, declined: 0, reversals: 0 };
  for (const { totals } of segments) {
    sum.surchargeCents += totals.surchargeCents;
    sum.withdrawnCents += totals.withdrawnCents;
    sum.approved += totals.approved;
    sum.declined += totals.declined;
    sum.reversals += totals.reversals;
  }
  return sum;
}
