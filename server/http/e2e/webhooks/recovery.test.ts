import { beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { openMemoryDeliveries } from '../../../delivery/store/memory-store.ts';
import {
  advance,
  bodyOf,
  cutOff,
  deliveries,
  delivery,
  destination,
  events,
  expectProblem,
  type Hooks,
  hooksApp,
  hooksThatMiss,
  move,
  register,
  START,
  sentIds,
} from '../../testing/test-webhooks.ts';

/* Replays of a delivery, and recoveries of undelivered events, through HTTP. */

let hooks: Hooks;
let id = '';
beforeEach(async () => {
  ({ hooks, id } = await hooksThatMiss());
});

type Recovered = SandboxSchemas['RecoveredDestination'];
const recover = (body: object) =>
  hooks.ask('post', `/sandbox/destinations/${id}/recover`, undefined, { since: START, ...body });
const queuedBy = async (body: object = {}) => (await bodyOf<Recovered>(recover(body))).queued;
const settled = () => hooks.deliveryService.whenSettled(1000);
const nothing = { missed: 0, skipped: 0, exhausted: 0, delivered: 0 };

describe('a replay', () => {
  const replay = (deliveryId: string) => hooks.ask('post', `/sandbox/deliveries/${deliveryId}/replay`);

  test('sends the same id and bytes with a new timestamp and the current secret', async () => {
    await advance(hooks, 'PT1H');
    const [taken] = await deliveries(hooks);
    await bodyOf(hooks.ask('post', `/sandbox/destinations/${id}/secret/rotate`, undefined, { overlap_seconds: 0 }));
    const { secret } = await destination(hooks, id);
    hooks.wallMs += 5000;
    hooks.says = 500;
    const { attempts, ...rest } = await bodyOf<SandboxSchemas['DeliveryDetail']>(replay(taken?.delivery_id ?? ''));
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
    hooks.says = 500;
    await advance(hooks, 'PT20M');
    const before = (await deliveries(hooks))[0];
    const { health } = await destination(hooks, id);
    hooks.says = 200;
    expect(await bodyOf(replay(before?.delivery_id ?? ''))).toMatchObject({
      state: 'pending',
      next_attempt: before?.next_attempt,
      attempt_count: 4,
      last_status: 200,
    });
    expect((await destination(hooks, id)).health).toEqual(health);
  });

  test('is sent to a paused or disabled destination without changing its status', async () => {
    await advance(hooks, 'PT1H');
    const [taken] = await deliveries(hooks);
    for (const [where, status] of [
      ['pause', 'paused'],
      ['disable', 'disabled'],
    ] as const) {
      await move(hooks, id, where);
      hooks.says = 410;
      await bodyOf(replay(taken?.delivery_id ?? ''));
      expect((await destination(hooks, id)).status).toBe(status);
    }
    expect(hooks.sent).toHaveLength(3);
  });

  test('is rejected when the body has expired, 30 days after the event', async () => {
    await advance(hooks, 'PT1H');
    const [taken] = await deliveries(hooks);
    const one = taken?.delivery_id ?? '';
    expect((await delivery(hooks, one)).attempts[0]?.response?.body).toBe('noted');
    await advance(hooks, 'P29D');
    expect((await delivery(hooks, one)).body).toContain('DG000101');
    await advance(hooks, 'P2D');
    const { body, attempts } = await delivery(hooks, one);
    expect(body).toBeNull();
    expect(attempts[0]?.response).toMatchObject({ status: 200, body: '', truncated: true });
    await expectProblem(replay(one), 409, 'body_forgotten');
    await expectProblem(hooks.ask('post', `/sandbox/deliveries/${one}/explain`), 409, 'body_forgotten');
    expect(await queuedBy({ states: ['delivered'] })).toEqual(nothing);
  });
});

describe('a recovery', () => {
  test('queues as many deliveries as allowed and reports the number of remaining ones', async () => {
    const store = openMemoryDeliveries({ endedDeliveries: 999, batch: 1, waitingPerDestination: 1 });
    hooks = hooksApp({ deliveries: store });
    ({ destination_id: id } = (await register(hooks)).destination);
    await move(hooks, id, 'pause');
    await cutOff(hooks);
    await advance(hooks, 'P10D');
    const all = await deliveries(hooks);
    expect(all.length).toBeGreaterThan(2);
    expect(all.map(({ state }) => state)).toEqual(all.map((_, n) => (n < 1 ? 'pending' : 'skipped')));
    expect(await bodyOf<Recovered>(recover({}))).toEqual({
      dry_run: false,
      queued: nothing,
      remaining: all.length - 1,
    });

    await move(hooks, id, 'resume');
    for (let left = all.length - 1; left > 0; left -= 1) {
      await settled();
      expect(await bodyOf<Recovered>(recover({}))).toEqual({
        dry_run: false,
        queued: { ...nothing, skipped: 1 },
        remaining: left - 1,
      });
    }
    await settled();
    expect(sentIds(hooks).toSorted()).toEqual(all.map(({ event_id: event }) => event).toSorted());
  });

  test('queues skipped deliveries with a complete retry schedule', async () => {
    await move(hooks, id, 'disable');
    await advance(hooks, 'PT1H');
    expect(await bodyOf<Recovered>(recover({ dry_run: true }))).toEqual({
      dry_run: true,
      queued: { ...nothing, skipped: 1 },
      remaining: 0,
    });
    await expectProblem(recover({}), 422, 'validation_failed', '');
    await move(hooks, id, 'enable');
    hooks.says = 500;
    expect(await queuedBy()).toEqual({ ...nothing, skipped: 1 });
    await settled();
    const [queued] = await deliveries(hooks);
    expect(queued).toMatchObject({ state: 'pending', attempt_count: 1, next_attempt: { at: '2026-11-02T16:00:05Z' } });
    await advance(hooks, 'PT77H');
    expect((await deliveries(hooks))[0]).toMatchObject({ state: 'exhausted', attempt_count: 10 });
    expect(await queuedBy({ states: ['exhausted'] })).toEqual({ ...nothing, exhausted: 1 });
    hooks.says = 200;
    await advance(hooks, 10);
    expect((await deliveries(hooks))[0]).toMatchObject({ state: 'delivered', attempt_count: 12 });
    expect(await queuedBy()).toEqual(nothing);
    expect(await queuedBy({ states: ['delivered'] })).toEqual({ ...nothing, delivered: 1 });
    await settled();
    expect(new Set(hooks.sent.map(({ body }) => body)).size).toBe(1);
    expect(hooks.sent).toHaveLength(13);
  });

  test('recovers only the given time span', async () => {
    await move(hooks, id, 'disable');
    await advance(hooks, 'PT1H');
    await move(hooks, id, 'enable');
    const at = (await deliveries(hooks))[0]?.happened_at ?? '';
    const after = new Date(Date.parse(at) + 1000).toISOString();
    expect(await queuedBy({ until: at, dry_run: true })).toEqual(nothing);
    expect(await queuedBy({ since: after, dry_run: true })).toEqual(nothing);
    expect(await queuedBy({ since: at, until: after, dry_run: true })).toEqual({ ...nothing, skipped: 1 });
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
    await expectProblem(recover(body), 422, 'validation_failed', pointer);
  });

  test('sends missed events once, unchanged', async () => {
    hooks = hooksApp();
    await cutOff(hooks);
    await advance(hooks, 'P10D');
    const made = await register(hooks);
    id = made.destination.destination_id;
    const expected = (await events(hooks, undefined, START)).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(2);
    expect(await queuedBy()).toEqual(nothing);
    expect(await queuedBy({ states: ['missed'], dry_run: true })).toEqual({ ...nothing, missed: expected.length });
    expect(hooks.sent).toEqual([]);
    expect(await queuedBy({ states: ['missed'] })).toEqual({ ...nothing, missed: expected.length });
    await settled();
    expect(sentIds(hooks).toSorted()).toEqual(expected.toSorted());
    expect(await queuedBy({ states: ['missed'] })).toEqual(nothing);
  });

  test('starts the schedule of missed events at the recovery', async () => {
    hooks = hooksApp();
    await cutOff(hooks);
    await advance(hooks, 'P10D');
    id = (await register(hooks)).destination.destination_id;
    hooks.says = 500;
    const { missed } = await queuedBy({ states: ['missed'] });
    await settled();
    expect(hooks.sent).toHaveLength(missed);
    for (const { next_attempt } of await deliveries(hooks))
      expect(next_attempt).toEqual({ clock: 'sandbox', at: '2026-11-12T15:00:05Z' });
    expect(await destination(hooks, id)).toMatchObject({
      status: 'enabled',
      health: { failing_since: '2026-11-12T15:00:00Z' },
    });
  });

  test('does not resend samples', async () => {
    hooks.says = 500;
    await bodyOf(hooks.ask('post', `/sandbox/destinations/${id}/test`));
    expect(await queuedBy({ states: ['exhausted', 'skipped', 'delivered', 'missed'] })).toEqual(nothing);
  });
});
