import { describe, expect, test } from 'vitest';
import { isThorough, sample } from '../../../base/testing/depth.ts';
import { bankingGroundTruth } from '../../../lab/independent/ground-truth.ts';
import { bankingService } from '../../../lab/independent/services.ts';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { checks } from '../../checks/index.ts';
import { run } from '../../engine/runner.ts';
import { gradeBindings, inferForTest } from './testing/grading.ts';

const pickKeys = (keys: ReadonlyMap<string, string>, ...names: string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [name, keys.get(name) ?? '']));

describe('a service that others wrote, with the keys of two administrators', () => {
  const keys = pickKeys(bankingService.keys, 'PSADM01', 'GCADM01');

  test('infers no wrong binding except the known one, and finds nearly all', async () => {
    const { bindings, portal, requests } = await inferForTest(bankingService.open(), keys);
    const { right, wrong } = gradeBindings(bindings, bankingGroundTruth, portal);
    // the code of the status has other values in resolved disputes, as the resolution has
    expect(wrong.map(({ slot }) => slot)).toEqual(['disputes.resolution']);
    expect(right.length).toBeGreaterThanOrEqual(70);
    expect(requests).toBeLessThanOrEqual(62);
  });

  test('runs checks with the inferred bindings, and none fails', async () => {
    const transport = bankingService.open();
    const tried = sample(checks, 12);
    const { results } = await run({
      target: 'http://target.test',
      keys,
      checks: tried,
      transport,
      bindings: 'infer',
      seed: 1,
    });
    expect(results).toHaveLength(tried.length);
    expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
    const applicable = results.filter(({ outcome }) => outcome !== 'not-applicable');
    const passed = applicable.filter(({ outcome }) => outcome === 'pass');
    expect(passed.length).toBeGreaterThan((isThorough ? 0.85 : 0.7) * applicable.length);
  });
});

test('recognises a target in the form of the built-in contract, also with a single key', async () => {
  for (const keys of [HONEST_KEYS, pickKeys(HONEST_KEYS, 'east'), pickKeys(HONEST_KEYS, 'clerk')]) {
    const { bindings } = await inferForTest(honestTarget(), keys);
    expect(bindings.origin).toBe('builtin');
  }
});
