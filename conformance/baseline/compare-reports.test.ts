import { describe, expect, test } from 'vitest';
import type { CheckResult, RunResult } from '../engine/results/result.ts';
import type { CheckOutcome } from '../reading/verdicts/verdict.ts';
import { createReportDocument, formatJsonReport } from '../reports/json.ts';
import { createRun, failedCheck, fullRun, HOSTILE, passedCheck, untestableCheck } from '../testing/made-up-results.ts';
import { compareReports, readReport } from './compare-reports.ts';
import { comparisons } from './format-comparison.ts';

const createRunWith = (outcome: CheckOutcome, decides = true): RunResult => {
  const reported = outcome === 'fail' || outcome === 'warning' ? failedCheck : untestableCheck;
  const check: CheckResult = { ...reported, id: 'topic/check', outcome, decides };
  return createRun(
    outcome === 'pass' || outcome === 'not-applicable'
      ? { ...passedCheck, id: 'topic/check', outcome, decides }
      : check,
  );
};

const compareRuns = (before: RunResult, after: RunResult) =>
  compareReports(createReportDocument(before), createReportDocument(after));

const CHANGES: readonly (readonly [before: CheckOutcome, after: CheckOutcome, kind: string, exitCode: 0 | 1])[] = [
  ['fail', 'pass', 'fixed', 0],
  ['fail', 'not-applicable', 'fixed', 0],
  ['pass', 'fail', 'regressed', 1],
  ['untestable', 'fail', 'regressed', 1],
  ['inconclusive', 'fail', 'regressed', 1],
  ['not-applicable', 'fail', 'regressed', 1],
  ['pass', 'untestable', 'changed', 1],
  ['pass', 'inconclusive', 'changed', 1],
  ['pass', 'error', 'changed', 1],
  ['untestable', 'pass', 'changed', 0],
  ['fail', 'untestable', 'changed', 0],
  ['inconclusive', 'untestable', 'changed', 0],
  ['pass', 'not-applicable', 'changed', 0],
];

for (const [before, after, kind, exitCode] of CHANGES) {
  test(`a change from ${before} to ${after} is ${kind}, and exits ${exitCode}`, () => {
    const comparison = compareRuns(createRunWith(before), createRunWith(after));
    expect(comparison.changes.map((change) => change.kind)).toEqual([kind]);
    expect(comparison.exitCode).toBe(exitCode);
  });
}

test('reports newly failing advice without failing the comparison', () => {
  const comparison = compareRuns(createRunWith('pass', false), createRunWith('warning', false));
  expect(comparison).toMatchObject({ exitCode: 0, changes: [{ kind: 'regressed', isWorse: false }] });
  expect(compareRuns(createRunWith('warning', false), createRunWith('fail')).exitCode).toBe(1);
});

test('a failure listed in the baseline of the later run is not worse, unless its entry is expired', () => {
  const listed = (isExpired: boolean): RunResult => {
    const [check] = createRunWith('fail').results;
    if (check === undefined) throw new Error('there is one check');
    return createRun({ ...check, known: { reason: 'because', isExpired } });
  };
  expect(compareRuns(createRunWith('pass'), listed(false))).toMatchObject({
    exitCode: 0,
    changes: [{ isKnown: true, isWorse: false }],
  });
  expect(comparisons.text(compareRuns(createRunWith('pass'), listed(false)))).toContain('pass → fail (known)');
  expect(compareRuns(createRunWith('pass'), listed(true))).toMatchObject({
    exitCode: 1,
    changes: [{ isKnown: false, isWorse: true }],
  });
});

test('a check in only one of the runs is new or gone, and not worse', () => {
  const comparison = compareRuns(createRun(passedCheck), createRun({ ...failedCheck, id: 'topic/new' }));
  expect(comparison.changes.map(({ kind, id }) => [kind, id])).toEqual([
    ['new', 'topic/new'],
    ['gone', passedCheck.id],
  ]);
  expect(comparison).toMatchObject({ exitCode: 0, unchanged: 0 });
});

test('finds no changes between equal runs', () => {
  expect(compareRuns(fullRun, fullRun)).toMatchObject({
    changes: [],
    newlyVerified: [],
    noLongerVerified: [],
    unchanged: fullRun.results.length,
    caveats: [],
    exitCode: 0,
  });
});

/** The run `everything` with the broken clause verified. */
const repaired: RunResult = {
  ...fullRun,
  results: fullRun.results.map((one) => (one.id === failedCheck.id ? { ...passedCheck, id: one.id } : one)),
  clauses: {
    ...fullRun.clauses,
    list: fullRun.clauses.list.map((one) => ({
      ...one,
      fate: one.fate === 'broken' ? ('verified' as const) : one.fate,
    })),
  },
};

test('lists the clauses that are newly verified, and those no longer verified', () => {
  expect(compareRuns(fullRun, repaired).newlyVerified).toEqual(['transactions.filter.scope']);
  expect(compareRuns(repaired, fullRun).noLongerVerified).toEqual(['transactions.filter.scope']);
});

test('lists the differing options of the two runs as caveats', () => {
  const other: RunResult = {
    ...fullRun,
    target: 'https://other.example',
    kitVersion: '2.0.0',
    keys: [],
    seed: 8,
    options: { ...fullRun.options, strict: true, allowWrites: true },
    stopped: 'it stopped answering',
  };
  expect(compareRuns(fullRun, other).caveats).toEqual([
    'target: https://portal.example before, https://other.example after',
    'fleetkit: 1.2.3 before, 2.0.0 after',
    'keys: east, west before, none after',
    'strict: false before, true after',
    'writes: not allowed before, allowed after',
    'seed: 7 before, 8 after',
    'the later run ended early: it stopped answering',
  ]);
});

describe('a written comparison', () => {
  const comparison = compareRuns({ ...repaired, seed: 3 }, fullRun);

  test.each([
    ['comparison.txt', comparisons.text],
    ['comparison.md', comparisons.markdown],
    ['comparison.json', comparisons.json],
  ])('equals golden/%s', async (name, written) => {
    await expect(written(comparison)).toMatchFileSnapshot(`../reports/golden/${name}`);
  });

  test('escapes hostile text of the target', () => {
    expect(HOSTILE).toContain('\u001b');
    for (const written of Object.values(comparisons)) {
      const text = written(comparison);
      expect(text).toContain('EA000001');
      expect(['\u001b', '\u009b', '\u202e', '##['].filter((acting) => text.includes(acting))).toEqual([]);
      expect(text).not.toMatch(/^\s*::/m);
    }
  });
});

describe('readReport', () => {
  test('reads a written report back', () => {
    const read = readReport(formatJsonReport(fullRun));
    expect('report' in read && read.report).toEqual(JSON.parse(formatJsonReport(fullRun)));
  });

  test.each([
    ['text that is not JSON', 'TAP version 14', 'not JSON; write the report with --format json'],
    ['JSON that is not a report', '{}', "the document must have required property 'schema_version'"],
    [
      'a report of another version',
      formatJsonReport(fullRun).replace('"schema_version": 1', '"schema_version": 2'),
      '/schema_version must be equal to constant',
    ],
  ])('rejects %s', (_, text, problem) => {
    const read = readReport(text);
    expect('problem' in read && read.problem).toContain(problem);
  });
});
