import supertest, { type Response, type Test } from 'supertest';
import { expect } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { Send, SendRequest } from '../../delivery/network/sender.ts';
import type { Journal } from '../../journal/journal.ts';
import { realMs } from '../../world/state/time.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN, type TestApp, type TestOptions } from './test-app.ts';

/* A test sandbox whose deliveries go to a receiver inside the test, and helpers that call its operations. */

export type TestCaller = 'operator' | (string & {});
export type DestinationBody = SandboxSchemas['Destination'];
export type DeliveryBody = SandboxSchemas['Delivery'];
export type DeliveryDetail = SandboxSchemas['DeliveryDetail'];
export type EventBody = SandboxSchemas['WebhookEvent'];

/** The sandbox time at the start. */
export const START = '2026-11-02T15:00:00Z';
/** The URL of the receiver. The test receiver accepts any URL. */
export const RECEIVER_URL = 'http://127.0.0.1:3000/hooks';

/** The reply of the receiver: a status, a status with headers, or no reply. */
export type ReceiverReply =
  | number
  | { readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | 'nothing';

export interface WebhooksApp extends TestApp {
  /** The posted requests, oldest first. */
  readonly sent: SendRequest[];
  /** The reply of the receiver from now on. */
  receiverReply: ReceiverReply | ((request: SendRequest) => ReceiverReply);
  /** The real time in epoch milliseconds. */
  wallMs: number;
  request(method: Method, path: string, caller?: TestCaller): Test;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Starts a test sandbox with a receiver. Requests use the key of the owner of Delgado, a small fleet, by default. */
export function createWebhooksApp(options: TestOptions = {}, journal?: Journal): WebhooksApp {
  const sent: SendRequest[] = [];
  const send: Send = async (request) => {
    sent.push(request);
    const reply = typeof hooks.receiverReply === 'function' ? hooks.receiverReply(request) : hooks.receiverReply;
    if (reply === 'nothing')
      return { kind: 'failed', error: 'connect_refused', message: 'Nothing listens there.', timings: { totalMs: 1 } };
    const { status, headers } = typeof reply === 'number' ? { status: reply, headers: {} } : reply;
    const answer = { status, statusText: `${status} X`, headers, body: 'noted', bodyBytes: 5, isTruncated: false };
    return { kind: 'responded', response: answer, timings: { totalMs: 1 } };
  };
  const test = createTestApp({ send, realNow: () => realMs(hooks.wallMs), ...options }, journal);
  const hooks: WebhooksApp = {
    ...test,
    sent,
    receiverReply: 200,
    wallMs: 1_800_000_000_000,
    request(method, path, caller = keys.delgado) {
      const request = supertest(test.app)[method](path).set({ Host: 'localhost', 'Accept-Encoding': 'identity' }); // compression takes processor time
      if (caller === '') return request;
      return caller === 'operator'
        ? request.set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`)
        : request.set('X-API-Key', caller);
    },
  };
  return hooks;
}

/**
 * Expects a status and returns the body. The server validated the body against the contract, so tests may assert its
 * type.
 */
export async function expectBody<Body>(answer: Promise<Response>, status = 200): Promise<Body> {
  const { body, status: got } = await answer;
  expect({ got, body }).toMatchObject({ got: status });
  return body as Body;
}

/** Expects a problem with a status and a code. */
export async function expectProblem(answer: Promise<Response>, status: number, code: string): Promise<Response> {
  const response = await answer;
  const { body } = response;
  expect({ status: body.status, code: body.code, type: response.headers['content-type'] }).toEqual({
    status,
    code,
    type: 'application/problem+json; charset=utf-8',
  });
  return response;
}

/** Expects a rejected body with faults at these pointers. */
export async function expectFaults(answer: Promise<Response>, ...pointers: readonly string[]): Promise<Response> {
  const response = await expectProblem(answer, 422, 'validation_failed');
  const errors: readonly { readonly pointer?: string }[] = response.body.errors ?? [];
  expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
  return response;
}

export const registerDestination = (hooks: WebhooksApp, body: object = { url: RECEIVER_URL }, caller?: TestCaller) =>
  expectBody<SandboxSchemas['CreatedDestination']>(
    hooks.request('post', '/sandbox/destinations', caller).send(body),
    201,
  );

export const readDestination = (hooks: WebhooksApp, id: string, caller?: TestCaller) =>
  expectBody<DestinationBody>(hooks.request('get', `/sandbox/destinations/${id}`, caller));

/** Calls an operation without a body, such as `pause`, `resume`, `enable` and `disable`. */
export const changeDestinationStatus = (hooks: WebhooksApp, id: string, where: string) =>
  expectBody<DestinationBody>(hooks.request('post', `/sandbox/destinations/${id}/${where}`));

export const advanceClockBy = (hooks: WebhooksApp, by: string | number) =>
  expectBody<SandboxSchemas['SandboxClock']>(hooks.request('post', '/sandbox/clock/advance', 'operator').send({ by }));

export const addSubscription = (hooks: WebhooksApp, id: string, body: object) =>
  expectBody<SandboxSchemas['Subscription']>(
    hooks.request('post', `/sandbox/destinations/${id}/subscriptions`).send(body),
    201,
  );

/** Lists the deliveries of all pages, newest first. */
export async function readAllDeliveries(
  hooks: WebhooksApp,
  query = '',
  caller?: TestCaller,
): Promise<readonly DeliveryBody[]> {
  const found: DeliveryBody[] = [];
  for (let cursor = ''; ; ) {
    const list = await expectBody<SandboxSchemas['DeliveryList']>(
      hooks.request('get', `/sandbox/deliveries?limit=500&${query}${cursor}`, caller),
    );
    found.push(...list.data);
    if (list.page.next_cursor === null) return found;
    cursor = `&cursor=${list.page.next_cursor}`;
  }
}

export const readDelivery = (hooks: WebhooksApp, id: string, caller?: TestCaller) =>
  expectBody<DeliveryDetail>(hooks.request('get', `/sandbox/deliveries/${id}`, caller));

/** Lists the events of `GET /sandbox/events` after an instant, oldest first. */
export async function readAllEvents(
  hooks: WebhooksApp,
  caller?: TestCaller,
  since = '',
): Promise<readonly EventBody[]> {
  const listed: EventBody[] = [];
  for (let cursor = ''; ; ) {
    const list = await expectBody<SandboxSchemas['EventList']>(
      hooks.request('get', `/sandbox/events?limit=500${cursor}`, caller),
    );
    listed.push(...list.data);
    if (list.page.next_cursor === null) return listed.filter(({ timestamp }) => timestamp > since);
    cursor = `&cursor=${list.page.next_cursor}`;
  }
}

/** Lists the ids of the posted events, in order. */
export const listSentIds = (hooks: WebhooksApp): readonly string[] =>
  hooks.sent.map(({ headers }) => headers['webhook-id'] ?? '');

/** Disconnects a terminal of Delgado without end. Its heartbeat is missed after 15 minutes. */
export const disconnectTerminal = (hooks: WebhooksApp, terminalId = 'DG000101', caller?: TestCaller) =>
  expectBody<object>(
    hooks.request('post', '/sandbox/causes', caller).send({ event_type: 'heartbeat_stale', terminal_id: terminalId }),
  );

/** Starts a test sandbox with one destination, which receives one event: a missed heartbeat. */
export async function createAppWithMissedHeartbeat(): Promise<{ readonly hooks: WebhooksApp; readonly id: string }> {
  const hooks = createWebhooksApp();
  const subscriptions = [{ types: ['heartbeat_stale'], states: ['triggered'] }];
  const { destination_id: id } = (await registerDestination(hooks, { url: RECEIVER_URL, subscriptions })).destination;
  await disconnectTerminal(hooks);
  return { hooks, id };
}
