import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../server/storage/postgres/testing/postgres-server.ts';
import { createTestDatabase, hasPostgres } from '../../server/storage/postgres/testing/test-database.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';

/* A database server that stops and starts while two replicas answer requests. */

const TOKEN = 'opr-for-tests-of-restarts';
const KEY = 'sbx-delgado-owner';
const PATIENCE = { timeout: 30_000, interval: 50 };

describe.skipIf(!hasPostgres)('a database that stops and starts', () => {
  let server: TestServer;
  let replicas: readonly RunningSandbox[] = [];
  const output: string[] = [];
  beforeAll(async () => {
    server = await startTestServer();
    const database = await createTestDatabase(String(server.port));
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      output.push(String(text));
      return true;
    });
    const options = { port: 0, database, operatorToken: TOKEN, publicUrl: 'https://sandbox.example' } as const;
    replicas = await Promise.all([startSandbox(options), startSandbox(options)]);
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    server.destroy();
    vi.restoreAllMocks();
  });

  const read = async (replica: RunningSandbox | undefined, path: string) => {
    const response = await fetch(`${replica?.url}${path}`, { headers: { 'X-API-Key': KEY } });
    return { status: response.status, text: await response.text() };
  };
  /** Registers an inbox: a write whose effect is easy to list. */
  const write = async (replica: RunningSandbox | undefined, name: string) => {
    const response = await fetch(`${replica?.url}/sandbox/destinations`, {
      method: 'POST',
      headers: { 'X-API-Key': KEY, 'Content-Type': 'application/json' },
      body: JSON.stringify({ inbox: true, name }),
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  };
  const listNames = async (replica: RunningSandbox | undefined): Promise<readonly string[]> => {
    const { text } = await read(replica, '/sandbox/destinations');
    const { data } = JSON.parse(text) as { readonly data: readonly { readonly name: string }[] };
    return data.map(({ name }) => name);
  };

  test('reads go on, writes get a 503, and no acknowledged write is lost', async () => {
    const acknowledged: string[] = [];
    const unknown: string[] = [];
    const attempt = async (name: string): Promise<number> => {
      const { status, retryAfter, text } = await write(replicas[acknowledged.length % 2], name);
      if (status === 201) acknowledged.push(name);
      else {
        expect([status, retryAfter, text]).toEqual([503, '2', expect.stringContaining('"code":"service_unavailable"')]);
        if (text.includes('not known')) unknown.push(name);
      }
      return status;
    };
    for (let n = 0; n < 6; n += 1) await attempt(`before ${n}`);
    expect(acknowledged).toHaveLength(6);
    const before = await Promise.all(replicas.map((replica) => read(replica, '/v1/locations?limit=5')));

    for (let round = 0; round < 2; round += 1) {
      const traffic = Array.from({ length: 10 }, (_, n) => attempt(`during ${round} ${n}`));
      server.stop();
      await Promise.all(traffic);
      for (const [index, replica] of replicas.entries()) {
        expect(await read(replica, '/v1/locations?limit=5')).toEqual(before[index]);
        expect((await read(replica, '/v1/transactions?limit=5')).status).toBe(200);
      }
      expect(await attempt(`away ${round}`)).toBe(503);
      const ready = await read(replicas[0], '/readyz');
      expect([ready.status, JSON.parse(ready.text).checks]).toEqual([
        200,
        expect.arrayContaining([{ name: 'database', passed: false }]),
      ]);
      expect((await read(replicas[0], '/sandbox/deliveries')).status).toBe(503);
      server.start();
      await vi.waitFor(async () => expect(await attempt(`back ${round}`)).toBe(201), PATIENCE);
    }
    await vi.waitFor(async () => {
      const [names, others] = [await listNames(replicas[0]), await listNames(replicas[1])];
      expect(others).toEqual(names);
      expect(names.filter((name) => !unknown.includes(name)).toSorted()).toEqual([...new Set(acknowledged)].toSorted());
    }, PATIENCE);
    expect(output.join('')).not.toContain('no-secret');
  });
});
