import { describe, expect, test } from 'vitest';
import { sample } from '../../../spec/testing/depth.ts';
import { checks } from '../../checks/index.ts';
import { run } from '../../engine/runner.ts';
import type { Transport } from '../../http/client.ts';
import { harbourGroundTruth as truthOfHarbour } from '../../lab/targets/harbour/ground-truth.ts';
import { harbour } from '../../lab/targets/harbour/index.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { ledgerlineGroundTruth as truthOfLedgerline } from '../../lab/targets/ledgerline/ground-truth.ts';
import { ledgerline } from '../../lab/targets/ledgerline/index.ts';
import { grade, inferredOf } from './testing/grading.ts';

const SEEDS = sample([1, 2, 3, 4, 5], 2);
const two = (keys: ReadonlyMap<string, string>, ...names: string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name, keys.get(name) ?? '']));

const CASES = SEEDS.flatMap((seed) =>
  [
    { target: harbour, truth: truthOfHarbour, names: ['pier-owner', 'reef-owner'], atLeast: 72, atMost: 60 },
    { target: ledgerline, truth: truthOfLedgerline, names: ['owner', 'neighbour'], atLeast: 75, atMost: 60 },
  ].map((one) => ({ ...one, seed, name: one.target.name, keys: two(one.target.keys, ...one.names) })),
);

describe.each(CASES)('$name with the data of seed $seed', ({ target, truth, keys, seed, atLeast, atMost }) => {
  test('nothing that is relied on is wrong, and nearly everything is found', async () => {
    const { bindings, portal, requests } = await inferredOf(target.transport({ seed }), keys);
    const { right, wrong } = grade(bindings, truth, portal);
    expect(wrong).toEqual([]);
    expect(right.length).toBeGreaterThanOrEqual(atLeast);
    expect(requests).toBeLessThanOrEqual(atMost);
  });

  test('all checks run on what was found, and no rule is said to be broken', async () => {
    const transport: Transport = target.transport({ seed });
    const { results } = await run({ target: 'http://target.test', keys, checks, transport, bindings: 'infer', seed });
    expect(results).toHaveLength(checks.length);
    expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(0.85 * checks.length);
  });
});

test("a target in the shape of the kit's contract is taken for what it is, from one key too", async () => {
  for (const keys of [HONEST_KEYS, two(HONEST_KEYS, 'east'), two(HONEST_KEYS, 'clerk')]) {
    const { bindings } = await inferredOf(honestTarget(), keys);
    expect(bindings.origin).toBe('builtin');
  }
});
