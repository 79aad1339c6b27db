import type { SerialisedOnce } from '../../../../base/serialised-row.ts';
import type { Transaction, TransactionForm } from '../../../../fixtures/model/stream-types.ts';

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

/** The members of a transaction that lists show. */
export type ListedTransaction = Pick<
  Transaction,
  | 'transactionId'
  | 'terminalId'
  | 'terminalClockMs'
  | 'offsetMinutes'
  | 'businessDate'
  | 'type'
  | 'seqNo'
  | 'accountType'
  | 'emv'
  | 'response'
  | 'amtReqCents'
  | 'surReqCents'
>;

/** A row of a list with its money columns at the scope's instant. */
export interface ListedRow extends SerialisedOnce {
  readonly transaction: ListedTransaction;
  readonly form: TransactionForm;
}

/** The same with the whole transaction. */
export interface LedgerRow extends ListedRow {
  readonly transaction: Transaction;
}

/** A list that is read in pages: an array, or rows that are read from columns. */
export interface RowList<Row> {
  readonly length: number;
  slice(from: number, to: number): readonly Row[];
}

export interface LedgerView {
  readonly rows: RowList<ListedRow>;
  readonly totals: LedgerTotals;
  /** Keeps the text of what all pages of the view have in common: the totals and the instant. */
  readonly end: SerialisedOnce;
}

/** A view of few terminals, with whole transactions. */
export interface FullLedgerView extends LedgerView {
  readonly rows: RowList<LedgerRow>;
}

/** Sums over all rows of a view, independent of the page. Money in cents. */
export interface LedgerTotals {
  readonly surchargeCents: number;
  readonly withdrawnCents: number;
  readonly approved: number;
  readonly declined: number;
  readonly reversals: number;
}
