import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, hasPostgres } from '../../server/storage/postgres/testing/test-database.ts';

/* Three replicas under writes and deliveries. Every few seconds the test kills one of them. Takes less than two minutes. */

const TOKEN = 'opr-for-tests-of-killed-replicas';
const KEY = 'sbx-delgado-owner';
const TERMINALS = ['DG000101', 'DG000202'];
const ROUNDS = 6;
const REPLICAS = 3;
/** Maximum number of attempts in flight for the destination in one replica. */
const IN_FLIGHT = 8;

interface Replica {
  readonly child: ChildProcess;
  readonly url: string;
}

async function startReplica(database: string): Promise<Replica> {
  const cli = join(import.meta.dirname, '../cli.ts');
  const options = ['--port', '0', '--json', '--log', 'off', '--public-url', 'https://sandbox.example'];
  const child = spawn(process.execPath, [cli, 'serve', ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, DATABASE_URL: database, FLEETKIT_OPERATOR_TOKEN: TOKEN },
  });
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.endsWith('\n')) break;
  }
  return { child, url: (JSON.parse(text) as { readonly url: string }).url };
}

describe.skipIf(!hasPostgres)('replicas that are killed', () => {
  const receivedIds: string[] = [];
  const receiver = createServer((request, response) => {
    receivedIds.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(204).end());
  });
  let replicas: Replica[] = [];
  afterAll(() => {
    for (const { child } of replicas) child.kill('SIGKILL');
    receiver.closeAllConnections();
    receiver.close();
  });

  const send = async (replica: Replica | undefined, path: string, body?: object): Promise<unknown> => {
    const isForOperator = path.startsWith('/sandbox/clock');
    const response = await fetch(`${replica?.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(isForOperator ? { Authorization: `Bearer ${TOKEN}` } : { 'X-API-Key': KEY }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const listAll = async <Item>(replica: Replica | undefined, path: string): Promise<readonly Item[]> =>
    ((await send(replica, path)) as { readonly data: readonly Item[] }).data;

  test('lose no acknowledged write and no delivery, and repeat only those in flight', async () => {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const database = await createTestDatabase();
    replicas = await Promise.all(Array.from({ length: REPLICAS }, () => startReplica(database)));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
    await send(replicas[0], '/sandbox/destinations', { url, subscriptions: [{ types: ['heartbeat_stale'] }] });

    const acknowledged: string[] = [];
    let failedWrites = 0;
    let isOver = false;
    let turn = 0;
    const attempt = async (work: (replica: Replica | undefined) => Promise<unknown>): Promise<boolean> => {
      turn += 1;
      return work(replicas[turn % replicas.length]).then(
        () => true,
        () => false,
      );
    };
    const write = async (worker: number): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const name = `${worker}-${n}`;
        const isDone = await attempt((one) =>
          send(one, '/sandbox/destinations', { inbox: true, name, subscriptions: [] }),
        );
        if (isDone) acknowledged.push(name);
        else failedWrites += 1;
        await wait(100);
      }
    };
    const cause = async (): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const terminal_id = TERMINALS[n % TERMINALS.length];
        const resolve = n % 4 >= 2;
        await attempt((one) => send(one, '/sandbox/causes', { event_type: 'heartbeat_stale', terminal_id, resolve }));
        await attempt((one) => send(one, '/sandbox/clock/advance', { by: 'PT20M' }));
        await wait(50);
      }
    };
    const work = [write(1), write(2), cause()];
    for (let round = 0; round < ROUNDS; round += 1) {
      await wait(2000);
      const [killed] = replicas.splice(round % replicas.length, 1);
      killed?.child.kill('SIGKILL');
      replicas.push(await startReplica(database));
    }
    isOver = true;
    await Promise.all(work);

    expect(acknowledged.length).toBeGreaterThan(20);
    const names = (await listAll<{ readonly name: string }>(replicas[0], '/sandbox/destinations')).map(
      ({ name }) => name,
    );
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
    for (const path of ['/sandbox/destinations', '/sandbox/clock', '/v1/terminals/DG000101/status-monitoring']) {
      const [first, ...others] = await Promise.all(replicas.map((one) => send(one, path)));
      for (const other of others) expect(other).toEqual(first);
    }
    type Listed = { readonly state: string; readonly event_id: string };
    await vi.waitFor(
      async () => {
        const deliveries = await listAll<Listed>(replicas[0], '/sandbox/deliveries?limit=500');
        expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
      },
      { timeout: 60_000, interval: 500 },
    );
    const deliveries = await listAll<Listed>(replicas[0], '/sandbox/deliveries?limit=500');
    const twice = receivedIds.length - new Set(receivedIds).size;
    process.stdout.write(
      `${ROUNDS} kills: ${acknowledged.length} writes acknowledged, ${failedWrites} failed; ` +
        `${deliveries.length} deliveries, ${twice} repeated\n`,
    );
    expect(deliveries.length).toBeGreaterThan(0);
    expect(deliveries.filter(({ event_id: id }) => !receivedIds.includes(id))).toEqual([]);
    expect(twice).toBeLessThanOrEqual(ROUNDS * IN_FLIGHT);
  });
});
