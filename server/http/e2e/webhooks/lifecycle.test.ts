import { beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { keys } from '../../testing/test-app.ts';
import {
  advance,
  bodyOf,
  cutOff,
  type Destination,
  deliveries,
  events,
  expectProblem,
  HOOKS,
  type Hooks,
  hooksApp,
  move,
  register,
  START,
  sentIds,
} from '../../testing/test-webhooks.ts';

/* Combines destinations and deliveries with resets, imports, a running clock and writes. */

let hooks: Hooks;
beforeEach(() => {
  hooks = hooksApp();
});

const destinations = async (caller?: string): Promise<readonly Destination[]> =>
  (await bodyOf<SandboxSchemas['DestinationList']>(hooks.ask('get', '/sandbox/destinations', caller))).data;
const run = (speed: number) => bodyOf(hooks.ask('post', '/sandbox/clock/run', 'operator', { speed }));

describe.each([
  ['of the tenant', keys.delgado],
  ['of everything', 'operator'],
])('destinations and a reset %s', (_, caller) => {
  const reset = () => bodyOf(hooks.ask('post', '/sandbox/reset', caller, {}));

  test('deletes destinations, deliveries and inboxes, and sends the same events again afterwards', async () => {
    const { destination: made } = await register(hooks);
    const { destination: inbox } = await register(hooks, { inbox: true, subscriptions: [] });
    const path = new URL(inbox.url ?? '').pathname;
    await bodyOf(hooks.ask('get', path));
    await reset();
    await register(hooks);
    await cutOff(hooks);
    await advance(hooks, 'PT1H');
    const before = sentIds(hooks);
    const kept = await deliveries(hooks);
    expect(before.length).toBeGreaterThan(0);

    await reset();
    expect(await destinations()).toEqual([]);
    expect(await deliveries(hooks)).toEqual([]);
    await expectProblem(hooks.ask('get', path), 404, 'not_found');
    await expectProblem(hooks.ask('get', `/sandbox/destinations/${made.destination_id}`), 404, 'not_found');
    await expectProblem(hooks.ask('get', `/sandbox/deliveries/${kept[0]?.delivery_id}`), 404, 'not_found');
    if (caller !== 'operator') return; // the clock and its events continue after the reset of a tenant
    hooks.sent.length = 0;
    await register(hooks);
    await cutOff(hooks);
    await advance(hooks, 'PT1H');
    expect(sentIds(hooks)).toEqual(before);
    expect(await deliveries(hooks)).toEqual(kept);
  });

  test('restores kept destinations as registered, and delivers new events to them', async () => {
    await advance(hooks, 'PT2H');
    const { destination: made, secret } = await register(hooks, { url: HOOKS, name: 'Kept', headers: { 'X-A': '1' } });
    const { destination: gone } = await register(hooks, { url: HOOKS, subscriptions: [] });
    const { destination: paused } = await register(hooks, { url: HOOKS, subscriptions: [] });
    const { destination: inbox } = await register(hooks, { inbox: true, subscriptions: [] });
    await move(hooks, paused.destination_id, 'pause');
    hooks.says = 410;
    await cutOff(hooks);
    await advance(hooks, 'PT1H');
    expect(await destinations()).toMatchObject([{ status: 'disabled', disabled_reason: 'gone' }, {}, {}, {}]);

    await bodyOf(hooks.ask('post', '/sandbox/reset', caller, { keep_destinations: true }));
    const { now } = await bodyOf<SandboxSchemas['SandboxClock']>(hooks.ask('get', '/sandbox/clock'));
    const atMost = (at: string) => (at < now ? at : now);
    const asBefore = (one: Destination): object => ({
      ...one,
      subscriptions: one.subscriptions.map((each) => ({ ...each, created_at: atMost(each.created_at) })),
      secret: { ...one.secret, created_at: atMost(one.secret.created_at) },
      created_at: atMost(one.created_at),
      changed_at: expect.any(String),
    });
    const kept = await destinations();
    expect(kept).toEqual([...[made, gone].map(asBefore), { ...asBefore(paused), status: 'paused' }, asBefore(inbox)]);
    expect(await deliveries(hooks)).toEqual([]);
    const revealed = hooks.ask('get', `/sandbox/destinations/${made.destination_id}/secret`);
    expect((await bodyOf<SandboxSchemas['RevealedSecrets']>(revealed)).secret).toBe(secret);

    hooks.says = 200;
    hooks.sent.length = 0;
    await cutOff(hooks);
    await advance(hooks, 'PT1H');
    expect(sentIds(hooks).length).toBeGreaterThan(0);
    expect(hooks.sent[0]?.headers).toMatchObject({ 'x-a': '1' });
    expect((await deliveries(hooks)).map(({ destination_id: id }) => id)).toContain(made.destination_id);
  });

  test('does not reuse the ids of kept destinations', async () => {
    const first = await register(hooks);
    const second = await register(hooks);
    await bodyOf(hooks.ask('delete', `/sandbox/destinations/${first.destination.destination_id}`));
    await bodyOf(hooks.ask('post', '/sandbox/reset', caller, { keep_destinations: true }));
    const third = await register(hooks);
    const fourth = await register(hooks);
    const ids = (all: readonly Destination[]) => all.map(({ destination_id: id }) => id);
    expect(ids(await destinations())).toEqual(ids([second.destination, third.destination, fourth.destination]));
    const subscriptions = (await destinations()).flatMap((one) =>
      one.subscriptions.map((each) => each.subscription_id),
    );
    expect(new Set(subscriptions).size).toBe(3);
  });

  test('cancels pending deliveries', async () => {
    await register(hooks);
    hooks.says = 500;
    await cutOff(hooks);
    await advance(hooks, 'PT1H');
    const posted = hooks.sent.length;
    await reset();
    await advance(hooks, 'P3D');
    expect(posted).toBeGreaterThan(0);
    expect(hooks.sent).toHaveLength(posted);
  });

  test('does not send an event at the instant of a registration after the reset', async () => {
    await register(hooks);
    await cutOff(hooks);
    await advance(hooks, 'PT1H');
    const [first] = await events(hooks, undefined, START);
    for (const isReset of [false, true]) {
      hooks = hooksApp();
      if (isReset) {
        await register(hooks);
        await reset();
      }
      await cutOff(hooks);
      await bodyOf(hooks.ask('post', '/sandbox/clock/set', 'operator', { to: first?.timestamp }));
      await register(hooks);
      await advance(hooks, 'P10D');
      expect(sentIds(hooks).length).toBeGreaterThan(0);
      expect(sentIds(hooks)).not.toContain(first?.id);
    }
  });
});

test('delivers only later events to a destination registered after the deletion of all others', async () => {
  const { destination: made } = await register(hooks);
  await cutOff(hooks);
  await advance(hooks, 'PT1H');
  const before = sentIds(hooks).length;
  await bodyOf(hooks.ask('delete', `/sandbox/destinations/${made.destination_id}`));
  await cutOff(hooks, 'DG000202');
  await advance(hooks, 'PT1H');
  await register(hooks);
  await advance(hooks, 'P10D');
  const expected = (await events(hooks, undefined, '2026-11-02T17:00:00Z')).map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(0);
  expect(sentIds(hooks).slice(before)).toEqual(expected);
});

describe('destinations and a scenario', () => {
  test('exports no destinations, and deletes the existing ones at an import', async () => {
    const { destination: made, secret } = await register(hooks, { url: HOOKS, name: 'canary of a name' });
    await cutOff(hooks);
    await advance(hooks, 'PT1H');
    await move(hooks, made.destination_id, 'pause');
    const before = sentIds(hooks);
    for (const caller of [keys.delgado, 'operator']) {
      const listed = await hooks.ask('get', '/sandbox/journal', caller);
      const text = JSON.stringify(listed.body);
      expect(text).toContain('DG000101');
      for (const mark of ['canary of a name', made.destination_id, secret, 'destination'])
        expect(text).not.toContain(mark);
    }
    const { body: story } = await hooks.ask('get', '/sandbox/journal', 'operator');
    hooks.sent.length = 0;
    await bodyOf(hooks.ask('post', '/sandbox/journal', 'operator', story));
    expect(await destinations()).toEqual([]);
    expect(await deliveries(hooks)).toEqual([]);
    const { destination: anew } = await register(hooks);
    const missed = { since: START, states: ['missed'] };
    await bodyOf(hooks.ask('post', `/sandbox/destinations/${anew.destination_id}/recover`, undefined, missed));
    await hooks.deliveryService.whenSettled(1000);
    expect(sentIds(hooks)).toEqual(before);
  });
});

describe('deliveries with a running clock', () => {
  test('sends events and retries as time passes', async () => {
    await register(hooks, { url: HOOKS, subscriptions: [{ types: ['heartbeat_stale'], states: ['triggered'] }] });
    await cutOff(hooks);
    hooks.says = () => (hooks.sent.length === 1 ? 500 : 200);
    await run(60);
    for (const seconds of [10, 10]) {
      hooks.wallMs += seconds * 1000;
      await hooks.deliveryService.whenSettled(1000);
    }
    const [one, ...more] = await deliveries(hooks);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ state: 'delivered', attempt_count: 2 });
    expect(hooks.sent).toHaveLength(2);
    expect(await destinations()).toMatchObject([{ health: { failing_since: null } }]);
  });

  test('sends each event once, for any number of checks', async () => {
    await register(hooks);
    await cutOff(hooks);
    await run(3600);
    for (let look = 0; look < 48; look += 1) {
      hooks.wallMs += 500;
      await hooks.deliveryService.whenSettled(1000);
    }
    await bodyOf(hooks.ask('post', '/sandbox/clock/freeze', 'operator'));
    const listed = (await events(hooks, undefined, START)).map(({ id }) => id);
    expect(listed.length).toBeGreaterThan(0);
    expect(sentIds(hooks).toSorted()).toEqual(listed.toSorted());
  });
});

describe('the delivery of a batch that a user derives while the clock is frozen', () => {
  type Provoked = {
    readonly happens_after_seconds: number;
    readonly follow_up: { readonly path: string; readonly body: object };
  };

  /** Derives a batch with a mismatch. The alert opens at the next whole minute. */
  const derive = async (): Promise<void> => {
    const cause = { event_type: 'settlement_mismatch', terminal_id: 'DG000101' };
    const provoked = await bodyOf<Provoked>(hooks.ask('post', '/sandbox/causes', undefined, cause));
    await advance(hooks, provoked.happens_after_seconds);
    const { status } = await hooks.ask('post', provoked.follow_up.path, undefined, provoked.follow_up.body);
    expect(status).toBe(201);
  };
  const mismatches = async () =>
    (await events(hooks, undefined, START)).filter(({ type }) => type === 'settlement_mismatch');

  test('sends the mismatch once', async () => {
    await register(hooks);
    await derive();
    await advance(hooks, 60);
    const [mismatch, ...more] = await mismatches();
    expect(more).toEqual([]);
    expect(sentIds(hooks)).toEqual([mismatch?.id]);
    expect(await deliveries(hooks)).toMatchObject([{ state: 'delivered', happened_at: mismatch?.timestamp }]);
    await hooks.deliveryService.whenSettled(1000);
    await advance(hooks, 'P1D');
    expect(sentIds(hooks).filter((id) => id === mismatch?.id)).toHaveLength(1);
  });

  test('does not send the mismatch to a destination registered at the same instant', async () => {
    await derive();
    await advance(hooks, 60);
    const [mismatch] = await mismatches();
    expect(mismatch).toBeDefined();
    await register(hooks);
    await advance(hooks, 'P30D');
    expect(sentIds(hooks).length).toBeGreaterThan(0);
    expect(sentIds(hooks)).not.toContain(mismatch?.id);
  });
});
