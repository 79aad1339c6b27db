import { expect, test } from 'vitest';
import { mutants } from '../../lab/mutants/index.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';

import { checks, runConformance } from '../index.ts';
import { serveTransport } from '../testing/serve.ts';
import { type ProxyEvent, startProxy } from './proxy.ts';

/** Lets a client read through a proxy, and returns the checks that fail when the traffic pauses, and the result. */
async function judgeReads(transport: ReturnType<typeof honestTarget>, isExpected: (id: string) => boolean) {
  const target = await serveTransport(transport);
  const paused = Promise.withResolvers<void>();
  const failed: string[] = [];
  const proxy = await startProxy({
    upstream: new URL(target.url),
    listen: { host: '127.0.0.1', port: 0 },
    tls: {},
    contract: 'auto',
    keys: HONEST_KEYS,
    strict: false,
    showValues: false,
    hashes: false,
    failsClients: false,
    idleMs: 200,
    onEvent(event: ProxyEvent) {
      if (event.type !== 'relation') return;
      failed.push(event.check.id);
      if (isExpected(event.check.id)) paused.resolve();
    },
  });
  await runConformance({
    target: proxy.url,
    keys: HONEST_KEYS,
    checks: checks.filter(({ id }) => /^(limit|filters)\//.test(id)),
  });
  return {
    failed,
    paused: paused.promise,
    async finish() {
      const result = await proxy.finish();
      await target.close();
      return result;
    },
  };
}

test('reports a violated relation when the traffic pauses, and again in the result', async () => {
  const mutant = mutants.find(({ id }) => id === 'limit-gives-one-more');
  if (mutant === undefined) throw new Error('the mutant is gone');
  const { failed, paused, finish } = await judgeReads(mutant.alter(honestTarget()), (id) => mutant.kills.includes(id));
  await paused;
  expect(failed).toEqual([...new Set(failed)]);
  const result = await finish();
  expect(result).toMatchObject({ exitCode: 1 });
  expect(result?.results.find(({ id }) => mutant.kills.includes(id))).toMatchObject({ outcome: 'fail', decides: true });
});

test('accuses no right service', async () => {
  const { failed, finish } = await judgeReads(honestTarget(), () => false);
  expect(await finish()).toMatchObject({ exitCode: 0 });
  expect(failed).toEqual([]);
});
