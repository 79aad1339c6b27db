import { describe, expect, test } from 'vitest';
import { sample } from '../../../spec/testing/depth.ts';
import { checkService, classifyDetection } from './measure.ts';
import { independentServices } from './services.ts';

const SERVICES = independentServices.map((service) => [service.name, service] as const);

/** Good practice that a service lacks, by its name: the kit reports it as advice, and is right. */
const ADVICE: Readonly<Record<string, readonly string[]>> = {
  'rede-caixa': ['auth/missing-key-is-401'], // 401 without WWW-Authenticate
};

describe('services that others wrote', () => {
  test.each(sample(SERVICES, 1))('%s is correct, and the kit reports nothing against it', async (_, service) => {
    const { results } = await checkService(service);
    const findings = results.filter(({ outcome }) => ['fail', 'warning', 'error'].includes(outcome));
    expect(findings.map(({ id }) => id)).toEqual(ADVICE[service.name] ?? []);
    expect(
      findings.filter(({ outcome }) => outcome !== 'warning').map(({ id, saw, reason }) => ({ id, saw, reason })),
    ).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(120);
  });

  test('a fault is detected by a required rule', async () => {
    const [, service] = SERVICES[1] ?? [];
    if (service === undefined) throw new Error('there is no second service');
    const faulty = await checkService(service, 'ver-unversioned');
    expect(classifyDetection(await checkService(service), faulty)).toBe('must');
  });
});
