import { completeStep } from '../../../../base/slices.ts';
import type { Ledger } from '../../../../fixtures/cash/ledger.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { DAY_MS, getZone, HOUR_MS, MINUTE_MS, type Zone } from '../../../../fixtures/time/calendar.ts';
import { isAttempt, isDeclined } from './attempt-outcome.ts';
import type { EvaluatedSpan } from './streams.ts';

/** How far back to look for attempts. */
const FURTHEST_DAYS = 64;

/** Attempts in order of time with prefix sums, so that any window is summed with two look-ups. */
export class AttemptLog {
  readonly rows: readonly Transaction[];
  readonly #atMs: Float64Array;
  /** Number of declines before each index. */
  readonly #declines: Uint32Array;

  /** `rows` are attempts, oldest first. */
  constructor(rows: readonly Transaction[]) {
    this.rows = rows;
    this.#atMs = new Float64Array(rows.length);
    this.#declines = new Uint32Array(rows.length + 1);
    rows.forEach((row, index) => {
      this.#atMs[index] = row.atMs;
      this.#declines[index + 1] = (this.#declines[index] as number) + (isDeclined(row) ? 1 : 0);
    });
  }

  get length(): number {
    return this.rows.length;
  }

  atMs(index: number): number {
    return this.#atMs[index] ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the index of the first attempt after `ms`. */
  after(ms: number): number {
    let low = 0;
    let high = this.#atMs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#atMs[middle] as number) <= ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the number of declines from one index to before another. */
  declinesBetween(from: number, to: number): number {
    return (this.#declines[to] as number) - (this.#declines[from] as number);
  }
}

/**
 * Returns the attempts of a terminal from `beforeMs` before the span on, and at least `least` before it if available.
 */
export function readAttempts(
  ledger: Ledger,
  { fromMs, toMs }: EvaluatedSpan,
  { beforeMs, least }: { readonly beforeMs: number; readonly least: number },
): AttemptLog {
  let earlier: readonly Transaction[] = [];
  for (let reachMs = beforeMs; ; reachMs *= 4) {
    earlier = ledger.transactionsBetween(fromMs - reachMs, fromMs).filter(isAttempt);
    if (earlier.length >= least || reachMs > FURTHEST_DAYS * DAY_MS) break;
  }
  return new AttemptLog([...earlier, ...ledger.transactionsBetween(fromMs, toMs + 1).filter(isAttempt)]);
}

export interface Counts {
  readonly attempts: number;
  readonly declines: number;
}

/** Returns the rows of one terminal in [fromMs, toMs). */
export type RowReader = (fromMs: number, toMs: number) => readonly Transaction[];

/** The counts of a day: attempts and declines of each hour. Those of the readers from `next` on are missing. */
interface DayCounts {
  readonly counts: Uint32Array;
  next: number;
}

/** Counts attempts and declines of terminals together, per hour of local time. Computes each day once. */
export class HourCounts {
  readonly #zone: Zone;
  readonly #readers: readonly RowReader[];
  readonly #days = new Map<number, DayCounts>();

  constructor(zone: string, readers: readonly RowReader[]) {
    this.#zone = getZone(zone);
    this.#readers = readers;
  }

  /** Returns the counts of the local hour, on the same weekday of the given number of weeks before `ms`. */
  inWeeksBefore(ms: number, weeks: number): Counts {
    const { day, hour } = this.#getWall(ms);
    let attempts = 0;
    let declines = 0;
    for (let week = 1; week <= weeks; week += 1) {
      const counts = this.#countsOn(day - 7 * week);
      attempts += counts[2 * hour] as number;
      declines += counts[2 * hour + 1] as number;
    }
    return { attempts, declines };
  }

  #getWall(ms: number): { readonly day: number; readonly hour: number } {
    const wallMs = ms + this.#zone.offsetAt(ms) * MINUTE_MS;
    const day = Math.floor(wallMs / DAY_MS);
    return { day, hour: Math.floor((wallMs - day * DAY_MS) / HOUR_MS) };
  }

  /** Has a checkpoint after each of several readers, so their owner must keep the counts. */
  #countsOn(day: number): Uint32Array {
    const known = this.#days.get(day) ?? { counts: new Uint32Array(48), next: 0 };
    this.#days.set(day, known);
    const { counts } = known;
    for (let read = this.#readers[known.next]; read !== undefined; read = this.#readers[known.next]) {
      for (const row of read(this.#zone.instantAt(day, 0), this.#zone.instantAt(day + 1, 0))) {
        if (!isAttempt(row)) continue;
        const at = 2 * this.#getWall(row.atMs).hour;
        counts[at] = (counts[at] as number) + 1;
        if (isDeclined(row)) counts[at + 1] = (counts[at + 1] as number) + 1;
      }
      known.next += 1;
      if (this.#readers.length > 1) completeStep();
    }
    return counts;
  }
}

/** Returns the whole minutes in [fromMs, toMs] at which an hour of that local time begins. */
export function listHourStarts(zone: string, fromMs: number, toMs: number): readonly number[] {
  const clock = getZone(zone);
  const begun: number[] = [];
  for (let atMs = Math.floor(fromMs / HOUR_MS) * HOUR_MS - HOUR_MS; atMs <= toMs; atMs += HOUR_MS) {
    const beginsMs = atMs - ((clock.offsetAt(atMs) * MINUTE_MS) % HOUR_MS);
    if (beginsMs >= fromMs && beginsMs <= toMs) begun.push(beginsMs);
  }
  return begun;
}

/** Returns a share with four decimals, 0 for an empty whole. @see gap events.payload */
export function computeRate(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;
}
