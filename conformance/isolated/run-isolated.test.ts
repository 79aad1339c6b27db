import { expect, onTestFinished, test } from 'vitest';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { checks } from '../checks/index.ts';
import type { Check } from '../engine/check.ts';
import type { RunEvent } from '../engine/run-options.ts';
import { run } from '../engine/runner.ts';
import { serveTransport } from '../testing/serve.ts';
import { type IsolatedRunOptions, runIsolated } from './run-isolated.ts';

const ORDINARY = checks.filter(({ id }) => /^(portal|limit|versioning)\//.test(id));

async function runOnHonestTarget(options: Partial<IsolatedRunOptions> = {}) {
  const target = await serveTransport(honestTarget());
  onTestFinished(target.close);
  return runIsolated({ target: target.url, keys: HONEST_KEYS, checks: ORDINARY, ...options });
}

/** A module with a check `own/hostile`, as a URL, and its check. */
async function loadOwnCheck(body: string): Promise<{ readonly ownChecks: string; readonly own: Check }> {
  const source = `export default [{ id: 'own/hostile', title: 'Never ends', clause: { text: 'None.' }, level: 'must',
    needs: ['anonymous'], async run({ anonymous }) { await anonymous.get('getBrandingStatus'); ${body} } }]`;
  const ownChecks = `data:text/javascript,${encodeURIComponent(source)}`;
  const { default: all }: { readonly default: readonly [Check] } = await import(ownChecks);
  return { ownChecks, own: all[0] };
}

test('returns the same results and events as a run in this thread', async () => {
  const target = await serveTransport(honestTarget());
  onTestFinished(target.close);
  const events: RunEvent[] = [];
  const options = { target: target.url, keys: HONEST_KEYS, checks: ORDINARY, bindings: 'infer', seed: 7 } as const;
  const isolated = await runIsolated({ ...options, onEvent: (event) => events.push(event) });
  const direct = await run(options);
  const select = ({ results, keys, bindings, requests, exitCode, limitsReached }: typeof direct) => ({
    verdicts: results.map(({ id, outcome, requests: sent }) => [id, outcome, sent]),
    keys,
    bindings,
    requests,
    exitCode,
    limitsReached,
  });
  expect(select(isolated)).toEqual(select(direct));
  expect(events.filter(({ type }) => type === 'check-finished')).toHaveLength(ORDINARY.length);
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['started', 'key-discovered', 'discovered']));
  expect(events.at(-1)).toEqual({ type: 'finished', result: isolated });
});

test('ends a check that never yields after the timeout of the run, and keeps the results so far', async () => {
  // Blocks the thread like an endless loop, but leaves the processor to other tests.
  const { ownChecks, own } = await loadOwnCheck('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);');
  const result = await runOnHonestTarget({
    ownChecks,
    checks: [...ORDINARY, own, ...checks.slice(0, 2)],
    runTimeoutMs: 6000,
  });
  const find = (id: string | undefined) => result.results.find((one) => one.id === id);
  expect(result.results).toHaveLength(ORDINARY.length + 3);
  expect(find('portal/holds-the-documented-groups')?.outcome).toBe('pass');
  for (const id of ['own/hostile', checks[0]?.id])
    expect(find(id)).toMatchObject({ outcome: 'inconclusive', reason: "the run's time was up" });
  expect(result.limitsReached).toEqual(["the run's time was up, while it ran own/hostile"]);
  expect(result.exitCode).toBe(4);
});

test('ends a run whose data exceed the memory, and states which check ran', async () => {
  const { ownChecks, own } = await loadOwnCheck(
    'const kept = []; for (let at = 0; ; at += 1) kept.push({ at, text: [at] });',
  );
  const result = await runOnHonestTarget({ ownChecks, checks: [...ORDINARY, own, ...checks.slice(0, 1)] });
  const find = (id: string | undefined) => result.results.find((one) => one.id === id);
  expect(find('own/hostile')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('more memory than a run may use'),
  });
  expect(find(checks[0]?.id)?.reason).toContain('the run ended early');
  expect(result.limitsReached).toEqual([expect.stringMatching(/memory.*while it ran own\/hostile/)]);
  expect(result.exitCode).toBe(4);
});

test('rejects with the error of a worker that cannot start', async () => {
  await expect(runOnHonestTarget({ ownChecks: 'data:text/javascript,throw new RangeError("broken")' })).rejects.toThrow(
    'broken',
  );
});
