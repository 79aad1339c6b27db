import { describe, expect, test } from 'vitest';
import { isThorough } from '../../base/testing/depth.ts';
import type { RunResult } from '../../conformance/engine/results/result.ts';
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

/** Flaws of a service, by its name: the kit reports them, and is right. */
const FLAWS: Readonly<Record<string, readonly string[]>> = {
  // 401 without WWW-Authenticate
  'rede-caixa': ['auth/missing-key-is-401'],
  'rails-jbuilder': ['auth/missing-key-is-401'],
  'core-banking-gateway': ['auth/missing-key-is-401'],
  'go-minor-units': ['auth/missing-key-is-401'],
  'elixir-phoenix-snake': ['auth/missing-key-is-401'],
  'flask-wla-india': ['auth/missing-key-is-401'],
  // the link of a channel is a path, and RSS 2.0 requires a URL
  'api-platform-hydra': ['feeds/links-are-urls'],
  // both
  'mongo-express-mx': ['auth/missing-key-is-401', 'feeds/links-are-urls'],
  // the message about an invalid filter repeats a card number that a client sent
  'dotnet-minimal-api-dach': ['card-data/what-is-sent-is-not-repeated'],
};

describe('services that others wrote', () => {
  test.each(isThorough ? independentServices : [withFault])(
    'the kit reports nothing against $name except its known flaws',
    async (service) => {
      const { results } = await checkCorrect(service);
      const findings = results.filter(({ outcome }) => ['fail', 'warning', 'error'].includes(outcome));
      expect(findings.map(({ id }) => id)).toEqual(FLAWS[service.name] ?? []);
      expect(results.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(120);
    },
  );

  test('a fault is detected by a required rule', async () => {
    const faulty = await checkService(withFault, 'ver-unversioned');
    expect(classifyDetection(await checkCorrect(withFault), faulty)).toBe('must');
  });
});
