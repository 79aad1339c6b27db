import { describe, expect, test } from 'vitest';
import { isThorough } from '../../../spec/testing/depth.ts';
import type { RunResult } from '../../engine/results/result.ts';
import { checkService, classifyDetection } from './measure.ts';
import { type IndependentService, independentServices } from './services.ts';

/** The service of the test with a fault. `npm test` runs the other test on it too. */
const [, withFault] = independentServices;
if (withFault === undefined) throw new Error('there is no second service');

const results = new Map<string, Promise<RunResult>>();

/** Runs all checks on a correct service, once. */
function checkCorrect(service: IndependentService): Promise<RunResult> {
  const result = results.get(service.name) ?? checkService(service);
  results.set(service.name, result);
  return result;
}

/** Good practice that a service lacks, by its name: the kit reports it as advice, and is right. */
const ADVICE: Readonly<Record<string, readonly string[]>> = {
  'rede-caixa': ['auth/missing-key-is-401'], // 401 without WWW-Authenticate
};

describe('services that others wrote', () => {
  test.each(isThorough ? independentServices : [withFault])(
    '$name is correct, and the kit reports nothing against it',
    async (service) => {
      const { results } = await checkCorrect(service);
      const findings = results.filter(({ outcome }) => ['fail', 'warning', 'error'].includes(outcome));
      expect(findings.map(({ id }) => id)).toEqual(ADVICE[service.name] ?? []);
      expect(
        findings.filter(({ outcome }) => outcome !== 'warning').map(({ id, saw, reason }) => ({ id, saw, reason })),
      ).toEqual([]);
      expect(results.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(120);
    },
  );

  test('a fault is detected by a required rule', async () => {
    const faulty = await checkService(withFault, 'ver-unversioned');
    expect(classifyDetection(await checkCorrect(withFault), faulty)).toBe('must');
  });
});
