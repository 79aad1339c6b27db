import type { ServerResponse } from 'node:http';
import type { Delivery, DeliveryAttempt } from '../../delivery/delivery.ts';
import type { Send } from '../../delivery/network/sender.ts';
import type { DeliveryService } from '../../delivery/service/delivery-service.ts';
import { WorldDeleted } from '../../storage/world-deleted.ts';
import type { EarlierStatesUsage } from '../../world/fold/earlier-states.ts';
import type { CapacityUse } from '../edge/capacity.ts';
import type { ConnectionLoad } from '../edge/http-server.ts';
import type { App } from '../exchange/middleware.ts';
import type { AccessEntry, AccessLog } from '../request/1-start/access-log.ts';
import type { AuditEntry } from './audit.ts';
import { OverdueClock } from './overdue-clock.ts';
import { Readiness } from './readiness.ts';

/** Receives events of the process, for metrics and logs. */
export interface OperationsObserver {
  /** A response has ended. */
  onRequest?(entry: AccessEntry, response: ServerResponse): void;
  /** An attempt was recorded. */
  onAttempt?(delivery: Delivery, attempt: DeliveryAttempt): void;
  /** The operator wrote something under `/sandbox`. */
  onAudit?(entry: AuditEntry): void;
  /** A fault that no caller is waiting for. */
  onFault?(part: FaultyPart, fault: unknown): void;
}

/** The part of the server that met a fault. */
export type FaultyPart = 'deliveries' | 'workspaces' | 'audit_log' | 'fleet_threads' | 'fleet_files';

/** The delivery queues of all open worlds. */
export interface QueueTotals {
  readonly waiting: number;
  /** How long the oldest due delivery has been waiting, in real milliseconds; 0 if none is due. */
  readonly oldestMs: number;
}

/** The present work of a server. */
export interface ServerLoad extends ConnectionLoad, CapacityUse {
  /** Memory of the replies that are kept for repeated reads. */
  readonly replyCacheBytes: number;
  /** Memory of the rows of terminals that are kept for lists. */
  readonly rowBytes: number;
  /** Memory of the requests that were recorded. */
  readonly recordedRequestBytes: number;
}

const NO_LOAD: ServerLoad = {
  ...{ connections: 0, requestsInFlight: 0, eventStreams: 0, streamBytes: 0, slowStreams: 0, refusals: [] },
  ...{ replyCacheBytes: 0, rowBytes: 0, recordedRequestBytes: 0 },
};

/** Numbers that only the owner of the server can read. */
export interface ServerGauges {
  readLoad(): ServerLoad;
  /** Returns the number of workspaces that exist, and of those that are open. */
  countWorkspaces(): Promise<WorkspaceCounts>;
  /** Returns the memory of the states at earlier positions. */
  readEarlierStates(): EarlierStatesUsage;
}

export interface WorkspaceCounts {
  readonly total: number;
  readonly open: number;
}

/** Traces the deliveries of one world. */
export interface DeliveryTracer {
  readonly send: Send;
  /** Receives deliveries before they are queued. */
  beforeQueued(deliveries: readonly Pick<Delivery, 'deliveryId'>[]): void;
}

/** Traces requests and deliveries. */
interface RequestTracing {
  traceRequests(app: App): App;
  traceDeliveries(send: Send): DeliveryTracer;
}

type WatchedDeliveries = Pick<DeliveryService, 'measureQueue' | 'now' | 'activity'>;

/**
 * Parts of a server process that its operator observes and controls. Add observers before the server starts; each world
 * reports to them while it is open.
 */
export class Operations {
  readonly readiness = new Readiness();
  readonly #observers: OperationsObserver[] = [];
  readonly #queues = new Map<WatchedDeliveries, OverdueClock>();
  #gauges: ServerGauges | undefined;
  #tracing: RequestTracing | undefined;

  /** Traces requests and deliveries of the server that starts next. */
  useTracing(tracing: RequestTracing): void {
    this.#tracing = tracing;
  }

  /** Returns an app that traces its requests, if traces are enabled. */
  traceRequests(app: App): App {
    return this.#tracing?.traceRequests(app) ?? app;
  }

  /** Returns a tracer for the deliveries of one world. */
  traceDeliveries(send: Send): DeliveryTracer {
    return this.#tracing?.traceDeliveries(send) ?? { send, beforeQueued: () => undefined };
  }

  addObserver(observer: OperationsObserver): void {
    this.#observers.push(observer);
  }

  /** Connects the gauges of the server that runs in this process. */
  connectGauges(gauges: ServerGauges): void {
    this.#gauges = gauges;
  }

  /** Returns a log that also reports each request to the observers. */
  observeRequests(log: AccessLog): AccessLog {
    const observers = this.#observers.filter(({ onRequest }) => onRequest !== undefined);
    if (observers.length === 0) return log;
    return (entry, response) => {
      for (const observer of observers) observer.onRequest?.(entry, response);
      log(entry, response);
    };
  }

  /** Reports a write of the operator. */
  recordAudit(entry: AuditEntry): void {
    for (const observer of this.#observers) observer.onAudit?.(entry);
  }

  /** Watches the deliveries of a world until the returned function is called. */
  watchDeliveries(service: WatchedDeliveries): () => void {
    this.#queues.set(service, new OverdueClock());
    const isObserved = this.#observers.some(({ onAttempt }) => onAttempt !== undefined);
    const unsubscribe = isObserved ? this.#subscribe(service) : undefined;
    return () => {
      this.#queues.delete(service);
      unsubscribe?.();
    };
  }

  /** Reports a fault that no caller is waiting for. The end of a world that was deleted is none. */
  reportFault(part: FaultyPart, fault: unknown): void {
    if (fault instanceof WorldDeleted) return;
    for (const observer of this.#observers) observer.onFault?.(part, fault);
  }

  /** Reads the queues of all open worlds. */
  async readQueues(): Promise<QueueTotals> {
    let waiting = 0;
    let oldestMs = 0;
    for (const [service, overdue] of this.#queues) {
      const state = await service.measureQueue();
      waiting += state.waiting;
      oldestMs = Math.max(oldestMs, overdue.measure(state.due, service.now()));
    }
    return { waiting, oldestMs };
  }

  readLoad(): ServerLoad {
    return this.#gauges?.readLoad() ?? NO_LOAD;
  }

  async countWorkspaces(): Promise<WorkspaceCounts> {
    return (await this.#gauges?.countWorkspaces()) ?? { total: 0, open: 0 };
  }

  readEarlierStates(): EarlierStatesUsage {
    return this.#gauges?.readEarlierStates() ?? { bytes: 0, mostBytes: 0 };
  }

  #subscribe({ activity }: WatchedDeliveries): () => void {
    return activity.subscribe({
      receive: (one) => {
        if (one.kind !== 'attempt') return;
        for (const observer of this.#observers) observer.onAttempt?.(one.delivery, one.attempt);
      },
      end: () => undefined,
    });
  }
}
