import { HONEST_KEYS } from '../../lab/targets/honest-target.ts';
import { checks } from '../checks/index.ts';
import { run } from '../engine/runner.ts';
import type { Transport } from '../http/client.ts';
import type { Depth } from '../reading/verdicts/sampling.ts';
import type { CheckOutcome } from '../reading/verdicts/verdict.ts';

/** Runs one check against a target with the keys of the honest one, and returns its outcome. */
export async function judgeTarget(id: string, transport: Transport, depth: Depth = 'standard'): Promise<CheckOutcome> {
  const only = checks.filter((check) => check.id === id);
  const { results } = await run({ target: 'http://target.test', keys: HONEST_KEYS, checks: only, transport, depth });
  const [result] = results;
  if (result === undefined) throw new Error(`there is no check ${id}`);
  return result.outcome;
}
