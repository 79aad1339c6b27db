import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPostgresJournal } from '../../journal/postgres.ts';
import { type Fact, position } from '../../world/state/facts.ts';
import { sandboxMs } from '../../world/state/time.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { openPostgresDatabase, type PostgresDatabase } from './database.ts';
import { startTestServer, type TestServer } from './testing/postgres-server.ts';
import { createTestDatabase, createTestWorlds, hasPostgres } from './testing/test-database.ts';

/* A server that only these tests use, because they stop it. */

describe.skipIf(!hasPostgres)('a database that is away', () => {
  let server: TestServer;
  let url: string;
  let database: PostgresDatabase;
  beforeAll(async () => {
    server = await startTestServer();
    url = await createTestDatabase(String(server.port));
    database = await openPostgresDatabase(url, { timeouts: { probeMs: 50, positionMs: 500 } });
    await createTestWorlds(database, 2);
  });
  afterAll(async () => {
    await database.close();
    server.destroy();
  });
  const fact: Fact = { type: 'clock-set', atMs: sandboxMs(1), toMs: sandboxMs(2) };

  test('reads go on with the last known facts, writes reject, and no acknowledged fact is lost', async () => {
    const journal = openPostgresJournal(database, 'w1');
    await journal.append('t', [fact], position(0));
    expect(await journal.latest()).toBe(1);
    expect(await journal.readAfter(position(0))).toHaveLength(1);
    await journal.append('t', [fact], position(1)); // acknowledged, and not read before the database stops
    server.stop();
    expect(await journal.latest()).toBe(2);
    expect(await journal.readAfter(position(1))).toMatchObject([{ position: 2, facts: [fact] }]);
    for (let round = 0; round < 3; round += 1) {
      expect(await journal.latest()).toBe(2);
      await expect(journal.append('t', [fact], position(2))).rejects.toBeInstanceOf(DatabaseUnavailable);
    }
    await vi.waitUntil(() => database.connection.isAway);
    const unread = openPostgresJournal(database, 'w1');
    await expect(unread.latest()).rejects.toBeInstanceOf(DatabaseUnavailable); // it does not know the facts

    const returned = new Promise<void>((resolve) => database.connection.onReturn(resolve));
    server.start();
    await returned;
    expect(await journal.append('t', [fact], position(2))).toMatchObject({ position: 3 });
    expect(await journal.latest()).toBe(3);
    expect((await unread.readAfter(position(0))).map((entry) => entry.position)).toEqual([1, 2, 3]);
  });

  test('one ended connection does not count as an absence', async () => {
    const journal = openPostgresJournal(database, 'w2');
    await journal.append('t', [fact], position(0));
    await expect(database.connection.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
    });
    expect(await journal.append('t', [fact], position(1))).toMatchObject({ position: 2 });
    expect(database.connection.isAway).toBe(false);
  });

  test('a statement that takes too long is rejected, and the next one is executed', async () => {
    const quick = await openPostgresDatabase(url, { timeouts: { statementMs: 100 } });
    await expect(quick.connection.query('SELECT pg_sleep(10)')).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await quick.connection.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await quick.close();
  });

  test('notifications arrive again after a restart', async () => {
    const other = await openPostgresDatabase(url, { timeouts: { probeMs: 50 } });
    const changes: string[] = [];
    const stop = database.feed.subscribe('c', ({ kind, detail }) => changes.push(`${kind} ${detail}`));
    const announce = async (detail: string): Promise<void> => {
      await vi.waitUntil(
        () => {
          other.feed.publish('c', 'attempt', detail);
          return changes.includes(`attempt ${detail}`);
        },
        { timeout: 20_000, interval: 50 },
      );
    };
    const stopOther = other.feed.subscribe('c', () => undefined);
    await announce('before');
    server.stop();
    server.start();
    await announce('after');
    expect(changes).toContain('restart ');
    stop();
    stopOther();
    await other.close();
  });
});
