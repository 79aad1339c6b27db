import { beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { compileAt } from '../../check/schemas.ts';
import { keys } from '../../testing/test-app.ts';
import {
  advanceClockBy,
  changeDestinationStatus,
  createAppWithMissedHeartbeat,
  disconnectTerminal,
  expectBody,
  expectFaults,
  RECEIVER_URL,
  readAllDeliveries,
  readAllEvents,
  readDestination,
  registerDestination,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* The events of the sandbox itself about destinations, through HTTP. */

const FAILING_URL = RECEIVER_URL;
const ALERTS_URL = 'http://127.0.0.1:3001/alerts';
const ALERTS = [{ types: ['sandbox_*'] }];

let hooks: WebhooksApp;
/** The destination that fails. */
let failing = '';
beforeEach(async () => {
  ({ hooks, id: failing } = await createAppWithMissedHeartbeat());
});

const addAlerts = async (rest: object = {}, caller: string = keys.delgado): Promise<string> =>
  (await registerDestination(hooks, { url: ALERTS_URL, subscriptions: ALERTS, ...rest }, caller)).destination
    .destination_id;

const refuseAll = (status: number): void => {
  hooks.receiverReply = ({ url }) => (url === FAILING_URL ? status : 200);
};

const listAlerts = (): readonly SandboxSchemas['SandboxEvent'][] =>
  hooks.sent.filter(({ url }) => url === ALERTS_URL).map(({ body }) => JSON.parse(String(body)));

const validate = compileAt('sandbox', 'components', 'schemas', 'SandboxEvent');

test('sends an event after five failed attempts in a row, and another one when the destination is disabled', async () => {
  const id = await addAlerts();
  refuseAll(500);
  await advanceClockBy(hooks, 'PT2H');
  expect(listAlerts()).toEqual([]);
  await advanceClockBy(hooks, 'PT2H');
  const { happened_at: since } = (await readAllDeliveries(hooks, `destination_id=${failing}`))[0] ?? {};
  const failed = { destination_id: failing, failed_attempts: 5, failing_since: since, disabled_reason: null };
  expect(listAlerts()).toMatchObject([
    {
      ...{ type: 'sandbox_destination_failing', account_id: 'acct_delgado', severity: 'medium', data: failed },
      timestamp: '2026-11-02T17:46:05Z',
    },
  ]);
  await advanceClockBy(hooks, 'P60D');
  expect(await readDestination(hooks, failing)).toMatchObject({ disabled_reason: 'failing' });
  const alerts = listAlerts();
  expect(alerts.map(({ type, severity }) => [type, severity])).toEqual([
    ['sandbox_destination_failing', 'medium'],
    ['sandbox_destination_disabled', 'high'],
  ]);
  expect(alerts[1]?.data).toMatchObject({ destination_id: failing, disabled_reason: 'failing' });
  for (const alert of alerts) expect(validate(alert)).toBe(true);
  expect(await readAllDeliveries(hooks, `destination_id=${id}`)).toMatchObject([
    { type: 'sandbox_destination_disabled', state: 'delivered', terminal_id: null, incident_id: null },
    { type: 'sandbox_destination_failing', state: 'delivered' },
  ]);
});

test('sends an event at once when a receiver responds with 410', async () => {
  await addAlerts();
  refuseAll(410);
  await advanceClockBy(hooks, 'PT1H');
  expect(listAlerts()).toMatchObject([
    { type: 'sandbox_destination_disabled', data: { disabled_reason: 'gone', failed_attempts: 1 } },
  ]);
});

test('sends an event again after a success and five further failures, and after a user enabled the destination', async () => {
  await addAlerts();
  refuseAll(500);
  await advanceClockBy(hooks, 'PT4H');
  refuseAll(200);
  await advanceClockBy(hooks, 'PT10H');
  refuseAll(500);
  await disconnectTerminal(hooks, 'DG000202');
  await advanceClockBy(hooks, 'PT4H');
  expect(listAlerts().map(({ type }) => type)).toEqual(['sandbox_destination_failing', 'sandbox_destination_failing']);
  refuseAll(410);
  await advanceClockBy(hooks, 'PT10H');
  await changeDestinationStatus(hooks, failing, 'enable');
  const body = { since: '2026-11-02T15:00:00Z' };
  await expectBody(hooks.request('post', `/sandbox/destinations/${failing}/recover`).send(body));
  await advanceClockBy(hooks, 'PT1H');
  expect(listAlerts().filter(({ type }) => type === 'sandbox_destination_disabled')).toHaveLength(2);
});

test('sends no event when a user disables or deletes a destination', async () => {
  await addAlerts();
  await changeDestinationStatus(hooks, failing, 'disable');
  await changeDestinationStatus(hooks, failing, 'enable');
  await expectBody(hooks.request('delete', `/sandbox/destinations/${failing}`));
  await advanceClockBy(hooks, 'P1D');
  expect(listAlerts()).toEqual([]);
});

describe('a loop', () => {
  test('is impossible: a destination does not receive the events about itself', async () => {
    const own = [{ types: ['heartbeat_stale'] }, { types: ['sandbox_*'] }];
    const both = await registerDestination(hooks, { url: FAILING_URL, subscriptions: own });
    hooks.receiverReply = 500;
    await advanceClockBy(hooks, 'P60D');
    const { destination_id: id } = both.destination;
    expect(await readDestination(hooks, id)).toMatchObject({ status: 'disabled' });
    const received = (await readAllDeliveries(hooks, `destination_id=${id}`)).filter(({ type }) =>
      /^sandbox_/.test(type),
    );
    expect(received.length).toBeGreaterThan(0);
    for (const { event_id: eventId } of received) {
      const sent = hooks.sent.find(({ headers }) => headers['webhook-id'] === eventId);
      if (sent !== undefined) expect(JSON.parse(String(sent.body)).data.destination_id).toBe(failing);
    }
  });

  test('is impossible: two subscribers that fail cause one event each when they are disabled', async () => {
    const one = await addAlerts();
    const other = await addAlerts();
    hooks.receiverReply = 500;
    await advanceClockBy(hooks, 'P90D');
    for (const id of [failing, one, other])
      expect(await readDestination(hooks, id)).toMatchObject({ disabled_reason: 'failing' });
    const about = new Map(listAlerts().map(({ id, type, data }) => [id, `${type} ${data.destination_id}`]));
    // Failed attempts to deliver these events cause no further event, except that a destination is disabled.
    const known = [
      `sandbox_destination_failing ${failing}`,
      ...[failing, one, other].map((id) => `sandbox_destination_disabled ${id}`),
    ];
    expect(known).toEqual(expect.arrayContaining([...about.values()]));
    expect(new Set(about.values()).size).toBe(about.size);
  });
});

describe('a subscription', () => {
  test('to all events contains only those of the service', async () => {
    await registerDestination(hooks, { url: ALERTS_URL });
    await registerDestination(hooks, { url: ALERTS_URL, subscriptions: [{ types: ['*'] }, { types: ['*_*'] }] });
    refuseAll(410);
    await advanceClockBy(hooks, 'PT1H');
    expect(hooks.sent.map(({ body }) => JSON.parse(String(body)).type)).not.toContain('sandbox_destination_disabled');
  });

  test('accepts the types by name and by pattern, and lists them among the allowed ones', async () => {
    const types = ['sandbox_destination_disabled', 'cash_*'];
    const { destination } = await registerDestination(hooks, { url: ALERTS_URL, subscriptions: [{ types }] });
    expect(destination.subscriptions[0]?.types).toEqual(['cash_low', 'cash_out', 'sandbox_destination_disabled']);
    const wrong = { url: ALERTS_URL, subscriptions: [{ types: ['sandbox_destination'] }] };
    const { body } = await expectFaults(
      hooks.request('post', '/sandbox/destinations').send(wrong),
      '/subscriptions/0/types/0',
    );
    expect(body.errors[0].allowed).toContain('sandbox_destination_failing');
    expect(body.errors[0].nearest).toBe('sandbox_destination_failing');
  });

  test('receives only events about destinations of its account and those below it', async () => {
    const { destination: pine } = await registerDestination(
      hooks,
      { url: ALERTS_URL, account_id: 'acct_northway_pine', subscriptions: ALERTS },
      keys.admin,
    );
    const above = await addAlerts({}, keys.admin);
    const subscriptions = [{ types: ['heartbeat_stale'] }];
    await registerDestination(hooks, { url: FAILING_URL, subscriptions }, keys.admin);
    const below = { url: FAILING_URL, account_id: 'acct_northway_pine', subscriptions };
    const { destination: failed } = await registerDestination(hooks, below, keys.admin);
    for (const id of ['NW104233', 'PN300444']) await disconnectTerminal(hooks, id, keys.admin);
    refuseAll(410);
    await advanceClockBy(hooks, 'PT1H');
    const count = async (id: string) => (await readAllDeliveries(hooks, `destination_id=${id}`, keys.admin)).length;
    expect(await count(pine.destination_id)).toBe(1);
    expect(await count(above)).toBe(2);
    expect(listAlerts().map(({ data }) => data.destination_id)).toContain(failed.destination_id);
    expect(JSON.stringify(await readAllDeliveries(hooks))).not.toContain('northway');
  });
});

test('leaves the documented events, incidents and ids of objects as they are', async () => {
  const before = await readAllEvents(hooks);
  await addAlerts();
  refuseAll(410);
  await advanceClockBy(hooks, 'PT1H');
  const after = await readAllEvents(hooks);
  expect(after.map(({ type }): string => type)).not.toContain('sandbox_destination_disabled');
  expect(after.length).toBeGreaterThan(before.length);
});

test('filters deliveries by the types, and sends a sample of each', async () => {
  const id = await addAlerts();
  for (const type of ['sandbox_destination_failing', 'sandbox_destination_disabled']) {
    const tested = await expectBody<SandboxSchemas['TestedDestination']>(
      hooks.request('post', `/sandbox/destinations/${id}/test`).send({ type }),
    );
    const event = JSON.parse(tested.delivery.body ?? '');
    expect({ valid: validate(event), type: event.type, test: event.is_test }).toEqual({
      valid: true,
      type,
      test: true,
    });
  }
  expect(await readAllDeliveries(hooks, 'type=sandbox_*')).toHaveLength(2);
  expect(await readAllDeliveries(hooks, 'type=sandbox_destination_failing')).toHaveLength(1);
  expect(await readAllDeliveries(hooks, 'type=*')).toHaveLength(0);
});

test('recovers an event of the time before the subscription', async () => {
  const id = await addAlerts({ subscriptions: [] });
  refuseAll(410);
  await advanceClockBy(hooks, 'PT1H');
  await expectBody(
    hooks.request('post', `/sandbox/destinations/${id}/subscriptions`).send({ types: ['sandbox_*'] }),
    201,
  );
  const body = { since: '2026-11-02T15:00:00Z', until: '2026-11-02T16:30:00Z', states: ['missed'] };
  const recovered = await expectBody<SandboxSchemas['RecoveredDestination']>(
    hooks.request('post', `/sandbox/destinations/${id}/recover`).send(body),
  );
  expect(recovered.queued.missed).toBe(1);
  await advanceClockBy(hooks, 'PT1M');
  expect(listAlerts()).toHaveLength(1);
});
