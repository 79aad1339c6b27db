import { describe, expect, it } from 'vitest';
import sandboxDocument from '../../../spec/generated/sandbox.json' with { type: 'json' };
import { Capacity } from '../edge/capacity.ts';
import { LOCAL_LIMITS } from '../edge/limits.ts';
import { type ParsedReply, readReply, startRawServer } from '../edge/testing/raw-server.ts';
import { keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';
import { createWebhooksApp, registerDestination } from '../testing/test-webhooks.ts';
import { RequestLog } from './request-log.ts';

/** Starts a server that opens four streams, two of them for one user. */
async function startLimited() {
  const capacity = new Capacity({ ...LOCAL_LIMITS, maxEventStreams: 4 });
  const requests = new RequestLog();
  const hooks = createWebhooksApp({ capacity: capacity.forWorld(), requests });
  const raw = await startRawServer({}, hooks);
  const open = async (path: string, key: string) => {
    const connection = await raw.open();
    const credential = key === TEST_OPERATOR_TOKEN ? `Authorization: Bearer ${key}` : `X-API-Key: ${key}`;
    connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${credential}\r\n\r\n`);
    const reply: ParsedReply = readReply(await connection.until('\r\n\r\n'));
    return { ...connection, reply };
  };
  return { capacity, requests, hooks, raw, open };
}

/** Paths of all operations that answer with an event stream. */
const streamPaths = Object.entries(sandboxDocument.paths).flatMap(([path, item]) =>
  JSON.stringify(item).includes('text/event-stream') ? [path] : [],
);

describe('event streams', () => {
  it('are of the kinds that these tests cover', () => {
    expect(streamPaths).toEqual(['/sandbox/destinations/{destination_id}/stream', '/sandbox/activity']);
  });

  it.each(streamPaths)('are limited by user and for all, with the name of the quota: %s', async (template) => {
    const { hooks, open, capacity } = await startLimited();
    const list = await Promise.all(
      Array.from({ length: 3 }, () => registerDestination(hooks, { listener: true }).then((one) => one.destination)),
    );
    const pathOf = (n: number) => template.replace('{destination_id}', list[n]?.destination_id ?? '');
    const opened = [await open(pathOf(0), keys.delgado), await open(pathOf(1), keys.delgado)];
    expect(opened.map(({ reply }) => reply.status)).toEqual([200, 200]);
    const refused = await open(pathOf(2), keys.delgado);
    expect(refused.reply).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    expect(await refused.until('event_streams')).toContain(
      'The quota event_streams allows 2 open event streams for one user',
    );

    expect((await open(pathOf(2), TEST_OPERATOR_TOKEN)).reply.status).toBe(200);
    opened[0]?.socket.destroy();
    await expect.poll(() => capacity.readUse().eventStreams, { timeout: 30_000 }).toBe(2);
    expect((await open(pathOf(0), keys.delgado)).reply.status).toBe(200);
    expect(capacity.readUse().refusals).toContainEqual({ quota: 'event_streams', refusals: 1 });
  });

  it('of all users share the limit of the world', async () => {
    const { open } = await startLimited();
    for (const key of [keys.delgado, keys.admin, keys.harbor, keys.pine])
      expect((await open('/sandbox/activity', key)).reply.status).toBe(200);
    const refused = await open('/sandbox/activity', TEST_OPERATOR_TOKEN);
    expect(refused.reply.status).toBe(429);
    expect(await refused.until('event_streams')).toContain('allows 4 open event streams for');
  });

  it('are not reported when they end, so that the end of many takes no longer than the ends of each', async () => {
    const { open, hooks, requests, capacity } = await startLimited();
    const watching = await open('/sandbox/activity', TEST_OPERATOR_TOKEN);
    const [one, other] = [await open('/sandbox/activity', keys.delgado), await open('/sandbox/activity', keys.admin)];
    one.socket.destroy();
    other.socket.destroy();
    await expect.poll(() => capacity.readUse().eventStreams, { timeout: 30_000 }).toBe(1);
    await hooks.request('get', '/v1/portal');
    const text = await watching.until('getPortal');
    expect(text.match(/event: request/g)).toHaveLength(1);
    expect(JSON.stringify(await requests.latest(undefined))).not.toContain('streamActivity');
    const refused = await open('/sandbox/activity', 'sbx-unknown');
    expect(refused.reply.status).toBe(401);
    await watching.until('invalid_api_key'); // a refused stream is activity
  });

  it('of several callers get an exchange that is converted once', async () => {
    const { open, requests } = await startLimited();
    const streams = [
      await open('/sandbox/activity', TEST_OPERATOR_TOKEN),
      await open('/sandbox/activity', TEST_OPERATOR_TOKEN),
      await open('/sandbox/activity', keys.delgado),
    ];
    for (const { until } of streams) await until('event: change');
    let converted = 0;
    const exchange = { request_id: 'req_converted_once' } as Awaited<ReturnType<RequestLog['latest']>>[number]; // only its id is read
    requests.recorded.publish({
      userId: 'usr_delgado',
      toExchange() {
        converted += 1;
        return exchange;
      },
    });
    for (const { until } of streams) expect(await until('req_converted_once')).toContain('event: request');
    expect(converted).toBe(1);
  });
});
