import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, listDifferences, type OutcomeClient, openOutcomeClient } from '../testing/outcome-client.ts';

/* Outcomes of transactions, in every resource that shows them. */

let client: OutcomeClient;
beforeEach(() => {
  client = openOutcomeClient();
});

const TERMINAL = 'NW104310';
const MINUTE = '2026-11-02T17:45';

const listRows = async (): Promise<readonly Body[]> =>
  (await client.request('get', `/v1/terminals/${TERMINAL}/transactions?limit=100`)).data;
const readRow = async (id: string): Promise<Body> => (await listRows()).find(({ transaction_id: one }) => one === id);
const readTimeline = (id: string): Promise<Body> => client.request('get', `/v1/transactions/${id}/timeline`);

describe.each([
  [
    'transaction_approved',
    {},
    {
      row: { response: '00', amt_comp: '40.00', dispense_status: 'full_dispense' },
      timeline: { outcome: 'approved', steps: ['dispense_completed', 'cash_taken'] },
    },
  ],
  [
    'transaction_approved',
    { transaction_type: 'balance_inquiry', account_type: 'savings' },
    {
      row: { response: '00', amt_req: '0.00', account_type: 'savings', dispense_status: 'not_applicable' },
      timeline: { outcome: 'approved', steps: ['response_received'] },
    },
  ],
  [
    'transaction_declined',
    { response: '55' },
    {
      row: { response: '55', amt_comp: '0.00', sur_comp: '0.00', dispense_status: 'no_dispense' },
      timeline: { outcome: 'declined', steps: ['response_received'] },
    },
  ],
  [
    'transaction_declined',
    { response: '68' },
    {
      row: { response: '68', amt_comp: '0.00', dispense_status: 'no_dispense' },
      timeline: { outcome: 'timed_out', steps: ['response_timeout'] },
    },
  ],
  [
    'transaction_reversed',
    { reversal_code: '08', reversed_after_seconds: 90 },
    {
      row: { response: '00', amt_comp: '0.00', sur_comp: '0.00', dispense_status: 'reversed' },
      timeline: { outcome: 'reversed', steps: ['dispense_failed', 'reversal_sent'] },
    },
  ],
  [
    'transaction_partly_dispensed',
    { amount_cents: 10_000, notes_short: 2 },
    {
      row: { response: '00', amt_req: '100.00', amt_comp: '60.00', dispense_status: 'under_dispense' },
      timeline: { outcome: 'partially_completed', steps: ['dispense_completed'] },
    },
  ],
  [
    'transaction_retracted',
    {},
    {
      row: { response: '00', amt_comp: '0.00', dispense_status: 'reversed' },
      timeline: { outcome: 'reversed', steps: ['dispense_completed', 'cash_retracted', 'reversal_sent'] },
    },
  ],
  [
    'transaction_late',
    {},
    {
      row: { response: '00', amt_comp: '0.00', dispense_status: 'reversed' },
      timeline: { outcome: 'reversed', steps: ['response_timeout', 'reversal_sent'] },
    },
  ],
  [
    'transaction_unconfirmed',
    {},
    {
      row: { response: '00', amt_comp: '40.00', dispense_status: 'unknown' },
      timeline: { outcome: 'approved', steps: ['dispense_started'] },
    },
  ],
])('%s %o', (outcome, parameters, { row, timeline }) => {
  test('happens in the requested minute, in every resource', async () => {
    const body = { outcome, terminal_id: TERMINAL, parameters: { ...parameters, at: `${MINUTE}Z` } };
    const triggered = await client.trigger(body);
    expect(triggered).toMatchObject({ subject: 'transaction', state: timeline.outcome });
    expect(await readRow(triggered.id)).toBeUndefined();
    await client.advance(triggered.happens_after_seconds);

    const found = await readRow(triggered.id);
    expect(found).toMatchObject(row);
    expect(new Date(found.terminal_datetime).toISOString().startsWith(MINUTE)).toBe(true);
    const { outcome: reached, steps } = await readTimeline(triggered.id);
    expect(reached).toBe(timeline.outcome);
    expect(steps.map(({ step }: Body) => step)).toEqual(expect.arrayContaining(timeline.steps));
    if (timeline.outcome === 'reversed') {
      const reversal = await readRow(found.linked_transaction_id);
      expect(reversal).toMatchObject({ transaction_type: 'reversal', linked_transaction_id: triggered.id });
    }
    const { recent_transactions: recent } = await client.request('get', '/v1/portal');
    expect(recent.map(({ transaction_id: id }: Body) => id)).toContain(triggered.id);
    await client.advance(86_400);
    expect(await readRow(triggered.id)).toEqual(found);
  });
});

test('the money of a transaction is part of the cash of the terminal and of the next batch', async () => {
  const readCash = async () =>
    (await client.request('get', `/v1/terminals/${TERMINAL}/status-monitoring`)).cash.amount_remaining;
  const total = async (): Promise<number> =>
    Number((await client.request('get', `/v1/terminals/${TERMINAL}/transactions?limit=1`)).summary.total_withdrawn);
  const body = (outcome: string) => ({ outcome, terminal_id: TERMINAL, parameters: { amount_cents: 6000 } });
  const reached = await client.trigger(body('transaction_approved'));
  await client.advance(reached.happens_after_seconds - 1);
  const [cash, withdrawn] = [Number(await readCash()), await total()];
  await client.advance(1);
  expect(Number(await readCash())).toBe(cash - 60);
  expect(await total()).toBe(withdrawn + 60);
});

test('repeats with the same journal, and a reset removes it', async () => {
  const before = await client.readAll();
  const { id } = await client.reach({ outcome: 'transaction_retracted' });
  const timeline = `/v1/transactions/${id}/timeline`;
  await client.expectSameAfterReplay(timeline);
  const dispute = { transaction_id: id, reason_code: 'reversal_not_posted', amount: '20.00' };
  await client.request('post', '/v1/disputes', { body: dispute, status: 201 });
  await client.reach({ outcome: 'dispute_lost' });
  await client.advance(86_400);
  await client.expectSameAfterReplay(timeline);
  await client.request('post', '/sandbox/reset', { caller: 'operator' });
  expect(listDifferences(await client.readAll(), before)).toEqual([]);
});

test('refuses a minute that is over or too far, and what the terminal cannot do', async () => {
  const refuse = async (body: object) =>
    (await client.trigger({ outcome: 'transaction_approved', terminal_id: TERMINAL, ...body }, { status: 422 })).errors;
  for (const at of ['2026-11-02T14:00Z', '2026-11-02T15:00:30Z', '2026-12-30T15:00Z'])
    expect(await refuse({ parameters: { at } })).toMatchObject([
      {
        pointer: '/parameters/at',
        code: 'out_of_range',
        detail: 'Expected a minute from 2026-11-02T15:02:00Z to 2026-12-02T15:00:01Z.',
      },
    ]);
  expect(await refuse({ parameters: { at: 'noon' } })).toMatchObject([{ code: 'wrong_format' }]);
  expect(await refuse({ parameters: { amount_cents: 4100 } })).toMatchObject([
    { pointer: '/parameters/amount_cents', code: 'out_of_range' },
  ]);
  expect(await refuse({ outcome: 'transaction_partly_dispensed', parameters: { amount_cents: 2000 } })).toMatchObject([
    { pointer: '/parameters/notes_short' },
  ]);
  expect(await refuse({ outcome: 'transaction_declined', parameters: { response: '00' } })).toMatchObject([
    { pointer: '/parameters/response', code: 'unknown_value' },
  ]);
  await client.request('post', '/sandbox/causes', { body: { event_type: 'heartbeat_stale', terminal_id: TERMINAL } });
  await client.advance(60);
  expect(await refuse({})).toMatchObject([{ pointer: '/terminal_id', code: 'cannot_serve' }]);
});
