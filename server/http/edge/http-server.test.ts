import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp, keys } from '../testing/test-app.ts';
import { createWebhooksApp, registerDestination } from '../testing/test-webhooks.ts';
import { createHttpServer } from './http-server.ts';
import { createPublicLimits, LOCAL_LIMITS } from './limits.ts';
import { type RawServer, readReply, startRawServer } from './testing/raw-server.ts';

const HOST = 'Host: localhost\r\n';
const PORTAL = `GET /v1/portal HTTP/1.1\r\n${HOST}X-API-Key: ${keys.delgado}\r\n`;
const DISPUTE = `POST /v1/disputes HTTP/1.1\r\n${HOST}X-API-Key: ${keys.disputes}\r\nContent-Type: application/json\r\n`;

describe('timeouts of requests', () => {
  let raw: RawServer;
  beforeAll(async () => {
    raw = await startRawServer({ checkIntervalMs: 5, keepAliveMs: 5 });
  });
  afterAll(() => raw.http.close());

  test.each([
    ['nothing', '', '-'],
    ['incomplete headers', `GET /v1/portal HTTP/1.1\r\n${HOST}`, '-'],
    ['an incomplete body', `${DISPUTE}Content-Length: 100\r\n\r\n{`, '/v1/disputes'],
    ['an incomplete chunked body', `${DISPUTE}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, '/v1/disputes'],
  ])('returns 408 to a client that sends %s, and closes the connection', async (_, bytes, path) => {
    const before = raw.log.length;
    const { socket, received } = await raw.open();
    const requested = path === '-' ? undefined : once(raw.http.server, 'request');
    socket.write(bytes);
    await requested;
    shortenTimeouts(raw);
    const { status, headers, body } = readReply(await received);
    expect([status, JSON.parse(body).code, headers.connection]).toEqual([408, 'request_timeout', 'close']);
    expect(raw.log.slice(before)).toMatchObject([{ status: 408, path, isAborted: false, defect: undefined }]);
  });

  test('closes the connection of a client that sends more after the response, without a second response', async () => {
    const { socket, received, until } = await raw.open();
    socket.write(`${PORTAL}Content-Length: 100\r\n\r\n{`);
    await until('HTTP/1.1 200');
    shortenTimeouts(raw);
    expect((await received).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });
});

/** Makes incomplete requests expire soon. The end of the test restores the timeouts. */
function shortenTimeouts({ http: { server } }: RawServer): void {
  const { headersTimeout, requestTimeout } = server;
  Object.assign(server, { headersTimeout: 5, requestTimeout: 10 });
  onTestFinished(() => void Object.assign(server, { headersTimeout, requestTimeout }));
}

test('closes connections between two requests when most of all connections are open', async () => {
  const raw = await startRawServer({ maxConnections: 8 });
  const open = async (request: string) => {
    const connection = await raw.open();
    connection.socket.write(request);
    return connection;
  };
  const busy = await open(`${PORTAL}Prefer: delay=10000\r\n\r\n`);
  const kept = await Promise.all(Array.from({ length: 5 }, () => open(`${PORTAL}\r\n`)));
  await Promise.all(kept.map(({ until }) => until('HTTP/1.1 200')));
  for (const _ of kept) await (await open(`${PORTAL}\r\n`)).until('HTTP/1.1 200');
  for (const { received } of kept) expect(await received).toMatch(/^HTTP\/1.1 200/);
  expect(busy.socket.readyState).toBe('open');
  busy.socket.destroy();
  await raw.http.close();
});

test('cuts a stalled connection and logs the request as aborted', async () => {
  const raw = await startRawServer({ stallTimeoutMs: 300 });
  const { socket, received } = await raw.open();
  const logged = raw.nextEntry();
  socket.write(`${PORTAL}Prefer: delay=3000\r\n\r\n`);
  expect(await received).toBe('');
  expect(await logged).toMatchObject({ status: 499, isAborted: true, path: '/v1/portal', userId: 'usr_delgado' });
  await raw.http.close();
});

test('does not time out an event stream, and logs it as aborted when its listener disconnects', async () => {
  const hooks = createWebhooksApp();
  const { destination } = await registerDestination(hooks, { listener: true });
  hooks.log.length = 0;
  const raw = await startRawServer({ checkIntervalMs: 1, keepAliveMs: 1 }, hooks);
  const { socket, until } = await raw.open();
  const path = `/sandbox/destinations/${destination.destination_id}/stream`;
  socket.write(`GET ${path} HTTP/1.1\r\n${HOST}X-API-Key: ${keys.delgado}\r\n\r\n`);
  await until('retry: 1000');
  shortenTimeouts(raw);
  await (await raw.open()).received; // a client that sends nothing times out in the meantime
  expect(hooks.log.filter((entry) => entry.path === path)).toEqual([]);
  expect(socket.closed).toBe(false);
  const logged = hooks.nextEntry();
  socket.destroy();
  expect(await logged).toMatchObject({ path, status: 200, isAborted: true, operationId: 'streamDeliveries' });
  await raw.http.close();
});

test('logs a request once, as aborted and not as a defect, if the client disconnects during its body', async () => {
  const raw = await startRawServer();
  const { socket } = await raw.open();
  const logged = raw.nextEntry();
  socket.write(`${DISPUTE}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n{`, () => socket.resetAndDestroy());
  expect(await logged).toMatchObject({ status: 499, isAborted: true, defect: undefined, path: '/v1/disputes' });
  await raw.http.close();
  expect(raw.log).toHaveLength(1);
});

describe('limits of connections', () => {
  test('closes excess connections of an address, and accepts one when another ends', async () => {
    const raw = await startRawServer({ maxConnectionsPerAddress: 2 });
    const [first, second] = [await raw.open(), await raw.open()];
    expect(await (await raw.open()).received).toBe('');
    const closed = new Promise((resolve) =>
      raw.http.server.once('connection', (socket) => socket.once('close', resolve)),
    );
    first.socket.destroy();
    await first.received;
    let reply = '';
    while (reply === '') {
      const next = await raw.open();
      next.socket.write(`${PORTAL}Connection: close\r\n\r\n`);
      reply = await next.received; // empty until the server notices the end of the first connection
    }
    expect(readReply(reply).status).toBe(200);
    second.socket.destroy();
    await closed;
    await raw.http.close();
  });

  test('exempts a trusted proxy', async () => {
    const raw = await startRawServer({ maxConnectionsPerAddress: 1 }, createTestApp({ trustProxy: ['loopback'] }));
    const connections = [await raw.open(), await raw.open(), await raw.open()];
    for (const { socket, until } of connections) {
      socket.write(`${PORTAL}\r\n`);
      expect(readReply(await until('HTTP/1.1')).status).toBe(200);
    }
    await raw.http.close();
  });

  test('allows a tenth of all connections per address on a public server, with longer keep-alive behind a proxy', () => {
    expect(createPublicLimits({ maxConnections: 55, isBehindProxy: false })).toMatchObject({
      maxConnections: 55,
      maxConnectionsPerAddress: 6,
      keepAliveMs: LOCAL_LIMITS.keepAliveMs,
    });
    expect(createPublicLimits({ isBehindProxy: true }).keepAliveMs).toBeGreaterThan(60_000);
    expect(createHttpServer(LOCAL_LIMITS).server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: 60_000,
      keepAliveTimeout: 5_000,
      maxConnections: 2000,
    });
  });
});

describe('closing the server', () => {
  test('finishes requests in flight, and closes idle connections and those without a request', async () => {
    const raw = await startRawServer();
    const idle = await raw.open();
    idle.socket.write(`${PORTAL}\r\n`);
    await idle.until('HTTP/1.1 200');
    const partial = await raw.open();
    partial.socket.write('GET /v1/por');
    const busy = await Promise.all(Array.from({ length: 5 }, () => raw.open()));
    const started = new Promise<void>((resolve) => {
      let count = 0;
      raw.http.server.on('request', () => {
        count += 1;
        if (count === busy.length) resolve();
      });
    });
    for (const { socket } of busy) socket.write(`${DISPUTE}Prefer: delay=500\r\nContent-Length: 2\r\n\r\n{}`);
    await started;
    const closed = raw.http.close();
    for (const { received } of busy) {
      const { status, headers } = readReply(await received);
      expect([status, headers.connection]).toEqual([422, 'close']);
    }
    await closed;
    expect(readReply(await idle.received).status).toBe(200);
    expect(await partial.received).toBe('');
    await expect(raw.open()).rejects.toThrow('ECONNREFUSED');
  });

  test('answers requests that arrived before their connections were accepted', async () => {
    const raw = await startRawServer();
    const connections = await Promise.all(Array.from({ length: 20 }, () => raw.open()));
    for (const { socket } of connections) socket.write(`${PORTAL}\r\n`);
    const closed = raw.http.close();
    for (const { received } of connections) expect(readReply(await received).status).toBe(200);
    await closed;
  });

  test('stops waiting after the limit', async () => {
    const raw = await startRawServer({ shutdownMs: 10 });
    const { socket, received } = await raw.open();
    const started = new Promise((resolve) => raw.http.server.once('request', resolve));
    socket.write(`${PORTAL}Prefer: delay=500\r\n\r\n`);
    await started;
    const logged = raw.nextEntry();
    await raw.http.close();
    expect(await received).toBe('');
    expect(await logged).toMatchObject({ status: 499, isAborted: true });
  });
});

test('gives the app a target without an origin and with decoded unreserved characters', async () => {
  const http = createHttpServer(LOCAL_LIMITS);
  const targets: (string | undefined)[] = [];
  const app = (request: IncomingMessage, response: ServerResponse): void => {
    targets.push(request.url);
    response.end();
  };
  http.serve(Object.assign(app, { isTrustedProxy: () => false }));
  await once(http.server.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.server.address() as AddressInfo; // listens on TCP
  for (const path of ['/w/%77s_000000000000/v1/portal?a=%41', '/w/ws%5F000000000000/%2Fv1'])
    await fetch(`http://127.0.0.1:${port}${path}`);
  expect(targets).toEqual(['/w/ws_000000000000/v1/portal?a=%41', '/w/ws_000000000000/%2Fv1']);
  await http.close();
});
