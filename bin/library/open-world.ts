import type { Server } from 'node:http';
import { Inboxes } from '../../server/delivery/inbox/inboxes.ts';
import { type AppOptions, buildApp } from '../../server/http/app.ts';
import { RequestLog } from '../../server/http/control/request-log.ts';
import { SignInCodes } from '../../server/http/control/sign-in-codes.ts';
import type { Operations } from '../../server/http/operations/operations.ts';
import type { App } from '../../server/http/pipeline/middleware.ts';
import type { WorkQueue } from '../../server/http/pipeline/work-queue.ts';
import type { CreateBudgets } from '../../server/limits/budgets.ts';
import { Sandbox } from '../../server/sandbox.ts';
import type { QuotaGuard } from '../../server/workspaces/quotas.ts';
import { MAIN_WORLD } from '../../server/world/state/issued-keys.ts';
import type { RealMs } from '../../server/world/state/time.ts';
import { generateWorld, type WorldOptions } from '../../server/world/state/world.ts';
import { omitUndefined } from '../../spec/omit-undefined.ts';
import { type DeliveryWorker, type DestinationOptions, startDeliveryWorker } from './delivery-options.ts';
import type { Stores } from './open-stores.ts';

/** Parts of the process that its open worlds share. */
export interface WorldHost {
  /** The server that all worlds of the process share. */
  readonly server: Server;
  /** Undefined: it listens on no port. */
  readonly port: number | undefined;
  readonly isLoopback: boolean;
  readonly queue: WorkQueue;
  readonly realNow: () => RealMs;
  readonly destinations: DestinationOptions;
  /** Creates the budgets of limits and quotas. */
  readonly createBudgets: CreateBudgets;
  readonly operations: Operations;
  readonly app: Pick<AppOptions, 'check' | 'log' | 'audit' | 'ratePerMinute' | 'addressBudgets' | 'trustProxy'>;
}

/** Parts of a world that stay in memory while it is closed. */
export interface KeptInMemory {
  readonly inboxes: Inboxes;
  readonly requests: RequestLog;
  readonly signInCodes: SignInCodes;
}

export interface OpenWorldOptions
  extends Pick<WorldOptions, 'name' | 'tenants' | 'issuedKeys' | 'hasPublishedKeys'>,
    Pick<AppOptions, 'operatorToken' | 'operator' | 'workspaces'> {
  readonly stores: Stores;
  /** The URL at which clients reach this world, for absolute links. */
  readonly baseUrl: string;
  readonly kept: KeptInMemory;
  /** Limits the world. Undefined: it has no quotas. */
  readonly guard?: QuotaGuard;
}

/** A world that answers requests and delivers its events. */
export interface OpenWorld {
  readonly sandbox: Sandbox;
  readonly app: App;
  readonly deliveryService: DeliveryWorker['deliveryService'];
  /** Stops deliveries and releases the stores. */
  close(): Promise<void>;
}

export const createKeptInMemory = (realNow: () => RealMs, mostInboxBytes?: number): KeptInMemory => ({
  inboxes: new Inboxes(mostInboxBytes),
  requests: new RequestLog(),
  signInCodes: new SignInCodes(realNow),
});

/** Opens a world on its stores. Throws a `RangeError` for an invalid range of destinations. */
export function openWorld(host: WorldHost, options: OpenWorldOptions): OpenWorld {
  const { server, port, isLoopback, realNow, destinations } = host;
  const { stores, baseUrl, kept, guard, operatorToken, operator, workspaces } = options;
  const { name = MAIN_WORLD, tenants, issuedKeys, hasPublishedKeys } = options;
  const { journal, deliveries, seed, cursorSecret } = stores;
  const content = omitUndefined({ tenants, issuedKeys, hasPublishedKeys });
  const world = generateWorld(seed, { name, baseUrl, cursorSecret, ...content });
  const sandbox = new Sandbox(world, journal, { realNow, guard });
  const queue = host.queue.forWorld(name);
  const { inboxes, requests, signInCodes } = kept;
  const worker = startDeliveryWorker({
    ...{ sandbox, store: deliveries, queue, server, port, baseUrl, destinations, inboxes, operations: host.operations },
  });
  const { deliveryService, findRefusal } = worker;
  const stopWatching = host.operations.watchDeliveries(deliveryService);
  const app = buildApp(sandbox, {
    ...host.app,
    createBudgets: host.createBudgets,
    realNow,
    operatorToken,
    ...omitUndefined({ operator }),
    signInCodes,
    requests,
    workspaces,
    counter: guard,
    deliveryService,
    findRefusal,
    queue,
    origins: { baseUrl, isLoopback },
  });
  return {
    sandbox,
    app,
    deliveryService,
    async close() {
      stopWatching();
      await worker.close();
      await journal.close();
    },
  };
}
