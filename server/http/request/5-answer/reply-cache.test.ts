import fc from 'fast-check';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { createTestApp, keys } from '../../testing/test-app.ts';
import { compress, createRepresentation, ReplyCache } from './reply-cache.ts';

const reply = (size: number) => createRepresentation(200, 'application/json', 'x'.repeat(size));

describe('the reply cache', () => {
  test('returns entries until they are evicted', () => {
    const cache = new ReplyCache(64 * 1024);
    const first = reply(100);
    cache.set('first', first);
    expect(cache.get('first')).toBe(first);
    for (let n = 0; n < 100; n += 1) cache.set(`${n}`, reply(1000));
    expect(cache.get('first')).toBeUndefined();
    expect(cache.get('99')).toBeDefined();
  });

  test('counts keys, both forms of the bytes and the entries themselves', () => {
    const cache = new ReplyCache();
    const plain = reply(10_000);
    cache.set('k'.repeat(5000), plain);
    expect(cache.bytes).toBeGreaterThanOrEqual(15_000);
    const before = cache.bytes;
    const gzip = cache.getCompressed('k'.repeat(5000), plain);
    expect(cache.bytes).toBe(before + gzip.bytes.length);
    cache.set('small', reply(1));
    expect(cache.bytes).toBeGreaterThan(before + gzip.bytes.length + 500);
  });

  test('compresses an entry once and never stores the compressed form of another reply', () => {
    const cache = new ReplyCache();
    const [plain, other] = [reply(5000), reply(6000)];
    cache.set('key', plain);
    const gzip = cache.getCompressed('key', plain);
    expect(cache.getCompressed('key', plain)).toBe(gzip);
    expect(cache.getCompressed('key', other)).toEqual(compress(other));
    expect(cache.getCompressed('key', plain)).toBe(gzip);
    expect(cache.getCompressed(undefined, plain)).toEqual(gzip);
    expect(cache.getCompressed('unknown', plain)).toEqual(gzip);
    expect(cache.get('unknown')).toBeUndefined();
  });

  test('stays within its budget for any entries', () => {
    const entry = fc.record({ key: fc.nat(20_000), size: fc.nat(20_000), isCompressed: fc.boolean() });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
        const cache = new ReplyCache(128 * 1024);
        for (const { key, size, isCompressed } of entries) {
          const plain = reply(size);
          cache.set('k'.repeat(key), plain);
          if (isCompressed) cache.getCompressed('k'.repeat(key), plain);
          expect(cache.bytes).toBeLessThanOrEqual(128 * 1024);
        }
      }),
      { numRuns: 50, seed: 9 },
    );
  });
});

describe('the cache key of equal replies', () => {
  const cache = new ReplyCache();
  const { app } = createTestApp({ cache, areReadsDirect: false });
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    supertest(app).get(path).set('X-API-Key', keys.delgado).set(headers);

  test.each([
    ['any Accept', { first: '', second: '', headers: { Accept: `application/json, x/${'y'.repeat(900)}` } }],
    [
      'several Accept values',
      { first: '', second: '', headers: { Accept: 'text/html, application/xhtml+xml, */*;q=0.8' } },
    ],
    [
      'any order of parameters',
      { first: 'sort_dir=asc&sort_by=amt_comp', second: 'sort_by=amt_comp&sort_dir=asc', headers: {} },
    ],
    ['empty parameters', { first: 'sort_dir=asc', second: '&&sort_dir=asc&', headers: {} }],
  ])('is the same for %s', async (_, { first, second, headers }) => {
    const one = await get(`/v1/transactions?${first}`);
    const before = cache.bytes;
    const other = await get(`/v1/transactions?${second}`, headers);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.text).toBe(one.text);
    expect(other.headers.etag).toBe(one.headers.etag);
    expect(cache.bytes).toBe(before);
  });

  test('is the same for any spelling and port of a host', async () => {
    const status = () => supertest(app).get('/v1/public/branding-status');
    await status().set('Host', 'portal.example');
    const before = cache.bytes;
    await status().set('Host', 'PORTAL.example:8443');
    expect(cache.bytes).toBe(before);
  });

  test('differs for different replies', async () => {
    const before = cache.bytes;
    await get('/v1/transactions?limit=3');
    await get('/v1/transactions?limit=4');
    await get('/v1/transactions?limit=4').set('X-API-Key', keys.redline);
    expect(cache.bytes).toBeGreaterThan(before + 3 * 1024);
  });

  test('does not bypass the check of Accept', async () => {
    await get('/v1/transactions');
    expect((await get('/v1/transactions', { Accept: 'text/html' })).status).toBe(406);
  });
});
