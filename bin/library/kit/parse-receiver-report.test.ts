import { expect, test } from 'vitest';
import { parseReceiverReport } from './parse-receiver-report.ts';

type Probe = readonly [id: string, outcome: string, level?: string];

const write = (...probes: readonly Probe[]): string =>
  JSON.stringify({
    ...{ duration_ms: 5, deliveries: 9, exit_code: 1 },
    probes: probes.map(([id, outcome, level = 'must']) => ({ id, outcome, level })),
  });

test('counts the outcomes of the probes, and has no changes without an earlier report', () => {
  expect(parseReceiverReport(write(['one', 'pass'], ['two', 'pass'], ['three', 'fail']), undefined)).toEqual({
    result: { exit_code: 1, counts: { pass: 2, fail: 1 }, requests: 9, duration_ms: 5, stopped: null },
    changes: null,
  });
});

test.each<readonly [Probe, Probe, boolean]>([
  [['one', 'pass'], ['one', 'fail'], true],
  [['one', 'pass'], ['one', 'unverified'], true],
  [['one', 'skipped'], ['one', 'fail'], true],
  [['one', 'pass', 'advice'], ['one', 'fail', 'advice'], false],
  [['one', 'fail'], ['one', 'pass'], false],
  [['one', 'fail'], ['one', 'unverified'], false],
])('judges the change from %j to %j', (before, after, isWorse) => {
  const change = { check_id: 'one', before: before[1], after: after[1], is_worse: isWorse };
  expect(parseReceiverReport(write(after), write(before)).changes).toEqual([change]);
});

test('lists probes of only one of the reports, and none with an equal outcome', () => {
  const { changes } = parseReceiverReport(
    write(['same', 'fail'], ['new', 'fail']),
    write(['same', 'fail'], ['old', 'pass']),
  );
  expect(changes).toEqual([
    { check_id: 'new', before: null, after: 'fail', is_worse: false },
    { check_id: 'old', before: 'pass', after: null, is_worse: false },
  ]);
});
