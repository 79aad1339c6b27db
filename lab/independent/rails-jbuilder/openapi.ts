// @ts-nocheck: written without noUncheckedIndexedAccess
// The public OpenAPI document and the integration catalog.
import { KEYS } from './data.ts';

type Json = Record<string, unknown>;

export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  family: string;
  summary: string;
  isPublic?: boolean;
}

export const FAMILIES: readonly (readonly [
  key: string,
  title: string,
  events: string,
  surfaces: string,
  notes: string,
])[] = [
  [
    'account_and_fleet_snapshot',
    'Account and fleet snapshot',
    'heartbeat_stale processor_outage communication_flapping',
    'Dashboard|Account settings|Users',
    'GET /v1/portal is the safest first call.',
  ],
  [
    'terminals_locations_telemetry',
    'Terminals, locations, telemetry',
    'heartbeat_stale cash_low cash_out dispenser_fault compliance_expiration location_risk_change',
    'Terminals|Locations|Monitoring',
    'Terminals are addressed by code; the integer id works too.',
  ],
  [
    'transactions_processor_activity',
    'Transactions and processor activity',
    'decline_spike approval_rate_drop reversal_spike high_decline_velocity repeated_same_card_attempt',
    'Transactions|Processor activity',
    'Rows are normalized over all connectors and hold no card data.',
  ],
  [
    'rms_commands_connectors_provisioning',
    'RMS, commands, connectors, provisioning',
    'command_failed provisioning_failed',
    'Remote management|Connectors|Groups|Provisioning',
    '',
  ],
  [
    'settlements_payouts_disputes',
    'Settlements, payouts, disputes',
    'settlement_mismatch',
    'Settlements|Disputes',
    'Deriving a settlement needs the administrator role.|Creating a dispute needs the administrator or account_manager role.',
  ],
  [
    'compliance_vault_onboarding',
    'Compliance vault and onboarding',
    'compliance_expiration location_risk_change',
    'Compliance vault|Onboarding|Documents|Videos',
    'Available through the portal snapshot only.',
  ],
];

const [F1, F2, F3, F4, F5] = FAMILIES.map((f) => f[0]) as [string, string, string, string, string];
export const ENDPOINTS: readonly Endpoint[] = [
  { method: 'GET', path: '/v1/portal', family: F1, summary: 'Portal snapshot of the current user' },
  { method: 'GET', path: '/v1/integrations/catalog', family: F1, summary: 'Integration catalog' },
  {
    method: 'GET',
    path: '/v1/integrations/public-openapi.json',
    family: F1,
    summary: 'This OpenAPI document',
    isPublic: true,
  },
  {
    method: 'GET',
    path: '/v1/public/branding-status',
    family: F1,
    summary: 'Readiness of branding and docs host',
    isPublic: true,
  },
  { method: 'GET', path: '/v1/feeds/account.xml', family: F1, summary: 'Account RSS feed' },
  { method: 'GET', path: '/v1/locations', family: F2, summary: 'Locations with visible terminals' },
  { method: 'GET', path: '/v1/locations/{terminal_id}', family: F2, summary: 'Location of one terminal' },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/status-monitoring',
    family: F2,
    summary: 'Status and telemetry of one terminal',
  },
  { method: 'GET', path: '/v1/feeds/terminals/{terminal_id}.xml', family: F2, summary: 'Terminal RSS feed' },
  { method: 'GET', path: '/v1/transactions', family: F3, summary: 'Transactions of visible terminals with summary' },
  {
    method: 'GET',
    path: '/v1/transactions/{transaction_id}/timeline',
    family: F3,
    summary: 'Timeline of one transaction',
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/transactions',
    family: F3,
    summary: 'Transactions of one terminal with summary',
  },
  { method: 'GET', path: '/v1/connectors', family: F4, summary: 'Connectors that serve visible terminals' },
  { method: 'GET', path: '/v1/connectors/{connector_id}/status', family: F4, summary: 'Status of one connector' },
  { method: 'GET', path: '/v1/terminal-groups', family: F4, summary: 'Terminal groups with visible terminals' },
  { method: 'GET', path: '/v1/terminals/{terminal_id}/commands', family: F4, summary: 'Commands of one terminal' },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-payload',
    family: F4,
    summary: 'Provisioning payload of one terminal',
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-export',
    family: F4,
    summary: 'Provisioning export of one terminal',
  },
  { method: 'GET', path: '/v1/settlements', family: F5, summary: 'ACH settlement batches' },
  {
    method: 'POST',
    path: '/v1/settlements/derive',
    family: F5,
    summary: 'Derive the batch of one account and business date',
  },
  { method: 'GET', path: '/v1/disputes', family: F5, summary: 'Dispute cases' },
  { method: 'POST', path: '/v1/disputes', family: F5, summary: 'Open a dispute case' },
];

export function buildCatalog(is: (fault: string) => boolean): Json {
  const listed = new Set<string>();
  const feeds: Record<string, string[]> = { account: [F1, F2, F3], terminal: [F2, F3, F4] };
  return {
    generated_for: 'v1',
    services: FAMILIES.map(([key, title, events, surfaces, notes]) => {
      let names = events.split(' ');
      if (is('catalog-event-deduplicated')) names = names.filter((n) => !listed.has(n));
      for (const n of names) listed.add(n);
      const endpoints = ENDPOINTS.filter((e) => e.family === key).map((e) => ({
        method: e.method,
        path: e.path,
        description: e.summary,
        authentication: e.isPublic === true ? 'none' : 'api_key',
      }));
      if (key === 'compliance_vault_onboarding') {
        endpoints.push({
          method: 'GET',
          path: '/v1/portal',
          description: 'Portal snapshot (compliance_vault, onboarding, documents, videos)',
          authentication: 'api_key',
        });
        if (is('catalog-compliance-endpoint'))
          endpoints.push({
            method: 'GET',
            path: '/v1/compliance/vault',
            description: 'Compliance vault items',
            authentication: 'api_key',
          });
      }
      const group: Json = {
        service: key,
        title,
        portal_surfaces: surfaces.split('|'),
        api_endpoints: endpoints,
        webhook_events: names,
        rss_feeds: [
          ...(feeds.account!.includes(key)
            ? [{ name: 'account', path: '/v1/feeds/account.xml', content_type: 'application/rss+xml' }]
            : []),
          ...(feeds.terminal!.includes(key) && !is('catalog-feed-missing')
            ? [{ name: 'terminal', path: '/v1/feeds/terminals/{terminal_id}.xml', content_type: 'application/rss+xml' }]
            : []),
        ],
      };
      const texts = notes === '' ? [] : notes.split('|');
      if (texts.length > 0 || !is('catalog-notes-omitted')) group.notes = texts;
      return group;
    }),
  };
}

// Schema helpers. A name that ends with "?" is optional.
const str = (description?: string): Json => ({ type: 'string', ...(description === undefined ? {} : { description }) });
const int = (description?: string): Json => ({
  type: 'integer',
  ...(description === undefined ? {} : { description }),
});
const bool: Json = { type: 'boolean' };
const time = (description?: string): Json => ({
  type: 'string',
  format: 'date-time',
  description: description ?? 'ISO 8601 with offset, in the time zone of the account',
});
const date: Json = { type: 'string', format: 'date' };
const decimal = (description?: string): Json => ({
  type: 'string',
  pattern: '^-?[0-9]+\\.[0-9]{2}$',
  description: description ?? 'Decimal as string, major units of the currency',
  example: '250.00',
});
const oneOf = (...values: string[]): Json => ({ type: 'string', enum: values });
const currency = oneOf('PLN', 'GBP');
const nullable = (schema: Json): Json => ({ ...schema, nullable: true });
const array = (items: Json): Json => ({ type: 'array', items });
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const object = (members: Record<string, Json>, description?: string): Json => ({
  type: 'object',
  ...(description === undefined ? {} : { description }),
  required: Object.keys(members).filter((n) => !n.endsWith('?')),
  properties: Object.fromEntries(Object.entries(members).map(([n, s]) => [n.replace('?', ''), s])),
});

const TRANSACTION_TYPES = ['withdrawal', 'reversal', 'balance_inquiry', 'mini_statement', 'pin_change', 'cash_deposit'];
const DISPUTE_STATUSES = ['open', 'under_review', 'awaiting_documents', 'resolved'];
const REASONS = [
  'cash_not_dispensed',
  'partial_dispense',
  'duplicate_charge',
  'surcharge_dispute',
  'unrecognised_transaction',
];
const BATCH_STATUSES = ['pending', 'submitted', 'settled', 'returned'];
const COMMAND_STATUSES = ['queued', 'in_progress', 'completed', 'failed'];
const TERMINAL_STATUSES = ['online', 'degraded', 'offline'];
const EVENTS = [...new Set(FAMILIES.flatMap((f) => f[2].split(' ')))];

function schemas(): Json {
  const terminalKeys = {
    terminal_id: int('Integer id of the terminal'),
    terminal_code: str('External code of the terminal'),
  };
  return {
    Error: object({
      error: str('Machine-readable code, e.g. unauthorized, forbidden, not_found, validation_failed'),
      details: {
        type: 'object',
        description: 'Messages by parameter or attribute; base for general ones',
        additionalProperties: array(str()),
      },
    }),
    TerminalReference: object({ id: int(), code: str(), name: str() }),
    UserReference: object({ id: int(), name: str() }),
    Transaction: object(
      {
        id: int(),
        code: str('External transaction code'),
        ...terminalKeys,
        terminal_time: time('Terminal date and time, ISO 8601 with the offset of the terminal'),
        transaction_type: oneOf(...TRANSACTION_TYPES),
        sequence_number: int('Sequence number of the terminal'),
        account_type: oneOf('checking', 'savings', 'credit'),
        'emv?': {
          ...oneOf('chip', 'contactless', 'fallback'),
          description: 'EMV indicator; absent when the terminal did not report it',
        },
        response_code: str('00 approved, 10 approved partially, 21 reversed, others are declines'),
        response: str('Response text'),
        amount_requested: decimal(),
        amount_completed: decimal(
          'Cash that left (or, for cash_deposit, entered) the terminal; 0.00 for declined and reversed transactions',
        ),
        surcharge_requested: decimal(),
        surcharge_completed: decimal(),
        currency,
        card_scheme: oneOf('visa', 'mastercard'),
        original_transaction_code: nullable(str('For a reversal: code of the reversed transaction')),
      },
      'Normalized transaction row',
    ),
    TransactionSummary: object({
      count: int('Number of matching rows, on all pages'),
      total_surcharge: decimal('Sum of surcharge_completed of all matching rows, on all pages'),
      total_withdrawn: decimal('Sum of amount_completed of all matching withdrawals, on all pages'),
      currency,
    }),
    TransactionList: object({ transactions: array(ref('Transaction')), summary: ref('TransactionSummary') }),
    TimelineEvent: object({
      position: int(),
      step: oneOf(
        'received',
        'sent_to_switch',
        'authorised',
        'declined',
        'dispensed',
        'deposited',
        'completed',
        'reversed',
      ),
      occurred_at: time(),
      source: oneOf('terminal', 'switch', 'host'),
      message: str(),
    }),
    Timeline: object({ transaction: ref('Transaction'), events: array(ref('TimelineEvent')) }),
    Settlement: object(
      {
        id: int(),
        code: str(),
        account_id: int(),
        account_code: str(),
        status: oneOf(...BATCH_STATUSES),
        business_date: date,
        entry_count: int('credit_entry_count + debit_entry_count'),
        credit_entry_count: int(),
        debit_entry_count: int(),
        credit_total: decimal('Completed withdrawals and surcharges'),
        debit_total: decimal('Completed deposits'),
        net_payout: decimal('credit_total - debit_total'),
        currency,
        cutoff_at: time(),
        created_at: time(),
        submitted_at: nullable(time()),
        effective_date: date,
        settled_at: nullable(time()),
      },
      'ACH settlement batch of one account and business date',
    ),
    SettlementInput: object({
      account_id: { oneOf: [int(), str()], description: 'Integer id or code of the account' },
      business_date: {
        ...date,
        description: 'A closed business day (before the current day) that has transactions and no batch yet',
      },
    }),
    Dispute: object({
      id: int(),
      code: str(),
      status: oneOf(...DISPUTE_STATUSES),
      reason_code: oneOf(...REASONS),
      transaction_id: int(),
      transaction_code: str(),
      ...terminalKeys,
      amount: decimal(),
      currency,
      due_on: date,
      opened_at: time(),
      note: nullable(str()),
      assigned_to: nullable(ref('UserReference')),
      assigned_at: nullable(time()),
      resolution_outcome: nullable(oneOf('refunded', 'rejected')),
      resolution_note: nullable(str()),
      resolved_at: nullable(time()),
      'reviewer?': {
        ...object({ id: int(), name: str(), reviewed_at: time() }),
        description: 'Only for resolved cases',
      },
    }),
    DisputeInput: object({
      transaction_id: {
        oneOf: [int(), str()],
        description: 'Integer id or code of a visible transaction without an unresolved case',
      },
      reason_code: oneOf(...REASONS),
      'amount?': {
        oneOf: [decimal(), { type: 'number' }],
        description:
          'Greater than 0, at most amount_requested + surcharge_requested. Default: amount_completed of the transaction',
      },
      'note?': { type: 'string', maxLength: 500 },
    }),
    Location: object(
      {
        id: int(),
        code: str(),
        name: str(),
        street: str(),
        city: str(),
        postal_code: str(),
        country: oneOf('PL', 'GB'),
        latitude: nullable(str('Decimal degrees as string')),
        longitude: nullable(str('Decimal degrees as string')),
        time_zone: str(),
        opening_hours: str(),
        risk_level: oneOf('low', 'medium', 'high'),
        account_id: int(),
        account_code: str(),
        terminals: array(ref('TerminalReference')),
      },
      'A site with its visible terminals',
    ),
    Alert: object({
      id: int(),
      code: str(),
      ...terminalKeys,
      event: oneOf(...EVENTS),
      severity: oneOf('info', 'warning', 'critical'),
      status: oneOf('open', 'acknowledged', 'resolved'),
      message: str(),
      raised_at: time(),
      cleared_at: nullable(time()),
    }),
    TerminalStatus: object({
      ...terminalKeys,
      terminal_name: str(),
      status: oneOf(...TERMINAL_STATUSES),
      status_changed_at: time(),
      last_heartbeat_at: time(),
      heartbeat_age_seconds: int(),
      communication: object({ connector_id: int(), connector_code: str(), connected: bool, signal_percent: int() }),
      telemetry: object({
        temperature_celsius: str('Decimal as string'),
        uptime_seconds: int(),
        door_open: bool,
        receipt_paper: oneOf('ok', 'low'),
        software_version: str(),
      }),
      cassettes: array(
        object({
          position: int(),
          denomination: decimal(),
          currency,
          notes_remaining: int(),
          level: oneOf('ok', 'low', 'empty'),
        }),
      ),
      cash_remaining: decimal(),
      currency,
      open_alerts: array(ref('Alert')),
    }),
    Connector: object({
      id: int(),
      code: str(),
      name: str(),
      protocol: oneOf('iso8583', 'ndc'),
      host: str(),
      port: int(),
      status: oneOf('up', 'degraded', 'down'),
      terminal_count: int('Number of visible terminals'),
    }),
    ConnectorStatus: object({
      connector_id: int(),
      connector_code: str(),
      name: str(),
      status: oneOf('up', 'degraded', 'down'),
      status_changed_at: time(),
      average_response_ms: int(),
      terminal_count: int('Number of visible terminals'),
      connected_count: int(),
      terminals: array(
        object({ id: int(), code: str(), name: str(), connected: bool, last_message_at: nullable(time()) }),
      ),
      last_7_days: object(
        { transactions: int(), approved: int(), declined: int() },
        'Transactions of visible terminals',
      ),
    }),
    TerminalGroup: object({
      id: int(),
      code: str(),
      name: str(),
      description: str(),
      created_at: time(),
      terminal_count: int('Number of visible terminals'),
      terminals: array(ref('TerminalReference')),
    }),
    Command: object({
      id: int(),
      code: str(),
      ...terminalKeys,
      command_type: oneOf('restart', 'reload_parameters', 'download_software', 'clear_journal', 'synchronise_clock'),
      status: oneOf(...COMMAND_STATUSES),
      channel: oneOf('portal', 'scheduler', 'api'),
      queued_at: time(),
      completed_at: nullable(time()),
      result: nullable(str()),
    }),
    ProvisioningJob: object({
      id: int(),
      code: str(),
      job_type: oneOf('initial_load', 'parameter_update'),
      status: oneOf('running', 'completed', 'failed'),
      config_version: str(),
      started_at: time(),
      finished_at: nullable(time()),
      message: str(),
    }),
    ProvisioningPayload: object({
      ...terminalKeys,
      config_version: str(),
      connector: object({ id: int(), code: str(), protocol: str(), host: str(), port: int(), tls: bool }),
      parameters: object({
        currency,
        language: oneOf('pl', 'en'),
        time_zone: str(),
        surcharge: decimal(),
        maximum_withdrawal: decimal(),
        receipt_header: str(),
        cash_deposit_enabled: bool,
      }),
      cassettes: array(object({ position: int(), denomination: decimal() })),
      jobs: array(ref('ProvisioningJob')),
    }),
    ProvisioningExport: object({
      ...terminalKeys,
      config_version: str(),
      exported_at: time(),
      format: oneOf('ini'),
      file_name: str(),
      sha256: str(),
      content: str(),
    }),
    Terminal: object({
      id: int(),
      code: str(),
      name: str(),
      account_id: int(),
      account_code: str(),
      location_id: int(),
      location_code: str(),
      connector_id: int(),
      connector_code: str(),
      model: str(),
      serial_number: str(),
      status: oneOf(...TERMINAL_STATUSES),
      last_heartbeat_at: time(),
      software_version: str(),
    }),
    User: object({
      id: int(),
      code: str(),
      name: str(),
      email: str(),
      role: oneOf('administrator', 'auditor', 'account_manager', 'viewer', 'field_technician'),
      status: oneOf('active', 'invited'),
    }),
    Portal: object({
      principal: object({
        id: int(),
        code: str(),
        name: str(),
        email: str(),
        role: str(),
        locale: oneOf('pl', 'en'),
        visibility: oneOf('organization', 'account', 'terminals'),
      }),
      organization: object({
        id: int(),
        code: str(),
        name: str(),
        country: oneOf('PL', 'GB'),
        currency,
        time_zone: str(),
      }),
      accounts: array(
        object({
          id: int(),
          code: str(),
          name: str(),
          status: str(),
          contact_email: str(),
          phone: str(),
          address: str(),
          tax_id: str(),
        }),
      ),
      branding: object({
        display_name: str(),
        logo_url: str(),
        primary_color: str(),
        support_email: str(),
        custom_domain: str(),
        dns: object({
          status: oneOf('verified', 'pending_verification'),
          record_type: oneOf('CNAME'),
          expected_value: str(),
          checked_at: time(),
        }),
      }),
      access: object({
        view_settlements: bool,
        derive_settlements: bool,
        view_disputes: bool,
        create_disputes: bool,
        manage_users: bool,
        manage_configuration: bool,
      }),
      counts: object({
        users: int(),
        terminals: int(),
        groups: int(),
        connectors: int(),
        transactions: int(),
        open_alerts: int(),
      }),
      users: array(ref('User')),
      terminals: array(ref('Terminal')),
      groups: array(ref('TerminalGroup')),
      connectors: array(ref('Connector')),
      recent_transactions: array(ref('Transaction')),
      recent_commands: array(ref('Command')),
      recent_forms: array(
        object({
          id: int(),
          code: str(),
          form_type: oneOf('site_visit', 'cash_replenishment'),
          title: str(),
          ...terminalKeys,
          status: oneOf('draft', 'submitted'),
          submitted_at: time(),
        }),
      ),
      reports: array(object({ code: str(), name: str(), formats: array(str()) })),
      compliance_vault: array(
        object({
          id: int(),
          code: str(),
          item_type: oneOf('pci_pts_certificate', 'device_inspection'),
          title: str(),
          ...terminalKeys,
          status: oneOf('valid', 'expiring'),
          expires_on: date,
        }),
      ),
      onboarding: array(
        object({
          account_id: int(),
          account_code: str(),
          status: oneOf('completed', 'in_progress'),
          steps: array(object({ name: str(), completed: bool })),
        }),
      ),
      documents: array(
        object({
          id: int(),
          code: str(),
          account_id: int(),
          account_code: str(),
          title: str(),
          file_name: str(),
          uploaded_at: time(),
        }),
      ),
      videos: array(object({ id: int(), code: str(), title: str(), url: str(), duration_seconds: int() })),
    }),
    CatalogService: object({
      service: str(),
      title: str(),
      portal_surfaces: array(str()),
      api_endpoints: array(
        object({
          method: oneOf('GET', 'POST'),
          path: str(),
          description: str(),
          authentication: oneOf('none', 'api_key'),
        }),
      ),
      webhook_events: array(oneOf(...EVENTS)),
      rss_feeds: array(object({ name: oneOf('account', 'terminal'), path: str(), content_type: str() })),
      notes: array(str()),
    }),
    Catalog: object({ generated_for: str(), services: array(ref('CatalogService')) }),
    BrandingStatus: object({
      status: oneOf('ready', 'degraded'),
      branding: object({ ready: bool, custom_domains: bool, assets_host: str() }),
      docs_host: object({
        ready: bool,
        host: str(),
        dns: oneOf('verified', 'pending'),
        tls: oneOf('valid', 'expired'),
      }),
      checked_at: time('ISO 8601 in UTC'),
    }),
  };
}

const query = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  required: false,
  schema,
  description,
});

export function buildOpenApi(is: (fault: string) => boolean): Json {
  const page = [
    query('page', { type: 'integer', minimum: 1, default: 1 }, 'Page number'),
    query(
      'per_page',
      { type: 'integer', minimum: 1, default: 20 },
      'Rows per page; values above 100 are treated as 100',
    ),
  ];
  const sorted = [
    query(
      'limit',
      { type: 'integer', minimum: 1, default: 20 },
      'Number of rows returned (size of a page); values above 100 are treated as 100. Takes precedence over per_page.',
    ),
    ...page,
    query(
      'sort_by',
      {
        type: 'string',
        enum: ['terminal_time', 'amt_req', 'amt_comp', 'surcharge_comp', 'sequence_number'],
        default: 'terminal_time',
      },
      'Sort column; amt_comp is the completed amount. Equal rows are in order of id.',
    ),
    query(
      is('openapi-parameter-name') ? 'sort_order' : 'sort_dir',
      { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
      'Sort direction',
    ),
  ];
  const parameters: Record<string, Json[]> = {
    'GET /v1/transactions': [
      query('terminal_id', str(), 'Code or integer id of a terminal. An invisible or unknown terminal gives no rows.'),
      query('group_id', str(), 'Code or integer id of a terminal group. An invisible or unknown group gives no rows.'),
      ...sorted,
    ],
    'GET /v1/terminals/{terminal_id}/transactions': sorted,
    'GET /v1/locations': [query('city', str(), 'Exact name of the city'), ...page],
    'GET /v1/connectors': [query('status', oneOf('up', 'degraded', 'down'), 'Only connectors in this status'), ...page],
    'GET /v1/terminal-groups': page,
    'GET /v1/terminals/{terminal_id}/commands': [
      query('status', oneOf(...COMMAND_STATUSES), 'Only commands in this status'),
      ...page,
    ],
    'GET /v1/settlements': [
      query('status', oneOf(...BATCH_STATUSES), 'Only batches in this status'),
      query('account_id', str(), 'Code or integer id of an account'),
      ...page,
    ],
    'GET /v1/disputes': [
      query('status', oneOf(...DISPUTE_STATUSES), 'Only cases in this status'),
      query('terminal_id', str(), 'Code or integer id of a terminal'),
      ...page,
    ],
  };
  const results: Record<string, Json> = {
    'GET /v1/portal': ref('Portal'),
    'GET /v1/integrations/catalog': ref('Catalog'),
    'GET /v1/integrations/public-openapi.json': { type: 'object' },
    'GET /v1/public/branding-status': ref('BrandingStatus'),
    'GET /v1/locations': array(ref('Location')),
    'GET /v1/locations/{terminal_id}': ref('Location'),
    'GET /v1/terminals/{terminal_id}/status-monitoring': ref('TerminalStatus'),
    'GET /v1/transactions': ref('TransactionList'),
    'GET /v1/transactions/{transaction_id}/timeline': ref('Timeline'),
    'GET /v1/terminals/{terminal_id}/transactions': ref('TransactionList'),
    'GET /v1/connectors': array(ref('Connector')),
    'GET /v1/connectors/{connector_id}/status': ref('ConnectorStatus'),
    'GET /v1/terminal-groups': array(ref('TerminalGroup')),
    'GET /v1/terminals/{terminal_id}/commands': array(ref('Command')),
    'GET /v1/terminals/{terminal_id}/provisioning-payload': ref('ProvisioningPayload'),
    'GET /v1/terminals/{terminal_id}/provisioning-export': ref('ProvisioningExport'),
    'GET /v1/settlements': array(ref('Settlement')),
    'GET /v1/disputes': array(ref('Dispute')),
    'POST /v1/settlements/derive': ref('Settlement'),
    'POST /v1/disputes': ref('Dispute'),
  };
  const names: Record<string, string> = {
    terminal_id: 'Code of a terminal (e.g. ABC-123); its integer id in decimal form works too',
    transaction_id: 'Code of a transaction; its integer id in decimal form works too',
    connector_id: 'Code of a connector; its integer id in decimal form works too',
  };
  const headers = {
    Link: { schema: str(), description: 'RFC 8288 links: first, prev, next, last' },
    'X-Total-Count': { schema: int(), description: 'Number of rows on all pages' },
    'X-Page': { schema: int() },
    'X-Per-Page': { schema: int() },
  };
  const error = (description: string): Json => ({
    description,
    content: { 'application/json': { schema: ref('Error') } },
  });
  const paths: Record<string, Json> = {};
  for (const e of ENDPOINTS) {
    if (is('openapi-path-missing') && e.path.endsWith('/timeline')) continue;
    const key = `${e.method} ${e.path}`;
    const isFeed = e.path.endsWith('.xml');
    const inPath = [...e.path.matchAll(/\{(\w+)\}/g)].map((m) => ({
      name: m[1]!,
      in: 'path',
      required: true,
      schema: str(),
      description: names[m[1]!]!,
    }));
    const own = parameters[key] ?? [];
    const responses: Json = {
      [e.method === 'POST' ? '201' : '200']: {
        description: e.summary,
        ...(own.length > 0 ? { headers } : {}),
        content: isFeed
          ? { 'application/rss+xml': { schema: str('RSS 2.0 document') } }
          : { 'application/json': { schema: results[key]! } },
      },
    };
    if (e.path.includes('public-openapi')) responses['304'] = { description: 'Not modified (If-None-Match)' };
    if (e.isPublic !== true) responses['401'] = error('Missing or invalid API key');
    if (inPath.length > 0) responses['404'] = error('Unknown, or not visible to the user');
    if (own.length > 0) responses['422'] = error('Invalid query parameter');
    const operation: Json = {
      operationId: `${e.method.toLowerCase()}_${e.path.slice(4).replace('.xml', '').replace('.json', '').replace(/[{}]/g, '').replace(/[/-]/g, '_')}`,
      summary: e.summary,
      tags: [e.family],
      security: e.isPublic === true ? [] : [{ ApiKey: [] }],
      parameters: [...inPath, ...own],
      responses,
    };
    if (e.method === 'POST') {
      const isDispute = e.path.endsWith('/disputes');
      operation.description = isDispute
        ? 'Needs the role administrator or account_manager.'
        : 'Needs the role administrator.';
      operation.requestBody = {
        required: true,
        content: { 'application/json': { schema: ref(isDispute ? 'DisputeInput' : 'SettlementInput') } },
      };
      responses['400'] = error('Body is not a JSON object');
      responses['403'] = error('The role of the user does not allow this');
      if (!isDispute) responses['409'] = error('The batch exists already');
      responses['422'] = error('Validation failed');
    }
    paths[e.path] = { ...(paths[e.path] ?? {}), [e.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Terminal Fleet Portal Data Service',
      version: 'v1',
      description:
        'Tenant-scoped data of a terminal fleet. Lists are bare JSON arrays (transactions: named root with a summary), paged with page and per_page and Link headers. Blank query parameters are ignored. Amounts are decimal strings, times ISO 8601 with offset. Every record has an integer id and an external code; both address it. All responses are limited to what the user of the key may see. Settlements belong to accounts; users who see assigned terminals only have none.',
    },
    servers: [{ url: '/' }],
    tags: FAMILIES.map((f) => ({ name: f[0], description: f[1] })),
    security: [{ ApiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          ...(is('openapi-key-example')
            ? { description: `For example: ${KEYS[1]![2]}` }
            : { description: 'The API key of the user' }),
        },
      },
      schemas: schemas(),
    },
  };
}
