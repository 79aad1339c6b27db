import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSelfSignedCertificate } from '../../testing/certificate.ts';
import type { ProbeSenderOptions } from './delivery-response.ts';
import type { OutgoingDelivery } from './outgoing-delivery.ts';
import { createDeliverySender } from './send-delivery.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}

const createSender = (url: string, change: Partial<ProbeSenderOptions> = {}) =>
  createDeliverySender({
    url,
    timeoutMs: 10_000,
    pauseMs: 10,
    addedHeaders: [],
    clock: () => performance.now(),
    ...change,
  });

const delivery: OutgoingDelivery = {
  method: 'POST',
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Twice', 'one'],
    ['x-TWICE', 'two'],
  ],
  pieces: [Buffer.from('{"a":"\u{1f3e7}'), Buffer.from('"}')],
};

test.each([{}, { connection: 'reused' }, { wire: { isKept: true } }] as const)(
  'connects to given addresses in place of those of the name: %j',
  async (change) => {
    const port = await listen(createServer((_, outgoing) => outgoing.end()));
    const send = createSender(`http://hooks.invalid:${port}/in`, { addresses: ['127.0.0.1'] });
    expect(await send({ ...delivery, ...change })).toMatchObject({ kind: 'answered', status: 200 });
  },
);

test('sends the body in chunks, and headers in their order and case', async () => {
  let came: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'> | undefined;
  const pieces: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    came = incoming;
    for await (const piece of incoming) pieces.push(String(piece));
    outgoing.writeHead(202, { 'X-Answer': 'yes' }).end('thanks');
  });
  const port = await listen(server);
  const added = [['X-Added', 'secret']] as const;
  const options = { addedHeaders: added, pauseMs: 300 }; // long enough for a busy server to read each chunk on its own
  const answer = await createSender(`http://127.0.0.1:${port}/hooks?a=b`, options)(delivery);
  expect(answer).toMatchObject({ kind: 'answered', status: 202, text: 'thanks' });
  expect(answer.kind === 'answered' && answer.headers).toContainEqual(['X-Answer', 'yes']);
  expect([came?.method, came?.url, pieces]).toEqual(['POST', '/hooks?a=b', ['{"a":"\u{1f3e7}', '"}']]);
  const raw = came?.rawHeaders ?? [];
  expect(raw.slice(raw.indexOf('X-Added'))).toEqual([
    ...['X-Added', 'secret', 'Content-Type', 'application/json', 'X-Twice', 'one', 'x-TWICE', 'two'],
    ...['Connection', 'close'],
  ]);
});

test('accepts a response that arrives before the body is sent', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined); // the rest of the body is not read
    socket.once('data', () => socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n'));
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  const pieces = Array.from({ length: 20 }, () => Buffer.alloc(1000, 'x'));
  expect(await createSender(url)({ ...delivery, pieces })).toMatchObject({ kind: 'answered', status: 413 });
});

test('distinguishes a closed connection from a refused connection', async () => {
  const server = createTcpServer((socket) => socket.once('data', () => socket.destroy()));
  const port = await listen(server);
  expect(await createSender(`http://127.0.0.1:${port}/`)(delivery)).toMatchObject({ kind: 'dropped' });
  expect(await createSender('http://127.0.0.1:9/')(delivery)).toMatchObject({ kind: 'unreachable' });
});

test('verifies TLS certificates unless an option disables it', async () => {
  const now = Date.now();
  const certificate = createSelfSignedCertificate({ from: new Date(now - 60_000), until: new Date(now + 3_600_000) });
  const server = createTlsServer(certificate, (_, outgoing) => outgoing.writeHead(204).end());
  const url = `https://localhost:${await listen(server)}/`;
  expect(await createSender(url)(delivery)).toMatchObject({ kind: 'unreachable' });
  for (const tls of [{ isUnchecked: true }, { ca: certificate.cert }])
    expect(await createSender(url, { tls })(delivery)).toMatchObject({ kind: 'answered', status: 204 });
  const send = createSender(url, { tls: { ca: certificate.cert } });
  for (const isReset of [false, true])
    expect(await send({ ...delivery, disconnect: { afterMs: 0, isReset } })).toMatchObject({ kind: 'cut' });
  for (const wire of [{ stalledAfter: 'nothing' }, { stalledAfter: 'half of the body' }] as const)
    expect(await send({ ...delivery, wire })).toMatchObject({ kind: 'cut' });
  expect(await send({ ...delivery, wire: { hasChunkExtensions: true } })).toMatchObject({ status: 204 });
});

/** Starts a server that counts its connections. */
async function startCounting(respond: (socket: Socket) => void) {
  let connections = 0;
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => {
      outgoing.writeHead(204).end();
      respond(incoming.socket);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  const send = createSender(`http://127.0.0.1:${await listen(server)}/`);
  return { send, countConnections: () => connections };
}

test('sends deliveries over one connection, one at a time, and others over separate connections', async () => {
  const { send, countConnections } = await startCounting(() => undefined);
  const chain = [{ ...delivery, connection: 'reused' } as const, { ...delivery, connection: 'last' } as const];
  const statuses = await Promise.all([chain[0], chain[0], chain[1]].map(async (each) => send(each ?? delivery)));
  expect(statuses.map((answer) => answer.kind)).toEqual(['answered', 'answered', 'answered']);
  expect(countConnections()).toBe(1);
  await Promise.all([send(delivery), send(delivery)]);
  expect(countConnections()).toBe(3);
});

test('opens another connection if the receiver has closed the reused one', async () => {
  const { send, countConnections } = await startCounting((socket) => socket.once('data', () => socket.destroy()));
  for (let sent = 0; sent < 2; sent += 1)
    expect(await send({ ...delivery, connection: 'reused' })).toMatchObject({ kind: 'answered', status: 204 });
  expect(countConnections()).toBeGreaterThanOrEqual(2);
});

test.each([{ connection: 'reused' } as const, { wire: { isKept: true } }])(
  'counts each transmission to a receiver that closes a kept connection without a response: %j',
  async (kept) => {
    const served = new Set<unknown>();
    let received = 0;
    const server = createServer((incoming, outgoing) => {
      received += 1;
      if (served.has(incoming.socket)) return void incoming.socket.destroy();
      served.add(incoming.socket);
      incoming.resume().on('end', () => outgoing.writeHead(204).end());
    });
    const send = createSender(`http://127.0.0.1:${await listen(server)}/`);
    const answers = [];
    for (let sent = 0; sent < 4; sent += 1) answers.push(await send({ ...delivery, ...kept }));
    expect(answers.map(({ kind }) => kind)).toEqual(answers.map(() => 'answered'));
    expect(answers.map(({ transmissions = 1 }) => transmissions)).toContain(2);
    expect(answers.reduce((sum, { transmissions = 1 }) => sum + transmissions, 0)).toBe(received);
  },
);

/** A server of connections in memory: what each has sent, and whether it is closed. */
async function startRecording() {
  const connections: { text: string; isClosed: boolean }[] = [];
  const server = createTcpServer((socket) => {
    const connection = { text: '', isClosed: false };
    connections.push(connection);
    socket.on('error', () => undefined); // the sender closes connections in the middle of requests
    socket.on('close', () => {
      connection.isClosed = true;
    });
    socket.on('data', (bytes) => {
      connection.text += bytes.toString();
      if (connection.text.endsWith('"}')) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
    });
  });
  return { send: createSender(`http://127.0.0.1:${await listen(server)}/`), connections };
}

test('keeps stalled connections open until the next delivery has its response', async () => {
  const { send, connections } = await startRecording();
  for (const stalledAfter of ['nothing', 'half of the body'] as const)
    expect(await send({ ...delivery, wire: { stalledAfter } })).toMatchObject({ kind: 'cut' });
  await expect.poll(() => connections.map(({ text }) => text.split('\r\n\r\n')[1])).toEqual([undefined, '{"a":"']);
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([false, false]);
  expect(await send(delivery)).toMatchObject({ kind: 'answered', status: 204 });
  await expect.poll(() => connections.map(({ isClosed }) => isClosed)).toEqual([true, true, true]);
});

test.each([
  { afterMs: 0, isReset: false },
  { afterMs: 5, isReset: true },
])('sends a whole body and disconnects without reading the response: %j', async (disconnect) => {
  const { send, connections } = await startRecording();
  expect(await send({ ...delivery, disconnect })).toMatchObject({ kind: 'cut' });
  await expect.poll(() => connections.map(({ isClosed }) => isClosed)).toEqual([true]);
  expect(connections[0]?.text).toMatch(/\{"a":"\u{1f3e7}"\}$/u);
});
