import { describe, expect, test } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { harbourGroundTruth as truthOfHarbour } from '../../../lab/targets/harbour/ground-truth.ts';
import { harbour } from '../../../lab/targets/harbour/index.ts';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { ledgerlineGroundTruth as truthOfLedgerline } from '../../../lab/targets/ledgerline/ground-truth.ts';
import { ledgerline } from '../../../lab/targets/ledgerline/index.ts';
import { checks } from '../../checks/index.ts';
import { run } from '../../engine/runner.ts';
import type { Transport } from '../../http/client.ts';
import { gradeBindings, inferForTest } from './testing/grading.ts';

const SEEDS = sample([3, 1, 2, 4, 5], 1);
const pickKeys = (keys: ReadonlyMap<string, string>, ...names: string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name, keys.get(name) ?? '']));

const CASES = SEEDS.flatMap((seed) =>
  [
    { target: harbour, truth: truthOfHarbour, names: ['pier-owner', 'reef-owner'], atLeast: 72, atMost: 60 },
    { target: ledgerline, truth: truthOfLedgerline, names: ['owner', 'neighbour'], atLeast: 75, atMost: 60 },
  ].map((one) => ({ ...one, seed, name: one.target.name, keys: pickKeys(one.target.keys, ...one.names) })),
);

describe.each(CASES)('$name with the data of seed $seed', ({ target, truth, keys, seed, atLeast, atMost }) => {
  test('infers no wrong binding, and finds nearly all', async () => {
    const { bindings, portal, requests } = await inferForTest(target.transport({ seed }), keys);
    const { right, wrong } = gradeBindings(bindings, truth, portal);
    expect(wrong).toEqual([]);
    expect(right.length).toBeGreaterThanOrEqual(atLeast);
    expect(requests).toBeLessThanOrEqual(atMost);
  });

  test('runs all checks with the inferred bindings, and none fails', async () => {
    const transport: Transport = target.transport({ seed });
    const { results } = await run({ target: 'http://target.test', keys, checks, transport, bindings: 'infer', seed });
    expect(results).toHaveLength(checks.length);
    expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
    const applicable = results.filter(({ outcome }) => outcome !== 'not-applicable');
    const passed = applicable.filter(({ outcome }) => outcome === 'pass');
    expect(passed.length).toBeGreaterThan(0.85 * applicable.length);
  });
});

test('recognises a target in the form of the built-in contract, also with a single key', async () => {
  for (const keys of [HONEST_KEYS, pickKeys(HONEST_KEYS, 'east'), pickKeys(HONEST_KEYS, 'clerk')]) {
    const { bindings } = await inferForTest(honestTarget(), keys);
    expect(bindings.origin).toBe('builtin');
  }
});
