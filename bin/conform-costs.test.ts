import { expect, test } from 'vitest';
import { checks, planOf, runConformance, type Transport } from '../conformance/index.ts';
import { PLAN_TOLERANCE_PERCENT, SURVEY } from '../conformance/plan.ts';
import { httpTransport } from '../conformance/transport.ts';
import { type OperationId, operations } from '../spec/index.ts';
import { startSandbox } from './start-sandbox.ts';

/*
 * What `conform --plan` foretells is measured here, on the sandbox. After a change of checks: vitest run -u of this file.
 */

const KEYS = [
  ['admin', 'sbx-northway-admin'],
  ['redline', 'sbx-redline-admin'],
  ['audit', 'sbx-northway-audit'],
  ['delgado', 'sbx-delgado-owner'],
] as const;

const routes = Object.entries(operations).map(
  ([id, { method, path }]) =>
    [
      id as OperationId,
      method,
      new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    ] as const, // a key of the table
);
const operationOf = (method: string, url: string): OperationId => {
  const { pathname } = new URL(url);
  const found = routes.find(([, verb, pattern]) => verb === method && pattern.test(pathname));
  if (found === undefined) throw new Error(`${method} ${pathname} is no operation`);
  return found[0];
};

const runs = new Map<number, ReturnType<typeof measuredWith>>();

/** The requests of a run with the first so many keys, by check and operation; measured once. */
function costsWith(keys: number): ReturnType<typeof measuredWith> {
  const run = runs.get(keys) ?? measuredWith(keys);
  runs.set(keys, run);
  return run;
}

async function measuredWith(keys: number): Promise<Map<string, Map<OperationId, number>>> {
  const sandbox = await startSandbox({ port: 0 });
  const { transport, close } = httpTransport({ timeoutMs: 10_000 });
  const costs = new Map<string, Map<OperationId, number>>();
  let under = SURVEY;
  const counting: Transport = (request) => {
    const counts = costs.get(under) ?? new Map<OperationId, number>();
    const operation = operationOf(request.method, request.url);
    costs.set(under, counts.set(operation, (counts.get(operation) ?? 0) + 1));
    return transport(request);
  };
  await runConformance({
    target: sandbox.url,
    keys: new Map(KEYS.slice(0, keys)),
    allowWrites: true,
    transport: counting,
    onEvent: (event) => {
      if (event.type === 'check-started') under = event.id;
    },
  });
  await close();
  await sandbox.close();
  return costs;
}

const sumOf = (costs: Awaited<ReturnType<typeof costsWith>>): number =>
  [...costs.values()].flatMap((counts) => [...counts.values()]).reduce((sum, count) => sum + count, 0);

test('what checks cost is as it is written down', async () => {
  const measured = [await costsWith(0), await costsWith(1), await costsWith(2)];
  const lines = [SURVEY, ...checks.map(({ id }) => id)].map((id) => {
    const asked = Object.keys(operations).filter((operation) =>
      measured.some((run) => run.get(id)?.has(operation as OperationId)),
    );
    const counts = asked.map((operation) => [
      operation,
      measured.map((run) => run.get(id)?.get(operation as OperationId) ?? 0),
    ]);
    return `  ${JSON.stringify(id)}: ${JSON.stringify(Object.fromEntries(counts))}`;
  });
  expect(lines.length).toBe(checks.length + 1);
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('../conformance/golden/costs.json');
});

test.each([0, 1, 2, 3, 4])('a plan for %i keys is right within its tolerance', async (keys) => {
  const real = sumOf(await costsWith(keys));
  const { requests } = planOf(checks, { keys, writesAllowed: true });
  expect(real).toBeGreaterThan(5);
  expect(Math.abs(requests - real) / real).toBeLessThanOrEqual(PLAN_TOLERANCE_PERCENT / 100);
});
