import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createParser } from 'eventsource-parser';
import { afterEach, expect, test } from 'vitest';
import { keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';
import {
  advanceClockBy,
  createWebhooksApp,
  expectBody,
  expectProblem,
  registerDestination,
  type WebhooksApp,
} from '../testing/test-webhooks.ts';

let server: Server | undefined;
const hangUp = new Set<AbortController>();
afterEach(() => {
  for (const one of hangUp) one.abort();
  server?.closeAllConnections();
  server?.close();
});

interface Message {
  readonly event: string | undefined;
  readonly data: Record<string, unknown>;
}

/** Opens a stream. Returns a function that resolves with the next message of a name. */
async function watch(hooks: WebhooksApp, headers: Record<string, string>) {
  server ??= createServer(hooks.app).listen(0, '127.0.0.1');
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const controller = new AbortController();
  hangUp.add(controller);
  const response = await fetch(`http://127.0.0.1:${port}/sandbox/activity`, { headers, signal: controller.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  const messages: Message[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => messages.push({ event, data: JSON.parse(data) }) });
  return async (name: string): Promise<Message['data']> => {
    for (;;) {
      const index = messages.findIndex(({ event }) => event === name);
      if (index >= 0) return messages.splice(0, index + 1).at(-1)?.data ?? {};
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended without ${name}`);
      parser.feed(value);
    }
  };
}

const asUser = (key: string) => ({ 'X-API-Key': key });
const asOperator = { Authorization: `Bearer ${TEST_OPERATOR_TOKEN}` };

test('sends the clock, changes, attempts and requests in the scope of the caller', async () => {
  server = undefined;
  const hooks = createWebhooksApp();
  const next = await watch(hooks, asUser(keys.delgado));
  const nextOfOther = await watch(hooks, asUser(keys.admin));
  const nextOfOperator = await watch(hooks, asOperator);
  expect(await next('clock')).toMatchObject({ now: '2026-11-02T15:00:00Z', state: 'frozen' });
  expect(await next('change')).toMatchObject({ of: 'data' });

  const { destination } = await registerDestination(hooks);
  expect(await next('change')).toMatchObject({ of: 'data' });
  await hooks.request('post', `/sandbox/destinations/${destination.destination_id}/test`).send({});
  for (const read of [next, nextOfOperator])
    expect(await read('attempt')).toMatchObject({
      delivery: { destination_id: destination.destination_id, state: 'delivered' },
      attempt: { number: 1, response: { status: 200 } },
    });
  expect(await next('request')).toMatchObject({ operation_id: 'testDestination', user_id: 'usr_delgado' });

  await advanceClockBy(hooks, 'PT1H');
  expect(await next('clock')).toMatchObject({ now: '2026-11-02T16:00:00Z' });
  const seen = [];
  do seen.push(JSON.stringify(await nextOfOther('clock')));
  while (!seen.at(-1)?.includes('T16:00:00Z'));
  await hooks.request('get', '/v1/portal', keys.admin);
  expect(await nextOfOther('request')).toMatchObject({ user_id: 'usr_nw_admin' }); // and no exchange of the other user
});

test('records requests with ids like those of the console, and keeps them apart from the others', async () => {
  server = undefined;
  const hooks = createWebhooksApp();
  await hooks.request('get', '/v1/portal').set('X-Request-Id', 'console-1');
  await hooks.request('get', '/v1/portal').set('X-Request-Id', 'client-1');
  const read = () => expectBody<{ data: { request_id: string }[] }>(hooks.request('get', '/sandbox/requests'));
  expect((await read()).data.map(({ request_id }) => request_id)).toEqual(['client-1', 'console-1']);
  for (let n = 2; n <= 260; n += 1)
    await hooks.request('get', '/v1/portal').set('X-Request-Id', `${n % 4 === 0 ? 'client' : 'console'}-${n}`);
  const ids = (await read()).data.map(({ request_id }) => request_id).filter((id) => !id.startsWith('req_')); // the first list
  expect(ids.filter((id) => id.startsWith('client-')).length).toBe(66);
  expect(ids.filter((id) => id.startsWith('console-')).length).toBe(50);
  expect(ids.map((id) => Number(id.split('-')[1]))).toEqual(
    ids.map((id) => Number(id.split('-')[1])).toSorted((one, other) => other - one),
  );
  expect(ids[0]).toBe('client-260');
});

test('ends all streams when the sandbox stops', async () => {
  server = undefined;
  const hooks = createWebhooksApp();
  const next = await watch(hooks, asOperator);
  await next('change');
  hooks.deliveryService.endStreams();
  expect(await next('end')).toMatchObject({ code: 'stopped' });
});

test('exchanges a code once for the token of the operator', async () => {
  const hooks = createWebhooksApp();
  const { code } = await expectBody<{ code: string }>(
    hooks.request('post', '/sandbox/sign-in-codes', 'operator').send({}),
    201,
  );
  const signIn = (path = '/sandbox/sign-in') =>
    hooks.request('post', path, '').set('Authorization', `Bearer ${code}`).send({});
  await expectProblem(signIn('/sandbox/clock/freeze').then(), 401, 'invalid_operator_token');
  expect(await expectBody(signIn().then())).toEqual({ operator_token: TEST_OPERATOR_TOKEN });
  await expectProblem(signIn().then(), 401, 'invalid_operator_token');
});

test('does not accept an expired code', async () => {
  const hooks = createWebhooksApp();
  const { code } = await expectBody<{ code: string }>(
    hooks.request('post', '/sandbox/sign-in-codes', 'operator').send({}),
    201,
  );
  hooks.wallMs += 3_600_000;
  const answer = hooks.request('post', '/sandbox/sign-in', '').set('Authorization', `Bearer ${code}`).send({});
  await expectProblem(answer.then(), 401, 'invalid_operator_token');
});

test('lists every key with its state', async () => {
  const hooks = createWebhooksApp();
  const { data } = await expectBody<{ data: { api_key: string; key_state: string }[] }>(
    hooks.request('get', '/sandbox/users', 'operator'),
  );
  const stateOf = (key: string) => data.find(({ api_key }) => api_key === key)?.key_state;
  expect(stateOf('sbx-northway-admin')).toBe('active');
  expect(stateOf('sbx-northway-revoked')).toBe('revoked');
  expect(stateOf('sbx-northway-expired')).toBe('expired');
});
