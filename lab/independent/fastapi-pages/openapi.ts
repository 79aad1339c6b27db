// @ts-nocheck: written without noUncheckedIndexedAccess
// The public OpenAPI 3.1 document, in the form in which FastAPI generates it, and the integration catalog.

import type { FaultId } from './faults.ts';

type Schema = Record<string, unknown>;

const titleOf = (key: string): string =>
  key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
const ref = (modelName: string): Schema => ({ $ref: `#/components/schemas/${modelName}` });
const str: Schema = { type: 'string' };
const int: Schema = { type: 'integer' };
const bool: Schema = { type: 'boolean' };
const decimal: Schema = { type: 'string', pattern: '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$' };
const date: Schema = { type: 'string', format: 'date' };
const localDateTime: Schema = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
  description: 'Local time without offset; the offset is in utc_offset.',
};
const utcOffset: Schema = {
  type: 'string',
  pattern: '^[+-]\\d{2}:\\d{2}$',
  description: 'UTC offset of the local times of this object.',
};
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const arr = (items: Schema): Schema => ({ type: 'array', items });

function model(modelName: string, fields: Record<string, Schema>, optional: string[] = [], extra: Schema = {}): Schema {
  const properties: Record<string, Schema> = {};
  for (const [key, schema] of Object.entries(fields))
    properties[key] = '$ref' in schema ? schema : { ...schema, title: titleOf(key) };
  const required = Object.keys(fields).filter((key) => !optional.includes(key));
  return { properties, type: 'object', ...(required.length > 0 ? { required } : {}), title: modelName, ...extra };
}
const strEnum = (modelName: string, values: readonly string[]): Schema => ({
  type: 'string',
  enum: [...values],
  title: modelName,
});

export const SORT_COLUMNS = [
  'terminal_datetime',
  'transaction_type',
  'sequence_number',
  'amt_req',
  'amt_comp',
  'surch_req',
  'surch_comp',
] as const;
export const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export const REASON_CODES = [
  'cash_not_dispensed',
  'partial_dispense',
  'duplicate_charge',
  'unrecognized_transaction',
  'surcharge_dispute',
] as const;
export const BATCH_STATUSES = ['pending', 'submitted', 'settled', 'returned'] as const;
export const DISPUTE_STATUSES = ['open', 'under_review', 'awaiting_evidence', 'resolved'] as const;
export const COMMAND_STATUSES = ['queued', 'completed'] as const;
export const MAX_LIMIT = 200;
export const DEFAULT_LIMIT = 50;

const pageModel = (modelName: string): Schema =>
  model(`Page[${modelName}]`, {
    items: arr(ref(modelName)),
    total: { ...int, minimum: 0 },
    page: { ...int, minimum: 1 },
    size: { ...int, minimum: 1 },
    pages: { ...int, minimum: 0 },
  });

function schemas(): Record<string, Schema> {
  return {
    Role: strEnum('Role', ['admin', 'analyst', 'account_manager', 'technician', 'auditor']),
    VisibilityLevel: strEnum('VisibilityLevel', ['organization', 'account', 'terminal']),
    TerminalStatus: strEnum('TerminalStatus', ['online', 'degraded', 'offline', 'maintenance']),
    TransactionType: strEnum('TransactionType', ['withdrawal', 'balance_inquiry', 'transfer', 'reversal']),
    TransactionResponse: strEnum('TransactionResponse', ['approved', 'declined', 'partial', 'reversed']),
    CardAccountType: strEnum('CardAccountType', ['checking', 'savings', 'credit']),
    EmvIndicator: strEnum('EmvIndicator', ['chip', 'contactless']),
    SortColumn: strEnum('SortColumn', SORT_COLUMNS),
    SortDirection: strEnum('SortDirection', SORT_DIRECTIONS),
    BatchStatus: strEnum('BatchStatus', BATCH_STATUSES),
    DisputeStatus: strEnum('DisputeStatus', DISPUTE_STATUSES),
    DisputeReason: strEnum('DisputeReason', REASON_CODES),
    ResolutionOutcome: strEnum('ResolutionOutcome', ['accepted', 'rejected']),
    CommandStatus: strEnum('CommandStatus', COMMAND_STATUSES),
    CommandResult: strEnum('CommandResult', ['succeeded', 'failed']),
    JobStatus: strEnum('JobStatus', ['scheduled', 'succeeded', 'failed']),
    ConnectorState: strEnum('ConnectorState', ['up', 'degraded', 'down']),
    AlertSeverity: strEnum('AlertSeverity', ['info', 'warning', 'critical']),
    RiskLevel: strEnum('RiskLevel', ['low', 'medium', 'high']),

    HTTPError: model('HTTPError', { detail: str }),
    ValidationError: model(
      'ValidationError',
      {
        loc: arr({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
        msg: str,
        type: str,
        input: {},
        ctx: { type: 'object' },
      },
      ['input', 'ctx'],
    ),
    HTTPValidationError: model('HTTPValidationError', { detail: arr(ref('ValidationError')) }, ['detail']),

    TransactionRead: model(
      'TransactionRead',
      {
        transaction_id: str,
        terminal_id: str,
        account_id: str,
        terminal_datetime: localDateTime,
        utc_offset: utcOffset,
        transaction_type: ref('TransactionType'),
        sequence_number: int,
        account_type: ref('CardAccountType'),
        emv_indicator: nullable(ref('EmvIndicator')),
        response: ref('TransactionResponse'),
        response_code: str,
        amount_requested: decimal,
        amount_completed: decimal,
        surcharge_requested: decimal,
        surcharge_completed: decimal,
        currency: str,
        card_scheme: str,
      },
      ['emv_indicator'],
      { description: 'Normalized transaction row. emv_indicator is left out when it is not available.' },
    ),
    TransactionSummary: model('TransactionSummary', {
      total_surcharge: { ...decimal, description: 'Sum of surcharge_completed over all matching rows of all pages.' },
      total_withdrawn: {
        ...decimal,
        description: 'Sum of amount_completed over all matching rows of type withdrawal, of all pages.',
      },
      currency: str,
    }),
    TransactionPage: model('TransactionPage', {
      items: arr(ref('TransactionRead')),
      total: { ...int, minimum: 0 },
      page: { ...int, minimum: 1 },
      size: { ...int, minimum: 1 },
      pages: { ...int, minimum: 0 },
      summary: ref('TransactionSummary'),
    }),
    TimelineEvent: model('TimelineEvent', { step: int, event: str, occurred_at: localDateTime, detail: str }),
    TransactionTimeline: model('TransactionTimeline', {
      transaction_id: str,
      terminal_id: str,
      utc_offset: utcOffset,
      events: arr(ref('TimelineEvent')),
    }),

    SettlementBatchRead: model('SettlementBatchRead', {
      batch_id: str,
      account_id: str,
      business_date: date,
      status: ref('BatchStatus'),
      entry_count: int,
      credit_entry_count: int,
      debit_entry_count: int,
      credit_total: decimal,
      debit_total: decimal,
      net_payout: decimal,
      currency: str,
      period_start: localDateTime,
      period_end: localDateTime,
      created_at: localDateTime,
      submitted_at: nullable(localDateTime),
      settled_at: nullable(localDateTime),
      utc_offset: utcOffset,
    }),
    Page_SettlementBatchRead_: pageModel('SettlementBatchRead'),
    SettlementDeriveRequest: model('SettlementDeriveRequest', {
      account_id: { ...str, minLength: 1 },
      business_date: { ...date, description: 'A closed day, before today.' },
    }),

    DisputeReviewer: model('DisputeReviewer', { user_id: str, full_name: str, reviewed_at: localDateTime }),
    DisputeRead: model(
      'DisputeRead',
      {
        dispute_id: str,
        status: ref('DisputeStatus'),
        reason_code: ref('DisputeReason'),
        transaction_id: str,
        terminal_id: str,
        account_id: str,
        amount: decimal,
        currency: str,
        opened_at: localDateTime,
        due_date: date,
        assigned_to: nullable(str),
        assigned_at: nullable(localDateTime),
        resolution_outcome: nullable(ref('ResolutionOutcome')),
        resolution_note: nullable(str),
        resolved_at: nullable(localDateTime),
        reviewer: nullable(ref('DisputeReviewer')),
        note: nullable(str),
        utc_offset: utcOffset,
      },
      [],
      { description: 'reviewer is null until the case is resolved.' },
    ),
    Page_DisputeRead_: pageModel('DisputeRead'),
    DisputeCreate: model(
      'DisputeCreate',
      {
        transaction_id: { ...str, minLength: 1 },
        reason_code: ref('DisputeReason'),
        amount: {
          anyOf: [{ type: 'number', exclusiveMinimum: 0 }, decimal],
          description: 'More than zero, at most two decimal places.',
        },
        note: nullable({ ...str, maxLength: 500 }),
      },
      ['note'],
    ),

    LocationRead: model('LocationRead', {
      location_id: str,
      terminal_id: str,
      site_name: str,
      address: str,
      district: str,
      city: str,
      postal_code: str,
      latitude: decimal,
      longitude: decimal,
      risk_level: ref('RiskLevel'),
      utc_offset: utcOffset,
    }),
    Page_LocationRead_: pageModel('LocationRead'),
    AlertRead: model('AlertRead', {
      alert_id: str,
      terminal_id: str,
      event_name: str,
      severity: ref('AlertSeverity'),
      message: str,
      opened_at: localDateTime,
    }),
    CassetteRead: model('CassetteRead', { cassette: int, denomination: int, remaining_notes: int }),
    TerminalTelemetry: model('TerminalTelemetry', {
      temperature_celsius: decimal,
      signal_dbm: int,
      uptime_hours: int,
      connection_drops_24h: int,
      dispenser: str,
      cassettes: arr(ref('CassetteRead')),
      cash_total: decimal,
      cash_low: bool,
    }),
    TerminalStatusRead: model('TerminalStatusRead', {
      terminal_id: str,
      status: ref('TerminalStatus'),
      last_heartbeat_at: localDateTime,
      heartbeat_stale: bool,
      utc_offset: utcOffset,
      telemetry: ref('TerminalTelemetry'),
      active_alerts: arr(ref('AlertRead')),
    }),

    ConnectorRead: model('ConnectorRead', {
      connector_id: str,
      name: str,
      protocol: str,
      processor: str,
      enabled: bool,
      terminal_count: int,
    }),
    Page_ConnectorRead_: pageModel('ConnectorRead'),
    ConnectorStatusRead: model('ConnectorStatusRead', {
      connector_id: str,
      status: ref('ConnectorState'),
      last_message_at: nullable(localDateTime),
      latency_ms: nullable(int),
      terminals_total: int,
      terminals_online: int,
      utc_offset: utcOffset,
    }),
    TerminalGroupRead: model('TerminalGroupRead', {
      group_id: str,
      name: str,
      description: str,
      terminal_count: int,
      terminal_ids: arr(str),
    }),
    Page_TerminalGroupRead_: pageModel('TerminalGroupRead'),

    CommandRead: model('CommandRead', {
      command_id: str,
      terminal_id: str,
      command_type: str,
      status: ref('CommandStatus'),
      result: nullable(ref('CommandResult')),
      requested_by: str,
      queued_at: localDateTime,
      completed_at: nullable(localDateTime),
      utc_offset: utcOffset,
    }),
    Page_CommandRead_: pageModel('CommandRead'),
    ProvisioningHost: model('ProvisioningHost', { address: str, port: int, protocol: str, tls: bool }),
    ProvisioningParameters: model('ProvisioningParameters', {
      currency: str,
      surcharge_amount: decimal,
      max_withdrawal: decimal,
      language: str,
      receipt_header: str,
      cassette_denominations: arr(int),
    }),
    ProvisioningPayload: model('ProvisioningPayload', {
      terminal_id: str,
      serial_number: str,
      model: str,
      connector_id: str,
      payload_version: str,
      host: ref('ProvisioningHost'),
      parameters: ref('ProvisioningParameters'),
      generated_at: localDateTime,
      utc_offset: utcOffset,
    }),
    ProvisioningJobRead: model('ProvisioningJobRead', {
      job_id: str,
      terminal_id: str,
      kind: str,
      status: ref('JobStatus'),
      version: str,
      created_at: localDateTime,
      finished_at: nullable(localDateTime),
      utc_offset: utcOffset,
    }),
    ProvisioningExport: model('ProvisioningExport', {
      terminal_id: str,
      file_name: str,
      format: str,
      content: ref('ProvisioningPayload'),
      jobs: arr(ref('ProvisioningJobRead')),
      exported_at: localDateTime,
      utc_offset: utcOffset,
    }),

    Principal: model('Principal', {
      user_id: str,
      username: str,
      full_name: str,
      email: str,
      role: ref('Role'),
      organization_id: str,
      visibility_level: ref('VisibilityLevel'),
    }),
    AccountProfile: model('AccountProfile', {
      account_id: str,
      name: str,
      city: str,
      contact_email: nullable(str),
      payout_method: nullable(str),
      terminal_count: int,
    }),
    Branding: model('Branding', { display_name: str, logo_url: str, primary_color: str, support_email: str }),
    DnsState: model('DnsState', {
      portal_host: str,
      portal_host_verified: bool,
      docs_host: str,
      docs_host_verified: bool,
    }),
    OrganizationRead: model('OrganizationRead', {
      organization_id: str,
      name: str,
      branding: ref('Branding'),
      dns: ref('DnsState'),
    }),
    AccessFlags: model('AccessFlags', {
      can_read_reports: bool,
      can_create_disputes: bool,
      can_derive_settlements: bool,
      can_manage_configuration: bool,
    }),
    UserRead: model('UserRead', {
      user_id: str,
      username: str,
      full_name: str,
      role: ref('Role'),
      visibility_level: ref('VisibilityLevel'),
    }),
    TerminalRead: model('TerminalRead', {
      terminal_id: str,
      account_id: str,
      label: str,
      model: str,
      serial_number: str,
      status: ref('TerminalStatus'),
      connector_id: str,
      group_ids: arr(str),
      city: str,
      last_heartbeat_at: localDateTime,
      utc_offset: utcOffset,
    }),
    FormRead: model('FormRead', {
      form_id: str,
      terminal_id: str,
      kind: str,
      status: str,
      submitted_by: str,
      submitted_at: localDateTime,
      utc_offset: utcOffset,
    }),
    ReportRead: model('ReportRead', { report_id: str, title: str, formats: arr(str) }),
    ComplianceItem: model('ComplianceItem', {
      item_id: str,
      terminal_id: str,
      kind: str,
      status: str,
      expires_on: date,
    }),
    OnboardingStep: model('OnboardingStep', { step_id: str, account_id: str, step: str, status: str }),
    DocumentRead: model('DocumentRead', {
      document_id: str,
      account_id: str,
      terminal_id: nullable(str),
      title: str,
      uploaded_on: date,
    }),
    VideoRead: model('VideoRead', { video_id: str, title: str, duration_seconds: int }),
    PortalCounts: model('PortalCounts', {
      users: int,
      terminals: int,
      groups: int,
      connectors: int,
      transactions: int,
      open_disputes: int,
      active_alerts: int,
    }),
    PortalSnapshot: model('PortalSnapshot', {
      generated_at: localDateTime,
      utc_offset: utcOffset,
      principal: ref('Principal'),
      account_profiles: arr(ref('AccountProfile')),
      organization: ref('OrganizationRead'),
      access_flags: ref('AccessFlags'),
      users: arr(ref('UserRead')),
      terminals: arr(ref('TerminalRead')),
      groups: arr(ref('TerminalGroupRead')),
      connectors: arr(ref('ConnectorRead')),
      recent_transactions: arr(ref('TransactionRead')),
      recent_commands: arr(ref('CommandRead')),
      recent_forms: arr(ref('FormRead')),
      report_catalog: arr(ref('ReportRead')),
      compliance_vault: arr(ref('ComplianceItem')),
      onboarding: arr(ref('OnboardingStep')),
      documents: arr(ref('DocumentRead')),
      videos: arr(ref('VideoRead')),
      counts: ref('PortalCounts'),
    }),

    CatalogEndpoint: model('CatalogEndpoint', { method: str, path: str, summary: str }),
    CatalogFeed: model('CatalogFeed', { path: str, title: str, content_type: str }),
    CatalogService: model('CatalogService', {
      service: str,
      title: str,
      portal_surfaces: arr(str),
      api_endpoints: arr(ref('CatalogEndpoint')),
      webhook_events: arr(str),
      rss_feeds: arr(ref('CatalogFeed')),
      notes: arr(str),
    }),
    IntegrationCatalog: model('IntegrationCatalog', { version: str, services: arr(ref('CatalogService')) }),

    BrandingReadiness: model('BrandingReadiness', { ready: bool, theme: str }),
    DocsHostReadiness: model('DocsHostReadiness', { ready: bool, host: str, tls: bool }),
    BrandingStatus: model('BrandingStatus', {
      branding: ref('BrandingReadiness'),
      docs_host: ref('DocsHostReadiness'),
      checked_at: localDateTime,
      utc_offset: utcOffset,
    }),
  };
}

type Kind = 'json' | 'rss';
interface Operation {
  method: 'get' | 'post';
  path: string;
  fn: string;
  tag: string;
  summary: string;
  response: string;
  kind?: Kind;
  isPublic?: boolean;
  body?: string;
  params?: Schema[];
  has404?: boolean;
  isPaged?: boolean;
  has409?: boolean;
  description?: string;
}

const optionalText = (paramName: string, description: string): Schema => ({
  name: paramName,
  in: 'query',
  required: false,
  schema: { anyOf: [{ type: 'string' }, { type: 'null' }], description, title: titleOf(paramName) },
  description,
});
const optionalEnum = (paramName: string, modelName: string): Schema => ({
  name: paramName,
  in: 'query',
  required: false,
  schema: { anyOf: [ref(modelName), { type: 'null' }], title: titleOf(paramName) },
});
const pageParams: Schema[] = [
  {
    name: 'limit',
    in: 'query',
    required: false,
    schema: {
      type: 'integer',
      maximum: MAX_LIMIT,
      minimum: 1,
      description: 'Largest number of rows in a page.',
      default: DEFAULT_LIMIT,
      title: 'Limit',
    },
    description: 'Largest number of rows in a page.',
  },
  { name: 'page', in: 'query', required: false, schema: { type: 'integer', minimum: 1, default: 1, title: 'Page' } },
];
const sortParams: Schema[] = [
  { name: 'sort_by', in: 'query', required: false, schema: { ...ref('SortColumn'), default: 'terminal_datetime' } },
  { name: 'sort_dir', in: 'query', required: false, schema: { ...ref('SortDirection'), default: 'desc' } },
];

export const operations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/portal',
    fn: 'read_portal',
    tag: 'portal',
    summary: 'Read Portal',
    response: 'PortalSnapshot',
  },
  {
    method: 'get',
    path: '/v1/integrations/catalog',
    fn: 'read_catalog',
    tag: 'integrations',
    summary: 'Read Catalog',
    response: 'IntegrationCatalog',
  },
  {
    method: 'get',
    path: '/v1/integrations/public-openapi.json',
    fn: 'read_public_openapi',
    tag: 'integrations',
    summary: 'Read Public Openapi',
    response: '',
    isPublic: true,
  },
  {
    method: 'get',
    path: '/v1/transactions',
    fn: 'list_transactions',
    tag: 'transactions',
    summary: 'List Transactions',
    response: 'TransactionPage',
    params: [
      optionalText('terminal_id', 'Only rows of this terminal.'),
      optionalText('group_id', 'Only rows of terminals in this group.'),
      ...sortParams,
      ...pageParams,
    ],
  },
  {
    method: 'get',
    path: '/v1/transactions/{transaction_id}/timeline',
    fn: 'read_transaction_timeline',
    tag: 'transactions',
    summary: 'Read Transaction Timeline',
    response: 'TransactionTimeline',
    has404: true,
  },
  {
    method: 'get',
    path: '/v1/settlements',
    fn: 'list_settlements',
    tag: 'settlements',
    summary: 'List Settlements',
    response: 'Page_SettlementBatchRead_',
    params: [
      optionalText('account_id', 'Only batches of this account.'),
      optionalEnum('status', 'BatchStatus'),
      ...pageParams,
    ],
  },
  {
    method: 'post',
    path: '/v1/settlements/derive',
    fn: 'derive_settlement',
    tag: 'settlements',
    summary: 'Derive Settlement',
    description: 'Derives the batch of one account and one closed day. Role admin.',
    response: 'SettlementBatchRead',
    body: 'SettlementDeriveRequest',
    has404: true,
    has409: true,
  },
  {
    method: 'get',
    path: '/v1/disputes',
    fn: 'list_disputes',
    tag: 'disputes',
    summary: 'List Disputes',
    response: 'Page_DisputeRead_',
    params: [
      optionalText('terminal_id', 'Only disputes of this terminal.'),
      optionalEnum('status', 'DisputeStatus'),
      ...pageParams,
    ],
  },
  {
    method: 'post',
    path: '/v1/disputes',
    fn: 'create_dispute',
    tag: 'disputes',
    summary: 'Create Dispute',
    description: 'Opens a dispute about a visible withdrawal or reversal. Roles admin and account_manager.',
    response: 'DisputeRead',
    body: 'DisputeCreate',
    has404: true,
    has409: true,
  },
  {
    method: 'get',
    path: '/v1/locations',
    fn: 'list_locations',
    tag: 'locations',
    summary: 'List Locations',
    response: 'Page_LocationRead_',
    params: pageParams,
  },
  {
    method: 'get',
    path: '/v1/locations/{terminal_id}',
    fn: 'read_location',
    tag: 'locations',
    summary: 'Read Location',
    response: 'LocationRead',
    has404: true,
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/status-monitoring',
    fn: 'read_terminal_status',
    tag: 'terminals',
    summary: 'Read Terminal Status',
    response: 'TerminalStatusRead',
    has404: true,
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/transactions',
    fn: 'list_terminal_transactions',
    tag: 'terminals',
    summary: 'List Terminal Transactions',
    response: 'TransactionPage',
    params: [...sortParams, ...pageParams],
    has404: true,
  },
  {
    method: 'get',
    path: '/v1/connectors',
    fn: 'list_connectors',
    tag: 'connectors',
    summary: 'List Connectors',
    response: 'Page_ConnectorRead_',
    params: pageParams,
  },
  {
    method: 'get',
    path: '/v1/connectors/{connector_id}/status',
    fn: 'read_connector_status',
    tag: 'connectors',
    summary: 'Read Connector Status',
    response: 'ConnectorStatusRead',
    has404: true,
  },
  {
    method: 'get',
    path: '/v1/terminal-groups',
    fn: 'list_terminal_groups',
    tag: 'terminals',
    summary: 'List Terminal Groups',
    response: 'Page_TerminalGroupRead_',
    params: pageParams,
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/commands',
    fn: 'list_terminal_commands',
    tag: 'rms',
    summary: 'List Terminal Commands',
    response: 'Page_CommandRead_',
    params: [optionalEnum('status', 'CommandStatus'), ...pageParams],
    has404: true,
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/provisioning-payload',
    fn: 'read_provisioning_payload',
    tag: 'rms',
    summary: 'Read Provisioning Payload',
    response: 'ProvisioningPayload',
    has404: true,
  },
  {
    method: 'get',
    path: '/v1/terminals/{terminal_id}/provisioning-export',
    fn: 'read_provisioning_export',
    tag: 'rms',
    summary: 'Read Provisioning Export',
    response: 'ProvisioningExport',
    has404: true,
  },
  {
    method: 'get',
    path: '/v1/feeds/account.xml',
    fn: 'read_account_feed',
    tag: 'feeds',
    summary: 'Read Account Feed',
    response: '',
    kind: 'rss',
  },
  {
    method: 'get',
    path: '/v1/feeds/terminals/{terminal_id}.xml',
    fn: 'read_terminal_feed',
    tag: 'feeds',
    summary: 'Read Terminal Feed',
    response: '',
    kind: 'rss',
    has404: true,
  },
  {
    method: 'get',
    path: '/v1/public/branding-status',
    fn: 'read_branding_status',
    tag: 'public',
    summary: 'Read Branding Status',
    response: 'BrandingStatus',
    isPublic: true,
  },
];

export function buildOpenApi(on: (fault: FaultId) => boolean): Schema {
  const components = schemas();
  const paths: Record<string, Record<string, Schema>> = {};
  const json = (schema: Schema): Schema => ({ 'application/json': { schema } });
  const problem = (description: string): Schema => ({ description, content: json(ref('HTTPError')) });
  for (const operation of operations) {
    if (on('openapi-lacks-dispute-creation') && operation.fn === 'create_dispute') continue;
    let path = operation.path;
    if (on('openapi-feed-path-unversioned') && operation.fn === 'read_account_feed') path = '/feeds/account.xml';
    const parameters: Schema[] = [
      ...[...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
        name: match[1],
        in: 'path',
        required: true,
        schema: { type: 'string', title: titleOf(match[1] as string) },
      })),
      ...(operation.params ?? []),
    ];
    const content =
      operation.kind === 'rss'
        ? { 'application/rss+xml': { schema: { type: 'string' } } }
        : operation.response === ''
          ? json({
              type: 'object',
              additionalProperties: true,
              title: 'Response Read Public Openapi V1 Integrations Public Openapi Json Get',
            })
          : json(ref(operation.response));
    const responses: Record<string, Schema> = {
      [operation.method === 'post' ? '201' : '200']: { description: 'Successful Response', content },
    };
    if (operation.fn === 'read_public_openapi') responses['304'] = { description: 'Not Modified' };
    if (operation.isPublic !== true) responses['401'] = problem('Missing or invalid API key');
    if (operation.method === 'post') responses['403'] = problem('Role of the user does not allow this');
    if (operation.has404 === true) responses['404'] = problem('Not found, or outside the scope of the user');
    if (operation.has409 === true) responses['409'] = problem('Conflict with the current state');
    if ((operation.params ?? []).length > 0 || operation.body !== undefined)
      responses['422'] = { description: 'Validation Error', content: json(ref('HTTPValidationError')) };
    const hasSecurity =
      operation.isPublic !== true &&
      !(on('openapi-terminal-feed-without-security') && operation.fn === 'read_terminal_feed');
    (paths[path] ??= {})[operation.method] = {
      tags: [operation.tag],
      summary: operation.summary,
      ...(operation.description === undefined ? {} : { description: operation.description }),
      operationId: `${(operation.fn + operation.path).replace(/\W/g, '_')}_${operation.method}`,
      ...(hasSecurity ? { security: [{ APIKeyHeader: [] }] } : {}),
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(operation.body === undefined ? {} : { requestBody: { required: true, content: json(ref(operation.body)) } }),
      responses,
    };
  }
  if (on('openapi-settlement-member-renamed')) {
    const batch = components['SettlementBatchRead'] as { properties: Record<string, Schema>; required: string[] };
    const old = batch.properties['net_payout'] as Schema;
    delete batch.properties['net_payout'];
    batch.properties['payout_amount'] = { ...old, title: 'Payout Amount' };
    batch.required = batch.required.map((member) => (member === 'net_payout' ? 'payout_amount' : member));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Terminal Filo Portalı API',
      description: 'Customer-safe surface of the terminal fleet portal data service.',
      version: '1.8.0',
    },
    paths,
    components: {
      schemas: components,
      securitySchemes: { APIKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    },
  };
}

const accountFeed = { path: '/v1/feeds/account.xml', title: 'Account feed', content_type: 'application/rss+xml' };
const terminalFeed = {
  path: '/v1/feeds/terminals/{terminal_id}.xml',
  title: 'Terminal feed',
  content_type: 'application/rss+xml',
};

export function buildCatalog(on: (fault: FaultId) => boolean): Schema {
  const endpoints = (...names: string[]): Schema[] =>
    names.map((fn) => {
      const operation = operations.find((entry) => entry.fn === fn) as Operation;
      return { method: operation.method.toUpperCase(), path: operation.path, summary: operation.summary };
    });
  const services: Schema[] = [
    {
      service: 'account_snapshot',
      title: 'Account and fleet snapshot',
      portal_surfaces: ['Dashboard', 'Account profile', 'Branding', 'Reports'],
      api_endpoints: endpoints('read_portal'),
      webhook_events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
      rss_feeds: [accountFeed],
      notes: ['Start with GET /v1/portal.'],
    },
    {
      service: 'terminals',
      title: 'Terminals, locations, telemetry',
      portal_surfaces: ['Terminals', 'Locations', 'Groups', 'Monitoring'],
      api_endpoints: endpoints('list_locations', 'read_location', 'read_terminal_status', 'list_terminal_groups'),
      webhook_events: [
        'heartbeat_stale',
        'cash_low',
        'cash_out',
        'dispenser_fault',
        'compliance_expiration',
        'location_risk_change',
      ],
      rss_feeds: [accountFeed, terminalFeed],
      notes: [],
    },
    {
      service: 'transactions',
      title: 'Transactions and processor activity',
      portal_surfaces: ['Transactions', 'Transaction detail'],
      api_endpoints: endpoints('list_transactions', 'read_transaction_timeline', 'list_terminal_transactions'),
      webhook_events: [
        'decline_spike',
        'approval_rate_drop',
        'reversal_spike',
        'high_decline_velocity',
        'repeated_same_card_attempt',
      ],
      rss_feeds: [accountFeed, terminalFeed],
      notes: ['Card data is never part of a response.'],
    },
    {
      service: 'rms',
      title: 'RMS, commands, connectors, provisioning',
      portal_surfaces: ['Remote management', 'Connectors', 'Provisioning'],
      api_endpoints: endpoints(
        'list_connectors',
        'read_connector_status',
        'list_terminal_commands',
        'read_provisioning_payload',
        'read_provisioning_export',
      ),
      webhook_events: ['command_failed', 'provisioning_failed'],
      rss_feeds: [accountFeed, terminalFeed],
      notes: [],
    },
    {
      service: 'settlements',
      title: 'Settlements, payouts, disputes',
      portal_surfaces: ['Settlements', 'Disputes'],
      api_endpoints: endpoints('list_settlements', 'derive_settlement', 'list_disputes', 'create_dispute'),
      webhook_events: ['settlement_mismatch'],
      rss_feeds: [],
      notes: ['The POST endpoints need a higher privilege than the reads.'],
    },
    {
      service: 'compliance',
      title: 'Compliance vault and onboarding',
      portal_surfaces: ['Compliance vault', 'Onboarding', 'Documents', 'Videos'],
      api_endpoints: endpoints('read_portal'),
      webhook_events: ['compliance_expiration', 'location_risk_change'],
      rss_feeds: [],
      notes: ['Available only through the portal snapshot.'],
    },
    {
      service: 'integrations',
      title: 'Integration surface',
      portal_surfaces: ['Integrations', 'API documentation'],
      api_endpoints: endpoints(
        'read_catalog',
        'read_public_openapi',
        'read_branding_status',
        'read_account_feed',
        'read_terminal_feed',
      ),
      webhook_events: [],
      rss_feeds: [accountFeed, terminalFeed],
      notes: ['The OpenAPI document and the branding status need no key.'],
    },
  ];
  const of = (id: string): Record<string, unknown[]> =>
    services.find((entry) => entry['service'] === id) as Record<string, unknown[]>;
  if (on('catalog-notes-left-out-when-empty'))
    for (const entry of services) if ((entry['notes'] as unknown[]).length === 0) delete entry['notes'];
  if (on('catalog-event-only-in-first-family'))
    of('terminals')['webhook_events'] =
      of('terminals')['webhook_events']?.filter((event) => event !== 'heartbeat_stale') ?? [];
  if (on('catalog-lists-retired-endpoint'))
    of('settlements')['api_endpoints']?.push({ method: 'GET', path: '/v1/payouts', summary: 'List Payouts' });
  if (on('catalog-lists-compliance-endpoint'))
    of('compliance')['api_endpoints']?.push({
      method: 'GET',
      path: '/v1/compliance/documents',
      summary: 'List Compliance Documents',
    });
  return { version: 'v1', services };
}
