import { HISTORY_START_MS } from '../../fixtures/epoch.ts';
import { formAt } from '../../fixtures/ledger.ts';
import type { Transaction } from '../../fixtures/stream-types.ts';
import type { LedgerRow, LedgerTotals, LedgerView, RowOrder, SortKey, Terminal } from './tenant.ts';

/** How many views are kept; each holds references to rows, not rows. */
const KEPT_VIEWS = 48;

/**
 * The sorted views of one tenant's rows. A view depends on the instant, the terminals and the order alone, so that pages
 * of one list, and users of equal scope, share it; the least recently used one is forgotten.
 */
export class LedgerViews {
  readonly #views = new Map<string, LedgerView>();

  /** Rows of `terminals` known at `nowMs`, in `order`. */
  view(terminals: readonly Terminal[], nowMs: number, order: RowOrder): LedgerView {
    const ids = terminals.map(({ terminalId }) => terminalId).join();
    const key = `${nowMs} ${order.sortBy} ${order.sortDir} ${ids}`;
    const kept = this.#views.get(key);
    if (kept !== undefined) {
      this.#views.delete(key);
      this.#views.set(key, kept);
      return kept;
    }

    const view = buildView(terminals, nowMs, order);
    this.#views.set(key, view);
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= KEPT_VIEWS) break;
      this.#views.delete(oldest);
    }
    return view;
  }
}

function buildView(terminals: readonly Terminal[], nowMs: number, order: RowOrder): LedgerView {
  const rows: LedgerRow[] = terminals.flatMap(({ ledger }) =>
    ledger
      .transactionsBetween(HISTORY_START_MS, nowMs + 1)
      .map((transaction) => ({ transaction, form: formAt(transaction, nowMs) })),
  );
  rows.sort(comparator(order));
  return { rows, totals: totalsOf(rows) };
}

/** By the sort key in its direction; ties by instant, then id, both newest first, whatever the direction. */
function comparator({ sortBy, sortDir }: RowOrder): (a: LedgerRow, b: LedgerRow) => number {
  const sign = sortDir === 'asc' ? 1 : -1;
  const keyOf = sortKeys[sortBy];
  return (a, b) => {
    const keyA = keyOf(a);
    const keyB = keyOf(b);
    if (keyA !== keyB) return keyA < keyB ? -sign : sign;
    const instants = b.transaction.terminalClockMs - a.transaction.terminalClockMs;
    if (instants !== 0) return instants;
    return a.transaction.transactionId < b.transaction.transactionId ? 1 : -1;
  };
}

/** Amounts compare as cents and instants as instants: the text of neither sorts rightly. */
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

const isApproved = ({ response }: Transaction): boolean => response === '00' || response === '10';
const isCash = ({ type }: Transaction): boolean => type === 'withdrawal' || type === 'cash_advance';

/** Sums over rows; reversal rows carry no money of their own. */
export function totalsOf(rows: readonly LedgerRow[]): LedgerTotals {
  const totals = { surchargeCents: 0, withdrawnCents: 0, approved: 0, declined: 0, reversals: 0 };
  for (const { transaction, form } of rows) {
    totals.surchargeCents += form.surCompCents;
    if (isCash(transaction)) totals.withdrawnCents += form.amtCompCents;
    if (transaction.type === 'reversal') totals.reversals += 1;
    else if (isApproved(transaction)) totals.approved += 1;
    else totals.declined += 1;
  }
  return totals;
}
