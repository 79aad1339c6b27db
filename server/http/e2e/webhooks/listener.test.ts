import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { keys } from '../../testing/test-app.ts';
import {
  advanceClockBy,
  changeDestinationStatus,
  createWebhooksApp,
  type DeliveryBody,
  disconnectTerminal,
  expectBody,
  expectFaults,
  expectProblem,
  RECEIVER_URL,
  readAllDeliveries,
  readDestination,
  registerDestination,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* Listeners through HTTP: they receive deliveries over a stream, one at a time, and report the results. */

let hooks: WebhooksApp;
let server: Server;
let id = '';
beforeEach(async () => {
  hooks = createWebhooksApp();
  server = createServer(hooks.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const subscriptions = [{ types: ['heartbeat_stale'], states: ['triggered'] }];
  id = (await registerDestination(hooks, { listener: true, subscriptions })).destination.destination_id;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

interface Pushed {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly attempt_token: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event_id: string;
  readonly is_test: boolean;
}

interface ListenerEvent {
  readonly name: string;
  readonly data: unknown;
}

interface Stream {
  readonly headers: Headers;
  /** Returns the next event with a name and skips others; undefined at the end of the stream. */
  next(name: string): Promise<unknown>;
  pushed(): Promise<Pushed>;
  close(): void;
}

async function listen(which = id, key: string = keys.delgado): Promise<Stream> {
  const hangUp = new AbortController();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/destinations/${which}/stream`;
  const response = await fetch(url, { headers: { 'X-API-Key': key }, signal: hangUp.signal });
  expect(response.status).toBe(200);
  const events = parseEvents(response);
  const next = async (name: string): Promise<unknown> => {
    for (;;) {
      const { value, done } = await events.next();
      if (done === true) return undefined;
      if (value.name === name) return value.data;
    }
  };
  return {
    headers: response.headers,
    next,
    pushed: async () => (await next('delivery')) as Pushed,
    close: () => hangUp.abort(),
  };
}

/** Parses the subset of server-sent events that this server writes. */
async function* parseEvents({ body }: Response): AsyncGenerator<ListenerEvent, undefined> {
  let text = '';
  for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      text = text.slice(end + 2);
      const [name, data] = [fields.get('event'), fields.get('data')];
      if (name !== undefined && data !== undefined) yield { name, data: JSON.parse(data) };
    }
  }
  return undefined;
}

const DELIVERED_REPORT = { status: 200, total_ms: 1 };
const report = (
  { delivery_id, attempt_token }: Pick<Pushed, 'delivery_id' | 'attempt_token'>,
  body: object = DELIVERED_REPORT,
  key?: string,
) => hooks.request('post', `/sandbox/deliveries/${delivery_id}/report`, key).send({ attempt_token, ...body });
const readOnlyDelivery = async (): Promise<DeliveryBody | undefined> => (await readAllDeliveries(hooks))[0];

describe('a listener', () => {
  test('receives pending and new deliveries in order, each after the report of the previous one', async () => {
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    expect(await readOnlyDelivery()).toMatchObject({ state: 'pending', attempt_count: 0 });
    const stream = await listen();
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    const first = await stream.pushed();
    expect(first).toMatchObject({ attempt: 1, is_test: false, event_id: first.headers['webhook-id'] });
    expect(JSON.parse(first.body)).toMatchObject({ id: first.event_id, terminal_id: 'DG000101' });
    expect((await readOnlyDelivery())?.state).toBe('sending');

    await disconnectTerminal(hooks, 'DG000202');
    await advanceClockBy(hooks, 'PT1H');
    expect(await expectBody(report(first))).toMatchObject({ state: 'delivered', last_status: 200 });
    const second = await stream.pushed();
    expect(JSON.parse(second.body)).toMatchObject({ terminal_id: 'DG000202' });
    await expectBody(report(second));
    expect((await readAllDeliveries(hooks)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect((await readDestination(hooks, id)).health.last_success_at).toBe((await readOnlyDelivery())?.happened_at);
    stream.close();
  });

  test("reports the receiver's reply, which schedules the retry", async () => {
    const stream = await listen();
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    const outcome = {
      status: 503,
      headers: { 'Retry-After': '7200', 'Set-Cookie': 'canary' },
      body: 'later',
      total_ms: 12.5,
    };
    expect(await expectBody(report(await stream.pushed(), outcome))).toMatchObject({
      state: 'pending',
      last_status: 503,
    });
    const { next_attempt, delivery_id } = (await readOnlyDelivery()) ?? {};
    expect(next_attempt).toEqual({ clock: 'sandbox', at: '2026-11-02T17:11:00Z' });
    const { attempts } = await expectBody<SandboxSchemas['DeliveryDetail']>(
      hooks.request('get', `/sandbox/deliveries/${delivery_id}`),
    );
    expect(attempts).toMatchObject([
      { request: { url: null }, response: { status: 503, body: 'later' }, timings_ms: { total: 12.5 } },
    ]);
    expect(JSON.stringify(attempts)).not.toContain('canary');

    await expectBody(hooks.request('post', '/sandbox/clock/advance', 'operator').send({ to_next_attempt: true }));
    const again = await stream.pushed();
    expect(again.attempt).toBe(2);
    const lost = await expectBody<DeliveryBody>(report(again, { error: 'Nothing listens on port 3000.', total_ms: 1 }));
    expect(lost).toMatchObject({ state: 'pending', last_status: null, last_error: 'Nothing listens on port 3000.' });
    stream.close();
  });

  test('disables its destination with a report of 410, and receives the new status', async () => {
    const stream = await listen();
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    await expectBody(report(await stream.pushed(), { status: 410, total_ms: 1 }));
    expect(await readDestination(hooks, id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    expect(await stream.next('destination')).toEqual({ status: 'disabled', disabled_reason: 'gone' });
    stream.close();
  });

  test('returns its unreported delivery to the queue when it disconnects, and cannot report it later', async () => {
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    const first = await listen();
    const before = await first.pushed();
    first.close();
    const second = await listen();
    const after = await second.pushed();
    expect(after).toMatchObject({ delivery_id: before.delivery_id, attempt: 1, body: before.body });
    await expectProblem(report(before), 409, 'attempt_over');
    await expectBody(report(after));
    await expectProblem(report(after), 409, 'attempt_over');
    expect(await readOnlyDelivery()).toMatchObject({ state: 'delivered', attempt_count: 1 });
    second.close();
  });

  test('replaces an earlier listener', async () => {
    const first = await listen();
    const second = await listen();
    expect(await first.next('end')).toMatchObject({ code: 'replaced' });
    expect(await first.next('delivery')).toBeUndefined();
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    await expectBody(report(await second.pushed()));
    expect((await readOnlyDelivery())?.state).toBe('delivered');
    second.close();
  });

  test('is disconnected when its destination is deleted, and its delivery is skipped', async () => {
    const stream = await listen();
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    const pushed = await stream.pushed();
    await expectBody(hooks.request('delete', `/sandbox/destinations/${id}`));
    expect(await stream.next('end')).toMatchObject({ code: 'gone' });
    expect(await stream.next('delivery')).toBeUndefined();
    await expectProblem(report(pushed), 404, 'not_found');
    await hooks.deliveryService.catchUp();
    expect((await readOnlyDelivery())?.state).toBe('skipped');
  });

  test('leaves no pending deliveries when it disconnects from a disabled destination', async () => {
    const stream = await listen();
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    await stream.pushed();
    await changeDestinationStatus(hooks, id, 'disable');
    expect((await readOnlyDelivery())?.state).toBe('sending');
    const second = await listen(); // ensures that the first stream has ended
    await second.next('destination');
    stream.close();
    await hooks.deliveryService.catchUp();
    expect((await readOnlyDelivery())?.state).toBe('skipped');
    second.close();
  });

  test('receives only samples and replays while its destination is paused', async () => {
    const stream = await listen();
    await changeDestinationStatus(hooks, id, 'pause');
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    const tested = hooks.request('post', `/sandbox/destinations/${id}/test`);
    const [, sample] = await Promise.all([
      tested.then(() => undefined),
      stream.pushed().then(async (pushed) => {
        await expectBody(report(pushed));
        return pushed;
      }),
    ]);
    expect(sample).toMatchObject({ is_test: true });
    expect((await tested).body).toMatchObject({ verdict: 'delivered' });
    await changeDestinationStatus(hooks, id, 'resume');
    await expectBody(report(await stream.pushed()));
    stream.close();
  });
});

describe('a destination without a connected listener', () => {
  test('rejects tests and replays', async () => {
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    const waiting = await readOnlyDelivery();
    await expectProblem(hooks.request('post', `/sandbox/destinations/${id}/test`), 409, 'no_listener');
    await expectProblem(
      hooks.request('post', `/sandbox/deliveries/${waiting?.delivery_id}/replay`),
      409,
      'no_listener',
    );
    expect(await readAllDeliveries(hooks)).toEqual([waiting]);
  });
});

describe('a delivery stream', () => {
  test('is available only for visible listeners', async () => {
    const { destination: other } = await registerDestination(hooks, { url: RECEIVER_URL });
    await expectProblem(
      hooks.request('get', `/sandbox/destinations/${other.destination_id}/stream`),
      409,
      'not_a_listener',
    );
    await expectProblem(hooks.request('get', `/sandbox/destinations/${id}/stream`, keys.redline), 404, 'not_found');
    await expectBody(hooks.request('post', `/sandbox/destinations/${other.destination_id}/test`));
    const [sample] = await readAllDeliveries(hooks);
    await expectProblem(report({ delivery_id: sample?.delivery_id ?? '', attempt_token: 'x' }), 409, 'not_a_listener');
  });

  test('is not opened by a HEAD request', async () => {
    const first = await listen();
    const head = await supertest(hooks.app)
      .head(`/sandbox/destinations/${id}/stream`)
      .set('Host', 'localhost')
      .set('X-API-Key', keys.delgado);
    expect({ status: head.status, type: head.headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/event-stream; charset=utf-8',
    });
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    expect((await first.pushed()).attempt).toBe(1);
    first.close();
  });
});

test.each([
  [{ total_ms: 1 }, ''],
  [{ status: 200, error: 'both', total_ms: 1 }, ''],
  [{ status: 200 }, '/total_ms'],
  [{ status: 99, total_ms: 1 }, '/status'],
  [{ status: 200, total_ms: -1 }, '/total_ms'],
  [{ status: 200, total_ms: 1, attempt_token: '' }, '/attempt_token'],
])('rejects a report with %j and keeps the attempt open', async (body, pointer) => {
  const stream = await listen();
  await disconnectTerminal(hooks);
  await advanceClockBy(hooks, 'PT1H');
  const pushed = await stream.pushed();
  await expectFaults(report(pushed, body), pointer);
  await expectProblem(report(pushed, DELIVERED_REPORT, keys.redline), 404, 'not_found');
  await expectBody(report(pushed));
  stream.close();
});
