import supertest, { type Response, type Test } from 'supertest';
import { describe, expect, test } from 'vitest';
import { type SandboxOperationId, sandboxOperations } from '../../../../spec/sandbox-contract.ts';
import { listMembers, locateOperation } from '../../contract/contract-paths.ts';
import { MAX_BODY_BYTES } from '../../request/4-input/request-body.ts';
import { createTestApp, keys } from '../../testing/test-app.ts';

/*
 * Each operation on destinations, deliveries and inboxes returns every refusal that the contract declares for it.
 * Other tests cover 409 (depends on the state), 408 and 431 (sent before the application), 500 and 507 (server
 * faults), and 503 (the database cannot be reached).
 */
const covered: readonly number[] = [408, 409, 431, 500, 503, 507];

const sharedApp = createTestApp();

interface TestRequest {
  readonly key?: string | undefined;
  /** Replaces the method of the operation. */
  readonly method?: 'options';
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly ratePerMinute?: number;
}

const ids: Readonly<Record<string, string>> = {
  destination_id: `dst_${'0'.repeat(26)}`,
  subscription_id: `sub_${'0'.repeat(26)}`,
  delivery_id: `dlv_${'0'.repeat(26)}`,
  token: 'x'.repeat(22),
};

const operationIds = (Object.keys(sandboxOperations) as SandboxOperationId[]).filter((id) =>
  /^\/sandbox\/(destinations|deliveries|inbox)/.test(sandboxOperations[id].path),
);
const hasBody = (id: SandboxOperationId): boolean => !['GET', 'DELETE'].includes(sandboxOperations[id].method);

/** Valid bodies. */
const validBodies: Partial<Record<SandboxOperationId, object>> = {
  changeDestination: { name: 'x' },
  recoverDestination: { since: '2026-11-02T15:00:00Z' },
  changeSubscription: { types: null },
  reportAttempt: { attempt_token: 'x', status: 200, total_ms: 1 },
  setInboxAnswers: { answers: [] },
};
const createValidBody = (id: SandboxOperationId): string => JSON.stringify(validBodies[id] ?? {});

function findRequest(id: SandboxOperationId, status: number): TestRequest | undefined {
  switch (status) {
    case 400:
      return hasBody(id) ? { body: '{' } : { query: '?unheard_of=1' };
    case 401:
      return { key: undefined };
    case 403:
      return { key: keys.audit };
    case 404:
      return {};
    case 405:
      return { method: 'options' }; // the control plane does not answer preflight requests
    case 406:
      return { headers: { Accept: 'text/html' } };
    case 413:
      return { body: JSON.stringify({ name: 'x'.repeat(sandboxOperations[id].maxBodyBytes ?? MAX_BODY_BYTES) }) };
    case 415:
      return { headers: { 'Content-Type': 'text/plain' } };
    case 422:
      return { body: '{"unheard_of":1}' };
    case 429:
      return { ratePerMinute: 1 };
    default:
      return undefined;
  }
}

async function sendRequest(id: SandboxOperationId, testRequest: TestRequest): Promise<Response> {
  const { method, path } = sandboxOperations[id];
  const { app } =
    testRequest.ratePerMinute === undefined ? sharedApp : createTestApp({ ratePerMinute: testRequest.ratePerMinute });
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '') + (testRequest.query ?? '');
  const own = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'; // the methods of the contract
  const key = 'key' in testRequest ? testRequest.key : keys.delgado;
  const send = (): Test => {
    const request = supertest(app)[testRequest.method ?? own](address).set('Host', 'localhost');
    if (key !== undefined) request.set('X-API-Key', key);
    if (hasBody(id)) request.set('Content-Type', 'application/json');
    request.set(testRequest.headers ?? {});
    return hasBody(id) ? request.send(testRequest.body ?? createValidBody(id)) : request;
  };
  if (testRequest.ratePerMinute !== undefined) await send();
  return send();
}

const declared = operationIds.flatMap((id) =>
  listMembers([...locateOperation(id), 'responses'])
    .map(Number)
    .filter((status) => status >= 400 && !covered.includes(status))
    .map((status) => [id, status] as const),
);

describe('refusals of webhook operations', () => {
  test('covers every operation on webhooks', () => {
    expect(operationIds).toHaveLength(27);
    expect(new Set(declared.map(([id]) => id))).toEqual(new Set(operationIds));
    expect(declared.length).toBeGreaterThan(150);
  });

  test.each(declared)('%s returns %i', async (id, status) => {
    const testRequest = findRequest(id, status);
    if (testRequest === undefined)
      throw new Error(`the contract declares ${status}, but this table has no request for it`);
    const { body, headers, status: got } = await sendRequest(id, testRequest);
    expect({ got, type: headers['content-type'], status: body.status }).toEqual({
      got: status,
      type: 'application/problem+json; charset=utf-8',
      status,
    });
    expect(headers['cache-control']).toBe('no-store');
  });
});
