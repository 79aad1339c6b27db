import type { OperationId } from '../../spec/index.ts';

/**
 * A request whose reply is an example in the contract. A JSON Pointer in braces is replaced by a value from the reply of
 * an earlier example: `{listTerminalTransactions/data/0/transaction_id}`.
 */
export interface ExampleRequest {
  /** Path of the file under `spec/examples/`, without its extension. */
  readonly name: string;
  /** Summary of the example in the contract. */
  readonly summary: string;
  readonly operationId: OperationId;
  /** Undefined: the request is sent without a key. */
  readonly key?: string;
  /** Replaces the method of the operation. */
  readonly method?: 'DELETE';
  /** The id in the path, if the path has one. */
  readonly id?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string unchanged. */
  readonly body?: Readonly<Record<string, unknown>> | string;
  readonly status: number;
  /** Names of earlier examples to send first, to the same sandbox. Each write gets its own sandbox. */
  readonly after?: readonly string[];
  /** Bytes to send instead, for a request that `fetch` cannot send. */
  readonly raw?: string;
  /** Time limit of the sandbox for a raw request, in milliseconds. */
  readonly requestTimeoutMs?: number;
  /** Requests per minute. Undefined: no limit. */
  readonly ratePerMinute?: number;
  /** If set, the request body becomes an example in a separate file, with this summary. */
  readonly bodySummary?: string;
}

/** Sent with every request, so that problem documents have constant bytes. */
export const REQUEST_ID = 'req_01K8Z8G2H4J6K8M0N2P4Q6R8ST';

const northway = 'sbx-northway-admin';
const finance = 'sbx-northway-finance';
const disputes = 'sbx-northway-disputes';
const harbor = 'sbx-harbor-admin';
const delgado = 'sbx-delgado-owner';
const terminal = 'NW104233';
const withdrawal = '{listTerminalTransactions/data/0/transaction_id}';

const claim = {
  transaction_id: withdrawal,
  reason_code: 'cash_not_dispensed',
  amount: '{listTerminalTransactions/data/0/amt_comp}',
  network: 'STAR',
  network_case_ref: 'STR-2026-118204',
  description: 'Cardholder received nothing; card returned.',
};

/**
 * Examples of parameters that name objects, as pointers into replies to users of one tenant. The key is the name of a
 * component, or the id of an operation and the name of a parameter that only it has.
 */
export const parameterExamples: Readonly<Record<string, string>> = {
  TerminalIdPath: terminal,
  TransactionIdPath: withdrawal,
  ConnectorIdPath: '{getTerminalStatus/comms/connector_id}',
  'listTransactions/terminal_id': terminal,
  'listTransactions/group_id': '{getLocation/group_ids/0}',
  'listDisputes/status': '{listDisputes/data/0/status}',
  'listDisputes/reason_code': '{listDisputes/data/0/reason_code}',
  'listDisputes/terminal_id': '{listDisputes/data/0/terminal_id}',
};

/** One reply for each operation, kept small by `limit` or by a small tenant. */
const successes: readonly ExampleRequest[] = [
  { name: 'getPortal', summary: 'The owner of two terminals', operationId: 'getPortal', key: delgado, status: 200 },
  {
    name: 'getIntegrationCatalog',
    summary: 'The whole catalog, as an owner may use it',
    operationId: 'getIntegrationCatalog',
    key: delgado,
    status: 200,
  },
  {
    name: 'listTransactions',
    summary: 'The five largest completed amounts',
    operationId: 'listTransactions',
    key: northway,
    query: 'limit=5&sort_by=amt_comp&sort_dir=desc',
    status: 200,
  },
  {
    name: 'listTerminalTransactions',
    summary: 'The three largest completed amounts of one terminal',
    operationId: 'listTerminalTransactions',
    key: northway,
    id: terminal,
    query: 'limit=3&sort_by=amt_comp',
    status: 200,
  },
  {
    name: 'getTransactionTimeline',
    summary: 'A withdrawal from card to cash',
    operationId: 'getTransactionTimeline',
    key: northway,
    id: withdrawal,
    status: 200,
  },
  {
    name: 'listSettlements',
    summary: 'The two latest batches that are paid',
    operationId: 'listSettlements',
    key: delgado,
    query: 'limit=2&status=settled',
    status: 200,
  },
  {
    name: 'deriveSettlements',
    summary: 'A new batch',
    operationId: 'deriveSettlements',
    key: delgado,
    body: {},
    bodySummary: 'The last closed business date of your own account',
    status: 201,
  },
  {
    name: 'deriveSettlements-dry-run',
    summary: 'A dry run for one terminal',
    operationId: 'deriveSettlements',
    key: finance,
    body: { terminal_ids: [terminal], dry_run: true },
    bodySummary: 'A dry run for one terminal',
    status: 200,
  },
  {
    name: 'listDisputes',
    summary: 'The three latest cases',
    operationId: 'listDisputes',
    key: disputes,
    query: 'limit=3',
    status: 200,
  },
  {
    name: 'createDispute',
    summary: 'A new case',
    operationId: 'createDispute',
    key: disputes,
    headers: { 'Idempotency-Key': 'first-try' },
    body: claim,
    bodySummary: 'A withdrawal that gave no cash',
    status: 201,
  },
  {
    name: 'listLocations',
    summary: 'The places of two terminals',
    operationId: 'listLocations',
    key: delgado,
    status: 200,
  },
  {
    name: 'getLocation',
    summary: 'The location of one terminal',
    operationId: 'getLocation',
    key: northway,
    id: terminal,
    status: 200,
  },
  {
    name: 'getTerminalStatus',
    summary: 'A terminal that runs low on cash',
    operationId: 'getTerminalStatus',
    key: northway,
    id: terminal,
    status: 200,
  },
  {
    name: 'listConnectors',
    summary: 'The connectors of an affiliate',
    operationId: 'listConnectors',
    key: harbor,
    status: 200,
  },
  {
    name: 'getConnectorStatus',
    summary: 'A gateway whose certificate expires soon',
    operationId: 'getConnectorStatus',
    key: northway,
    id: 'con_tls_gateway',
    status: 200,
  },
  {
    name: 'listTerminalGroups',
    summary: 'The groups of an affiliate',
    operationId: 'listTerminalGroups',
    key: harbor,
    status: 200,
  },
  {
    name: 'listTerminalCommands',
    summary: 'The three latest commands',
    operationId: 'listTerminalCommands',
    key: northway,
    id: terminal,
    query: 'limit=3',
    status: 200,
  },
  {
    name: 'getProvisioningPayload',
    summary: 'The configuration of a terminal',
    operationId: 'getProvisioningPayload',
    key: northway,
    id: terminal,
    status: 200,
  },
  {
    name: 'getProvisioningExport',
    summary: 'The sheet for an installer',
    operationId: 'getProvisioningExport',
    key: northway,
    id: terminal,
    status: 200,
  },
  {
    name: 'getAccountFeed',
    summary: 'The feed of a shopkeeper',
    operationId: 'getAccountFeed',
    key: 'sbx-northway-store',
    status: 200,
  },
  {
    name: 'getTerminalFeed',
    summary: 'A quiet terminal',
    operationId: 'getTerminalFeed',
    key: delgado,
    id: 'DG000202',
    status: 200,
  },
  {
    name: 'getBrandingStatus',
    summary: 'The answer of the platform itself',
    operationId: 'getBrandingStatus',
    status: 200,
  },
];

/** One reply for each problem code, and one more if two operations return the same code for different reasons. */
const refusals: readonly ExampleRequest[] = [
  {
    name: 'problems/unknown_parameter',
    summary: 'A misspelt parameter',
    operationId: 'listTransactions',
    key: northway,
    query: 'sortBy=amt_comp',
    status: 400,
  },
  {
    name: 'problems/invalid_parameter',
    summary: 'Two parameters out of their values',
    operationId: 'listTransactions',
    key: northway,
    query: 'limit=1000&sort_by=amount',
    status: 400,
  },
  {
    name: 'problems/cursor_mismatch',
    summary: 'A cursor of a list in another order',
    operationId: 'listTransactions',
    key: northway,
    query: 'limit=5&cursor={listTransactions/page/next_cursor}',
    status: 400,
  },
  {
    name: 'problems/malformed_json',
    summary: 'A body that is cut off',
    operationId: 'createDispute',
    key: disputes,
    body: '{"transaction_id": "txn_',
    status: 400,
  },
  {
    name: 'problems/invalid_idempotency_key',
    summary: 'An idempotency key with a space',
    operationId: 'createDispute',
    key: disputes,
    headers: { 'Idempotency-Key': 'first try' },
    body: claim,
    status: 400,
  },
  { name: 'problems/missing_api_key', summary: 'No key', operationId: 'getPortal', status: 401 },
  {
    name: 'problems/invalid_api_key',
    summary: 'A key that has expired',
    operationId: 'getPortal',
    key: 'sbx-northway-expired',
    status: 401,
  },
  {
    name: 'problems/insufficient_privilege',
    summary: 'A technician requests settlements',
    operationId: 'listSettlements',
    key: 'sbx-northway-tech',
    status: 403,
  },
  {
    name: 'problems/not_found',
    summary: 'A terminal that is out of scope or does not exist',
    operationId: 'getLocation',
    key: delgado,
    id: terminal,
    status: 404,
  },
  {
    name: 'problems/method_not_allowed',
    summary: 'A method that the path does not have',
    operationId: 'listDisputes',
    method: 'DELETE',
    key: northway,
    status: 405,
  },
  {
    name: 'problems/not_acceptable',
    summary: 'A client that accepts only HTML',
    operationId: 'getPortal',
    key: northway,
    headers: { Accept: 'text/html' },
    status: 406,
  },
  {
    name: 'problems/settlement_locked',
    summary: 'A business date that is paid',
    operationId: 'deriveSettlements',
    key: finance,
    body: { business_date: '2026-10-27' },
    status: 409,
  },
  {
    name: 'problems/dispute_exists',
    summary: 'A second case about one transaction',
    operationId: 'createDispute',
    key: disputes,
    body: claim,
    after: ['createDispute'],
    status: 409,
  },
  {
    name: 'problems/idempotency_in_progress',
    summary: 'A repetition that came too early',
    operationId: 'createDispute',
    key: disputes,
    headers: { Prefer: 'code=409' },
    body: claim,
    status: 409,
  },
  {
    name: 'problems/payload_too_large',
    summary: 'A body of more than 64 KiB',
    operationId: 'createDispute',
    key: disputes,
    body: { ...claim, description: 'x'.repeat(70_000) },
    status: 413,
  },
  {
    name: 'problems/unsupported_media_type',
    summary: 'A form',
    operationId: 'createDispute',
    key: disputes,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'reason_code=cash_not_dispensed',
    status: 415,
  },
  {
    name: 'problems/validation_failed',
    summary: 'A misspelt member and a missing one',
    operationId: 'createDispute',
    key: disputes,
    body: { transaction_id: withdrawal, reason_code: 'no_cash', ammount: '20.00' },
    status: 422,
  },
  {
    name: 'problems/idempotency_key_reused',
    summary: 'A key that was used with another request',
    operationId: 'createDispute',
    key: disputes,
    headers: { 'Idempotency-Key': 'first-try' },
    body: { ...claim, amount: '20.00' },
    after: ['createDispute'],
    status: 422,
  },
  {
    name: 'problems/rate_limited',
    summary: 'One request too many',
    operationId: 'listTerminalGroups',
    key: harbor,
    ratePerMinute: 1,
    after: ['listTerminalGroups'],
    status: 429,
  },
  {
    name: 'problems/malformed_request',
    summary: 'A request without Host',
    operationId: 'getPortal',
    raw: `GET /v1/portal HTTP/1.1\r\nX-Request-Id: ${REQUEST_ID}\r\n\r\n`,
    status: 400,
  },
  {
    name: 'problems/request_timeout',
    summary: 'A body that does not come',
    operationId: 'createDispute',
    raw: [
      'POST /v1/disputes HTTP/1.1',
      'Host: sandbox.example',
      `X-API-Key: ${disputes}`,
      `X-Request-Id: ${REQUEST_ID}`,
      'Content-Type: application/json',
      'Content-Length: 200',
      '\r\n{',
    ].join('\r\n'),
    requestTimeoutMs: 500,
    status: 408,
  },
  {
    name: 'problems/headers_too_large',
    summary: 'A header that is too long',
    operationId: 'listTerminalGroups',
    key: harbor,
    headers: { 'If-None-Match': '"x"'.repeat(700) },
    status: 431,
  },
  {
    name: 'problems/internal_error',
    summary: 'A server error, requested with Prefer',
    operationId: 'getPortal',
    key: northway,
    headers: { Prefer: 'code=500' },
    status: 500,
  },
  {
    name: 'problems/service_unavailable',
    summary: 'An outage, requested with Prefer',
    operationId: 'getPortal',
    key: northway,
    headers: { Prefer: 'code=503' },
    status: 503,
  },
  {
    name: 'problems/insufficient_storage',
    summary: 'A full disk, requested with Prefer',
    operationId: 'createDispute',
    key: disputes,
    headers: { Prefer: 'code=507' },
    body: claim,
    status: 507,
  },
];

/** All example requests, each after those whose values it uses. */
export const exampleRequests: readonly ExampleRequest[] = [...successes, ...refusals];
