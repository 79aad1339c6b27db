import { expect, test } from 'vitest';
import { createSecret, createSignatureHeaders } from '../../../../server/delivery/signing/signer.ts';
import { SecretCache } from './known-secrets.ts';
import { verifyDelivery } from './verify-signature.ts';

const secretOf = (fill: number): string => `whsec_${Buffer.alloc(32, fill).toString('base64')}`;
const body = '{"id":"evt_1"}';
const signedBy = (...fills: readonly number[]) => ({
  headers: createSignatureHeaders({
    ...{ id: 'evt_1', timestampSeconds: 1000, body },
    secrets: fills.map((fill) => createSecret(Buffer.alloc(32, fill))),
  }),
  body,
});
const AT = 1_003_000;

test.each([
  ['valid', { delivery: signedBy(1), secrets: [secretOf(1)], nowMs: AT, words: 'signature ok (v1, age 3 s)' }],
  [
    'valid with an older secret',
    {
      delivery: signedBy(2),
      secrets: [secretOf(1), secretOf(2)],
      nowMs: AT,
      words: 'signature ok (v1, previous secret, age 3 s)',
    },
  ],
  [
    'made with another secret',
    { delivery: signedBy(2), secrets: [secretOf(1)], nowMs: AT, words: 'SIGNATURE WRONG: no signature matches' },
  ],
  [
    'of a different body',
    {
      delivery: { ...signedBy(1), body: '{"id": "evt_1"}' },
      secrets: [secretOf(1)],
      nowMs: AT,
      words: 'SIGNATURE WRONG: no signature',
    },
  ],
  [
    'too old',
    {
      delivery: signedBy(1),
      secrets: [secretOf(1)],
      nowMs: AT + 400_000,
      words: "403 s old; at most 300 s are allowed, according to this machine's clock",
    },
  ],
  ['from the future', { delivery: signedBy(1), secrets: [secretOf(1)], nowMs: 600_000, words: '400 s in the future' }],
  [
    'missing',
    {
      delivery: { headers: {}, body },
      secrets: [secretOf(1)],
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
  let asked = 0;
  const known = new SecretCache(
    [secretOf(1)],
    async () => {
      asked += 1;
      return [secretOf(2), secretOf(1)];
    },
    () => notices.push('replaced'),
  );
  expect((await known.verify(signedBy(1), AT)).isVerified).toBe(true);
  expect(asked).toBe(0);
  expect((await known.verify(signedBy(2), AT)).isVerified).toBe(true);
  expect((await known.verify(signedBy(2), AT)).isVerified).toBe(true);
  expect((await known.verify(signedBy(3), AT)).isVerified).toBe(false);
  expect([asked, notices]).toEqual([2, ['replaced']]);
});
