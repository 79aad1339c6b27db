import { mutants } from '../../lab/mutants/index.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { applyBaseline, type Baseline } from '../baseline/baseline.ts';
import { checks } from '../checks/index.ts';
import type { RunResult } from '../engine/results/result.ts';
import { run } from '../engine/runner.ts';
import type { Transport } from '../http/client.ts';
import { addHostileText } from './hostile-text-target.ts';

/** The faults of the sample: one for each kind of failure in a report. */
const FAULTS = [
  'limit-gives-one-more',
  'sort-as-text',
  'scope-terminal-filter-bypasses-it',
  'card-number-in-a-timeline',
  'auth-refusal-is-404',
  'feeds-dates-unreadable',
  'disputes-reviewer-comes-early',
];

const SAMPLE_INSTANT = Date.UTC(2026, 10, 2, 15);

/** A baseline with an entry in each state. */
const SAMPLE_BASELINE: Baseline = [
  {
    list: 'failures',
    check: 'limit/restricts-the-rows',
    reason: 'Paging is rewritten in the next release',
    owner: 'data team',
    expires: '2027-01-31',
  },
  { list: 'failures', check: 'auth/missing-key-is-refused', reason: 'The gateway accepted every key' },
  { list: 'untestable', check: 'auth/writes-need-a-key', reason: 'Staging may not be written to' },
  { list: 'failures', check: 'sort/amt-comp-descends', reason: 'Until the index is built', expires: '2026-10-31' },
  { list: 'failures', check: 'scope/gone', reason: 'Not run today' },
];

/** Runs all checks against a target with faults of several kinds. `around` may wrap the target. The clock is fixed. */
export async function sampleRun(around = (target: Transport): Transport => target): Promise<RunResult> {
  const result = await run({
    target: 'http://portal.example',
    keys: HONEST_KEYS,
    checks,
    transport: around(createFaultyTarget()),
    now: () => SAMPLE_INSTANT,
    wait: async () => undefined,
  });
  return {
    ...applyBaseline(result, SAMPLE_BASELINE, SAMPLE_INSTANT),
    choices: [
      {
        id: 'lists.default_order',
        title: 'Default order of transactions',
        gap: 'lists.order',
        reading: 'newest first',
        evidence: [],
      },
      {
        id: 'limit.zero',
        title: 'Response to `limit=0`',
        gap: 'lists.limit_bounds',
        reading: 'a refusal (400)',
        evidence: [],
      },
    ],
  };
}

let usual: Promise<RunResult> | undefined;
let hostile: Promise<RunResult> | undefined;

/** Returns the run without a wrapper. Test files of one process share it. */
export function readSampleRun(): Promise<RunResult> {
  usual ??= sampleRun();
  return usual;
}

/** Returns the run whose target sends hostile text. Test files of one process share it. */
export function readHostileSampleRun(): Promise<RunResult> {
  hostile ??= sampleRun(addHostileText);
  return hostile;
}

/** Creates a target with all faults of the sample. */
function createFaultyTarget(): Transport {
  return mutants
    .filter(({ id }) => FAULTS.includes(id))
    .reduce<Transport>((transport, mutant) => mutant.alter(transport), honestTarget());
}
