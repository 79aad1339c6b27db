import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { ExchangeRecord } from '../record.ts';
import { type CheckResult, countsOf, type RunResult } from '../result.ts';
import { parseXml } from '../rss.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { textReport } from './text.ts';

const HOSTILE = '\u001b[31mred\u001b[0m </failure> & "quoted" \u202e]]> <script>';

const request: ExchangeRecord = {
  caller: 'west',
  method: 'GET',
  url: 'https://portal.example/v1/transactions?terminal_id=EA000001',
  status: 200,
  contentType: 'application/json',
  excerpt: '{"data":[]}',
  bytes: 11,
  curl: `curl -sSi 'https://portal.example/v1/transactions?terminal_id=EA000001' -H "X-API-Key: $FLEETKIT_KEY_WEST"`,
};

const passed: CheckResult = {
  id: 'auth/missing-key-is-refused',
  title: 'No protected path answers without a key',
  level: 'must',
  clause: {
    id: 'auth.required',
    text: 'Every request but the public ones needs a key.',
    section: '4',
    isDocumented: true,
  },
  covers: ['auth.required'],
  decides: true,
  outcome: 'pass',
  cases: [{ name: 'GET /v1/portal', outcome: 'pass' }],
  evidence: [request],
  requests: 36,
  durationMs: 120,
};

const failed: CheckResult = {
  ...passed,
  id: 'scope/foreign-terminal-filter-gives-nothing',
  title: 'A filter by a terminal outside the scope gives no row and no sum of it',
  clause: {
    id: 'transactions.filter.scope',
    text: "Rows outside the caller's scope are never returned, whatever filters the request carries.",
    section: '4',
    isDocumented: true,
  },
  outcome: 'fail',
  expected: 'nothing that is outside the scope of west',
  saw: `it shows EA000001 and ${HOSTILE}`,
  request,
  cases: [
    { name: "clerk asking for what is east's", outcome: 'pass' },
    {
      name: "west asking for what is east's",
      outcome: 'fail',
      expected: 'nothing that is outside the scope of west',
      saw: `it shows EA000001 and ${HOSTILE}`,
      request,
    },
    { name: "clerk asking for what is west's", outcome: 'fail', expected: 'nothing', request },
  ],
};

const untestable: CheckResult = {
  ...passed,
  id: 'auth/writes-need-a-key',
  title: 'No write path answers without a key',
  outcome: 'untestable',
  reason: 'it would change data on the target; allow that with --allow-writes',
  cases: [],
  evidence: [],
  requests: 0,
};

const advice: CheckResult = {
  ...failed,
  id: 'auth/missing-key-is-401',
  title: 'A request without a key is answered 401, with a challenge',
  clause: { id: 'errors.unauthenticated', text: '401 with WWW-Authenticate.', isDocumented: false },
  decides: false,
  outcome: 'warning',
  expected: 'status 401 and a WWW-Authenticate header',
  saw: '',
  cases: [],
};

const erred: CheckResult = {
  ...untestable,
  id: 'feeds/are-well-formed',
  outcome: 'error',
  reason: 'Error: a defect\n    at run (check.ts:1)',
};

const resultOf = (...results: CheckResult[]): RunResult => ({
  schemaVersion: 1,
  target: 'https://portal.example',
  startedAt: '2026-11-02T15:00:00.000Z',
  durationMs: 2345,
  seed: 7,
  kitVersion: '1.2.3',
  options: {
    strict: false,
    allowWrites: false,
    allowUnverified: false,
    failFast: false,
    requestsPerSecond: 5,
    concurrency: 1,
    timeoutMs: 10_000,
    viaProxy: false,
    insecure: false,
    addedHeaders: [],
  },
  keys: [
    { name: 'east', opens: 18, terminals: 3, transactions: 18 },
    { name: 'west', opens: 0, terminals: 0, transactions: 0 },
  ],
  results,
  counts: countsOf(results),
  clauses: { documented: 80, verified: 60, broken: 1, unverified: 4, notLookedAt: 10, uncheckable: 5 },
  requests: 412,
  exitCode: 1,
  exitReason: '1 rule that must be kept failed',
});

const whole = resultOf(passed, failed, untestable, advice, erred);

test('the text report leads with failures, and fits into 100 columns but for commands', async () => {
  const text = textReport(whole);
  await expect(text).toMatchFileSnapshot('golden/report.txt');
  const long = text.split('\n').filter((line) => line.length > 100);
  expect(long.every((line) => line.includes('https://') || line.includes('X-API-Key'))).toBe(true);
});

test('the target cannot write into the terminal', () => {
  for (const colour of [true, false]) {
    const text = textReport(whole, { colour });
    expect(text).toContain('<U+001B>[31mred');
    expect(text).toContain('<U+202E>');
    expect(stripVTControlCharacters(text)).toBe(textReport(whole));
  }
});

test('colours are there only when asked for', () => {
  expect(textReport(whole, { colour: true })).toContain('\u001b[');
  expect(textReport(whole)).not.toContain('\u001b');
});

test('a run that never began is one sentence', () => {
  const text = textReport({
    ...resultOf(),
    keys: [],
    stopped: 'gone',
    exitCode: 3,
    exitReason: 'the target cannot be reached',
  });
  expect(text).toBe(
    'fleetkit conform https://portal.example\nseed 7 · read-only\n\nExit 3   the target cannot be reached\n',
  );
});

test('the JSON report keeps its shape', async () => {
  await expect(jsonReport(whole)).toMatchFileSnapshot('golden/report.json');
});

test('the JUnit report is well-formed, counts what it holds, and calls advice no failure', async () => {
  const xml = junitReport(whole);
  await expect(xml).toMatchFileSnapshot('golden/report.xml');
  const parsed = parseXml(Buffer.from(xml));
  expect(parsed).toHaveProperty('root.name', 'testsuites');
  expect('root' in parsed && parsed.root.attributes).toMatchObject({
    tests: '5',
    failures: '1',
    errors: '1',
    skipped: '1',
  });
});
