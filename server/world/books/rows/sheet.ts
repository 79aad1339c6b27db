import { getFormAt } from '../../../../fixtures/cash/ledger.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { HOUR_MS } from '../../../../fixtures/time/calendar.ts';
import { findFirstIndex } from '../../../../fixtures/time/span-index.ts';
import type { Terminal } from '../../state/tenant.ts';
import type { LedgerRow, LedgerTotals } from './ledger-types.ts';
import { sumRows } from './row-sums.ts';

/** The rows of a terminal at one instant, oldest first, with their sums. */
export interface Sheet {
  readonly nowMs: number;
  readonly rows: readonly LedgerRow[];
  readonly totals: LedgerTotals;
}

/** Returns the sheet of a terminal before its first row. */
export const beginSheet = ({ ledger }: Terminal): Sheet => ({
  nowMs: ledger.historyStartMs - 1,
  rows: [],
  totals: sumRows([]),
});

/** No row is reversed later than this: a reversal does not cross the cut-off. */
const REVERSED_WITHIN_MS = 25 * HOUR_MS;

/** Returns the sheet at a later instant: adds new rows, and replaces rows reversed since then. */
export function extendSheet(sheet: Sheet, { ledger }: Terminal, nowMs: number): Sheet {
  const rows = [
    ...replaceReversedRows(sheet.rows, sheet.nowMs, nowMs),
    ...ledger.transactionsBetween(sheet.nowMs + 1, nowMs + 1).map((transaction) => createRow(transaction, nowMs)),
  ];
  return { nowMs, rows, totals: sumRows(rows) };
}

/** The member for the text is declared from the start, so that V8 reserves a place for it in the object. */
const createRow = (transaction: Transaction, nowMs: number): LedgerRow => ({
  transaction,
  form: getFormAt(transaction, nowMs),
  serialised: undefined,
});

/** Returns the sheet at an earlier instant. */
export function shortenSheet(sheet: Sheet, nowMs: number): Sheet {
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
      changed[index] = createRow(transaction, nowMs);
  }
  return changed;
}
