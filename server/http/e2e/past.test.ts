import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { createTestApp, keys, TEST_OPERATOR_TOKEN, type TestApp } from '../testing/test-app.ts';

const START = '2026-11-02T15:00:00Z';

interface Viewpoint {
  readonly asOf?: string | number | undefined;
  readonly key?: string;
}

const get = ({ app }: TestApp, path: string, { asOf, key = keys.admin }: Viewpoint = {}) => {
  const sent = supertest(app).get(path).set('X-API-Key', key);
  return asOf === undefined ? sent : sent.set('Fleetkit-As-Of', String(asOf));
};

const control = ({ app }: TestApp, path: string, body: object) =>
  supertest(app).post(path).set('Host', 'localhost').set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`).send(body);

const moveTo = async (served: TestApp, to: string): Promise<void> => {
  expect((await control(served, '/sandbox/clock/advance', { to })).status).toBe(200);
};

const openDispute = async (served: TestApp, index: number, key: string = keys.admin): Promise<void> => {
  const { body } = await get(served, '/v1/transactions?limit=100', { key });
  const { transaction_id } = body.data.filter(
    (row: { dispense_status: string }) => row.dispense_status === 'full_dispense',
  )[index];
  const claim = { transaction_id, reason_code: 'unauthorized', amount: '1.00', description: 'not mine' };
  const { status } = await supertest(served.app).post('/v1/disputes').set('X-API-Key', key).send(claim);
  expect(status).toBe(201);
};

/** Paths of all kinds of reads. */
const PATHS = [
  '/v1/portal',
  '/v1/disputes?limit=3',
  '/v1/transactions?limit=5',
  '/v1/settlements?limit=2',
  '/v1/locations?limit=3',
  '/v1/connectors',
  '/v1/feeds/account.xml',
];

const readAll = async (served: TestApp, asOf?: string | number) => {
  const replies = [];
  for (const path of PATHS) {
    const { status, text, headers } = await get(served, path, { asOf }).buffer(true);
    replies.push({ path, status, text, etag: headers.etag });
  }
  return replies;
};

describe('a read of the past', () => {
  test('returns the bytes of then, by instant and by position', async () => {
    const served = createTestApp();
    const atStart = await readAll(served);
    await openDispute(served, 0); // position 1
    const atDispute = await readAll(served);
    await moveTo(served, '2026-11-03T15:00:00Z'); // position 2
    const afterMove = await readAll(served);
    const cause = { event_type: 'cash_low', terminal_id: 'NW104310', parameters: { cassette: 'A', notes_left: 60 } };
    expect((await control(served, '/sandbox/causes', cause)).status).toBe(200); // positions 3 and above
    await openDispute(served, 1);
    await moveTo(served, '2026-11-05T15:00:00Z');

    expect(atStart.every(({ status }) => status === 200)).toBe(true);
    expect(await readAll(served, 0)).toEqual(atStart);
    expect(await readAll(served, 1)).toEqual(atDispute);
    expect(await readAll(served, START)).toEqual(atDispute);
    expect(await readAll(served, 2)).toEqual(afterMove);
    expect(atDispute).not.toEqual(atStart);
    expect(afterMove).not.toEqual(atDispute);
  });

  test('continues a walk of the past without the header', async () => {
    const served = createTestApp();
    const whole = await get(served, '/v1/transactions?limit=10');
    await moveTo(served, '2026-11-03T15:00:00Z');
    const first = await get(served, '/v1/transactions?limit=5', { asOf: START });
    const cursor = first.body.page.next_cursor;
    const expected = whole.body.data.slice(5);
    expect((await get(served, `/v1/transactions?limit=5&cursor=${cursor}`)).body.data).toEqual(expected);
    expect((await get(served, `/v1/transactions?limit=5&cursor=${cursor}`, { asOf: START })).body.data).toEqual(
      expected,
    );
  });

  test('refuses a cursor of a later moment', async () => {
    const served = createTestApp();
    await moveTo(served, '2026-11-03T15:00:00Z');
    const { body } = await get(served, '/v1/transactions?limit=5');
    const { status } = await get(served, `/v1/transactions?limit=5&cursor=${body.page.next_cursor}`, { asOf: START });
    expect(status).toBe(400);
  });

  test('is not stored by caches, and does not change the modification time of a feed', async () => {
    const served = createTestApp();
    const now = await get(served, '/v1/feeds/account.xml');
    await moveTo(served, '2026-11-03T15:00:00Z');
    const past = await get(served, '/v1/feeds/account.xml', { asOf: START });
    expect(past.headers['cache-control']).toBe('no-store');
    expect(past.headers.vary).toContain('Fleetkit-As-Of');
    expect(now.headers.vary).toContain('Fleetkit-As-Of');
    const [one, , two] = [
      await get(served, '/v1/feeds/account.xml'),
      await get(served, '/v1/feeds/account.xml', { asOf: START }),
      await get(served, '/v1/feeds/account.xml'),
    ];
    expect(two.headers['last-modified']).toBe(one.headers['last-modified']);
  });

  test('does not get the headers of a present reply from the cache', async () => {
    const served = createTestApp();
    for (const asOf of [undefined, START, undefined, START, undefined, START]) {
      const { headers } = await get(served, '/v1/portal', { asOf });
      expect(headers['cache-control']).toBe(asOf === undefined ? 'private, no-cache' : 'no-store');
    }
  });

  test('needs a key that is valid now, and hides what its user cannot see now', async () => {
    const served = createTestApp();
    await moveTo(served, '2026-11-03T15:00:00Z');
    expect((await supertest(served.app).get('/v1/portal').set('Fleetkit-As-Of', START)).status).toBe(401);
    expect((await get(served, '/v1/portal', { asOf: START, key: keys.revoked })).status).toBe(401);
    const own = await get(served, '/v1/transactions?limit=1', { asOf: START });
    const path = `/v1/transactions/${own.body.data[0].transaction_id}/timeline`;
    expect((await get(served, path, { asOf: START })).status).toBe(200);
    expect((await get(served, path, { asOf: START, key: keys.redline })).status).toBe(404);
  });

  test('hides what happened later', async () => {
    const served = createTestApp();
    await moveTo(served, '2026-11-03T15:00:00Z');
    const { body } = await get(served, '/v1/transactions?limit=1');
    const path = `/v1/transactions/${body.data[0].transaction_id}/timeline`;
    expect((await get(served, path)).status).toBe(200);
    expect((await get(served, path, { asOf: START })).status).toBe(404);
  });

  test('does not show facts of other tenants through the instant of a position', async () => {
    const served = createTestApp();
    await openDispute(served, 0);
    expect((await control(served, '/sandbox/clock/run', { speed: 1 })).status).toBe(200);
    await openDispute(served, 0, keys.redline);
    const [before, after] = [
      await get(served, '/v1/portal', { asOf: 2 }),
      await get(served, '/v1/portal', { asOf: 3 }),
    ];
    expect(after.text).toBe(before.text);
  });

  test.each([
    ['yesterday', 'wrong_format'],
    ['', 'wrong_format'],
    ['-1', 'wrong_format'],
    ['2026-11-02', 'wrong_format'],
    ['1.5', 'wrong_format'],
    ['2026-13-02T15:00:00Z', 'wrong_format'],
    ['2026-11-04T15:00:01Z', 'out_of_range'],
    ['2026-11-02T14:59:59Z', 'out_of_range'],
    ['3', 'out_of_range'],
    ['999999999999999', 'out_of_range'],
  ])('refuses %j', async (asOf, code) => {
    const served = createTestApp();
    await openDispute(served, 0);
    await moveTo(served, '2026-11-04T15:00:00Z');
    const { status, body } = await get(served, '/v1/portal', { asOf });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_parameter', errors: [{ header: 'Fleetkit-As-Of', code }] });
  });

  test('never reaches behind the latest reset of the tenant', async () => {
    const served = createTestApp();
    await openDispute(served, 0);
    await moveTo(served, '2026-11-04T15:00:00Z');
    expect((await control(served, '/sandbox/reset', { tenant_id: 'acct_northway' })).status).toBe(200); // position 3
    await moveTo(served, '2026-11-05T15:00:00Z');
    for (const asOf of [0, 2, START, '2026-11-04T14:59:59Z'])
      expect((await get(served, '/v1/portal', { asOf })).body.detail).toMatch(/latest reset/);
    for (const asOf of [3, 4, '2026-11-04T15:00:00Z'])
      expect((await get(served, '/v1/portal', { asOf })).status).toBe(200);
    expect((await get(served, '/v1/portal', { asOf: START, key: keys.redline })).status).toBe(200);

    await control(served, '/sandbox/reset', {}); // position 5
    expect((await get(served, '/v1/portal', { asOf: 4 })).status).toBe(400);
    expect((await get(served, '/v1/portal', { asOf: START })).status).toBe(200);
    expect((await get(served, '/v1/portal', { asOf: 5 })).status).toBe(200);
  });

  test('is ignored by writes, public reads and the control plane', async () => {
    const served = createTestApp();
    const write = await supertest(served.app)
      .post('/v1/settlements/derive')
      .set('X-API-Key', keys.admin)
      .set('Fleetkit-As-Of', 'nonsense')
      .send({});
    expect(write.status).toBe(201);
    const open = await supertest(served.app).get('/v1/public/branding-status').set('Fleetkit-As-Of', 'nonsense');
    expect(open.status).toBe(200);
    const status = await supertest(served.app)
      .get('/sandbox/clock')
      .set('Host', 'localhost')
      .set('X-API-Key', keys.admin)
      .set('Fleetkit-As-Of', 'nonsense');
    expect(status.status).toBe(200);
  });
});
