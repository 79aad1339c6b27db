import { describe, expect, test } from 'vitest';
import { createClient, NoResponse } from '../client.ts';
import { listServices, parseHarFile } from './har-file.ts';
import { readRecording } from './har-recording.ts';
import { createReplayTransport } from './replay-transport.ts';

const BASE = 'https://portal.example/api';

interface EntryParts {
  readonly url?: string;
  readonly request?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly response?: object;
  readonly content?: object;
  readonly others?: object;
}

/** Creates an entry as a browser writes it, of `GET /v1/portal` with the key "k-one". */
const createEntry = ({
  url = '/v1/portal',
  request,
  headers = { 'x-api-key': 'k-one' },
  response,
  content,
  others,
}: EntryParts = {}) => ({
  startedDateTime: '2027-01-02T03:04:05.678Z',
  time: 12,
  request: {
    method: 'GET',
    url: url.startsWith('http') ? url : BASE + url,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    ...request,
  },
  response: {
    status: 200,
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: { size: 7, mimeType: 'application/json', text: '{"a":1}', ...content },
    ...response,
  },
  ...others,
});

function open(entries: readonly object[], given?: ReadonlyMap<string, string>) {
  const file = parseHarFile(JSON.stringify({ log: { version: '1.2', entries } }));
  if ('problem' in file) throw new Error(file.problem);
  const { recording, leftOut } = readRecording(file, { target: BASE, given });
  const transport = createReplayTransport(recording, { keys: recording.keys, madeUpKey: 'made-up' });
  const client = createClient({ baseUrl: BASE, keys: recording.keys, transport, wait: () => Promise.resolve() });
  return { recording, leftOut, session: client.session() };
}

describe('an archive of a browser or a proxy', () => {
  test('names keys in order, and answers each from its own entries', async () => {
    const entries = ['k-one', 'k-two'].map((key) =>
      createEntry({ headers: { 'X-Api-Key': key, ':path': '/x', 'user-agent': 'b' }, content: { text: `"${key}"` } }),
    );
    const { recording, session } = open(entries);
    expect([...recording.keys]).toEqual([
      ['key-1', 'k-one'],
      ['key-2', 'k-two'],
    ]);
    expect((await session.withKey('key-2').get('getPortal')).json).toBe('k-two');
    expect((await session.withKey('key-1').get('getPortal')).json).toBe('k-one');
  });

  test('answers equal requests in recorded order, and repeats the last response', async () => {
    const { session } = open([1, 2].map((number) => createEntry({ content: { text: String(number), size: 1 } })));
    const answers = [];
    for (let turn = 0; turn < 3; turn += 1) answers.push((await session.withKey('key-1').get('getPortal')).json);
    expect(answers).toEqual([1, 2, 2]);
  });

  test('gives an exchange the time of its recording', async () => {
    const { timing } = await open([createEntry()]).session.withKey('key-1').get('getPortal');
    expect(timing).toEqual({ sentMs: Date.parse('2027-01-02T03:04:05.678Z'), tookMs: 12 });
  });

  test('finds a request with its parameters in another order, but with no other value', async () => {
    const { session } = open([createEntry({ url: '/v1/transactions?sort_by=amt_comp&limit=2' })]);
    const reader = session.withKey('key-1');
    expect((await reader.get('listTransactions', { limit: 2, sort_by: 'amt_comp' })).status).toBe(200);
    await expect(reader.get('listTransactions', { limit: 3, sort_by: 'amt_comp' })).rejects.toMatchObject({
      code: 'not-recorded',
      message: 'the recording has no response to GET /api/v1/transactions?sort_by=amt_comp&limit=3 as key-1',
    });
  });

  test('does not answer a conditional request with an unconditional response', async () => {
    const { session } = open([createEntry()]);
    const conditional = session.withKey('key-1').get('getPortal', {}, { headers: [['If-None-Match', '"x"']] });
    await expect(conditional).rejects.toThrow(NoResponse);
  });

  test('decodes base64, and ignores the length of an encoded body', async () => {
    const text = Buffer.from('{"ä":1}').toString('base64');
    const { session } = open([
      createEntry({
        content: { text, encoding: 'base64', size: 8 },
        response: { headers: [{ name: 'Content-Length', value: '99' }] },
      }),
    ]);
    const exchange = await session.withKey('key-1').get('getPortal');
    expect([exchange.json, exchange.header('content-length')]).toEqual([{ ä: 1 }, undefined]);
  });

  test('needs none of the optional members', async () => {
    const entry = { request: { method: 'get', url: `${BASE}/v1/public/branding-status` }, response: { status: 404 } };
    const exchange = await open([entry]).session.withoutKey().get('getBrandingStatus');
    expect([exchange.status, exchange.bytes.length]).toEqual([404, 0]);
  });

  test('returns a redirect as it is, also one to itself', async () => {
    const redirect = { status: 302, headers: [{ name: 'Location', value: `${BASE}/v1/portal` }], content: {} };
    const exchange = await open([createEntry({ response: redirect })])
      .session.withKey('key-1')
      .get('getPortal');
    expect(exchange.status).toBe(302);
  });

  test.each<[string, EntryParts, RegExp]>([
    ['has no body', { content: { text: undefined, size: 400 } }, /body of their response is missing or cut/],
    ['has a part of its body', { content: { size: 400 } }, /missing or cut/],
    ['was answered by a cache', { others: { _fromCache: 'disk' } }, /a cache answered/],
    ['was blocked', { response: { status: 0 } }, /^no response$/],
    ['has cookies in place of a key', { headers: { cookie: 'a=b' } }, /other credentials/],
    ['may have lost its cookies', { headers: {} }, /may have been removed/],
    ['has a removed key', { headers: { 'x-api-key': '[REDACTED]' } }, /^a removed key/],
  ])('leaves out an entry that %s', (_, parts, reason) => {
    const { recording, leftOut } = open([createEntry(parts)]);
    expect(recording.entries).toEqual([]);
    expect([...leftOut.keys()]).toEqual([expect.stringMatching(reason)]);
  });

  test('names a removed key by the comment of the entry', async () => {
    const entry = createEntry({ headers: { 'x-api-key': '***' }, others: { comment: '[key admin]' } });
    expect((await open([entry]).session.withKey('admin').get('getPortal')).status).toBe(200);
  });

  test('has only the given keys if some are given', () => {
    const entries = ['k-one', 'k-two'].map((key) => createEntry({ headers: { 'x-api-key': key } }));
    const { recording, leftOut } = open(entries, new Map([['west', 'k-two']]));
    expect(recording.entries.map(({ caller }) => caller)).toEqual(['west']);
    expect([...leftOut.values()]).toEqual([1]);
  });
});

describe('an archive', () => {
  test.each([
    ['text', 'hello', 'is not JSON; expected an HTTP archive (HAR 1.2)'],
    ['a list', '[]', 'is no HTTP archive: it has no member "log"; expected HAR 1.2'],
    ['another version', '{"log":{"version":"2.0","entries":[]}}', 'has the version "2.0"; expected HAR 1.2'],
    ['no entries', '{"log":{"version":"1.2"}}', 'is no HTTP archive: it has no list "log.entries"'],
    [
      'an entry without a request',
      '{"log":{"entries":[1]}}',
      'has no request with a method and a URL at log.entries[0]',
    ],
    ['deep nesting', `{"log":${'['.repeat(100_000)}`, 'is not safe to read: its JSON is nested too deep to parse'],
    [
      'members of another version',
      '{"log":{"entries":[],"_fleetkit":{"version":9}}}',
      'has a member "_fleetkit" that this version of fleetkit cannot read; record again, or remove it',
    ],
  ])('with %s is refused', (_, text, problem) => {
    expect(parseHarFile(text)).toEqual({ problem });
  });

  test('has the services below which documented paths were requested', () => {
    const urls = [
      'https://one.test/v1/portal',
      'https://one.test/logo.png',
      'http://two.test:8080/x/v1/locations/7?a=b',
      'data:,x',
    ];
    const file = parseHarFile(
      JSON.stringify({
        log: { entries: urls.map((url) => createEntry({ url: url.startsWith('data') ? `http://h/${url}` : url })) },
      }),
    );
    expect('problem' in file ? file : listServices(file)).toEqual(['https://one.test', 'http://two.test:8080/x']);
  });
});
