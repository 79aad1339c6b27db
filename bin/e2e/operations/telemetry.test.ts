import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startProcess } from '../testing/run-cli.ts';

const TOKEN = 'opr-for-tests-of-traces-0123456789';
const KEY = 'sbx-northway-admin';
const QUERY = 'limit=1';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CAUSING_TRACE = '1bf7651916cd43dd8448eb211c80319d';
const PARENT = 'b7ad6b7169203331';

interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a server on loopback that records requests and replies with an empty object. */
async function startRecorder() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    text(request)
      .then((body) => {
        received.push({ url: request.url ?? '', headers: request.headers, body });
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      })
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

interface OtlpSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly OtlpAttribute[];
}

interface OtlpMetric {
  readonly name: string;
}

interface OtlpBody {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[] }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly OtlpMetric[] }[];
  }[];
}

const SERVER = 2;
const CLIENT = 3;

const readAttributes = ({ attributes }: OtlpSpan): Readonly<Record<string, string>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue)]));

test('exports a span for each request and each attempt in the trace of its cause, and metrics', async () => {
  const collector = await startRecorder();
  const receiver = await startRecorder();
  const running = startProcess(['serve', '--port', '0', '--json', '--log', 'off', '--operator-token', TOKEN], {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
  });
  onTestFinished(() => void running.child.kill('SIGKILL'));
  await running.printed('"keys"');
  const { url } = JSON.parse(running.out()) as { readonly url: string };
  const send = async (
    method: string,
    path: string,
    { body, trace = TRACE }: { body?: object; trace?: string } = {},
  ) => {
    const reply = await fetch(url + path, {
      method,
      headers: {
        ...(path.startsWith('/sandbox') ? { Authorization: `Bearer ${TOKEN}` } : { 'X-API-Key': KEY }),
        traceparent: `00-${trace}-${PARENT}-01`,
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect({ path, isOk: reply.ok, text: await reply.text() }).toMatchObject({ isOk: true });
  };
  await send('GET', `/v1/transactions?${QUERY}`);
  const subscriptions = [{ types: ['heartbeat_stale'], states: ['triggered'] }];
  const destination = { url: `${receiver.url}/secret-path`, account_id: 'acct_delgado', subscriptions };
  await send('POST', '/sandbox/destinations', { body: destination });
  await send('POST', '/sandbox/causes', { body: { event_type: 'heartbeat_stale', terminal_id: 'DG000101' } });
  await send('POST', '/sandbox/clock/advance', { body: { by: 960 }, trace: CAUSING_TRACE });
  const ended = once(running.child, 'exit');
  running.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);

  const bodies = collector.received.map(({ body }) => JSON.parse(body) as OtlpBody);
  const spans = bodies.flatMap(({ resourceSpans = [] }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const server = spans.filter(({ kind }) => kind === SERVER);
  expect(server.map(({ name }) => name)).toEqual([
    'GET /v1/transactions',
    'POST /sandbox/destinations',
    'POST /sandbox/causes',
    'POST /sandbox/clock/advance',
  ]);
  for (const span of server) expect(span.parentSpanId).toBe(PARENT);
  expect(readAttributes(server[0] as OtlpSpan)).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': '200',
    'http.route': '/v1/transactions',
    'url.path': '/v1/transactions',
    'fleetkit.operation': 'listTransactions',
  });

  const [attempt] = spans.filter(({ kind }) => kind === CLIENT);
  expect(attempt).toMatchObject({ name: 'POST', traceId: CAUSING_TRACE, parentSpanId: server[3]?.spanId });
  expect(readAttributes(attempt as OtlpSpan)).toMatchObject({
    'url.full': receiver.url,
    'http.response.status_code': '200',
    'fleetkit.delivery.attempt': '1',
  });
  expect(receiver.received[0]?.headers.traceparent).toBe(`00-${CAUSING_TRACE}-${attempt?.spanId}-01`);

  const metrics = bodies.flatMap(({ resourceMetrics = [] }) =>
    resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)),
  );
  expect(metrics.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['http.server.request.duration', 'fleetkit.deliveries', 'fleetkit.delivery.queue.age']),
  );
  const everything = collector.received.map(({ body }) => body).join('\n');
  expect(everything).toContain('"fleetkit"'); // the name of the service
  for (const secret of [KEY, TOKEN, QUERY, 'secret-path']) expect(everything).not.toContain(secret);
});
