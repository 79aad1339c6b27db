import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import vectors from '../../spec/webhook-vectors.json' with { type: 'json' };
import { createWebhookVerifier, type ReceivedHeaders, WebhookError } from '../index.ts';

const cases = vectors.map((vector) => [vector.name, vector] as const);
const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, 'base64');
const catchFault = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof WebhookError ? error.fault : error),
  );

describe('the shared vectors', () => {
  test.each(cases)('%s', async (_, { headers, body, body_base64, secret, now_seconds, expected }) => {
    const verifier = createWebhookVerifier({ secrets: [secret], nowMs: () => now_seconds * 1000 + 999 });
    expect(await catchFault(verifier.verify({ headers, body }))).toBe(expected);
    expect(await catchFault(verifier.verify({ headers, body: bytesOf(body_base64) }))).toBe(expected);
    expect(await catchFault(verifier.verify({ headers: new Headers(headers), body }))).toBe(expected);
  });
});

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const NOW = 1_793_631_600;
const EVENT = { id: 'evt_1', type: 'cash_low', timestamp: '2026-11-01T00:00:00Z', incident: null };

function sign(body: string | Uint8Array, secret = SECRET): Record<string, string> {
  const mac = createHmac('sha256', bytesOf(secret.slice(6)))
    .update(`evt_1.${NOW}.`)
    .update(body)
    .digest('base64');
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(NOW), 'webhook-signature': `v1,${mac}` };
}

const receive = (body: string | Uint8Array, headers: ReceivedHeaders = sign(body)) =>
  createWebhookVerifier({ secrets: [SECRET], nowMs: () => NOW * 1000 }).receive({ headers, body });

test('returns the event of a genuine delivery, from text and from bytes', async () => {
  const body = JSON.stringify(EVENT);
  expect(await receive(body)).toEqual(EVENT);
  expect(await receive(new TextEncoder().encode(body))).toEqual(EVENT);
});

test.each([['', '[]', 'null', '{"id":"x"}', '{']].flat())(
  'rejects the signed body %j, which is no event',
  async (body) => {
    expect(await catchFault(receive(body))).toBe('malformed-body');
  },
);

test('rejects a signed body that is not UTF-8', async () => {
  expect(await catchFault(receive(Uint8Array.of(0x7b, 0xff, 0x7d)))).toBe('malformed-body');
});

test('accepts headers of Node.js in any case', async () => {
  const body = JSON.stringify(EVENT);
  const { 'webhook-id': id, 'webhook-timestamp': time = '', 'webhook-signature': signature } = sign(body);
  const headers = { 'Webhook-Id': id, 'WEBHOOK-TIMESTAMP': [time], 'webhook-signature': signature };
  expect(await receive(body, headers)).toEqual(EVENT);
});

test.each([
  ['webhook-id', ['evt_1', 'evt_1'], 'no-match'],
  ['webhook-timestamp', [`${NOW}`, `${NOW}`], 'malformed-timestamp'],
  // Libraries parse it as a number and accept it.
  ['webhook-timestamp', `${NOW}.0`, 'malformed-timestamp'],
  ['webhook-timestamp', ` ${NOW}`, 'malformed-timestamp'],
  ['webhook-timestamp', `+${NOW}`, 'malformed-timestamp'],
] as const)('rejects the header %s with %j', async (name, value, fault) => {
  const body = JSON.stringify(EVENT);
  expect(await catchFault(receive(body, { ...sign(body), [name]: value }))).toBe(fault);
});

test('accepts the signature of each secret during a rotation', async () => {
  const body = JSON.stringify(EVENT);
  const verifier = createWebhookVerifier({ secrets: [SECRET, OTHER], nowMs: () => NOW * 1000 });
  for (const secret of [SECRET, OTHER])
    expect(await verifier.verify({ headers: sign(body, secret), body })).toBe('evt_1');
  expect(await catchFault(receive(body, sign(body, OTHER)))).toBe('no-match');
});

test('has a tolerance', async () => {
  const body = JSON.stringify(EVENT);
  const verifyAt = (seconds: number) =>
    catchFault(
      createWebhookVerifier({ secrets: [SECRET], toleranceSeconds: 10, nowMs: () => seconds * 1000 }).verify({
        headers: sign(body),
        body,
      }),
    );
  expect(await Promise.all([NOW - 11, NOW - 10, NOW + 10, NOW + 11].map(verifyAt))).toEqual([
    'too-new',
    'ok',
    'ok',
    'too-old',
  ]);
});

describe('an option that is not valid', () => {
  test.each([
    [[], 'expected at least one secret'],
    [[''], 'expected whsec_ and the base64'],
    [['whsec_'], 'expected whsec_ and the base64'],
    [['whsec_undefined'], 'expected whsec_ and the base64'],
    [[SECRET, `whsec_${Buffer.alloc(23, 7).toString('base64')}`], 'expected whsec_ and the base64'],
    [[`${SECRET}*`], 'expected whsec_ and the base64'],
  ])('%j throws without repeating a secret', (secrets, message) => {
    const create = () => createWebhookVerifier({ secrets });
    expect(create).toThrow(message);
    expect(create).not.toThrow('BwcHBwcH');
  });

  test('tolerance throws', () => {
    expect(() => createWebhookVerifier({ secrets: [SECRET], toleranceSeconds: Number.NaN })).toThrow(
      'toleranceSeconds is',
    );
  });

  test('a verifier does not show its secrets', () => {
    expect(inspect(createWebhookVerifier({ secrets: [SECRET] }), { depth: 9, showHidden: true })).not.toMatch(
      /7, 7|BwcH/,
    );
  });
});
