import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openPostgresDatabase } from './database.ts';
import { createTestDatabase, hasPostgres } from './testing/test-database.ts';

test.skipIf(!hasPostgres)(
  'changes that are published while others are being sent arrive without a later one',
  async () => {
    const url = await createTestDatabase();
    const [one, other] = await Promise.all([openPostgresDatabase(url), openPostgresDatabase(url)]);
    const received: string[] = [];
    one.feed.subscribe('w', () => undefined);
    other.feed.subscribe('w', ({ kind, detail }) => {
      if (kind === 'attempt') received.push(detail);
    });
    await vi.waitUntil(
      () => {
        one.feed.publish('w', 'attempt', 'first');
        return received.includes('first');
      },
      { timeout: 20_000, interval: 20 },
    );
    const details = Array.from({ length: 20 }, (_, n) => `later ${n}`);
    for (const detail of details) {
      one.feed.publish('w', 'attempt', detail);
      await nextTurn(); // some of them are published during a query
    }
    await one.feed.flush();
    await vi.waitFor(() => expect(received.filter((detail) => detail !== 'first')).toEqual(details), {
      timeout: 20_000,
    });
    await Promise.all([one.close(), other.close()]);
  },
);
