// @ts-nocheck: written without noUncheckedIndexedAccess
// The public OpenAPI document and the integration catalog.
type Json = Record<string, unknown>;
export type Is = (fault: string) => boolean;

const str = (description?: string): Json => ({ type: 'string', ...(description ? { description } : {}) });
const id: Json = { type: 'string', format: 'uuid' };
const int: Json = { type: 'integer' };
const bool: Json = { type: 'boolean' };
const money: Json = { type: 'string', pattern: '^-?\\d+\\.\\d{2}$', description: 'Decimal as a string, two places' };
const decimal: Json = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' };
const time: Json = { type: 'string', format: 'date-time', description: 'ISO 8601 in UTC' };
const date: Json = { type: 'string', format: 'date' };
const orNull = (s: Json): Json => ({ ...s, type: [s.type, 'null'] });
const oneOf = (...values: string[]): Json => ({ type: 'string', enum: values });
const arr = (items: Json): Json => ({ type: 'array', items });
const ref = (name: string): Json => ({ $ref: '#/components/schemas/' + name });
function obj(properties: Json, optional: string[] = []): Json {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((k) => !optional.includes(k)),
    additionalProperties: false,
  };
}
const terminalRef = { terminal_id: id, terminal_code: str() };
const strings = arr({ type: 'string' });
const EVENTS = [
  'heartbeat_stale',
  'processor_outage',
  'communication_flapping',
  'cash_low',
  'cash_out',
  'dispenser_fault',
  'compliance_expiration',
  'location_risk_change',
  'decline_spike',
  'approval_rate_drop',
  'reversal_spike',
  'high_decline_velocity',
  'repeated_same_card_attempt',
  'command_failed',
  'provisioning_failed',
  'settlement_mismatch',
];

const terminalStatus = oneOf('online', 'offline', 'degraded', 'out_of_service');
const document = obj({ id, ...terminalRef, title: str(), status: str(), date });
const schemas: Json = {
  errors: obj({
    errors: { type: 'object', description: 'Field name, or detail, to messages', additionalProperties: strings },
  }),
  meta: obj({ page: int, page_size: int, total_pages: int, total_count: int }),
  transaction: obj(
    {
      id,
      code: str(),
      ...terminalRef,
      terminal_datetime: time,
      time_zone: str(),
      transaction_type: oneOf('withdrawal', 'reversal', 'balance_inquiry', 'pin_change'),
      sequence_number: int,
      account_type: oneOf('checking', 'savings', 'credit'),
      emv_indicator: oneOf('chip', 'contactless'),
      response: oneOf('approved', 'partial', 'declined', 'reversed'),
      response_code: str(),
      currency: str(),
      amount_requested: money,
      amount_completed: money,
      surcharge_requested: money,
      surcharge_completed: money,
    },
    ['emv_indicator'],
  ),
  transaction_summary: obj({
    currency: str(),
    total_surcharge: {
      ...money,
      description: 'Sum of surcharge_completed of all rows that match, not only of this page',
    },
    total_withdrawn: {
      ...money,
      description: 'Sum of amount_completed of the withdrawals among all rows that match, not only of this page',
    },
  }),
  timeline: obj({
    transaction_id: id,
    transaction_code: str(),
    ...terminalRef,
    time_zone: str(),
    events: arr(
      obj({
        occurred_at: time,
        event: oneOf(
          'card_inserted',
          'host_request',
          'host_response',
          'cash_dispensed',
          'declined',
          'reversed',
          'completed',
        ),
        detail: str(),
      }),
    ),
  }),
  settlement: obj({
    id,
    code: str(),
    ...terminalRef,
    status: oneOf('pending', 'submitted', 'paid', 'returned'),
    entry_count: int,
    credit_entry_count: int,
    debit_entry_count: int,
    currency: str(),
    credit_total: money,
    debit_total: money,
    net_payout: { ...money, description: 'credit_total less debit_total' },
    period_start: date,
    period_end: date,
    time_zone: str(),
    opened_at: time,
    closed_at: time,
    effective_date: date,
  }),
  dispute: obj(
    {
      id,
      code: str(),
      status: oneOf('open', 'under_review', 'awaiting_documents', 'resolved'),
      reason_code: oneOf('partial_dispense', 'cash_not_dispensed', 'duplicate_charge'),
      transaction_id: id,
      ...terminalRef,
      currency: str(),
      amount: money,
      due_date: date,
      opened_at: time,
      note: orNull(str()),
      assignment: obj({ assignee: orNull(str()), team: orNull(str()), assigned_at: orNull(time) }),
      resolution: obj({ outcome: orNull(str('upheld or rejected')), note: orNull(str()), resolved_at: orNull(time) }),
      reviewer: obj({ name: str(), reviewed_at: time }),
    },
    ['reviewer'],
  ),
  location: obj({
    ...terminalRef,
    name: str(),
    address: str(),
    city: str(),
    country: str(),
    latitude: decimal,
    longitude: decimal,
    time_zone: str(),
    risk_level: oneOf('low', 'medium', 'high'),
  }),
  alert: obj({
    id,
    ...terminalRef,
    event: oneOf(...EVENTS),
    status: oneOf('open', 'cleared'),
    raised_at: time,
    cleared_at: orNull(time),
  }),
  status_monitoring: obj({
    ...terminalRef,
    status: terminalStatus,
    last_heartbeat_at: time,
    time_zone: str(),
    telemetry: obj({ cash_level_percent: int, signal_dbm: int, config_version: int }),
    alerts: arr(ref('alert')),
    status_changes: arr(obj({ changed_at: time, status: terminalStatus, description: str() })),
  }),
  connector: obj({
    id,
    code: str(),
    name: str(),
    protocol: oneOf('iso8583', 'tcp_tls'),
    terminal_count: int,
    terminal_ids: arr(id),
  }),
  connector_status: obj({
    id,
    code: str(),
    name: str(),
    status: oneOf('up', 'degraded', 'down'),
    checked_at: time,
    terminal_count: int,
    online_terminal_count: int,
    transaction_count: int,
    declined_count: int,
  }),
  terminal_group: obj({ id, code: str(), name: str(), terminal_count: int, terminal_ids: arr(id) }),
  command: obj({
    id,
    ...terminalRef,
    command: oneOf('reboot', 'update_config', 'sync_clock'),
    status: oneOf('queued', 'completed', 'failed'),
    description: str(),
    queued_at: time,
    finished_at: orNull(time),
  }),
  provisioning_job: obj({
    id,
    job: oneOf('full_provisioning', 'parameter_update'),
    status: oneOf('queued', 'completed', 'failed'),
    description: str(),
    queued_at: time,
    finished_at: orNull(time),
  }),
  provisioning_payload: obj({
    ...terminalRef,
    config_version: int,
    connector_id: id,
    parameters: obj({
      currency: str(),
      surcharge: money,
      time_zone: str(),
      heartbeat_seconds: int,
      receipt_header: str(),
    }),
  }),
  provisioning_export: obj({
    ...terminalRef,
    exported_at: time,
    payload: ref('provisioning_payload'),
    jobs: arr(ref('provisioning_job')),
  }),
  terminal: obj({
    id,
    code: str(),
    name: str(),
    account_id: id,
    account_code: str(),
    status: terminalStatus,
    city: str(),
    last_heartbeat_at: time,
    time_zone: str(),
  }),
  user: obj({
    id,
    code: str(),
    name: str(),
    email: str(),
    role: oneOf('admin', 'manager', 'viewer'),
    status: oneOf('active', 'suspended'),
    visibility: oneOf('customer', 'account', 'terminals'),
  }),
  terminal_document: document,
  portal: obj({
    principal: ref('user'),
    account_profile: obj({
      id,
      code: str(),
      name: str(),
      country: str(),
      currency: str(),
      time_zone: str(),
      accounts: arr(obj({ id, code: str(), name: str(), terminal_count: int })),
    }),
    organization: obj({
      branding: obj({ display_name: str(), primary_color: str(), status: oneOf('published', 'draft') }),
      dns: obj({ host: str(), status: oneOf('verified', 'pending'), checked_at: time }),
    }),
    access_flags: obj({
      can_read_reports: bool,
      can_open_disputes: bool,
      can_derive_settlements: bool,
      sees_all_terminals: bool,
    }),
    visible_users: arr(ref('user')),
    visible_terminals: arr(ref('terminal')),
    visible_groups: arr(ref('terminal_group')),
    visible_connectors: arr(ref('connector')),
    recent_transactions: arr(ref('transaction')),
    recent_commands: arr(ref('command')),
    recent_forms: arr(document),
    report_catalog: arr(obj({ code: str(), name: str(), formats: strings })),
    compliance_vault: arr(document),
    onboarding: arr(document),
    documents: arr(document),
    videos: arr(document),
  }),
  endpoint: obj({ method: str(), path: str() }),
  catalog_group: obj({
    service: str(),
    name: str(),
    portal_surfaces: strings,
    api_endpoints: arr(ref('endpoint')),
    webhook_events: arr(oneOf(...EVENTS)),
    rss_feeds: arr(obj({ name: str(), path: str(), content_type: str() })),
    notes: strings,
  }),
  branding_status: obj({
    status: oneOf('ready', 'degraded'),
    branding: obj({ ready: bool, theme_version: str() }),
    docs_host: obj({ ready: bool, dns_verified: bool, certificate_valid: bool }),
    checked_at: time,
  }),
};

export const REPORTS = [
  { code: 'daily_transactions', name: 'Daily transactions', formats: ['csv', 'pdf'] },
  { code: 'settlement_statement', name: 'Settlement statement', formats: ['pdf'] },
  { code: 'terminal_uptime', name: 'Terminal uptime', formats: ['csv'] },
];

const query = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  required: false,
  schema,
  description,
});
const path = (name: string): Json => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'UUID or short code',
});
const pageParam = query('page', { type: 'integer', minimum: 1, default: 1 }, 'Page number');
const sizeParam = query('page_size', { type: 'integer', minimum: 1, maximum: 200, default: 50 }, 'Rows of a page');
const rowParams = [
  query(
    'limit',
    { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    'Restricts the number of rows returned; it is the page size',
  ),
  pageParam,
  query(
    'sort_by',
    {
      ...oneOf('terminal_datetime', 'amt_comp', 'amt_req', 'sur_comp', 'sur_req', 'sequence'),
      default: 'terminal_datetime',
    },
    'Sort column; amt_comp is the completed amount',
  ),
  query('sort_dir', { ...oneOf('asc', 'desc'), default: 'desc' }, 'Sort direction'),
];
const idParam = (name: string, text: string): Json => query(name, { type: 'string' }, text + ' (UUID or short code)');
const content = (schema: Json): Json => ({ 'application/json': { schema } });
const single = (name: string): Json => content(obj({ data: ref(name) }));
const many = (name: string, extra: Json = {}): Json =>
  content(obj({ data: arr(ref(name)), ...extra, meta: ref('meta') }));
const error = (description: string): Json => ({ description, content: content(ref('errors')) });

function op(operationId: string, summary: string, ok: Json, parameters: Json[] = [], more: Json = {}): Json {
  const errors: Json = { 401: error('The key is missing or unknown') };
  if (parameters.some((p) => p.in === 'path')) errors['404'] = error('Unknown, or not visible to the user');
  if (parameters.some((p) => p.in === 'query')) errors['422'] = error('A parameter is not valid');
  return {
    operationId,
    summary,
    parameters,
    responses: { 200: { description: 'OK', content: ok }, ...errors },
    security: [{ api_key: [] }],
    ...more,
  };
}
const rss: Json = { 'application/rss+xml': { schema: { type: 'string' } } };

export function openApi(is: Is): Json {
  const t = path('terminal_id');
  const post = (operationId: string, summary: string, body: Json, responses: Json): Json => ({
    operationId,
    summary,
    security: [{ api_key: [] }],
    requestBody: { required: true, content: content(body) },
    responses: {
      ...responses,
      400: error('The body is not JSON'),
      401: error('The key is missing or unknown'),
      403: error('The role may not do this'),
      422: error('The body is not valid'),
    },
  });
  const derived = content(obj({ data: arr(ref('settlement')), meta: obj({ created_count: int, skipped_count: int }) }));
  const open = (operationId: string, summary: string, schema: Json): Json => ({
    operationId,
    summary,
    security: [],
    parameters: [],
    responses: { 200: { description: 'OK', content: content(schema) } },
  });
  const document = open('get_public_openapi', 'This document; cacheable', { type: 'object' });
  (document.responses as Json)['304'] = { description: 'Not modified since the ETag in If-None-Match' };
  const paths: Json = {
    '/v1/portal': {
      get: op(
        'get_portal',
        'Portal snapshot of the user; the ten most recent transactions, commands and forms',
        single('portal'),
      ),
    },
    '/v1/integrations/catalog': {
      get: op('get_catalog', 'Integration catalog, grouped by service', many('catalog_group')),
    },
    '/v1/integrations/public-openapi.json': { get: document },
    '/v1/transactions': {
      get: op(
        'list_transactions',
        'Transactions of visible terminals',
        many('transaction', { summary: ref('transaction_summary') }),
        [idParam('terminal_id', 'One terminal'), idParam('group_id', 'One terminal group'), ...rowParams],
      ),
    },
    '/v1/transactions/{transaction_id}/timeline': {
      get: op('get_timeline', 'Timeline of one transaction', single('timeline'), [path('transaction_id')]),
    },
    '/v1/settlements': {
      get: op('list_settlements', 'ACH settlement batches, one per terminal and period', many('settlement'), [
        query('status', oneOf('pending', 'submitted', 'paid', 'returned'), 'Batch status'),
        idParam('terminal_id', 'One terminal'),
        pageParam,
        sizeParam,
      ]),
    },
    '/v1/settlements/derive': {
      post: post(
        'derive_settlements',
        'Derives batches of visible terminals for a period; role admin. Terminals with an overlapping batch or without completed amounts are skipped',
        obj({
          settlement: obj(
            {
              period_start: date,
              period_end: { ...date, description: 'Not before period_start; before today' },
              terminal_id: str('Only this terminal (UUID or short code)'),
            },
            ['terminal_id'],
          ),
        }),
        {
          200: { description: 'Nothing to derive', content: derived },
          201: { description: 'Derived', content: derived },
        },
      ),
    },
    '/v1/disputes': {
      get: op('list_disputes', 'Dispute cases', many('dispute'), [
        query('status', oneOf('open', 'under_review', 'awaiting_documents', 'resolved'), 'Case status'),
        idParam('terminal_id', 'One terminal'),
        pageParam,
        sizeParam,
      ]),
      post: post(
        'open_dispute',
        'Opens a dispute for a visible withdrawal; roles admin and manager',
        obj({
          dispute: obj(
            {
              transaction_id: str('UUID or short code'),
              reason_code: oneOf('partial_dispense', 'cash_not_dispensed', 'duplicate_charge'),
              amount: {
                type: 'string',
                pattern: '^\\d+(\\.\\d{1,2})?$',
                description: 'Above 0, at most the requested amount',
              },
              note: str(),
            },
            ['note'],
          ),
        }),
        { 201: { description: 'Opened', content: single('dispute') } },
      ),
    },
    '/v1/locations': {
      get: op('list_locations', 'Locations of visible terminals', many('location'), [pageParam, sizeParam]),
    },
    '/v1/locations/{terminal_id}': { get: op('get_location', 'Location of one terminal', single('location'), [t]) },
    '/v1/terminals/{terminal_id}/status-monitoring': {
      get: op('get_status_monitoring', 'Status and telemetry', single('status_monitoring'), [t]),
    },
    '/v1/terminals/{terminal_id}/transactions': {
      get: op(
        'list_terminal_transactions',
        'Transactions of one terminal',
        many('transaction', { summary: ref('transaction_summary') }),
        [t, ...rowParams],
      ),
    },
    '/v1/connectors': {
      get: op('list_connectors', 'Connectors of visible terminals', many('connector'), [pageParam, sizeParam]),
    },
    '/v1/connectors/{connector_id}/status': {
      get: op(
        'get_connector_status',
        'Status of one connector; counts cover visible terminals',
        single('connector_status'),
        [path('connector_id')],
      ),
    },
    '/v1/terminal-groups': {
      get: op(
        'list_terminal_groups',
        'Groups with visible terminals; members are the visible ones',
        many('terminal_group'),
        [pageParam, sizeParam],
      ),
    },
    '/v1/terminals/{terminal_id}/commands': {
      get: op('list_commands', 'Commands of one terminal', many('command'), [
        t,
        query('status', oneOf('queued', 'completed', 'failed'), 'Command status'),
        pageParam,
        sizeParam,
      ]),
    },
    '/v1/terminals/{terminal_id}/provisioning-payload': {
      get: op('get_provisioning_payload', 'Provisioning payload', single('provisioning_payload'), [t]),
    },
    '/v1/terminals/{terminal_id}/provisioning-export': {
      get: op('get_provisioning_export', 'Provisioning payload with job history', single('provisioning_export'), [t]),
    },
    '/v1/feeds/account.xml': {
      get: op(
        'get_account_feed',
        'Account RSS feed: heartbeats, status changes, alerts, switch journal, and transactions of the last 72 hours',
        rss,
      ),
    },
    '/v1/feeds/terminals/{terminal_id}.xml': {
      get: op(
        'get_terminal_feed',
        'Terminal RSS feed: status, transactions of the last 72 hours, switch journal, commands, provisioning jobs, alerts',
        rss,
        [t],
      ),
    },
    '/v1/public/branding-status': {
      get: open('get_branding_status', 'Readiness of branding and docs host', obj({ data: ref('branding_status') })),
    },
  };
  if (is('openapi-path-missing')) delete paths['/v1/terminals/{terminal_id}/provisioning-export'];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Terminal Fleet Portal Data Service',
      version: '1.14.0',
      description:
        'Responses are limited to what the owner of the key may see. Identifiers in paths and filters are UUIDs or short codes. Filters by something that is unknown or not visible find nothing. Roles: viewer reads; manager also opens disputes; admin also derives settlements.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        api_key: { type: 'apiKey', in: 'header', name: is('openapi-wrong-header') ? 'X-Auth-Token' : 'X-API-Key' },
      },
    },
  };
}

const get = (...paths: string[]): Json[] => paths.map((p) => ({ method: 'GET', path: p }));
const feed = (name: string, p: string): Json => ({ name, path: p, content_type: 'application/rss+xml' });
const accountFeed = feed('account', '/v1/feeds/account.xml');
const terminalFeed = feed('terminal', '/v1/feeds/terminals/{terminal_id}.xml');
const T = '/v1/terminals/{terminal_id}';

export function catalog(is: Is): Json[] {
  const groups: Json[] = [
    {
      service: 'account_and_fleet_snapshot',
      name: 'Account and fleet snapshot',
      portal_surfaces: ['dashboard', 'account_profile', 'users'],
      api_endpoints: get('/v1/portal', '/v1/feeds/account.xml'),
      webhook_events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
      rss_feeds: [accountFeed],
      notes: ['Safest first call: GET /v1/portal.'],
    },
    {
      service: 'terminals_locations_telemetry',
      name: 'Terminals, locations, telemetry',
      portal_surfaces: ['terminals', 'locations', 'monitoring'],
      api_endpoints: get(
        '/v1/locations',
        '/v1/locations/{terminal_id}',
        T + '/status-monitoring',
        '/v1/feeds/terminals/{terminal_id}.xml',
      ),
      webhook_events: [
        'heartbeat_stale',
        'cash_low',
        'cash_out',
        'dispenser_fault',
        'compliance_expiration',
        'location_risk_change',
      ],
      rss_feeds: [accountFeed, terminalFeed],
      notes: ['Only visible terminals.'],
    },
    {
      service: 'transactions_and_processor_activity',
      name: 'Transactions and processor activity',
      portal_surfaces: ['transactions', 'switch_journal'],
      api_endpoints: get('/v1/transactions', '/v1/transactions/{transaction_id}/timeline', T + '/transactions'),
      webhook_events: [
        'decline_spike',
        'approval_rate_drop',
        'reversal_spike',
        'high_decline_velocity',
        'repeated_same_card_attempt',
      ],
      rss_feeds: [accountFeed, terminalFeed],
      notes: ['No card data in any row.'],
    },
    {
      service: 'rms_commands_connectors_provisioning',
      name: 'RMS, commands, connectors, provisioning',
      portal_surfaces: ['commands', 'connectors', 'terminal_groups', 'provisioning'],
      api_endpoints: get(
        '/v1/connectors',
        '/v1/connectors/{connector_id}/status',
        '/v1/terminal-groups',
        T + '/commands',
        T + '/provisioning-payload',
        T + '/provisioning-export',
      ),
      webhook_events: ['command_failed', 'provisioning_failed'],
      rss_feeds: [terminalFeed],
      notes: ['Commands are read-only here.'],
    },
    {
      service: 'settlements_payouts_disputes',
      name: 'Settlements, payouts, disputes',
      portal_surfaces: ['settlements', 'disputes'],
      api_endpoints: [
        ...get('/v1/settlements', '/v1/disputes'),
        { method: 'POST', path: '/v1/settlements/derive' },
        { method: 'POST', path: '/v1/disputes' },
      ],
      webhook_events: ['settlement_mismatch'],
      rss_feeds: [],
      notes: ['Deriving settlements needs the role admin; opening disputes needs manager or admin.'],
    },
    {
      service: 'compliance_vault_and_onboarding',
      name: 'Compliance vault and onboarding',
      portal_surfaces: ['compliance_vault', 'onboarding', 'documents', 'videos'],
      api_endpoints: get('/v1/portal'),
      webhook_events: ['compliance_expiration', 'location_risk_change'],
      rss_feeds: [],
      notes: ['Available only through the portal snapshot.'],
    },
    {
      service: 'integration_surface',
      name: 'Integration surface',
      portal_surfaces: ['developer_docs'],
      api_endpoints: get(
        '/v1/integrations/catalog',
        '/v1/integrations/public-openapi.json',
        '/v1/public/branding-status',
      ),
      webhook_events: [],
      rss_feeds: [],
      notes: ['The OpenAPI document and the branding status are public.'],
    },
  ];
  if (is('catalog-notes-missing')) delete groups[5]!.notes;
  if (is('catalog-events-deduplicated')) {
    const seen = new Set<string>();
    for (const g of groups)
      g.webhook_events = (g.webhook_events as string[]).filter((e) => !seen.has(e) && seen.add(e));
  }
  return groups;
}
