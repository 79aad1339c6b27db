import { findObstacle, startTestServer } from './postgres-server.ts';

/**
 * Starts the PostgreSQL server that all tests of a run share, and passes its port to them. Without PostgreSQL it prints a
 * message, and these tests are skipped. `FLEETKIT_TEST_POSTGRES=off` omits it.
 */
export default async function setUp(): Promise<(() => void) | undefined> {
  const obstacle = process.env.FLEETKIT_TEST_POSTGRES === 'off' ? 'FLEETKIT_TEST_POSTGRES is off' : findObstacle();
  if (obstacle !== undefined) {
    process.stderr.write(`\nSKIPPED: all tests of replicas on PostgreSQL, because ${obstacle}.\n\n`);
    return undefined;
  }
  const server = await startTestServer();
  process.env.FLEETKIT_TEST_POSTGRES_PORT = String(server.port);
  return () => server.destroy();
}
