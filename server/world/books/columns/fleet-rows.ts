import { completeStep, noteProgress, runUnsliced } from '../../../../base/slices.ts';
import { scanTransactions } from '../../../../fixtures/cash/ledger.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { getTerminalTagBits } from '../../../../fixtures/random/ids.ts';
import { sumRows } from '../../../../fixtures/settlements/settlement-shares.ts';
import { DAY_MS } from '../../../../fixtures/time/dates.ts';
import { awaitTerminal } from '../../state/fleet-help.ts';
import type { Terminal } from '../../state/tenant.ts';
import { makeSegments } from './day-rows.ts';
import type { RowSegment } from './row-segment.ts';
import { RowSheet } from './row-sheet.ts';
import { type PlainRows, StagedRows } from './staged-rows.ts';

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

/** Days since 1970-01-01 (UTC): the first one, and the one after the last. */
export interface Days {
  readonly fromDay: number;
  readonly toDay: number;
}

/** The rows of some terminals, by day, in the order of the terminals. */
export interface PlainDays extends Days {
  readonly rows: readonly PlainRows[];
}

/** Stores the rows of whole days, by the number of days since 1970-01-01. */
export interface DayStore {
  /** Returns the rows of a day; undefined if they are not stored. */
  read(day: number): readonly RowSegment[] | undefined;
  /** Is called when all terminals are simulated, before the days are kept. */
  begin(): void;
  /** Stores the rows of a day that was generated. */
  keep(day: number, segments: readonly RowSegment[]): void;
}

/** Rows being generated, terminal by terminal. */
interface Generation extends Days {
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
  readonly #firstDay: number;
  #origin: Origin | undefined;
  #generation: Generation | undefined;
  readonly #sheets = new Map<number, RowSheet>();
  #numbers: ReadonlyMap<Terminal, number> | undefined;
  #store: DayStore | undefined;

  constructor(terminals: readonly Terminal[], origin?: Origin) {
    this.terminals = terminals;
    this.#firstDay = toDay(terminals[0]?.ledger.historyStartMs ?? 0);
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

  /** Reads the days that a store has instead of generating them, and stores the others. */
  useStore(store: DayStore): void {
    this.#store = store;
  }

  /** Whether the rows up to an instant are generated. */
  isGenerated(nowMs: number): boolean {
    return this.#origin === undefined && toDay(nowMs) < this.#endDay;
  }

  /** The day after the last one that is generated. */
  get #endDay(): number {
    return this.#firstDay + this.#days.length;
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
    return this.#days.slice(0, toDay(nowMs) + 1 - this.#firstDay).flat();
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
    if (this.#origin !== undefined || this.#readStored(nowMs)) return;
    this.#numbers ??= new Map(this.terminals.map((each, number) => [each, number]));
    const number = this.#numbers.get(terminal);
    const generation = this.#getGeneration(nowMs);
    if (number === undefined || !generation.missing.has(number)) return;
    this.#stage(generation, number, readRows);
  }

  /** Returns the days whose rows are generated next for an instant; undefined if they are generated, or if an earlier version has them. */
  findMissingDays(nowMs: number): Days | undefined {
    if (this.#origin !== undefined || this.#readStored(nowMs)) return undefined;
    const { fromDay, toDay: endDay } = this.#getGeneration(nowMs);
    return { fromDay, toDay: endDay };
  }

  /** Takes over the rows of terminals that were generated elsewhere, if these days are generated next. */
  append(first: number, end: number, { fromDay, toDay: endDay, rows }: PlainDays): void {
    const generation = this.#generation;
    if (generation === undefined || generation.fromDay !== fromDay || generation.toDay !== endDay) return;
    const isWanted = new Uint8Array(this.terminals.length);
    for (let number = first; number < end; number += 1) isWanted[number] = generation.missing.delete(number) ? 1 : 0;
    for (const [index, day] of rows.entries()) generation.staged[index]?.append(day, isWanted);
  }

  #generateUntil(nowMs: number): void {
    this.#adopt(nowMs);
    while (!this.#readStored(nowMs)) this.#generate(this.#getGeneration(nowMs));
  }

  /** Whether the rows up to an instant are known, after reading stored days. Has a checkpoint after each of them. */
  #readStored(nowMs: number): boolean {
    while (this.#endDay <= toDay(nowMs)) {
      const segments = this.#generation === undefined ? this.#store?.read(this.#endDay) : undefined;
      if (segments === undefined) return false;
      this.#days.push(segments);
      completeStep();
    }
    return true;
  }

  /** Returns the generation of the rows that follow, up to some time after an instant. */
  #getGeneration(nowMs: number): Generation {
    this.#generation ??= beginGeneration(
      { from: this.#endDay, to: toDay(nowMs) + DAYS_AHEAD },
      this.terminals.map((_, number) => number),
    );
    return this.#generation;
  }

  /** Takes over the rows of the earlier version, and generates those of changed terminals again. */
  #adopt(nowMs: number): void {
    const origin = this.#origin;
    if (origin === undefined) return;
    const { rows, fromMs } = origin;
    rows.#readStored(nowMs);
    // A reversal follows within a day, so the rows of the day before may change too.
    const fromDay = Math.max(this.#firstDay, toDay(fromMs) - 1);
    if (this.#endDay < fromDay) this.#days.push(...rows.#days.slice(this.#days.length, fromDay - this.#firstDay));
    const toEnd = rows.#endDay;
    if (this.#endDay === fromDay && toEnd > fromDay) {
      this.#generation ??= this.#beginAgain(rows, fromDay);
      this.#generate(this.#generation);
    }
    this.#origin = undefined;
  }

  #beginAgain(before: FleetRows, fromDay: number): Generation {
    const changed = this.terminals.flatMap((terminal, number) => (terminal === before.terminals[number] ? [] : number));
    const generation = beginGeneration({ from: fromDay, to: before.#endDay }, changed);
    const isChanged = new Uint8Array(this.terminals.length);
    for (const number of changed) isChanged[number] = 1;
    generation.staged.forEach((staged, index) => {
      for (const segment of before.#days[fromDay - this.#firstDay + index] ?? []) segment.stage(staged, isChanged);
    });
    return generation;
  }

  #generate(generation: Generation): void {
    const { missing, staged, fromDay, toDay: endDay } = generation;
    for (const number of missing) {
      const terminal = this.terminals[number] as Terminal;
      awaitTerminal(terminal, { nowMs: toInstant(endDay) - 1, isForRows: true });
      this.#stage(generation, number, scanRows);
      noteProgress({ done: this.terminals.length - missing.size, total: this.terminals.length });
      completeStep();
    }
    const tags = Uint32Array.from(this.terminals, ({ terminalId }) => getTerminalTagBits(terminalId));
    this.#store?.begin();
    while (this.#endDay < endDay) {
      const day = staged[this.#endDay - fromDay] as StagedRows;
      const segments = makeSegments(day, tags);
      this.#store?.keep(this.#endDay, segments);
      this.#days.push(segments);
      day.clear();
      completeStep();
    }
    this.#generation = undefined;
  }

  /** Adds the rows of a missing terminal to a generation. */
  #stage(generation: Generation, number: number, read: ReadRows): void {
    stageRows(generation, { number, terminal: this.terminals[number] as Terminal }, read);
    generation.missing.delete(number);
  }
}

function stageRows(
  { staged, fromDay, toDay: endDay }: Generation,
  { number, terminal }: { readonly number: number; readonly terminal: Terminal },
  read: ReadRows,
): void {
  const rows = runUnsliced(() => read(terminal, toInstant(fromDay), toInstant(endDay)));
  for (const row of rows) staged[toDay(row.atMs) - fromDay]?.push(number, toCorrectClock(row));
}

type ReadRows = (terminal: Terminal, fromMs: number, toMs: number) => readonly Transaction[];

/** Returns the rows of a terminal from its ledger. */
export const readRows: ReadRows = ({ ledger }, fromMs, toMs) => ledger.transactionsBetween(fromMs, toMs);

/** Does the same without keeping anything but the settlement shares, if the rows begin with the history. */
export const scanRows: ReadRows = ({ source, ledger }, fromMs, toMs) => {
  const rows = scanTransactions(source, fromMs, toMs);
  if (fromMs === ledger.historyStartMs) sumRows(ledger, rows, toMs);
  return rows;
};

/** Collects the rows of terminals as plain data, with their numbers in the fleet. */
export class RowCollector {
  readonly #generation: Generation;
  readonly #read: ReadRows;

  /** For the terminals from a number to before another. */
  constructor(
    { first, end }: { readonly first: number; readonly end: number },
    { fromDay, toDay: endDay }: Days,
    read: ReadRows,
  ) {
    const numbers = Array.from({ length: end - first }, (_, index) => first + index);
    this.#generation = beginGeneration({ from: fromDay, to: endDay }, numbers);
    this.#read = read;
  }

  /** Adds the rows of a terminal. Call it in the order of the numbers. */
  add(number: number, terminal: Terminal): void {
    stageRows(this.#generation, { number, terminal }, this.#read);
  }

  get collected(): PlainDays {
    const { fromDay, toDay: endDay, staged } = this.#generation;
    return { fromDay, toDay: endDay, rows: staged.map((day) => day.toPlain()) };
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

const toDay = (ms: number): number => Math.floor(ms / DAY_MS);
const toInstant = (day: number): number => day * DAY_MS;
