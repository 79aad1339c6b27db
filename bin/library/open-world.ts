import type { Server } from 'node:http';
import { type AppOptions, buildApp } from '../../server/http/app.ts';
import { SignInCodes } from '../../server/http/control/sign-in-codes.ts';
import type { App } from '../../server/http/pipeline/middleware.ts';
import type { WorkQueue } from '../../server/http/pipeline/work-queue.ts';
import { Sandbox } from '../../server/sandbox.ts';
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
  readonly app: Pick<AppOptions, 'check' | 'log' | 'ratePerMinute' | 'trustProxy'>;
}

export interface OpenWorldOptions
  extends Pick<WorldOptions, 'tenants' | 'hasPublishedKeys'>,
    Pick<AppOptions, 'operatorToken' | 'operator'> {
  readonly stores: Stores;
  /** The URL at which clients reach this world, for absolute links. */
  readonly baseUrl: string;
}

/** A world that answers requests and delivers its events. */
export interface OpenWorld {
  readonly sandbox: Sandbox;
  readonly app: App;
  readonly signInCodes: SignInCodes;
  readonly deliveryService: DeliveryWorker['deliveryService'];
  /** Stops deliveries and releases the stores. */
  close(): Promise<void>;
}

/** Opens a world on its stores. Throws a `RangeError` for an invalid range of destinations. */
export function openWorld(
  host: WorldHost,
  { stores, baseUrl, operatorToken, operator, tenants, hasPublishedKeys }: OpenWorldOptions,
): OpenWorld {
  const { server, port, isLoopback, queue, realNow, destinations } = host;
  const { journal, deliveries, seed, cursorSecret } = stores;
  const sandbox = new Sandbox(
    generateWorld(seed, { baseUrl, cursorSecret, ...omitUndefined({ tenants, hasPublishedKeys }) }),
    journal,
    realNow,
  );
  const signInCodes = new SignInCodes(realNow);
  const worker = startDeliveryWorker({ sandbox, store: deliveries, queue, server, port, baseUrl, destinations });
  const { deliveryService, findRefusal } = worker;
  const app = buildApp(sandbox, {
    ...host.app,
    realNow,
    operatorToken,
    operator,
    signInCodes,
    deliveryService,
    findRefusal,
    queue,
    origins: { baseUrl, isLoopback },
  });
  return {
    sandbox,
    app,
    signInCodes,
    deliveryService,
    async close() {
      await worker.close();
      await journal.close();
    },
  };
}
