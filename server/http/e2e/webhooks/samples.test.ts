import { beforeEach, describe, expect, test } from 'vitest';
import { sample } from '../../../../base/testing/depth.ts';
import { listAccountsBelow, tenants } from '../../../../fixtures/index.ts';
import { getEnumValues } from '../../../../spec/index.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { parseStoredSecret } from '../../../delivery/queue/target.ts';
import { verifyDeliverySignature } from '../../../delivery/signing/signer.ts';
import { realMs } from '../../../world/state/time.ts';
import { describeErrors } from '../../check/describe-errors.ts';
import { compileAt } from '../../check/schemas.ts';
import { keys } from '../../testing/test-app.ts';
import {
  advanceClockBy,
  changeDestinationStatus,
  createWebhooksApp,
  expectBody,
  expectFaults,
  expectProblem,
  RECEIVER_URL,
  readAllDeliveries,
  readDestination,
  registerDestination,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* Samples through HTTP: each type for each tenant, valid, and without foreign data. */

let hooks: WebhooksApp;
beforeEach(() => {
  hooks = createWebhooksApp();
});

type Tested = SandboxSchemas['TestedDestination'];
const types = getEnumValues('EventType');
const testDestination = (id: string, body: object = {}, caller?: string) =>
  expectBody<Tested>(hooks.request('post', `/sandbox/destinations/${id}/test`, caller).send(body));

/** Lists the ids, names and canaries that identify accounts. */
const listMarks = (accountIds: ReadonlySet<string>): readonly string[] =>
  tenants.flatMap(({ accounts, terminals, users, connectors }) => [
    ...accounts
      .filter(({ accountId }) => accountIds.has(accountId))
      .flatMap(({ accountId, canary }) => [accountId, canary]),
    ...terminals
      .filter(({ accountId }) => accountIds.has(accountId))
      .flatMap(({ terminalId, location }) => [terminalId, location.name]),
    ...users.filter(({ accountId }) => accountIds.has(accountId)).map(({ userId }) => userId),
    ...connectors.filter(({ accountId }) => accountIds.has(accountId)).map(({ connectorId }) => connectorId),
  ]);

/** Whether a text contains a mark as a whole word. */
const containsMark = (text: string, mark: string): boolean =>
  text
    .split(mark)
    .slice(1)
    .some((after, index) => !/^\w/.test(after) && !/\w$/.test(text.split(mark)[index] ?? ''));

const everyAccount = tenants.flatMap((tenant) => tenant.accounts.map(({ accountId }) => ({ tenant, accountId })));

test('finds marks', () => {
  expect(containsMark('{"terminal_id":"NW104233"}', 'NW104233')).toBe(true);
  expect(containsMark('{"account_id":"acct_northway_pine"}', 'acct_northway')).toBe(false);
});

test.each(sample(everyAccount, 5))(
  'sends samples to $accountId that are valid events with only its own data',
  async ({ tenant, accountId }) => {
    const own = new Set(listAccountsBelow(tenant, accountId));
    const foreign = listMarks(new Set(everyAccount.map((one) => one.accountId).filter((one) => !own.has(one))));
    expect(foreign.length).toBeGreaterThan(100);
    const made = await registerDestination(
      hooks,
      { url: RECEIVER_URL, account_id: accountId, subscriptions: [] },
      'operator',
    );
    for (const type of types) {
      const { verdict, delivery } = await testDestination(made.destination.destination_id, { type }, 'operator');
      expect(verdict).toBe('delivered');
      const event = JSON.parse(delivery.body ?? '');
      const validate = compileAt(
        'service',
        'webhooks',
        type,
        'post',
        'requestBody',
        'content',
        'application/json',
        'schema',
      );
      expect({ type, valid: validate(event), errors: describeErrors(validate.errors) }).toMatchObject({ valid: true });
      expect(event).toMatchObject({ type, is_test: true });
      expect(own).toContain(event.account_id);
      expect(hooks.sent.at(-1)?.body).toBe(delivery.body);
      const text = delivery.body ?? '';
      expect(foreign.filter((mark) => containsMark(text, mark))).toEqual([]);
    }
  },
);

test('sends a sample for the given terminal if it belongs to the account of the destination or a sub-account', async () => {
  const { destination: pines } = await registerDestination(
    hooks,
    { url: RECEIVER_URL, account_id: 'acct_northway_pine' },
    keys.admin,
  );
  const { destination: all } = await registerDestination(hooks, { url: RECEIVER_URL }, keys.admin);
  const named = (id: string, terminal_id: string) =>
    hooks.request('post', `/sandbox/destinations/${id}/test`, keys.admin).send({ terminal_id });
  for (const id of ['NW104233', 'HB200816', 'RL000101', 'ZZ999999'])
    await expectFaults(named(pines.destination_id, id), '/terminal_id');
  for (const [id, terminalId, accountId] of [
    [pines.destination_id, 'PN300444', 'acct_northway_pine'],
    [all.destination_id, 'PN300444', 'acct_northway_pine'],
    [all.destination_id, 'NW104233', 'acct_northway'],
  ] as const) {
    const { delivery } = await expectBody<Tested>(named(id, terminalId));
    expect(JSON.parse(delivery.body ?? '')).toMatchObject({ terminal_id: terminalId, account_id: accountId });
  }
});

describe('testing a destination', () => {
  test.each([
    [200, 'delivered', 0],
    [401, 'refused', 4],
    [404, 'refused', 2],
    [307, 'refused', 2],
    [500, 'refused', 2],
    ['nothing', 'no_answer', 2],
  ] as const)('returns a verdict with hints for a receiver that returns %s', async (response, verdict, hintCount) => {
    hooks.receiverReply = response;
    const { destination: made } = await registerDestination(hooks);
    const tried = await testDestination(made.destination_id);
    expect(tried.verdict).toBe(verdict);
    expect(tried.hints).toHaveLength(hintCount);
    expect(tried.delivery).toMatchObject({ type: 'cash_low', is_test: true, attempt_count: 1, next_attempt: null });
    expect(tried.delivery.attempts).toMatchObject([{ trigger: 'test', number: 1 }]);
    expect(tried.delivery.state).toBe(verdict === 'delivered' ? 'delivered' : 'exhausted');
    expect(await readDestination(hooks, made.destination_id)).toEqual(made);
    await advanceClockBy(hooks, 'PT1H');
    expect(hooks.sent.filter(({ headers }) => headers['webhook-id'] === tried.delivery.event_id)).toHaveLength(1);
  });

  test('reports an address that is not allowed', async () => {
    const send = async () =>
      ({ kind: 'failed', error: 'address_not_allowed', message: 'Not there.', timings: { totalMs: 0 } }) as const;
    hooks = createWebhooksApp({ send });
    const { destination: made } = await registerDestination(hooks);
    expect(await testDestination(made.destination_id)).toMatchObject({ verdict: 'not_allowed', hints: ['Not there.'] });
  });

  test('sends a new sample in any state and with any subscriptions', async () => {
    const { destination: made } = await registerDestination(hooks, { url: RECEIVER_URL, subscriptions: [] });
    const id = made.destination_id;
    await testDestination(id);
    await changeDestinationStatus(hooks, id, 'pause');
    expect((await testDestination(id)).hints).toHaveLength(1);
    await changeDestinationStatus(hooks, id, 'disable');
    hooks.receiverReply = 410;
    expect((await testDestination(id)).hints).toHaveLength(3);
    expect((await readDestination(hooks, id)).disabled_reason).toBe('user');
    const all = await readAllDeliveries(hooks, `destination_id=${id}`);
    expect(new Set(all.map(({ event_id }) => event_id)).size).toBe(3);
    expect(new Set(all.map(({ delivery_id }) => delivery_id)).size).toBe(3);
  });

  test.each([
    [{ type: 'cash_lost' }, '/type'],
    [{ terminal_id: 'NW104233' }, '/terminal_id'],
    [{ kind: 'cash_low' }, '/kind'],
    [{ body: [] }, '/body'],
    [{ body: 'text' }, '/body'],
    [{ body: null }, '/body'],
    [{ body: {}, type: 'cash_low' }, '/type'],
    [{ body: {}, terminal_id: 'DG000101' }, '/terminal_id'],
  ])('rejects a test with %j', async (body, pointer) => {
    const { destination: made } = await registerDestination(hooks);
    const request = hooks.request('post', `/sandbox/destinations/${made.destination_id}/test`).send(body);
    await expectFaults(request, pointer);
    expect(hooks.sent).toEqual([]);
  });
});

test.each<[subscriptions: object[], body: object, sample: { type: string; terminal_id: string | null }]>([
  [[{ types: ['dispenser_fault', 'cash_low'] }], {}, { type: 'cash_low', terminal_id: 'DG000101' }],
  [[{ terminal_id: 'DG000202' }], {}, { type: 'cash_low', terminal_id: 'DG000202' }],
  [[{ terminal_id: 'DG000202', types: ['cash_out'] }], {}, { type: 'cash_out', terminal_id: 'DG000202' }],
  [
    [{ types: ['cash_out'] }, { terminal_id: 'DG000202', types: ['heartbeat_stale'] }],
    { type: 'heartbeat_stale' },
    { type: 'heartbeat_stale', terminal_id: 'DG000202' },
  ],
  [
    [{ terminal_id: 'DG000202', types: ['cash_out'] }],
    { type: 'cash_low', terminal_id: 'DG000101' },
    { type: 'cash_low', terminal_id: 'DG000101' },
  ],
  [[], {}, { type: 'cash_low', terminal_id: 'DG000101' }],
])('a sample is about what the destination receives: %j, %j', async (subscriptions, body, sample) => {
  const { destination } = await registerDestination(hooks, { url: RECEIVER_URL, subscriptions });
  await testDestination(destination.destination_id, body);
  expect(JSON.parse(String(hooks.sent.at(-1)?.body))).toMatchObject(sample);
});

describe('a body of a user', () => {
  const OWN_BODY = { type: 'order.paid', amount: 1250, lines: [{ text: 'Zürich 💶' }], none: null };

  test('is sent as compact JSON, signed, and marked in the request and in the log', async () => {
    const { destination: made, secret } = await registerDestination(hooks);
    const { verdict, delivery } = await testDestination(made.destination_id, { body: OWN_BODY });
    expect(verdict).toBe('delivered');
    const sent = hooks.sent.at(-1);
    expect(sent?.body).toBe(JSON.stringify(OWN_BODY));
    expect(sent?.headers).toMatchObject({ 'x-sandbox-body': 'user', 'webhook-id': delivery.event_id });
    const signature = verifyDeliverySignature({
      headers: sent?.headers ?? {},
      body: Buffer.from(JSON.stringify(OWN_BODY)),
      secrets: [parseStoredSecret(secret)],
      nowMs: realMs(hooks.wallMs),
    });
    expect(signature.kind).toBe('ok');
    const { data: [listed] = [] } = await expectBody<SandboxSchemas['DeliveryList']>(
      hooks.request('get', '/sandbox/deliveries?type=sandbox_user_body'),
    );
    expect(listed).toMatchObject({ type: 'sandbox_user_body', is_test: true, terminal_id: null, state: 'delivered' });
    expect(delivery).toMatchObject({ ...listed, body: JSON.stringify(OWN_BODY) });
  });

  test('has the mark of its request in a replay, and samples do not have it', async () => {
    const { destination: made } = await registerDestination(hooks);
    const { delivery } = await testDestination(made.destination_id, { body: OWN_BODY });
    await expectBody(hooks.request('post', `/sandbox/deliveries/${delivery.delivery_id}/replay`));
    await testDestination(made.destination_id);
    expect(hooks.sent.map(({ headers }) => headers['x-sandbox-body'])).toEqual(['user', 'user', undefined]);
  });

  test('is an event of no type: subscriptions cannot name it, and it is not recovered', async () => {
    const { destination: made } = await registerDestination(hooks);
    await testDestination(made.destination_id, { body: OWN_BODY });
    const subscription = { types: ['sandbox_user_body'] };
    const path = `/sandbox/destinations/${made.destination_id}/subscriptions`;
    await expectFaults(hooks.request('post', path).send(subscription), '/types/0');
    const { queued } = await expectBody<SandboxSchemas['RecoveredDestination']>(
      hooks
        .request('post', `/sandbox/destinations/${made.destination_id}/recover`)
        .send({ since: '2026-11-02T00:00:00Z', states: ['delivered', 'exhausted', 'skipped'], dry_run: true }),
    );
    expect(queued).toMatchObject({ delivered: 0, exhausted: 0, skipped: 0 });
  });

  test('is rejected as invalid JSON, and when it is too large', async () => {
    const { destination: made } = await registerDestination(hooks);
    const post = (text: string) =>
      hooks
        .request('post', `/sandbox/destinations/${made.destination_id}/test`)
        .set('Content-Type', 'application/json')
        .send(text);
    await expectProblem(post('{"body": {"a": }}'), 400, 'malformed_json');
    await expectProblem(post(JSON.stringify({ body: { text: 'x'.repeat(65_536) } })), 413, 'payload_too_large');
    await expectBody(post(JSON.stringify({ body: { text: 'x'.repeat(65_000) } })));
    expect(hooks.sent).toHaveLength(1);
  });
});
