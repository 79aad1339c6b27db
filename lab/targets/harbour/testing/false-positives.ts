import { checks } from '../../../../conformance/checks/index.ts';
import { run } from '../../../../conformance/engine/runner.ts';
import { harbourBindings } from '../../target-bindings.ts';
import { harbour } from '../index.ts';

/** Rates of arriving transactions: from very few during a check to one with every request. */
const PACES = [0.02, 0.1, 0.3, 1] as const;

/**
 * Runs every check against a correct harbour whose data change, and returns the ids of checks with a false positive.
 */
export async function listFalsePositives(seed: number): Promise<readonly string[]> {
  const perRequest = PACES[seed % PACES.length] ?? 1;
  const { results } = await run({
    target: 'http://harbour.test',
    keys: harbour.keys,
    checks,
    bindings: harbourBindings,
    seed,
    transport: harbour.transport({ seed, changing: { perRequest } }),
  });
  if (!results.some(({ outcome }) => outcome === 'pass')) throw new Error('harbour passed no check');
  return results.filter(({ outcome }) => ['fail', 'warning', 'error'].includes(outcome)).map(({ id }) => id);
}
