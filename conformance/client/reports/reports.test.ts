import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { HOSTILE } from '../../testing/made-up-results.ts';
import type { ClientExchange, Evidence, ProgramRun } from '../core/evidence.ts';
import type { Expected } from '../core/expected.ts';
import { type ClientResult, judgeClient, type Played } from '../core/result.ts';
import { lessons } from '../lessons/index.ts';
import { clientReports } from './index.ts';
import { formatSequence } from './sequence.ts';

const exchange = (number: number, change: Partial<ClientExchange>): ClientExchange => ({
  ...{ number, run: 1, host: 'service', atMs: number * 100, endMs: number * 100 + 20, method: 'GET', body: '' },
  ...{ target: '/v1/locations', headers: {}, hasKey: true, keyPlaces: [], status: 200, responseHeaders: {}, note: '' },
  ...{ marks: [], waitUntilMs: null, ...change },
});

const run = (value: unknown, expected: Expected, errors = ''): ProgramRun => ({
  ...{ task: 'list_terminals', input: {}, answer: { kind: 'value', value }, expected, end: { kind: 'exit', code: 0 } },
  ...{ startMs: 0, endMs: 900, errors, printedKey: false, leftPrograms: false },
});

const TERMINALS: Expected = { terminal_ids: { kind: 'set', values: ['QX100001', 'QX100002'] } };

const played = (runs: readonly ProgramRun[], exchanges: readonly ClientExchange[]) => ({
  ...({ task: 'list_terminals', durationMs: 900 } as const),
  evidence: { ...{ runs, exchanges, deliveries: [], connections: 1, isObserved: false } } satisfies Evidence,
});

const SCENES: Readonly<Record<string, Played>> = {
  'completeness/pages': played(
    [run(['QX100001'], TERMINALS, `${HOSTILE}\n`)],
    [exchange(1, { target: `/v1/locations?name=${HOSTILE}`, note: 'page 1 with 25 rows' })],
  ),
  'conduct/wait-seconds': played(
    [run(['QX100001', 'QX100002'], TERMINALS)],
    [
      exchange(1, {
        ...{ status: 429, marks: ['wait'], waitUntilMs: 2120, responseHeaders: { 'retry-after': '2' } },
        note: 'the service demands a wait of 2 s',
      }),
      exchange(4, {}),
    ],
  ),
  'conduct/back-off': played(
    [run([], TERMINALS)],
    [1, 2, 3, 4].map((number) => exchange(number, { status: 503, marks: ['unavailable'] })),
  ),
  'conduct/forbidden': { task: 'list_terminals', durationMs: 0, notPlayed: 'the time limit of the check was reached' },
  'conduct/redirect': played(
    [run([], TERMINALS)],
    [
      exchange(1, { status: 307, marks: ['redirected'], responseHeaders: { location: 'http://localhost:1/v1' } }),
      exchange(2, { host: 'other', hasKey: false }),
    ],
  ),
};

const IDS = [...Object.keys(SCENES), 'values/dispute', 'conduct/key-in-header'];

const result: ClientResult = {
  ...judgeClient({
    lessons: lessons.filter(({ id }) => IDS.includes(id)),
    findPlayed: ({ id }) => SCENES[id],
    ...{ command: `python3 ${HOSTILE}.py`, tasks: ['list_terminals'], isObserved: false },
    ...{ startedAt: '2026-11-02T15:00:00.000Z', durationMs: 2400 },
  }),
  kitVersion: '1.2.3',
};

const files: Readonly<Record<keyof typeof clientReports, string>> = {
  text: 'txt',
  html: 'html',
  json: 'json',
  junit: 'xml',
  ctrf: 'ctrf.json',
};
const formats = Object.entries(files) as [keyof typeof clientReports, string][]; // the record's own keys

test('the exit code follows from the required lessons', () => {
  expect(result.lessons.map(({ lesson, verdict }) => `${lesson.id} ${verdict.outcome}`).toSorted()).toEqual([
    'completeness/pages failed',
    'conduct/back-off failed',
    'conduct/forbidden not-shown',
    'conduct/key-in-header passed',
    'conduct/redirect passed',
    'conduct/wait-seconds failed',
    'values/dispute not-shown',
  ]);
  expect([result.exitCode, result.exitReason]).toEqual([1, '2 of 5 required lessons failed']);
});

test.each(formats)('the %s report equals its golden file', async (format, extension) => {
  await expect(clientReports[format](result, {})).toMatchFileSnapshot(`golden/client.${extension}`);
});

test.each(formats)('the %s report neutralises texts of the client', (format) => {
  const written = clientReports[format](result, {});
  expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  if (format === 'html' || format === 'junit') expect(written).not.toMatch(/<script|<img|]]>/);
});

test('the diagram names idempotency keys, so that a repeated write can be seen', () => {
  const writes = ['k-17', 'k-17', 'k-18'].map((key, place) =>
    exchange(place + 1, { method: 'POST', target: '/v1/disputes', headers: { 'idempotency-key': key } }),
  );
  const { evidence } = played([], writes);
  expect(formatSequence(evidence).filter((line) => line.includes('POST'))).toEqual([
    expect.stringContaining('POST /v1/disputes, Idempotency-Key: key A'),
    expect.stringContaining('POST /v1/disputes, Idempotency-Key: key A'),
    expect.stringContaining('POST /v1/disputes, Idempotency-Key: key B'),
  ]);
});

describe('the JUnit report', () => {
  const hasXmllint = (() => {
    try {
      execFileSync('xmllint', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

  test.runIf(hasXmllint)('is valid', () => {
    const schema = new URL('../../reports/testing/junit.xsd', import.meta.url).pathname;
    const input = clientReports.junit(result);
    execFileSync('xmllint', ['--noout', '--nonet', '--schema', schema, '-'], { input, stdio: 'pipe' });
  });
});
