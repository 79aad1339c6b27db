import { describe, expect, test } from 'vitest';
import { sampleCovering } from '../../base/testing/depth.ts';
import { checks } from '../../conformance/checks/index.ts';
import { run } from '../../conformance/engine/runner.ts';
import type { CheckOutcome } from '../../conformance/reading/verdicts/verdict.ts';
import { HONEST_EXPECTATIONS, HONEST_KEYS, honestTarget } from '../targets/honest-target.ts';
import { mutants } from './index.ts';

const byId = new Map(checks.map((one) => [one.id, one]));

/** The small target never passes the built-in contract: its mutant runs on the sandbox. */
const NOT_HERE = new Set(['contract/responses-keep-the-builtin-contract']);

const KEPT: ReadonlySet<CheckOutcome> = new Set(['pass', 'not-applicable']);
const isNoticed = (outcome: CheckOutcome): boolean => outcome === 'fail' || outcome === 'warning';

describe('the checks that a mutant names', () => {
  test.each(sampleCovering(mutants, ({ kills }) => kills).map((mutant) => [mutant.id, mutant] as const))(
    'notice %s',
    async (_, mutant) => {
      const named = mutant.kills.map((id) => byId.get(id)).filter((one) => one !== undefined);
      expect(named).toHaveLength(mutant.kills.length);
      const { results } = await run({
        depth: 'thorough',
        target: 'http://target.test',
        keys: HONEST_KEYS,
        expectations: HONEST_EXPECTATIONS,
        checks: named,
        transport: mutant.alter(honestTarget()),
        allowWrites: true,
      });
      const reported = results.map(
        ({ id, outcome, reason }) => `${id} ${isNoticed(outcome) ? 'noticed' : `${outcome} ${reason}`}`,
      );
      const advice = `change the check, or the mutant ${mutant.id} in lab/mutants/`;
      expect(reported.sort(), advice).toEqual(mutant.kills.map((id) => `${id} noticed`).sort());
    },
  );
});

test('every must-check fails on a mutant', () => {
  const killed = new Set(mutants.flatMap(({ kills }) => kills));
  const unseen = checks.filter(({ id, level }) => level === 'must' && !killed.has(id)).map(({ id }) => id);
  expect(checks.length).toBeGreaterThan(60);
  expect(unseen, 'add a mutant that names the check in `kills` to the file of its topic in lab/mutants/').toEqual([]);
});

test('a correct target fails no check, and the untestable checks are known', async () => {
  const { results, exitCode } = await run({
    depth: 'thorough',
    target: 'http://target.test',
    keys: HONEST_KEYS,
    expectations: HONEST_EXPECTATIONS,
    checks,
    transport: honestTarget(),
    allowWrites: true,
  });
  expect(results).toHaveLength(checks.length);
  expect(results.filter(({ outcome, id }) => !KEPT.has(outcome) && !NOT_HERE.has(id))).toEqual([]);
  expect(exitCode).toBe(0);
});

test('mutants have unique ids', () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
});

test('the generated table lists the titles of the mutants of each check', async () => {
  const lines = checks.flatMap(({ id }) => {
    const titles = mutants.filter(({ kills }) => kills.includes(id)).map(({ title }) => `    ${JSON.stringify(title)}`);
    return titles.length === 0 ? [] : [`  ${JSON.stringify(id)}: [\n${titles.join(',\n')}\n  ]`];
  });
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot(
    '../../conformance/checks/generated/mutant-titles.json',
  );
});
