import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type ListeningServer, listenOnLoopback } from '../testing/listen.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN, type TestApp } from '../testing/test-app.ts';

/* Each effect of a fault rule as a client meets it on a connection, and the operations on rules. */

type NewFaultRule = SandboxSchemas['NewFaultRule'];

let app: TestApp;
let server: ListeningServer;
beforeEach(async () => {
  app = createTestApp();
  server = await listenOnLoopback(app.app);
});
afterEach(() => server.close());

/** The bytes that arrived on a connection, and how it ended. */
interface RawAnswer {
  readonly head: string;
  readonly body: Buffer;
  readonly end: string;
}

interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly key?: string;
}

/** Sends one request on a new connection, and waits until the connection has ended. */
function send(
  path: string,
  { method = 'GET', headers = {}, body = '', key = keys.admin }: RawRequest = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let end = 'closed';
    const lines = Object.entries({ Host: 'localhost', 'X-API-Key': key, Connection: 'close', ...headers })
      .concat(
        body === ''
          ? []
          : [
              ['Content-Length', String(Buffer.byteLength(body))],
              ['Content-Type', 'application/json'],
            ],
      )
      .map(([name, value]) => `${name}: ${value}`);
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`),
    );
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      end = error.code ?? error.message;
    });
    socket.on('close', () => {
      const bytes = Buffer.concat(chunks);
      const split = bytes.indexOf('\r\n\r\n');
      const head = split === -1 ? bytes : bytes.subarray(0, split);
      resolve({ head: String(head), body: split === -1 ? Buffer.alloc(0) : bytes.subarray(split + 4), end });
    });
  });
}

/** Members of the replies that tests read. */
interface ControlBody {
  readonly fault_id: string;
  readonly key_id: string;
  readonly api_key: string;
  readonly data: readonly { readonly path?: string }[];
  readonly errors: unknown;
}

async function control(method: string, path: string, body?: unknown) {
  const response = await fetch(`http://localhost:${server.port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${TEST_OPERATOR_TOKEN}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as ControlBody };
}

async function add(rule: NewFaultRule): Promise<string> {
  const { status, body } = await control('POST', '/sandbox/faults', rule);
  expect({ status, body }).toMatchObject({ status: 201, body: rule });
  return body.fault_id;
}

const statusOf = ({ head }: RawAnswer): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
const headerOf = ({ head }: RawAnswer, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
const readStatus = async (path = '/v1/portal', request?: RawRequest): Promise<number> =>
  statusOf(await send(path, request));

test('names the members of an effect in place of one that it does not have', async () => {
  const { status, body } = await control('POST', '/sandbox/faults', { effect: { type: 'status', status: 503, by: 1 } });
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    expect.objectContaining({
      pointer: '/effect/by',
      allowed: expect.arrayContaining(['type', 'delay_ms', 'by_bytes']),
    }),
  ]);
  const many = await control('PUT', '/sandbox/faults', {
    faults: [{ effect: { type: 'status', status: 503 }, nht: [1] }],
  });
  expect(many.body.errors).toEqual([expect.objectContaining({ pointer: '/faults/0/nht', nearest: 'nth' })]);
});

describe('an effect', () => {
  test('status replies with a problem document and Retry-After in seconds', async () => {
    const faultId = await add({ effect: { type: 'status', status: 429, retry_after_seconds: 7 } });
    const answer = await send('/v1/portal');
    expect([statusOf(answer), headerOf(answer, 'retry-after')]).toEqual([429, '7']);
    expect(JSON.parse(String(answer.body))).toMatchObject({
      type: '/problems/rate-limited',
      status: 429,
      code: 'rate_limited',
      instance: '/v1/portal',
      request_id: headerOf(answer, 'x-request-id'),
    });
    expect(app.log.at(-1)).toMatchObject({
      status: 429,
      faultId,
      problem: { code: 'rate_limited' },
      defect: undefined,
    });
  });

  test('status replies with Retry-After as a date', async () => {
    await add({ effect: { type: 'status', status: 503, retry_after_seconds: 0, retry_after_form: 'date' } });
    const answer = await send('/v1/portal');
    expect(headerOf(answer, 'retry-after')).toBe(new Date(headerOf(answer, 'retry-after') ?? '').toUTCString());
  });

  test.each([418, 502, 599])('status replies with %i, for which the contract has no code', async (status) => {
    await add({ effect: { type: 'status', status } });
    const answer = await send('/v1/portal');
    expect(statusOf(answer)).toBe(status);
    expect(JSON.parse(String(answer.body))).toMatchObject({ type: 'about:blank', status });
    expect(app.log.at(-1)).toMatchObject({ problem: undefined, defect: undefined });
  });

  test('status replies with the page of a gateway', async () => {
    await add({ effect: { type: 'status', status: 502, body: 'html' } });
    const answer = await send('/v1/portal');
    expect([statusOf(answer), headerOf(answer, 'content-type')]).toEqual([502, 'text/html']);
    expect(String(answer.body)).toContain('<h1>502 Bad Gateway</h1>');
  });

  test('redirect sends the client elsewhere', async () => {
    await add({ effect: { type: 'redirect', status: 307, location: 'http://127.0.0.1:9/elsewhere' } });
    const answer = await send('/v1/portal');
    expect([statusOf(answer), headerOf(answer, 'location')]).toEqual([307, 'http://127.0.0.1:9/elsewhere']);
  });

  test('delay postpones the reply, which stays as it was', async () => {
    const before = await send('/v1/portal');
    await add({ effect: { type: 'delay', delay_ms: 5 } });
    expect(String((await send('/v1/portal')).body)).toBe(String(before.body));
  });

  test('slow_body sends the whole body in pieces', async () => {
    const before = await send('/v1/transactions');
    await add({ effect: { type: 'slow_body', duration_ms: 5 } });
    const answer = await send('/v1/transactions');
    expect([statusOf(answer), answer.end, answer.body.length]).toEqual([200, 'closed', before.body.length]);
  });

  test.each([
    ['before_head', ''],
    ['within_head', 'HTTP/1.1 200 OK\r\nX-Request-Id'],
    ['after_head', 'HTTP/1.1 200 OK\r\nX-Request-Id'],
  ] as const)('connection_reset resets the connection %s', async (at, start) => {
    const faultId = await add({ effect: { type: 'connection_reset', at } });
    const answer = await send('/v1/portal');
    expect(answer).toMatchObject({ body: Buffer.alloc(0), end: 'ECONNRESET' });
    expect(answer.head.startsWith(start)).toBe(true);
    expect(headerOf(answer, 'content-length') === undefined).toBe(at !== 'after_head');
    expect(app.log.at(-1)).toMatchObject({ faultId, isAborted: true, problem: undefined, defect: undefined });
  });

  test('body_cut closes the connection within the body', async () => {
    await add({ effect: { type: 'body_cut' } });
    const answer = await send('/v1/portal');
    expect(answer.end).toBe('closed');
    expect(answer.body.length).toBe(Math.floor(Number(headerOf(answer, 'content-length')) / 2));
  });

  test.each([3, -3])('wrong_length declares a length that differs by %i', async (byBytes) => {
    await add({ effect: { type: 'wrong_length', by_bytes: byBytes } });
    const answer = await send('/v1/portal', { headers: { Connection: 'keep-alive' } });
    expect(Number(headerOf(answer, 'content-length')) - answer.body.length).toBe(byBytes);
    expect(JSON.parse(String(answer.body))).toHaveProperty('principal');
  });

  test.each(['identity', 'gzip'])('invalid_json cuts the JSON of a complete response in %s', async (coding) => {
    await add({ effect: { type: 'invalid_json' } });
    const answer = await send('/v1/transactions', { headers: { 'Accept-Encoding': coding } });
    expect(headerOf(answer, 'content-length')).toBe(String(answer.body.length));
    const text = String(coding === 'gzip' ? gunzipSync(answer.body) : answer.body);
    expect(text).toMatch(/^\{"object":"list"/);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test('wrong_media_type changes only the media type', async () => {
    const before = await send('/v1/portal');
    await add({ effect: { type: 'wrong_media_type' } });
    const answer = await send('/v1/portal');
    expect([headerOf(answer, 'content-type'), String(answer.body)]).toEqual(['text/html', String(before.body)]);
  });

  test('stale_etag confirms any tag that the client sends, and otherwise sends a tag of another state', async () => {
    await add({ effect: { type: 'stale_etag' } });
    const first = await send('/v1/portal');
    expect([statusOf(first), headerOf(first, 'etag')]).toEqual([200, '"stale"']);
    const second = await send('/v1/portal', { headers: { 'If-None-Match': '"older"' } });
    expect([statusOf(second), headerOf(second, 'etag'), second.body.length]).toEqual([304, '"older"', 0]);
  });

  test('misbehaviour applies one of the misbehaviours to the request', async () => {
    const faultId = await add({ nth: [1], effect: { type: 'misbehaviour', misbehaviour: 'limit_off_by_one' } });
    const countRows = async () => JSON.parse(String((await send('/v1/transactions?limit=5')).body)).data.length;
    expect(await countRows()).toBe(6);
    expect(app.log.at(-1)).toMatchObject({ faultId, misbehaviours: ['limit_off_by_one'] });
    expect(await countRows()).toBe(5);
    expect(app.log.at(-1)?.faultId).toBeUndefined();
  });

  test.each([
    [{ type: 'status', status: 504 }, 0],
    [{ type: 'status', status: 504, handles_request: true }, 1],
    [{ type: 'redirect', location: '/elsewhere', handles_request: true }, 1],
    [{ type: 'connection_reset' }, 0],
    [{ type: 'connection_reset', handles_request: true }, 1],
    [{ type: 'connection_reset', at: 'after_head' }, 1],
    [{ type: 'body_cut' }, 1],
  ] as const)('handles a write only if it is to do so: %j', async (effect, written) => {
    const { body: page } = await send('/v1/terminals/NW104233/transactions?limit=1&sort_by=amt_comp');
    const [row] = JSON.parse(String(page)).data;
    const countDisputes = async () =>
      JSON.parse(String((await send('/v1/disputes?limit=500')).body)).data.filter(
        (dispute: { transaction_id: string }) => dispute.transaction_id === row.transaction_id,
      ).length;
    await add({ method: 'POST', effect });
    const claim = { transaction_id: row.transaction_id, reason_code: 'cash_not_dispensed', amount: row.amt_comp };
    const body = JSON.stringify(claim);
    await send('/v1/disputes', { method: 'POST', body });
    expect(await countDisputes()).toBe(written);
  });
});

describe('the conditions of a rule', () => {
  const fail = { type: 'status', status: 500 } as const;

  test('select by operation, path, method and user', async () => {
    await add({ operation: 'listConnectors', effect: fail });
    await add({ path: '/v1/terminals/*/commands', effect: fail });
    await add({ method: 'POST', effect: fail });
    await add({ user_id: 'usr_hb_admin', effect: fail });
    expect(await readStatus('/v1/connectors')).toBe(500);
    expect(await readStatus('/v1/terminals/NW104233/commands')).toBe(500);
    expect(await readStatus('/v1/disputes', { method: 'POST', body: '{}' })).toBe(500);
    expect(await readStatus('/v1/portal', { key: keys.harbor })).toBe(500);
    expect(await readStatus('/v1/portal')).toBe(200);
    expect(await readStatus('/v1/terminals/NW104233/transactions')).toBe(200);
  });

  test('select by an issued key', async () => {
    const { body: issued } = await control('POST', '/sandbox/keys', { user_id: 'usr_nw_admin' });
    await add({ key_id: issued.key_id, effect: fail });
    expect(await readStatus('/v1/portal', { key: issued.api_key })).toBe(500);
    expect(await readStatus('/v1/portal')).toBe(200);
  });

  test('count the requests of each operation and key from the addition of the rule', async () => {
    await readStatus();
    await add({ nth: [2], effect: fail });
    expect([
      await readStatus(),
      await readStatus('/v1/connectors'),
      await readStatus('/v1/portal', { key: keys.harbor }),
    ]).toEqual([200, 200, 200]);
    expect([await readStatus(), await readStatus()]).toEqual([500, 200]);
    expect(await readStatus('/v1/connectors')).toBe(500);
  });

  test('select a share by the seed, and the same requests again for concurrent ones', async () => {
    const rule: NewFaultRule = { probability: 0.5, effect: fail };
    const readAll = async (order: readonly string[]) => {
      await control('PUT', '/sandbox/faults', { faults: [rule] });
      const answers = await Promise.all(order.map(async (path) => [path, await readStatus(path)] as const));
      return ['/v1/portal', '/v1/connectors'].map(
        (path) => answers.filter(([sent, status]) => sent === path && status === 500).length,
      );
    };
    const mixed = Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? '/v1/portal' : '/v1/connectors'));
    const failures = await readAll(mixed);
    expect(await readAll(mixed.toSorted())).toEqual(failures);
    for (const count of failures) expect(count > 1 && count < 11).toBe(true);
  });

  test('draw other requests with another seed', async () => {
    const draw = async (seed: number) => {
      await control('PUT', '/sandbox/faults', { faults: [{ probability: 0.5, seed, effect: fail }] });
      const statuses: number[] = [];
      for (let n = 0; n < 16; n += 1) statuses.push(await readStatus());
      return statuses.join();
    };
    const drawn = await draw(1);
    expect(await draw(1)).toBe(drawn);
    expect(await draw(2)).not.toBe(drawn);
  });

  test('apply the first rule that is due', async () => {
    await add({ nth: [2], effect: { type: 'status', status: 503 } });
    await add({ nth: [1, 2], effect: fail });
    expect([await readStatus(), await readStatus(), await readStatus()]).toEqual([500, 503, 200]);
    const { body } = await control('GET', '/sandbox/faults');
    expect(body.data).toMatchObject([
      { fault_id: 'flt_1', matched_count: 3, applied_count: 1 },
      { fault_id: 'flt_2', matched_count: 3, applied_count: 1 },
    ]);
  });

  test('select requests that name the rule with Prefer', async () => {
    await add({ preference: 'lost-reply', effect: { type: 'body_cut' } });
    expect((await send('/v1/portal')).head).not.toContain('Preference-Applied:');
    const ignored = await send('/v1/portal', { headers: { Prefer: 'fault=other' } });
    expect([statusOf(ignored), headerOf(ignored, 'preference-applied')]).toEqual([200, undefined]);
    const answer = await send('/v1/portal', { headers: { Prefer: 'fault="lost-reply"' } });
    expect(headerOf(answer, 'preference-applied')).toBe('fault=lost-reply');
    expect(answer.body.length).toBeLessThan(Number(headerOf(answer, 'content-length')));
  });
});

describe('the control plane', () => {
  test('stays reachable under a rule that matches everything', async () => {
    await add({ effect: { type: 'connection_reset' } });
    expect((await send('/v1/portal')).end).toBe('ECONNRESET');
    expect(await control('DELETE', '/sandbox/faults')).toEqual({ status: 200, body: { object: 'list', data: [] } });
    expect(await readStatus()).toBe(200);
  });

  test('refuses requests without a valid key as before', async () => {
    await add({ effect: { type: 'status', status: 500 } });
    expect(await readStatus('/v1/portal', { key: 'unknown' })).toBe(401);
    expect(await readStatus('/v1/nothing')).toBe(404);
  });

  test('lists, removes and replaces rules, which a full reset removes', async () => {
    await add({ effect: { type: 'body_cut' } });
    await add({ effect: { type: 'invalid_json' } });
    expect((await control('DELETE', '/sandbox/faults/flt_1')).body.data).toMatchObject([{ fault_id: 'flt_2' }]);
    expect((await control('DELETE', '/sandbox/faults/flt_1')).status).toBe(404);
    const { body } = await control('PUT', '/sandbox/faults', { faults: [{ effect: { type: 'stale_etag' } }] });
    expect(body.data).toEqual([
      { fault_id: 'flt_3', effect: { type: 'stale_etag' }, matched_count: 0, applied_count: 0 },
    ]);
    await control('POST', '/sandbox/reset', {});
    expect((await control('GET', '/sandbox/faults')).body.data).toEqual([]);
    expect(await add({ effect: { type: 'body_cut' } })).toBe('flt_1');
  });

  test('names the rule in the log of requests', async () => {
    const faultId = await add({ effect: { type: 'status', status: 502, body: 'html' } });
    await send('/v1/portal');
    const { body } = await control('GET', '/sandbox/requests');
    expect(body.data.find(({ path }) => path === '/v1/portal')).toMatchObject({
      status: 502,
      fault_id: faultId,
    });
  });

  test.each<[string, object, string]>([
    ['an operation of the control plane', { operation: 'resetSandbox', effect: { type: 'body_cut' } }, '/operation'],
    ['a path of the control plane', { path: '/sandbox/clock', effect: { type: 'body_cut' } }, '/path'],
    ['an unknown operation', { operation: 'listPortals', effect: { type: 'body_cut' } }, '/operation'],
    ['a path without an operation', { path: '/v1/portals', effect: { type: 'body_cut' } }, '/path'],
    ['an unknown user', { user_id: 'usr_nobody', effect: { type: 'body_cut' } }, '/user_id'],
    ['a text that is no key id', { key_id: 'sbx-northway-admin', effect: { type: 'body_cut' } }, '/key_id'],
    ['no effect', {}, '/effect'],
    ['an unknown effect', { effect: { type: 'explode' } }, '/effect/type'],
    ['a status without its number', { effect: { type: 'status' } }, '/effect/status'],
    ['a redirect as a status', { effect: { type: 'status', status: 302 } }, '/effect/status'],
    ['a redirect with another status', { effect: { type: 'redirect', status: 500, location: '/' } }, '/effect/status'],
    ['a redirect to a script', { effect: { type: 'redirect', location: 'javascript:0' } }, '/effect/location'],
    ['a header in a location', { effect: { type: 'redirect', location: '/a\r\nSet-Cookie: b' } }, '/effect/location'],
    [
      'a header in a media type',
      { effect: { type: 'wrong_media_type', media_type: 'a/b\r\nc: d' } },
      '/effect/media_type',
    ],
    ['a member of another effect', { effect: { type: 'body_cut', status: 500 } }, '/effect/status'],
    ['a delay beyond the limit', { effect: { type: 'delay', delay_ms: 30_001 } }, '/effect/delay_ms'],
    ['a length without a difference', { effect: { type: 'wrong_length', by_bytes: 0 } }, '/effect/by_bytes'],
    ['an unknown misbehaviour', { effect: { type: 'misbehaviour', misbehaviour: 'late' } }, '/effect/misbehaviour'],
    [
      'a form without its value',
      { effect: { type: 'status', status: 429, retry_after_form: 'date' } },
      '/effect/retry_after_form',
    ],
    [
      'handling where it has no meaning',
      { effect: { type: 'connection_reset', at: 'after_head', handles_request: true } },
      '/effect/handles_request',
    ],
    ['a probability of 0', { probability: 0, effect: { type: 'body_cut' } }, '/probability'],
    ['a request before the first', { nth: [0], effect: { type: 'body_cut' } }, '/nth/0'],
  ])('rejects %s', async (_, rule, pointer) => {
    const { status, body } = await control('POST', '/sandbox/faults', rule);
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ pointer }] });
    const replaced = await control('PUT', '/sandbox/faults', {
      faults: [{ effect: { type: 'delay', delay_ms: 1 } }, rule],
    });
    expect({ status: replaced.status, errors: replaced.body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: `/faults/1${pointer}` }],
    });
    expect((await control('GET', '/sandbox/faults')).body.data).toEqual([]);
  });

  test('accepts a limited number of rules', async () => {
    const faults = Array.from({ length: 100 }, () => ({ effect: { type: 'body_cut' } }));
    expect((await control('PUT', '/sandbox/faults', { faults })).status).toBe(200);
    expect((await control('POST', '/sandbox/faults', faults[0])).body.errors).toMatchObject([{ code: 'out_of_range' }]);
  });
});
