import { expect, test } from 'vitest';
import type { CheckOutcome } from '../../reading/verdicts/verdict.ts';
import { type CheckResult, decideExit, summarizeCoverage } from './result.ts';

const createCheckResult = (outcome: CheckOutcome, decides = true, covers: readonly string[] = ['a']): CheckResult => ({
  id: `topic/${outcome}`,
  title: 'T',
  level: 'must',
  clause: { id: covers[0] ?? '', text: 'x', isDocumented: true },
  covers,
  decides,
  outcome,
  cases: [],
  evidence: [],
  requests: 1,
  sampled: [],
  durationMs: 1,
});

const getExitCode = (results: readonly CheckResult[], more: { stopped?: string; allowUnverified?: boolean } = {}) =>
  decideExit({ results, planned: results.length, allowUnverified: false, ...more }).exitCode;

test.each<[string, Parameters<typeof getExitCode>, number]>([
  ['0 when all passed', [[createCheckResult('pass'), createCheckResult('not-applicable')]], 0],
  [
    '1 when a rule that decides failed',
    [[createCheckResult('pass'), createCheckResult('fail'), createCheckResult('untestable')]],
    1,
  ],
  ['0 when only advice was broken', [[createCheckResult('pass'), createCheckResult('warning', false)]], 0],
  ['4 when a rule that decides was not verified', [[createCheckResult('pass'), createCheckResult('untestable')]], 4],
  ['4 when a rule that decides was inconclusive', [[createCheckResult('pass'), createCheckResult('inconclusive')]], 4],
  [
    '0 when an unverified rule is allowed',
    [[createCheckResult('pass'), createCheckResult('untestable')], { allowUnverified: true }],
    0,
  ],
  [
    '4 when unverified rules are allowed and no rule was verified',
    [[createCheckResult('untestable')], { allowUnverified: true }],
    4,
  ],
  ['0 when only advice was not verified', [[createCheckResult('pass'), createCheckResult('untestable', false)]], 0],
  ['3 when the target stopped responding', [[createCheckResult('pass')], { stopped: 'gone' }], 3],
  ['1 when the target stopped responding after a rule failed', [[createCheckResult('fail')], { stopped: 'gone' }], 1],
  [
    '70 when the kit failed, even if a rule failed',
    [[createCheckResult('fail'), createCheckResult('error', false)]],
    70,
  ],
  ['70 when no check ran', [[]], 70],
])('the exit code is %s', (_, given, code) => {
  expect(getExitCode(...given)).toBe(code);
});

test('a check without a result exits 70', () => {
  expect(decideExit({ results: [createCheckResult('pass')], planned: 2, allowUnverified: true })).toEqual({
    exitCode: 70,
    exitReason: '1 of 2 checks gave a result',
  });
});

test('a clause has the worst state of its checks, and "not-looked-at" without checks', () => {
  const reported = { section: '1', text: 'x' };
  const clauses = ['a', 'b', 'c', 'd'].map((id) => ({ id, ...reported }));
  const all = [...clauses, { id: 'e', ...reported, unchecked: 'because' }];
  const results = [
    createCheckResult('pass', true, ['a', 'b']),
    createCheckResult('fail', true, ['b']),
    createCheckResult('untestable', true, ['c']),
  ];
  expect(summarizeCoverage(results, all)).toMatchObject({
    documented: 5,
    verified: 1,
    broken: 1,
    unverified: 1,
    notLookedAt: 1,
    uncheckable: 1,
    list: [
      { id: 'a', fate: 'verified', checks: ['topic/pass'] },
      { id: 'b', fate: 'broken', checks: ['topic/pass', 'topic/fail'] },
      { id: 'c', fate: 'unverified' },
      { id: 'd', fate: 'not-looked-at', checks: [] },
      { id: 'e', fate: 'uncheckable' },
    ],
  });
});

test('a rule is broken only by a check that decides the exit code; advice leaves it not followed', () => {
  const documented = ['a', 'b'].map((id) => ({ id, section: '1', text: 'x' }));
  const results = [
    createCheckResult('warning', false, ['a', 'b']),
    createCheckResult('pass', true, ['a']),
    createCheckResult('fail', true, ['b']),
  ];
  expect(summarizeCoverage(results, documented)).toMatchObject({
    verified: 0,
    broken: 1,
    notFollowed: 1,
    list: [{ fate: 'not-followed' }, { fate: 'broken' }],
  });
  expect(decideExit({ results: results.slice(0, 2), planned: 2, allowUnverified: false }).exitReason).toBe(
    'no required check failed',
  );
});
