import supertest, { type Test } from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { tenants } from '../../../fixtures/index.ts';
import { type EventType, getEnumValues } from '../../../spec/index.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';

/* Triggers each event through HTTP, and resolves it. Covers permissions and scopes. */

const { app } = createTestApp();
type Caller = 'operator' | (string & {});

function call(method: 'get' | 'post', path: string, caller: Caller): Test {
  const request = supertest(app)[method](path).set('Host', 'localhost');
  return caller === 'operator'
    ? request.set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`)
    : request.set('X-API-Key', caller);
}

async function expectBody(request: Test, status = 200) {
  const { body, status: got } = await request;
  expect({ got, body }).toMatchObject({ got: status });
  return body;
}

const trigger = (caller: Caller, body: object) => call('post', '/sandbox/causes', caller).send(body);
const advance = (seconds: number) =>
  expectBody(call('post', '/sandbox/clock/advance', 'operator').send({ by: seconds }));

interface ListedEvent {
  readonly id: string;
  readonly timestamp: string;
  readonly account_id: string;
  readonly terminal_id: string | null;
  readonly incident: { readonly incident_id: string; readonly state: string; readonly dedupe_key: string } | null;
}

/** Lists the events of a type since an instant. */
async function listEventsSince(caller: Caller, type: EventType, from: string): Promise<readonly ListedEvent[]> {
  const listed: ListedEvent[] = [];
  for (let query = `type=${type}&limit=500`; ; ) {
    const { data, page } = await expectBody(call('get', `/sandbox/events?${query}`, caller));
    listed.push(...data);
    if (page.next_cursor === null) return listed.filter(({ timestamp }) => timestamp >= from);
    query = `type=${type}&limit=500&cursor=${page.next_cursor}`;
  }
}

beforeEach(() => expectBody(call('post', '/sandbox/reset', 'operator')));

const events = getEnumValues('EventType');
const START = '2026-11-02T15:00:00Z';

/** Callers, their tenants, and the keys that may derive the tenants' batches. */
const fleets: readonly (readonly [string, Caller, { readonly tenantId: string; readonly deriver: string }])[] = [
  ['the administrator of Northway', keys.admin, { tenantId: 'acct_northway', deriver: keys.finance }],
  ['the administrator of Redline', keys.redline, { tenantId: 'acct_redline', deriver: keys.redline }],
  ['the operator, at Delgado', 'operator', { tenantId: 'acct_delgado', deriver: keys.delgado }],
];

/** Finds the first terminal of a tenant where a dry run of the event succeeds. */
async function findTarget(caller: Caller, tenantId: string, type: EventType): Promise<object> {
  const refused: unknown[] = [];
  for (const { terminalId } of tenants.find((tenant) => tenant.tenantId === tenantId)?.terminals ?? []) {
    const { status, body } = await trigger(caller, { event_type: type, terminal_id: terminalId, dry_run: true });
    if (status === 200) return { terminal_id: terminalId };
    refused.push(body.errors ?? body.detail);
  }
  throw new Error(`nowhere: ${JSON.stringify(refused)}`);
}

interface TriggerReply {
  readonly happens_after_seconds: number;
  readonly happens_at: string;
  readonly incident_id: string | null;
  readonly event_id: string | null;
  readonly ends: readonly { readonly incident_id: string }[];
  readonly follow_up: {
    readonly path: string;
    readonly body: object;
    readonly happens_after_seconds: number;
  } | null;
}

async function advanceToEvent({ happens_after_seconds: seconds, follow_up: followUp }: TriggerReply, deriver: string) {
  await advance(seconds);
  if (followUp === null) return;
  const { status } = await call('post', followUp.path, deriver).send(followUp.body);
  expect([200, 201]).toContain(status);
  await advance(followUp.happens_after_seconds);
}

describe.each(sample(fleets, 1))('triggers by %s', (_, caller, { tenantId, deriver }) => {
  test.each(sample(events, 8))('triggers %s and resolves it where possible', async (type) => {
    const place = await findTarget(caller, tenantId, type);
    const trial: TriggerReply = await expectBody(trigger(caller, { event_type: type, ...place, dry_run: true }));
    await advance(trial.happens_after_seconds + 120);
    const usual = new Set((await listEventsSince(caller, type, START)).map(({ id }) => id));

    await expectBody(call('post', '/sandbox/reset', 'operator'));
    const provoked: TriggerReply = await expectBody(trigger(caller, { event_type: type, ...place }));
    expect({ ...provoked, dry_run: true }).toEqual(trial);
    await advanceToEvent(provoked, deriver);
    const [event, ...others] = (await listEventsSince(caller, type, START)).filter(({ id }) => !usual.has(id));
    expect(event).toBeDefined();
    if (event === undefined) return;
    const isKnownBefore = provoked.follow_up === null;
    const ids = [event, ...others].map(({ id, incident }) => incident?.incident_id ?? id);
    const { incident_id: incidentId, event_id: eventId } = provoked;
    if (isKnownBefore) expect(ids).toContain(event.incident === null ? eventId : incidentId);
    else expect([incidentId, eventId]).toEqual([null, null]);
    if (event.terminal_id !== null) expect(event).toMatchObject(place);
    expect(
      tenants.find((tenant) => tenant.tenantId === tenantId)?.accounts.map(({ accountId }) => accountId),
    ).toContain(event.account_id);
    expect(others.filter(({ terminal_id: terminalId }) => terminalId !== event.terminal_id)).toEqual([]);
    if (event.incident === null) {
      const { errors } = await expectBody(trigger(caller, { event_type: type, ...place, resolve: true }), 422);
      expect(errors).toMatchObject([{ pointer: '/event_type', code: 'has_no_end' }]);
      return;
    }

    await advance(60);
    const relieved: TriggerReply = await expectBody(trigger(caller, { event_type: type, ...place, resolve: true }));
    expect(relieved.ends.map(({ incident_id: id }) => id)).toContain(event.incident.incident_id);
    await advanceToEvent(relieved, deriver);
    const ended = (await listEventsSince(caller, type, START)).filter(({ incident }) => incident?.state === 'resolved');
    expect(ended.map(({ incident }) => incident?.incident_id)).toContain(event.incident.incident_id);
  });
});

/** Returns a problem without its request id. */
async function readProblem(request: Test) {
  const { status, body } = await request;
  const { request_id: _, ...rest } = body;
  return { status, ...rest };
}

const TARGET = { terminal_id: 'NW104310' };
const listIncidents = (caller: Caller) =>
  expectBody(call('get', '/sandbox/incidents?limit=500&terminal_id=NW104310', caller));

describe('permissions for triggers', () => {
  test('returns the same problem for a foreign id and an unknown id', async () => {
    const targets = [
      ['cash_out', 'terminal_id', 'RL000101', 'XX000000'],
      ['processor_outage', 'connector_id', 'con_rl_host', 'con_nobody'],
      ['compliance_expiration', 'account_id', 'acct_redline', 'acct_nobody'],
    ] as const;
    for (const [event_type, member, foreign, unknown] of targets) {
      for (const more of [{}, { dry_run: true }, { resolve: true }]) {
        const [one, other] = [foreign, unknown].map((id) => trigger(keys.admin, { event_type, [member]: id, ...more }));
        const refused = await readProblem(one as Test);
        expect(refused).toMatchObject({ status: 422, errors: [{ pointer: `/${member}` }] });
        expect(refused).toEqual(await readProblem(other as Test));
      }
      const parameters = member === 'account_id' ? { item_type: 'w9' } : {};
      await expectBody(trigger(keys.redline, { event_type, [member]: foreign, parameters, dry_run: true }));
    }
    expect((await expectBody(call('get', '/sandbox/journal', keys.redline))).entries).toEqual([]);
  });

  test('lets the administrator of a sub-account trigger events at its terminals but not at shared connectors', async () => {
    await expectBody(trigger(keys.harbor, { event_type: 'cash_out', terminal_id: 'HB200117' }));
    const beside = await readProblem(trigger(keys.harbor, { event_type: 'cash_out', ...TARGET }));
    expect(beside).toEqual(
      await readProblem(trigger(keys.harbor, { event_type: 'cash_out', terminal_id: 'XX000000' })),
    );
    const shared = await readProblem(trigger(keys.harbor, { event_type: 'processor_outage', terminal_id: 'HB200117' }));
    expect(shared).toMatchObject({ status: 422, errors: [{ pointer: '/terminal_id', code: 'unknown_terminal' }] });
  });

  test('lets the operator trigger events for any tenant, but not with ids of two tenants', async () => {
    const listed = await expectBody(
      trigger('operator', { event_type: 'cash_out', terminal_id: 'RL000101', dry_run: true }),
    );
    expect(listed).toMatchObject({ tenant_id: 'acct_redline', causes: [{ terminal_id: 'RL000101' }] });
    const mixed = await readProblem(
      trigger('operator', { event_type: 'processor_outage', terminal_id: 'RL000101', connector_id: 'con_lte_gateway' }),
    );
    expect(mixed).toMatchObject({ status: 422, errors: [{ pointer: '/connector_id', code: 'unknown_connector' }] });
  });
});

describe('a dry run of a trigger', () => {
  test('changes nothing and returns the same plan as the real trigger', async () => {
    const read = async () => [
      await listIncidents(keys.admin),
      await expectBody(call('get', '/v1/terminals/NW104310/status-monitoring', keys.admin)),
      await expectBody(call('get', '/sandbox/journal', 'operator')),
    ];
    const before = await read();
    const trial = await expectBody(trigger(keys.admin, { event_type: 'cash_out', ...TARGET, dry_run: true }));
    expect(trial).toMatchObject({
      dry_run: true,
      resolve: false,
      tenant_id: 'acct_northway',
      ends: [],
      follow_up: null,
    });
    expect(await read()).toEqual(before);
    expect(await expectBody(trigger(keys.admin, { event_type: 'cash_out', ...TARGET }))).toEqual({
      ...trial,
      dry_run: false,
    });
    expect(await read()).not.toEqual(before);
  });

  test('shows a triggered cash_out in incidents, status, feed and journal, with its user', async () => {
    const listed = await expectBody(trigger(keys.admin, { event_type: 'cash_out', ...TARGET }));
    expect(listed.causes).toMatchObject([{ kind: 'notes_removed', ...TARGET, connector_id: null, account_id: null }]);
    await advance(listed.happens_after_seconds);
    const { incident_id: id, type } = (await listIncidents(keys.admin)).data.at(-1);
    expect(type).toBe('cash_out');
    const status = await expectBody(call('get', '/v1/terminals/NW104310/status-monitoring', keys.admin));
    expect(JSON.stringify(status.open_alerts)).toContain(id);
    expect((await call('get', '/v1/feeds/terminals/NW104310.xml', keys.admin)).text).toContain(id);
    const [{ facts }] = (await expectBody(call('get', '/sandbox/journal', keys.admin))).entries;
    expect(facts).toMatchObject([{ type: 'cause-injected', content: { userId: 'usr_nw_admin' } }]);
  });
});

describe('the list of injected causes', () => {
  test('lists the causes that the caller may see, newest first', async () => {
    const first = await expectBody(trigger(keys.admin, { event_type: 'heartbeat_stale', ...TARGET }));
    await advance(60);
    const second = await expectBody(trigger('operator', { event_type: 'cash_out', terminal_id: 'HB200117' }));
    await expectBody(trigger(keys.redline, { event_type: 'cash_out', terminal_id: 'RL000101' }));
    const injected = async (caller: Caller) => (await expectBody(call('get', '/sandbox/causes', caller))).injected;
    expect(await injected(keys.admin)).toEqual([...second.causes, ...first.causes]);
    expect(await injected(keys.harbor)).toEqual(second.causes);
    expect(await injected('operator')).toHaveLength(3);
    await expectBody(call('post', '/sandbox/reset', keys.admin).send({}));
    expect(await injected(keys.admin)).toEqual([]);
  });
});

describe('an invalid trigger request', () => {
  test.each<[string, object, object]>([
    [
      'an unknown event',
      { event_type: 'cash_lo' },
      { pointer: '/event_type', code: 'unknown_value', nearest: 'cash_low' },
    ],
    ['no event', {}, { pointer: '/event_type', code: 'missing' }],
    ['no place', { event_type: 'cash_low' }, { pointer: '/terminal_id', code: 'missing' }],
    ['a misspelt member', { event_type: 'cash_low', terminal: 'X' }, { pointer: '/terminal', nearest: 'terminal_id' }],
    [
      'a target that the event does not use',
      { event_type: 'cash_low', ...TARGET, account_id: 'acct_northway' },
      { pointer: '/account_id', code: 'unknown_member', allowed: ['terminal_id'] },
    ],
    [
      'an unknown parameter',
      { event_type: 'heartbeat_stale', ...TARGET, parameters: { minuts: 30 } },
      { pointer: '/parameters/minuts', code: 'unknown_member', nearest: 'minutes', allowed: ['minutes'] },
    ],
    [
      'a parameter with a wrong type',
      { event_type: 'heartbeat_stale', ...TARGET, parameters: { minutes: '30' } },
      { pointer: '/parameters/minutes', code: 'wrong_type' },
    ],
    [
      'a parameter that is too large',
      { event_type: 'heartbeat_stale', ...TARGET, parameters: { minutes: 1e6 } },
      { pointer: '/parameters/minutes', code: 'out_of_range' },
    ],
    [
      'a parameter with an unknown value',
      { event_type: 'cash_low', ...TARGET, parameters: { cassette: 'E' } },
      { pointer: '/parameters/cassette', code: 'unknown_value', allowed: ['A', 'B', 'C', 'D'] },
    ],
    [
      'a parameter with a wrong format',
      { event_type: 'settlement_mismatch', ...TARGET, parameters: { business_date: 'today' } },
      { pointer: '/parameters/business_date', code: 'wrong_format' },
    ],
    [
      'more notes than the threshold',
      { event_type: 'cash_low', ...TARGET, parameters: { notes_left: 9000 } },
      { pointer: '/parameters/notes_left', code: 'out_of_range' },
    ],
    [
      'a parameter with resolve: true',
      { event_type: 'cash_low', ...TARGET, resolve: true, parameters: { cassette: 'A' } },
      { pointer: '/parameters/cassette', code: 'unknown_member' },
    ],
    [
      'resolving an event that has no state',
      { event_type: 'command_failed', ...TARGET, resolve: true },
      { code: 'has_no_end' },
    ],
  ])('reports %s', async (_, body, fault) => {
    for (const more of [{}, { dry_run: true }]) {
      const { errors } = await expectBody(trigger(keys.admin, { ...body, ...more }), 422);
      expect(errors).toContainEqual(expect.objectContaining(fault));
    }
    expect((await expectBody(call('get', '/sandbox/journal', 'operator'))).entries).toEqual([]);
  });

  test('returns 409 with advice if the present state prevents the event', async () => {
    const nothing = await expectBody(
      trigger(keys.admin, { event_type: 'settlement_mismatch', ...TARGET, resolve: true }),
      409,
    );
    expect(nothing.code).toBe('nothing_to_resolve');
    const out = await expectBody(trigger(keys.admin, { event_type: 'cash_out', ...TARGET }));
    await advance(out.happens_after_seconds + 60);
    const again = await expectBody(trigger(keys.admin, { event_type: 'cash_out', ...TARGET }), 409);
    const open = (await listIncidents(keys.admin)).data.at(-1);
    expect(again).toMatchObject({ code: 'already_open', type: '/problems/already-open' });
    expect(again.detail).toContain(open.incident_id);
    const low = await expectBody(trigger(keys.admin, { event_type: 'cash_low', ...TARGET }), 409);
    expect(low.code).toBe('held_back');
    const customers = await expectBody(trigger(keys.admin, { event_type: 'decline_spike', ...TARGET }), 422);
    expect(customers.errors).toMatchObject([{ pointer: '/terminal_id', code: 'cannot_serve' }]);
    for (const { type } of [nothing, again, low]) expect((await supertest(app).get(type)).status).toBe(200);
  });
});

describe('the journal with causes', () => {
  const listed = async (caller: Caller) => (await listIncidents(caller)).data;

  test('restores the causes of a tenant from its export', async () => {
    const out = await expectBody(trigger(keys.admin, { event_type: 'cash_out', ...TARGET }));
    await expectBody(trigger(keys.redline, { event_type: 'cash_out', terminal_id: 'RL000101' }));
    await advance(out.happens_after_seconds + 60);
    const [document, before] = [
      await expectBody(call('get', '/sandbox/journal', keys.admin)),
      await listed(keys.admin),
    ];
    expect(document.entries).toHaveLength(1);
    await expectBody(call('post', '/sandbox/reset', keys.admin).send({}));
    expect(await listed(keys.admin)).not.toEqual(before);
    await expectBody(call('post', '/sandbox/journal', keys.admin).send(document));
    expect(await listed(keys.admin)).toEqual(before);
  });

  test('restores the causes of all tenants, and exports an import unchanged', async () => {
    for (const place of [TARGET, { terminal_id: 'RL000101' }])
      await advance(
        (await expectBody(trigger('operator', { event_type: 'heartbeat_stale', ...place }))).happens_after_seconds,
      );
    await expectBody(trigger('operator', { event_type: 'processor_outage', connector_id: 'con_tritonhost_east' }));
    await advance(3600);
    const [document, before] = [
      await expectBody(call('get', '/sandbox/journal', 'operator')),
      await listed('operator'),
    ];
    const kinds = document.entries.flatMap(({ facts }: { facts: { type: string }[] }) => facts.map(({ type }) => type));
    expect(kinds.filter((type: string) => type === 'cause-injected')).toHaveLength(3);
    for (let round = 0; round < 2; round += 1) {
      expect(await expectBody(call('post', '/sandbox/journal', 'operator').send(document))).toMatchObject({
        fact_count: kinds.length,
      });
      expect(await listed('operator')).toEqual(before);
      expect((await expectBody(call('get', '/sandbox/journal', 'operator'))).entries).toEqual(document.entries);
    }
  });

  test('records both of two concurrent triggers', async () => {
    const both = await Promise.all([
      trigger(keys.admin, { event_type: 'heartbeat_stale', ...TARGET }),
      trigger('operator', { event_type: 'location_risk_change', ...TARGET }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const ids = both.flatMap(({ body }) => body.causes.map(({ cause_id: id }: { cause_id: string }) => id));
    expect(new Set(ids).size).toBe(2);
    expect((await expectBody(call('get', '/sandbox/journal', 'operator'))).entries).toHaveLength(2);
  });
});
