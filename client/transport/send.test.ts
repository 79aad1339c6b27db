import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  AttemptTimeoutError,
  ContentError,
  createFleetClient,
  NetworkError,
  RedirectError,
  ServiceError,
} from '../index.ts';
import {
  type Answer,
  answerJson,
  answerProblem,
  failConnection,
  KEY,
  startFakeService,
} from '../testing/fake-service.ts';

const PORTAL = answerJson({ principal: {} });
const DISPUTE = { transaction_id: 'txn_1', reason_code: 'cash_not_dispensed', amount: '40.00' } as const;
const answerHtml: Answer = () => new Response('<html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
const redirect =
  (status: number, location: string): Answer =>
  () =>
    new Response(null, { status, headers: { Location: location } });

const catchError = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('no error'),
    (thrown) => thrown,
  );

test('sends the key in its header only, and nothing that stores or redirects it', async () => {
  const { client, sent } = startFakeService([PORTAL]);
  await client.portal.get({ headers: { 'X-API-Key': 'another', Prefer: 'delay=1' } });
  expect(sent.map(({ url }) => url)).toEqual(['https://fleet.example/base/v1/portal']);
  expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
    accept: 'application/json',
    prefer: 'delay=1',
    'x-api-key': KEY,
  });
  expect(sent[0]?.init).toMatchObject({ redirect: 'manual', credentials: 'omit', cache: 'no-store' });
});

describe('repeats a read after', () => {
  test.each([
    ['408', answerProblem(408, 'request_timeout')],
    ['429', answerProblem(429, 'rate_limited')],
    ['502 of a gateway', () => new Response('<html>', { status: 502, headers: { 'Content-Type': 'text/html' } })],
    ['503', answerProblem(503, 'service_unavailable')],
    ['504 without a body', () => new Response(null, { status: 504 })],
    ['a failed connection', failConnection],
    ['an HTML page with status 200', answerHtml],
    [
      'a body that is cut',
      () =>
        new Response(
          new ReadableStream({
            start: (stream) => stream.error(new TypeError('terminated')),
          }),
          { headers: { 'Content-Type': 'application/json' } },
        ),
    ],
  ] satisfies [string, Answer][])('%s', async (_, failure) => {
    const { client, sent, pauses } = startFakeService([failure, PORTAL]);
    expect(await client.portal.get()).toEqual({ principal: {} });
    expect([sent.length, pauses.length]).toEqual([2, 1]);
  });
});

describe('does not repeat a request after', () => {
  test.each([400, 401, 403, 404, 405, 409, 422, 500, 507])('%i', async (status) => {
    const { client, sent } = startFakeService([answerProblem(status, 'some_code')]);
    await expect(client.portal.get()).rejects.toMatchObject({ status, code: 'some_code' });
    await expect(client.disputes.create(DISPUTE)).rejects.toMatchObject({ status });
    expect(sent).toHaveLength(2);
  });
});

test('ends after the given number of repetitions, with growing pauses', async () => {
  const { client, sent, pauses } = startFakeService([answerProblem(503, 'service_unavailable')], { retries: 4 });
  await expect(client.portal.get()).rejects.toBeInstanceOf(ServiceError);
  expect(sent).toHaveLength(5);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  await expect(client.portal.get({ retries: 0 })).rejects.toBeInstanceOf(ServiceError);
  expect(sent).toHaveLength(6);
});

describe('waits as Retry-After demands', () => {
  test.each([
    ['in seconds', '7'],
    ['as a date', 'Mon, 02 Nov 2026 15:00:07 GMT'],
  ])('%s', async (_, value) => {
    const { client, pauses } = startFakeService([answerProblem(429, 'rate_limited', { 'Retry-After': value }), PORTAL]);
    await client.portal.get();
    expect(pauses).toEqual([7000]);
  });

  test('and fails at once if the call would end before', async () => {
    const { client, pauses } = startFakeService([answerProblem(429, 'rate_limited', { 'Retry-After': '3600' })]);
    await expect(client.portal.get()).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    await expect(client.portal.get({ timeoutMs: 4_000_000, retries: 1 })).rejects.toMatchObject({ status: 429 });
    expect(pauses).toEqual([3_600_000]);
  });
});

describe('a write', () => {
  test('is repeated with the same idempotency key, and another write has another one', async () => {
    const { client, sent } = startFakeService([
      failConnection,
      answerProblem(503, 'x'),
      answerJson({ dispute_id: 'd' }),
    ]);
    expect(await client.disputes.create(DISPUTE)).toEqual({ dispute_id: 'd' });
    expect(sent.map(({ method, body }) => [method, body])).toEqual(Array(3).fill(['POST', JSON.stringify(DISPUTE)]));
    await client.disputes.create(DISPUTE);
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[\da-f]{32}$/);
    expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringContaining(keys[0] ?? '')]);
  });

  test('has the given idempotency key', async () => {
    const { client, sent } = startFakeService([answerJson({ batches: [] })]);
    await client.settlements.derive({}, { idempotencyKey: 'day-7' });
    expect(sent[0]?.headers.get('Idempotency-Key')).toBe('day-7');
  });

  test('is repeated while the first request with its key is in progress', async () => {
    const { client, sent } = startFakeService([answerProblem(409, 'idempotency_in_progress'), answerJson({})]);
    await client.settlements.derive({});
    expect(sent).toHaveLength(2);
  });
});

describe('an error', () => {
  test('has the members of the problem document', async () => {
    const { client } = startFakeService([answerProblem(404, 'not_found')]);
    const error = await catchError(client.portal.get());
    expect(error).toMatchObject({
      ...{ name: 'ServiceError', status: 404, code: 'not_found', detail: 'Detail of not_found.', requestId: 'req_1' },
      problem: { type: '/problems/not_found' },
      message: 'GET /base/v1/portal: 404 not_found: Detail of not_found. (request req_1)',
    });
  });

  test.each([
    ['<h1>', 'text/html', 'with text/html, which is no problem document'],
    ['{"code":', 'application/json', 'with application/json, which is no problem document'],
    ['[]', 'application/json', 'with application/json, which is no problem document'],
    ['{"code":1,"detail":{}}', 'application/json', 'GET /base/v1/portal: 500'],
  ])('has a status and no code for %s as %s', async (body, type, message) => {
    const { client } = startFakeService([
      () => new Response(body, { status: 500, headers: { 'Content-Type': type, 'X-Request-Id': 'req_2' } }),
    ]);
    const error = await catchError(client.portal.get());
    expect(error).toMatchObject({ status: 500, code: undefined, requestId: 'req_2' });
    expect(String(error)).toContain(message);
  });

  test('of an HTML page with status 200 names the media type', async () => {
    const { client } = startFakeService([answerHtml]);
    const error = await catchError(client.portal.get());
    expect(error).toBeInstanceOf(ContentError);
    expect(String(error)).toContain('expected JSON, received text/html with status 200. Check baseUrl');
  });

  test.each([
    ['text that is no JSON', '{"a":'],
    ['a text', '"a"'],
    ['null', 'null'],
    ['nothing', ''],
  ])('is clear for a response with %s', async (_, body) => {
    const { client } = startFakeService([
      () => new Response(body, { headers: { 'Content-Type': 'application/json' } }),
    ]);
    await expect(client.portal.get()).rejects.toThrow(/^the response is (no JSON object|not valid JSON)/);
  });

  test('of a failed connection names the cause', async () => {
    const { client } = startFakeService([failConnection]);
    const error = await catchError(client.portal.get());
    expect(error).toBeInstanceOf(NetworkError);
    expect(String(error)).toContain('fetch failed: connect ECONNREFUSED 192.0.2.1:443');
  });

  test.each([
    ['a problem document', answerProblem(401, `no_${KEY}`)],
    ['a redirect', redirect(302, `https://evil.example/?key=${KEY}`)],
    ['a media type', () => new Response('', { headers: { 'Content-Type': `text/${KEY}` } })],
    [
      'an error of fetch',
      () => {
        throw new TypeError(`header ${KEY}`, { cause: { headers: { 'x-api-key': KEY } } });
      },
    ],
  ] satisfies [string, Answer][])('does not contain the key from %s', async (_, answer) => {
    const { client } = startFakeService([answer]);
    const error = await catchError(client.portal.get());
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(KEY);
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(KEY);
  });
});

describe('a redirect', () => {
  test.each([
    [301, 'https://evil.example/v1/portal?x=1', 'redirects to https://evil.example;'],
    [302, '/v2/portal', 'the service redirects;'],
    [303, 'http://[', 'the service redirects;'],
    [307, 'https://evil.example/', 'redirects to https://evil.example;'],
    [308, 'https://evil.example/', 'redirects to https://evil.example;'],
  ])('with status %i to %s is not followed', async (status, location, message) => {
    const { client, sent } = startFakeService([redirect(status, location)]);
    const error = await catchError(client.portal.get());
    expect(error).toBeInstanceOf(RedirectError);
    expect(String(error)).toContain(message);
    expect(sent).toHaveLength(1);
  });

  test('that a browser hides is not followed', async () => {
    const hidden = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
    });
    const { client } = startFakeService([() => hidden]);
    await expect(client.portal.get()).rejects.toBeInstanceOf(RedirectError);
  });
});

describe('a call', () => {
  const never: Answer = () => new Promise(() => undefined);

  test('repeats an attempt that exceeds its time limit, also if fetch ignores the signal', async () => {
    const { client, sent } = startFakeService([never, PORTAL], { attemptTimeoutMs: 5 });
    await client.portal.get();
    expect(sent).toHaveLength(2);
    const silent = startFakeService([never], { attemptTimeoutMs: 5, retries: 1 });
    await expect(silent.client.portal.get()).rejects.toBeInstanceOf(AttemptTimeoutError);
  });

  test('limits the time of a body', async () => {
    const endless: Answer = () =>
      new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }), {
        headers: { 'Content-Type': 'application/json' },
      });
    const { client } = startFakeService([endless], { attemptTimeoutMs: 5, retries: 0 });
    await expect(client.portal.get()).rejects.toBeInstanceOf(AttemptTimeoutError);
  });

  test('rejects with the reason of its signal, before, during and after an attempt', async () => {
    const reason = new Error('stopped by the test');
    const { client, sent } = startFakeService([never]);
    await expect(client.portal.get({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(sent).toHaveLength(0);
    const during = new AbortController();
    const running = catchError(client.portal.get({ signal: during.signal }));
    during.abort(reason);
    expect(await running).toBe(reason);
    const after = new AbortController();
    const failing = startFakeService([
      (sent) => {
        after.abort(reason);
        return failConnection(sent);
      },
    ]);
    await expect(failing.client.portal.get({ signal: after.signal })).rejects.toBe(reason);
    expect(failing.sent).toHaveLength(1);
  });
});

describe('an option that is not valid', () => {
  const valid = { baseUrl: 'https://fleet.example', apiKey: KEY };

  test.each([
    [{ baseUrl: '/v1' }, 'baseUrl is not valid'],
    [{ baseUrl: 'ftp://fleet.example' }, 'baseUrl is not valid'],
    [{ baseUrl: `https://user:${KEY}@fleet.example` }, 'baseUrl is not valid'],
    [{ baseUrl: `https://fleet.example?key=${KEY}` }, 'baseUrl is not valid'],
    [{ apiKey: `${KEY}\n` }, 'apiKey is not valid'],
    [{ apiKey: '' }, 'apiKey is not valid'],
    [{ apiKey: undefined as unknown as string }, 'apiKey is not valid'],
    [{ timeoutMs: 0 }, 'timeoutMs is 0; expected a whole number'],
    [{ attemptTimeoutMs: Number.POSITIVE_INFINITY }, 'attemptTimeoutMs is Infinity'],
    [{ retries: 1.5 }, 'retries is 1.5'],
  ])('%j throws without the key', (wrong, message) => {
    const create = () => createFleetClient({ ...valid, ...wrong });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    expect(create).not.toThrow(KEY);
  });

  test.each(['', '.', '..'])('the id %j rejects', async (id) => {
    const { client, sent } = startFakeService([PORTAL]);
    await expect(client.terminal(id).status.get()).rejects.toThrow('terminal_id is not valid; expected an id as text');
    expect(sent).toHaveLength(0);
  });
});

test('encodes ids as one segment, and values of queries', async () => {
  const { client, sent } = startFakeService([PORTAL, answerJson({ data: [], page: { has_more: false } })]);
  await client.terminal('a/b?c d#é$&').status.get();
  await client.transactions.page({ terminal_id: 'a&b=c d', limit: 5 });
  expect(sent.map(({ url }) => url)).toEqual([
    'https://fleet.example/base/v1/terminals/a%2Fb%3Fc%20d%23%C3%A9%24%26/status-monitoring',
    'https://fleet.example/base/v1/transactions?terminal_id=a%26b%3Dc%20d&limit=5',
  ]);
});
