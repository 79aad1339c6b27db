/*
 * Kills replicas on one PostgreSQL database under load, and counts what is lost.
 *
 *   npm run bench:replicas -- [--rounds 10] [--seconds 120] [--replicas 3] [--kill-every 8] [--json FILE]
 *
 * Each round has a new database, and sends reads, writes and moves of the clock to all replicas, whose events go to a receiver.
 * One replica is killed with SIGKILL every few seconds and started again. In the middle of the round the database server is
 * stopped at once and started again. At the end, the reads of all replicas and of a new one are compared byte for byte. Needs
 * the programs of PostgreSQL on this machine. Uses only loopback. Exits with 1 if something was lost or differs.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findObstacle, startTestServer } from '../../server/storage/postgres/testing/postgres-server.ts';
import { createTestDatabase } from '../../server/storage/postgres/testing/test-database.ts';
import { countRepeatable, runReplicaRound } from '../e2e/testing/replica-round.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '120' },
    replicas: { type: 'string', default: '3' },
    'kill-every': { type: 'string', default: '8' },
    json: { type: 'string' },
  },
});

const obstacle = findObstacle();
if (obstacle !== undefined) throw new Error(`No database server can be started: ${obstacle}.`);
const server = await startTestServer();
const results = [];
try {
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const result = await runReplicaRound({
      database: await createTestDatabase(String(server.port)),
      replicas: Number(values.replicas),
      seconds: Number(values.seconds),
      killEveryMs: 1000 * Number(values['kill-every']),
      restartDatabase: async () => {
        server.stop();
        server.start();
      },
    });
    results.push(result);
    process.stdout.write(`${JSON.stringify({ round, ...result })}\n`);
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results)}\n`);
  }
} finally {
  server.destroy();
}
const isWhole = results.every(
  ({ lost, lostDeliveries, different, repeatedDeliveries, kills }) =>
    lost.length + lostDeliveries.length + different.length === 0 && repeatedDeliveries <= countRepeatable(kills),
);
process.exitCode = isWhole ? 0 : 1;
