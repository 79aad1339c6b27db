import supertest, { type Test } from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import { EPOCH_MS, tenants } from '../../../fixtures/index.ts';
import { type SandboxOperationId, sandboxOperations } from '../../../spec/sandbox-contract.ts';
import { misbehaviours } from '../../handlers/sandbox/state/misbehaviours.ts';
import { realMs } from '../../world/state/time.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN, type TestApp } from '../testing/test-app.ts';

/* Calls each operation of the control plane through HTTP. Covers each refusal and the isolation of callers. */

let app: TestApp;
let wallMs = 1_800_000_000_000;
beforeEach(() => {
  wallMs = 1_800_000_000_000;
  app = createTestApp({ realNow: () => realMs(wallMs) });
});

const HOST = 'localhost';
type Caller = 'operator' | (string & {});

function call(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, caller: Caller): Test {
  const request = supertest(app.app)[method](path).set('Host', HOST);
  if (caller === '') return request;
  return caller === 'operator'
    ? request.set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`)
    : request.set('X-API-Key', caller);
}
function sendBody(request: Test, body: unknown): Test {
  if (body === undefined) return request;
  return request.set('Content-Type', 'application/json').send(typeof body === 'string' ? body : JSON.stringify(body));
}
const get = (path: string, caller: Caller = 'operator') => call('get', path, caller);
const post = (path: string, body?: unknown, caller: Caller = 'operator') => sendBody(call('post', path, caller), body);
const put = (path: string, body?: unknown, caller: Caller = 'operator') => sendBody(call('put', path, caller), body);
const requestService = (path: string, key: string = keys.admin) => supertest(app.app).get(path).set('X-API-Key', key);

async function expectBody(request: Test, status = 200) {
  const { body, status: got } = await request;
  expect({ got, body: got === status ? body : body }).toMatchObject({ got: status });
  return body;
}

async function expectProblemBody(request: Test, status: number, code: string) {
  const { body, headers } = await request;
  expect({ status: body.status, type: headers['content-type'], code: body.code }).toEqual({
    status,
    type: 'application/problem+json; charset=utf-8',
    code,
  });
  return body;
}

describe('the sandbox clock', () => {
  test('starts frozen at the start instant', async () => {
    expect(await expectBody(get('/sandbox/clock'))).toEqual({
      now: '2026-11-02T15:00:00Z',
      state: 'frozen',
      speed: null,
      started_at: '2026-11-02T15:00:00Z',
      latest_at: '2027-11-02T15:00:00Z',
    });
    wallMs += 3_600_000;
    expect((await expectBody(get('/sandbox/clock'))).now).toBe('2026-11-02T15:00:00Z');
  });

  test.each([
    [{ by: 'PT2H30M' }, '2026-11-02T17:30:00Z'],
    [{ by: 'P1W' }, '2026-11-09T15:00:00Z'],
    [{ by: 'P1DT1S' }, '2026-11-03T15:00:01Z'],
    [{ by: 90 }, '2026-11-02T15:01:30Z'],
    [{ by: 0 }, '2026-11-02T15:00:00Z'],
    [{ to: '2026-11-03T01:00:00+02:00' }, '2026-11-02T23:00:00Z'],
  ])('advances the clock by %j', async (body, now) => {
    expect((await expectBody(post('/sandbox/clock/advance', body))).now).toBe(now);
    expect((await expectBody(get('/sandbox/clock', keys.admin))).now).toBe(now);
    expect((await expectBody(requestService('/v1/disputes?limit=1'))).as_of).toBe(now);
  });

  test('applies the clock to the public branding status', async () => {
    const before = (await supertest(app.app).get('/v1/public/branding-status')).body;
    await expectBody(post('/sandbox/clock/advance', { by: 'P2D' }));
    const after = (await supertest(app.app).get('/v1/public/branding-status')).body;
    expect(JSON.stringify(before)).toContain('2026-11-02');
    expect(JSON.stringify(after)).toContain('2026-11-04');
  });

  test('sets, runs, advances and freezes the clock', async () => {
    await expectBody(post('/sandbox/clock/set', { to: '2026-11-03T00:00:00Z' }));
    expect(await expectBody(post('/sandbox/clock/run', { speed: 60 }))).toMatchObject({ state: 'running', speed: 60 });
    wallMs += 10_500;
    expect((await expectBody(get('/sandbox/clock'))).now).toBe('2026-11-03T00:10:30Z');
    expect(await expectBody(post('/sandbox/clock/advance', { by: 'PT1H' }))).toMatchObject({
      now: '2026-11-03T01:10:30Z',
      state: 'running',
    });
    wallMs += 1000;
    expect(await expectBody(post('/sandbox/clock/freeze'))).toMatchObject({
      now: '2026-11-03T01:11:30Z',
      state: 'frozen',
    });
    wallMs += 99_000;
    expect((await expectBody(get('/sandbox/clock'))).now).toBe('2026-11-03T01:11:30Z');
    expect((await expectBody(post('/sandbox/clock/run'))).speed).toBe(1);
  });

  test.each([
    ['advance', {}, ''],
    ['advance', { by: 'PT1H', to: '2026-11-03T00:00:00Z' }, ''],
    ['advance', { by: 'P1M' }, '/by'],
    ['advance', { by: 'P' }, '/by'],
    ['advance', { by: -1 }, '/by'],
    ['advance', { by: 'P400D' }, '/by'],
    ['advance', { far: 1 }, '/far'],
    ['set', { to: '2026-11-02T14:59:59Z' }, '/to'],
    ['set', { to: '2030-01-01T00:00:00Z' }, '/to'],
    ['set', { to: '2026-02-31T00:00:00Z' }, '/to'],
    ['set', {}, '/to'],
    ['run', { speed: 0 }, '/speed'],
    ['run', { speed: 1e9 }, '/speed'],
    ['freeze', { now: true }, '/now'],
  ])('rejects %s %j', async (name, body, pointer) => {
    const { errors } = await expectProblemBody(post(`/sandbox/clock/${name}`, body), 422, 'validation_failed');
    expect(errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    expect((await expectBody(get('/sandbox/clock'))).now).toBe('2026-11-02T15:00:00Z');
  });
});

describe('a reset', () => {
  const dispute = async (): Promise<{ transaction_id: string; amount: string }> => {
    const { data } = await expectBody(requestService('/v1/transactions?limit=500'));
    const row = data.find(
      (one: Record<string, string>) =>
        one.transaction_type === 'withdrawal' && one.response === '00' && one.linked_transaction_id === null,
    );
    return { transaction_id: row.transaction_id, amount: row.amt_comp };
  };
  const open = async (claim: object) => {
    const request = post('/v1/disputes', { ...claim, reason_code: 'cash_not_dispensed' }, keys.disputes);
    return expectBody(request, 201);
  };

  test('restores the initial world byte for byte, with the same next id', async () => {
    const claim = await dispute();
    const first = (await requestService('/v1/disputes')).text;
    const { dispute_id: id } = await open(claim);
    await expectBody(post('/sandbox/clock/advance', { by: 'P3D' }));
    expect((await requestService('/v1/disputes')).text).not.toBe(first);

    expect(await expectBody(post('/sandbox/reset'))).toEqual({ tenant_id: null, now: '2026-11-02T15:00:00Z' });
    expect((await requestService('/v1/disputes')).text).toBe(first);
    expect((await open(claim)).dispute_id).toBe(id);

    await expectBody(post('/sandbox/reset', { new_ids: true }));
    expect((await open(claim)).dispute_id).not.toBe(id);
  });

  test("resets only the administrator's own tenant and keeps the clock", async () => {
    const claim = await dispute();
    await open(claim);
    await expectBody(post('/sandbox/clock/advance', { by: 'PT1H' }));
    const { errors } = await expectProblemBody(
      post('/sandbox/reset', { tenant_id: 'acct_redline' }, keys.admin),
      422,
      'validation_failed',
    );
    expect(errors[0]).toMatchObject({ pointer: '/tenant_id', allowed: ['acct_northway'] });
    const { summary } = await expectBody(requestService('/v1/disputes'));
    expect(await expectBody(post('/sandbox/reset', {}, keys.admin))).toEqual({
      tenant_id: 'acct_northway',
      now: '2026-11-02T16:00:00Z',
    });
    expect((await expectBody(requestService('/v1/disputes'))).summary).not.toEqual(summary);
  });

  test('rejects cursors from before the reset', async () => {
    const page = await expectBody(requestService('/v1/transactions?limit=5'));
    const events = await expectBody(get('/sandbox/events?limit=5'));
    expect((await requestService(`/v1/transactions?limit=5&cursor=${page.page.next_cursor}`)).status).toBe(200);
    await expectBody(get(`/sandbox/events?limit=5&cursor=${events.page.next_cursor}`));
    await expectBody(post('/sandbox/reset'));
    for (const request of [
      requestService(`/v1/transactions?limit=5&cursor=${page.page.next_cursor}`),
      get(`/sandbox/events?limit=5&cursor=${events.page.next_cursor}`),
    ]) {
      const problem = await expectProblemBody(request, 400, 'invalid_parameter');
      expect(problem.detail).toContain('reset');
    }
  });
});

describe('events and incidents', () => {
  test('returns events oldest first over all pages, and later events after the last cursor', async () => {
    const all = await expectBody(get('/sandbox/events?limit=500', keys.redline));
    expect(all.data.length).toBeGreaterThan(20);
    const stamps = all.data.map((event: { timestamp: string }) => event.timestamp);
    expect(stamps).toEqual(stamps.toSorted());
    expect(new Set(all.data.map((event: { id: string }) => event.id)).size).toBe(all.data.length);

    let cursor = '';
    const walked = [];
    for (let more = true; more; ) {
      const page = await expectBody(get(`/sandbox/events?limit=7${cursor && `&cursor=${cursor}`}`, keys.redline));
      walked.push(...page.data);
      expect(page.page.next_cursor).toBe(page.page.has_more ? page.page.poll_cursor : null);
      cursor = page.page.poll_cursor;
      more = page.page.has_more;
    }
    expect(walked).toEqual(all.data);
    expect((await expectBody(get(`/sandbox/events?cursor=${cursor}`, keys.redline))).data).toEqual([]);

    await expectBody(post('/sandbox/clock/advance', { by: 'P2D' }));
    const later = await expectBody(get(`/sandbox/events?cursor=${cursor}`, keys.redline));
    expect(later.data.length).toBeGreaterThan(0);
    expect(later.data[0].timestamp > '2026-11-02T15:00:00Z').toBe(true);
  });

  test('filters events by type and terminal, and returns none for a foreign terminal', async () => {
    const { data } = await expectBody(get('/sandbox/events?type=cash_low&limit=500'));
    expect(new Set(data.map((event: { type: string }) => event.type))).toEqual(new Set(['cash_low']));
    const { terminal_id: terminalId } = data[0];
    const own = await expectBody(get(`/sandbox/incidents?terminal_id=${terminalId}`));
    expect(own.data.length).toBeGreaterThan(0);
    expect((await expectBody(get('/sandbox/events?terminal_id=NW104233', keys.redline))).data).toEqual([]);
    const problem = await expectProblemBody(get('/sandbox/events?type=cash_lo'), 400, 'invalid_parameter');
    expect(problem.errors).toMatchObject([{ parameter: 'type', code: 'unknown_value', nearest: 'cash_low' }]);
    await expectProblemBody(get('/sandbox/events?terminal=NW104233'), 400, 'unknown_parameter');
    for (const cursor of ['x', Buffer.from('[1]').toString('base64url')])
      await expectProblemBody(get(`/sandbox/events?cursor=${cursor}`), 400, 'invalid_parameter');
  });

  test.each(['events', 'incidents'])('filters %s by a pattern of types', async (list) => {
    const all = await expectBody(get(`/sandbox/${list}?limit=500`, keys.redline));
    const some = await expectBody(get(`/sandbox/${list}?type=cash_*&limit=500`, keys.redline));
    const isCash = ({ type }: { type: string }): boolean => type.startsWith('cash_');
    expect(some.data).toEqual(all.data.filter(isCash));
    expect(new Set(some.data.map(({ type }: { type: string }) => type)).size).toBe(2);
    await expectProblemBody(get(`/sandbox/${list}?type=toast_*`), 400, 'invalid_parameter');
  });

  test('returns events that match the incidents, and open incidents that match the open alerts', async () => {
    const { data: incidents } = await expectBody(get('/sandbox/incidents?limit=500', keys.redline));
    const { data: events } = await expectBody(get('/sandbox/events?limit=500', keys.redline));
    const turns = events.filter((event: { incident: object | null }) => event.incident !== null);
    expect(incidents.flatMap((one: { moments: unknown[] }) => one.moments)).toHaveLength(turns.length);
    expect(turns.length).toBeLessThan(events.length);
    const { data: open } = await expectBody(get('/sandbox/incidents?limit=500&state=open', keys.redline));
    const ofTerminal = open.find((one: { terminal_id: string | null }) => one.terminal_id !== null);
    const status = await expectBody(
      requestService(`/v1/terminals/${ofTerminal.terminal_id}/status-monitoring`, keys.redline),
    );
    expect(JSON.stringify(status.open_alerts)).toContain(ofTerminal.incident_id);
    const { data: over } = await expectBody(get('/sandbox/incidents?limit=500&state=resolved', keys.redline));
    expect(open.length + over.length).toBe(incidents.length);
  });
});

describe('the journal', () => {
  const derive = { business_date: '2026-10-30' };
  /** Lists settlements without the cursor, which depends on the journal position. */
  const settlements = async (key?: string) => {
    const { page: _, ...rest } = await expectBody(requestService('/v1/settlements?limit=500', key));
    return rest;
  };

  test('restores the same batches from an export without affecting other tenants', async () => {
    await expectBody(post('/v1/settlements/derive', derive, keys.finance), 201);
    await expectBody(post('/v1/settlements/derive', derive, keys.redline), 201);
    const document = await expectBody(get('/sandbox/journal', keys.admin));
    expect(document).toMatchObject({ format: 'fleetkit-scenario/1', seed: 1, tenant_id: 'acct_northway' });
    expect(document.entries).toHaveLength(1);
    const listed = await settlements();
    const redline = await settlements(keys.redline);

    await expectBody(post('/sandbox/reset', {}, keys.admin));
    expect(await settlements()).not.toEqual(listed);
    expect(await expectBody(post('/sandbox/journal', document, keys.admin))).toMatchObject({ fact_count: 1 });
    expect(await settlements()).toEqual(listed);
    expect(await settlements(keys.redline)).toEqual(redline);
    expect((await expectBody(get('/sandbox/journal', keys.admin))).entries).toEqual(document.entries);
  });

  test('exports the clock and the misbehaviours, and imports them into another sandbox', async () => {
    await expectBody(post('/sandbox/clock/advance', { by: 'P1D' }));
    await expectBody(post('/v1/settlements/derive', derive, keys.finance), 201);
    await expectBody(post('/sandbox/clock/run', { speed: 60 }));
    wallMs += 60_000;
    const document = await expectBody(get('/sandbox/journal'));
    const listed = await settlements();

    app = createTestApp({ realNow: () => realMs(wallMs + 5_000_000) });
    expect(await settlements()).not.toEqual(listed);
    expect(await expectBody(post('/sandbox/journal', document))).toMatchObject({
      tenant_id: null,
      now: '2026-11-03T16:00:00Z',
    });
    expect(await settlements()).toEqual(listed);
    expect(await expectBody(get('/sandbox/clock'))).toMatchObject({ now: '2026-11-03T16:00:00Z', state: 'frozen' });
  });

  test('rejects the whole import if one fact is impossible', async () => {
    await expectBody(post('/v1/settlements/derive', derive, keys.finance), 201);
    const document = await expectBody(get('/sandbox/journal', keys.admin));
    const before = (await requestService('/v1/settlements')).text;
    const [{ facts }] = document.entries;
    const [fact] = facts;
    const withFact = (changed: object) => ({
      ...document,
      entries: [{ tenant_id: 'acct_northway', facts: [fact, { ...fact, ...changed }] }],
    });
    const cases: [object, string][] = [
      [{ ...document, seed: 2 }, '/seed'],
      [{ ...document, tenant_id: 'acct_redline' }, '/tenant_id'],
      [{ ...document, tenant_id: null }, '/tenant_id'],
      [{ ...document, format: 'other' }, '/format'],
      [{ ...document, entries: [{ tenant_id: 'acct_redline', facts }] }, '/entries/0/tenant_id'],
      [withFact({ type: 'clock-set' }), '/entries/0/facts/1/type'],
      [withFact({ type: 'tenant-reset' }), '/entries/0/facts/1/type'],
      [withFact({ at: '2026-11-02T15:00:01Z' }), '/entries/0/facts/1/at'],
      [withFact({ content: {} }), '/entries/0/facts/1/content'],
      [
        withFact({ content: { ...fact.content, batch: { ...fact.content.batch, netPayoutCents: 'x' } } }),
        '/entries/0/facts/1/content/batch/netPayoutCents',
      ],
      [
        withFact({ content: { ...fact.content, batch: { ...fact.content.batch, accountId: 'acct_redline' } } }),
        '/entries/0/facts/1/content/batch/accountId',
      ],
    ];
    for (const [body, pointer] of cases) {
      const { errors } = await expectProblemBody(post('/sandbox/journal', body, keys.admin), 422, 'validation_failed');
      expect(errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    }
    expect((await requestService('/v1/settlements')).text).toBe(before);
  });

  test('accepts a journal larger than other bodies, up to the documented limit', async () => {
    const padded = (bytes: number) => JSON.stringify({ ...{ format: 'fleetkit-scenario/1' }, pad: 'x'.repeat(bytes) });
    await expectProblemBody(post('/sandbox/journal', padded(200_000), keys.admin), 422, 'validation_failed');
    await expectProblemBody(post('/sandbox/journal', padded(8_400_000), keys.admin), 413, 'payload_too_large');
    await expectProblemBody(post('/sandbox/clock/set', padded(200_000)), 413, 'payload_too_large');
  });
});

describe('the list of recent requests', () => {
  test('shows the problem of each request to the users who may see it', async () => {
    await requestService('/v1/transactions?limt=5');
    await requestService('/v1/transactions', keys.redline);
    await requestService('/v1/transactions', 'not-a-key');
    const { data } = await expectBody(get('/sandbox/requests'));
    expect(data.map((one: { status: number }) => one.status)).toEqual([401, 200, 400]);
    expect(data[2]).toMatchObject({
      method: 'GET',
      path: '/v1/transactions',
      operation_id: 'listTransactions',
      user_id: 'usr_nw_admin',
      is_operator: false,
      answered_at: '2027-01-15T08:00:00Z',
      sandbox_at: '2026-11-02T15:00:00Z',
      problem: { code: 'unknown_parameter', errors: [{ parameter: 'limt', nearest: 'limit' }] },
    });
    const own = await expectBody(get('/sandbox/requests', keys.admin));
    expect(own.data.map((one: { user_id: string }) => one.user_id)).toEqual(['usr_nw_admin']);
    const part = await expectBody(get('/sandbox/requests', keys.harbor));
    expect(part.data).toEqual([]);
  });

  test('keeps 200 requests and redacts keys and the token in any encoding', async () => {
    const encode = (text: string) =>
      [...text].map((character) => `%25${character.charCodeAt(0).toString(16)}`).join('');
    await requestService(`/v1/locations/${keys.admin}`);
    await requestService(`/v1/locations/${encode(keys.admin)}`);
    await requestService(`/v1/transactions?terminal_id=${keys.redline}&limit=${TEST_OPERATOR_TOKEN}`);
    await get(`/sandbox/${TEST_OPERATOR_TOKEN}`);
    const { instance } = await expectProblemBody(get(`/sandbox/x-${encode(TEST_OPERATOR_TOKEN)}/y`), 404, 'not_found');
    expect(instance).toBe('/sandbox/x-opr-.../y');
    const { data, ...rest } = await expectBody(get('/sandbox/requests'));
    expect(data).toHaveLength(5);
    const text = decodeURIComponent(decodeURIComponent(JSON.stringify({ data, rest, log: app.log })));
    for (const secret of [keys.admin, keys.redline, TEST_OPERATOR_TOKEN]) expect(text).not.toContain(secret);
    expect(text).toContain('sbx-...');
    for (let n = 0; n < 210; n += 1) await requestService('/v1/nothing');
    expect((await expectBody(get('/sandbox/requests'))).data).toHaveLength(200);
  });

  test('replaces a request id that is a key', async () => {
    await requestService('/v1/portal').set('X-Request-Id', keys.admin);
    expect(app.log.at(-1)?.requestId).toMatch(/^req_/);
  });
});

describe('misbehaviours', () => {
  const names = Object.keys(misbehaviours);
  const switchOn = (name: string) => expectBody(put(`/sandbox/misbehaviours/${name}`, { is_on: true }));

  test('has at least six misbehaviours, all off', async () => {
    const { data } = await expectBody(get('/sandbox/misbehaviours'));
    expect(names.length).toBeGreaterThanOrEqual(6);
    expect(data.map((one: { name: string }) => one.name)).toEqual(names);
    expect(data.filter((one: { is_on: boolean }) => one.is_on)).toEqual([]);
  });

  test.each<[string, string, (before: Answer, after: Answer) => void]>([
    ['limit_off_by_one', '/v1/transactions?limit=5', (_, after) => expect(after.body.data).toHaveLength(6)],
    [
      'filter_ignored_when_combined',
      '/v1/transactions?terminal_id=NW104233&group_id=grp_nobody',
      (before, after) => {
        expect(before.body.data).toEqual([]);
        expect(after.body.data.length).toBeGreaterThan(0);
      },
    ],
    [
      'sort_as_text',
      '/v1/transactions?terminal_id=NW104233&sort_by=amt_comp&limit=500',
      (before, after) => {
        const amounts = after.body.data.map((row: { amt_comp: string }) => row.amt_comp);
        expect(amounts).toEqual(amounts.toSorted().reverse());
        expect(before.body.data.map((row: { amt_comp: string }) => row.amt_comp)).not.toEqual(amounts);
      },
    ],
    [
      'summary_over_the_page',
      '/v1/transactions?limit=3',
      (before, after) => {
        expect(after.body.summary.row_count).toBe(3);
        expect(Number(after.body.summary.total_withdrawn)).toBeLessThan(Number(before.body.summary.total_withdrawn));
      },
    ],
    [
      'feed_as_text_xml',
      '/v1/feeds/account.xml',
      (before, after) => {
        expect(before.headers['content-type']).toContain('application/rss+xml');
        expect(after.headers['content-type']).toContain('text/xml');
        expect(after.text).toBe(before.text);
      },
    ],
    [
      'foreign_id_forbidden',
      '/v1/terminals/RL000321/status-monitoring',
      (before, after) => expect([before.status, after.status]).toEqual([404, 403]),
    ],
    [
      'emv_always_present',
      '/v1/transactions?limit=500',
      (before, after) => {
        expect(before.body.data.some((row: object) => !('emv' in row))).toBe(true);
        expect(after.body.data.every((row: object) => 'emv' in row)).toBe(true);
      },
    ],
    [
      'dispute_reviewer_too_early',
      '/v1/disputes?status=open',
      (before, after) => {
        expect(before.body.data.length).toBeGreaterThan(0);
        expect(before.body.data.some((row: object) => 'reviewer' in row)).toBe(false);
        expect(after.body.data.every((row: object) => 'reviewer' in row)).toBe(true);
      },
    ],
  ])('activates %s until it is switched off', async (name, path, expectation) => {
    const before = await requestService(path);
    await switchOn(name);
    const after = await requestService(path);
    expectation(before, after);
    if (after.status === before.status) expect(Object.keys(after.body)).toEqual(Object.keys(before.body));
    expect(app.log.at(-1)).toMatchObject({ misbehaviours: [name], defect: undefined });
    const { data } = await expectBody(get('/sandbox/requests'));
    expect(data.find((one: { path: string }) => one.path === path.replace(/\?.*/, ''))).toMatchObject({
      misbehaviours: [name],
    });
    await expectBody(put(`/sandbox/misbehaviours/${name}`, { is_on: false }));
    expect((await requestService(path)).text.replace(/req_\w+/g, '')).toBe(before.text.replace(/req_\w+/g, ''));
  });

  test('returns 404 for an unknown id with foreign_id_forbidden, and leaves unaffected replies unchanged', async () => {
    await switchOn('foreign_id_forbidden');
    expect((await requestService('/v1/terminals/XX000000/status-monitoring')).status).toBe(404);
    const all = [...names];
    for (const name of all) await switchOn(name);
    expect((await requestService('/v1/portal')).status).toBe(200);
    expect(app.log.at(-1)?.misbehaviours).toEqual([]);
  });

  test('switches all misbehaviours off at a reset of everything, and rejects unknown ones', async () => {
    await switchOn('sort_as_text');
    await expectBody(post('/sandbox/reset'));
    const { data } = await expectBody(get('/sandbox/misbehaviours'));
    expect(data.filter((one: { is_on: boolean }) => one.is_on)).toEqual([]);
    await expectProblemBody(put('/sandbox/misbehaviours/nonsense', { is_on: true }), 404, 'not_found');
    await expectProblemBody(put('/sandbox/misbehaviours/sort_as_text', {}), 422, 'validation_failed');
  });
});

type Answer = Awaited<Test>;

/** Valid bodies, so that the request is refused only for the tested reason. */
const bodies: Partial<Record<SandboxOperationId, object>> = {
  provokeEvent: { event_type: 'cash_out', terminal_id: 'HB200117', dry_run: true },
  triggerOutcome: { outcome: 'command_expired', terminal_id: 'HB200117', dry_run: true },
  createDestination: { inbox: true },
  changeDestination: { name: 'Other' },
  createSubscription: {},
  changeSubscription: { types: null },
  recoverDestination: { since: '2026-11-02T12:00:00Z' },
  reportAttempt: { attempt_token: 'x', status: 200, total_ms: 1 },
  setInboxAnswers: { answers: [] },
  startConformanceRun: { keys: [{ name: 'admin', key: keys.admin }] },
  startReceiverCheck: { url: 'http://127.0.0.1:9', secret: 'whsec_c2VjcmV0' },
};

describe('callers of the control plane', () => {
  const operations = Object.entries(sandboxOperations) as [
    SandboxOperationId,
    (typeof sandboxOperations)[SandboxOperationId],
  ][];
  const send = (id: SandboxOperationId, caller: Caller) => {
    const { method, path } = sandboxOperations[id];
    const address = path.replace('{name}', 'sort_as_text').replace(/\{\w+\}/g, 'nothing');
    const verb = id === 'streamActivity' ? 'head' : method.toLowerCase(); // its GET does not end
    return sendBody(call(verb as 'get', address, caller), bodies[id]);
  };

  test('refuses two tokens, also if the first one is valid', async () => {
    const both = [`Bearer ${TEST_OPERATOR_TOKEN}`, 'Bearer nonsense'] as unknown as string; // sends the header twice
    const send = (authorization: string) => call('get', '/sandbox/clock', '').set('Authorization', authorization);
    await send(`Bearer ${TEST_OPERATOR_TOKEN}`).expect(200);
    await expectProblemBody(send(both), 401, 'invalid_operator_token');
  });

  const foundBy: Partial<Record<SandboxOperationId, number>> = { createDestination: 201 };
  const isAboutAnId = (id: SandboxOperationId): boolean => sandboxOperations[id].path.includes('{');

  const withBody = operations.filter(([id]) => id !== 'streamActivity'); // HEAD has none

  test.each(withBody)('%s requires a token or a key', async (id) => {
    await expectProblemBody(send(id, ''), 401, 'missing_credentials');
    await expectProblemBody(send(id, 'nonsense'), 401, 'invalid_api_key');
    await expectProblemBody(send(id, '').set('Authorization', 'Bearer nonsense'), 401, 'invalid_operator_token');
    await expectProblemBody(send(id, keys.admin).set('Authorization', 'Basic eDp5'), 401, 'invalid_operator_token');
    const { headers } = await send(id, '');
    expect(headers['www-authenticate']).toBe('Bearer realm="sandbox"');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(operations)(
    '%s accepts only the callers that the contract names',
    async (id, { callers, isWholeTenant }) => {
      if (callers === 'operator') {
        await expectProblemBody(send(id, keys.admin), 403, 'operator_only');
        return;
      }
      if (id === 'streamActivity') expect((await send(id, keys.finance)).status).toBe(403);
      else await expectProblemBody(send(id, keys.finance), 403, 'insufficient_privilege');
      expect((await send(id, keys.tech)).status).toBe(403);
      if (isWholeTenant) await expectProblemBody(send(id, keys.harbor), 403, 'whole_tenant_only');
      else expect((await send(id, keys.harbor)).status).toBe(foundBy[id] ?? (isAboutAnId(id) ? 404 : 200));
    },
  );

  test.each(withBody)('%s returns 406 to a client that accepts only images', async (id) => {
    await expectProblemBody(send(id, 'operator').set('Accept', 'image/png'), 406, 'not_acceptable');
  });

  test('explains in the refusal of operator operations how to enable the operator', async () => {
    app = createTestApp({ operatorToken: undefined });
    for (const request of [post('/sandbox/reset'), post('/sandbox/clock/freeze', {}, keys.admin)]) {
      const { detail } = await expectProblemBody(request, 403, 'operator_disabled');
      expect(detail).toContain('--operator-token');
    }
    await expectBody(post('/sandbox/reset', {}, keys.admin));
  });

  test("applies the user's rate limit to the control plane", async () => {
    app = createTestApp({ ratePerMinute: 2 });
    await get('/sandbox/clock', keys.admin);
    await get('/sandbox/clock', keys.admin);
    await expectProblemBody(get('/sandbox/clock', keys.admin), 429, 'rate_limited');
    expect((await get('/sandbox/clock')).status).toBe(200);
  });
});

describe('invalid requests to the control plane', () => {
  test('rejects unknown paths, wrong methods and wrong media types', async () => {
    await expectProblemBody(get('/sandbox'), 404, 'not_found');
    await expectProblemBody(get('/sandbox/nothing'), 404, 'not_found');
    const { allowed } = await expectProblemBody(post('/sandbox/clock', {}), 405, 'method_not_allowed');
    expect(allowed).toEqual(['GET', 'HEAD']);
    const preflight = supertest(app.app).options('/sandbox/clock').set('Host', HOST);
    await expectProblemBody(preflight, 405, 'method_not_allowed');
    await expectProblemBody(
      post('/sandbox/reset', '{}').set('Content-Type', 'text/plain'),
      415,
      'unsupported_media_type',
    );
    await expectProblemBody(post('/sandbox/clock/set'), 415, 'unsupported_media_type');
    await expectProblemBody(post('/sandbox/reset', '{'), 400, 'malformed_json');
    await expectProblemBody(post('/sandbox/reset', '[]'), 400, 'malformed_json');
    await expectProblemBody(get('/sandbox/clock').set('Accept', 'text/html'), 406, 'not_acceptable');
    await expectProblemBody(get('/sandbox/clock?verbose=1'), 400, 'unknown_parameter');
    expect(
      (await supertest(app.app).head('/sandbox/clock').set('Host', HOST).set('X-API-Key', keys.admin)).status,
    ).toBe(200);
  });

  test.each(['/problems/operator-only', '/problems/host-not-allowed'])('serves %s', async (path) => {
    expect((await supertest(app.app).get(path)).status).toBe(200);
  });
});

describe('requests from web pages', () => {
  const from = (headers: Record<string, string>) => {
    const request = supertest(app.app).post('/sandbox/reset').set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`);
    return Object.entries(headers).reduce((one, [name, value]) => one.set(name, value), request);
  };

  test.each([
    [{ Host: 'evil.example' }, 'host_not_allowed'],
    [{ Host: 'localhost.evil.example:4400' }, 'host_not_allowed'],
    [{ Host: '127.0.0.1.nip.io' }, 'host_not_allowed'],
    [{ Host: 'localhost', Origin: 'https://evil.example' }, 'origin_not_allowed'],
    [{ Host: 'localhost:4400', Origin: 'http://localhost:3000' }, 'origin_not_allowed'],
    [{ Host: 'localhost', Origin: 'null' }, 'origin_not_allowed'],
    [{ Host: 'localhost', 'Sec-Fetch-Site': 'cross-site' }, 'origin_not_allowed'],
    [{ Host: 'localhost', 'Sec-Fetch-Site': 'same-site' }, 'origin_not_allowed'],
  ])('rejects requests with %j', async (headers, code) => {
    await expectProblemBody(from(headers as Record<string, string>), 403, code);
    await expectProblemBody(from(headers as Record<string, string>).query({ x: 1 }), 403, code);
  });

  test.each([
    { Host: 'localhost:4400' },
    { Host: '127.0.0.1:4400' },
    { Host: '[::1]:4400' },
    { Host: 'sandbox.example' },
    { Host: 'localhost:4400', Origin: 'http://localhost:4400' },
    { Host: 'localhost:4400', Origin: 'https://sandbox.example', 'Sec-Fetch-Site': 'same-origin' },
  ])('accepts requests with %j', async (headers) => {
    expect((await from(headers as unknown as Record<string, string>)).status).toBe(200);
  });

  test('accepts any host name on a public server, but no page with that name as origin', async () => {
    app = createTestApp({ origins: { baseUrl: 'http://127.0.0.1:4400', isLoopback: false } });
    expect((await from({ Host: 'sandbox.internal' })).status).toBe(200);
    await expectProblemBody(from({ Host: 'evil.example', Origin: 'http://evil.example' }), 403, 'origin_not_allowed');
    expect((await from({ Host: '10.0.0.5:4400', Origin: 'http://10.0.0.5:4400' })).status).toBe(200);
  });

  test('lets pages of any origin read replies of the service', async () => {
    const answer = await requestService('/v1/portal').set('Origin', 'https://app.example');
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
  });
});

describe('isolation of the control plane', () => {
  test('shows an administrator nothing of other tenants or of sibling accounts', async () => {
    for (const key of [keys.admin, keys.redline, keys.delgado, keys.harbor]) await requestService('/v1/portal', key);
    const reads = Object.entries(sandboxOperations)
      .filter(([id]) => id !== 'streamActivity') // its GET does not end; activity-stream.test.ts covers it
      .map(([, operation]) => operation)
      .filter(
        ({ method, callers, isWholeTenant }) => method === 'GET' && callers === 'administrator' && !isWholeTenant,
      );
    expect(reads.length).toBeGreaterThanOrEqual(4);
    const listIds = (tenantId: string): Set<string> => {
      const tenant = tenants.find((one) => one.tenantId === tenantId);
      return new Set([
        ...(tenant?.accounts.map(({ accountId }) => accountId) ?? []),
        ...(tenant?.terminals.map(({ terminalId }) => terminalId) ?? []),
        ...(tenant?.users.map(({ userId }) => userId) ?? []),
      ]);
    };
    const everyId = new Set(tenants.flatMap(({ tenantId }) => [...listIds(tenantId)]));
    const listed = async (key: string) => {
      const texts = await Promise.all(reads.map(async ({ path }) => (await get(path, key)).text));
      const ids = texts.join().match(/[A-Z]{2}\d{6}|(acct|usr)_[a-z0-9_]+/g) ?? [];
      return new Set(ids.filter((id) => everyId.has(id)));
    };
    for (const [key, tenantId] of [
      [keys.admin, 'acct_northway'],
      [keys.redline, 'acct_redline'],
    ] as const) {
      const seen = await listed(key);
      expect(seen.size).toBeGreaterThan(3);
      expect([...seen].filter((id) => !listIds(tenantId).has(id))).toEqual([]);
    }
    const harbor = await listed(keys.harbor);
    expect([...harbor].some((id) => id.startsWith('acct_'))).toBe(true);
    expect([...harbor].filter((id) => id.startsWith('acct_') && !id.startsWith('acct_northway_harbor'))).toEqual([]);
    expect((await listed('operator')).size).toBeGreaterThan((await listed(keys.admin)).size);
  });

  test('starts the clock at the epoch of the fixtures', async () => {
    expect(Date.parse((await expectBody(get('/sandbox/clock', keys.harbor))).started_at)).toBe(EPOCH_MS);
  });
});

describe('destinations of several tenants', () => {
  const register = async (accountId: string, more: object = {}) =>
    (await expectBody(post('/sandbox/destinations', { inbox: true, account_id: accountId, ...more }), 201)).destination;

  test('lists destinations of all tenants oldest first', async () => {
    const first = await register('acct_redline');
    await expectBody(post('/sandbox/clock/advance', { by: 'PT1H' }));
    const second = await register('acct_northway');
    const { data } = await expectBody(get('/sandbox/destinations'));
    expect(data.map((one: { destination_id: string }) => one.destination_id)).toEqual([
      first.destination_id,
      second.destination_id,
    ]);
    const seen = await expectBody(get('/sandbox/destinations', keys.redline));
    expect(seen.data).toEqual([first]);
  });

  test('explains deliveries of a deleted destination but does not replay them', async () => {
    const { destination_id: id } = await register('acct_northway');
    const { delivery } = await expectBody(post(`/sandbox/destinations/${id}/test`, {}));
    await expectBody(call('delete', `/sandbox/destinations/${id}`, 'operator'));
    const path = `/sandbox/deliveries/${delivery.delivery_id}`;
    const foreign = { signature: `v1,${Buffer.alloc(32, 1).toString('base64')}` };
    const { findings } = await expectBody(post(`${path}/explain`, foreign));
    expect(findings).toMatchObject([
      { code: 'unexplained', message: expect.stringContaining('the signing secret was deleted') },
    ]);
    const [{ signature }] = delivery.attempts[0].request.signing.signatures;
    expect((await expectBody(post(`${path}/explain`, { signature }))).findings).toMatchObject([{ code: 'comparison' }]);
    const { detail } = (await post(`${path}/replay`, {})).body;
    expect(detail).toBe('Its destination was deleted.');
    expect((await post(`${path}/replay`, {}, keys.redline)).body.detail).not.toBe(detail);
  });
});
