import type { Transaction, TransactionForm } from '../../../fixtures/model/stream-types.ts';

export type SortKey =
  | 'terminal_datetime'
  | 'transaction_type'
  | 'seq_no'
  | 'account_type'
  | 'response'
  | 'amt_req'
  | 'amt_comp'
  | 'sur_req'
  | 'sur_comp'
  | 'terminal_id';

export interface RowOrder {
  readonly sortBy: SortKey;
  readonly sortDir: 'asc' | 'desc';
}

/** A row with its money columns at the scope's instant. */
export interface LedgerRow {
  readonly transaction: Transaction;
  readonly form: TransactionForm;
}

export interface LedgerView {
  readonly rows: readonly LedgerRow[];
  readonly totals: LedgerTotals;
}

/** Sums over all rows of a view, independent of the page. Money in cents. */
export interface LedgerTotals {
  readonly surchargeCents: number;
  readonly withdrawnCents: number;
  readonly approved: number;
  readonly declined: number;
  readonly reversals: number;
}
