import { beforeAll, describe, expect, test } from 'vitest';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { checks, type RunResult, runConformance, type Transport } from '../../conformance/index.ts';
import { harbour } from '../targets/harbour/index.ts';
import { allCorrectTargets, allFaultyTargets } from './all-faulty-targets.ts';
import {
  countByArea,
  type DetectionMatrix,
  evaluateTarget,
  listNeverFailed,
  listNeverPassed,
  measureDetection,
  mutateChecks,
} from './index.ts';

/* Fault-detection tests that are too slow for every change. They print their figures. */

const print = (text: string): void => void process.stdout.write(`${text}\n`);

describe('every faulty target against all checks', () => {
  let matrix: DetectionMatrix;
  beforeAll(async () => {
    matrix = await measureDetection({ faultyTargets: allFaultyTargets, checks, isFull: true, isWhole: true });
  }, 30 * 60_000);

  test('no check fails on a correct target, and each must-check passes on some target and fails on another', () => {
    expect([matrix.falsePositives, listNeverPassed(matrix), listNeverFailed(matrix)]).toEqual([[], [], []]);
  });

  test('an expected check detects at least 95 of 100 detected faults', () => {
    const all = countByArea(matrix).at(-1);
    const failed = (all?.detected ?? 0) + (all?.elsewhere ?? 0);
    print(`${all?.detected} of ${all?.injected} detected, ${all?.elsewhere} only by unrelated checks`);
    expect(failed).toBeGreaterThan(300);
    expect((all?.detected ?? 0) / failed).toBeGreaterThanOrEqual(0.95);
  });

  /** Checks whose alteration no test notices, each with its reason. */
  const UNMISSED: Readonly<Record<string, string>> = {};

  test('a dropped check misses a fault, and a negated check fails on a correct target', async () => {
    const found = await mutateChecks(matrix, { faultyTargets: allFaultyTargets, checks });
    const unnoticed = found.filter(
      (one) => one.missedWhenDisabled === undefined || one.failedWhenInverted === undefined,
    );
    print(`${found.length - unnoticed.length} of ${found.length} checks are noticed when dropped and when negated`);
    expect(unnoticed.map(({ id }) => id).sort()).toEqual(Object.keys(UNMISSED).sort());
  });
});

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
/** The small target has one set of data. */
const chooseSeeds = (name: string): readonly number[] => (name === 'honest' ? [1] : SEEDS);

describe.each(allCorrectTargets.map((subject) => [subject.name, subject] as const))('%s', (_, subject) => {
  test('passes every check with any seed', async () => {
    const failed: string[] = [];
    for (const seed of chooseSeeds(subject.name))
      for (const { id, outcome } of await evaluateTarget(subject, { open: () => subject.open(seed) }, checks))
        if (outcome === 'fail' || outcome === 'error') failed.push(`${id} with seed ${seed}`);
    expect(failed).toEqual([]);
  });

  test.each(['401', '404', '503', '200 and []', '200 and {}'])(
    'passes no check if it returns %s for everything',
    async (responseText) => {
      const [status = '', body = ''] = responseText.split(' and ');
      const { results, exitCode } = await runChecks(subject, async () => ({
        status: Number(status),
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from(body),
      }));
      expect(results.filter(({ outcome }) => outcome === 'pass')).toEqual([]);
      expect(exitCode).toBe(3);
    },
  );
});

/** Ten rows per second at a hundred requests per second. */
const NEW_ROWS_PER_REQUEST = 0.1;

test('no check fails in 50 runs on a service whose rows change during the run', async () => {
  const subject = allCorrectTargets.find(({ name }) => name === harbour.name);
  if (subject === undefined) throw new Error('harbour must be one of the correct targets');
  let open = 0;
  let judgedInAll = 0;
  const failed: string[] = [];
  for (let seed = 1; seed <= 50; seed++) {
    const { results } = await runChecks(
      subject,
      harbour.transport({ seed, changing: { perRequest: NEW_ROWS_PER_REQUEST } }),
    );
    judgedInAll += results.length;
    open += results.filter(({ outcome }) => outcome === 'inconclusive').length;
    for (const { id, outcome, saw } of results)
      if (outcome === 'fail' || outcome === 'error') failed.push(`${id} with seed ${seed}: ${saw}`);
  }
  print(`${open} of ${judgedInAll} verdicts were inconclusive while rows changed`);
  expect(failed).toEqual([]);
  expect(open / judgedInAll).toBeLessThanOrEqual(0.05);
});

const runChecks = (
  { address, keys, bindings }: (typeof allCorrectTargets)[number],
  transport: Transport,
): Promise<RunResult> => runConformance({ target: address, keys, checks, transport, ...omitUndefined({ bindings }) });
