import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createTestApp, keys, TEST_OPERATOR_TOKEN, type TestApp } from '../testing/test-app.ts';

const asOperator = ({ app }: TestApp, method: 'get' | 'post', path: string) =>
  supertest(app)[method](path).set('Host', 'localhost').set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`);

const list = async (served: TestApp, query = '') => {
  const { status, body } = await asOperator(served, 'get', `/sandbox/journal/entries${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

/** Derives a batch, moves the clock, registers a destination and triggers an event. */
async function write(served: TestApp): Promise<void> {
  const derive = supertest(served.app).post('/v1/settlements/derive').set('X-API-Key', keys.admin);
  await derive.set('Idempotency-Key', 'first').send({});
  await asOperator(served, 'post', '/sandbox/clock/advance').send({ by: 'PT1H' });
  await asOperator(served, 'post', '/sandbox/destinations').send({ inbox: true, account_id: 'acct_northway' });
  await asOperator(served, 'post', '/sandbox/causes').send({ event_type: 'cash_low', terminal_id: 'NW104310' });
}

test('lists the entries that a fork contains, with the position after each', async () => {
  const served = createTestApp();
  await write(served);
  const { data, first_position: first } = await list(served);
  expect(first).toBe(0);
  expect(data).toMatchObject([
    {
      position: 2,
      at: '2026-11-02T15:00:00Z',
      tenant_id: 'acct_northway',
      user_id: 'usr_nw_admin',
      changes: [{ type: 'settlement-derived' }, { type: 'reply-kept' }],
    },
    {
      position: 3,
      tenant_id: null,
      user_id: null,
      changes: [{ type: 'clock-set', summary: 'The clock is set to 2026-11-02T16:00:00Z.' }],
    },
    {
      position: 5,
      tenant_id: 'acct_northway',
      user_id: null,
      changes: [{ type: 'cause-injected', summary: 'NW104310: Notes are removed from cassette A: 100 are left.' }],
    },
  ]);
});

test('pages the entries, and begins after the latest reset', async () => {
  const served = createTestApp();
  await write(served);
  const { data: all } = await list(served);
  const { data, page } = await list(served, '?limit=2');
  expect(data).toEqual(all.slice(0, 2));
  expect((await list(served, `?cursor=${page.next_cursor}`)).data).toEqual(all.slice(2));

  await asOperator(served, 'post', '/sandbox/reset').send({ tenant_id: 'acct_northway' });
  expect(await list(served)).toMatchObject({ data: [], first_position: 6 });
  expect((await asOperator(served, 'get', `/sandbox/journal/entries?cursor=${page.next_cursor}`)).status).toBe(400);
});

test('refuses the key of a user, because the entries are those of all tenants', async () => {
  const { app } = createTestApp();
  const { status, body } = await supertest(app)
    .get('/sandbox/journal/entries')
    .set('Host', 'localhost')
    .set('X-API-Key', keys.admin);
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'operator_only' });
});
