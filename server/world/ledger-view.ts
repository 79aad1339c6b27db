import { HISTORY_START_MS } from '../../fixtures/epoch.ts';
import { formAt } from '../../fixtures/ledger.ts';
import type { Transaction } from '../../fixtures/stream-types.ts';
import type { LedgerRow, LedgerTotals, LedgerView, RowOrder, SortKey, Terminal } from './tenant.ts';

/** References to rows that are kept in sorted views, all together: some 16 MB. */
const KEPT_REFERENCES = 2_000_000;

/** From this share of the fleet's terminals on (one in so many), a part is large. */
const LARGE_PART = 12;

/** A terminal's rows as they stand at one instant, with their sums. */
interface Sheet {
  readonly nowMs: number;
  readonly rows: readonly LedgerRow[];
  readonly totals: LedgerTotals;
}

/**
 * The sorted views of one tenant's rows. A view depends on the instant, the terminals and the order alone, so that pages
 * of one list, and users of equal scope, share it. Rows are made once for each terminal and shared by all views; the
 * views that were not used for longest are forgotten.
 */
export class LedgerViews {
  readonly #sheets = new WeakMap<Terminal, Sheet>();
  readonly #views = new Map<string, readonly LedgerRow[]>();
  #references = 0;

  readonly #fleet: readonly Terminal[];

  /** `fleet` holds every terminal that will be asked for. */
  constructor(fleet: readonly Terminal[]) {
    this.#fleet = fleet;
  }

  /** Rows of `terminals` known at `nowMs`, in `order`. */
  view(terminals: readonly Terminal[], nowMs: number, order: RowOrder): LedgerView {
    const totals = sumOf(terminals.map((terminal) => this.#sheetOf(terminal, nowMs).totals));
    return { rows: this.#rowsOf(terminals, nowMs, order), totals };
  }

  #rowsOf(terminals: readonly Terminal[], nowMs: number, order: RowOrder): readonly LedgerRow[] {
    const key = `${nowMs} ${order.sortBy} ${order.sortDir} ${terminals.map(({ terminalId }) => terminalId).join()}`;
    const rows = this.#views.get(key) ?? this.#sorted(terminals, nowMs, order);
    this.#keep(key, rows);
    return rows;
  }

  /** A large part is picked from the sorted fleet, a small one is sorted by itself: each costs less than the other. */
  #sorted(terminals: readonly Terminal[], nowMs: number, order: RowOrder): readonly LedgerRow[] {
    if (terminals.length < this.#fleet.length && terminals.length * LARGE_PART > this.#fleet.length) {
      const wanted = new Set(terminals.map(({ terminalId }) => terminalId));
      const fleet = this.#rowsOf(this.#fleet, nowMs, order);
      return fleet.filter(({ transaction }) => wanted.has(transaction.terminalId));
    }
    return terminals.flatMap((terminal) => this.#sheetOf(terminal, nowMs).rows).sort(comparator(order));
  }

  #sheetOf(terminal: Terminal, nowMs: number): Sheet {
    const known = this.#sheets.get(terminal);
    if (known !== undefined && known.nowMs === nowMs) return known;
    const rows = terminal.ledger
      .transactionsBetween(HISTORY_START_MS, nowMs + 1)
      .map((transaction) => ({ transaction, form: formAt(transaction, nowMs) }));
    const sheet = { nowMs, rows, totals: totalsOf(rows) };
    this.#sheets.set(terminal, sheet);
    return sheet;
  }

  /** Puts a view last in the line of those to be forgotten. */
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

/** Whether the host approved it, in full or in part. */
export const isApproved = ({ response }: Transaction): boolean => response === '00' || response === '10';
const isCash = ({ type }: Transaction): boolean => type === 'withdrawal' || type === 'cash_advance';

/** Sums over rows as they stand. @see clause transactions.summary.surcharge, transactions.summary.withdrawn */
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

function sumOf(parts: readonly LedgerTotals[]): LedgerTotals {
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
