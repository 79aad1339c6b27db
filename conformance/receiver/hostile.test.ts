import { describe, expect, test } from 'vitest';
import { hostileServers } from '../testing/hostile-servers.ts';
import { serveRaw } from '../testing/serve.ts';
import type { SendDelivery } from './sending/delivery-response.ts';
import { sendWithShorterTimeouts } from './sending/shorter-timeouts.ts';
import { checkOne, SECRET } from './testing/check-one.ts';
import { respondWith } from './testing/in-memory.ts';

/* Hostile servers: the check always ends with an exit code. */

describe('the check ends for a receiver that', () => {
  test.concurrent.each(hostileServers.map((server) => [server.name, server] as const))('%s', async (_, server) => {
    const target = await serveRaw(server.respond);
    const result = await checkOne(target.url, { timeoutMs: 300, only: ['wrong-secret'] });
    await target.close();
    expect([0, 1, 3]).toContain(result.exitCode);
    if (result.exitCode === 3) expect(result.diagnosis?.findings.join()).not.toBe('');
    expect(JSON.stringify(result)).not.toContain(SECRET.slice('whsec_'.length));
  });
});

/** Returns the limits of ten deliveries. The receiver responds to the first of them after this time. */
async function listLimits(tookMs: number): Promise<number[]> {
  const limits: number[] = [];
  const createSenderWithLimit =
    (limitMs: number): SendDelivery =>
    async () => {
      limits.push(limitMs);
      return limits.length === 1 ? respondWith(204, { tookMs }) : { kind: 'timeout', words: 'none' };
    };
  const send = sendWithShorterTimeouts(createSenderWithLimit, 15_000);
  for (let sent = 0; sent < 10; sent += 1) await send({ method: 'POST', headers: [], pieces: [] });
  return limits.slice(1);
}

test.each([
  [5, [3000, 1000]],
  [1500, [6000, 6000]],
  [6000, [15_000, 15_000]],
])(
  'after a response in %i ms, the timeout is shorter after two timeouts and after eight: %j',
  async (tookMs, limits) => {
    const [afterTwo, afterEight] = limits;
    expect(await listLimits(tookMs)).toEqual([15_000, 15_000, ...Array(6).fill(afterTwo), afterEight]);
  },
);
