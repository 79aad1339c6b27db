import { expect, test } from 'vitest';
import type { InjectedCause } from '../api/deliveries.ts';
import type { Cash, Delivery, Exchange, TransactionRow } from '../api/types.ts';
import { markDifferentLines } from '../format/line-differences.ts';
import { parseReport } from './conformance/report.ts';
import { parseHeaderLines } from './destinations/header-lines.ts';
import { findCause } from './events/causes.ts';
import { readDeliveryFilter } from './events/delivery-filter.ts';
import { mergeDeliveries } from './events/merge-deliveries.ts';
import { groupByDay, groupByHour } from './fleet/transaction-series.ts';
import { suggestRequest } from './requests/suggestion.ts';
import { computeCashSeries } from './terminal/cash-series.ts';

const row = (at: string, part: Partial<TransactionRow> = {}): TransactionRow =>
  ({
    terminal_datetime: at,
    transaction_type: 'withdrawal',
    response: '00',
    amt_comp: '40.00',
    sur_comp: '3.00',
    ...part,
  }) as TransactionRow; // the members that the series read

test('groups transactions by hour and by day', () => {
  const rows = [
    row('2026-11-02T14:30:00Z'),
    row('2026-11-02T14:10:00Z', { response: '51', sur_comp: '0.00' }),
    row('2026-11-01T13:00:00Z'),
  ];
  const hours = groupByHour({ rows, isComplete: true }, Date.parse('2026-11-02T15:00:00Z'), 3);
  expect(hours.counts).toEqual([0, 2, 0]);
  expect(hours.approvalPercents).toEqual([null, 50, null]);
  expect(groupByDay({ rows, isComplete: true })).toMatchObject({ counts: [1, 2], surcharges: [3, 3] });
  expect(groupByDay({ rows, isComplete: false }).counts).toEqual([2]);
});

test('has no value for an hour that was not loaded, and zero for a loaded period without transactions', () => {
  const rows = [row('2026-11-02T14:30:00Z'), row('2026-11-02T12:30:00Z')];
  const nowMs = Date.parse('2026-11-02T14:45:00Z');
  const hours = groupByHour({ rows, isComplete: false }, nowMs, 4);
  expect([hours.counts, hours.surcharges]).toEqual([
    [null, null, 0, 1],
    [null, null, 0, 3],
  ]);
  expect(groupByHour({ rows, isComplete: true }, nowMs, 4).counts).toEqual([0, 1, 0, 1]);
  expect(groupByDay({ rows, isComplete: false }).times).toEqual([]);
  const apart = [row('2026-11-04T14:30:00Z'), row('2026-11-02T14:30:00Z')];
  expect(groupByDay({ rows: apart, isComplete: true }).counts).toEqual([1, 0, 1]);
});

test('computes the cash since the last load, and a forecast', () => {
  const nowMs = Date.parse('2026-11-02T15:00:00Z');
  const cash = {
    amount_remaining: '100.00',
    last_loaded_at: '2026-11-02T12:00:00Z',
    estimated_empty_at: '2026-11-02T18:00:00Z',
  } as Cash; // the members that the series read
  const rows = [row('2026-11-02T14:00:00Z'), row('2026-11-02T13:00:00Z'), row('2026-11-02T11:00:00Z')];
  const { times, past, forecast } = computeCashSeries(rows, cash, nowMs);
  expect(times.map((ms) => new Date(ms).getUTCHours())).toEqual([13, 14, 15, 18]);
  expect(past).toEqual([140, 100, 100, null]);
  expect(forecast).toEqual([null, null, 100, 0]);
});

const exchange = (part: Partial<Exchange>): Exchange =>
  ({ method: 'GET', path: '/v1/transactions', problem: null, ...part }) as Exchange; // the members that it reads

test('corrects a request with the nearest name, an allowed value or method, or the example of the contract', () => {
  expect(suggestRequest(exchange({}))).toBeUndefined();
  const reject = (code: string, errors: readonly object[], detail = ''): Exchange['problem'] =>
    ({ code, detail, errors }) as Exchange['problem']; // the members that it reads
  const example = {
    parameters: { sort_by: 'amt_comp' },
    body: { transaction_id: 'txn_1', reason_code: 'other' },
    optional: [],
  };
  const correct = (part: Partial<Exchange>) => suggestRequest(exchange(part), example)?.corrected;
  const problem = reject('unknown_parameter', [{ parameter: 'sortBy', nearest: 'sort_by' }]);
  expect(correct({ problem })).toMatchObject({ path: '/v1/transactions', query: 'sort_by=amt_comp' });
  const recorded = { query: [{ name: 'sortBy', value: 'amt_req' }], headers: {}, body: null };
  expect(correct({ problem, recorded })).toMatchObject({ query: 'sort_by=amt_req' });
  const method = reject('method_not_allowed', [], 'The path answers GET, HEAD.');
  expect(correct({ method: 'POST', problem: method })).toMatchObject({ method: 'GET', body: '' });
  const body = reject('validation_failed', [
    { pointer: '/reason_code', code: 'unknown_value', allowed: ['duplicate'] },
    { pointer: '/colour', code: 'unknown_member' },
  ]);
  const sent = {
    query: [],
    headers: {},
    body: { text: '{"transaction_id":"txn_2","colour":1}', size_bytes: 1, is_truncated: false, omitted: null },
  };
  expect(JSON.parse(correct({ method: 'POST', problem: body })?.body ?? '')).toEqual({
    transaction_id: 'txn_1',
    reason_code: 'duplicate',
  });
  expect(JSON.parse(correct({ method: 'POST', problem: body, recorded: sent })?.body ?? '')).toEqual({
    transaction_id: 'txn_2',
    reason_code: 'duplicate',
  });
});

test('marks the lines that one text has more often than the other', () => {
  expect(markDifferentLines('a\nb\nb', 'b\na')).toEqual([
    { text: 'a', isDifferent: false },
    { text: 'b', isDifferent: false },
    { text: 'b', isDifferent: true },
  ]);
});

test('finds the change at the same place within a day before an event', () => {
  const cause = { at: '2026-11-02T15:00:00Z', terminal_id: 'NW104310', account_id: null } as InjectedCause;
  const event = { terminalId: 'NW104310', accountId: 'acct_northway', at: '2026-11-02T15:01:00Z' };
  expect(findCause([cause], event)).toBe(cause);
  expect(findCause([cause], { ...event, terminalId: 'NW104233' })).toBeUndefined();
  expect(findCause([cause], { ...event, at: '2026-11-02T14:59:00Z' })).toBeUndefined();
});

test('reads a report, and rejects other files with the reason', () => {
  const report = parseReport(
    JSON.stringify({
      target: 'http://h',
      requests: 3,
      results: [{ id: 'a/b', outcome: 'pass', cases: [], evidence: [] }],
    }),
  );
  expect(report).toMatchObject({ target: 'http://h', requests: 3, results: [{ id: 'a/b', outcome: 'pass' }] });
  const ofReceiver = parseReport(
    JSON.stringify({
      url: 'https://hooks.example/in',
      deliveries: 3,
      diagnosis: { findings: ['The secret differs.'] },
      remarks: [{ says: 'Each response is 500.' }],
      probes: [
        {
          ...{ id: 'stale', title: 'An old delivery', level: 'must', outcome: 'fail', reason: null },
          deliveries: [{ name: null, expects: 'refused', status: 204 }],
          failure: { expected: '4xx', came: '204', matters: null, usually: 'No check', line: 'a', instead: 'b' },
        },
        { id: 'effect', title: 'An effect', level: 'must', outcome: 'skipped', reason: 'needs effects', failure: null },
      ],
    }),
  );
  expect(ofReceiver).toMatchObject({
    target: 'https://hooks.example/in',
    requests: 3,
    notes: ['The secret differs.', 'Each response is 500.'],
    results: [
      {
        statements: [{ expected: '4xx', found: '204', cause: { text: 'No check', line: 'a', instead: 'b' } }],
        evidence: [{ title: 'Delivery', status: '204', excerpt: 'Expected: 4xx' }],
      },
      { outcome: 'not-applicable', statements: [{ reason: 'needs effects' }] },
    ],
  });
  expect(() => parseReport('x')).toThrow('does not contain JSON');
  expect(() => parseReport('{}')).toThrow('not a JSON report');
});

test('adds reported deliveries first, and replaces those with fewer attempts', () => {
  const delivery = (id: string, attempts: number, at = '2026-11-02T15:00:00Z'): Delivery =>
    ({ delivery_id: id, attempt_count: attempts, happened_at: at }) as Delivery; // the members that it reads
  const listed = [delivery('b', 1), delivery('a', 3)];
  const reported = [delivery('c', 1, '2026-11-02T15:01:00Z'), delivery('b', 2), delivery('b', 1), delivery('a', 2)];
  const merged = mergeDeliveries(listed, reported);
  expect(merged.map(({ delivery_id: id, attempt_count: count }) => `${id}${count}`)).toEqual(['c1', 'b2', 'a3']);
});

test('reads the filters of deliveries from the address', () => {
  const causes = [
    { cause_id: '7', at: '2026-11-02T15:00:00Z', terminal_id: 'NW104310', account_id: null },
  ] as unknown as readonly InjectedCause[]; // the members that it reads
  const read = (given: Record<string, string>) => readDeliveryFilter(given, { zone: 'America/New_York', causes });
  expect(read({ search: ' Cash ' }).query).toEqual({ type: '*cash*' });
  expect(read({ search: 'heartbeat stale' }).query).toEqual({ type: '*heartbeat_stale*' });
  expect(read({ search: 'nw104310' }).query).toEqual({ terminal_id: 'NW104310' });
  expect(read({ search: 'inc_1', state: 'skipped' }).query).toEqual({ incident_id: 'inc_1', state: 'skipped' });
  expect(read({ search: 'dlv_1' })).toMatchObject({ query: {}, deliveryId: 'dlv_1', faults: {} });
  expect(read({ search: '%' }).faults.search).toContain('Expected an event type');
  expect(read({ cause: 'samples' }).query).toEqual({ origin: 'sample' });
  expect(read({ cause: '7' }).query).toEqual({
    origin: 'event',
    terminal_id: 'NW104310',
    since: '2026-11-02T15:00:00.000Z',
    until: '2026-11-03T15:00:00.000Z',
  });
  expect(read({ from: '2026-11-02T10:00', to: '2026-02-31T10:00' })).toMatchObject({
    query: { since: '2026-11-02T15:00:00.000Z' },
    faults: { to: 'Expected a date with a time.' },
  });
});

test('reads additional headers, one per line', () => {
  expect(parseHeaderLines('X-One: a: b\n\n x-two:c ')).toEqual({ 'X-One': 'a: b', 'x-two': 'c' });
  expect(parseHeaderLines('no header')).toBeUndefined();
});
