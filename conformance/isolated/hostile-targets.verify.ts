import { test } from 'vitest';
import { expectBoundedRun } from '../testing/hostile-targets/expect-bounded-run.ts';
import { hostileTargets } from '../testing/hostile-targets/index.ts';

/*
 * Runs the command against every hostile target, in a separate process, whose memory is measured.
 */

test.each(hostileTargets.map((target) => [target.name, target] as const))(
  'a run against a target that %s ends with a report, within its memory',
  (_, target) => expectBoundedRun(target, 15),
);
