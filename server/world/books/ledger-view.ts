import { getFormAt } from '../../../fixtures/cash/ledger.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import { HOUR_MS } from '../../../fixtures/time/calendar.ts';
import { HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { findFirstIndex } from '../../../fixtures/time/span-index.ts';
import { checkpoint } from '../../../spec/slices.ts';
import type { Terminal } from '../state/tenant.ts';
import type { FullLedgerView, LedgerRow, LedgerTotals, RowOrder, SortKey } from './ledger-types.ts';

/** Maximum number of row references in all sorted views together: about 16 MB. */
const KEPT_REFERENCES = 2_000_000;

/** Maximum number of unfinished sorts. The oldest is dropped and starts again when requested. */
const MOST_SORTS = 8;

/** A selection is large if it has at least 1/12 of the fleet's terminals. */
const LARGE_PART = 12;

/** The rows of a terminal at one instant, with their sums. */
interface Sheet {
  readonly nowMs: number;
  readonly rows: readonly LedgerRow[];
  readonly totals: LedgerTotals;
}

/** The rows to sort. `key` is unique for the other members. */
interface KeyedSelection {
  readonly key: string;
  readonly terminals: readonly Terminal[];
  readonly nowMs: number;
  readonly order: RowOrder;
}

/**
 * Sorted views of one tenant's rows. A view depends only on the instant, the terminals and the order, so that pages of
 * one list, and users with equal scope, share it. All views and instants share the rows of a terminal. The least
 * recently used views are dropped.
 */
export class LedgerViews {
  /** The sheet of each terminal for the latest requested instant. */
  readonly #latest = new WeakMap<Terminal, Sheet>();
  /** The most recently requested sheet, if that is for an earlier instant. */
  readonly #earlier = new WeakMap<Terminal, Sheet>();
  readonly #views = new Map<string, readonly LedgerRow[]>();
  readonly #sorts = new Map<string, Generator<void, readonly LedgerRow[]>>();
  #references = 0;

  readonly #fleet: readonly Terminal[];

  /** `fleet` must contain every terminal of later calls. */
  constructor(fleet: readonly Terminal[]) {
    this.#fleet = fleet;
  }

  /** Returns the rows of `terminals` known at `nowMs`, in `order`. */
  view(terminals: readonly Terminal[], nowMs: number, order: RowOrder): FullLedgerView {
    const totals = addTotals(terminals.map((terminal) => this.#getSheet(terminal, nowMs).totals));
    return { rows: this.#listRows(terminals, nowMs, order), totals };
  }

  #listRows(terminals: readonly Terminal[], nowMs: number, order: RowOrder): readonly LedgerRow[] {
    const key = `${nowMs} ${order.sortBy} ${order.sortDir} ${terminals.map(({ terminalId }) => terminalId).join()}`;
    const rows = this.#views.get(key) ?? this.#sorted({ key, terminals, nowMs, order });
    this.#keep(key, rows);
    return rows;
  }

  /** Filters a large selection from the sorted fleet and sorts a small one directly, because each is cheaper for its size. */
  #sorted({ key, terminals, nowMs, order }: KeyedSelection): readonly LedgerRow[] {
    if (terminals.length < this.#fleet.length && terminals.length * LARGE_PART > this.#fleet.length) {
      const wanted = new Set(terminals.map(({ terminalId }) => terminalId));
      const fleet = this.#listRows(this.#fleet, nowMs, order);
      return fleet.filter(({ transaction }) => wanted.has(transaction.terminalId));
    }
    const sort =
      this.#sorts.get(key) ??
      sortRuns(
        terminals.map((terminal) => this.#getSheet(terminal, nowMs).rows),
        compareRows(order),
      );
    this.#sorts.delete(key);
    this.#sorts.set(key, sort);
    for (const oldest of this.#sorts.keys()) {
      if (this.#sorts.size <= MOST_SORTS) break;
      this.#sorts.delete(oldest);
    }
    for (let step = sort.next(); ; step = sort.next()) {
      if (step.done === true) {
        this.#sorts.delete(key);
        return step.value;
      }
      checkpoint();
    }
  }

  #getSheet(terminal: Terminal, nowMs: number): Sheet {
    const latest = this.#latest.get(terminal);
    if (latest?.nowMs === nowMs) return latest;
    if (latest !== undefined && latest.nowMs > nowMs) {
      const known = this.#earlier.get(terminal);
      if (known?.nowMs === nowMs) return known;
      const sheet = shortenSheet(latest, nowMs);
      this.#earlier.set(terminal, sheet);
      checkpoint();
      return sheet;
    }
    const sheet = extendSheet(latest ?? EMPTY_SHEET, terminal, nowMs);
    this.#latest.set(terminal, sheet);
    checkpoint();
    return sheet;
  }

  /** Stores a view as the most recently used one. */
  #keep(key: string, rows: readonly LedgerRow[]): void {
    if (this.#views.delete(key)) this.#references -= rows.length;
    this.#views.set(key, rows);
    this.#references += rows.length;
    for (const [oldest, { length }] of this.#views) {
      if (this.#references <= KEPT_REFERENCES || this.#views.size === 1) break;
      this.#views.delete(oldest);
      this.#references -= length;
    }
  }
}

const EMPTY_SHEET: Sheet = { nowMs: HISTORY_START_MS - 1, rows: [], totals: sumRows([]) };

/** No row is reversed later than this: a reversal does not cross the cut-off. */
const REVERSED_WITHIN_MS = 25 * HOUR_MS;

/** Returns the sheet at a later instant: adds new rows, and replaces rows reversed since then. */
function extendSheet(sheet: Sheet, { ledger }: Terminal, nowMs: number): Sheet {
  const rows = [
    ...replaceReversedRows(sheet.rows, sheet.nowMs, nowMs),
    ...ledger
      .transactionsBetween(sheet.nowMs + 1, nowMs + 1)
      .map((transaction) => ({ transaction, form: getFormAt(transaction, nowMs) })),
  ];
  return { nowMs, rows, totals: sumRows(rows) };
}

/** Returns the sheet at an earlier instant. */
function shortenSheet(sheet: Sheet, nowMs: number): Sheet {
  const known = sheet.rows.slice(
    0,
    findFirstIndex(sheet.rows, ({ transaction }) => transaction.atMs > nowMs),
  );
  const rows = replaceReversedRows(known, sheet.nowMs, nowMs);
  return { nowMs, rows, totals: sumRows(rows) };
}

/** Replaces the rows that were reversed between the two instants. */
function replaceReversedRows(rows: readonly LedgerRow[], formMs: number, nowMs: number): readonly LedgerRow[] {
  const fromMs = Math.min(formMs, nowMs);
  const toMs = Math.max(formMs, nowMs);
  const near = findFirstIndex(rows, ({ transaction }) => transaction.atMs > fromMs - REVERSED_WITHIN_MS);
  const changed = [...rows];
  for (let index = near; index < rows.length; index += 1) {
    const { transaction } = rows[index] as LedgerRow; // the index is in range
    const { reversedAtMs } = transaction;
    if (reversedAtMs !== undefined && reversedAtMs > fromMs && reversedAtMs <= toMs)
      changed[index] = { transaction, form: getFormAt(transaction, nowMs) };
  }
  return changed;
}

/** Rows merged between two yields. */
const MERGED_AT_ONCE = 4000;

/** Merges lists of rows into one sorted list, in steps. */
function* sortRuns(
  lists: readonly (readonly LedgerRow[])[],
  compare: (a: LedgerRow, b: LedgerRow) => number,
): Generator<void, readonly LedgerRow[]> {
  let runs: (readonly LedgerRow[])[] = [];
  for (const rows of lists) {
    runs.push(rows.toSorted(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly LedgerRow[])[] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const [one = [], other = []] = runs.slice(index, index + 2);
      merged.push(yield* mergeRuns(one, other, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeRuns(
  one: readonly LedgerRow[],
  other: readonly LedgerRow[],
  compare: (a: LedgerRow, b: LedgerRow) => number,
): Generator<void, readonly LedgerRow[]> {
  const merged: LedgerRow[] = [];
  let next = 0;
  for (const row of one) {
    for (let rival = other[next]; rival !== undefined && compare(rival, row) < 0; rival = other[next]) {
      merged.push(rival);
      next += 1;
      if (merged.length % MERGED_AT_ONCE === 0) yield;
    }
    merged.push(row);
    if (merged.length % MERGED_AT_ONCE === 0) yield;
  }
  return merged.concat(other.slice(next));
}

/** Compares by the sort key in its direction. Ties: newest instant first, then id descending, in both directions. */
function compareRows({ sortBy, sortDir }: RowOrder): (a: LedgerRow, b: LedgerRow) => number {
  const sign = sortDir === 'asc' ? 1 : -1;
  const getKey = sortKeys[sortBy];
  return (a, b) => {
    const keyA = getKey(a);
    const keyB = getKey(b);
    if (keyA !== keyB) return keyA < keyB ? -sign : sign;
    const instants = b.transaction.terminalClockMs - a.transaction.terminalClockMs;
    if (instants !== 0) return instants;
    return a.transaction.transactionId < b.transaction.transactionId ? 1 : -1;
  };
}

/** Amounts are compared as cents and instants as numbers, because their text forms sort differently. */
const sortKeys: Readonly<Record<SortKey, (row: LedgerRow) => number | string>> = {
  terminal_datetime: ({ transaction }) => transaction.terminalClockMs,
  transaction_type: ({ transaction }) => transaction.type,
  seq_no: ({ transaction }) => transaction.seqNo,
  account_type: ({ transaction }) => transaction.accountType,
  response: ({ transaction }) => transaction.response,
  amt_req: ({ transaction }) => transaction.amtReqCents,
  amt_comp: ({ form }) => form.amtCompCents,
  sur_req: ({ transaction }) => transaction.surReqCents,
  sur_comp: ({ form }) => form.surCompCents,
  terminal_id: ({ transaction }) => transaction.terminalId,
};

/** Whether the host approved it, fully or partially. */
export const isApprovedRow = ({ response }: Transaction): boolean => response === '00' || response === '10';
const isCash = ({ type }: Transaction): boolean => type === 'withdrawal' || type === 'cash_advance';

/** Returns the sums over rows. @see clause transactions.summary.surcharge, transactions.summary.withdrawn */
export function sumRows(rows: readonly LedgerRow[]): LedgerTotals {
  const totals = { surchargeCents: 0, withdrawnCents: 0, approved: 0, declined: 0, reversals: 0 };
  for (const { transaction, form } of rows) {
    totals.surchargeCents += form.surCompCents;
    if (isCash(transaction)) totals.withdrawnCents += form.amtCompCents;
    if (transaction.type === 'reversal') totals.reversals += 1;
    else if (isApprovedRow(transaction)) totals.approved += 1;
    else totals.declined += 1;
  }
  return totals;
}

function addTotals(parts: readonly LedgerTotals[]): LedgerTotals {
  const sum = { surchargeCents: 0, withdrawnCents: 0, approved: 0, declined: 0, reversals: 0 };
  for (const part of parts) {
    sum.surchargeCents += part.surchargeCents;
    sum.withdrawnCents += part.withdrawnCents;
    sum.approved += part.approved;
    sum.declined += part.declined;
    sum.reversals += part.reversals;
  }
  return sum;
}
