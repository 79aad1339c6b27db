import { afterEach, describe, expect, it } from 'vitest';
import type { Transport, TransportRequest } from '../../conformance/http/client.ts';
import { HONEST_KEYS, honestTarget } from './honest-target.ts';
import { type ServedTarget, serveTarget } from './serve.ts';

const open: ServedTarget[] = [];
const served = async (transport: Transport, port?: number): Promise<ServedTarget> => {
  const one = await serveTarget(transport, port);
  open.push(one);
  return one;
};
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

describe('a served target', () => {
  it('returns the bytes, status and headers of the transport', async () => {
    const transport = honestTarget();
    const { baseUrl } = await served(transport);
    const request: TransportRequest = {
      method: 'GET',
      url: `${baseUrl}/v1/feeds/account.xml`,
      headers: [['X-API-Key', HONEST_KEYS.get('east') ?? '']],
    };
    const plain = await transport(request);
    const response = await fetch(request.url, {
      headers: request.headers.map(([name, value]): [string, string] => [name, value]),
    });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(plain.body));
    for (const [name, value] of plain.headers) expect(response.headers.get(name)).toBe(value);
  });

  it('passes on method, URL, headers and body unchanged', async () => {
    const seen: TransportRequest[] = [];
    const { baseUrl } = await served(async (request) => {
      seen.push(request);
      return {
        status: 207,
        headers: [
          ['X-Twice', 'a'],
          ['X-Twice', 'b'],
        ],
        body: Buffer.from([0, 255, 10]),
      };
    });
    const response = await fetch(`${baseUrl}/v1/a%2Fb?c=%20d`, {
      method: 'POST',
      headers: { 'X-Mixed': 'Case' },
      body: '{"é":1}',
    });
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 10]);
    expect([response.status, response.headers.get('x-twice')]).toEqual([207, 'a, b']);
    expect(seen).toMatchObject([{ method: 'POST', url: `${baseUrl}/v1/a%2Fb?c=%20d`, body: '{"é":1}' }]);
    expect(seen[0]?.headers.filter(([name]) => name.toLowerCase() === 'x-mixed')).toEqual([['X-Mixed', 'Case']]);
  });

  it('passes on no body if there is none, and returns no body for HEAD', async () => {
    const { baseUrl } = await served(async ({ body }) => ({
      status: body === undefined ? 200 : 500,
      headers: [],
      body: Buffer.from('x'),
    }));
    const response = await fetch(baseUrl, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('closes the connection when the transport fails, and continues to serve', async () => {
    let requested = 0;
    const { baseUrl } = await served(async () => {
      requested += 1;
      if (requested === 1) throw new Error('out of order');
      return { status: 200, headers: [], body: Buffer.from('on') };
    });
    await expect(fetch(baseUrl)).rejects.toThrow();
    expect(await (await fetch(baseUrl)).text()).toBe('on');
  });

  it('listens on the given port, and rejects if it is in use', async () => {
    const transport = honestTarget();
    const { baseUrl } = await served(transport);
    const port = Number(new URL(baseUrl).port);
    await expect(serveTarget(transport, port)).rejects.toThrow(/EADDRINUSE/);
  });
});
