import { afterEach, expect, test } from 'vitest';
import { ReplyCheck } from '../../server/http/check/reply-check.ts';
import { generateWorld } from '../../server/world/state/world.ts';
import { type Sandbox, startSandbox } from './index.ts';

/* What sandboxes of one process share, and what they do not. */

const running: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
});

async function start(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  running.push(sandbox);
  return sandbox;
}

const listServers = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap');

/** Node lists a closed server until the end of the turn. */
const endTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('sandboxes of one seed share the generated tenants, with different addresses and secrets', () => {
  const [one, other] = [
    generateWorld(1, { baseUrl: 'http://one.invalid', cursorSecret: 'secret one, long enough' }),
    generateWorld(1, { baseUrl: 'http://other.invalid', cursorSecret: 'secret two, long enough' }),
  ];
  for (const [tenantId, { generated }] of one.tenants) expect(other.tenants.get(tenantId)?.generated).toBe(generated);
  expect(generateWorld(2).tenants.get('acct_redline')?.generated).not.toBe(one.tenants.get('acct_redline')?.generated);
});

test('sandboxes share one validator of replies', async () => {
  const before = ReplyCheck.shared();
  await start();
  await start();
  expect(ReplyCheck.shared()).toBe(before);
});

test('ten sandboxes run in parallel without sharing changes', async () => {
  const sandboxes = await Promise.all(Array.from({ length: 10 }, start));
  expect(new Set(sandboxes.map(({ url }) => url)).size).toBe(10);
  await sandboxes[0]?.clock.advance('2h');
  const times = await Promise.all(sandboxes.map(async ({ clock }) => (await clock.now()).toISOString()));
  expect(times).toEqual(['2026-11-02T17:00:00.000Z', ...Array(9).fill('2026-11-02T15:00:00.000Z')]);
});

test('a closed sandbox leaves no open server', async () => {
  await endTurn(); // for the servers of the tests before
  const before = listServers().length;
  const sandbox = await start();
  expect(listServers()).toHaveLength(before + 1);
  await sandbox.close();
  await endTurn();
  expect(listServers()).toHaveLength(before);
});
