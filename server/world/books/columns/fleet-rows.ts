import { completeStep, runUnsliced } from '../../../../base/slices.ts';
import { scanTransactions } from '../../../../fixtures/cash/ledger.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { getTerminalTagBits } from '../../../../fixtures/random/ids.ts';
import { DAY_MS } from '../../../../fixtures/time/dates.ts';
import { HISTORY_START_MS } from '../../../../fixtures/time/epoch.ts';
import type { Terminal } from '../../state/tenant.ts';
import { makeSegments } from './day-rows.ts';
import type { RowSegment } from './row-segment.ts';
import { RowSheet } from './row-sheet.ts';
import { StagedRows } from './staged-rows.ts';

/** Rows are generated up to the end of the day after the requested one, because the clock usually moves on. */
const DAYS_AHEAD = 2;
const SHEETS_KEPT = 3;
/** Memory of a row with the indexes of all keys. */
const ROW_BYTES = 45;

/** The rows of an earlier version of the fleet, which agree with the present ones before the day of `fromMs`. */
interface Origin {
  readonly rows: FleetRows;
  readonly fromMs: number;
}

/** Rows being generated, terminal by terminal. */
interface Generation {
  readonly fromDay: number;
  readonly toDay: number;
  readonly staged: readonly StagedRows[];
  /** Terminals to generate; the rows of the others are already staged. */
  readonly missing: Set<number>;
}

/**
 * The rows of many terminals in columns, sorted by instant. Generated on demand and kept. Requires terminals whose clocks are correct.
 */
export class FleetRows {
  readonly terminals: readonly Terminal[];
  /** The segments of each day since the beginning of the history. */
  readonly #days: (readonly RowSegment[])[] = [];
  #origin: Origin | undefined;
  #generation: Generation | undefined;
  readonly #sheets = new Map<number, RowSheet>();
  #numbers: ReadonlyMap<Terminal, number> | undefined;

  constructor(terminals: readonly Terminal[], origin?: Origin) {
    this.terminals = terminals;
    this.#origin = origin;
  }

  /**
   * Returns the rows of these terminals, which agree with the present ones before `fromMs`. Refers to the latest rows that were read,
   * so that versions that no request read are released.
   */
  fork(terminals: readonly Terminal[], fromMs: number): FleetRows {
    const { rows, fromMs: earlierMs } = this.#origin ?? { rows: this, fromMs };
    return new FleetRows(terminals, { rows, fromMs: Math.min(fromMs, earlierMs) });
  }

  /** Whether the rows up to an instant are generated. */
  isGenerated(nowMs: number): boolean {
    return this.#origin === undefined && toDay(nowMs) < this.#days.length;
  }

  /** The approximate memory, in bytes. */
  get bytes(): number {
    let rows = 0;
    for (const segments of this.#days) for (const segment of segments) rows += segment.length;
    return rows * ROW_BYTES;
  }

  /** Returns the segments with the rows up to an instant, and later ones of the same day; oldest first. */
  listSegments(nowMs: number): readonly RowSegment[] {
    this.#generateUntil(nowMs);
    return this.#days.slice(0, toDay(nowMs) + 1).flat();
  }

  /** Returns the rows as known at an instant. */
  at(nowMs: number): RowSheet {
    const known = this.#sheets.get(nowMs) ?? makeSheet(this.listSegments(nowMs), nowMs);
    this.#sheets.delete(nowMs);
    this.#sheets.set(nowMs, known);
    const [oldest] = this.#sheets.keys();
    if (this.#sheets.size > SHEETS_KEPT && oldest !== undefined) this.#sheets.delete(oldest);
    return known;
  }

  /** Takes over the rows of a terminal from its ledger, which has just been read, so that it need not be simulated again. */
  takeOver(terminal: Terminal, nowMs: number): void {
    if (this.#origin !== undefined || toDay(nowMs) < this.#days.length) return;
    this.#numbers ??= new Map(this.terminals.map((each, number) => [each, number]));
    const number = this.#numbers.get(terminal);
    const generation = this.#getGeneration(nowMs);
    if (number === undefined || !generation.missing.has(number)) return;
    this.#stage(generation, number, (fromMs, toMs) => terminal.ledger.transactionsBetween(fromMs, toMs));
  }

  #generateUntil(nowMs: number): void {
    this.#adopt();
    while (this.#days.length <= toDay(nowMs)) this.#generate(this.#getGeneration(nowMs));
  }

  /** Returns the generation of the rows that follow, up to some time after an instant. */
  #getGeneration(nowMs: number): Generation {
    this.#generation ??= beginGeneration(
      { from: this.#days.length, to: toDay(nowMs) + DAYS_AHEAD },
      this.terminals.map((_, number) => number),
    );
    return this.#generation;
  }

  /** Takes over the rows of the earlier version, and generates those of changed terminals again. */
  #adopt(): void {
    const origin = this.#origin;
    if (origin === undefined) return;
    const { rows, fromMs } = origin;
    // A reversal follows within a day, so the rows of the day before may change too.
    const fromDay = Math.max(0, toDay(fromMs) - 1);
    if (this.#days.length < fromDay) this.#days.push(...rows.#days.slice(this.#days.length, fromDay));
    const toEnd = rows.#days.length;
    if (this.#days.length === fromDay && toEnd > fromDay) {
      this.#generation ??= this.#beginAgain(rows, fromDay);
      this.#generate(this.#generation);
    }
    this.#origin = undefined;
  }

  #beginAgain(before: FleetRows, fromDay: number): Generation {
    const changed = this.terminals.flatMap((terminal, number) => (terminal === before.terminals[number] ? [] : number));
    const generation = beginGeneration({ from: fromDay, to: before.#days.length }, changed);
    const isChanged = new Uint8Array(this.terminals.length);
    for (const number of changed) isChanged[number] = 1;
    generation.staged.forEach((staged, index) => {
      for (const segment of before.#days[fromDay + index] ?? []) segment.stage(staged, isChanged);
    });
    return generation;
  }

  #generate(generation: Generation): void {
    const { missing, staged, fromDay, toDay: endDay } = generation;
    for (const number of missing) {
      const { source } = this.terminals[number] as Terminal;
      this.#stage(generation, number, (fromMs, toMs) => scanTransactions(source, fromMs, toMs));
      completeStep();
    }
    const tags = Uint32Array.from(this.terminals, ({ terminalId }) => getTerminalTagBits(terminalId));
    while (this.#days.length < endDay) {
      const day = staged[this.#days.length - fromDay] as StagedRows;
      this.#days.push(makeSegments(day, tags));
      day.clear();
      completeStep();
    }
    this.#generation = undefined;
  }

  /** Adds the rows of a missing terminal to a generation. */
  #stage(
    { missing, staged, fromDay, toDay: endDay }: Generation,
    number: number,
    read: (fromMs: number, toMs: number) => readonly Transaction[],
  ): void {
    const rows = runUnsliced(() => read(toInstant(fromDay), toInstant(endDay)));
    for (const row of rows) staged[toDay(row.atMs) - fromDay]?.push(number, toCorrectClock(row));
    missing.delete(number);
  }
}

/** Returns the rows of segments as known at an instant. */
export const makeSheet = (segments: readonly RowSegment[], nowMs: number): RowSheet =>
  new RowSheet(segments.flatMap((segment) => segment.at(nowMs) ?? []));

function beginGeneration(
  { from, to }: { readonly from: number; readonly to: number },
  numbers: readonly number[],
): Generation {
  const staged = Array.from(
    { length: to - from },
    (_, index) => new StagedRows(toInstant(from + index), numbers.length),
  );
  return { fromDay: from, toDay: to, staged, missing: new Set(numbers) };
}

/** Rows are sorted by instant, so a terminal's clock must show it. */
function toCorrectClock(row: Transaction): Transaction {
  if (row.terminalClockMs !== row.atMs) throw new Error(`the clock of ${row.terminalId} is not correct`);
  return row;
}

const toDay = (ms: number): number => Math.floor((ms - HISTORY_START_MS) / DAY_MS);
const toInstant = (day: number): number => HISTORY_START_MS + day * DAY_MS;
