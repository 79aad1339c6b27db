import type { TenantFixture } from '../../../fixtures/model/model.ts';
import type { Send } from '../../delivery/network/sender.ts';
import { DeliveryService } from '../../delivery/service/delivery-service.ts';
import type { DeliveryStore } from '../../delivery/store/delivery-store.ts';
import { MemoryDeliveryStore } from '../../delivery/store/memory-store.ts';
import type { Journal } from '../../journal/journal.ts';
import { openMemoryJournal } from '../../journal/memory.ts';
import { Sandbox } from '../../sandbox.ts';
import { realMs } from '../../world/state/time.ts';
import { DEFAULT_SEED, generateWorld } from '../../world/state/world.ts';
import { type AppOptions, buildApp } from '../app.ts';
import { createDeliverySource } from '../control/delivery-source.ts';
import type { App } from '../exchange/middleware.ts';
import { WorkQueue } from '../exchange/work-queue.ts';
import type { AccessEntry } from '../request/1-start/access-log.ts';

/** The operator token of test servers. */
export const TEST_OPERATOR_TOKEN = 'opr-for-tests-0123456789';

/** A test server at the epoch, with its log. */
export interface TestApp {
  readonly app: App;
  readonly deliveryService: DeliveryService;
  readonly log: AccessEntry[];
  /** Resolves with the next log entry. */
  nextEntry(): Promise<AccessEntry>;
}

export interface TestOptions extends Partial<AppOptions> {
  /** Whether amounts and memos of requests can choose outcomes. */
  readonly hasMagicAmounts?: boolean;
  /** Default: the default fleets. */
  readonly tenants?: readonly TenantFixture[];
  /** Sends deliveries. Default: every connection is refused. */
  readonly send?: Send;
  /** Stores deliveries. Default: in memory. */
  readonly deliveries?: DeliveryStore;
  /** Receives faults of deliveries. Default: throws them. */
  readonly onFault?: (fault: unknown) => void;
}

const refuseConnection: Send = async () => ({
  kind: 'failed',
  error: 'connect_refused',
  message: 'Nothing listens there (ECONNREFUSED).',
  timings: { totalMs: 1 },
});

export function createTestApp(options: TestOptions = {}, journal: Journal = openMemoryJournal()): TestApp {
  const log: AccessEntry[] = [];
  const readers: ((entry: AccessEntry) => void)[] = [];
  const { realNow = () => realMs(0) } = options;
  const world = generateWorld(DEFAULT_SEED, {
    baseUrl: 'https://sandbox.example',
    cursorSecret: 'a secret for tests of the server',
    ...(options.tenants && { tenants: options.tenants }),
    hasMagicAmounts: options.hasMagicAmounts ?? false,
  });
  const sandbox = new Sandbox(world, journal, { realNow });
  const origins = { baseUrl: 'https://sandbox.example', isLoopback: true };
  const queue = new WorkQueue();
  const deliveryService = new DeliveryService({
    store: options.deliveries ?? new MemoryDeliveryStore(),
    source: createDeliverySource(sandbox, queue),
    send: options.send ?? refuseConnection,
    onFault:
      options.onFault ??
      ((fault) => {
        throw fault;
      }),
  });
  sandbox.onChange(() => deliveryService.checkSoon());
  const app = buildApp(sandbox, {
    deliveryService,
    queue,
    findRefusal: () => undefined,
    log(entry) {
      log.push(entry);
      for (const read of readers.splice(0)) read(entry);
    },
    origins,
    answerWithinMs: Number.POSITIVE_INFINITY, // tests may run on a slow machine
    operatorToken: TEST_OPERATOR_TOKEN,
    ...options,
    realNow,
  });
  return { app, log, deliveryService, nextEntry: () => new Promise((resolve) => readers.push(resolve)) };
}

/** Keys of the fixtures, by user. */
export const keys = {
  admin: 'sbx-northway-admin',
  finance: 'sbx-northway-finance',
  disputes: 'sbx-northway-disputes',
  ops: 'sbx-northway-ops',
  audit: 'sbx-northway-audit',
  harbor: 'sbx-harbor-admin',
  pine: 'sbx-pine-admin',
  tech: 'sbx-northway-tech',
  store: 'sbx-northway-store',
  vault: 'sbx-cashco-vault',
  blank: 'sbx-blank-admin',
  hostile: 'sbx-hostile-admin',
  redline: 'sbx-redline-admin',
  delgado: 'sbx-delgado-owner',
  revoked: 'sbx-northway-revoked',
  expired: 'sbx-northway-expired',
} as const;
