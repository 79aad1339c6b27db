import { beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { MemoryDeliveryStore } from '../../../delivery/store/memory-store.ts';
import {
  advanceClockBy,
  changeDestinationStatus,
  createAppWithMissedHeartbeat,
  createWebhooksApp,
  disconnectTerminal,
  expectBody,
  expectFaults,
  expectProblem,
  listSentIds,
  readAllDeliveries,
  readAllEvents,
  readDelivery,
  readDestination,
  registerDestination,
  START,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* Replays of a delivery, and recoveries of undelivered events, through HTTP. */

let hooks: WebhooksApp;
let id = '';
beforeEach(async () => {
  ({ hooks, id } = await createAppWithMissedHeartbeat());
});

type Recovered = SandboxSchemas['RecoveredDestination'];
const recover = (body: object) =>
  hooks.request('post', `/sandbox/destinations/${id}/recover`).send({ since: START, ...body });
const recoverAndCount = async (body: object = {}) => (await expectBody<Recovered>(recover(body))).queued;
const waitUntilSettled = () => hooks.deliveryService.whenSettled(1000);
const NONE = { missed: 0, skipped: 0, exhausted: 0, delivered: 0 };

describe('a replay', () => {
  const replay = (deliveryId: string) => hooks.request('post', `/sandbox/deliveries/${deliveryId}/replay`);

  test('sends the same id and bytes with a new timestamp and the current secret', async () => {
    await advanceClockBy(hooks, 'PT1H');
    const [taken] = await readAllDeliveries(hooks);
    await expectBody(hooks.request('post', `/sandbox/destinations/${id}/secret/rotate`).send({ overlap_seconds: 0 }));
    const { secret } = await readDestination(hooks, id);
    hooks.wallMs += 5000;
    hooks.receiverReply = 500;
    const { attempts, ...rest } = await expectBody<SandboxSchemas['DeliveryDetail']>(replay(taken?.delivery_id ?? ''));
    expect(rest).toMatchObject({ state: 'delivered', attempt_count: 2, last_status: 500, next_attempt: null });
    expect(rest.ended_at).toBe(taken?.ended_at);
    expect(attempts.map(({ trigger }) => trigger)).toEqual(['scheduled', 'replay']);
    expect(attempts[1]?.request.signing.signatures.map(({ fingerprint }) => fingerprint)).toEqual([secret.fingerprint]);
    const [first, second] = hooks.sent;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(Number(second?.headers['webhook-timestamp']) - Number(first?.headers['webhook-timestamp'])).toBe(5);
  });

  test('changes neither the schedule nor the health', async () => {
    hooks.receiverReply = 500;
    await advanceClockBy(hooks, 'PT20M');
    const before = (await readAllDeliveries(hooks))[0];
    const { health } = await readDestination(hooks, id);
    hooks.receiverReply = 200;
    expect(await expectBody(replay(before?.delivery_id ?? ''))).toMatchObject({
      state: 'pending',
      next_attempt: before?.next_attempt,
      attempt_count: 4,
      last_status: 200,
    });
    expect((await readDestination(hooks, id)).health).toEqual(health);
  });

  test('is sent to a paused or disabled destination without changing its status', async () => {
    await advanceClockBy(hooks, 'PT1H');
    const [taken] = await readAllDeliveries(hooks);
    for (const [where, status] of [
      ['pause', 'paused'],
      ['disable', 'disabled'],
    ] as const) {
      await changeDestinationStatus(hooks, id, where);
      hooks.receiverReply = 410;
      await expectBody(replay(taken?.delivery_id ?? ''));
      expect((await readDestination(hooks, id)).status).toBe(status);
    }
    expect(hooks.sent).toHaveLength(3);
  });

  test('is rejected when the body has expired, 30 days after the event', async () => {
    await advanceClockBy(hooks, 'PT1H');
    const [taken] = await readAllDeliveries(hooks);
    const one = taken?.delivery_id ?? '';
    expect((await readDelivery(hooks, one)).attempts[0]?.response?.body).toBe('noted');
    await advanceClockBy(hooks, 'P29D');
    expect((await readDelivery(hooks, one)).body).toContain('DG000101');
    await advanceClockBy(hooks, 'P2D');
    const { body, attempts } = await readDelivery(hooks, one);
    expect(body).toBeNull();
    expect(attempts[0]?.response).toMatchObject({ status: 200, body: '', truncated: true });
    await expectProblem(replay(one), 409, 'body_forgotten');
    await expectProblem(hooks.request('post', `/sandbox/deliveries/${one}/explain`), 409, 'body_forgotten');
    expect(await recoverAndCount({ states: ['delivered'] })).toEqual(NONE);
  });
});

describe('a recovery', () => {
  test('queues as many deliveries as allowed and reports the number of remaining ones', async () => {
    const store = new MemoryDeliveryStore({ endedDeliveries: 999, batch: 1, waitingPerDestination: 1 });
    hooks = createWebhooksApp({ deliveries: store });
    ({ destination_id: id } = (await registerDestination(hooks)).destination);
    await changeDestinationStatus(hooks, id, 'pause');
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'P10D');
    const all = await readAllDeliveries(hooks);
    expect(all.length).toBeGreaterThan(2);
    expect(all.map(({ state }) => state)).toEqual(all.map((_, n) => (n < 1 ? 'pending' : 'skipped')));
    expect(await expectBody<Recovered>(recover({}))).toEqual({
      dry_run: false,
      queued: NONE,
      remaining: all.length - 1,
    });

    await changeDestinationStatus(hooks, id, 'resume');
    for (let left = all.length - 1; left > 0; left -= 1) {
      await waitUntilSettled();
      expect(await expectBody<Recovered>(recover({}))).toEqual({
        dry_run: false,
        queued: { ...NONE, skipped: 1 },
        remaining: left - 1,
      });
    }
    await waitUntilSettled();
    expect(listSentIds(hooks).toSorted()).toEqual(all.map(({ event_id: event }) => event).toSorted());
  });

  test('queues skipped deliveries with a complete retry schedule', async () => {
    await changeDestinationStatus(hooks, id, 'disable');
    await advanceClockBy(hooks, 'PT1H');
    expect(await expectBody<Recovered>(recover({ dry_run: true }))).toEqual({
      dry_run: true,
      queued: { ...NONE, skipped: 1 },
      remaining: 0,
    });
    await expectFaults(recover({}), '');
    await changeDestinationStatus(hooks, id, 'enable');
    hooks.receiverReply = 500;
    expect(await recoverAndCount()).toEqual({ ...NONE, skipped: 1 });
    await waitUntilSettled();
    const [queued] = await readAllDeliveries(hooks);
    expect(queued).toMatchObject({ state: 'pending', attempt_count: 1, next_attempt: { at: '2026-11-02T16:00:05Z' } });
    await advanceClockBy(hooks, 'PT77H');
    expect((await readAllDeliveries(hooks))[0]).toMatchObject({ state: 'exhausted', attempt_count: 10 });
    expect(await recoverAndCount({ states: ['exhausted'] })).toEqual({ ...NONE, exhausted: 1 });
    hooks.receiverReply = 200;
    await advanceClockBy(hooks, 10);
    expect((await readAllDeliveries(hooks))[0]).toMatchObject({ state: 'delivered', attempt_count: 12 });
    expect(await recoverAndCount()).toEqual(NONE);
    expect(await recoverAndCount({ states: ['delivered'] })).toEqual({ ...NONE, delivered: 1 });
    await waitUntilSettled();
    expect(new Set(hooks.sent.map(({ body }) => body)).size).toBe(1);
    expect(hooks.sent).toHaveLength(13);
  });

  test('recovers only the given time span', async () => {
    await changeDestinationStatus(hooks, id, 'disable');
    await advanceClockBy(hooks, 'PT1H');
    await changeDestinationStatus(hooks, id, 'enable');
    const at = (await readAllDeliveries(hooks))[0]?.happened_at ?? '';
    const after = new Date(Date.parse(at) + 1000).toISOString();
    expect(await recoverAndCount({ until: at, dry_run: true })).toEqual(NONE);
    expect(await recoverAndCount({ since: after, dry_run: true })).toEqual(NONE);
    expect(await recoverAndCount({ since: at, until: after, dry_run: true })).toEqual({ ...NONE, skipped: 1 });
    expect(hooks.sent).toEqual([]);
  });

  test.each([
    [{ since: 'yesterday' }, '/since'],
    [{ since: undefined }, '/since'],
    [{ until: '2026-02-31T00:00:00Z' }, '/until'],
    [{ states: [] }, '/states'],
    [{ states: ['pending'] }, '/states/0'],
    [{ dry_run: 'yes' }, '/dry_run'],
  ])('rejects a recovery with %j', async (body, pointer) => {
    await expectFaults(recover(body), pointer);
  });

  test('sends missed events once, unchanged', async () => {
    hooks = createWebhooksApp();
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'P10D');
    const made = await registerDestination(hooks);
    id = made.destination.destination_id;
    const expected = (await readAllEvents(hooks, undefined, START)).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(2);
    expect(await recoverAndCount()).toEqual(NONE);
    expect(await recoverAndCount({ states: ['missed'], dry_run: true })).toEqual({ ...NONE, missed: expected.length });
    expect(hooks.sent).toEqual([]);
    expect(await recoverAndCount({ states: ['missed'] })).toEqual({ ...NONE, missed: expected.length });
    await waitUntilSettled();
    expect(listSentIds(hooks).toSorted()).toEqual(expected.toSorted());
    expect(await recoverAndCount({ states: ['missed'] })).toEqual(NONE);
  });

  test('starts the schedule of missed events at the recovery', async () => {
    hooks = createWebhooksApp();
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'P10D');
    id = (await registerDestination(hooks)).destination.destination_id;
    hooks.receiverReply = 500;
    const { missed } = await recoverAndCount({ states: ['missed'] });
    await waitUntilSettled();
    expect(hooks.sent).toHaveLength(missed);
    for (const { next_attempt } of await readAllDeliveries(hooks))
      expect(next_attempt).toEqual({ clock: 'sandbox', at: '2026-11-12T15:00:05Z' });
    expect(await readDestination(hooks, id)).toMatchObject({
      status: 'enabled',
      health: { failing_since: '2026-11-12T15:00:00Z' },
    });
  });

  test('does not resend samples', async () => {
    hooks.receiverReply = 500;
    await expectBody(hooks.request('post', `/sandbox/destinations/${id}/test`));
    expect(await recoverAndCount({ states: ['exhausted', 'skipped', 'delivered', 'missed'] })).toEqual(NONE);
  });
});
