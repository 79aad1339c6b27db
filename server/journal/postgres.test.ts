import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PostgresDatabase } from '../storage/postgres/database.ts';
import { openPostgresDatabase } from '../storage/postgres/database.ts';
import { createTestDatabase, createTestWorlds, hasPostgres } from '../storage/postgres/testing/test-database.ts';
import { type Fact, type JournalEntry, position } from '../world/state/facts.ts';
import { sandboxMs } from '../world/state/time.ts';
import { EPOCH_MS } from '../world/state/world.ts';
import type { Journal } from './journal.ts';
import { openPostgresJournal } from './postgres.ts';
import { describeJournal } from './testing/journal-suite.ts';

const TENANT = 'acct_northway';

function createFact(idempotencyKey: string): Fact {
  const of = { userId: 'usr_a', operationId: 'createDispute', idempotencyKey, fingerprint: 'f' };
  const atMs = sandboxMs(EPOCH_MS);
  return { type: 'reply-kept', atMs, kept: { ...of, reply: { status: 201, body: {} }, keptAtMs: atMs } };
}

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let one: PostgresDatabase;
  let other: PostgresDatabase;
  let count = 0;
  beforeAll(async () => {
    const url = await createTestDatabase();
    one = await openPostgresDatabase(url);
    other = await openPostgresDatabase(url);
    await createTestWorlds(one, 1000);
  });
  afterAll(() => Promise.all([one.close(), other.close()]));

  const createWorkspace = (): string => {
    count += 1;
    return `w${count}`;
  };
  /** Opens the journal of one workspace in two replicas. */
  const openTwo = (): readonly [Journal, Journal] => {
    const workspace = createWorkspace();
    return [openPostgresJournal(one, workspace), openPostgresJournal(other, workspace)];
  };

  describeJournal('PostgreSQL', () => openPostgresJournal(one, createWorkspace()));

  describe('two replicas', () => {
    test('see each write in the next read', async () => {
      const [a, b] = openTwo();
      for (let n = 1; n <= 20; n += 1) {
        const [writer, reader] = n % 2 === 0 ? [a, b] : [b, a];
        await writer.append(TENANT, [createFact(`${n}`)], position(n - 1));
        expect(await reader.latest()).toBe(n);
        expect(await reader.readAfter(position(n - 1))).toMatchObject([{ position: n, facts: [createFact(`${n}`)] }]);
      }
    });

    test('give each position once, and the entries become visible in order', async () => {
      const [a, b] = openTwo();
      const appended: JournalEntry[] = [];
      const seen: number[] = [];
      let isWriting = true;
      const watch = async (): Promise<void> => {
        while (isWriting) {
          const through = seen.at(-1) ?? 0;
          const latest = await b.latest();
          const entries = await b.readAfter(position(through));
          for (const entry of entries) seen.push(...entry.facts.map((_, n) => entry.position + n));
          expect(seen.at(-1) ?? 0).toBeGreaterThanOrEqual(latest);
        }
      };
      const write = async (journal: Journal, tenantId: string): Promise<void> => {
        for (let n = 0; n < 30; n += 1) {
          const entry = await journal.append(
            tenantId,
            [createFact(`${n}`), createFact(`${n}+`)],
            await journal.latest(),
          );
          if (entry !== 'behind') appended.push(entry);
        }
      };
      const watching = watch();
      await Promise.all([write(a, 'acct_a'), write(b, 'acct_b'), write(a, 'acct_c'), write(b, 'acct_d')]);
      isWriting = false;
      await watching;
      const last = await a.latest();
      expect(appended.length).toBe(120);
      expect(last).toBe(240);
      for (const journal of [a, b])
        expect((await journal.readAfter(position(0))).flatMap(({ facts }) => facts)).toHaveLength(last);
      expect(seen).toEqual(Array.from({ length: seen.length }, (_, n) => n + 1));
    });

    test('accept one of two writers that have read the same facts', async () => {
      const [a, b] = openTwo();
      for (let round = 0; round < 20; round += 1) {
        const at = await a.latest();
        const answers = await Promise.all([
          a.append(TENANT, [createFact('a')], at),
          b.append(TENANT, [createFact('b')], at),
        ]);
        expect(answers.filter((answer) => answer === 'behind')).toHaveLength(1);
      }
    });

    test('share a query for positions, which starts after each of its calls', async () => {
      const [a] = openTwo();
      const before = a.latest();
      await before;
      const entry = a.append(TENANT, [createFact('a')], position(0));
      const [, ...rest] = await Promise.all([entry, a.latest(), a.latest()]);
      expect(rest[0]).toBe(rest[1]);
      expect(await Promise.all([a.latest(), a.latest(), a.latest()])).toEqual([1, 1, 1]);
    });
  });

  test('rejects a journal with a missing fact and one with an unknown fact', async () => {
    const workspace = createWorkspace();
    const journal = openPostgresJournal(one, workspace);
    for (let n = 0; n < 4; n += 1) await journal.append(TENANT, [createFact(`${n}`)], position(n));
    await one.connection.query('DELETE FROM fleetkit.facts WHERE workspace = $1 AND position = 2', [workspace]);
    const again = openPostgresJournal(other, workspace);
    await expect(again.readAfter(position(0))).rejects.toMatchObject({ reason: 'damaged' });
    await one.connection.query(
      `UPDATE fleetkit.facts SET fact = replace(fact, 'reply-kept', 'reply-sold') WHERE workspace = $1 AND position = 4`,
      [workspace],
    );
    await expect(again.readAfter(position(3))).rejects.toMatchObject({ reason: 'newer' });
    await expect(again.readAfter(position(3))).rejects.toThrow('"reply-sold"');
    await expect(again.readAfter(position(3))).rejects.not.toThrow('no-secret');
  });
});
