import { expect, test } from 'vitest';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { createCall } from './control-plane.ts';
import { waitForDeliveries } from './wait-for-deliveries.ts';

type Delivery = SandboxSchemas['Delivery'];

const PENDING: Delivery = {
  delivery_id: 'dlv_01M6ECE9Z0V2SBADQDCF095KWS',
  destination_id: 'dst_01M6ECCFC047R9B330QDTAKFPR',
  event_id: 'evt_01M6ECE9Z0TW6A95GSF4EZ8Z6D',
  type: 'cash_low',
  account_id: 'acct_northway',
  terminal_id: 'NW104310',
  happened_at: '2026-11-02T15:01:00Z',
  incident_id: null,
  incident_state: null,
  is_test: false,
  state: 'pending',
  attempt_count: 1,
  last_status: 503,
  last_error: 'The receiver answered 503; expected 2xx.',
  next_attempt: { clock: 'sandbox', at: '2026-11-02T15:01:05Z' },
  created_at: '2026-11-02T15:01:00Z',
  ended_at: null,
};
const DUE: Delivery = { ...PENDING, next_attempt: { clock: 'sandbox', at: '2026-11-02T15:01:00Z' } };
const FAST: Delivery = { ...PENDING, next_attempt: { clock: 'real', at: '2026-11-21T20:00:08Z' } };
const DELIVERED: Delivery = { ...PENDING, state: 'delivered', next_attempt: null };

/** Returns the snapshots in order, one per poll, and repeats the last one. */
function wait(
  results: readonly (readonly Delivery[])[],
  { clock = 'frozen', destination = 'enabled', timeoutMs = 60_000 } = {},
) {
  let reads = 0;
  const call = createCall(async ({ path }) =>
    path === 'clock'
      ? { now: '2026-11-02T15:01:00Z', state: clock }
      : { data: [{ destination_id: PENDING.destination_id, status: destination }] },
  );
  const readDeliveries = async () => results[Math.min(reads++, results.length - 1)] ?? [];
  return waitForDeliveries(call, { readDeliveries, timeoutMs });
}

test('polls until all deliveries are final', async () => {
  const skipped: Delivery = { ...DELIVERED, state: 'skipped' };
  const waited = await wait([
    [DUE, FAST],
    [{ ...DUE, state: 'sending' }, DELIVERED],
    [DELIVERED, skipped],
  ]);
  expect(waited).toMatchObject({ outcome: 'ended', reasons: [], deliveries: [DELIVERED, skipped] });
});

test('ends immediately on a frozen clock and reports each remedy once', async () => {
  const { outcome, reasons } = await wait([[PENDING, PENDING, DELIVERED]]);
  expect(outcome).toBe('held');
  expect(reasons).toEqual([expect.stringContaining('fleetkit clock advance to-next-attempt')]);
});

test('ends immediately if the destination is paused', async () => {
  const { outcome, reasons } = await wait([[DUE]], { destination: 'paused' });
  expect([outcome, reasons]).toEqual(['held', ['The destination is paused. Resume it: fleetkit destinations resume']]);
});

test('waits for a retry in real time while another delivery is held', async () => {
  expect(
    await wait([
      [PENDING, FAST],
      [PENDING, DELIVERED],
    ]),
  ).toMatchObject({ outcome: 'held', deliveries: [PENDING, DELIVERED] });
});

test('waits until the time limit on a running clock and for retries in real time', async () => {
  expect(await wait([[PENDING]], { clock: 'running', timeoutMs: 1 })).toMatchObject({
    outcome: 'timed_out',
    reasons: [],
  });
  expect(await wait([[FAST]], { timeoutMs: 1 })).toMatchObject({ outcome: 'timed_out' });
});
