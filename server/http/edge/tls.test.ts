import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createSelfSignedCertificate } from '../../../conformance/testing/certificate.ts';
import { createTestApp, keys } from '../testing/test-app.ts';
import { createHttpServer } from './http-server.ts';
import { LOCAL_LIMITS, type ServerLimits } from './limits.ts';
import { readReply } from './testing/raw-server.ts';

/* The same limits for connections with TLS. */

const certificate = createSelfSignedCertificate({ from: new Date('2020-01-01'), until: new Date('2120-01-01') });
const PORTAL = `GET /v1/portal HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${keys.delgado}\r\n`;

async function startTls(limits: Partial<ServerLimits> = {}) {
  const tested = createTestApp();
  const http = createHttpServer({ ...LOCAL_LIMITS, ...limits }, certificate);
  http.serve(tested.app);
  http.listener.listen(0, '127.0.0.1');
  await once(http.listener, 'listening');
  onTestFinished(() => http.close());
  const { port } = http.listener.address() as AddressInfo; // it listens on TCP
  const open = async (options: ConnectionOptions = {}): Promise<TLSSocket> => {
    const socket = connectTls({ port, host: '127.0.0.1', ca: certificate.cert, ...options });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    return socket;
  };
  return { ...tested, http, port, open };
}

async function readAll(socket: TLSSocket): Promise<string> {
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  await once(socket, 'close');
  return text;
}

test('answers over TLS, with HTTP/1.1 as the protocol', async () => {
  const { open } = await startTls();
  const socket = await open({ ALPNProtocols: ['h2', 'http/1.1'] });
  expect(socket.alpnProtocol).toBe('http/1.1');
  socket.write(`${PORTAL}Connection: close\r\n\r\n`);
  expect(readReply(await readAll(socket)).status).toBe(200);
});

test('closes a connection whose handshake does not begin in time', async () => {
  const { port } = await startTls({ headersTimeoutMs: 20 });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'close');
  expect(socket.bytesRead).toBe(0);
});

test('returns 408 to a client that sends incomplete headers', async () => {
  const { open } = await startTls({ headersTimeoutMs: 1000, checkIntervalMs: 5 });
  const socket = await open();
  socket.write('GET /v1/portal HTTP/1.1\r\n');
  expect(readReply(await readAll(socket)).status).toBe(408);
});

test('returns 400 to bytes that are no request', async () => {
  const { open } = await startTls();
  const socket = await open();
  socket.write('nonsense\r\n\r\n');
  expect(readReply(await readAll(socket)).status).toBe(400);
});

test('counts connections before their handshake, once each', async () => {
  const { http, port, open } = await startTls({ maxConnectionsPerAddress: 2 });
  const silent = connect(port, '127.0.0.1');
  onTestFinished(() => void silent.destroy());
  await once(silent, 'connect');
  await open();
  expect(http.readLoad().connections).toBe(2);
  const third = connect(port, '127.0.0.1');
  third.on('error', () => undefined);
  await once(third, 'close');
});

test('closes at once while a client has not finished its handshake', async () => {
  const { http, port } = await startTls({ shutdownMs: 60_000 });
  const silent = connect(port, '127.0.0.1');
  silent.on('error', () => undefined);
  await once(silent, 'connect');
  const closed = once(silent, 'close');
  await http.close();
  await closed;
  expect(http.readLoad().connections).toBe(0);
});

test('ends the connection of a client that speaks plain HTTP, and continues', async () => {
  const { port, open } = await startTls();
  const plain = connect(port, '127.0.0.1');
  plain.on('error', () => undefined);
  plain.write(`${PORTAL}\r\n`);
  await once(plain, 'close');
  const socket = await open();
  socket.write(`${PORTAL}Connection: close\r\n\r\n`);
  expect(readReply(await readAll(socket)).status).toBe(200);
});
