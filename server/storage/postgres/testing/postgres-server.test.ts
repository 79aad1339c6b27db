import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { findObstacle } from './postgres-server.ts';
import { getTestUrl } from './test-database.ts';

const START = `
  import { startTestServer } from ${JSON.stringify(join(import.meta.dirname, 'postgres-server.ts'))};
  const { port } = await startTestServer();
  console.log(port);
  setInterval(() => undefined, 1000);
`;

/** Returns the data directory of a server, or undefined if it cannot be reached. */
async function readDataDirectory(port: string): Promise<string | undefined> {
  const client = new Client({ connectionString: getTestUrl('postgres', port) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('SHOW data_directory');
    return rows[0]?.data_directory;
  } catch {
    return undefined;
  } finally {
    client.end().catch(() => undefined);
  }
}

test.skipIf(findObstacle() !== undefined)('a test server ends when the process that started it is killed', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', START], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [output] = await once(child.stdout, 'data');
  const port = String(output).trim();
  const directory = (await readDataDirectory(port)) ?? 'unknown';
  expect(existsSync(directory)).toBe(true);
  child.kill('SIGKILL');
  await vi.waitFor(
    async () => {
      expect(await readDataDirectory(port)).toBeUndefined();
      expect(existsSync(join(directory, '..'))).toBe(false);
    },
    { timeout: 30_000, interval: 100 },
  );
});
