import { inspect } from 'node:util';
import fc from 'fast-check';
import { Webhook as ReferenceWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import vectors from '../../../spec/webhook-vectors.json' with { type: 'json' };
import type { WebhookVector } from '../../../spec/webhook-vectors.ts';
import {
  createSecret,
  createSignatureHeaders,
  fingerprintSigningSecret,
  parseSecret,
  revealSecret,
  type Secret,
  verifyDeliverySignature,
} from './signer.ts';

function parseValidSecret(text: string): Secret {
  const parsed = parseSecret(text);
  if ('fault' in parsed) throw new Error(parsed.fault);
  return parsed;
}

// As read from JSON, where literals have type string.
const cases = (vectors as readonly WebhookVector[]).map((vector) => [vector.name, vector] as const);

describe('the signer on the shared vectors', () => {
  test('has enough valid and invalid vectors with unique names', () => {
    const accepted = cases.filter(([, { expected }]) => expected === 'ok');
    expect(accepted.length).toBeGreaterThan(20);
    expect(cases.length - accepted.length).toBeGreaterThan(20);
    expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length);
  });

  test.each(cases.filter(([, { signer }]) => signer !== undefined))('signs the exact bytes of %s', (_, vector) => {
    const { id, timestamp_seconds: timestampSeconds, body, secrets } = vector.signer ?? expect.fail();
    const signed = { id, timestampSeconds, secrets: secrets.map(parseValidSecret) };
    expect(createSignatureHeaders({ ...signed, body })).toEqual(vector.headers);
    expect(createSignatureHeaders({ ...signed, body: Buffer.from(body) })).toEqual(vector.headers);
  });

  test.each(cases)('returns the expected verdict on %s', (_, { headers, body, secret, now_seconds, expected }) => {
    const nowMs = now_seconds * 1000 + 999;
    const verdict = verifyDeliverySignature({
      headers,
      body: Buffer.from(body),
      secrets: [parseValidSecret(secret)],
      nowMs,
    });
    expect(verdict.kind).toBe(expected);
    expect(verifyDeliverySignature({ headers, body, secrets: [parseValidSecret(secret)], nowMs })).toEqual(verdict);
  });
});

describe('a webhook library', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const MESSAGES = {
    'missing-header': /Missing required headers/,
    'malformed-timestamp': /Invalid Signature Headers|timestamp too old/, // they parse a negative number
    'too-old': /timestamp too old/,
    'too-new': /timestamp too new/,
    'malformed-signature': /No matching signature/,
    'no-match': /No matching signature/,
  };
  const libraries = [
    ['standardwebhooks', ReferenceWebhook],
    ['svix', SvixWebhook],
  ] as const;

  for (const [library, Webhook] of libraries)
    test.each(cases)(`${library}: %s`, (_, { headers, body, secret, now_seconds, expected }) => {
      vi.setSystemTime(now_seconds * 1000 + 999);
      const receive = () => new Webhook(secret).verify(Buffer.from(body), headers);
      if (expected === 'ok') expect(receive).not.toThrow();
      else expect(receive).toThrow(MESSAGES[expected]);
    });
});

describe('a secret', () => {
  const bytes = Buffer.from('a made-up secret of thirty-two b');
  const text = `whsec_${bytes.toString('base64')}`;

  test('parses a secret with and without padding, and formats it as it was', () => {
    expect(revealSecret(parseValidSecret(text))).toBe(text);
    expect(revealSecret(parseValidSecret(text.replace(/=+$/, '')))).toBe(text);
    expect(revealSecret(createSecret(bytes))).toBe(text);
  });

  test.each([
    ['no prefix', text.slice(6), /begins with whsec_/],
    ['another prefix', text.replace('whsec', 'sk'), /begins with whsec_/],
    ['nothing after the prefix', 'whsec_', /24 to 64 bytes.*this one is 0/],
    ['23 bytes', `whsec_${Buffer.alloc(23, 7).toString('base64')}`, /24 to 64 bytes.*this one is 23/],
    ['65 bytes', `whsec_${Buffer.alloc(65, 7).toString('base64')}`, /24 to 64 bytes.*this one is 65/],
    ['URL-safe base64', `whsec_${Buffer.alloc(32, 0xfb).toString('base64url')}`, /standard base64, with \+ and \//],
    ['a space', `${text} `, /is base64: letters, digits/],
    ['padding in the middle', `whsec_AA==${text.slice(6)}`, /is base64: letters, digits/],
    ['a length that base64 cannot have', `whsec_${'A'.repeat(41)}`, /is base64: letters, digits/],
  ])('rejects a secret with %s without repeating it', (_, wrong, fault) => {
    const parsed = parseSecret(wrong);
    if (!('fault' in parsed)) expect.fail('it was accepted');
    expect(parsed.fault).toMatch(fault);
    expect(parsed.fault).not.toContain(wrong.slice(6) || 'never');
  });

  test('throws for a secret of a wrong length', () => {
    expect(() => createSecret(Buffer.alloc(23))).toThrow(RangeError);
    expect(() => createSecret(Buffer.alloc(65))).toThrow(RangeError);
  });

  test('hides a secret from JSON and logs', () => {
    const secret = createSecret(bytes);
    const shown = `${JSON.stringify({ secret })} ${secret} ${inspect({ secret }, { depth: 9, showHidden: true })}`;
    for (const form of ['base64', 'hex', 'utf8'] as const) expect(shown).not.toContain(bytes.toString(form));
  });

  test('identifies a secret by eight hex digits', () => {
    expect(fingerprintSigningSecret(parseValidSecret(text))).toBe('3a5d2f7f');
    expect(fingerprintSigningSecret(createSecret(Buffer.alloc(32)))).not.toBe(
      fingerprintSigningSecret(parseValidSecret(text)),
    );
  });
});

describe('signing and verifying', () => {
  const secretBytes = fc.uint8Array({ minLength: 24, maxLength: 64 });
  const delivery = fc.record({
    id: fc.stringMatching(/^evt_[0-9A-Z]{1,26}$/),
    timestampSeconds: fc.integer({ min: 0, max: 4_000_000_000 }),
    body: fc.uint8Array({ minLength: 1, maxLength: 200 }),
    bytes: fc.uniqueArray(secretBytes, { minLength: 1, maxLength: 3, selector: (one) => one.join() }),
  });

  test('verifies any signed bytes with any of the secrets', () => {
    fc.assert(
      fc.property(delivery, fc.nat(2), ({ bytes, ...signed }, at) => {
        const secrets = bytes.map(createSecret);
        const headers = createSignatureHeaders({ ...signed, secrets });
        const nowMs = signed.timestampSeconds * 1000;
        const one = secrets[at % secrets.length] ?? expect.fail();
        expect(verifyDeliverySignature({ headers, body: signed.body, secrets: [one], nowMs })).toEqual({
          kind: 'ok',
          secret: 0,
          ageSeconds: 0,
        });
        expect(
          verifyDeliverySignature({ headers, body: signed.body, secrets: [...secrets].reverse(), nowMs }).kind,
        ).toBe('ok');
      }),
    );
  });

  test('rejects a body with one different byte', () => {
    fc.assert(
      fc.property(delivery, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ bytes, ...signed }, place, change) => {
        const secrets = bytes.map(createSecret);
        const headers = createSignatureHeaders({ ...signed, secrets });
        const body = Uint8Array.from(signed.body);
        const at = place % body.length;
        body[at] = (body[at] ?? 0) ^ change;
        expect(verifyDeliverySignature({ headers, body, secrets, nowMs: signed.timestampSeconds * 1000 })).toEqual({
          kind: 'no-match',
        });
      }),
    );
  });

  test("returns the index of the signing secret in the receiver's list", () => {
    const [older, newer] = [createSecret(Buffer.alloc(32, 1)), createSecret(Buffer.alloc(32, 2))];
    const headers = createSignatureHeaders({ id: 'evt_1', timestampSeconds: 100, body: '{}', secrets: [older] });
    const verdict = verifyDeliverySignature({ headers, body: '{}', secrets: [newer, older], nowMs: 90_000 });
    expect(verdict).toEqual({ kind: 'ok', secret: 1, ageSeconds: -10 });
  });

  test('accepts header names in any case, and lists of values', () => {
    const secrets = [createSecret(Buffer.alloc(32, 1))];
    const made = createSignatureHeaders({ id: 'evt_1', timestampSeconds: 100, body: '{}', secrets });
    const headers = {
      'Webhook-Id': made['webhook-id'],
      'WEBHOOK-TIMESTAMP': made['webhook-timestamp'],
      'webhook-signature': [made['webhook-signature']],
    };
    expect(verifyDeliverySignature({ headers, body: '{}', secrets, nowMs: 100_000 }).kind).toBe('ok');
  });

  test.each([1.5, -1, Number.NaN])('throws for a timestamp of %s', (timestampSeconds) => {
    const secrets = [createSecret(Buffer.alloc(32, 1))];
    expect(() => createSignatureHeaders({ id: 'evt_1', timestampSeconds, body: '', secrets })).toThrow(/whole seconds/);
  });

  test('throws without secrets', () => {
    expect(() => createSignatureHeaders({ id: 'evt_1', timestampSeconds: 1, body: '', secrets: [] })).toThrow(
      /at least one/,
    );
  });
});
