import { expect, test } from 'vitest';
import { expectBoundedRun } from '../testing/hostile-targets/expect-bounded-run.ts';
import { hostileTargets } from '../testing/hostile-targets/index.ts';

/** `npm run verify` runs all hostile targets. `../hostile-targets.test.ts` has a pattern with exponential matching time. */
const FAST = ['has 5 million empty arrays'];
const chosen = hostileTargets.filter(({ name }) => FAST.includes(name));

test('selects each of the fast targets', () => expect(chosen).toHaveLength(FAST.length));

test.each(chosen.map((target) => [target.name, target] as const))(
  'a run against a target that %s ends with a report, within its memory',
  (_, target) => expectBoundedRun(target, 10),
);
