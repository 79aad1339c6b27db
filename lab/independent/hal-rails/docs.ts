type R = Record<string, any>;
export interface Op {
  m: string;
  p: string;
  id: string;
  fam: string;
  sum: string;
  schema: string;
  pub?: boolean;
  xml?: boolean;
  list?: string;
  q?: string[];
  body?: string;
  status?: number;
  extra?: boolean;
}
export const OPS: Op[] = [
  {
    m: 'GET',
    p: '/v1/portal',
    id: 'showPortal',
    fam: 'snapshot',
    sum: 'Scoped portal snapshot of the current user',
    schema: 'Portal',
  },
  {
    m: 'GET',
    p: '/v1/integrations/catalog',
    id: 'showCatalog',
    fam: 'snapshot',
    sum: 'Grouped inventory of the integration surface',
    schema: 'Catalog',
  },
  {
    m: 'GET',
    p: '/v1/integrations/public-openapi.json',
    id: 'showOpenapi',
    fam: 'snapshot',
    sum: 'This document',
    schema: 'OpenapiDocument',
    pub: true,
  },
  {
    m: 'GET',
    p: '/v1/public/branding-status',
    id: 'showBrandingStatus',
    fam: 'snapshot',
    sum: 'Public branding and docs-host readiness',
    schema: 'BrandingStatus',
    pub: true,
  },
  {
    m: 'GET',
    p: '/v1/terminals',
    id: 'indexDevices',
    fam: 'fleet',
    sum: 'Visible devices',
    schema: 'Device',
    list: 'devices',
    q: ['page', 'per_page'],
  },
  {
    m: 'GET',
    p: '/v1/locations',
    id: 'indexLocations',
    fam: 'fleet',
    sum: 'Locations',
    schema: 'Location',
    list: 'locations',
    q: ['page', 'per_page'],
  },
  {
    m: 'GET',
    p: '/v1/locations/{terminal_id}',
    id: 'showLocation',
    fam: 'fleet',
    sum: 'One location by terminal',
    schema: 'Location',
  },
  {
    m: 'GET',
    p: '/v1/terminals/{terminal_id}/status-monitoring',
    id: 'showStatusMonitoring',
    fam: 'fleet',
    sum: 'Terminal status and telemetry',
    schema: 'StatusMonitoring',
  },
  {
    m: 'GET',
    p: '/v1/terminal-groups',
    id: 'indexDeviceGroups',
    fam: 'fleet',
    sum: 'Terminal groups',
    schema: 'DeviceGroup',
    list: 'device_groups',
    q: ['page', 'per_page'],
  },
  {
    m: 'GET',
    p: '/v1/feeds/account.xml',
    id: 'showAccountFeed',
    fam: 'snapshot',
    sum: 'Account RSS feed',
    schema: '',
    xml: true,
  },
  {
    m: 'GET',
    p: '/v1/feeds/terminals/{terminal_id}.xml',
    id: 'showDeviceFeed',
    fam: 'fleet',
    sum: 'Per-terminal RSS feed',
    schema: '',
    xml: true,
  },
  {
    m: 'GET',
    p: '/v1/transactions',
    id: 'indexPurchases',
    fam: 'purchases',
    sum: 'Scoped, normalized transaction rows plus a summary in stats',
    schema: 'Purchase',
    list: 'purchases',
    q: ['limit', 'terminal_id', 'group_id', 'sort_by', 'sort_dir', 'page', 'per_page'],
  },
  {
    m: 'GET',
    p: '/v1/transactions/{transaction_id}',
    id: 'showPurchase',
    fam: 'purchases',
    sum: 'One transaction row',
    schema: 'Purchase',
  },
  {
    m: 'GET',
    p: '/v1/transactions/{transaction_id}/timeline',
    id: 'showPurchaseTimeline',
    fam: 'purchases',
    sum: 'Timeline of one transaction',
    schema: 'Timeline',
  },
  {
    m: 'GET',
    p: '/v1/terminals/{terminal_id}/transactions',
    id: 'indexDevicePurchases',
    fam: 'purchases',
    sum: 'Transactions of one terminal',
    schema: 'Purchase',
    list: 'purchases',
    q: ['limit', 'sort_by', 'sort_dir', 'page', 'per_page'],
  },
  {
    m: 'GET',
    p: '/v1/connectors',
    id: 'indexConnectors',
    fam: 'rms',
    sum: 'Connectors',
    schema: 'Connector',
    list: 'connectors',
    q: ['page', 'per_page'],
  },
  {
    m: 'GET',
    p: '/v1/connectors/{connector_id}/status',
    id: 'showConnectorStatus',
    fam: 'rms',
    sum: 'Status of one connector',
    schema: 'ConnectorStatus',
  },
  {
    m: 'GET',
    p: '/v1/terminals/{terminal_id}/commands',
    id: 'indexCommands',
    fam: 'rms',
    sum: 'Commands of one terminal',
    schema: 'Command',
    list: 'commands',
    q: ['page', 'per_page'],
  },
  {
    m: 'GET',
    p: '/v1/terminals/{terminal_id}/provisioning-payload',
    id: 'showProvisioningPayload',
    fam: 'rms',
    sum: 'Provisioning payload of one terminal',
    schema: 'ProvisioningPayload',
  },
  {
    m: 'GET',
    p: '/v1/terminals/{terminal_id}/provisioning-export',
    id: 'showProvisioningExport',
    fam: 'rms',
    sum: 'Provisioning export of one terminal',
    schema: 'ProvisioningExport',
  },
  {
    m: 'GET',
    p: '/v1/settlements',
    id: 'indexSettlements',
    fam: 'money',
    sum: 'Scoped ACH settlement batches',
    schema: 'Settlement',
    list: 'settlements',
    q: ['page', 'per_page'],
  },
  {
    m: 'GET',
    p: '/v1/settlements/{settlement_id}',
    id: 'showSettlement',
    fam: 'money',
    sum: 'One settlement batch',
    schema: 'Settlement',
  },
  {
    m: 'POST',
    p: '/v1/settlements/derive',
    id: 'deriveSettlements',
    fam: 'money',
    sum: 'Derive the batches of a business date (admin only)',
    schema: 'DerivedSettlements',
    body: 'DeriveRequest',
    status: 201,
  },
  {
    m: 'GET',
    p: '/v1/disputes',
    id: 'indexDisputes',
    fam: 'money',
    sum: 'Scoped dispute cases',
    schema: 'Dispute',
    list: 'disputes',
    q: ['page', 'per_page'],
  },
  {
    m: 'GET',
    p: '/v1/disputes/{dispute_id}',
    id: 'showDispute',
    fam: 'money',
    sum: 'One dispute case',
    schema: 'Dispute',
  },
  {
    m: 'POST',
    p: '/v1/disputes',
    id: 'createDispute',
    fam: 'money',
    sum: 'Open a dispute case (admin and region_manager)',
    schema: 'Dispute',
    body: 'DisputeRequest',
    status: 201,
  },
];
const FAM: [string, string, string[], string[], string][] = [
  [
    'snapshot',
    'Account and fleet snapshot',
    ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    ['Dashboard', 'Branding', 'Users'],
    'Start with the portal snapshot.',
  ],
  [
    'fleet',
    'Terminals, locations, telemetry',
    ['heartbeat_stale', 'cash_low', 'cash_out', 'dispenser_fault', 'compliance_expiration', 'location_risk_change'],
    ['Terminals', 'Locations', 'Terminal groups'],
    'Only visible devices are listed.',
  ],
  [
    'purchases',
    'Transactions and processor activity',
    ['decline_spike', 'approval_rate_drop', 'reversal_spike', 'high_decline_velocity', 'repeated_same_card_attempt'],
    ['Transactions', 'Transaction timeline'],
    'Rows never carry card data.',
  ],
  [
    'rms',
    'RMS, commands, connectors, provisioning',
    ['command_failed', 'provisioning_failed'],
    ['Remote management', 'Connectors', 'Provisioning'],
    'Commands are queued, then completed or failed.',
  ],
  [
    'money',
    'Settlements, payouts, disputes',
    ['settlement_mismatch'],
    ['Settlements', 'Disputes'],
    'Writes need more privilege than reporting reads.',
  ],
  [
    'compliance',
    'Compliance vault and onboarding',
    ['compliance_expiration', 'location_risk_change'],
    ['Compliance vault', 'Onboarding', 'Documents', 'Videos'],
    'Available only through the portal snapshot.',
  ],
];
export function catalog(F: (n: string) => boolean): R {
  const services = FAM.map(([k, title, ev, surfaces, note]) => {
    const ops = OPS.filter((o) => o.fam === k || (k === 'compliance' && o.p === '/v1/portal'));
    const eps: R[] = ops
      .filter((o) => !o.xml)
      .map((o) => ({ verb: o.m, href: o.p, templated: o.p.includes('{'), public: !!o.pub, about: o.sum }));
    if (F('catalog_dead_endpoint') && k === 'rms')
      eps.push({
        verb: 'GET',
        href: '/v1/terminals/{terminal_id}/provisioning-jobs',
        templated: true,
        public: false,
        about: 'Provisioning jobs of one terminal',
      });
    if (F('catalog_omits_derive') && k === 'money')
      eps.splice(
        eps.findIndex((e) => e.href.endsWith('derive')),
        1,
      );
    let events = ev.slice();
    if (F('catalog_event_lost') && k === 'purchases') events = events.filter((e) => e !== 'reversal_spike');
    if (F('catalog_event_dedup') && k === 'compliance') events = [];
    if (F('catalog_wrong_family') && k === 'money') events = ['settlement_mismatch', 'command_failed'];
    const all = OPS.filter((o) => o.xml);
    const feeds = (
      k === 'snapshot' || k === 'fleet'
        ? ops.filter((o) => o.xml)
        : k === 'purchases'
          ? all
          : k === 'rms'
            ? all.slice(1)
            : []
    ).map((o) => ({
      href: F('catalog_feed_unversioned') ? o.p.replace('/v1', '') : o.p,
      templated: o.p.includes('{'),
      type: 'application/rss+xml',
    }));
    const s: R = {
      service: k,
      display_name: title,
      portal_surfaces: surfaces.map((name) => ({ name })),
      api_endpoints: eps,
      webhook_events: events.map((name) => ({ name })),
      rss_feeds: feeds,
      notes: [note],
    };
    if (F('catalog_no_notes') && k === 'compliance') delete s.notes;
    return s;
  });
  return {
    _links: {
      self: { href: '/v1/integrations/catalog' },
      describedby: { href: '/v1/integrations/public-openapi.json' },
    },
    contract: { version: 'v1', revision: '2026-11-02' },
    stats: { total_count: services.length },
    _embedded: { services },
  };
}
const S = (x: R = {}): R => ({ type: 'string', ...x }),
  T = S({ format: 'date-time' }),
  TN: R = { type: ['string', 'null'], format: 'date-time' },
  I: R = { type: 'integer' },
  B: R = { type: 'boolean' },
  N: R = { type: 'number' };
const ref = (n: string): R => ({ $ref: '#/components/schemas/' + n }),
  arr = (items: R): R => ({ type: 'array', items });
const O = (properties: R, opt: string[] = []): R => ({
  type: 'object',
  required: Object.keys(properties).filter((k) => !opt.includes(k)),
  properties,
});
export function openapi(F: (n: string) => boolean): R {
  const M = ref('Money'),
    L = ref('Links'),
    ds = O({ id: S(), label: S() });
  const schemas: R = {
    Money: O({
      amount: S({ pattern: '^-?\\d+\\.\\d{2}$', description: 'Decimal string in major units' }),
      currency: S({ pattern: '^[A-Z]{3}$' }),
    }),
    Links: { type: 'object', additionalProperties: O({ href: S(), templated: B }, ['templated']) },
    Error: O({ error: O({ code: S(), status: I, message: S(), param: S(), request_id: S() }, ['param']) }),
    Stats: O({ total_count: I, page: I, per_page: I, total_pages: I, total_surcharge: M, total_withdrawn: M }, [
      'total_surcharge',
      'total_withdrawn',
    ]),
    Purchase: O(
      {
        _links: L,
        id: S(),
        device: ds,
        device_time: T,
        purchase_type: S({ enum: ['cash_withdrawal', 'balance_inquiry', 'reversal'] }),
        stan: S({ description: 'Sequence number at the device' }),
        funding_account: S({ enum: ['checking', 'savings', 'credit'] }),
        emv: O({ entry_mode: S(), aid: S() }),
        approval_state: O({
          state: S({ enum: ['approved', 'partially_approved', 'declined', 'reversed'] }),
          code: S(),
          reason: S(),
        }),
        purchase_amount: O({ requested: M, completed: M }),
        surcharge: O({ requested: M, completed: M }),
        reverses: S({ description: 'Id of the reversed transaction' }),
      },
      ['emv', 'reverses'],
    ),
    Timeline: O({
      _links: L,
      transaction_id: S(),
      device: ds,
      stats: O({ total_count: I }),
      _embedded: O({ steps: arr(O({ position: I, at: T, step: S(), actor: S(), detail: S() })) }),
    }),
    Device: O({
      _links: L,
      id: S(),
      merchant_id: S(),
      label: S(),
      model: S(),
      serial_number: S(),
      state: S({ enum: ['online', 'degraded', 'offline'] }),
      device_group_id: S(),
      location_id: S(),
      connector_id: S(),
    }),
    Location: O({
      _links: L,
      id: S(),
      site_name: S(),
      address: O({ street: S(), city: S(), region: S(), postal_code: S(), country: S() }),
      coordinates: O({ latitude: N, longitude: N }),
      device_ids: arr(S()),
    }),
    StatusMonitoring: O({
      _links: L,
      device: ds,
      state: S(),
      last_heartbeat_at: T,
      heartbeat_age_seconds: I,
      telemetry: O({
        signal_dbm: I,
        temperature_c: N,
        uptime_seconds: I,
        cassettes: arr(O({ slot: I, denomination: M, notes_remaining: I })),
      }),
      open_incidents: arr(O({ id: S(), kind: S(), opened_at: T })),
    }),
    DeviceGroup: O({
      _links: L,
      id: S(),
      name: S(),
      parent_id: { type: ['string', 'null'] },
      device_ids: { ...arr(S()), description: 'Visible devices of the group and of the groups below it' },
      device_count: I,
    }),
    Connector: O({ _links: L, id: S(), provider: S(), protocol: S(), state: S(), device_ids: arr(S()) }),
    ConnectorStatus: O({ _links: L, connector_id: S(), state: S(), checked_at: T, last_exchange_at: T, latency_ms: I }),
    Command: O({
      _links: L,
      id: S(),
      device_id: S(),
      verb: S(),
      state: S({ enum: ['queued', 'completed', 'failed'] }),
      queued_at: T,
      finished_at: TN,
      requested_by: S(),
    }),
    ProvisioningPayload: O({
      _links: L,
      device: ds,
      revision: I,
      parameters: O({
        connector_id: S(),
        currency: S(),
        surcharge: M,
        receipt_header: S(),
        max_withdrawal: M,
        timezone: S(),
      }),
    }),
    ProvisioningExport: O({
      _links: L,
      device: ds,
      file_name: S(),
      exported_at: T,
      sections: arr(O({ name: S(), lines: arr(S()) })),
    }),
    Settlement: O({
      _links: L,
      id: S(),
      batch_state: S({ enum: ['open', 'submitted', 'paid', 'returned'] }),
      business_date: S({ format: 'date' }),
      payout_account_id: S(),
      device_ids: arr(S()),
      entries: O({ credit_count: I, debit_count: I, total_count: I }),
      totals: O({ credit: M, debit: M, net_payout: M }),
      timing: O({ opened_at: T, cutoff_at: T, submitted_at: TN, effective_on: S({ format: 'date' }), paid_at: TN }),
    }),
    DeriveRequest: O({ business_date: S({ format: 'date' }) }, ['business_date']),
    DerivedSettlements: O({
      _links: L,
      stats: O({ total_count: I }),
      _embedded: O({ settlements: arr(ref('Settlement')) }),
    }),
    Dispute: O(
      {
        _links: L,
        id: S(),
        case_state: S({ enum: ['received', 'under_review', 'awaiting_evidence', 'won', 'lost', 'withdrawn'] }),
        reason_code: S(),
        transaction_id: S(),
        terminal_id: S(),
        disputed: M,
        opened_at: T,
        due_on: S({ format: 'date' }),
        assignment: O({ queue: S(), assignee: { type: ['string', 'null'] }, assigned_at: TN }),
        resolution: { oneOf: [O({ outcome: S(), resolved_at: T, note: S() }), { type: 'null' }] },
        reviewer: {
          ...O({ id: S(), name: S(), reviewed_at: T }),
          description: 'Only present once the case is won, lost or withdrawn',
        },
      },
      ['reviewer'],
    ),
    DisputeRequest: O(
      {
        transaction_id: S(),
        reason_code: S({ enum: ['cash_not_dispensed', 'partial_dispense', 'duplicate_debit', 'unrecognized'] }),
        disputed: M,
      },
      ['disputed'],
    ),
    Portal: O({
      _links: L,
      generated_at: T,
      principal: O({ id: S(), name: S(), email: S(), role: S() }),
      merchant: O({ id: S(), name: S(), currency: S(), timezone: S(), country: S() }),
      branding: O({
        organization: O({ display_name: S(), accent_color: S(), logo_href: S() }),
        dns: O({ host: S(), state: S(), checked_at: T }),
      }),
      access_flags: { type: 'object', additionalProperties: B },
      _embedded: O({
        users: arr(O({ id: S(), name: S(), email: S(), role: S() })),
        devices: arr(ref('Device')),
        device_groups: arr(ref('DeviceGroup')),
        connectors: arr(ref('Connector')),
        recent_purchases: arr(ref('Purchase')),
        recent_commands: arr(ref('Command')),
        recent_forms: arr(O({ id: S(), kind: S(), state: S(), device_id: S(), submitted_at: T })),
        reports: arr(O({ code: S(), name: S(), href: S() })),
        compliance_vault: arr({ type: 'object' }),
        onboarding: arr({ type: 'object' }),
        documents: arr({ type: 'object' }),
        videos: arr({ type: 'object' }),
      }),
    }),
    Catalog: O({
      _links: L,
      contract: O({ version: S(), revision: S() }),
      stats: O({ total_count: I }),
      _embedded: O({
        services: arr(
          O({
            service: S(),
            display_name: S(),
            portal_surfaces: arr(O({ name: S() })),
            api_endpoints: arr(O({ verb: S(), href: S(), templated: B, public: B, about: S() })),
            webhook_events: arr(O({ name: S() })),
            rss_feeds: arr(O({ href: S(), templated: B, type: S() })),
            notes: arr(S()),
          }),
        ),
      }),
    }),
    BrandingStatus: O({
      _links: L,
      branding: O({ state: S(), theme_revision: I }),
      docs_host: O({ host: S(), ready: B, certificate: S() }),
    }),
    OpenapiDocument: { type: 'object' },
  };
  const qp: R = {
    page: { ...I, minimum: 1, default: 1 },
    per_page: { ...I, minimum: 1, maximum: 100, default: 25 },
    limit: {
      ...I,
      minimum: 1,
      description: 'Restricts the number of rows returned; takes the place of per_page, values above 100 count as 100',
    },
    terminal_id: S(),
    group_id: S(),
    sort_by: S({ enum: ['device_time', 'amt_comp', 'amt_req', 'stan'], default: 'device_time' }),
    sort_dir: S({ enum: ['asc', 'desc'], default: 'desc' }),
  };
  const paths: R = {};
  for (const o of OPS) {
    if (F('openapi_omits_timeline') && o.id === 'showPurchaseTimeline') continue;
    if (F('openapi_omits_feed') && o.id === 'showDeviceFeed') continue;
    const path = F('openapi_unversioned') && o.p === '/v1/terminal-groups' ? '/terminal-groups' : o.p;
    let q = o.q ?? [];
    if (F('openapi_omits_param') && o.id === 'indexPurchases') q = q.filter((x) => x !== 'group_id');
    const schema = o.list
      ? O({ _links: L, stats: ref('Stats'), _embedded: O({ [o.list]: arr(ref(o.schema)) }) })
      : o.schema
        ? ref(o.schema)
        : S();
    const err = (d: string) => ({ description: d, content: { 'application/json': { schema: ref('Error') } } });
    const rs: R = {
      [o.status ?? 200]: {
        description: 'Success',
        content: { [o.xml ? 'application/rss+xml' : 'application/json']: { schema } },
      },
    };
    if (!o.pub) {
      rs[401] = err('Missing or unknown key');
      if (o.p.includes('{')) rs[404] = err('Not found or not visible');
      if (q.length) rs[422] = err('Invalid parameter');
    }
    if (o.body) {
      rs[400] = err('Malformed JSON');
      rs[403] = err('Role may not write');
      rs[422] = err('Invalid body');
      if (o.id === 'createDispute') {
        rs[404] = err('Transaction not visible');
        rs[409] = err('An open case exists');
      } else rs[200] = { ...rs[201], description: 'Already derived' };
    }
    (paths[path] ??= {})[o.m.toLowerCase()] = {
      operationId: o.id,
      tags: [o.fam],
      summary: o.sum,
      security: o.pub
        ? F('openapi_public_marked_secured') && o.id === 'showBrandingStatus'
          ? [{ api_key: [] }]
          : []
        : [{ api_key: [] }],
      parameters: [
        ...[...o.p.matchAll(/\{(\w+)\}/g)].map((x) => ({ name: x[1], in: 'path', required: true, schema: S() })),
        ...q.map((n) => ({ name: n, in: 'query', required: false, schema: qp[n] })),
      ],
      ...(o.body
        ? {
            requestBody: {
              required: o.id === 'createDispute',
              content: { 'application/json': { schema: ref(o.body) } },
            },
          }
        : {}),
      responses: rs,
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Terminal Fleet Portal Data Service',
      version: '1.0.0',
      description: 'Customer-safe surface. Bodies are HAL in application/json.',
    },
    servers: [{ url: 'http://target.test' }],
    security: [{ api_key: [] }],
    paths,
    components: {
      securitySchemes: {
        api_key: { type: 'apiKey', in: 'header', name: F('openapi_wrong_header') ? 'Authorization' : 'X-API-Key' },
      },
      schemas,
    },
  };
}
