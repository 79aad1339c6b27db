import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMetrics } from '../../server/http/operations/metrics.ts';
import { Operations } from '../../server/http/operations/operations.ts';
import {
  findObstacle,
  startTestServer,
  type TestServer,
} from '../../server/storage/postgres/testing/postgres-server.ts';
import { createTestDatabase, hasPostgres } from '../../server/storage/postgres/testing/test-database.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';

/* A sandbox whose database stops, or does not respond any more, as after a failure of the network. */

const KEY = 'sbx-delgado-owner';
const PATIENCE = { timeout: 30_000, interval: 50 };

/** A TCP proxy in front of a server. While it is held, it passes nothing and closes nothing. */
class HoldableProxy {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => {
    const target = connect(this.#targetPort, '127.0.0.1');
    this.#pass(client, target);
    this.#pass(target, client);
  });
  #targetPort = 0;
  #isHeld = false;

  async listen(targetPort: number): Promise<number> {
    this.#targetPort = targetPort;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port; // it listens
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (chunk) => to.write(chunk));
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
    if (this.#isHeld) from.pause();
  }

  hold(): void {
    this.#isHeld = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Passes new connections again, and closes those that were held. */
  release(): void {
    this.#isHeld = false;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  close(): void {
    this.release();
    this.#server.close();
  }
}

describe.skipIf(!hasPostgres || findObstacle() !== undefined)('a sandbox whose database is away', () => {
  let server: TestServer;
  let sandbox: RunningSandbox;
  const proxy = new HoldableProxy();
  const operations = new Operations();
  const metrics = createMetrics(operations, '0');

  beforeAll(async () => {
    server = await startTestServer();
    const url = new URL(await createTestDatabase(String(server.port)));
    url.port = String(await proxy.listen(server.port));
    sandbox = await startSandbox({ port: 0, database: url.href, operations });
  });
  afterAll(async () => {
    await sandbox?.close();
    proxy.close();
    server?.destroy();
  });

  const readReadiness = async (): Promise<{ readonly status: number; readonly body: unknown }> => {
    const reply = await fetch(`${sandbox.url}/readyz`);
    return { status: reply.status, body: await reply.json() };
  };
  const read = (): Promise<Response> =>
    fetch(`${sandbox.url}/v1/transactions?limit=5`, { headers: { 'X-API-Key': KEY } });
  const write = (): Promise<Response> =>
    fetch(`${sandbox.url}/sandbox/destinations`, {
      method: 'POST',
      headers: { 'X-API-Key': KEY, 'Content-Type': 'application/json' },
      body: JSON.stringify({ inbox: true, subscriptions: [] }),
    });

  test.each<[string, () => void, () => void]>([
    ['is stopped', () => server.stop(), () => server.start()],
    ['does not respond', () => proxy.hold(), () => proxy.release()],
  ])('serves reads, refuses writes, and is ready but degraded while it %s', async (_, takeAway, bringBack) => {
    expect([(await read()).status, (await write()).status]).toEqual([200, 201]);
    const before = await (await read()).text();
    expect((await readReadiness()).body).toMatchObject({ status: 'ready', checks: [{}, {}, { passed: true }] });

    takeAway();
    await vi.waitFor(async () => {
      const { status, body } = await readReadiness();
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'degraded',
        checks: [
          { name: 'not_draining', passed: true },
          { name: 'storage', passed: true },
          { name: 'database', passed: false },
        ],
      });
    }, PATIENCE);
    const during = await read();
    expect([during.status, await during.text()]).toEqual([200, before]);
    const refused = await write();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const text = await metrics.read();
    expect(text).toContain('fleetkit_check_passed{check="database"} 0');
    expect(text).toContain('fleetkit_ready 1');

    bringBack();
    await vi.waitFor(async () => expect((await readReadiness()).body).toMatchObject({ status: 'ready' }), PATIENCE);
    expect(await metrics.read()).toContain('fleetkit_check_passed{check="database"} 1');
    await vi.waitFor(async () => expect((await write()).status).toBe(201), PATIENCE);
    expect((await read()).status).toBe(200);
  });
});
