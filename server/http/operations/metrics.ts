import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Delivery, DeliveryAttempt } from '../../delivery/delivery.ts';
import { isStreamOperation } from '../../sandbox-contract.ts';
import type { AccessEntry } from '../request/1-start/access-log.ts';
import type { Operations } from './operations.ts';

/** The metrics of a process in the text format of Prometheus. */
export interface Metrics {
  readonly contentType: string;
  read(): Promise<string>;
  /** Returns the names of all metrics, without the suffixes of histograms. */
  listNames(): readonly string[];
}

/** Limits of the buckets, in seconds. */
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const ATTEMPT_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Other methods are counted together, because clients may send any. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Creates the metrics of a process. Labels have values of a closed list: operations and error codes of the contract, never keys,
 * tenants, paths or addresses.
 */
export function createMetrics(operations: Operations, version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: 'fleetkit_http_requests_total',
    help: 'Requests by operation, method and status. Without an operation, such as a page or an unknown path: unmatched.',
    labelNames: ['operation', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'fleetkit_http_request_duration_seconds',
    help: 'Time from the start of a request to the end of its response, without event streams.',
    labelNames: ['operation'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const attempts = new Counter({
    name: 'fleetkit_delivery_attempts_total',
    help: 'Attempts to deliver a webhook by trigger and result: success, or the error code.',
    labelNames: ['trigger', 'result'],
    registers,
  });
  const attemptDurations = new Histogram({
    name: 'fleetkit_delivery_attempt_duration_seconds',
    help: 'Time from the start of an attempt to the end of its response.',
    buckets: ATTEMPT_BUCKETS,
    registers,
  });
  const deliveries = new Counter({
    name: 'fleetkit_deliveries_total',
    help: 'Deliveries that ended with an attempt: delivered, exhausted or skipped.',
    labelNames: ['result'],
    registers,
  });
  const faults = new Counter({
    name: 'fleetkit_faults_total',
    help: 'Faults outside of requests, by part of the server.',
    labelNames: ['part'],
    registers,
  });
  for (const part of ['deliveries', 'workspaces', 'audit_log']) faults.inc({ part }, 0);
  for (const result of ['delivered', 'exhausted', 'skipped']) deliveries.inc({ result }, 0);

  operations.addObserver({
    onRequest({ operationId, method, status, durationMs }: AccessEntry) {
      const operation = operationId ?? 'unmatched';
      requests.inc({ operation, method: METHODS.has(method) ? method : 'other', status });
      if (!isStreamOperation(operation)) durations.observe({ operation }, durationMs / 1000);
    },
    onAttempt(delivery: Delivery, { trigger, error, timings }: DeliveryAttempt) {
      attempts.inc({ trigger, result: error?.code ?? 'success' });
      attemptDurations.observe(timings.total / 1000);
      const isEnded = delivery.state !== 'pending' && delivery.state !== 'sending';
      if (isEnded && trigger !== 'replay') deliveries.inc({ result: delivery.state });
    },
    onFault: (part) => faults.inc({ part }),
  });
  addGauges(operations, registers);
  new Counter({
    name: 'fleetkit_slow_event_streams_total',
    help: 'Event streams that were cut because their clients read too slowly.',
    registers,
    collect() {
      this.reset();
      this.inc(operations.readLoad().slowStreams);
    },
  });
  new Counter({
    name: 'fleetkit_held_refusals_total',
    help: 'Requests that were refused because too many streams, requests in flight or delays were held, by quota.',
    labelNames: ['quota'],
    registers,
    collect() {
      this.reset();
      for (const { quota, refusals } of operations.readLoad().refusals) this.inc({ quota }, refusals);
    },
  });
  const checks = new Gauge({
    name: 'fleetkit_check_passed',
    help: '1 while a check of /readyz passes, otherwise 0.',
    labelNames: ['check'],
    registers,
    async collect() {
      for (const { name, passed } of (await operations.readiness.evaluate()).checks)
        checks.set({ check: name }, Number(passed));
    },
  });
  new Gauge({ name: 'fleetkit_info', help: 'The version of the server.', labelNames: ['version'], registers }).set(
    { version },
    1,
  );
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    listNames: () => registry.getMetricsAsArray().map(({ name }) => name),
  };
}

interface GaugeSource {
  readonly name: string;
  readonly help: string;
  read(): number | Promise<number>;
}

/** Adds gauges that are read when the metrics are. */
function addGauges(operations: Operations, registers: Registry[]): void {
  const queues = shareReads(() => operations.readQueues());
  const workspaces = shareReads(() => operations.countWorkspaces());
  const sources: readonly GaugeSource[] = [
    {
      name: 'fleetkit_ready',
      help: '1 while the server accepts work, otherwise 0.',
      read: async () => Number((await operations.readiness.evaluate()).isReady),
    },
    {
      name: 'fleetkit_delivery_queue_length',
      help: 'Deliveries that wait for an attempt, due or not. Those of listeners are not counted.',
      read: async () => (await queues()).waiting,
    },
    {
      name: 'fleetkit_delivery_queue_age_seconds',
      help: 'Real time for which the oldest due delivery has been waiting; 0 if none is due.',
      read: async () => (await queues()).oldestMs / 1000,
    },
    {
      name: 'fleetkit_open_connections',
      help: 'Open connections of clients.',
      read: () => operations.readLoad().connections,
    },
    {
      name: 'fleetkit_requests_in_flight',
      help: 'Requests without a complete response, event streams included.',
      read: () => operations.readLoad().requestsInFlight,
    },
    {
      name: 'fleetkit_event_streams',
      help: 'Open event streams.',
      read: () => operations.readLoad().eventStreams,
    },
    {
      name: 'fleetkit_event_stream_unread_bytes',
      help: 'Bytes of event streams that clients have not read yet.',
      read: () => operations.readLoad().streamBytes,
    },
    {
      name: 'fleetkit_reply_cache_bytes',
      help: 'Bytes of the replies that are kept for repeated reads.',
      read: () => operations.readLoad().replyCacheBytes,
    },
    {
      name: 'fleetkit_rows_bytes',
      help: 'Approximate memory of the rows of terminals and their orders, kept for lists.',
      read: () => operations.readLoad().rowBytes,
    },
    {
      name: 'fleetkit_recorded_requests_bytes',
      help: 'Bytes of the queries, headers and bodies that are kept of the latest requests.',
      read: () => operations.readLoad().recordedRequestBytes,
    },
    {
      name: 'fleetkit_workspaces',
      help: 'Workspaces that exist.',
      read: async () => (await workspaces()).total,
    },
    {
      name: 'fleetkit_open_workspaces',
      help: 'Workspaces that are open in this process.',
      read: async () => (await workspaces()).open,
    },
    {
      name: 'fleetkit_earlier_states_bytes',
      help: 'Approximate memory of the states at earlier positions, kept for later pages of lists.',
      read: () => operations.readEarlierStates().bytes,
    },
    {
      name: 'fleetkit_earlier_states_max_bytes',
      help: 'Maximum of fleetkit_earlier_states_bytes.',
      read: () => operations.readEarlierStates().mostBytes,
    },
  ];
  for (const { name, help, read } of sources) {
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          gauge.set(await read());
        } catch {
          gauge.set(Number.NaN); // the storage failed; the other metrics are still readable
        }
      },
    });
  }
}

/** Returns a function that shares one running read among its callers. */
function shareReads<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}
