import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { openRawClient, startForwarder, startRawUpstream } from '../testing/raw-upstream.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const use = <Closable extends { close(): Promise<void> }>(one: Closable): Closable => {
  open.push(one);
  return one;
};

const startRaw = async (...parameters: Parameters<typeof startRawUpstream>) =>
  use(await startRawUpstream(...parameters));
const forwardTo = async (...parameters: Parameters<typeof startForwarder>) => use(await startForwarder(...parameters));

/** Starts an upstream with the HTTP server of Node.js. */
async function startUpstream(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<URL> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  use({
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const GET = 'GET /v1/portal HTTP/1.1\r\nHost: client.example\r\n\r\n';
const split = (text: string) => {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  return { lines: head.split('\r\n'), body: rest.join('\r\n\r\n') };
};

test('forwards the request line, headers and their order, and adds only those of a proxy', async () => {
  const upstream = await startRaw((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  const proxy = await forwardTo(new URL('/base/', upstream.url));
  const client = openRawClient(
    proxy.port,
    'GET /v1/portal?b=2&a=%2F+1&a= HTTP/1.1\r\nhost: client.example\r\nx-API-key: k1\r\nX-Two: 1\r\nX-Two: 2\r\n' +
      'X-Latin: caf\xe9\r\nConnection: keep-alive, X-Hop\r\nX-Hop: 1\r\nTE: trailers\r\nUpgrade: h2c\r\nProxy-Authorization: Basic x\r\n\r\n',
  );
  await client.until(/204 No Content/);
  const { lines } = split(upstream.received[0] ?? '');
  expect(lines).toEqual([
    'GET /base/v1/portal?b=2&a=%2F+1&a= HTTP/1.1',
    `Host: 127.0.0.1:${upstream.port}`,
    'x-API-key: k1',
    'X-Two: 1',
    'X-Two: 2',
    'X-Latin: caf\xe9',
    'X-Forwarded-For: 127.0.0.1',
    'X-Forwarded-Host: client.example',
    'X-Forwarded-Proto: http',
    expect.stringMatching(/^Via: 1\.1 fleetkit-[0-9a-f]{8}$/),
    'TE: trailers',
    'Connection: keep-alive, TE',
  ]);
  expect(await proxy.next()).toMatchObject({
    method: 'GET',
    url: `http://127.0.0.1:${upstream.port}/base/v1/portal?b=2&a=%2F+1&a=`,
    end: 'complete',
    response: { status: 204 },
  });
});

test('keeps what earlier proxies state about the client', async () => {
  const upstream = await startRaw((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  const proxy = await forwardTo(upstream.url);
  const client = openRawClient(
    proxy.port,
    'GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Host: first.example\r\nX-Forwarded-Proto: https\r\n' +
      'Forwarded: for=192.0.2.1\r\nVia: 1.1 edge\r\n\r\n',
  );
  await client.until(/204/);
  expect(upstream.received[0]).toContain('X-Forwarded-For: 192.0.2.1, 127.0.0.1\r\n');
  expect(upstream.received[0]).toContain('X-Forwarded-Host: first.example\r\n');
  expect(upstream.received[0]).toContain('X-Forwarded-Proto: https\r\n');
  expect(upstream.received[0]).toContain('Forwarded: for=192.0.2.1\r\n');
  expect(upstream.received[0]).toMatch(/Via: 1\.1 edge, 1\.1 fleetkit-/);
});

test('forwards status, reason, headers, repeated headers and redirects as they are, and adds no Date', async () => {
  const upstream = await startRaw((socket) =>
    socket.write(
      'HTTP/1.1 302 Over There\r\nlocation: http://elsewhere.example/x\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Latin: caf\xe9\r\n' +
        'Keep-Alive: timeout=9\r\nConnection: X-Own\r\nX-Own: 1\r\nContent-Length: 2\r\n\r\nok',
      'latin1',
    ),
  );
  const proxy = await forwardTo(upstream.url);
  const { lines, body } = split(await openRawClient(proxy.port, GET).until(/ok$/));
  expect(lines).toEqual([
    'HTTP/1.1 302 Over There',
    'location: http://elsewhere.example/x',
    'Set-Cookie: a=1',
    'Set-Cookie: b=2',
    'X-Latin: caf\xe9',
    'Content-Length: 2',
    'Connection: keep-alive',
    'Keep-Alive: timeout=5',
  ]);
  expect(body).toBe('ok');
});

test('forwards a head and each part of a body as they arrive', async () => {
  const sockets: Socket[] = [];
  const upstream = await startRaw((socket) => {
    sockets.push(socket);
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n');
  });
  const proxy = await forwardTo(upstream.url);
  const client = openRawClient(proxy.port, GET);
  await client.until(/\r\n\r\n$/);
  sockets[0]?.write('abc');
  await client.until(/\r\n\r\nabc$/);
  sockets[0]?.write('def');
  await client.until(/\r\n\r\nabcdef$/);
  expect((await proxy.next()).response?.body).toMatchObject({ bytes: Buffer.from('abcdef'), length: 6, isWhole: true });
});

test('forwards parts of a request body as they arrive, and both kinds of trailers', async () => {
  const upstream = await startUpstream((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk;
      response.write(`<${chunk}>`);
    });
    request.on('end', () => {
      response.addTrailers({ 'X-Sum': `${text.length} ${request.trailers['x-check']}` });
      response.end();
    });
    response.writeHead(200, { Trailer: 'X-Sum' });
  });
  const proxy = await forwardTo(upstream);
  const client = openRawClient(
    proxy.port,
    'POST /v1/disputes HTTP/1.1\r\nHost: a\r\nTE: trailers\r\nTransfer-Encoding: chunked\r\nTrailer: X-Check\r\n\r\n3\r\nabc\r\n',
  );
  await client.until(/<abc>/);
  client.socket.write('2\r\nde\r\n');
  await client.until(/<de>/);
  client.socket.write('0\r\nX-Check: c1\r\n\r\n');
  const text = await client.until(/X-Sum: 5 c1/);
  expect(text).toMatch(/\r\nTrailer: X-Sum\r\n/);
  const exchange = await proxy.next();
  expect(exchange.requestBody).toMatchObject({ bytes: Buffer.from('abcde'), isWhole: true });
  expect(exchange.response?.trailers).toEqual([['X-Sum', '5 c1']]);
});

test('forwards a compressed body without decoding it', async () => {
  const body = gzipSync('{"a":1}');
  const upstream = await startUpstream((_, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip', ETag: '"x"' }).end(body),
  );
  const proxy = await forwardTo(upstream);
  const client = http.get(`${proxy.url}/v1/portal`);
  const [answer] = (await once(client, 'response')) as [IncomingMessage];
  const received = Buffer.concat(await answer.toArray());
  expect(received).toEqual(body);
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', etag: '"x"' });
});

test('forwards informational responses before the response, except to HTTP/1.0 clients', async () => {
  const upstream = await startRaw((socket) =>
    socket.write(
      'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    ),
  );
  const proxy = await forwardTo(upstream.url);
  const text = await openRawClient(proxy.port, GET).until(/ok$/);
  expect(text).toMatch(
    /^HTTP\/1.1 103 Early Hints\r\nLink: <\/a>; rel=preload\r\n\r\nHTTP\/1.1 102 Processing\r\n\r\nHTTP\/1.1 200 OK\r\n/,
  );
  const old = await openRawClient(proxy.port, 'GET / HTTP/1.0\r\n\r\n').end();
  expect(old).toMatch(/^HTTP\/1.1 200 OK\r\n/);
});

test.each([true, false])('leaves the decision about 100-continue to the upstream: %s', async (isAccepted) => {
  const upstream = await startRaw((socket, head) => {
    if (!/expect: 100-continue/i.test(head)) return;
    if (!isAccepted) {
      socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    socket.once('data', () => socket.write('HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n'));
    socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  });
  const proxy = await forwardTo(upstream.url);
  const client = openRawClient(
    proxy.port,
    'POST /v1/disputes HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
  );
  if (isAccepted) {
    await client.until(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
    client.socket.write('{}');
    await client.until(/HTTP\/1.1 201 Created/);
  } else expect(await client.until(/413/)).not.toContain('100 Continue');
  expect((await proxy.next()).response?.status).toBe(isAccepted ? 201 : 413);
});

test('forwards HEAD, 304 and 204 without a body and with their headers', async () => {
  const upstream = await startRaw((socket, head) => {
    const status = head.startsWith('HEAD')
      ? '200 OK'
      : head.includes('if-none-match')
        ? '304 Not Modified'
        : '204 No Content';
    socket.write(`HTTP/1.1 ${status}\r\nETag: "1"\r\n${head.startsWith('HEAD') ? 'Content-Length: 42\r\n' : ''}\r\n`);
  });
  const proxy = await forwardTo(upstream.url);
  const client = openRawClient(proxy.port, 'HEAD /v1/portal HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await client.until(/\r\n\r\n$/)).toMatch(/200 OK[\s\S]*Content-Length: 42/);
  client.socket.write('GET / HTTP/1.1\r\nHost: a\r\nif-none-match: "1"\r\n\r\n');
  await client.until(/304 Not Modified[\s\S]*\r\n\r\n$/);
  client.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await client.until(/204 No Content[\s\S]*\r\n\r\n$/);
  expect(upstream.received).toHaveLength(1); // one connection of the client, and one to the upstream
});

test.each([
  ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a":'],
  ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n'],
])('cuts a response %s where the upstream cuts it', async (_, text) => {
  const upstream = await startRaw((socket) => socket.end(text));
  const proxy = await forwardTo(upstream.url);
  const received = await openRawClient(proxy.port, GET).end();
  expect(received).toMatch(/^HTTP\/1.1 200 OK/);
  expect(received).toContain('{"a":');
  expect(received).not.toMatch(/\r\n0\r\n\r\n$/);
  expect(await proxy.next()).toMatchObject({
    end: 'cut',
    failure: { error: 'http_response_incomplete' },
    response: { body: { length: 5 } },
  });
});

test('forwards a response that ends with its connection, as chunks', async () => {
  const upstream = await startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nall'));
  const proxy = await forwardTo(upstream.url);
  expect(await openRawClient(proxy.port, GET).until(/0\r\n\r\n$/)).toMatch(
    /Transfer-Encoding: chunked[\s\S]*3\r\nall\r\n/,
  );
  expect((await proxy.next()).end).toBe('complete');
});

test('gives no client the bytes that an upstream sends beyond its length', async () => {
  const extra = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstray';
  const upstream = await startRaw((socket, _, before) => {
    if (before === 0) socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok${extra}`);
    else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmine');
  });
  const proxy = await forwardTo(upstream.url);
  await openRawClient(proxy.port, GET).until(/ok$/);
  expect(await openRawClient(proxy.port, GET).until(/\r\n\r\n\w+$/)).toMatch(/mine$/);
});

test('gives no client the bytes that an upstream sends on an idle connection', async () => {
  const sockets: Socket[] = [];
  const upstream = await startRaw((socket, _, before) => {
    sockets.push(socket);
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n${before === 0 ? 'once' : 'mine'}`);
  });
  const proxy = await forwardTo(upstream.url);
  await openRawClient(proxy.port, GET).until(/once$/);
  sockets[0]?.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstray');
  await upstream.closed; // the proxy closes the connection that it cannot trust
  expect(await openRawClient(proxy.port, GET).until(/\r\n\r\n\w+$/)).toMatch(/mine$/);
});

test.each([
  ['closes without a response', (socket: Socket) => void socket.end(), 'connection_terminated'],
  ['resets the connection', (socket: Socket) => void socket.resetAndDestroy(), 'connection_terminated'],
  ['sends no HTTP', (socket: Socket) => void socket.end('SSH-2.0-OpenSSH\r\n'), 'http_protocol_error'],
  [
    'speaks HTTP/2',
    (socket: Socket) => void socket.end(Buffer.from('00000604000000000000030000006400', 'hex')),
    'http_protocol_error',
  ],
  [
    'states two lengths',
    (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    'http_protocol_error',
  ],
  [
    'states a status below 100',
    (socket: Socket) => void socket.end('HTTP/1.1 042 X\r\nContent-Length: 0\r\n\r\n'),
    'http_protocol_error',
  ],
  [
    'switches protocols',
    (socket: Socket) =>
      void socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    'http_protocol_error',
  ],
])('answers 502 with the reason if the upstream %s', async (_, answer, error) => {
  const upstream = await startRaw((socket) => answer(socket));
  const proxy = await forwardTo(upstream.url);
  const { lines, body } = split(await openRawClient(proxy.port, GET).until(/\}$/));
  expect(lines[0]).toBe('HTTP/1.1 502 Bad Gateway');
  expect(lines).toContain(`Proxy-Status: fleetkit; error=${error}`);
  expect(JSON.parse(body)).toMatchObject({ status: 502, detail: expect.stringMatching(/^The /) });
  expect(await proxy.next()).toMatchObject({ end: 'no-response', failure: { error } });
});

test('answers 502 if the upstream refuses connections', async () => {
  const upstream = await startRawUpstream(() => undefined);
  await upstream.close();
  const proxy = await forwardTo(upstream.url);
  expect(await openRawClient(proxy.port, GET).until(/\}$/)).toContain('error=connection_refused');
});

test('repeats a read, and no write, if a kept connection closes before any response', async () => {
  const upstream = await startRaw((socket, _, before) => {
    if (before % 2 === 0) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    else socket.destroy();
  });
  const proxy = await forwardTo(upstream.url);
  const client = openRawClient(proxy.port, GET);
  await client.until(/ok$/);
  client.socket.write(GET);
  await client.until(/ok[\s\S]*ok$/);
  client.socket.write('POST /v1/disputes HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
  await client.until(/502 Bad Gateway/);
});

test('aborts the request to the upstream when the client leaves', async () => {
  const arrived = Promise.withResolvers<void>();
  const upstream = await startRaw(() => arrived.resolve());
  const proxy = await forwardTo(upstream.url);
  const client = openRawClient(proxy.port, GET);
  await arrived.promise;
  client.socket.destroy();
  await upstream.closed;
  expect(await proxy.next()).toMatchObject({ end: 'client-left' });
});

test('stops reading from the upstream while the client does not read', async () => {
  const size = 32 * 2 ** 20;
  let written = 0;
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { 'Content-Length': size });
    const write = () => {
      while (written < size) {
        written += 65_536;
        if (!response.write(Buffer.alloc(65_536, 97))) {
          response.once('drain', write);
          stalled.resolve();
          return;
        }
      }
    };
    write();
  });
  const stalled = Promise.withResolvers<void>();
  const proxy = await forwardTo(upstream, { limits: { responseBytes: 1000 } });
  const client = http.get(`${proxy.url}/v1/portal`);
  const [answer] = (await once(client, 'response')) as [IncomingMessage];
  await stalled.promise;
  expect(written).toBeLessThan(size);
  let received = 0;
  for await (const chunk of answer) received += (chunk as Buffer).length;
  expect(received).toBe(size);
  expect((await proxy.next()).response?.body).toEqual({ bytes: Buffer.alloc(0), length: size, isWhole: false });
});

test('forwards an early response, and the client continues on its connection', async () => {
  const upstream = await startRaw((socket, head) =>
    socket.write(
      `HTTP/1.1 ${head.startsWith('POST') ? '413 Content Too Large' : '200 OK'}\r\nContent-Length: 0\r\n\r\n`,
    ),
  );
  const proxy = await forwardTo(upstream.url);
  const client = openRawClient(proxy.port, 'POST /v1/disputes HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
  await client.until(/413/);
  client.socket.write(`cd${GET}`);
  await client.until(/200 OK/);
});

test.each([
  ['CONNECT other.example:443 HTTP/1.1\r\nHost: other.example\r\n\r\n', 405],
  [
    'GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n',
    501,
  ],
])('refuses %j with %i', async (request, status) => {
  const upstream = await startRaw(() => undefined);
  const proxy = await forwardTo(upstream.url);
  await openRawClient(proxy.port, request).until(
    new RegExp(`^HTTP/1.1 ${status} .*\r\n(.*\r\n)*Proxy-Status: fleetkit; error=`),
  );
  expect(upstream.received).toEqual([]);
});

test('accepts the whole URL that clients of a forward proxy send, and sends it to the upstream only', async () => {
  const upstream = await startRaw((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  const proxy = await forwardTo(upstream.url);
  await openRawClient(proxy.port, 'GET http://other.example/v1/portal HTTP/1.1\r\nHost: other.example\r\n\r\n').until(
    /204/,
  );
  expect(upstream.received[0]).toMatch(/^GET \/v1\/portal HTTP\/1.1\r\nHost: 127/);
});

test('answers 508 if the upstream leads back to the proxy', async () => {
  const front = await startUpstream((request, response) => {
    const onward = http.request(`${proxy.url}${request.url}`, { headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    onward.end();
  });
  const proxy = await forwardTo(front);
  expect(await openRawClient(proxy.port, GET).until(/\}$/)).toContain('508 Loop Detected');
});

test('holds a response until it is reviewed, and forwards it, or the refusal', async () => {
  const upstream = await startRaw((socket, head) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n${head.includes('/bad') ? 'bad' : 'one'}`),
  );
  const proxy = await forwardTo(upstream.url, {
    review: async ({ response }) =>
      String(response?.body.bytes) === 'bad'
        ? { status: 502, error: 'http_response_incomplete', message: 'the total is wrong', members: { rule: 'x' } }
        : undefined,
  });
  expect(await openRawClient(proxy.port, GET).until(/one$/)).toContain('200 OK');
  const refused = await openRawClient(proxy.port, 'GET /bad HTTP/1.1\r\nHost: a\r\n\r\n').until(/\}$/);
  expect(refused).toMatch(/502 Bad Gateway[\s\S]*"detail":"The total is wrong.","rule":"x"/);
});

test('forwards a response without a review if it is larger than a copy may be', async () => {
  const upstream = await startUpstream((_, response) => void response.end('x'.repeat(5000)));
  const proxy = await forwardTo(upstream, {
    limits: { responseBytes: 1000 },
    review: () => Promise.reject(new Error('not called')),
  });
  const answer = await fetch(`${proxy.url}/v1/portal`);
  expect((await answer.text()).length).toBe(5000);
  expect(await proxy.next()).toMatchObject({ end: 'complete', response: { body: { isWhole: false, length: 5000 } } });
});
