// @ts-nocheck: written without noUncheckedIndexedAccess
import { createHash } from 'node:crypto';
import type {
  Account,
  Batch,
  Connector,
  Dispute,
  Doc,
  Event,
  Group,
  State,
  Tenant,
  Terminal,
  Tx,
  User,
} from './data.ts';
import { addDays, createState, deriveBatch, KEYS, NOW, TODAY, uuid } from './data.ts';
import { catalog, openApi, REPORTS } from './documents.ts';
import type { Fault } from './faults.ts';
import { faults } from './faults.ts';

export type { Fault };
export { faults };
export const name = 'elixir-phoenix-snake';
export const keys: ReadonlyMap<string, string> = new Map(Object.entries(KEYS));

type Json = Record<string, unknown>;
type Errors = Record<string, string[]>;
class Halt extends Error {
  status: number;
  errors: Errors;
  constructor(status: number, errors: Errors) {
    super(String(status));
    this.status = status;
    this.errors = errors;
  }
}
const cents = (n: number): string =>
  `${n < 0 ? '-' : ''}${Math.floor(Math.abs(n) / 100)}.${String(Math.abs(n) % 100).padStart(2, '0')}`;
const xml = (s: string): string =>
  s.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const matches = (x: { id: string; code: string }, ref: string): boolean => x.id === ref || x.code === ref;
const newest = <T extends { at: string }>(list: T[]): T[] =>
  [...list].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
const notFound = (): Halt => new Halt(404, { detail: ['not found'] });
const FEED_SINCE = '2026-03-15T09:00:00Z';
const REASONS = ['partial_dispense', 'cash_not_dispensed', 'duplicate_charge'];

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error(`unknown fault: ${fault}`);
  const is = (id: string): boolean => fault === id;
  const state = createState();
  return async (request) => {
    try {
      return await handle(request, state, is);
    } catch (e) {
      if (e instanceof Halt) return json(e.status, { errors: e.errors });
      return json(500, { errors: { detail: ['internal server error'] } });
    }
  };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-store', ...headers },
  });
}

interface Ctx {
  request: Request;
  url: URL;
  s: State;
  user: User;
  tenant: Tenant;
  is: (id: string) => boolean;
  args: string[];
}
type Handler = (c: Ctx) => Response | Promise<Response>;
const ROUTES: [string, RegExp, Handler][] = [];
const route = (method: string, pattern: string, handler: Handler): void => {
  ROUTES.push([method, new RegExp('^' + pattern.replaceAll('.', '\\.').replaceAll('*', '([^/]+)') + '$'), handler]);
};

async function handle(request: Request, s: State, is: (id: string) => boolean): Promise<Response> {
  const url = new URL(request.url);
  let path = url.pathname;
  if (is('unversioned-paths') && !path.startsWith('/v1/')) path = '/v1' + path;
  const key = request.headers.get('x-api-key') ?? '';
  let user = key ? s.users.find((u) => u.key && KEYS[u.key] === key) : undefined;

  if (path === '/v1/integrations/public-openapi.json' && request.method === 'GET') {
    if (is('auth-openapi-needs-key') && !user) throw new Halt(401, { api_key: ['is missing or invalid'] });
    const body = JSON.stringify(openApi(is));
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 24)}"`;
    const headers = is('openapi-not-cacheable')
      ? { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
      : { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=3600', etag };
    if (!is('openapi-not-cacheable') && request.headers.get('if-none-match') === etag)
      return new Response(null, { status: 304, headers });
    return new Response(body, { status: 200, headers });
  }
  if (path === '/v1/public/branding-status' && request.method === 'GET') {
    if (is('auth-branding-bad-key') && key && !user) throw new Halt(401, { api_key: ['is missing or invalid'] });
    const data: Json = {
      status: 'ready',
      branding: { ready: true, theme_version: '2026.03' },
      docs_host: { ready: true, dns_verified: true, certificate_valid: true },
      checked_at: NOW,
    };
    if (is('branding-no-docs-host')) delete data.docs_host;
    return json(200, { data }, { 'cache-control': 'public, max-age=60' });
  }

  const found = ROUTES.filter(([, pattern]) => pattern.test(path));
  if (found.length === 0 && !['/v1/integrations/public-openapi.json', '/v1/public/branding-status'].includes(path))
    throw notFound();
  const match = found.find(([method]) => method === request.method);
  if (!match) {
    const allow = found.length ? found.map(([m]) => m).join(', ') : 'GET';
    return json(405, { errors: { detail: ['method not allowed'] } }, { allow });
  }
  if (is('auth-key-prefix'))
    user ??= s.users.find((u) => u.key && key.length >= 16 && KEYS[u.key]!.slice(0, 16) === key.slice(0, 16));
  if (is('auth-unknown-key-default-user') && key) user ??= s.users[1];
  if (is('auth-catalog-open') && path === '/v1/integrations/catalog') user ??= s.users[1];
  if (is('auth-terminal-feed-open') && path.startsWith('/v1/feeds/terminals/')) user ??= s.users[0];
  if (!user) throw new Halt(401, { api_key: ['is missing or invalid'] });
  let args: string[];
  try {
    args = match[1].exec(path)!.slice(1).map(decodeURIComponent);
  } catch {
    throw notFound();
  }
  return match[2]({ request, url, s, user, tenant: s.tenants.find((t) => t.key === user.tenant)!, is, args });
}

// ---- visibility ----
function sees(u: User, t: Terminal): boolean {
  if (t.tenant !== u.tenant) return false;
  return u.scope === 'customer' || (u.scope === 'account' ? u.codes.includes(t.account) : u.codes.includes(t.code));
}
const visible = (c: Ctx): Terminal[] => c.s.terminals.filter((t) => sees(c.user, t));
const visibleCodes = (c: Ctx): Set<string> => new Set(visible(c).map((t) => t.code));
const ofCustomer = (c: Ctx): Terminal[] => c.s.terminals.filter((t) => t.tenant === c.user.tenant);
function oneTerminal(c: Ctx, among: Terminal[] = visible(c)): Terminal {
  const t = among.find((x) => matches(x, c.args[0]!));
  if (t) return t;
  const hidden = c.s.terminals.find((x) => matches(x, c.args[0]!));
  if (hidden && c.is('error-names-hidden-terminal'))
    throw new Halt(404, { detail: [`${hidden.name} (${hidden.city}) is not assigned to this user`] });
  throw notFound();
}
const terminalByCode = (c: Ctx, code: string): Terminal => c.s.terminals.find((t) => t.code === code)!;
const tenantOf = (c: Ctx, t: { tenant: string }): Tenant => c.s.tenants.find((x) => x.key === t.tenant)!;

// ---- parameters and paging ----
class Params {
  q: URLSearchParams;
  errors: Errors = {};
  constructor(c: Ctx) {
    this.q = c.url.searchParams;
  }
  int(param: string, fallback: number, max: number): number {
    const v = this.q.get(param);
    if (v === null) return fallback;
    if (!/^[+-]?\d+$/.test(v)) this.errors[param] = ['is invalid'];
    else if (Number(v) < 1) this.errors[param] = ['must be greater than 0'];
    else if (Number(v) > max) this.errors[param] = [`must be less than or equal to ${max}`];
    return Number(v);
  }
  choice(param: string, values: string[]): string | null {
    const v = this.q.get(param);
    if (v !== null && !values.includes(v)) this.errors[param] = ['is invalid'];
    return v;
  }
  done(): void {
    if (Object.keys(this.errors).length) throw new Halt(422, this.errors);
  }
}
const metaOf = (page: number, size: number, count: number): Json => ({
  page,
  page_size: size,
  total_pages: Math.ceil(count / size),
  total_count: count,
});
function list<T>(c: Ctx, p: Params, rows: T[], show: (row: T) => Json, count = rows.length): Response {
  const page = p.int('page', 1, 1000000);
  const size = p.int('page_size', 50, 200);
  p.done();
  return json(200, { data: rows.slice((page - 1) * size, page * size).map(show), meta: metaOf(page, size, count) });
}

// ---- views ----
const tref = (t: Terminal): Json => ({ terminal_id: t.id, terminal_code: t.code });
function txView(c: Ctx, x: Tx): Json {
  const t = terminalByCode(c, x.terminal);
  const z = tenantOf(c, t);
  const row: Json = {
    id: x.id,
    code: x.code,
    ...tref(t),
    terminal_datetime: x.at,
    time_zone: z.zone,
    transaction_type: x.type,
    sequence_number: x.seq,
    account_type: x.accountType,
    ...(x.emv ? { emv_indicator: x.emv } : {}),
    response: x.response,
    response_code: x.responseCode,
    currency: z.currency,
    amount_requested: cents(x.req),
    amount_completed: cents(x.comp),
    surcharge_requested: cents(x.surReq),
    surcharge_completed: cents(x.surComp),
  };
  if (c.is('row-emv-null') && !x.emv) row.emv_indicator = null;
  if (c.is('row-no-sequence-declined') && x.response === 'declined') delete row.sequence_number;
  if (c.is('row-completed-is-requested') && x.response === 'partial') row.amount_completed = cents(x.req);
  if (c.is('card-pan-in-declines') && x.response === 'declined') row.card_number = x.pan;
  return row;
}
function batchView(c: Ctx, b: Batch): Json {
  const t = terminalByCode(c, b.terminal);
  const z = tenantOf(c, t);
  return {
    id: b.id,
    code: b.code,
    ...tref(t),
    status: b.status,
    entry_count: b.creditCount + b.debitCount,
    credit_entry_count: b.creditCount,
    debit_entry_count: b.debitCount,
    currency: z.currency,
    credit_total: cents(b.credit),
    debit_total: cents(b.debit),
    net_payout: cents(c.is('settlement-net-is-credit') ? b.credit : b.credit - b.debit),
    period_start: b.start,
    period_end: b.end,
    time_zone: z.zone,
    opened_at: b.opened,
    closed_at: b.closed,
    effective_date: b.effective,
  };
}
function disputeView(c: Ctx, d: Dispute): Json {
  const t = terminalByCode(c, d.terminal);
  const reviewed = d.status === 'resolved' || (c.is('dispute-reviewer-early') && d.status === 'under_review');
  return {
    id: d.id,
    code: d.code,
    status: d.status,
    reason_code: d.reason,
    transaction_id: d.tx,
    ...tref(t),
    currency: tenantOf(c, t).currency,
    amount: cents(d.amount),
    due_date: d.due,
    opened_at: d.opened,
    note: d.note,
    assignment: { assignee: d.assignee, team: d.team, assigned_at: d.assignedAt },
    resolution: { outcome: d.outcome, note: d.resolutionNote, resolved_at: d.resolvedAt },
    ...(reviewed ? { reviewer: { name: d.reviewer, reviewed_at: d.reviewedAt } } : {}),
  };
}
const locationView = (c: Ctx, t: Terminal): Json => ({
  ...tref(t),
  name: t.name,
  address: t.address,
  city: t.city,
  country: tenantOf(c, t).country,
  latitude: t.lat,
  longitude: t.lon,
  time_zone: tenantOf(c, t).zone,
  risk_level: t.risk,
});
const alertView = (c: Ctx, e: Event): Json => ({
  id: e.id,
  ...tref(terminalByCode(c, e.terminal)),
  event: e.kind,
  status: e.status,
  raised_at: e.at,
  cleared_at: e.done,
});
const commandView = (c: Ctx, e: Event): Json => ({
  id: e.id,
  ...tref(terminalByCode(c, e.terminal)),
  command: e.kind,
  status: e.status,
  description: e.text,
  queued_at: e.at,
  finished_at: e.done,
});
const userView = (u: User): Json => ({
  id: u.id,
  code: u.code,
  name: u.name,
  email: u.email,
  role: u.role,
  status: u.status,
  visibility: u.scope,
});
const documentView = (c: Ctx, d: Doc): Json => ({
  id: d.id,
  ...tref(terminalByCode(c, d.terminal)),
  title: d.title,
  status: d.status,
  date: d.date,
});
function connectorView(c: Ctx, k: Connector): Json {
  const served = (k.tenant === c.user.tenant ? visible(c) : c.s.terminals.filter((t) => t.tenant === k.tenant)).filter(
    (t) => t.connector === k.code,
  );
  return {
    id: k.id,
    code: k.code,
    name: k.name,
    protocol: k.protocol,
    terminal_count: served.length,
    terminal_ids: served.map((t) => t.id),
  };
}
function groupView(c: Ctx, g: Group): Json {
  const codes = visibleCodes(c);
  const members = g.terminals.filter((x) => codes.has(x) || c.is('scope-group-members'));
  return {
    id: g.id,
    code: g.code,
    name: g.name,
    terminal_count: members.length,
    terminal_ids: members.map((x) => terminalByCode(c, x).id),
  };
}
const connectorsOf = (c: Ctx): Connector[] =>
  c.s.connectors.filter((k) => visible(c).some((t) => t.connector === k.code));
const groupsOf = (c: Ctx): Group[] => c.s.groups.filter((g) => g.terminals.some((x) => visibleCodes(c).has(x)));
function payload(c: Ctx, t: Terminal): Json {
  const z = tenantOf(c, t);
  return {
    ...tref(t),
    config_version: t.config,
    connector_id: c.s.connectors.find((k) => k.code === t.connector)!.id,
    parameters: {
      currency: z.currency,
      surcharge: z.currency === 'ZAR' ? '12.50' : '35.00',
      time_zone: z.zone,
      heartbeat_seconds: 300,
      receipt_header: t.name,
    },
  };
}

// ---- transactions ----
const COLUMNS: Record<string, (x: Tx) => number> = {
  terminal_datetime: (x) => Date.parse(x.at),
  amt_comp: (x) => x.comp,
  amt_req: (x) => x.req,
  sur_comp: (x) => x.surComp,
  sur_req: (x) => x.surReq,
  sequence: (x) => x.seq,
};
function transactions(c: Ctx, rows: Tx[], show: (x: Tx) => Json, summed: (rows: Tx[]) => Tx[] = (r) => r): Response {
  const p = new Params(c);
  let limit = p.int('limit', 50, 200);
  const page = p.int('page', 1, 1000000);
  const by = p.choice('sort_by', Object.keys(COLUMNS)) ?? 'terminal_datetime';
  const dir = p.choice('sort_dir', ['asc', 'desc']) ?? 'desc';
  p.done();
  if (c.is('limit-ignored') && p.q.has('sort_by')) limit = 200;
  let sign = dir === 'asc' ? 1 : -1;
  if (c.is('sort-desc-lost-with-terminal') && by === 'amt_comp' && p.q.has('terminal_id')) sign = 1;
  const column = c.is('sort-by-requested') && by === 'amt_comp' ? COLUMNS.amt_req! : COLUMNS[by]!;
  const compare = (a: Tx, b: Tx): number => {
    const [x, y] = [column(a), column(b)];
    const order =
      c.is('sort-as-text') && by !== 'terminal_datetime'
        ? cents(x) < cents(y)
          ? -1
          : cents(x) > cents(y)
            ? 1
            : 0
        : x - y;
    return sign * order || (a.at < b.at ? 1 : a.at > b.at ? -1 : 0) || (a.code < b.code ? 1 : -1);
  };
  let sorted = [...rows].sort(compare);
  if (c.is('sort-page-only')) sorted = newest(rows);
  let shown = sorted.slice((page - 1) * limit, page * limit);
  if (c.is('sort-page-only')) shown = shown.sort(compare);
  const base = summed(rows);
  const withdrawn = base
    .filter((x) => x.type === 'withdrawal')
    .reduce((n, x) => n + (c.is('summary-withdrawn-declined') && x.response === 'declined' ? x.req : x.comp), 0);
  const surcharge = base.reduce((n, x) => n + (c.is('summary-surcharge-requested') ? x.surReq : x.surComp), 0);
  const summary = { currency: c.tenant.currency, total_surcharge: cents(surcharge), total_withdrawn: cents(withdrawn) };
  const empty = c.is('summary-missing-on-empty-page') && rows.length === 0;
  return json(200, { data: shown.map(show), ...(empty ? {} : { summary }), meta: metaOf(page, limit, rows.length) });
}

route('GET', '/v1/transactions', (c) => {
  const q = c.url.searchParams;
  const terminal = q.get('terminal_id');
  const group = q.get('group_id');
  let scope = visible(c);
  if (c.is('scope-transactions-terminal-user') && c.user.scope === 'terminals' && terminal === null && group === null)
    scope = ofCustomer(c);
  if (c.is('scope-terminal-filter') && terminal !== null) scope = c.s.terminals;
  if (c.is('scope-group-filter') && group !== null) scope = ofCustomer(c);
  if (c.is('scope-offline-hidden')) scope = scope.filter((t) => t.status !== 'offline');
  if (terminal !== null && !(c.is('terminal-filter-lost-with-group') && group !== null))
    scope = scope.filter((t) => matches(t, terminal));
  if (group !== null) {
    const members = c.s.groups.find((g) => matches(g, group))?.terminals ?? [];
    scope = scope.filter((t) => members.includes(t.code));
  }
  const codes = new Set(scope.map((t) => t.code));
  const wide = c.is('summary-whole-customer') && c.user.scope !== 'customer' && terminal === null && group === null;
  return transactions(
    c,
    c.s.txs.filter((x) => codes.has(x.terminal)),
    (x) => txView(c, x),
    (r) => (wide ? c.s.txs.filter((x) => x.tenant === c.user.tenant) : r),
  );
});
route('GET', '/v1/terminals/*/transactions', (c) => {
  const t = oneTerminal(c, c.is('scope-terminal-transactions-customer') ? ofCustomer(c) : undefined);
  return transactions(
    c,
    c.s.txs.filter((x) => x.terminal === t.code),
    (x) =>
      c.is('card-pin-block-terminal') && x.type === 'pin_change'
        ? { ...txView(c, x), pin_block: '0412AC89ABCDEF67' }
        : txView(c, x),
  );
});
route('GET', '/v1/transactions/*/timeline', (c) => {
  const codes = c.is('scope-timeline-customer') ? new Set(ofCustomer(c).map((t) => t.code)) : visibleCodes(c);
  const x = c.s.txs.find((y) => matches(y, c.args[0]!) && codes.has(y.terminal));
  if (!x) throw notFound();
  const t = terminalByCode(c, x.terminal);
  const start = Date.parse(x.at);
  const events: Json[] = [];
  const step = (seconds: number, event: string, detail: string): void => {
    events.push({ occurred_at: new Date(start + seconds * 1000).toISOString().slice(0, 19) + 'Z', event, detail });
  };
  const reversal = c.s.txs.find((y) => y.original === x.id);
  if (x.type === 'reversal') {
    step(0, 'host_request', 'Reversal advice sent');
    step(1, 'host_response', 'Reversal accepted');
    step(2, 'completed', 'Original transaction reversed');
  } else {
    step(-20, 'card_inserted', x.emv ? `Card read (${x.emv})` : 'Card read');
    step(-3, 'host_request', `${x.type} requested`);
    step(-1, 'host_response', `Response code ${x.responseCode}`);
    if (x.response === 'declined') step(0, 'declined', 'Declined by the issuer');
    else if (x.response === 'reversed')
      step(reversal ? (Date.parse(reversal.at) - start) / 1000 : 95, 'reversed', 'Cash was not taken');
    else {
      if (x.type === 'withdrawal') step(0, 'cash_dispensed', `${cents(x.comp)} ${c.tenant.currency} dispensed`);
      step(2, 'completed', 'Completed');
    }
  }
  if (c.is('card-track-in-timeline') && x.type !== 'reversal')
    events[0]!.detail = `Card read ;${x.pan}=28122011000012300000?`;
  return json(200, {
    data: { transaction_id: x.id, transaction_code: x.code, ...tref(t), time_zone: tenantOf(c, t).zone, events },
  });
});

// ---- portal and catalog ----
route('GET', '/v1/portal', (c) => {
  const mine = visible(c);
  const codes = visibleCodes(c);
  const shown = <T extends { terminal: string }>(rows: T[], among: Set<string> = codes): T[] =>
    rows.filter((r) => among.has(r.terminal));
  const docs = (kind: string): Json[] =>
    shown(c.s.docs)
      .filter((d) => d.kind === kind)
      .map((d) => documentView(c, d));
  const users = c.s.users.filter(
    (u) =>
      u.tenant === c.user.tenant &&
      (u === c.user || c.is('portal-users-all') || c.s.terminals.every((t) => !sees(u, t) || codes.has(t.code))),
  );
  const accounts: Account[] = c.s.accounts.filter((a) => mine.some((t) => t.account === a.code));
  const account = (code: string): Account => c.s.accounts.find((a) => a.code === code)!;
  const commandCodes = c.is('portal-commands-customer') ? new Set(ofCustomer(c).map((t) => t.code)) : codes;
  const role = c.user.role;
  const data: Json = {
    principal: userView(c.user),
    account_profile: {
      id: c.tenant.id,
      code: c.tenant.code,
      name: c.tenant.name,
      country: c.tenant.country,
      currency: c.tenant.currency,
      time_zone: c.tenant.zone,
      accounts: accounts.map((a) => ({
        id: a.id,
        code: a.code,
        name: a.name,
        terminal_count: mine.filter((t) => t.account === a.code).length,
      })),
    },
    organization: {
      branding: {
        display_name: c.tenant.name,
        primary_color: c.tenant.key === 'karoo' ? '#b5532a' : '#1f6f4a',
        status: 'published',
      },
      dns: {
        host: c.tenant.host,
        status: c.tenant.key === 'karoo' ? 'verified' : 'pending',
        checked_at: '2026-03-18T06:00:00Z',
      },
    },
    access_flags: {
      can_read_reports: true,
      can_open_disputes: role !== 'viewer' || c.is('portal-flag-viewer'),
      can_derive_settlements: role === 'admin',
      sees_all_terminals: c.user.scope === 'customer',
    },
    visible_users: users.map(userView),
    visible_terminals: mine.map((t) => ({
      id: t.id,
      code: t.code,
      name: t.name,
      account_id: account(t.account).id,
      account_code: t.account,
      status: t.status,
      city: t.city,
      last_heartbeat_at: t.heartbeat,
      time_zone: c.tenant.zone,
    })),
    visible_groups: groupsOf(c).map((g) => groupView(c, g)),
    visible_connectors: connectorsOf(c).map((k) => connectorView(c, k)),
    recent_transactions: newest(shown(c.s.txs))
      .slice(0, 10)
      .map((x) => txView(c, x)),
    recent_commands: newest(shown(c.s.commands, commandCodes))
      .slice(0, 10)
      .map((e) => commandView(c, e)),
    recent_forms: shown(c.s.forms)
      .sort((a, b) => (a.date < b.date ? 1 : -1))
      .slice(0, 10)
      .map((d) => documentView(c, d)),
    report_catalog: REPORTS,
    compliance_vault: docs('compliance_vault'),
    onboarding: docs('onboarding'),
    documents: docs('documents'),
    videos: docs('videos'),
  };
  if (c.is('portal-forms-missing')) delete data.recent_forms;
  if (c.is('portal-videos-missing')) delete data.videos;
  return json(200, { data });
});
route('GET', '/v1/integrations/catalog', (c) => {
  const data = catalog(c.is);
  return json(200, { data, meta: metaOf(1, data.length, data.length) });
});

// ---- terminals, locations, connectors, groups ----
route('GET', '/v1/locations', (c) =>
  list(
    c,
    new Params(c),
    c.is('scope-locations-account-user') && c.user.scope === 'account' ? ofCustomer(c) : visible(c),
    (t) => locationView(c, t),
  ),
);
route('GET', '/v1/locations/*', (c) => json(200, { data: locationView(c, oneTerminal(c)) }));
route('GET', '/v1/terminals/*/status-monitoring', (c) => {
  const t = oneTerminal(c);
  return json(200, {
    data: {
      ...tref(t),
      status: t.status,
      last_heartbeat_at: t.heartbeat,
      time_zone: c.tenant.zone,
      telemetry: { cash_level_percent: t.cash, signal_dbm: t.signal, config_version: t.config },
      alerts: newest(c.s.alerts.filter((e) => e.terminal === t.code)).map((e) => alertView(c, e)),
      status_changes: newest(c.s.changes.filter((e) => e.terminal === t.code)).map((e) => ({
        changed_at: e.at,
        status: e.status,
        description: e.text,
      })),
    },
  });
});
route('GET', '/v1/connectors', (c) =>
  list(c, new Params(c), c.is('scope-connectors-all') ? c.s.connectors : connectorsOf(c), (k) => connectorView(c, k)),
);
route('GET', '/v1/connectors/*/status', (c) => {
  const k = connectorsOf(c).find((x) => matches(x, c.args[0]!));
  if (!k) throw notFound();
  const served = (c.is('scope-connector-status-customer') ? ofCustomer(c) : visible(c)).filter(
    (t) => t.connector === k.code,
  );
  const txs = c.s.txs.filter((x) => served.some((t) => t.code === x.terminal));
  return json(200, {
    data: {
      id: k.id,
      code: k.code,
      name: k.name,
      status: k.status,
      checked_at: '2026-03-18T08:59:00Z',
      terminal_count: served.length,
      online_terminal_count: served.filter((t) => t.status === 'online').length,
      transaction_count: txs.length,
      declined_count: txs.filter((x) => x.response === 'declined').length,
    },
  });
});
route('GET', '/v1/terminal-groups', (c) => list(c, new Params(c), groupsOf(c), (g) => groupView(c, g)));

// ---- commands and provisioning ----
route('GET', '/v1/terminals/*/commands', (c) => {
  const t = oneTerminal(c, c.is('scope-commands-any') ? c.s.terminals : undefined);
  const p = new Params(c);
  const status = p.choice('status', ['queued', 'completed', 'failed']);
  return list(
    c,
    p,
    newest(c.s.commands.filter((e) => e.terminal === t.code && (status === null || e.status === status))),
    (e) => commandView(c, e),
  );
});
route('GET', '/v1/terminals/*/provisioning-payload', (c) => json(200, { data: payload(c, oneTerminal(c)) }));
route('GET', '/v1/terminals/*/provisioning-export', (c) => {
  const t = oneTerminal(c, c.is('scope-export-customer') ? ofCustomer(c) : undefined);
  const jobs = newest(c.s.jobs.filter((e) => e.terminal === t.code)).map((e) => ({
    id: e.id,
    job: e.kind,
    status: e.status,
    description: e.text,
    queued_at: e.at,
    finished_at: e.done,
  }));
  return json(200, { data: { ...tref(t), exported_at: NOW, payload: payload(c, t), jobs } });
});

// ---- settlements and disputes ----
function byTerminal<T extends { terminal: string; status: string }>(c: Ctx, rows: T[], status: string | null): T[] {
  const terminal = c.url.searchParams.get('terminal_id');
  return rows.filter(
    (r) =>
      (status === null || r.status === status) &&
      (terminal === null || matches(terminalByCode(c, r.terminal), terminal)),
  );
}
route('GET', '/v1/settlements', (c) => {
  const p = new Params(c);
  const status = p.choice('status', ['pending', 'submitted', 'paid', 'returned']);
  const codes =
    c.is('scope-settlements-account-user') && c.user.scope === 'account'
      ? new Set(ofCustomer(c).map((t) => t.code))
      : visibleCodes(c);
  const rows = byTerminal(
    c,
    c.s.batches.filter((b) => codes.has(b.terminal)),
    status,
  ).sort((a, b) => (a.start < b.start ? 1 : a.start > b.start ? -1 : a.code < b.code ? -1 : 1));
  return list(
    c,
    p,
    rows,
    (b) => batchView(c, b),
    c.is('scope-settlements-count') ? byTerminal(c, c.s.batches, status).length : rows.length,
  );
});
route('GET', '/v1/disputes', (c) => {
  const p = new Params(c);
  const status = p.choice('status', ['open', 'under_review', 'awaiting_documents', 'resolved']);
  const codes =
    c.is('scope-disputes-status-filter') && status !== null
      ? new Set(ofCustomer(c).map((t) => t.code))
      : visibleCodes(c);
  const rows = byTerminal(
    c,
    c.s.disputes.filter((d) => codes.has(d.terminal)),
    status,
  ).sort((a, b) => (a.opened < b.opened ? 1 : a.opened > b.opened ? -1 : a.code < b.code ? -1 : 1));
  return list(c, p, rows, (d) => disputeView(c, d));
});

async function bodyOf(c: Ctx, member: string): Promise<Json> {
  let body: unknown;
  try {
    body = JSON.parse(await c.request.text());
  } catch {
    throw new Halt(400, { detail: ['body is not valid JSON'] });
  }
  const inner = body && typeof body === 'object' ? (body as Json)[member] : undefined;
  if (!inner || typeof inner !== 'object' || Array.isArray(inner))
    throw new Halt(422, { [member]: ["can't be blank"] });
  return inner as Json;
}
const blank = (v: unknown): boolean => v === undefined || v === null || v === '';
const isDate = (v: unknown): v is string =>
  typeof v === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(v) && !Number.isNaN(Date.parse(v)) && addDays(v, 0) === v;

route('POST', '/v1/settlements/derive', async (c) => {
  const allowed = c.user.role === 'admin';
  const leaky = c.is('write-derive-viewer') && c.user.role === 'viewer';
  if (!allowed && !leaky) throw new Halt(403, { detail: ['forbidden'] });
  const b = await bodyOf(c, 'settlement');
  const errors: Errors = {};
  for (const k of ['period_start', 'period_end']) {
    if (blank(b[k])) errors[k] = ["can't be blank"];
    else if (!isDate(b[k])) errors[k] = ['is invalid'];
  }
  const start = b.period_start as string;
  const end = b.period_end as string;
  if (!errors.period_start && !errors.period_end && end < start)
    errors.period_end = ['must not be before period_start'];
  else if (!errors.period_end && end >= TODAY) errors.period_end = ['must be before today'];
  let scope = visible(c);
  if (!blank(b.terminal_id)) {
    scope = scope.filter((t) => matches(t, String(b.terminal_id)));
    if (scope.length === 0) errors.terminal_id = ['does not exist'];
  }
  if (Object.keys(errors).length) throw new Halt(422, errors);
  const created = scope.map((t) => deriveBatch(c.s, t, start, end, 'pending')).filter((x) => x !== undefined);
  if (!allowed) throw new Halt(403, { detail: ['forbidden'] });
  return json(created.length ? 201 : 200, {
    data: created.map((x) => batchView(c, x)),
    meta: { created_count: created.length, skipped_count: scope.length - created.length },
  });
});
route('POST', '/v1/disputes', async (c) => {
  if (c.user.role === 'viewer' && !c.is('write-dispute-viewer')) throw new Halt(403, { detail: ['forbidden'] });
  const b = await bodyOf(c, 'dispute');
  const errors: Errors = {};
  const codes = c.is('write-dispute-out-of-scope') ? new Set(ofCustomer(c).map((t) => t.code)) : visibleCodes(c);
  const tx = c.s.txs.find((x) => matches(x, String(b.transaction_id)) && codes.has(x.terminal));
  if (blank(b.transaction_id)) errors.transaction_id = ["can't be blank"];
  else if (!tx) errors.transaction_id = ['does not exist'];
  else if (tx.type !== 'withdrawal') errors.transaction_id = ['is not a withdrawal'];
  else if (c.s.disputes.some((d) => d.tx === tx.id && d.status !== 'resolved'))
    errors.transaction_id = ['already has an open dispute'];
  if (blank(b.reason_code)) errors.reason_code = ["can't be blank"];
  else if (!REASONS.includes(b.reason_code as string)) errors.reason_code = ['is invalid'];
  let amount = 0;
  if (blank(b.amount)) errors.amount = ["can't be blank"];
  else if (typeof b.amount !== 'string' || !/^\d{1,12}(\.\d{1,2})?$/.test(b.amount)) errors.amount = ['is invalid'];
  else {
    amount = Math.round(Number(b.amount) * 100);
    if (amount < 1) errors.amount = ['must be greater than 0'];
    else if (tx && amount > tx.req) errors.amount = [`must be less than or equal to ${cents(tx.req)}`];
  }
  if (!blank(b.note) && typeof b.note !== 'string') errors.note = ['is invalid'];
  if (Object.keys(errors).length) throw new Halt(422, errors);
  const code = `DSP-${1101 + c.s.disputes.length}`;
  const d: Dispute = {
    id: uuid(code),
    code,
    tenant: tx!.tenant,
    terminal: tx!.terminal,
    tx: tx!.id,
    status: 'open',
    reason: b.reason_code as string,
    amount,
    due: addDays(TODAY, 30),
    opened: NOW,
    assignee: null,
    team: null,
    assignedAt: null,
    outcome: null,
    resolutionNote: null,
    resolvedAt: null,
    reviewer: '',
    reviewedAt: '',
    note: blank(b.note) ? null : (b.note as string),
  };
  c.s.disputes.push(d);
  const data = disputeView(c, d);
  if (c.is('dispute-no-due-date-new')) delete data.due_date;
  return json(201, { data });
});

// ---- feeds ----
interface Item {
  at: string;
  category: string;
  title: string;
  text: string;
  guid: string;
  terminal: string;
}
function rss(c: Ctx, title: string, items: Item[], contentType = 'application/rss+xml'): Response {
  const stamp = (at: string): string => new Date(at).toUTCString();
  const body =
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${xml(title)}</title><link>${xml(c.url.origin + '/v1/portal')}</link><description>${xml(title)}</description><lastBuildDate>${stamp(NOW)}</lastBuildDate>\n` +
    newest(items)
      .map(
        (i) =>
          `<item><title>${xml(i.terminal + ': ' + i.title)}</title><category>${i.category}</category><description>${xml(i.text)}</description><pubDate>${stamp(i.at)}</pubDate><guid isPermaLink="false">urn:uuid:${i.guid}</guid></item>`,
      )
      .join('\n') +
    '\n</channel></rss>\n';
  return new Response(body, {
    status: 200,
    headers: { 'content-type': contentType + '; charset=utf-8', 'cache-control': 'private, no-store' },
  });
}
function items(c: Ctx, codes: Set<string>): Item[] {
  const out: Item[] = [];
  const events = (rows: Event[], category: string, title: (e: Event) => string): void => {
    for (const e of rows)
      if (codes.has(e.terminal))
        out.push({ at: e.at, category, title: title(e), text: e.text, guid: e.id, terminal: e.terminal });
  };
  for (const t of c.s.terminals)
    if (codes.has(t.code))
      out.push({
        at: t.heartbeat,
        category: 'heartbeat',
        title: `heartbeat, ${t.status}`,
        text: `${t.name}: last heartbeat ${t.heartbeat}`,
        guid: uuid('hb-' + t.code),
        terminal: t.code,
      });
  events(c.s.changes, 'status_change', (e) => `status ${e.status}`);
  for (const x of c.s.txs)
    if (codes.has(x.terminal) && x.at >= FEED_SINCE)
      out.push({
        at: x.at,
        category: 'transaction',
        title: `${x.type} ${x.response}`,
        text: `${x.code}: ${cents(x.comp)} of ${cents(x.req)} ${c.tenant.currency}`,
        guid: x.id,
        terminal: x.terminal,
      });
  const alertCodes =
    c.is('feed-account-alerts-customer') && c.args.length === 0 ? new Set(ofCustomer(c).map((t) => t.code)) : codes;
  for (const e of c.s.alerts)
    if (alertCodes.has(e.terminal))
      out.push({
        at: e.at,
        category: 'alert',
        title: `alert ${e.kind} ${e.status}`,
        text: e.text,
        guid: e.id,
        terminal: e.terminal,
      });
  events(c.s.journal, 'switch_journal', (e) => `journal ${e.kind}`);
  return out;
}
route('GET', '/v1/feeds/account.xml', (c) =>
  rss(
    c,
    `${c.tenant.name}: account feed`,
    items(c, visibleCodes(c)).filter((i) => !(c.is('feed-account-no-journal') && i.category === 'switch_journal')),
  ),
);
route('GET', '/v1/feeds/terminals/*.xml', (c) => {
  const t = oneTerminal(c);
  const all = items(c, new Set([t.code]));
  for (const e of c.s.commands) {
    if (e.terminal !== t.code || (c.is('feed-terminal-queued-only') && e.status === 'completed')) continue;
    all.push({
      at: e.done ?? e.at,
      category: 'command',
      title: `command ${e.kind} ${e.status}`,
      text: e.text,
      guid: e.id,
      terminal: t.code,
    });
  }
  for (const e of c.s.jobs)
    if (e.terminal === t.code)
      all.push({
        at: e.done ?? e.at,
        category: 'provisioning',
        title: `provisioning ${e.kind} ${e.status}`,
        text: e.text,
        guid: e.id,
        terminal: t.code,
      });
  return rss(c, `${t.code} ${t.name}: terminal feed`, all, c.is('feed-content-type') ? 'application/xml' : undefined);
});
