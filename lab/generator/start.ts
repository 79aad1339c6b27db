import { once } from 'node:events';
import { findFault } from './faults/index.ts';
import type { Service } from './service/call.ts';
import { createHttpServer, readPrefix } from './service/server.ts';
import { createService } from './service/service.ts';
import { describeBodies } from './service/writes.ts';
import { createShape, type Shape } from './shape.ts';
import { describeKeys, type GivenKey, takeTurns } from './statements.ts';

export interface StartOptions {
  readonly seed: number;
  /** The shape; without it, the one of the seed. */
  readonly shape?: Shape;
  /** The id of a fault. */
  readonly fault?: string;
  /** The port; without it, a free one. */
  readonly port?: number;
  /** How many times faster than real time the clock of the service runs. Default 1. */
  readonly clockSpeed?: number;
}

export interface RightService {
  readonly url: string;
  /** The keys that the shape gives to the user of a kit. */
  readonly keys: readonly GivenKey[];
  /** The keys of all users, those of each tenant in turn. */
  readonly keysOfAll: readonly GivenKey[];
  readonly shape: Shape;
  /** Bodies that the write paths accept from the first key that may write. */
  readonly bodies: ReturnType<typeof describeBodies> | undefined;
  /** The logical service, for tests. */
  readonly service: Service;
  close(): Promise<void>;
}

function describeFirstBodies(service: Service): RightService['bodies'] {
  const disputed = new Set(service.world.disputes.map((dispute) => dispute.transactionKey));
  const row = service.world.transactions.find(
    (each) =>
      each.tenantKey === 'account-1' &&
      each.type === 'withdrawal' &&
      (each.amountCompleted ?? 0) > 0 &&
      !disputed.has(each.key),
  );
  return row === undefined ? undefined : describeBodies(service, row.key, 'account-1');
}

/** Starts a right service on 127.0.0.1, with a fault if one is named. */
export async function startRightService(options: StartOptions): Promise<RightService> {
  const shape = options.shape ?? createShape(options.seed);
  const fault = options.fault === undefined ? undefined : findFault(options.fault);
  if (fault !== undefined && !fault.isApplicable(shape)) {
    throw new Error(`The fault "${fault.id}" does not apply to this shape; expected another shape. Use another seed.`);
  }
  const { clockSpeed = 1 } = options;
  const openedAtMs = Date.now();
  const readClock = () => openedAtMs + (Date.now() - openedAtMs) * clockSpeed;
  const service = createService(shape, { readClock, ...(fault === undefined ? {} : { fault }) });
  const server = createHttpServer(service);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : (options.port ?? 0);
  const base = `http://127.0.0.1:${port}${readPrefix(shape.choices)}`;
  // Links have no second slash where the URL ends with one.
  service.style.baseUrl = base;
  const url = shape.choices.baseUrlForm === 'trailing-slash' ? `${base}/` : base;
  if (service.style.terminalRows !== undefined) service.style.terminalRows.baseUrl = base;
  return {
    url,
    keys: describeKeys(service),
    keysOfAll: describeKeys(service, takeTurns(service.world.users)),
    shape,
    bodies: describeFirstBodies(service),
    service,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
