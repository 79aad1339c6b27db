// The published contract: OpenAPI document and integration catalog.
type J = Record<string, unknown>;
const str = (description?: string): J => ({ type: 'string', ...(description ? { description } : {}) });
const strN = (description?: string): J => ({ type: ['string', 'null'], ...(description ? { description } : {}) });
const instant: J = { type: 'string', format: 'date-time', description: 'Instant in UTC.' };
const instantN: J = { type: ['string', 'null'], format: 'date-time', description: 'Instant in UTC.' };
const date: J = { type: 'string', format: 'date', description: 'Local business day.' };
const int: J = { type: 'integer', format: 'int32' };
const long: J = { type: 'integer', format: 'int64' };
const num: J = { type: 'number' };
const bool: J = { type: 'boolean' };
const en = (...values: string[]): J => ({ type: 'string', enum: values });
const arr = (items: J): J => ({ type: 'array', items });
const ref = (name: string): J => ({ $ref: `#/components/schemas/${name}` });
const obj = (properties: Record<string, J>, optional: string[] = []): J => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
});
const page = (item: string, more: Record<string, J> = {}): J =>
  obj({ content: arr(ref(item)), ...more, pageInfo: ref('PageInfo') });

export const TYPES = ['WITHDRAWAL', 'REVERSAL', 'BALANCE_INQUIRY', 'MINI_STATEMENT', 'PIN_CHANGE', 'MOBILE_TOP_UP'];
export const SORTS = ['date_time', 'amt_comp', 'amt_req', 'sur_comp', 'seq_no'];
export const REASONS = [
  'CASH_NOT_DISPENSED',
  'PARTIAL_DISPENSE',
  'DUPLICATE_DEBIT',
  'CARD_CAPTURED',
  'UNRECOGNISED_WITHDRAWAL',
];
export const BATCH_STATUSES = ['PENDING', 'SUBMITTED', 'SETTLED', 'RETURNED'];
export const DISPUTE_STATUSES = ['OPEN', 'UNDER_REVIEW', 'RESOLVED_ACCEPTED', 'RESOLVED_REJECTED'];
export const DEFAULT_LIMIT = 50,
  MAX_LIMIT = 500;
const STATES = ['IN_SERVICE', 'OUT_OF_SERVICE', 'SUPERVISOR'];

const schemas: Record<string, J> = {
  Money: {
    ...obj({ value: num, currency: { type: 'string', pattern: '^[A-Z]{3}$' } }),
    description: 'Amount in units of the currency (ISO 4217).',
  },
  TerminalRef: obj({ code: str(), name: str() }),
  AccountRef: obj({ code: str(), name: str() }),
  ConnectorRef: obj({ code: str(), name: str() }),
  PageInfo: obj({
    offset: { ...int, description: 'Number of elements before this page.' },
    size: { ...int, description: 'Greatest number of elements of a page, the applied limit.' },
    totalElements: { ...long, description: 'Number of all elements that match and that the caller may see.' },
    hasMore: bool,
  }),
  Problem: {
    ...obj(
      {
        type: { type: 'string', format: 'uri' },
        title: str(),
        status: int,
        detail: str(),
        instance: str(),
        violations: arr(obj({ field: str(), message: str() })),
      },
      ['violations'],
    ),
    description: 'RFC 9457 problem.',
  },
  TransactionRow: obj(
    {
      id: long,
      terminal: ref('TerminalRef'),
      terminalDateTime: instant,
      businessDay: date,
      transactionType: en(...TYPES),
      sequenceNumber: { ...int, description: 'Increases per terminal.' },
      accountType: en('CHECKING', 'SAVINGS', 'CREDIT'),
      emvIndicator: { ...en('CHIP', 'CONTACTLESS'), description: 'Present only when available.' },
      cardScheme: en('VISA', 'MASTERCARD', 'BLIK', 'CARDLESS'),
      response: obj({ code: str('ISO 8583 response code.'), status: en('APPROVED', 'DECLINED'), description: str() }),
      amountRequested: ref('Money'),
      amountCompleted: { ...ref('Money'), description: 'Zero for declined rows, negative for reversals.' },
      surchargeRequested: ref('Money'),
      surchargeCompleted: { ...ref('Money'), description: 'Zero for declined rows, negative for reversals.' },
      originalTransactionId: {
        type: ['integer', 'null'],
        format: 'int64',
        description: 'Of a reversal: the reversed transaction.',
      },
    },
    ['emvIndicator'],
  ),
  TransactionSummary: {
    ...obj({
      transactionCount: long,
      totalSurcharge: { ...ref('Money'), description: 'Sum of the completed surcharges.' },
      totalWithdrawn: { ...ref('Money'), description: 'Completed amounts of withdrawals less reversals.' },
    }),
    description: 'Covers all rows that match the filters, not only those of the page.',
  },
  TransactionPage: page('TransactionRow', { summary: ref('TransactionSummary') }),
  TransactionTimeline: obj({
    transactionId: long,
    terminal: ref('TerminalRef'),
    events: arr(
      obj({
        position: int,
        occurredAt: instant,
        eventType: en(
          'REQUEST_RECEIVED',
          'ROUTED_TO_HOST',
          'HOST_RESPONSE',
          'CASH_DISPENSED',
          'DECLINED',
          'COMPLETED',
          'REVERSED',
        ),
        detail: str(),
      }),
    ),
  }),
  SettlementBatch: obj({
    id: long,
    batchNumber: str(),
    account: ref('AccountRef'),
    clearingNetwork: en('ELIXIR', 'CERTIS'),
    businessDay: date,
    status: en(...BATCH_STATUSES),
    entryCounts: obj({ credits: int, debits: int, total: int }),
    creditTotal: ref('Money'),
    debitTotal: ref('Money'),
    netPayout: { ...ref('Money'), description: 'creditTotal less debitTotal.' },
    timing: obj({ openedAt: instant, cutOffAt: instant, submittedAt: instantN, settledAt: instantN }),
  }),
  SettlementPage: page('SettlementBatch'),
  SettlementDeriveRequest: obj({
    accountCode: str('Account of the caller.'),
    businessDay: { ...date, description: 'Closed business day that has no batch yet.' },
  }),
  DisputeCase: obj(
    {
      id: long,
      caseNumber: str(),
      status: en(...DISPUTE_STATUSES),
      reasonCode: en(...REASONS),
      transactionId: long,
      terminal: ref('TerminalRef'),
      amount: ref('Money'),
      openedAt: instant,
      dueDate: date,
      comment: strN(),
      assignment: obj({ queue: en('FIRST_LINE', 'CHARGEBACKS'), assignedTo: strN(), assignedAt: instantN }),
      resolution: obj({
        outcome: { type: ['string', 'null'], enum: ['CREDITED', 'REJECTED', null] },
        resolvedAt: instantN,
        note: strN(),
      }),
      reviewer: {
        ...obj({ username: str(), reviewedAt: instant }),
        description: 'Present only once the case is resolved.',
      },
    },
    ['reviewer'],
  ),
  DisputePage: page('DisputeCase'),
  DisputeCreateRequest: obj(
    {
      transactionId: long,
      reasonCode: en(...REASONS),
      amount: {
        ...ref('Money'),
        description: 'Up to the requested amount of the transaction, which is also the default.',
      },
      comment: { type: 'string', maxLength: 500 },
    },
    ['amount', 'comment'],
  ),
  Location: obj({
    terminal: ref('TerminalRef'),
    account: ref('AccountRef'),
    address: obj({ street: str(), postalCode: str(), city: str(), countryCode: str() }),
    coordinates: obj({ latitude: num, longitude: num }),
    siteType: en('RAILWAY_STATION', 'STREET', 'AIRPORT', 'SHOPPING_CENTRE'),
    riskLevel: en('LOW', 'MEDIUM', 'HIGH'),
    timeZone: str(),
    installedOn: date,
  }),
  LocationPage: page('Location'),
  Alert: obj({
    id: long,
    terminal: ref('TerminalRef'),
    alertType: str(),
    severity: en('INFO', 'WARNING', 'CRITICAL'),
    status: en('OPEN', 'CLOSED'),
    raisedAt: instant,
    message: str(),
  }),
  TerminalStatusMonitoring: obj({
    terminal: ref('TerminalRef'),
    state: en(...STATES),
    lastHeartbeatAt: instant,
    heartbeatStale: bool,
    connector: ref('ConnectorRef'),
    devices: arr(
      obj({ device: en('CARD_READER', 'PIN_PAD', 'DISPENSER', 'RECEIPT_PRINTER'), state: en('OK', 'FAULT') }),
    ),
    cassettes: arr(
      obj({ position: int, denomination: ref('Money'), remainingNotes: int, level: en('OK', 'LOW', 'EMPTY') }),
    ),
    openAlerts: arr(ref('Alert')),
  }),
  Connector: obj({
    code: str(),
    name: str(),
    connectorType: en('PROCESSOR_HOST', 'NETWORK_GATEWAY'),
    protocol: en('ISO8583', 'NDC'),
    enabled: bool,
    terminals: { ...arr(ref('TerminalRef')), description: 'Terminals of the connector that the caller may see.' },
  }),
  ConnectorPage: page('Connector'),
  ConnectorStatus: obj({
    connector: ref('ConnectorRef'),
    state: en('UP', 'DEGRADED', 'DOWN'),
    lastHeartbeatAt: instant,
    latencyMillis: int,
    terminalCount: { ...int, description: 'Terminals that the caller may see.' },
  }),
  TerminalGroup: obj({
    id: long,
    name: str(),
    description: str(),
    terminalCount: int,
    terminals: { ...arr(ref('TerminalRef')), description: 'Members that the caller may see.' },
  }),
  TerminalGroupPage: page('TerminalGroup'),
  TerminalCommand: obj({
    id: long,
    terminal: ref('TerminalRef'),
    commandType: en('RESTART', 'SYNC_CLOCK', 'PULL_JOURNAL', 'LOAD_PARAMETERS', 'CLEAR_ALERTS'),
    status: en('QUEUED', 'COMPLETED', 'FAILED'),
    requestedBy: str(),
    queuedAt: instant,
    completedAt: instantN,
    result: strN(),
  }),
  TerminalCommandPage: page('TerminalCommand'),
  ProvisioningJob: obj({
    id: long,
    terminal: ref('TerminalRef'),
    jobType: en('PARAMETER_ROLLOUT', 'SOFTWARE_UPDATE'),
    status: en('RUNNING', 'SUCCEEDED', 'FAILED'),
    revision: int,
    createdAt: instant,
    finishedAt: instantN,
  }),
  ProvisioningPayload: obj({
    terminal: ref('TerminalRef'),
    revision: int,
    model: str(),
    serialNumber: str(),
    hostProfile: obj({ connector: ref('ConnectorRef'), host: str(), port: int, protocol: str() }),
    denominations: arr(ref('Money')),
    keySlots: arr(obj({ slot: str(), status: en('LOADED', 'EMPTY') })),
    languages: arr(str()),
  }),
  ProvisioningExport: obj({
    terminal: ref('TerminalRef'),
    format: en('TERMIPORT_BUNDLE_V2'),
    revision: int,
    exportedAt: instant,
    parameters: arr(obj({ name: str(), value: str() })),
    jobs: arr(ref('ProvisioningJob')),
  }),
  VisibleUser: obj({
    id: long,
    username: str(),
    displayName: str(),
    role: en('TENANT_ADMIN', 'REPORT_VIEWER', 'ACCOUNT_MANAGER', 'FIELD_TECHNICIAN'),
    lastLoginAt: instant,
  }),
  VisibleTerminal: obj({
    code: str(),
    name: str(),
    account: ref('AccountRef'),
    connector: ref('ConnectorRef'),
    model: str(),
    state: en(...STATES),
    lastHeartbeatAt: instant,
  }),
  PortalSnapshot: obj({
    generatedAt: instant,
    principal: obj({
      id: long,
      username: str(),
      displayName: str(),
      email: str(),
      role: en('TENANT_ADMIN', 'REPORT_VIEWER', 'ACCOUNT_MANAGER', 'FIELD_TECHNICIAN'),
      visibility: en('TENANT', 'ACCOUNT', 'TERMINALS'),
    }),
    accounts: {
      ...arr(
        obj({
          code: str(),
          name: str(),
          legalName: str(),
          contactEmail: str(),
          currency: str(),
          countryCode: str(),
          timeZone: str(),
          visibleTerminalCount: int,
        }),
      ),
      description: 'Profiles of the accounts of the visible terminals.',
    },
    organization: obj({
      id: long,
      code: str(),
      name: str(),
      legalName: str(),
      branding: obj({ primaryColor: str(), logoUrl: str(), portalHost: str() }),
      dns: obj({ host: str(), status: en('VERIFIED', 'PENDING'), recordType: str(), checkedAt: instant }),
    }),
    accessFlags: obj({
      canViewSettlements: bool,
      canDeriveSettlements: bool,
      canCreateDisputes: bool,
      canManageConfiguration: bool,
    }),
    users: arr(ref('VisibleUser')),
    terminals: arr(ref('VisibleTerminal')),
    groups: arr(ref('TerminalGroup')),
    connectors: arr(ref('Connector')),
    recentTransactions: arr(ref('TransactionRow')),
    recentCommands: arr(ref('TerminalCommand')),
    recentForms: arr(
      obj({
        id: long,
        terminal: ref('TerminalRef'),
        formType: en('SERVICE_REPORT', 'CASH_REPLENISHMENT', 'SITE_INSPECTION'),
        title: str(),
        submittedBy: str(),
        submittedAt: instant,
      }),
    ),
    reportCatalog: arr(obj({ code: str(), name: str(), formats: arr(str()) })),
    compliance: obj({
      vault: arr(
        obj({
          id: long,
          terminal: ref('TerminalRef'),
          itemType: str(),
          status: en('VALID', 'EXPIRING'),
          expiresOn: date,
        }),
      ),
      onboarding: arr(obj({ account: ref('AccountRef'), stage: str(), completedSteps: int, totalSteps: int })),
      documents: arr(obj({ id: long, title: str(), publishedOn: date })),
      videos: arr(obj({ id: long, title: str(), durationSeconds: int })),
    }),
  }),
  IntegrationCatalog: obj({
    apiVersion: str(),
    services: arr(
      obj({
        service: str(),
        title: str(),
        portal_surfaces: arr(obj({ code: str(), title: str() })),
        api_endpoints: arr(obj({ method: en('GET', 'POST'), path: str(), access: en('API_KEY', 'PUBLIC') })),
        webhook_events: arr(str()),
        rss_feeds: arr(obj({ path: str(), contentType: str() })),
        notes: arr(str()),
      }),
    ),
  }),
  BrandingStatus: obj({
    platform: str(),
    checkedAt: instant,
    branding: obj({ status: en('READY', 'PENDING'), themePublished: bool, logoPublished: bool }),
    docsHost: obj({
      host: str(),
      status: en('READY', 'PENDING'),
      dnsStatus: en('VERIFIED', 'PENDING'),
      tlsStatus: en('ISSUED', 'PENDING'),
    }),
  }),
};

const q = (name: string, schema: J, description: string): J => ({
  name,
  in: 'query',
  required: false,
  schema,
  description,
});
const paging = [
  q(
    'limit',
    { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    'Restricts the number of elements returned.',
  ),
  q('offset', { type: 'integer', minimum: 0, default: 0 }, 'Number of elements to skip.'),
];
const txFilters = [
  q(
    'sort_by',
    { ...en(...SORTS), default: 'date_time' },
    'Sort column; amt_comp is the completed amount, amt_req the requested amount, sur_comp the completed surcharge, seq_no the sequence number. Equal rows: newest first.',
  ),
  q('sort_dir', { ...en('asc', 'desc'), default: 'desc' }, 'Sort direction.'),
  q('transactionType', en(...TYPES), 'Restricts rows to one transaction type.'),
  q('businessDayFrom', { type: 'string', format: 'date' }, 'First business day.'),
  q('businessDayTo', { type: 'string', format: 'date' }, 'Last business day.'),
];
const DESCRIPTION = `Data of the terminal fleet portal, limited to what the user of the key may see.

Lists have \`content\` and \`pageInfo\`. A filter value that the caller may not see gives an empty list; a path that names something that the caller may not see gives the same 404 as something unknown.
Settlement batches belong to whole accounts: they are visible to users who see the whole account. Roles: TENANT_ADMIN (everything), ACCOUNT_MANAGER (reads, opens disputes), REPORT_VIEWER and FIELD_TECHNICIAN (read only).`;

interface Op {
  method: string;
  path: string;
  id: string;
  tag: string;
  summary: string;
  schema?: string;
  rss?: boolean;
  params?: J[];
  isPublic?: boolean;
  body?: string;
  codes?: number[];
  etag?: boolean;
}
const ops: Op[] = [
  {
    method: 'get',
    path: '/v1/portal',
    id: 'getPortal',
    tag: 'Portal',
    summary: 'Portal snapshot of the current user',
    schema: 'PortalSnapshot',
  },
  {
    method: 'get',
    path: '/v1/integrations/catalog',
    id: 'getCatalog',
    tag: 'Integrations',
    summary: 'Integration catalog',
    schema: 'IntegrationCatalog',
  },
  {
    method: 'get',
    path: '/v1/integrations/public-openapi.json',
    id: 'getPublicOpenApi',
    tag: 'Integrations',
    summary: 'This document',
    isPublic: true,
    etag: true,
  },
  {
    method: 'get',
    path: '/v1/transactions',
    id: 'listTransactions',
    tag: 'Transactions',
    summary: 'Transactions of the visible terminals, with a summary',
    schema: 'TransactionPage',
    params: [
      q('terminal_id', str(), 'Restricts rows to one terminal (code).'),
      q('group_id', long, 'Restricts rows to one terminal group (id).'),
      ...txFilters,
      ...paging,
    ],
  },
  {
    method: 'get',
    path: '/v1/transactions/{transaction_id}/timeline',
    id: 'getTimeline',
    tag: 'Transactions',
    summary: 'Timeline of one transaction, in order of time',
    schema: 'TransactionTimeline',
  },
  {
    method: 'get',
    path: '/v1/settlements',
    id: 'listSettlements',
    tag: 'Settlements',
    summary: 'ACH settlement batches, newest first',
    schema: 'SettlementPage',
    params: [
      q('status', en(...BATCH_STATUSES), 'Restricts batches to one status.'),
      q('accountCode', str(), 'Restricts batches to one account.'),
      ...paging,
    ],
  },
  {
    method: 'post',
    path: '/v1/settlements/derive',
    id: 'deriveSettlement',
    tag: 'Settlements',
    summary: 'Derive the batch of an account and a closed business day. Role TENANT_ADMIN.',
    schema: 'SettlementBatch',
    body: 'SettlementDeriveRequest',
  },
  {
    method: 'get',
    path: '/v1/disputes',
    id: 'listDisputes',
    tag: 'Disputes',
    summary: 'Dispute cases, newest first',
    schema: 'DisputePage',
    params: [
      q('status', en(...DISPUTE_STATUSES), 'Restricts cases to one status.'),
      q('terminalCode', str(), 'Restricts cases to one terminal.'),
      ...paging,
    ],
  },
  {
    method: 'post',
    path: '/v1/disputes',
    id: 'createDispute',
    tag: 'Disputes',
    summary: 'Open a dispute for a withdrawal. Roles TENANT_ADMIN and ACCOUNT_MANAGER.',
    schema: 'DisputeCase',
    body: 'DisputeCreateRequest',
  },
  {
    method: 'get',
    path: '/v1/locations',
    id: 'listLocations',
    tag: 'Locations',
    summary: 'Locations of the visible terminals',
    schema: 'LocationPage',
    params: paging,
  },
  {
    method: 'get',
    path: '/v1/locations/{terminal_id}',
    id: 'getLocation',
    tag: 'Locations',
    summary: 'Location of one terminal',
    schema: 'Location',
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/status-monitoring',
    id: 'getStatusMonitoring',
    tag: 'Terminals',
    summary: 'Status and telemetry of one terminal',
    schema: 'TerminalStatusMonitoring',
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/transactions',
    id: 'listTerminalTransactions',
    tag: 'Terminals',
    summary: 'Transactions of one terminal, with a summary',
    schema: 'TransactionPage',
    params: [...txFilters, ...paging],
  },
  {
    method: 'get',
    path: '/v1/connectors',
    id: 'listConnectors',
    tag: 'Connectors',
    summary: 'Visible connectors',
    schema: 'ConnectorPage',
    params: paging,
  },
  {
    method: 'get',
    path: '/v1/connectors/{connector_id}/status',
    id: 'getConnectorStatus',
    tag: 'Connectors',
    summary: 'Status of one connector',
    schema: 'ConnectorStatus',
  },
  {
    method: 'get',
    path: '/v1/terminal-groups',
    id: 'listTerminalGroups',
    tag: 'Groups',
    summary: 'Terminal groups with at least one visible member',
    schema: 'TerminalGroupPage',
    params: paging,
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/commands',
    id: 'listCommands',
    tag: 'Terminals',
    summary: 'Commands of one terminal, newest first',
    schema: 'TerminalCommandPage',
    params: paging,
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/provisioning-payload',
    id: 'getProvisioningPayload',
    tag: 'Terminals',
    summary: 'Provisioning payload of one terminal',
    schema: 'ProvisioningPayload',
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/provisioning-export',
    id: 'getProvisioningExport',
    tag: 'Terminals',
    summary: 'Provisioning export of one terminal, with its jobs',
    schema: 'ProvisioningExport',
  },
  {
    method: 'get',
    path: '/v1/feeds/account.xml',
    id: 'getAccountFeed',
    tag: 'Feeds',
    summary:
      'RSS 2.0 digest of the visible terminals, newest first: all status rows, alerts and journal entries, the 30 newest transactions',
    rss: true,
  },
  {
    method: 'get',
    path: '/v1/feeds/terminals/{terminal_id}.xml',
    id: 'getTerminalFeed',
    tag: 'Feeds',
    summary:
      'RSS 2.0 stream of one terminal, newest first: status, journal, commands, jobs, alerts, the 10 newest transactions',
    rss: true,
  },
  {
    method: 'get',
    path: '/v1/public/branding-status',
    id: 'getBrandingStatus',
    tag: 'Public',
    summary: 'Readiness of branding and docs host of the platform',
    schema: 'BrandingStatus',
    isPublic: true,
  },
];

export function openApi(origin: string, on: (id: string) => boolean): J {
  const paths: Record<string, J> = {};
  for (const o of ops) {
    const inPath = [...o.path.matchAll(/\{(\w+)\}/g)].map((m) => ({
      name: m[1],
      in: 'path',
      required: true,
      schema: m[1] === 'transaction_id' ? { type: 'string', pattern: '^[0-9]+$' } : { type: 'string' },
      description:
        m[1] === 'terminal_id'
          ? 'Code of the terminal.'
          : m[1] === 'connector_id'
            ? 'Code of the connector.'
            : 'Id of the transaction.',
    }));
    const ok: J = o.rss
      ? { 'application/rss+xml': { schema: { type: 'string' } } }
      : { 'application/json': { schema: o.schema ? ref(o.schema) : { type: 'object' } } };
    const isOpen = o.isPublic === true || (on('openapi-connectors-public') && o.path === '/v1/connectors');
    const responses: Record<string, J> = {
      [o.body ? '201' : '200']: { description: o.body ? 'Created' : 'OK', content: ok },
    };
    if (o.etag) responses['304'] = { description: 'Not modified (If-None-Match).' };
    const codes: [number, string][] = [];
    if (o.params || o.body) codes.push([400, 'Parameter or body not valid']);
    if (!isOpen) codes.push([401, 'Key missing or unknown']);
    if (o.body) codes.push([403, 'Role not sufficient']);
    if (inPath.length) codes.push([404, 'Unknown, or not visible for the caller']);
    if (o.body)
      codes.push(
        [409, 'Exists already'],
        [415, 'Body is not application/json'],
        [422, 'Breaks a business rule, or names something that the caller may not see'],
      );
    for (const [code, description] of codes)
      responses[String(code)] = { description, content: { 'application/problem+json': { schema: ref('Problem') } } };
    (paths[o.path] ??= {})[o.method] = {
      operationId: o.id,
      tags: [o.tag],
      summary: o.summary,
      ...(inPath.length || o.params ? { parameters: [...inPath, ...(o.params ?? [])] } : {}),
      ...(o.body ? { requestBody: { required: true, content: { 'application/json': { schema: ref(o.body) } } } } : {}),
      responses,
      security: isOpen ? [] : [{ ApiKeyAuth: [] }],
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'TermiPort Portal Data Service',
      version: '1.14.0',
      description: DESCRIPTION,
      contact: { name: 'TermiPort Integracje', email: 'integracje@termiport.example' },
    },
    servers: [{ url: origin }],
    security: [{ ApiKeyAuth: [] }],
    paths,
    components: { securitySchemes: { ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-API-Key' } }, schemas },
  };
}

const FEED_ACCOUNT = '/v1/feeds/account.xml',
  FEED_TERMINAL = '/v1/feeds/terminals/{terminal_id}.xml';
const families: [string, string, [string, string][], RegExp | null, string[], string[], string[]][] = [
  [
    'ACCOUNT_AND_FLEET',
    'Account and fleet snapshot',
    [
      ['DASHBOARD', 'Pulpit'],
      ['ACCOUNT_PROFILE', 'Profil konta'],
      ['INTEGRATIONS', 'Integracje'],
    ],
    /^\/v1\/(portal|integrations|public|feeds\/account)/,
    ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    [FEED_ACCOUNT],
    ['GET /v1/portal is the safest first call.', 'The OpenAPI document and the branding status are public.'],
  ],
  [
    'TERMINALS',
    'Terminals, locations, telemetry',
    [
      ['FLEET_MAP', 'Mapa floty'],
      ['TERMINAL_DETAIL', 'Karta terminala'],
    ],
    /^\/v1\/(locations|terminals\/[^/]+\/status-monitoring|terminal-groups|feeds\/terminals)/,
    ['heartbeat_stale', 'cash_low', 'cash_out', 'dispenser_fault', 'compliance_expiration', 'location_risk_change'],
    [FEED_ACCOUNT, FEED_TERMINAL],
    ['Groups list visible members only.'],
  ],
  [
    'TRANSACTIONS',
    'Transactions and processor activity',
    [['TRANSACTION_SEARCH', 'Transakcje']],
    /transactions/,
    ['decline_spike', 'approval_rate_drop', 'reversal_spike', 'high_decline_velocity', 'repeated_same_card_attempt'],
    [FEED_ACCOUNT, FEED_TERMINAL],
    ['Rows carry no card data.', 'The summary covers all rows that match the filters.'],
  ],
  [
    'REMOTE_MANAGEMENT',
    'RMS, commands, connectors, provisioning',
    [
      ['COMMAND_CENTRE', 'Centrum poleceń'],
      ['PROVISIONING', 'Parametryzacja'],
    ],
    /^\/v1\/(connectors|terminals\/[^/]+\/(commands|provisioning))/,
    ['command_failed', 'provisioning_failed'],
    [FEED_TERMINAL],
    ['Read only; commands are issued in the portal.'],
  ],
  [
    'SETTLEMENTS_AND_DISPUTES',
    'Settlements, payouts, disputes',
    [
      ['SETTLEMENTS', 'Rozliczenia'],
      ['DISPUTES', 'Reklamacje'],
    ],
    /^\/v1\/(settlements|disputes)/,
    ['settlement_mismatch'],
    [],
    ['Deriving a batch needs TENANT_ADMIN; opening a dispute needs TENANT_ADMIN or ACCOUNT_MANAGER.'],
  ],
  [
    'COMPLIANCE',
    'Compliance vault and onboarding',
    [
      ['COMPLIANCE_VAULT', 'Sejf zgodności'],
      ['ONBOARDING', 'Wdrożenie'],
      ['DOCUMENTS', 'Dokumenty'],
      ['VIDEOS', 'Filmy'],
    ],
    null,
    ['compliance_expiration', 'location_risk_change'],
    [],
    ['Available through GET /v1/portal only.'],
  ],
];

export function catalog(on: (id: string) => boolean): J {
  const seen = new Set<string>();
  return {
    apiVersion: '1.14.0',
    services: families.map(([service, title, surfaces, pattern, events, feeds, notes]) => {
      const group: J = {
        service,
        title,
        portal_surfaces: surfaces.map(([code, t]) => ({ code, title: t })),
        api_endpoints:
          pattern === null
            ? []
            : ops
                .filter((o) => pattern.test(o.path))
                .map((o) => ({
                  method: o.method.toUpperCase(),
                  path:
                    on('version-catalog-without-prefix') && o.path.startsWith('/v1/settlements')
                      ? o.path.slice(3)
                      : o.path,
                  access: o.isPublic ? 'PUBLIC' : 'API_KEY',
                })),
        webhook_events: events.filter((e) => {
          const first = !seen.has(e);
          seen.add(e);
          return first || !on('catalog-events-once');
        }),
        rss_feeds: feeds
          .filter((p) => !(on('catalog-rss-terminal-missing') && p === FEED_TERMINAL))
          .map((path) => ({ path, contentType: 'application/rss+xml' })),
        notes,
      };
      if (on('catalog-notes-missing') && pattern === null) delete group.notes;
      return group;
    }),
  };
}
