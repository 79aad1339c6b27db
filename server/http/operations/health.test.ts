import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawServer, startRawServer } from '../edge/testing/raw-server.ts';
import { createTestApp, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';
import { serveHealth } from './health.ts';
import { Readiness } from './readiness.ts';

describe('health endpoints', () => {
  let raw: RawServer;
  let url: string;
  const readiness = new Readiness({ reuseMs: -1 });
  let isStorageReadable = true;
  beforeAll(async () => {
    readiness.register({ name: 'storage', check: () => isStorageReadable });
    const tested = createTestApp({ ratePerMinute: 1 });
    raw = await startRawServer({}, { ...tested, app: serveHealth(tested.app, readiness) });
    url = `http://127.0.0.1:${raw.port}`;
  });
  afterAll(() => raw.http.close());

  it('reports that the process is alive, without a key, a limit or a line in the log', async () => {
    for (const path of ['/healthz', '/healthz?from=probe', '/readyz', '/healthz']) {
      const reply = await fetch(url + path);
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(raw.log).toEqual([]);
    const listed = await fetch(`${url}/sandbox/requests`, {
      headers: { Authorization: `Bearer ${TEST_OPERATOR_TOKEN}` },
    });
    expect(await listed.json()).toMatchObject({ data: [] });
  });

  it('names the failed check in a problem document while storage cannot be read, and stays alive', async () => {
    isStorageReadable = false;
    const reply = await fetch(`${url}/readyz`);
    isStorageReadable = true;
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await reply.json()).toMatchObject({
      type: '/problems/service-unavailable',
      status: 503,
      code: 'service_unavailable',
      instance: '/readyz',
      detail: 'The server does not accept work now. Failed checks: storage.',
      request_id: reply.headers.get('x-request-id'),
      checks: [
        { name: 'not_draining', passed: true },
        { name: 'storage', passed: false },
      ],
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('stays ready and names the failed check while a check fails that is not required', async () => {
    const remove = readiness.register({ name: 'database', isRequired: false, check: () => false });
    const reply = await fetch(`${url}/readyz`);
    remove();
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({
      status: 'degraded',
      checks: [
        { name: 'not_draining', passed: true },
        { name: 'storage', passed: true },
        { name: 'database', passed: false },
      ],
    });
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' });
  });

  it('answers HEAD with the headers of GET', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const reply = await raw.send(`HEAD ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect([reply.status, reply.body]).toEqual([200, '']);
      const { headers } = await raw.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(reply.headers['content-length']).toBe(headers['content-length']);
    }
  });

  it('refuses other methods, and leaves other paths and invalid requests to the app', async () => {
    const refused = await fetch(`${url}/readyz`, { method: 'POST', body: '{}' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await raw.send('GET /healthz HTTP/1.1\r\n\r\n')).status).toBe(400); // no Host
    expect((await fetch(`${url}/healthzz`)).status).not.toBe(200);
    expect((await fetch(`${url}/healthz/`)).status).not.toBe(200);
  });

  it('announces while it drains that connections close, and still serves', async () => {
    readiness.beginDraining();
    raw.http.drain();
    const reply = await fetch(`${url}/readyz`);
    expect([reply.status, reply.headers.get('connection')]).toEqual([503, 'close']);
    expect(await reply.json()).toMatchObject({ checks: [{ name: 'not_draining', passed: false }, { passed: true }] });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});

it('counts open connections and requests in flight, event streams included', async () => {
  const raw = await startRawServer();
  const { socket, until } = await raw.open();
  socket.write(
    `GET /sandbox/activity HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TEST_OPERATOR_TOKEN}\r\n\r\n`,
  );
  await until(': connected');
  expect(raw.http.readLoad()).toEqual({ connections: 1, requestsInFlight: 1 });
  const closed = once(socket, 'close');
  raw.deliveryService.endStreams();
  await raw.http.close();
  await closed;
  expect(raw.http.readLoad()).toMatchObject({ requestsInFlight: 0 });
});
