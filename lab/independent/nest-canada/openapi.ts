// @ts-nocheck: written without noUncheckedIndexedAccess
// Routes, query parameters, the public OpenAPI document and the integration catalog.
export const contractVersion = '1.14.0';

export interface Param {
  name: string;
  kind: 'integer' | 'uuid' | 'enum' | 'epoch' | 'text';
  values?: readonly string[];
  minimum?: number;
  maximum?: number;
  fallback?: number | string;
  text: string;
}
export interface Route {
  id: string;
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  tag: string;
  permission: string | null;
  isPublic?: boolean;
  query: readonly Param[];
  result: string | null;
  isList?: boolean;
  status?: number;
  body?: string;
  errors: readonly number[];
}

export const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'ON', 'PE', 'QC', 'SK'] as const;
export const transactionTypes = ['withdrawal', 'balance-inquiry', 'transfer', 'reversal'] as const;
export const responses = ['approved', 'partially-approved', 'declined'] as const;
export const sortColumns = ['terminal_time', 'amt_req', 'amt_comp', 'sur_req', 'sur_comp', 'seq_no'] as const;
export const batchStatuses = ['pending', 'submitted', 'settled', 'returned'] as const;
export const disputeStatuses = ['open', 'under-review', 'awaiting-evidence', 'resolved'] as const;
export const reasonCodes = [
  'cash-not-dispensed',
  'partial-dispense',
  'duplicate-charge',
  'unrecognized-transaction',
  'surcharge-disputed',
] as const;
export const commandStatuses = ['queued', 'completed', 'failed'] as const;
export const roles = ['tenant-admin', 'account-manager', 'read-only-analyst', 'field-technician'] as const;
const languages = ['en-CA', 'fr-CA'];

const limit: Param = {
  name: 'limit',
  kind: 'integer',
  minimum: 1,
  maximum: 200,
  fallback: 50,
  text: 'Largest number of items on the page.',
};
const offset: Param = {
  name: 'offset',
  kind: 'integer',
  minimum: 0,
  maximum: 1_000_000,
  fallback: 0,
  text: 'Number of items to skip.',
};
const pick = (name: string, values: readonly string[], text: string, fallback?: string): Param => ({
  name,
  kind: 'enum',
  values,
  text,
  ...(fallback === undefined ? {} : { fallback }),
});
const rowFilters: Param[] = [
  pick(
    'sort_by',
    sortColumns,
    'Sort column: terminal_time (terminal date and time), amt_req / amt_comp (requested / completed amount), sur_req / sur_comp (requested / completed surcharge), seq_no (sequence number). Amounts sort by number. Equal values: newest first.',
    'terminal_time',
  ),
  pick('sort_dir', ['asc', 'desc'], 'Sort direction.', 'desc'),
  pick('type', transactionTypes, 'Only rows of this transaction type.'),
  pick('response', responses, 'Only rows with this response.'),
  { name: 'from', kind: 'epoch', text: 'Only rows at or after this time (epoch milliseconds).' },
  { name: 'to', kind: 'epoch', text: 'Only rows before this time (epoch milliseconds).' },
];
const byTerminal: Param = {
  name: 'terminal_id',
  kind: 'uuid',
  text: 'Only items of this terminal. A terminal that the user does not see gives an empty list.',
};

export const routes: readonly Route[] = [
  {
    id: 'portal',
    method: 'GET',
    path: '/v1/portal',
    summary: 'Portal snapshot of the current user',
    tag: 'account',
    permission: null,
    query: [],
    result: 'PortalSnapshot',
    errors: [401],
  },
  {
    id: 'catalog',
    method: 'GET',
    path: '/v1/integrations/catalog',
    summary: 'Inventory of the integration surface by service',
    tag: 'account',
    permission: null,
    query: [],
    result: 'IntegrationCatalog',
    errors: [401],
  },
  {
    id: 'openapi',
    method: 'GET',
    path: '/v1/integrations/public-openapi.json',
    summary: 'This document',
    tag: 'account',
    permission: null,
    isPublic: true,
    query: [],
    result: null,
    errors: [],
  },
  {
    id: 'transactions',
    method: 'GET',
    path: '/v1/transactions',
    summary: 'Transaction rows of the visible terminals, with a summary over all rows that match the filters',
    tag: 'transactions',
    permission: 'transactions:read',
    query: [
      limit,
      offset,
      byTerminal,
      { name: 'group_id', kind: 'uuid', text: 'Only rows of the visible terminals in this terminal group.' },
      ...rowFilters,
    ],
    result: 'TransactionList',
    isList: true,
    errors: [400, 401, 403],
  },
  {
    id: 'timeline',
    method: 'GET',
    path: '/v1/transactions/{transaction_id}/timeline',
    summary: 'Timeline of one transaction',
    tag: 'transactions',
    permission: 'transactions:read',
    query: [],
    result: 'Timeline',
    errors: [400, 401, 403, 404],
  },
  {
    id: 'settlements',
    method: 'GET',
    path: '/v1/settlements',
    summary: 'ACH settlement batches of the visible accounts, newest business date first',
    tag: 'settlements',
    permission: 'settlements:read',
    query: [
      limit,
      offset,
      { name: 'account_id', kind: 'uuid', text: 'Only batches of this account.' },
      pick('status', batchStatuses, 'Only batches with this status.'),
    ],
    result: 'SettlementBatch[]',
    isList: true,
    errors: [400, 401, 403],
  },
  {
    id: 'derive',
    method: 'POST',
    path: '/v1/settlements/derive',
    summary: 'Derives the batch of one account and business date from its transactions',
    tag: 'settlements',
    permission: 'settlements:derive',
    query: [],
    result: 'SettlementBatch',
    status: 201,
    body: 'DeriveSettlementRequest',
    errors: [400, 401, 403, 404, 409, 415],
  },
  {
    id: 'disputes',
    method: 'GET',
    path: '/v1/disputes',
    summary: 'Dispute cases of the visible terminals, newest first',
    tag: 'settlements',
    permission: 'disputes:read',
    query: [limit, offset, pick('status', disputeStatuses, 'Only cases with this status.'), byTerminal],
    result: 'DisputeCase[]',
    isList: true,
    errors: [400, 401, 403],
  },
  {
    id: 'createDispute',
    method: 'POST',
    path: '/v1/disputes',
    summary: 'Opens a dispute on a visible transaction',
    tag: 'settlements',
    permission: 'disputes:create',
    query: [],
    result: 'DisputeCase',
    status: 201,
    body: 'CreateDisputeRequest',
    errors: [400, 401, 403, 404, 409, 415],
  },
  {
    id: 'locations',
    method: 'GET',
    path: '/v1/locations',
    summary: 'Locations of the visible terminals',
    tag: 'terminals',
    permission: 'locations:read',
    query: [limit, offset, pick('province', provinces, 'Only locations in this province.')],
    result: 'Location[]',
    isList: true,
    errors: [400, 401, 403],
  },
  {
    id: 'location',
    method: 'GET',
    path: '/v1/locations/{terminal_id}',
    summary: 'Location of one terminal',
    tag: 'terminals',
    permission: 'locations:read',
    query: [],
    result: 'Location',
    errors: [400, 401, 403, 404],
  },
  {
    id: 'monitoring',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/status-monitoring',
    summary: 'Status and telemetry of one terminal',
    tag: 'terminals',
    permission: 'terminals:read',
    query: [],
    result: 'StatusMonitoring',
    errors: [400, 401, 403, 404],
  },
  {
    id: 'terminalTransactions',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/transactions',
    summary: 'Transaction rows of one terminal, with a summary over all rows that match the filters',
    tag: 'transactions',
    permission: 'transactions:read',
    query: [limit, offset, ...rowFilters],
    result: 'TransactionList',
    isList: true,
    errors: [400, 401, 403, 404],
  },
  {
    id: 'connectors',
    method: 'GET',
    path: '/v1/connectors',
    summary:
      'Connectors of the visible terminals (all of the organization for users with organization-wide visibility)',
    tag: 'operations',
    permission: 'connectors:read',
    query: [limit, offset],
    result: 'Connector[]',
    isList: true,
    errors: [400, 401, 403],
  },
  {
    id: 'connectorStatus',
    method: 'GET',
    path: '/v1/connectors/{connector_id}/status',
    summary: 'Status of one connector',
    tag: 'operations',
    permission: 'connectors:read',
    query: [],
    result: 'ConnectorStatus',
    errors: [400, 401, 403, 404],
  },
  {
    id: 'groups',
    method: 'GET',
    path: '/v1/terminal-groups',
    summary:
      'Terminal groups with their visible members (empty groups only for users with organization-wide visibility)',
    tag: 'operations',
    permission: 'groups:read',
    query: [limit, offset],
    result: 'TerminalGroup[]',
    isList: true,
    errors: [400, 401, 403],
  },
  {
    id: 'commands',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/commands',
    summary: 'Commands of one terminal, newest first',
    tag: 'operations',
    permission: 'commands:read',
    query: [limit, offset, pick('status', commandStatuses, 'Only commands with this status.')],
    result: 'TerminalCommand[]',
    isList: true,
    errors: [400, 401, 403, 404],
  },
  {
    id: 'payload',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-payload',
    summary: 'Provisioning payload of one terminal',
    tag: 'operations',
    permission: 'provisioning:read',
    query: [],
    result: 'ProvisioningPayload',
    errors: [400, 401, 403, 404],
  },
  {
    id: 'export',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-export',
    summary: 'Provisioning export of one terminal as a list of settings',
    tag: 'operations',
    permission: 'provisioning:read',
    query: [],
    result: 'ProvisioningExport',
    errors: [400, 401, 403, 404],
  },
  {
    id: 'accountFeed',
    method: 'GET',
    path: '/v1/feeds/account.xml',
    summary:
      'RSS digest across the visible terminals: heartbeats, status changes, the 40 newest transactions, alerts, switch journal',
    tag: 'feeds',
    permission: 'feeds:read',
    query: [],
    result: null,
    errors: [401, 403],
  },
  {
    id: 'terminalFeed',
    method: 'GET',
    path: '/v1/feeds/terminals/{terminal_id}.xml',
    summary:
      'RSS stream of one terminal: status, its 10 newest transactions, switch journal, commands, provisioning jobs, alerts',
    tag: 'feeds',
    permission: 'feeds:read',
    query: [],
    result: null,
    errors: [400, 401, 403, 404],
  },
  {
    id: 'branding',
    method: 'GET',
    path: '/v1/public/branding-status',
    summary: 'Readiness of the platform branding and the documentation host',
    tag: 'account',
    permission: null,
    isPublic: true,
    query: [],
    result: 'BrandingStatus',
    errors: [],
  },
];

export const rolePermissions: Readonly<Record<string, readonly string[]>> = (() => {
  const reads = [
    'transactions:read',
    'disputes:read',
    'locations:read',
    'terminals:read',
    'connectors:read',
    'groups:read',
    'commands:read',
    'provisioning:read',
    'feeds:read',
  ];
  return {
    'tenant-admin': [...reads, 'settlements:read', 'settlements:derive', 'disputes:create', 'users:read'],
    'account-manager': [...reads, 'settlements:read', 'disputes:create', 'users:read'],
    'read-only-analyst': [...reads, 'settlements:read'],
    'field-technician': reads,
  };
})();

// ---------------------------------------------------------------- schemas

type Schema = Record<string, unknown>;
const text = (description?: string): Schema => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
});
const id = (description?: string): Schema => ({
  type: 'string',
  format: 'uuid',
  ...(description === undefined ? {} : { description }),
});
const amount = (description: string): Schema => ({
  type: 'string',
  pattern: '^-?\\d+\\.\\d{2}$',
  description,
  example: '120.00',
});
const integer = (description?: string): Schema => ({
  type: 'integer',
  ...(description === undefined ? {} : { description }),
});
const flag = (): Schema => ({ type: 'boolean' });
const choice = (values: readonly string[], description?: string): Schema => ({
  type: 'string',
  enum: [...values],
  ...(description === undefined ? {} : { description }),
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const ref = (name: string): Schema => ({ $ref: '#/components/schemas/' + name });
const maybe = (schema: Schema): Schema => ({ ...schema, nullable: true });
const object = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
  properties,
});
const time = (name: string, description: string, isNullable = false): Record<string, Schema> => {
  const number: Schema = { type: 'integer', format: 'int64', description: description + ' (epoch milliseconds)' };
  const local: Schema = {
    type: 'string',
    description: description + ' (local text with offset)',
    example: '2025-11-14T10:30:00-05:00',
  };
  return { [name]: isNullable ? maybe(number) : number, [name + 'Local']: isNullable ? maybe(local) : local };
};

const permissionNames = [...rolePermissions['tenant-admin']!].sort();
const alertKinds = [
  'cash-low',
  'heartbeat-stale',
  'dispenser-fault',
  'communication-flapping',
  'receipt-paper-low',
  'high-decline-velocity',
];
const terminalStatuses = ['online', 'degraded', 'offline', 'inactive'];
const jobProperties = {
  jobId: id(),
  jobType: choice(['parameter-download']),
  jobStatus: choice(['queued', 'running', 'completed', 'failed']),
  profileVersion: text(),
  ...time('createdAt', 'When the job was created'),
  ...time('finishedAt', 'When the job ended', true),
};
const schemas = (): Record<string, Schema> => ({
  ErrorItem: object({
    code: choice([
      'missing-api-key',
      'invalid-api-key',
      'insufficient-permission',
      'validation-failed',
      'malformed-json',
      'unsupported-media-type',
      'not-found',
      'route-not-found',
      'conflict',
    ]),
    field: maybe(text('Parameter or body member, or null.')),
    message: text(),
  }),
  Meta: object({ apiVersion: choice(['v1']), ...time('generatedAt', 'Time of the answer') }),
  PageMeta: object({
    apiVersion: choice(['v1']),
    ...time('generatedAt', 'Time of the answer'),
    limit: integer(),
    offset: integer(),
    count: integer('Items on this page.'),
    total: integer('Items that match the request and that the user may see.'),
    hasMore: flag(),
  }),
  ErrorEnvelope: object({
    success: { type: 'boolean', enum: [false] },
    result: { type: 'object', nullable: true, enum: [null] },
    errors: list(ref('ErrorItem')),
    meta: ref('Meta'),
  }),
  TransactionRow: object(
    {
      transactionId: id(),
      terminalId: id(),
      ...time('terminalAt', 'Terminal date and time'),
      timeZone: text('Time zone of the terminal.'),
      transactionType: choice(transactionTypes),
      sequenceNumber: integer('Increases per terminal.'),
      accountType: choice(['chequing', 'savings', 'credit']),
      emvIndicator: choice(['chip-contact', 'contactless', 'chip-fallback'], 'Present only when available.'),
      response: choice(responses),
      responseCode: text('Two-digit host code.'),
      responseText: text('In the language of the terminal.'),
      amountRequested: amount('Requested amount.'),
      amountCompleted: amount('Completed amount; negative for reversals.'),
      surchargeRequested: amount('Requested surcharge.'),
      surchargeCompleted: amount('Completed surcharge; negative for reversals.'),
      currency: choice(['CAD']),
      relatedTransactionId: maybe(id('The reversed transaction of a reversal, or the reversal of a transaction.')),
    },
    ['emvIndicator'],
  ),
  TransactionSummary: object({
    transactionCount: integer('Rows that match the filters, on all pages.'),
    totalSurcharge: amount('Sum of the completed surcharge of all these rows.'),
    totalWithdrawn: amount(
      'Sum of the completed amount of withdrawals and reversals (reversals are negative; transfers do not count).',
    ),
    currency: choice(['CAD']),
  }),
  TransactionList: object({ rows: list(ref('TransactionRow')), summary: ref('TransactionSummary') }),
  TimelineEvent: object({
    step: integer(),
    event: choice([
      'started',
      'card-read',
      'request-routed',
      'host-response',
      'cash-dispensed',
      'completed',
      'reversed',
    ]),
    ...time('at', 'Time of the event'),
    source: choice(['terminal', 'switch', 'host']),
    detail: text(),
  }),
  Timeline: object({
    transactionId: id(),
    terminalId: id(),
    transactionType: choice(transactionTypes),
    response: choice(responses),
    relatedTransactionId: maybe(id()),
    events: list(ref('TimelineEvent')),
  }),
  SettlementBatch: object({
    batchId: id(),
    accountId: id(),
    accountName: text(),
    businessDate: { type: 'string', format: 'date', description: 'Local day of the account.' },
    batchStatus: choice(batchStatuses),
    entryCount: integer('Credit and debit entries.'),
    creditEntryCount: integer('Completed withdrawals.'),
    debitEntryCount: integer('Reversals.'),
    creditTotal: amount('Completed amounts and surcharges of withdrawals.'),
    debitTotal: amount('Amounts and surcharges of reversals, as a positive number.'),
    netPayout: amount('Credit total minus debit total.'),
    currency: choice(['CAD']),
    ...time('windowStartAt', 'Start of the business date'),
    ...time('windowEndAt', 'End of the business date'),
    ...time('derivedAt', 'When the batch was derived'),
    ...time('submittedAt', 'When it was submitted', true),
    ...time('settledAt', 'When it settled', true),
    returnReason: maybe(choice(['account-closed'])),
  }),
  DeriveSettlementRequest: object({
    accountId: id('A visible account.'),
    businessDate: {
      type: 'string',
      format: 'date',
      description: 'A past local day of the account with transactions and without a batch.',
    },
  }),
  DisputeCase: object(
    {
      disputeId: id(),
      disputeStatus: choice(disputeStatuses),
      reasonCode: choice(reasonCodes),
      relatedTransactionId: id(),
      relatedTerminalId: id(),
      amount: amount('Disputed amount.'),
      currency: choice(['CAD']),
      note: maybe(text()),
      ...time('openedAt', 'When the case was opened'),
      ...time('dueAt', 'Due date'),
      assignment: object({
        assignedTeam: maybe(choice(['claims-desk'])),
        assigneeName: maybe(text()),
        ...time('assignedAt', 'When it was assigned', true),
      }),
      resolution: object({
        outcome: maybe(choice(['accepted', 'denied'])),
        resolutionNote: maybe(text()),
        ...time('resolvedAt', 'When it was resolved', true),
      }),
      reviewer: {
        ...object({ reviewerName: text(), ...time('reviewedAt', 'When it was reviewed') }),
        description: 'Present only for resolved cases.',
      },
    },
    ['reviewer'],
  ),
  CreateDisputeRequest: object(
    {
      transactionId: id('A visible withdrawal.'),
      reasonCode: choice(reasonCodes),
      amount: { ...amount('More than zero, at most the requested amount plus surcharge.'), pattern: '^\\d+\\.\\d{2}$' },
      note: { type: 'string', maxLength: 500 },
    },
    ['note'],
  ),
  Location: object({
    locationId: id(),
    terminalId: id(),
    accountId: id(),
    siteName: text(),
    addressLine: text(),
    city: text(),
    province: choice(provinces),
    postalCode: text(),
    country: choice(['CA']),
    latitude: { type: 'number' },
    longitude: { type: 'number' },
    timeZone: text(),
    language: choice(languages),
  }),
  Alert: object({
    alertId: id(),
    terminalId: id(),
    alertKind: choice(alertKinds),
    severity: choice(['info', 'warning', 'critical']),
    ...time('openedAt', 'When the alert opened'),
    message: text(),
  }),
  StatusMonitoring: object({
    terminalId: id(),
    terminalStatus: choice(terminalStatuses),
    ...time('lastHeartbeatAt', 'Last heartbeat'),
    heartbeatAgeSeconds: integer(),
    telemetry: object({
      firmwareVersion: text(),
      signalStrengthDbm: integer(),
      temperatureCelsius: integer(),
      cashRemaining: amount('Notes in all cassettes.'),
      cassettes: list(
        object({
          position: integer(),
          denomination: amount('Value of one note.'),
          noteCount: integer(),
          cassetteStatus: choice(['ok', 'low']),
        }),
      ),
      dispenserStatus: choice(['ok', 'jammed']),
      cardReaderStatus: choice(['ok']),
      printerStatus: choice(['ok', 'paper-low']),
    }),
    openAlerts: list(ref('Alert')),
  }),
  Connector: object({
    connectorId: id(),
    name: text(),
    connectorKind: choice(['processor-host', 'backup-link']),
    protocol: choice(['iso8583-tls', 'iso8583-vpn']),
    connectorStatus: choice(['up', 'degraded', 'down', 'standby']),
    terminalIds: list(id()),
    terminalCount: integer('Visible terminals on this connector.'),
  }),
  ConnectorStatus: object({
    connectorId: id(),
    name: text(),
    connectorStatus: choice(['up', 'degraded', 'down', 'standby']),
    latencyMs: integer(),
    ...time('lastCheckedAt', 'Last check'),
    terminalCount: integer('Visible terminals on this connector.'),
    onlineTerminalCount: integer('Those of them that are online.'),
  }),
  TerminalGroup: object({
    groupId: id(),
    name: text(),
    nameFr: text(),
    terminalIds: list(id()),
    terminalCount: integer('Visible members.'),
  }),
  TerminalCommand: object({
    commandId: id(),
    terminalId: id(),
    commandType: choice(['restart', 'sync-parameters', 'download-journal', 'reset-dispenser', 'update-firmware']),
    commandStatus: choice(commandStatuses),
    ...time('queuedAt', 'When it was queued'),
    ...time('completedAt', 'When it ended', true),
    requestedBy: text(),
  }),
  ProvisioningJob: object(jobProperties),
  ProvisioningPayload: object({
    terminalId: id(),
    profileVersion: text(),
    ...time('preparedAt', 'When the payload was prepared'),
    settings: object({
      label: text(),
      serialNumber: text(),
      model: choice(['halo-ii', 'genmega-gt3000', 'hyosung-2800']),
      language: choice(languages),
      timeZone: text(),
      currency: choice(['CAD']),
      surchargeAmount: amount('Surcharge of a withdrawal.'),
      hostName: text(),
      keyLoading: choice(['remote']),
      cassetteDenominations: list(amount('Value of one note.')),
    }),
    latestJob: ref('ProvisioningJob'),
  }),
  ProvisioningExport: object({
    terminalId: id(),
    profileVersion: text(),
    fileName: text(),
    exportFormat: choice(['key-value']),
    ...time('exportedAt', 'When the export was made'),
    entries: list(object({ key: text(), value: text() })),
    entryCount: integer(),
  }),
  PortalTerminal: object({
    terminalId: id(),
    accountId: id(),
    label: text(),
    model: text(),
    serialNumber: text(),
    terminalStatus: choice(terminalStatuses),
    siteName: text(),
    city: text(),
    province: choice(provinces),
    timeZone: text(),
    connectorId: id(),
    groupIds: list(id()),
  }),
  PortalSnapshot: object({
    principal: object({
      userId: id(),
      username: text(),
      displayName: text(),
      email: text(),
      role: choice(roles),
      language: choice(languages),
      timeZone: text(),
      ...time('lastSignInAt', 'Last sign-in'),
    }),
    permissions: list(choice(permissionNames, 'Permission of the role.')),
    accountProfile: object({
      organizationId: id(),
      organizationName: text(),
      accounts: list(
        object({
          accountId: id(),
          code: text(),
          name: text(),
          language: choice(languages),
          timeZone: text(),
          city: text(),
          province: choice(provinces),
          contactEmail: text(),
          payoutSchedule: choice(['daily']),
          terminalCount: integer('Visible terminals of the account.'),
        }),
      ),
    }),
    organization: object({
      organizationId: id(),
      legalName: text(),
      branding: object({ brandName: text(), brandColour: text(), logoUrl: text() }),
      dns: object({
        portalHost: text(),
        dnsState: choice(['verified', 'pending-verification']),
        certificateState: choice(['issued', 'not-requested']),
      }),
    }),
    accessFlags: object({
      hasOrganizationWideVisibility: flag(),
      canViewUsers: flag(),
      canViewSettlements: flag(),
      canDeriveSettlements: flag(),
      canCreateDisputes: flag(),
    }),
    visibleUsers: list(
      object({
        userId: id(),
        displayName: text(),
        email: text(),
        role: choice(roles),
        language: choice(languages),
        ...time('lastSignInAt', 'Last sign-in'),
      }),
    ),
    visibleTerminals: list(ref('PortalTerminal')),
    visibleGroups: list(ref('TerminalGroup')),
    visibleConnectors: list(ref('Connector')),
    recentTransactions: { ...list(ref('TransactionRow')), description: 'The 10 newest.' },
    recentCommands: { ...list(ref('TerminalCommand')), description: 'The 10 newest.' },
    recentForms: {
      ...list(
        object({
          formId: id(),
          terminalId: id(),
          formType: choice(['site-survey', 'cash-load-report']),
          formStatus: choice(['submitted', 'in-review']),
          ...time('submittedAt', 'When it was submitted'),
          submittedBy: text(),
        }),
      ),
      description: 'The 10 newest.',
    },
    reportCatalog: list(
      object({ reportId: text(), title: text(), titleFr: text(), requiredPermission: choice(permissionNames) }),
    ),
    compliance: object({
      vaultItems: list(
        object({
          itemId: id(),
          terminalId: id(),
          itemKind: choice(['merchant-agreement', 'emv-attestation']),
          itemState: choice(['valid', 'expiring']),
          ...time('expiresAt', 'Expiry'),
        }),
      ),
      onboarding: list(
        object({
          stepId: id(),
          accountId: id(),
          step: choice(['bank-details', 'site-approval', 'training']),
          stepState: choice(['completed', 'in-progress']),
        }),
      ),
      documents: list(
        object({
          documentId: id(),
          accountId: id(),
          title: text(),
          language: choice(languages),
          ...time('issuedAt', 'Issue date'),
        }),
      ),
      videos: list(object({ videoId: id(), title: text(), titleFr: text(), lengthSeconds: integer() })),
    }),
    counts: object({
      terminals: integer(),
      groups: integer(),
      connectors: integer(),
      users: integer(),
      transactions: integer('All visible transactions.'),
      openDisputes: integer('Visible disputes that are not resolved.'),
    }),
  }),
  CatalogEndpoint: object({
    method: choice(['GET', 'POST']),
    path: text(),
    summary: text(),
    isPublic: flag(),
    requiredPermission: maybe(text()),
  }),
  CatalogService: object({
    serviceKey: text(),
    title: text(),
    titleFr: text(),
    portal_surfaces: list(text()),
    api_endpoints: list(ref('CatalogEndpoint')),
    webhook_events: list(text()),
    rss_feeds: list(object({ path: text(), title: text() })),
    notes: list(text()),
  }),
  IntegrationCatalog: object({ contractVersion: text(), services: list(ref('CatalogService')) }),
  BrandingStatus: object({
    brandName: text(),
    brandingStatus: choice(['ready', 'in-progress']),
    docsHost: text(),
    docsHostStatus: choice(['ready', 'in-progress']),
    ...time('checkedAt', 'Last check'),
  }),
});

const errorNames: Record<number, string> = {
  400: 'A parameter or the body is not valid.',
  401: 'The key is missing or unknown.',
  403: 'The role of the user lacks the permission.',
  404: 'Not found, or not visible to the user.',
  409: 'The request conflicts with the present state.',
  415: 'The body is not JSON.',
};

export function buildOpenApi(origin: string, fault: string | null): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    if (fault === 'openapi-path-missing' && route.id === 'commands') continue;
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);
    const parameters = [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: id() })),
      ...route.query.map((p) => ({
        name: p.name,
        in: 'query',
        required: false,
        description: p.text,
        schema:
          p.kind === 'integer'
            ? { type: 'integer', minimum: p.minimum, maximum: p.maximum, default: p.fallback }
            : p.kind === 'epoch'
              ? { type: 'integer', format: 'int64', minimum: 0 }
              : p.kind === 'uuid'
                ? id()
                : p.kind === 'enum'
                  ? { type: 'string', enum: p.values, ...(p.fallback === undefined ? {} : { default: p.fallback }) }
                  : text(),
      })),
    ];
    const name = route.result;
    const result = name === null ? null : name.endsWith('[]') ? list(ref(name.slice(0, -2))) : ref(name);
    const status = String(route.status ?? 200);
    const content =
      result !== null
        ? {
            'application/json': {
              schema: object({
                success: { type: 'boolean', enum: [true] },
                result,
                errors: { ...list(ref('ErrorItem')), maxItems: 0 },
                meta: ref(route.isList === true ? 'PageMeta' : 'Meta'),
              }),
            },
          }
        : route.id === 'openapi'
          ? {
              'application/json': {
                schema: { type: 'object', description: 'OpenAPI document, without the envelope.' },
              },
            }
          : { 'application/rss+xml': { schema: { type: 'string', description: 'RSS 2.0' } } };
    const operation: Record<string, unknown> = {
      operationId: route.id,
      summary: route.summary,
      tags: [route.tag],
      ...(route.permission === null ? {} : { description: `Needs the permission ${route.permission}.` }),
      parameters,
      responses: {
        [status]: { description: route.summary, content },
        ...(route.id === 'openapi' ? { 304: { description: 'Unchanged (If-None-Match).' } } : {}),
        ...Object.fromEntries(
          route.errors.map((code) => [
            code,
            { description: errorNames[code], content: { 'application/json': { schema: ref('ErrorEnvelope') } } },
          ]),
        ),
      },
      security:
        route.isPublic === true || (fault === 'openapi-portal-declared-public' && route.id === 'portal')
          ? []
          : [{ apiKey: [] }],
    };
    if (route.body !== undefined)
      operation.requestBody = { required: true, content: { 'application/json': { schema: ref(route.body) } } };
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation;
  }
  if (fault === 'openapi-internal-path') {
    paths['/v1/internal/organizations/{organization_id}/key-ceremony'] = {
      post: {
        operationId: 'startKeyCeremony',
        summary: 'Staff only: starts the master key ceremony of an organization',
        tags: ['internal'],
        parameters: [{ name: 'organization_id', in: 'path', required: true, schema: id() }],
        responses: { 202: { description: 'Started.' } },
        security: [{ apiKey: [] }],
      },
    };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Terminal Fleet Portal Data Service',
      version: contractVersion,
      description:
        'Scoped data of a terminal fleet. Every JSON answer except this document has the envelope success, result, errors, meta. Amounts are decimal strings in Canadian dollars. Times are epoch milliseconds with a local text. Unknown query parameters are ignored.',
    },
    servers: [{ url: origin }],
    security: [{ apiKey: [] }],
    tags: ['account', 'terminals', 'transactions', 'operations', 'settlements', 'feeds'].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: schemas(),
    },
  };
}

// ---------------------------------------------------------------- catalog

const services = [
  {
    key: 'account-fleet-snapshot',
    title: 'Account and fleet snapshot',
    titleFr: 'Compte et aperçu du parc',
    surfaces: ['dashboard', 'account-profile', 'branding', 'users'],
    endpoints: ['portal', 'catalog', 'openapi', 'branding'],
    events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    feeds: ['accountFeed'],
    notes: ['The portal snapshot is the safest first call.', 'The public documents need no key.'],
  },
  {
    key: 'terminals-locations-telemetry',
    title: 'Terminals, locations, telemetry',
    titleFr: 'Terminaux, emplacements, télémétrie',
    surfaces: ['terminals', 'locations', 'monitoring'],
    endpoints: ['locations', 'location', 'monitoring'],
    events: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    feeds: ['accountFeed', 'terminalFeed'],
    notes: ['Times carry the local text of the terminal.'],
  },
  {
    key: 'transactions-processor-activity',
    title: 'Transactions and processor activity',
    titleFr: 'Transactions et activité du processeur',
    surfaces: ['transactions', 'reports'],
    endpoints: ['transactions', 'timeline', 'terminalTransactions'],
    events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    feeds: ['accountFeed', 'terminalFeed'],
    notes: ['Rows carry no card data.', 'The summary covers all rows that match the filters.'],
  },
  {
    key: 'rms-commands-connectors-provisioning',
    title: 'RMS, commands, connectors, provisioning',
    titleFr: 'Commandes, connecteurs, provisionnement',
    surfaces: ['commands', 'connectors', 'terminal-groups', 'provisioning'],
    endpoints: ['connectors', 'connectorStatus', 'groups', 'commands', 'payload', 'export'],
    events: ['command_failed', 'provisioning_failed'],
    feeds: ['terminalFeed'],
    notes: ['Payload and export hold no key material.'],
  },
  {
    key: 'settlements-payouts-disputes',
    title: 'Settlements, payouts, disputes',
    titleFr: 'Règlements, versements, litiges',
    surfaces: ['settlements', 'disputes'],
    endpoints: ['settlements', 'derive', 'disputes', 'createDispute'],
    events: ['settlement_mismatch'],
    feeds: [],
    notes: ['Write paths need settlements:derive or disputes:create.'],
  },
  {
    key: 'compliance-vault-onboarding',
    title: 'Compliance vault and onboarding',
    titleFr: 'Coffre de conformité et accueil',
    surfaces: ['compliance-vault', 'onboarding', 'documents', 'videos'],
    endpoints: ['portal'],
    events: ['compliance_expiration', 'location_risk_change'],
    feeds: [],
    notes: ['Available only through the portal snapshot.'],
  },
];

export function buildCatalog(fault: string | null): unknown {
  const byId = new Map(routes.map((r) => [r.id, r]));
  const seen = new Set<string>();
  return {
    contractVersion,
    services: services.map((s) => {
      const events = fault === 'catalog-event-listed-once' ? s.events.filter((e) => !seen.has(e)) : s.events;
      for (const e of s.events) seen.add(e);
      const entry: Record<string, unknown> = {
        serviceKey: s.key,
        title: s.title,
        titleFr: s.titleFr,
        portal_surfaces: s.surfaces,
        api_endpoints: s.endpoints.map((e) => {
          const r = byId.get(e)!;
          return {
            method: r.method,
            path: r.path,
            summary: r.summary,
            isPublic: r.isPublic === true,
            requiredPermission: r.permission,
          };
        }),
        webhook_events: events,
        rss_feeds:
          fault === 'catalog-rss-feeds-empty'
            ? []
            : s.feeds.map((e) => ({ path: byId.get(e)!.path, title: byId.get(e)!.summary })),
        notes: s.notes,
      };
      if (fault === 'catalog-notes-missing-in-one-group' && s.key.startsWith('settlements')) delete entry.notes;
      return entry;
    }),
  };
}
