import supertest from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import { openMemoryJournal } from '../../../journal/memory.ts';
import { DatabaseUnavailable } from '../../../storage/database-unavailable.ts';
import { realMs } from '../../../world/state/time.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN, type TestApp } from '../../testing/test-app.ts';

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
const sendFrom = (
  path: string,
  headers: Headers = {},
  { address = '192.0.2.1', method = 'get' }: { address?: string; method?: 'get' | 'options' | 'put' } = {},
) => supertest(app.app)[method](path).set('Host', 'localhost').set('X-Forwarded-For', address).set(headers);

const createKeyHeader = (key: string): Headers => ({ 'X-API-Key': key });
const createTokenHeader = (token: string): Headers => ({ Authorization: `Bearer ${token}` });
const readStatuses = async (requests: Iterable<PromiseLike<{ status: number }>>): Promise<number[]> =>
  (await Promise.all(requests)).map(({ status }) => status);
const repeat = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const count = (statuses: readonly number[], status: number): number => statuses.filter((one) => one === status).length;

describe('failed authentication', () => {
  test.each<[string, string, (n: number) => Headers]>([
    ['keys', '/v1/portal', (n) => createKeyHeader(`sbx-wrong-${n}`)],
    ['control-plane keys', '/sandbox/clock', (n) => createKeyHeader(`sbx-wrong-${n}`)],
    ['operator tokens', '/sandbox/clock', (n) => createTokenHeader(`wrong-token-${n}`)],
    ['requests without a key', '/v1/portal', () => ({})],
  ])('is limited by address, for sequential and concurrent requests: %s', async (_, path, headers) => {
    const one = await sendFrom(path, headers(0));
    expect(one.status).toBe(401);
    const statuses = await readStatuses(repeat(9, (n) => sendFrom(path, headers(n + 1))));
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([PER_MINUTE - 1, 9 - PER_MINUTE + 1]);
    const refused = await sendFrom(path, headers(11));
    expect([refused.body.code, refused.headers['retry-after']]).toEqual(['rate_limited', '60']);
    expect(refused.headers['ratelimit-policy']).toBe(`"failures";q=${PER_MINUTE};w=60`);
    expect((await sendFrom(path, headers(12), { address: '192.0.2.2' })).status).toBe(401);
    nowMs = 60_000;
    expect((await sendFrom(path, headers(13))).status).toBe(401);
  });

  test('does not reveal whether a later guess in the same minute is right', async () => {
    await readStatuses(repeat(PER_MINUTE, (n) => sendFrom('/sandbox/clock', createTokenHeader(`wrong-token-${n}`))));
    expect((await sendFrom('/sandbox/clock', createTokenHeader(TEST_OPERATOR_TOKEN))).status).toBe(429);
    expect((await sendFrom('/v1/portal', createKeyHeader(keys.delgado))).status).toBe(429);
    expect((await sendFrom('/v1/portal', createKeyHeader(keys.delgado), { address: '192.0.2.2' })).status).toBe(200);
  });

  test('is not counted while the storage cannot determine whether a key is valid', async () => {
    let isAway = true;
    const memory = openMemoryJournal();
    const latest = async () => {
      if (isAway) throw new DatabaseUnavailable('the database cannot be reached');
      return memory.latest();
    };
    app = createTestApp({ ratePerMinute: PER_MINUTE, trustProxy: 1 }, { ...memory, latest });
    const many = 4 * PER_MINUTE; // with three requests each, more than one address may send
    for (let n = 0; n < many; n += 1) {
      expect((await sendFrom('/v1/portal', createKeyHeader(`sbx-wrong-${n}`))).status).toBe(503);
      expect((await sendFrom('/v1/portal', createKeyHeader(keys.delgado))).status).toBe(503);
      expect((await sendFrom('/sandbox/clock', createTokenHeader(TEST_OPERATOR_TOKEN))).status).toBe(503);
    }
    isAway = false;
    expect((await sendFrom('/v1/portal', createKeyHeader(keys.delgado))).status).toBe(200);
    const statuses = await readStatuses(
      repeat(PER_MINUTE + 1, (n) => sendFrom('/v1/portal', createKeyHeader(`no-${n}`))),
    );
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([PER_MINUTE, 1]);
  });

  test('does not block callers that this address used before', async () => {
    await sendFrom('/v1/portal', createKeyHeader(keys.delgado));
    await sendFrom('/sandbox/clock', createTokenHeader(TEST_OPERATOR_TOKEN));
    await readStatuses(repeat(PER_MINUTE + 1, (n) => sendFrom('/v1/portal', createKeyHeader(`sbx-wrong-${n}`))));
    expect((await sendFrom('/v1/portal', createKeyHeader(keys.delgado))).status).toBe(200);
    expect((await sendFrom('/sandbox/clock', createTokenHeader(TEST_OPERATOR_TOKEN))).status).toBe(200);
    expect((await sendFrom('/v1/portal', createKeyHeader(keys.pine))).status).toBe(429);
  });
});

describe('rate limits of users', () => {
  test('apply to each user separately behind one address', async () => {
    const users = [keys.admin, keys.finance, keys.disputes, keys.ops, keys.audit, keys.harbor, keys.pine, keys.tech];
    const more = [keys.store, keys.vault, keys.blank, keys.redline, keys.delgado];
    for (const key of [...users, ...more]) {
      const statuses = await readStatuses(
        repeat(PER_MINUTE + 1, () => sendFrom('/v1/terminal-groups', createKeyHeader(key))),
      );
      expect(statuses.sort()).toEqual([...repeat(PER_MINUTE, () => 200), 429]);
    }
    expect(
      (await sendFrom('/v1/terminal-groups', createKeyHeader(keys.delgado), { address: '192.0.2.2' })).status,
    ).toBe(429);
  });

  test('count rejected requests too', async () => {
    const foreign = () => sendFrom('/v1/locations/RL000321', createKeyHeader(keys.delgado));
    const forbidden = () => sendFrom('/v1/settlements', createKeyHeader(keys.tech));
    for (const [request, status] of [
      [foreign, 404],
      [forbidden, 403],
    ] as const) {
      const statuses = await readStatuses(repeat(PER_MINUTE + 1, request));
      expect([count(statuses, status), count(statuses, 429)]).toEqual([PER_MINUTE, 1]);
    }
  });
});

describe('the rate limit of the operator', () => {
  test('is separate from anonymous requests', async () => {
    const anonymous = await readStatuses(repeat(PER_MINUTE + 2, () => sendFrom(PUBLIC)));
    expect([count(anonymous, 200), count(anonymous, 429)]).toEqual([PER_MINUTE, 2]);
    const own = await readStatuses(
      repeat(PER_MINUTE + 1, () => sendFrom('/sandbox/clock', createTokenHeader(TEST_OPERATOR_TOKEN))),
    );
    expect([count(own, 200), count(own, 429)]).toEqual([PER_MINUTE, 1]);
    expect(
      (await sendFrom('/sandbox/clock', createTokenHeader(TEST_OPERATOR_TOKEN), { address: '192.0.2.2' })).status,
    ).toBe(429);
  });
});

describe('the rate limit of an address', () => {
  test.each<[string, () => PromiseLike<{ status: number }>, number]>([
    ['unknown paths', () => sendFrom('/nothing'), 404],
    ['wrong methods', () => sendFrom('/v1/portal', {}, { method: 'put' }), 405],
    ['preflight requests', () => sendFrom('/v1/portal', {}, { method: 'options' }), 204],
    ['pages', () => sendFrom('/problems'), 200],
    ['inboxes', () => sendFrom('/sandbox/inbox/x', {}, { method: 'put' }), 405],
    ['other origins', () => sendFrom('/sandbox/clock', { Origin: 'https://elsewhere.example' }), 403],
    ['headers that are too long', () => sendFrom('/v1/portal', { Accept: 'x'.repeat(2000) }), 431],
  ])('is ten times the user limit for %s', async (_, request, status) => {
    const most = 10 * PER_MINUTE;
    await sendFrom('/v1/portal', createKeyHeader(keys.pine));
    const statuses = await readStatuses(repeat(most + 1, request));
    expect([count(statuses, status), count(statuses, 429)]).toEqual([most, 1]);
    const refused = await sendFrom('/v1/portal', createKeyHeader(keys.delgado));
    expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([429, `"address";q=${most};w=60`]);
    expect((await sendFrom('/v1/portal', createKeyHeader(keys.delgado), { address: '192.0.2.2' })).status).toBe(200);
    expect((await sendFrom('/v1/portal', createKeyHeader(keys.pine))).status).toBe(200); // accepted from this address before
  });

  test('applies to a previously accepted key too', async () => {
    await sendFrom('/v1/portal', createKeyHeader(keys.pine));
    const statuses = await readStatuses(
      repeat(10 * PER_MINUTE + 1, () => sendFrom('/nothing', createKeyHeader(keys.pine))),
    );
    expect([count(statuses, 404), count(statuses, 429)]).toEqual([10 * PER_MINUTE, 1]);
  });
});

describe('X-Forwarded-For', () => {
  const statusesFrom = (addresses: readonly string[]) =>
    readStatuses(addresses.map((address) => sendFrom(PUBLIC, {}, { address })));
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
