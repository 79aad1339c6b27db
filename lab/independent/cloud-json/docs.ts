// The published contract: one table of operations, from which come the routes, the OpenAPI document and the integration catalog.
export type Family =
  | 'ACCOUNT_FLEET_SNAPSHOT'
  | 'TERMINALS_LOCATIONS_TELEMETRY'
  | 'TRANSACTIONS_PROCESSOR_ACTIVITY'
  | 'RMS_COMMANDS_CONNECTORS_PROVISIONING'
  | 'SETTLEMENTS_PAYOUTS_DISPUTES'
  | 'COMPLIANCE_VAULT_ONBOARDING';
export interface Operation {
  id: string;
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  families: Family[];
  access: 'PUBLIC' | 'API_KEY' | 'PRIVILEGED';
  query?: string[];
  schema?: string;
  body?: string;
  isFeed?: boolean;
  isHidden?: boolean;
}

export const defaultLimit = 50,
  maxLimit = 200;
export const sortKeys = [
  'terminal_dt',
  'seq',
  'type',
  'response',
  'amt_req',
  'amt_comp',
  'sur_req',
  'sur_comp',
] as const;
export const disputeReasons = ['CASH_NOT_DISPENSED', 'PARTIAL_DISPENSE', 'DUPLICATE_CHARGE', 'UNAUTHORIZED'];
export const disputeStatuses = ['OPEN', 'UNDER_REVIEW', 'RESOLVED'];
export const batchStatuses = ['PENDING', 'SUBMITTED', 'SETTLED', 'RETURNED'];
export const terminalStatuses = ['ONLINE', 'DEGRADED', 'OFFLINE'];
export const commandStatuses = ['QUEUED', 'COMPLETED', 'FAILED'];

const paging = ['limit', 'nextToken'];
const transactionQuery = ['limit', 'nextToken', 'terminal_id', 'group_id', 'sort_by', 'sort_dir'];
const A: Family = 'ACCOUNT_FLEET_SNAPSHOT',
  T: Family = 'TERMINALS_LOCATIONS_TELEMETRY',
  X: Family = 'TRANSACTIONS_PROCESSOR_ACTIVITY';
const R: Family = 'RMS_COMMANDS_CONNECTORS_PROVISIONING',
  S: Family = 'SETTLEMENTS_PAYOUTS_DISPUTES',
  C: Family = 'COMPLIANCE_VAULT_ONBOARDING';

export const operations: readonly Operation[] = [
  {
    id: 'GetPortal',
    method: 'GET',
    path: '/v1/portal',
    summary: 'Scoped portal snapshot of the current user',
    families: [A, C],
    access: 'API_KEY',
    schema: 'PortalSnapshot',
  },
  {
    id: 'GetIntegrationCatalog',
    method: 'GET',
    path: '/v1/integrations/catalog',
    summary: 'Grouped inventory of the integration surface',
    families: [A],
    access: 'API_KEY',
    schema: 'IntegrationCatalog',
  },
  {
    id: 'GetPublicOpenApi',
    method: 'GET',
    path: '/v1/integrations/public-openapi.json',
    summary: 'This document',
    families: [A],
    access: 'PUBLIC',
    schema: 'OpenApiDocument',
  },
  {
    id: 'ListTransactions',
    method: 'GET',
    path: '/v1/transactions',
    summary: 'Normalized transaction rows of visible terminals, with a summary of all matching rows',
    families: [X],
    access: 'API_KEY',
    query: transactionQuery,
    schema: 'TransactionList',
  },
  {
    id: 'GetTransactionTimeline',
    method: 'GET',
    path: '/v1/transactions/{transaction_id}/timeline',
    summary: 'Timeline of one transaction',
    families: [X],
    access: 'API_KEY',
    schema: 'TransactionTimeline',
  },
  {
    id: 'ListSettlements',
    method: 'GET',
    path: '/v1/settlements',
    summary: 'Scoped ACH settlement batches',
    families: [S],
    access: 'API_KEY',
    query: [...paging, 'status'],
    schema: 'SettlementBatchList',
  },
  {
    id: 'DeriveSettlement',
    method: 'POST',
    path: '/v1/settlements/derive',
    summary: 'Derive the ACH batch of one account and business date (account administrators and finance managers)',
    families: [S],
    access: 'PRIVILEGED',
    body: 'DeriveSettlementInput',
    schema: 'SettlementBatch',
  },
  {
    id: 'ListDisputes',
    method: 'GET',
    path: '/v1/disputes',
    summary: 'Scoped dispute cases',
    families: [S],
    access: 'API_KEY',
    query: [...paging, 'status', 'terminal_id'],
    schema: 'DisputeList',
  },
  {
    id: 'CreateDispute',
    method: 'POST',
    path: '/v1/disputes',
    summary: 'Open a dispute on a visible transaction (account administrators, finance and operations managers)',
    families: [S],
    access: 'PRIVILEGED',
    body: 'CreateDisputeInput',
    schema: 'Dispute',
  },
  {
    id: 'ListLocations',
    method: 'GET',
    path: '/v1/locations',
    summary: 'Locations with a visible terminal',
    families: [T],
    access: 'API_KEY',
    query: paging,
    schema: 'LocationList',
  },
  {
    id: 'GetTerminalLocation',
    method: 'GET',
    path: '/v1/locations/{terminal_id}',
    summary: 'The location of one terminal',
    families: [T],
    access: 'API_KEY',
    schema: 'Location',
  },
  {
    id: 'ListTerminals',
    method: 'GET',
    path: '/v1/terminals',
    summary: 'Visible terminals',
    families: [A, T],
    access: 'API_KEY',
    query: [...paging, 'status', 'group_id'],
    schema: 'TerminalList',
  },
  {
    id: 'GetTerminalStatus',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/status-monitoring',
    summary: 'Status and telemetry of one terminal',
    families: [T],
    access: 'API_KEY',
    schema: 'TerminalStatus',
  },
  {
    id: 'ListTerminalTransactions',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/transactions',
    summary: 'Transactions of one terminal',
    families: [T, X],
    access: 'API_KEY',
    query: ['limit', 'nextToken', 'sort_by', 'sort_dir'],
    schema: 'TransactionList',
  },
  {
    id: 'ListConnectors',
    method: 'GET',
    path: '/v1/connectors',
    summary: 'Connectors of visible terminals',
    families: [R],
    access: 'API_KEY',
    query: paging,
    schema: 'ConnectorList',
  },
  {
    id: 'GetConnectorStatus',
    method: 'GET',
    path: '/v1/connectors/{connector_id}/status',
    summary: 'Status of one connector',
    families: [R],
    access: 'API_KEY',
    schema: 'ConnectorStatus',
  },
  {
    id: 'ListTerminalGroups',
    method: 'GET',
    path: '/v1/terminal-groups',
    summary: 'Groups with a visible terminal',
    families: [A, T],
    access: 'API_KEY',
    query: paging,
    schema: 'TerminalGroupList',
  },
  {
    id: 'ListTerminalCommands',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/commands',
    summary: 'Commands of one terminal',
    families: [R],
    access: 'API_KEY',
    query: [...paging, 'status'],
    schema: 'CommandList',
  },
  {
    id: 'GetProvisioningPayload',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-payload',
    summary: 'Provisioning payload of one terminal (administrators, operations managers and terminal operators)',
    families: [R],
    access: 'API_KEY',
    schema: 'ProvisioningPayload',
  },
  {
    id: 'GetProvisioningExport',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-export',
    summary: 'Provisioning export of one terminal (administrators, operations managers and terminal operators)',
    families: [R],
    access: 'API_KEY',
    schema: 'ProvisioningExport',
  },
  {
    id: 'GetAccountFeed',
    method: 'GET',
    path: '/v1/feeds/account.xml',
    summary: 'Account RSS feed',
    families: [A, T, X],
    access: 'API_KEY',
    isFeed: true,
  },
  {
    id: 'GetTerminalFeed',
    method: 'GET',
    path: '/v1/feeds/terminals/{terminal_id}.xml',
    summary: 'RSS feed of one terminal',
    families: [T, X, R],
    access: 'API_KEY',
    isFeed: true,
  },
  {
    id: 'GetBrandingStatus',
    method: 'GET',
    path: '/v1/public/branding-status',
    summary: 'Public status of branding and docs-host readiness',
    families: [A],
    access: 'PUBLIC',
    schema: 'BrandingStatus',
  },
];

const families: Record<Family, { displayName: string; surfaces: string[]; events: string[]; notes: string[] }> = {
  ACCOUNT_FLEET_SNAPSHOT: {
    displayName: 'Account and fleet snapshot',
    surfaces: ['Dashboard', 'Account profile', 'Branding and DNS', 'Users'],
    events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    notes: ['GET /v1/portal is the safest first call.'],
  },
  TERMINALS_LOCATIONS_TELEMETRY: {
    displayName: 'Terminals, locations, telemetry',
    surfaces: ['Terminals', 'Locations', 'Terminal groups', 'Status monitoring'],
    events: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    notes: ['A location or group names only the terminals the caller may see.'],
  },
  TRANSACTIONS_PROCESSOR_ACTIVITY: {
    displayName: 'Transactions and processor activity',
    surfaces: ['Transactions', 'Transaction timeline'],
    events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    notes: [
      'Rows never include PAN, track data, PIN blocks or raw key material.',
      'The summary covers every matching row, whatever the page.',
    ],
  },
  RMS_COMMANDS_CONNECTORS_PROVISIONING: {
    displayName: 'RMS, commands, connectors, provisioning',
    surfaces: ['Remote management', 'Connectors', 'Provisioning'],
    events: ['command_failed', 'provisioning_failed'],
    notes: ['Configuration changes are made in the portal by administrators.'],
  },
  SETTLEMENTS_PAYOUTS_DISPUTES: {
    displayName: 'Settlements, payouts, disputes',
    surfaces: ['Settlements', 'Disputes'],
    events: ['settlement_mismatch'],
    notes: ['The two write paths need a more privileged role than reporting reads.', 'This service has no RSS feed.'],
  },
  COMPLIANCE_VAULT_ONBOARDING: {
    displayName: 'Compliance vault and onboarding',
    surfaces: ['Compliance vault', 'Onboarding', 'Documents', 'Videos'],
    events: ['compliance_expiration', 'location_risk_change'],
    notes: [
      'Available through the portal snapshot only; there are no dedicated endpoints.',
      'This service has no RSS feed.',
    ],
  },
};

export function integrationCatalog(fault: string): unknown {
  const services = (Object.keys(families) as Family[]).map((serviceId) => {
    const family = families[serviceId];
    let mine = operations.filter((o) => o.families.includes(serviceId));
    if (fault === 'catalog-derive-missing') mine = mine.filter((o) => o.id !== 'DeriveSettlement');
    let events = family.events;
    if (fault === 'catalog-event-renamed' && serviceId === C) events = ['compliance_expired', 'location_risk_change'];
    if (fault === 'catalog-event-once') {
      const first = (Object.keys(families) as Family[])
        .slice(0, Object.keys(families).indexOf(serviceId))
        .flatMap((f) => families[f].events);
      events = events.filter((e) => !first.includes(e));
    }
    const endpoints = mine
      .filter((o) => !o.isFeed)
      .map((o) => ({ method: o.method, path: o.path, operationId: o.id, access: o.access, summary: o.summary }));
    if (fault === 'catalog-compliance-endpoint' && serviceId === C) {
      endpoints.push({
        method: 'GET',
        path: '/v1/compliance/vault',
        operationId: 'ListVault',
        access: 'API_KEY',
        summary: 'Compliance vault records',
      });
    }
    if (fault === 'catalog-path-stale' && serviceId === T) {
      for (const e of endpoints)
        if (e.operationId === 'GetTerminalStatus') e.path = '/v1/terminals/{terminal_id}/status';
    }
    let feeds = mine
      .filter((o) => o.isFeed)
      .map((o) => ({ path: o.path, contentType: 'application/rss+xml', title: o.summary }));
    if (fault === 'catalog-terminal-feed-missing') feeds = feeds.filter((f) => !f.path.includes('{terminal_id}'));
    const group: Record<string, unknown> = {
      serviceId,
      displayName: family.displayName,
      portal_surfaces: family.surfaces,
      api_endpoints: endpoints,
      webhook_events: events.map((eventName) => ({ eventName, subscriptionLevels: ['ACCOUNT', 'TERMINAL'] })),
      rss_feeds: feeds,
      notes: family.notes,
    };
    if (fault === 'catalog-notes-missing' && serviceId === R) delete group['notes'];
    if (fault === 'catalog-empty-feeds-omitted' && feeds.length === 0) delete group['rss_feeds'];
    if (fault === 'catalog-camel-members') {
      for (const [from, to] of [
        ['portal_surfaces', 'portalSurfaces'],
        ['api_endpoints', 'apiEndpoints'],
        ['webhook_events', 'webhookEvents'],
        ['rss_feeds', 'rssFeeds'],
      ] as const) {
        group[to] = group[from];
        delete group[from];
      }
    }
    return group;
  });
  if (fault === 'catalog-not-grouped') {
    const all = (member: string): unknown[] => services.flatMap((s) => s[member] as unknown[]);
    return {
      contractVersion: 'v1',
      portal_surfaces: all('portal_surfaces'),
      api_endpoints: all('api_endpoints'),
      webhook_events: all('webhook_events'),
      rss_feeds: all('rss_feeds'),
      notes: all('notes'),
    };
  }
  return { contractVersion: 'v1', services };
}

type Schema = Record<string, unknown>;
const text = { type: 'string' },
  whole = { type: 'integer' },
  flag = { type: 'boolean' };
const instant = { type: 'integer', format: 'int64', description: 'Milliseconds since 1970-01-01T00:00:00Z' };
const money = {
  type: 'string',
  pattern: '^-?[0-9]+\\.[0-9]{2}$',
  description: 'A decimal amount in the currency beside it',
};
const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values });
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const ref = (schema: string): Schema => ({ $ref: `#/components/schemas/${schema}` });
const orNull = (schema: Schema): Schema =>
  '$ref' in schema ? { anyOf: [schema, { type: 'null' }] } : { ...schema, type: [schema['type'], 'null'] };
/** An object: members whose name ends in `?` are optional. */
function shape(members: Record<string, Schema>): Schema {
  const properties: Record<string, Schema> = {},
    required: string[] = [];
  for (const [member, schema] of Object.entries(members)) {
    const bare = member.replace(/\?$/, '');
    properties[bare] = schema;
    if (bare === member) required.push(bare);
  }
  return { type: 'object', properties, required };
}
const pageOf = (schema: string, more: Record<string, Schema> = {}): Schema =>
  shape({ items: listOf(ref(schema)), ...more, totalCount: whole, 'nextToken?': text });
const portalItem = shape({ id: text, kind: text, title: text, status: text, updatedAt: instant, 'terminalId?': text });

function schemas(): Record<string, Schema> {
  return {
    Error: shape({
      error: shape({
        code: text,
        message: text,
        requestId: text,
        'details?': listOf(shape({ field: text, issue: text })),
      }),
    }),
    Transaction: shape({
      transactionId: text,
      terminalId: text,
      terminalDateTime: instant,
      transactionType: oneOf('CASH_WITHDRAWAL', 'BALANCE_INQUIRY', 'TRANSFER'),
      sequenceNumber: whole,
      accountType: oneOf('CHECKING', 'SAVINGS', 'CREDIT'),
      'emvIndicator?': oneOf('CHIP', 'CONTACTLESS'),
      response: text,
      responseCode: text,
      amountRequested: money,
      amountCompleted: money,
      surchargeRequested: money,
      surchargeCompleted: money,
      currency: text,
    }),
    TransactionSummary: shape({
      transactionCount: whole,
      totalSurcharge: money,
      totalWithdrawn: money,
      currency: text,
    }),
    TransactionList: pageOf('Transaction', { summary: ref('TransactionSummary') }),
    TransactionTimeline: shape({
      transactionId: text,
      terminalId: text,
      items: listOf(shape({ eventType: text, occurredAt: instant, detail: text })),
    }),
    SettlementBatch: shape({
      batchId: text,
      accountId: text,
      settlementDate: { type: 'string', format: 'date' },
      status: oneOf(...batchStatuses),
      entryCounts: shape({ credits: whole, debits: whole, total: whole }),
      creditTotal: money,
      debitTotal: money,
      netPayout: money,
      currency: text,
      openedAt: instant,
      closedAt: instant,
      submittedAt: orNull(instant),
      settledAt: orNull(instant),
    }),
    SettlementBatchList: pageOf('SettlementBatch'),
    DeriveSettlementInput: shape({
      settlementDate: { type: 'string', format: 'date' },
      'accountId?': text,
      'dryRun?': flag,
    }),
    Dispute: shape({
      disputeId: text,
      status: oneOf(...disputeStatuses),
      reasonCode: oneOf(...disputeReasons),
      transactionId: text,
      terminalId: text,
      amount: money,
      currency: text,
      dueDate: { type: 'string', format: 'date' },
      openedAt: instant,
      assignment: shape({ queue: text, assigneeName: orNull(text), assignedAt: orNull(instant) }),
      resolution: orNull(ref('DisputeResolution')),
      'reviewer?': shape({ displayName: text, team: text, reviewedAt: instant, comment: text }),
    }),
    DisputeResolution: shape({
      outcome: oneOf('CARDHOLDER_FAVOR', 'OPERATOR_FAVOR'),
      resolvedAmount: money,
      resolvedAt: instant,
    }),
    DisputeList: pageOf('Dispute'),
    CreateDisputeInput: shape({ transactionId: text, reasonCode: oneOf(...disputeReasons), 'amount?': money }),
    Location: shape({
      locationId: text,
      displayName: text,
      address: shape({ line: text, city: text, region: text, countryCode: text }),
      riskLevel: oneOf('LOW', 'MEDIUM', 'HIGH'),
      terminalIds: listOf(text),
      'terminalId?': text,
    }),
    LocationList: pageOf('Location'),
    Terminal: shape({
      terminalId: text,
      accountId: text,
      displayName: text,
      model: text,
      serialNumber: text,
      locationId: text,
      connectorId: text,
      groupIds: listOf(text),
      status: oneOf(...terminalStatuses),
      lastHeartbeatAt: instant,
      installedAt: instant,
    }),
    TerminalList: pageOf('Terminal'),
    TerminalStatus: shape({
      terminalId: text,
      status: oneOf(...terminalStatuses),
      statusChangedAt: instant,
      lastHeartbeatAt: instant,
      telemetry: shape({
        firmwareVersion: text,
        signalPercent: whole,
        temperatureCelsius: whole,
        cassettes: listOf(
          shape({ cassetteId: text, denomination: money, currency: text, noteCount: whole, status: text }),
        ),
      }),
      openAlerts: listOf(shape({ alertId: text, eventName: text, severity: text, openedAt: instant, message: text })),
    }),
    Connector: shape({
      connectorId: text,
      displayName: text,
      connectorType: text,
      processorName: text,
      status: oneOf('UP', 'DEGRADED', 'IDLE'),
      terminalIds: listOf(text),
    }),
    ConnectorList: pageOf('Connector'),
    ConnectorStatus: shape({
      connectorId: text,
      displayName: text,
      status: oneOf('UP', 'DEGRADED', 'IDLE'),
      lastCheckedAt: instant,
      latencyMs: whole,
      terminalCount: whole,
      offlineTerminalCount: whole,
    }),
    TerminalGroup: shape({
      groupId: text,
      displayName: text,
      terminalCount: whole,
      terminalIds: listOf(text),
      createdAt: instant,
    }),
    TerminalGroupList: pageOf('TerminalGroup'),
    Command: shape({
      commandId: text,
      terminalId: text,
      commandType: text,
      status: oneOf(...commandStatuses),
      requestedBy: text,
      queuedAt: instant,
      completedAt: orNull(instant),
    }),
    CommandList: pageOf('Command'),
    ProvisioningPayload: shape({
      terminalId: text,
      serialNumber: text,
      payloadVersion: whole,
      checksum: text,
      connection: shape({ connectorId: text, host: text, port: whole, protocol: text }),
      parameters: { type: 'object', additionalProperties: true },
      keySlots: listOf(shape({ slot: text, status: text })),
    }),
    ProvisioningExport: shape({
      exportId: text,
      terminalId: text,
      format: text,
      payload: ref('ProvisioningPayload'),
      jobs: listOf(
        shape({ jobId: text, jobType: text, status: text, createdAt: instant, finishedAt: orNull(instant) }),
      ),
    }),
    PortalSnapshot: shape({
      principal: shape({
        userId: text,
        displayName: text,
        email: text,
        role: text,
        accountId: text,
        scope: shape({ scopeType: text, accountIds: listOf(text), 'terminalIds?': listOf(text) }),
      }),
      account: shape({
        accountId: text,
        displayName: text,
        legalName: text,
        accountType: text,
        currency: text,
        timeZone: text,
        status: text,
        createdAt: instant,
        supportEmail: text,
      }),
      organization: shape({
        branding: { type: 'object' },
        dns: shape({ status: text, records: listOf({ type: 'object' }) }),
      }),
      accessFlags: { type: 'object', additionalProperties: flag },
      users: listOf({ type: 'object' }),
      terminals: listOf(ref('Terminal')),
      terminalGroups: listOf(ref('TerminalGroup')),
      connectors: listOf(ref('Connector')),
      recentTransactions: listOf(ref('Transaction')),
      recentCommands: listOf(ref('Command')),
      recentForms: listOf(portalItem),
      reportCatalog: listOf(shape({ reportId: text, displayName: text, formats: listOf(text) })),
      complianceVault: listOf(portalItem),
      onboarding: listOf(portalItem),
      documents: listOf(portalItem),
      videos: listOf(portalItem),
    }),
    IntegrationCatalog: shape({
      contractVersion: text,
      services: listOf(
        shape({
          serviceId: text,
          displayName: text,
          portal_surfaces: listOf(text),
          api_endpoints: listOf({ type: 'object' }),
          webhook_events: listOf({ type: 'object' }),
          rss_feeds: listOf({ type: 'object' }),
          notes: listOf(text),
        }),
      ),
    }),
    OpenApiDocument: { type: 'object' },
    BrandingStatus: shape({
      status: text,
      branding: shape({ status: text, checkedAt: instant }),
      docsHost: shape({ hostname: text, status: text, checkedAt: instant }),
    }),
  };
}

const queryOf: Record<string, Schema> = {
  limit: {
    description: 'The most rows one page returns',
    schema: { type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit },
  },
  nextToken: {
    description: 'The token of the page before; it carries the filters and the sort of the first request',
    schema: text,
  },
  terminal_id: { description: 'Only rows of this terminal', schema: text },
  group_id: { description: 'Only rows of this terminal group', schema: text },
  sort_by: { description: 'Sort column', schema: { ...oneOf(...sortKeys), default: 'terminal_dt' } },
  sort_dir: { description: 'Sort direction', schema: { ...oneOf('asc', 'desc'), default: 'desc' } },
};
const statusQuery: Record<string, string[]> = {
  ListSettlements: batchStatuses,
  ListDisputes: disputeStatuses,
  ListTerminals: terminalStatuses,
  ListTerminalCommands: commandStatuses,
};

export function openApiDocument(
  origin: string,
  fault: string,
  leak: { accountId: string; terminalId: string; key: string },
): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  const problem = (description: string): Schema => ({
    description,
    content: { 'application/json': { schema: ref('Error') } },
  });
  for (const o of operations) {
    if (fault === 'openapi-path-missing' && o.id === 'GetTransactionTimeline') continue;
    if (fault === 'openapi-feeds-missing' && o.isFeed) continue;
    const parameters: Schema[] = [...o.path.matchAll(/\{(\w+)\}/g)].map((m) => ({
      name: m[1],
      in: 'path',
      required: true,
      schema: text,
    }));
    for (const q of o.query ?? []) {
      if (fault === 'openapi-sort-undescribed' && q.startsWith('sort_')) continue;
      parameters.push({
        name: q,
        in: 'query',
        required: false,
        ...(q === 'status'
          ? { description: 'Only rows of this status', schema: oneOf(...(statusQuery[o.id] ?? [])) }
          : queryOf[q]),
      });
    }
    const success = o.isFeed
      ? {
          description: 'An RSS 2.0 feed',
          content: {
            [fault === 'openapi-feed-type-xml' ? 'application/xml' : 'application/rss+xml']: { schema: text },
          },
        }
      : { description: 'Success', content: { 'application/json': { schema: ref(o.schema as string) } } };
    const responses: Record<string, unknown> = { [o.method === 'POST' ? '201' : '200']: success };
    if (o.method === 'GET') responses['304'] = { description: 'Not modified' };
    if (o.query || o.body) responses['400'] = problem('A parameter or the body is invalid');
    if (o.access !== 'PUBLIC') responses['401'] = problem('The key is missing or unknown');
    if (o.access === 'PRIVILEGED' || /Provisioning|Settlements/.test(o.id))
      responses['403'] = problem("The caller's role may not do this");
    if (o.path.includes('{') || o.body) responses['404'] = problem('No such resource in the scope of the caller');
    if (o.body)
      Object.assign(responses, {
        409: problem('It exists already'),
        413: problem('The body is too large'),
        415: problem('The body is not JSON'),
        422: problem('The request cannot be carried out'),
      });
    if (o.id === 'DeriveSettlement')
      responses['200'] = { ...success, description: 'The batch as it would be (dryRun)' };
    const operation: Schema = { operationId: o.id, summary: o.summary, tags: o.families, responses };
    if (parameters.length > 0) operation['parameters'] = parameters;
    if (o.body) operation['requestBody'] = { required: true, content: { 'application/json': { schema: ref(o.body) } } };
    if (o.access === 'PUBLIC') operation['security'] = [];
    if (fault === 'openapi-writes-unsecured' && o.method === 'POST') operation['security'] = [];
    const path = fault === 'openapi-unprefixed' ? o.path.replace('/v1', '') : o.path;
    paths[path] = { ...paths[path], [o.method.toLowerCase()]: operation };
  }
  if (fault === 'openapi-internal-path') {
    paths['/v1/admin/keys/rotate'] = {
      post: {
        operationId: 'RotateMasterKey',
        summary: 'Internal: rotate the master key of a terminal',
        responses: { 200: { description: 'Success' } },
      },
    };
  }
  if (fault === 'openapi-phantom-path') {
    paths['/v1/webhooks'] = {
      get: {
        operationId: 'ListWebhooks',
        summary: 'Webhook destinations of the account',
        responses: { 200: { description: 'Success' } },
      },
    };
  }
  const components: Record<string, Schema> = schemas();
  if (fault === 'openapi-tenant-example')
    (components['Terminal'] as Schema)['example'] = {
      terminalId: leak.terminalId,
      accountId: leak.accountId,
      displayName: 'ATM 101 Bolt & Barrow Market',
    };
  if (fault === 'openapi-live-key')
    (components['Error'] as Schema)['description'] = `Try it with X-API-Key: ${leak.key}`;
  if (fault === 'openapi-row-field-stale') {
    const row = components['Transaction'] as { properties: Record<string, Schema>; required: string[] };
    row.properties['completedAmount'] = row.properties['amountCompleted'] as Schema;
    delete row.properties['amountCompleted'];
    row.required = row.required.map((r) => (r === 'amountCompleted' ? 'completedAmount' : r));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Terminal Fleet Portal Data Service',
      version: '1.14.0',
      description:
        'The customer-safe surface of the service. Every response is limited to what the owner of the key may see.',
    },
    servers: [{ url: origin }],
    security: [{ ApiKey: [] }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: fault === 'openapi-wrong-header' ? 'Authorization' : 'X-API-Key',
        },
      },
    },
  };
}
