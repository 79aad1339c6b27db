import { beforeAll, describe, expect, test } from 'vitest';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { checks, type RunResult, runConformance, type Transport } from '../../conformance/index.ts';
import { allCorrectTargets, allFaultyTargets } from './all-faulty-targets.ts';
import {
  countByArea,
  type DetectionMatrix,
  evaluateTarget,
  listNeverFailed,
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

  test('no check fails on a correct target, and each must-check fails on a faulty one', () => {
    expect([matrix.falsePositives, listNeverFailed(matrix)]).toEqual([[], []]);
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
/** The other targets have one set of data. */
const chooseSeeds = (name: string): readonly number[] => (name === 'sandbox' ? SEEDS : [1]);

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

const runChecks = (
  { address, keys, bindings }: (typeof allCorrectTargets)[number],
  transport: Transport,
): Promise<RunResult> => runConformance({ target: address, keys, checks, transport, ...omitUndefined({ bindings }) });
