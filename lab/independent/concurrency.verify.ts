import { expect, test } from 'vitest';
import { checks } from '../../conformance/checks/index.ts';
import { run } from '../../conformance/engine/runner.ts';
import type { Transport } from '../../conformance/http/client.ts';
import { type IndependentService, independentServices } from './services.ts';

/** Delays each reply by up to 4 ms, differently for each request, so that replies arrive in another order than requests. */
function delayReplies(transport: Transport): Transport {
  let count = 0;
  return async (request) => {
    count += 1;
    const delayMs = (count * 7) % 5;
    const reply = await transport(request);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return reply;
  };
}

async function listOutcomes(service: IndependentService, fault: string | undefined, concurrency: number) {
  const { results } = await run({
    target: 'http://target.test',
    keys: service.keys,
    checks,
    bindings: 'infer',
    allowWrites: true,
    transport: delayReplies(service.open(fault)),
    concurrency,
  });
  return results.map(({ id, outcome }) => `${id}: ${outcome}`);
}

const cases = independentServices.flatMap((service) => {
  const faults = Object.keys(service.faults).filter((_, index) => index % 30 === 7);
  return [undefined, ...faults].map((fault) => ({ service, fault, name: `${service.name}, ${fault ?? 'correct'}` }));
});

test.each(cases)('several checks at a time give the same outcomes: $name', { timeout: 120_000 }, async (one) => {
  const expected = await listOutcomes(one.service, one.fault, 1);
  for (const concurrency of [4, 16]) expect(await listOutcomes(one.service, one.fault, concurrency)).toEqual(expected);
});
