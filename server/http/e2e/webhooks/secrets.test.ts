import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import {
  advance,
  bodyOf,
  cutOff,
  deliveries,
  destination,
  expectProblem,
  HOOKS,
  type Hooks,
  hooksApp,
  register,
} from '../../testing/test-webhooks.ts';

/* Signing secrets through HTTP: creation, rotation, expiry, and where they are visible. */

let hooks: Hooks;
let id = '';
let first = '';
beforeEach(async () => {
  hooks = hooksApp();
  const made = await register(hooks);
  id = made.destination.destination_id;
  first = made.secret;
  hooks.wallMs = Date.now(); // the library uses the real clock
});

type Revealed = SandboxSchemas['RevealedSecrets'];
const reveal = () => bodyOf<Revealed>(hooks.ask('get', `/sandbox/destinations/${id}/secret`));
const rotate = (body: object = {}) =>
  bodyOf<Revealed>(hooks.ask('post', `/sandbox/destinations/${id}/secret/rotate`, undefined, body));
const expire = () => bodyOf<Revealed>(hooks.ask('post', `/sandbox/destinations/${id}/secret/expire`));
const secretOf = (seed: string): string => `whsec_${Buffer.from(seed.padEnd(32, '.')).toString('base64')}`;

/** Verifies the latest delivery with each secret, using the library that receivers use. */
async function takenWith(...secrets: readonly string[]): Promise<readonly boolean[]> {
  await bodyOf(hooks.ask('post', `/sandbox/destinations/${id}/test`));
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
  const secret = secretOf('mine');
  const made = await register(hooks, { url: HOOKS, secret });
  expect(made.secret).toBe(secret);
  id = made.destination.destination_id;
  expect(await reveal()).toMatchObject({ secret, previous: [] });
  expect(await takenWith(secret, first)).toEqual([true, false]);
});

describe('a rotated secret', () => {
  test('signs in addition to the new one for a day of sandbox time', async () => {
    const { secret: second, previous, state } = await rotate();
    expect(previous).toEqual([first]);
    expect(state.previous).toMatchObject([{ expires_at: '2026-11-03T15:00:00Z' }]);
    expect(await reveal()).toEqual({ secret: second, previous, state });
    expect((await destination(hooks, id)).secret).toEqual(state);
    expect(await takenWith(first, second)).toEqual([true, true]);
    expect(hooks.sent.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(2);

    await advance(hooks, 'PT23H59M59S');
    expect(await takenWith(first, second)).toEqual([true, true]);
    await advance(hooks, 1);
    expect(await takenWith(first, second)).toEqual([false, true]);
    expect(await reveal()).toMatchObject({ secret: second, previous: [], state: { previous: [] } });
  });

  test('signs for the requested overlap, or not at all', async () => {
    const { secret: second } = await rotate({ overlap_seconds: 60 });
    await advance(hooks, 60);
    expect(await takenWith(first, second)).toEqual([false, true]);
    const { secret: third, previous } = await rotate({ overlap_seconds: 0, secret: secretOf('third') });
    expect({ third, previous }).toEqual({ third: secretOf('third'), previous: [] });
    expect(await takenWith(second, third)).toEqual([false, true]);
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
    expect(await takenWith(first, second, third, fourth)).toEqual([false, true, true, true]);
    expect(await expire()).toMatchObject({ secret: fourth, previous: [] });
    expect(await takenWith(first, second, third, fourth)).toEqual([false, false, false, true]);
  });

  test('is not replaced by an invalid or current secret', async () => {
    const path = `/sandbox/destinations/${id}/secret/rotate`;
    for (const secret of [first, 'whsec_c2hvcnQ=', 'not-base64-!', '']) {
      const { text } = await expectProblem(
        hooks.ask('post', path, undefined, { secret }),
        422,
        'validation_failed',
        '/secret',
      );
      if (secret !== '') expect(text).not.toContain(secret);
    }
    for (const overlap_seconds of [-1, 2_592_001, 1.5])
      await expectProblem(
        hooks.ask('post', path, undefined, { overlap_seconds }),
        422,
        'validation_failed',
        '/overlap_seconds',
      );
    expect(await reveal()).toMatchObject({ secret: first, previous: [] });
  });

  test('is not used for earlier deliveries that are sent after its expiry', async () => {
    hooks.says = 500;
    await cutOff(hooks);
    await advance(hooks, 'PT30M');
    const { secret: second } = await rotate({ overlap_seconds: 0 });
    hooks.says = 200;
    await advance(hooks, 'PT1H');
    const oldest = (await deliveries(hooks)).at(-1);
    expect(oldest?.attempt_count).toBe(4);
    const { headers = {}, body = '' } =
      hooks.sent.findLast((one) => one.headers['webhook-id'] === oldest?.event_id) ?? {};
    expect(() => new Webhook(second).verify(body.toString(), { ...headers })).not.toThrow();
    expect(() => new Webhook(first).verify(body.toString(), { ...headers })).toThrow();
  });
});

test('explains a signature with an expired secret, another id or a date', async () => {
  await rotate({ overlap_seconds: 60 });
  await advance(hooks, 61);
  const { secret: newest } = await rotate();
  const { secret: last } = await rotate({ overlap_seconds: 0 });
  await cutOff(hooks);
  await advance(hooks, 'PT1H');
  const [oldest] = (await deliveries(hooks)).toReversed();
  const path = `/sandbox/deliveries/${oldest?.delivery_id}/explain`;
  const codes = async (said: object): Promise<readonly string[]> => {
    const { findings } = await bodyOf<SandboxSchemas['ExplainedDelivery']>(hooks.ask('post', path, undefined, said));
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
  const mine = secretOf('canary');
  const { secret: random } = await rotate();
  await rotate({ secret: mine });
  hooks.says = 500;
  await cutOff(hooks);
  await advance(hooks, 'PT1H');
  const [sent] = await deliveries(hooks);
  const one = `/sandbox/deliveries/${sent?.delivery_id}`;
  await hooks.ask('post', `/sandbox/destinations/${id}/test`);
  const wrong = secretOf('a secret of another user');
  const answers = [
    await hooks.ask('get', '/sandbox/destinations'),
    await hooks.ask('get', `/sandbox/destinations/${id}`),
    await hooks.ask('patch', `/sandbox/destinations/${id}`, undefined, { name: 'x' }),
    await hooks.ask('post', `/sandbox/destinations/${id}/pause`),
    await hooks.ask('post', `/sandbox/destinations/${id}/test`),
    await hooks.ask('get', one),
    await hooks.ask('post', `${one}/replay`),
    await hooks.ask('post', `${one}/explain`, undefined, { secret: mine, body: 'x' }),
    await hooks.ask('post', `${one}/explain`, undefined, { secret: wrong, body: 'x' }),
    await hooks.ask('post', `${one}/explain`, undefined, { secret: `${mine}${'x'.repeat(1024)}` }),
    await hooks.ask('post', `/sandbox/destinations/${id}/secret/rotate`, undefined, {
      secret: `${mine}=${'A'.repeat(99)}`,
    }),
    await hooks.ask('post', '/sandbox/destinations', undefined, { url: HOOKS, secret: `${mine}!` }),
    await hooks.ask('get', '/sandbox/deliveries'),
    await hooks.ask('get', '/sandbox/requests'),
    await hooks.ask('get', '/sandbox/requests', 'operator'),
    await hooks.ask('get', '/sandbox/journal'),
    await hooks.ask('get', '/sandbox/journal', 'operator'),
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
