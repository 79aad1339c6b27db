import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { type Sandbox, startSandbox } from '../bin/library/index.ts';
import { operations } from '../spec/index.ts';
import {
  Amount,
  type components,
  createFleetClient,
  type FleetClient,
  type FleetEvent,
  ServiceError,
} from './index.ts';
import { collect } from './testing/collect.ts';

/* The client against a sandbox. */

let sandbox: Sandbox;
let client: FleetClient;
const paths = new Set<string>();
const TERMINAL = 'NW104310';

beforeAll(async () => {
  sandbox = await startSandbox({ port: false });
  client = createFleetClient({
    baseUrl: sandbox.url,
    apiKey: sandbox.keys.usr_nw_admin ?? '',
    fetch: (url, init) => {
      paths.add(`${init.method} ${new URL(url).pathname}`);
      return sandbox.fetch(url, init);
    },
  });
});
afterAll(() => sandbox.close());

test('reads and writes with every operation of the contract', async () => {
  const terminal = client.terminal(TERMINAL);
  const row = (await client.transactions.page({ terminal_id: TERMINAL })).data.find(
    ({ transaction_type, amt_comp, linked_transaction_id }) =>
      transaction_type === 'withdrawal' && amt_comp !== '0.00' && linked_transaction_id === null,
  );
  const [connector] = (await client.connectors.page()).data;
  expect(row?.terminal_id).toBe(TERMINAL);
  expect((await client.portal.get()).principal).toBeDefined();
  expect((await client.catalog.get()).services.length).toBeGreaterThan(3);
  expect(await client.publicOpenapi.get()).toHaveProperty('openapi');
  expect(await client.brandingStatus.get()).toHaveProperty('status');
  expect((await client.transaction(row?.transaction_id ?? '').timeline.get()).transaction_id).toBe(row?.transaction_id);
  expect((await client.connector(connector?.connector_id ?? '').status.get()).connector_id).toBe(
    connector?.connector_id,
  );
  expect((await terminal.location.get()).terminal_ids).toContain(TERMINAL);
  expect((await terminal.status.get()).terminal_id).toBe(TERMINAL);
  expect((await terminal.commands.page()).data).toBeInstanceOf(Array);
  expect(await terminal.provisioningPayload.get()).toBeTypeOf('object');
  expect(await terminal.provisioningExport.get()).toBeTypeOf('object');
  expect((await terminal.feed.get()).items.length).toBeGreaterThan(0);
  expect((await client.feed.get()).items.every(({ guid }) => guid.startsWith('urn:fleet:'))).toBe(true);
  for (const list of [client.locations, client.groups, client.settlements, client.disputes, terminal.transactions])
    expect((await list.page({ limit: 1 })).data).toHaveLength(1);
  expect((await client.settlements.derive({ dry_run: true })).dry_run).toBe(true);
  const dispute = { transaction_id: row?.transaction_id ?? '', reason_code: 'cash_not_dispensed' } as const;
  const opened = await client.disputes.create({ ...dispute, amount: row?.amt_comp ?? '' }, { idempotencyKey: 'once' });
  const repeated = await client.disputes.create(
    { ...dispute, amount: row?.amt_comp ?? '' },
    { idempotencyKey: 'once' },
  );
  expect(repeated.dispute_id).toBe(opened.dispute_id);

  const sent = [...paths].map((path) => path.replace('.xml', ''));
  const unused = Object.values(operations).filter(({ method, path }) => {
    const pattern = new RegExp(`^${method} ${path.replace('.xml', '').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return !sent.some((one) => pattern.test(one));
  });
  expect(unused).toEqual([]);
});

test('iterates over all rows, whose amounts add up to the total of the service', async () => {
  const rows = await collect(client.terminal(TERMINAL).transactions.iterate({ limit: 25 }));
  const { page, summary } = await client.terminal(TERMINAL).transactions.page({ limit: 1 });
  expect(rows).toHaveLength(page.matched);
  const withdrawn = rows.filter(({ transaction_type }) => ['withdrawal', 'cash_advance'].includes(transaction_type));
  expect(Amount.sum(withdrawn.map(({ amt_comp }) => amt_comp)).toString()).toBe(summary.total_withdrawn);
});

test('polls a status: yields it again after a change only', async () => {
  const { status, feed } = client.terminal(TERMINAL);
  const first = await status.getIfChanged(undefined);
  expect(await status.getIfChanged(first?.etag)).toBeUndefined();
  const feedBefore = await feed.getIfChanged(undefined);
  expect(await feed.getIfChanged(feedBefore?.etag)).toBeUndefined();
  await sandbox.trigger('cash_low', { terminalId: TERMINAL, advance: true });
  const second = await status.getIfChanged(first?.etag);
  expect(second?.value.open_alerts.length).toBeGreaterThan(first?.value.open_alerts.length ?? 0);
});

test('throws the problems of the service', async () => {
  await expect(client.terminal('unknown').status.get()).rejects.toMatchObject({ status: 404, code: 'not_found' });
  const error = await client.transactions.page({ limit: 501 }).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('400 invalid_parameter: ');
  expect(String(error)).toContain('limit: ');
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ status: 400, code: 'invalid_parameter', requestId: expect.stringMatching(/^req_/) });
  const stranger = createFleetClient({
    baseUrl: sandbox.url,
    apiKey: 'unknown-key',
    fetch: (...sent) => sandbox.fetch(...sent),
  });
  await expect(stranger.portal.get()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
});

test('repeats a read after a simulated 503, and ends', async () => {
  const waits: number[] = [];
  const impatient = createFleetClient({
    baseUrl: sandbox.url,
    apiKey: sandbox.keys.usr_nw_admin ?? '',
    fetch: (...sent) => sandbox.fetch(...sent),
    clock: { nowMs: () => Date.now(), wait: async (ms) => void waits.push(ms) },
  });
  const call = { headers: { Prefer: 'code=503' }, retries: 2 };
  await expect(impatient.portal.get(call)).rejects.toMatchObject({ status: 503, code: 'service_unavailable' });
  expect(waits).toHaveLength(2);
});

describe('the types', () => {
  type Schemas = components['schemas'];

  test('of values are those of the contract', () => {
    expectTypeOf(client.portal.get).returns.resolves.toEqualTypeOf<Schemas['PortalSnapshot']>();
    expectTypeOf(client.transactions.page).returns.resolves.toEqualTypeOf<Schemas['TransactionList']>();
    expectTypeOf(client.disputes.create).returns.resolves.toEqualTypeOf<Schemas['DisputeCase']>();
    expectTypeOf(client.disputes.create).parameter(0).toEqualTypeOf<Schemas['CreateDisputeRequest']>();
    expectTypeOf(client.settlements.derive).returns.resolves.toEqualTypeOf<Schemas['SettlementDerivation']>();
    expectTypeOf(client.terminal('a').status.get).returns.resolves.toEqualTypeOf<Schemas['TerminalStatus']>();
    expectTypeOf<FleetEvent['type']>().toEqualTypeOf<Schemas['EventType']>();
  });

  test('refuse parameters that an operation does not have', () => {
    type TransactionQuery = NonNullable<Parameters<FleetClient['transactions']['page']>[0]>;
    expectTypeOf<TransactionQuery>().toHaveProperty('sort_by');
    expectTypeOf<{ readonly sort_by: 'amt_comp' }>().toExtend<TransactionQuery>();
    expectTypeOf<{ readonly sort_by: 'amount' }>().not.toExtend<TransactionQuery>();
    expectTypeOf<NonNullable<Parameters<FleetClient['groups']['page']>[0]>>().not.toHaveProperty('sort_by');
  });
});
