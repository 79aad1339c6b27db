import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cause } from '../../../../fixtures/model/causes.ts';
import { createAtlasTenant } from '../../../../fixtures/tenants/atlas/index.ts';
import { EPOCH_MS, HISTORY_START_MS } from '../../../../fixtures/time/epoch.ts';
import { withCauses } from '../../fold/inject.ts';
import type { GeneratedTenant, Terminal } from '../../state/tenant.ts';
import { generateWorld } from '../../state/world.ts';
import type { LedgerView, ListedRow, SortKey } from '../rows/ledger-types.ts';
import { LedgerViews } from '../rows/ledger-view.ts';
import { ColumnViews } from './column-views.ts';
import { FleetRows } from './fleet-rows.ts';

const HOUR_MS = 3_600_000;
const KEYS: readonly SortKey[] = [
  'terminal_datetime',
  'transaction_type',
  'seq_no',
  'account_type',
  'response',
  'amt_req',
  'amt_comp',
  'sur_req',
  'sur_comp',
  'terminal_id',
];

const TERMINALS = 24;
const generate = (seed: number): GeneratedTenant => {
  const [state] = generateWorld(seed, { tenants: [createAtlasTenant(TERMINALS)] }).tenants.values();
  if (state === undefined) throw new Error('the world has no tenant');
  return state.generated;
};

/** The members that lists show. */
const show = ({ transaction, form }: ListedRow) => ({
  id: transaction.transactionId,
  terminalId: transaction.terminalId,
  clock: transaction.terminalClockMs,
  offset: transaction.offsetMinutes,
  date: transaction.businessDate,
  type: transaction.type,
  seqNo: transaction.seqNo,
  accountType: transaction.accountType,
  emv: transaction.emv,
  response: transaction.response,
  amounts: [transaction.amtReqCents, form.amtCompCents, transaction.surReqCents, form.surCompCents],
  dispenseStatus: form.dispenseStatus,
  linkedId: form.linkedId,
});

const expectSame = (actual: LedgerView, expected: LedgerView, from: number): void => {
  expect(actual.totals).toEqual(expected.totals);
  expect(actual.rows.length).toBe(expected.rows.length);
  const [own, wanted] = [actual, expected].map(({ rows }) => rows.slice(from, from + 40).map(show));
  expect(own).toEqual(wanted);
};

const requests = fc.record({
  nowMs: fc.integer({ min: HISTORY_START_MS, max: EPOCH_MS + 5 * 24 * HOUR_MS }),
  sortBy: fc.constantFrom(...KEYS),
  sortDir: fc.constantFrom('asc' as const, 'desc' as const),
  selection: fc.constantFrom('all', 'even', 'few', 'none'),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
});

const selections = (terminals: readonly Terminal[]): Readonly<Record<string, readonly Terminal[]>> => ({
  all: terminals,
  even: terminals.filter((_, index) => index % 2 === 0),
  few: terminals.slice(5, 8),
  none: [],
});

const cause: Cause = {
  type: 'attempts_made',
  causeId: 'cau_test',
  terminalId: 'AT100004',
  atMs: EPOCH_MS + 2 * HOUR_MS,
  attempts: [1, 2, 3].map((number) => ({
    afterSeconds: 600 * number,
    type: 'withdrawal',
    accountType: 'checking',
    emv: 'chip',
    amountCents: 4000,
    response: number === 2 ? '51' : '00',
    card: number,
  })),
};

describe('rows in columns', () => {
  it('are the rows of the ledgers, for any selection, order and instant, in any order of requests', () => {
    const generated = generate(3);
    const naive = new LedgerViews();
    const columns = new ColumnViews(new FleetRows(generated.terminals));
    const lists = selections(generated.terminals);
    fc.assert(
      fc.property(requests, ({ nowMs, sortBy, sortDir, selection, place }) => {
        const terminals = lists[selection] as readonly Terminal[];
        const expected = naive.view(terminals, nowMs, { sortBy, sortDir });
        const from = Math.floor(place * expected.rows.length);
        expectSame(columns.view(terminals, nowMs, { sortBy, sortDir }), expected, from);
      }),
      { numRuns: 60 },
    );
  });

  it('contain every row once in each order', () => {
    const { terminals } = generate(4);
    const columns = new ColumnViews(new FleetRows(terminals));
    const naive = new LedgerViews();
    for (const sortBy of KEYS) {
      for (const sortDir of ['asc', 'desc'] as const) {
        const expected = naive.view(terminals, EPOCH_MS, { sortBy, sortDir }).rows;
        const actual = columns.view(terminals, EPOCH_MS, { sortBy, sortDir }).rows;
        const ids = (rows: readonly ListedRow[]) => rows.map(({ transaction }) => transaction.transactionId);
        expect(ids(actual.slice(0, actual.length))).toEqual(ids(expected.slice(0, expected.length)));
      }
    }
  });

  it('are the same after some were taken over from ledgers, in any order and at any instant', () => {
    const { terminals } = generate(6);
    const naive = new LedgerViews();
    const anyTaken = fc.array(fc.record({ index: fc.nat(TERMINALS - 1), nowMs: requests.map(({ nowMs }) => nowMs) }));
    fc.assert(
      fc.property(anyTaken, requests, (taken, { nowMs, sortBy, sortDir }) => {
        const columns = new ColumnViews(new FleetRows(terminals));
        for (const { index, nowMs: takenMs } of taken) columns.takeOver(terminals[index] as Terminal, takenMs);
        const order = { sortBy, sortDir };
        expectSame(columns.view(terminals, nowMs, order), naive.view(terminals, nowMs, order), 0);
      }),
      { numRuns: 60 },
    );
  });

  it('follow causes from their instant on', () => {
    const before = generate(5);
    const after = withCauses(before, [cause]);
    const naive = new LedgerViews();
    const earlier = new ColumnViews(new FleetRows(before.terminals));
    earlier.view(before.terminals, EPOCH_MS, { sortBy: 'amt_comp', sortDir: 'desc' });
    const columns = earlier.fork(after.terminals, cause.atMs);
    const made = after.terminals.flatMap(({ ledger }) => ledger.transactionsBetween(EPOCH_MS, EPOCH_MS + 6 * HOUR_MS));
    expect(made.length).toBeGreaterThan(0);
    for (const nowMs of [EPOCH_MS + 6 * HOUR_MS, EPOCH_MS, EPOCH_MS + 90 * HOUR_MS]) {
      for (const sortBy of ['terminal_datetime', 'amt_comp', 'seq_no'] as const) {
        const order = { sortBy, sortDir: 'desc' } as const;
        expectSame(columns.view(after.terminals, nowMs, order), naive.view(after.terminals, nowMs, order), 0);
      }
    }
  });

  it('follow several causes when only the last state is read', () => {
    const before = generate(5);
    const later = { ...cause, causeId: `${cause.causeId}_later`, atMs: cause.atMs + 30 * HOUR_MS };
    const middle = withCauses(before, [cause]);
    const after = withCauses(middle, [later]);
    const order = { sortBy: 'terminal_datetime', sortDir: 'desc' } as const;
    const earlier = new ColumnViews(new FleetRows(before.terminals));
    earlier.view(before.terminals, EPOCH_MS + 60 * HOUR_MS, order);
    const columns = earlier.fork(middle.terminals, cause.atMs).fork(after.terminals, later.atMs);
    for (const nowMs of [EPOCH_MS + 6 * HOUR_MS, EPOCH_MS + 90 * HOUR_MS])
      expectSame(columns.view(after.terminals, nowMs, order), new LedgerViews().view(after.terminals, nowMs, order), 0);
  });
});
