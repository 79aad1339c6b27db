import supertest, { type Response } from 'supertest';
import { expect } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { Send, SendRequest } from '../../delivery/network/sender.ts';
import type { Journal } from '../../journal/journal.ts';
import { realMs } from '../../world/state/time.ts';
import { keys, OPERATOR_TOKEN, type TestApp, type TestOptions, testApp } from './test-app.ts';

/* A sandbox for tests whose deliveries come to a receiver of the test's own, and what is asked of it. */

export type Caller = 'operator' | (string & {});
export type Destination = SandboxSchemas['Destination'];
export type Delivery = SandboxSchemas['Delivery'];
export type DeliveryDetail = SandboxSchemas['DeliveryDetail'];
export type FleetEvent = SandboxSchemas['WebhookEvent'];

/** Where the sandbox clock stands at the start. */
export const START = '2026-11-02T15:00:00Z';
/** Somewhere; the receiver of a test is everywhere. */
export const HOOKS = 'http://127.0.0.1:3000/hooks';

/** What a receiver says: a status, one with headers, or nothing at all. */
export type Says = number | { readonly status: number; readonly headers: Readonly<Record<string, string>> } | 'nothing';

export interface Hooks extends TestApp {
  /** What was posted, oldest first. */
  readonly sent: SendRequest[];
  /** What the receiver says from now on. */
  says: Says | ((request: SendRequest) => Says);
  /** The real clock, milliseconds since 1970. */
  wallMs: number;
  ask(method: Method, path: string, caller?: Caller, body?: object): Promise<Response>;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One that asks as the owner of Delgado, a small fleet, unless another caller is named. */
export function hooksApp(options: TestOptions = {}, journal?: Journal): Hooks {
  const sent: SendRequest[] = [];
  const send: Send = async (request) => {
    sent.push(request);
    const says = typeof hooks.says === 'function' ? hooks.says(request) : hooks.says;
    if (says === 'nothing')
      return { kind: 'failed', error: 'connect_refused', message: 'Nothing listens there.', timings: { totalMs: 1 } };
    const { status, headers } = typeof says === 'number' ? { status: says, headers: {} } : says;
    const answer = { status, statusText: `${status} X`, headers, body: 'noted', bodyBytes: 5, isTruncated: false };
    return { kind: 'responded', response: answer, timings: { totalMs: 1 } };
  };
  const test = testApp({ send, realNow: () => realMs(hooks.wallMs), ...options }, journal);
  const hooks: Hooks = {
    ...test,
    sent,
    says: 200,
    wallMs: 1_800_000_000_000,
    ask(method, path, caller = keys.delgado, body) {
      const request = supertest(test.app)[method](path).set('Host', 'localhost');
      if (caller === 'operator') request.set('Authorization', `Bearer ${OPERATOR_TOKEN}`);
      else if (caller !== '') request.set('X-API-Key', caller);
      return body === undefined ? request : request.send(body);
    },
  };
  return hooks;
}

/** The body of a success. The contract was held against it before it was sent, so that a test may name its type. */
export async function bodyOf<Body>(answer: Promise<Response>, status = 200): Promise<Body> {
  const { body, status: got } = await answer;
  expect({ got, body }).toMatchObject({ got: status });
  return body as Body;
}

/** Holds a refusal to its status, its code and, of a body, the places that are at fault. */
export async function expectProblem(
  answer: Promise<Response>,
  status: number,
  code: string,
  ...pointers: readonly string[]
): Promise<Response> {
  const response = await answer;
  const { body } = response;
  expect({ status: body.status, code: body.code, type: response.headers['content-type'] }).toEqual({
    status,
    code,
    type: 'application/problem+json; charset=utf-8',
  });
  const errors: readonly { readonly pointer?: string }[] = body.errors ?? [];
  if (pointers.length > 0) expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
  return response;
}

export const register = (hooks: Hooks, body: object = { url: HOOKS }, caller?: Caller) =>
  bodyOf<SandboxSchemas['CreatedDestination']>(hooks.ask('post', '/sandbox/destinations', caller, body), 201);

export const destination = (hooks: Hooks, id: string, caller?: Caller) =>
  bodyOf<Destination>(hooks.ask('get', `/sandbox/destinations/${id}`, caller));

/** `pause`, `resume`, `enable` and `disable`, and whatever else takes no body. */
export const move = (hooks: Hooks, id: string, where: string, caller?: Caller) =>
  bodyOf<Destination>(hooks.ask('post', `/sandbox/destinations/${id}/${where}`, caller));

export const advance = (hooks: Hooks, by: string | number) =>
  bodyOf<SandboxSchemas['SandboxClock']>(hooks.ask('post', '/sandbox/clock/advance', 'operator', { by }));

export const subscribe = (hooks: Hooks, id: string, body: object, caller?: Caller) =>
  bodyOf<SandboxSchemas['Subscription']>(
    hooks.ask('post', `/sandbox/destinations/${id}/subscriptions`, caller, body),
    201,
  );

/** Every page, newest first. */
export async function deliveries(hooks: Hooks, query = '', caller?: Caller): Promise<readonly Delivery[]> {
  const found: Delivery[] = [];
  for (let cursor = ''; ; ) {
    const list = await bodyOf<SandboxSchemas['DeliveryList']>(
      hooks.ask('get', `/sandbox/deliveries?limit=500&${query}${cursor}`, caller),
    );
    found.push(...list.data);
    if (list.page.next_cursor === null) return found;
    cursor = `&cursor=${list.page.next_cursor}`;
  }
}

export const delivery = (hooks: Hooks, id: string, caller?: Caller) =>
  bodyOf<DeliveryDetail>(hooks.ask('get', `/sandbox/deliveries/${id}`, caller));

/** What `GET /sandbox/events` tells a caller since an instant, oldest first. */
export async function events(hooks: Hooks, caller?: Caller, since = ''): Promise<readonly FleetEvent[]> {
  const listed: FleetEvent[] = [];
  for (let cursor = ''; ; ) {
    const list = await bodyOf<SandboxSchemas['EventList']>(
      hooks.ask('get', `/sandbox/events?limit=500${cursor}`, caller),
    );
    listed.push(...list.data);
    if (!list.page.has_more) return listed.filter(({ timestamp }) => timestamp > since);
    cursor = `&cursor=${list.page.next_cursor}`;
  }
}

/** Ids of events that were posted, in order. */
export const sentIds = (hooks: Hooks): readonly string[] =>
  hooks.sent.map(({ headers }) => headers['webhook-id'] ?? '');

/** Cuts a terminal of Delgado off for good, so that its heartbeat is missed after a quarter of an hour. */
export const cutOff = (hooks: Hooks, terminalId = 'DG000101', caller?: Caller) =>
  bodyOf<object>(
    hooks.ask('post', '/sandbox/causes', caller, { event_type: 'heartbeat_stale', terminal_id: terminalId }),
  );

/** An app whose only destination is told, of what happens in the test, that a terminal was cut off: once. */
export async function hooksThatMiss(): Promise<{ readonly hooks: Hooks; readonly id: string }> {
  const hooks = hooksApp();
  const subscriptions = [{ types: ['heartbeat_stale'], states: ['triggered'] }];
  const { destination_id: id } = (await register(hooks, { url: HOOKS, subscriptions })).destination;
  await cutOff(hooks);
  return { hooks, id };
}
