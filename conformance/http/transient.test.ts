import { describe, expect, test } from 'vitest';
import {
  type ClientSession,
  createClient,
  NoResponse,
  type TransportRequest,
  type TransportResponse,
} from './client.ts';

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const HTML_TYPE = ['Content-Type', 'text/html; charset=utf-8'] as const;
const ok: TransportResponse = { status: 200, headers: [JSON_TYPE], body: Buffer.from('{"a":1}') };
const createError = (status: number, ...headers: TransportResponse['headers']): TransportResponse => ({
  status,
  headers: [JSON_TYPE, ...headers],
  body: Buffer.from(`{"status":${status}}`),
});
const createPage = (status: number, title: string): TransportResponse => ({
  status,
  headers: [HTML_TYPE],
  body: Buffer.from(`<!DOCTYPE html><html><head><title>${title}</title></head></html>`),
});

type Answer = TransportResponse | NoResponse;

/** Opens a session on a target that answers with `respond`, and records the requests and the waits. */
function open(respond: (path: string, turn: number, request: TransportRequest) => Answer) {
  const requests: string[] = [];
  const waits: number[] = [];
  const client = createClient({
    baseUrl: 'https://target.test',
    keys: new Map([
      ['admin', 'sbx-secret-admin'],
      ['clerk', 'sbx-secret-clerk'],
    ]),
    wait: async (milliseconds) => void waits.push(milliseconds),
    transport: async (request) => {
      const path = new URL(request.url).pathname;
      const answer = respond(path, requests.push(`${request.method} ${path}`), request);
      if (answer instanceof NoResponse) throw answer;
      return answer;
    },
  });
  return { client, session: client.session(), requests, waits };
}

const readPortal = (session: ClientSession) => session.withKey('admin').get('getPortal');
const readLocations = (session: ClientSession) => session.withKey('admin').get('listLocations');
const isPortal = (path: string) => path.endsWith('/portal');

describe('a read', () => {
  test.each<[string, Answer]>([
    ['500', createError(500)],
    ['502', createPage(502, '502 Bad Gateway')],
    ['503', createError(503)],
    ['408', createError(408)],
    ['a connection without a response', new NoResponse('broken', 'reset')],
    ['a response that is cut', new NoResponse('cut', 'cut')],
    ['a body that cannot be decoded', new NoResponse('undecodable', 'no gzip')],
  ])('is sent again after one %s, which no check sees', async (_, first) => {
    const { session, requests } = open((_path, turn) => (turn === 1 ? first : ok));
    expect((await readPortal(session)).status).toBe(200);
    expect(session.exchanges.map(({ status }) => status)).toEqual([200]);
    expect(requests).toHaveLength(2);
  });

  test('waits for Retry-After before it is sent again, and not longer than the limit', async () => {
    const short = open((_path, turn) => (turn === 1 ? createError(503, ['Retry-After', '7']) : ok));
    await readPortal(short.session);
    expect(short.waits).toEqual([7000]);
    const long = open(() => createError(503, ['Retry-After', '3600']));
    await expect(readPortal(long.session)).rejects.toMatchObject({ code: 'unavailable' });
    expect([long.waits, long.requests.length]).toEqual([[], 1]);
  });

  test('returns an error that stays while another read succeeds', async () => {
    const { session, requests } = open((path) => (isPortal(path) ? createError(500) : ok));
    await readLocations(session);
    expect((await readPortal(session)).status).toBe(500);
    expect(requests.slice(1)).toEqual([
      ...Array.from({ length: 3 }, () => 'GET /v1/portal'),
      'GET /v1/locations',
      'GET /v1/portal',
    ]);
  });

  test('returns such an error also if the target refuses some of the repeats for their number', async () => {
    const counts = { portal: 0, locations: 0 };
    const { session } = open((path) => {
      const name = isPortal(path) ? 'portal' : 'locations';
      counts[name] += 1;
      if (name === 'portal') return counts.portal === 2 ? createError(429) : ok;
      return createError(counts.locations === 4 ? 429 : 500);
    });
    await readPortal(session);
    expect((await readLocations(session)).status).toBe(500);
    expect(counts).toEqual({ portal: 3, locations: 5 });
  });

  test('is sent again without a wait once the error stayed three times, as where unknown ids have 500', async () => {
    const { client, requests, waits } = open((path) => (isPortal(path) ? ok : createError(500)));
    const reader = client.session({ mayFail: true }).withKey('admin');
    await reader.get('getPortal');
    const read = (id: number) => reader.get('getLocation', { terminal_id: `unknown-${id}` });
    for (let id = 0; id < 3; id += 1) expect((await read(id)).status).toBe(500);
    const [before, waited] = [requests.length, waits.length];
    expect((await read(3)).status).toBe(500);
    expect([requests.slice(before), waits.length]).toEqual([
      ['GET /v1/locations/unknown-3', 'GET /v1/portal', 'GET /v1/locations/unknown-3'],
      waited,
    ]);
  });

  test('has no response to judge if the other reads fail too', async () => {
    const { session, waits } = open((_path, turn) => (turn === 1 ? ok : createError(502)));
    await readLocations(session);
    await expect(readPortal(session)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/GET \/v1\/portal as admin received status 502.*\/v1\/locations.*fails too/),
    });
    expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThan(20_000);
  });

  test('is answered when the target is back after some seconds', async () => {
    const { session } = open((_path, turn) => (turn > 1 && turn < 7 ? createError(502) : ok));
    await readLocations(session);
    expect((await readPortal(session)).status).toBe(200);
  });

  test('is not sent again after 501, which states that the method is not supported', async () => {
    const { session, requests } = open(() => createError(501));
    expect((await readPortal(session)).status).toBe(501);
    expect(requests).toHaveLength(1);
  });

  test('names the cause of a body that can never be decoded, while other reads succeed', async () => {
    const { session, client } = open((path) => (isPortal(path) ? new NoResponse('undecodable', 'no gzip') : ok));
    await readLocations(session);
    for (let turn = 0; turn < 6; turn += 1)
      await expect(readPortal(session)).rejects.toMatchObject({
        code: 'undecodable',
        message: expect.stringMatching(/portal as admin: no gzip; it is the same each time, while other reads succeed/),
      });
    expect(client.stopped).toBeUndefined();
  });

  test('is sent once while nothing has succeeded, after one that was sent again', async () => {
    const { client, requests } = open((_path, turn) => (turn < 8 ? createError(503) : ok));
    const session = client.session({ mayFail: true });
    for (let turn = 0; turn < 6; turn += 1) await readPortal(session);
    expect(session.exchanges.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 200]);
    expect(requests).toHaveLength(8);
    expect(client.stopped).toBeUndefined();
  });

  test('is reused after it ended in the same error twice, and sent again where a fresh answer is needed', async () => {
    const { client, requests } = open((path) => (isPortal(path) ? createError(500) : ok));
    const session = client.session({ reuse: true });
    await readLocations(session);
    await readPortal(session);
    await readPortal(session);
    const sent = requests.length;
    expect((await readPortal(session)).status).toBe(500);
    expect(requests).toHaveLength(sent);
    await session.withKey('admin').get('getPortal', {}, { isFresh: true });
    expect(requests.length).toBeGreaterThan(sent);
  });

  test('is not reused after one server error', async () => {
    const { client } = open((path, turn) => (isPortal(path) && turn < 8 ? createError(500) : ok));
    const session = client.session({ reuse: true });
    await readLocations(session);
    expect((await readPortal(session)).status).toBe(500);
    expect((await readPortal(session)).status).toBe(200);
  });
});

test.each<[cause: string, Answer]>([
  ['status 503', createError(503)],
  ['no response', new NoResponse('broken', 'reset')],
  ['an incomplete response', new NoResponse('cut', 'cut')],
  ['a body that cannot be decompressed', new NoResponse('undecodable', 'no gzip')],
  ['a page that another system may have sent', createPage(403, 'Just a moment...')],
])('counts the requests that were sent again because of %s', async (cause, answer) => {
  const { client, session, requests } = open((path, turn) => (isPortal(path) && turn === 2 ? answer : ok));
  await readLocations(session);
  expect(client.listRepeats()).toEqual([]);
  await readPortal(session);
  expect(client.listRepeats()).toEqual([{ cause, requests: requests.length - 2 }]);
  expect([client.requests, session.requests]).toEqual([requests.length, requests.length]);
  expect(session.exchanges).toHaveLength(2);
});

test('counts the read that confirms a failure, but not as sent again', async () => {
  const { client, session, requests } = open(() => ok);
  await readPortal(session);
  await client.findOutage('admin');
  expect([client.requests, requests.length, client.listRepeats()]).toEqual([2, 2, []]);
});

test('counts no request to a target that cannot be reached', async () => {
  const { client, session } = open(() => new NoResponse('unreachable', 'refused'));
  await expect(readPortal(session)).rejects.toMatchObject({ code: 'unreachable' });
  expect([client.requests, session.requests]).toEqual([0, 0]);
});

describe('a write', () => {
  const write = (session: ClientSession) => session.withKey('admin').send('createDispute', {}, { body: {} });
  test.each<[string, Answer]>([
    ['502', createPage(502, '502 Bad Gateway')],
    ['504', createError(504)],
    ['408', createError(408)],
    ['a connection without a response', new NoResponse('broken', 'reset')],
    ['a body that cannot be decoded', new NoResponse('undecodable', 'no gzip')],
  ])('is not sent again after %s, because it may have taken effect', async (_, answer) => {
    const { session, requests } = open((path) => (path.endsWith('/disputes') ? answer : ok));
    await readPortal(session);
    await expect(write(session)).rejects.toThrow(/not known whether the write took effect/);
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  test('is sent again after 429, which refuses it', async () => {
    const { session, requests } = open((_path, turn) => (turn === 1 ? createError(429) : ok));
    expect((await write(session)).status).toBe(200);
    expect(requests).toHaveLength(2);
  });

  test('is sent again after 503 with Retry-After, which states that it was not handled', async () => {
    const busy: Answer = { status: 503, headers: [['Retry-After', '1']], body: Buffer.from('{}') };
    const { session, requests } = open((_path, turn) => (turn === 1 ? busy : ok));
    expect((await write(session)).status).toBe(200);
    expect(requests).toHaveLength(2);
  });
});

describe('a page of another system', () => {
  const CHALLENGE = createPage(403, 'Just a moment...');
  test.each<[string, Answer]>([
    ['a challenge page', CHALLENGE],
    ['a login page with status 200', createPage(200, 'Sign in')],
    [
      'a redirect to a login host',
      { status: 302, headers: [['Location', 'https://login.test/?x']], body: Buffer.from('') },
    ],
    ['a redirect to its own login page', { status: 302, headers: [['Location', '/login']], body: Buffer.from('') }],
    ['a plain text', { status: 403, headers: [['Content-Type', 'text/plain']], body: Buffer.from('error code: 1010') }],
    ['a demand of a proxy', createError(407)],
  ])('instead of all responses, %s, is no response, and ends the run with its cause', async (_, page) => {
    const { session, client } = open((_path, turn) => (turn > 2 ? page : ok));
    await readLocations(session);
    await readPortal(session);
    for (let turn = 0; turn < 4; turn += 1)
      await expect(readPortal(session)).rejects.toMatchObject({
        code: 'intermediary',
        message: expect.stringContaining('a firewall, a proxy or a login portal may answer'),
      });
    expect(client.stopped).toMatch(/\/v1\/portal as admin received .* fails too/);
    await expect(readLocations(session)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('names the title of the page, its status and the header of its sender', async () => {
    const named = { ...CHALLENGE, headers: [HTML_TYPE, ['cf-mitigated', 'challenge']] as const };
    const { session } = open((_path, turn) => (turn > 1 ? named : ok));
    await readLocations(session);
    await expect(readPortal(session)).rejects.toThrow(
      'an HTML page (403, "Just a moment...") with the header cf-mitigated: challenge',
    );
  });

  test('cannot show a key that it repeats', async () => {
    const { session } = open((_path, turn) => (turn > 1 ? createPage(403, 'No entry for sbx-secret-admin') : ok));
    await readLocations(session);
    await expect(readPortal(session)).rejects.toThrow('"No entry for [key admin]"');
  });

  test('is an ordinary response if the target itself sends its errors so', async () => {
    const { session, client, requests } = open((path) => (isPortal(path) ? createPage(404, 'Not found') : ok));
    await readLocations(session);
    for (let turn = 0; turn < 20; turn += 1) expect((await readPortal(session)).status).toBe(404);
    expect(client.stopped).toBeUndefined();
    expect(requests.length).toBeLessThan(40);
  });

  test('is recognised although the target itself sends such errors', async () => {
    const { session } = open((path, turn) => (isPortal(path) || turn > 4 ? createPage(403, 'Forbidden') : ok));
    await readLocations(session);
    await readPortal(session);
    const outcomes = [];
    for (let turn = 0; turn < 6; turn += 1)
      outcomes.push(
        await readLocations(session).then(
          ({ status }) => status,
          ({ code }: NoResponse) => code,
        ),
      );
    expect(outcomes).toContain('intermediary');
  });

  test('is foreign if the target answered the operation otherwise and has other errors', async () => {
    const { session, client } = open((path, _turn, { headers }) => {
      if (!headers.some(([name]) => name === 'X-API-Key')) return createError(401);
      return path.endsWith('/locations') && headers.some(([, value]) => value === 'sbx-secret-clerk') ? CHALLENGE : ok;
    });
    await readPortal(session);
    await readLocations(session);
    await session.withoutKey().get('getPortal');
    const page = await session.withKey('clerk').get('listLocations');
    expect(client.isForeignPage(page)).toBe(true);
    expect(client.isForeignPage(await readLocations(session))).toBe(false);
  });

  test('is not foreign if all errors of the target are web pages', async () => {
    const { session, client } = open((_path, _turn, { headers }) =>
      headers.some(([name]) => name === 'X-API-Key') ? ok : createPage(401, 'Sign in'),
    );
    for (const operation of ['getPortal', 'listLocations', 'listDisputes'] as const) {
      await session.withKey('admin').get(operation);
      expect(client.isForeignPage(await session.withoutKey().get(operation))).toBe(operation !== 'listDisputes');
    }
  });
});
