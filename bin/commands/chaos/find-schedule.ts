import { isDeepStrictEqual } from 'node:util';
import type { NewFaultRule } from '../../library/client/faults.ts';
import { createRules, type ScheduledFault, sortSchedule } from './schedule.ts';

/** The result of the user's tests in one sandbox. */
export interface TestRun {
  readonly isPassed: boolean;
  readonly applied: readonly ScheduledFault[];
}

/** Runs the user's tests in a new sandbox with these rules. */
export type RunTests = (rules: readonly NewFaultRule[]) => Promise<TestRun>;

/** The result of a search. */
export type Found =
  /** The tests fail in a sandbox without rules. */
  | { readonly outcome: 'fails_without_faults' }
  /** The tests survived the faults. */
  | { readonly outcome: 'passed'; readonly applied: readonly ScheduledFault[] }
  /** The tests failed, and passed when the same faults were repeated. */
  | { readonly outcome: 'not_repeatable'; readonly schedule: readonly ScheduledFault[] }
  /** The tests fail with these faults, and pass if any one of them is left out. */
  | { readonly outcome: 'failed'; readonly schedule: readonly ScheduledFault[] };

export interface SearchOptions {
  readonly runTests: RunTests;
  readonly rules: readonly NewFaultRule[];
  /** Receives one line for each step. */
  readonly report: (line: string) => void;
}

/** How often a schedule must fail before it counts. */
const REPETITIONS = 3;

/** Runs the tests without faults, then with the rules. If they fail, finds the smallest schedule of faults with which they fail. */
export async function findSchedule({ runTests, rules, report }: SearchOptions): Promise<Found> {
  report('Without faults …');
  if (!(await runTests([])).isPassed) return { outcome: 'fails_without_faults' };
  report('With faults …');
  const first = await runTests(rules);
  const schedule = sortSchedule(first.applied);
  if (first.isPassed) return { outcome: 'passed', applied: schedule };
  report(`The tests fail with ${formatCount(schedule)}. Repeating them …`);
  const fails = async (candidate: readonly ScheduledFault[]): Promise<boolean> => {
    for (let n = 0; n < REPETITIONS; n += 1) if ((await runTests(createRules(candidate))).isPassed) return false;
    return true;
  };
  if (!(await fails(schedule))) return { outcome: 'not_repeatable', schedule };
  const stillFails = async (candidate: readonly ScheduledFault[]): Promise<boolean> => {
    const isFailing = await fails(candidate);
    report(`${isFailing ? 'Still fails' : 'Passes'} with ${formatCount(candidate)}.`);
    return isFailing;
  };
  const smallest = await shrink(schedule, stillFails);
  return { outcome: 'failed', schedule: await shrinkRenumbered(smallest, stillFails) };
}

/**
 * Leaves out faults that only make the client repeat a request, so that the numbers of later requests are higher: without such a fault,
 * the later ones of the same requests get lower numbers. Returns a failing schedule.
 */
async function shrinkRenumbered(
  failing: readonly ScheduledFault[],
  fails: (candidate: readonly ScheduledFault[]) => Promise<boolean>,
): Promise<readonly ScheduledFault[]> {
  for (const left of failing) {
    const isLater = (one: ScheduledFault): boolean =>
      one.nth > left.nth && isDeepStrictEqual(one.conditions, left.conditions);
    if (!failing.some(isLater)) continue;
    const candidate = failing
      .filter((one) => one !== left)
      .map((one) => (isLater(one) ? { ...one, nth: one.nth - 1 } : one));
    if (await fails(candidate)) return await shrinkRenumbered(await shrink(candidate, fails), fails);
  }
  return failing;
}

const formatCount = ({ length }: readonly unknown[]): string => `${length} ${length === 1 ? 'fault' : 'faults'}`;

/**
 * Returns a part of a failing list that still fails, and passes without any one of its items. Leaves out halves first, then smaller
 * parts. The empty list must pass.
 */
export async function shrink<Item>(
  failing: readonly Item[],
  fails: (candidate: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let current = failing;
  for (let size = Math.ceil(current.length / 2); size >= 1; ) {
    let isSmaller = false;
    for (let start = 0; start < current.length; ) {
      const candidate = current.toSpliced(start, size);
      if (candidate.length > 0 && (await fails(candidate))) {
        current = candidate;
        isSmaller = true;
      } else start += size;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (!isSmaller) break; // no single item can be left out
  }
  return current;
}
