import type { Server } from 'node:http';
import type { CreateBudgets } from '../../base/budgets.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type { InboxStore } from '../../server/delivery/inbox/inbox-store.ts';
import { Inboxes } from '../../server/delivery/inbox/inboxes.ts';
import { type AppOptions, buildApp } from '../../server/http/app.ts';
import type { ConformanceRuns } from '../../server/http/control/conformance/conformance-runs.ts';
import type { Capacity, WorldCapacity } from '../../server/http/edge/capacity.ts';
import type { App } from '../../server/http/exchange/middleware.ts';
import type { WorkQueue } from '../../server/http/exchange/work-queue.ts';
import type { Operations } from '../../server/http/operations/operations.ts';
import type { RecordingBudget } from '../../server/http/recording/recording-budget.ts';
import { MemorySignInCodes, type SignInCodes } from '../../server/http/request/3-caller/sign-in-codes.ts';
import { RequestLog } from '../../server/http/streams/request-log.ts';
import { Sandbox } from '../../server/sandbox.ts';
import type { QuotaGuard } from '../../server/workspaces/quotas.ts';
import type { EarlierStates } from '../../server/world/fold/earlier-states.ts';
import { MAIN_WORLD } from '../../server/world/state/facts.ts';
import { type RealMs, sandboxMs } from '../../server/world/state/time.ts';
import { generateWorld, type World, type WorldOptions } from '../../server/world/state/world.ts';
import type { KitHost } from './kit/kit-host.ts';
import { type DeliveryWorker, type DestinationOptions, startDeliveryWorker } from './options/delivery-options.ts';
import type { SharedStores, Stores } from './stores.ts';

/** Parts of the process that its open worlds share. */
export interface WorldHost {
  /** The server that all worlds of the process share. */
  readonly server: Server;
  /** The path with which every path of that server begins, without a slash at its end; empty if there is none. */
  readonly servedPath: string;
  /** Undefined: it listens on no port. */
  readonly port: number | undefined;
  readonly isLoopback: boolean;
  readonly queue: WorkQueue;
  /** Lets other threads compute parts of the large fleets of a world. Undefined: the thread of the server computes alone. */
  readonly helpFleets: ((world: World) => void) | undefined;
  readonly earlierStates: EarlierStates;
  /** Limits the recorded requests of all worlds. */
  readonly recordings: RecordingBudget;
  /** Whether amounts and memos of requests can choose outcomes, in all worlds. */
  readonly hasMagicAmounts: boolean;
  readonly realNow: () => RealMs;
  readonly destinations: DestinationOptions;
  /** Creates the budgets of limits and quotas. */
  readonly createBudgets: CreateBudgets;
  /** Forgets the budgets of a world that was closed. */
  readonly forgetBudgets: (prefix: string) => void;
  readonly operations: Operations;
  /** Runs the conformance kit. Undefined: this server runs none. */
  readonly loadKit: (() => Promise<KitHost>) | undefined;
  /** Limits the streams and requests that are open at the same time, in all worlds. */
  readonly capacity: Capacity;
  readonly app: Pick<
    AppOptions,
    | 'check'
    | 'cache'
    | 'log'
    | 'audit'
    | 'ratePerMinute'
    | 'addressBudgets'
    | 'serverToken'
    | 'trustProxy'
    | 'answerWithinMs'
    | 'basePath'
    | 'corsOrigins'
    | 'recordsRequests'
  >;
}

/** Parts of a world that stay open while it is closed, because some of them are in memory. */
export interface KeptParts {
  readonly inboxes: InboxStore;
  readonly requests: RequestLog;
  readonly signInCodes: SignInCodes;
}

export interface OpenWorldOptions
  extends Pick<WorldOptions, 'name' | 'tenants' | 'issuedKeys' | 'hasPublishedKeys' | 'latestMs'>,
    Pick<AppOptions, 'operatorToken' | 'operator' | 'workspaces'> {
  readonly stores: Stores;
  /** The URL at which clients reach this world, for absolute links. */
  readonly baseUrl: string;
  readonly kept: KeptParts;
  /** Limits the world. Undefined: it has no quotas. */
  readonly guard?: QuotaGuard;
}

/** A world that answers requests and delivers its events. */
export interface OpenWorld {
  readonly sandbox: Sandbox;
  readonly app: App;
  readonly deliveryService: DeliveryWorker['deliveryService'];
  readonly capacity: WorldCapacity;
  /** Whether a run of the conformance kit is in progress. */
  isKitRunning(): Promise<boolean>;
  /** Stops deliveries and releases the stores. */
  close(): Promise<void>;
}

export interface KeptPartsOptions extends Pick<WorldHost, 'realNow' | 'recordings'> {
  readonly stores: Stores;
  /** Undefined: the usual maximum. */
  readonly mostInboxBytes?: number | undefined;
}

/** Creates these parts: in memory, or in the database of the stores. */
export async function createKeptParts({
  stores: { shared },
  realNow,
  recordings,
  mostInboxBytes,
}: KeptPartsOptions): Promise<KeptParts> {
  if (shared === undefined)
    return {
      inboxes: new Inboxes(mostInboxBytes),
      requests: new RequestLog(recordings),
      signInCodes: new MemorySignInCodes(realNow),
    };
  const { openPostgresInboxes } = await import('../../server/delivery/inbox/postgres-inboxes.ts');
  const { PostgresRequestLog } = await import('../../server/http/streams/postgres-request-log.ts');
  const { PostgresSignInCodes } = await import('../../server/http/control/postgres-sign-in-codes.ts');
  const { database, workspace } = shared;
  return {
    inboxes: openPostgresInboxes(database, workspace, mostInboxBytes),
    requests: new PostgresRequestLog(database, workspace),
    signInCodes: new PostgresSignInCodes(database, workspace, realNow),
  };
}

/** Opens a world on its stores. Throws a `RangeError` for an invalid range of destinations. */
export function openWorld(host: WorldHost, options: OpenWorldOptions): OpenWorld {
  const { server, port, isLoopback, realNow, destinations } = host;
  const { stores, baseUrl, kept, guard, operatorToken, operator, workspaces } = options;
  const { name = MAIN_WORLD, tenants, issuedKeys, hasPublishedKeys, latestMs } = options;
  const { journal, deliveries, seed, startMs, cursorSecret } = stores;
  const fleets = { terminals: stores.terminals, files: stores.fleetFiles };
  const content = omitUndefined({ tenants, fleets, issuedKeys, hasPublishedKeys, latestMs });
  const world = generateWorld(seed, {
    ...{ name, startMs: sandboxMs(startMs), baseUrl, cursorSecret, earlierStates: host.earlierStates },
    ...content,
    hasMagicAmounts: host.hasMagicAmounts,
  });
  const sandbox = new Sandbox(world, journal, { realNow, guard });
  host.helpFleets?.(world);
  const queue = host.queue.forWorld(name);
  const { inboxes, requests, signInCodes } = kept;
  const worker = startDeliveryWorker({
    ...{ sandbox, store: deliveries, queue, server, port, baseUrl, destinations, inboxes },
    basePath: host.app.basePath,
    servedPath: host.servedPath,
    operations: host.operations,
  });
  const { deliveryService, findRefusal, checkTarget } = worker;
  const capacity = host.capacity.forWorld(guard?.quotas);
  const stopWatching = host.operations.watchDeliveries(deliveryService);
  let runs: Promise<ConformanceRuns> | undefined;
  const { loadKit } = host;
  const openRuns = (load: () => Promise<KitHost>): Promise<ConformanceRuns> => {
    runs ??= load().then((kit) => kit.openRuns(name, { checkTarget, realNow }));
    return runs;
  };
  const app = buildApp(sandbox, {
    ...host.app,
    conformanceRuns: loadKit && (() => openRuns(loadKit)),
    createBudgets: host.createBudgets,
    realNow,
    operatorToken,
    ...omitUndefined({ operator }),
    signInCodes,
    requests,
    workspaces,
    counter: guard,
    capacity,
    deliveryService,
    findRefusal,
    queue,
    origins: { baseUrl, isLoopback },
  });
  const unsubscribe = stores.shared && followReplicas(stores.shared, { ...host, sandbox, deliveryService, requests });
  return {
    sandbox,
    app,
    deliveryService,
    capacity,
    isKitRunning: async () => (await runs)?.isRunning === true,
    async close() {
      await (await runs)?.close();
      unsubscribe?.();
      stopWatching();
      queue.dropAll();
      try {
        await worker.close();
      } finally {
        await journal.close();
      }
    },
  };
}

type FollowingParts = Pick<OpenWorld, 'sandbox' | 'deliveryService'> &
  Pick<KeptParts, 'requests'> &
  Pick<WorldHost, 'operations'>;

/** Passes changes by other replicas to the parts of a world, until the returned function is called. */
function followReplicas(
  { database, workspace }: SharedStores,
  { sandbox, deliveryService, requests, operations }: FollowingParts,
): () => void {
  const report = (fault: unknown): void => {
    if (!database.connection.isAway) operations.reportFault('deliveries', fault);
  };
  return database.feed.subscribe(workspace, ({ kind, detail }) => {
    switch (kind) {
      case 'facts':
        sandbox.catchUp().catch(report);
        return;
      case 'deliveries':
        deliveryService.wakeSenders();
        if (detail !== '') deliveryService.activity.publish({ kind: 'queued', tenantId: detail });
        return;
      case 'attempt': {
        const [deliveryId = '', n] = detail.split(' ');
        deliveryService.publishAttempt(deliveryId, Number(n)).catch(report);
        return;
      }
      case 'exchanges':
        requests.publishOthers(detail).catch(report);
        return;
      case 'restart':
        sandbox.catchUp().catch(report);
        deliveryService.resume();
        return;
      case 'removed':
        return; // the workspaces of the server handle it
      default:
        kind satisfies never;
    }
  });
}
