import { describe, expect, test } from 'vitest';
import { classifyDetection } from '../independent/measure.ts';
import { examineBlindService } from './examine.ts';
import { blindServices, isInstalled } from './services.ts';

/** The faults of each service that run here: every eighth one. */
const EVERY = 8;

/** Those of them that no required rule finds. */
const MISSED: Readonly<Record<string, readonly string[]>> = {
  // it is only advice that an export names the requested terminal
  'rails-ruby': ['export-of-another-terminal'],
  // a case may be assigned to the user who does not see its terminal
  'serverless-node': ['own-disputes-by-account'],
};

describe.each(blindServices.filter(isInstalled))('$name, which its author wrote from the document alone', (service) => {
  test('no rule accuses the correct service, and a required rule finds its required faults', async () => {
    const correct = await examineBlindService(service);
    expect(correct.results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
    const faults = service.faults.filter(({ must }, at) => must && at % EVERY === 0);
    const missed: string[] = [];
    for (const { id } of faults)
      if (classifyDetection(correct, await examineBlindService(service, id)) !== 'must') missed.push(id);
    expect(missed).toEqual(MISSED[service.name] ?? []);
  });
});
