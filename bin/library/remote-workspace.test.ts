import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, SandboxRefusal, startSandbox } from './index.ts';

let server: Sandbox;
beforeAll(async () => {
  server = await startSandbox();
});
afterAll(() => server.close());

const create = (expiresInSeconds?: number): Promise<Sandbox> =>
  startSandbox({
    workspace: {
      ...{ url: server.url, operatorToken: server.operatorToken, name: 'tests' },
      ...(expiresInSeconds === undefined ? {} : { expiresInSeconds }),
    },
  });

test('a workspace of a server is used like a sandbox in this process', async () => {
  const sandbox = await create();
  const reply = await sandbox.fetch('/v1/portal', { headers: { 'X-API-Key': sandbox.keys.usr_nw_admin ?? '' } });
  expect(reply.status).toBe(200);
  expect((await sandbox.fetch('/v1/public/branding-status')).status).toBe(200);
  const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
  const { events } = await sandbox.trigger('cash_low', { terminalId: 'NW104310', advance: true });
  await sandbox.settled();
  expect((await sandbox.inbox(destination)).map(({ event_id: id }) => id)).toEqual(events.map(({ id }) => id));
  expect((await server.clock.now()).toISOString()).toBe('2026-11-02T15:00:00.000Z');
  expect(await server.destinations.list()).toEqual([]);
  await sandbox.close();
  expect((await fetch(`${sandbox.url}/v1/public/branding-status`)).status).toBe(404);
});

test('two workspaces do not affect each other', async () => {
  const [one, other] = await Promise.all([create(), create()]);
  await one.clock.advance('3h');
  expect((await other.clock.now()).toISOString()).toBe('2026-11-02T15:00:00.000Z');
  await Promise.all([one.close(), other.close()]);
});

test('a scenario can be played in a workspace', async () => {
  const sandbox = await create();
  const played = await sandbox.play('friday-cash-out');
  expect(played.interruption).toBeNull();
  await sandbox.close();
});

test('a workspace can be forked with its token', async () => {
  const sandbox = await create();
  await sandbox.clock.advance('3h');
  const fork = await sandbox.fork({ at: new Date('2026-11-02T16:00:00Z'), name: 'fork' });
  expect((await fork.clock.now()).toISOString()).toBe('2026-11-02T16:00:00.000Z');
  await sandbox.close();
  expect((await fork.fetch('/v1/public/branding-status')).status).toBe(200);
  await fork.close();
  expect((await fetch(`${fork.url}/v1/public/branding-status`)).status).toBe(404);
});

test('a refusal of the server rejects', async () => {
  const options = { url: server.url, operatorToken: 'opr-wrong-token-0123456789' };
  await expect(startSandbox({ workspace: options })).rejects.toThrow(SandboxRefusal);
  await expect(create(1)).rejects.toThrow('60');
});

test.each([
  [
    { workspace: { url: 'nowhere', operatorToken: 'x' } },
    'the option url is "nowhere"; expected a URL that starts with',
  ],
  [{ workspace: { operatorToken: 'x' } }, 'workspace.url is missing'],
  [{ workspace: { url: 'http://127.0.0.1:1' } }, 'workspace.operatorToken is missing'],
  [{ workspace: {}, seed: 4 }, 'The option seed is of a sandbox in this process'],
])('the options %j are rejected with the reason', async (options, reason) => {
  await expect(startSandbox(options)).rejects.toThrow(reason);
});
