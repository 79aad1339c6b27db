import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleEvents, sampleTestEvent } from '../../lab/sender-faults/events.ts';
import { buildRequest, correctSender } from '../../lab/sender-faults/sender.ts';
import { SCHEMES } from '../webhooks/scheme.ts';
import { checkSender } from './check-sender.ts';
import type { DeliveryRecord } from './core/delivery-record.ts';
import { observingPlan, passivePlan, type ResponsePlan } from './core/response-plan.ts';
import { type InboxOptions, openSenderInbox, type SenderInbox } from './inbox.ts';

const scheme = SCHEMES['standard-webhooks'];
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;

const open: SenderInbox[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((inbox) => inbox.close()));
});

async function openInbox(plan: ResponsePlan, change: Partial<InboxOptions> = {}): Promise<SenderInbox> {
  const inbox = await openSenderInbox({ plan, ...change });
  open.push(inbox);
  return inbox;
}

const post = (url: string, body: string, init: Pick<RequestInit, 'headers' | 'signal'> = {}) =>
  fetch(url, { method: 'POST', body, redirect: 'manual', ...init });
const createIdHeader = (id: string) => ({ headers: { 'webhook-id': id } });

test('responds to each delivery by the plan and to other requests with 200', async () => {
  const { url } = await openInbox(observingPlan({ retryAfterSeconds: 3, allowGone: true }));
  const statuses: number[] = [];
  for (const id of ['one', 'two', 'three', 'four', 'five', 'one', 'two', 'two', 'three'])
    statuses.push((await post(url, '{}', createIdHeader(id))).status);
  expect(statuses).toEqual([200, 500, 503, 302, 200, 200, 410, 200, 200]);
});

test('sends Retry-After and Location as planned', async () => {
  const inbox = await openInbox([
    [{ kind: 'status', status: 503, retryAfterSeconds: 3 }],
    [{ kind: 'redirect', status: 302 }],
  ]);
  const busy = await post(inbox.url, '{}', createIdHeader('one'));
  const moved = await post(inbox.url, '{}', createIdHeader('two'));
  expect([busy.headers.get('retry-after'), moved.headers.get('location')]).toEqual(['3', 'moved-here']);
  expect(inbox.recording().records.map(({ answer }) => answer)).toEqual([
    { status: 503, retryAfterSeconds: 3 },
    { status: 302, location: 'moved-here' },
  ]);
});

test('recognises a sender that follows redirects, on any path', async () => {
  const inbox = await openInbox([[{ kind: 'redirect', status: 307 }]]);
  const { status } = await fetch(`${inbox.url}some/hooks?a=1`, { method: 'POST', body: '{}' });
  expect([status, inbox.recording().records.map(({ path }) => path)]).toEqual([
    200,
    ['/some/hooks?a=1', '/some/moved-here'],
  ]);
  const { results } = checkSender(inbox.recording());
  expect(results.find(({ id }) => id === 'retries/redirect-not-followed')?.saw).toBe('POST /some/moved-here');
});

test('samples and requests without a body are not part of the plan', async () => {
  const { url } = await openInbox([[{ kind: 'status', status: 500 }]]);
  const sample = await post(url, JSON.stringify(sampleTestEvent), createIdHeader(sampleTestEvent.id));
  const look = await fetch(url);
  const event = await post(url, '{}', createIdHeader('one'));
  expect([sample.status, look.status, event.status]).toEqual([200, 200, 500]);
});

test('stores headers in order and lower case, and hides credentials', async () => {
  const inbox = await openInbox(passivePlan);
  const headers = [
    'Host',
    'x',
    'X-Twice',
    'a',
    'x-twice',
    'b',
    'Authorization',
    'Bearer hidden-token',
    'Content-Length',
    '0',
  ];
  await new Promise((resolve, reject) => {
    request(inbox.url, { method: 'POST', headers }, resolve).on('error', reject).end();
  });
  const [record] = inbox.recording().records;
  expect(record?.headers.filter(([name]) => name === 'x-twice')).toEqual([
    ['x-twice', 'a'],
    ['x-twice', 'b'],
  ]);
  expect(JSON.stringify(record)).not.toContain('hidden-token');
  expect(record?.headers).toContainEqual(['authorization', '[hidden]']);
});

test('stores the bytes of a body and counts bytes beyond the limit', async () => {
  const inbox = await openInbox(passivePlan, { mostBytesOfABody: 10 });
  await post(inbox.url, '\u00e9{ }');
  await post(inbox.url, 'x'.repeat(25));
  const [short, long] = inbox.recording().records;
  expect([Buffer.from(short?.body ?? []).toString('hex'), short?.isWhole]).toEqual(['c3a97b207d', true]);
  expect([long?.body.length, long?.sentBytes, long?.isWhole]).toEqual([10, 25, false]);
});

test('an interrupted request is not whole', async () => {
  const came = Promise.withResolvers<boolean>();
  const { url } = await openInbox(passivePlan, { onRecord: ({ isWhole }) => came.resolve(isWhole) });
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
  });
  expect(await came.promise).toBe(false);
});

test('closes the connection of a withheld response after its time limit', async () => {
  const inbox = await openInbox([[{ kind: 'withheld', forMs: 20 }]]);
  await expect(post(inbox.url, '{}', createIdHeader('one'))).rejects.toThrow();
  const ended = { by: 'inbox', afterMs: expect.any(Number) };
  expect(inbox.recording().records.map(({ answer }) => answer)).toEqual([{ status: null, ended }]);
});

test('records that the sender closed the connection and reports the request once', async () => {
  const reported: DeliveryRecord[] = [];
  const isReported = Promise.withResolvers<void>();
  const onRecord = (record: DeliveryRecord) => {
    reported.push(record);
    isReported.resolve();
  };
  const inbox = await openInbox([[{ kind: 'withheld', forMs: 60_000 }]], { onRecord });
  const sender = new AbortController();
  const sent = post(inbox.url, '{}', { ...createIdHeader('one'), signal: sender.signal });
  await vi.waitUntil(() => inbox.recording().records.length === 1);
  sender.abort();
  await expect(sent).rejects.toThrow();
  await isReported.promise;
  await inbox.close();
  expect(reported.map(({ answer }) => answer)).toEqual([
    { status: null, ended: { by: 'sender', afterMs: expect.any(Number) } },
  ]);
});

test('reports a request whose response is still withheld when the inbox closes', async () => {
  const reported: number[] = [];
  const inbox = await openInbox([[{ kind: 'withheld', forMs: 60_000 }]], {
    onRecord: (_, number) => reported.push(number),
  });
  const unanswered = post(inbox.url, '{}', createIdHeader('one')).catch(() => 'closed');
  await vi.waitUntil(() => inbox.recording().records.length === 1);
  const { records } = await inbox.close();
  expect([await unanswered, reported, records.map(({ answer }) => answer)]).toEqual([
    'closed',
    [1],
    [{ status: null }],
  ]);
});

test('is full after the maximum number of requests or bytes', async () => {
  const few = await openInbox(passivePlan, { mostRequests: 2 });
  const small = await openInbox(passivePlan, { mostBytes: 3 });
  expect([(await post(few.url, '{}')).status, (await post(few.url, '{}')).status]).toEqual([200, 200]);
  expect([(await post(few.url, '{}')).status, (await post(small.url, '{  }')).status]).toEqual([503, 503]);
  await Promise.all([few.isFull, small.isFull]);
  expect([few.recording().records.length, small.recording().records.length]).toEqual([2, 0]);
});

test('rejects an address that is in use', async () => {
  const { url } = await openInbox(passivePlan);
  await expect(openInbox(passivePlan, { port: Number(new URL(url).port) })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

test('deliveries over the network give the same results as recorded deliveries', async () => {
  const inbox = await openInbox(observingPlan());
  for (const event of sampleEvents) {
    for (const number of [1, 2]) {
      const attempt = { event, number, atMs: Date.now() };
      const { headers, body } = buildRequest(attempt, { scheme, secrets: [SECRET], behaviour: correctSender });
      const { status } = await post(inbox.url, body, { headers: Object.fromEntries(headers) });
      if (status === 200) break;
    }
  }
  const result = checkSender({ ...inbox.recording(), secrets: [SECRET] });
  const outcomes = new Map(result.results.map(({ id, outcome }) => [id, outcome]));
  expect(result.results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  // It does not wait between attempts, and is seen not to.
  expect(result.results.filter(({ outcome }) => outcome === 'warning').map(({ id }) => id)).toEqual([
    'retries/retry-after',
  ]);
  expect([outcomes.get('signature/verifies'), outcomes.get('retries/same-bytes')]).toEqual(['pass', 'pass']);
  expect([result.requests, result.events, result.exitCode]).toEqual([10, 7, 0]);
});
