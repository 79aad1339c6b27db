import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as OpenTelemetry from '@opentelemetry/api';
import type { Span, SpanContext, Tracer } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';
import { performance } from '../../../base/real-time.ts';
import type { Send, SendRequest } from '../../delivery/network/sender.ts';
import { allOperations } from '../contract/all-operations.ts';
import type { App } from '../exchange/middleware.ts';
import type { AccessEntry } from '../request/1-start/access-log.ts';
import type { DeliveryTracer, OperationsObserver } from './operations.ts';

/** The API of OpenTelemetry, loaded only when tracing is enabled. */
type Api = typeof OpenTelemetry;

/** Number of queued deliveries of a world whose causes are remembered. */
const MAX_CAUSES = 10_000;

/** Deliveries that are queued this long after a response has ended still belong to its request, in real milliseconds. */
const CAUSES_WITHIN_MS = 1000;

/** A request that may cause deliveries. */
interface ActiveRequest {
  readonly context: SpanContext;
  endedAt: number | undefined;
}

/** Only these can cause deliveries, except for inboxes, which are the end of one. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Creates one server span for each request, with the operation, and one client span for each attempt to deliver. A span continues the
 * trace that the request names; attempts continue the trace of the request that caused the delivery. Spans contain neither
 * credentials nor queries, bodies or the paths of destinations.
 */
export class Tracing implements OperationsObserver {
  readonly #api: Api;
  readonly #tracer: Tracer;
  readonly #spans = new WeakMap<ServerResponse, Span>();
  readonly #active = new AsyncLocalStorage<ActiveRequest>();
  readonly #requests = new WeakMap<ServerResponse, ActiveRequest>();

  constructor(api: Api, version: string) {
    this.#api = api;
    this.#tracer = api.trace.getTracer('fleetkit', version);
  }

  /** Returns an app that begins a span for each request. The log of requests ends it. */
  traceRequests(app: App): App {
    const { ROOT_CONTEXT, propagation, SpanKind } = this.#api;
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      const parent = propagation.extract(ROOT_CONTEXT, request, HEADERS);
      const span = this.#tracer.startSpan(request.method ?? 'HTTP', { kind: SpanKind.SERVER }, parent);
      this.#spans.set(response, span);
      if (READS.has(request.method ?? '')) {
        app(request, response);
        return;
      }
      const active: ActiveRequest = { context: span.spanContext(), endedAt: undefined };
      this.#requests.set(response, active);
      this.#active.run(active, () => app(request, response));
    };
    return Object.assign(answer, { isTrustedProxy: app.isTrustedProxy });
  }

  onRequest(entry: AccessEntry, response: ServerResponse): void {
    const active = this.#requests.get(response);
    if (active !== undefined) active.endedAt = performance.now();
    const span = this.#spans.get(response);
    if (span === undefined) return;
    if (span.isRecording()) {
      this.#describeRequest(span, entry);
      span.setAttribute('url.scheme', 'encrypted' in response.req.socket ? 'https' : 'http');
    }
    span.end();
  }

  /** Returns a tracer for the deliveries of one world. */
  traceDeliveries(send: Send): DeliveryTracer {
    const causes = new LRUCache<string, SpanContext>({ max: MAX_CAUSES });
    return {
      beforeQueued: (deliveries) => {
        const active = this.#active.getStore();
        if (active === undefined) return;
        if (active.endedAt !== undefined && performance.now() - active.endedAt > CAUSES_WITHIN_MS) return;
        for (const { deliveryId } of deliveries) causes.set(deliveryId, active.context);
      },
      send: (request) => this.#send({ send, request, causes }),
    };
  }

  async #send({ send, request, causes }: TracedSending): ReturnType<Send> {
    const { ROOT_CONTEXT, propagation, SpanKind, SpanStatusCode, trace } = this.#api;
    const cause = causes.get(request.headers['x-sandbox-delivery'] ?? '');
    const parent = cause === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, cause);
    const attributes = describeAttempt(request);
    const span = this.#tracer.startSpan('POST', { kind: SpanKind.CLIENT, attributes }, parent);
    const carrier: Record<string, string> = {};
    propagation.inject(trace.setSpan(parent, span), carrier);
    try {
      const outcome = await send({ ...request, headers: { ...carrier, ...request.headers } });
      if (outcome.kind === 'failed') {
        span.setAttribute('error.type', outcome.error);
        span.setStatus({ code: SpanStatusCode.ERROR });
      } else {
        const { status } = outcome.response;
        span.setAttribute('http.response.status_code', status);
        if (status >= 400) span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
      }
      return outcome;
    } finally {
      span.end();
    }
  }

  #describeRequest(span: Span, { operationId, method, path, status, isAborted, ...entry }: AccessEntry): void {
    const route = findRoute(operationId);
    span.updateName(route === undefined ? method : `${method} ${route}`);
    span.setAttributes({
      'http.request.method': method,
      'http.response.status_code': status,
      'url.path': path,
      'fleetkit.request.id': entry.requestId,
      ...(route === undefined ? {} : { 'http.route': route }),
      ...(operationId === null ? {} : { 'fleetkit.operation': operationId }),
      ...(entry.problem === undefined ? {} : { 'fleetkit.problem.code': entry.problem.code }),
      ...(isAborted ? { 'fleetkit.aborted': true } : {}),
      ...(status >= 500 ? { 'error.type': String(status) } : {}),
    });
    if (status >= 500) span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
  }
}

interface TracedSending {
  readonly send: Send;
  readonly request: SendRequest;
  readonly causes: LRUCache<string, SpanContext>;
}

/** Returns the path of an operation with the names of its parameters. */
export const findRoute = (operationId: AccessEntry['operationId']): string | undefined =>
  operationId === null ? undefined : allOperations[operationId as keyof typeof allOperations]?.path;

/** Only the origin of a destination: its path may be a credential. */
function describeAttempt({ url, headers }: SendRequest): Readonly<Record<string, string | number>> {
  const { origin, hostname, port, protocol } = new URL(url);
  return {
    'http.request.method': 'POST',
    'url.full': origin,
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    'fleetkit.delivery.id': headers['x-sandbox-delivery'] ?? '',
    'fleetkit.delivery.attempt': Number(headers['x-sandbox-attempt'] ?? 1),
  };
}

/** Reads the raw headers, because parsing all of them costs more than a repeated read. */
const HEADERS: OpenTelemetry.TextMapGetter<IncomingMessage> = {
  get({ rawHeaders }, wanted) {
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index] ?? '';
      if (name.length === wanted.length && name.toLowerCase() === wanted) return rawHeaders[index + 1];
    }
    return undefined;
  },
  keys: ({ rawHeaders }) => rawHeaders.flatMap((text, index) => (index % 2 === 0 ? [text.toLowerCase()] : [])),
};
