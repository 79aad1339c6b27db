import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DeliveryAttempt } from '../../server/delivery/delivery.ts';
import { createSender } from '../../server/delivery/network/sender.ts';
import { DeliveryDispatcher } from '../../server/delivery/queue/dispatcher.ts';
import type { DeliveryTarget } from '../../server/delivery/queue/target.ts';
import { createSecret } from '../../server/delivery/signing/signer.ts';
import type { DeliveryStore, NewDelivery } from '../../server/delivery/store/delivery-store.ts';
import { MemoryDeliveryStore } from '../../server/delivery/store/memory-store.ts';
import { position } from '../../server/world/state/facts.ts';
import { realMs, sandboxMs } from '../../server/world/state/time.ts';

/** Where deliveries are stored. */
export type StoreKind = 'memory' | 'SQLite';

/** A dispatcher that sends over loopback to a receiver in another thread. */
export interface DeliverySetup {
  readonly dispatcher: DeliveryDispatcher;
  /** All attempts, in order. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Queues one event for each destination. Returns the ids of the events. */
  queue(destinationIds: readonly string[]): Promise<readonly string[]>;
  /** Sets the sandbox clock, in milliseconds. */
  setClock(ms: number): void;
  /** Returns the arrival time of each event since the last call, in nanoseconds of `process.hrtime.bigint`. */
  arrivals(): Promise<ReadonlyMap<string, bigint>>;
}

const TENANT = 'acct_bench';
/** Gives an event its usual size. */
const PADDING = 'x'.repeat(600);

/** Starts a receiver and a dispatcher, and calls `use`. `paths`: the path of the receiver by destination id. */
export async function withDeliverySetup<Result>(
  keeping: StoreKind,
  paths: Readonly<Record<string, string>>,
  use: (setup: DeliverySetup) => Promise<Result>,
): Promise<Result> {
  const receiver = new Worker(new URL('./delivery-receiver.ts', import.meta.url));
  const [port] = await once(receiver, 'message');
  const { store, close: closeStore } = await openStore(keeping);
  const sender = createSender({ policy: { mode: 'local' } });
  const attempts: DeliveryAttempt[] = [];
  const targets = Object.entries(paths).map(([id, path]) => createTarget(id, `http://127.0.0.1:${port}${path}`));
  let clockMs = 0;
  const dispatcher = new DeliveryDispatcher({
    store,
    listTargets: () => targets,
    findTarget: ({ destinationId }) => targets.find(({ key }) => key.destinationId === destinationId),
    now: () => ({ sandboxMs: sandboxMs(clockMs), realMs: realMs(Date.now()) }),
    realDelayUntil: ({ clock, atMs }) => (clock === 'real' ? atMs - Date.now() : undefined),
    send: sender.send,
    reportFailures: async () => undefined,
    onSettled: (_, attempt) => attempts.push(attempt),
    onFault: (fault) => process.stderr.write(`${String(fault)}\n`),
    closeMs: 1,
  });
  let count = 0;
  const queue = async (destinationIds: readonly string[]) => {
    const deliveries = destinationIds.map((destinationId) => {
      count += 1;
      return createDelivery(destinationId, count, clockMs);
    });
    const progress = { since: position(0), throughMs: sandboxMs(clockMs), eventIdsAtThrough: [] };
    await store.fanOut(TENANT, progress, deliveries);
    return deliveries.map(({ event }) => event.eventId);
  };
  const arrivals = async () => {
    receiver.postMessage('list arrivals');
    const [message] = await once(receiver, 'message');
    return new Map(message as [string, bigint][]); // as bench/webhooks/delivery-receiver.ts sends them
  };

  const setClock = (ms: number): void => {
    clockMs = ms;
  };

  try {
    return await use({ dispatcher, attempts, queue, setClock, arrivals });
  } finally {
    await dispatcher.close();
    sender.close();
    closeStore();
    await receiver.terminate();
  }
}

async function openStore(keeping: StoreKind): Promise<{ readonly store: DeliveryStore; close(): void }> {
  if (keeping === 'memory') return { store: new MemoryDeliveryStore(), close: () => undefined };
  const { openDataDirectory } = await import('../../server/storage/data-directory.ts');
  const { SqliteDeliveryStore } = await import('../../server/delivery/store/sqlite-store.ts');
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-bench-'));
  const directory = openDataDirectory(folder);
  const close = (): void => {
    directory.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { store: new SqliteDeliveryStore(directory.database), close };
}

const createTarget = (destinationId: string, url: string): DeliveryTarget => ({
  key: { tenantId: TENANT, destinationId },
  kind: 'url',
  url,
  headers: {},
  secrets: [createSecret(Buffer.alloc(32, 1))],
  profile: 'standard',
  isSending: true,
  isDisabled: false,
});

function createDelivery(destinationId: string, n: number, atMs: number): NewDelivery {
  const eventId = `evt_${n}`;
  return {
    deliveryId: `dlv_${n}`,
    destinationId,
    event: {
      ...{ eventId, type: 'cash_low', accountId: TENANT, terminalId: 'NW1', atMs: sandboxMs(atMs) },
      ...{ incidentId: null, turn: null },
    },
    isTest: false,
    body: JSON.stringify({ id: eventId, data: PADDING }),
    due: { clock: 'sandbox', atMs: sandboxMs(atMs) },
    createdAtMs: sandboxMs(atMs),
  };
}
