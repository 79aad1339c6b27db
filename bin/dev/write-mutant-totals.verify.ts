import { beforeAll, describe, expect, test } from 'vitest';
import { checks, type RunResult, runConformance, type Transport } from '../../conformance/index.ts';
import {
  judge,
  type KillMatrix,
  killMatrix,
  neverFailed,
  neverPassed,
  selfMutation,
  totalsOf,
} from '../../conformance/lab/matrix/index.ts';
import { harbour } from '../../conformance/lab/targets/harbour/index.ts';
import { allFaultyTargets, allSubjects } from './all-faulty-targets.ts';

/*
 * Tests of fault detection that are too slow for every change. Prints its figures, so that they can be quoted.
 */

const print = (text: string): void => void process.stdout.write(`${text}\n`);

describe('all checks on every faulty target', () => {
  let matrix: KillMatrix;
  beforeAll(async () => {
    matrix = await killMatrix({ faultyTargets: allFaultyTargets, checks, isFull: true, isWhole: true });
  }, 30 * 60_000);

  test('have no false positives, and each check of level must passes and fails at least once', () => {
    expect([matrix.falseAlarms, neverPassed(matrix), neverFailed(matrix)]).toEqual([[], [], []]);
  });

  test('detect at least 95 % of the detected mutants for the right reason', () => {
    const all = totalsOf(matrix).at(-1);
    const noticed = (all?.found ?? 0) + (all?.elsewhere ?? 0);
    print(`${all?.found} of ${all?.planted} found, ${all?.elsewhere} only by unrelated checks`);
    expect(noticed).toBeGreaterThan(300);
    expect((all?.found ?? 0) / noticed).toBeGreaterThanOrEqual(0.95);
  });

  /** Checks whose removal no test detects, each with a reason. */
  const UNMISSED: Readonly<Record<string, string>> = {};

  test('detect the removal and the negation of every check', async () => {
    const found = await selfMutation(matrix, { faultyTargets: allFaultyTargets, checks });
    const unnoticed = found.filter(
      (one) => one.missedWhenDropped === undefined || one.accusedWhenNegated === undefined,
    );
    print(`${found.length - unnoticed.length} of ${found.length} checks are missed when dropped and when negated`);
    expect(unnoticed.map(({ id }) => id).sort()).toEqual(Object.keys(UNMISSED).sort());
  });
});

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
/** Returns the seeds of a target. The small target has one data set. */
const seedsOf = (name: string): readonly number[] => (name === 'honest' ? [1] : SEEDS);

describe.each(allSubjects.map((subject) => [subject.name, subject] as const))('%s', (_, subject) => {
  test('has no failures with any seed', async () => {
    const accused: string[] = [];
    for (const seed of seedsOf(subject.name))
      for (const { id, outcome } of await judge(subject, { open: () => subject.open(seed) }, checks))
        if (outcome === 'fail' || outcome === 'error') accused.push(`${id} with seed ${seed}`);
    expect(accused).toEqual([]);
  });

  test.each(['401', '404', '503', '200 and []', '200 and {}'])(
    'passes no check with the constant response %s',
    async (says) => {
      const [status = '', body = ''] = says.split(' and ');
      const { results, exitCode } = await judged(subject, async () => ({
        status: Number(status),
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from(body),
      }));
      expect(results.filter(({ outcome }) => outcome === 'pass')).toEqual([]);
      expect(exitCode).toBe(3);
    },
  );
});

/** Ten new rows per hundred requests. */
const NEW_ROWS_PER_REQUEST = 0.1;

test('has no false positives in 50 runs on a target whose rows change during the run', async () => {
  const subject = allSubjects.find(({ name }) => name === harbour.name);
  if (subject === undefined) throw new Error('harbour is not in the list of correct targets');
  let open = 0;
  let judgedInAll = 0;
  const accused: string[] = [];
  for (let seed = 1; seed <= 50; seed++) {
    const { results } = await judged(
      subject,
      harbour.transport({ seed, moving: { perRequest: NEW_ROWS_PER_REQUEST } }),
    );
    judgedInAll += results.length;
    open += results.filter(({ outcome }) => outcome === 'inconclusive').length;
    for (const { id, outcome, saw } of results)
      if (outcome === 'fail' || outcome === 'error') accused.push(`${id} with seed ${seed}: ${saw}`);
  }
  print(`${open} of ${judgedInAll} verdicts were inconclusive while rows moved`);
  expect(accused).toEqual([]);
  expect(open / judgedInAll).toBeLessThanOrEqual(0.05);
});

const judged = ({ address, keys, bindings }: (typeof allSubjects)[number], transport: Transport): Promise<RunResult> =>
  runConformance({ target: address, keys, checks, transport, ...(bindings === undefined ? {} : { bindings }) });
