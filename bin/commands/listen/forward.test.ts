import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import { createSelfSignedCertificate } from '../../../conformance/testing/certificate.ts';
import { listenForTest } from '../../../server/delivery/testing/listening-server.ts';
import { forward } from './forward.ts';
import { receiving } from './testing/receiver.ts';
import { receiverAt } from './testing/scene.ts';

const delivery = { headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' }, body: '{"name":"Zoë 💶"}' };

test('a delivery arrives as it is, with what is sent along, and the answer comes back', async () => {
  const { url, got } = await receiving(() => ({
    status: 201,
    headers: { 'x-a': '1', 'set-cookie': 'k=v' },
    body: 'ok',
  }));
  const receiver = receiverAt(url, { headers: { authorization: 'Basic x', host: 'app.test' } });
  expect(await forward(receiver, delivery)).toMatchObject({
    ...{ status: 201, body: 'ok', headers: { 'x-a': '1', 'set-cookie': '***' } },
  });
  expect(got[0]?.body).toBe(delivery.body);
  expect(got[0]?.headers).toMatchObject({ ...delivery.headers, authorization: 'Basic x', host: 'app.test' });
});

test('a redirect is an answer, and is not followed', async () => {
  const { url, got } = await receiving(() => ({ status: 307, headers: { location: '/elsewhere' } }));
  expect(await forward(receiverAt(url), delivery)).toMatchObject({ status: 307, headers: { location: '/elsewhere' } });
  expect(got).toHaveLength(1);
});

test('of a long answer the first 16 KiB come back', async () => {
  const { url } = await receiving(() => ({ status: 200, body: 'x'.repeat(40_000) }));
  const { body, truncated } = await forward(receiverAt(url), delivery);
  expect([body?.length, truncated]).toEqual([16 * 1024, true]);
});

test('an answer that drips for ever ends with the limit', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 5);
    response.on('close', () => clearInterval(timer));
  });
  const { port } = await listenForTest(server);
  const answer = await forward(receiverAt(new URL(`http://127.0.0.1:${port}/`), { limitMs: 100 }), delivery);
  expect(answer).toEqual({
    error: 'Its response began, but was not complete within 0.1 s of the start of the request.',
    total_ms: expect.any(Number),
  });
});

test('a receiver that hangs up, or is not there, is said in words', async () => {
  const { port } = await listenForTest(createTcpServer((socket) => socket.destroy()));
  expect((await forward(receiverAt(new URL(`http://127.0.0.1:${port}/`)), delivery)).error).toContain(
    'closed the connection',
  );
  expect((await forward(receiverAt(new URL('http://127.0.0.1:9/')), delivery)).error).toBe(
    'Nothing listens there (ECONNREFUSED).',
  );
});

test('a certificate of its own is taken where that is asked for, and only there', async () => {
  const validity = { from: new Date(Date.now() - 60_000), until: new Date(Date.now() + 86_400_000) };
  const server = createSecureServer(createSelfSignedCertificate(validity), (request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const { port } = await listenForTest(server);
  const url = new URL(`https://127.0.0.1:${port}/`);
  expect((await forward(receiverAt(url), delivery)).error).toContain('certificate');
  expect(await forward(receiverAt(url, { isInsecure: true }), delivery)).toMatchObject({ status: 204 });
});
