import { checks } from '../../conformance/checks/index.ts';
import type { RunResult } from '../../conformance/engine/results/result.ts';
import { run } from '../../conformance/engine/runner.ts';
import type { IndependentService } from './services.ts';

/** How the kit reports a fault: by a required rule, as advice, as a rule that it could not verify, or not at all. */
export type Detection = 'must' | 'advice' | 'unverified' | 'silent';

/** Runs all checks on a service with all of its keys, writes included, and with inferred bindings. */
export const checkService = (service: IndependentService, fault?: string): Promise<RunResult> =>
  run({
    target: 'http://target.test',
    keys: service.keys,
    checks,
    bindings: 'infer',
    allowWrites: true,
    transport: service.open(fault),
  });

/** Compares the run of a faulty service with the run of the correct one. */
export function classifyDetection(correct: RunResult, faulty: RunResult): Detection {
  const usual = new Map(correct.results.map(({ id, outcome }) => [id, outcome]));
  const changed = faulty.results.filter(({ id, outcome }) => usual.get(id) !== outcome).map(({ outcome }) => outcome);
  if (changed.includes('fail')) return 'must';
  if (changed.includes('warning')) return 'advice';
  return changed.some((outcome) => outcome !== 'pass') ? 'unverified' : 'silent';
}
