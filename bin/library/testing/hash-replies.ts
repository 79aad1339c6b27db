import { createHash } from 'node:crypto';
import type { SandboxOptions } from '../index.ts';
import { startSandbox } from '../index.ts';

const READS = [
  '/v1/portal',
  '/v1/feeds/account.xml',
  '/v1/connectors',
  '/v1/transactions?limit=3',
  '/v1/settlements?limit=3',
];
/** The users with the most and the fewest terminals. */
const USERS = ['usr_at_admin', 'usr_at_tech', 'usr_at_store'];

/** Returns hashes of the replies to each user, at the start of the clock, ten minutes later and another day later. */
export async function hashReplies(
  options: Pick<SandboxOptions, 'terminals' | 'fleetThreads' | 'fleets'>,
  users: readonly string[] = USERS,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const sandbox = await startSandbox({ port: false, ...options });
  try {
    const hashes: Record<string, string[]> = {};
    for (const step of ['0m', '10m', '1d']) {
      if (step !== '0m') await sandbox.clock.advance(step);
      for (const user of users) {
        for (const path of READS) {
          const reply = await sandbox.fetch(path, { headers: { 'X-API-Key': sandbox.keys[user] ?? '' } });
          // Cursors are signed with a random secret.
          const text = (await reply.text()).replaceAll(/"next_cursor":"[^"]*"/g, '"next_cursor":"…"');
          const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
          // Each refusal has a separate id.
          const shown = reply.status === 200 ? hash : `status ${reply.status}`;
          hashes[`${user} ${path}`] = [...(hashes[`${user} ${path}`] ?? []), shown];
        }
      }
    }
    return hashes;
  } finally {
    await sandbox.close();
  }
}
