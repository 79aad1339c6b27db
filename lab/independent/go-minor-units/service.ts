// @ts-nocheck: written without noUncheckedIndexedAccess
// HTTP service: routing, authentication, parameters, handlers.
import { createHash } from 'node:crypto';
import type { Operation } from './contract.ts';
import {
  COMMAND_STATES,
  catalog,
  DISPUTE_STATES,
  EXPANDS,
  OPERATIONS,
  OUTCOMES,
  openApi,
  REASONS,
  SETTLEMENT_STATES,
  SORT_KEYS,
  TYPES,
} from './contract.ts';
import type { Dispute, State, Terminal, Transaction, User } from './data.ts';
import { buildSettlement, createState, DAY, localDate, localText, makeId, NOW } from './data.ts';
import type { Fault, FaultId } from './faults.ts';
import { faults as faultTable } from './faults.ts';
import type { Access, Ctx, Json } from './views.ts';
import * as view from './views.ts';

export type { Fault } from './faults.ts';
export const name = 'go-minor-units';
export const faults: Readonly<Record<string, Fault>> = faultTable;
export const keys: ReadonlyMap<string, string> = new Map([
  ['coastline_administrator', 'fpk_live_Cpr7mB2xWq9LkT4vDn8s'],
  ['coastline_analyst', 'fpk_live_Cth3yJ6zNc5RfG1wPa0e'],
  ['coastline_west_manager', 'fpk_live_Cmc9dK4uXs2VbH8qLt5r'],
  ['coastline_technician', 'fpk_live_Cdk1gM7hZp6TjQ3xYw2c'],
  ['kauri_administrator', 'fpk_live_Kat5eF8nRv3CyS7kBm4x'],
  ['kauri_merchant', 'fpk_live_Kcr2pW9jDh4GzN6uTe1q'],
]);

class ApiError extends Error {
  status: number;
  type: string;
  code: string;
  param: string | undefined;
  allow = '';
  constructor(status: number, type: string, code: string, message: string, param?: string) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
  }
}
const invalid = (code: string, message: string, param?: string): ApiError =>
  new ApiError(400, 'invalid_request_error', code, message, param);
const missing = (what: string, id: string, param: string): ApiError =>
  new ApiError(404, 'invalid_request_error', 'resource_missing', `No such ${what}: ${id}`, param);
const forbidden = (message: string): ApiError => new ApiError(403, 'permission_error', 'insufficient_role', message);

interface Reply {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}
const routes = OPERATIONS.map((o) => ({
  operation: o,
  pattern: new RegExp(`^${o.path.replace(/\./g, '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`),
}));

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const { fault } = options;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error(`Unknown fault: ${fault}`);
  const f = (id: FaultId): boolean => fault === id;
  const state = createState();
  return async (request) => {
    state.requests += 1;
    const requestId = `req_${String(state.requests).padStart(8, '0')}`;
    let reply: Reply;
    try {
      reply = await handle(state, request, f);
    } catch (error) {
      const e =
        error instanceof ApiError
          ? error
          : new ApiError(500, 'api_error', 'internal', 'Something went wrong on our side.');
      reply = {
        status: e.status,
        body: { error: { type: e.type, code: e.code, message: e.message, ...(e.param ? { param: e.param } : {}) } },
        headers: e.allow ? { allow: e.allow } : {},
      };
    }
    const headers = new Headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'request-id': requestId,
      ...reply.headers,
    });
    const status = reply.status ?? 200;
    const text =
      status === 304 || request.method === 'HEAD'
        ? null
        : typeof reply.body === 'string'
          ? reply.body
          : JSON.stringify(reply.body);
    return new Response(text, { status, headers });
  };
}

function authenticate(state: State, request: Request, url: URL, f: Ctx['f']): User {
  let key = request.headers.get('x-api-key') ?? '';
  if (key === '' && f('api-key-accepted-in-query')) key = url.searchParams.get('api_key') ?? '';
  if (key === '')
    throw new ApiError(401, 'authentication_error', 'api_key_missing', 'Send your API key in the X-API-Key header.');
  const user = state.users.find(
    (u) =>
      u.api_key !== null &&
      (f('api-key-prefix-compare') ? u.api_key.slice(0, 20) === key.slice(0, 20) : u.api_key === key),
  );
  if (!user) throw new ApiError(401, 'authentication_error', 'api_key_invalid', 'The API key is not valid.');
  return user;
}

async function handle(state: State, request: Request, f: Ctx['f']): Promise<Reply> {
  const url = new URL(request.url);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const matches = routes
    .map((r) => ({ operation: r.operation, match: r.pattern.exec(url.pathname) }))
    .filter((r) => r.match);
  const found = matches.find((r) => r.operation.method === method);
  const operation = found?.operation;
  const isPublic =
    operation?.isPublic &&
    !(f('public-openapi-needs-key') && operation.id === 'getPublicOpenApi') &&
    !(f('branding-status-needs-key') && operation.id === 'getBrandingStatus');
  if (operation?.isPublic && isPublic) return publicReply(operation, request, f);
  const id = found ? decode(found.match?.[1] ?? '') : '';
  let user: User;
  if (f('location-by-terminal-without-key') && operation?.id === 'getLocation' && !request.headers.has('x-api-key')) {
    const terminal = state.terminals.find((t) => t.id === id);
    user = state.users.find((u) => u.org_id === terminal?.org_id) ?? state.users[0];
  } else user = authenticate(state, request, url, f);
  if (!operation) {
    if (matches.length === 0)
      throw new ApiError(404, 'invalid_request_error', 'unknown_path', `Unrecognized path: ${url.pathname}`);
    const error = new ApiError(
      405,
      'invalid_request_error',
      'method_not_allowed',
      `${request.method} is not allowed here.`,
    );
    error.allow = matches.map((r) => r.operation.method).join(', ');
    throw error;
  }
  if (operation.isPublic) return publicReply(operation, request, f);
  const role = f('analyst-key-gets-admin-role') && user.role === 'analyst' ? 'administrator' : user.role;
  const context: Ctx = {
    state,
    user,
    role,
    visible: view.visibleTerminals(state, user),
    expand: new Set(),
    query: url.searchParams,
    f,
  };
  if (operation.method === 'POST') return writeReply(context, operation, await readBody(context, operation, request));
  if (operation.access && !view.has(role, operation.access))
    throw forbidden(`Your role does not have the access flag ${operation.access}.`);
  context.expand = expandParam(context, operation);
  return readReply(context, operation, url.pathname, id);
}
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function publicReply(operation: Operation, request: Request, f: Ctx['f']): Reply {
  if (operation.id === 'getPublicOpenApi') {
    const body = JSON.stringify(openApi(f));
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 20)}"`;
    const headers = { etag, 'cache-control': f('openapi-no-store') ? 'no-store' : 'public, max-age=3600' };
    return request.headers.get('if-none-match') === etag ? { status: 304, body: '', headers } : { body, headers };
  }
  const body: Json = {
    object: 'branding_status',
    status: 'ready',
    branding: { state: 'ready', logo: 'published', theme_version: 14 },
    docs_host: { state: 'ready', hostname: 'docs.fleetportal.example', dns: 'verified', tls: 'active' },
    checked_at: NOW - 120,
    checked_at_local: localText(NOW - 120, 'Australia/Sydney'),
  };
  if (f('branding-status-without-docs-host')) delete body.docs_host;
  return { body, headers: { 'cache-control': 'public, max-age=60' } };
}

// ---- parameters -------------------------------------------------------------------------------------------------------
function expandParam(c: Ctx, operation: Operation): Set<string> {
  const allowed = EXPANDS[operation.id];
  const names = c.query
    .getAll('expand')
    .flatMap((text) => text.split(','))
    .filter(Boolean);
  for (const n of names)
    if (allowed && !allowed.includes(n))
      throw invalid('parameter_invalid', `Cannot expand ${n}. Possible: ${allowed.join(', ')}.`, 'expand');
  return new Set(allowed ? names : []);
}
function enumParam(c: Ctx, param: string, values: readonly string[]): string {
  const value = c.query.get(param) ?? '';
  if (value !== '' && !values.includes(value))
    throw invalid('parameter_invalid', `${param} must be one of ${values.join(', ')}.`, param);
  return value;
}
function intParam(c: Ctx, param: string): number | null {
  const value = c.query.get(param) ?? '';
  if (value === '') return null;
  if (!/^-?\d{1,12}$/.test(value)) throw invalid('parameter_invalid', `${param} must be an integer.`, param);
  return Number(value);
}
function limitParam(c: Ctx): number {
  const limit = intParam(c, 'limit') ?? 25;
  if (limit < 1 || limit > 100) throw invalid('parameter_invalid', 'limit must be between 1 and 100.', 'limit');
  return limit;
}
/** The cursor holds the last id of the page and a fingerprint of everything that selects and sorts the rows. */
function fingerprint(c: Ctx, path: string): string {
  const parts = [...c.query.entries()]
    .filter(([k]) => !['limit', 'cursor', 'expand', 'api_key'].includes(k))
    .map(([k, v]) => `${k}=${v}`)
    .sort();
  return createHash('sha256')
    .update([c.user.id, path, ...parts].join('\n'))
    .digest('base64url')
    .slice(0, 10);
}
function paginate<T extends { id: string }>(
  c: Ctx,
  path: string,
  rows: T[],
  take = limitParam(c),
): { items: T[]; cursor: string | null; has_more: boolean } {
  const mark = fingerprint(c, path);
  const text = c.query.get('cursor') ?? '';
  let from = 0;
  if (text !== '') {
    const [found, last] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
    const index = rows.findIndex((r) => r.id === last);
    if (found !== mark || index < 0)
      throw invalid('cursor_invalid', 'The cursor does not belong to this list and these parameters.', 'cursor');
    from = index + 1;
  }
  const items = rows.slice(from, from + take);
  const hasMore = from + take < rows.length;
  return {
    items,
    cursor: hasMore ? Buffer.from(`${mark} ${items[items.length - 1].id}`).toString('base64url') : null,
    has_more: hasMore,
  };
}
function listReply<T extends { id: string }>(c: Ctx, path: string, rows: T[], render: (row: T) => Json): Reply {
  const { items, cursor, has_more } = paginate(c, path, rows);
  return { body: { object: 'list', url: path, data: items.map(render), cursor, has_more } };
}

// ---- reads ------------------------------------------------------------------------------------------------------------
/** Faults under which a terminal of the same organization (or any) passes as visible, by operation. */
function passes(c: Ctx, operation: Operation, t: Terminal): boolean {
  if (view.sees(c, t.id)) return true;
  if (c.f('terminal-feed-checks-organization-only') && operation.id === 'getTerminalFeed')
    return t.org_id === c.user.org_id;
  if (c.f('provisioning-payload-cross-tenant') && operation.id === 'getProvisioningPayload') return true;
  if (c.f('terminal-transactions-check-account-only') && operation.id === 'listTerminalTransactions')
    return view.visibleAccounts(c).some((a) => a.id === t.account_id);
  return false;
}
function readReply(c: Ctx, operation: Operation, path: string, id: string): Reply {
  const { state } = c;
  const sees = (terminalId: string) => view.sees(c, terminalId);
  let terminal: Terminal | undefined;
  if (operation.path.includes('{terminal_id}')) {
    const any = state.terminals.find((t) => t.id === id);
    terminal = any && passes(c, operation, any) ? any : undefined;
    if (!terminal && any && c.f('hidden-terminal-answers-403') && operation.id === 'getTerminalStatus')
      throw forbidden('This terminal belongs to another user.');
    if (!terminal) throw missing('terminal', id, 'terminal_id');
  }
  switch (operation.id) {
    case 'getPortal': {
      if (!c.f('portal-cached-per-organization')) return { body: view.portalView(c) };
      if (!state.portalCache.has(c.user.org_id)) state.portalCache.set(c.user.org_id, view.portalView(c));
      return { body: state.portalCache.get(c.user.org_id) };
    }
    case 'getCatalog':
      return { body: catalog(c.f) };
    case 'listTransactions':
      return transactionsReply(c, path);
    case 'listTerminalTransactions':
      return transactionsReply(c, path, terminal);
    case 'getTransactionTimeline': {
      const txn = state.transactions.find((t) => t.id === id);
      const isVisible =
        txn && (sees(txn.terminal_id) || (c.f('timeline-checks-organization-only') && txn.org_id === c.user.org_id));
      if (!txn || !isVisible) throw missing('transaction', id, 'transaction_id');
      return { body: view.timelineView(c, txn) };
    }
    case 'listLocations': {
      const account = c.query.get('account_id') ?? '';
      const accounts = view.visibleAccounts(c);
      const rows = state.terminals.filter(
        (t) =>
          (c.f('locations-limited-by-account-only') ? accounts.some((a) => a.id === t.account_id) : sees(t.id)) &&
          (account === '' || t.account_id === account),
      );
      return listReply(c, path, rows, (t) => view.locationView(c, t));
    }
    case 'getLocation': {
      const shown = c.f('location-detail-by-city')
        ? state.terminals.find((t) => sees(t.id) && t.location.city === terminal!.location.city)!
        : terminal!;
      return { body: view.locationView(c, shown) };
    }
    case 'getTerminalStatus':
      return { body: view.statusView(c, terminal!) };
    case 'listConnectors':
      return listReply(c, path, view.visibleConnectors(c), (n) => view.connectorView(c, n));
    case 'getConnectorStatus': {
      const rows = c.f('connector-status-checks-organization-only')
        ? state.connectors.filter((n) => n.org_id === c.user.org_id)
        : view.visibleConnectors(c);
      let connector = rows.find((n) => n.id === id);
      if (!connector) throw missing('connector', id, 'connector_id');
      if (c.f('connector-status-of-primary') && connector.state === 'degraded') connector = rows[0];
      return { body: view.connectorStatusView(c, connector) };
    }
    case 'listTerminalGroups': {
      const accountsOf = (ids: string[]) =>
        new Set(ids.map((t) => state.terminals.find((x) => x.id === t)!.account_id)).size;
      const rows = view
        .visibleGroups(c)
        .filter((g) => !c.f('terminal-groups-single-account-only') || accountsOf(g.terminal_ids) === 1);
      return listReply(c, path, rows, (g) => view.groupView(c, g));
    }
    case 'listTerminalCommands': {
      const wanted = enumParam(c, 'state', COMMAND_STATES);
      const isWide = c.f('commands-state-filter-drops-terminal') && wanted !== '';
      const rows = state.commands.filter(
        (m) => (isWide ? sees(m.terminal_id) : m.terminal_id === terminal!.id) && (wanted === '' || m.state === wanted),
      );
      return listReply(c, path, rows, (m) => view.commandView(c, m));
    }
    case 'getProvisioningPayload':
      return { body: view.payloadView(c, terminal!) };
    case 'getProvisioningExport':
      return {
        body: view.exportView(c, terminal!),
        headers: c.f('provisioning-export-as-text') ? { 'content-type': 'text/plain; charset=utf-8' } : {},
      };
    case 'listSettlements': {
      const account = c.query.get('account_id') ?? '',
        date = c.query.get('business_date') ?? '',
        status = enumParam(c, 'status', SETTLEMENT_STATES);
      const isWide = c.f('settlements-organization-wide') && c.user.account_ids !== null;
      const scope: Ctx = isWide ? { ...c, visible: new Set(view.ownTerminals(c).map((t) => t.id)) } : c;
      const rows = state.settlements.filter(
        (s) =>
          view.visibleEntries(scope, s).length > 0 &&
          (account === '' || s.account_id === account) &&
          (date === '' || s.business_date === date) &&
          (status === '' || s.status === status),
      );
      return listReply(c, path, rows, (s) => view.settlementView(scope, s));
    }
    case 'listDisputes': {
      const id2 = c.query.get('terminal_id') ?? '',
        status = enumParam(c, 'status', DISPUTE_STATES);
      const isWide = c.f('disputes-not-limited-to-terminals') && c.user.terminal_ids !== null;
      const rows = state.disputes.filter(
        (d) =>
          (isWide ? d.org_id === c.user.org_id : sees(d.terminal_id)) &&
          (id2 === '' || d.terminal_id === id2) &&
          (status === '' || d.status === status),
      );
      return listReply(c, path, rows, (d) => view.disputeView(c, d));
    }
    case 'getAccountFeed':
      return { body: view.feedXml(c, 'account'), headers: { 'content-type': 'application/rss+xml; charset=utf-8' } };
    case 'getTerminalFeed':
      return {
        body: view.feedXml(c, 'terminal', terminal),
        headers: {
          'content-type': c.f('terminal-feed-content-type')
            ? 'text/xml; charset=utf-8'
            : 'application/rss+xml; charset=utf-8',
        },
      };
    default:
      throw new ApiError(404, 'invalid_request_error', 'unknown_path', `Unrecognized path: ${path}`);
  }
}

function transactionsReply(c: Ctx, path: string, only?: Terminal): Reply {
  const { f, state, user } = c;
  const terminalId = only ? '' : (c.query.get('terminal_id') ?? ''),
    groupId = only ? '' : (c.query.get('group_id') ?? '');
  const type = enumParam(c, 'type', TYPES),
    outcome = enumParam(c, 'outcome', OUTCOMES),
    from = intParam(c, 'from'),
    to = intParam(c, 'to');
  const sortBy = (enumParam(c, 'sort_by', SORT_KEYS) || 'terminal_at') as (typeof SORT_KEYS)[number];
  let direction = enumParam(c, 'sort_dir', ['asc', 'desc']) || 'desc';
  const limit = limitParam(c);
  const isNextPage = (c.query.get('cursor') ?? '') !== '';
  const group = state.groups.find((g) => g.id === groupId && g.terminal_ids.some((id) => view.sees(c, id)));

  const useTerminal =
    terminalId !== '' &&
    !(f('terminal-filter-ignored-with-group') && groupId !== '') &&
    !(f('terminal-filter-ignored-when-sorted') && sortBy === 'amt_comp');
  const useGroup = groupId !== '' && !(f('group-filter-dropped-on-next-page') && isNextPage);
  const useOnly = only !== undefined && !(f('terminal-transactions-next-page-mixed') && isNextPage);
  const isWide =
    !only &&
    ((f('terminal-filter-bypasses-scope') && terminalId !== '') ||
      (f('group-filter-bypasses-scope') && groupId !== '') ||
      (f('next-page-drops-terminal-scope') && isNextPage));
  const inScope = (t: Transaction) =>
    view.sees(c, t.terminal_id) || (isWide && t.org_id === user.org_id) || (useOnly && t.terminal_id === only!.id);
  const matchesFilter = (t: Transaction) =>
    (!useOnly || t.terminal_id === only!.id) &&
    (!useTerminal || t.terminal_id === terminalId) &&
    (!useGroup || (group?.terminal_ids.includes(t.terminal_id) ?? false)) &&
    (type === '' || t.type === type) &&
    (outcome === '' || t.outcome === outcome) &&
    (from === null || t.at >= from) &&
    (to === null || t.at < to);
  const rows = state.transactions.filter((t) => inScope(t) && matchesFilter(t));

  if (f('sort-desc-ignored-with-terminal') && terminalId !== '') direction = 'asc';
  const sign = direction === 'asc' ? 1 : -1;
  const column = (t: Transaction): number =>
    ({
      terminal_at: t.at,
      sequence_number: t.sequence_number,
      amt_req: t.amount_requested,
      amt_comp: f('sort-amt-comp-uses-requested') ? t.amount_requested : t.amount_completed,
      sur_req: t.surcharge_requested,
      sur_comp: t.surcharge_completed,
    })[sortBy];
  const compare = (a: Transaction, b: Transaction): number =>
    sign * (column(a) - column(b)) || b.at - a.at || (a.id < b.id ? -1 : 1);
  const ordered = f('sort-after-limit') ? rows : [...rows].sort(compare);
  const take = f('limit-off-by-one') ? limit + 1 : f('limit-ignored-with-group') && groupId !== '' ? 100 : limit;
  const { items, cursor, has_more } = paginate(c, path, ordered, take);
  if (f('sort-after-limit')) items.sort(compare);

  const summed = f('summary-counts-hidden-terminals')
    ? state.transactions.filter((t) => t.org_id === user.org_id && matchesFilter(t))
    : rows;
  const body: Json = {
    object: 'list',
    url: path,
    data: items.map((t) => view.transactionView(c, t, 'list')),
    cursor,
    has_more,
    summary: view.summaryView(c, summed),
  };
  if (f('summary-missing-on-next-page') && isNextPage) delete body.summary;
  return { body };
}

// ---- writes -----------------------------------------------------------------------------------------------------------
async function readBody(c: Ctx, operation: Operation, request: Request): Promise<Json> {
  const text = await request.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const isDryRun = (body as Json | undefined)?.dry_run === true;
  const isAllowed =
    view.has(c.role, operation.access as Access) ||
    (c.f('analyst-may-create-disputes') && operation.id === 'createDispute' && c.role === 'analyst') ||
    (c.f('derive-dry-run-skips-privilege') && operation.id === 'deriveSettlement' && isDryRun);
  if (!isAllowed) throw forbidden(`Your role does not have the access flag ${operation.access}.`);
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw new ApiError(415, 'invalid_request_error', 'unsupported_media_type', 'Send the body as application/json.');
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('body_invalid', 'The body must be a JSON object.');
  const known =
    operation.id === 'deriveSettlement'
      ? ['account', 'business_date', 'dry_run']
      : ['transaction', 'reason_code', 'amount', 'note'];
  for (const member of Object.keys(body))
    if (!known.includes(member)) throw invalid('parameter_unknown', `Unknown member: ${member}`, member);
  return body as Json;
}
function textMember(body: Json, member: string): string {
  const value = body[member];
  if (value === undefined || value === null || value === '')
    throw invalid('parameter_missing', `${member} is required.`, member);
  if (typeof value !== 'string') throw invalid('parameter_invalid', `${member} must be a string.`, member);
  return value;
}
function writeReply(c: Ctx, operation: Operation, body: Json): Reply {
  return operation.id === 'deriveSettlement' ? deriveSettlement(c, body) : createDispute(c, body);
}
function deriveSettlement(c: Ctx, body: Json): Reply {
  const { state } = c;
  const accountId = textMember(body, 'account'),
    date = textMember(body, 'business_date');
  if (body.dry_run !== undefined && typeof body.dry_run !== 'boolean')
    throw invalid('parameter_invalid', 'dry_run must be a boolean.', 'dry_run');
  const time = Date.parse(`${date}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date)
    throw invalid('parameter_invalid', 'business_date must be a date, YYYY-MM-DD.', 'business_date');
  const account = view.visibleAccounts(c).find((a) => a.id === accountId);
  if (!account) throw missing('account', accountId, 'account');
  if (date >= localDate(NOW, account.time_zone))
    throw invalid(
      'business_date_not_closed',
      'business_date must be before today in the time zone of the account.',
      'business_date',
    );
  if (state.settlements.some((s) => s.account_id === account.id && s.business_date === date))
    throw new ApiError(
      409,
      'conflict_error',
      'settlement_exists',
      'A batch exists for this account and business date.',
      'business_date',
    );
  const batch = { ...buildSettlement(state, account, date), created_at: NOW };
  if (batch.entries.length === 0)
    throw new ApiError(
      422,
      'invalid_request_error',
      'nothing_to_settle',
      'The account has no settleable transactions on this day.',
      'business_date',
    );
  if (body.dry_run === true) return { body: view.settlementView(c, batch) };
  state.settlements.push(batch);
  state.settlements.sort((a, b) =>
    a.business_date < b.business_date ? 1 : a.business_date > b.business_date ? -1 : a.id < b.id ? -1 : 1,
  );
  return { status: 201, body: view.settlementView(c, batch) };
}
function createDispute(c: Ctx, body: Json): Reply {
  const { state, user } = c;
  const id = textMember(body, 'transaction'),
    reason = textMember(body, 'reason_code');
  if (!REASONS.includes(reason))
    throw invalid('parameter_invalid', `reason_code must be one of ${REASONS.join(', ')}.`, 'reason_code');
  if (body.note !== undefined && (typeof body.note !== 'string' || body.note.length > 500))
    throw invalid('parameter_invalid', 'note must be a string of at most 500 characters.', 'note');
  const txn = state.transactions.find((t) => t.id === id);
  if (!txn || !(view.sees(c, txn.terminal_id) || (c.f('dispute-for-hidden-transaction') && txn.org_id === user.org_id)))
    throw missing('transaction', id, 'transaction');
  if (txn.type !== 'withdrawal' || txn.outcome === 'declined' || txn.reversed_by)
    throw new ApiError(
      422,
      'invalid_request_error',
      'transaction_not_disputable',
      'Only completed withdrawals that were not reversed can be disputed.',
      'transaction',
    );
  const amount = body.amount ?? txn.amount_completed;
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1 || amount > txn.amount_completed)
    throw invalid('parameter_invalid', 'amount must be an integer between 1 and the completed amount.', 'amount');
  if (state.disputes.some((d) => d.transaction_id === id))
    throw new ApiError(
      409,
      'conflict_error',
      'dispute_exists',
      'A dispute exists for this transaction.',
      'transaction',
    );
  const dispute: Dispute = {
    id: makeId('dp', id),
    org_id: txn.org_id,
    account_id: txn.account_id,
    terminal_id: txn.terminal_id,
    transaction_id: id,
    status: 'needs_response',
    reason_code: reason,
    amount,
    currency: txn.currency,
    note: (body.note as string | undefined) ?? '',
    opened_at: NOW,
    due_at: NOW + 21 * DAY,
    assigned_team: txn.currency === 'NZD' ? 'disputes_nz' : 'disputes_au',
    assigned_to: null,
    assigned_at: null,
    resolution: null,
    reviewer: null,
  };
  if (!c.f('created-dispute-not-listed')) state.disputes.unshift(dispute);
  return { status: 201, body: view.disputeView(c, dispute) };
}
