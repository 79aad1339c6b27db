import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChaosRules } from './chaos-rules.ts';
import { findSchedule, type RunTests, shrink } from './find-schedule.ts';
import { createRules, type ScheduledFault, sortSchedule } from './schedule.ts';

const createFault = (operation: string, nth: number): ScheduledFault => ({
  conditions: { operation },
  nth,
  effect: { type: 'body_cut' },
});

const FAULTS = [1, 2, 3, 4].flatMap((nth) => [createFault('getPortal', nth), createFault('listDisputes', nth)]);
const rules = createChaosRules({ seed: 7, rate: 0.2, delayMs: 1, hasRedirects: false });

/** Returns tests that fail if all faults of `needed` were applied. */
function createTests(needed: readonly ScheduledFault[]): RunTests {
  return async (played) => {
    const isChaos = played.some(({ probability }) => probability !== undefined);
    const applied = isChaos
      ? FAULTS
      : played.flatMap(({ operation = '', nth = [] }) => nth.map((n) => createFault(operation, n)));
    const texts = new Set(applied.map((fault) => JSON.stringify(fault)));
    return { isPassed: !needed.every((fault) => texts.has(JSON.stringify(fault))) || applied.length === 0, applied };
  };
}

const search = (runTests: RunTests) => findSchedule({ runTests, rules, report: () => undefined });

test('finds the faults with which the tests fail', async () => {
  const needed = [createFault('getPortal', 3), createFault('listDisputes', 2)];
  expect(await search(createTests(needed))).toEqual({ outcome: 'failed', schedule: needed });
});

test('leaves out faults that only give the failing request a higher number', async () => {
  const repeated = [1, 2, 3].map(
    (nth): ScheduledFault => ({ ...createFault('getPortal', nth), effect: { type: 'delay' } }),
  );
  const fatal = createFault('getPortal', 5);
  /** Sends two requests, and repeats each after a delay. Fails after a cut body. */
  const runTests: RunTests = async (played) => {
    const isChaos = played.some(({ probability }) => probability !== undefined);
    const effects = new Map(
      isChaos
        ? [...repeated, fatal].map(({ nth, effect }) => [nth, effect.type])
        : played.flatMap(({ nth = [], effect }) => nth.map((one) => [one, effect.type] as const)),
    );
    let nth = 1;
    for (let answered = 0; answered < 2; nth += 1) {
      if (effects.get(nth) === 'body_cut') return { isPassed: false, applied: [...repeated, fatal] };
      if (!effects.has(nth)) answered += 1;
    }
    return { isPassed: true, applied: [] };
  };
  expect(await search(runTests)).toEqual({ outcome: 'failed', schedule: [createFault('getPortal', 2)] });
});

test('reports tests that pass', async () => {
  expect(await search(createTests([createFault('getPortal', 9)]))).toMatchObject({ outcome: 'passed' });
});

test('reports tests that fail without faults', async () => {
  const runTests: RunTests = async () => ({ isPassed: false, applied: [] });
  expect(await search(runTests)).toEqual({ outcome: 'fails_without_faults' });
});

test('does not count a schedule that fails only twice in three repetitions', async () => {
  let repetition = 0;
  const runTests: RunTests = async (played) => {
    if (played.length === 0) return { isPassed: true, applied: [] };
    repetition += 1;
    return { isPassed: repetition % 4 === 0, applied: FAULTS };
  };
  expect(await search(runTests)).toEqual({ outcome: 'not_repeatable', schedule: sortSchedule(FAULTS) });
});

test('shrinks to a list that passes without any one of its items', async () => {
  const numbers = fc.uniqueArray(fc.nat(30), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(numbers, fc.nat(), async (all, pick) => {
      const needed = all.filter((_, index) => (pick >> (index % 30)) % 2 === 1);
      const fails = async (candidate: readonly number[]) => needed.every((one) => candidate.includes(one));
      const smallest = await shrink(all, fails);
      expect(smallest).toEqual(needed.length === 0 ? smallest.slice(0, 1) : needed);
    }),
    { numRuns: 50 },
  );
});

test('writes one rule for each effect and condition', () => {
  expect(createRules(sortSchedule(FAULTS))).toEqual([
    { operation: 'getPortal', nth: [1, 2, 3, 4], effect: { type: 'body_cut' } },
    { operation: 'listDisputes', nth: [1, 2, 3, 4], effect: { type: 'body_cut' } },
  ]);
});
