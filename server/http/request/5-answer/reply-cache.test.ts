import fc from 'fast-check';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { createTestApp, keys } from '../../testing/test-app.ts';
import { type ReadReply, ReplyCache } from './reply-cache.ts';

const reply = (size: number): ReadReply => ({
  ...{ status: 200, headers: [], commonHeaders: 0, etag: '"1"', lastModifiedMs: undefined },
  body: 'x'.repeat(size),
});

/** Offers a reply twice, so that it is kept. */
function keep(cache: ReplyCache, key: string, kept: ReadReply): void {
  cache.offer(key, kept);
  cache.offer(key, kept);
}

describe('the reply cache', () => {
  test('keeps a reply when its key comes for the second time', () => {
    const cache = new ReplyCache();
    cache.offer('key', reply(100));
    expect([cache.find('key'), cache.bytes]).toEqual([undefined, 0]);
    cache.offer('key', reply(100));
    expect(cache.find('key')).toEqual(reply(100));
  });

  test('recognises a key after hundreds of others, and forgets it after many thousands', () => {
    const cache = new ReplyCache();
    const countKept = (count: number, path: string) => {
      let kept = 0;
      for (let index = 0; index < count; index += 1) {
        cache.offer(`${path}${index}`, reply(1));
        kept += cache.find(`${path}${index}`) === undefined ? 0 : 1;
      }
      return kept;
    };
    expect(countKept(300, '/v1/one/')).toBeLessThan(3);
    expect(countKept(300, '/v1/one/')).toBeGreaterThan(250);
    expect(countKept(40_000, '/v1/another/')).toBeLessThan(10);
    expect(countKept(300, '/v1/third/')).toBeLessThan(10);
  });

  test('returns replies until they are evicted', () => {
    const cache = new ReplyCache(64 * 1024);
    keep(cache, 'first', reply(100));
    expect(cache.find('first')).toBeDefined();
    for (let n = 0; n < 100; n += 1) keep(cache, `${n}`, reply(1000));
    expect(cache.find('first')).toBeUndefined();
    expect(cache.find('99')).toBeDefined();
  });

  test('counts keys, bodies and the entries themselves', () => {
    const cache = new ReplyCache();
    keep(cache, 'k'.repeat(5000), reply(10_000));
    expect(cache.bytes).toBeGreaterThanOrEqual(15_000);
    const before = cache.bytes;
    keep(cache, 'small', reply(1));
    expect(cache.bytes).toBeGreaterThan(before + 500);
  });

  test('stays within its budget for any replies', () => {
    const entry = fc.record({ key: fc.nat(20_000), size: fc.nat(20_000) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
        const cache = new ReplyCache(128 * 1024);
        for (const { key, size } of entries) {
          keep(cache, 'k'.repeat(key), reply(size));
          expect(cache.bytes).toBeLessThanOrEqual(128 * 1024);
        }
      }),
      { numRuns: 50, seed: 9 },
    );
  });
});

describe('the cache key of equal replies', () => {
  const cache = new ReplyCache();
  const { app } = createTestApp({ cache });
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
    await get(`/v1/transactions?${first}`);
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
    for (let count = 0; count < 2; count += 1) await status().set('Host', 'portal.example');
    const before = cache.bytes;
    await status().set('Host', 'PORTAL.example:8443');
    expect(cache.bytes).toBe(before);
  });

  test('differs for different replies', async () => {
    const before = cache.bytes;
    for (let count = 0; count < 2; count += 1) {
      await get('/v1/transactions?limit=3');
      await get('/v1/transactions?limit=4');
      await get('/v1/transactions?limit=4').set('X-API-Key', keys.redline);
    }
    expect(cache.bytes).toBeGreaterThan(before + 3 * 1024);
  });

  test('does not bypass the check of Accept', async () => {
    await get('/v1/transactions');
    expect((await get('/v1/transactions', { Accept: 'text/html' })).status).toBe(406);
  });
});
