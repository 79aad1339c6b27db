import { afterAll, describe, expect, test } from 'vitest';
import {
  findObstacle,
  startTestServer,
  type TestServer,
} from '../../server/storage/postgres/testing/postgres-server.ts';
import { createTestDatabase } from '../../server/storage/postgres/testing/test-database.ts';
import { countRepeatable, runReplicaRound } from './testing/replica-round.ts';

/* Less than a minute of what `npm run bench:replicas` does for longer. */

describe.skipIf(findObstacle() !== undefined)('replicas that are killed', () => {
  let server: TestServer | undefined;
  afterAll(() => server?.destroy());

  test('lose no acknowledged write and no delivery while the database restarts, and show the same data', async () => {
    const own = await startTestServer();
    server = own;
    const result = await runReplicaRound({
      database: await createTestDatabase(String(own.port)),
      replicas: 3,
      seconds: 25,
      killEveryMs: 3000,
      restartDatabase: async () => {
        own.stop();
        own.start();
      },
    });
    process.stdout.write(`${JSON.stringify(result)}\n`);
    expect(result).toMatchObject({ lost: [], lostDeliveries: [], different: [] });
    expect(result.acknowledged).toBeGreaterThan(20);
    expect(result.deliveries).toBeGreaterThan(0);
    expect(result.repeatedDeliveries).toBeLessThanOrEqual(countRepeatable(result.kills));
  }, 300_000);
});
