import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import { createSelfSignedCertificate } from '../../../../conformance/testing/certificate.ts';
import { listenForTest } from '../../../../server/delivery/testing/listening-server.ts';
import { forwardTo } from '../testing/listener.ts';
import { startTestReceiver } from '../testing/receiver.ts';
import { forwardDelivery } from './forward.ts';

const delivery = { headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' }, body: '{"name":"Zoë 💶"}' };

test('forwards the unchanged delivery with the added headers, and returns the response', async () => {
  const { url, got } = await startTestReceiver(() => ({
    status: 201,
    headers: { 'x-a': '1', 'set-cookie': 'k=v' },
    body: 'ok',
  }));
  const receiver = forwardTo(url, { headers: { authorization: 'Basic x', host: 'app.test' } });
  expect(await forwardDelivery(receiver, delivery)).toMatchObject({
    ...{ status: 201, body: 'ok', headers: { 'x-a': '1', 'set-cookie': '***' } },
  });
  expect(got[0]?.body).toBe(delivery.body);
  expect(got[0]?.headers).toMatchObject({ ...delivery.headers, authorization: 'Basic x', host: 'app.test' });
});

test('returns a redirect without following it', async () => {
  const { url, got } = await startTestReceiver(() => ({ status: 307, headers: { location: '/elsewhere' } }));
  expect(await forwardDelivery(forwardTo(url), delivery)).toMatchObject({
    status: 307,
    headers: { location: '/elsewhere' },
  });
  expect(got).toHaveLength(1);
});

test('truncates the response body to 16 KiB', async () => {
  const { url } = await startTestReceiver(() => ({ status: 200, body: 'x'.repeat(40_000) }));
  const { body, truncated } = await forwardDelivery(forwardTo(url), delivery);
  expect([body?.length, truncated]).toEqual([16 * 1024, true]);
});

test('ends an endless response at the time limit', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 5);
    response.on('close', () => clearInterval(timer));
  });
  const { port } = await listenForTest(server);
  const answer = await forwardDelivery(forwardTo(new URL(`http://127.0.0.1:${port}/`), { limitMs: 100 }), delivery);
  expect(answer).toEqual({
    error: 'Its response began, but was not complete within 0.1 s of the start of the request.',
    total_ms: expect.any(Number),
  });
});

test('describes a closed connection and a refused one', async () => {
  const { port } = await listenForTest(createTcpServer((socket) => socket.destroy()));
  expect((await forwardDelivery(forwardTo(new URL(`http://127.0.0.1:${port}/`)), delivery)).error).toContain(
    'closed the connection',
  );
  expect((await forwardDelivery(forwardTo(new URL('http://127.0.0.1:9/')), delivery)).error).toBe(
    'Nothing listens there (ECONNREFUSED).',
  );
});

test('accepts a self-signed certificate only if isInsecure is set', async () => {
  const validity = { from: new Date(Date.now() - 60_000), until: new Date(Date.now() + 86_400_000) };
  const server = createSecureServer(createSelfSignedCertificate(validity), (request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const { port } = await listenForTest(server);
  const url = new URL(`https://127.0.0.1:${port}/`);
  expect((await forwardDelivery(forwardTo(url), delivery)).error).toContain('certificate');
  expect(await forwardDelivery(forwardTo(url, { isInsecure: true }), delivery)).toMatchObject({ status: 204 });
});
