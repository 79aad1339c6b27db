import { expect, test } from 'vitest';
import vectors from '../../spec/webhook-vectors.json' with { type: 'json' };
import type { WebhookVector } from '../../spec/webhook-vectors.ts';
import { SCHEMES } from './scheme.ts';
import { signDelivery, verifySignature } from './signature.ts';

/* The same vectors test the signer of the server, with which the kit shares no code. */

const scheme = SCHEMES['standard-webhooks'];
// In JSON, TypeScript widens literals to strings.
const cases = (vectors as readonly WebhookVector[]).map((vector) => [vector.name, vector] as const);

/** The verdicts of the kit for each expectation. It verifies the signature before the time. */
const names: Readonly<Record<WebhookVector['expected'], readonly string[]>> = {
  ok: ['valid'],
  'missing-header': ['missing-header'],
  'malformed-timestamp': ['unreadable-time', 'no-match'],
  'too-old': ['too-old'],
  'too-new': ['too-new', 'no-match'],
  'malformed-signature': ['no-match', 'no-known-version'],
  'no-match': ['no-match'],
};

test.each(cases)('verifies the vector %s', (_, { headers, body, secret, now_seconds, expected }) => {
  const verdict = verifySignature(scheme, {
    headers: Object.entries(headers),
    body: Buffer.from(body),
    secrets: [secret],
    nowMs: now_seconds * 1000,
    toleranceSeconds: 300,
  });
  expect(names[expected]).toContain(verdict.kind);
});

const signed = cases.filter(([, { signer }]) => signer !== undefined);

test.each(signed)('signs the vector %s with identical headers', (_, { signer, headers }) => {
  const { id, timestamp_seconds: timestampSeconds, body, secrets } = signer ?? expect.fail();
  expect(Object.fromEntries(signDelivery(scheme, { id, timestampSeconds, body, secrets }))).toEqual(headers);
});

test('there are at least 50 vectors, 15 of them with a signer', () => {
  expect([cases.length >= 50, signed.length >= 15]).toEqual([true, true]);
});
