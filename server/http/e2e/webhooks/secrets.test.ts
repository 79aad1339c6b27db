import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import {
  advanceClockBy,
  createWebhooksApp,
  disconnectTerminal,
  expectBody,
  expectFaults,
  RECEIVER_URL,
  readAllDeliveries,
  readDestination,
  registerDestination,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* Signing secrets through HTTP: creation, rotation, expiry, and where they are visible. */

let hooks: WebhooksApp;
let id = '';
let first = '';
beforeEach(async () => {
  hooks = createWebhooksApp();
  const made = await registerDestination(hooks);
  id = made.destination.destination_id;
  first = made.secret;
  hooks.wallMs = Date.now(); // the library uses the real clock
});

type Revealed = SandboxSchemas['RevealedSecrets'];
const reveal = () => expectBody<Revealed>(hooks.request('get', `/sandbox/destinations/${id}/secret`));
const rotate = (body: object = {}) =>
  expectBody<Revealed>(hooks.request('post', `/sandbox/destinations/${id}/secret/rotate`).send(body));
const expire = () => expectBody<Revealed>(hooks.request('post', `/sandbox/destinations/${id}/secret/expire`));
const createSecret = (seed: string): string => `whsec_${Buffer.from(seed.padEnd(32, '.')).toString('base64')}`;

/** Verifies the latest delivery with each secret, using the library that receivers use. */
async function verifyWith(...secrets: readonly string[]): Promise<readonly boolean[]> {
  await expectBody(hooks.request('post', `/sandbox/destinations/${id}/test`));
  const { headers = {}, body = '' } = hooks.sent.at(-1) ?? {};
  return secrets.map((secret) => {
    try {
      return new Webhook(secret).verify(body.toString(), { ...headers }) !== undefined;
    } catch {
      return false;
    }
  });
}

test('registers a destination with a given secret', async () => {
  const secret = createSecret('mine');
  const made = await registerDestination(hooks, { url: RECEIVER_URL, secret });
  expect(made.secret).toBe(secret);
  id = made.destination.destination_id;
  expect(await reveal()).toMatchObject({ secret, previous: [] });
  expect(await verifyWith(secret, first)).toEqual([true, false]);
});

describe('a rotated secret', () => {
  test('signs in addition to the new one for a day of sandbox time', async () => {
    const { secret: second, previous, state } = await rotate();
    expect(previous).toEqual([first]);
    expect(state.previous).toMatchObject([{ expires_at: '2026-11-03T15:00:00Z' }]);
    expect(await reveal()).toEqual({ secret: second, previous, state });
    expect((await readDestination(hooks, id)).secret).toEqual(state);
    expect(await verifyWith(first, second)).toEqual([true, true]);
    expect(hooks.sent.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(2);

    await advanceClockBy(hooks, 'PT23H59M59S');
    expect(await verifyWith(first, second)).toEqual([true, true]);
    await advanceClockBy(hooks, 1);
    expect(await verifyWith(first, second)).toEqual([false, true]);
    expect(await reveal()).toMatchObject({ secret: second, previous: [], state: { previous: [] } });
  });

  test('signs for the requested overlap, or not at all', async () => {
    const { secret: second } = await rotate({ overlap_seconds: 60 });
    await advanceClockBy(hooks, 60);
    expect(await verifyWith(first, second)).toEqual([false, true]);
    const { secret: third, previous } = await rotate({ overlap_seconds: 0, secret: createSecret('third') });
    expect({ third, previous }).toEqual({ third: createSecret('third'), previous: [] });
    expect(await verifyWith(second, third)).toEqual([false, true]);
  });

  test('is kept with at most one other previous secret', async () => {
    const { secret: second } = await rotate();
    const { secret: third } = await rotate();
    const { secret: fourth, previous, state } = await rotate({ overlap_seconds: 7200 });
    expect(previous).toEqual([third, second]);
    expect(state.previous.map(({ expires_at }) => expires_at)).toEqual([
      '2026-11-02T17:00:00Z',
      '2026-11-02T17:00:00Z',
    ]);
    expect(await verifyWith(first, second, third, fourth)).toEqual([false, true, true, true]);
    expect(await expire()).toMatchObject({ secret: fourth, previous: [] });
    expect(await verifyWith(first, second, third, fourth)).toEqual([false, false, false, true]);
  });

  test('is not replaced by an invalid or current secret', async () => {
    const path = `/sandbox/destinations/${id}/secret/rotate`;
    for (const secret of [first, 'whsec_c2hvcnQ=', 'not-base64-!', '']) {
      const { text } = await expectFaults(hooks.request('post', path).send({ secret }), '/secret');
      if (secret !== '') expect(text).not.toContain(secret);
    }
    for (const overlap_seconds of [-1, 2_592_001, 1.5])
      await expectFaults(hooks.request('post', path).send({ overlap_seconds }), '/overlap_seconds');
    expect(await reveal()).toMatchObject({ secret: first, previous: [] });
  });

  test('is not used for earlier deliveries that are sent after its expiry', async () => {
    hooks.receiverReply = 500;
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT30M');
    const { secret: second } = await rotate({ overlap_seconds: 0 });
    hooks.receiverReply = 200;
    await advanceClockBy(hooks, 'PT1H');
    const oldest = (await readAllDeliveries(hooks)).at(-1);
    expect(oldest?.attempt_count).toBe(4);
    const { headers = {}, body = '' } =
      hooks.sent.findLast((one) => one.headers['webhook-id'] === oldest?.event_id) ?? {};
    expect(() => new Webhook(second).verify(body.toString(), { ...headers })).not.toThrow();
    expect(() => new Webhook(first).verify(body.toString(), { ...headers })).toThrow();
  });
});

test('explains a signature with an expired secret, another id or a date', async () => {
  await rotate({ overlap_seconds: 60 });
  await advanceClockBy(hooks, 61);
  const { secret: newest } = await rotate();
  const { secret: last } = await rotate({ overlap_seconds: 0 });
  await disconnectTerminal(hooks);
  await advanceClockBy(hooks, 'PT1H');
  const [oldest] = (await readAllDeliveries(hooks)).toReversed();
  const path = `/sandbox/deliveries/${oldest?.delivery_id}/explain`;
  const codes = async (values: object): Promise<readonly string[]> => {
    const { findings } = await expectBody<SandboxSchemas['ExplainedDelivery']>(
      hooks.request('post', path).send(values),
    );
    return findings.map(({ code }) => code);
  };
  expect(await codes({ secret: last })).toEqual([]);
  for (const secret of [first, newest]) expect(await codes({ secret })).toEqual(['secret_expired']);
  expect(await codes({ id: oldest?.delivery_id })).toEqual(['delivery_id']);
  expect(await codes({ id: oldest?.incident_id })).toEqual(['incident_id']);
  expect(await codes({ timestamp: oldest?.happened_at })).toEqual(['event_timestamp']);
  await expire();
  expect(await codes({ secret: first })).toEqual(['secret_expired']);
});

test('shows secrets only in replies to requests for them', async () => {
  const mine = createSecret('canary');
  const { secret: random } = await rotate();
  await rotate({ secret: mine });
  hooks.receiverReply = 500;
  await disconnectTerminal(hooks);
  await advanceClockBy(hooks, 'PT1H');
  const [sent] = await readAllDeliveries(hooks);
  const one = `/sandbox/deliveries/${sent?.delivery_id}`;
  await hooks.request('post', `/sandbox/destinations/${id}/test`);
  const wrong = createSecret('a secret of another user');
  const answers = [
    await hooks.request('get', '/sandbox/destinations'),
    await hooks.request('get', `/sandbox/destinations/${id}`),
    await hooks.request('patch', `/sandbox/destinations/${id}`).send({ name: 'x' }),
    await hooks.request('post', `/sandbox/destinations/${id}/pause`),
    await hooks.request('post', `/sandbox/destinations/${id}/test`),
    await hooks.request('get', one),
    await hooks.request('post', `${one}/replay`),
    await hooks.request('post', `${one}/explain`).send({ secret: mine, body: 'x' }),
    await hooks.request('post', `${one}/explain`).send({ secret: wrong, body: 'x' }),
    await hooks.request('post', `${one}/explain`).send({ secret: `${mine}${'x'.repeat(1024)}` }),
    await hooks.request('post', `/sandbox/destinations/${id}/secret/rotate`).send({
      secret: `${mine}=${'A'.repeat(99)}`,
    }),
    await hooks.request('post', '/sandbox/destinations').send({ url: RECEIVER_URL, secret: `${mine}!` }),
    await hooks.request('get', '/sandbox/deliveries'),
    await hooks.request('get', '/sandbox/requests'),
    await hooks.request('get', '/sandbox/requests', 'operator'),
    await hooks.request('get', '/sandbox/journal'),
    await hooks.request('get', '/sandbox/journal', 'operator'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([
    200, 200, 200, 200, 200, 200, 200, 200, 200, 422, 422, 422, 200, 200, 200, 200, 200,
  ]);
  const text = answers.map((answer) => answer.text).join('\n') + JSON.stringify(hooks.log);
  const { state } = await reveal();
  for (const { fingerprint } of [state, ...state.previous]) expect(text).toContain(fingerprint);
  for (const secret of [first, random, mine, wrong]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(secret.slice('whsec_'.length, -4));
  }
});
