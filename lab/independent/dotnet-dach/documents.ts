// @ts-nocheck: written without noUncheckedIndexedAccess
// The published documents: integration catalog and public OpenAPI document.
type F = (id: string) => boolean;
interface Endpoint {
  method: 'get' | 'post';
  path: string;
  family: string;
  summary: string;
  schema: string;
  query?: string[];
  isPublic?: boolean;
  body?: string;
  xml?: boolean;
}
export const endpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/v1/portal',
    family: 'account',
    summary: 'Scoped portal snapshot of the current user',
    schema: 'PortalSnapshot',
  },
  {
    method: 'get',
    path: '/v1/integrations/catalog',
    family: 'integration',
    summary: 'Grouped inventory of the integration surface',
    schema: 'CatalogList',
  },
  {
    method: 'get',
    path: '/v1/integrations/public-openapi.json',
    family: 'integration',
    summary: 'Public OpenAPI document',
    schema: 'OpenApiDocument',
    isPublic: true,
  },
  {
    method: 'get',
    path: '/v1/transactions',
    family: 'transactions',
    summary:
      'Scoped transaction rows and a summary. count and summary cover all rows that match the filters, not only the returned page',
    schema: 'TransactionList',
    query: ['limit', 'skip', 'terminal_id', 'group_id', 'sort_by', 'sort_dir'],
  },
  {
    method: 'get',
    path: '/v1/transactions/{transaction_id}/timeline',
    family: 'transactions',
    summary: 'Timeline of one transaction',
    schema: 'TransactionTimeline',
  },
  {
    method: 'get',
    path: '/v1/settlements',
    family: 'settlements',
    summary: 'Scoped ACH settlement batches, of the accounts whose terminals the user sees all',
    schema: 'SettlementList',
    query: ['limit', 'skip'],
  },
  {
    method: 'post',
    path: '/v1/settlements/derive',
    family: 'settlements',
    summary: 'Derives the batch of one account and business date; role Administrator',
    schema: 'Settlement',
    body: 'DeriveSettlementRequest',
  },
  {
    method: 'get',
    path: '/v1/disputes',
    family: 'settlements',
    summary: 'Scoped dispute cases',
    schema: 'DisputeList',
    query: ['limit', 'skip'],
  },
  {
    method: 'post',
    path: '/v1/disputes',
    family: 'settlements',
    summary: 'Opens a dispute case; roles Administrator and DisputeManager',
    schema: 'Dispute',
    body: 'CreateDisputeRequest',
  },
  {
    method: 'get',
    path: '/v1/locations',
    family: 'terminals',
    summary: 'Locations of the visible terminals',
    schema: 'LocationList',
    query: ['limit', 'skip'],
  },
  {
    method: 'get',
    path: '/v1/locations/{terminal_id}',
    family: 'terminals',
    summary: 'One location by terminal',
    schema: 'Location',
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/status-monitoring',
    family: 'terminals',
    summary: 'Terminal status and telemetry',
    schema: 'TerminalStatusMonitoring',
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/transactions',
    family: 'transactions',
    summary: 'Transactions of one terminal',
    schema: 'TransactionList',
    query: ['limit', 'skip', 'sort_by', 'sort_dir'],
  },
  {
    method: 'get',
    path: '/v1/connectors',
    family: 'rms',
    summary: 'Connectors that serve visible terminals',
    schema: 'ConnectorList',
    query: ['limit', 'skip'],
  },
  {
    method: 'get',
    path: '/v1/connectors/{connector_id}/status',
    family: 'rms',
    summary: 'Status of one connector',
    schema: 'ConnectorStatus',
  },
  {
    method: 'get',
    path: '/v1/terminal-groups',
    family: 'terminals',
    summary: 'Terminal groups with visible terminals',
    schema: 'TerminalGroupList',
    query: ['limit', 'skip'],
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/commands',
    family: 'rms',
    summary: 'Commands of one terminal',
    schema: 'CommandList',
    query: ['limit', 'skip'],
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/provisioning-payload',
    family: 'rms',
    summary: 'Provisioning payload of one terminal',
    schema: 'ProvisioningPayload',
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/provisioning-export',
    family: 'rms',
    summary: 'Provisioning export of one terminal',
    schema: 'ProvisioningExport',
  },
  {
    method: 'get',
    path: '/v1/feeds/account.xml',
    family: 'account',
    summary: 'Account RSS feed',
    schema: '',
    xml: true,
  },
  {
    method: 'get',
    path: '/v1/feeds/terminals/{terminal_id}.xml',
    family: 'terminals',
    summary: 'Per-terminal RSS feed',
    schema: '',
    xml: true,
  },
  {
    method: 'get',
    path: '/v1/public/branding-status',
    family: 'integration',
    summary: 'Public status of branding and docs-host readiness',
    schema: 'BrandingStatus',
    isPublic: true,
  },
];
const accountFeed = { path: '/v1/feeds/account.xml', title: 'Account feed', contentType: 'application/rss+xml' };
const terminalFeed = {
  path: '/v1/feeds/terminals/{terminal_id}.xml',
  title: 'Terminal feed',
  contentType: 'application/rss+xml',
};
const families: [string, string, string[], string[], object[], string[]][] = [
  [
    'account',
    'Account and fleet snapshot',
    ['Dashboard', 'Organization'],
    ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    [accountFeed],
    ['Call /v1/portal first.'],
  ],
  [
    'terminals',
    'Terminals, locations, telemetry',
    ['Terminals', 'Locations', 'Groups'],
    ['heartbeat_stale', 'cash_low', 'cash_out', 'dispenser_fault', 'compliance_expiration', 'location_risk_change'],
    [accountFeed, terminalFeed],
    ['Only visible terminals are listed.'],
  ],
  [
    'transactions',
    'Transactions and processor activity',
    ['Transactions'],
    ['decline_spike', 'approval_rate_drop', 'reversal_spike', 'high_decline_velocity', 'repeated_same_card_attempt'],
    [accountFeed, terminalFeed],
    ['Rows carry no card data.'],
  ],
  [
    'rms',
    'RMS, commands, connectors, provisioning',
    ['Commands', 'Connectors', 'Provisioning'],
    ['command_failed', 'provisioning_failed'],
    [terminalFeed],
    ['Configuration changes need an administrator.'],
  ],
  [
    'settlements',
    'Settlements, payouts, disputes',
    ['Settlements', 'Disputes'],
    ['settlement_mismatch'],
    [],
    ['Write paths need a higher role.'],
  ],
  [
    'compliance',
    'Compliance vault and onboarding',
    ['Compliance vault', 'Onboarding', 'Documents', 'Videos'],
    ['compliance_expiration', 'location_risk_change'],
    [],
    ['Available only through the portal snapshot.'],
  ],
  [
    'integration',
    'Integration surface',
    ['Developers'],
    [],
    [],
    ['The OpenAPI document and the branding status are public.'],
  ],
];
export function catalog(f: F): object {
  const value = families.map(([service, displayName, portal_surfaces, events, feeds, notes]) => {
    const group: Record<string, unknown> = {
      service,
      displayName,
      portal_surfaces,
      api_endpoints: endpoints
        .filter((e) => e.family === service)
        .map((e) => ({
          method: e.method.toUpperCase(),
          path: f('catalog-path-unversioned') && e.path.includes('provisioning') ? e.path.slice(3) : e.path,
          summary: e.summary,
          isPublic: e.isPublic ?? false,
        }))
        .filter((e) => !(f('catalog-post-endpoints-missing') && e.method === 'POST')),
      webhook_events: f('catalog-events-deduplicated') && service === 'compliance' ? [] : events,
      rss_feeds: f('catalog-terminal-feed-unlisted') && service === 'rms' ? [] : feeds,
      notes,
    };
    if (f('catalog-notes-absent') && service === 'integration') delete group.notes;
    return group;
  });
  return { value, nextLink: null, count: value.length };
}

type S = Record<string, unknown>;
const str: S = { type: 'string' },
  int: S = { type: 'integer', format: 'int32' },
  dec: S = { type: 'number', format: 'decimal' },
  bool: S = { type: 'boolean' };
const time: S = { type: 'string', format: 'date-time' },
  date: S = { type: 'string', format: 'date' };
const nul = (s: S): S => (s.$ref ? { allOf: [s], nullable: true } : { ...s, nullable: true });
const en = (...v: string[]): S => ({ type: 'string', enum: v });
const ref = (n: string): S => ({ $ref: '#/components/schemas/' + n });
const arr = (items: S): S => ({ type: 'array', items });
const obj = (properties: Record<string, S>, optional: string[] = []): S => ({
  type: 'object',
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
  properties,
  additionalProperties: false,
});
const list = (n: string, more: Record<string, S> = {}): S =>
  obj({ value: arr(ref(n)), nextLink: nul(str), count: int, ...more });
const person = obj({ userId: int, displayName: str });
const schemas: Record<string, S> = {
  Transaction: obj(
    {
      id: int,
      terminalId: int,
      terminalDateTime: time,
      type: en('Withdrawal', 'Reversal', 'BalanceInquiry', 'PinChange'),
      sequenceNumber: int,
      accountType: en('Checking', 'Savings', 'Credit'),
      emvIndicator: en('Chip', 'Contactless', 'Fallback'),
      response: en('Approved', 'Declined'),
      responseCode: str,
      amountRequested: dec,
      amountCompleted: dec,
      surchargeRequested: dec,
      surchargeCompleted: dec,
      currency: str,
    },
    ['emvIndicator'],
  ),
  TransactionSummary: obj({ totalSurcharge: dec, totalWithdrawn: dec, currency: str }),
  TransactionList: list('Transaction', { summary: ref('TransactionSummary') }),
  TransactionTimeline: obj({
    transactionId: int,
    terminalId: int,
    relatedTransactionId: nul(int),
    value: arr(obj({ at: time, stage: en('Started', 'SentToHost', 'HostAnswered', 'Finished'), text: str })),
    nextLink: nul(str),
    count: int,
  }),
  Settlement: obj({
    id: int,
    accountId: int,
    status: en('Pending', 'Submitted', 'Settled', 'Returned'),
    businessDate: date,
    entryCounts: obj({ total: int, credit: int, debit: int }),
    creditTotal: dec,
    debitTotal: dec,
    netPayout: dec,
    currency: str,
    createdAt: time,
    cutoffAt: time,
    submittedAt: nul(time),
    settledAt: nul(time),
  }),
  SettlementList: list('Settlement'),
  DeriveSettlementRequest: obj({ accountId: int, businessDate: date }),
  Dispute: obj({
    id: int,
    status: en('New', 'Assigned', 'InReview', 'Resolved'),
    reasonCode: ref('DisputeReason'),
    transactionId: int,
    terminalId: int,
    amount: dec,
    currency: str,
    dueDate: date,
    openedAt: time,
    note: nul(str),
    assignedTo: nul(person),
    assignedAt: nul(time),
    resolution: nul(en('Accepted', 'Denied')),
    resolvedAt: nul(time),
    resolutionNote: nul(str),
    reviewer: nul(obj({ userId: int, displayName: str, reviewedAt: time })),
  }),
  DisputeReason: en('CashNotDispensed', 'PartialDispense', 'DuplicateCharge', 'Unauthorized'),
  DisputeList: list('Dispute'),
  CreateDisputeRequest: obj(
    {
      transactionId: int,
      reasonCode: ref('DisputeReason'),
      amount: { ...dec, description: 'More than 0, at most the requested amount of the transaction' },
      note: nul(str),
    },
    ['note'],
  ),
  Location: obj({
    id: int,
    terminalId: int,
    name: str,
    street: str,
    postalCode: str,
    city: str,
    countryCode: str,
    latitude: { type: 'number' },
    longitude: { type: 'number' },
    riskLevel: en('Low', 'Medium', 'High'),
  }),
  LocationList: list('Location'),
  Terminal: obj({
    id: int,
    accountId: int,
    name: str,
    serialNumber: str,
    model: str,
    status: en('Online', 'Offline', 'Fault'),
    connectorId: int,
    groupIds: arr(int),
    lastHeartbeatAt: time,
  }),
  TerminalStatusMonitoring: obj({
    terminalId: int,
    status: en('Online', 'Offline', 'Fault'),
    lastHeartbeatAt: time,
    isHeartbeatStale: bool,
    telemetry: obj({
      cashRemaining: dec,
      cashCapacity: dec,
      dispenser: en('Ok', 'Fault'),
      printer: en('Ok', 'PaperLow'),
      firmwareVersion: str,
    }),
    openAlerts: arr(obj({ id: int, event: str, severity: en('Warning', 'Critical'), raisedAt: time, message: str })),
  }),
  Connector: obj({
    id: int,
    name: str,
    kind: en('Processor', 'Telemetry'),
    host: str,
    terminalIds: arr(int),
    terminalCount: int,
  }),
  ConnectorList: list('Connector'),
  ConnectorStatus: obj({
    connectorId: int,
    state: en('Connected', 'Degraded', 'Down'),
    latencyMs: int,
    lastMessageAt: time,
    terminals: arr(obj({ terminalId: int, status: en('Online', 'Offline', 'Fault') })),
    terminalCount: int,
  }),
  TerminalGroup: obj({ id: int, name: str, terminalIds: arr(int), terminalCount: int }),
  TerminalGroupList: list('TerminalGroup'),
  Command: obj({
    id: int,
    terminalId: int,
    type: str,
    status: en('Queued', 'Completed', 'Failed'),
    requestedBy: str,
    queuedAt: time,
    completedAt: nul(time),
    resultText: nul(str),
  }),
  CommandList: list('Command'),
  ProvisioningPayload: obj({
    terminalId: int,
    serialNumber: str,
    model: str,
    packageVersion: str,
    generatedAt: time,
    parameters: obj({
      hostName: str,
      hostPort: int,
      currency: str,
      surcharge: dec,
      language: str,
      heartbeatSeconds: int,
    }),
  }),
  ProvisioningJob: obj({
    id: int,
    terminalId: int,
    type: str,
    status: en('Running', 'Succeeded', 'Failed'),
    createdAt: time,
    finishedAt: nul(time),
    packageVersion: str,
  }),
  ProvisioningExport: obj({
    terminalId: int,
    fileName: str,
    format: en('Json'),
    exportedAt: time,
    payload: ref('ProvisioningPayload'),
    jobs: arr(ref('ProvisioningJob')),
  }),
  CatalogGroup: obj({
    service: str,
    displayName: str,
    portal_surfaces: arr(str),
    api_endpoints: arr(obj({ method: str, path: str, summary: str, isPublic: bool })),
    webhook_events: arr(str),
    rss_feeds: arr(obj({ path: str, title: str, contentType: str })),
    notes: arr(str),
  }),
  CatalogList: list('CatalogGroup'),
  User: obj({
    id: int,
    login: str,
    displayName: str,
    email: str,
    role: en('Administrator', 'Auditor', 'DisputeManager', 'Technician'),
    accountIds: nul(arr(int)),
  }),
  Account: obj({
    id: int,
    name: str,
    legalName: str,
    city: str,
    countryCode: str,
    vatId: str,
    currency: str,
    createdAt: time,
  }),
  PortalSnapshot: obj({
    principal: ref('User'),
    accounts: arr(ref('Account')),
    organization: obj({
      name: str,
      branding: obj({ primaryColor: str, logoUrl: str, supportEmail: str }),
      dns: obj({ portalHost: str, state: en('Verified', 'Pending'), certificateState: en('Issued', 'Requested') }),
    }),
    accessFlags: obj({
      canCreateDisputes: bool,
      canDeriveSettlements: bool,
      canChangeConfiguration: bool,
      canViewSettlements: bool,
    }),
    totals: obj({ terminals: int, onlineTerminals: int, openAlerts: int, openDisputes: int }),
    users: arr(ref('User')),
    terminals: arr(ref('Terminal')),
    groups: arr(ref('TerminalGroup')),
    connectors: arr(ref('Connector')),
    recentTransactions: arr(ref('Transaction')),
    recentCommands: arr(ref('Command')),
    forms: arr(obj({ id: int, terminalId: int, title: str, status: en('Submitted', 'Draft'), submittedAt: time })),
    reports: arr(obj({ id: int, name: str, category: str })),
    complianceVault: arr(
      obj({ id: int, terminalId: int, title: str, status: en('Valid', 'Expiring'), expiresOn: date }),
    ),
    onboarding: arr(obj({ id: int, terminalId: int, step: str, status: en('Open', 'Done') })),
    documents: arr(obj({ id: int, terminalId: int, title: str, fileName: str, uploadedAt: time })),
    videos: arr(obj({ id: int, title: str, language: str, durationSeconds: int })),
  }),
  BrandingStatus: obj({
    branding: obj({ state: en('Ready', 'Pending'), theme: str }),
    docsHost: obj({ host: str, state: en('Ready', 'Pending'), isTlsReady: bool }),
    checkedAt: time,
  }),
  OpenApiDocument: { type: 'object' },
  ProblemDetails: obj(
    {
      type: str,
      title: str,
      status: int,
      detail: nul(str),
      instance: str,
      traceId: str,
      errors: { type: 'object', additionalProperties: arr(str) },
    },
    ['errors'],
  ),
};
const queryParams: Record<string, S> = {
  limit: { description: 'Rows per response, default 50', schema: { ...int, minimum: 1, maximum: 200, default: 50 } },
  skip: { description: 'Rows to skip, as used by nextLink', schema: { ...int, minimum: 0, default: 0 } },
  terminal_id: { description: 'Restricts rows to one terminal', schema: int },
  group_id: { description: 'Restricts rows to one terminal group', schema: int },
  sort_by: {
    description: 'Sort column',
    schema: { ...en('terminal_date_time', 'amt_req', 'amt_comp', 'sur_comp', 'seq'), default: 'terminal_date_time' },
  },
  sort_dir: { description: 'Sort direction', schema: { ...en('asc', 'desc'), default: 'desc' } },
};
export function openApi(f: F): object {
  const problem = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: ref('ProblemDetails') } },
  });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const e of endpoints) {
    if (f('openapi-timeline-missing') && e.path.endsWith('/timeline')) continue;
    const pathNames = [...e.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
    const parameters = [
      ...pathNames.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', pattern: '^[0-9]+$' },
      })),
      ...(e.query ?? []).map((name) => ({ name, in: 'query', required: false, ...queryParams[name] })),
    ];
    const type = e.xml ? 'application/rss+xml' : 'application/json';
    const responses: Record<string, unknown> = {
      [e.body ? '201' : '200']: {
        description: e.body ? 'Created' : 'OK',
        content: { [type]: { schema: e.xml ? str : ref(e.schema) } },
      },
    };
    if (e.query || e.body) responses['400'] = problem('Bad Request');
    if (!e.isPublic) responses['401'] = problem('Unauthorized');
    if (e.body) {
      responses['403'] = problem('Forbidden');
      responses['409'] = problem('Conflict');
      responses['415'] = problem('Unsupported Media Type');
    }
    if (pathNames.length || e.body) responses['404'] = problem('Not Found');
    paths[e.path] ??= {};
    paths[e.path][e.method] = {
      tags: [e.family],
      summary: e.summary,
      operationId:
        e.method +
        e.path
          .slice(3)
          .replace(/[^a-z]+(\w)/g, (_, c: string) => c.toUpperCase())
          .replace(/[^A-Za-z]/g, ''),
      parameters,
      ...(e.body ? { requestBody: { required: true, content: { 'application/json': { schema: ref(e.body) } } } } : {}),
      responses,
      security: e.isPublic || (f('openapi-feed-marked-public') && e.xml) ? [] : [{ apiKey: [] }],
    };
  }
  if (f('openapi-internal-path'))
    paths['/v1/internal/api-keys'] = {
      get: { summary: 'Lists API keys (operators only)', responses: { 200: { description: 'OK' } } },
    };
  return {
    openapi: '3.0.1',
    info: { title: 'Terminal Fleet Portal Data Service', version: 'v1' },
    paths,
    components: { schemas, securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
  };
}
