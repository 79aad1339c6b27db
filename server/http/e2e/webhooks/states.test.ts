import { beforeEach, describe, expect, test } from 'vitest';
import {
  advanceClockBy,
  changeDestinationStatus,
  createAppWithMissedHeartbeat,
  type DeliveryDetail,
  disconnectTerminal,
  expectBody,
  expectFaults,
  expectProblem,
  listSentIds,
  RECEIVER_URL,
  readAllDeliveries,
  readDelivery,
  readDestination,
  registerDestination,
  START,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* Deliveries through HTTP: retry schedules and the states of a destination. */

/** Selects one event of these tests: the missed heartbeat. */
const MISSED_HEARTBEAT = [{ types: ['heartbeat_stale'], states: ['triggered'] }];

let hooks: WebhooksApp;
let id = '';
beforeEach(async () => {
  ({ hooks, id } = await createAppWithMissedHeartbeat());
});

/** Returns the only delivery, with its attempts. */
async function readOnlyDelivery(): Promise<DeliveryDetail> {
  const [first, ...more] = await readAllDeliveries(hooks);
  expect(more).toEqual([]);
  return readDelivery(hooks, first?.delivery_id ?? '');
}
const countSeconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;
const advanceToNextAttempt = () =>
  hooks.request('post', '/sandbox/clock/advance', 'operator').send({ to_next_attempt: true });

describe('the standard schedule', () => {
  test('makes ten attempts in one advance of the clock, each at its due instant', async () => {
    hooks.receiverReply = 500;
    await advanceClockBy(hooks, 'PT77H');
    const { attempts, happened_at, state, ended_at, attempt_count, next_attempt, last_status } =
      await readOnlyDelivery();
    const dueAfter = [0, 5, 305, 2105, 9305, 27305, 63305, 113705, 185705, 272105];
    expect(attempts.map(({ due_at }) => countSeconds(happened_at, due_at))).toEqual(dueAfter);
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect({ state, attempt_count, next_attempt, last_status }).toEqual({
      state: 'exhausted',
      attempt_count: 10,
      next_attempt: null,
      last_status: 500,
    });
    expect(ended_at).toBe(attempts.at(-1)?.due_at);
    expect(hooks.sent).toHaveLength(10);
  });

  test('advances to each next attempt', async () => {
    hooks.receiverReply = 500;
    await expectProblem(advanceToNextAttempt(), 409, 'no_attempt_waiting');
    await advanceClockBy(hooks, 'PT20M');
    const { attempts, next_attempt } = await readOnlyDelivery();
    expect(attempts).toHaveLength(3);
    expect(next_attempt).toEqual({ clock: 'sandbox', at: attempts[2]?.next_attempt?.at });
    expect(await expectBody(advanceToNextAttempt())).toMatchObject({ now: next_attempt?.at });
    expect(await expectBody(advanceToNextAttempt())).toMatchObject({
      now: (await readOnlyDelivery()).attempts[4]?.due_at,
    });
    hooks.receiverReply = 200;
    await expectBody(advanceToNextAttempt());
    expect(await readOnlyDelivery()).toMatchObject({ state: 'delivered', attempt_count: 6 });
    await expectProblem(advanceToNextAttempt(), 409, 'no_attempt_waiting');
  });

  test('waits for the Retry-After of the receiver', async () => {
    hooks.receiverReply = () => (hooks.sent.length === 1 ? { status: 503, headers: { 'retry-after': '3600' } } : 200);
    await advanceClockBy(hooks, 'PT2H');
    const { attempts, state } = await readOnlyDelivery();
    expect(attempts.map(({ due_at }) => countSeconds(attempts[0]?.due_at ?? '', due_at))).toEqual([0, 3600]);
    expect(state).toBe('delivered');
  });

  test('sends the same bytes each time, signed with the real time', async () => {
    hooks.receiverReply = () => {
      hooks.wallMs += 60_000;
      return 500;
    };
    await advanceClockBy(hooks, 'PT77H');
    expect(new Set(hooks.sent.map(({ body }) => body))).toEqual(new Set([(await readOnlyDelivery()).body]));
    expect(hooks.sent.map(({ headers }) => Number(headers['webhook-timestamp']) - 1_800_000_000)).toEqual([
      0, 60, 120, 180, 240, 300, 360, 420, 480, 540,
    ]);
    expect(new Set(hooks.sent.map(({ headers }) => headers['webhook-signature'])).size).toBe(10);
  });
});

test('makes six attempts of the fast schedule on the real clock', async () => {
  await expectBody(hooks.request('patch', `/sandbox/destinations/${id}`).send({ retry_profile: 'fast' }));
  hooks.receiverReply = 500;
  await advanceClockBy(hooks, 'PT77H');
  expect(hooks.sent).toHaveLength(1);
  await expectProblem(advanceToNextAttempt(), 409, 'no_attempt_waiting');
  for (const [index, seconds] of [1, 2, 4, 8, 16].entries()) {
    const { next_attempt } = await readOnlyDelivery();
    expect(next_attempt).toEqual({ clock: 'real', at: new Date(hooks.wallMs + seconds * 1000).toISOString() });
    hooks.wallMs += seconds * 1000 - 1;
    await hooks.deliveryService.whenSettled(1000);
    expect(hooks.sent).toHaveLength(index + 1);
    hooks.wallMs += 1;
    await hooks.deliveryService.whenSettled(1000);
    expect(hooks.sent).toHaveLength(index + 2);
  }
  expect(await readOnlyDelivery()).toMatchObject({ state: 'exhausted', attempt_count: 6 });
});

describe('a paused destination', () => {
  test('receives nothing until it is resumed, then all pending deliveries', async () => {
    expect((await changeDestinationStatus(hooks, id, 'pause')).status).toBe('paused');
    await advanceClockBy(hooks, 'P4D');
    expect(hooks.sent).toEqual([]);
    expect(await readOnlyDelivery()).toMatchObject({ state: 'pending', attempt_count: 0 });
    await expectProblem(advanceToNextAttempt(), 409, 'no_attempt_waiting');
    expect((await changeDestinationStatus(hooks, id, 'resume')).status).toBe('enabled');
    await hooks.deliveryService.whenSettled(1000);
    expect(hooks.sent).toHaveLength(1);
    expect(await readOnlyDelivery()).toMatchObject({ state: 'delivered', ended_at: '2026-11-06T15:00:00Z' });
  });

  test('receives one attempt when it is resumed, and no accumulated retries', async () => {
    hooks.receiverReply = 500;
    await changeDestinationStatus(hooks, id, 'pause');
    await advanceClockBy(hooks, 'P4D');
    await changeDestinationStatus(hooks, id, 'resume');
    await hooks.deliveryService.whenSettled(1000);
    expect(hooks.sent).toHaveLength(1);
    expect((await readOnlyDelivery()).next_attempt).toEqual({ clock: 'sandbox', at: '2026-11-06T15:00:05Z' });
  });

  test('is unchanged by a second pause, and skips pending deliveries when disabled', async () => {
    await changeDestinationStatus(hooks, id, 'pause');
    await advanceClockBy(hooks, 60);
    expect((await changeDestinationStatus(hooks, id, 'pause')).changed_at).toBe(START);
    await advanceClockBy(hooks, 'PT1H');
    await changeDestinationStatus(hooks, id, 'disable');
    expect(await readOnlyDelivery()).toMatchObject({
      state: 'skipped',
      ended_at: '2026-11-02T16:01:00Z',
      next_attempt: null,
    });
  });
});

describe('a disabled destination', () => {
  test('skips deliveries until it is enabled', async () => {
    expect(await changeDestinationStatus(hooks, id, 'disable')).toMatchObject({
      status: 'disabled',
      disabled_reason: 'user',
    });
    await advanceClockBy(hooks, 'PT1H');
    expect(await readOnlyDelivery()).toMatchObject({ state: 'skipped', attempt_count: 0 });
    for (const where of ['pause', 'resume'])
      await expectFaults(hooks.request('post', `/sandbox/destinations/${id}/${where}`), '');
    expect(await changeDestinationStatus(hooks, id, 'enable')).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
    });
    await advanceClockBy(hooks, 'PT1H');
    expect(hooks.sent).toEqual([]);
    expect((await readOnlyDelivery()).state).toBe('skipped');
  });

  test('is the result of a 410 from the receiver', async () => {
    hooks.receiverReply = 410;
    await advanceClockBy(hooks, 'PT1H');
    expect(await readOnlyDelivery()).toMatchObject({ state: 'skipped', attempt_count: 1, last_status: 410 });
    expect(await readDestination(hooks, id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    await advanceClockBy(hooks, 'P20D');
    expect(hooks.sent).toHaveLength(1);
  });

  test('is the result of 120 hours without a successful delivery', async () => {
    hooks.receiverReply = 'nothing';
    await advanceClockBy(hooks, 'PT119H');
    expect(await readDestination(hooks, id)).toMatchObject({
      status: 'enabled',
      health: { failing_since: (await readOnlyDelivery()).happened_at, last_error: 'Nothing listens there.' },
    });
    await advanceClockBy(hooks, 'P60D');
    const failed = await readDestination(hooks, id);
    expect(failed).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    expect(new Set((await readAllDeliveries(hooks)).map(({ state }) => state))).toEqual(
      new Set(['exhausted', 'skipped']),
    );

    expect((await changeDestinationStatus(hooks, id, 'enable')).health.failing_since).toBe(failed.health.failing_since);
    hooks.receiverReply = 200;
    await disconnectTerminal(hooks, 'DG000202');
    await advanceClockBy(hooks, 'PT1H');
    expect((await readDestination(hooks, id)).health).toMatchObject({ failing_since: null, last_error: null });
  });
});

test('never ends a delivery before its event, even if one advance of the clock disables the destination', async () => {
  await registerDestination(hooks);
  hooks.receiverReply = 'nothing';
  await advanceClockBy(hooks, 'P90D');
  const skipped = (await readAllDeliveries(hooks, 'state=skipped')).filter(({ attempt_count }) => attempt_count === 0);
  expect(skipped.length).toBeGreaterThan(5);
  // Those that were queued before the destination was disabled end at that instant, and later ones with their event.
  for (const { happened_at, ended_at } of skipped)
    expect(Date.parse(String(ended_at))).toBeGreaterThanOrEqual(Date.parse(happened_at));
});

test('keeps the log of a deleted destination, and skips its pending deliveries', async () => {
  await advanceClockBy(hooks, 'PT1H');
  const [taken] = await readAllDeliveries(hooks);
  hooks.receiverReply = 500;
  await disconnectTerminal(hooks, 'DG000202');
  await advanceClockBy(hooks, 'PT1H');
  await expectBody(hooks.request('delete', `/sandbox/destinations/${id}`));
  const [waited, ...rest] = await readAllDeliveries(hooks, `destination_id=${id}`);
  expect(waited).toMatchObject({ state: 'skipped', attempt_count: 4, ended_at: '2026-11-02T17:00:00Z' });
  expect(rest).toEqual([taken]);
  expect((await readDelivery(hooks, taken?.delivery_id ?? '')).attempts).toHaveLength(1);
  const posted = hooks.sent.length;
  await advanceClockBy(hooks, 'P10D');
  expect(hooks.sent).toHaveLength(posted);
  await expectProblem(hooks.request('post', `/sandbox/deliveries/${taken?.delivery_id}/replay`), 404, 'not_found');
});

test('does not delay deliveries behind another failing destination', async () => {
  await registerDestination(hooks, { url: 'http://127.0.0.1:3000/other', subscriptions: MISSED_HEARTBEAT });
  hooks.receiverReply = ({ url }) => (url === RECEIVER_URL ? 500 : 200);
  await advanceClockBy(hooks, 'PT1H');
  const states = (await readAllDeliveries(hooks)).map(({ state }) => state);
  expect(states.toSorted()).toEqual(['delivered', 'pending']);
  expect(new Set(listSentIds(hooks)).size).toBe(1);
});

test.each([
  ['disabled', 'user'],
  ['paused', null],
  ['enabled', null],
])('a destination can be created %s', async (status, reason) => {
  const { destination } = await registerDestination(hooks, { url: RECEIVER_URL, status });
  expect(destination).toMatchObject({ status, disabled_reason: reason });
  expect(await readDestination(hooks, destination.destination_id)).toMatchObject({ status, disabled_reason: reason });
});
