import { describe, expect, test } from 'vitest';
import { mutants } from '../../lab/mutants/index.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { checks } from '../checks/index.ts';
import type { BaselineEntry, CaseResult, CheckResult, ExitCode, RunResult } from '../engine/results/result.ts';
import { decideExit } from '../engine/results/result.ts';
import { run } from '../engine/runner.ts';
import type { CheckOutcome } from '../reading/verdicts/verdict.ts';
import { createRun, failedCheck, passedCheck } from '../testing/made-up-results.ts';
import { applyBaseline, isKnownBy } from './baseline.ts';

const NOW = Date.UTC(2026, 10, 2, 15);
const ID = 'topic/check';

/** Creates a run with a check of this outcome, and one that passes. */
const createRunWith = (outcome: CheckOutcome, more: Partial<CheckResult> = {}): RunResult => {
  const { request } = failedCheck;
  const check: CheckResult = {
    ...passedCheck,
    id: ID,
    outcome,
    cases: [],
    decides: outcome !== 'warning',
    ...(outcome === 'fail' && request !== undefined ? { expected: 'x', request } : {}),
    ...more,
  };
  return addExit(createRun(check, passedCheck));
};

const addExit = (result: RunResult): RunResult => ({
  ...result,
  ...decideExit({
    results: result.results,
    planned: result.results.length,
    allowUnverified: result.options.allowUnverified,
  }),
});

const createEntry = (list: BaselineEntry['list'], more: Partial<BaselineEntry> = {}): BaselineEntry => ({
  list,
  check: ID,
  reason: 'because',
  ...more,
});

const applyEntries = (result: RunResult, ...baseline: BaselineEntry[]) => {
  const { results, baseline: entries = [], exitCode } = applyBaseline(result, baseline, NOW);
  return { exitCode, states: entries.map(({ state }) => state), isKnown: results[0]?.known !== undefined };
};

/** A run, the list that contains its check, and the exit code without and with the entry. */
interface AppliedEntry {
  readonly result: RunResult;
  readonly list: BaselineEntry['list'];
  readonly without: ExitCode;
  readonly expected: ReturnType<typeof applyEntries>;
}

type ExpiredEntry = Pick<AppliedEntry, 'result' | 'list'> &
  Pick<ReturnType<typeof applyEntries>, 'exitCode' | 'isKnown'>;

const EXPIRED = { expires: '2026-11-01' };

describe('an entry for', () => {
  test.each<[string, AppliedEntry]>([
    // fails, warns
    [
      'a failure excuses it',
      {
        result: createRunWith('fail'),
        list: 'failures',
        without: 1,
        expected: { exitCode: 0, states: ['excused'], isKnown: true },
      },
    ],
    [
      'advice excuses it',
      {
        result: createRunWith('warning'),
        list: 'failures',
        without: 0,
        expected: { exitCode: 0, states: ['excused'], isKnown: true },
      },
    ],
    // passes
    [
      'a passing check is stale',
      {
        result: createRunWith('pass'),
        list: 'failures',
        without: 0,
        expected: { exitCode: 5, states: ['stale'], isKnown: false },
      },
    ],
    [
      'a check that does not apply is stale',
      {
        result: createRunWith('not-applicable'),
        list: 'failures',
        without: 0,
        expected: { exitCode: 5, states: ['stale'], isKnown: false },
      },
    ],
    // not verified
    [
      'an untestable check is kept',
      {
        result: createRunWith('untestable'),
        list: 'failures',
        without: 4,
        expected: { exitCode: 4, states: ['kept'], isKnown: false },
      },
    ],
    [
      'an inconclusive check is kept',
      {
        result: createRunWith('inconclusive'),
        list: 'failures',
        without: 4,
        expected: { exitCode: 4, states: ['kept'], isKnown: false },
      },
    ],
    [
      'a check with an error is kept',
      {
        result: createRunWith('error'),
        list: 'failures',
        without: 70,
        expected: { exitCode: 70, states: ['kept'], isKnown: false },
      },
    ],
    // expected to be untestable
    [
      'a check expected to be untestable excuses it',
      {
        result: createRunWith('untestable'),
        list: 'untestable',
        without: 4,
        expected: { exitCode: 0, states: ['excused'], isKnown: true },
      },
    ],
    [
      'a check expected to be untestable that passes is stale',
      {
        result: createRunWith('pass'),
        list: 'untestable',
        without: 0,
        expected: { exitCode: 5, states: ['stale'], isKnown: false },
      },
    ],
    [
      'a check expected to be untestable that fails is stale, and the run fails',
      {
        result: createRunWith('fail'),
        list: 'untestable',
        without: 1,
        expected: { exitCode: 1, states: ['stale'], isKnown: false },
      },
    ],
    [
      'a check expected to be untestable that is inconclusive is kept',
      {
        result: createRunWith('inconclusive'),
        list: 'untestable',
        without: 4,
        expected: { exitCode: 4, states: ['kept'], isKnown: false },
      },
    ],
    // absent
    [
      'a check that did not run is kept',
      {
        result: createOtherRun(),
        list: 'failures',
        without: 0,
        expected: { exitCode: 0, states: ['kept'], isKnown: false },
      },
    ],
    [
      'a check expected to be untestable that did not run is kept',
      {
        result: createOtherRun(),
        list: 'untestable',
        without: 0,
        expected: { exitCode: 0, states: ['kept'], isKnown: false },
      },
    ],
  ])('%s', (_, { result, list, without, expected }) => {
    expect(result.exitCode).toBe(without);
    expect(applyEntries(result, createEntry(list))).toEqual(expected);
    expect(applyBaseline(result, [], NOW)).toMatchObject({ exitCode: without, baseline: [] });
  });
});

function createOtherRun(): RunResult {
  return addExit(createRun(passedCheck));
}

describe('an expired entry', () => {
  test.each<[string, ExpiredEntry]>([
    ['for a failure', { result: createRunWith('fail'), list: 'failures', exitCode: 5, isKnown: true }],
    ['for a passing check', { result: createRunWith('pass'), list: 'failures', exitCode: 5, isKnown: false }],
    ['for an untestable check', { result: createRunWith('untestable'), list: 'failures', exitCode: 4, isKnown: false }],
    [
      'for a check expected to be untestable',
      { result: createRunWith('untestable'), list: 'untestable', exitCode: 5, isKnown: true },
    ],
    ['for a check that did not run', { result: createOtherRun(), list: 'failures', exitCode: 5, isKnown: false }],
  ])('%s fails the run', (_, { result, list, exitCode, isKnown }) => {
    expect(applyEntries(result, createEntry(list, EXPIRED))).toEqual({ exitCode, states: ['expired'], isKnown });
  });

  test('applies until the end of its last day', () => {
    expect(applyEntries(createRunWith('fail'), createEntry('failures', { expires: '2026-11-02' })).states).toEqual([
      'excused',
    ]);
    expect(applyEntries(createRunWith('fail'), createEntry('failures', { expires: '2026-11-01' })).states).toEqual([
      'expired',
    ]);
  });

  test('leaves the check failed, with the reason of the entry', () => {
    const { results } = applyBaseline(createRunWith('fail'), [createEntry('failures', EXPIRED)], NOW);
    expect(results[0]).toMatchObject({ outcome: 'fail', known: { isExpired: true, reason: 'because' } });
  });
});

test('an unlisted failure determines the exit code before the state of the baseline', () => {
  const result = addExit(createRun(failedCheck, ...createRunWith('fail').results));
  expect(applyEntries(result, createEntry('failures'))).toMatchObject({ exitCode: 1, states: ['excused'] });
  expect(applyEntries(result, createEntry('failures', EXPIRED))).toMatchObject({ exitCode: 1, states: ['expired'] });
});

test('a baseline changes no outcomes and no counts', () => {
  const result = createRunWith('fail');
  const { results, counts, clauses } = applyBaseline(result, [createEntry('failures')], NOW);
  expect(results.map(({ outcome }) => outcome)).toEqual(['fail', 'pass']);
  expect([counts, clauses]).toEqual([result.counts, result.clauses]);
});

test('a run without a pass exits 4, even if the baseline excuses all issues', () => {
  const [check] = createRunWith('untestable').results;
  if (check === undefined) throw new Error('no check');
  expect(applyEntries(addExit(createRun(check)), createEntry('untestable'))).toMatchObject({
    exitCode: 4,
    states: ['excused'],
  });
});

describe('an entry for a case', () => {
  const cases = (...outcomes: CheckOutcome[]): readonly CaseResult[] =>
    outcomes.map((outcome, place) => ({
      name: ['east', 'west: GET /v1/portal', 'west: GET /v1/disputes'][place] ?? '',
      outcome,
    }));
  const failing = (...outcomes: CheckOutcome[]) => createRunWith('fail', { cases: cases(...outcomes) });

  test('does not excuse other cases', () => {
    const result = failing('fail', 'fail', 'pass');
    expect(applyEntries(result, createEntry('failures', { case: 'east' }))).toEqual({
      exitCode: 1,
      states: ['excused'],
      isKnown: false,
    });
    const both = [createEntry('failures', { case: 'east' }), createEntry('failures', { case: 'west: GET /v1/portal' })];
    expect(applyEntries(result, ...both)).toEqual({ exitCode: 0, states: ['excused', 'excused'], isKnown: true });
  });

  test('with the name of a key covers all cases of that key', () => {
    const west = createEntry('failures', { case: 'west' });
    expect(applyEntries(failing('pass', 'fail', 'fail'), west)).toMatchObject({ exitCode: 0, states: ['excused'] });
    expect(applyEntries(failing('fail', 'fail', 'fail'), west)).toMatchObject({ exitCode: 1, states: ['excused'] });
  });

  test('is stale if the case passes, and kept if it is absent or undecided', () => {
    expect(applyEntries(failing('pass', 'fail', 'pass'), createEntry('failures', { case: 'east' })).states).toEqual([
      'stale',
    ]);
    expect(
      applyEntries(failing('untestable', 'fail', 'pass'), createEntry('failures', { case: 'east' })).states,
    ).toEqual(['kept']);
    expect(applyEntries(failing('fail', 'pass', 'pass'), createEntry('failures', { case: 'north' })).states).toEqual([
      'kept',
    ]);
    expect(applyEntries(failing('fail', 'pass', 'pass'), createEntry('failures', { case: 'eas' })).states).toEqual([
      'kept',
    ]);
  });
});

test('a run with `failFast` continues after a known failure, unless its entry is expired', async () => {
  const mutant = mutants.find(({ id }) => id === 'limit-gives-one-more');
  if (mutant === undefined) throw new Error('there is no such mutant');
  const about = {
    target: 'https://portal.example',
    keys: HONEST_KEYS,
    checks: checks.filter(({ id }) => id.startsWith('limit/') || id.startsWith('sort/')),
    transport: mutant.alter(honestTarget()),
  };
  const failures = (await run(about)).results.filter(({ outcome }) => outcome === 'fail');
  expect(failures.length).toBeGreaterThan(0);
  const leftOut = async (more: Partial<BaselineEntry>) => {
    const known = failures.map(({ id }) => createEntry('failures', { check: id, ...more }));
    const { results } = await run({ ...about, failFast: true, isKnown: isKnownBy(known, NOW) });
    return results.filter(({ outcome }) => outcome === 'inconclusive').length;
  };
  expect(await leftOut({})).toBe(0);
  expect(await leftOut(EXPIRED)).toBeGreaterThan(0);
});
