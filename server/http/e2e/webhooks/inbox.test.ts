import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { duplexPair } from 'node:stream';
import express, { type RequestHandler } from 'express';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { MAX_MESSAGES } from '../../../delivery/inbox/inboxes.ts';
import { realMs } from '../../../world/state/time.ts';
import { ReplyCheck } from '../../check/reply-check.ts';
import { receiveDeliveries } from '../../control/inbox.ts';
import type { HttpRequest, HttpResponse, Middleware } from '../../exchange/middleware.ts';
import { startCall } from '../../request/1-start/start-call.ts';
import { keys } from '../../testing/test-app.ts';
import {
  createWebhooksApp,
  expectBody,
  expectFaults,
  expectProblem,
  registerDestination,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* Posts to inboxes through HTTP. Covers stored messages, configured answers, limits and signature verdicts. */

type Inbox = SandboxSchemas['Inbox'];
type Answer = SandboxSchemas['InboxAnswer'];

const UNLIMITED = { check: new ReplyCheck(), perMinute: undefined, realNow: () => realMs(0) };

let hooks: WebhooksApp;
let id = '';
let path = '';
beforeEach(async () => {
  hooks = createWebhooksApp();
  const { destination } = await registerDestination(hooks, { inbox: true });
  id = destination.destination_id;
  path = new URL(destination.url ?? '').pathname;
});

const readInbox = () => expectBody<Inbox>(hooks.request('get', path));
const setAnswers = (...answers: readonly Answer[]) =>
  expectBody<SandboxSchemas['InboxPlan']>(hooks.request('put', `${path}/answers`).send({ answers }));
const post = (body = '{"type":"cash_low"}', headers: Readonly<Record<string, string>> = {}) =>
  supertest(hooks.app).post(path).set(headers).set('Content-Type', 'application/json').send(body);

/** Posts a sample as the sandbox signs it, optionally with another body or other headers. */
async function postSample(
  change: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  await expectBody(hooks.request('post', `/sandbox/destinations/${id}/test`));
  const { headers = {}, body = '' } = hooks.sent.at(-1) ?? {};
  return post(change.body ?? body.toString(), { ...headers, ...change.headers });
}

describe('a post to an inbox', () => {
  test('accepts a post without a key from any host and origin, and replies 200', async () => {
    const answer = await post('{"type":"cash_low"}', {
      Host: 'anywhere.example',
      Origin: 'https://elsewhere.example',
      'webhook-id': 'evt_x',
      Authorization: 'Bearer canary-of-a-header',
    });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
    const { messages, answers_used, destination_id } = await readInbox();
    expect({ destination_id, answers_used }).toEqual({ destination_id: id, answers_used: 1 });
    expect(messages).toMatchObject([
      {
        received_at: new Date(hooks.wallMs).toISOString(),
        sandbox_at: '2026-11-02T15:00:00Z',
        event_id: 'evt_x',
        type: 'cash_low',
        body: '{"type":"cash_low"}',
        truncated: false,
        answer: { status: 200 },
      },
    ]);
    expect(messages[0]?.headers).toMatchObject({ host: 'anywhere.example', authorization: '***' });
  });

  test('shows messages only to administrators, and not to foreign pages', async () => {
    await expectProblem(hooks.request('get', path, ''), 401, 'missing_credentials');
    await expectProblem(hooks.request('get', path, keys.redline), 404, 'not_found');
    await expectProblem(hooks.request('delete', path, keys.redline), 404, 'not_found');
    await expectProblem(hooks.request('put', `${path}/answers`, keys.redline).send({ answers: [] }), 404, 'not_found');
    await expectProblem(hooks.request('get', path, keys.ops), 403, 'insufficient_privilege');
    for (const [header, value, code] of [
      ['Host', 'anywhere.example', 'host_not_allowed'],
      ['Origin', 'https://elsewhere.example', 'origin_not_allowed'],
    ] as const) {
      const request = supertest(hooks.app).get(path).set('Host', 'localhost').set('X-API-Key', keys.delgado);
      await expectProblem(request.set(header, value), 403, code);
    }
  });

  test('verifies the signature of each message', async () => {
    const verdictOn = async (change?: Parameters<typeof postSample>[0]) => {
      await postSample(change);
      return (await readInbox()).messages[0]?.signature;
    };
    const { state } = await expectBody<SandboxSchemas['RevealedSecrets']>(
      hooks.request('get', `/sandbox/destinations/${id}/secret`),
    );
    expect(await verdictOn()).toEqual({
      verified: true,
      message: `Signed with the secret ${state.fingerprint}, 0 s ago.`,
    });
    const refused = [
      await verdictOn({ body: '{}' }),
      await verdictOn({ headers: { 'webhook-timestamp': 'now' } }),
      await verdictOn({ headers: { 'webhook-timestamp': '1799999000' } }),
      await verdictOn({ headers: { 'webhook-timestamp': '1800001000' } }),
      await verdictOn({ headers: { 'webhook-signature': '' } }),
      await verdictOn({ headers: { 'webhook-signature': 'v2,abc' } }),
    ];
    expect(refused.map((verdict) => verdict?.verified)).toEqual(refused.map(() => false));
    expect(refused.map((verdict) => verdict?.message)).toMatchInlineSnapshot(`
      [
        "No signature matches the received bytes with any secret of the destination.",
        "The header webhook-timestamp is not a number of seconds.",
        "The timestamp is 1000 s old; at most 300 s are allowed.",
        "The timestamp is 1000 s in the future; at most 300 s are allowed.",
        "The header webhook-signature is missing.",
        "There is no signature to verify: an entry has version "v2"; expected v1.",
      ]
    `);
  });

  test('stores messages unchanged, up to 64 KiB each and 200 per inbox', async () => {
    await post('not JSON');
    expect((await readInbox()).messages[0]).toMatchObject({ body: 'not JSON', type: null, event_id: null });
    await post(`"${'ä'.repeat(40_000)}"`);
    const [large] = (await readInbox()).messages;
    expect(large).toMatchObject({ truncated: true, type: null });
    expect(Buffer.byteLength(large?.body ?? '')).toBeLessThanOrEqual(64 * 1024);
    expect(large?.body).not.toContain('\uFFFD');
    expect(large?.signature).toEqual({ verified: false, message: expect.stringContaining('65536 bytes') });
    for (let n = 0; n < MAX_MESSAGES + 1; n += 1) await post(`{"n":${n}}`);
    const { messages } = await readInbox();
    expect(messages).toHaveLength(MAX_MESSAGES);
    expect(messages[0]?.body).toBe(`{"n":${MAX_MESSAGES}}`);
    const emptied = await expectBody<Inbox>(hooks.request('delete', path));
    expect(emptied.messages).toEqual([]);
    expect(await readInbox()).toEqual(emptied);
  });

  test('returns the same status for a deleted and an unknown inbox', async () => {
    await expectBody(hooks.request('delete', `/sandbox/destinations/${id}`));
    const gone = await post();
    path = `/sandbox/inbox/${'x'.repeat(22)}`;
    const never = await post();
    expect(never.status).toBeGreaterThanOrEqual(400);
    expect(gone.status).toBe(never.status);
    await expectProblem(hooks.request('get', path), 404, 'not_found');
  });
});

describe('the configured answers of an inbox', () => {
  test('sends the answers in order and repeats the last one', async () => {
    const plan = [{ status: 500 }, { status: 503, retry_after_seconds: 60 }, { status: 204, delay_ms: 1 }];
    expect(await setAnswers(...plan)).toMatchObject({ destination_id: id, answers: plan });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) {
      const { status, headers } = await post();
      statuses.push([status, headers['retry-after']]);
    }
    expect(statuses).toEqual([
      [500, undefined],
      [503, '60'],
      [204, undefined],
      [204, undefined],
    ]);
    const { answers, answers_used, messages } = await readInbox();
    expect({ answers, answers_used }).toEqual({ answers: plan, answers_used: 4 });
    expect(messages.map(({ answer }) => answer)).toEqual([plan[2], plan[2], plan[1], plan[0]]);

    await setAnswers({ status: 418 });
    expect(await readInbox()).toMatchObject({ answers_used: 0, messages });
    expect((await post()).status).toBe(418);
    await setAnswers();
    expect((await post()).status).toBe(200);
  });

  test.each([
    [{ answers: [{}] }, '/answers/0'],
    [{ answers: [{ status: 101 }] }, '/answers/0/status'],
    [{ answers: [{ status: 200 }, { delay_ms: 60_001 }] }, '/answers/1/delay_ms'],
    [{ answers: [{ never: true, status: 200 }] }, '/answers/0'],
    [{ answers: Array(51).fill({ status: 200 }) }, '/answers'],
    [{}, '/answers'],
  ])('rejects %j', async (body, pointer) => {
    await expectFaults(hooks.request('put', `${path}/answers`).send(body), pointer);
    expect((await readInbox()).answers).toEqual([]);
  });

  test('returns 404 for an unknown inbox', async () => {
    const token = 'x'.repeat(22);
    await expectProblem(
      hooks.request('put', `/sandbox/inbox/${token}/answers`).send({ answers: [] }),
      404,
      'not_found',
    );
  });
});

const toHandler = (middleware: Middleware): RequestHandler => middleware as unknown as RequestHandler; // Express adds members
const startCalls = toHandler((request: HttpRequest, response: HttpResponse, next) => {
  startCall(request, response, { redact: (text) => text });
  next();
});

describe('the body of a post to an inbox', () => {
  let server: Server;
  beforeEach(async () => {
    const { deliveryService } = hooks;
    const app = express().use(startCalls, toHandler(receiveDeliveries({ ...UNLIMITED, deliveryService, bodyMs: 20 })));
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Sends the head of a post and a part of its body. Returns everything received until the server closes. */
  async function answerTo(contentLength: number, sentBytes: number): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    socket.on('error', () => undefined); // the server closes while the client is still sending
    let answer = '';
    socket.on('data', (text) => {
      answer += String(text);
    });
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${contentLength}\r\n\r\n`);
    socket.write('x'.repeat(sentBytes));
    await once(socket, 'close');
    return answer;
  }

  test('reads at most 1 MiB, for any Content-Length', async () => {
    const answer = await answerTo(1_000_000_000, 1024 * 1024 + 1);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/Connection: close/i);
    expect((await readInbox()).messages).toEqual([]);
  });

  test('returns 408 if the body does not arrive in time', async () => {
    expect(await answerTo(100, 50)).toMatch(/^HTTP\/1\.1 408 /);
    expect((await readInbox()).messages).toEqual([]);
  });
});

describe('the rate limit of inboxes', () => {
  const limited = () => {
    const { deliveryService } = hooks;
    const realNow = () => realMs(hooks.wallMs);
    return createServer(
      express().use(startCalls, toHandler(receiveDeliveries({ ...UNLIMITED, deliveryService, realNow, perMinute: 3 }))),
    );
  };

  test('limits posts per inbox and minute, and does not store posts over the limit', async () => {
    const app = limited();
    const statuses = async (count: number) => {
      const answers = [];
      for (let n = 0; n < count; n += 1) answers.push(await supertest(app).post(path).send('{}'));
      return answers.map(({ status, headers }) => [status, headers['retry-after']]);
    };
    const taken = [200, undefined];
    expect(await statuses(5)).toEqual([taken, taken, taken, [429, '60'], [429, '60']]);
    expect((await readInbox()).messages).toHaveLength(3);
    hooks.wallMs += 59_999;
    expect(await statuses(1)).toEqual([[429, '1']]);
    hooks.wallMs += 1;
    expect(await statuses(1)).toEqual([taken]);
  });

  test('limits posts per address over all inboxes', async () => {
    const { destination } = await registerDestination(hooks, { inbox: true });
    const other = new URL(destination.url ?? '').pathname;
    const app = limited();
    const answers = [];
    for (const inbox of [path, path, other, other]) answers.push((await supertest(app).post(inbox).send('{}')).status);
    expect(answers).toEqual([200, 200, 200, 429]);
  });

  test('does not limit deliveries of the sandbox itself', async () => {
    const server = limited();
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      const [ours, theirs] = duplexPair();
      server.emit('connection', theirs);
      const sent = request({ method: 'POST', path, createConnection: () => ours }).end('{}');
      const [answer] = await once(sent, 'response');
      statuses.push(answer.statusCode);
      answer.resume();
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });
});

describe('an inbox that never answers', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer(hooks.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('stores the message and lets the sender time out', async () => {
    await setAnswers({ never: true });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const gaveUp = new AbortController();
    const outcome = fetch(url, { method: 'POST', body: '{}', signal: gaveUp.signal }).then(
      () => 'answered',
      () => 'gave up',
    );
    while ((await readInbox()).messages.length === 0);
    gaveUp.abort();
    expect(await outcome).toBe('gave up');
    expect((await readInbox()).messages).toMatchObject([{ answer: { never: true } }]);
  });
});
