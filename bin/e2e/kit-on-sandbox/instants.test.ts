import { expect, test } from 'vitest';
import { isThorough } from '../../../base/testing/depth.ts';
import { type RunResult, runConformance } from '../../../conformance/index.ts';
import { startSandbox } from '../../library/index.ts';
import { INSTANTS, listRuns, type SandboxRun, STARTS } from './runs.ts';

const toKeys = (keys: readonly string[]): ReadonlyMap<string, string> =>
  new Map(keys.map((key) => [key.replace(/^sbx-/, ''), key]));

/** Runs the kit on a sandbox whose clock starts at `start` and was moved to `instant`. */
async function runAt({ instant, keys, depth, allowWrites }: SandboxRun, start?: string): Promise<RunResult> {
  await using cleanup = new AsyncDisposableStack();
  const sandbox = await startSandbox(start === undefined ? {} : { start });
  cleanup.defer(() => sandbox.close());
  await sandbox.clock.set(instant);
  return await runConformance({ target: sandbox.url, keys: toKeys(keys), depth, allowWrites });
}

const listFailures = ({ results, stopped }: RunResult) => [
  ...(stopped === undefined ? [] : [stopped]),
  ...results
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    .map(({ id, cases, expected, saw, reason }) => ({
      id,
      expected,
      saw,
      reason,
      cases: cases.map(({ name }) => name),
    })),
];

const runs = listRuns().map((run) => ({ ...run, names: [...toKeys(run.keys).keys()].join() }));

test('the runs cover all combinations of keys, depth and writes over the instants', () => {
  const combine = ({ keys, depth, allowWrites }: SandboxRun) => `${keys.length} ${depth} ${allowWrites}`;
  expect(new Set(runs.slice(0, 36).map(combine)).size).toBe(36);
  expect(new Set(INSTANTS).size).toBe(60);
  const pairs = runs.slice(0, 6).map(({ depth, allowWrites }) => `${depth} ${allowWrites}`);
  expect(new Set(pairs).size).toBe(6);
});

/** A run takes up to a minute. `readme-walk.verify.ts` runs the kit at a later instant, and `docs.test.ts` at the default one. */
test.runIf(isThorough).each(runs)(
  'no rule fails on the sandbox at $instant at depth $depth with keys $names, with writes: $allowWrites',
  async (run) => {
    const result = await runAt(run);
    expect(listFailures(result)).toEqual([]);
    expect([0, 4]).toContain(result.exitCode);
  },
  600_000,
);

test.runIf(isThorough).each(STARTS.map((start, index) => ({ ...(runs[index] as (typeof runs)[number]), start })))(
  'no rule fails on the sandbox that starts at $start at depth $depth with keys $names, with writes: $allowWrites',
  async ({ start, ...run }) => {
    const result = await runAt({ ...run, instant: start }, start);
    expect(listFailures(result)).toEqual([]);
    expect([0, 4]).toContain(result.exitCode);
  },
  600_000,
);
