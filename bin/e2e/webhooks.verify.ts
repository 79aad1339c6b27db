import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { parseStoredSecret } from '../../server/delivery/queue/target.ts';
import { verifyDeliverySignature } from '../../server/delivery/signing/signer.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';
import { startServe } from './testing/serve-process.ts';

/* Webhooks end to end: HTTP in, HTTP out, and killed processes. */

const TOKEN = 'opr-webhooks-verify-0123';
const KEY = 'sbx-northway-admin';
const TERMINAL_ID = 'NW104310';
const root = mkdtempSync(join(tmpdir(), 'fleetkit-webhooks-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const print = (line: string): void => void process.stdout.write(`${line}\n`);

type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** Starts a receiver on loopback. */
async function startReceiver(handle: Handler): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handle(request, response, Buffer.concat(chunks)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends a request such as `POST clock/advance`. */
async function request<Answer>(base: string, request: string, body?: unknown): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  const isOperators = path.startsWith('clock') || path === 'reset';
  const response = await fetch(`${base}/sandbox/${path}`, {
    method,
    headers: {
      ...(isOperators ? { Authorization: `Bearer ${TOKEN}` } : { 'X-API-Key': KEY }),
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${request}: ${JSON.stringify(answer)}`);
  return answer as Answer; // the sandbox validates its replies against its contract
}

const register = (base: string, body: object) =>
  request<SandboxSchemas['CreatedDestination']>(base, 'POST destinations', body);

/** Returns the ids of all emitted events. */
async function listEventIds(base: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const { data, page } = await request<SandboxSchemas['EventList']>(base, `GET events?limit=500${cursor}`);
    ids.push(...data.map(({ id }) => id));
    if (page.next_cursor === null) return ids;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

const computePercentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

const formatMs = (value: number): string => value.toFixed(1);

const ROUNDS = 20;
const MOST_UNDER_WAY = 8;

test(`delivers all emitted events in ${ROUNDS} rounds of kill -9`, async () => {
  const received = new Map<string, number>();
  let lastNewAt = 0;
  let secret = parseStoredSecret(`whsec_${Buffer.alloc(32, 1).toString('base64')}`);
  let unverified = 0;
  const hooks = await startReceiver((request, response, body) => {
    const id = String(request.headers['webhook-id']);
    if (!received.has(id)) lastNewAt = performance.now();
    received.set(id, (received.get(id) ?? 0) + 1);
    const verdict = verifyDeliverySignature({ headers: request.headers, body, secrets: [secret], nowMs: Date.now() });
    if (verdict.kind !== 'ok') unverified += 1;
    response.writeHead(204).end();
  });
  const directory = join(root, 'killed');
  let before: ReadonlySet<string> = new Set();
  let twice = 0;
  print(
    '| Round | Events emitted | Received so far | Received twice | Serving after ms | Pending events received after ms |',
  );
  print('|---|---|---|---|---|---|');
  for (let round = 1; round <= ROUNDS; round += 1) {
    const startedMs = performance.now();
    const { child, url } = await startServe(directory, '--operator-token', TOKEN);
    const servingMs = performance.now() - startedMs;
    if (round === 1) {
      before = new Set(await listEventIds(url));
      const created = await register(url, { url: hooks.url });
      secret = parseStoredSecret(created.secret);
    }
    const newIds = (await listEventIds(url)).filter((id) => !before.has(id));
    const isAllThere = () => newIds.every((id) => received.has(id));
    for (let tries = 0; !isAllThere() && tries < 500; tries += 1) await wait(2);
    const resumed = lastNewAt > startedMs ? Math.round(lastNewAt - startedMs) : 'none pending';
    expect(newIds.filter((id) => !received.has(id))).toEqual([]);
    const repeats = [...received.values()].reduce((sum, times) => sum + times - 1, 0);
    print(
      `| ${round} | ${newIds.length} | ${received.size} | ${repeats - twice} | ${Math.round(servingMs)} | ${resumed} |`,
    );
    expect(repeats - twice).toBeLessThanOrEqual(MOST_UNDER_WAY);
    twice = repeats;

    const ended = once(child, 'exit');
    const first = Promise.withResolvers<void>();
    const moving = moveUntilGone(url, () => first.resolve());
    await first.promise;
    await wait(Math.random() * 800);
    child.kill('SIGKILL');
    await Promise.all([ended, moving]);
  }
  const { child, url } = await startServe(directory, '--operator-token', TOKEN);
  const newIds = (await listEventIds(url)).filter((id) => !before.has(id));
  for (let tries = 0; newIds.some((id) => !received.has(id)) && tries < 500; tries += 1) await wait(2);
  print(
    `emitted ${newIds.length}, received ${received.size}, twice ${[...received.values()].filter((n) => n > 1).length}`,
  );
  expect(newIds.length).toBeGreaterThan(50);
  expect(newIds.filter((id) => !received.has(id))).toEqual([]);
  expect([...received.keys()].filter((id) => !newIds.includes(id))).toEqual([]);
  expect(unverified).toBe(0);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  hooks.close();
});

/** Moves the clock until the sandbox stops responding. */
async function moveUntilGone(url: string, onMoved: () => void): Promise<void> {
  for (;;) {
    try {
      await request(url, 'POST clock/advance', { by: 'PT90M' });
      onMoved();
    } catch {
      return;
    }
  }
}

async function withSandbox(use: (sandbox: RunningSandbox) => Promise<void>): Promise<void> {
  const sandbox = await startSandbox({ port: 0, operatorToken: TOKEN });
  try {
    await use(sandbox);
  } finally {
    await sandbox.close();
  }
}

test('delivers new events within milliseconds, also while another destination hangs', async () => {
  await withSandbox(async ({ url }) => {
    const sentAt = new Map<string, number>();
    const healthy = await startReceiver((request, response) => {
      sentAt.set(String(request.headers['webhook-id']), performance.now());
      response.writeHead(204).end();
    });
    const hanging = await startReceiver(() => undefined);
    await register(url, { url: healthy.url });

    const run = async (title: string): Promise<readonly number[]> => {
      const waits: number[] = [];
      for (let step = 0; step < 200; step += 1) {
        const before = sentAt.size;
        const requestedMs = performance.now();
        await request(url, 'POST clock/advance', { by: 'PT1H' });
        if (sentAt.size > before) waits.push(Math.max(...sentAt.values()) - requestedMs);
      }
      print(
        `${title}: ${waits.length} moves with events, from the request that moves the clock to the last event at the receiver, p50 ${formatMs(computePercentile(waits, 0.5))} ms, p95 ${formatMs(computePercentile(waits, 0.95))} ms`,
      );
      return waits;
    };
    expect((await run('alone')).length).toBeGreaterThan(10);
    await register(url, { url: hanging.url });
    // While an attempt hangs, a move of the clock waits two seconds; other deliveries do not wait.
    const waits: number[] = [];
    for (let step = 0; step < 25; step += 1) {
      const before = sentAt.size;
      const requestedMs = performance.now();
      await request(url, 'POST clock/advance', { by: 'PT4H' });
      if (sentAt.size > before) waits.push(Math.max(...sentAt.values()) - requestedMs);
    }
    print(
      `beside one that hangs: ${waits.length} moves with events, p50 ${formatMs(computePercentile(waits, 0.5))} ms, p95 ${formatMs(computePercentile(waits, 0.95))} ms`,
    );
    expect(waits.length).toBeGreaterThan(5);
    hanging.close();
    healthy.close();
  });
});

test('makes the ten attempts of the standard schedule at their exact instants', async () => {
  await withSandbox(async ({ url }) => {
    const down = await startReceiver((_request, response) => {
      response.writeHead(500).end();
    });
    await register(url, {
      url: down.url,
      subscriptions: [{ terminal_id: TERMINAL_ID, types: ['cash_low'], states: ['triggered'] }],
    });
    await request(url, 'POST causes', { event_type: 'cash_low', terminal_id: TERMINAL_ID });
    const startedAt = performance.now();
    await request(url, 'POST clock/advance', { by: 'PT1M' });
    for (let attempt = 2; attempt <= 10; attempt += 1)
      await request(url, 'POST clock/advance', { to_next_attempt: true });
    const passedMs = performance.now() - startedAt;
    const { data } = await request<SandboxSchemas['DeliveryList']>(url, 'GET deliveries?type=cash_low');
    const [delivery] = data.filter(({ state }) => state === 'exhausted');
    const { attempts } = await request<SandboxSchemas['DeliveryDetail']>(
      url,
      `GET deliveries/${delivery?.delivery_id}`,
    );
    const first = Date.parse(attempts[0]?.due_at ?? '');
    const dues = attempts.map(({ due_at }) => (Date.parse(due_at) - first) / 1000);
    print(`ten attempts in ${formatMs(passedMs)} ms of real time, due after ${dues.join(', ')} s`);
    expect(dues).toEqual([0, 5, 305, 2105, 9305, 27305, 63305, 113705, 185705, 272105]);
    down.close();
  });
});

test('ends an endless response at the time limit and stores 16 KiB of it', async () => {
  await withSandbox(async ({ url }) => {
    const drips: NodeJS.Timeout[] = [];
    const dripping = await startReceiver((_request, response) => {
      response.writeHead(200);
      drips.push(setInterval(() => response.write('x'.repeat(20)), 20));
    });
    const { destination } = await register(url, { url: dripping.url });
    const startedAt = performance.now();
    const tested = await request<SandboxSchemas['TestedDestination']>(
      url,
      `POST destinations/${destination.destination_id}/test`,
      {},
    );
    const [attempt] = tested.delivery.attempts;
    print(
      `dripped for ${formatMs(performance.now() - startedAt)} of 15000 ms: ${attempt?.error?.code}, ${attempt?.response?.body.length} characters kept`,
    );
    expect(attempt?.error?.code).toBe('body_timeout');
    expect(attempt?.response?.body.length ?? 0).toBeLessThanOrEqual(16_384);
    for (const drip of drips) clearInterval(drip);
    dripping.close();
  });
});
