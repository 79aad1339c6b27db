import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { httpTransport } from './transport.ts';

/** Sends one request to a server that answers so, and gives the response, or the code of what went wrong. */
async function answered(listener: RequestListener, options: { timeoutMs?: number; maxBodyBytes?: number } = {}) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // listens on TCP
  const { transport, close } = httpTransport({ timeoutMs: 5000, ...options });
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

test('sends a header twice and the body, and gives back status, headers and bytes', async () => {
  const outcome = await answered((request, response) => {
    const twice = request.rawHeaders.filter((_, index, all) => all[index - 1] === 'X-Twice');
    request.on('data', (chunk) => response.writeHead(201, { 'X-Seen': `${twice.join()} ${chunk}` }).end('done'));
  });
  expect(outcome).toMatchObject({ status: 201, body: Buffer.from('done') });
  expect(outcome).toHaveProperty('headers', expect.arrayContaining([['x-seen', 'a,b {}']]));
});

test('follows no redirect', async () => {
  let requests = 0;
  const outcome = await answered((_, response) => {
    requests += 1;
    response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
  });
  expect(outcome).toMatchObject({ status: 302 });
  expect(requests).toBe(1);
});

test('gives up on a server that never answers, and on one that never ends', async () => {
  expect(await answered(() => undefined, { timeoutMs: 50 })).toBe('timeout');
  expect(await answered((_, response) => void response.writeHead(200).write('x'), { timeoutMs: 50 })).toBe('timeout');
});

test('reads no more of a body than it may', async () => {
  expect(await answered((_, response) => void response.end('x'.repeat(100)), { maxBodyBytes: 99 })).toBe('too-large');
  expect(await answered((_, response) => void response.end('x'.repeat(99)), { maxBodyBytes: 99 })).toMatchObject({
    status: 200,
  });
});

test('tells a connection that breaks from a target that is not there', async () => {
  expect(await answered((request) => void request.socket.destroy())).toBe('broken');
  const { transport, close } = httpTransport({ timeoutMs: 5000 });
  const nowhere = transport({ method: 'GET', url: 'http://127.0.0.1:1/', headers: [] });
  await expect(nowhere).rejects.toMatchObject({ code: 'unreachable' });
  await close();
});
