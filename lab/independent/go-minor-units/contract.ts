// @ts-nocheck: written without noUncheckedIndexedAccess
// The route table, the integration catalog and the public OpenAPI document. All three come from OPERATIONS.

import type { FaultId } from './faults.ts';
import type { Access, Json } from './views.ts';
import { ACCESS } from './views.ts';

export interface Operation {
  id: string;
  method: 'GET' | 'POST';
  path: string;
  family: string;
  access: Access | null;
  isPublic?: boolean;
  summary: string;
}
const op = (
  family: string,
  method: 'GET' | 'POST',
  path: string,
  id: string,
  access: Access | null,
  summary: string,
  isPublic = false,
): Operation => ({ id, method, path, family, access, isPublic, summary });

export const OPERATIONS: readonly Operation[] = [
  op('account_fleet', 'GET', '/v1/portal', 'getPortal', null, 'Portal snapshot of the current user'),
  op('account_fleet', 'GET', '/v1/integrations/catalog', 'getCatalog', null, 'Inventory of the integration surface'),
  op('account_fleet', 'GET', '/v1/integrations/public-openapi.json', 'getPublicOpenApi', null, 'This document', true),
  op('account_fleet', 'GET', '/v1/feeds/account.xml', 'getAccountFeed', null, 'RSS digest of all visible terminals'),
  op(
    'account_fleet',
    'GET',
    '/v1/public/branding-status',
    'getBrandingStatus',
    null,
    'Readiness of branding and docs host',
    true,
  ),
  op('terminals', 'GET', '/v1/locations', 'listLocations', null, 'Locations of the visible terminals'),
  op('terminals', 'GET', '/v1/locations/{terminal_id}', 'getLocation', null, 'Location of one terminal'),
  op(
    'terminals',
    'GET',
    '/v1/terminals/{terminal_id}/status-monitoring',
    'getTerminalStatus',
    null,
    'Status and telemetry of one terminal',
  ),
  op(
    'terminals',
    'GET',
    '/v1/terminal-groups',
    'listTerminalGroups',
    null,
    'Groups with at least one visible terminal',
  ),
  op(
    'terminals',
    'GET',
    '/v1/feeds/terminals/{terminal_id}.xml',
    'getTerminalFeed',
    null,
    'RSS stream of one terminal',
  ),
  op(
    'transactions',
    'GET',
    '/v1/transactions',
    'listTransactions',
    'read_transactions',
    'Transactions of the visible terminals',
  ),
  op(
    'transactions',
    'GET',
    '/v1/transactions/{transaction_id}/timeline',
    'getTransactionTimeline',
    'read_transactions',
    'Timeline of one transaction',
  ),
  op(
    'transactions',
    'GET',
    '/v1/terminals/{terminal_id}/transactions',
    'listTerminalTransactions',
    'read_transactions',
    'Transactions of one terminal',
  ),
  op('rms', 'GET', '/v1/connectors', 'listConnectors', null, 'Connectors that serve visible terminals'),
  op('rms', 'GET', '/v1/connectors/{connector_id}/status', 'getConnectorStatus', null, 'Status of one connector'),
  op('rms', 'GET', '/v1/terminals/{terminal_id}/commands', 'listTerminalCommands', null, 'Commands of one terminal'),
  op(
    'rms',
    'GET',
    '/v1/terminals/{terminal_id}/provisioning-payload',
    'getProvisioningPayload',
    'read_provisioning',
    'Provisioning payload of one terminal',
  ),
  op(
    'rms',
    'GET',
    '/v1/terminals/{terminal_id}/provisioning-export',
    'getProvisioningExport',
    'read_provisioning',
    'Provisioning export of one terminal',
  ),
  op('settlements', 'GET', '/v1/settlements', 'listSettlements', 'read_settlements', 'ACH settlement batches'),
  op(
    'settlements',
    'POST',
    '/v1/settlements/derive',
    'deriveSettlement',
    'derive_settlements',
    'Derive the batch of one account and business date',
  ),
  op('settlements', 'GET', '/v1/disputes', 'listDisputes', 'read_disputes', 'Dispute cases'),
  op('settlements', 'POST', '/v1/disputes', 'createDispute', 'create_disputes', 'Open a dispute for a transaction'),
];
const families: [string, string, string[], string[], string[], string[]][] = [
  [
    'account_fleet',
    'Account and fleet snapshot',
    ['principal', 'account_profile', 'branding', 'access', 'users', 'reports'],
    ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    ['/v1/feeds/account.xml'],
    ['GET /v1/portal is the safest first call.'],
  ],
  [
    'terminals',
    'Terminals, locations, telemetry',
    ['terminals', 'terminal_groups'],
    ['heartbeat_stale', 'cash_low', 'cash_out', 'dispenser_fault', 'compliance_expiration', 'location_risk_change'],
    ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'],
    ['Hidden and unknown terminals both answer 404.'],
  ],
  [
    'transactions',
    'Transactions and processor activity',
    ['recent_transactions'],
    ['decline_spike', 'approval_rate_drop', 'reversal_spike', 'high_decline_velocity', 'repeated_same_card_attempt'],
    ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'],
    [],
  ],
  [
    'rms',
    'RMS, commands, connectors, provisioning',
    ['connectors', 'recent_commands', 'recent_forms'],
    ['command_failed', 'provisioning_failed'],
    ['/v1/feeds/terminals/{terminal_id}.xml'],
    [],
  ],
  [
    'settlements',
    'Settlements, payouts, disputes',
    [],
    ['settlement_mismatch'],
    [],
    ['Deriving settlements and opening disputes need the access flags derive_settlements and create_disputes.'],
  ],
  [
    'compliance',
    'Compliance vault and onboarding',
    ['compliance_vault', 'onboarding', 'documents', 'videos'],
    ['compliance_expiration', 'location_risk_change'],
    [],
    ['Available only through the portal snapshot; there are no dedicated endpoints.'],
  ],
];

export function catalog(f: (id: FaultId) => boolean): Json {
  const seen = new Set<string>();
  const services = families.map(([key, name, surfaces, events, feeds, notes]) => {
    const endpoints = OPERATIONS.filter((o) => o.family === key || (key === 'compliance' && o.id === 'getPortal')).map(
      (o) => ({
        method: o.method,
        path: f('catalog-stale-timeline-path')
          ? o.path.replace('/timeline', '/events')
          : f('catalog-feed-path-unversioned')
            ? o.path.replace('/v1/feeds/account', '/feeds/account')
            : o.path,
        operation_id: o.id,
        auth: o.isPublic ? 'none' : 'api_key',
        access: o.access,
      }),
    );
    const names = events
      .map((e) => (f('catalog-reversal-spike-misspelt') && e === 'reversal_spike' ? 'reversals_spike' : e))
      .filter((e) => !f('catalog-events-deduplicated') || !seen.has(e));
    names.forEach((e) => seen.add(e));
    const group: Json = {
      object: 'service_group',
      key,
      name,
      portal_surfaces: surfaces.map((section) => ({ section, path: '/v1/portal' })),
      api_endpoints: endpoints,
      webhook_events: names,
      rss_feeds: feeds.map((path) => ({ path, content_type: 'application/rss+xml' })),
      notes,
    };
    if (f('catalog-empty-notes-omitted') && notes.length === 0) delete group.notes;
    return group;
  });
  return { object: 'integration_catalog', contract_version: CONTRACT_VERSION, services };
}

// ---- OpenAPI ----------------------------------------------------------------------------------------------------------
export const CONTRACT_VERSION = '2026-03-01';
export const SORT_KEYS = ['terminal_at', 'sequence_number', 'amt_req', 'amt_comp', 'sur_req', 'sur_comp'] as const;
export const TYPES = ['withdrawal', 'balance_inquiry', 'pin_change', 'reversal'];
export const OUTCOMES = ['approved', 'partial', 'declined'];
export const SETTLEMENT_STATES = ['pending', 'submitted', 'settled', 'returned'];
export const DISPUTE_STATES = ['needs_response', 'under_review', 'won', 'lost'];
export const REASONS = ['cash_not_dispensed', 'partial_dispense', 'duplicate', 'unrecognised', 'surcharge_error'];
export const COMMAND_STATES = ['queued', 'completed', 'failed'];
export const EXPANDS: Readonly<Record<string, readonly string[]>> = {
  listTransactions: ['terminal', 'account', 'connector'],
  listTerminalTransactions: ['terminal', 'account', 'connector'],
  getTransactionTimeline: ['transaction', 'terminal'],
  listLocations: ['terminal', 'account'],
  getLocation: ['terminal', 'account'],
  getTerminalStatus: ['terminal'],
  getConnectorStatus: ['connector'],
  listTerminalCommands: ['terminal'],
  getProvisioningPayload: ['terminal'],
  getProvisioningExport: ['terminal'],
  listSettlements: ['account'],
  listDisputes: ['terminal', 'transaction'],
};

type Schema = Record<string, unknown>;
const str: Schema = { type: 'string' };
const int: Schema = { type: 'integer' };
const num: Schema = { type: 'number' };
const bool: Schema = { type: 'boolean' };
const en = (values: readonly string[], description?: string): Schema => ({
  type: 'string',
  enum: values,
  ...(description ? { description } : {}),
});
const nul = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });
const arr = (items: Schema): Schema => ({ type: 'array', items });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const id = (prefix: string): Schema => ({ type: 'string', pattern: `^${prefix}_` });
const money: Schema = { type: 'integer', description: 'Amount in minor units of `currency`.' };
const obj = (properties: Record<string, Schema>, optional: string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
  additionalProperties: false,
});
const kind = (name: string, properties: Record<string, Schema>, optional: string[] = []): Schema =>
  obj({ object: { type: 'string', const: name }, ...properties }, optional);
const at = (...names: string[]): Record<string, Schema> =>
  Object.fromEntries(
    names.flatMap((n) => [
      [n, { type: 'integer', description: 'Unix seconds.' }],
      [`${n}_local`, { type: 'string', format: 'date-time', description: 'The same moment in local time.' }],
    ]),
  );
const atOrNull = (...names: string[]): Record<string, Schema> =>
  Object.fromEntries(
    names.flatMap((n) => [
      [n, nul(int)],
      [`${n}_local`, nul({ type: 'string', format: 'date-time' })],
    ]),
  );
const expandable = (prefix: string, name: string): Schema => ({
  anyOf: [id(prefix), ref(name)],
  description: 'Id, or the object when expanded.',
});
const list = (item: string, more: Record<string, Schema> = {}): Schema =>
  kind('list', {
    url: str,
    data: arr(ref(item)),
    cursor: { type: ['string', 'null'], description: 'Pass as `cursor` to get the next page; null on the last page.' },
    has_more: bool,
    ...more,
  });

const schemas: Record<string, Schema> = {
  Error: obj({
    error: obj(
      {
        type: en(['authentication_error', 'permission_error', 'invalid_request_error', 'conflict_error', 'api_error']),
        code: str,
        message: str,
        param: str,
      },
      ['param'],
    ),
  }),
  Organization: kind('organization', {
    id: id('org'),
    name: str,
    legal_name: str,
    country: str,
    currency: str,
    time_zone: str,
  }),
  Account: kind('account', {
    id: id('acct'),
    organization: id('org'),
    name: str,
    time_zone: str,
    currency: str,
    state: str,
    terminal_count: { type: 'integer', description: 'Terminals of the account that you may see.' },
  }),
  User: kind('user', {
    id: id('usr'),
    organization: id('org'),
    name: str,
    email: str,
    role: en(['administrator', 'analyst', 'account_manager', 'technician', 'merchant']),
    state: en(['active', 'invited']),
    time_zone: str,
    accounts: arr(id('acct')),
  }),
  Terminal: kind('terminal', {
    id: id('term'),
    account: id('acct'),
    connector: id('conn'),
    location: id('loc'),
    groups: arr(id('grp')),
    terminal_number: str,
    label: str,
    model: str,
    state: en(['online', 'degraded', 'offline', 'decommissioned']),
    time_zone: str,
    currency: str,
    surcharge_amount: money,
    firmware_version: str,
    ...at('installed_at', 'last_heartbeat_at'),
  }),
  TerminalGroup: kind('terminal_group', {
    id: id('grp'),
    name: str,
    terminal_count: int,
    terminals: { ...arr(id('term')), description: 'Members that you may see.' },
  }),
  Connector: kind('connector', {
    id: id('conn'),
    name: str,
    protocol: en(['iso8583', 'rest']),
    processor: str,
    state: en(['up', 'degraded']),
    terminal_count: int,
    terminals: { ...arr(id('term')), description: 'Served terminals that you may see.' },
  }),
  Transaction: kind(
    'transaction',
    {
      id: id('txn'),
      account: expandable('acct', 'Account'),
      terminal: expandable('term', 'Terminal'),
      connector: expandable('conn', 'Connector'),
      ...at('terminal_at'),
      time_zone: { type: 'string', description: 'Time zone of the terminal.' },
      type: en(TYPES),
      sequence_number: int,
      account_type: en(['cheque', 'savings', 'credit', 'default']),
      card_brand: str,
      response: obj({ code: str, outcome: en(OUTCOMES), message: str }),
      currency: str,
      amount_requested: { ...money, description: 'Minor units; negative for reversals.' },
      amount_completed: { ...money, description: 'Minor units; zero when declined, negative for reversals.' },
      surcharge_requested: money,
      surcharge_completed: money,
      emv_indicator: en(['chip', 'contactless'], 'Present only when available.'),
      reverses: { ...id('txn'), description: 'On reversals: the reversed transaction.' },
    },
    ['emv_indicator', 'reverses'],
  ),
  TransactionSummary: kind('transaction_summary', {
    currency: str,
    transaction_count: { type: 'integer', description: 'Number of transactions that match, over all pages.' },
    total_withdrawn: {
      ...money,
      description:
        'Sum of amount_completed over all matching withdrawals and reversals, over all pages. Reversals are negative.',
    },
    total_surcharge: {
      ...money,
      description: 'Sum of surcharge_completed over all matching transactions, over all pages.',
    },
  }),
  TransactionList: list('Transaction', { summary: ref('TransactionSummary') }),
  TimelineEvent: kind(
    'timeline_event',
    {
      ...at('at'),
      stage: str,
      source: en(['terminal', 'switch', 'connector']),
      detail: str,
      related_transaction: id('txn'),
    },
    ['related_transaction'],
  ),
  Timeline: kind('transaction_timeline', {
    transaction: expandable('txn', 'Transaction'),
    terminal: expandable('term', 'Terminal'),
    time_zone: str,
    data: arr(ref('TimelineEvent')),
    cursor: { type: 'null' },
    has_more: { type: 'boolean', const: false },
  }),
  Location: kind('location', {
    id: id('loc'),
    terminal: expandable('term', 'Terminal'),
    account: expandable('acct', 'Account'),
    name: str,
    address: obj({ line1: str, city: str, region: str, postcode: str, country: str }),
    latitude: num,
    longitude: num,
    time_zone: str,
    risk_level: en(['low', 'medium', 'elevated']),
  }),
  Alert: kind('alert', {
    id: id('alrt'),
    event: str,
    severity: en(['info', 'warning', 'critical']),
    message: str,
    ...at('opened_at'),
  }),
  TerminalStatus: kind('terminal_status', {
    terminal: expandable('term', 'Terminal'),
    state: en(['online', 'degraded', 'offline', 'decommissioned']),
    time_zone: str,
    ...at('last_heartbeat_at'),
    heartbeat_age_seconds: int,
    firmware_version: str,
    telemetry: obj({ carrier: str, signal_dbm: int, uptime_seconds: int, cabinet_temperature_c: int, door_open: bool }),
    cash: obj({
      currency: str,
      total_amount: money,
      cassettes: arr(obj({ position: int, denomination: money, count: int, state: en(['ok', 'low', 'empty']) })),
    }),
    device_faults: arr(str),
    open_alerts: arr(ref('Alert')),
  }),
  SwitchEntry: kind('switch_entry', { id: id('swj'), terminal: id('term'), kind: str, message: str, ...at('at') }),
  ConnectorStatus: kind('connector_status', {
    connector: expandable('conn', 'Connector'),
    state: en(['up', 'degraded']),
    ...at('last_echo_at'),
    latency_ms: int,
    queue_depth: int,
    activity: {
      ...obj({ window_seconds: int, transaction_count: int, approved_count: int, declined_count: int }),
      description: 'Transactions of your visible terminals in the window.',
    },
    terminal_count: int,
    terminals: arr(id('term')),
    recent_observations: arr(ref('SwitchEntry')),
  }),
  Command: kind('terminal_command', {
    id: id('cmd'),
    terminal: expandable('term', 'Terminal'),
    type: str,
    state: en(COMMAND_STATES),
    requested_by: str,
    ...at('requested_at'),
    ...atOrNull('completed_at'),
    result: nul(str),
  }),
  ProvisioningJob: kind('provisioning_job', {
    id: id('pjob'),
    terminal: id('term'),
    kind: str,
    state: en(['queued', 'running', 'succeeded', 'failed']),
    version: str,
    ...at('created_at'),
    ...atOrNull('finished_at'),
  }),
  ProvisioningPayload: kind('provisioning_payload', {
    terminal: expandable('term', 'Terminal'),
    version: str,
    ...at('generated_at'),
    parameters: obj({
      terminal_number: str,
      currency: str,
      surcharge_amount: money,
      time_zone: str,
      host_name: str,
      host_port: int,
      heartbeat_interval_seconds: int,
      denominations: arr(money),
    }),
  }),
  ProvisioningExport: kind('provisioning_export', {
    terminal: expandable('term', 'Terminal'),
    format_version: int,
    ...at('exported_at'),
    payload: ref('ProvisioningPayload'),
    jobs: arr(ref('ProvisioningJob')),
  }),
  SettlementEntry: kind('settlement_entry', {
    id: id('ent'),
    terminal: id('term'),
    direction: en(['credit', 'debit']),
    kind: en(['cash_and_surcharge', 'reversals', 'weekly_service_fee']),
    amount: money,
  }),
  Settlement: {
    ...kind('settlement', {
      id: id('stl'),
      rail: en(['ach']),
      account: expandable('acct', 'Account'),
      business_date: { type: 'string', format: 'date' },
      status: en(SETTLEMENT_STATES),
      currency: str,
      entry_counts: obj({ total: int, credit: int, debit: int }),
      credit_total: money,
      debit_total: money,
      net_payout: { ...money, description: 'credit_total minus debit_total.' },
      time_zone: str,
      ...at('created_at', 'cutoff_at'),
      ...atOrNull('submitted_at', 'settled_at', 'returned_at'),
      entries: arr(ref('SettlementEntry')),
    }),
    description: 'Counts, totals and entries cover the terminals that you may see.',
  },
  Dispute: kind(
    'dispute',
    {
      id: id('dp'),
      account: id('acct'),
      terminal: expandable('term', 'Terminal'),
      transaction: expandable('txn', 'Transaction'),
      status: en(DISPUTE_STATES),
      reason_code: en(REASONS),
      currency: str,
      amount: money,
      note: str,
      time_zone: str,
      ...at('opened_at', 'due_at'),
      assignment: obj({ team: str, assigned_to: nul(str), ...atOrNull('assigned_at') }),
      resolution: {
        anyOf: [
          obj({ outcome: en(['won', 'lost']), amount_credited: money, note: str, ...at('resolved_at') }),
          { type: 'null' },
        ],
      },
      reviewer: {
        ...obj({ name: str, title: str, ...at('reviewed_at') }),
        description: 'Present only once the case is resolved.',
      },
    },
    ['reviewer'],
  ),
  LocationList: list('Location'),
  ConnectorList: list('Connector'),
  TerminalGroupList: list('TerminalGroup'),
  CommandList: list('Command'),
  SettlementList: list('Settlement'),
  DisputeList: list('Dispute'),
  DeriveRequest: obj(
    {
      account: id('acct'),
      business_date: { type: 'string', format: 'date', description: 'Closed day in the time zone of the account.' },
      dry_run: { type: 'boolean', default: false, description: 'Compute the batch but do not store it.' },
    },
    ['dry_run'],
  ),
  DisputeRequest: obj(
    {
      transaction: id('txn'),
      reason_code: en(REASONS),
      amount: { type: 'integer', minimum: 1, description: 'Minor units; default and maximum is the completed amount.' },
      note: { type: 'string', maxLength: 500 },
    },
    ['amount', 'note'],
  ),
  PortalSnapshot: kind('portal_snapshot', {
    ...at('generated_at'),
    principal: ref('User'),
    account_profile: obj({ organization: ref('Organization'), accounts: arr(ref('Account')) }),
    branding: obj({
      display_name: str,
      primary_colour: str,
      logo_url: str,
      theme_version: int,
      dns: arr(obj({ hostname: str, kind: str, state: en(['verified', 'pending']) })),
    }),
    access: obj(Object.fromEntries(ACCESS.map((name) => [name, bool]))),
    users: arr(ref('User')),
    terminals: arr(ref('Terminal')),
    terminal_groups: arr(ref('TerminalGroup')),
    connectors: arr(ref('Connector')),
    recent_transactions: arr(ref('Transaction')),
    recent_commands: arr(ref('Command')),
    recent_forms: arr(
      kind('form', { id: id('form'), terminal: id('term'), kind: str, state: str, ...at('submitted_at') }),
    ),
    reports: arr(kind('report', { id: id('rpt'), title: str, access: en(ACCESS) })),
    compliance_vault: arr(
      kind('compliance_item', { id: id('cvi'), terminal: id('term'), kind: str, state: str, ...at('expires_at') }),
    ),
    onboarding: arr(
      kind('onboarding_task', { id: id('onb'), account: id('acct'), title: str, state: str, ...at('updated_at') }),
    ),
    documents: arr(
      kind('document', { id: id('doc'), account: id('acct'), title: str, state: str, ...at('updated_at') }),
    ),
    videos: arr(kind('video', { id: id('vid'), title: str, duration_seconds: int })),
  }),
  Catalog: kind('integration_catalog', {
    contract_version: str,
    services: arr(
      kind('service_group', {
        key: str,
        name: str,
        portal_surfaces: arr(obj({ section: str, path: str })),
        api_endpoints: arr(
          obj({
            method: en(['GET', 'POST']),
            path: str,
            operation_id: str,
            auth: en(['none', 'api_key']),
            access: { type: ['string', 'null'], description: 'Access flag of the portal snapshot that is needed.' },
          }),
        ),
        webhook_events: arr(str),
        rss_feeds: arr(obj({ path: str, content_type: str })),
        notes: arr(str),
      }),
    ),
  }),
  BrandingStatus: kind('branding_status', {
    status: en(['ready', 'pending']),
    branding: obj({ state: en(['ready', 'pending']), logo: en(['published', 'missing']), theme_version: int }),
    docs_host: obj({
      state: en(['ready', 'pending']),
      hostname: str,
      dns: en(['verified', 'pending']),
      tls: en(['active', 'pending']),
    }),
    ...at('checked_at'),
  }),
  OpenApiDocument: { type: 'object', description: 'An OpenAPI 3.1 document.' },
};
const responseOf: Record<string, string> = {
  getPortal: 'PortalSnapshot',
  getCatalog: 'Catalog',
  getPublicOpenApi: 'OpenApiDocument',
  getBrandingStatus: 'BrandingStatus',
  listLocations: 'LocationList',
  getLocation: 'Location',
  getTerminalStatus: 'TerminalStatus',
  listTerminalGroups: 'TerminalGroupList',
  listTransactions: 'TransactionList',
  getTransactionTimeline: 'Timeline',
  listTerminalTransactions: 'TransactionList',
  listConnectors: 'ConnectorList',
  getConnectorStatus: 'ConnectorStatus',
  listTerminalCommands: 'CommandList',
  getProvisioningPayload: 'ProvisioningPayload',
  getProvisioningExport: 'ProvisioningExport',
  listSettlements: 'SettlementList',
  deriveSettlement: 'Settlement',
  listDisputes: 'DisputeList',
  createDispute: 'Dispute',
};
const query = (name: string, schema: Schema, description: string): Schema => ({
  name,
  in: 'query',
  required: false,
  schema,
  description,
});

function parameters(o: Operation, f: (id: FaultId) => boolean): Schema[] {
  const result: Schema[] = [...o.path.matchAll(/\{(\w+)\}/g)].map((m) => ({
    name: m[1],
    in: 'path',
    required: true,
    schema: id({ terminal_id: 'term', transaction_id: 'txn', connector_id: 'conn' }[m[1]]!),
  }));
  if (o.id === 'listTransactions')
    result.push(
      query('terminal_id', str, 'Only rows of this terminal. Unknown or hidden ids match nothing.'),
      query('group_id', str, 'Only rows of terminals in this group. Unknown or hidden ids match nothing.'),
    );
  if (o.id === 'listTransactions' || o.id === 'listTerminalTransactions') {
    result.push(
      query(
        'sort_by',
        {
          ...en(SORT_KEYS.filter((k) => !(f('openapi-sort-by-without-amt-comp') && k === 'amt_comp'))),
          default: 'terminal_at',
        },
        'Sort column: terminal time, sequence number, requested or completed amount, requested or completed surcharge. Equal rows are ordered newest first.',
      ),
      query('sort_dir', { ...en(['asc', 'desc']), default: 'desc' }, 'Sort direction.'),
    );
    result.push(
      query('type', en(TYPES), 'Only rows of this type.'),
      query('outcome', en(OUTCOMES), 'Only rows with this outcome.'),
      query('from', int, 'Unix seconds, inclusive.'),
      query('to', int, 'Unix seconds, exclusive.'),
    );
  }
  if (o.id === 'listSettlements')
    result.push(
      query('account_id', str, 'Only batches of this account.'),
      query('status', en(SETTLEMENT_STATES), 'Only batches with this status.'),
      query('business_date', { type: 'string', format: 'date' }, 'Only batches of this day.'),
    );
  if (o.id === 'listDisputes')
    result.push(
      query('terminal_id', str, 'Only cases of this terminal.'),
      query('status', en(DISPUTE_STATES), 'Only cases with this status.'),
    );
  if (o.id === 'listTerminalCommands') result.push(query('state', en(COMMAND_STATES), 'Only commands in this state.'));
  if (o.id === 'listLocations') result.push(query('account_id', str, 'Only locations of this account.'));
  if (responseOf[o.id]?.endsWith('List'))
    result.push(
      query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 25 }, 'Maximum number of rows in the page.'),
      query(
        'cursor',
        str,
        'Cursor of the previous page. The other parameters except limit and expand must be the same.',
      ),
    );
  if (EXPANDS[o.id])
    result.push({
      name: 'expand',
      in: 'query',
      required: false,
      style: 'form',
      explode: false,
      schema: arr(en(EXPANDS[o.id])),
      description: 'References to expand, separated by commas.',
    });
  return result;
}
const errorResponses: Record<string, string> = {
  400: 'A parameter or body member is not valid',
  401: 'The key is missing or unknown',
  403: 'The role of the user does not permit this',
  404: 'Unknown, or not visible to the user',
  409: 'Conflicts with an existing object',
  415: 'The body is not application/json',
  422: 'The request cannot be fulfilled for this object',
};

export function openApi(f: (id: FaultId) => boolean): Json {
  const paths: Record<string, Json> = {};
  for (const o of OPERATIONS) {
    const isFeed = o.path.endsWith('.xml');
    const params = parameters(o, f);
    const statuses = [
      params.some((p) => p.in === 'query') || o.method === 'POST' ? '400' : '',
      o.isPublic ? '' : '401',
      o.access ? '403' : '',
      params.some((p) => p.in === 'path') || o.method === 'POST' ? '404' : '',
      ...(o.method === 'POST' ? ['409', '415', '422'] : []),
    ].filter(Boolean);
    const content = isFeed
      ? { 'application/rss+xml': { schema: { type: 'string', description: 'RSS 2.0 document.' } } }
      : { 'application/json': { schema: ref(responseOf[o.id]) } };
    const responses: Json = {
      [o.method === 'POST' ? '201' : '200']: { description: o.method === 'POST' ? 'Created' : 'OK', content },
    };
    if (o.id === 'deriveSettlement')
      responses['200'] = { description: 'Result of a dry run; nothing is stored', content };
    if (o.id === 'getPublicOpenApi') responses['304'] = { description: 'Not modified (If-None-Match)' };
    for (const s of statuses)
      responses[s] = { description: errorResponses[s], content: { 'application/json': { schema: ref('Error') } } };
    const body = o.id === 'deriveSettlement' ? 'DeriveRequest' : o.id === 'createDispute' ? 'DisputeRequest' : '';
    (paths[o.path] ??= {})[o.method.toLowerCase()] = {
      operationId: o.id,
      summary: o.summary,
      tags: [o.family],
      ...(o.access
        ? { description: `Needs the access flag \`${o.access}\` (see GET /v1/portal, member access).` }
        : {}),
      parameters: params,
      ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: ref(body) } } } } : {}),
      responses,
      security:
        o.isPublic && !(f('openapi-branding-status-secured') && o.id === 'getBrandingStatus') ? [] : [{ api_key: [] }],
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Terminal Fleet Portal Data Service',
      version: CONTRACT_VERSION,
      description:
        'Amounts are integers in minor units. Times are Unix seconds, with RFC 3339 local text beside them. Everything is limited to the terminals that the user of the key may see.',
    },
    servers: [{ url: '/' }],
    tags: families.map(([key, title]) => ({ name: key, description: title })),
    paths,
    components: { securitySchemes: { api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } }, schemas },
  };
}
