// @ts-nocheck: written without noUncheckedIndexedAccess
// The two documents that describe the integration surface: public OpenAPI document and catalog.

import type { Json, Switch } from './views.ts';
import { context } from './views.ts';

const str = (extra: Json = {}): Json => ({ type: 'string', ...extra });
const int = (extra: Json = {}): Json => ({ type: 'integer', ...extra });
const num: Json = { type: 'number' };
const bool: Json = { type: 'boolean' };
const cents = int({ description: 'Amount in cents' });
const iriRef = str({ format: 'iri-reference' });
const time = str({ format: 'date-time', description: 'ISO 8601 in UTC' });
const date = str({ format: 'date' });
const zone = str({ description: 'IANA name of the time zone' });
const eur = str({ const: 'EUR' });
const nullable = (schema: Json): Json => ({ ...schema, type: [schema.type, 'null'] });
const oneOf = (...values: string[]): Json => str({ enum: values });
const array = (items: Json): Json => ({ type: 'array', items });
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
function object(properties: Record<string, Json>, optional: string[] = []): Json {
  return { type: 'object', properties, required: Object.keys(properties).filter((p) => !optional.includes(p)) };
}
const item = (type: string, properties: Record<string, Json>, optional: string[] = []): Json =>
  object({ '@id': iriRef, '@type': str({ const: type }), ...properties }, optional);
const part = (type: string, properties: Record<string, Json>, optional: string[] = []): Json =>
  object({ '@type': str({ const: type }), ...properties }, optional);
const root = (type: string, properties: Record<string, Json>): Json =>
  object({ '@context': str({ format: 'uri' }), '@id': iriRef, '@type': str({ const: type }), ...properties });
const collection = (schema: string, extra: Record<string, Json> = {}): Json =>
  object({
    '@context': str({ format: 'uri' }),
    '@id': iriRef,
    '@type': str({ const: 'Collection' }),
    totalItems: int({ minimum: 0, description: 'Number of all visible items that match the filters, on all pages' }),
    member: array(ref(schema)),
    view: ref('PartialCollectionView'),
    ...extra,
  });

export const sortColumns = [
  'terminal_at',
  'seq_no',
  'tran_type',
  'response',
  'amt_req',
  'amt_comp',
  'sur_req',
  'sur_comp',
];
export const transactionTypes = ['withdrawal', 'balanceInquiry', 'pinChange', 'deposit', 'reversal'];
export const responses = ['approved', 'insufficientFunds', 'doNotHonour', 'expiredCard', 'wrongPin'];
export const batchStatuses = ['pending', 'submitted', 'settled', 'returned'];
export const disputeStatuses = ['open', 'inReview', 'awaitingEvidence', 'resolved'];
export const reasonCodes = ['cashNotDispensed', 'duplicateDebit', 'unrecognised'];

function schemas(on: Switch): Record<string, Json> {
  const terminalRef = { terminal: iriRef, terminalId: int() };
  const accountRef = { account: iriRef, accountId: int() };
  const counters = { transactionsLast24h: int(), approvedLast24h: int(), declinedLast24h: int() };
  const record = { id: int(), ...terminalRef, title: str(), state: str(), validUntil: date };
  const completed: Record<string, Json> = on('openapi-schema-drift')
    ? { amountDispensed: cents }
    : { amountCompleted: cents };
  const payload = {
    ...terminalRef,
    serialNumber: str(),
    model: str(),
    profile: str(),
    timeZone: zone,
    locale: str(),
    currency: eur,
    surcharge: cents,
    softwareVersion: str(),
    connector: iriRef,
    connectorId: int(),
    cassettes: array(object({ position: int(), denomination: cents })),
    isRecycler: bool,
  };
  return {
    PartialCollectionView: item(
      'PartialCollectionView',
      { first: iriRef, last: iriRef, previous: iriRef, next: iriRef },
      ['previous', 'next'],
    ),
    Error: object({
      '@context': str(),
      '@type': str({ const: 'Error' }),
      type: str(),
      title: str(),
      detail: str(),
      status: int(),
    }),
    ConstraintViolation: object({
      '@context': str(),
      '@type': str({ const: 'ConstraintViolation' }),
      type: str(),
      title: str(),
      detail: str(),
      status: int(),
      violations: array(object({ propertyPath: str(), message: str() })),
    }),
    Transaction: item(
      'Transaction',
      {
        id: int(),
        ...terminalRef,
        terminalDateTime: time,
        timeZone: zone,
        transactionType: oneOf(...transactionTypes),
        sequenceNumber: int(),
        accountType: oneOf('checking', 'savings', 'credit'),
        response: oneOf(...responses),
        responseCode: str(),
        amountRequested: cents,
        ...completed,
        surchargeRequested: cents,
        surchargeCompleted: cents,
        currency: eur,
        cardScheme: oneOf('visa', 'mastercard'),
        timeline: iriRef,
        emvIndicator: { ...oneOf('chip', 'contactless'), description: 'Only when available' },
        reversalOf: { ...iriRef, description: 'Only in reversals, whose amounts are negative' },
      },
      ['emvIndicator', 'reversalOf'],
    ),
    TransactionSummary: part('TransactionSummary', {
      totalSurcharge: {
        ...cents,
        description: 'Sum of surchargeCompleted of all rows that match the filters, on all pages',
      },
      totalWithdrawn: {
        ...cents,
        description:
          'Sum of amountCompleted of the withdrawals and reversals (negative) that match the filters, on all pages',
      },
      currency: eur,
    }),
    TransactionCollection: collection('Transaction', { summary: ref('TransactionSummary') }),
    TransactionTimeline: root('TransactionTimeline', {
      transaction: iriRef,
      transactionId: int(),
      ...terminalRef,
      timeZone: zone,
      events: array(part('TimelineEvent', { step: str(), occurredAt: time, detail: str() })),
    }),
    SettlementBatch: item('SettlementBatch', {
      id: int(),
      ...accountRef,
      businessDate: { ...date, description: 'Day in UTC' },
      status: oneOf(...batchStatuses),
      entryCounts: object({ credit: int(), debit: int(), total: int() }),
      creditTotal: cents,
      debitTotal: cents,
      netPayout: { ...cents, description: 'creditTotal minus debitTotal' },
      currency: eur,
      timing: object({
        createdAt: time,
        cutoffAt: time,
        submittedAt: nullable(time),
        effectiveDate: date,
        settledAt: nullable(time),
        timeZone: zone,
      }),
    }),
    SettlementBatchResponse: { allOf: [ref('SettlementBatch'), object({ '@context': str({ format: 'uri' }) })] },
    SettlementBatchCollection: collection('SettlementBatch'),
    SettlementDeriveInput: object({
      account: { oneOf: [iriRef, int()], description: 'IRI or number of an account' },
      businessDate: { ...date, description: 'A completed day (UTC) without a batch' },
    }),
    Dispute: item(
      'Dispute',
      {
        id: int(),
        status: oneOf(...disputeStatuses),
        reasonCode: oneOf(...reasonCodes),
        transaction: iriRef,
        transactionId: int(),
        ...terminalRef,
        amount: cents,
        currency: eur,
        openedAt: time,
        dueDate: date,
        timeZone: zone,
        note: nullable(str()),
        assignment: object({ team: str(), assigneeName: nullable(str()), assignedAt: nullable(time) }),
        resolution: object({
          outcome: { type: ['string', 'null'], enum: ['upheld', 'rejected', null] },
          resolvedAt: nullable(time),
          note: nullable(str()),
        }),
        reviewer: { ...object({ name: str(), reviewedAt: time }), description: 'Only in resolved cases' },
      },
      ['reviewer'],
    ),
    DisputeResponse: { allOf: [ref('Dispute'), object({ '@context': str({ format: 'uri' }) })] },
    DisputeCollection: collection('Dispute'),
    DisputeInput: object(
      {
        transaction: { oneOf: [iriRef, int()], description: 'IRI or number of a visible approved withdrawal' },
        reasonCode: oneOf(...reasonCodes),
        amount: int({ minimum: 1, description: 'In cents, at most the completed amount, which is the default' }),
        note: str({ maxLength: 500 }),
      },
      ['amount', 'note'],
    ),
    Location: item('Location', {
      id: int(),
      ...terminalRef,
      ...accountRef,
      name: str(),
      street: str(),
      city: str(),
      region: str(),
      postalCode: str(),
      country: str(),
      latitude: num,
      longitude: num,
      timeZone: zone,
      riskLevel: oneOf('low', 'medium', 'high'),
    }),
    LocationResponse: { allOf: [ref('Location'), object({ '@context': str({ format: 'uri' }) })] },
    LocationCollection: collection('Location'),
    AlertIncident: item('AlertIncident', {
      id: int(),
      ...terminalRef,
      event: str(),
      severity: oneOf('low', 'medium', 'high'),
      state: oneOf('open', 'closed'),
      openedAt: time,
      closedAt: nullable(time),
      text: str(),
    }),
    TerminalStatus: root('TerminalStatus', {
      ...terminalRef,
      name: str(),
      status: oneOf('online', 'degraded', 'offline'),
      timeZone: zone,
      lastHeartbeatAt: time,
      heartbeatAgeSeconds: int(),
      softwareVersion: str(),
      cassettes: array(object({ position: int(), denomination: cents, notesRemaining: int(), amountRemaining: cents })),
      cashTotal: cents,
      currency: eur,
      ...counters,
      statusChanges: array(object({ changedAt: time, from: str(), to: str() })),
      alerts: array(ref('AlertIncident')),
    }),
    Connector: item('Connector', {
      id: int(),
      name: str(),
      network: str(),
      protocol: str(),
      state: oneOf('up', 'degraded', 'down'),
      terminals: array(iriRef),
      terminalCount: int(),
      status: iriRef,
    }),
    ConnectorCollection: collection('Connector'),
    ConnectorStatus: root('ConnectorStatus', {
      connector: iriRef,
      connectorId: int(),
      name: str(),
      state: oneOf('up', 'degraded', 'down'),
      checkedAt: time,
      lastMessageAt: nullable(time),
      ...counters,
      terminalCount: int(),
      terminalsOnline: int(),
      terminals: array(object({ ...terminalRef, linkState: oneOf('up', 'down') })),
    }),
    TerminalGroup: item('TerminalGroup', { id: int(), name: str(), terminals: array(iriRef), terminalCount: int() }),
    TerminalGroupCollection: collection('TerminalGroup'),
    TerminalCommand: item('TerminalCommand', {
      id: int(),
      ...terminalRef,
      command: str(),
      status: oneOf('queued', 'sent', 'completed', 'failed'),
      origin: oneOf('portal', 'scheduler', 'api'),
      queuedAt: time,
      completedAt: nullable(time),
      result: nullable(str()),
    }),
    TerminalCommandCollection: collection('TerminalCommand'),
    ProvisioningJob: item('ProvisioningJob', {
      id: int(),
      ...terminalRef,
      kind: str(),
      status: oneOf('queued', 'completed', 'failed'),
      profile: str(),
      queuedAt: time,
      finishedAt: nullable(time),
    }),
    ProvisioningPayload: root('ProvisioningPayload', payload),
    ProvisioningExport: root('ProvisioningExport', {
      ...terminalRef,
      exportedAt: time,
      formatVersion: str(),
      payload: item('ProvisioningPayload', payload),
      jobs: array(ref('ProvisioningJob')),
    }),
    User: item('User', {
      id: int(),
      login: str(),
      name: str(),
      email: str({ format: 'email' }),
      roles: array(str()),
      locale: str(),
    }),
    Terminal: item('Terminal', {
      id: int(),
      name: str(),
      model: str(),
      serialNumber: str(),
      ...accountRef,
      connector: iriRef,
      connectorId: int(),
      groups: array(iriRef),
      status: oneOf('online', 'degraded', 'offline'),
      lastHeartbeatAt: time,
      timeZone: zone,
      location: iriRef,
    }),
    PortalSnapshot: root('PortalSnapshot', {
      generatedAt: time,
      principal: ref('User'),
      organization: item('Organization', { id: int(), name: str(), legalName: str(), country: str(), locale: str() }),
      accounts: array(
        item('Account', {
          id: int(),
          name: str(),
          taxId: str(),
          city: str(),
          timeZone: zone,
          contactEmail: str(),
          isWhollyVisible: bool,
          terminalCount: int(),
        }),
      ),
      branding: object({
        displayName: str(),
        primaryColor: str(),
        portalHost: str(),
        dns: object({ state: oneOf('verified', 'pending', 'failed'), checkedAt: time }),
      }),
      accessFlags: object({
        seesWholeOrganization: bool,
        seesSettlements: bool,
        canCreateDisputes: bool,
        canDeriveSettlements: bool,
        canChangeConfiguration: bool,
      }),
      users: array(ref('User')),
      terminals: array(ref('Terminal')),
      terminalGroups: array(ref('TerminalGroup')),
      connectors: array(ref('Connector')),
      recentTransactions: { ...array(ref('Transaction')), description: 'The latest 25 visible transactions' },
      recentCommands: { ...array(ref('TerminalCommand')), description: 'The latest 15' },
      recentForms: {
        ...array(part('Form', { id: int(), ...terminalRef, title: str(), state: str(), submittedAt: time })),
        description: 'The latest 10',
      },
      reports: array(part('Report', { code: str(), title: str(), formats: array(str()) })),
      compliance: object({
        vault: array(part('ComplianceRecord', record)),
        onboarding: array(part('ComplianceRecord', record)),
        documents: array(part('ComplianceRecord', record)),
        videos: array(part('Video', { id: int(), title: str(), durationSeconds: int() })),
      }),
    }),
    CatalogService: item('CatalogService', {
      service: str(),
      title: str(),
      portal_surfaces: array(str()),
      api_endpoints: array(object({ method: oneOf('GET', 'POST'), path: str() })),
      webhook_events: array(str()),
      rss_feeds: array(object({ title: str(), path: str() })),
      notes: array(str()),
    }),
    CatalogCollection: object({
      '@context': str({ format: 'uri' }),
      '@id': iriRef,
      '@type': str({ const: 'Collection' }),
      totalItems: int(),
      member: array(ref('CatalogService')),
    }),
    BrandingStatus: root('BrandingStatus', {
      status: oneOf('ready', 'pending'),
      portalHost: object({ host: str(), dns: str(), certificate: str(), isReady: bool }),
      docsHost: object({ host: str(), dns: str(), certificate: str(), isReady: bool }),
      checkedAt: time,
    }),
  };
}

export function buildOpenApi(on: Switch): Json {
  const query = (name: string, schema: Json, description: string): Json => ({
    name,
    in: 'query',
    required: false,
    schema,
    description,
  });
  const limit = query(
    'limit',
    int({ minimum: 1, default: 30 }),
    'Number of rows of a page. Values above 100 count as 100.',
  );
  const page = query('page', int({ minimum: 1, default: 1 }), 'Page, from 1');
  const paging = [limit, page];
  const terminalFilter = query(
    'terminal_id',
    str(),
    'Number or IRI of a terminal. An unknown or invisible one gives an empty collection.',
  );
  const groupFilter = query(
    'group_id',
    str(),
    'Number or IRI of a terminal group. An unknown or invisible one gives an empty collection.',
  );
  const from = query('from', str(), 'Inclusive start: date or date and time in ISO 8601');
  const to = query('to', str(), 'Exclusive end: date or date and time in ISO 8601');
  const rowFilters = [
    query('sort_by', str({ enum: sortColumns, default: 'terminal_at' }), 'Sort column'),
    query('sort_dir', str({ enum: ['asc', 'desc'], default: 'desc' }), 'Sort direction'),
    query('type', str({ enum: transactionTypes }), 'Transaction type'),
    query('response', str({ enum: responses }), 'Response'),
    from,
    to,
  ];
  const pathId = (name: string): Json => ({
    name,
    in: 'path',
    required: true,
    schema: str(),
    description: 'Number of the item, without the IRI prefix',
  });
  const problem = (description: string, schema = 'Error'): Json => ({
    description,
    content: { 'application/problem+json': { schema: ref(schema) } },
  });
  const ok = (schema: string): Json => ({
    description: 'OK',
    content: { 'application/ld+json': { schema: ref(schema) } },
  });
  const needed = { 401: problem('Key missing or invalid') };
  const get = (summary: string, schema: string, parameters: Json[] = [], isItem = false): Json => ({
    get: {
      summary,
      security: [{ ApiKey: [] }],
      parameters,
      responses: {
        200: ok(schema),
        ...(parameters.some((p) => p.in === 'query') ? { 400: problem('Invalid query parameter') } : {}),
        ...needed,
        ...(isItem ? { 404: problem('Unknown or not visible') } : {}),
      },
    },
  });
  const post = (summary: string, input: string, schema: string): Json => ({
    post: {
      summary,
      security: [{ ApiKey: [] }],
      requestBody: {
        required: true,
        content: { 'application/ld+json': { schema: ref(input) }, 'application/json': { schema: ref(input) } },
      },
      responses: {
        201: { ...ok(schema), description: 'Created' },
        400: problem('Malformed body'),
        ...needed,
        403: problem('The role of the user is not sufficient'),
        409: problem('Exists already'),
        415: problem('Content type not supported'),
        422: problem('Constraint violated', 'ConstraintViolation'),
      },
    },
  });
  const feed = (summary: string, parameters: Json[] = []): Json => ({
    get: {
      summary,
      security: [{ ApiKey: [] }],
      parameters,
      responses: {
        200: { description: 'RSS 2.0', content: { 'application/rss+xml': { schema: str() } } },
        ...needed,
        ...(parameters.length ? { 404: problem('Unknown or not visible') } : {}),
      },
    },
  });
  const terminal = [pathId('terminal_id')];
  const paths: Record<string, Json> = {
    '/v1/portal': get('Scoped portal snapshot of the current user', 'PortalSnapshot'),
    '/v1/integrations/catalog': get('Integration catalog, grouped by service', 'CatalogCollection'),
    '/v1/integrations/public-openapi.json': {
      get: {
        summary: 'This document',
        security: [],
        responses: {
          200: {
            description: 'OpenAPI 3.1, cacheable',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          304: { description: 'Not modified (If-None-Match)' },
        },
      },
    },
    '/v1/transactions': get('Transactions of visible terminals with a summary', 'TransactionCollection', [
      ...paging,
      terminalFilter,
      groupFilter,
      ...rowFilters,
    ]),
    '/v1/transactions/{transaction_id}/timeline': get(
      'Timeline of one transaction',
      'TransactionTimeline',
      [pathId('transaction_id')],
      true,
    ),
    '/v1/settlements': get(
      'ACH settlement batches of the accounts that the user sees completely, latest first',
      'SettlementBatchCollection',
      [
        ...paging,
        query('status', str({ enum: batchStatuses }), 'Status'),
        query('account_id', str(), 'Number or IRI of an account'),
      ],
    ),
    '/v1/settlements/derive': post(
      'Derive the batch of one account and day. Needs ROLE_ADMIN.',
      'SettlementDeriveInput',
      'SettlementBatchResponse',
    ),
    '/v1/disputes': {
      ...get('Disputes of visible terminals, latest first', 'DisputeCollection', [
        ...paging,
        query('status', str({ enum: disputeStatuses }), 'Status'),
        terminalFilter,
      ]),
      ...post('Open a dispute. Needs ROLE_ADMIN or ROLE_DISPUTE_MANAGER.', 'DisputeInput', 'DisputeResponse'),
    },
    '/v1/locations': get('Locations of visible terminals', 'LocationCollection', paging),
    '/v1/locations/{terminal_id}': get('Location of one terminal', 'LocationResponse', terminal, true),
    '/v1/terminals/{terminal_id}/status-monitoring': get(
      'Status and telemetry of one terminal',
      'TerminalStatus',
      terminal,
      true,
    ),
    '/v1/terminals/{terminal_id}/transactions': get(
      'Transactions of one terminal with a summary',
      'TransactionCollection',
      [...terminal, ...paging, ...rowFilters],
      true,
    ),
    '/v1/connectors': get('Connectors of visible terminals', 'ConnectorCollection', paging),
    '/v1/connectors/{connector_id}/status': get(
      'Status of one connector, counted over visible terminals',
      'ConnectorStatus',
      [pathId('connector_id')],
      true,
    ),
    '/v1/terminal-groups': get('Terminal groups with their visible members', 'TerminalGroupCollection', paging),
    '/v1/terminals/{terminal_id}/commands': get(
      'Commands of one terminal, latest first',
      'TerminalCommandCollection',
      [...terminal, ...paging],
      true,
    ),
    '/v1/terminals/{terminal_id}/provisioning-payload': get(
      'Provisioning payload of one terminal',
      'ProvisioningPayload',
      terminal,
      true,
    ),
    '/v1/terminals/{terminal_id}/provisioning-export': get(
      'Provisioning export of one terminal',
      'ProvisioningExport',
      terminal,
      true,
    ),
    '/v1/feeds/account.xml': feed(
      'Account feed: status of all visible terminals, alert incidents, switch journal, and the transactions of the last 48 hours',
    ),
    '/v1/feeds/terminals/{terminal_id}.xml': feed('Feed of one terminal; transactions of the last 48 hours', terminal),
    '/v1/public/branding-status': {
      get: { summary: 'Branding and docs-host readiness', security: [], responses: { 200: ok('BrandingStatus') } },
    },
  };
  if (on('openapi-path-missing')) delete paths['/v1/terminals/{terminal_id}/provisioning-export'];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Red Cajeros data service',
      version: '1.8.0',
      description:
        'Collections follow JSON-LD. Amounts are integers in cents, times are in UTC beside the name of the time zone of the terminal.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: schemas(on),
    },
  };
}

export function buildCatalog(on: Switch): Json {
  const accountFeed = { title: 'Account feed', path: '/v1/feeds/account.xml' };
  const terminalFeed = { title: 'Terminal feed', path: '/v1/feeds/terminals/{terminal_id}.xml' };
  const settlements = on('catalog-stale-path') ? '/v1/settlement-batches' : '/v1/settlements';
  const families: [string, string, string[], string[], string[], Json[], string[]][] = [
    [
      'accountFleet',
      'Account and fleet snapshot',
      ['Dashboard', 'Account profile', 'Branding'],
      [
        'GET /v1/portal',
        'GET /v1/integrations/catalog',
        'GET /v1/integrations/public-openapi.json',
        'GET /v1/public/branding-status',
        'GET /v1/feeds/account.xml',
      ],
      ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
      [accountFeed],
      ['The portal snapshot is the safest first call.'],
    ],
    [
      'terminals',
      'Terminals, locations, telemetry',
      ['Terminals', 'Map', 'Terminal groups'],
      [
        'GET /v1/locations',
        'GET /v1/locations/{terminal_id}',
        'GET /v1/terminals/{terminal_id}/status-monitoring',
        'GET /v1/terminal-groups',
        'GET /v1/feeds/terminals/{terminal_id}.xml',
      ],
      ['heartbeat_stale', 'cash_low', 'cash_out', 'dispenser_fault', 'compliance_expiration', 'location_risk_change'],
      [accountFeed, terminalFeed],
      [],
    ],
    [
      'transactions',
      'Transactions and processor activity',
      ['Transactions', 'Transaction timeline'],
      [
        'GET /v1/transactions',
        'GET /v1/transactions/{transaction_id}/timeline',
        'GET /v1/terminals/{terminal_id}/transactions',
      ],
      ['decline_spike', 'approval_rate_drop', 'reversal_spike', 'high_decline_velocity', 'repeated_same_card_attempt'],
      [accountFeed, terminalFeed],
      ['Rows never contain card data.'],
    ],
    [
      'remoteManagement',
      'RMS, commands, connectors, provisioning',
      ['Commands', 'Connectors', 'Provisioning'],
      [
        'GET /v1/connectors',
        'GET /v1/connectors/{connector_id}/status',
        'GET /v1/terminals/{terminal_id}/commands',
        'GET /v1/terminals/{terminal_id}/provisioning-payload',
        'GET /v1/terminals/{terminal_id}/provisioning-export',
      ],
      ['command_failed', 'provisioning_failed'],
      [terminalFeed],
      [],
    ],
    [
      'settlements',
      'Settlements, payouts, disputes',
      ['Settlements', 'Disputes'],
      [`GET ${settlements}`, 'POST /v1/settlements/derive', 'GET /v1/disputes', 'POST /v1/disputes'],
      ['settlement_mismatch'],
      [],
      ['The write paths need more privilege than the reads.'],
    ],
    [
      'compliance',
      'Compliance vault and onboarding',
      ['Compliance vault', 'Onboarding', 'Documents', 'Videos'],
      ['GET /v1/portal'],
      ['compliance_expiration', 'location_risk_change'],
      [],
      ['Available only through the portal snapshot.'],
    ],
  ];
  const seen = new Set<string>();
  const member = families.map(([service, title, surfaces, endpoints, events, feeds, notes]) => {
    const out: Json = {
      '@id': `/v1/integrations/catalog#${service}`,
      '@type': 'CatalogService',
      service,
      title,
      portal_surfaces: surfaces,
      api_endpoints: endpoints.map((e) => ({ method: e.split(' ')[0], path: e.split(' ')[1] })),
      webhook_events: on('catalog-event-dedupe') ? events.filter((e) => !seen.has(e)) : events,
      rss_feeds: feeds,
      notes,
    };
    events.forEach((e) => seen.add(e));
    if (on('catalog-notes') && notes.length === 0) delete out.notes;
    return out;
  });
  return {
    '@context': context('CatalogService'),
    '@id': '/v1/integrations/catalog',
    '@type': 'Collection',
    totalItems: member.length,
    member,
  };
}
