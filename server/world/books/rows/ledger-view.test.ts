import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EPOCH_MS } from '../../../../fixtures/time/epoch.ts';
import type { Terminal } from '../../state/tenant.ts';
import { generateWorld } from '../../state/world.ts';
import type { LedgerRow, RowOrder, SortKey } from './ledger-types.ts';
import { LedgerViews } from './ledger-view.ts';

const { terminals } = generateWorld(3).tenants.get('acct_redline')?.generated ?? { terminals: [] };

const plainKeys: Readonly<Record<SortKey, (row: LedgerRow) => number | string>> = {
  terminal_datetime: (row) => row.transaction.terminalClockMs,
  transaction_type: (row) => row.transaction.type,
  seq_no: (row) => String(row.transaction.seqNo).padStart(4, '0'),
  account_type: (row) => row.transaction.accountType,
  response: (row) => row.transaction.response,
  amt_req: (row) => row.transaction.amtReqCents,
  amt_comp: (row) => row.form.amtCompCents,
  sur_req: (row) => row.transaction.surReqCents,
  sur_comp: (row) => row.form.surCompCents,
  terminal_id: (row) => row.transaction.terminalId,
};
const orders = fc.record({
  sortBy: fc.constantFrom(...(Object.keys(plainKeys) as SortKey[])),
  sortDir: fc.constantFrom<RowOrder['sortDir']>('asc', 'desc'),
});
const parts = fc.subarray([...terminals]);
/** Returns the rows of a view and its totals. */
function viewAll(views: LedgerViews, ...request: Parameters<LedgerViews['view']>) {
  const { rows, totals } = views.view(...request);
  return { rows: rows.slice(0, rows.length), totals };
}
const listIds = (rows: readonly LedgerRow[]) => rows.map(({ transaction }) => transaction.transactionId);

describe('a view of the ledger', () => {
  test('contains exactly the rows of its terminals, in order, with ties newest first', () => {
    const views = new LedgerViews();
    let rowsSeen = 0;
    fc.assert(
      fc.property(parts, orders, (part: Terminal[], order) => {
        const { rows } = viewAll(views, part, EPOCH_MS, order);
        rowsSeen += rows.length;
        const wanted = new Set(part.map(({ terminalId }) => terminalId));
        const whole = viewAll(views, terminals, EPOCH_MS, order).rows;
        expect(new Set(listIds(rows))).toEqual(
          new Set(listIds(whole.filter((row) => wanted.has(row.transaction.terminalId)))),
        );
        const getKey = plainKeys[order.sortBy];
        const sign = order.sortDir === 'asc' ? 1 : -1;
        for (const [index, row] of rows.entries()) {
          const next = rows[index + 1];
          if (next === undefined) continue;
          const [a, b] = [getKey(row), getKey(next)];
          if (a !== b) expect(a < b ? 1 : -1).toBe(sign);
          else expect(row.transaction.terminalClockMs).toBeGreaterThanOrEqual(next.transaction.terminalClockMs);
        }
      }),
      { numRuns: 25, seed: 7 },
    );
    expect(rowsSeen).toBeGreaterThan(10_000);
  });

  test('sums each row once: cash of withdrawals and advances, surcharges of all rows', () => {
    const { rows, totals } = viewAll(new LedgerViews(), terminals, EPOCH_MS, { sortBy: 'seq_no', sortDir: 'asc' });
    const cash = rows.filter(({ transaction }) => ['withdrawal', 'cash_advance'].includes(transaction.type));
    const sum = (some: readonly LedgerRow[], of: (row: LedgerRow) => number) =>
      some.reduce((all, row) => all + of(row), 0);
    expect(totals.withdrawnCents).toBe(sum(cash, ({ form }) => form.amtCompCents));
    expect(totals.surchargeCents).toBe(sum(rows, ({ form }) => form.surCompCents));
    expect(totals.approved + totals.declined + totals.reversals).toBe(rows.length);
    expect(Math.min(totals.approved, totals.declined, totals.reversals)).toBeGreaterThan(0);
  });

  test('shows the amounts of a row before its reversal and zero from then on', () => {
    const order = { sortBy: 'terminal_datetime', sortDir: 'asc' } as const;
    const views = new LedgerViews();
    const reversed = viewAll(views, terminals, EPOCH_MS, order).rows.find(
      ({ transaction }) => transaction.reversedAtMs !== undefined,
    );
    const { transactionId, reversedAtMs = 0, amtCompCents = 0 } = reversed?.transaction ?? {};
    const at = (ms: number) =>
      viewAll(views, terminals, ms, order).rows.find(({ transaction }) => transaction.transactionId === transactionId)
        ?.form;
    expect(amtCompCents).toBeGreaterThan(0);
    expect(at(reversedAtMs - 1)).toMatchObject({ amtCompCents, linkedId: undefined });
    expect(at(reversedAtMs)).toMatchObject({ amtCompCents: 0, surCompCents: 0, dispenseStatus: 'reversed' });
    expect(views.view(terminals, reversedAtMs - 1, order).totals.reversals).toBeLessThan(
      views.view(terminals, EPOCH_MS, order).totals.reversals,
    );
  });
});
