import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { omitUndefined } from '../../../../base/omit-undefined.ts';
import type { Journal } from '../../../journal/journal.ts';
import { openMemoryJournal } from '../../../journal/memory.ts';
import { HeldCounts } from '../../../limits/held-counts.ts';
import { Capacity, type CapacityLimits } from '../../edge/capacity.ts';
import { LOCAL_LIMITS } from '../../edge/limits.ts';
import { readReply, startRawServer } from '../../edge/testing/raw-server.ts';
import type { HttpRequest, HttpResponse } from '../../exchange/middleware.ts';
import { WorkQueue } from '../../exchange/work-queue.ts';
import { createTestApp, keys, type TestOptions } from '../../testing/test-app.ts';
import { startCall } from '../1-start/start-call.ts';

async function start(limits: Partial<CapacityLimits>, options: TestOptions = {}, journal?: Journal) {
  const capacity = new Capacity({ ...LOCAL_LIMITS, ...limits });
  const world = capacity.forWorld();
  const raw = await startRawServer({}, createTestApp({ ...options, capacity: world }, journal));
  /** Sends a request on a new connection, and returns functions that wait for the response. */
  const send = async (path: string, { key, prefer, from }: { key?: string; prefer?: string; from?: string } = {}) => {
    const connection = await raw.open();
    const headers = omitUndefined({ 'X-API-Key': key, Prefer: prefer, 'X-Forwarded-For': from });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`);
    const reply = async () => readReply(await connection.until('\r\n\r\n'));
    return { ...connection, reply };
  };
  const counted = (name: 'requestsInFlight' | 'delayedRequests', count: number) =>
    expect.poll(() => world[name].count, { timeout: 30_000 }).toBe(count);
  return { ...raw, capacity, world, send, counted };
}

const SLOW = { key: keys.admin, prefer: 'delay=30000' };

describe('requests in flight', () => {
  it('are limited for each user until they end, and those of other users are answered', async () => {
    const { send, counted } = await start({ maxRequestsInFlight: 4 });
    const held = [await send('/v1/portal', SLOW), await send('/v1/portal', SLOW)];
    await counted('requestsInFlight', 2);
    const refused = await send('/v1/portal', { key: keys.admin });
    expect(await refused.reply()).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(await refused.until('requests_in_flight')).toContain('The quota requests_in_flight allows 2 requests');
    expect((await (await send('/v1/portal', { key: keys.delgado })).reply()).status).toBe(200);

    held[0]?.socket.destroy();
    await counted('requestsInFlight', 1);
    expect((await (await send('/v1/portal', { key: keys.admin })).reply()).status).toBe(200);
  });

  it('are limited by the quota of a workspace', () => {
    const world = new Capacity(LOCAL_LIMITS).forWorld({ requests_in_flight: 2 });
    for (const user of ['a', 'b']) expect(world.requestsInFlight.take(user)).toBeUndefined();
    expect(world.requestsInFlight.take('c')).toMatchObject({ level: 'world', limit: 2 });
  });

  it('without a key are limited for each address, also behind a trusted proxy', async () => {
    const { send, world } = await start({ maxRequestsInFlight: 10 }, { trustProxy: 1, ratePerMinute: 1000 });
    const path = '/v1/public/branding-status';
    const from = '203.0.113.1';
    await send(path, { from, prefer: 'delay=30000' });
    await expect.poll(() => world.anonymous.delayedRequests.count, { timeout: 30_000 }).toBe(1);
    const refused = await send(path, { from }); // without a key: a fifth of 10, and half of it for one address
    expect((await refused.reply()).status).toBe(429);
    expect((await (await send(path, { from: '203.0.113.2' })).reply()).status).toBe(200);
  });

  it('end for a client that has left before the steps, and is then refused', async () => {
    const inner = openMemoryJournal();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const latest = vi.fn(() => released.then(() => inner.latest()));
    const { http, send, world } = await start({}, {}, { ...inner, latest });
    const wrong = { key: 'sbx-unknown' };
    const left = await send('/v1/portal', wrong);
    await expect.poll(() => latest.mock.calls.length, { timeout: 30_000 }).toBe(1);
    left.socket.destroy();
    await expect.poll(() => http.readLoad().requestsInFlight, { timeout: 30_000 }).toBe(0);
    release();
    expect((await (await send('/v1/portal', wrong)).reply()).status).toBe(401); // after the steps of the first one
    await expect.poll(() => world.anonymous.requestsInFlight.count, { timeout: 30_000 }).toBe(0);
  });

  it('end for a direct read whose handler fails', async () => {
    const queue = new WorkQueue();
    const { send, counted } = await start({}, { queue });
    const { promise, reject } = Promise.withResolvers<never>();
    vi.spyOn(queue, 'run').mockReturnValueOnce(promise);
    const read = await send('/v1/portal', { key: keys.admin });
    await counted('requestsInFlight', 1);
    reject(new Error('the handler failed'));
    expect((await read.reply()).status).toBe(500);
    await counted('requestsInFlight', 0);
  });

  it('include responses that their clients have not read', () => {
    const release = vi.fn();
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/' }) as HttpRequest;
    const response = new ServerResponse(request) as HttpResponse; // `startCall` sets its call
    const call = startCall(request, response, { redact: (text) => text });
    call.place = { caller: 'a', delayedRequests: new HeldCounts('delayed_requests', 1).forWorld(), release };
    expect(release).not.toHaveBeenCalled();
    response.emit('close');
    expect(release).toHaveBeenCalledOnce();
  });
});

describe('delayed requests', () => {
  it('are limited for each user, and count until the delay ends, even if the client leaves', async () => {
    const { send, capacity, counted } = await start({ maxDelayedRequests: 2 });
    const held = await send('/v1/portal', SLOW);
    await counted('delayedRequests', 1);
    held.socket.destroy();
    await counted('requestsInFlight', 0);
    const refused = await send('/v1/portal', SLOW);
    expect((await refused.reply()).status).toBe(429);
    expect(await refused.until('delayed_requests')).toContain('The quota delayed_requests allows 1 ');
    expect((await (await send('/v1/portal', { key: keys.admin })).reply()).status).toBe(200);
    expect(capacity.readUse().refusals).toContainEqual({ quota: 'delayed_requests', refusals: 1 });
  });

  it('are counted again after the delay', async () => {
    const { send, counted } = await start({ maxDelayedRequests: 2 });
    for (let n = 0; n < 2; n += 1)
      expect((await (await send('/v1/portal', { key: keys.admin, prefer: 'delay=1' })).reply()).status).toBe(200);
    await counted('delayedRequests', 0);
  });
});

describe('a read beyond the limit of its user', () => {
  it('is refused before its handler, whether it is direct or not, and each request is counted once', async () => {
    const queue = new WorkQueue();
    const run = vi.spyOn(queue, 'run');
    const { send } = await start({}, { ratePerMinute: 4, queue });
    const statuses: number[] = [];
    const remaining: (string | undefined)[] = [];
    for (let n = 0; n < 6; n += 1) {
      const { status, headers } = await (await send(`/v1/transactions?limit=${n + 1}`, { key: keys.admin })).reply();
      statuses.push(status);
      remaining.push(/r=(\d+)/.exec(headers.ratelimit ?? '')?.[1]);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect(remaining).toEqual(['3', '2', '1', '0', '0', '0']);
    expect(run).toHaveBeenCalledTimes(4);
  });

  it('is counted once if its handler refuses it', async () => {
    const { send } = await start({}, { ratePerMinute: 10 });
    const read = async (path: string) => (await (await send(path, { key: keys.admin })).reply()).headers.ratelimit;
    await read('/v1/portal');
    expect(await read('/v1/portal')).toContain('r=8');
    expect(await read('/v1/transactions?cursor=unknown')).toContain('r=7');
    expect(await read('/v1/portal')).toContain('r=6');
  });
});
