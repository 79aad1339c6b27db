import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../../spec/index.ts';
import { sandboxOperations } from '../../../spec/sandbox-contract.ts';
import { type RealMs, realMs } from '../../world/state/time.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';

/* The key of a guest: every operation of both contracts, and the ways around a refusal. */

const DAY_SECONDS = 86_400;
let now: RealMs = realMs(0);
const { app } = createTestApp({ realNow: () => now });

const asOperator = (method: 'get' | 'post' | 'delete', path: string, body?: object) => {
  const request = supertest(app)[method](path).set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`);
  return body === undefined ? request : request.send(body);
};

const issue = (body: object) => asOperator('post', '/sandbox/keys', body);

async function issueGuestKey(userId = 'usr_nw_admin', seconds = DAY_SECONDS): Promise<string> {
  const { status, body } = await issue({ user_id: userId, read_only: true, expires_in_seconds: seconds });
  expect(status).toBe(201);
  return body.api_key;
}

let guest: string;
const ids: Record<string, string> = { terminal_id: 'NW104233', connector_id: 'con_lte_gateway' };
beforeAll(async () => {
  guest = await issueGuestKey();
  const { body } = await supertest(app).get('/v1/transactions?limit=1').set('X-API-Key', keys.admin);
  ids.transaction_id = body.data[0].transaction_id;
});

const send = (method: string, path: string, key = guest) =>
  supertest(app)
    [method.toLowerCase() as 'get'](path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'nothing'))
    .set('X-API-Key', key);

/** The privileges that a guest keeps. */
const KEPT = [
  'none',
  'view_terminals',
  'view_transactions',
  'view_connectors',
  'view_commands',
  'view_settlements',
  'view_disputes',
];

test.each(Object.keys(operations) as OperationId[])('%s: a guest reads, and never writes', async (id) => {
  const { method, path, privilege } = operations[id];
  const reply = await send(method, path).set('Content-Type', 'application/json');
  const isAllowed = method === 'GET' && KEPT.includes(privilege);
  expect(reply.status).toBe(isAllowed ? 200 : 403);
  if (isAllowed) return;
  expect(reply.body).toMatchObject({ code: 'insufficient_privilege', required_privilege: privilege });
});

test.each(Object.entries(sandboxOperations))('%s: a guest cannot use the control plane', async (id, operation) => {
  const method = id === 'streamActivity' ? 'head' : operation.method;
  const reply = await send(method, operation.path);
  expect(reply.status).toBe(403);
});

test('at least one operation is allowed, one write is refused, and provisioning data is refused', async () => {
  expect((await send('get', '/v1/portal')).status).toBe(200);
  expect((await send('post', '/v1/disputes').send({})).status).toBe(403);
  expect((await send('post', '/v1/settlements/derive').send({ dry_run: true })).status).toBe(403);
  expect((await send('get', '/v1/terminals/NW104233/provisioning-payload')).status).toBe(403);
});

describe('a guest', () => {
  test('sees the same rows as the user without bank accounts, and flags of a reader', async () => {
    const [own, guests] = await Promise.all(
      [keys.admin, guest].map(async (key) => (await send('get', '/v1/transactions?limit=20', key)).body.data),
    );
    expect(guests).toEqual(own);
    const { body: batches } = await send('get', '/v1/settlements?limit=50');
    const { body: ofUser } = await send('get', '/v1/settlements?limit=50', keys.admin);
    const listAccounts = (list: { data: { payout_account: unknown }[] }) =>
      list.data.map(({ payout_account: account }) => account);
    expect(listAccounts(ofUser).some((account) => account !== null)).toBe(true);
    expect(listAccounts(batches).every((account) => account === null)).toBe(true);
    const { access_flags: flags } = (await send('get', '/v1/portal')).body;
    expect(flags).toMatchObject({ is_read_only: true, can_manage_configuration: false });
  });

  test('gets nothing further by other methods, headers or credentials', async () => {
    const post = (headers: Record<string, string>) => send('post', '/v1/disputes').set(headers).send({});
    expect((await post({ 'X-HTTP-Method-Override': 'GET' })).status).toBe(403);
    expect((await post({ Prefer: 'fault=any' })).status).toBe(403);
    expect((await post({ 'Idempotency-Key': 'a-key-of-the-guest' })).status).toBe(403);
    for (const authorization of [`Bearer ${guest}`, `Basic ${Buffer.from(guest).toString('base64')}`])
      expect((await send('get', '/sandbox/keys').set('Authorization', authorization)).status).toBe(401);
    const signIn = await supertest(app).post('/sandbox/sign-in').set('Authorization', `Bearer ${guest}`).send({});
    expect(signIn.status).toBe(401);
  });

  test('sees no more than a user with fewer rights', async () => {
    const technician = await issueGuestKey('usr_nw_tech1');
    expect((await send('get', '/v1/settlements', technician)).status).toBe(403);
    const ofGuest = await send('get', '/v1/portal', technician);
    const ofUser = await send('get', '/v1/portal', keys.tech);
    expect(ofGuest.body.terminals).toEqual(ofUser.body.terminals);
    expect((await send('get', '/v1/terminals/RL000321/status-monitoring')).status).toBe(404);
  });

  test('does not use up the limit of the user', async () => {
    const limited = createTestApp({ ratePerMinute: 3 });
    const { body } = await supertest(limited.app)
      .post('/sandbox/keys')
      .set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`)
      .send({ user_id: 'usr_nw_admin', read_only: true, expires_in_seconds: 60 });
    const read = async (key: string) =>
      (await supertest(limited.app).get('/v1/terminal-groups').set('X-API-Key', key)).status;
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push(await read(body.api_key));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await read(keys.admin)).toBe(200);
  });

  test('is refused after the key has expired or was revoked', async () => {
    const short = await issueGuestKey('usr_nw_admin', 60);
    expect((await send('get', '/v1/portal', short)).status).toBe(200);
    now = realMs(60_000);
    expect((await send('get', '/v1/portal', short)).status).toBe(401);
    const revoked = await issueGuestKey();
    const { body } = await asOperator('get', '/sandbox/keys');
    const { key_id: id } = body.data.findLast(({ read_only: isReadOnly }: { read_only: boolean }) => isReadOnly);
    expect(revoked).toContain(id.slice(4));
    expect((await asOperator('delete', `/sandbox/keys/${id}`)).status).toBe(200);
    expect((await send('get', '/v1/portal', revoked)).status).toBe(401);
    now = realMs(0);
  });
});

test('the operator issues read-only keys for at most 30 days, and replaces none', async () => {
  expect((await issue({ user_id: 'usr_nw_admin', read_only: true })).body.errors[0]).toMatchObject({
    pointer: '/expires_in_seconds',
    code: 'missing',
  });
  const long = { user_id: 'usr_nw_admin', read_only: true, expires_in_seconds: 31 * DAY_SECONDS };
  expect((await issue(long)).body.errors[0]).toMatchObject({
    pointer: '/expires_in_seconds',
    code: 'out_of_range',
  });
  const { body } = await issue({ user_id: 'usr_nw_admin', read_only: true, expires_in_seconds: 60 });
  const rotated = await asOperator('post', `/sandbox/keys/${body.key_id}/rotate`, {});
  expect(rotated.status).toBe(422);
  expect((await issue({ user_id: 'usr_nw_admin' })).body.read_only).toBe(false);
});
