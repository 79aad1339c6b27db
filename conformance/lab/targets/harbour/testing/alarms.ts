import { checks } from '../../../../checks/index.ts';
import { run } from '../../../../engine/runner.ts';
import { bindingsOfHarbour } from '../../bindings-of-targets.ts';
import { harbour } from '../index.ts';

/** How fast transactions come in, in turns: hardly any during a check, up to one with every request. */
const PACES = [0.02, 0.1, 0.3, 1] as const;

/** Runs every check against a correct harbour whose fleet moves, and gives the ids of those that raise an alarm. */
export async function alarmsWhileMoving(seed: number): Promise<readonly string[]> {
  const perRequest = PACES[seed % PACES.length] ?? 1;
  const { results } = await run({
    target: 'http://harbour.test',
    keys: harbour.keys,
    checks,
    bindings: bindingsOfHarbour,
    seed,
    transport: harbour.transport({ seed, moving: { perRequest } }),
  });
  if (!results.some(({ outcome }) => outcome === 'pass')) throw new Error('the harbour passed nothing');
  return results.filter(({ outcome }) => ['fail', 'warning', 'error'].includes(outcome)).map(({ id }) => id);
}
