import { beforeEach, describe, expect, test } from 'vitest';
import { keys } from '../../testing/test-app.ts';
import {
  addSubscription,
  advanceClockBy,
  createWebhooksApp,
  disconnectTerminal,
  expectBody,
  expectFaults,
  expectProblem,
  listSentIds,
  RECEIVER_URL,
  readAllDeliveries,
  readAllEvents,
  readDestination,
  registerDestination,
  START,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* Subscriptions through HTTP: creation, changes, and the selected events. */

let hooks: WebhooksApp;
beforeEach(() => {
  hooks = createWebhooksApp();
});

describe('subscriptions', () => {
  const listed = async (query: string) =>
    (await readAllDeliveries(hooks, query)).map(({ event_id }) => event_id).reverse();

  test('are created, changed and deleted', async () => {
    const { destination: made } = await registerDestination(hooks, { url: RECEIVER_URL, subscriptions: [] });
    expect(made.subscriptions).toEqual([]);
    const id = made.destination_id;
    const requested = { terminal_id: 'DG000101', types: ['cash_low'], states: ['triggered'] };
    const subscription = await addSubscription(hooks, id, requested);
    expect(subscription).toMatchObject({
      ...requested,
      level: 'terminal',
      account_id: 'acct_delgado',
      created_at: START,
    });
    const path = `/sandbox/destinations/${id}/subscriptions/${subscription.subscription_id}`;
    const changed = await expectBody(hooks.request('patch', path).send({ types: null }));
    expect(changed).toEqual({ ...subscription, types: null });
    expect((await readDestination(hooks, id)).subscriptions).toEqual([changed]);
    await expectFaults(hooks.request('patch', path).send({}), '');
    await expectFaults(hooks.request('patch', path).send({ level: 'account' }), '/level');
    expect(await expectBody(hooks.request('delete', path))).toEqual({
      id: subscription.subscription_id,
      deleted: true,
    });
    expect((await readDestination(hooks, id)).subscriptions).toEqual([]);
    await expectProblem(hooks.request('delete', path), 404, 'not_found');
  });

  test('contain the types that match a pattern, when they are created and changed', async () => {
    const both = ['cash_low', 'cash_out'];
    const { destination: made } = await registerDestination(hooks, {
      url: RECEIVER_URL,
      subscriptions: [{ types: ['cash_*'] }],
    });
    expect(made.subscriptions.map(({ types }) => types)).toEqual([both]);
    const added = await addSubscription(hooks, made.destination_id, {
      types: ['cash_out', 'command_failed', 'cash_*'],
    });
    expect(added.types).toEqual([...both, 'command_failed']);
    const path = `/sandbox/destinations/${made.destination_id}/subscriptions/${added.subscription_id}`;
    const changed = await expectBody(hooks.request('patch', path).send({ types: ['*_out'] }));
    expect(changed).toEqual({ ...added, types: ['cash_out'] });
    await expectFaults(hooks.request('patch', path).send({ types: ['cash_low', 'toast_*'] }), '/types/1');
    await expectFaults(hooks.request('patch', path).send({ types: ['cash.*'] }), '/types/0');
    const create = hooks.request('post', '/sandbox/destinations');
    await expectFaults(
      create.send({ url: RECEIVER_URL, subscriptions: [{}, { types: ['toast_*'] }] }),
      '/subscriptions/1/types/0',
    );
  });

  test('apply to a terminal or an account, at most 100 per destination', async () => {
    const { destination: made } = await registerDestination(hooks, {
      url: RECEIVER_URL,
      subscriptions: Array(99).fill({}),
    });
    const addToDestination = (body: object) =>
      hooks.request('post', `/sandbox/destinations/${made.destination_id}/subscriptions`).send(body);
    const both = { terminal_id: 'DG000101', account_id: 'acct_delgado' };
    await expectFaults(addToDestination(both), '/account_id');
    expect((await addToDestination({})).status).toBe(201);
    await expectFaults(addToDestination({}), '');
  });

  test('select events by terminal, type and state, and send each event once', async () => {
    const all = await registerDestination(hooks);
    const twice = await registerDestination(hooks, {
      url: RECEIVER_URL,
      subscriptions: [{}, { terminal_id: 'DG000101' }, { types: ['heartbeat_stale'] }],
    });
    const one = await registerDestination(hooks, { url: RECEIVER_URL, subscriptions: [{ terminal_id: 'DG000202' }] });
    const typed = await registerDestination(hooks, {
      url: RECEIVER_URL,
      subscriptions: [{ types: ['compliance_expiration'] }],
    });
    const turns = await registerDestination(hooks, { url: RECEIVER_URL, subscriptions: [{ states: ['escalated'] }] });
    const none = await registerDestination(hooks, { url: RECEIVER_URL, subscriptions: [] });
    await disconnectTerminal(hooks, 'DG000101');
    await disconnectTerminal(hooks, 'DG000202');
    await advanceClockBy(hooks, 'P30D');
    const expected = await readAllEvents(hooks, undefined, START);
    const idsWhere = (isMeant: (event: (typeof expected)[number]) => boolean) =>
      expected.filter(isMeant).map(({ id }) => id);

    const of = ({ destination: { destination_id } }: typeof all) => listed(`destination_id=${destination_id}`);
    expect(await of(all)).toEqual(idsWhere(() => true));
    expect(await of(twice)).toEqual(idsWhere(() => true));
    const ofOne = idsWhere(({ terminal_id }) => terminal_id === 'DG000202');
    expect(ofOne.length).toBeGreaterThan(0);
    expect(await of(one)).toEqual(ofOne);
    const ofType = idsWhere(({ type }) => type === 'compliance_expiration');
    expect(ofType.length).toBeGreaterThan(0);
    expect(await of(typed)).toEqual(ofType);
    const ofTurn = idsWhere(({ incident }) => incident?.state === 'escalated');
    expect(ofTurn.length).toBeGreaterThan(0);
    expect(ofTurn.length).toBeLessThan(expected.length);
    expect(await of(turns)).toEqual(ofTurn);
    expect(await of(none)).toEqual([]);
  });

  test('are limited to the account of the destination and its sub-accounts', async () => {
    const body = { url: RECEIVER_URL, account_id: 'acct_northway_pine' };
    const { destination: made } = await registerDestination(hooks, body, keys.admin);
    expect(made.subscriptions).toMatchObject([{ account_id: 'acct_northway_pine' }]);
    const addSubscriptionTo = (subscription: object) =>
      hooks
        .request('post', `/sandbox/destinations/${made.destination_id}/subscriptions`, keys.admin)
        .send(subscription);
    for (const account_id of ['acct_northway', 'acct_northway_harbor', 'acct_redline', 'acct_nobody'])
      await expectFaults(addSubscriptionTo({ account_id }), '/account_id');
    for (const terminal_id of ['NW104233', 'HB200816', 'ZZ999999'])
      await expectFaults(addSubscriptionTo({ terminal_id }), '/terminal_id');
    expect((await addSubscriptionTo({ terminal_id: 'PN300444' })).status).toBe(201);

    await advanceClockBy(hooks, 'P20D');
    const expected = (await readAllEvents(hooks, keys.pine, START)).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(listSentIds(hooks).toSorted()).toEqual(expected.toSorted());
  });

  test('select only events after the instant of registration', async () => {
    await registerDestination(hooks);
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    const [first] = await readAllEvents(hooks, undefined, START);
    hooks = createWebhooksApp();
    await disconnectTerminal(hooks);
    await hooks.request('post', '/sandbox/clock/set', 'operator').send({ to: first?.timestamp });
    expect((await readAllEvents(hooks, undefined, START)).map(({ id }) => id)).toEqual([first?.id]);
    await registerDestination(hooks);
    await advanceClockBy(hooks, 'P10D');
    expect(listSentIds(hooks).length).toBeGreaterThan(0);
    expect(listSentIds(hooks)).not.toContain(first?.id);
  });
});
