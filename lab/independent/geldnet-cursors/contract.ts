// @ts-nocheck: written without noUncheckedIndexedAccess
// The public description of the service: catalog and OpenAPI document.
const str = { type: 'string' },
  int = { type: 'integer' },
  bool = { type: 'boolean' },
  ms = { type: 'integer', description: 'Epoch milliseconds.' },
  dat = { type: 'string', format: 'date' };
const orNull = (s: any) => ({ ...s, type: [s.type, 'null'] });
const arr = (items: any) => ({ type: 'array', items });
const ref = (n: string) => ({ $ref: `#/components/schemas/${n}` });
const obj = (properties: Record<string, any>, optional: string[] = []) => ({
  type: 'object',
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
  properties,
  additionalProperties: false,
});
const en = (...v: string[]) => ({ type: 'string', enum: v });

export const families = [
  {
    service: 'ACCOUNT_FLEET',
    portal_surfaces: ['Dashboard', 'Mijn profiel', 'Automaten', 'Groepen'],
    api: ['GET /v1/portal', 'GET /v1/integrations/catalog', 'GET /v1/terminal-groups', 'GET /v1/feeds/account.xml'],
    webhook_events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    rss: ['/v1/feeds/account.xml'],
    notes: ['Start with GET /v1/portal.', 'All data is limited to the user that owns the key.'],
  },
  {
    service: 'TERMINALS_TELEMETRY',
    portal_surfaces: ['Automaten', 'Locaties', 'Statusbord'],
    api: [
      'GET /v1/locations',
      'GET /v1/locations/{terminal_id}',
      'GET /v1/terminals/{terminal_id}/status-monitoring',
      'GET /v1/feeds/terminals/{terminal_id}.xml',
    ],
    webhook_events: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    rss: ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'],
    notes: ['Heartbeats are epoch milliseconds.'],
  },
  {
    service: 'TRANSACTIONS',
    portal_surfaces: ['Transacties', 'Tijdlijn'],
    api: [
      'GET /v1/transactions',
      'GET /v1/transactions/{transaction_id}/timeline',
      'GET /v1/terminals/{terminal_id}/transactions',
    ],
    webhook_events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    rss: ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'],
    notes: ['No card data is exposed.', 'Amounts are in minor units.'],
  },
  {
    service: 'RMS_CONNECTORS_PROVISIONING',
    portal_surfaces: ['Opdrachten', 'Koppelingen', 'Uitrol'],
    api: [
      'GET /v1/connectors',
      'GET /v1/connectors/{connector_id}/status',
      'GET /v1/terminals/{terminal_id}/commands',
      'GET /v1/terminals/{terminal_id}/provisioning-payload',
      'GET /v1/terminals/{terminal_id}/provisioning-export',
    ],
    webhook_events: ['command_failed', 'provisioning_failed'],
    rss: ['/v1/feeds/terminals/{terminal_id}.xml'],
    notes: ['Commands are issued in the portal.'],
  },
  {
    service: 'SETTLEMENT_DISPUTES',
    portal_surfaces: ['Uitbetalingen', 'Geschillen'],
    api: ['GET /v1/settlements', 'POST /v1/settlements/derive', 'GET /v1/disputes', 'POST /v1/disputes'],
    webhook_events: ['settlement_mismatch'],
    rss: [],
    notes: ['Write calls need a right, see access.rights in the portal snapshot.'],
  },
  {
    service: 'COMPLIANCE_ONBOARDING',
    portal_surfaces: ['Compliancekluis', 'Onboarding', 'Documenten', "Video's"],
    api: ['GET /v1/portal'],
    webhook_events: ['compliance_expiration', 'location_risk_change'],
    rss: [],
    notes: ['Available through the portal snapshot only.'],
  },
  {
    service: 'PUBLIC_DOCS',
    portal_surfaces: ['Ontwikkelaars'],
    api: ['GET /v1/integrations/public-openapi.json', 'GET /v1/public/branding-status'],
    webhook_events: [],
    rss: [],
    notes: ['No key is needed.'],
  },
];

export function openapi(f: (id: string) => boolean): any {
  const site = obj({ ref: str, name: str, plaats: str });
  const dev = obj({ ref: str, site });
  const schemas: Record<string, any> = {
    Problem: obj({ type: str, title: str, status: int, code: str, detail: str }, ['detail']),
    TxnRow: obj(
      {
        txn_ref: str,
        device: dev,
        local_at: { type: 'string', format: 'date-time', description: 'Terminal date and time with offset.' },
        kind: en('WITHDRAWAL', 'BALANCE_INQUIRY', 'DEPOSIT', 'REVERSAL', 'TRANSFER'),
        stan: { ...str, description: 'Sequence number.' },
        acct_kind: en('CURRENT', 'SAVINGS', 'CREDIT_LINE'),
        emv: { ...en('CHIP', 'CONTACTLESS'), description: 'Only when available.' },
        response: obj({
          code: str,
          text: en(
            'APPROVED',
            'APPROVED_PARTIAL',
            'DECLINED_FUNDS',
            'DECLINED_PIN',
            'DECLINED_ISSUER_DOWN',
            'REVERSED',
          ),
        }),
        amount: obj({ ccy: str, req_minor: int, comp_minor: int }),
        surcharge: obj({ req_minor: int, comp_minor: int }),
      },
      ['emv'],
    ),
    TxnSummary: obj({ ccy: str, row_count: int, surcharge_total_minor: int, withdrawn_total_minor: int }),
    TxnPage: obj({
      meta: obj({ returned: int, matched: int, next_cursor: orNull(str) }),
      items: arr(ref('TxnRow')),
      summary: ref('TxnSummary'),
    }),
    Timeline: obj({ txn: ref('TxnRow'), steps: arr(obj({ seq: int, at_ms: ms, phase: str, detail: str })) }),
    Batch: obj({
      batch_ref: str,
      device: dev,
      state: f('o-enum')
        ? en('OPEN', 'SUBMITTED', 'SETTLED', 'ON_HOLD')
        : en('OPEN', 'SUBMITTED', 'SETTLED', 'ON_HOLD', 'RETURNED'),
      entries: obj({ credit: int, debit: int, total: int }),
      ccy: str,
      credit_total_minor: int,
      debit_total_minor: int,
      net_payout_minor: int,
      timing: obj({
        period_from: dat,
        period_to: { ...dat, description: 'Exclusive.' },
        cutoff_ms: ms,
        submitted_ms: orNull(ms),
        settled_ms: orNull(ms),
      }),
    }),
    Dispute: obj(
      {
        case_ref: str,
        state: en('OPEN', 'UNDER_REVIEW', 'AWAITING_ISSUER', 'RESOLVED_ACCEPTED', 'RESOLVED_REJECTED'),
        reason_code: ref('Reason'),
        txn_ref: str,
        device_ref: str,
        amount: obj({ ccy: str, minor: int }),
        opened_ms: ms,
        due_on: dat,
        assignment: obj({ desk: str, assignee: orNull(str), assigned_ms: orNull(ms) }),
        resolution: orNull(obj({ outcome: en('ACCEPTED', 'REJECTED'), decided_ms: ms, note: str })),
        reviewer: { ...obj({ name: str, reviewed_ms: ms }), description: 'Only once the case is resolved.' },
      },
      ['reviewer'],
    ),
    Reason: en('CASH_NOT_DISPENSED', 'PARTIAL_DISPENSE', 'DUPLICATE_DEBIT', 'SURCHARGE_ERROR', 'NOT_RECOGNISED'),
    PageMeta: obj({ page: int, per_page: int, total: int }),
    Location: obj({
      site_ref: str,
      name: str,
      address: obj({ street: str, postcode: str, plaats: str }),
      geo: obj({ lat: { type: 'number' }, lon: { type: 'number' } }),
      device_refs: arr(str),
    }),
    Connector: obj({
      connector_ref: str,
      name: str,
      protocol: str,
      state: en('UP', 'DEGRADED', 'DOWN'),
      device_count: int,
    }),
    ConnectorStatus: obj({
      connector_ref: str,
      state: en('UP', 'DEGRADED', 'DOWN'),
      checked_ms: ms,
      device_refs: arr(str),
    }),
    Group: obj({ group_ref: str, name: str, device_count: int, device_refs: arr(str) }),
    Command: obj({
      cmd_ref: str,
      device_ref: str,
      verb: str,
      state: en('QUEUED', 'COMPLETED', 'FAILED'),
      queued_ms: ms,
      completed_ms: orNull(ms),
    }),
    Device: obj({
      ref: str,
      sn: str,
      model: str,
      account_ref: str,
      site,
      state: ref('DeviceState'),
      heartbeat_ms: orNull(ms),
      group_refs: arr(str),
      connector_ref: str,
    }),
    DeviceState: en('ONLINE', 'DEGRADED', 'OFFLINE', 'STAGED'),
    Incident: obj({ incident_ref: str, kind: str, opened_ms: ms, text: str }),
    Status: obj({
      device: obj({ ref: str, sn: str, model: str, account_ref: str, site }),
      state: ref('DeviceState'),
      heartbeat_ms: orNull(ms),
      telemetry: obj({
        kas: obj({
          total_minor: int,
          cassettes: arr(obj({ slot: int, denom_minor: int, notes: int, level: en('OK', 'LOW', 'EMPTY') })),
        }),
        signal_dbm: int,
        firmware: str,
      }),
      open_incidents: arr(ref('Incident')),
    }),
    ProvisioningPayload: obj({
      device_ref: str,
      sn: str,
      profile: str,
      host: obj({ connector_ref: str, protocol: str }),
      params: obj({ ccy: str, lang: str, surcharge_minor: int, cassette_denoms: arr(int) }),
    }),
    ProvisioningExport: obj({
      device_ref: str,
      format: str,
      generated_ms: ms,
      settings: arr(obj({ k: str, v: str })),
      jobs: arr(
        obj({
          job_ref: str,
          profile: str,
          state: en('RUNNING', 'DONE', 'FAILED'),
          started_ms: ms,
          ended_ms: orNull(ms),
        }),
      ),
    }),
    Catalog: obj({
      edition: str,
      services: arr(
        obj({
          service: str,
          portal_surfaces: arr(str),
          api_endpoints: arr(obj({ method: str, path: str, key_needed: bool })),
          webhook_events: arr(str),
          rss_feeds: arr(obj({ path: str, media_type: str })),
          notes: arr(str),
        }),
      ),
    }),
    Branding: obj({
      branding: obj({ state: en('READY', 'PENDING') }),
      docs_host: obj({ host: str, dns: en('VERIFIED', 'PENDING_CNAME'), tls: en('ISSUED', 'PENDING'), ready: bool }),
      checked_ms: ms,
    }),
    Portal: obj({
      principal: obj({ user_ref: str, name: str, mail: str, role: ref('Role') }),
      account_profile: obj({
        tenant_ref: str,
        name: str,
        kvk: str,
        accounts: arr(obj({ account_ref: str, name: str })),
      }),
      organisation: obj({
        name: str,
        branding: obj({ primary_color: str, logo_url: str }),
        dns: obj({ host: str, state: en('VERIFIED', 'PENDING_CNAME') }),
      }),
      access: obj({ rights: arr(str), may_derive_settlements: bool, may_open_disputes: bool, may_manage_users: bool }),
      users: arr(obj({ user_ref: str, name: str, mail: str, role: ref('Role') })),
      terminals: arr(ref('Device')),
      groups: arr(ref('Group')),
      connectors: arr(ref('Connector')),
      recent_transactions: arr(ref('TxnRow')),
      recent_commands: arr(ref('Command')),
      forms: arr(obj({ form_ref: str, title: str, fields: arr(str) })),
      reports: arr(obj({ report_ref: str, title: str })),
      compliance: obj({
        vault: arr(obj({ item_ref: str, device_ref: str, kind: str, expires_on: dat })),
        onboarding: arr(obj({ account_ref: str, step: str, state: str })),
        documents: arr(obj({ doc_ref: str, title: str })),
        videos: arr(obj({ video_ref: str, title: str, url: str })),
      }),
    }),
    Role: en('BEHEERDER', 'OPERATOR', 'INZAGE'),
    NewDispute: {
      ...obj(
        {
          txn_ref: str,
          reason_code: ref('Reason'),
          amount_minor: {
            type: 'integer',
            minimum: 1,
            description: 'At most the requested amount of the transaction, which is also the default.',
          },
          note: { type: 'string', maxLength: 500 },
        },
        ['amount_minor', 'note'],
      ),
    },
    DeriveOrder: obj(
      {
        device_ref: { ...str, description: 'One terminal; all visible terminals when absent.' },
        period_from: { ...dat, description: 'Default: seven days before period_to.' },
        period_to: { ...dat, description: 'Exclusive. Default: today (UTC). Not in the future.' },
      },
      ['device_ref', 'period_from', 'period_to'],
    ),
    Derived: obj({ meta: obj({ created: int }), items: arr(ref('Batch')) }),
  };
  if (f('o-drift')) {
    const p = schemas.TxnRow;
    p.properties.acct_type = p.properties.acct_kind;
    delete p.properties.acct_kind;
    p.required = p.required.map((x: string) => (x === 'acct_kind' ? 'acct_type' : x));
  }
  if (f('o-drift-dispute')) {
    schemas.Dispute.properties.due_on = ms;
  }
  const problem = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: ref('Problem') } },
  });
  const op = (operationId: string, summary: string, schema: any, params: any[] = [], extra: any = {}) => ({
    operationId,
    summary,
    ...(params.length ? { parameters: params } : {}),
    ...(extra.pub ? { security: [] } : {}),
    ...(extra.body
      ? { requestBody: { required: extra.need ?? false, content: { 'application/json': { schema: ref(extra.body) } } } }
      : {}),
    responses: {
      [extra.code ?? '200']: { description: 'OK', content: { [extra.type ?? 'application/json']: { schema } } },
      ...(extra.pub ? {} : { 401: problem('Key missing or unknown') }),
      ...(params.some((p) => p.in === 'path') ? { 404: problem('Not found in your scope') } : {}),
      ...(params.some((p) => p.in === 'query') ? { 400: problem('Bad parameter') } : {}),
      ...(extra.body
        ? {
            400: problem('Body is not JSON'),
            403: problem('Right missing'),
            404: problem('Not found in your scope'),
            409: problem('Already done'),
            422: problem('Invalid body'),
          }
        : {}),
    },
  });
  const pp = (name: string) => ({ name, in: 'path', required: true, schema: str }),
    qp = (name: string, schema: any, description?: string) => ({
      name,
      in: 'query',
      required: false,
      schema,
      ...(description ? { description } : {}),
    });
  const T = [pp('terminal_id')],
    rssT = { type: 'application/rss+xml' };
  const tq = [
    qp('limit', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
    qp('sort_by', en('local_at', 'stan', 'amt_req', 'amt_comp'), 'Default local_at.'),
    qp('sort_dir', en('asc', 'desc'), 'Default desc.'),
    qp(
      'cursor',
      str,
      'meta.next_cursor of the page before, with the other parameters unchanged. Following the cursors gives every matching row exactly once; the last page has next_cursor null. The summary covers all matching rows, not only the page.',
    ),
  ];
  const pq = [
    qp('page', { type: 'integer', minimum: 1, default: 1 }),
    qp('per_page', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
    qp('state', str),
    qp('device_ref', str),
  ];
  const paged = (n: string) => obj({ meta: ref('PageMeta'), items: arr(ref(n)) });
  const paths: Record<string, any> = {
    '/v1/portal': { get: op('getPortal', 'Portal snapshot of the current user', ref('Portal')) },
    '/v1/integrations/catalog': { get: op('getCatalog', 'Integration catalog', ref('Catalog')) },
    '/v1/integrations/public-openapi.json': {
      get: op('getOpenapi', 'This document', { type: 'object' }, [], { pub: true }),
    },
    '/v1/transactions': {
      get: op('listTransactions', 'Transactions of visible terminals', ref('TxnPage'), [
        qp('terminal_id', str),
        qp('group_id', str),
        ...tq,
      ]),
    },
    '/v1/transactions/{transaction_id}/timeline': {
      get: op('getTimeline', 'Timeline of a transaction', ref('Timeline'), [pp('transaction_id')]),
    },
    '/v1/settlements': { get: op('listBatches', 'ACH settlement batches', paged('Batch'), pq) },
    '/v1/settlements/derive': {
      post: op(
        'deriveBatches',
        'Derive batches for a period. Needs SETTLEMENT_DERIVE. A terminal that already has a batch in the period is skipped; 409 when nothing is left.',
        ref('Derived'),
        [],
        { body: 'DeriveOrder', code: '201' },
      ),
    },
    '/v1/disputes': {
      get: op('listDisputes', 'Dispute cases', paged('Dispute'), pq),
      post: op(
        'openDispute',
        'Open a case. Needs DISPUTE_OPEN. 409 when the transaction already has a case.',
        ref('Dispute'),
        [],
        { body: 'NewDispute', need: true, code: '201' },
      ),
    },
    '/v1/locations': { get: op('listLocations', 'Locations of visible terminals', arr(ref('Location'))) },
    '/v1/locations/{terminal_id}': { get: op('getLocation', 'Location of a terminal', ref('Location'), T) },
    '/v1/terminals/{terminal_id}/status-monitoring': { get: op('getStatus', 'Status and telemetry', ref('Status'), T) },
    '/v1/terminals/{terminal_id}/transactions': {
      get: op('listTerminalTransactions', 'Transactions of a terminal', ref('TxnPage'), [...T, ...tq]),
    },
    '/v1/terminals/{terminal_id}/commands': {
      get: op('listCommands', 'Commands of a terminal', arr(ref('Command')), T),
    },
    '/v1/terminals/{terminal_id}/provisioning-payload': {
      get: op('getPayload', 'Provisioning payload', ref('ProvisioningPayload'), T),
    },
    '/v1/terminals/{terminal_id}/provisioning-export': {
      get: op('getExport', 'Provisioning export', ref('ProvisioningExport'), T),
    },
    '/v1/connectors': { get: op('listConnectors', 'Connectors of visible terminals', arr(ref('Connector'))) },
    '/v1/connectors/{connector_id}/status': {
      get: op('getConnectorStatus', 'Status of a connector', ref('ConnectorStatus'), [pp('connector_id')]),
    },
    '/v1/terminal-groups': { get: op('listGroups', 'Groups with visible terminals', arr(ref('Group'))) },
    '/v1/feeds/account.xml': { get: op('accountFeed', 'Account RSS feed', str, [], rssT) },
    '/v1/feeds/terminals/{terminal_id}.xml': { get: op('terminalFeed', 'Terminal RSS feed', str, T, rssT) },
    '/v1/public/branding-status': {
      get: op('brandingStatus', 'Branding and docs host readiness', ref('Branding'), [], { pub: true }),
    },
  };
  if (f('o-missing')) delete paths['/v1/terminals/{terminal_id}/commands'];
  if (f('o-nowrite')) delete paths['/v1/disputes'].post;
  if (f('o-param'))
    paths['/v1/transactions'].get.parameters = paths['/v1/transactions'].get.parameters.filter(
      (p: any) => p.name !== 'group_id',
    );
  if (f('o-internal'))
    paths['/internal/v1/api-keys/{user_ref}/rotate'] = {
      post: op('rotateKey', 'Ops only: rotate an API key', { type: 'object' }, [pp('user_ref')]),
    };
  if (f('o-public-auth')) delete paths['/v1/public/branding-status'].get.security;
  if (f('o-prefix'))
    return doc(
      Object.fromEntries(Object.entries(paths).map(([k, v]) => [k.startsWith('/v1/feeds') ? k.slice(3) : k, v])),
      schemas,
      f,
    );
  return doc(paths, schemas, f);
}
function doc(paths: any, schemas: any, f: (id: string) => boolean) {
  return {
    openapi: '3.1.0',
    info: { title: 'GeldNet fleet data', version: '2026.11' },
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: f('o-scheme') ? 'X-GeldNet-Token' : 'X-API-Key' },
      },
      schemas,
    },
  };
}
