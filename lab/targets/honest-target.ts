import type { Transport, TransportRequest, TransportResponse } from '../../conformance/http/client.ts';
import { CATALOG_MEMBERS, EVENTS_BY_FAMILY } from '../../conformance/reading/documents/documented-values.ts';
import type { KeyExpectations } from '../../conformance/relations/key-expectations.ts';
import { type OperationId, operations } from '../../spec/index.ts';

/** The keys of the honest target: a writer, a clerk who sees one of its terminals, and a user of another account. */
export const HONEST_KEYS: ReadonlyMap<string, string> = new Map([
  ['east', 'k-east-0001'],
  ['clerk', 'k-clerk-0002'],
  ['west', 'k-west-0003'],
]);

/** The scope of each key, as a config states it. */
export const HONEST_EXPECTATIONS: KeyExpectations = new Map([
  ['east', { terminals: 3, isAdministrator: true }],
  ['clerk', { terminals: 1, narrowerThan: 'east', mayOnlyRead: true }],
  ['west', { terminals: 2 }],
]);

interface Owner {
  readonly user: string;
  readonly account: string;
  readonly terminals: readonly string[];
  readonly mayWrite: boolean;
}

const OWNERS: Readonly<Record<string, Owner>> = {
  'k-east-0001': {
    user: 'usr_east1',
    account: 'acct_east',
    terminals: ['EA000001', 'EA000002', 'EA000003'],
    mayWrite: true,
  },
  'k-clerk-0002': { user: 'usr_clerk2', account: 'acct_east', terminals: ['EA000001'], mayWrite: false },
  'k-west-0003': { user: 'usr_west3', account: 'acct_west', terminals: ['WE000007', 'WE000008'], mayWrite: true },
};
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  grp_coast: ['EA000001', 'EA000002'],
  grp_hills: ['EA000003'],
  grp_west: ['WE000007'],
};
/** The groups below each group. The parent has the terminals of its subgroups. */
const NESTED: Readonly<Record<string, readonly string[]>> = { grp_all: ['grp_coast', 'grp_hills'] };
const AMOUNTS = ['20.00', '60.00', '100.00', '40.00', '0.00', '200.00'];

/**
 * A small target in memory that implements the documented interface: three terminals of one account and two of another.
 */
export const honestTarget = (): Transport => {
  const opened: Opened = new Map();
  return async (request) => {
    if (request.method !== 'HEAD') return withLength(asTheyHave(request, respond(request, opened)));
    return { ...withLength(respond({ ...request, method: 'GET' }, opened)), body: new Uint8Array() };
  };
};

/** Returns 304 to a client that already has this version. */
function asTheyHave({ headers }: TransportRequest, response: TransportResponse): TransportResponse {
  const had = headers.find(([name]) => name === 'If-None-Match')?.[1];
  const isThat = response.headers.some(([name, value]) => name === 'ETag' && value === had);
  return isThat ? { ...response, status: 304, body: new Uint8Array() } : response;
}

const withLength = (response: TransportResponse): TransportResponse => ({
  ...response,
  headers: [...response.headers, ['Content-Length', String(response.body.length)]],
});

/** The amounts of opened disputes, by transaction. */
type Opened = Map<string, string>;

function respond(request: TransportRequest, opened: Opened): TransportResponse {
  if (request.method === 'GET' && new URL(request.url).pathname === ABOUT) return json({ service: 'fleet portal' });
  const call = route(request) ?? routeFurther(request);
  if (call === undefined) {
    const isThere = METHODS.some((method) => route({ ...request, method }) !== undefined);
    return isThere ? problem(405, [['Allow', 'GET, HEAD, POST']]) : problem(404);
  }
  const { operation, values } = call;
  if (operations[operation].isPublic) return publicAnswer(operation);
  const [key, another] = request.headers
    .filter(([name]) => name.toLowerCase() === 'x-api-key')
    .map(([, value]) => value);
  const owner = key === undefined || another !== undefined ? undefined : OWNERS[key];
  if (owner === undefined) return problem(401, [['WWW-Authenticate', 'ApiKey realm="portal"']]);
  if (operations[operation].access === 'write') {
    if (!owner.mayWrite) return problem(403);
    const body = objectIn(request.body);
    if (body === undefined) return problem(422);
    return operation === 'deriveSettlements'
      ? deriveSettlements(body, owner, opened)
      : openDispute(body, owner, opened);
  }
  const { terminal_id: terminal } = values;
  if (terminal !== undefined && !owner.terminals.includes(terminal)) return problem(404);
  return answer(call, owner, opened);
}

const METHODS = ['GET', 'POST'];

/** A read of one dispute, which only the public document of this target declares. */
const DISPUTE = '/v1/disputes/{dispute_id}';

/** A second path of the locations, which only the public document of this target declares. */
const SITES = '/v1/sites';

function routeFurther({ method, url }: TransportRequest): ParsedCall | undefined {
  const { pathname, searchParams } = new URL(url);
  if (pathname === SITES && method === 'GET') return { operation: 'listLocations', values: {}, query: searchParams };
  const id = /^\/v1\/disputes\/([^/]+)$/.exec(pathname)?.[1];
  if (id === undefined || method !== 'GET') return undefined;
  return { operation: 'listDisputes', values: { dispute_id: id }, query: searchParams };
}

/** An endpoint beyond the documented ones, which the public document lists. */
const ABOUT = '/v1/about';
/** `seq_no` is a filter that only the public document of this target declares. */
const PARAMETERS = ['limit', 'terminal_id', 'group_id', 'sort_by', 'sort_dir', 'seq_no'];

type JsonObject = Readonly<Record<string, unknown>>;

/** Derives one more batch of a customer, once. */
function deriveSettlements(body: JsonObject, owner: Owner, opened: Opened): TransportResponse {
  const terminal = body.terminal_id ?? owner.terminals[0];
  if (!owner.terminals.some((one) => one === terminal)) return problem(422);
  const key = `batch of ${owner.account}`;
  if (opened.has(key)) return json({ batches: [] });
  opened.set(key, owner.account);
  return json({ batches: [batch(owner, DERIVED)] });
}

/** The number of the batch that a derivation adds. */
const DERIVED = 5;

function openDispute(body: JsonObject, owner: Owner, opened: Opened): TransportResponse {
  const id = body.transaction_id;
  const isVisible = owner.terminals.flatMap(listTransactionsOf).some(({ transaction_id }) => transaction_id === id);
  if (typeof id !== 'string' || !isVisible) return problem(422);
  if (opened.has(id)) return problem(409);
  opened.set(id, typeof body.amount === 'string' ? body.amount : '63.00');
  return json({ dispute_id: `dsp_${id}` }, 201);
}

function objectIn(text: string | undefined): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

interface ParsedCall {
  readonly operation: OperationId;
  readonly values: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** Returns the operation of a request and the values of its placeholders. */
export function route({ method, url }: Pick<TransportRequest, 'method' | 'url'>): ParsedCall | undefined {
  const { pathname, searchParams } = new URL(url);
  for (const { operation, method: own, pattern } of ROUTES) {
    const match = own === method ? pattern.exec(pathname) : null;
    if (match !== null) return { operation, values: { ...match.groups }, query: searchParams };
  }
  return undefined;
}

const ROUTES = Object.entries(operations).map(([operation, { method, path }]) => ({
  operation: operation as OperationId, // a key of the table
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+?)')}$`),
}));

function answer({ operation, values, query }: ParsedCall, owner: Owner, opened: Opened): TransportResponse {
  const terminal = values.terminal_id ?? '';
  const transactions = owner.terminals.flatMap(listTransactionsOf);
  switch (operation) {
    case 'getPortal':
      return json(portal(owner));
    case 'getIntegrationCatalog':
      return json({ services: catalog() });
    case 'listTransactions':
      return list(filtered(transactions, query), query, true);
    case 'listTerminalTransactions':
      return list(listTransactionsOf(terminal), query, true);
    case 'getTransactionTimeline': {
      const found = transactions.find(({ transaction_id }) => transaction_id === values.transaction_id);
      return found === undefined
        ? problem(404)
        : json({ transaction_id: found.transaction_id, steps: listStepsOf(found) });
    }
    case 'listSettlements':
      return list(
        [1, 2, 3, 4, ...(opened.has(`batch of ${owner.account}`) ? [DERIVED] : [])].map((number) =>
          batch(owner, number),
        ),
        query,
      );
    case 'listDisputes': {
      const disputes = [...owner.terminals.flatMap(listDisputesOf), ...openedBy(owner, opened)];
      const state = query.get('status');
      if (values.dispute_id === undefined)
        return list(state === null ? disputes : disputes.filter(({ status }) => status === state), query);
      const one = disputes.find(({ dispute_id }) => dispute_id === values.dispute_id);
      return one === undefined ? problem(404) : json(one);
    }
    case 'listLocations':
      return list(owner.terminals.map(location), query);
    case 'getLocation':
      return json(location(terminal));
    case 'getTerminalStatus':
      return json({ terminal_id: terminal, state: getState(terminal), software: { serial: `SN-${terminal}-77` } });
    case 'listConnectors':
      return list(listConnectorsOf(owner), query);
    case 'getConnectorStatus': {
      const found = listConnectorsOf(owner).find(({ connector_id }) => connector_id === values.connector_id);
      return found === undefined ? problem(404) : json(found);
    }
    case 'listTerminalGroups':
      return list(listGroupsOf(owner), query);
    case 'listTerminalCommands':
      return list(listCommandsOf(terminal), query);
    case 'getProvisioningPayload':
    case 'getProvisioningExport':
      if (!owner.mayWrite) return problem(403);
      return json({
        terminal_id: terminal,
        checksum: `sha256:${terminal}-${operation}`,
        keys: { load_method: 'remote', scheme: 'tr34' },
        job: { state: 'completed', finished_at: NEWS.job.at },
      });
    case 'getAccountFeed':
      return feed('Fleet', owner.terminals, ['status', 'transaction', 'journal']);
    case 'getTerminalFeed':
      return feed('Terminal', [terminal], ['status', 'transaction', 'journal', 'queued', 'completed', 'job']);
    default:
      return problem(404);
  }
}

/** The items of feeds about each terminal. */
const NEWS = {
  status: { category: 'Status', text: 'in service', at: '2026-11-01T13:40:12Z' },
  transaction: { category: 'Transactions', text: 'dispensed 60.00', at: '2026-11-02T13:41:12Z' },
  journal: { category: 'Switch journal', text: 'relayed a reply', at: '2026-11-02T13:42:12Z' },
  queued: { category: 'Command', text: 'is asked for its logs', at: '2026-11-02T13:44:12Z' },
  completed: { category: 'Command', text: 'has its logs fetched', at: '2026-11-02T13:43:12Z' },
  job: { category: 'Provisioning', text: 'has revision 3', at: '2026-11-02T13:45:12Z' },
} as const;

const listCommandsOf = (terminal: string) => [
  { command_id: `cmd_${terminal}_1`, terminal_id: terminal, state: 'queued', at: NEWS.queued.at },
  { command_id: `cmd_${terminal}_2`, terminal_id: terminal, state: 'completed', at: NEWS.completed.at },
];

const STATES = ['online', 'degraded', 'offline'] as const;
const getState = (terminal: string) => STATES[Number(terminal.at(-1)) % STATES.length];

/** Formats an instant as local time with its offset. */
const formatLocalTime = (instant: number): string =>
  `${new Date(instant - 5 * 3_600_000).toISOString().slice(0, 19)}-05:00`;

/** The second one is that of the feeds. */
const createTransactions = (terminal: string) =>
  AMOUNTS.map((amount, index) => ({
    transaction_id: `txn_${terminal}_${index}`,
    terminal_id: terminal,
    terminal_datetime: formatLocalTime(Date.parse(NEWS.transaction.at) + (index - 1) * 3_600_000),
    transaction_type: 'withdrawal',
    seq_no: `041${index}`,
    account_type: 'checking',
    ...(index % 3 === 0 ? {} : { emv: 'chip' }),
    response: amount === '0.00' ? '51' : '00',
    amt_req: amount,
    amt_comp: amount,
    sur_req: '3.00',
    sur_comp: '3.00',
  }));

type Transaction = Readonly<ReturnType<typeof createTransactions>[number]>;

const transactionsByTerminal: ReadonlyMap<string, readonly Transaction[]> = new Map(
  Object.values(OWNERS).flatMap(({ terminals }) => terminals.map((id) => [id, createTransactions(id)])),
);

const listTransactionsOf = (terminal: string): readonly Transaction[] => transactionsByTerminal.get(terminal) ?? [];

const listStepsOf = ({ terminal_datetime, terminal_id, seq_no }: Transaction) =>
  ['requested', 'approved', 'dispensed'].map((step, seconds) => ({
    at: new Date(Date.parse(terminal_datetime) + 1000 * seconds).toISOString(),
    detail: `${terminal_id} ${step} for ${seq_no}`,
  }));

function filtered(rows: readonly Transaction[], query: URLSearchParams): Transaction[] {
  const [terminal, group, number] = [query.get('terminal_id'), query.get('group_id'), query.get('seq_no')];
  const members = group === null ? [] : listMembers(group);
  const kept = rows.filter(
    ({ terminal_id, seq_no }) =>
      (terminal === null || terminal_id === terminal) &&
      (group === null || members.includes(terminal_id)) &&
      (number === null || seq_no === number),
  );
  const sign = query.get('sort_dir') === 'asc' ? -1 : 1;
  return query.get('sort_by') === 'amt_comp'
    ? kept.sort((a, b) => sign * (Number(b.amt_comp) - Number(a.amt_comp)))
    : kept;
}

const listMembers = (group: string): readonly string[] =>
  [group, ...(NESTED[group] ?? [])].flatMap((id) => GROUPS[id] ?? []);

const batch = ({ account }: Owner, number: number) => ({
  batch_id: `ach_${account}_${number}`,
  status: 'settled',
  entry_count: { credits: 2, debits: 1, total: 3 },
  credit_total: '100.00',
  debit_total: '25.00',
  net_payout: '75.00',
  timing: { settled_at: '2026-10-30T12:30:00Z' },
});

const listDisputesOf = (terminal: string) =>
  ['resolved', 'open'].map((status) => ({
    dispute_id: `dsp_${terminal}_${status}`,
    status,
    reason_code: 'cash_not_dispensed',
    transaction_id: `txn_${terminal}_1`,
    terminal_id: terminal,
    amount: '63.00',
    due_date: '2026-11-09',
    assignment: null,
    resolution: status === 'resolved' ? { outcome: 'denied' } : null,
    ...(status === 'resolved' ? { reviewer: { user_id: 'usr_1' } } : {}),
  }));

const openedBy = ({ terminals }: Owner, opened: Opened) =>
  terminals.flatMap(listTransactionsOf).flatMap(({ transaction_id, terminal_id }) =>
    opened.has(transaction_id)
      ? listDisputesOf(terminal_id)
          .filter(({ status }) => status === 'open')
          .map((dispute) => ({
            ...dispute,
            dispute_id: `dsp_${transaction_id}`,
            transaction_id,
            amount: opened.get(transaction_id),
          }))
      : [],
  );

const location = (terminal: string) => ({
  location_id: `loc_${terminal}`,
  terminal_ids: [terminal],
  name: `Mini mart of ${terminal}`,
  phone: `+1 555 ${terminal.slice(-6)}`,
  address: `${terminal.slice(-1)} Mill Road, ${terminal.slice(0, 2)}`,
});
const listConnectorsOf = ({ account, terminals }: Owner) =>
  [1, 2].map((number) => ({
    connector_id: number === 1 ? `con_${account}` : `con_${account}_${number}`,
    name: `Host of ${account} ${number}`,
    status: 'up',
    terminal_count: number === 1 ? terminals.length : 0,
  }));

const listGroupsOf = ({ terminals }: Owner) =>
  [...Object.keys(NESTED), ...Object.keys(GROUPS)].flatMap((group_id) => {
    const isVisible = listMembers(group_id).some((terminal) => terminals.includes(terminal));
    const terminal_ids = (GROUPS[group_id] ?? []).filter((terminal) => terminals.includes(terminal));
    const parent = Object.keys(NESTED).find((id) => NESTED[id]?.includes(group_id));
    return isVisible ? [{ group_id, parent_group_id: parent ?? null, terminal_ids }] : [];
  });

function portal(owner: Owner) {
  const empty = {
    users: [],
    recent_forms: [],
    report_catalog: [],
    compliance_vault: {},
    onboarding: {},
    documents: [],
    videos: [],
  };
  return {
    ...empty,
    principal: {
      user_id: owner.user,
      account_id: owner.account,
      email: `${owner.user}@fleet.example`,
      group_ids: listGroupsOf(owner).map((one) => one.group_id),
    },
    account: { account_id: owner.account, name: `Cash machines of ${owner.account}` },
    organization: { branding: {}, dns: {} },
    access_flags: {
      can_derive_settlements: owner.mayWrite,
      can_create_disputes: owner.mayWrite,
      can_view_provisioning: owner.mayWrite,
    },
    terminals: owner.terminals.map((terminal_id) => ({
      terminal_id,
      connector_id: `con_${owner.account}`,
      label: `Counter of ${terminal_id}`,
      serial: `SN-${terminal_id}-77`,
      state: getState(terminal_id),
    })),
    groups: listGroupsOf(owner),
    connectors: listConnectorsOf(owner),
    recent_transactions: owner.terminals.flatMap(listTransactionsOf).slice(0, 5),
    recent_commands: owner.terminals.flatMap(listCommandsOf),
  };
}

function catalog() {
  const paths = Object.values(operations);
  return Object.entries(EVENTS_BY_FAMILY).map(([title, events], index) => ({
    title,
    ...Object.fromEntries(CATALOG_MEMBERS.map((member) => [member, []])),
    webhook_events: events.map((type) => ({ type })),
    ...(index > 0
      ? {}
      : {
          api_endpoints: paths
            .filter(({ path }) => !path.endsWith('.xml'))
            .map(({ method, path }) => ({ method, path })),
          rss_feeds: paths.filter(({ path }) => path.endsWith('.xml')).map(({ path }) => ({ path })),
        }),
  }));
}

/** The totals as the public document explains them. */
const SUMMARY = {
  type: ['object', 'null'],
  properties: {
    total_surcharge: { type: 'string', description: 'Sum of the completed surcharges of all matching rows.' },
    total_withdrawn: {
      type: 'string',
      description: 'Sum of the completed amounts of all matching rows of type withdrawal.',
    },
  },
};

function publicAnswer(operation: OperationId): TransportResponse {
  if (operation === 'getBrandingStatus') return json({ status: 'ready' });
  const paths: Record<string, Record<string, unknown>> = {
    [ABOUT]: { get: { security: [], responses: { '200': { description: 'The service' } } } },
    [SITES]: { get: { responses: { '200': { description: 'The locations' } } } },
    [DISPUTE]: {
      get: {
        parameters: [{ name: 'dispute_id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { '200': { description: 'A dispute' } },
      },
    },
  };
  for (const [id, { method, path, isPublic }] of Object.entries(operations)) {
    const type = path.endsWith('.xml') ? 'application/rss+xml' : 'application/json';
    const row = { type: 'object', properties: { amt_comp: { type: 'string' } } };
    const schema =
      id === 'listTransactions'
        ? { type: 'object', required: ['data'], properties: { data: { type: 'array', items: row }, summary: SUMMARY } }
        : id === 'getTerminalStatus'
          ? { type: 'object', properties: { state: { type: 'string', enum: STATES } } }
          : id === 'createDispute'
            ? { type: 'object' }
            : {};
    const refusal = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } };
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        parameters: [
          ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true })),
          ...(id === 'listTransactions' ? PARAMETERS.map((name) => ({ name, in: 'query' })) : []),
          ...(id === 'listDisputes' ? [STATUS_FILTER] : []),
        ],
        ...(id === 'deriveSettlements' || id === 'createDispute' ? { requestBody: toRequestBody(BODIES[id]) } : {}),
        responses: {
          [id === 'createDispute' ? '201' : '200']: { content: { [type]: { schema } } },
          ...(isPublic ? {} : { '401': refusal }),
        },
        ...(isPublic ? { security: [] } : {}),
      },
    };
  }
  const components = {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    schemas: { Refusal: { type: 'object', required: ['status', 'title'] } },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Fleet', version: '1' },
    servers: [{ url: '/' }],
    paths,
    webhooks: Object.fromEntries(
      Object.values(EVENTS_BY_FAMILY).flatMap((events) => events.map((name) => [name, { post: { responses: {} } }])),
    ),
    components,
    security: [{ key: [] }],
  };
  return json(document, 200, [['Cache-Control', 'public, max-age=300']]);
}

/** A filter of disputes that only the public document of this target declares. */
const STATUS_FILTER = { name: 'status', in: 'query', schema: { type: 'string', enum: ['open', 'resolved'] } };

/** The schemas of the bodies of writes, as the public document declares them. */
const BODIES = {
  deriveSettlements: {
    type: 'object',
    required: ['note'],
    properties: { note: { type: 'string' }, terminal_id: { type: 'string' }, account_id: { type: 'string' } },
  },
  createDispute: {
    type: 'object',
    required: ['transaction_id', 'reason_code'],
    properties: {
      transaction_id: { type: 'string' },
      reason_code: { type: 'string', enum: ['cash_not_dispensed'] },
    },
  },
} as const;

const toRequestBody = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });

function list(rows: readonly object[], query: URLSearchParams, isOfTransactions = false): TransportResponse {
  const call = Number(query.get('limit') ?? 50);
  if (!Number.isInteger(call) || call < 1) return problem(400);
  const limit = call;
  const from = Number(query.get('cursor') ?? 0);
  const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + Number(amount), 0).toFixed(2);
  const transactions = isOfTransactions ? (rows as readonly Transaction[]) : []; // the flag guarantees it
  const summary = {
    total_surcharge: sum(transactions.map(({ sur_comp }) => sur_comp)),
    total_withdrawn: sum(transactions.map(({ amt_comp }) => amt_comp)),
  };
  const next = from + limit < rows.length ? String(from + limit) : null;
  const page = {
    data: rows.slice(from, from + limit),
    page: { next_cursor: next },
    summary: isOfTransactions ? summary : null,
  };
  return json(page, 200, isOfTransactions ? [['X-Total-Count', String(rows.length)]] : []);
}

function feed(title: string, terminals: readonly string[], events: readonly (keyof typeof NEWS)[]): TransportResponse {
  const items = terminals.flatMap((terminal) =>
    events.map((event) => {
      const { category, text, at } = NEWS[event];
      const about = event === 'transaction' ? ` for txn_${terminal}_1` : '';
      return `<item><title>${terminal} ${text}${about}</title><link>https://portal.example/t/${terminal}</link>
<description>Back online &#x26; in service.</description><category>${category}</category>
<guid isPermaLink="false">urn:fleet:news:${terminal}:${event}</guid>
<pubDate>${new Date(at).toUTCString()}</pubDate></item>`;
    }),
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${title}</title><link>https://portal.example/</link><description>Digest</description>
${items.join('\n')}
</channel></rss>`;
  const headers = [
    ['Content-Type', 'application/rss+xml; charset=utf-8'],
    ['ETag', `"${title}-${items.length}"`],
  ] as const;
  return { status: 200, headers, body: Buffer.from(xml) };
}

const json = (value: unknown, status = 200, headers: TransportResponse['headers'] = []): TransportResponse => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: Buffer.from(JSON.stringify(value)),
});

const problem = (status: number, headers: TransportResponse['headers'] = []): TransportResponse => ({
  ...json({ status, title: 'Refused' }, status, headers),
});
