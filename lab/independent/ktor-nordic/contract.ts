// @ts-nocheck: written without noUncheckedIndexedAccess
// The published contract: endpoint table, integration catalog and public OpenAPI document.

export type On = (fault: string) => boolean;
export type Family =
  | 'ACCOUNT_AND_FLEET_SNAPSHOT'
  | 'TERMINALS_LOCATIONS_TELEMETRY'
  | 'TRANSACTIONS_AND_PROCESSOR_ACTIVITY'
  | 'RMS_COMMANDS_CONNECTORS_PROVISIONING'
  | 'SETTLEMENTS_PAYOUTS_DISPUTES'
  | 'COMPLIANCE_VAULT_AND_ONBOARDING';
export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  operationId: string;
  access: 'PUBLIC' | 'READ' | 'WRITE';
  families: Family[];
  summary: string;
}

const A: Family = 'ACCOUNT_AND_FLEET_SNAPSHOT',
  T: Family = 'TERMINALS_LOCATIONS_TELEMETRY',
  X: Family = 'TRANSACTIONS_AND_PROCESSOR_ACTIVITY';
const R: Family = 'RMS_COMMANDS_CONNECTORS_PROVISIONING',
  S: Family = 'SETTLEMENTS_PAYOUTS_DISPUTES',
  C: Family = 'COMPLIANCE_VAULT_AND_ONBOARDING';

const endpoint = (
  method: Endpoint['method'],
  path: string,
  operationId: string,
  access: Endpoint['access'],
  families: Family[],
  summary: string,
): Endpoint => ({ method, path, operationId, access, families, summary });
export const endpoints: Endpoint[] = [
  endpoint('GET', '/v1/portal', 'getPortal', 'READ', [A, C], 'Portal snapshot of the current user'),
  endpoint('GET', '/v1/integrations/catalog', 'getCatalog', 'READ', [A], 'Inventory of the integration surface'),
  endpoint('GET', '/v1/integrations/public-openapi.json', 'getPublicOpenApi', 'PUBLIC', [A], 'This document'),
  endpoint('GET', '/v1/transactions', 'listTransactions', 'READ', [X], 'Transactions of the visible terminals'),
  endpoint(
    'GET',
    '/v1/transactions/{transaction_id}/timeline',
    'getTransactionTimeline',
    'READ',
    [X],
    'Timeline of one transaction',
  ),
  endpoint('GET', '/v1/settlements', 'listSettlements', 'READ', [S], 'ACH settlement batches of the visible terminals'),
  endpoint(
    'POST',
    '/v1/settlements/derive',
    'deriveSettlements',
    'WRITE',
    [S],
    'Derives settlement batches from unsettled transactions',
  ),
  endpoint('GET', '/v1/disputes', 'listDisputes', 'READ', [S], 'Dispute cases of the visible terminals'),
  endpoint('POST', '/v1/disputes', 'openDispute', 'WRITE', [S], 'Opens a dispute case'),
  endpoint('GET', '/v1/locations', 'listLocations', 'READ', [T], 'Locations of the visible terminals'),
  endpoint('GET', '/v1/locations/{terminal_id}', 'getLocation', 'READ', [T], 'Location of one terminal'),
  endpoint(
    'GET',
    '/v1/terminals/{terminal_id}/status-monitoring',
    'getStatusMonitoring',
    'READ',
    [T],
    'Status and telemetry of one terminal',
  ),
  endpoint(
    'GET',
    '/v1/terminals/{terminal_id}/transactions',
    'listTerminalTransactions',
    'READ',
    [X],
    'Transactions of one terminal',
  ),
  endpoint('GET', '/v1/connectors', 'listConnectors', 'READ', [R], 'Connectors of the visible terminals'),
  endpoint('GET', '/v1/connectors/{connector_id}/status', 'getConnectorStatus', 'READ', [R], 'Status of one connector'),
  endpoint('GET', '/v1/terminal-groups', 'listTerminalGroups', 'READ', [T], 'Groups with visible terminals'),
  endpoint('GET', '/v1/terminals/{terminal_id}/commands', 'listCommands', 'READ', [R], 'Commands of one terminal'),
  endpoint(
    'GET',
    '/v1/terminals/{terminal_id}/provisioning-payload',
    'getProvisioningPayload',
    'READ',
    [R],
    'Provisioning payload of one terminal',
  ),
  endpoint(
    'GET',
    '/v1/terminals/{terminal_id}/provisioning-export',
    'getProvisioningExport',
    'READ',
    [R],
    'Provisioning export of one terminal',
  ),
  endpoint(
    'GET',
    '/v1/feeds/account.xml',
    'getAccountFeed',
    'READ',
    [A, T, X],
    'RSS digest over the visible terminals',
  ),
  endpoint(
    'GET',
    '/v1/feeds/terminals/{terminal_id}.xml',
    'getTerminalFeed',
    'READ',
    [T, X, R],
    'RSS stream of one terminal',
  ),
  endpoint(
    'GET',
    '/v1/public/branding-status',
    'getBrandingStatus',
    'PUBLIC',
    [A],
    'Readiness of branding and documentation host',
  ),
];

const services: { service: Family; label: string; surfaces: [string, string][]; events: string[]; notes: string[] }[] =
  [
    {
      service: A,
      label: 'Account and fleet snapshot',
      surfaces: [
        ['principal', 'Current user'],
        ['accounts', 'Account profile'],
        ['organization', 'Branding and DNS'],
        ['access', 'Access flags'],
        ['users', 'Users'],
        ['reports', 'Report catalog'],
      ],
      events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
      notes: ['GET /v1/portal is the safest first call.'],
    },
    {
      service: T,
      label: 'Terminals, locations, telemetry',
      surfaces: [
        ['terminals', 'Terminals'],
        ['groups', 'Terminal groups'],
        ['fleet', 'Fleet status'],
      ],
      events: [
        'heartbeat_stale',
        'cash_low',
        'cash_out',
        'dispenser_fault',
        'compliance_expiration',
        'location_risk_change',
      ],
      notes: ['Lists contain only terminals that the user may see.'],
    },
    {
      service: X,
      label: 'Transactions and processor activity',
      surfaces: [['recentTransactions', 'Recent transactions']],
      events: [
        'decline_spike',
        'approval_rate_drop',
        'reversal_spike',
        'high_decline_velocity',
        'repeated_same_card_attempt',
      ],
      notes: [
        'Rows never contain card data.',
        'The summary covers all rows that match the filters, not only the page.',
      ],
    },
    {
      service: R,
      label: 'RMS, commands, connectors, provisioning',
      surfaces: [
        ['connectors', 'Connectors'],
        ['recentCommands', 'Recent commands'],
        ['recentForms', 'Recent forms'],
      ],
      events: ['command_failed', 'provisioning_failed'],
      notes: [],
    },
    {
      service: S,
      label: 'Settlements, payouts, disputes',
      surfaces: [['reports', 'Settlement and dispute reports']],
      events: ['settlement_mismatch'],
      notes: ['Writes need the role FINANCE or ADMIN.'],
    },
    {
      service: C,
      label: 'Compliance vault and onboarding',
      surfaces: [
        ['compliance', 'Compliance vault'],
        ['onboarding', 'Onboarding'],
        ['documents', 'Documents'],
        ['videos', 'Videos'],
      ],
      events: ['compliance_expiration', 'location_risk_change'],
      notes: ['Available only through the portal snapshot.'],
    },
  ];

export function buildCatalog(on: On) {
  const seen = new Set<string>();
  return {
    contractVersion: 'v1',
    items: services.map((s) => {
      const mine = endpoints.filter((e) => e.families.includes(s.service));
      const events = on('catalog-events-deduplicated') ? s.events.filter((e) => !seen.has(e)) : s.events;
      events.forEach((e) => seen.add(e));
      return {
        service: s.service,
        label: s.label,
        portal_surfaces: s.surfaces.map(([member, label]) => ({ member, label })),
        api_endpoints: mine.map((e) => ({
          method: e.method,
          path: on('catalog-unprefixed-path') && e.path === '/v1/disputes' ? '/disputes' : e.path,
          access: e.access,
          summary: e.summary,
        })),
        webhook_events: [...events],
        rss_feeds: mine
          .filter((e) => e.path.startsWith('/v1/feeds/'))
          .map((e) => ({ path: e.path, title: e.summary, contentType: 'application/rss+xml' })),
        ...(on('catalog-notes-missing') && s.notes.length === 0 ? {} : { notes: s.notes }),
      };
    }),
  };
}

// --- OpenAPI -------------------------------------------------------------------------------------------------------

type Schema = Record<string, unknown>;
const $ = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const str: Schema = { type: 'string' },
  int: Schema = { type: 'integer' },
  num: Schema = { type: 'number' },
  bool: Schema = { type: 'boolean' };
const time: Schema = { type: 'string', format: 'date-time' },
  date: Schema = { type: 'string', format: 'date' };
const en = (...values: string[]): Schema => ({ type: 'string', enum: values });
const arr = (items: Schema): Schema => ({ type: 'array', items });
const id = (prefix: string): Schema => ({ type: 'string', pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$` });
const money = $('Money');
/** A member whose name ends in "?" is optional and is left out when there is no value. */
const obj = (members: Record<string, Schema>, description?: string): Schema => ({
  type: 'object',
  ...(description ? { description } : {}),
  properties: Object.fromEntries(Object.entries(members).map(([k, v]) => [k.replace('?', ''), v])),
  required: Object.keys(members).filter((k) => !k.endsWith('?')),
  additionalProperties: false,
});
const union = (kinds: Record<string, Record<string, Schema>>, shared: Record<string, Schema> = {}): Schema => ({
  oneOf: Object.entries(kinds).map(([kind, members]) =>
    obj({ kind: { type: 'string', const: kind }, ...shared, ...members }),
  ),
  discriminator: { propertyName: 'kind' },
});
const page = (item: Schema, extra: Record<string, Schema> = {}): Schema =>
  obj({
    items: arr(item),
    totalCount: { ...int, description: 'Number of all items that match, over all pages' },
    'nextPageToken?': { ...str, description: 'Opaque; left out on the last page' },
    ...extra,
  });

export function buildOpenApi(on: On) {
  const money0: Schema = obj({
    amountMinor: { ...int, description: 'Amount in minor units (öre, øre)' },
    currency: en('SEK', 'NOK'),
  });
  const row: Record<string, Schema> = {
    id: id('txn'),
    terminal: $('Reference'),
    account: $('Reference'),
    terminalDateTime: { ...time, description: 'Date and time of the terminal' },
    sequenceNumber: str,
    accountType: en('CHECKING', 'SAVINGS', 'CREDIT'),
    'emvIndicator?': { ...en('CONTACT_CHIP', 'CONTACTLESS'), description: 'Left out for magnetic stripe' },
    cardScheme: en('VISA', 'MASTERCARD', 'AMEX'),
    response: $('HostResponse'),
    amountRequested: money,
    amountCompleted: money,
    surchargeRequested: money,
    surchargeCompleted: money,
  };
  const schemas: Record<string, Schema> = {
    Problem: obj(
      {
        type: { type: 'string', format: 'uri' },
        title: str,
        status: int,
        detail: str,
        instance: str,
        code: en(
          'UNAUTHORIZED',
          'FORBIDDEN',
          'NOT_FOUND',
          'METHOD_NOT_ALLOWED',
          'BAD_REQUEST',
          'UNSUPPORTED_MEDIA_TYPE',
          'UNPROCESSABLE',
          'CONFLICT',
        ),
        'violations?': arr(obj({ field: str, message: str })),
      },
      'RFC 9457 problem document',
    ),
    Money: money0,
    Reference: obj({ id: str, label: str }),
    HostResponse: union({
      APPROVED: { code: str, authorizationCode: str },
      DECLINED: {
        code: str,
        reason: en('INSUFFICIENT_FUNDS', 'INCORRECT_PIN', 'LIMIT_EXCEEDED', 'EXPIRED_CARD', 'DO_NOT_HONOUR'),
      },
      TIMED_OUT: { code: str },
    }),
    Transaction: {
      ...union(
        {
          WITHDRAWAL: { dispense: en('COMPLETE', 'PARTIAL', 'NONE') },
          DEPOSIT: { notesAccepted: int },
          BALANCE_INQUIRY: {},
          REVERSAL: { reversedTransaction: $('Reference') },
        },
        row,
      ),
      description: 'kind is the transaction type. Amounts of a reversal are negative.',
    },
    TransactionSummary: obj(
      { totalSurcharge: money, totalWithdrawn: money, transactionCount: int },
      'Over all matching rows of all pages. totalSurcharge is the sum of surchargeCompleted; totalWithdrawn is the sum of amountCompleted of withdrawals and (negative) reversals.',
    ),
    TransactionPage: page($('Transaction'), { summary: $('TransactionSummary') }),
    TimelineEvent: union({
      CARD_READ: { at: time, message: str },
      REQUEST_SENT: { at: time, message: str, connector: $('Reference') },
      RESPONSE_RECEIVED: { at: time, message: str, response: $('HostResponse') },
      RESPONSE_MISSED: { at: time, message: str },
      CASH_DISPENSED: { at: time, message: str, amount: money },
      CASH_ACCEPTED: { at: time, message: str, amount: money },
      BALANCE_SHOWN: { at: time, message: str },
      REVERSAL_SENT: { at: time, message: str, reversal: $('Reference') },
      REVERSAL_STARTED: { at: time, message: str, reversedTransaction: $('Reference') },
      COMPLETED: { at: time, message: str },
    }),
    Timeline: obj({ transaction: $('Reference'), terminal: $('Reference'), items: arr($('TimelineEvent')) }),
    SettlementBatch: obj({
      id: id('stl'),
      terminal: $('Reference'),
      account: $('Reference'),
      status: en('DERIVED', 'SUBMITTED', 'SETTLED', 'RETURNED'),
      entryCounts: obj({ total: int, credits: int, debits: int }),
      creditTotal: money,
      debitTotal: money,
      netPayout: { ...money, description: 'creditTotal minus debitTotal' },
      timing: obj({
        periodStart: date,
        periodEnd: date,
        derivedAt: time,
        'submittedAt?': time,
        'settledAt?': time,
        'returnedAt?': time,
      }),
    }),
    SettlementPage: page($('SettlementBatch')),
    DeriveSettlementsRequest: obj({
      periodStart: date,
      periodEnd: { ...date, description: 'Inclusive, before today, at most 31 days after periodStart' },
      'accountId?': { ...id('acc'), description: 'Only terminals of this account' },
    }),
    DeriveSettlementsResult: obj({ items: arr($('SettlementBatch')), derivedCount: int }),
    Dispute: obj({
      id: id('dsp'),
      status: en('OPEN', 'UNDER_REVIEW', 'RESOLVED'),
      reasonCode: $('DisputeReason'),
      transaction: $('Reference'),
      terminal: $('Reference'),
      account: $('Reference'),
      amount: money,
      dueDate: date,
      openedAt: time,
      openedBy: $('Reference'),
      'note?': str,
      assignment: union({ UNASSIGNED: {}, ASSIGNED: { assignee: $('Reference'), assignedAt: time } }),
      resolution: union({
        PENDING: {},
        CUSTOMER_CREDITED: { resolvedAt: time, creditedAmount: money },
        REJECTED: { resolvedAt: time, explanation: str },
      }),
      'review?': {
        ...obj({ reviewer: $('Reference'), reviewedAt: time, note: str }),
        description: 'Only once the case is resolved',
      },
    }),
    DisputeReason: en('CASH_NOT_DISPENSED', 'PARTIAL_DISPENSE', 'UNRECOGNIZED', 'DUPLICATE', 'SURCHARGE_NOT_DISCLOSED'),
    DisputePage: page($('Dispute')),
    OpenDisputeRequest: obj({
      transactionId: { ...id('txn'), description: 'A visible withdrawal or deposit with a completed amount' },
      reasonCode: $('DisputeReason'),
      amount: { ...money, description: 'Positive, at most the completed amount, in its currency' },
      'note?': { ...str, maxLength: 500 },
    }),
    Location: obj({
      terminal: $('Reference'),
      account: $('Reference'),
      address: obj({ street: str, postalCode: str, city: str, country: en('SE', 'NO') }),
      position: obj({ latitude: num, longitude: num }),
      venue: str,
      riskLevel: en('LOW', 'MEDIUM', 'HIGH'),
    }),
    LocationPage: page($('Location')),
    Alert: obj({
      id: id('alr'),
      kind: en('CASH_LOW', 'HEARTBEAT_STALE', 'DISPENSER_FAULT', 'DECLINE_SPIKE', 'COMMUNICATION_FLAPPING'),
      severity: en('WARNING', 'CRITICAL'),
      state: en('OPEN', 'CLOSED'),
      raisedAt: time,
      message: str,
    }),
    TerminalStatus: en('ONLINE', 'STALE', 'OFFLINE'),
    StatusMonitoring: obj({
      terminal: $('Reference'),
      status: $('TerminalStatus'),
      lastHeartbeatAt: time,
      statusSince: time,
      telemetry: obj({
        softwareVersion: str,
        cassettes: arr(
          obj({ position: int, denomination: money, notesRemaining: int, state: en('OK', 'LOW', 'EMPTY') }),
        ),
        cashTotal: money,
        dispenser: en('OK', 'FAULT'),
        receiptPaper: en('OK', 'LOW'),
      }),
      openAlerts: arr($('Alert')),
    }),
    Connector: {
      ...union(
        { ISO8583_TCP: { host: str, port: int }, REST_GATEWAY: { url: str } },
        { id: id('con'), label: str, state: $('ConnectorState'), terminalCount: int },
      ),
      description: 'terminalCount counts the visible terminals',
    },
    ConnectorState: en('UP', 'DEGRADED', 'DOWN'),
    ConnectorPage: page($('Connector')),
    ConnectorStatus: obj(
      {
        connector: $('Reference'),
        state: $('ConnectorState'),
        checkedAt: time,
        'lastTransactionAt?': time,
        terminals: obj({ total: int, online: int, stale: int, offline: int }),
        traffic: obj({ total: int, approved: int, declined: int, timedOut: int }),
      },
      'Numbers cover the visible terminals',
    ),
    TerminalGroup: obj(
      { id: id('grp'), label: str, terminals: arr($('Reference')), terminalCount: int },
      'Contains the visible terminals',
    ),
    TerminalGroupPage: page($('TerminalGroup')),
    Command: obj({
      id: id('cmd'),
      kind: en('RESTART', 'PUSH_CONFIGURATION', 'RESET_CASSETTE', 'SYNC_CLOCK'),
      terminal: $('Reference'),
      state: en('QUEUED', 'COMPLETED', 'FAILED'),
      queuedAt: time,
      'finishedAt?': time,
      requestedBy: $('Reference'),
      description: str,
    }),
    CommandPage: page($('Command')),
    ProvisioningParameter: union({
      TEXT: { name: str, value: str },
      NUMBER: { name: str, value: num },
      FLAG: { name: str, value: bool },
    }),
    ProvisioningPayload: obj({
      terminal: $('Reference'),
      connector: $('Reference'),
      profile: str,
      model: str,
      serialNumber: str,
      softwareVersion: str,
      parameters: arr($('ProvisioningParameter')),
    }),
    ProvisioningJob: obj({
      id: id('prv'),
      kind: en('FIRMWARE', 'PROFILE'),
      state: en('SCHEDULED', 'SUCCEEDED', 'FAILED'),
      target: str,
      createdAt: time,
      'finishedAt?': time,
    }),
    ProvisioningExport: obj({
      terminal: $('Reference'),
      exportedAt: time,
      fileName: str,
      payload: $('ProvisioningPayload'),
      jobs: arr($('ProvisioningJob')),
    }),
    Terminal: obj({
      id: id('trm'),
      label: str,
      account: $('Reference'),
      groups: arr($('Reference')),
      connector: $('Reference'),
      model: str,
      serialNumber: str,
      softwareVersion: str,
      status: $('TerminalStatus'),
      lastHeartbeatAt: time,
    }),
    User: obj({ id: id('usr'), label: str, email: str, role: $('Role') }),
    Role: en('ADMIN', 'FINANCE', 'ANALYST', 'TECHNICIAN'),
    Portal: obj({
      generatedAt: time,
      principal: obj({
        id: id('usr'),
        label: str,
        email: str,
        role: $('Role'),
        organization: $('Reference'),
        visibility: union({
          ALL_TERMINALS: {},
          ACCOUNTS: { accounts: arr($('Reference')) },
          TERMINALS: { terminals: arr($('Reference')) },
        }),
      }),
      accounts: arr(
        obj({
          id: id('acc'),
          label: str,
          organizationNumber: str,
          contactEmail: str,
          city: str,
          currency: en('SEK', 'NOK'),
          terminalCount: int,
        }),
      ),
      organization: obj({
        id: id('org'),
        label: str,
        country: en('SE', 'NO'),
        currency: en('SEK', 'NOK'),
        branding: obj({ state: en('DRAFT', 'PUBLISHED'), displayName: str, primaryColor: str, logoUrl: str }),
        dns: obj({
          state: en('VERIFIED', 'PENDING_VERIFICATION'),
          portalHost: str,
          records: arr(union({ CNAME: { name: str, target: str }, TXT: { name: str, value: str } })),
        }),
      }),
      access: obj({
        canReadReports: bool,
        canOpenDisputes: bool,
        canDeriveSettlements: bool,
        canChangeConfiguration: bool,
      }),
      fleet: obj({ terminalCount: int, onlineCount: int, staleCount: int, offlineCount: int }),
      users: arr($('User')),
      terminals: arr($('Terminal')),
      groups: arr($('TerminalGroup')),
      connectors: arr($('Connector')),
      recentTransactions: arr($('Transaction')),
      recentCommands: arr($('Command')),
      recentForms: arr(
        obj({
          id: id('frm'),
          kind: en('CASH_LOAD', 'SITE_INSPECTION', 'INCIDENT_REPORT'),
          terminal: $('Reference'),
          state: en('DRAFT', 'SUBMITTED'),
          submittedAt: time,
          submittedBy: $('Reference'),
        }),
      ),
      reports: arr(
        obj({
          code: en(
            'TRANSACTION_JOURNAL',
            'CASH_POSITION',
            'TERMINAL_AVAILABILITY',
            'SETTLEMENT_OVERVIEW',
            'DISPUTE_OVERVIEW',
          ),
          label: str,
          formats: arr(en('PDF', 'XLSX')),
        }),
      ),
      compliance: arr(
        obj({
          id: id('cmp'),
          kind: en('PCI_CERTIFICATE', 'FIRE_INSPECTION', 'PHYSICAL_SECURITY'),
          terminal: $('Reference'),
          state: en('VALID', 'EXPIRING', 'EXPIRED'),
          expiresOn: date,
        }),
      ),
      onboarding: arr(
        obj({ id: id('onb'), terminal: $('Reference'), stage: en('SITE_SURVEY', 'LIVE'), updatedAt: time }),
      ),
      documents: arr(
        obj({
          id: id('doc'),
          kind: en('SITE_AGREEMENT', 'MAINTENANCE_PLAN'),
          label: str,
          terminal: $('Reference'),
          uploadedAt: time,
        }),
      ),
      videos: arr(obj({ id: id('vid'), label: str, durationSeconds: int, url: str })),
    }),
    Catalog: obj({ contractVersion: str, items: arr($('CatalogService')) }),
    CatalogService: obj({
      service: en(A, T, X, R, S, C),
      label: str,
      portal_surfaces: arr(obj({ member: str, label: str })),
      api_endpoints: arr(
        obj({ method: en('GET', 'POST'), path: str, access: en('PUBLIC', 'READ', 'WRITE'), summary: str }),
      ),
      webhook_events: arr(str),
      rss_feeds: arr(obj({ path: str, title: str, contentType: str })),
      notes: arr(str),
    }),
    BrandingStatus: obj({
      status: en('READY', 'NOT_READY'),
      branding: obj({ state: en('PUBLISHED', 'DRAFT'), version: str }),
      docsHost: obj({
        host: str,
        state: en('READY', 'NOT_READY'),
        dns: en('VERIFIED', 'PENDING_VERIFICATION'),
        certificate: en('VALID', 'MISSING'),
      }),
    }),
  };

  const query = (name: string, schema: Schema, description: string) => ({
    name,
    in: 'query',
    required: false,
    schema,
    description,
  });
  const paging = [
    query('limit', { type: 'integer', minimum: 1, maximum: 200, default: 50 }, 'Maximum number of items on the page'),
    query('page_token', str, 'nextPageToken of the previous page; all filters must be repeated'),
  ];
  const sorting = [
    query(
      'sort_by',
      { ...en('terminal_dt', 'amt_comp', 'amt_req', 'surch_comp', 'seq'), default: 'terminal_dt' },
      'Sort column',
    ),
    query('sort_dir', { ...en('asc', 'desc'), default: 'desc' }, 'Sort direction'),
  ];
  const byTerminal = query('terminal_id', str, 'Only this terminal'),
    byKind = query('kind', en('WITHDRAWAL', 'DEPOSIT', 'BALANCE_INQUIRY', 'REVERSAL'), 'Only this transaction type');
  const parameters: Record<string, unknown[]> = {
    listTransactions: [
      ...paging,
      byTerminal,
      query('group_id', str, 'Only terminals of this group'),
      byKind,
      ...sorting,
    ],
    listTerminalTransactions: [...paging, byKind, ...sorting],
    listSettlements: [
      ...paging,
      byTerminal,
      query('status', en('DERIVED', 'SUBMITTED', 'SETTLED', 'RETURNED'), 'Only this status'),
    ],
    listDisputes: [...paging, byTerminal, query('status', en('OPEN', 'UNDER_REVIEW', 'RESOLVED'), 'Only this status')],
    listLocations: paging,
    listConnectors: paging,
    listTerminalGroups: paging,
    listCommands: paging,
  };
  const results: Record<string, string> = {
    getPortal: 'Portal',
    getCatalog: 'Catalog',
    listTransactions: 'TransactionPage',
    getTransactionTimeline: 'Timeline',
    listSettlements: 'SettlementPage',
    deriveSettlements: 'DeriveSettlementsResult',
    listDisputes: 'DisputePage',
    openDispute: 'Dispute',
    listLocations: 'LocationPage',
    getLocation: 'Location',
    getStatusMonitoring: 'StatusMonitoring',
    listTerminalTransactions: 'TransactionPage',
    listConnectors: 'ConnectorPage',
    getConnectorStatus: 'ConnectorStatus',
    listTerminalGroups: 'TerminalGroupPage',
    listCommands: 'CommandPage',
    getProvisioningPayload: 'ProvisioningPayload',
    getProvisioningExport: 'ProvisioningExport',
    getBrandingStatus: 'BrandingStatus',
  };
  const bodies: Record<string, string> = {
    deriveSettlements: 'DeriveSettlementsRequest',
    openDispute: 'OpenDisputeRequest',
  };
  const problem = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: $('Problem') } },
  });
  const json = (description: string, name: string) => ({
    description,
    content: { 'application/json': { schema: $(name) } },
  });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const e of endpoints) {
    if (on('openapi-timeline-missing') && e.operationId === 'getTransactionTimeline') continue;
    const responses: Record<string, unknown> = {};
    if (e.operationId === 'getPublicOpenApi') {
      responses['200'] = {
        description: 'OpenAPI 3.1 document',
        headers: { ETag: { schema: str }, 'Cache-Control': { schema: str } },
        content: { 'application/json': { schema: { type: 'object' } } },
      };
      responses['304'] = { description: 'Not modified (If-None-Match)' };
    } else if (e.path.startsWith('/v1/feeds/'))
      responses['200'] = { description: 'RSS 2.0 feed', content: { 'application/rss+xml': { schema: str } } };
    else if (e.operationId === 'openDispute') responses['201'] = json('The opened case', 'Dispute');
    else if (e.operationId === 'deriveSettlements') {
      responses['200'] = json('Nothing to derive', 'DeriveSettlementsResult');
      responses['201'] = json('The derived batches', 'DeriveSettlementsResult');
    } else responses['200'] = json('Success', results[e.operationId]);
    if (parameters[e.operationId] || e.method === 'POST') responses['400'] = problem('Invalid parameter or body');
    if (e.access !== 'PUBLIC') responses['401'] = problem('Key missing or invalid');
    if (e.access === 'WRITE') {
      responses['403'] = problem('The role lacks the privilege');
      responses['415'] = problem('The body is not JSON');
      responses['422'] = problem('The body violates a rule');
    }
    if (e.operationId === 'openDispute') responses['409'] = problem('The transaction already has an unresolved case');
    const names = [...e.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
    if (names.length > 0) responses['404'] = problem('Unknown or not visible');
    const all = [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: str })),
      ...(parameters[e.operationId] ?? []),
    ];
    (paths[e.path] ??= {})[e.method.toLowerCase()] = {
      operationId: e.operationId,
      summary: e.summary,
      tags: e.families,
      security: e.access === 'PUBLIC' ? [] : [{ apiKey: [] }],
      ...(all.length > 0 ? { parameters: all } : {}),
      ...(bodies[e.operationId]
        ? { requestBody: { required: true, content: { 'application/json': { schema: $(bodies[e.operationId]) } } } }
        : {}),
      responses,
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kontantportal Data Service',
      version: '1.14.0',
      description:
        'Data of the terminal fleet, limited to what the user of the key may see. Members without a value are left out. Webhook destinations are managed in the terminal management system.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: on('openapi-key-header-name') ? 'Api-Key' : 'X-API-Key' },
      },
      schemas,
    },
  };
}
