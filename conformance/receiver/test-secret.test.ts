import { expect, test } from 'vitest';
import { SCHEMES } from '../webhooks/scheme.ts';
import { generateTestSecret, listMissingFeatures } from './test-secret.ts';
import { SECRET } from './testing/check-one.ts';
import { checkInMemory, respondWith } from './testing/in-memory.ts';

const scheme = SCHEMES['standard-webhooks'];

test('a new secret has all properties and differs each time', () => {
  const secrets = Array.from({ length: 50 }, generateTestSecret);
  expect(secrets.flatMap((secret) => listMissingFeatures(scheme, secret))).toEqual([]);
  expect(new Set(secrets).size).toBe(secrets.length);
  expect(listMissingFeatures(scheme, SECRET)).toEqual([]);
});

test('a plain secret lacks properties, and a text secret is not judged', () => {
  const plain = `whsec_${Buffer.from('plain text of 33 bytes, no marks!').toString('base64')}`;
  expect(listMissingFeatures(scheme, plain)).toContain('byte that is not UTF-8');
  expect(listMissingFeatures(SCHEMES.stripe, 'plain')).toEqual([]);
});

test('a result names what the secret does not show', async () => {
  const result = await checkInMemory(() => respondWith(204));
  expect(result.untested).toEqual([]);
});
