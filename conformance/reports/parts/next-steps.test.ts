import { expect, test } from 'vitest';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { CheckResult } from '../../engine/results/result.ts';
import type { Remedy } from '../../reading/verdicts/verdict.ts';
import {
  createRun,
  failedAdvice,
  failedCheck,
  fullRun,
  passedCheck,
  untestableCheck,
} from '../../testing/made-up-results.ts';
import { formatHtmlReport } from '../html.ts';
import { formatMarkdownReport } from '../markdown.ts';
import { formatTextReport } from '../text.ts';
import { listNextSteps } from './next-steps.ts';
import { describeEffect, summariseRun } from './summary.ts';

const { remedy: _, ...withoutRemedy } = untestableCheck;
let made = 0;
const undecided = (remedy: Remedy | undefined, changes: Partial<CheckResult> = {}): CheckResult => {
  made += 1;
  return { ...withoutRemedy, id: `made/up-${made}`, ...omitUndefined({ remedy }), ...changes };
};
const kindsOf = (...results: CheckResult[]) => listNextSteps(createRun(...results)).map(({ kind }) => kind);
const ADVICE = { decides: false };

test('the step for most required checks comes first, then the one for most advice', () => {
  expect(
    kindsOf(
      undecided({ kind: 'other-scope-key' }, ADVICE),
      undecided({ kind: 'other-scope-key' }, ADVICE),
      undecided({ kind: 'other-scope-key' }, ADVICE),
      undecided({ kind: 'read-only-key' }),
      undecided({ kind: 'writes' }),
      undecided({ kind: 'writes' }, ADVICE),
    ),
  ).toEqual(['writes', 'read-only-key', 'other-scope-key']);
});

test('of equally useful steps, the easiest comes first', () => {
  expect(kindsOf(undecided(undefined), undecided({ kind: 'writes' }), undecided({ kind: 'other-scope-key' }))).toEqual([
    'other-scope-key',
    'writes',
    'data',
  ]);
});

test('missing data are one step for each reason, and an accident needs another run', () => {
  const steps = listNextSteps(
    createRun(
      undecided(undefined, { reason: 'needs transactions' }),
      undecided(undefined, { reason: 'needs transactions' }),
      undecided(undefined, { reason: 'needs a batch' }),
      undecided(undefined, { outcome: 'inconclusive', reason: 'the rows changed' }),
    ),
  );
  expect(steps.map(({ kind, detail, required }) => [kind, detail, required.length])).toEqual([
    ['data', 'needs transactions', 2],
    ['data', 'needs a batch', 1],
    ['repeat', 'the rows changed', 1],
  ]);
});

test.each([
  [
    'inferred',
    'write a config, and set bindings.money.form, bindings.disputes.amount in it',
    'fleetkit conform init https://portal.example',
  ],
  ['config', 'set or confirm in the config', 'bindings.money.form, bindings.disputes.amount'],
] as const)(
  'missing bindings are one step, with their names, if bindings are from the origin %s',
  (origin, action, detail) => {
    const money = undecided({ kind: 'binding', name: 'money.form' });
    const run = createRun(money, undecided({ kind: 'binding', name: 'disputes.amount' }), {
      ...money,
      id: 'made/again',
    });
    const [step, ...others] = listNextSteps({
      ...run,
      bindings: { origin, contract: 'published', found: [], missing: [] },
    });
    expect(others).toEqual([]);
    expect(step).toMatchObject({ kind: 'binding', action, detail });
  },
);

test('checks that the baseline excuses need no step', () => {
  const known = { reason: 'no writes here', isExpired: false };
  expect(kindsOf(undecided({ kind: 'writes' }, { known }))).toEqual([]);
  expect(kindsOf(undecided({ kind: 'writes' }, { known: { ...known, isExpired: true } }))).toEqual(['writes']);
});

test('the summary counts required checks and advice apart, and names the checks that failed', () => {
  const { wrong, unverified, advice, next } = summariseRun(
    createRun(
      failedCheck,
      failedAdvice,
      undecided({ kind: 'writes' }),
      undecided({ kind: 'writes' }, ADVICE),
      undecided({ kind: 'read-only-key' }),
    ),
  );
  expect(wrong).toEqual([{ text: '1 required check failed', ids: [failedCheck.id] }]);
  expect(advice).toEqual({ text: '1 recommendation not followed', ids: [failedAdvice.id] });
  expect(unverified).toBe('2 required checks, 1 advice check');
  expect(next && describeEffect(next)).toBe('1 required check failed');
});

test('the summary names baseline entries that are out of date', () => {
  expect(summariseRun(fullRun).wrong.at(-1)).toEqual({
    text: '2 baseline entries out of date',
    ids: ['auth/missing-key-is-refused', 'auth/writes-need-a-key'],
  });
});

test('the summary of a run without findings is empty', () => {
  expect(summariseRun({ ...createRun(passedCheck), exitReason: 'no required check failed' })).toEqual({
    outcome: 'no required check failed',
    wrong: [],
    unverified: '',
  });
});

test('a run without failures begins with its result, and calls advice advice', () => {
  const run = createRun(failedAdvice, undecided({ kind: 'writes' }));
  const result = {
    ...run,
    exitCode: 4,
    exitReason: 'no failures, but 1 required check could not be verified',
  } as const;
  const lines = formatTextReport(result).split('\n');
  expect(lines[3]).toMatch(/^Result +no failures, but 1 required check/);
  expect(lines.find((line) => line.startsWith('Advice'))).toContain('1 recommendation not followed: ');
  for (const format of [formatTextReport, formatMarkdownReport, formatHtmlReport])
    expect(format(result)).not.toMatch(/Wrong/);
});

test('the first step of a run with failures is to reproduce the first one, with its command', () => {
  const [step, ...others] = listNextSteps(createRun(undecided({ kind: 'writes' }), failedCheck));
  expect(step).toMatchObject({ kind: 'failure', detail: failedCheck.request?.curl, required: [failedCheck.id] });
  expect(others.map(({ kind }) => kind)).toEqual(['writes']);
  expect(listNextSteps(createRun(failedAdvice))).toEqual([]);
  expect(formatTextReport(createRun(failedCheck)).split('\n')).toContain(
    ' '.repeat('Not verified  '.length) + (failedCheck.request?.curl ?? ''),
  );
});
