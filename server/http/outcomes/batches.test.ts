import { beforeEach, describe, expect, test } from 'vitest';
import { isThorough } from '../../../base/testing/depth.ts';
import { type Body, listDifferences, type OutcomeClient, openOutcomeClient } from '../testing/outcome-client.ts';
import { keys } from '../testing/test-app.ts';

/* Outcomes of settlement batches, in every resource that shows a batch. */

let client: OutcomeClient;
beforeEach(() => {
  client = openOutcomeClient();
});

const DAY_SECONDS = 86_400;
const listBatches = async (query = '', caller: string = keys.admin): Promise<readonly Body[]> =>
  (await client.request('get', `/v1/settlements?limit=500${query}`, { caller })).data;
const readBatch = async (id: string, caller?: string): Promise<Body> =>
  (await listBatches('', caller)).find(({ batch_id: one }) => one === id);

/** Derives the batch of the last business date, which is approved an hour later. */
async function deriveBatch(): Promise<Body> {
  const { batches } = await client.request('post', '/v1/settlements/derive', {
    body: { business_date: '2026-10-30' },
    caller: keys.finance,
    status: 201,
  });
  return batches[0];
}

const readMismatch = async (id: string): Promise<Body> =>
  (
    await client.request('get', '/sandbox/incidents?type=settlement_mismatch&limit=500', { caller: 'operator' })
  ).data.find(({ dedupe_key: key }: Body) => key === `settlement_mismatch:${id}`);

test('batch_held stops a batch until it is approved, and its file is sent then', async () => {
  const { batch_id: id } = await deriveBatch();
  await client.reach({ outcome: 'batch_held', id });
  expect(await readBatch(id)).toMatchObject({
    status: 'held',
    status_reason: 'The payout waits for a review of the payee.',
    variance_amount: '0.00',
  });
  await client.advance(3 * DAY_SECONDS);
  expect(await readBatch(id)).toMatchObject({
    status: 'held',
    timing: { approved_at: null, submitted_at: null, effective_entry_date: '2026-11-06' },
  });

  const { happens_at: at, state } = await client.reach({ outcome: 'batch_approved' });
  expect(state).toBe('approved');
  expect(await readBatch(id)).toMatchObject({ status: 'approved', status_reason: null, timing: { approved_at: at } });
  await client.advance(DAY_SECONDS);
  expect(await readBatch(id)).toMatchObject({
    status: 'settled',
    timing: { submitted_at: expect.stringMatching(/^2026-11-05T22:00/), settled_at: '2026-11-06T13:30:00Z' },
  });
  expect(await readMismatch(id)).toBeUndefined();
  await client.expectSameAfterReplay();
});

test('deriving a held batch again ends the hold', async () => {
  const { batch_id: id } = await deriveBatch();
  await client.reach({ outcome: 'batch_held', id });
  const body = { business_date: '2026-10-30' };
  const { batches } = await client.request('post', '/v1/settlements/derive', { body, caller: keys.finance });
  expect(batches[0]).toMatchObject({ batch_id: id, revision: 2, status: 'derived' });
  expect(await client.trigger({ outcome: 'batch_returned', id }, { status: 409 })).toMatchObject({
    code: 'wrong_state',
    detail: `The batch ${id} is derived. The outcome needs one that is submitted or settled or partially_returned.`,
  });
});

test('batch_approved releases a batch with a variance, and its incident ends', async () => {
  const [held] = await listBatches('&status=held');
  expect(held.variance_amount).not.toBe('0.00');
  await client.reach({ outcome: 'batch_approved', id: held.batch_id });
  expect(await readBatch(held.batch_id)).toMatchObject({ status: 'approved' });
  await client.advance(120);
  const incident = await readMismatch(held.batch_id);
  expect(incident).toMatchObject({ resolution: 'acknowledged' });
  expect(incident.moments[0]).toMatchObject({ state: 'triggered' });
});

test('batch_same_day sends a batch in the next window, and settles it on the same day', async () => {
  const { batch_id: id } = await deriveBatch();
  const { state } = await client.reach({ outcome: 'batch_same_day', id });
  expect(state).toBe('submitted');
  expect(await readBatch(id)).toMatchObject({
    status: 'submitted',
    ach: { same_day: true, same_day_window: '10:30' },
    timing: { submitted_at: '2026-11-02T15:25:00Z', effective_entry_date: '2026-11-02' },
  });
  await client.advance(4 * 3600);
  expect(await readBatch(id)).toMatchObject({ status: 'settled', timing: { settled_at: '2026-11-02T18:00:00Z' } });
  await client.advance(5 * 3600);
  expect(await client.trigger({ outcome: 'batch_same_day', id }, { status: 409 })).toMatchObject({
    code: 'wrong_state',
  });
});

test('batch_same_day is refused when all windows of the day are closed', async () => {
  await client.advance(8 * 3600);
  const { batch_id: id } = await deriveBatch();
  expect(await client.trigger({ outcome: 'batch_same_day', id }, { status: 409 })).toMatchObject({
    code: 'wrong_state',
    detail: 'All same-day windows of today are closed.',
  });
});

test.each([
  ['batch_rejected', 'rejected'],
  ['batch_canceled', 'canceled'],
])('%s ends a batch, and the same money can be derived again', async (outcome, status) => {
  const before = await deriveBatch();
  const id = before.batch_id;
  const triggered = await client.reach({ outcome, id });
  expect(triggered.state).toBe(status);
  const ended = await readBatch(id);
  expect(ended).toMatchObject({ status, status_reason: expect.any(String), net_payout: before.net_payout });
  expect(ended.timing).toMatchObject({ submitted_at: null, settled_at: null });
  expect(ended.timing.approved_at === null).toBe(status === 'canceled');
  await client.advance(2 * DAY_SECONDS);
  expect((await readBatch(id)).status).toBe(status);
  await client.expectSameAfterReplay();

  const again = await deriveBatch();
  expect(again).toMatchObject({ status: 'derived', net_payout: before.net_payout });
  await client.advance(2 * DAY_SECONDS);
  expect(await readBatch(again.batch_id)).toMatchObject({ status: 'settled' });
});

describe('batch_returned', () => {
  test.each(['R02', 'R03', 'R04', 'R16', 'R20'])('returns all entries with %s', async (code) => {
    const { id, state } = await client.reach({ outcome: 'batch_returned', parameters: { return_code: code } });
    expect(state).toBe('returned');
    const batch = await readBatch(id);
    expect(batch).toMatchObject({ status: 'returned' });
    expect(batch.returns).toHaveLength(batch.entry_count);
    const sums = { credit: 0, debit: 0 };
    for (const { return_code, entry_side: side, amount, returned_at } of batch.returns) {
      expect({ return_code, returned_at }).toEqual({ return_code: code, returned_at: batch.timing.returned_at });
      sums[side as 'credit' | 'debit'] += Math.round(Number(amount) * 100);
    }
    expect(sums.credit).toBe(Math.round(Number(batch.credit_total) * 100));
    expect(sums.debit).toBe(Math.round(Number(batch.debit_total) * 100));
    expect(new Set(batch.returns.map(({ trace_number: trace }: Body) => trace)).size).toBe(batch.entry_count);

    await client.advance(60);
    expect(await readMismatch(id)).toMatchObject({
      moments: [{ state: 'triggered', summary: expect.stringContaining(code) }],
    });
    expect(await client.trigger({ outcome: 'batch_returned', id }, { status: 409 })).toMatchObject({
      code: 'wrong_state',
    });
  });

  test.each(['R01', 'R05', 'R07', 'R08', 'R09', 'R10', 'R29'])('returns only debits with %s', async (code) => {
    const body = { outcome: 'batch_returned', parameters: { return_code: code } };
    const { tenant_id: tenantId, id, state } = await client.trigger(body, { caller: 'operator' });
    await client.advance(60);
    const caller = { acct_northway: keys.admin, acct_redline: keys.redline, acct_delgado: keys.delgado }[
      tenantId as string
    ];
    const batch = await readBatch(id, caller);
    expect(batch.status).toBe(state);
    expect(batch.returns).toHaveLength(batch.debit_entry_count);
    expect(batch.ach.sec_code === 'PPD' || !['R05', 'R07', 'R10'].includes(code)).toBe(true);
  });

  test('refuses a code that does not fit the entries', async () => {
    const settled = await listBatches('&status=settled');
    const creditsOnly = settled.find(({ debit_entry_count: count }) => count === 0);
    const refuse = async (id: string, code: string) =>
      (await client.trigger({ outcome: 'batch_returned', id, parameters: { return_code: code } }, { status: 422 }))
        .errors;
    expect(await refuse(creditsOnly.batch_id, 'R01')).toMatchObject([
      { pointer: '/parameters/return_code', code: 'out_of_range', detail: expect.stringContaining('has none') },
    ]);
    const company = settled.find(({ ach }) => ach.sec_code === 'CCD');
    expect(await refuse(company.batch_id, 'R10')).toMatchObject([
      { detail: 'R10 is for PPD entries, and the batch has CCD entries.' },
    ]);
  });

  // In `npm test`, transactions.test.ts covers the replay of outcomes.
  test.runIf(isThorough)('repeats with the same journal, and a reset removes it', async () => {
    const before = await client.readAll();
    await client.reach({ outcome: 'batch_returned' });
    await client.advance(DAY_SECONDS);
    await client.expectSameAfterReplay();
    await client.request('post', '/sandbox/reset', { caller: 'operator' });
    expect(listDifferences(await client.readAll(), before)).toEqual([]);
  });
});
