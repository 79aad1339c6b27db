import { beforeEach, describe, expect, test } from 'vitest';
import { isThorough } from '../../../base/testing/depth.ts';
import { type Body, listDifferences, type OutcomeClient, openOutcomeClient } from '../testing/outcome-client.ts';
import { keys } from '../testing/test-app.ts';

/* Outcomes of disputes, in every resource that shows a dispute. */

let client: OutcomeClient;
beforeEach(() => {
  client = openOutcomeClient();
});

interface Dispute {
  readonly dispute_id: string;
  readonly status: string;
  readonly amount: string;
  readonly terminal_id: string;
  readonly account_id: string;
  readonly transaction_id: string;
  readonly due_date: string;
}

const listDisputes = async (query = ''): Promise<readonly Dispute[]> =>
  (await client.request('get', `/v1/disputes?limit=500${query}`)).data;
const readDispute = async (id: string): Promise<Body> =>
  (await listDisputes()).find(({ dispute_id: one }) => one === id);

/** Opens a dispute about the latest withdrawal that can be disputed. */
async function openDispute(): Promise<Dispute> {
  const disputed = new Set((await listDisputes()).map(({ transaction_id: id }) => id));
  const { data } = await client.request('get', '/v1/terminals/NW100145/transactions?limit=100');
  const row = data.find(
    (one: Record<string, string>) =>
      one.transaction_type === 'withdrawal' &&
      one.response === '00' &&
      one.dispense_status === 'full_dispense' &&
      !disputed.has(one.transaction_id ?? ''),
  );
  const body = { transaction_id: row.transaction_id, reason_code: 'cash_not_dispensed', amount: row.amt_req };
  return client.request('post', '/v1/disputes', { body, caller: keys.disputes, status: 201 });
}

describe.each([
  ['dispute_won', { outcome: 'denied', adjusted_amount: '0.00' }],
  ['dispute_lost', { outcome: 'upheld' }],
  ['dispute_partly_won', { outcome: 'partial', adjusted_amount: '0.05' }],
  ['dispute_withdrawn', { outcome: 'withdrawn', adjusted_amount: '0.00' }],
])('%s', (outcome, resolution) => {
  const parameters = outcome === 'dispute_partly_won' ? { adjusted_cents: 5 } : {};

  test('resolves a dispute that a user opened, and nothing changes it later', async () => {
    const opened = await openDispute();
    const summaryBefore = (await client.request('get', '/v1/disputes')).summary;
    const body = { outcome, id: opened.dispute_id, parameters };

    const trial = await client.trigger({ ...body, dry_run: true });
    expect(trial).toMatchObject({ dry_run: true, subject: 'dispute', id: opened.dispute_id, state: 'resolved' });
    expect(await readDispute(opened.dispute_id)).toMatchObject({ status: 'open' });

    const triggered = await client.reach(body);
    const dispute = await readDispute(opened.dispute_id);
    const adjusted_amount = 'adjusted_amount' in resolution ? resolution.adjusted_amount : opened.amount;
    expect(dispute).toMatchObject({
      status: 'resolved',
      is_overdue: false,
      resolution: { ...resolution, adjusted_amount, resolved_at: triggered.happens_at, adjustment_batch_id: null },
      reviewer: { reviewed_at: triggered.happens_at },
    });
    expect((await client.request('get', '/v1/disputes')).summary).toMatchObject({
      open_count: summaryBefore.open_count - 1,
      resolved_count: summaryBefore.resolved_count + 1,
    });
    const timeline = await client.request('get', `/v1/transactions/${opened.transaction_id}/timeline`);
    expect(timeline.steps.map(({ step }: { step: string }) => step)).toEqual(
      expect.arrayContaining(['dispute_opened', 'dispute_resolved']),
    );

    await client.advance(86_400);
    const derive = { business_date: '2026-11-02', account_id: opened.account_id };
    const { batches } = await client.request('post', '/v1/settlements/derive', { body: derive, status: 201 });
    const isCharged = adjusted_amount !== '0.00';
    const charged = { ...dispute, resolution: { ...dispute.resolution, adjustment_batch_id: batches[0].batch_id } };
    expect(-Number(batches[0].breakdown.adjustments) >= Number(adjusted_amount)).toBe(true);
    expect(await readDispute(opened.dispute_id)).toEqual(isCharged ? charged : dispute);
    await client.advance(40 * 86_400);
    expect(await readDispute(opened.dispute_id)).toEqual(isCharged ? charged : dispute);
  });

  test('refuses a dispute that is resolved, and one that the caller cannot see', async () => {
    const [resolved] = await listDisputes('&status=resolved');
    const problem = await client.trigger({ outcome, id: resolved?.dispute_id }, { status: 409 });
    expect(problem).toMatchObject({
      code: 'wrong_state',
      detail: `The dispute ${resolved?.dispute_id} is resolved. The outcome needs one that is open or evidence_requested or under_review or escalated.`,
    });
    const [open] = await listDisputes('&status=open');
    expect(
      await client.trigger({ outcome, id: open?.dispute_id }, { caller: keys.redline, status: 422 }),
    ).toMatchObject({
      errors: [{ pointer: '/id', code: 'unknown_object' }],
    });
  });
});

// In `npm test`, transactions.test.ts covers the replay of outcomes.
test.runIf(isThorough)('an outcome repeats with the same journal, and a reset removes it', async () => {
  const before = await client.readAll();
  await client.reach({ outcome: 'dispute_won' });
  const { id } = await client.reach({ outcome: 'dispute_partly_won' });
  expect(await readDispute(id)).toMatchObject({ status: 'resolved', resolution: { outcome: 'partial' } });
  await client.advance(2 * 86_400);
  await client.expectSameAfterReplay();
  await client.request('post', '/sandbox/reset', { caller: 'operator' });
  expect(listDifferences(await client.readAll(), before)).toEqual([]);
});

test('a read of an earlier instant shows the dispute before its outcome', async () => {
  const opened = await openDispute();
  await client.advance(60);
  const { happens_at: at } = await client.reach({ outcome: 'dispute_lost', id: opened.dispute_id });
  await client.advance(60);
  const readAt = async (asOf: string) =>
    (await client.request('get', '/v1/disputes?limit=500', { asOf })).data.find(
      ({ dispute_id: id }: Dispute) => id === opened.dispute_id,
    );
  expect(await readAt('2026-11-02T15:00:30Z')).toEqual(opened);
  expect(await readAt(at)).toMatchObject({ status: 'resolved', resolution: { outcome: 'upheld' } });
});

test('dispute_overdue leaves a dispute unanswered past its due date, and then it is lost by default', async () => {
  const { id, state, happens_at: at } = await client.reach({ outcome: 'dispute_overdue' });
  const overdue = await readDispute(id);
  expect(overdue).toMatchObject({ status: state, is_overdue: true, resolution: null });
  expect(overdue.due_date < at).toBe(true);
  expect((await client.request('get', '/v1/disputes')).summary.overdue_count).toBeGreaterThan(0);
  expect(await client.trigger({ outcome: 'dispute_overdue', id }, { status: 409 })).toMatchObject({
    code: 'wrong_state',
    detail: `The dispute ${id} is past its due date already.`,
  });
  await client.advance(8 * 86_400);
  expect(await readDispute(id)).toMatchObject({
    status: 'resolved',
    is_overdue: false,
    resolution: { outcome: 'expired_no_response', adjusted_amount: overdue.amount },
  });
  await client.expectSameAfterReplay();
});

test('dispute_overdue postpones the decision on an answered dispute', async () => {
  const [answered] = await listDisputes('&status=under_review');
  const { id } = await client.reach({ outcome: 'dispute_overdue', id: answered?.dispute_id });
  expect(await readDispute(id)).toMatchObject({ status: 'under_review', is_overdue: true });
});

test('takes the latest dispute of a terminal, and names what is wrong with a request', async () => {
  const [open] = await listDisputes('&status=open');
  const body = { outcome: 'dispute_lost', terminal_id: open?.terminal_id };
  expect(await client.trigger({ ...body, dry_run: true }, { caller: 'operator' })).toMatchObject({
    tenant_id: 'acct_northway',
    causes: [{ kind: 'dispute_decided', terminal_id: open?.terminal_id }],
  });
  const refused = async (more: object) => (await client.trigger({ ...body, ...more }, { status: 422 })).errors[0];
  expect(await refused({ account_id: 'acct_northway' })).toMatchObject({
    pointer: '/account_id',
    code: 'unknown_member',
    allowed: ['id', 'terminal_id'],
  });
  expect(await refused({ terminal_id: 'NOSUCH00' })).toMatchObject({
    pointer: '/terminal_id',
    code: 'unknown_terminal',
  });
  expect(await refused({ parameters: { adjusted_cents: 5 } })).toMatchObject({ pointer: '/parameters/adjusted_cents' });
  expect(await refused({ outcome: 'dispute_partly_won', parameters: { adjusted_cents: 10_000_000 } })).toMatchObject({
    pointer: '/parameters/adjusted_cents',
    code: 'out_of_range',
  });
  expect(await client.trigger(body, { caller: keys.disputes, status: 403 })).toMatchObject({
    code: 'insufficient_privilege',
  });
});
