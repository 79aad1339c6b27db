import supertest, { type Response, type Test } from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract, type OperationId, type OperationPrivilege, operations } from '../../../spec/index.ts';
import { createTestApp, keys } from '../testing/test-app.ts';

/*
 * Reaches every status that the contract declares, for each operation: with a request that a client could send, or
 * with `Prefer: code=` where no client request can cause the status.
 */

const readOnlyApp = createTestApp();

interface TestRequest {
  readonly key?: string | undefined;
  readonly id?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the method of the operation. */
  readonly method?: 'patch';
  /** The body of a write. Text is sent unchanged. */
  readonly body?: object | string;
  /** Sends the same request once before. */
  readonly isRepeated?: true;
  readonly ratePerMinute?: number;
}

const ids: Readonly<Record<string, string>> = {
  terminal_id: 'NW104233',
  connector_id: 'con_lte_gateway',
  transaction_id: '', // set below from a list of the server
};

/** A valid dispute, set below from a list of the server. */
let claim: object = {};

beforeAll(async () => {
  const list = await supertest(readOnlyApp.app)
    .get('/v1/terminals/NW104233/transactions?limit=1&sort_by=amt_comp')
    .set('X-API-Key', keys.admin);
  const [row] = list.body.data;
  Object.assign(ids, { transaction_id: row.transaction_id });
  claim = { transaction_id: row.transaction_id, reason_code: 'cash_not_dispensed', amount: row.amt_comp };
});

const isWrite = (operationId: OperationId): boolean => operations[operationId].method === 'POST';

/** Returns a valid body. */
const createValidBody = (operationId: OperationId): object => (operationId === 'createDispute' ? claim : {});

/** A key that sees the resource but lacks the privilege; undefined if every role has it. */
const withoutPrivilege: Readonly<Record<OperationPrivilege, string | undefined>> = {
  none: undefined,
  view_terminals: undefined,
  view_transactions: undefined,
  view_settlements: keys.tech,
  derive_settlements: keys.audit,
  view_disputes: keys.tech,
  create_disputes: keys.finance,
  view_connectors: keys.store,
  view_commands: keys.store,
  view_provisioning: keys.store,
};

const createPreferHeader = (status: number): TestRequest => ({ headers: { Prefer: `code=${status}` } });

/** Returns a request that causes the status; undefined if the table has none. */
function findRequest(operationId: OperationId, status: number): TestRequest | undefined {
  const { privilege } = operations[operationId];
  switch (status) {
    case 200:
      return operationId === 'deriveSettlements' ? { body: { dry_run: true } } : {};
    case 201:
      return {};
    case 304:
      return { headers: { 'If-None-Match': '*' } };
    case 400:
      return isWrite(operationId) ? { body: '{' } : { query: '?unheard_of=1' };
    case 401:
      return { key: undefined };
    case 403:
      return withoutPrivilege[privilege] === undefined ? createPreferHeader(403) : { key: withoutPrivilege[privilege] };
    case 404:
      return { id: 'ZZ999999' };
    case 405:
      return { method: 'patch' };
    case 406:
      return { headers: { Accept: 'text/html' } };
    case 409:
      return operationId === 'createDispute' ? { isRepeated: true } : { body: { business_date: '2026-10-27' } };
    case 413:
      return { body: { memo: 'x'.repeat(70_000) } };
    case 415:
      return { headers: { 'Content-Type': 'text/plain' } };
    case 422:
      return { body: { unheard_of: 1 } };
    case 429:
      return { ratePerMinute: 1, isRepeated: true };
    case 408:
    case 431:
    case 500:
    case 503:
    case 507:
      return createPreferHeader(status);
    default:
      return undefined;
  }
}

async function sendRequest(operationId: OperationId, testRequest: TestRequest): Promise<Response> {
  const { method, path } = operations[operationId];
  const { id, query = '', headers = {}, body = createValidBody(operationId), ratePerMinute } = testRequest;
  const { app } = method === 'GET' && ratePerMinute === undefined ? readOnlyApp : createTestApp({ ratePerMinute });
  const address = path.replace(/\{(\w+)\}/, (_, name: string) => id ?? ids[name] ?? '') + query;
  const key = 'key' in testRequest ? testRequest.key : keys.admin;
  const send = (): Test => {
    const verb = testRequest.method ?? (method === 'GET' ? 'get' : 'post');
    const request = supertest(app)[verb](address);
    if (key !== undefined) request.set('X-API-Key', key);
    if (method === 'POST') request.set('Content-Type', 'application/json');
    request.set(headers);
    return method === 'GET' ? request : request.send(typeof body === 'string' ? body : JSON.stringify(body));
  };
  if (testRequest.isRepeated === true) expect((await send()).status).toBeLessThan(300);
  return send();
}

const declared = (Object.keys(operations) as OperationId[]).flatMap((operationId) => {
  const { path, method } = operations[operationId];
  const operation = contract.paths[path]?.[method === 'GET' ? 'get' : 'post'];
  return Object.keys(operation?.responses ?? {}).map((status) => [operationId, Number(status)] as const);
});

describe('declared statuses', () => {
  test('covers all operations', () => {
    expect(new Set(declared.map(([operationId]) => operationId)).size).toBe(22);
    expect(declared.length).toBeGreaterThan(200);
    expect(findRequest('getPortal', 418)).toBeUndefined();
  });

  test.each(declared)('%s returns %i', async (operationId, status) => {
    const testRequest = findRequest(operationId, status);
    if (testRequest === undefined)
      throw new Error(`the contract declares ${status}, but this table has no request for it`);
    const response = await sendRequest(operationId, testRequest);
    expect(response.status).toBe(status);
    expect(response.headers['content-type']?.replace(/;.*/, '')).toBe(getExpectedMediaType(operationId, status));
    if (status >= 400) expect(response.body.status).toBe(status);
  });

  test('uses Prefer only for statuses that no client request can cause', () => {
    const requested = declared.filter(
      ([operationId, status]) => findRequest(operationId, status)?.headers?.Prefer !== undefined,
    );
    const beforeTheApp = declared.filter(([, status]) => status === 408 || status === 431);
    const client = requested.filter(([, status]) => status < 500 && status !== 408 && status !== 431);
    const writes = declared.filter(([, status]) => status === 507);
    expect(beforeTheApp).toHaveLength(44);
    expect(writes.map(([operationId]) => operationId)).toEqual(['deriveSettlements', 'createDispute']);
    expect(requested.length).toBe(44 + beforeTheApp.length + writes.length + client.length);
    const open: readonly OperationPrivilege[] = ['view_terminals', 'view_transactions'];
    expect(client.filter(([, status]) => status === 403).map(([operationId]) => operationId)).toEqual(
      declared
        .filter(([operationId, status]) => status === 403 && open.includes(operations[operationId].privilege))
        .map(([operationId]) => operationId),
    );
    expect(client.filter(([, status]) => status !== 403)).toEqual([]);
  });

  test('returns 405 for a wrong method and 204 for a preflight on every path', async () => {
    const { app } = readOnlyApp;
    const paths = [...new Set(Object.values(operations).map(({ path }) => path.replace(/\{\w+\}/, 'NW104233')))];
    expect(paths).toHaveLength(21);
    for (const path of paths) {
      expect((await supertest(app).patch(path)).status, path).toBe(405);
      expect((await supertest(app).options(path)).status, path).toBe(204);
    }
  });
});

function getExpectedMediaType(operationId: OperationId, status: number): string | undefined {
  if (status === 304) return undefined;
  if (status >= 400) return 'application/problem+json';
  return operations[operationId].path.endsWith('.xml') ? 'application/rss+xml' : 'application/json';
}
