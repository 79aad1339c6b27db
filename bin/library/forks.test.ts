import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, SandboxRefusal, startSandbox } from './index.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: false, recordRequests: true });
  await sandbox.trigger('cash_low', { terminalId: 'NW104310', advance: true });
});
afterAll(() => sandbox.close());

const readPortal = (at: Sandbox): Promise<Response> =>
  at.fetch('/v1/portal', { headers: { 'X-API-Key': at.keys.usr_nw_admin ?? '' } });

test('forks of one sandbox run in parallel and do not affect each other', async () => {
  const now = await sandbox.clock.now();
  const forks = await Promise.all([1, 2, 3].map(() => sandbox.fork()));
  await Promise.all(forks.map((fork, hours) => fork.clock.advance(`${hours + 1}h`)));
  const shown = await Promise.all(forks.map(async (fork) => (await fork.clock.now()).getTime() - now.getTime()));
  expect(shown).toEqual([1, 2, 3].map((hours) => hours * 3_600_000));
  expect(await sandbox.clock.now()).toEqual(now);
  expect((await Promise.all(forks.map(readPortal))).map(({ status }) => status)).toEqual([200, 200, 200]);
  await Promise.all(forks.map((fork) => fork.close()));
  await expect(forks[0]?.clock.now()).rejects.toThrow(SandboxRefusal);
});

test('a fork is a whole sandbox: it has events, destinations, requests and forks', async () => {
  await using fork = await sandbox.fork({ at: '2026-11-02T15:00:00Z', name: 'whole' });
  const { destination } = await fork.destinations.add({ inbox: true, accountId: 'acct_northway' });
  const { events } = await fork.trigger('cash_low', { terminalId: 'NW104310', advance: true });
  await fork.settled();
  expect((await fork.inbox(destination)).map(({ event_id: id }) => id)).toEqual(events.map(({ id }) => id));
  await readPortal(fork);
  expect(await fork.requests.waitFor({ operation: 'getPortal' })).toMatchObject({ status: 200 });
  await using second = await fork.fork();
  expect(await second.clock.now()).toEqual(await fork.clock.now());
  expect(await second.destinations.list()).toEqual([]);
  await expect(second.fork({ at: '2026-11-02T15:00:00Z' })).rejects.toThrow('import or fork');
});

test('an invalid option is refused', async () => {
  await expect(sandbox.fork({ at: new Date(Number.NaN) })).rejects.toThrow('expected a valid Date');
  await expect(sandbox.fork({ when: 'now' } as object)).rejects.toThrow('there is no option "when"');
  await expect(sandbox.fork({ at: 'noon' })).rejects.toThrow('Expected an instant');
});

test('a fork ends with its sandbox, and may be closed afterwards', async () => {
  const own = await startSandbox({ port: false });
  const fork = await own.fork();
  await own.close();
  await fork.close();
});
