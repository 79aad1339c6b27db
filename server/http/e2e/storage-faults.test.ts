import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { MemoryDeliveryStore } from '../../delivery/store/memory-store.ts';
import { SqliteDeliveryStore } from '../../delivery/store/sqlite-store.ts';
import { interceptCalls, replaceMethods } from '../../delivery/testing/changed-stores.ts';
import { openSqliteJournal, type SqliteJournal } from '../../journal/sqlite.ts';
import { createStorageError, fillDisk } from '../../storage/testing/storage-faults.ts';
import { position } from '../../world/state/facts.ts';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import { keys } from '../testing/test-app.ts';
import {
  advanceClockBy,
  createWebhooksApp,
  disconnectTerminal,
  expectBody,
  expectProblem,
  readAllDeliveries,
  registerDestination,
  type WebhooksApp,
} from '../testing/test-webhooks.ts';

/** Writes on a full disk are refused without recording anything, and succeed when there is space again. */

describe('a full disk', () => {
  let root: string;
  let journal: SqliteJournal;
  let hooks: WebhooksApp;
  const faults: unknown[] = [];
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'fleetkit-full-'));
    journal = openSqliteJournal(root, { defaultSeed: 1 });
    const store = new SqliteDeliveryStore(journal.data.database);
    hooks = createWebhooksApp({ deliveries: store, onFault: (fault) => faults.push(fault) }, journal);
  });
  afterEach(async () => {
    await hooks.deliveryService.close();
    await journal.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** Sends a dispute that is refused with 422. The refusal is recorded under its key. */
  const claim = (n: number) =>
    supertest(hooks.app)
      .post('/v1/disputes')
      .set('X-API-Key', keys.delgado)
      .set('Idempotency-Key', `claim-${n}`)
      .send({ transaction_id: 'txn_00000000000000000000000000', reason_code: 'unauthorized', amount: '1.00' });

  test('refuses writes of the service with 507, records nothing, and accepts them when there is space again', async () => {
    const free = fillDisk(journal.data.database);
    let refused = await claim(0);
    for (let n = 1; refused.status === 422 && n < 100; n += 1) refused = await claim(n); // until the last page is full
    const { status, body, headers } = refused;
    expect([status, body.code, headers['content-type']]).toEqual([
      507,
      'insufficient_storage',
      'application/problem+json; charset=utf-8',
    ]);
    expect(body.detail).toMatch(/no space left. Nothing was recorded. Free some space/);
    expect(body.detail).not.toContain(root);
    expect(hooks.log.at(-1)).toMatchObject({ status: 507 });
    const recorded = await journal.readAfter(position(0));
    expect((await claim(1000)).status).toBe(507);
    expect(await journal.readAfter(position(0))).toEqual(recorded);
    expect((await supertest(hooks.app).get('/v1/settlements').set('X-API-Key', keys.delgado)).status).toBe(200);

    free();
    const taken = await claim(1000);
    expect([taken.status, taken.headers['idempotent-replayed']]).toEqual([422, undefined]);
    expect((await claim(1000)).headers['idempotent-replayed']).toBe('true');
  });

  test('refuses writes of the control plane with 507, and still serves reads', async () => {
    const free = fillDisk(journal.data.database);
    const body = { url: 'http://127.0.0.1:3000/hooks', name: 'x'.repeat(80) };
    const create = () => hooks.request('post', '/sandbox/destinations').send(body);
    let refused = await create();
    for (let n = 1; refused.status === 201 && n < 100; n += 1) refused = await create();
    await expectProblem(Promise.resolve(refused), 507, 'insufficient_storage');
    const listed = await expectBody<SandboxSchemas['DestinationList']>(hooks.request('get', '/sandbox/destinations'));
    expect((await hooks.request('get', '/sandbox/deliveries')).status).toBe(200);
    free();
    expect((await create()).status).toBe(201);
    const { data } = await expectBody<SandboxSchemas['DestinationList']>(hooks.request('get', '/sandbox/destinations'));
    expect(data).toHaveLength(listed.data.length + 1);
  });
});

describe('a failing delivery store', () => {
  const HOOK = { url: 'http://127.0.0.1:3000/hooks', subscriptions: [{ types: ['heartbeat_stale'] }] };

  /** Starts an app whose delivery store rejects writes while `disk.isFull`. */
  async function failingApp() {
    const disk = { isFull: false };
    const memory = new MemoryDeliveryStore();
    const store = interceptCalls(memory, (method, call) =>
      disk.isFull && !/^(read|list|find|count|nextDue)/.test(method) ? Promise.reject(createStorageError()) : call(),
    );
    const faults: unknown[] = [];
    const hooks = createWebhooksApp({ deliveries: store, onFault: (fault) => faults.push(fault) });
    await registerDestination(hooks, HOOK);
    await disconnectTerminal(hooks);
    return { hooks, faults, disk, memory };
  }

  test('does not fail a recorded write, and stores its deliveries when the store works again', async () => {
    const { hooks, faults, disk } = await failingApp();
    disk.isFull = true;
    expect(await advanceClockBy(hooks, 'PT1H')).toMatchObject({ now: '2026-11-02T16:00:00Z' });
    expect((await hooks.request('get', '/sandbox/deliveries')).status).toBe(200);
    expect(faults.length).toBeGreaterThan(0);
    expect(hooks.sent).toEqual([]);
    const late = hooks.request('post', '/sandbox/clock/advance', 'operator').send({ by: 'PT1H' });
    await expectProblem(late, 507, 'insufficient_storage');
    expect(await expectBody(hooks.request('get', '/sandbox/clock'))).toMatchObject({ now: '2026-11-02T16:00:00Z' });

    disk.isFull = false;
    await hooks.deliveryService.whenSettled(5000);
    expect(hooks.sent.length).toBeGreaterThan(0);
    expect((await readAllDeliveries(hooks)).map(({ state }) => state)).toEqual(hooks.sent.map(() => 'delivered'));
    await hooks.deliveryService.close();
  });

  test('requeues interrupted deliveries of an earlier process when the store works again', async () => {
    const { hooks, disk, memory } = await failingApp();
    hooks.receiverReply = 'nothing';
    await advanceClockBy(hooks, 'PT16M');
    const [{ delivery_id: id = '', destination_id: destinationId = '' } = {}] = await readAllDeliveries(hooks);
    const later = { sandboxMs: sandboxMs(Date.parse('2026-11-03T00:00:00Z')), realMs: realMs(0) };
    expect(await memory.claim({ tenantId: 'acct_delgado', destinationId, now: later, room: 1 })).toHaveLength(1);
    disk.isFull = true;
    hooks.receiverReply = 200;
    hooks.deliveryService.start();
    await expect(hooks.deliveryService.whenSettled(5000)).rejects.toThrow('disk is full');
    expect(await memory.find(id)).toMatchObject({ state: 'sending' });
    disk.isFull = false;
    await advanceClockBy(hooks, 'PT1H');
    expect(await memory.find(id)).toMatchObject({ state: 'delivered' });
    await hooks.deliveryService.close();
  });

  test('reports that a replay was sent if its attempt cannot be recorded', async () => {
    const { hooks, disk } = await failingApp();
    await advanceClockBy(hooks, 'PT1H');
    const [delivery] = await readAllDeliveries(hooks);
    const sentBefore = hooks.sent.length;
    disk.isFull = true;
    const replay = hooks.request('post', `/sandbox/deliveries/${delivery?.delivery_id}/replay`);
    const { body } = await expectProblem(replay, 507, 'insufficient_storage');
    expect(body.detail).toContain('The request was sent to the destination, but the attempt was not recorded.');
    expect(hooks.sent).toHaveLength(sentBefore + 1);
    await hooks.deliveryService.close();
  });
});

test('discards a recovery or a sample that a reset interrupts, and keeps the deliveries after the reset', async () => {
  const memory = new MemoryDeliveryStore();
  let interrupt: (() => Promise<void>) | undefined;
  const interrupted = async (): Promise<void> => {
    const run = interrupt;
    interrupt = undefined;
    await run?.();
  };
  const store = replaceMethods(memory, {
    async readProgress(tenantId) {
      const progress = await memory.readProgress(tenantId);
      await interrupted(); // after it was read
      return progress;
    },
    async enqueue(request) {
      await interrupted();
      return memory.enqueue(request);
    },
  });
  const hooks = createWebhooksApp({ deliveries: store });
  const subscriptions = [{ types: ['heartbeat_stale'] }];
  await registerDestination(hooks, { url: 'http://127.0.0.1:3000/hooks', subscriptions });
  for (const [path, body] of [
    ['test', {}],
    ['recover', { since: '2026-11-01T15:00:00Z' }],
  ] as const) {
    const { destination_id: id } = (
      await registerDestination(hooks, { url: 'http://127.0.0.1:3000/old', subscriptions })
    ).destination;
    interrupt = async () => {
      await expectBody(hooks.request('post', '/sandbox/reset', 'operator').send({}));
      await registerDestination(hooks, { url: 'http://127.0.0.1:3000/new', subscriptions });
      await disconnectTerminal(hooks);
      await advanceClockBy(hooks, 'PT1H');
    };
    const { status } = await hooks.request('post', `/sandbox/destinations/${id}/${path}`).send(body);
    expect({ path, status }).toEqual({ path, status: 404 });
    expect((await readAllDeliveries(hooks)).map(({ state }) => state)).toContain('delivered');
  }
});
