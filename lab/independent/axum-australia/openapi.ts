// The public contract: the OpenAPI document and the integration catalog.
type Json = Record<string, unknown>;
const ref = (n: string): Json => ({ $ref: `#/components/schemas/${n}` });
const str = (d?: string): Json => (d ? { type: 'string', description: d } : { type: 'string' });
const oneOf = (...v: string[]): Json => ({ type: 'string', enum: v });
const int: Json = { type: 'integer' },
  num: Json = { type: 'number' },
  bool: Json = { type: 'boolean' };
const time: Json = {
  type: 'string',
  format: 'date-time',
  description: "RFC 3339 with the offset of the terminal's zone",
};
const date: Json = { type: 'string', format: 'date' };
const money: Json = {
  type: 'string',
  pattern: '^-?[0-9]+\\.[0-9]{2}$',
  description: 'Decimal amount; the currency is in the member currency',
};
const aud: Json = { type: 'string', enum: ['AUD'] };
const orNull = (s: Json): Json => ({ anyOf: [s, { type: 'null' }] });
const arr = (items: Json): Json => ({ type: 'array', items });
const obj = (properties: Json, optional: string[] = []): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
  additionalProperties: false,
});
const list = (item: Json, more: Json = {}): Json =>
  obj({
    items: arr(item),
    next: orNull(str('Opaque continuation token; send it as cursor to get the following page. Null on the last page.')),
    count: { type: 'integer', description: 'Number of rows that match the request, over all pages' },
    ...more,
  });

export const SORT_KEYS = ['terminal_time', 'seq', 'amt_req', 'amt_comp', 'surch_comp'];
export const TXN_TYPES = ['withdrawal', 'balance_inquiry', 'reversal'];
export const BATCH_STATES = ['derived', 'submitted', 'paid', 'returned'];
export const DISPUTE_STATES = ['open', 'under_review', 'resolved', 'withdrawn'];
export const REASONS = ['cash_not_dispensed', 'partial_dispense', 'duplicate_debit', 'surcharge_not_disclosed'];
export const COMMAND_STATES = ['queued', 'completed', 'failed'];

function schemas(amountsAsNumbers: boolean): Json {
  const rowMoney = amountsAsNumbers ? num : money;
  const person = obj({ user_id: str(), name: str() });
  return {
    Error: obj({
      error: obj({
        kind: oneOf(
          'unauthenticated',
          'forbidden',
          'not_found',
          'method_not_allowed',
          'invalid_query',
          'invalid_body',
          'unsupported_media_type',
          'unprocessable',
          'conflict',
        ),
        detail: str(),
      }),
    }),
    Transaction: obj(
      {
        transaction_id: str(),
        terminal_id: str(),
        terminal_time: time,
        transaction_type: oneOf(...TXN_TYPES),
        sequence_number: int,
        account_type: oneOf('savings', 'cheque', 'credit'),
        emv: { type: 'string', enum: ['chip', 'contactless'], description: 'Present only when available' },
        response: obj({ code: str(), text: str() }),
        amount_requested: rowMoney,
        amount_completed: rowMoney,
        surcharge_requested: rowMoney,
        surcharge_completed: rowMoney,
        currency: aud,
        reverses: str('Transaction that this reversal undoes; reversals only'),
      },
      ['emv', 'reverses'],
    ),
    TransactionSummary: {
      ...obj({ total_withdrawn: money, total_surcharge: money, currency: aud }),
      description:
        'Sums of amount_completed and surcharge_completed over all rows that match the request, over all pages. Reversals have negative completed amounts and so reduce the totals.',
    },
    TransactionPage: list(ref('Transaction'), { summary: ref('TransactionSummary') }),
    Timeline: list(
      obj({
        event: oneOf(
          'card_read',
          'request_sent',
          'response_received',
          'cash_dispensed',
          'declined',
          'reversal_requested',
          'reversal_confirmed',
          'completed',
        ),
        at: time,
        detail: str(),
      }),
      { transaction_id: str(), terminal_id: str() },
    ),
    Settlement: obj({
      batch_id: str(),
      account_id: str(),
      status: oneOf(...BATCH_STATES),
      entry_counts: obj({ credits: int, debits: int, total: int }),
      credit_total: money,
      debit_total: money,
      net_payout: money,
      currency: aud,
      period_start: date,
      period_end: date,
      derived_at: time,
      submitted_at: orNull(time),
      effective_on: date,
      paid_at: orNull(time),
    }),
    SettlementPage: list(ref('Settlement')),
    DeriveRequest: obj({ account_id: str(), period_start: date, period_end: date }),
    Dispute: obj(
      {
        dispute_id: str(),
        account_id: str(),
        transaction_id: str(),
        terminal_id: str(),
        status: oneOf(...DISPUTE_STATES),
        reason_code: oneOf(...REASONS),
        amount: money,
        currency: aud,
        due_on: date,
        opened_at: time,
        comment: orNull(str()),
        assigned_to: orNull(person),
        assigned_at: orNull(time),
        resolution: orNull(obj({ outcome: oneOf('upheld', 'declined'), resolved_at: time, note: str() })),
        reviewer: {
          ...obj({ user_id: str(), name: str(), reviewed_at: time }),
          description: 'Only once the dispute is resolved',
        },
      },
      ['reviewer'],
    ),
    DisputePage: list(ref('Dispute')),
    DisputeRequest: obj(
      {
        transaction_id: str(),
        reason_code: oneOf(...REASONS),
        amount: money,
        currency: aud,
        comment: { type: 'string', maxLength: 500 },
      },
      ['comment'],
    ),
    Location: obj({
      location_id: str(),
      terminal_id: str(),
      account_id: str(),
      name: str(),
      street: str(),
      suburb: str(),
      state: oneOf('WA', 'SA', 'NSW'),
      postcode: str(),
      latitude: num,
      longitude: num,
      timezone: str(),
      risk: oneOf('low', 'medium', 'high'),
    }),
    LocationPage: list(ref('Location')),
    Alert: obj({
      alert_id: str(),
      event: str(),
      severity: oneOf('info', 'warning', 'critical'),
      state: oneOf('open', 'cleared'),
      opened_at: time,
      message: str(),
    }),
    StatusMonitoring: obj({
      terminal_id: str(),
      state: oneOf('online', 'degraded', 'offline'),
      last_heartbeat_at: time,
      software_version: str(),
      telemetry: obj({
        dispenser: oneOf('ok', 'fault'),
        link: oneOf('up', 'unstable', 'down'),
        cassettes: arr(obj({ position: int, denomination: money, notes_remaining: int })),
        cash_remaining: money,
        currency: aud,
      }),
      alerts: arr(ref('Alert')),
      status_changes: arr(obj({ change_id: str(), from_state: str(), to_state: str(), at: time })),
    }),
    Connector: obj({
      connector_id: str(),
      name: str(),
      kind: oneOf('acquirer_switch', 'cash_logistics', 'store_bridge'),
      protocol: str(),
      state: oneOf('up', 'degraded', 'down'),
      terminal_ids: arr(str()),
    }),
    ConnectorPage: list(ref('Connector')),
    ConnectorStatus: obj({
      connector_id: str(),
      state: oneOf('up', 'degraded', 'down'),
      last_success_at: time,
      round_trip_ms: orNull(int),
      checked_at: time,
      terminals: {
        ...obj({ online: int, degraded: int, offline: int, total: int }),
        description: 'Terminals on this connector that the user may see',
      },
    }),
    TerminalGroup: obj({ group_id: str(), name: str(), terminal_ids: arr(str()), terminal_count: int }),
    TerminalGroupPage: list(ref('TerminalGroup')),
    Command: obj({
      command_id: str(),
      terminal_id: str(),
      kind: str(),
      status: oneOf(...COMMAND_STATES),
      queued_at: time,
      completed_at: orNull(time),
    }),
    CommandPage: list(ref('Command')),
    ProvisioningPayload: obj({
      terminal_id: str(),
      payload_version: int,
      configuration: obj({
        terminal_id: str(),
        serial_number: str(),
        model: str(),
        software_version: str(),
        connector_id: str(),
        timezone: str(),
        surcharge: money,
        currency: aud,
        denominations: arr(money),
        receipt_header: str(),
      }),
    }),
    ProvisioningExport: obj({
      terminal_id: str(),
      exported_at: time,
      payload: ref('ProvisioningPayload'),
      jobs: arr(
        obj({
          job_id: str(),
          kind: str(),
          status: oneOf('running', 'succeeded', 'failed'),
          started_at: time,
          finished_at: orNull(time),
        }),
      ),
    }),
    Portal: obj({
      principal: obj({
        user_id: str(),
        name: str(),
        email: str(),
        role: oneOf('administrator', 'analyst', 'account_manager', 'field_technician', 'auditor'),
      }),
      accounts: arr(obj({ account_id: str(), name: str(), abn: str(), timezone: str(), contact_email: str() })),
      organization: obj({
        tenant_id: str(),
        name: str(),
        branding: obj({ display_name: str(), primary_colour: str(), portal_host: str() }),
        dns: obj({ state: oneOf('verified', 'pending_cname'), certificate: oneOf('issued', 'not_issued') }),
      }),
      access_flags: obj({
        can_view_settlements: bool,
        can_create_disputes: bool,
        can_derive_settlements: bool,
        can_manage_users: bool,
      }),
      totals: {
        ...obj({ users: int, terminals: int, groups: int, connectors: int }),
        description: 'Numbers of what the user may see',
      },
      visible_users: arr(obj({ user_id: str(), name: str(), email: str(), role: str() })),
      visible_terminals: arr(
        obj({
          terminal_id: str(),
          account_id: str(),
          name: str(),
          model: str(),
          state: oneOf('online', 'degraded', 'offline'),
          last_heartbeat_at: time,
        }),
      ),
      visible_groups: arr(ref('TerminalGroup')),
      visible_connectors: arr(ref('Connector')),
      recent_transactions: arr(ref('Transaction')),
      recent_commands: arr(ref('Command')),
      recent_forms: arr(obj({ form_id: str(), terminal_id: str(), kind: str(), status: str(), submitted_at: time })),
      report_catalog: arr(obj({ report_id: str(), title: str() })),
      compliance_vault: arr(
        obj({ compliance_id: str(), terminal_id: str(), kind: str(), status: str(), expires_on: date }),
      ),
      onboarding: arr(obj({ onboarding_id: str(), terminal_id: str(), step: str(), status: str() })),
      documents: arr(obj({ document_id: str(), terminal_id: str(), title: str(), media_type: str() })),
      videos: arr(obj({ video_id: str(), title: str(), duration_seconds: int })),
    }),
    Catalog: list(
      obj({
        service: str(),
        title: str(),
        portal_surfaces: arr(str()),
        api_endpoints: arr(obj({ method: oneOf('GET', 'POST'), path: str() })),
        webhook_events: arr(str()),
        rss_feeds: arr(obj({ title: str(), path: str() })),
        notes: arr(str()),
      }),
      { contract_version: str() },
    ),
    BrandingStatus: obj({
      service: str(),
      branding: obj({ state: oneOf('published'), theme_version: str() }),
      docs_host: obj({ host: str(), dns_state: oneOf('verified'), certificate: oneOf('issued'), ready: bool }),
      checked_at: time,
    }),
  };
}

const q = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  required: false,
  schema,
  description,
});
const PAGE = [
  q('limit', { type: 'integer', minimum: 1, maximum: 200, default: 50 }, 'Restricts the number of rows returned'),
  q('cursor', { type: 'string' }, 'The member next of the previous page; valid only with the same filters and sort'),
];
const path = (name: string): Json => ({ name, in: 'path', required: true, schema: { type: 'string' } });

interface Op {
  method: string;
  path: string;
  id: string;
  summary: string;
  ok: string;
  params?: Json[];
  body?: string;
  isPublic?: boolean;
  rss?: boolean;
  refusals?: string[];
}
export const OPS: Op[] = [
  { method: 'GET', path: '/v1/portal', id: 'get_portal', summary: 'Portal snapshot of the current user', ok: 'Portal' },
  {
    method: 'GET',
    path: '/v1/integrations/catalog',
    id: 'get_catalog',
    summary: 'Integration catalog, grouped by service',
    ok: 'Catalog',
  },
  {
    method: 'GET',
    path: '/v1/integrations/public-openapi.json',
    id: 'get_public_openapi',
    summary: 'This document',
    ok: '',
    isPublic: true,
  },
  {
    method: 'GET',
    path: '/v1/transactions',
    id: 'list_transactions',
    summary: 'Transactions of visible terminals, newest first unless sorted otherwise',
    ok: 'TransactionPage',
    params: [
      ...PAGE,
      q('terminal_id', { type: 'string' }, 'Only rows of this terminal'),
      q('group_id', { type: 'string' }, 'Only rows of terminals in this group'),
      q('transaction_type', oneOf(...TXN_TYPES), 'Only rows of this type'),
      q('from', date, 'First terminal date'),
      q('to', date, 'Last terminal date, inclusive'),
      q(
        'sort_by',
        { type: 'string', enum: SORT_KEYS, default: 'terminal_time' },
        'Sort column; amt_comp is amount_completed',
      ),
      q('sort_dir', { type: 'string', enum: ['asc', 'desc'], default: 'desc' }, 'Sort direction'),
    ],
  },
  {
    method: 'GET',
    path: '/v1/transactions/{transaction_id}/timeline',
    id: 'get_timeline',
    summary: 'Timeline of one transaction, oldest event first',
    ok: 'Timeline',
    params: [path('transaction_id')],
  },
  {
    method: 'GET',
    path: '/v1/settlements',
    id: 'list_settlements',
    summary:
      'ACH settlement batches of accounts that the user sees as a whole; a user with granted single terminals sees none',
    ok: 'SettlementPage',
    params: [
      ...PAGE,
      q('account_id', { type: 'string' }, 'Only batches of this account'),
      q('status', oneOf(...BATCH_STATES), 'Only batches in this status'),
    ],
  },
  {
    method: 'POST',
    path: '/v1/settlements/derive',
    id: 'derive_settlement',
    summary: 'Derives a batch from the transactions of an account; administrators only',
    ok: 'Settlement',
    body: 'DeriveRequest',
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    id: 'list_disputes',
    summary: 'Disputes of visible terminals',
    ok: 'DisputePage',
    params: [
      ...PAGE,
      q('terminal_id', { type: 'string' }, 'Only disputes of this terminal'),
      q('status', oneOf(...DISPUTE_STATES), 'Only disputes in this status'),
    ],
  },
  {
    method: 'POST',
    path: '/v1/disputes',
    id: 'create_dispute',
    summary: 'Opens a dispute; administrators and account managers only',
    ok: 'Dispute',
    body: 'DisputeRequest',
  },
  {
    method: 'GET',
    path: '/v1/locations',
    id: 'list_locations',
    summary: 'Locations of visible terminals',
    ok: 'LocationPage',
    params: [...PAGE, q('state', oneOf('WA', 'SA', 'NSW'), 'Only locations in this state')],
  },
  {
    method: 'GET',
    path: '/v1/locations/{terminal_id}',
    id: 'get_location',
    summary: 'Location of one terminal',
    ok: 'Location',
    params: [path('terminal_id')],
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/status-monitoring',
    id: 'get_status_monitoring',
    summary: 'Status and telemetry of one terminal',
    ok: 'StatusMonitoring',
    params: [path('terminal_id')],
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/transactions',
    id: 'list_terminal_transactions',
    summary: 'Transactions of one terminal, newest first',
    ok: 'TransactionPage',
    params: [path('terminal_id'), ...PAGE],
  },
  {
    method: 'GET',
    path: '/v1/connectors',
    id: 'list_connectors',
    summary: 'Connectors that serve a visible terminal; terminal_ids holds visible terminals only',
    ok: 'ConnectorPage',
    params: PAGE,
  },
  {
    method: 'GET',
    path: '/v1/connectors/{connector_id}/status',
    id: 'get_connector_status',
    summary: 'Status of one connector',
    ok: 'ConnectorStatus',
    params: [path('connector_id')],
  },
  {
    method: 'GET',
    path: '/v1/terminal-groups',
    id: 'list_terminal_groups',
    summary: 'Groups with a visible terminal; terminal_ids holds visible terminals only',
    ok: 'TerminalGroupPage',
    params: PAGE,
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/commands',
    id: 'list_commands',
    summary: 'Commands of one terminal, newest first',
    ok: 'CommandPage',
    params: [path('terminal_id'), ...PAGE, q('status', oneOf(...COMMAND_STATES), 'Only commands in this status')],
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-payload',
    id: 'get_provisioning_payload',
    summary: 'Provisioning payload of one terminal',
    ok: 'ProvisioningPayload',
    params: [path('terminal_id')],
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-export',
    id: 'get_provisioning_export',
    summary: 'Provisioning export of one terminal, with its jobs',
    ok: 'ProvisioningExport',
    params: [path('terminal_id')],
  },
  {
    method: 'GET',
    path: '/v1/feeds/account.xml',
    id: 'get_account_feed',
    summary: 'RSS digest of all visible terminals',
    ok: '',
    rss: true,
  },
  {
    method: 'GET',
    path: '/v1/feeds/terminals/{terminal_id}.xml',
    id: 'get_terminal_feed',
    summary: 'RSS stream of one terminal',
    ok: '',
    rss: true,
    params: [path('terminal_id')],
  },
  {
    method: 'GET',
    path: '/v1/public/branding-status',
    id: 'get_branding_status',
    summary: 'Branding and docs-host readiness',
    ok: 'BrandingStatus',
    isPublic: true,
  },
];

export function openapiDocument(amountsAsNumbers: boolean): Json {
  const paths: Record<string, Json> = {};
  const err = (description: string): Json => ({
    description,
    content: { 'application/json': { schema: ref('Error') } },
  });
  for (const op of OPS) {
    const responses: Json = {};
    const content = op.rss
      ? { 'application/rss+xml': { schema: { type: 'string' } } }
      : { 'application/json': { schema: op.ok ? ref(op.ok) : { type: 'object' } } };
    responses[op.method === 'POST' ? '201' : '200'] = { description: op.method === 'POST' ? 'Created' : 'OK', content };
    if (op.id === 'get_public_openapi')
      responses['304'] = { description: 'Not modified, when If-None-Match names the current ETag' };
    if (op.params?.some((p) => p.in === 'query')) responses['400'] = err('A query parameter is not valid');
    if (!op.isPublic) responses['401'] = err('The key is missing or not known');
    if (op.params?.some((p) => p.in === 'path'))
      responses['404'] = err('Does not exist, or is not visible to the user');
    if (op.body)
      Object.assign(responses, {
        '400': err('The body is not JSON'),
        '403': err('The role may not do this'),
        '409': err('Conflicts with an existing record'),
        '415': err('The content type is not application/json'),
        '422': err('The body breaks a rule'),
      });
    (paths[op.path] ??= {})[op.method.toLowerCase()] = {
      operationId: op.id,
      summary: op.summary,
      security: op.isPublic ? [] : [{ api_key: [] }],
      ...(op.params ? { parameters: op.params } : {}),
      ...(op.body
        ? { requestBody: { required: true, content: { 'application/json': { schema: ref(op.body) } } } }
        : {}),
      responses,
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Terminal Fleet Portal Data Service',
      version: '1.12.0',
      description:
        "Customer-safe surface. Amounts are decimal strings, times are RFC 3339 with the offset of the terminal's zone.",
    },
    servers: [{ url: '/' }],
    security: [{ api_key: [] }],
    paths,
    components: {
      securitySchemes: { api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: schemas(amountsAsNumbers),
    },
  };
}

export interface Family {
  service: string;
  title: string;
  portal_surfaces: string[];
  api_endpoints: { method: string; path: string }[];
  webhook_events: string[];
  rss_feeds: { title: string; path: string }[];
  notes: string[];
}
export function catalogFamilies(): Family[] {
  const eps = (...ids: string[]) =>
    ids.map((id) => {
      const o = OPS.find((x) => x.id === id)!;
      return { method: o.method, path: o.path };
    });
  const account = { title: 'Account feed', path: '/v1/feeds/account.xml' },
    terminal = { title: 'Terminal feed', path: '/v1/feeds/terminals/{terminal_id}.xml' };
  return [
    {
      service: 'account_fleet',
      title: 'Account and fleet snapshot',
      portal_surfaces: ['Dashboard', 'Organisation settings', 'Users'],
      api_endpoints: eps('get_portal', 'get_catalog', 'get_public_openapi', 'get_branding_status', 'get_account_feed'),
      webhook_events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
      rss_feeds: [account],
      notes: ['GET /v1/portal is the safest first call.', 'The OpenAPI document and the branding status need no key.'],
    },
    {
      service: 'terminals_telemetry',
      title: 'Terminals, locations, telemetry',
      portal_surfaces: ['Fleet map', 'Terminal detail', 'Groups'],
      api_endpoints: eps(
        'list_locations',
        'get_location',
        'get_status_monitoring',
        'list_terminal_groups',
        'get_terminal_feed',
      ),
      webhook_events: [
        'heartbeat_stale',
        'cash_low',
        'cash_out',
        'dispenser_fault',
        'compliance_expiration',
        'location_risk_change',
      ],
      rss_feeds: [account, terminal],
      notes: ['Groups list only terminals that the user sees.'],
    },
    {
      service: 'transactions',
      title: 'Transactions and processor activity',
      portal_surfaces: ['Transactions', 'Switch journal'],
      api_endpoints: eps('list_transactions', 'get_timeline', 'list_terminal_transactions'),
      webhook_events: [
        'decline_spike',
        'approval_rate_drop',
        'reversal_spike',
        'high_decline_velocity',
        'repeated_same_card_attempt',
      ],
      rss_feeds: [account, terminal],
      notes: ['Rows carry no card data.'],
    },
    {
      service: 'rms',
      title: 'RMS, commands, connectors, provisioning',
      portal_surfaces: ['Commands', 'Connectors', 'Provisioning'],
      api_endpoints: eps(
        'list_commands',
        'list_connectors',
        'get_connector_status',
        'get_provisioning_payload',
        'get_provisioning_export',
      ),
      webhook_events: ['command_failed', 'provisioning_failed'],
      rss_feeds: [terminal],
      notes: ['Commands are issued in the portal only.'],
    },
    {
      service: 'settlements_disputes',
      title: 'Settlements, payouts, disputes',
      portal_surfaces: ['Settlements', 'Disputes'],
      api_endpoints: eps('list_settlements', 'derive_settlement', 'list_disputes', 'create_dispute'),
      webhook_events: ['settlement_mismatch'],
      rss_feeds: [],
      notes: [
        'Deriving needs the role administrator.',
        'Opening disputes needs the role administrator or account_manager.',
      ],
    },
    {
      service: 'compliance_onboarding',
      title: 'Compliance vault and onboarding',
      portal_surfaces: ['Compliance vault', 'Onboarding', 'Documents', 'Videos'],
      api_endpoints: [],
      webhook_events: ['compliance_expiration', 'location_risk_change'],
      rss_feeds: [],
      notes: ['Available only through the portal snapshot.'],
    },
  ];
}
