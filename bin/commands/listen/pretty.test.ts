import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { attemptAsJson, jsonReporter } from './as-json.ts';
import { laidOut, partsOf, textReporter } from './pretty.ts';
import type { AttemptReport } from './reporter.ts';

const delivery = { state: 'delivered', next_attempt: null } as SandboxSchemas['Delivery']; // the rest is not shown

const attemptReport = (
  rest: Partial<AttemptReport> = {},
  fetched: Partial<AttemptReport['fetched']> = {},
): AttemptReport => ({
  fetched: {
    delivery_id: 'dlv_01',
    attempt: 1,
    trigger: 'scheduled',
    attempt_token: 'not-to-be-shown',
    headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1', 'x-gateway': 'opens-doors' },
    body: '{"incident":{"state":"triggered"}}',
    event_id: 'evt_01M6ECE9Z0AGXQ26A0YVQ4TBS3',
    type: 'cash_low',
    account_id: 'acct_northway',
    terminal_id: 'NW104310',
    happened_at: '2026-11-02T15:01:00Z',
    is_test: false,
    ...fetched,
  },
  turn: 'triggered',
  answer: { status: 200, total_ms: 12.4, headers: {}, body: '' },
  signature: { isVerified: true, code: 'valid', message: 'signature ok (v1, age 0 s)' },
  isForwardedNow: true,
  delivery,
  atMs: 0,
  ...rest,
});

const lineOf = (one: AttemptReport): string => laidOut(partsOf(one)).join('\n').replace(/ {2,}/g, '  ');

describe('a line', () => {
  test('says when, what, where, which, and how it went', () => {
    expect(lineOf(attemptReport())).toBe(
      '2026-11-02T15:01:00Z  cash_low triggered  NW104310  evt_…4TBS3  → 200 in 12 ms  signature ok (v1, age 0 s)',
    );
  });

  test.each([
    ['a replay', attemptReport({}, { trigger: 'replay', attempt: 2 }), 'evt_…4TBS3  replay  attempt 2  →'],
    ['a sample', attemptReport({}, { trigger: 'test' }), 'evt_…4TBS3  test  →'],
    ['what was forwarded before', attemptReport({ isForwardedNow: false }), 'forwarded earlier, reported now'],
    [
      'no answer',
      attemptReport({ answer: { error: 'Nothing listens there.', total_ms: 1 } }),
      '→ no answer: Nothing listens',
    ],
    ['a quick answer', attemptReport({ answer: { status: 204, total_ms: 3.14 } }), '→ 204 in 3.1 ms'],
    ['an account', attemptReport({ turn: null }, { terminal_id: null }), 'cash_low  acct_northway'],
    [
      'a report that was not taken',
      attemptReport({ delivery: null }),
      'not reported: the sandbox did not accept the report',
    ],
    ['the last attempt', attemptReport({ delivery: { ...delivery, state: 'exhausted' } }), '(v1, age 0 s)  exhausted'],
    [
      'the next attempt, in real time',
      attemptReport({
        delivery: { ...delivery, state: 'pending', next_attempt: { clock: 'real', at: '1970-01-01T00:00:02.010Z' } },
      }),
      '(v1, age 0 s)  next in 2 s',
    ],
    [
      'the next attempt, on the clock of the sandbox',
      attemptReport({
        delivery: { ...delivery, state: 'pending', next_attempt: { clock: 'sandbox', at: '2026-11-02T15:06:05Z' } },
      }),
      '(v1, age 0 s)  next at sandbox time 2026-11-02T15:06:05Z',
    ],
    [
      'an attempt that follows at once',
      attemptReport({ delivery: { ...delivery, state: 'sending' } }),
      'next attempt now',
    ],
  ])('shows %s', (_what, one, words) => {
    expect(lineOf(one)).toContain(words);
  });

  test('shows nothing that a terminal could act on', () => {
    expect(lineOf(attemptReport({ answer: { error: '\u001b[2J', total_ms: 1 } }))).toContain('no answer: \u{fffd}[2J');
  });
});

test('lines keep to the width of the terminal, in order, unless a single part is wider', () => {
  const parts = fc.array(fc.stringMatching(/^[a-z0-9]{1,30}$/), { minLength: 1 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 20, max: 120 }), (words, columns) => {
      const lines = laidOut(words, columns);
      for (const line of lines) expect(line.length <= columns || !line.trim().includes('  ')).toBe(true);
      expect(lines.flatMap((line) => line.trim().split('  '))).toEqual(words);
    }),
  );
  expect(laidOut(partsOf(attemptReport()), 60).length).toBeGreaterThan(1);
});

test('what is beside the attempts stands beside them', () => {
  const [out, aside]: [string[], string[]] = [[], []];
  const reporter = textReporter({
    out: (line) => out.push(line),
    aside: (line) => aside.push(line),
    columns: () => 200,
  });
  reporter.notice('connected', 'Connected.');
  reporter.attempt(attemptReport());
  expect([out.length, aside]).toEqual([1, ['Connected.']]);
});

describe('as JSON', () => {
  test('an attempt is one object, without credentials', () => {
    const shown = attemptAsJson(attemptReport());
    expect(shown).toEqual({
      kind: 'attempt',
      at: '1970-01-01T00:00:00.000Z',
      delivery_id: 'dlv_01',
      attempt: 1,
      trigger: 'scheduled',
      event_id: 'evt_01M6ECE9Z0AGXQ26A0YVQ4TBS3',
      type: 'cash_low',
      incident_state: 'triggered',
      account_id: 'acct_northway',
      terminal_id: 'NW104310',
      happened_at: '2026-11-02T15:01:00Z',
      is_test: false,
      forwarded: true,
      request: {
        headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1', 'x-gateway': '***' },
        body: '{"incident":{"state":"triggered"}}',
      },
      response: { status: 200, headers: {}, body: '', truncated: false },
      error: null,
      total_ms: 12.4,
      signature: { verified: true, code: 'valid', message: 'signature ok (v1, age 0 s)' },
      reported: true,
      state: 'delivered',
      next_attempt: null,
    });
    expect(attemptAsJson(attemptReport({ answer: { error: 'why', total_ms: 1 }, delivery: null }))).toMatchObject({
      ...{ response: null, error: 'why', reported: false, state: null },
    });
  });

  test('everything is a line of its own, with its kind', () => {
    const lines: string[] = [];
    const reporter = jsonReporter(
      (line) => lines.push(line),
      () => 0,
    );
    reporter.notice('lost', 'Gone.\nAgain.', { reason: 'Gone.' });
    reporter.attempt(attemptReport());
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['lost', 'attempt']);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      ...{ kind: 'lost', at: '1970-01-01T00:00:00.000Z', message: 'Gone.\nAgain.', reason: 'Gone.' },
    });
    expect(lines.join('')).not.toContain('\n');
  });
});
