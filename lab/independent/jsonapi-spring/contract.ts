// The operations of the service, and the OpenAPI document and catalog made from them.

export type Access = 'public' | 'reporting-read' | 'privileged-write';
export type Operation = {
  id: string;
  method: 'GET' | 'POST';
  path: string;
  access: Access;
  summary: string;
  families: number[];
  query: string[];
  body?: string;
  schema?: string;
  media?: string;
  statuses: number[];
};
const op = (
  id: string,
  path: string,
  families: number[],
  summary: string,
  schema: string,
  query: string[] = [],
  more: Partial<Operation> = {},
): Operation => ({
  id,
  method: 'GET',
  path,
  access: 'reporting-read',
  summary,
  families,
  query,
  schema,
  media: 'application/vnd.api+json',
  statuses: [200, 401, ...(path.includes('{') ? [404] : []), ...(query.length > 0 ? [400] : [])],
  ...more,
});

const LIST = ['limit', 'cursor'];
const ROWS = ['group_id', 'sort_by', 'sort_dir', 'limit', 'cursor'];
export const operations: readonly Operation[] = [
  op(
    'getPortalSnapshot',
    '/v1/portal',
    [0, 5],
    'Snapshot of the current user as a compound document',
    'PortalDocument',
  ),
  op('getIntegrationCatalog', '/v1/integrations/catalog', [6], 'Integration surface, by service', 'CatalogDocument'),
  op('getPublicOpenApi', '/v1/integrations/public-openapi.json', [6], 'This document', 'OpenApiDocument', [], {
    access: 'public',
    media: 'application/json',
    statuses: [200, 304],
  }),
  op(
    'listTransactions',
    '/v1/transactions',
    [2],
    'Transaction rows of visible terminals, with totals over all matching rows',
    'TransactionListDocument',
    ['terminal_id', ...ROWS],
  ),
  op('getTransaction', '/v1/transactions/{transaction_id}', [2], 'One transaction row', 'TransactionDocument'),
  op(
    'getTransactionTimeline',
    '/v1/transactions/{transaction_id}/timeline',
    [2],
    'Timeline of one transaction',
    'TimelineDocument',
  ),
  op('listSettlements', '/v1/settlements', [4], 'ACH settlement batches', 'SettlementListDocument', [
    ...LIST,
    'filter[status]',
  ]),
  op('getSettlement', '/v1/settlements/{settlement_id}', [4], 'One ACH settlement batch', 'SettlementDocument'),
  op(
    'deriveSettlements',
    '/v1/settlements/derive',
    [4],
    'Derive batches for business days that have none',
    'SettlementListDocument',
    [],
    {
      method: 'POST',
      access: 'privileged-write',
      body: 'DeriveRequest',
      statuses: [200, 201, 400, 401, 403, 415, 422],
    },
  ),
  op('listDisputes', '/v1/disputes', [4], 'Dispute cases', 'DisputeListDocument', [...LIST, 'filter[status]']),
  op('getDispute', '/v1/disputes/{dispute_id}', [4], 'One dispute case', 'DisputeDocument'),
  op('openDispute', '/v1/disputes', [4], 'Open a dispute case', 'DisputeDocument', [], {
    method: 'POST',
    access: 'privileged-write',
    body: 'OpenDisputeRequest',
    statuses: [201, 400, 401, 403, 404, 409, 415, 422],
  }),
  op('listLocations', '/v1/locations', [1], 'Locations of visible terminals', 'LocationListDocument', LIST),
  op('getLocationOfTerminal', '/v1/locations/{terminal_id}', [1], 'Location of one terminal', 'LocationDocument'),
  op('listTerminals', '/v1/terminals', [0, 1], 'Visible terminals', 'TerminalListDocument', LIST),
  op(
    'getTerminalStatus',
    '/v1/terminals/{terminal_id}/status-monitoring',
    [1],
    'Status and telemetry of one terminal',
    'StatusDocument',
  ),
  op(
    'listTerminalTransactions',
    '/v1/terminals/{terminal_id}/transactions',
    [1, 2],
    'Transaction rows of one terminal, with totals',
    'TransactionListDocument',
    ['sort_by', 'sort_dir', ...LIST],
  ),
  op('listConnectors', '/v1/connectors', [3], 'Connectors of visible terminals', 'ConnectorListDocument', LIST),
  op(
    'getConnectorStatus',
    '/v1/connectors/{connector_id}/status',
    [3],
    'Status of one connector',
    'ConnectorStatusDocument',
  ),
  op('listTerminalGroups', '/v1/terminal-groups', [1], 'Visible terminal groups', 'GroupListDocument', LIST),
  op(
    'listTerminalCommands',
    '/v1/terminals/{terminal_id}/commands',
    [3],
    'Commands of one terminal',
    'CommandListDocument',
    LIST,
  ),
  op(
    'getProvisioningPayload',
    '/v1/terminals/{terminal_id}/provisioning-payload',
    [3],
    'Provisioning payload of one terminal',
    'PayloadDocument',
  ),
  op(
    'getProvisioningExport',
    '/v1/terminals/{terminal_id}/provisioning-export',
    [3],
    'Provisioning export of one terminal',
    'ExportDocument',
  ),
  op('getAccountFeed', '/v1/feeds/account.xml', [0, 1, 2], 'Digest across the visible terminals', '', [], {
    media: 'application/rss+xml',
  }),
  op('getTerminalFeed', '/v1/feeds/terminals/{terminal_id}.xml', [1, 2, 3], 'Stream of one terminal', '', [], {
    media: 'application/rss+xml',
  }),
  op(
    'getBrandingStatus',
    '/v1/public/branding-status',
    [6],
    'Branding and docs host readiness',
    'BrandingDocument',
    [],
    { access: 'public', statuses: [200] },
  ),
];

export const families: { name: string; events: string[]; surfaces: [string, string][]; notes: string[] }[] = [
  {
    name: 'Account and fleet snapshot',
    events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    surfaces: [
      ['Home', '/home'],
      ['Account profile', '/account'],
    ],
    notes: ['Begin with the portal snapshot: it is the safest first call.'],
  },
  {
    name: 'Terminals, locations, telemetry',
    events: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    surfaces: [
      ['Terminals', '/terminals'],
      ['Map', '/locations'],
      ['Groups', '/groups'],
    ],
    notes: [],
  },
  {
    name: 'Transactions and processor activity',
    events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    surfaces: [['Transactions', '/transactions']],
    notes: ['Rows never carry card numbers.', 'Totals cover all matching rows.'],
  },
  {
    name: 'RMS, commands, connectors, provisioning',
    events: ['command_failed', 'provisioning_failed'],
    surfaces: [
      ['Remote management', '/rms'],
      ['Provisioning', '/provisioning'],
    ],
    notes: [],
  },
  {
    name: 'Settlements, payouts, disputes',
    events: ['settlement_mismatch'],
    surfaces: [
      ['Settlements', '/settlements'],
      ['Disputes', '/disputes'],
    ],
    notes: ['Writes need more privilege than reads.'],
  },
  {
    name: 'Compliance vault and onboarding',
    events: ['compliance_expiration', 'location_risk_change'],
    surfaces: [
      ['Compliance vault', '/compliance'],
      ['Onboarding', '/onboarding'],
      ['Documents', '/documents'],
      ['Videos', '/videos'],
    ],
    notes: ['Available through the portal snapshot only.'],
  },
  {
    name: 'Integration and branding',
    events: [],
    surfaces: [['Integrations', '/integrations']],
    notes: ['Public endpoints need no key.'],
  },
];

type Schema = Record<string, unknown>;
const obj = (properties: Record<string, Schema>, optional: string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((p) => !optional.includes(p)),
});
const arr = (items: Schema): Schema => ({ type: 'array', items });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const s: Schema = { type: 'string' };
const n: Schema = { type: 'integer' };
const num: Schema = { type: 'number' };
const bool: Schema = { type: 'boolean' };
const uuid: Schema = { type: 'string', format: 'uuid' };
const time: Schema = { type: 'string', format: 'date-time' };
const maybeTime: Schema = { type: ['string', 'null'], format: 'date-time' };
const date: Schema = { type: 'string', format: 'date' };
const maybe: Schema = { type: ['string', 'null'] };
const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values });
const money = ref('Money');
const pageLinks = obj({ self: s, next: maybe });
const linkSelf = obj({ self: s });
const toOne = (type: string): Schema => obj({ data: obj({ type: oneOf(type), id: uuid }) });
const toOneMaybe = (type: string): Schema =>
  obj({ data: { oneOf: [obj({ type: oneOf(type), id: uuid }), { type: 'null' }] } });
const toMany = (type: string): Schema => obj({ data: arr(obj({ type: oneOf(type), id: uuid })) });
const resource = (
  type: string,
  attributes: Schema,
  relationships?: Record<string, Schema>,
  links?: Schema,
  optionalRelations: string[] = [],
): Schema =>
  obj({
    type: oneOf(type),
    id: uuid,
    attributes,
    ...(relationships ? { relationships: obj(relationships, optionalRelations) } : {}),
    ...(links ? { links } : {}),
  });
const one = (name: string): Schema =>
  obj({ jsonapi: ref('Version'), data: ref(name), links: linkSelf, meta: ref('Meta') });
const many = (name: string, meta = 'ListMeta'): Schema =>
  obj({ jsonapi: ref('Version'), data: arr(ref(name)), links: pageLinks, meta: ref(meta) });

function schemas(completed: string): Record<string, Schema> {
  return {
    Version: obj({ version: s }),
    Money: {
      ...obj({ minorUnits: n, currency: s }),
      description: 'An amount in the smallest unit of the currency. Negative for reversals.',
    },
    Meta: obj({ generatedAt: time }),
    Page: obj({ limit: n, count: n, hasMore: bool }),
    ListMeta: obj({ generatedAt: time, page: ref('Page') }),
    TransactionMeta: obj({
      generatedAt: time,
      page: ref('Page'),
      summary: {
        ...obj({ totalSurcharge: money, totalWithdrawn: money, rowCount: n }),
        description: 'Over all rows that match, not only those of the page. Reversals are deducted.',
      },
    }),
    DeriveMeta: obj({ generatedAt: time, page: ref('Page'), derivedCount: n }, ['derivedCount']),
    ErrorDocument: obj({
      jsonapi: ref('Version'),
      errors: arr(
        obj(
          {
            id: uuid,
            status: s,
            code: s,
            title: s,
            detail: s,
            source: { type: 'object', properties: { parameter: s, pointer: s, header: s } },
          },
          ['source'],
        ),
      ),
    }),
    Account: resource('accounts', obj({ legalName: s, tradeName: s, customerNumber: s, timeZone: s, supportEmail: s })),
    User: resource(
      'users',
      obj({
        displayName: s,
        email: s,
        role: oneOf('ADMINISTRATOR', 'REGIONAL_MANAGER', 'AUDITOR', 'FIELD_TECHNICIAN'),
        lastSignInAt: time,
      }),
      { account: toOne('accounts') },
    ),
    Terminal: resource(
      'terminals',
      obj({ terminalNumber: s, label: s, model: s, serviceState: s, installedOn: date, surcharge: money }),
      { group: toOneMaybe('terminalGroups'), connector: toOne('connectors'), location: toOne('locations') },
      obj({ statusMonitoring: s, feed: s }),
    ),
    TerminalGroup: resource('terminalGroups', obj({ name: s, depth: n, terminalCount: n }), {
      parent: toOneMaybe('terminalGroups'),
      children: toMany('terminalGroups'),
      terminals: {
        ...toMany('terminals'),
        description: 'Visible terminals of this group and of the groups nested in it.',
      },
    }),
    Connector: resource(
      'connectors',
      obj({ name: s, kind: oneOf('PROCESSOR_SWITCH', 'RMS'), protocol: s, state: s }),
      { terminals: toMany('terminals') },
      obj({ status: s }),
    ),
    ConnectorStatus: resource(
      'connectorStatuses',
      obj({
        state: oneOf('ONLINE', 'DEGRADED', 'OFFLINE'),
        lastExchangeAt: time,
        attachedTerminals: n,
        terminalsInService: n,
        checks: arr(obj({ name: s, passed: bool })),
      }),
      { connector: toOne('connectors') },
    ),
    Location: resource(
      'locations',
      obj({
        name: s,
        address: obj({ street: s, city: s, region: s, postalCode: s, country: s }),
        coordinates: obj({ latitude: num, longitude: num }),
        riskTier: s,
      }),
      { terminals: toMany('terminals') },
    ),
    TerminalStatus: resource(
      'terminalStatuses',
      obj({
        serviceState: s,
        lastHeartbeatAt: time,
        stateSince: time,
        telemetry: obj({
          cassettes: arr(obj({ position: n, denomination: money, notesRemaining: n, level: s })),
          dispenser: s,
          receiptPaper: s,
          signalDbm: n,
          isStale: bool,
        }),
        openIncidents: arr(obj({ event: s, severity: s, openedAt: time, detail: s })),
      }),
      { terminal: toOne('terminals') },
    ),
    Transaction: resource(
      'transactions',
      obj(
        {
          terminalDateTime: time,
          transactionType: oneOf('WITHDRAWAL', 'BALANCE_INQUIRY', 'REVERSAL'),
          sequenceNumber: s,
          accountType: s,
          emvIndicator: { ...s, description: 'Present only when available.' },
          network: s,
          hostResponse: obj({ code: s, text: s }),
          requestedAmount: money,
          [completed]: money,
          requestedSurcharge: money,
          completedSurcharge: money,
        },
        ['emvIndicator'],
      ),
      { terminal: toOne('terminals'), originalTransaction: toOne('transactions') },
      obj({ self: s, timeline: s }),
      ['originalTransaction'],
    ),
    Timeline: resource(
      'transactionTimelines',
      obj({ events: arr(obj({ position: n, stage: s, occurredAt: time, source: s, detail: s })) }),
      { transaction: toOne('transactions'), terminal: toOne('terminals') },
    ),
    SettlementBatch: resource(
      'settlementBatches',
      obj({
        status: oneOf('PENDING', 'SUBMITTED', 'SETTLED', 'RETURNED'),
        entryCounts: obj({ credits: n, debits: n }),
        creditTotal: money,
        debitTotal: money,
        netPayout: money,
        timing: obj({
          businessDate: date,
          cutoffAt: time,
          submittedAt: maybeTime,
          effectiveEntryDate: date,
          settledAt: maybeTime,
          returnedAt: maybeTime,
        }),
      }),
      { fundingGroup: toOne('terminalGroups') },
      linkSelf,
    ),
    DisputeCase: resource(
      'disputeCases',
      obj(
        {
          status: oneOf('OPEN', 'UNDER_REVIEW', 'AWAITING_EVIDENCE', 'RESOLVED_CREDITED', 'RESOLVED_DENIED'),
          reasonCode: s,
          amount: money,
          openedAt: time,
          dueDate: date,
          assignment: obj({ queue: s, assigneeName: maybe, assignedAt: maybeTime }),
          resolution: obj({
            outcome: maybe,
            creditedAmount: { oneOf: [money, { type: 'null' }] },
            resolvedAt: maybeTime,
          }),
          review: {
            ...obj({ reviewerName: s, reviewedAt: time, comment: s }),
            description: 'Present once the case is resolved.',
          },
        },
        ['review'],
      ),
      { transaction: toOne('transactions'), terminal: toOne('terminals') },
      linkSelf,
    ),
    TerminalCommand: resource(
      'terminalCommands',
      obj({
        commandType: s,
        status: oneOf('QUEUED', 'DISPATCHED', 'COMPLETED', 'FAILED'),
        queuedAt: time,
        completedAt: maybeTime,
        requestedBy: s,
      }),
      { terminal: toOne('terminals') },
    ),
    ProvisioningPayload: resource(
      'provisioningPayloads',
      obj({
        profileVersion: n,
        host: obj({ address: s, port: n, protocol: s }),
        surcharge: money,
        cassettes: arr(obj({ position: n, denomination: money })),
        receipt: obj({ headerLines: arr(s) }),
        keyManagement: obj({ scheme: s, isRemote: bool }),
      }),
      { terminal: toOne('terminals') },
    ),
    ProvisioningExport: resource(
      'provisioningExports',
      obj({
        format: s,
        profileVersion: n,
        parameters: arr(obj({ name: s, value: s })),
        jobs: arr(obj({ jobType: s, status: s, startedAt: time, finishedAt: maybeTime })),
      }),
      { terminal: toOne('terminals') },
    ),
    Form: resource('forms', obj({ formType: s, submittedAt: time, submittedBy: s }), { terminal: toOne('terminals') }),
    ServiceGroup: resource(
      'serviceGroups',
      obj({
        service: s,
        portal_surfaces: arr(obj({ title: s, portalPath: s })),
        api_endpoints: arr(
          obj({ method: s, path: s, operationId: s, privilege: oneOf('public', 'reporting-read', 'privileged-write') }),
        ),
        webhook_events: arr(obj({ event: s, levels: arr(s), delivery: s })),
        rss_feeds: arr(obj({ path: s, contentType: s })),
        notes: arr(s),
      }),
    ),
    PortalSnapshot: resource(
      'portalSnapshots',
      obj({
        branding: obj({
          organizationName: s,
          primaryColor: s,
          logoUrl: s,
          dns: obj({
            domain: s,
            state: s,
            checkedAt: time,
            records: arr(obj({ name: s, recordType: s, verified: bool })),
          }),
        }),
        accessFlags: obj({
          canOpenDisputes: bool,
          canDeriveSettlements: bool,
          canManageConfiguration: bool,
          isReadOnly: bool,
          seesWholeAccount: bool,
        }),
        reportCatalog: arr(obj({ code: s, title: s, formats: arr(s) })),
        complianceVault: arr(obj({ terminalId: uuid, item: s, expiresOn: date })),
        onboarding: arr(obj({ step: s, isDone: bool })),
        documents: arr(obj({ title: s, issuedOn: date })),
        videos: arr(obj({ title: s, durationSeconds: n })),
      }),
      {
        principal: toOne('users'),
        account: toOne('accounts'),
        visibleUsers: toMany('users'),
        visibleTerminals: toMany('terminals'),
        visibleGroups: toMany('terminalGroups'),
        visibleConnectors: toMany('connectors'),
        recentTransactions: toMany('transactions'),
        recentCommands: toMany('terminalCommands'),
        recentForms: toMany('forms'),
      },
    ),
    BrandingStatus: resource(
      'brandingStatuses',
      obj({
        branding: obj({ state: s, themeVersion: s }),
        docsHost: obj({ hostname: s, isReady: bool, dnsState: s, certificateState: s }),
      }),
    ),
    PortalDocument: obj({
      jsonapi: ref('Version'),
      data: ref('PortalSnapshot'),
      included: arr({
        anyOf: [
          'Account',
          'User',
          'Terminal',
          'TerminalGroup',
          'Connector',
          'Transaction',
          'TerminalCommand',
          'Form',
        ].map(ref),
      }),
      links: linkSelf,
      meta: ref('Meta'),
    }),
    CatalogDocument: obj({
      jsonapi: ref('Version'),
      data: arr(ref('ServiceGroup')),
      links: linkSelf,
      meta: ref('Meta'),
    }),
    OpenApiDocument: {
      type: 'object',
      required: ['openapi', 'info', 'paths'],
      properties: { openapi: s, info: { type: 'object' }, paths: { type: 'object' } },
    },
    TransactionListDocument: many('Transaction', 'TransactionMeta'),
    TransactionDocument: one('Transaction'),
    TimelineDocument: one('Timeline'),
    SettlementListDocument: many('SettlementBatch', 'DeriveMeta'),
    SettlementDocument: one('SettlementBatch'),
    DisputeListDocument: many('DisputeCase'),
    DisputeDocument: one('DisputeCase'),
    LocationListDocument: many('Location'),
    LocationDocument: one('Location'),
    TerminalListDocument: many('Terminal'),
    StatusDocument: one('TerminalStatus'),
    ConnectorListDocument: many('Connector'),
    ConnectorStatusDocument: one('ConnectorStatus'),
    GroupListDocument: many('TerminalGroup'),
    CommandListDocument: many('TerminalCommand'),
    PayloadDocument: one('ProvisioningPayload'),
    ExportDocument: one('ProvisioningExport'),
    BrandingDocument: one('BrandingStatus'),
    DeriveRequest: obj({
      data: obj(
        {
          type: oneOf('settlementDerivations'),
          attributes: obj({ fromDate: date, throughDate: date }, ['fromDate', 'throughDate']),
        },
        ['attributes'],
      ),
    }),
    OpenDisputeRequest: obj({
      data: obj({
        type: oneOf('disputeCases'),
        attributes: obj(
          {
            reasonCode: oneOf('CASH_NOT_DISPENSED', 'PARTIAL_DISPENSE', 'DUPLICATE_DEBIT', 'UNRECOGNIZED'),
            amount: money,
          },
          ['amount'],
        ),
        relationships: obj({ transaction: toOne('transactions') }),
      }),
    }),
  };
}

export const SORT_COLUMNS = ['terminal_time', 'amt_req', 'amt_comp', 'sur_comp', 'sequence'];
const parameters: Record<string, Schema> = {
  limit: {
    name: 'limit',
    in: 'query',
    required: false,
    description: 'Most rows in one page. Larger values are cut to 100.',
    schema: { type: 'integer', minimum: 1, default: 25 },
  },
  cursor: { name: 'cursor', in: 'query', required: false, description: 'Taken from links.next.', schema: s },
  terminal_id: {
    name: 'terminal_id',
    in: 'query',
    required: false,
    description: 'Only rows of this terminal.',
    schema: uuid,
  },
  group_id: {
    name: 'group_id',
    in: 'query',
    required: false,
    description: 'Only rows of this group, with the groups nested in it.',
    schema: uuid,
  },
  sort_by: {
    name: 'sort_by',
    in: 'query',
    required: false,
    schema: { type: 'string', enum: SORT_COLUMNS, default: 'terminal_time' },
  },
  sort_dir: {
    name: 'sort_dir',
    in: 'query',
    required: false,
    schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  },
  'filter[status]': { name: 'filter[status]', in: 'query', required: false, schema: s },
};
const reasons: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  304: 'Not modified',
  400: 'A parameter or the body cannot be read',
  401: 'The key is missing or unknown',
  403: 'The user lacks the privilege',
  404: 'Not found in the scope of the user',
  409: 'A case is open already',
  415: 'The media type is not supported',
  422: 'The body asks for something impossible',
};

export function openApi(origin: string, on: (fault: string) => boolean): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const o of operations) {
    if (o.id === 'getTransactionTimeline' && on('document-omits-timeline')) continue;
    const path = on('version-document-bare') ? o.path.slice(3) : o.path;
    const isKeyed = o.access !== 'public' || (o.id === 'getBrandingStatus' && on('document-branding-keyed'));
    const content = (schema: Schema): Schema => ({ [o.media!]: { schema } });
    paths[path] ??= {};
    paths[path][o.method.toLowerCase()] = {
      operationId: o.id,
      summary: o.summary,
      tags: [families[o.families[0]!]!.name],
      'x-privilege': o.access,
      security: isKeyed ? [{ apiKey: [] }] : [],
      parameters: [
        ...[...o.path.matchAll(/\{(\w+)\}/g)].map((m) => ({ name: m[1], in: 'path', required: true, schema: uuid })),
        ...o.query.map((q) => ({ $ref: `#/components/parameters/${q.replace(/\W/g, '_')}` })),
      ],
      ...(o.body
        ? {
            requestBody: {
              required: o.id === 'openDispute',
              content: {
                'application/vnd.api+json': { schema: ref(o.body) },
                'application/json': { schema: ref(o.body) },
              },
            },
          }
        : {}),
      responses: Object.fromEntries(
        o.statuses.map((status) => [
          String(status),
          {
            description: reasons[status],
            ...(status < 300
              ? { content: content(o.schema ? ref(o.schema) : s) }
              : status === 304
                ? {}
                : { content: { 'application/vnd.api+json': { schema: ref('ErrorDocument') } } }),
          },
        ]),
      ),
    };
  }
  if (on('document-internal-operation'))
    paths['/v1/internal/api-keys'] = {
      get: {
        operationId: 'listApiKeys',
        summary: 'All keys of all accounts',
        tags: ['Internal'],
        security: [{ apiKey: [] }],
        parameters: [],
        responses: { 200: { description: 'Done' } },
      },
    };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Terminal Fleet Portal Data Service',
      version: '1.14.2',
      description: 'JSON:API documents. Every answer is limited to the scope of the key.',
    },
    servers: [{ url: origin }],
    tags: families.map((g) => ({ name: g.name })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      parameters: Object.fromEntries(Object.entries(parameters).map(([name, p]) => [name.replace(/\W/g, '_'), p])),
      schemas: schemas(on('document-stale-schema') ? 'dispensedAmount' : 'completedAmount'),
    },
  };
}

export function catalogGroups(ids: readonly string[], on: (fault: string) => boolean): unknown[] {
  const seen = new Set<string>();
  return families.map((family, i) => {
    const own = operations.filter((o) => o.families.includes(i));
    const events = family.events.filter((e) => {
      const isNew = !seen.has(e);
      seen.add(e);
      return isNew || !on('catalog-events-once');
    });
    const endpoints = own.map((o) => ({
      method: o.method,
      path: on('version-catalog-v2') && o.path.startsWith('/v1/disputes') ? o.path.replace('/v1/', '/v2/') : o.path,
      operationId: o.id,
      privilege: o.access,
    }));
    if (i === 5 && on('catalog-compliance-endpoint'))
      endpoints.push({
        method: 'GET',
        path: '/v1/compliance/documents',
        operationId: 'listComplianceDocuments',
        privilege: 'reporting-read',
      });
    const members: Record<string, unknown[]> = {
      portal_surfaces: family.surfaces.map(([title, portalPath]) => ({ title, portalPath })),
      api_endpoints: endpoints,
      webhook_events: events.map((event) => ({ event, levels: ['account', 'terminal'], delivery: 'signed-push' })),
      rss_feeds: own
        .filter(
          (o) => o.media === 'application/rss+xml' && !(o.id === 'getTerminalFeed' && on('catalog-no-terminal-feed')),
        )
        .map((o) => ({ path: o.path, contentType: 'application/rss+xml' })),
      notes: family.notes,
    };
    const attributes: Record<string, unknown> = { service: family.name };
    for (const [member, value] of Object.entries(members)) {
      if (value.length === 0 && on('catalog-empty-omitted')) continue;
      attributes[on('catalog-camel-case') ? member.replace(/_(\w)/g, (_, c: string) => c.toUpperCase()) : member] =
        value;
    }
    return { type: 'serviceGroups', id: ids[i], attributes };
  });
}
