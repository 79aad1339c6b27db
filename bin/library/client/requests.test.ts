import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: false, recordRequests: true });
});
afterAll(() => sandbox.close());

const openDispute = (body: unknown, target = sandbox): Promise<Response> =>
  target.fetch('/v1/disputes?dry=yes', {
    method: 'POST',
    headers: { 'X-API-Key': target.keys.usr_nw_admin ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

test('resolves with a request that was answered before, and with one that follows', async () => {
  const { data } = (await (
    await sandbox.fetch('/v1/transactions?limit=1', { headers: { 'X-API-Key': sandbox.keys.usr_nw_admin ?? '' } })
  ).json()) as { readonly data: readonly { readonly transaction_id: string }[] };
  expect(data).toHaveLength(1);
  expect(await sandbox.requests.waitFor({ operation: 'listTransactions', status: 200 })).toMatchObject({
    method: 'GET',
    recorded: { query: [{ name: 'limit', value: '1' }], headers: { 'x-api-key': '***' }, body: null },
  });
  const waiting = sandbox.requests.waitFor({ operation: 'createDispute', method: 'POST' });
  await openDispute({ transaction_id: 'txn_a', password: 'hunter2' });
  const { status, recorded } = await waiting;
  expect([status, recorded?.body?.text]).toEqual([400, '{"transaction_id":"txn_a","password":"***"}']);
});

test('rejects with the requests that came instead, oldest first', async () => {
  await sandbox.fetch('/v1/nothing?a=1');
  await openDispute({});
  await expect(sandbox.requests.waitFor({ operation: 'createDispute', status: 201 }, { timeoutMs: 0 })).rejects.toThrow(
    /^No request with operation createDispute, status 201 came within 0 ms\. These came, oldest first:\n(.*\n)* {2}404 {2}GET \/v1\/nothing\?a=1 {2}no operation {2}no valid key {2}not_found\n {2}400 {2}POST \/v1\/disputes\?dry=yes {2}createDispute {2}usr_nw_admin {2}unknown_parameter dry$/,
  );
  const clock = sandbox.requests.waitFor({ operation: 'advanceClock' }, { timeoutMs: 0 });
  await expect(clock).rejects.toThrow('No request with operation advanceClock came within 0 ms.');
});

test('lists requests oldest first, also those that move the clock', async () => {
  await sandbox.clock.advance('1s');
  const paths = (await sandbox.requests.list()).map(({ path }) => path);
  expect(paths.at(-1)).toBe('/sandbox/clock/advance');
  expect(await sandbox.requests.list({ method: 'PUT' })).toEqual([]);
});

test('records nothing without the option, and nothing of another sandbox', async () => {
  const other = await startSandbox({ port: false });
  await openDispute({ transaction_id: 'txn_other' }, other);
  expect(await other.requests.waitFor({ operation: 'createDispute' })).toMatchObject({ status: 400, recorded: null });
  expect(await other.requests.list()).toHaveLength(1);
  expect(JSON.stringify(await sandbox.requests.list())).not.toContain('txn_other');
  await other.close();
});

test('refuses unknown and invalid filters', async () => {
  const { requests } = sandbox;
  await expect(requests.list({ operationId: 'x' } as object)).rejects.toThrow('there is no option "operationId"');
  await expect(requests.waitFor({ status: 20 })).rejects.toThrow('expected a whole number from 100 to 599');
  await expect(requests.waitFor({ operation: 'createDispte' as 'createDispute' })).rejects.toThrow('createDispute');
});
