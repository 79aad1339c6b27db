import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import type { LedgerRow, LedgerTotals } from './ledger-types.ts';

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

/** Adds totals of different rows. */
export function addTotals(parts: readonly LedgerTotals[]): LedgerTotals {
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
