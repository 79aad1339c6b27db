import { expect, test } from 'vitest';
import { checks } from '../checks/index.ts';
import { run } from '../engine/runner.ts';
import { Concluded } from '../engine/verdict.ts';
import type { Transport } from '../http/client.ts';
import { HONEST_KEYS, honestTarget } from '../lab/targets/honest-target.ts';
import { createSchemaBudget } from './schema-budget.ts';

/** Returns the reason for which the budget refuses an act, or its result. */
function readOutcome(act: () => unknown): unknown {
  try {
    return act();
  } catch (thrown) {
    if (!(thrown instanceof Concluded)) throw thrown;
    return 'reason' in thrown.verdict ? thrown.verdict.reason : thrown.verdict.kind;
  }
}

test('returns the result of an act within the budget, and rethrows its error', () => {
  const budget = createSchemaBudget();
  expect(budget.spend(() => 7)).toBe(7);
  expect(() =>
    budget.spend(() => {
      throw new RangeError('inside');
    }),
  ).toThrow('inside');
});

test('refuses further acts once the total CPU time is spent', () => {
  let usedMs = 0;
  const budget = createSchemaBudget({ cpuMs: 5000, usedCpuMs: () => usedMs });
  const judgement = () => {
    usedMs += 1900;
    return 'judged';
  };
  const outcomes = Array.from({ length: 5 }, () => readOutcome(() => budget.spend(judgement)));
  const spent = 'validation with schemas took more than 5 s in this run';
  expect(outcomes).toEqual(['judged', 'judged', 'judged', spent, spent]);
});

test('ends at the timeout of the run, and interrupts a running regular expression', () => {
  let leftMs = 30;
  const budget = createSchemaBudget({ leftMs: () => leftMs });
  const endless = () => /^(((((.)+)+)+)+)+ $/.test('x'.repeat(60));
  expect(readOutcome(() => budget.spend(endless))).toBe("the run's time was up");
  leftMs = 0;
  expect(readOutcome(() => budget.spend(() => 7))).toBe("the run's time was up");
});

test('a check of the published document is inconclusive if the run times out during validation', async () => {
  let nowMs = 0;
  const slow: Transport = async (request) => {
    if (request.url.endsWith('/public-openapi.json')) nowMs += 700_000;
    return honestTarget()(request);
  };
  const id = 'contract/responses-keep-the-published-document';
  const only = checks.filter((one) => one.id === id || one.id === 'portal/holds-the-documented-groups');
  const { results } = await run({
    target: 'http://t.test',
    keys: HONEST_KEYS,
    checks: only,
    transport: slow,
    now: () => nowMs,
  });
  const found = results.find((one) => one.id === id);
  expect([found?.outcome, found?.reason]).toEqual(['inconclusive', expect.stringContaining("the run's time was up")]);
});
