import { expect, test } from 'vitest';
import { createSecret, createSignatureHeaders } from '../../../../server/delivery/signing/signer.ts';
import { SecretCache } from './known-secrets.ts';
import { verifyDelivery } from './verify-signature.ts';

const createTestSecret = (fill: number): string => `whsec_${Buffer.alloc(32, fill).toString('base64')}`;
const body = '{"id":"evt_1"}';
const signWith = (...fills: readonly number[]) => ({
  headers: createSignatureHeaders({
    ...{ id: 'evt_1', timestampSeconds: 1000, body },
    secrets: fills.map((fill) => createSecret(Buffer.alloc(32, fill))),
  }),
  body,
});
const AT = 1_003_000;

test.each([
  ['valid', { delivery: signWith(1), secrets: [createTestSecret(1)], nowMs: AT, words: 'signature ok (v1, age 3 s)' }],
  [
    'valid with an older secret',
    {
      delivery: signWith(2),
      secrets: [createTestSecret(1), createTestSecret(2)],
      nowMs: AT,
      words: 'signature ok (v1, previous secret, age 3 s)',
    },
  ],
  [
    'made with another secret',
    {
      delivery: signWith(2),
      secrets: [createTestSecret(1)],
      nowMs: AT,
      words: 'SIGNATURE WRONG: no signature matches',
    },
  ],
  [
    'of a different body',
    {
      delivery: { ...signWith(1), body: '{"id": "evt_1"}' },
      secrets: [createTestSecret(1)],
      nowMs: AT,
      words: 'SIGNATURE WRONG: no signature',
    },
  ],
  [
    'too old',
    {
      delivery: signWith(1),
      secrets: [createTestSecret(1)],
      nowMs: AT + 400_000,
      words: "403 s old; at most 300 s are allowed, according to this machine's clock",
    },
  ],
  [
    'from the future',
    { delivery: signWith(1), secrets: [createTestSecret(1)], nowMs: 600_000, words: '400 s in the future' },
  ],
  [
    'missing',
    {
      delivery: { headers: {}, body },
      secrets: [createTestSecret(1)],
      nowMs: AT,
      words: 'SIGNATURE WRONG: the header webhook-id is missing',
    },
  ],
])('reports a signature that is %s', (_what, { delivery, secrets, nowMs, words }) => {
  const verdict = verifyDelivery(delivery, secrets, nowMs);
  expect(verdict.message).toContain(words);
  expect(verdict.isVerified).toBe(words.startsWith('signature ok'));
});

test('reads the secrets again if none matches, and caches them', async () => {
  const notices: string[] = [];
  let requests = 0;
  const known = new SecretCache(
    [createTestSecret(1)],
    async () => {
      requests += 1;
      return [createTestSecret(2), createTestSecret(1)];
    },
    () => notices.push('replaced'),
  );
  expect((await known.verify(signWith(1), AT)).isVerified).toBe(true);
  expect(requests).toBe(0);
  expect((await known.verify(signWith(2), AT)).isVerified).toBe(true);
  expect((await known.verify(signWith(2), AT)).isVerified).toBe(true);
  expect((await known.verify(signWith(3), AT)).isVerified).toBe(false);
  expect([requests, notices]).toEqual([2, ['replaced']]);
});
