import supertest from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import { realMs } from '../../world/state/time.ts';
import { createTestApp, keys, OPERATOR_TOKEN, type TestApp } from '../testing/test-app.ts';

const PER_MINUTE = 3;
const PUBLIC = '/v1/public/branding-status';

let app: TestApp;
let nowMs: number;
beforeEach(() => {
  nowMs = 0;
  app = createTestApp({ ratePerMinute: PER_MINUTE, trustProxy: 1, realNow: () => realMs(nowMs) });
});

type Headers = Readonly<Record<string, string>>;

/** Sends a request from a client address. */
const ask = (path: string, headers: Headers = {}, address = '192.0.2.1', method: 'get' | 'options' | 'put' = 'get') =>
  supertest(app.app)[method](path).set('Host', 'localhost').set('X-Forwarded-For', address).set(headers);

const withKey = (key: string): Headers => ({ 'X-API-Key': key });
const withToken = (token: string): Headers => ({ Authorization: `Bearer ${token}` });
const statusesOf = async (requests: Iterable<PromiseLike<{ status: number }>>): Promise<number[]> =>
  (await Promise.all(requests)).map(({ status }) => status);
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const count = (statuses: readonly number[], status: number): number => statuses.filter((one) => one === status).length;

describe('failed authentication', () => {
  test.each<[string, string, (n: number) => Headers, number]>([
    ['keys', '/v1/portal', (n) => withKey(`sbx-wrong-${n}`), 401],
    ['control-plane keys', '/sandbox/clock', (n) => withKey(`sbx-wrong-${n}`), 401],
    ['operator tokens', '/sandbox/clock', (n) => withToken(`wrong-token-${n}`), 401],
    ['requests without a key', '/v1/portal', () => ({}), 401],
  ])('is limited by address, for sequential and concurrent requests: %s', async (_, path, headers, status) => {
    const one = await ask(path, headers(0));
    expect(one.status).toBe(status);
    const statuses = await statusesOf(times(9, (n) => ask(path, headers(n + 1))));
    expect([count(statuses, status), count(statuses, 429)]).toEqual([PER_MINUTE - 1, 9 - PER_MINUTE + 1]);
    const refused = await ask(path, headers(11));
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['rate_limited', '60']);
    expect(refused.headers['ratelimit-policy']).toBe(`"failures";q=${PER_MINUTE};w=60`);
    expect((await ask(path, headers(12), '192.0.2.2')).status).toBe(status);
    nowMs = 60_000;
    expect((await ask(path, headers(13))).status).toBe(status);
  });

  test('does not reveal whether a later guess in the same minute is right', async () => {
    await statusesOf(times(PER_MINUTE, (n) => ask('/sandbox/clock', withToken(`wrong-token-${n}`))));
    expect((await ask('/sandbox/clock', withToken(OPERATOR_TOKEN))).status).toBe(429);
    expect((await ask('/v1/portal', withKey(keys.delgado))).status).toBe(429);
    expect((await ask('/v1/portal', withKey(keys.delgado), '192.0.2.2')).status).toBe(200);
  });

  test('does not block callers that this address used before', async () => {
    await ask('/v1/portal', withKey(keys.delgado));
    await ask('/sandbox/clock', withToken(OPERATOR_TOKEN));
    await statusesOf(times(PER_MINUTE + 1, (n) => ask('/v1/portal', withKey(`sbx-wrong-${n}`))));
    expect((await ask('/v1/portal', withKey(keys.delgado))).status).toBe(200);
    expect((await ask('/sandbox/clock', withToken(OPERATOR_TOKEN))).status).toBe(200);
    expect((await ask('/v1/portal', withKey(keys.pine))).status).toBe(429);
  });
});

describe('rate limits of users', () => {
  test('apply to each user separately behind one address', async () => {
    const users = [keys.admin, keys.finance, keys.disputes, keys.ops, keys.audit, keys.harbor, keys.pine, keys.tech];
    const more = [keys.store, keys.vault, keys.blank, keys.redline, keys.delgado];
    for (const key of [...users, ...more]) {
      const statuses = await statusesOf(times(PER_MINUTE + 1, () => ask('/v1/terminal-groups', withKey(key))));
      expect(statuses.sort()).toEqual([...times(PER_MINUTE, () => 200), 429]);
    }
    expect((await ask('/v1/terminal-groups', withKey(keys.delgado), '192.0.2.2')).status).toBe(429);
  });

  test('count rejected requests too', async () => {
    const foreign = () => ask('/v1/locations/RL000321', withKey(keys.delgado));
    const forbidden = () => ask('/v1/settlements', withKey(keys.tech));
    for (const [request, status] of [
      [foreign, 404],
      [forbidden, 403],
    ] as const) {
      const statuses = await statusesOf(times(PER_MINUTE + 1, request));
      expect([count(statuses, status), count(statuses, 429)]).toEqual([PER_MINUTE, 1]);
    }
  });
});

describe('the rate limit of the operator', () => {
  test('is separate from anonymous requests', async () => {
    const anonymous = await statusesOf(times(PER_MINUTE + 2, () => ask(PUBLIC)));
    expect([count(anonymous, 200), count(anonymous, 429)]).toEqual([PER_MINUTE, 2]);
    const own = await statusesOf(times(PER_MINUTE + 1, () => ask('/sandbox/clock', withToken(OPERATOR_TOKEN))));
    expect([count(own, 200), count(own, 429)]).toEqual([PER_MINUTE, 1]);
    expect((await ask('/sandbox/clock', withToken(OPERATOR_TOKEN), '192.0.2.2')).status).toBe(429);
  });
});

describe('the rate limit of an address', () => {
  test.each<[string, () => PromiseLike<{ status: number }>, number]>([
    ['unknown paths', () => ask('/nothing'), 404],
    ['wrong methods', () => ask('/v1/portal', {}, '192.0.2.1', 'put'), 405],
    ['preflight requests', () => ask('/v1/portal', {}, '192.0.2.1', 'options'), 204],
    ['pages', () => ask('/problems'), 200],
    ['inboxes', () => ask('/sandbox/inbox/x', {}, '192.0.2.1', 'put'), 405],
    ['other origins', () => ask('/sandbox/clock', { Origin: 'https://elsewhere.example' }), 403],
    ['headers that are too long', () => ask('/v1/portal', { Accept: 'x'.repeat(2000) }), 431],
  ])('is ten times the user limit for %s', async (_, request, status) => {
    const most = 10 * PER_MINUTE;
    await ask('/v1/portal', withKey(keys.pine));
    const statuses = await statusesOf(times(most + 1, request));
    expect([count(statuses, status), count(statuses, 429)]).toEqual([most, 1]);
    const refused = await ask('/v1/portal', withKey(keys.delgado));
    expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([429, `"address";q=${most};w=60`]);
    expect((await ask('/v1/portal', withKey(keys.delgado), '192.0.2.2')).status).toBe(200);
    expect((await ask('/v1/portal', withKey(keys.pine))).status).toBe(200); // accepted from this address before
  });

  test('applies to a previously accepted key too', async () => {
    await ask('/v1/portal', withKey(keys.pine));
    const statuses = await statusesOf(times(10 * PER_MINUTE + 1, () => ask('/nothing', withKey(keys.pine))));
    expect([count(statuses, 404), count(statuses, 429)]).toEqual([10 * PER_MINUTE, 1]);
  });
});

describe('X-Forwarded-For', () => {
  const statusesFrom = (addresses: readonly string[]) =>
    statusesOf(addresses.map((address) => ask(PUBLIC, {}, address)));
  const FOUR = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];

  test('is ignored unless a proxy is trusted', async () => {
    expect(count(await statusesFrom(FOUR), 200)).toBe(4);
    app = createTestApp({ ratePerMinute: PER_MINUTE });
    expect(count(await statusesFrom(FOUR), 200)).toBe(PER_MINUTE);
  });

  test('is read from the right, past trusted proxies', async () => {
    expect(count(await statusesFrom(FOUR.map((spoofed) => `${spoofed}, 198.51.100.7`)), 200)).toBe(PER_MINUTE);
    app = createTestApp({ ratePerMinute: PER_MINUTE, trustProxy: ['loopback', '10.0.0.0/8'] });
    expect(count(await statusesFrom(FOUR.map((client) => `1.1.1.1, ${client}, 10.1.2.3`)), 200)).toBe(4);
    expect(count(await statusesFrom(FOUR.map((spoofed) => `${spoofed}, 198.51.100.8, 10.1.2.3`)), 200)).toBe(
      PER_MINUTE,
    );
  });

  test('is ignored if it contains no address', async () => {
    expect(count(await statusesFrom(['unknown', '', 'x', '<script>']), 200)).toBe(PER_MINUTE);
  });
});
