import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LedgerRow, RowOrder, SortKey } from './ledger-types.ts';
import { RowIndex } from './row-index.ts';

const NO_TOTALS = { surchargeCents: 0, withdrawnCents: 0, approved: 0, declined: 0, reversals: 0 };

/** The members that an order reads. */
const rows = fc.uniqueArray(
  fc
    .record({
      transactionId: fc.string({ minLength: 1, maxLength: 4 }),
      terminalClockMs: fc.oneof(fc.constantFrom(5, 6), fc.integer({ min: -1e15, max: 1e15 })),
      amtReqCents: fc.constantFrom(-100, 0, 2000, 2 ** 40),
      type: fc.constantFrom('withdrawal', 'reversal', 'balance_inquiry'),
      terminalId: fc.constantFrom('B', 'a', 'AA'),
    })
    .map((transaction) => ({ transaction, form: { amtCompCents: transaction.amtReqCents } }) as unknown as LedgerRow),
  { maxLength: 40, selector: ({ transaction }) => transaction.transactionId },
);
const orders = fc.record({
  sortBy: fc.constantFrom<SortKey>('terminal_datetime', 'amt_req', 'amt_comp', 'transaction_type', 'terminal_id'),
  sortDir: fc.constantFrom<RowOrder['sortDir']>('asc', 'desc'),
});

const readKey = ({ transaction, form }: LedgerRow, sortBy: SortKey): number | string => {
  if (sortBy === 'terminal_datetime') return transaction.terminalClockMs;
  if (sortBy === 'amt_req') return transaction.amtReqCents;
  if (sortBy === 'amt_comp') return form.amtCompCents;
  return sortBy === 'transaction_type' ? transaction.type : transaction.terminalId;
};

function compare(a: LedgerRow, b: LedgerRow, { sortBy, sortDir }: RowOrder): number {
  const [keyA, keyB] = [readKey(a, sortBy), readKey(b, sortBy)];
  if (keyA !== keyB) return keyA < keyB === (sortDir === 'asc') ? -1 : 1;
  const [{ transaction: one }, { transaction: other }] = [a, b];
  if (one.terminalClockMs !== other.terminalClockMs) return other.terminalClockMs - one.terminalClockMs;
  return one.transactionId < other.transactionId ? 1 : -1;
}

test('lists rows by key, and rows with equal keys from the newest to the oldest, for any keys and clocks', () => {
  fc.assert(
    fc.property(rows, fc.array(orders, { minLength: 1, maxLength: 4 }), fc.nat(40), (all, wanted, from) => {
      const index = new RowIndex(all, NO_TOTALS);
      for (const order of wanted) {
        const expected = all.toSorted((a, b) => compare(a, b, order));
        const listed = index.list(order);
        expect(listed.length).toBe(all.length);
        expect(listed.slice(from, from + 7)).toEqual(expected.slice(from, from + 7));
        expect(listed.slice(0, all.length)).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});
