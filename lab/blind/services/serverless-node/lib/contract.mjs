// The machine-readable contract: integration catalog and public OpenAPI document.
import { fault } from './util.mjs';
import { REASONS } from './data.mjs';

const E = (method, path) => ({ method, path });
const ACCOUNT_FEED = { name: 'Account digest', path: '/v1/feeds/account.xml' };
const TERMINAL_FEED = { name: 'Terminal stream', path: '/v1/feeds/terminals/{terminal_id}.xml' };

export function catalog() {
  const exportPath = fault('catalog-names-dead-path') ? '/v1/terminals/{terminal_id}/provisioning' : '/v1/terminals/{terminal_id}/provisioning-export';
  const services = [
    {
      service: 'accountSnapshot', title: 'Account and fleet snapshot', portal_surfaces: ['Dashboard', 'Users', 'Branding'],
      api_endpoints: [E('GET', '/v1/portal'), E('GET', '/v1/integrations/catalog'), E('GET', '/v1/integrations/public-openapi.json'), E('GET', '/v1/public/branding-status'), E('GET', ACCOUNT_FEED.path)],
      webhook_events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'], rss_feeds: [ACCOUNT_FEED], notes: ['Start with the portal snapshot: it lists everything your key may see.'],
    },
    {
      service: 'terminals', title: 'Terminals, locations, telemetry', portal_surfaces: ['Terminals', 'Map', 'Groups'],
      api_endpoints: [E('GET', '/v1/locations'), E('GET', '/v1/locations/{terminal_id}'), E('GET', '/v1/terminals/{terminal_id}/status-monitoring'), E('GET', '/v1/terminal-groups'), E('GET', TERMINAL_FEED.path)],
      webhook_events: ['heartbeat_stale', 'cash_low', 'cash_out', 'dispenser_fault', 'compliance_expiration', 'location_risk_change'], rss_feeds: [ACCOUNT_FEED, TERMINAL_FEED], notes: ['Times carry the zone of the terminal.'],
    },
    {
      service: 'transactions', title: 'Transactions and processor activity', portal_surfaces: ['Transactions'],
      api_endpoints: [E('GET', '/v1/transactions'), E('GET', '/v1/transactions/{transaction_id}/timeline'), E('GET', '/v1/terminals/{terminal_id}/transactions')],
      webhook_events: ['decline_spike', 'approval_rate_drop', 'reversal_spike', 'high_decline_velocity', 'repeated_same_card_attempt'], rss_feeds: [ACCOUNT_FEED, TERMINAL_FEED],
      notes: ['Amounts are in cents.', 'Card data is never returned.'],
    },
    {
      service: 'rms', title: 'RMS, commands, connectors, provisioning', portal_surfaces: ['Commands', 'Connectors', 'Provisioning'],
      api_endpoints: [
        E('GET', '/v1/connectors'), E('GET', '/v1/connectors/{connector_id}/status'), E('GET', '/v1/terminals/{terminal_id}/commands'),
        E('GET', '/v1/terminals/{terminal_id}/provisioning-payload'), E('GET', exportPath),
      ],
      webhook_events: ['command_failed', 'provisioning_failed'], rss_feeds: [TERMINAL_FEED], notes: ['Commands are sent from the portal.'],
    },
    {
      service: 'settlements', title: 'Settlements, payouts, disputes', portal_surfaces: ['Payouts', 'Disputes'],
      api_endpoints: [E('GET', '/v1/settlements'), E('POST', '/v1/settlements/derive'), E('GET', '/v1/disputes'), E('POST', '/v1/disputes')],
      webhook_events: ['settlement_mismatch'], rss_feeds: [], notes: ['The write paths need a role with the matching right.'],
    },
    {
      service: 'compliance', title: 'Compliance vault and onboarding', portal_surfaces: ['Compliance vault', 'Onboarding', 'Documents', 'Videos'],
      api_endpoints: [E('GET', '/v1/portal')], webhook_events: ['compliance_expiration', 'location_risk_change'], rss_feeds: [], notes: ['Only within the portal snapshot.'],
    },
  ];
  if (!fault('own-catalog-camel-members')) return { version: 'v1', services };
  return {
    version: 'v1',
    services: services.map(({ webhook_events: webhookEvents, rss_feeds: rssFeeds, portal_surfaces: portalSurfaces, api_endpoints: apiEndpoints, ...s }) => ({ ...s, portalSurfaces, apiEndpoints, webhookEvents, rssFeeds })),
  };
}

// ---------------------------------------------------------------- schemas

const str = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const int = { type: 'integer' };
const num = { type: 'number' };
const bool = { type: 'boolean' };
const date = { type: 'string', format: 'date' };
const cents = { type: 'integer', description: 'Cents' };
const maybe = (s) => ({ ...s, type: [s.type, 'null'] });
const oneOf = (...values) => ({ type: 'string', enum: values });
const arr = (items) => ({ type: 'array', items });
const refTo = (name) => ({ $ref: `#/components/schemas/${name}` });
const obj = (properties, optional = []) => ({ type: 'object', properties, required: Object.keys(properties).filter((k) => !optional.includes(k)) });
const page = (name, extra = {}) => obj({ items: arr(refTo(name)), nextCursor: maybe(str), ...extra });

const schemas = {
  Error: obj({ error: obj({ code: str, message: str, requestId: str }) }),
  Transaction: obj({
    id: str, terminalId: str, groupId: str, localTime: time, type: oneOf('withdrawal', 'balance', 'transfer'), seq: int, acct: oneOf('savings', 'cheque', 'credit'), emv: oneOf('chip', 'contactless'),
    outcome: oneOf('approved', 'declined', 'partial', 'reversed'), resp: obj({ code: str, text: str }), amtReq: cents, amtComp: cents, surReq: cents, surComp: cents, ccy: str,
  }, ['emv']),
  TransactionSummary: obj({ rows: int, totalWithdrawn: cents, totalSurcharge: cents, ccy: str }),
  TransactionPage: page('Transaction', { summary: refTo('TransactionSummary') }),
  Timeline: obj({ transactionId: str, terminalId: str, outcome: str, events: arr(obj({ at: time, step: str })) }),
  Batch: obj({
    id: str, accountId: str, groupId: str, status: oneOf('open', 'submitted', 'settled', 'returned'), rail: str, terminalIds: arr(str), txnCount: int, entries: obj({ total: int, credits: int, debits: int }),
    creditTotal: cents, debitTotal: cents, netPayout: cents, ccy: str, window: obj({ from: time, to: time }), openedAt: time, cutoffAt: time, submittedAt: maybe(time), settledAt: maybe(time),
  }),
  BatchPage: page('Batch'),
  Derived: obj({ items: arr(refTo('Batch')), txnCount: int }),
  Dispute: obj({
    id: str, status: oneOf('open', 'inReview', 'won', 'lost', 'withdrawn'), reasonCode: oneOf(...REASONS), transactionId: str, terminalId: str, amt: cents, ccy: str, note: maybe(str), openedAt: time, dueDate: date,
    assigned: maybe(obj({ queue: str, at: time })), resolution: maybe(obj({ outcome: str, paid: cents, at: time })), reviewer: obj({ name: str, note: str, at: time }),
  }, ['reviewer']),
  DisputePage: page('Dispute'),
  NewDispute: obj({ transactionId: str, reasonCode: oneOf(...REASONS), amt: cents, note: str }, ['amt', 'note']),
  Location: obj({
    id: str, accountId: str, name: str, addr: obj({ street: str, suburb: str, state: str, postcode: str, country: str }), geo: obj({ lat: num, lng: num }), tz: str, risk: str,
    terminals: arr(obj({ id: str, name: str, state: str })),
  }),
  LocationPage: page('Location'),
  Terminal: obj({ id: str, name: str, accountId: str, groupId: str, locationId: str, connectorId: str, maker: str, model: str, serial: str, tz: str, state: str, lastHeartbeat: time }),
  Group: obj({ id: str, name: str, accountId: str, parentId: maybe(str), terminalCount: int, terminalIds: arr(str) }),
  GroupPage: page('Group'),
  Connector: obj({ id: str, name: str, protocol: str, host: str, port: int, state: str, terminalCount: int }),
  ConnectorPage: page('Connector'),
  ConnectorStatus: obj({ connectorId: str, state: str, since: time, lastEcho: time, latencyMs: int, terminals: obj({ total: int, online: int }) }),
  Command: obj({ id: str, terminalId: str, type: str, state: oneOf('queued', 'sent', 'completed', 'failed'), source: str, queuedAt: time, endedAt: maybe(time) }),
  CommandPage: page('Command'),
  Alert: obj({ id: str, terminalId: str, event: str, severity: str, text: str, openedAt: time, clearedAt: maybe(time) }),
  Status: obj({
    terminalId: str, name: str, state: str, online: bool, lastHeartbeat: time, tz: str,
    telemetry: obj({
      signalDbm: int, tempC: int, firmware: str, cash: cents, ccy: str, cassettes: arr(obj({ slot: int, denom: int, notes: int, capacity: int })),
      devices: obj({ dispenser: str, cardReader: str, printer: str, safe: str }),
    }),
    alerts: arr(refTo('Alert')), changes: arr(obj({ at: time, from: str, to: str })),
  }),
  ProvisioningPayload: obj({
    terminalId: str, serial: str, profile: str, firmware: str, tz: str, ccy: str, host: obj({ connectorId: str, name: str, address: str, port: int, protocol: str, tls: bool }),
    surcharge: obj({ withdrawal: cents, balance: cents }), cassettes: arr(obj({ slot: int, denom: int, capacity: int })), keyLoading: str,
    jobs: arr(obj({ id: str, kind: str, state: str, startedAt: time, endedAt: maybe(time) })),
  }),
  ProvisioningExport: obj({ terminalId: str, format: str, file: str, exportedAt: time, content: str }),
  User: obj({ id: str, name: str, email: str, role: str, accountId: str, lastSeen: time }),
  Portal: obj({
    principal: obj({ id: str, name: str, email: str, role: str, accountId: str, lastSeen: time, scope: oneOf('account', 'terminals') }),
    account: obj({ id: str, name: str, kind: str, tz: str, abn: str, domain: str, subAccounts: arr(obj({ id: str, name: str, tz: str })) }),
    branding: obj({ displayName: str, colour: str, logoUrl: str, supportEmail: str, dns: obj({ host: str, state: str, checkedAt: time }) }),
    access: obj({ money: bool, openDisputes: bool, deriveSettlements: bool, readOnly: bool, admin: bool }),
    users: arr(refTo('User')), terminals: arr(refTo('Terminal')), groups: arr(refTo('Group')), connectors: arr(refTo('Connector')),
    recent: obj({ transactions: arr(refTo('Transaction')), commands: arr(refTo('Command')), forms: arr(obj({ id: str, terminalId: str, name: str, state: str, at: time })) }),
    reports: arr(obj({ id: str, title: str })), compliance: arr(obj({ id: str, terminalId: str, item: str, state: str, expires: date })),
    onboarding: arr(obj({ id: str, accountId: str, step: str, done: bool })), documents: arr(obj({ id: str, accountId: str, title: str, mime: str, at: time })),
    videos: arr(obj({ id: str, title: str, mins: int })),
  }),
  Catalog: obj({
    version: str,
    services: arr(obj({ service: str, title: str, portal_surfaces: arr(str), api_endpoints: arr(obj({ method: str, path: str })), webhook_events: arr(str), rss_feeds: arr(obj({ name: str, path: str })), notes: arr(str) })),
  }),
  BrandingStatus: obj({ status: str, branding: obj({ ready: bool }), docsHost: obj({ host: str, dns: str, tls: str, ready: bool }), checkedAt: time }),
};

// ---------------------------------------------------------------- paths

const query = (name, description, schema = str) => ({ name, in: 'query', required: false, description, schema });
const paging = [query('limit', 'Rows of a page, 1 or more; at most 200 are returned', { type: 'integer', minimum: 1 }), query('cursor', 'nextCursor of the page before')];
export const SORTS = { time: 'at', seq: 'seq', amt_req: 'amtReq', amt_comp: 'amtComp', sur_req: 'surReq', sur_comp: 'surComp' };
const sorting = [query('sort_by', 'Sort column', { ...oneOf(...Object.keys(SORTS)), default: 'time' }), query('sort_dir', 'Sort direction', { ...oneOf('asc', 'desc'), default: 'desc' })];
const fail = (description) => ({ description, content: { 'application/json': { schema: refTo('Error') } } });
const json = (name) => ({ 'application/json': { schema: refTo(name) } });
const rss = { 'application/rss+xml': { schema: str } };

function op(operationId, summary, content, params = [], more = {}) {
  return { operationId, summary, parameters: params, responses: { 200: { description: 'OK', content }, 400: fail('Bad request'), 401: fail('Key is missing or unknown'), 403: fail('Not allowed for this role'), 404: fail('No such resource') }, ...more };
}

export function openapi() {
  const open = { security: [] };
  const paths = {
    '/v1/portal': { get: op('getPortal', 'Portal snapshot of the current user', json('Portal')) },
    '/v1/integrations/catalog': { get: op('getCatalog', 'Integration catalog', json('Catalog')) },
    '/v1/integrations/public-openapi.json': { get: op('getOpenapi', 'This document', { 'application/json': { schema: { type: 'object' } } }, [], open) },
    '/v1/transactions': {
      get: op('listTransactions', 'Transactions of visible terminals', json('TransactionPage'), [...paging, query('terminal_id', 'Only this terminal'), query('group_id', 'Only this group and the groups below it'), ...sorting]),
    },
    '/v1/transactions/{transaction_id}/timeline': { get: op('getTimeline', 'Timeline of a transaction', json('Timeline')) },
    '/v1/settlements': { get: op('listSettlements', 'ACH settlement batches', json('BatchPage'), [...paging, query('status', 'Only this status')]) },
    '/v1/settlements/derive': {
      post: op('deriveSettlements', 'Build batches out of unsettled transactions (administrators)', json('Derived'), [], {
        requestBody: { required: false, content: { 'application/json': { schema: obj({ groupId: str, until: time }, ['groupId', 'until']) } } },
      }),
    },
    '/v1/disputes': {
      get: op('listDisputes', 'Dispute cases', json('DisputePage'), [...paging, query('status', 'Only this status'), query('terminal_id', 'Only this terminal')]),
      post: op('openDispute', 'Open a dispute (administrators and managers)', json('Dispute'), [], { requestBody: { required: true, content: json('NewDispute') } }),
    },
    '/v1/locations': { get: op('listLocations', 'Locations', json('LocationPage'), paging) },
    '/v1/locations/{terminal_id}': { get: op('getLocation', 'Location of a terminal', json('Location')) },
    '/v1/terminals/{terminal_id}/status-monitoring': { get: op('getStatus', 'Status and telemetry of a terminal', json('Status')) },
    '/v1/terminals/{terminal_id}/transactions': { get: op('listTerminalTransactions', 'Transactions of a terminal', json('TransactionPage'), [...paging, ...sorting]) },
    '/v1/connectors': { get: op('listConnectors', 'Connectors', json('ConnectorPage'), paging) },
    '/v1/connectors/{connector_id}/status': { get: op('getConnectorStatus', 'Status of a connector', json('ConnectorStatus')) },
    '/v1/terminal-groups': { get: op('listGroups', 'Terminal groups', json('GroupPage'), paging) },
    '/v1/terminals/{terminal_id}/commands': { get: op('listCommands', 'Commands of a terminal', json('CommandPage'), paging) },
    '/v1/terminals/{terminal_id}/provisioning-payload': { get: op('getProvisioningPayload', 'Provisioning payload of a terminal', json('ProvisioningPayload')) },
    '/v1/terminals/{terminal_id}/provisioning-export': { get: op('getProvisioningExport', 'Provisioning export of a terminal', json('ProvisioningExport')) },
    '/v1/feeds/account.xml': { get: op('getAccountFeed', 'RSS feed of the account', rss) },
    '/v1/feeds/terminals/{terminal_id}.xml': { get: op('getTerminalFeed', 'RSS feed of a terminal', rss) },
    '/v1/public/branding-status': { get: op('getBrandingStatus', 'Readiness of branding and docs host', json('BrandingStatus'), [], open) },
  };
  for (const post of [paths['/v1/disputes'].post, paths['/v1/settlements/derive'].post]) post.responses[201] = { ...post.responses[200], description: 'Created' };
  delete paths['/v1/disputes'].post.responses[200];
  for (const [path, ops] of Object.entries(paths)) {
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map((m) => ({ name: m[1], in: 'path', required: true, schema: str }));
    for (const o of Object.values(ops)) {
      o.parameters = [...ids, ...o.parameters];
      if (o.security) delete o.responses[401];
    }
  }
  if (fault('own-doc-ghost-path')) {
    paths['/v1/settlement-batches'] = { get: paths['/v1/settlements'].get };
    delete paths['/v1/settlements'];
  }
  return {
    openapi: '3.1.0', info: { title: 'Terminal Fleet Portal Data Service', version: '1.0.0' }, servers: [{ url: '/' }], security: [{ apiKey: [] }], paths,
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } }, schemas },
  };
}
