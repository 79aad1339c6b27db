import { createServer, request as forward, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createSelfSignedCertificate } from '../../testing/certificate.ts';
import { serveRaw, serveTransport } from '../../testing/serve.ts';
import { createHttpTransport } from './transport.ts';

/** Sends one request to a server with this listener, and returns the response or the error code. */
async function requestFrom(listener: RequestListener, options: { timeoutMs?: number; maxBodyBytes?: number } = {}) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // listens on TCP
  const { transport, close } = createHttpTransport({ timeoutMs: 5000, ...options });
  const request = {
    method: 'POST',
    url,
    headers: [
      ['X-Twice', 'a'],
      ['X-Twice', 'b'],
    ] as const,
    body: '{}',
  };
  const outcome = await transport(request).catch((error: { code: string }) => error.code);
  await close();
  server.closeAllConnections();
  server.close();
  return outcome;
}

test('sends repeated headers and the body, and returns status, headers and bytes', async () => {
  const outcome = await requestFrom((request, response) => {
    const twice = request.rawHeaders.filter((_, index, all) => all[index - 1] === 'X-Twice');
    request.on('data', (chunk) => response.writeHead(201, { 'X-Seen': `${twice.join()} ${chunk}` }).end('done'));
  });
  expect(outcome).toMatchObject({ status: 201, body: Buffer.from('done') });
  expect(outcome).toHaveProperty('headers', expect.arrayContaining([['x-seen', 'a,b {}']]));
});

test('connects to the given addresses in place of those of the name', async () => {
  const server = createServer((request, response) => response.end(request.headers.host));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listens on TCP
  const { transport, close } = createHttpTransport({ timeoutMs: 5000, addresses: ['127.0.0.1'] });
  const answer = await transport({ method: 'GET', url: `http://portal.invalid:${port}/`, headers: [] });
  expect(String(Buffer.from(answer.body))).toBe(`portal.invalid:${port}`);
  await close();
  server.closeAllConnections();
  server.close();
});

test('does not follow redirects', async () => {
  let requests = 0;
  const outcome = await requestFrom((_, response) => {
    requests += 1;
    response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
  });
  expect(outcome).toMatchObject({ status: 302 });
  expect(requests).toBe(1);
});

test('times out if the server does not respond, or does not end its body', async () => {
  expect(await requestFrom(() => undefined, { timeoutMs: 50 })).toBe('timeout');
  expect(await requestFrom((_, response) => void response.writeHead(200).write('x'), { timeoutMs: 50 })).toBe(
    'timeout',
  );
});

test('rejects a body that is larger than the limit', async () => {
  expect(await requestFrom((_, response) => void response.end('x'.repeat(100)), { maxBodyBytes: 99 })).toBe(
    'too-large',
  );
  expect(await requestFrom((_, response) => void response.end('x'.repeat(99)), { maxBodyBytes: 99 })).toMatchObject({
    status: 200,
  });
});

test('distinguishes a broken connection from an unreachable target', async () => {
  expect(await requestFrom((request) => void request.socket.destroy())).toBe('broken');
  const { transport, close } = createHttpTransport({ timeoutMs: 5000 });
  const nowhere = transport({ method: 'GET', url: 'http://127.0.0.1:1/', headers: [] });
  await expect(nowhere).rejects.toMatchObject({ code: 'unreachable' });
  await close();
});

test('retries a read once if a kept-alive connection closed before the response', async () => {
  const requests: string[] = [];
  const target = await serveRaw((socket, request) => {
    requests.push(request.split(' ')[0] ?? '');
    if (requests.length % 2 === 0) socket.destroy();
    else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  });
  const { transport, close } = createHttpTransport({ timeoutMs: 5000 });
  const get = { method: 'GET', url: target.url, headers: [] };
  expect(await transport(get)).toMatchObject({ status: 200 });
  expect(await transport(get)).toMatchObject({ status: 200 });
  await expect(transport({ ...get, method: 'POST', body: '{}' })).rejects.toMatchObject({ code: 'broken' });
  expect(requests).toEqual(['GET', 'GET', 'GET', 'POST']);
  await close();
  await target.close();
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('decompresses a body with the content coding %s', async (coding, compress) => {
  const outcome = await requestFrom((_, response) => {
    response.writeHead(200, { 'Content-Encoding': coding }).end(compress(Buffer.from('{"a":1}')));
  });
  expect(outcome).toMatchObject({ status: 200, body: Buffer.from('{"a":1}') });
});

test.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
] as const)('decompresses a body in %s without a Content-Encoding, and names the coding', async (coding, compress) => {
  const outcome = await requestFrom((_, response) => void response.end(compress(Buffer.from('{"a":1}'))));
  expect(outcome).toMatchObject({ body: Buffer.from('{"a":1}'), undeclaredCoding: coding });
});

test('distinguishes a body that cannot be decompressed, and a response that is cut, from a broken connection', async () => {
  const wrong = (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('{"a":1}');
  expect(await requestFrom(wrong)).toBe('undecodable');
  const cut = (_: unknown, response: ServerResponse) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('{"a":');
    setImmediate(() => response.destroy());
  };
  expect(await requestFrom(cut)).toBe('cut');
});

/** Starts a proxy that records its requests. */
async function startProxy() {
  const requests: string[] = [];
  const proxy = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
    forward(request.url ?? '', { headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  });
  proxy.on('connect', (request, socket) => {
    requests.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
    const [host, port] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo; // listens on TCP
  const close = () => {
    proxy.closeAllConnections();
    proxy.close();
  };
  return { port, requests, close };
}

test('sends HTTP and HTTPS requests through a proxy, with its credentials', async () => {
  const proxy = await startProxy();
  const certificate = createSelfSignedCertificate({
    from: new Date(Date.now() - 1000),
    until: new Date(Date.now() + 86_400_000),
  });
  const answer = async () => ({ status: 200, headers: [], body: Buffer.from('{}') });
  const targets = [await serveTransport(answer), await serveTransport(answer, certificate)];
  const { transport, close } = createHttpTransport({
    timeoutMs: 5000,
    proxy: `http://kit:s%3Acret@127.0.0.1:${proxy.port}`,
    tls: { ca: certificate.cert },
  });
  for (const { url } of targets)
    expect(await transport({ method: 'GET', url: `${url}/x`, headers: [['Accept', '*/*']] })).toMatchObject({
      status: 200,
    });
  const credentials = `Basic ${Buffer.from('kit:s:cret').toString('base64')}`;
  expect(proxy.requests).toEqual([
    `GET ${targets[0]?.url}/x ${credentials}`,
    `CONNECT ${targets[1]?.url.replace('https://', '')} ${credentials}`,
  ]);
  await close();
  proxy.close();
  await Promise.all(targets.map((target) => target.close()));
});

test('mentions the proxy if it is unreachable', async () => {
  const { transport, close } = createHttpTransport({ timeoutMs: 5000, proxy: 'http://127.0.0.1:1' });
  const requests = transport({ method: 'GET', url: 'http://portal.example/', headers: [] });
  await expect(requests).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('through the proxy'),
  });
  await close();
});
