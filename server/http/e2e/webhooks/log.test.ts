import { beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { keys } from '../../testing/test-app.ts';
import {
  advanceClockBy,
  createWebhooksApp,
  disconnectTerminal,
  expectBody,
  expectFaults,
  expectProblem,
  RECEIVER_URL,
  readAllDeliveries,
  readDelivery,
  registerDestination,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* The delivery log through HTTP: pages, filters, deliveries with attempts, and explanations. */

let hooks: WebhooksApp;
let id = '';
beforeEach(async () => {
  hooks = createWebhooksApp();
  id = (await registerDestination(hooks)).destination.destination_id;
});

type List = SandboxSchemas['DeliveryList'];
const list = (query: string, caller?: string) => hooks.request('get', `/sandbox/deliveries?${query}`, caller);
const DELIVERY = 'dlv_00000000000000000000000000';

describe('the list of deliveries', () => {
  test('returns a stable walk over all pages, newest first, while new deliveries arrive', async () => {
    await registerDestination(hooks, { url: RECEIVER_URL });
    await advanceClockBy(hooks, 'P30D');
    const all = await readAllDeliveries(hooks);
    expect(all.length).toBeGreaterThan(8);
    const walked: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page += 1) {
      const { data, page: where }: List = await expectBody<List>(
        list(`limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`),
      );
      expect(where).toMatchObject({ limit: 3, returned: data.length, has_more: where.next_cursor !== null });
      walked.push(...data.map(({ delivery_id }) => delivery_id));
      cursor = where.next_cursor;
      if (page === 1) await advanceClockBy(hooks, 'P30D');
    }
    expect(walked).toEqual(all.map(({ delivery_id }) => delivery_id));
    expect((await readAllDeliveries(hooks)).length).toBeGreaterThan(all.length);
  });

  test('applies all filters', async () => {
    const other = await registerDestination(hooks, { url: 'http://127.0.0.1:3000/other' });
    await disconnectTerminal(hooks);
    hooks.receiverReply = ({ url }) => (url === RECEIVER_URL ? 200 : 'nothing');
    await advanceClockBy(hooks, 'P30D');
    await expectBody(hooks.request('post', `/sandbox/destinations/${id}/pause`));
    await advanceClockBy(hooks, 'P30D');
    await expectBody(hooks.request('post', `/sandbox/destinations/${other.destination.destination_id}/test`));
    const all = await readAllDeliveries(hooks);
    const [sample] = all.filter(({ terminal_id }) => terminal_id === 'DG000101');
    const cuts: readonly (readonly [string, (one: (typeof all)[number]) => boolean])[] = [
      [
        `destination_id=${other.destination.destination_id}`,
        (one) => one.destination_id === other.destination.destination_id,
      ],
      ['type=heartbeat_stale', ({ type }) => type === 'heartbeat_stale'],
      ['type=heartbeat_*', ({ type }) => type === 'heartbeat_stale'],
      ['terminal_id=DG000101', ({ terminal_id }) => terminal_id === 'DG000101'],
      [`event_id=${sample?.event_id}`, ({ event_id }) => event_id === sample?.event_id],
      [`incident_id=${sample?.incident_id}`, ({ incident_id }) => incident_id === sample?.incident_id],
      ['origin=sample', ({ is_test }) => is_test],
      ['origin=event', ({ is_test }) => !is_test],
      ...['pending', 'delivered', 'exhausted', 'skipped'].map(
        (state) => [`state=${state}`, (one: (typeof all)[number]) => one.state === state] as const,
      ),
      ['status_class=2xx', ({ last_status }) => last_status === 200],
      ['status_class=none', ({ last_status, attempt_count }) => last_status === null && attempt_count > 0],
      ['since=2026-11-20T00:00:00Z', ({ happened_at }) => happened_at >= '2026-11-20T00:00:00Z'],
      ['until=2026-11-20T00:00:00Z', ({ happened_at }) => happened_at < '2026-11-20T00:00:00Z'],
      [
        'state=delivered&type=heartbeat_stale',
        ({ state, type }) => state === 'delivered' && type === 'heartbeat_stale',
      ],
    ];
    for (const [query, isMeant] of cuts) {
      const expected = all.filter(isMeant);
      expect(expected.length, query).toBeGreaterThan(0);
      expect(expected.length, query).toBeLessThan(all.length);
      expect(await readAllDeliveries(hooks, query), query).toEqual(expected);
    }
    for (const query of [
      'state=sending',
      'status_class=4xx',
      'terminal_id=NW104233',
      `destination_id=dst_${'0'.repeat(26)}`,
    ])
      expect(await readAllDeliveries(hooks, query), query).toEqual([]);
  });

  test.each([
    ['cursor=abc', 'invalid_parameter', 'cursor'],
    ['since=yesterday', 'invalid_parameter', 'since'],
    ['until=2026-02-31T00:00:00Z', 'invalid_parameter', 'until'],
    ['limit=0', 'invalid_parameter', 'limit'],
    ['limit=501', 'invalid_parameter', 'limit'],
    ['state=lost', 'invalid_parameter', 'state'],
    ['status_class=2', 'invalid_parameter', 'status_class'],
    ['type=cash_lost', 'invalid_parameter', 'type'],
    ['type=toast_*', 'invalid_parameter', 'type'],
    ['colour=red', 'unknown_parameter', 'colour'],
  ])('rejects %s', async (query, code, parameter) => {
    const { body } = await expectProblem(list(query), 400, code);
    expect(body.errors).toMatchObject([{ parameter }]);
  });

  test('has cursors that do not depend on the deliveries of others', async () => {
    const cursorAfter = async (others: number): Promise<string | null> => {
      hooks = createWebhooksApp();
      const own = await registerDestination(hooks);
      const { destination } = await registerDestination(hooks, { url: RECEIVER_URL }, keys.redline);
      for (let n = 0; n < others; n += 1)
        await expectBody(
          hooks.request('post', `/sandbox/destinations/${destination.destination_id}/test`, keys.redline),
        );
      await disconnectTerminal(hooks);
      await advanceClockBy(hooks, 'P10D');
      expect(own.destination.destination_id).toBe(id);
      return (await expectBody<List>(list('limit=1'))).page.next_cursor;
    };
    const [few, many] = [await cursorAfter(0), await cursorAfter(3)];
    expect(few).not.toBeNull();
    expect(many).toBe(few);
  });
});

describe('the statistics of a destination', () => {
  type Statistics = SandboxSchemas['DestinationStatistics'];
  const readStatistics = (caller?: string) => hooks.request('get', `/sandbox/destinations/${id}/statistics`, caller);

  test('summarises the results, failures and durations of the latest attempts', async () => {
    expect(await expectBody<Statistics>(readStatistics())).toMatchObject({
      deliveries: 0,
      waiting: 0,
      attempts: 0,
      succeeded: 0,
      duration_ms: null,
      failures: [],
      latest: [],
    });
    await disconnectTerminal(hooks);
    hooks.receiverReply = () => 500;
    await advanceClockBy(hooks, 'PT6H');
    hooks.receiverReply = () => 'nothing';
    await advanceClockBy(hooks, 'P2D');
    hooks.receiverReply = () => 200;
    await expectBody(hooks.request('post', `/sandbox/destinations/${id}/test`));
    const all = await readAllDeliveries(hooks);
    const details = await Promise.all(all.map(({ delivery_id }) => readDelivery(hooks, delivery_id)));
    const attempts = details.flatMap((one) => one.attempts);
    const statistics = await expectBody<Statistics>(readStatistics());
    expect(statistics).toMatchObject({
      deliveries: all.length,
      waiting: all.filter(({ state }) => state === 'pending').length,
      attempts: attempts.length,
      succeeded: attempts.filter(({ error }) => error === null).length,
    });
    const { failures, duration_ms: durations, latest } = statistics;
    expect(failures.length).toBeGreaterThan(1);
    expect(failures.map(({ count }) => count)).toEqual(failures.map(({ count }) => count).toSorted((a, b) => b - a));
    for (const { code, count } of failures)
      expect(
        attempts.filter(({ error }) => error?.code === code),
        code,
      ).toHaveLength(count);
    const answered = attempts.filter(({ response }) => response !== null);
    expect(durations?.max).toBe(Math.max(...answered.map(({ timings_ms }) => timings_ms.total)));
    expect(latest.map(({ sent_at }) => sent_at)).toEqual(
      attempts
        .map(({ sent_at }) => sent_at)
        .toSorted()
        .reverse(),
    );
    await expectProblem(readStatistics(keys.redline), 404, 'not_found');
  });
});

describe('a delivery', () => {
  test('shows the sent event and every attempt', async () => {
    await disconnectTerminal(hooks);
    hooks.receiverReply = ({ headers }) =>
      headers['x-sandbox-attempt'] === '1' ? { status: 502, headers: { server: 'x' } } : 200;
    await advanceClockBy(hooks, 'PT1H');
    const [one] = await readAllDeliveries(hooks, 'type=heartbeat_stale');
    const { body, attempts, ...rest } = await readDelivery(hooks, one?.delivery_id ?? '');
    expect(rest).toEqual(one);
    expect(JSON.parse(body ?? '')).toMatchObject({
      id: one?.event_id,
      type: 'heartbeat_stale',
      terminal_id: 'DG000101',
    });
    expect(attempts).toMatchObject([
      {
        number: 1,
        trigger: 'scheduled',
        due_at: one?.happened_at,
        request: {
          url: RECEIVER_URL,
          headers: { 'webhook-id': one?.event_id },
          body_bytes: Buffer.byteLength(body ?? ''),
        },
        response: { status: 502, headers: { server: 'x' }, body: 'noted', truncated: false },
        error: { code: 'status' },
        next_attempt: { clock: 'sandbox' },
      },
      { number: 2, response: { status: 200 }, error: null, next_attempt: null },
    ]);
    const posted = hooks.sent.filter(({ headers }) => headers['webhook-id'] === one?.event_id);
    expect(posted.map((sent) => sent.body)).toEqual([body, body]);
  });

  test.each([
    ['get', `/sandbox/deliveries/${DELIVERY}`, undefined],
    ['post', `/sandbox/deliveries/${DELIVERY}/replay`, {}],
    ['post', `/sandbox/deliveries/${DELIVERY}/explain`, {}],
    ['post', `/sandbox/deliveries/${DELIVERY}/report`, { attempt_token: 'x', status: 200, total_ms: 1 }],
  ] as const)('%s %s returns 404, 401 and 403 to callers without access', async (method, path, body) => {
    await expectProblem(hooks.request(method, path).send(body), 404, 'not_found');
    await expectProblem(hooks.request(method, path, 'operator').send(body), 404, 'not_found');
    await expectProblem(hooks.request(method, path, '').send(body), 401, 'missing_credentials');
    await expectProblem(hooks.request(method, path, keys.audit).send(body), 403, 'insufficient_privilege');
  });
});

describe('an explanation', () => {
  type Explained = SandboxSchemas['ExplainedDelivery'];
  const explain = (deliveryId: string, body: object = {}) =>
    hooks.request('post', `/sandbox/deliveries/${deliveryId}/explain`).send(body);

  test('shows the signed content and the first difference of the received body', async () => {
    await expectBody(hooks.request('post', `/sandbox/destinations/${id}/test`));
    const [one] = await readAllDeliveries(hooks);
    const deliveryId = one?.delivery_id ?? '';
    const { body } = await readDelivery(hooks, deliveryId);
    const { signed, findings } = await expectBody<Explained>(explain(deliveryId));
    expect(findings).toEqual([]);
    expect(signed.content).toBe(`${one?.event_id}.${signed.timestamp}.${body}`);
    expect(signed.signatures.join(' ')).toBe(hooks.sent[0]?.headers['webhook-signature']);
    const spaced = (body ?? '').replace(':', ': ');
    for (const receivedBody of [{ body: spaced }, { body_base64: Buffer.from(spaced).toString('base64') }]) {
      const { findings: found } = await expectBody<Explained>(explain(deliveryId, receivedBody));
      expect(found[0]).toMatchObject({ byte: (body ?? '').indexOf(':') + 1 });
    }
    expect((await expectBody<Explained>(explain(deliveryId, { body: body ?? '' }))).findings).toEqual([]);
  });

  test('requires an attempt, and accepts one form of the body', async () => {
    await expectBody(hooks.request('post', `/sandbox/destinations/${id}/pause`));
    await disconnectTerminal(hooks);
    await advanceClockBy(hooks, 'PT1H');
    const waiting = (await readAllDeliveries(hooks))[0]?.delivery_id ?? '';
    await expectProblem(explain(waiting), 409, 'nothing_attempted');
    await expectBody(hooks.request('post', `/sandbox/deliveries/${waiting}/replay`));
    expect((await explain(waiting, { attempt: 1 })).status).toBe(200);
    await expectFaults(explain(waiting, { attempt: 2 }), '/attempt');
    await expectFaults(explain(waiting, { attempt: 0 }), '/attempt');
    await expectFaults(explain(waiting, { body: '', body_base64: '' }), '/body_base64');
  });

  test('accepts bodies up to the limits of inboxes and receivers', async () => {
    await expectBody(hooks.request('post', `/sandbox/destinations/${id}/test`));
    const deliveryId = (await readAllDeliveries(hooks))[0]?.delivery_id ?? '';
    expect((await explain(deliveryId, { body: 'x'.repeat(65_536) })).status).toBe(200);
    expect((await explain(deliveryId, { body_base64: 'x'.repeat(90_000) })).status).toBe(200);
    await expectFaults(explain(deliveryId, { body: 'x'.repeat(65_537) }), '/body');
    await expectProblem(explain(deliveryId, { body: 'x'.repeat(1_000_000) }), 413, 'payload_too_large');
  });
});
