import { describe, expect, test } from 'vitest';
import type { RunResult } from '../../conformance/engine/results/result.ts';
import { checkService, classifyDetection } from './measure.ts';
import { goService, type IndependentService, independentServices } from './services.ts';

const results = new Map<string, Promise<RunResult>>();

/** Runs all checks on a correct service, once. */
function checkCorrect(service: IndependentService): Promise<RunResult> {
  const result = results.get(service.name) ?? checkService(service);
  results.set(service.name, result);
  return result;
}

/** The flaw of both services, which the kit reports with reason: a response with the status 401 has no WWW-Authenticate. */
const FLAWS = ['auth/missing-key-is-401'];

describe('services that others wrote', () => {
  test.each(independentServices)('the kit reports nothing against $name except its known flaw', async (service) => {
    const { results } = await checkCorrect(service);
    const findings = results.filter(({ outcome }) => ['fail', 'warning', 'error'].includes(outcome));
    expect(findings.map(({ id }) => id)).toEqual(FLAWS);
    expect(results.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(120);
  });

  test('a fault is detected by a required rule', async () => {
    const faulty = await checkService(goService, 'limit-off-by-one');
    expect(classifyDetection(await checkCorrect(goService), faulty)).toBe('must');
  });
});
