// The public OpenAPI document and the integration catalog.
type J = Record<string, unknown>;
export type On = (id: string) => boolean;

const str = (extra: J = {}): J => ({ type: 'string', ...extra });
const nul = (extra: J = {}): J => ({ type: ['string', 'null'], ...extra });
const int = (extra: J = {}): J => ({ type: 'integer', ...extra });
const num: J = { type: 'number' };
const bool: J = { type: 'boolean' };
const en = (...v: string[]): J => ({ type: 'string', enum: v });
const arr = (items: J): J => ({ type: 'array', items });
const ref = (n: string): J => ({ $ref: '#/components/schemas/' + n });
const obj = (properties: J, optional: string[] = []): J => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
  properties,
});
const money = str({ pattern: '^-?\\d+\\.\\d{2}$', description: 'Rupees with two decimals' });
const at = str({ format: 'date-time', description: 'Local time with offset +05:30' });
const atN = nul({ format: 'date-time' });
const day = str({ format: 'date' });
const tid = str({ pattern: '^[A-Z0-9]{8}$', description: 'Terminal id, 8 characters' });

export const REASONS = [
  'cash_not_dispensed',
  'partial_dispense',
  'duplicate_debit',
  'surcharge_dispute',
  'unauthorised_transaction',
];
export const DISPUTE_STATUS = ['open', 'assigned', 'awaiting_evidence', 'resolved'];
export const BATCH_STATUS = ['open', 'submitted', 'settled', 'returned'];
export const COMMAND_STATUS = ['queued', 'completed', 'failed'];
export const SORT_KEYS = ['txn_at', 'amt_req', 'amt_comp', 'seq_no', 'terminal_id'];

export const families: {
  service: string;
  title: string;
  surfaces: string[];
  endpoints: [string, string][];
  events: string[];
  feeds: string[];
  notes: string[];
}[] = [
  {
    service: 'account_and_fleet_snapshot',
    title: 'Account and fleet snapshot',
    surfaces: ['Dashboard', 'Organization profile'],
    endpoints: [
      ['GET', '/v1/portal'],
      ['GET', '/v1/integrations/catalog'],
      ['GET', '/v1/integrations/public-openapi.json'],
      ['GET', '/v1/public/branding-status'],
    ],
    events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    feeds: ['/v1/feeds/account.xml'],
    notes: ['GET /v1/portal is the safest first call.'],
  },
  {
    service: 'terminals_locations_telemetry',
    title: 'Terminals, locations, telemetry',
    surfaces: ['Terminals', 'Site map'],
    endpoints: [
      ['GET', '/v1/locations'],
      ['GET', '/v1/locations/{terminal_id}'],
      ['GET', '/v1/terminals/{terminal_id}/status-monitoring'],
      ['GET', '/v1/terminal-groups'],
    ],
    events: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    feeds: ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'],
    notes: ['Lists contain visible terminals only.'],
  },
  {
    service: 'transactions_processor_activity',
    title: 'Transactions and processor activity',
    surfaces: ['Transactions', 'Reports'],
    endpoints: [
      ['GET', '/v1/transactions'],
      ['GET', '/v1/transactions/{transaction_id}/timeline'],
      ['GET', '/v1/terminals/{terminal_id}/transactions'],
    ],
    events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    feeds: ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'],
    notes: ['No card data in any response.', 'The summary covers all rows that match the filters, on all pages.'],
  },
  {
    service: 'rms_commands_connectors_provisioning',
    title: 'RMS, commands, connectors, provisioning',
    surfaces: ['Remote commands', 'Sponsor bank links', 'Provisioning'],
    endpoints: [
      ['GET', '/v1/connectors'],
      ['GET', '/v1/connectors/{connector_id}/status'],
      ['GET', '/v1/terminals/{terminal_id}/commands'],
      ['GET', '/v1/terminals/{terminal_id}/provisioning-payload'],
      ['GET', '/v1/terminals/{terminal_id}/provisioning-export'],
    ],
    events: ['command_failed', 'provisioning_failed'],
    feeds: ['/v1/feeds/terminals/{terminal_id}.xml'],
    notes: ['Commands are read only in this interface.'],
  },
  {
    service: 'settlements_payouts_disputes',
    title: 'Settlements, payouts, disputes',
    surfaces: ['Settlements', 'Dispute desk'],
    endpoints: [
      ['GET', '/v1/settlements'],
      ['POST', '/v1/settlements/derive'],
      ['GET', '/v1/disputes'],
      ['POST', '/v1/disputes'],
    ],
    events: ['settlement_mismatch'],
    feeds: [],
    notes: ['Settlements are derived by org_admin; disputes are filed by org_admin and account_manager.'],
  },
  {
    service: 'compliance_vault_onboarding',
    title: 'Compliance vault and onboarding',
    surfaces: ['Compliance vault', 'Onboarding', 'Documents', 'Videos'],
    endpoints: [['GET', '/v1/portal']],
    events: ['compliance_expiration', 'location_risk_change'],
    feeds: [],
    notes: ['Available only through the portal snapshot.'],
  },
];
const PUBLIC = ['/v1/integrations/public-openapi.json', '/v1/public/branding-status'];

export function buildCatalog(on: On): J {
  return {
    data: {
      version: 'v1',
      services: families.map((f) => {
        const g: J = {
          service: f.service,
          title: f.title,
          portal_surfaces: f.surfaces,
          api_endpoints: f.endpoints.map(([method, path]) => ({
            method,
            path,
            access: PUBLIC.includes(path) ? 'public' : 'api_key',
          })),
          webhook_events:
            on('catalog-event-missing') && f.service === 'compliance_vault_onboarding'
              ? f.events.slice(0, 1)
              : f.events,
          rss_feeds: f.feeds
            .filter((x) => !(on('catalog-feed-missing') && x.includes('terminals')))
            .map((path) => ({ path, content_type: 'application/rss+xml' })),
          notes: f.notes,
        };
        if (on('catalog-no-notes') && f.service === 'settlements_payouts_disputes') delete g.notes;
        return g;
      }),
    },
  };
}

export function buildOpenApi(on: On): J {
  const txn = obj(
    {
      id: str(),
      rrn: str({ pattern: '^\\d{12}$' }),
      terminal_id: tid,
      txn_at: at,
      txn_type: en('cash_withdrawal', 'balance_enquiry', 'mini_statement', 'reversal'),
      seq_no: str({ pattern: '^\\d{6}$' }),
      account_type: en('savings', 'current', 'credit'),
      emv_indicator: en('chip', 'fallback'),
      response_code: str({ pattern: '^\\d{2}$' }),
      response_text: str(),
      amount_requested: money,
      amount_completed: on('openapi-amount-number')
        ? num
        : { ...money, description: 'Rupees; negative on reversals, zero on declines and enquiries' },
      surcharge_requested: money,
      surcharge_completed: { ...money, description: 'Rupees; negative on reversals' },
    },
    ['emv_indicator'],
  );
  const command = obj({
    id: str(),
    terminal_id: tid,
    command: str(),
    status: en(...COMMAND_STATUS),
    requested_by: str(),
    queued_at: at,
    completed_at: atN,
  });
  const location = obj({
    id: str(),
    terminal_id: tid,
    account_id: str(),
    name: str(),
    address_line: str(),
    city: str(),
    state: str(),
    pincode: str({ pattern: '^\\d{6}$' }),
    latitude: num,
    longitude: num,
    site_type: str(),
    risk_level: en('low', 'medium', 'high'),
  });
  const group = obj({ id: str(), name: str(), terminal_count: int(), terminal_ids: arr(tid) });
  const connector = obj({
    id: str(),
    name: str(),
    sponsor_bank: str(),
    network: str(),
    protocol: str(),
    terminal_count: int({ description: 'Visible terminals' }),
    terminal_ids: arr(tid),
  });
  const job = obj({
    id: str(),
    terminal_id: tid,
    kind: str(),
    status: en('succeeded', 'running', 'failed'),
    created_at: at,
    finished_at: atN,
  });
  const alert = obj({
    id: str(),
    event: str(),
    severity: en('minor', 'major', 'critical'),
    message: str(),
    opened_at: at,
    cleared_at: atN,
  });
  const payload = obj({
    terminal_id: tid,
    account_id: str(),
    profile_version: str(),
    connector: obj({ id: str(), network: str(), protocol: str() }),
    screen_language: arr(str()),
    receipt_header: str(),
    cassettes: arr(obj({ cassette_no: int(), denomination: str() })),
    surcharge: obj({ withdrawal: money, enquiry: money }),
    heartbeat_seconds: int(),
  });
  const schemas: J = {
    Error: obj({ status: en('error'), errors: arr(obj({ code: str(), message: str(), field: nul() })) }),
    Pagination: obj({
      page: int({ minimum: 1 }),
      page_size: int({ minimum: 1 }),
      pages: int({ minimum: 0 }),
      total: int({ minimum: 0 }),
    }),
    Transaction: txn,
    TransactionSummary: {
      ...obj({ total_surcharge: money, total_withdrawn: money }),
      description:
        'Sums of surcharge_completed and amount_completed (reversals deducted) over all rows that match the filters, on all pages.',
    },
    TransactionList: obj({
      data: arr(ref('Transaction')),
      pagination: ref('Pagination'),
      summary: ref('TransactionSummary'),
    }),
    Timeline: obj({
      transaction_id: str(),
      rrn: str(),
      terminal_id: tid,
      events: arr(obj({ at, stage: str(), description: str() })),
    }),
    SettlementBatch: obj({
      id: str(),
      batch_reference: str(),
      account_id: str(),
      status: en(...BATCH_STATUS),
      business_date: day,
      entry_count: int(),
      credit_entry_count: int(),
      debit_entry_count: int(),
      credit_total: money,
      debit_total: money,
      net_payout: { ...money, description: 'credit_total less debit_total' },
      opened_at: at,
      closed_at: atN,
      settled_at: atN,
    }),
    Dispute: obj(
      {
        id: str(),
        status: en(...DISPUTE_STATUS),
        reason_code: en(...REASONS),
        transaction_id: str(),
        rrn: str(),
        terminal_id: tid,
        amount: money,
        opened_at: at,
        due_on: day,
        remarks: nul(),
        assigned_to: nul(),
        assigned_at: atN,
        resolution_outcome: nul({ enum: ['accepted', 'rejected', null] }),
        resolution_note: nul(),
        resolved_at: atN,
        reviewed_by: str(),
        reviewed_at: at,
      },
      ['reviewed_by', 'reviewed_at'],
    ),
    NewDispute: obj(
      {
        transaction_id: str(),
        reason_code: en(...REASONS),
        amount: str({
          pattern: '^\\d{1,7}\\.\\d{2}$',
          description: 'At most the requested amount, which is the default',
        }),
        remarks: str({ maxLength: 500 }),
      },
      ['amount', 'remarks'],
    ),
    DeriveSettlement: obj({ account_id: str(), business_date: day }),
    Location: location,
    TerminalGroup: group,
    Connector: connector,
    Command: command,
    ProvisioningJob: job,
    ProvisioningPayload: payload,
    Alert: alert,
    ConnectorStatus: obj({
      connector_id: str(),
      status: en('up', 'degraded', 'down'),
      last_echo_at: at,
      latency_ms: int(),
      transaction_count: { ...int(), description: 'Transactions of visible terminals' },
      approved_count: int(),
      declined_count: int(),
    }),
    StatusMonitoring: obj({
      terminal_id: tid,
      status: en('online', 'degraded', 'offline'),
      last_heartbeat_at: at,
      telemetry: obj({
        cash_level_percent: int(),
        cassettes: arr(obj({ cassette_no: int(), denomination: str(), notes_remaining: int() })),
        dispenser: str(),
        card_reader: str(),
        receipt_printer: str(),
        network_type: str(),
        signal_dbm: int(),
      }),
      open_alerts: arr(ref('Alert')),
    }),
    ProvisioningExport: obj({
      terminal_id: tid,
      exported_at: at,
      format: str(),
      payload: ref('ProvisioningPayload'),
      jobs: arr(ref('ProvisioningJob')),
    }),
    CatalogService: obj({
      service: str(),
      title: str(),
      portal_surfaces: arr(str()),
      api_endpoints: arr(obj({ method: en('GET', 'POST'), path: str(), access: en('public', 'api_key') })),
      webhook_events: arr(str()),
      rss_feeds: arr(obj({ path: str(), content_type: str() })),
      notes: arr(str()),
    }),
    Catalog: obj({ version: str(), services: arr(ref('CatalogService')) }),
    BrandingStatus: obj({
      branding: obj({ status: en('ready', 'pending') }),
      docs_host: obj({ host: str(), status: en('ready', 'pending'), tls: en('valid', 'invalid') }),
      checked_at: at,
    }),
    Portal: obj({
      principal: obj({
        user_id: str(),
        name: str(),
        email: str(),
        role: en('org_admin', 'account_manager', 'report_viewer', 'field_engineer'),
        org_id: str(),
      }),
      accounts: arr(
        obj({
          id: str(),
          name: str(),
          city: str(),
          settlement_bank: str(),
          ifsc: str(),
          contact_name: str(),
          onboarded_on: day,
          terminal_count: int(),
        }),
      ),
      organization: obj({
        id: str(),
        name: str(),
        branding: obj({ brand_name: str(), primary_colour: str(), logo_url: str() }),
        dns: obj({ portal_host: str(), status: en('verified', 'pending_cname') }),
      }),
      access_flags: obj({
        view_transactions: bool,
        view_settlements: bool,
        view_disputes: bool,
        derive_settlements: bool,
        create_disputes: bool,
      }),
      counts: obj({ terminals: int(), groups: int(), connectors: int(), transactions: int() }),
      users: arr(obj({ id: str(), name: str(), email: str(), role: str() })),
      terminals: arr(
        obj({
          id: tid,
          account_id: str(),
          connector_id: str(),
          model: str(),
          site: str(),
          city: str(),
          status: en('online', 'degraded', 'offline'),
          last_heartbeat_at: at,
        }),
      ),
      groups: arr(ref('TerminalGroup')),
      connectors: arr(ref('Connector')),
      recent_transactions: arr(ref('Transaction')),
      recent_commands: arr(ref('Command')),
      recent_forms: arr(
        obj({
          id: str(),
          terminal_id: tid,
          form: str(),
          status: en('submitted', 'approved'),
          submitted_by: str(),
          submitted_at: at,
        }),
      ),
      report_catalog: arr(obj({ id: str(), title: str(), path: str() })),
      compliance_vault: arr(obj({ terminal_id: tid, certificate: str(), expires_on: day })),
      onboarding: arr(obj({ terminal_id: tid, stage: str() })),
      documents: arr(obj({ id: str(), account_id: str(), title: str() })),
      videos: arr(obj({ id: str(), title: str(), language: str() })),
    }),
  };
  const json = (schema: J): J => ({ 'application/json': { schema } });
  const one = (n: string): J => json(obj({ data: ref(n) }));
  const many = (n: string): J => json(obj({ data: arr(ref(n)), pagination: ref('Pagination') }));
  const rss: J = { 'application/rss+xml': { schema: str() } };
  const err = (description: string): J => ({ description, content: json(ref('Error')) });
  const E: Record<string, J> = {
    '400': err('Malformed JSON'),
    '401': err('Missing or invalid key'),
    '403': err('The role may not do this'),
    '404': err('Not found or not visible'),
    '409': err('Exists already'),
    '415': err('The body is not JSON'),
    '422': err('Validation failed'),
  };
  const q = (name: string, schema: J, description: string): J => ({
    name,
    in: 'query',
    required: false,
    schema,
    description,
  });
  const path = (name: string, schema: J = str()): J => ({ name, in: 'path', required: true, schema });
  const PG = q('page', int({ minimum: 1, default: 1 }), 'Page number');
  const paging = [PG, q('page_size', int({ minimum: 1, maximum: 100, default: 25 }), 'Rows per page')];
  const txq = [
    q('limit', int({ minimum: 1, maximum: 200, default: 50 }), 'Number of rows returned (page size)'),
    PG,
    q('sort_by', { ...en(...SORT_KEYS), default: 'txn_at' }, 'Sort column; amt_comp is the completed amount'),
    q('sort_dir', { ...en('asc', 'desc'), default: 'desc' }, 'Sort direction'),
  ];
  const op = (summary: string, content: J, parameters: J[], errors: string[], extra: J = {}): J => ({
    summary,
    parameters,
    ...extra,
    responses: {
      [extra.requestBody ? '201' : '200']: { description: 'OK', content },
      ...Object.fromEntries(errors.map((e) => [e, E[e]])),
    },
  });
  const body = (n: string): J => ({ requestBody: { required: true, content: json(ref(n)) } });
  const T = path('terminal_id', tid);
  const paths: Record<string, J> = {
    '/v1/portal': { get: op('Portal snapshot of the current user', one('Portal'), [], ['401']) },
    '/v1/integrations/catalog': { get: op('Integration catalog', one('Catalog'), [], ['401']) },
    '/v1/integrations/public-openapi.json': {
      get: { ...op('This document', json({ type: 'object' }), [], []), security: [] },
    },
    '/v1/transactions': {
      get: op(
        'Transactions of visible terminals, with summary',
        json(ref('TransactionList')),
        [q('terminal_id', str(), 'One terminal'), q('group_id', str(), 'One terminal group'), ...txq],
        ['401', '422'],
      ),
    },
    '/v1/transactions/{transaction_id}/timeline': {
      get: op('Timeline of one transaction', one('Timeline'), [path('transaction_id')], ['401', '404']),
    },
    '/v1/settlements': {
      get: op(
        'ACH (NACH) settlement batches of accounts that the user sees completely',
        many('SettlementBatch'),
        [q('status', en(...BATCH_STATUS), 'Batch status'), q('account_id', str(), 'One account'), ...paging],
        ['401', '422'],
      ),
    },
    '/v1/settlements/derive': {
      post: op(
        'Derive the batch of an account and business date (org_admin)',
        one('SettlementBatch'),
        [],
        ['400', '401', '403', '404', '409', '415', '422'],
        body('DeriveSettlement'),
      ),
    },
    '/v1/disputes': {
      get: op(
        'Dispute cases of visible terminals',
        many('Dispute'),
        [q('status', en(...DISPUTE_STATUS), 'Dispute status'), q('terminal_id', str(), 'One terminal'), ...paging],
        ['401', '422'],
      ),
      post: op(
        'File a dispute (org_admin, account_manager)',
        one('Dispute'),
        [],
        ['400', '401', '403', '404', '409', '415', '422'],
        body('NewDispute'),
      ),
    },
    '/v1/locations': { get: op('Locations of visible terminals', many('Location'), paging, ['401', '422']) },
    '/v1/locations/{terminal_id}': { get: op('Location of one terminal', one('Location'), [T], ['401', '404']) },
    '/v1/terminals/{terminal_id}/status-monitoring': {
      get: op('Terminal status and telemetry', one('StatusMonitoring'), [T], ['401', '404']),
    },
    '/v1/terminals/{terminal_id}/transactions': {
      get: op(
        'Transactions of one terminal, with summary',
        json(ref('TransactionList')),
        [T, ...txq],
        ['401', '404', '422'],
      ),
    },
    '/v1/connectors': { get: op('Connectors of visible terminals', many('Connector'), paging, ['401', '422']) },
    '/v1/connectors/{connector_id}/status': {
      get: op('Status of one connector', one('ConnectorStatus'), [path('connector_id')], ['401', '404']),
    },
    '/v1/terminal-groups': {
      get: op('Terminal groups with their visible terminals', many('TerminalGroup'), paging, ['401', '422']),
    },
    '/v1/terminals/{terminal_id}/commands': {
      get: op(
        'Commands of one terminal',
        many('Command'),
        [T, q('status', en(...COMMAND_STATUS), 'Command status'), ...paging],
        ['401', '404', '422'],
      ),
    },
    '/v1/terminals/{terminal_id}/provisioning-payload': {
      get: op('Provisioning payload of one terminal', one('ProvisioningPayload'), [T], ['401', '404']),
    },
    '/v1/terminals/{terminal_id}/provisioning-export': {
      get: op('Provisioning export of one terminal', one('ProvisioningExport'), [T], ['401', '404']),
    },
    '/v1/feeds/account.xml': { get: op('Account RSS feed', rss, [], ['401']) },
    '/v1/feeds/terminals/{terminal_id}.xml': { get: op('Terminal RSS feed', rss, [T], ['401', '404']) },
    '/v1/public/branding-status': {
      get: { ...op('Branding and docs-host readiness', one('BrandingStatus'), [], []), security: [] },
    },
  };
  if (on('openapi-path-missing')) delete paths['/v1/terminals/{terminal_id}/status-monitoring'];
  return {
    openapi: '3.1.0',
    info: {
      title: 'WLA Fleet Portal Data Service',
      version: '1.0.0',
      description: 'Read access to the white-label ATM fleet portal. All times are IST, all amounts are rupees.',
    },
    servers: [{ url: '/' }],
    security: [{ ApiKeyAuth: [] }],
    paths,
    components: { securitySchemes: { ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-API-Key' } }, schemas },
  };
}
