import { expect, test } from 'vitest';
import { parseHistory } from './parse-history.ts';

const run = (file: string, started_at: string) => ({
  ...{ file, started_at, kit_version: '1', exit_code: 1, counts: { pass: 1 } },
  ...{ requests: 2, duration_ms: 3, request_ms: 1, stopped: null },
});

test('returns the latest run of all targets, with its changes', () => {
  const change = { id: 'a/b', kind: 'changed', before: 'pass', after: 'fail', is_worse: true, says: '' };
  const targets = [
    {
      runs: [run('1.json', '2026-01-01T00:00:00Z'), run('3.json', '2026-01-03T00:00:00Z')],
      steps: [{ after: '2026-01-03T00:00:00Z', changes: [change] }],
    },
    { runs: [run('2.json', '2026-01-02T00:00:00Z')], steps: [] },
  ];
  expect(parseHistory(JSON.stringify({ targets }))).toEqual({
    file: '3.json',
    result: { exit_code: 1, counts: { pass: 1 }, requests: 2, duration_ms: 3, stopped: null },
    changes: [{ check_id: 'a/b', before: 'pass', after: 'fail', is_worse: true }],
  });
});

test('returns no changes for a first run, and an empty list for a run that changed nothing', () => {
  const [first, second] = [run('1.json', '2026-01-01T00:00:00Z'), run('2.json', '2026-01-02T00:00:00Z')];
  expect(parseHistory(JSON.stringify({ targets: [{ runs: [first], steps: [] }] }))?.changes).toBeNull();
  expect(parseHistory(JSON.stringify({ targets: [{ runs: [first, second], steps: [] }] }))?.changes).toEqual([]);
  expect(parseHistory(JSON.stringify({ targets: [] }))).toBeUndefined();
});
