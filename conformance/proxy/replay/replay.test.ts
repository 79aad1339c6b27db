import { expect, test } from 'vitest';
import type { RecordedEntry, RecordedResponse } from '../../http/recording/recording.ts';
import { NoResponse, type TransportRequest, type TransportResponse } from '../../http/transport/transport-contract.ts';
import { formatKeyFingerprint } from '../record/key-names.ts';
import { type ReplayOptions, replay } from './replay.ts';
import { replayReports } from './reports.ts';

const KEY = 'k-east-12345678';

const response = (body: unknown, more: Partial<RecordedResponse> = {}): RecordedResponse => ({
  status: 200,
  headers: [['Content-Type', 'application/json; charset=utf-8']],
  body: Buffer.from(JSON.stringify(body)),
  ...more,
});

const entry = (path: string, outcome: RecordedEntry['outcome'], more: Partial<RecordedEntry> = {}): RecordedEntry => ({
  caller: 'east',
  method: 'GET',
  path,
  headers: [],
  sentMs: 0,
  tookMs: 1,
  outcome,
  ...more,
});

/** Replays entries on a service that responds by path. */
async function replayOn(
  entries: readonly RecordedEntry[],
  answer: (request: TransportRequest) => TransportResponse,
  more: Partial<ReplayOptions> = {},
) {
  const sent: TransportRequest[] = [];
  const result = await replay({
    against: 'http://other.example/base',
    keys: new Map([['east', KEY]]),
    allowWrites: false,
    comparesValues: false,
    readEntries: () => entries,
    transport: async (request) => {
      sent.push(request);
      return answer(request);
    },
    ...more,
  });
  return { result, sent };
}

test('sends each distinct read once with its key, and finds no difference in equal shapes', async () => {
  const entries = [
    entry('/v1/portal', response({ a: 1 }), {
      headers: [
        ['If-None-Match', '"x"'],
        ['Accept', 'application/json'],
      ],
    }),
    entry('/v1/portal', response({ a: 1 }), {
      headers: [
        ['If-None-Match', '"x"'],
        ['Accept', 'application/json'],
      ],
    }),
    entry('/v1/portal', response({ a: 1 }), { caller: 'anonymous' }),
  ];
  const { result, sent } = await replayOn(entries, () => response({ a: 2 }));
  expect(sent).toMatchObject([
    {
      method: 'GET',
      url: 'http://other.example/base/v1/portal',
      headers: [
        ['Accept', 'application/json'],
        ['X-API-Key', KEY],
      ],
    },
    { url: 'http://other.example/base/v1/portal', headers: [] },
  ]);
  expect(result).toMatchObject({ sent: 2, compared: 2, differences: [], exitCode: 0 });
});

test('recognises a key by its fingerprint, and restores it in URLs and bodies', async () => {
  const caller = formatKeyFingerprint(KEY);
  const { sent } = await replayOn(
    [entry(`/v1/portal?key=%5Bkey%20${caller}%5D`, response({}), { caller })],
    () => response({}),
    { keys: new Map([['any', KEY]]) },
  );
  expect(sent).toMatchObject([
    { url: `http://other.example/base/v1/portal?key=${KEY}`, headers: [['X-API-Key', KEY]] },
  ]);
});

test('reports differences of status, headers and shape by operation', async () => {
  const etag = [...response({}).headers, ['ETag', '"1"']] as const;
  const { result } = await replayOn(
    [
      entry('/v1/locations/T1', response({})),
      entry('/v1/locations/T2', response({})),
      entry('/v1/connectors', response({ data: [{ id: 'c', on: true }] }, { headers: etag })),
    ],
    ({ url }) =>
      url.includes('locations') ? response({}, { status: 404 }) : response({ data: [{ id: 'c', on: 'yes' }] }),
  );
  expect(result.differences).toEqual([
    {
      operation: 'GET /v1/locations/{terminal_id}',
      caller: 'east',
      kind: 'status',
      expected: '200',
      actual: '404',
      example: 'GET /v1/locations/T1',
      count: 2,
    },
    {
      operation: 'GET /v1/connectors',
      caller: 'east',
      kind: 'header',
      place: 'etag',
      expected: 'present',
      actual: 'missing',
      example: 'GET /v1/connectors',
      count: 1,
    },
    {
      operation: 'GET /v1/connectors',
      caller: 'east',
      kind: 'shape',
      place: '/data/*/on',
      expected: 'boolean',
      actual: 'string',
      example: 'GET /v1/connectors',
      count: 1,
    },
  ]);
  expect(result.exitCode).toBe(1);
  expect(replayReports.text(result)).toContain('status: recorded 200, now 404 (2 times)\n      GET /v1/locations/T1');
  expect(JSON.parse(replayReports.json(result))).toMatchObject({
    exit_code: 1,
    differences: [{ kind: 'status' }, {}, {}],
  });
});

test('sends writes only if they are allowed, and then each in order', async () => {
  const write = entry('/v1/disputes', response({}, { status: 201 }), { method: 'POST', body: '{"a":1}' });
  const read = entry('/v1/disputes', response([]));
  const refused = await replayOn([write], () => response({}));
  expect(refused.sent).toEqual([]);
  expect(refused.result).toMatchObject({
    exitCode: 4,
    skipped: new Map([['writes are sent with --allow-writes only', 1]]),
  });
  const allowed = await replayOn(
    [read, write, write, read],
    ({ method }) => (method === 'POST' ? response({}, { status: 201 }) : response([])),
    {
      allowWrites: true,
    },
  );
  expect(allowed.sent.map(({ method, body }) => [method, body])).toEqual([
    ['GET', undefined],
    ['POST', '{"a":1}'],
    ['POST', '{"a":1}'],
    ['GET', undefined],
  ]);
  expect(allowed.result.exitCode).toBe(0);
});

test('compares values that the recording has twice and equal, if the user wants it', async () => {
  const entries = [
    entry('/v1/portal', response({ name: 'North', at: 1, key: KEY })),
    entry('/v1/portal', response({ name: 'North', at: 2, key: KEY })),
    entry('/v1/connectors', response({ name: 'once', at: 1, key: 'x' })),
  ];
  const answer = () => response({ name: 'South', at: 3, key: 'other' });
  const { result } = await replayOn(entries, answer, { comparesValues: true });
  expect(result.differences).toMatchObject([
    { kind: 'value', place: '/name', expected: '"North"', actual: '"South"' },
    { kind: 'value', place: '/key', expected: '"[key east]"', actual: '"other"' },
  ]);
  expect((await replayOn(entries.slice(0, 2), answer)).result.differences).toEqual([]);
});

test('names the keys that are missing, and requests that cannot be repeated', async () => {
  const { result } = await replayOn(
    [
      entry('/v1/portal', response({}), { caller: 'west' }),
      entry('/v1/portal', response({}, { status: 304 })),
      entry('/v1/portal', { code: 'cut', message: 'cut' }),
    ],
    () => response({}),
  );
  expect([...result.skipped.keys()]).toEqual([
    'their key is not given; add --key west=KEY, or any name with the recorded key',
    'they are conditional, and the recorded condition does not hold elsewhere',
    'the recording has no response to them',
  ]);
});

test('ends when the service no longer responds', async () => {
  const entries = Array.from({ length: 10 }, (_, index) => entry(`/v1/locations/T${index}`, response({})));
  const { result, sent } = await replayOn(entries, () => {
    throw new NoResponse('unreachable', 'the service is unreachable');
  });
  expect(sent).toHaveLength(4);
  expect(result).toMatchObject({
    exitCode: 3,
    stopped: 'the service stopped responding',
    differences: [{ kind: 'no-response', count: 4 }],
  });
});
