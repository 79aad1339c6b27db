import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest, { type Test } from 'supertest';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { tenants } from '../../../fixtures/index.ts';
import { type EventType, getEnumValues } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { WorkQueue } from '../exchange/work-queue.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';

/*
 * An import accepts only facts that the operations of the sandbox could produce. After any accepted document, all
 * resources of the tenant are readable.
 */

type Document = SandboxSchemas['ScenarioDocument'];
type Fact = Document['entries'][number]['facts'][number];

const { app } = createTestApp();

function call(method: 'get' | 'post', path: string, key: string): Test {
  const request = supertest(app)[method](path).set('Host', 'localhost');
  return key === TEST_OPERATOR_TOKEN
    ? request.set('Authorization', `Bearer ${TEST_OPERATOR_TOKEN}`)
    : request.set('X-API-Key', key);
}

async function expectSuccess(request: Test) {
  const { body, status } = await request;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

const exportDocument = (): Promise<Document> => expectSuccess(call('get', '/sandbox/journal', keys.admin));
const importDocument = (document: object): Test => call('post', '/sandbox/journal', keys.admin).send(document);
const reset = () => expectSuccess(call('post', '/sandbox/reset', TEST_OPERATOR_TOKEN).send({}));
const advance = (by: string) => expectSuccess(call('post', '/sandbox/clock/advance', TEST_OPERATOR_TOKEN).send({ by }));

const LISTS = [
  ...[
    '/v1/portal',
    '/v1/disputes',
    '/v1/settlements',
    '/v1/transactions?limit=50',
    '/v1/locations',
    '/v1/feeds/account.xml',
  ],
  ...['/v1/terminals/NW104310/status-monitoring', '/v1/terminals/NW104310/commands', '/sandbox/events?limit=50'],
];

async function listFailedReads(): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const path of LISTS) {
    const { status } = await call('get', path, keys.admin);
    if (status !== 200) failed.push(`${status} ${path}`);
  }
  return failed;
}

/** Triggers every event, opens disputes of several kinds, and derives batches that replace each other. */
async function makeHistory(): Promise<void> {
  const northway = tenants.find(({ tenantId }) => tenantId === 'acct_northway');
  const active = northway?.terminals.filter(({ status }) => status === 'active') ?? [];
  for (const [n, type] of getEnumValues('EventType').entries()) {
    for (const { terminalId } of [...active.slice(2 * n), ...active]) {
      const body = { event_type: type, terminal_id: terminalId };
      const { status } = await call('post', '/sandbox/causes', keys.admin).send(body);
      if (status !== 200) continue;
      if (n % 4 === 0) await call('post', '/sandbox/causes', keys.admin).send({ ...body, resolve: true });
      break;
    }
  }
  const { data } = await expectSuccess(call('get', '/v1/transactions?limit=200', keys.admin));
  const claims = [
    { reason_code: 'cash_not_dispensed', amount: '20.00' },
    { reason_code: 'cash_not_dispensed', amount: '10.00', is_new_account: true, description: 'No cash dispensed' },
    { reason_code: 'cash_not_dispensed', amount: '5.00', network: 'STAR', network_case_ref: 'C-1' },
    { reason_code: 'cash_not_dispensed', amount: '5.00', assign_to_user_id: 'usr_nw_disputes' },
  ];
  let opened = 0;
  for (const { transaction_id: id } of data) {
    const claim = claims[opened];
    if (claim === undefined) break;
    const { status } = await call('post', '/v1/disputes', keys.disputes).send({ transaction_id: id, ...claim });
    opened += Number(status === 201);
  }
  expect(opened).toBe(claims.length);
  await advance('P1DT6H');
  const derive = { account_id: 'acct_northway', business_date: '2026-11-02' };
  for (const body of [derive, { ...derive, memo: 'again' }, { ...derive, funding_type: 'surcharge' }])
    await call('post', '/v1/settlements/derive', keys.finance).send(body);
}

let document: Document;
let facts: readonly Fact[];
beforeAll(async () => {
  await makeHistory();
  document = await exportDocument();
  facts = document.entries.flatMap((entry) => entry.facts);
}, 120_000);

describe('an exported journal', () => {
  test('contains every type of fact that a tenant can export', () => {
    expect([...new Set(facts.map(({ type }) => type))].toSorted()).toEqual([
      'cause-injected',
      'dispute-opened',
      'settlement-derived',
    ]);
    const events: readonly EventType[] = getEnumValues('EventType');
    expect(facts.filter(({ type }) => type === 'cause-injected').length).toBeGreaterThan(events.length / 2);
    expect(facts.filter(({ type }) => type === 'settlement-derived').length).toBeGreaterThan(2);
  });

  test('restores the same resources and the same export after a reset', async () => {
    const read = async () => {
      const lists = await Promise.all(['/v1/disputes', '/v1/settlements'].map((path) => call('get', path, keys.admin)));
      return lists.map(({ body }) => body.data);
    };
    const before = await read();
    await expectSuccess(call('post', '/sandbox/reset', keys.admin).send({}));
    expect(await read()).not.toEqual(before);
    await expectSuccess(importDocument(document));
    expect(await read()).toEqual(before);
    const again = (await exportDocument()).entries.flatMap((entry) => entry.facts);
    expect(again).toEqual(facts);
    await expectSuccess(importDocument({ ...document, entries: (await exportDocument()).entries }));
  });
});

/** Invalid values for members of a fact. */
const INVALID_VALUES: readonly unknown[] = [
  ...[null, true, '', 'x', ' ', '9999-99-99', '2026-02-30', '0000-00-00', '2026-11-02', 'acct_redline', 'RL000101'],
  ...[-1, 0, 1, 0.5, 1e15, 8e12, 2 ** 53, -1e300, [], [null], {}, { a: 1 }, 'x'.repeat(5000), '\u0000', '<&">'],
];

interface Change {
  readonly fact: number;
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Lists the path of every member of a value, at every depth. */
function listPaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([name, one]) => listPaths(one, [...path, name])),
  ];
}

function changeMember<Value>(value: Value, [name, ...rest]: readonly string[], to: unknown): Value {
  if (name === undefined) return to as Value; // a hostile document has no type
  const copy = Array.isArray(value) ? [...value] : { ...value };
  Reflect.set(copy as object, name, changeMember(Reflect.get(value as object, name), rest, to));
  return copy as Value;
}

describe('a document with one changed member', () => {
  test('is rejected or leaves all resources of the tenant readable', async () => {
    const kinds = new Map(facts.map((fact, index) => [describeKind(fact), index]));
    const changes = [...kinds.values()].flatMap((fact): readonly Change[] =>
      listPaths(facts[fact]).flatMap((path) => INVALID_VALUES.map((value) => ({ fact, path, value }))),
    );
    expect(changes.length).toBeGreaterThan(1000);
    const outcomes = new Map<number, number>();
    for (const { fact, path, value } of changes) {
      const name = `${path.join('/')} = ${JSON.stringify(value)?.slice(0, 40)} in ${describeKind(facts[fact] as Fact)}`;
      const changedFacts = facts
        .slice(0, fact + 1)
        .map((one, n) => (n === fact ? changeMember(one, path, value) : one));
      const entries = changedFacts.map((one) => ({ tenant_id: document.tenant_id, facts: [one] }));
      const { status } = await importDocument({ ...document, entries });
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      expect([200, 422], name).toContain(status);
      if (status === 200) expect(await listFailedReads(), name).toEqual([]);
    }
    expect(outcomes.get(422)).toBeGreaterThan((outcomes.get(200) ?? 0) * 2);
  }, 600_000);
});

const describeKind = ({ type, content }: Fact): string => {
  const cause: unknown = content.cause;
  return `${type} ${typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'type') : ''}`;
};

describe('limits of an import', () => {
  const listEntries = (list: readonly object[]) =>
    list.map((fact) => ({ tenant_id: document.tenant_id, facts: [fact] }));
  const causeAt = (n: number): Fact => {
    const fact = facts.find((one) => describeKind(one) === 'cause-injected line_restored') as Fact;
    return changeMember(fact, ['content', 'cause', 'causeId'], `cau_${String(n).padStart(26, '0')}`);
  };

  test('accepts at most 1,000 causes, without repeated ids', async () => {
    const causes = Array.from({ length: 1001 }, (_, n) => causeAt(n));
    const over = await importDocument({ ...document, entries: listEntries(causes) });
    expect([over.status, over.body.errors]).toMatchObject([422, [{ pointer: '/entries/1000/facts/0/type' }]]);
    const twice = await importDocument({ ...document, entries: listEntries([causeAt(1), causeAt(1)]) });
    expect(twice.body.errors).toMatchObject([{ pointer: '/entries/1/facts/0/content/cause/causeId' }]);
  });

  test('accepts no further causes for a tenant with 1,000 causes until its reset', async () => {
    const causes = Array.from({ length: 1000 }, (_, n) => causeAt(n));
    await expectSuccess(importDocument({ ...document, entries: listEntries(causes) }));
    expect(await listFailedReads()).toEqual([]);
    const more = () =>
      call('post', '/sandbox/causes', keys.admin).send({ event_type: 'cash_out', terminal_id: 'NW104310' });
    const refused = await more();
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ code: 'out_of_range' }]]);
    expect((await exportDocument()).entries.flatMap((entry) => entry.facts)).toHaveLength(1000);
    await expectSuccess(importDocument(await exportDocument()));
    await reset();
    expect((await more()).status).toBe(200);
  });

  test.each([
    ['more entries than the contract allows', Array(10_001).fill({}), '/entries'],
    [
      'more facts in an entry than the contract allows',
      [{ tenant_id: null, facts: Array(101).fill({}) }],
      '/entries/0/facts',
    ],
  ])('rejects %s without validating them', async (_, entries, pointer) => {
    const { status, body } = await importDocument({ ...document, entries });
    expect([status, body.errors]).toMatchObject([422, [{ pointer, code: 'out_of_range' }]]);
  });

  test('reports a fault at the end of a long list with its pointer', async () => {
    const good = { tenant_id: document.tenant_id, facts: [causeAt(0)] };
    const entries = [...Array(900).fill(good), { tenant_id: document.tenant_id, facts: [{ ...causeAt(1), at: 'x' }] }];
    const { status, body } = await importDocument({ ...document, entries });
    expect([status, body.errors[0]]).toMatchObject([422, { pointer: '/entries/900/facts/0/at' }]);
  });

  test('rejects a body over 2 MiB from a user and closes the connection', async () => {
    const { status, headers } = await importDocument({ ...document, pad: 'x'.repeat(2 * 1024 * 1024) });
    expect([status, headers.connection]).toEqual([413, 'close']);
  });

  test('answers the next request of a client whose body was too large', async () => {
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const getStatus = (method: string, path: string, body = ''): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { Host: 'localhost', 'X-API-Key': keys.admin, 'Content-Type': 'application/json' };
        request({ port, host: '127.0.0.1', method, path, agent, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        })
          .on('error', reject)
          .end(body);
      });
    expect(await getStatus('POST', '/sandbox/journal', 'x'.repeat(6 * 1024 * 1024))).toBe(413);
    expect(await getStatus('GET', '/v1/locations')).toBe(200);
  });
});

test('answers other requests while it parses and validates large bodies', async () => {
  const own = createTestApp({ queue: new WorkQueue({ sliceMs: 1 }) }).app;
  const { format, seed, tenant_id, exported_at } = await exportDocument();
  const facts = Array.from({ length: 100 }, () => ({ type: 'clock-set', at: exported_at, content: {} }));
  const entries = Array.from({ length: 150 }, () => ({ tenant_id, facts }));
  const ended: string[] = [];
  await expectSuccess(call('get', '/v1/locations?limit=1', keys.delgado)); // the fleet is generated
  const large = Array.from({ length: 5 }, async () => {
    const sent = supertest(own).post('/sandbox/journal').set({ Host: 'localhost', 'X-API-Key': keys.admin });
    const { status, body } = await sent.send({ format, seed, tenant_id, exported_at, entries });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    ended.push('import');
  });
  const read = async (): Promise<void> => {
    const sent = supertest(own).get('/v1/locations?limit=1').set({ Host: 'localhost', 'X-API-Key': keys.delgado });
    expect((await sent).status).toBe(200);
    ended.push('read');
  };
  await read();
  await read();
  await Promise.all(large);
  expect(ended.slice(0, 2)).toEqual(['read', 'read']);
});

test('refuses a body with too many levels before it reads the rest', async () => {
  const sent = call('post', '/v1/disputes', keys.disputes).set('Content-Type', 'application/json');
  const { status, body } = await sent.send(`{"description":${'['.repeat(30_000)}`);
  expect([status, body.code]).toEqual([400, 'malformed_json']);
  expect(body.detail).toContain('more than 64 levels');
});

test.each(['"\\ud800"', '"\\udc00\\ud800"', '"\\\\\\ud83d"'])(
  'rejects a lone surrogate in a body: %s',
  async (text) => {
    const request = call('post', '/v1/disputes', keys.disputes).set('Content-Type', 'application/json');
    const { status, body } = await request.send(`{"description":${text}}`);
    expect([status, body.code]).toEqual([400, 'malformed_json']);
  },
);

test.each(['"\\ud83d\\ude00"', '"\\\\ud800"', '"😀"'])('accepts well-formed text: %s', async (text) => {
  const typed = call('post', '/v1/disputes', keys.disputes).set('Content-Type', 'application/json');
  expect((await typed.send(`{"description":${text}}`)).status).toBe(422);
});
