import { afterEach, expect, it, vi } from 'vitest';
import { collectGarbage } from '../../base/testing/collect-garbage.ts';
import { ReplyCache } from '../../server/http/request/5-answer/reply-cache.ts';
import { Sandbox } from '../../server/sandbox.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type RunningSandbox, startSandbox } from './start-sandbox.ts';

/* The workspaces of a server share the generated fleets of a seed as long as one of them is open. */

const OPERATOR_TOKEN = 'operator-of-the-server-0123456789';
const SEEDS = [11, 12, 13, 14, 15, 16, 17, 18];
const TERMINALS = 3;

type Created = SandboxSchemas['CreatedWorkspace'];
type Fleets = ReadonlyMap<string, WeakRef<object>>;

let server: RunningSandbox | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await server?.close();
});

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: object;
}

async function send(path: string, { headers, method = 'GET', body }: Sent) {
  const request = new Request(`http://127.0.0.1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await server?.fetch(request);
  return { status: response?.status, text: (await response?.text()) ?? '' };
}

const operator = { Authorization: `Bearer ${OPERATOR_TOKEN}` };

async function createWorkspace(seed: number): Promise<Created> {
  const { status, text } = await send('/sandbox/workspaces', {
    headers: operator,
    method: 'POST',
    body: { seed, terminals: TERMINALS },
  });
  expect(status).toBe(201);
  return JSON.parse(text);
}

/** Reads in a workspace, and returns its fleets by tenant. */
async function readFleets({ api_keys: [first] }: Created): Promise<Fleets> {
  const opened = vi.spyOn(Sandbox.prototype, 'openCurrentScope');
  const { status } = await send('/v1/locations?limit=1', { headers: { 'X-API-Key': first?.api_key ?? '' } });
  expect(status).toBe(200);
  const sandbox = opened.mock.contexts.at(-1) as Sandbox | undefined; // the method is called on one
  opened.mockClear(); // it refers to the sandbox
  opened.mockRestore();
  return new Map(
    [...(sandbox?.world.tenants ?? [])].map(([tenantId, { generated }]) => [tenantId, new WeakRef(generated)]),
  );
}

const listInUse = (fleets: Fleets): readonly (object | undefined)[] =>
  [...fleets.values()].map((fleet) => fleet.deref());

/** A test that refers to fleets itself, in variables, would keep them in use. */
function areSame(fleets: Fleets, others: Fleets): boolean {
  const shared = listInUse(others);
  return listInUse(fleets).every((fleet, place) => fleet !== undefined && fleet === shared[place]);
}

const countInUse = (fleets: Fleets): number => listInUse(fleets).filter((fleet) => fleet !== undefined).length;

it('shares each fleet of eight seeds between all open workspaces of its seed, and releases it with the last one', async () => {
  server = await startSandbox({ port: false, operatorToken: OPERATOR_TOKEN });
  const first: Created[] = [];
  for (const seed of SEEDS) first.push(await createWorkspace(seed));
  const bySeed: Fleets[] = [];
  for (const workspace of first) bySeed.push(await readFleets(workspace));
  expect(bySeed[0]?.size).toBeGreaterThan(6); // with Atlas

  const second: Created[] = [];
  for (const seed of SEEDS) second.push(await createWorkspace(seed));
  await collectGarbage();
  for (const [index, workspace] of second.entries())
    expect(areSame(await readFleets(workspace), bySeed[index] ?? new Map())).toBe(true);

  const close = async ({ workspace_id: id }: Created): Promise<void> => {
    expect((await send(`/sandbox/workspaces/${id}`, { headers: operator, method: 'DELETE' })).status).toBe(200);
  };
  for (const workspace of first) await close(workspace);
  for (const workspace of second.slice(4)) await close(workspace);
  await vi.waitFor(
    async () => {
      await collectGarbage();
      expect(bySeed.slice(4).map(countInUse)).toEqual([0, 0, 0, 0]); // a failure must not refer to the fleets
    },
    { timeout: 30_000 }, // one collection takes seconds in a worker with much data of other tests
  );
  for (const fleets of bySeed.slice(0, 4)) expect(countInUse(fleets)).toBe(fleets.size);
});

it('keeps the replies of all workspaces in the same cache, apart by workspace', async () => {
  server = await startSandbox({ port: false, operatorToken: OPERATOR_TOKEN });
  const found = vi.spyOn(ReplyCache.prototype, 'find');
  for (let n = 0; n < 3; n += 1) {
    const { base_path: path, api_keys: keys } = await createWorkspace(11);
    const [key = ''] = keys.map((one) => one.api_key);
    for (const [target, headers] of [
      ['/v1/locations?limit=1', { 'X-API-Key': key }],
      [`${path}/v1/public/branding-status`, {}],
    ] as const)
      for (let repetition = 0; repetition < 3; repetition += 1)
        expect((await send(target, { headers })).status).toBe(200);
  }
  expect(new Set(found.mock.contexts).size).toBe(1);
  expect(new Set(found.mock.calls.map(([key]) => key)).size).toBe(6); // two targets in each of three workspaces
});
