import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';

/** Events of the delivery stream, which need an open connection. */

async function startServer() {
  const { app, deliveryService } = createTestApp();
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await deliveryService.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const base = `http://127.0.0.1:${port}/sandbox/`;
  const headers = { 'X-API-Key': keys.admin, 'Content-Type': 'application/json' };
  const post = async <Answer>(path: string, body: object = {}): Promise<Answer> => {
    const isOperators = path === 'reset' || path.startsWith('clock');
    const request = isOperators
      ? { ...headers, 'X-API-Key': '', Authorization: `Bearer ${TEST_OPERATOR_TOKEN}` }
      : headers;
    const { 'X-API-Key': key, ...others } = request;
    const response = await fetch(new URL(path, base), {
      method: 'POST',
      headers: key === '' ? others : request,
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer as Answer; // the server validated it against the contract
  };
  const create = async (body: object): Promise<string> =>
    (await post<SandboxSchemas['CreatedDestination']>('destinations', body)).destination.destination_id;
  return { base, headers, post, create };
}

/** Opens a stream. `next` returns its events by name, without comments. */
async function openStream(base: string, headers: Record<string, string>, destinationId: string) {
  const response = await fetch(new URL(`destinations/${destinationId}/stream`, base), { headers });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<unknown> => {
    for (;;) {
      const [, name, data, rest] = /event: (\w+)\ndata: (.*)\n\n([\s\S]*)$/.exec(text) ?? [];
      if (name !== undefined && data !== undefined) {
        text = rest ?? '';
        return { name, ...JSON.parse(data) };
      }
      const read = await reader?.read();
      if (read === undefined || read.done) return undefined;
      text += read.value;
    }
  };
  return { next };
}

const ENABLED = { name: 'destination', status: 'enabled', disabled_reason: null };

test('pushes the status of the destination and the trigger of each attempt to a listener', async () => {
  const { base, headers, post, create } = await startServer();
  const id = await create({ listener: true });
  const { next } = await openStream(base, headers, id);
  expect(await next()).toEqual(ENABLED);
  await post(`destinations/${id}/pause`);
  expect(await next()).toEqual({ ...ENABLED, status: 'paused' });
  await post(`destinations/${id}/disable`);
  expect(await next()).toEqual({ ...ENABLED, status: 'disabled', disabled_reason: 'user' });

  const testing = post<SandboxSchemas['TestedDestination']>(`destinations/${id}/test`);
  const pushed = await next();
  expect(pushed).toMatchObject({ name: 'delivery', trigger: 'test', attempt: 1, is_test: true });
  const { delivery_id, attempt_token } = pushed as { readonly delivery_id: string; readonly attempt_token: string };
  await post(`deliveries/${delivery_id}/report`, { attempt_token, status: 204, total_ms: 1 });
  expect((await testing).verdict).toBe('delivered');
});

test('sends the reason for the end of a stream to the listener', async () => {
  const { base, headers, post, create } = await startServer();
  const id = await create({ listener: true });
  const first = await openStream(base, headers, id);
  expect(await first.next()).toEqual(ENABLED);
  const second = await openStream(base, headers, id);
  expect(await first.next()).toMatchObject({ name: 'end', code: 'replaced' });
  expect(await first.next()).toBeUndefined();

  expect(await second.next()).toEqual(ENABLED);
  await post('reset');
  expect(await second.next()).toMatchObject({ name: 'end', code: 'gone' });
  expect(await second.next()).toBeUndefined();
});

test('starts the retry schedule of recovered events at the recovery', async () => {
  const { base, headers, post, create } = await startServer();
  const id = await create({ listener: true });
  const { next } = await openStream(base, headers, id);
  expect(await next()).toEqual(ENABLED);
  await post(`destinations/${id}/recover`, { since: '2026-11-02T05:00:00Z', states: ['missed'] });
  const pushed = await next();
  const { delivery_id, attempt_token } = pushed as { readonly delivery_id: string; readonly attempt_token: string };
  const after = await post<SandboxSchemas['Delivery']>(`deliveries/${delivery_id}/report`, {
    ...{ attempt_token, status: 500, total_ms: 1 },
  });
  expect(after).toMatchObject({
    happened_at: '2026-11-02T09:35:00Z',
    state: 'pending',
    next_attempt: { clock: 'sandbox', at: '2026-11-02T15:00:05Z' },
  });
});
