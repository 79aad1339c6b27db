import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type * as OpenTelemetry from '@opentelemetry/api';
import type { Delivery, DeliveryAttempt } from '../../delivery/delivery.ts';
import { isStreamOperation } from '../../sandbox-contract.ts';
import type { AccessEntry } from '../request/1-start/access-log.ts';
import type { Operations } from './operations.ts';
import { findRoute } from './tracing.ts';

/** Limits of the buckets, in seconds, as the semantic conventions advise. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Reports metrics to the SDK of OpenTelemetry. Attributes have values of a closed list. Returns a function that stops it. */
export function reportMetrics(api: typeof OpenTelemetry, operations: Operations, version: string): () => void {
  const meter = api.metrics.getMeter('fleetkit', version);
  const durations = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  const attempts = meter.createHistogram('fleetkit.delivery.attempt.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  const deliveries = meter.createCounter('fleetkit.deliveries', { unit: '{delivery}' });
  operations.addObserver({
    onRequest({ operationId, method, status, durationMs }: AccessEntry) {
      if (isStreamOperation(operationId)) return;
      const route = findRoute(operationId);
      durations.record(durationMs / 1000, {
        'http.request.method': METHODS.has(method) ? method : '_OTHER',
        'http.response.status_code': status,
        'url.scheme': 'http',
        ...(route === undefined ? {} : { 'http.route': route }),
      });
    },
    onAttempt(delivery: Delivery, { trigger, error, timings }: DeliveryAttempt) {
      attempts.record(timings.total / 1000, { trigger, result: error?.code ?? 'success' });
      const isEnded = delivery.state !== 'pending' && delivery.state !== 'sending';
      if (isEnded && trigger !== 'replay') deliveries.add(1, { result: delivery.state });
    },
  });

  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  observe(meter, 'nodejs.eventloop.delay.p99', { unit: 's', read: () => readP99(lag) });
  observe(meter, 'process.memory.usage', { unit: 'By', read: () => process.memoryUsage.rss() });
  observe(meter, 'fleetkit.connections', { unit: '{connection}', read: () => operations.readLoad().connections });
  observe(meter, 'fleetkit.event_streams', { unit: '{stream}', read: () => operations.readLoad().eventStreams });
  observe(meter, 'fleetkit.event_streams.unread', { unit: 'By', read: () => operations.readLoad().streamBytes });
  observe(meter, 'fleetkit.reply_cache', { unit: 'By', read: () => operations.readLoad().replyCacheBytes });
  observe(meter, 'fleetkit.rows', { unit: 'By', read: () => operations.readLoad().rowBytes });
  observe(meter, 'fleetkit.recorded_requests', { unit: 'By', read: () => operations.readLoad().recordedRequestBytes });
  observe(meter, 'fleetkit.delivery.queue.length', {
    unit: '{delivery}',
    read: async () => (await operations.readQueues()).waiting,
  });
  observe(meter, 'fleetkit.delivery.queue.age', {
    unit: 's',
    read: async () => (await operations.readQueues()).oldestMs / 1000,
  });
  observe(meter, 'fleetkit.workspaces', {
    unit: '{workspace}',
    read: async () => (await operations.countWorkspaces()).total,
  });
  return () => lag.disable();
}

interface Gauge {
  readonly unit: string;
  read(): number | Promise<number>;
}

function observe(meter: OpenTelemetry.Meter, name: string, { unit, read }: Gauge): void {
  meter.createObservableGauge(name, { unit }).addCallback(async (result) => {
    try {
      result.observe(await read());
    } catch {
      // The storage failed: this value is missing, and the others are reported.
    }
  });
}

const NS_PER_SECOND = 1e9;

function readP99(lag: IntervalHistogram): number {
  const p99 = lag.percentile(99) / NS_PER_SECOND;
  lag.reset();
  return p99;
}
