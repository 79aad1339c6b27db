import { describe, expect, it } from 'vitest';
import { keys } from '../testing/test-app.ts';
import {
  advanceClockBy,
  createWebhooksApp,
  disconnectTerminal,
  RECEIVER_URL,
  registerDestination,
} from '../testing/test-webhooks.ts';
import { createMetrics } from './metrics.ts';
import { Operations } from './operations.ts';

/** Starts a test sandbox with metrics. */
function createObservedApp() {
  const operations = new Operations();
  const metrics = createMetrics(operations, '1.2.3');
  const app = createWebhooksApp({ log: operations.observeRequests(() => undefined) });
  const stopWatching = operations.watchDeliveries(app.deliveryService);
  return { ...app, hooks: app, operations, metrics, stopWatching };
}

/** Returns the samples of a metric, such as `{operation="getPortal"} 1`. */
const listSamples = (text: string, name: string): readonly string[] =>
  text.split('\n').flatMap((line) => (new RegExp(`^${name}[{ ]`).test(line) ? [line.slice(name.length).trim()] : []));

describe('metrics', () => {
  it('counts requests by operation, method and status, and measures their time', async () => {
    const { request, metrics } = createObservedApp();
    await request('get', '/v1/portal', keys.admin).expect(200);
    await request('get', '/v1/portal', keys.admin).expect(200);
    await request('get', '/v1/portal', 'sbx-unknown').expect(401);
    await request('post', '/v1/disputes', keys.disputes).send({}).expect(422);
    const text = await metrics.read();
    expect(listSamples(text, 'fleetkit_http_requests_total')).toEqual([
      '{operation="getPortal",method="GET",status="200"} 2',
      '{operation="getPortal",method="GET",status="401"} 1',
      '{operation="createDispute",method="POST",status="422"} 1',
    ]);
    expect(listSamples(text, 'fleetkit_http_request_duration_seconds_count')).toEqual([
      '{operation="getPortal"} 3',
      '{operation="createDispute"} 1',
    ]);
    expect(listSamples(text, 'fleetkit_info')).toEqual(['{version="1.2.3"} 1']);
  });

  it('has a bounded number of label values, and none with a key, a tenant, a path or a terminal', async () => {
    const { request, metrics, operations } = createObservedApp();
    const record = operations.observeRequests(() => undefined);
    for (let n = 0; n < 50; n += 1) await request('get', `/v1/nothing-${n}`, keys.admin).expect(404);
    await request('get', '/v1/terminals/NW104233/status-monitoring', keys.admin).expect(200);
    const entry = { requestId: 'req_12345678', path: '/', operationId: null, userId: null, isOperator: false };
    for (let n = 0; n < 50; n += 1)
      record(
        {
          ...entry,
          method: `M${n}`,
          status: 405,
          isAborted: false,
          durationMs: 1,
          problem: undefined,
          misbehaviours: [],
          defect: undefined,
        },
        undefined as never, // metrics do not read the response
      );
    const text = await metrics.read();
    expect(listSamples(text, 'fleetkit_http_requests_total')).toEqual([
      '{operation="unmatched",method="GET",status="404"} 50',
      '{operation="getTerminalStatus",method="GET",status="200"} 1',
      '{operation="unmatched",method="other",status="405"} 50',
    ]);
    for (const secret of [keys.admin, 'acct_', 'usr_', 'NW104233', 'nothing-', '127.0.0.1'])
      expect(text).not.toContain(secret);
  });

  it('counts attempts and deliveries by result, and measures the queue', async () => {
    const { hooks, deliveryService, metrics, operations, stopWatching } = createObservedApp();
    hooks.receiverReply = 500;
    await registerDestination(hooks, {
      url: RECEIVER_URL,
      subscriptions: [{ types: ['heartbeat_stale'], states: ['triggered'] }],
    });
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 960);
    await deliveryService.whenSettled(5000);
    const before = await metrics.read();
    const [length = ''] = listSamples(before, 'fleetkit_delivery_queue_length');
    expect(Number(length)).toBeGreaterThan(0);
    const attempts = listSamples(before, 'fleetkit_delivery_attempts_total');
    expect(attempts).toEqual([expect.stringMatching(/^\{trigger="scheduled",result="status"\} [1-9]/)]);

    hooks.receiverReply = 200;
    await advanceClockBy(hooks, 86_400);
    await deliveryService.whenSettled(5000);
    const after = await metrics.read();
    expect(listSamples(after, 'fleetkit_delivery_attempts_total')).toContainEqual(
      expect.stringMatching(/^\{trigger="scheduled",result="success"\} [1-9]/),
    );
    expect(listSamples(after, 'fleetkit_deliveries_total')).toContainEqual(
      expect.stringMatching(/^\{result="delivered"\} [1-9]/),
    );
    expect(listSamples(after, 'fleetkit_delivery_queue_length')).toEqual(['0']);

    stopWatching();
    expect(await operations.readQueues()).toEqual({ waiting: 0, oldestMs: 0 });
  });

  it('counts faults, and reports the other metrics while a gauge cannot be read', async () => {
    const { metrics, operations } = createObservedApp();
    operations.reportFault('deliveries', new Error('disk full'));
    operations.connectGauges({
      readLoad: () => ({
        ...{ connections: 3, requestsInFlight: 2, eventStreams: 1, streamBytes: 4096, slowStreams: 5 },
        ...{ replyCacheBytes: 8192, rowBytes: 1024, recordedRequestBytes: 512 },
        refusals: [{ quota: 'event_streams', refusals: 6 }],
      }),
      countWorkspaces: () => Promise.reject(new Error('no')),
      readEarlierStates: () => ({ bytes: 10, mostBytes: 20 }),
    });
    const text = await metrics.read();
    expect(listSamples(text, 'fleetkit_faults_total')).toContain('{part="deliveries"} 1');
    expect(listSamples(text, 'fleetkit_open_connections')).toEqual(['3']);
    expect(listSamples(text, 'fleetkit_event_streams')).toEqual(['1']);
    expect(listSamples(text, 'fleetkit_event_stream_unread_bytes')).toEqual(['4096']);
    expect(listSamples(text, 'fleetkit_reply_cache_bytes')).toEqual(['8192']);
    expect(listSamples(text, 'fleetkit_rows_bytes')).toEqual(['1024']);
    expect(listSamples(text, 'fleetkit_recorded_requests_bytes')).toEqual(['512']);
    expect(listSamples(text, 'fleetkit_slow_event_streams_total')).toEqual(['5']);
    expect(listSamples(text, 'fleetkit_earlier_states_bytes')).toEqual(['10']);
    expect(listSamples(text, 'fleetkit_earlier_states_max_bytes')).toEqual(['20']);
    expect(listSamples(text, 'fleetkit_held_refusals_total')).toEqual(['{quota="event_streams"} 6']);
    await metrics.read();
    expect(listSamples(await metrics.read(), 'fleetkit_slow_event_streams_total')).toEqual(['5']); // not added again
    expect(listSamples(text, 'fleetkit_workspaces')).toEqual(['Nan']);
    expect(listSamples(text, 'fleetkit_ready')).toEqual(['1']);
    operations.readiness.register({ name: 'database', isRequired: false, check: () => false });
    operations.readiness.beginDraining();
    const draining = await metrics.read();
    expect(listSamples(draining, 'fleetkit_ready')).toEqual(['0']);
    expect(listSamples(draining, 'fleetkit_check_passed')).toEqual([
      '{check="not_draining"} 0',
      '{check="database"} 0',
    ]);
  });
});
