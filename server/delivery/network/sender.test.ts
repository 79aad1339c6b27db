import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer, type Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseCidrs } from '../../../base/cidr.ts';
import { createSelfSignedCertificate } from '../../../conformance/testing/certificate.ts';
import { listenForTest } from '../testing/listening-server.ts';
import { createSender, type DeliverySenderOptions, type SendOutcome } from './sender.ts';

/** A sender that may send to this machine until the test ends. */
function createTestSender(options: Partial<DeliverySenderOptions> = {}) {
  const sender = createSender({
    policy: { mode: 'local' },
    lookup: async () => ['127.0.0.1'],
    ...options,
  });
  onTestFinished(() => sender.close());
  return sender.send;
}

const SHORT = { connectMs: 100, totalMs: 100 };

const post = (url: string, more: Partial<DeliverySenderOptions> = {}, headers = {}): Promise<SendOutcome> =>
  createTestSender(more)({ url, headers, body: '{"id":"evt_1"}' });

const serve = (listener: RequestListener) => listenForTest(createServer(listener));

/** Serves the given bytes on each connection after a request. */
const serveRaw = (handle: (socket: Socket, nth: number) => void) => {
  let requests = 0;
  return listenForTest(
    createRawServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        handle(socket, requests);
      });
    }),
  );
};

describe('a delivery', () => {
  test('sends a delivery unchanged and adds the headers of HTTP', async () => {
    const seen: { request: IncomingMessage; body: Buffer }[] = [];
    const { port } = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push({ request, body: Buffer.concat(chunks) });
        response.writeHead(204).end();
      });
    });
    const body = Buffer.from('{"note":"\u{1f3e7} Zürich"}');
    const headers = {
      'webhook-id': 'evt_1',
      'X-Own': 'kept',
      Host: 'elsewhere.test',
      'Content-Length': '3',
      'Transfer-Encoding': 'chunked',
      'accept-encoding': 'gzip',
    };
    const outcome = await createTestSender()({
      url: `http://receiver.test:${port}/hooks/a%20b?x=1#part`,
      headers,
      body,
    });
    expect(outcome).toMatchObject({
      kind: 'responded',
      response: { status: 204, body: '', bodyBytes: 0, isTruncated: false },
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.body).toEqual(body);
    expect(seen[0]?.request).toMatchObject({ method: 'POST', url: '/hooks/a%20b?x=1' });
    expect(seen[0]?.request.headers).toEqual({
      'accept-encoding': 'identity',
      'webhook-id': 'evt_1',
      'x-own': 'kept',
      host: `receiver.test:${port}`,
      'content-length': `${body.length}`,
      connection: 'close',
    });
  });

  test('returns the duration of each phase that took place', async () => {
    const { port } = await serve((_, response) => response.end());
    const first = await createTestSender()({ url: `http://receiver.test:${port}/`, headers: {}, body: '' });
    expect(Object.keys(first.timings).sort()).toEqual(['connectMs', 'dnsMs', 'firstByteMs', 'totalMs']);
    expect(Object.values(first.timings).every((ms) => ms >= 0)).toBe(true);
    expect(Object.keys((await post(`http://127.0.0.1:${port}/`)).timings)).toEqual([
      'connectMs',
      'firstByteMs',
      'totalMs',
    ]);
  });

  test('throws for a header that HTTP does not allow', async () => {
    await expect(post('http://127.0.0.1:9/', {}, { 'x-own': 'two\r\nlines' })).rejects.toThrow(/Invalid character/);
  });
});

describe('a response', () => {
  test('returns the status, the body and the headers with masked secrets', async () => {
    const { port } = await serve((_, response) => {
      response.setHeader('Set-Cookie', ['session=abc', 'other=def']);
      response.setHeader('X-Api-Key', 'k-1');
      response.setHeader('WWW-Authenticate', 'Bearer');
      response.setHeader('Retry-After', '120');
      response.writeHead(503).end('später');
    });
    const outcome = await post(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({
      kind: 'responded',
      response: {
        status: 503,
        body: 'später',
        headers: { 'set-cookie': '***', 'x-api-key': '***', 'www-authenticate': 'Bearer', 'retry-after': '120' },
      },
    });
    expect(JSON.stringify(outcome)).not.toMatch(/abc|def|k-1/);
  });

  test.each([301, 302, 303, 307, 308])('returns the target of a %i without requesting it', async (status) => {
    const target = await serve((_, response) => response.end());
    const location = `http://127.0.0.1:${target.port}/`;
    const { port } = await serve((_, response) => response.writeHead(status, { location }).end());
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      kind: 'responded',
      response: { status, location },
    });
    expect(target.connections()).toBe(0);
  });

  test('reads a body of 64 KiB completely and keeps 16 KiB of it', async () => {
    const { port } = await serve((_, response) => response.end('x'.repeat(65_536)));
    const outcome = await post(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({
      response: { status: 200, body: 'x'.repeat(16_384), bodyBytes: 65_536, isTruncated: true },
    });
    expect(outcome).not.toHaveProperty('response.note');
  });

  test('stops reading an endless body after 64 KiB and counts the status', async () => {
    const { port } = await serve((_, response) => {
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(8_192), more);
      };
      more();
    });
    const outcome = await post(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({
      kind: 'responded',
      response: { status: 200, body: 'x'.repeat(16_384), isTruncated: true, note: 'body_too_large' },
    });
    if (outcome.kind === 'responded') expect(outcome.response.bodyBytes).toBeLessThan(64 * 1024 + 64 * 1024);
  });

  test('drops an incomplete character at the end of the kept body', async () => {
    const { port } = await serve((_, response) => response.end('aéé'));
    expect(await post(`http://127.0.0.1:${port}/`, { limits: { keepBytes: 4 } })).toMatchObject({
      response: { body: 'aé', bodyBytes: 5, isTruncated: true },
    });
  });
});

describe('a failure to send', () => {
  test('reports a name that does not exist', async () => {
    const lookup = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    expect(await post('http://receiver.test/', { lookup })).toMatchObject({
      kind: 'failed',
      error: 'dns_failed',
      message: 'Its name has no address (ENOTFOUND).',
    });
    expect(await post('http://receiver.test/', { lookup: async () => [] })).toMatchObject({ error: 'dns_failed' });
  });

  test('reports a resolver that does not respond', async () => {
    const outcome = await post('http://receiver.test/', { lookup: () => new Promise(() => undefined), limits: SHORT });
    expect(outcome).toMatchObject({ error: 'dns_failed', message: 'Its name was not resolved within 0.1 s.' });
  });

  test('reports an address that is not allowed', async () => {
    const { port, connections } = await serve((_, response) => response.end());
    const policy = { mode: 'hosted', allowHttp: true } as const;
    const outcome = await post(`http://receiver.test:${port}/`, { policy });
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: 'address_not_allowed',
      refusal: { range: 'loopback', setting: '--allow-destinations' },
    });
    expect(JSON.stringify(outcome)).not.toContain('127.0.0.1');
    expect(connections()).toBe(0);
  });

  test('reports a port without a server', async () => {
    const { port, hangUp } = await serve(() => undefined);
    hangUp();
    const free = await findFreePort();
    expect(free).not.toBe(port);
    expect(await post(`http://127.0.0.1:${free}/`)).toMatchObject({
      error: 'connect_refused',
      message: 'Nothing listens there (ECONNREFUSED).',
    });
  });

  test('reports a TLS handshake without a response', async () => {
    const { port } = await serveRaw(() => undefined);
    expect(await post(`https://127.0.0.1:${port}/`, { limits: { connectMs: 100 } })).toMatchObject({
      error: 'connect_timeout',
      message: expect.stringMatching(/TLS handshake did not finish within 0.1 s/),
    });
  });

  test('reports a missing response', async () => {
    const { port } = await serve(() => undefined);
    const outcome = await post(`http://127.0.0.1:${port}/`, { limits: SHORT });
    expect(outcome).toMatchObject({
      error: 'response_timeout',
      message: expect.stringMatching(/did not respond within 0.1 s/),
    });
    expect(outcome.response).toBeUndefined();
  });

  test('reports an endless slow response and keeps its received part', async () => {
    const { port } = await serve((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await post(`http://127.0.0.1:${port}/`, { limits: { totalMs: 1000 } })).toMatchObject({
      kind: 'failed',
      error: 'body_timeout',
      response: { status: 200, body: expect.stringMatching(/^\.+$/), isTruncated: false },
    });
  });

  test('reports an endless slow response head', async () => {
    const { port } = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x: y\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await post(`http://127.0.0.1:${port}/`, { limits: SHORT })).toMatchObject({ error: 'response_timeout' });
  });

  test.each<[string, string, { error: string; message: string; status?: number | null }]>([
    ['a connection closed before a response', '', { error: 'connection_reset', message: 'before it responded' }],
    [
      'a connection closed in a body',
      'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc',
      { error: 'connection_reset', message: 'before its response was complete', status: 200 },
    ],
    [
      'a response in another protocol',
      '220 mail.test ESMTP\r\n',
      { error: 'invalid_response', message: 'it begins with "220 mail.test ESMTP"' },
    ],
    [
      'heads without end',
      `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n`,
      { error: 'invalid_response', message: 'not valid HTTP' },
    ],
    [
      'a status below 100',
      'HTTP/1.1 042 X\r\n\r\n',
      { error: 'invalid_response', message: 'the status "042 X"', status: null },
    ],
    [
      'a status above 599',
      'HTTP/1.1 600 X\r\n\r\n',
      { error: 'invalid_response', message: 'the status "600 X"', status: null },
    ],
    [
      'a switch of protocols',
      'HTTP/1.1 101 X\r\n\r\n',
      { error: 'invalid_response', message: 'the status "101 X"', status: 101 },
    ],
    [
      'interim responses without end',
      'HTTP/1.1 100 C\r\n\r\n'.repeat(200),
      { error: 'invalid_response', message: 'more than 100 interim' },
    ],
  ])('%s', async (_, text, { error, message, status }) => {
    const { port } = await serveRaw((socket) => socket.end(text));
    const outcome = await post(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ error, message: expect.stringContaining(message) });
    expect(outcome.response?.status).toBe(status);
  });
});

describe('over TLS', () => {
  const DAY = 86_400_000;
  const from = new Date('2020-01-01');
  const good = createSelfSignedCertificate({ from, until: new Date(Date.now() + DAY) });
  const expired = createSelfSignedCertificate({ from, until: new Date('2020-02-01') });

  test('uses the name in the TLS handshake, for the certificate and in Host', async () => {
    const seen: unknown[] = [];
    const seenInHandshake = (name: string, next: (error: null) => void) => {
      seen.push(name);
      next(null);
    };
    const { port } = await listenForTest(
      createTlsServer({ ...good, SNICallback: seenInHandshake }, (request, response) => {
        seen.push(request.headers.host);
        response.end();
      }),
    );
    const outcome = await post(`https://localhost:${port}/`, { ca: good.cert });
    expect(outcome.kind).toBe('responded');
    expect(Object.keys(outcome.timings).sort()).toEqual(['connectMs', 'dnsMs', 'firstByteMs', 'tlsMs', 'totalMs']);
    expect(seen).toEqual(['localhost', `localhost:${port}`]);
  });

  test.each([
    [
      'an unsigned certificate',
      good,
      { host: 'localhost', ca: undefined, message: 'not signed by a trusted authority' },
    ],
    ['a certificate for another name', good, { host: 'receiver.test', ca: good.cert, message: 'for another name' }],
    ['a certificate that has expired', expired, { host: 'localhost', ca: expired.cert, message: 'has expired' }],
  ])('%s is refused', async (_, certificate, { host, ca, message }) => {
    const requests: unknown[] = [];
    const { port } = await listenForTest(createTlsServer(certificate, (request) => requests.push(request)));
    const outcome = await post(`https://${host}:${port}/`, ca === undefined ? {} : { ca });
    expect(outcome).toMatchObject({ error: 'tls_failed', message: expect.stringContaining(message) });
    expect(requests).toEqual([]);
  });

  test('reports a server without TLS', async () => {
    const { port } = await serve((_, response) => response.end());
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({
      error: 'tls_failed',
      message: expect.stringContaining('begin with http:'),
    });
  });
});

test('tries the next address of a name after a refused connection', async () => {
  const { port } = await serve((_, response) => response.end('ok'));
  const lookup = async () => ['127.0.0.3', '::1', '127.0.0.1'];
  expect(await post(`http://receiver.test:${port}/`, { lookup })).toMatchObject({ response: { body: 'ok' } });
});

test.each(['localhost', 'localhost.', 'LOCALHOST', 'hooks.localhost', 'a.b.localhost.'])(
  'the name %s means this machine, regardless of DNS',
  async (name) => {
    const { port } = await serve((_, response) => response.end('ok'));
    const lookups: string[] = [];
    const lookup = async (host: string) => {
      lookups.push(host);
      return ['169.254.169.254'];
    };
    expect(await post(`http://${name}:${port}/`, { lookup })).toMatchObject({ response: { body: 'ok' } });
    expect(lookups).toEqual([]);
  },
);

test('connects to a local name through the allowed loopback addresses', async () => {
  const { port } = await serve((_, response) => response.end('ok'));
  const allowedCidrs = parseCidrs('127.0.0.0/8');
  if ('fault' in allowedCidrs) throw new Error(allowedCidrs.fault);
  const policy = { mode: 'hosted', allowHttp: true, allowedCidrs } as const;
  expect(await post(`http://hooks.localhost:${port}/`, { policy })).toMatchObject({ response: { body: 'ok' } });
});

describe('each delivery', () => {
  test('has its own connection, whose address is checked', async () => {
    const { port, connections } = await serve((_, response) => response.end('ok'));
    let lookups = 0;
    const send = createTestSender({
      lookup: async () => {
        lookups += 1;
        return ['127.0.0.1'];
      },
    });
    const request = { url: `http://receiver.test:${port}/`, headers: {}, body: '{}' };
    for (const _ of [1, 2, 3]) expect(await send(request)).toMatchObject({ response: { status: 200 } });
    expect([connections(), lookups]).toEqual([3, 3]);
  });

  test('is sent once to a receiver that closes connections without a response to a later request', async () => {
    const received: number[] = [];
    const { port } = await serve((incoming, response) => {
      const isLater = received.includes(incoming.socket.remotePort ?? 0);
      received.push(incoming.socket.remotePort ?? 0);
      if (isLater) incoming.socket.destroy();
      else response.end('ok');
    });
    const send = createTestSender();
    const request = { url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' };
    const outcomes = [];
    for (const _ of [1, 2, 3, 4]) outcomes.push(await send(request));
    expect(outcomes).toEqual(outcomes.map(() => expect.objectContaining({ kind: 'responded' })));
    expect(received).toHaveLength(outcomes.length);
  });
});

describe("the sandbox's own inbox", () => {
  const policy = { mode: 'hosted', own: { port: 4010, inboxPrefix: '/sandbox/inbox/' } } as const;

  test("delivers to the sandbox's own inbox without the network", async () => {
    const lookups: string[] = [];
    const server = createServer((request, response) => {
      lookups.push(`${request.headers.host}${request.url}`);
      response.writeHead(200).end('taken');
    });
    const connect = () => {
      const [ours, theirs] = duplexPair();
      server.emit('connection', theirs);
      return ours;
    };
    const lookup = () => expect.fail('expected no DNS lookup');
    const send = createTestSender({ policy, connect, lookup });
    for (const _ of [1, 2])
      expect(await send({ url: 'http://localhost:4010/sandbox/inbox/tok_1', headers: {}, body: '{}' })).toMatchObject({
        kind: 'responded',
        response: { status: 200, body: 'taken' },
      });
    expect(lookups).toEqual(['localhost:4010/sandbox/inbox/tok_1', 'localhost:4010/sandbox/inbox/tok_1']);
    expect(await send({ url: 'http://localhost:4010/sandbox/clock', headers: {}, body: '{}' })).toMatchObject({
      error: 'address_not_allowed',
      refusal: { range: 'own port' },
    });
  });

  test('applies the same limits to an inbox that responds slowly or never', async () => {
    const server = createServer((_, response) => response.write('.'));
    const connect = () => {
      const [ours, theirs] = duplexPair();
      server.emit('connection', theirs);
      return ours;
    };
    const outcome = await post('http://localhost:4010/sandbox/inbox/tok_1', { policy, connect, limits: SHORT });
    expect(outcome).toMatchObject({ error: 'body_timeout', response: { status: 200 } });
  });
});

/** A port that is most likely unused. */
async function findFreePort(): Promise<number> {
  const server = createRawServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : expect.fail('no port');
}

describe('a receiver that speaks only HTTP/2', () => {
  const failure = {
    kind: 'failed',
    error: 'invalid_response',
    message: expect.stringMatching(/^It speaks only HTTP\/2, and deliveries use HTTP\/1\.1\./),
  };

  test('is named without TLS', async () => {
    const { port } = await listenForTest(createHttp2Server());
    expect(await post(`http://receiver.test:${port}/`)).toMatchObject(failure);
  });

  test('is named with TLS', async () => {
    const validity = { from: new Date('2020-01-01'), until: new Date(Date.now() + 86_400_000) };
    const { key, cert } = createSelfSignedCertificate(validity);
    const { port } = await listenForTest(createSecureServer({ key, cert }));
    expect(await post(`https://localhost:${port}/`, { ca: cert })).toMatchObject(failure);
  });

  test('is named by its refusal, and not by another 403', async () => {
    const refuse = (text: string) => serve((_, response) => response.writeHead(403).end(text));
    const refusing = await refuse('Unknown ALPN Protocol, expected `h2` to be available.\n');
    expect(await post(`http://receiver.test:${refusing.port}/`)).toMatchObject(failure);
    const other = await refuse('The signature does not match; h2');
    expect(await post(`http://receiver.test:${other.port}/`)).toMatchObject({ kind: 'responded' });
  });
});
