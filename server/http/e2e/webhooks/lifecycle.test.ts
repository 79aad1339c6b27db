import { beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { keys } from '../../testing/test-app.ts';
import {
  advanceClockBy,
  changeDestinationStatus,
  createWebhooksApp,
  type DestinationBody,
  disconnectTerminal,
  expectBody,
  expectProblem,
  listSentIds,
  RECEIVER_URL,
  readAllDeliveries,
  readAllEvents,
  registerDestination,
  START,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* Combines destinations and deliveries with resets, imports, a running clock and writes. */

let hooks: WebhooksApp;
beforeEach(() => {
  hooks = createWebhooksApp();
});

const listDestinations = async (caller?: string): Promise<readonly DestinationBody[]> =>
  (await expectBody<SandboxSchemas['DestinationList']>(hooks.request('get', '/sandbox/destinations', caller))).data;
const runClock = (speed: number) => expectBody(hooks.request('post', '/sandbox/clock/run', 'operator').send({ speed }));

describe.each([
  ['of the tenant', keys.delgado],
  ['of everything', 'operator'],
])('destinations and a reset %s', (_, caller) => {
  const reset = () => expectBody(hooks.request('post', '/sandbox/reset', caller).send({}));

  test('deletes destinations, deliveries and inboxes, and sends the same events again afterwards', async () => {
    const { destination: made } = await registerDestination(hooks);
    const { destination: inbox } = await registerDestination(hooks, { inbox: true, subscriptions: [] });
    const path = new URL(inbox.url ?? '').pathname;
    await expectBody(hooks.request('get', path));
    await reset();
    await registerDestination(hooks);
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    const before = listSentIds(hooks);
    const kept = await readAllDeliveries(hooks);
    expect(before.length).toBeGreaterThan(0);

    await reset();
    expect(await listDestinations()).toEqual([]);
    expect(await readAllDeliveries(hooks)).toEqual([]);
    await expectProblem(hooks.request('get', path), 404, 'not_found');
    await expectProblem(hooks.request('get', `/sandbox/destinations/${made.destination_id}`), 404, 'not_found');
    await expectProblem(hooks.request('get', `/sandbox/deliveries/${kept[0]?.delivery_id}`), 404, 'not_found');
    if (caller !== 'operator') return; // the clock and its events continue after the reset of a tenant
    hooks.sent.length = 0;
    await registerDestination(hooks);
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    expect(listSentIds(hooks)).toEqual(before);
    expect(await readAllDeliveries(hooks)).toEqual(kept);
  });

  test('restores kept destinations as registered, and delivers new events to them', async () => {
    await advanceClockBy(hooks, 'PT2H');
    const { destination: made, secret } = await registerDestination(hooks, {
      url: RECEIVER_URL,
      name: 'Kept',
      headers: { 'X-A': '1' },
    });
    const { destination: gone } = await registerDestination(hooks, { url: RECEIVER_URL, subscriptions: [] });
    const { destination: paused } = await registerDestination(hooks, { url: RECEIVER_URL, subscriptions: [] });
    const { destination: inbox } = await registerDestination(hooks, { inbox: true, subscriptions: [] });
    await changeDestinationStatus(hooks, paused.destination_id, 'pause');
    hooks.receiverReply = 410;
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    expect(await listDestinations()).toMatchObject([{ status: 'disabled', disabled_reason: 'gone' }, {}, {}, {}]);

    await expectBody(hooks.request('post', '/sandbox/reset', caller).send({ keep_destinations: true }));
    const { now } = await expectBody<SandboxSchemas['SandboxClock']>(hooks.request('get', '/sandbox/clock'));
    const atMost = (at: string) => (at < now ? at : now);
    const asBefore = (one: DestinationBody): object => ({
      ...one,
      subscriptions: one.subscriptions.map((each) => ({ ...each, created_at: atMost(each.created_at) })),
      secret: { ...one.secret, created_at: atMost(one.secret.created_at) },
      created_at: atMost(one.created_at),
      changed_at: expect.any(String),
    });
    const kept = await listDestinations();
    expect(kept).toEqual([...[made, gone].map(asBefore), { ...asBefore(paused), status: 'paused' }, asBefore(inbox)]);
    expect(await readAllDeliveries(hooks)).toEqual([]);
    const revealed = hooks.request('get', `/sandbox/destinations/${made.destination_id}/secret`);
    expect((await expectBody<SandboxSchemas['RevealedSecrets']>(revealed)).secret).toBe(secret);

    hooks.receiverReply = 200;
    hooks.sent.length = 0;
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    expect(listSentIds(hooks).length).toBeGreaterThan(0);
    expect(hooks.sent[0]?.headers).toMatchObject({ 'x-a': '1' });
    expect((await readAllDeliveries(hooks)).map(({ destination_id: id }) => id)).toContain(made.destination_id);
  });

  test('does not reuse the ids of kept destinations', async () => {
    const first = await registerDestination(hooks);
    const second = await registerDestination(hooks);
    await expectBody(hooks.request('delete', `/sandbox/destinations/${first.destination.destination_id}`));
    await expectBody(hooks.request('post', '/sandbox/reset', caller).send({ keep_destinations: true }));
    const third = await registerDestination(hooks);
    const fourth = await registerDestination(hooks);
    const ids = (all: readonly DestinationBody[]) => all.map(({ destination_id: id }) => id);
    expect(ids(await listDestinations())).toEqual(ids([second.destination, third.destination, fourth.destination]));
    const subscriptions = (await listDestinations()).flatMap((one) =>
      one.subscriptions.map((each) => each.subscription_id),
    );
    expect(new Set(subscriptions).size).toBe(3);
  });

  test('cancels pending deliveries', async () => {
    await registerDestination(hooks);
    hooks.receiverReply = 500;
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    const posted = hooks.sent.length;
    await reset();
    await advanceClockBy(hooks, 'P3D');
    expect(posted).toBeGreaterThan(0);
    expect(hooks.sent).toHaveLength(posted);
  });

  test('does not send an event at the instant of a registration after the reset', async () => {
    await registerDestination(hooks);
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    const [first] = await readAllEvents(hooks, undefined, START);
    for (const isReset of [false, true]) {
      hooks = createWebhooksApp();
      if (isReset) {
        await registerDestination(hooks);
        await reset();
      }
      await disconnectTerminal(hooks);
      await expectBody(hooks.request('post', '/sandbox/clock/set', 'operator').send({ to: first?.timestamp }));
      await registerDestination(hooks);
      await advanceClockBy(hooks, 'P10D');
      expect(listSentIds(hooks).length).toBeGreaterThan(0);
      expect(listSentIds(hooks)).not.toContain(first?.id);
    }
  });
});

test('delivers only later events to a destination registered after the deletion of all others', async () => {
  const { destination: made } = await registerDestination(hooks);
  await disconnectTerminal(hooks);
  await advanceClockBy(hooks, 'PT1H');
  const before = listSentIds(hooks).length;
  await expectBody(hooks.request('delete', `/sandbox/destinations/${made.destination_id}`));
  await disconnectTerminal(hooks, 'DG000202');
  await advanceClockBy(hooks, 'PT1H');
  await registerDestination(hooks);
  await advanceClockBy(hooks, 'P10D');
  const expected = (await readAllEvents(hooks, undefined, '2026-11-02T17:00:00Z')).map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(0);
  expect(listSentIds(hooks).slice(before)).toEqual(expected);
});

describe('destinations and a scenario', () => {
  test('exports no destinations, and deletes the existing ones at an import', async () => {
    const { destination: made, secret } = await registerDestination(hooks, {
      url: RECEIVER_URL,
      name: 'canary of a name',
    });
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    await changeDestinationStatus(hooks, made.destination_id, 'pause');
    const before = listSentIds(hooks);
    for (const caller of [keys.delgado, 'operator']) {
      const listed = await hooks.request('get', '/sandbox/journal', caller);
      const text = JSON.stringify(listed.body);
      expect(text).toContain('DG000101');
      for (const mark of ['canary of a name', made.destination_id, secret, 'destination'])
        expect(text).not.toContain(mark);
    }
    const { body: journal } = await hooks.request('get', '/sandbox/journal', 'operator');
    hooks.sent.length = 0;
    await expectBody(hooks.request('post', '/sandbox/journal', 'operator').send(journal));
    expect(await listDestinations()).toEqual([]);
    expect(await readAllDeliveries(hooks)).toEqual([]);
    const { destination: anew } = await registerDestination(hooks);
    const missed = { since: START, states: ['missed'] };
    await expectBody(hooks.request('post', `/sandbox/destinations/${anew.destination_id}/recover`).send(missed));
    await hooks.deliveryService.whenSettled(1000);
    expect(listSentIds(hooks)).toEqual(before);
  });
});

describe('deliveries with a running clock', () => {
  test('sends events and retries as time passes', async () => {
    await registerDestination(hooks, {
      url: RECEIVER_URL,
      subscriptions: [{ types: ['heartbeat_stale'], states: ['triggered'] }],
    });
    await disconnectTerminal(hooks);
    hooks.receiverReply = () => (hooks.sent.length === 1 ? 500 : 200);
    await runClock(60);
    for (const seconds of [10, 10]) {
      hooks.wallMs += seconds * 1000;
      await hooks.deliveryService.whenSettled(1000);
    }
    const [one, ...more] = await readAllDeliveries(hooks);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ state: 'delivered', attempt_count: 2 });
    expect(hooks.sent).toHaveLength(2);
    expect(await listDestinations()).toMatchObject([{ health: { failing_since: null } }]);
  });

  test('sends each event once, for any number of checks', async () => {
    await registerDestination(hooks);
    await disconnectTerminal(hooks);
    await runClock(3600);
    for (let look = 0; look < 48; look += 1) {
      hooks.wallMs += 500;
      await hooks.deliveryService.whenSettled(1000);
    }
    await expectBody(hooks.request('post', '/sandbox/clock/freeze', 'operator'));
    const listed = (await readAllEvents(hooks, undefined, START)).map(({ id }) => id);
    expect(listed.length).toBeGreaterThan(0);
    expect(listSentIds(hooks).toSorted()).toEqual(listed.toSorted());
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
    const provoked = await expectBody<Provoked>(hooks.request('post', '/sandbox/causes').send(cause));
    await advanceClockBy(hooks, provoked.happens_after_seconds);
    const { status } = await hooks.request('post', provoked.follow_up.path).send(provoked.follow_up.body);
    expect(status).toBe(201);
  };
  const mismatches = async () =>
    (await readAllEvents(hooks, undefined, START)).filter(({ type }) => type === 'settlement_mismatch');

  test('sends the mismatch once', async () => {
    await registerDestination(hooks);
    await derive();
    await advanceClockBy(hooks, 60);
    const [mismatch, ...more] = await mismatches();
    expect(more).toEqual([]);
    expect(listSentIds(hooks)).toEqual([mismatch?.id]);
    expect(await readAllDeliveries(hooks)).toMatchObject([{ state: 'delivered', happened_at: mismatch?.timestamp }]);
    await hooks.deliveryService.whenSettled(1000);
    await advanceClockBy(hooks, 'P1D');
    expect(listSentIds(hooks).filter((id) => id === mismatch?.id)).toHaveLength(1);
  });

  test('does not send the mismatch to a destination registered at the same instant', async () => {
    await derive();
    await advanceClockBy(hooks, 60);
    const [mismatch] = await mismatches();
    expect(mismatch).toBeDefined();
    await registerDestination(hooks);
    await advanceClockBy(hooks, 'P30D');
    expect(listSentIds(hooks).length).toBeGreaterThan(0);
    expect(listSentIds(hooks)).not.toContain(mismatch?.id);
  });
});
