import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { wrapParts } from '../../shared/wrap-parts.ts';
import { createJsonReporter, presentAttempt } from './json-reporter.ts';
import type { ReportedAttempt } from './reporter.ts';
import { createTextReporter, formatParts } from './text-reporter.ts';

const delivery = { state: 'delivered', next_attempt: null } as SandboxSchemas['Delivery']; // other members are not printed

const createAttemptReport = (
  rest: Partial<ReportedAttempt> = {},
  fetched: Partial<ReportedAttempt['fetched']> = {},
): ReportedAttempt => ({
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
  incidentState: 'triggered',
  answer: { status: 200, total_ms: 12.4, headers: {}, body: '' },
  signature: { isVerified: true, code: 'valid', message: 'signature ok (v1, age 0 s)' },
  isForwardedNow: true,
  delivery,
  atMs: 0,
  ...rest,
});

const formatLine = (one: ReportedAttempt): string => wrapParts(formatParts(one)).join('\n').replace(/ {2,}/g, '  ');

describe('the line of an attempt', () => {
  test('contains the time, event, terminal, id and result', () => {
    expect(formatLine(createAttemptReport())).toBe(
      '2026-11-02T15:01:00Z  cash_low triggered  NW104310  evt_…4TBS3  → 200 in 12 ms  signature ok (v1, age 0 s)',
    );
  });

  test.each([
    ['a replay', createAttemptReport({}, { trigger: 'replay', attempt: 2 }), 'evt_…4TBS3  replay  attempt 2  →'],
    ['a sample', createAttemptReport({}, { trigger: 'test' }), 'evt_…4TBS3  test  →'],
    [
      'an attempt that was forwarded earlier',
      createAttemptReport({ isForwardedNow: false }),
      'forwarded earlier, reported now',
    ],
    [
      'a failure without a response',
      createAttemptReport({ answer: { error: 'Nothing listens there.', total_ms: 1 } }),
      '→ no answer: Nothing listens',
    ],
    ['a fast response', createAttemptReport({ answer: { status: 204, total_ms: 3.14 } }), '→ 204 in 3.1 ms'],
    ['an account', createAttemptReport({ incidentState: null }, { terminal_id: null }), 'cash_low  acct_northway'],
    [
      'a report that the sandbox rejected',
      createAttemptReport({ delivery: null }),
      'not reported: the sandbox did not accept the report',
    ],
    [
      'the last attempt',
      createAttemptReport({ delivery: { ...delivery, state: 'exhausted' } }),
      '(v1, age 0 s)  exhausted',
    ],
    [
      'the next attempt in real time',
      createAttemptReport({
        delivery: { ...delivery, state: 'pending', next_attempt: { clock: 'real', at: '1970-01-01T00:00:02.010Z' } },
      }),
      '(v1, age 0 s)  next in 2 s',
    ],
    [
      'the next attempt in sandbox time',
      createAttemptReport({
        delivery: { ...delivery, state: 'pending', next_attempt: { clock: 'sandbox', at: '2026-11-02T15:06:05Z' } },
      }),
      '(v1, age 0 s)  next at sandbox time 2026-11-02T15:06:05Z',
    ],
    [
      'an immediate next attempt',
      createAttemptReport({ delivery: { ...delivery, state: 'sending' } }),
      'next attempt now',
    ],
  ])('shows %s', (_what, one, words) => {
    expect(formatLine(one)).toContain(words);
  });

  test('replaces control characters', () => {
    expect(formatLine(createAttemptReport({ answer: { error: '\u001b[2J', total_ms: 1 } }))).toContain(
      'no answer: \u{fffd}[2J',
    );
  });
});

test('breaks lines at the terminal width, keeps the order, and does not break a part', () => {
  const parts = fc.array(fc.stringMatching(/^[a-z0-9]{1,30}$/), { minLength: 1 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 20, max: 120 }), (words, columns) => {
      const lines = wrapParts(words, columns);
      for (const line of lines) expect(line.length <= columns || !line.trim().includes('  ')).toBe(true);
      expect(lines.flatMap((line) => line.trim().split('  '))).toEqual(words);
    }),
  );
  expect(wrapParts(formatParts(createAttemptReport()), 60).length).toBeGreaterThan(1);
});

test('prints notices on a separate output', () => {
  const [out, aside]: [string[], string[]] = [[], []];
  const reporter = createTextReporter({
    writeAttempt: (line) => out.push(line),
    writeNotice: (line) => aside.push(line),
    columns: () => 200,
  });
  reporter.notice('connected', 'Connected.');
  reporter.attempt(createAttemptReport());
  expect([out.length, aside]).toEqual([1, ['Connected.']]);
});

describe('the JSON output', () => {
  test('contains one object per attempt, without credentials', () => {
    const shown = presentAttempt(createAttemptReport());
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
    expect(
      presentAttempt(createAttemptReport({ answer: { error: 'why', total_ms: 1 }, delivery: null })),
    ).toMatchObject({
      ...{ response: null, error: 'why', reported: false, state: null },
    });
  });

  test('has one line per attempt or notice, with its kind', () => {
    const lines: string[] = [];
    const reporter = createJsonReporter(
      (line) => lines.push(line),
      () => 0,
    );
    reporter.notice('lost', 'Gone.\nAgain.', { reason: 'Gone.' });
    reporter.attempt(createAttemptReport());
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['lost', 'attempt']);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      ...{ kind: 'lost', at: '1970-01-01T00:00:00.000Z', message: 'Gone.\nAgain.', reason: 'Gone.' },
    });
    expect(lines.join('')).not.toContain('\n');
  });
});
