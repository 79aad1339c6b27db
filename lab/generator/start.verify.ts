import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createShape } from './shape.ts';
import { startRightService } from './start.ts';

describe('startRightService', () => {
  it('serves reads over HTTP and closes', async () => {
    const running = await startRightService({ seed: 0, shape: createShape(0, { only: [] }) });
    const key = running.keys[0]?.key ?? '';
    const reply = await fetch(`${running.url}/v1/transactions?limit=2`, { headers: { 'X-API-Key': key } });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ transactions: [{}, {}], summary: {} });
    const refused = await fetch(`${running.url}/v1/portal`);
    expect(refused.status).toBe(401);
    await refused.arrayBuffer();
    await running.close();
    await expect(fetch(running.url)).rejects.toThrow();
  });

  it.each(['gzip', 'brotli'])('serves %s to clients that accept it', async (compression) => {
    const shape = createShape(0, { only: [], set: { compression, transfer: 'chunked' } });
    const running = await startRightService({ seed: 0, shape });
    const reply = await fetch(`${running.url}/v1/portal`, {
      headers: { 'X-API-Key': running.keys[0]?.key ?? '', 'Accept-Encoding': 'gzip, br' },
    });
    expect(reply.headers.get('content-encoding')).toBe(compression === 'gzip' ? 'gzip' : 'br');
    expect(await reply.json()).toHaveProperty('principal');
    await running.close();
  });

  it('states which keys see less than others', async () => {
    const running = await startRightService({ seed: 0, shape: createShape(0, { only: [] }) });
    const [administrator, restricted] = running.keys;
    expect(administrator?.statements.isAdministrator).toBe(true);
    expect(restricted?.statements.narrowerThan).toContain(administrator?.key);
    await running.close();
  });

  it.each(['path-prefix', 'trailing-slash'])('serves below a base URL with a %s', async (baseUrlForm) => {
    const set = { baseUrlForm, paging: 'next-url-relative', pageSize: '10' };
    const running = await startRightService({ seed: 0, shape: createShape(0, { only: [], set }) });
    const headers = { 'X-API-Key': running.keys[0]?.key ?? '' };
    const reply = await fetch(`${running.url.replace(/\/$/, '')}/v1/transactions`, { headers });
    const first = (await reply.json()) as { next: string };
    const second = await fetch(new URL(first.next, running.url), { headers });
    expect(second.status).toBe(200);
    await second.arrayBuffer();
    await running.close();
  });

  it('delivers a signed test event to a destination', async () => {
    const shape = createShape(0, { only: [], set: { extraEndpoints: 'webhook-destinations' } });
    const running = await startRightService({ seed: 0, shape });
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['x-signature']));
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    const headers = { 'X-API-Key': running.keys[0]?.key ?? '', 'Content-Type': 'application/json' };
    const body = JSON.stringify({ url: `http://127.0.0.1:${port}/hook` });
    const added = await fetch(`${running.url}/v1/webhook-destinations`, { method: 'POST', headers, body });
    const { id } = (await added.json()) as { id: string };
    const arrived = once(receiver, 'request');
    const tested = await fetch(`${running.url}/v1/webhook-destinations/${id}/test`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    expect(tested.status).toBe(202);
    await tested.arrayBuffer();
    await arrived;
    expect(received[0]).toMatch(/^sha256=[0-9a-f]{64}$/);
    receiver.closeAllConnections();
    receiver.close();
    await running.close();
  });

  it('rejects an unknown fault', async () => {
    await expect(startRightService({ seed: 0, fault: 'no-such-fault' })).rejects.toThrow('Unknown fault');
  });
});
