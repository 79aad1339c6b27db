// Published documents: OpenAPI and the integration catalog.
const str = (extra: any = {}): any => ({ type: 'string', ...extra });
const id = (): any => str({ pattern: '^[0-9a-f]{24}$' });
const time = (): any => str({ format: 'date-time' });
const timeOrNull = (): any => ({ type: ['string', 'null'], format: 'date-time' });
const strOrNull = (): any => ({ type: ['string', 'null'] });
const num = (description?: string): any => (description ? { type: 'number', description } : { type: 'number' });
const int = (extra: any = {}): any => ({ type: 'integer', ...extra });
const bool = (): any => ({ type: 'boolean' });
const en = (...values: string[]): any => ({ type: 'string', enum: values });
const arr = (items: any): any => ({ type: 'array', items });
const ref = (n: string): any => ({ $ref: `#/components/schemas/${n}` });
const obj = (properties: any, optional: string[] = []): any => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((k) => !optional.includes(k)),
  additionalProperties: false,
});
const currency = (): any => en('MXN');
const page = (item: string): any =>
  obj({
    results: arr(ref(item)),
    total: int({ minimum: 0, description: 'Number of matching elements before skip and limit' }),
    skip: int({ minimum: 0 }),
    limit: int({ minimum: 1 }),
  });

export const REASONS = ['noDispensado', 'montoIncorrecto', 'cargoDuplicado', 'noReconocido'];
export const DISPUTE_STATUS = ['abierta', 'enRevision', 'resueltaAFavor', 'resueltaEnContra'];
export const BATCH_STATUS = ['abierto', 'cerrado', 'enviado', 'pagado', 'rechazado'];
export const COMMAND_STATUS = ['enCola', 'completado', 'fallido'];
export const SORT_KEYS = ['date', 'amt_req', 'amt_comp', 'sur_comp', 'seq'];
export const MAX_LIMIT = 200;
export const DEFAULT_LIMIT = 50;

const TERMINAL_STATUS = ['enLinea', 'fueraDeLinea', 'degradada', 'mantenimiento'];
const tRef = { terminalId: id(), terminalCode: str() };
const alert = obj({
  _id: id(),
  code: str(),
  kind: str(),
  severity: en('baja', 'media', 'alta'),
  status: en('activa', 'atendida'),
  openedAt: time(),
});

const schemas: Record<string, any> = {
  Error: obj({ ok: { type: 'boolean', const: false }, code: str(), message: str() }),
  Transaction: obj(
    {
      _id: id(),
      code: str(),
      ...tRef,
      terminalDateTime: time(),
      type: en('retiro', 'consulta', 'transferencia', 'reverso'),
      sequenceNumber: int(),
      accountType: en('debito', 'ahorro', 'cheques', 'credito'),
      emv: en('chip', 'sinContacto'),
      network: en('visa', 'mastercard'),
      response: obj({
        code: str(),
        result: en('aprobada', 'aprobadaParcial', 'rechazada', 'fallida'),
        description: str(),
      }),
      amountRequested: num(),
      amountCompleted: num(),
      surchargeRequested: num(),
      surchargeCompleted: num(),
      currency: currency(),
      originalTransactionId: id(),
    },
    ['emv', 'originalTransactionId'],
  ),
  TransactionSummary: obj({
    totalSurcharge: num('Sum of surchargeCompleted of all matching rows (not only of this page)'),
    totalWithdrawn: num('Sum of amountCompleted of all matching rows of the type retiro (not only of this page)'),
    currency: currency(),
  }),
  TransactionPage: obj({
    results: arr(ref('Transaction')),
    total: int({ minimum: 0 }),
    skip: int({ minimum: 0 }),
    limit: int({ minimum: 1 }),
    summary: ref('TransactionSummary'),
  }),
  TimelineEntry: obj({
    at: time(),
    stage: en('solicitud', 'autorizacion', 'entrega', 'reverso', 'disputa', 'resolucion'),
    detail: str(),
  }),
  Timeline: obj({
    transactionId: id(),
    transactionCode: str(),
    ...tRef,
    results: arr(ref('TimelineEntry')),
    total: int(),
  }),
  Settlement: obj({
    _id: id(),
    code: str(),
    accountId: id(),
    groupId: id(),
    terminalIds: arr(id()),
    status: en(...BATCH_STATUS),
    entryCount: int(),
    creditCount: int(),
    debitCount: int(),
    creditTotal: num(),
    debitTotal: num(),
    netPayout: num('creditTotal minus debitTotal'),
    currency: currency(),
    timing: obj({
      businessDate: str({ format: 'date' }),
      openedAt: time(),
      closedAt: timeOrNull(),
      sentAt: timeOrNull(),
      paidAt: timeOrNull(),
    }),
  }),
  SettlementPage: page('Settlement'),
  DeriveRequest: obj({ groupId: id(), businessDate: str({ format: 'date' }) }),
  Dispute: obj(
    {
      _id: id(),
      code: str(),
      status: en(...DISPUTE_STATUS),
      reasonCode: en(...REASONS),
      transactionId: id(),
      terminalId: id(),
      amount: num(),
      currency: currency(),
      openedAt: time(),
      dueDate: time(),
      notes: strOrNull(),
      assignment: obj({ team: str(), assignee: strOrNull(), assignedAt: timeOrNull() }),
      resolution: obj({
        outcome: { type: ['string', 'null'], enum: ['aFavorDelCliente', 'enContraDelCliente', null] },
        resolvedAt: timeOrNull(),
        comment: strOrNull(),
      }),
      reviewer: obj({ name: str(), role: str(), reviewedAt: time() }),
    },
    ['reviewer'],
  ),
  DisputePage: page('Dispute'),
  DisputeRequest: obj(
    {
      transactionId: id(),
      reasonCode: en(...REASONS),
      amount: { type: 'number', exclusiveMinimum: 0 },
      notes: str({ maxLength: 500 }),
    },
    ['notes'],
  ),
  Location: obj({
    _id: id(),
    ...tRef,
    name: str(),
    street: str(),
    city: str(),
    state: str(),
    postalCode: str(),
    country: str(),
    latitude: num(),
    longitude: num(),
    riskLevel: en('bajo', 'medio', 'alto'),
    openingHours: en('las24Horas', 'horarioComercial'),
  }),
  LocationPage: page('Location'),
  StatusMonitoring: obj({
    ...tRef,
    status: en(...TERMINAL_STATUS),
    statusChangedAt: time(),
    lastHeartbeatAt: time(),
    telemetry: obj({
      cashRemaining: num(),
      currency: currency(),
      cassettes: arr(obj({ position: int(), denomination: num(), notes: int() })),
      signalPercent: int(),
      temperatureCelsius: num(),
      paperStatus: en('suficiente', 'bajo'),
    }),
    alerts: arr(alert),
  }),
  Connector: obj({
    _id: id(),
    code: str(),
    name: str(),
    kind: en('procesador', 'monitoreo'),
    status: en('operativo', 'degradado', 'caido'),
    terminalIds: arr(id()),
    terminalCount: int(),
  }),
  ConnectorPage: page('Connector'),
  ConnectorStatus: obj({
    connectorId: id(),
    connectorCode: str(),
    status: en('operativo', 'degradado', 'caido'),
    lastCheckAt: time(),
    latencyMs: int(),
    terminals: arr(obj({ ...tRef, status: en(...TERMINAL_STATUS) })),
    terminalCount: int(),
  }),
  TerminalGroup: obj({
    _id: id(),
    code: str(),
    name: str(),
    kind: en('ruta', 'etiqueta'),
    accountId: { type: ['string', 'null'] },
    terminalIds: arr(id()),
    terminalCount: int(),
  }),
  TerminalGroupPage: page('TerminalGroup'),
  Command: obj({
    _id: id(),
    code: str(),
    ...tRef,
    command: en('reiniciar', 'sincronizarReloj', 'actualizarPantallas', 'consultarInventario'),
    status: en(...COMMAND_STATUS),
    origin: en('portal', 'programado'),
    queuedAt: time(),
    completedAt: timeOrNull(),
  }),
  CommandPage: page('Command'),
  ProvisioningPayload: obj({
    ...tRef,
    version: int(),
    generatedAt: time(),
    parameters: obj({
      model: str(),
      serialNumber: str(),
      hostName: str(),
      hostPort: int(),
      timeZone: str(),
      surcharge: num(),
      currency: currency(),
      receiptHeader: str(),
      denominations: arr(num()),
    }),
  }),
  ProvisioningJob: obj({
    _id: id(),
    code: str(),
    ...tRef,
    kind: en('altaInicial', 'actualizacionParametros'),
    status: en('pendiente', 'enProceso', 'completado', 'fallido'),
    createdAt: time(),
    finishedAt: timeOrNull(),
  }),
  ProvisioningExport: obj({
    ...tRef,
    fileName: str(),
    exportedAt: time(),
    lines: arr(str()),
    jobs: arr(ref('ProvisioningJob')),
  }),
  Account: obj({
    _id: id(),
    code: str(),
    name: str(),
    legalName: str(),
    rfc: str(),
    city: str(),
    status: en('activa'),
    clabeLast4: str(),
  }),
  Terminal: obj({
    _id: id(),
    code: str(),
    name: str(),
    accountId: id(),
    status: en(...TERMINAL_STATUS),
    model: str(),
    serialNumber: str(),
    lastHeartbeatAt: time(),
  }),
  User: obj({
    _id: id(),
    code: str(),
    name: str(),
    email: str(),
    role: en('administrador', 'analista', 'gerente', 'tecnico', 'consulta'),
  }),
  Form: obj({
    _id: id(),
    code: str(),
    ...tRef,
    title: str(),
    status: en('recibido', 'enCaptura'),
    submittedAt: time(),
  }),
  Portal: obj({
    principal: ref('User'),
    accounts: { ...arr(ref('Account')), description: 'Account profiles' },
    organization: obj({
      _id: id(),
      code: str(),
      name: str(),
      branding: obj({ displayName: str(), primaryColor: str(), logoUrl: str(), status: en('publicada', 'borrador') }),
      dns: obj({ host: str(), status: en('verificado', 'pendiente'), lastCheckedAt: time() }),
    }),
    accessFlags: obj({
      canReadReports: bool(),
      canCreateDisputes: bool(),
      canDeriveSettlements: bool(),
      seesWholeOrganization: bool(),
      seesWholeAccounts: bool(),
    }),
    users: arr(ref('User')),
    terminals: arr(ref('Terminal')),
    groups: arr(ref('TerminalGroup')),
    connectors: arr(ref('Connector')),
    recent: obj({ transactions: arr(ref('Transaction')), commands: arr(ref('Command')), forms: arr(ref('Form')) }),
    reportCatalog: arr(obj({ code: str(), name: str(), path: str() })),
    complianceVault: arr(
      obj({
        _id: id(),
        code: str(),
        ...tRef,
        requirement: str(),
        status: en('vigente', 'porVencer'),
        expiresAt: time(),
      }),
    ),
    onboarding: arr(obj({ _id: id(), code: str(), ...tRef, stage: str(), updatedAt: time() })),
    documents: arr(
      obj({
        _id: id(),
        code: str(),
        accountId: id(),
        terminalId: { type: ['string', 'null'] },
        title: str(),
        kind: str(),
        uploadedAt: time(),
      }),
    ),
    videos: arr(obj({ _id: id(), code: str(), title: str(), durationSeconds: int(), url: str() })),
  }),
  CatalogService: obj({
    service: str(),
    name: str(),
    portal_surfaces: arr(str()),
    api_endpoints: arr(obj({ method: en('GET', 'POST'), path: str() })),
    webhook_events: arr(str()),
    rss_feeds: arr(str()),
    notes: arr(str()),
  }),
  Catalog: obj({ results: arr(ref('CatalogService')), total: int() }),
  BrandingStatus: obj({
    status: en('listo', 'pendiente'),
    branding: obj({ ready: bool(), status: en('publicada', 'borrador') }),
    docsHost: obj({
      host: str(),
      ready: bool(),
      dnsStatus: en('verificado', 'pendiente'),
      tlsStatus: en('vigente', 'vencido'),
    }),
    checkedAt: time(),
  }),
};

const q = (name: string, schema: any, description: string): any => ({
  name,
  in: 'query',
  required: false,
  schema,
  description,
});
const p = (name: string): any => ({
  name,
  in: 'path',
  required: true,
  schema: id(),
  description: 'The _id of the element',
});
const PAGING = [
  q('limit', int({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT }), 'Maximum number of elements in results'),
  q('skip', int({ minimum: 0, default: 0 }), 'Number of elements to leave out at the beginning'),
];
const SORTING = [
  q('sort_by', { ...en(...SORT_KEYS), default: 'date' }, 'Sort column; amt_comp is the completed amount'),
  q('sort_dir', { ...en('asc', 'desc'), default: 'desc' }, 'Sort direction'),
];
const errorResponse = (description: string): any => ({
  description,
  content: { 'application/json': { schema: ref('Error') } },
});

interface Op {
  method: 'get' | 'post';
  path: string;
  operationId: string;
  summary: string;
  params: any[];
  schema?: string;
  body?: string;
  open?: boolean;
  rss?: boolean;
  errors: string[];
}
const g = (
  path: string,
  operationId: string,
  summary: string,
  schema: string,
  params: any[] = [],
  errors: string[] = ['401'],
): Op => ({ method: 'get', path, operationId, summary, params, schema, errors });
const T = p('terminal_id');
export const operations: Op[] = [
  g('/v1/portal', 'getPortal', 'Portal snapshot of the current user', 'Portal'),
  g('/v1/integrations/catalog', 'getCatalog', 'Inventory of the integration surface', 'Catalog'),
  {
    method: 'get',
    path: '/v1/integrations/public-openapi.json',
    operationId: 'getPublicOpenapi',
    summary: 'This document',
    params: [],
    open: true,
    errors: [],
  },
  g(
    '/v1/transactions',
    'listTransactions',
    'Transaction rows of visible terminals with a summary',
    'TransactionPage',
    [
      ...PAGING,
      q('terminal_id', id(), 'Only this terminal'),
      q('group_id', id(), 'Only terminals of this group'),
      ...SORTING,
    ],
    ['400', '401'],
  ),
  g(
    '/v1/transactions/{transaction_id}/timeline',
    'getTimeline',
    'Timeline of one transaction',
    'Timeline',
    [p('transaction_id')],
    ['401', '404'],
  ),
  g(
    '/v1/settlements',
    'listSettlements',
    'ACH settlement batches; a batch is visible to users who see all of its terminals',
    'SettlementPage',
    [...PAGING, q('status', en(...BATCH_STATUS), 'Only this status')],
    ['400', '401'],
  ),
  {
    method: 'post',
    path: '/v1/settlements/derive',
    operationId: 'deriveSettlement',
    summary: 'Derives the batch of one route (group of the kind ruta) and business date. Role administrador only',
    params: [],
    schema: 'Settlement',
    body: 'DeriveRequest',
    errors: ['400', '401', '403', '404', '409', '422'],
  },
  g(
    '/v1/disputes',
    'listDisputes',
    'Dispute cases',
    'DisputePage',
    [...PAGING, q('status', en(...DISPUTE_STATUS), 'Only this status')],
    ['400', '401'],
  ),
  {
    method: 'post',
    path: '/v1/disputes',
    operationId: 'createDispute',
    summary: 'Opens a dispute case. Roles administrador and gerente only',
    params: [],
    schema: 'Dispute',
    body: 'DisputeRequest',
    errors: ['400', '401', '403', '404', '409', '422'],
  },
  g('/v1/locations', 'listLocations', 'Locations', 'LocationPage', PAGING, ['400', '401']),
  g('/v1/locations/{terminal_id}', 'getLocation', 'Location of one terminal', 'Location', [T], ['401', '404']),
  g(
    '/v1/terminals/{terminal_id}/status-monitoring',
    'getStatusMonitoring',
    'Status and telemetry of one terminal',
    'StatusMonitoring',
    [T],
    ['401', '404'],
  ),
  g(
    '/v1/terminals/{terminal_id}/transactions',
    'listTerminalTransactions',
    'Transactions of one terminal',
    'TransactionPage',
    [T, ...PAGING, ...SORTING],
    ['400', '401', '404'],
  ),
  g('/v1/connectors', 'listConnectors', 'Connectors of visible terminals', 'ConnectorPage', PAGING, ['400', '401']),
  g(
    '/v1/connectors/{connector_id}/status',
    'getConnectorStatus',
    'Status of one connector',
    'ConnectorStatus',
    [p('connector_id')],
    ['401', '404'],
  ),
  g(
    '/v1/terminal-groups',
    'listTerminalGroups',
    'Terminal groups with their visible terminals',
    'TerminalGroupPage',
    PAGING,
    ['400', '401'],
  ),
  g(
    '/v1/terminals/{terminal_id}/commands',
    'listCommands',
    'Commands of one terminal',
    'CommandPage',
    [T, ...PAGING, q('status', en(...COMMAND_STATUS), 'Only this status')],
    ['400', '401', '404'],
  ),
  g(
    '/v1/terminals/{terminal_id}/provisioning-payload',
    'getProvisioningPayload',
    'Provisioning payload of one terminal',
    'ProvisioningPayload',
    [T],
    ['401', '404'],
  ),
  g(
    '/v1/terminals/{terminal_id}/provisioning-export',
    'getProvisioningExport',
    'Provisioning export of one terminal',
    'ProvisioningExport',
    [T],
    ['401', '404'],
  ),
  {
    method: 'get',
    path: '/v1/feeds/account.xml',
    operationId: 'getAccountFeed',
    summary: 'Account RSS feed',
    params: [],
    rss: true,
    errors: ['401'],
  },
  {
    method: 'get',
    path: '/v1/feeds/terminals/{terminal_id}.xml',
    operationId: 'getTerminalFeed',
    summary: 'Terminal RSS feed',
    params: [T],
    rss: true,
    errors: ['401', '404'],
  },
  {
    method: 'get',
    path: '/v1/public/branding-status',
    operationId: 'getBrandingStatus',
    summary: 'Public status of branding and docs host',
    params: [],
    schema: 'BrandingStatus',
    open: true,
    errors: [],
  },
];
const ERROR_TEXT: Record<string, string> = {
  '400': 'parametroInvalido, cuerpoInvalido',
  '401': 'noAutenticado: the key is missing or unknown',
  '403': 'permisoInsuficiente: the role may not do this',
  '404': 'noEncontrado: does not exist or is not visible to the user',
  '409': 'liquidacionExistente, disputaExistente',
  '422': 'sinMovimientos, montoExcedido, grupoNoLiquidable',
};

export function buildOpenapi(fault?: string): any {
  const paths: any = {};
  for (const o of operations) {
    if (fault === 'openapi-needs-refresh' && o.operationId === 'getProvisioningExport') continue;
    const responses: any = {};
    const content = o.rss
      ? { 'application/rss+xml': { schema: { type: 'string' } } }
      : { 'application/json': { schema: o.schema ? ref(o.schema) : { type: 'object' } } };
    responses[o.method === 'post' ? '201' : '200'] = { description: o.method === 'post' ? 'Created' : 'OK', content };
    if (o.operationId === 'getPublicOpenapi') {
      responses['200'].headers = {
        ETag: { schema: { type: 'string' } },
        'Cache-Control': { schema: { type: 'string' } },
      };
      responses['304'] = { description: 'Not modified (If-None-Match)' };
    }
    for (const e of o.errors) responses[e] = errorResponse(ERROR_TEXT[e]!);
    const op: any = {
      operationId: o.operationId,
      summary: o.summary,
      parameters: o.params,
      responses,
      security: o.open ? [] : [{ apiKey: [] }],
    };
    if (o.body) op.requestBody = { required: true, content: { 'application/json': { schema: ref(o.body) } } };
    paths[o.path] = { ...(paths[o.path] ?? {}), [o.method]: op };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'CajaFácil Terminal Fleet Portal Data Service',
      version: '1.14.0',
      description:
        'Scoped data of a terminal fleet. Times are ISO 8601 in UTC with milliseconds, amounts are numbers in the currency given by `currency`. Errors are { ok: false, code, message }.',
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } }, schemas },
  };
}

const FAMILIES: Array<{
  service: string;
  name: string;
  surfaces: string[];
  paths: string[];
  events: string[];
  feeds: string[];
  notes: string[];
}> = [
  {
    service: 'accountFleet',
    name: 'Account and fleet snapshot',
    surfaces: ['Inicio', 'Mi cuenta'],
    paths: [
      '/v1/portal',
      '/v1/integrations/catalog',
      '/v1/integrations/public-openapi.json',
      '/v1/public/branding-status',
    ],
    events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    feeds: ['/v1/feeds/account.xml'],
    notes: ['The portal snapshot is the safest first call.'],
  },
  {
    service: 'terminals',
    name: 'Terminals, locations, telemetry',
    surfaces: ['Cajeros', 'Ubicaciones', 'Monitoreo'],
    paths: [
      '/v1/locations',
      '/v1/locations/{terminal_id}',
      '/v1/terminals/{terminal_id}/status-monitoring',
      '/v1/terminal-groups',
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
    notes: ['Groups list visible terminals only.'],
  },
  {
    service: 'transactions',
    name: 'Transactions and processor activity',
    surfaces: ['Transacciones', 'Bitácora'],
    paths: [
      '/v1/transactions',
      '/v1/transactions/{transaction_id}/timeline',
      '/v1/terminals/{terminal_id}/transactions',
    ],
    events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    feeds: ['/v1/feeds/account.xml', '/v1/feeds/terminals/{terminal_id}.xml'],
    notes: ['Rows never carry card data.'],
  },
  {
    service: 'operations',
    name: 'RMS, commands, connectors, provisioning',
    surfaces: ['Comandos', 'Conectores', 'Aprovisionamiento'],
    paths: [
      '/v1/connectors',
      '/v1/connectors/{connector_id}/status',
      '/v1/terminals/{terminal_id}/commands',
      '/v1/terminals/{terminal_id}/provisioning-payload',
      '/v1/terminals/{terminal_id}/provisioning-export',
    ],
    events: ['command_failed', 'provisioning_failed'],
    feeds: ['/v1/feeds/terminals/{terminal_id}.xml'],
    notes: ['Commands are read-only in this interface.'],
  },
  {
    service: 'settlements',
    name: 'Settlements, payouts, disputes',
    surfaces: ['Liquidaciones', 'Disputas'],
    paths: ['/v1/settlements', '/v1/settlements/derive', '/v1/disputes'],
    events: ['settlement_mismatch'],
    feeds: [],
    notes: ['Deriving is for the role administrador; disputes are opened by administrador and gerente.'],
  },
  {
    service: 'compliance',
    name: 'Compliance vault and onboarding',
    surfaces: ['Cumplimiento', 'Altas', 'Documentos', 'Videos'],
    paths: [],
    events: ['compliance_expiration', 'location_risk_change'],
    feeds: [],
    notes: ['Available only through the portal snapshot.'],
  },
];

export function buildCatalog(fault?: string): any {
  const seen = new Set<string>();
  const results = FAMILIES.map((f) => {
    const events = fault === 'catalog-repeated-event-missing' ? f.events.filter((e) => !seen.has(e)) : f.events;
    f.events.forEach((e) => seen.add(e));
    const feeds = fault === 'catalog-terminal-feed-missing' ? f.feeds.filter((x) => !x.includes('{')) : f.feeds;
    const row: any = {
      service: f.service,
      name: f.name,
      portal_surfaces: f.surfaces,
      api_endpoints: f.paths.flatMap((path) =>
        operations.filter((o) => o.path === path).map((o) => ({ method: o.method.toUpperCase(), path })),
      ),
      webhook_events: events,
      rss_feeds: feeds,
      notes: f.notes,
    };
    if (fault === 'catalog-notes-missing' && f.service === 'settlements') delete row.notes;
    return row;
  });
  return { results, total: results.length };
}
