import { expect, test } from 'vitest';
import vectors from '../../spec/webhook-vectors.json' with { type: 'json' };
import type { WebhookVector } from '../../spec/webhook-vectors.ts';
import { SCHEMES } from './scheme.ts';
import { sign, verify } from './signature.ts';

/* The vectors that the server's signer is held to, for the kit's own: two that share nothing but these. */

const scheme = SCHEMES['standard-webhooks'];
// As it was read from JSON, where a literal is any string.
const cases = (vectors as readonly WebhookVector[]).map((vector) => [vector.name, vector] as const);

/** What the kit calls each verdict. It looks at the signature before the time, and takes each malformed one for no match. */
const names: Readonly<Record<WebhookVector['expected'], readonly string[]>> = {
  ok: ['valid'],
  'missing-header': ['missing-header'],
  'malformed-timestamp': ['unreadable-time', 'no-match'],
  'too-old': ['too-old'],
  'too-new': ['too-new', 'no-match'],
  'malformed-signature': ['no-match', 'no-known-version'],
  'no-match': ['no-match'],
};

test.each(cases)('%s', (_, { headers, body, secret, now_seconds, expected }) => {
  const verdict = verify(scheme, {
    headers: Object.entries(headers),
    body: Buffer.from(body),
    secrets: [secret],
    nowMs: now_seconds * 1000,
    toleranceSeconds: 300,
  });
  expect(names[expected]).toContain(verdict.kind);
});

const signed = cases.filter(([, { signer }]) => signer !== undefined);

test.each(signed)('%s: signed byte for byte', (_, { signer, headers }) => {
  const { id, timestamp_seconds: timestampSeconds, body, secrets } = signer ?? expect.fail();
  expect(Object.fromEntries(sign(scheme, { id, timestampSeconds, body, secrets }))).toEqual(headers);
});

test('there are enough of each', () => {
  expect([cases.length >= 50, signed.length >= 15]).toEqual([true, true]);
});
