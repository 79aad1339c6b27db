import type { Ledger } from '../../../../fixtures/cash/ledger.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { DAY_MS } from '../../../../fixtures/time/dates.ts';

/** Returns the latest row up to `ms` (inclusive) for which `isWanted`; null if there is none. */
export function findLatestRow(ledger: Ledger, ms: number, isWanted: (row: Transaction) => boolean): Transaction | null {
  for (let toMs = ms + 1; toMs > ledger.historyStartMs; toMs -= DAY_MS) {
    const found = ledger.transactionsBetween(Math.max(toMs - DAY_MS, ledger.historyStartMs), toMs).findLast(isWanted);
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns when the latest row up to `ms` happened. */
export function findLatestTransactionMs(ledger: Ledger, ms: number): number | null {
  return ledger.lastTransactionBefore(ms + 1, ledger.historyStartMs)?.atMs ?? null;
}
