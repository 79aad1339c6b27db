import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { afterEach, expect, test, vi } from 'vitest';
import { HEARTBEAT_MS } from '../edge/event-streams.ts';
import { keys } from '../testing/test-app.ts';
import { createWebhooksApp, expectProblem, registerDestination } from '../testing/test-webhooks.ts';

vi.mock(import('../../../base/real-time.ts'), async (load) => {
  const { useGlobalTimers } = await import('../../testing/global-timers.ts');
  return useGlobalTimers(load);
});

afterEach(() => {
  vi.useRealTimers();
});

test('sends heartbeats on an idle stream until the listener disconnects', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const hooks = createWebhooksApp();
  const { destination } = await registerDestination(hooks, { listener: true });
  const server = createServer(hooks.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const timersBefore = vi.getTimerCount();
  const hangUp = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/sandbox/destinations/${destination.destination_id}/stream`, {
    headers: { 'X-API-Key': keys.delgado },
    signal: hangUp.signal,
  });
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readUntil = async (mark: string): Promise<void> => {
    while (!text.includes(mark)) text += (await reader.read()).value;
  };
  await readUntil('retry: 1000\n\n');
  expect(text).not.toContain(': still here');
  for (const count of [1, 2]) {
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await readUntil(': still here\n\n'.repeat(count));
  }
  expect(vi.getTimerCount()).toBe(timersBefore + 1);
  hangUp.abort();
  server.closeAllConnections();
  server.close();
  while (vi.getTimerCount() > timersBefore) await new Promise((resolve) => setImmediate(resolve));
});

test.each([
  ['Host', 'anywhere.example', 'host_not_allowed'],
  ['Origin', 'https://elsewhere.example', 'origin_not_allowed'],
])('rejects a stream for a foreign %s', async (header, value, code) => {
  const hooks = createWebhooksApp();
  const { destination } = await registerDestination(hooks, { listener: true });
  const path = `/sandbox/destinations/${destination.destination_id}/stream`;
  const request = supertest(hooks.app).get(path).set('Host', 'localhost').set('X-API-Key', keys.delgado);
  await expectProblem(request.set(header, value), 403, code);
});
