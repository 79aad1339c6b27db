import { describe, expect, test } from 'vitest';
import { hostileServers } from '../testing/hostile-servers.ts';
import { serveRaw } from '../testing/serve.ts';
import type { Courier } from './courier.ts';
import { impatient } from './impatience.ts';
import { checkOne, SECRET } from './testing/check-one.ts';

/* Servers that no client should have to bear: whatever they do, the check ends by itself, with an exit code. */

describe('a receiver that', () => {
  test.concurrent.each(hostileServers.map((server) => [server.name, server] as const))('%s', async (_, server) => {
    const target = await serveRaw(server.respond);
    const result = await checkOne(target.url, { timeoutMs: 300, only: ['wrong-secret'] });
    await target.close();
    expect([0, 1, 3]).toContain(result.exitCode);
    if (result.exitCode === 3) expect(result.diagnosis?.findings.join()).not.toBe('');
    expect(JSON.stringify(result)).not.toContain(SECRET.slice('whsec_'.length));
  });
});

test('once two answers did not come, it is waited less long for others', async () => {
  const limits: number[] = [];
  const courierOf =
    (limitMs: number): Courier =>
    async () => {
      limits.push(limitMs);
      return { kind: 'timeout', words: 'none' };
    };
  const send = impatient(courierOf, 15_000);
  for (let sent = 0; sent < 4; sent += 1) await send({ method: 'POST', headers: [], pieces: [] });
  expect(limits).toEqual([15_000, 15_000, 3000, 3000]);
});
