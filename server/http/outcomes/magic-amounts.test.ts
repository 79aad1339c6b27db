import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, type OutcomeClient, openOutcomeClient } from '../testing/outcome-client.ts';
import { keys } from '../testing/test-app.ts';

/* Outcomes that amounts and memos of requests choose. A replay needs no option, because the facts contain the outcomes. */

const DAY_SECONDS = 86_400;

let client: OutcomeClient;
beforeEach(() => {
  client = openOutcomeClient({ hasMagicAmounts: true });
});

const readDispute = async (id: string): Promise<Body> =>
  (await client.request('get', '/v1/disputes?limit=500')).data.find(({ dispute_id: one }: Body) => one === id);

async function openDispute(amount: string, at = client): Promise<Body> {
  const { data } = await at.request('get', '/v1/terminals/NW100145/transactions?limit=200');
  const row = data.find(
    ({ transaction_type: type, response, dispense_status: status }: Body) =>
      type === 'withdrawal' && response === '00' && status === 'full_dispense',
  );
  const body = { transaction_id: row.transaction_id, reason_code: 'cash_not_dispensed', amount };
  return at.request('post', '/v1/disputes', { body, caller: keys.disputes, status: 201 });
}

describe.each([
  ['10.01', { status: 'resolved', resolution: { outcome: 'denied', adjusted_amount: '0.00' } }],
  ['10.02', { status: 'resolved', resolution: { outcome: 'upheld', adjusted_amount: '10.02' } }],
  ['10.03', { status: 'resolved', resolution: { outcome: 'partial' } }],
  ['10.04', { status: 'resolved', resolution: { outcome: 'withdrawn' } }],
  ['10.05', { status: 'evidence_requested', resolution: null }],
  ['10.06', { status: 'under_review', evidence: [{ kind: 'journal' }], resolution: null }],
  ['10.08', { status: 'open', resolution: null }],
])('a dispute about %s', (amount, expected) => {
  test('has the outcome of its cents after an hour', async () => {
    const opened = await openDispute(amount);
    expect(opened).toMatchObject({ status: 'open', amount, resolution: null });
    await client.advance(3600 - 1);
    expect(await readDispute(opened.dispute_id)).toEqual(opened);
    await client.advance(1);
    const dispute = await readDispute(opened.dispute_id);
    expect(dispute).toMatchObject(expected);
    await client.advance(3 * DAY_SECONDS);
    expect(await readDispute(opened.dispute_id)).toEqual(dispute);
  });
});

test('a dispute about an amount with 7 cents is escalated, and a trigger still decides it', async () => {
  const { dispute_id: id } = await openDispute('10.07');
  await client.advance(2 * 3600);
  expect(await readDispute(id)).toMatchObject({ status: 'escalated', evidence: [{ kind: 'journal' }] });
  await client.advance(30 * DAY_SECONDS);
  expect(await readDispute(id)).toMatchObject({ status: 'escalated', is_overdue: true });
  await client.reach({ outcome: 'dispute_won', id });
  expect(await readDispute(id)).toMatchObject({ status: 'resolved', resolution: { outcome: 'denied' } });
  await client.expectSameAfterReplay();
});

test('amounts have no effect without the option', async () => {
  const usual = openOutcomeClient();
  const opened = await openDispute('10.01', usual);
  await usual.advance(3600);
  const { data } = await usual.request('get', '/v1/disputes?limit=500');
  expect(data.find(({ dispute_id: id }: Body) => id === opened.dispute_id)).toEqual(opened);
});

const derive = (memo: string | null, status = 201): Promise<Body> =>
  client.request('post', '/v1/settlements/derive', {
    body: { business_date: '2026-10-30', memo },
    caller: keys.finance,
    status,
  });
const readBatch = async (id: string): Promise<Body> =>
  (await client.request('get', '/v1/settlements?limit=500')).data.find(({ batch_id: one }: Body) => one === id);

describe.each([
  ['batch_held', 'held'],
  ['batch_rejected', 'rejected'],
  ['R03', 'returned'],
  ['October', 'settled'],
])('a batch with the memo %s', (memo, status) => {
  test('has that outcome', async () => {
    const { batches } = await derive(memo);
    const { batch_id: id } = batches[0];
    expect(batches[0].status).toBe('derived');
    await client.advance(3 * DAY_SECONDS);
    const batch = await readBatch(id);
    expect(batch.status).toBe(status);
    expect(batch.returns.map(({ return_code: code }: Body) => code)).toEqual(
      status === 'returned' ? Array(batch.entry_count).fill('R03') : [],
    );
    await client.advance(3 * DAY_SECONDS);
    expect(await readBatch(id)).toMatchObject({ status });
    if (status !== 'rejected') return;
    const again = await derive(null);
    await client.advance(3 * DAY_SECONDS);
    expect(await readBatch(again.batches[0].batch_id)).toMatchObject({ status: 'settled' });
    await client.expectSameAfterReplay();
  });
});

test('a memo with a code that does not fit the entries is refused', async () => {
  expect((await derive('R10', 422)).errors).toEqual([
    { pointer: '/memo', code: 'unknown_value', detail: 'R10 is for PPD entries, and the batch has CCD entries.' },
  ]);
});
