import { createHash } from 'node:crypto';
import type { Batch, Command, Connector, Dispute, Group, Terminal, Txn, User, Zone } from './data.ts';
import { addDays, batchTotals, buildDb, iso, localDate, NOW, VIDEOS } from './data.ts';
import { faults } from './faults.ts';
import {
  BATCH_STATES,
  COMMAND_STATES,
  catalogFamilies,
  DISPUTE_STATES,
  openapiDocument,
  REASONS,
  SORT_KEYS,
  TXN_TYPES,
} from './openapi.ts';

export type { Fault } from './faults.ts';
export { faults } from './faults.ts';

export const name: string = 'rust-axum-au';
export const keys: ReadonlyMap<string, string> = new Map(buildDb().users.map((u) => [u.login, u.key]));

class ApiError extends Error {
  status: number;
  kind: string;
  headers: Record<string, string>;
  constructor(status: number, kind: string, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.kind = kind;
    this.headers = headers;
  }
}
const money = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
const xml = (s: string): string =>
  s.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const hash = (s: string): string => createHash('sha256').update(s).digest('hex').slice(0, 12);

const MAY_DISPUTE = new Set(['administrator', 'account_manager']);
const MAY_DERIVE = new Set(['administrator']);

interface Ctx {
  user: User;
  url: URL;
  request: Request;
  params: string[];
}
interface Query {
  get(name: string): string | undefined;
  limit: number;
  offset: number;
  token(offset: number): string;
}
interface Page<T> {
  rows: T[];
  next: string | null;
  count: number;
}

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error(`unknown fault: ${fault}`);
  const on = (id: string): boolean => fault === id;
  const db = buildDb();
  const byId = new Map(db.terminals.map((t) => [t.terminal_id, t]));
  const zoneOf = (id: string): Zone => byId.get(id)!.zone;
  const portalCache = new Map<string, unknown>();

  // ---- visibility -------------------------------------------------------------------------------------------------
  const sees = (u: User, t: Terminal): boolean =>
    t.tenant_id === u.tenant_id &&
    (!u.accounts || u.accounts.includes(t.account_id)) &&
    (!u.terminals || u.terminals.includes(t.terminal_id));
  const visible = (u: User): Terminal[] => db.terminals.filter((t) => sees(u, t));
  const ofTenant = (u: User): Terminal[] => db.terminals.filter((t) => t.tenant_id === u.tenant_id);
  const idSet = (ts: Terminal[]): Set<string> => new Set(ts.map((t) => t.terminal_id));
  const seesAccount = (u: User, accountId: string): boolean =>
    db.accounts.find((a) => a.account_id === accountId)?.tenant_id === u.tenant_id &&
    !u.terminals &&
    (!u.accounts || u.accounts.includes(accountId));
  const missing = (what: string): ApiError => new ApiError(404, 'not_found', `no such ${what}`);

  type Reach = 'user' | 'tenant' | 'all';
  function terminalFor(c: Ctx, reach: Reach = 'user'): Terminal {
    const t = byId.get(c.params[0]!);
    if (t && (reach === 'all' || (reach === 'tenant' ? t.tenant_id === c.user.tenant_id : sees(c.user, t)))) return t;
    if (t && on('error-names-hidden-terminal'))
      throw new ApiError(
        404,
        'not_found',
        `terminal ${t.name}, ${t.location.suburb} is not assigned to ${c.user.email}`,
      );
    throw missing('terminal');
  }

  // ---- queries and pages ------------------------------------------------------------------------------------------
  const bad = (detail: string): ApiError => new ApiError(400, 'invalid_query', detail);
  function query(c: Ctx, known: string[]): Query {
    const values = new Map<string, string>();
    for (const [k, v] of c.url.searchParams) {
      if (!known.includes(k) && k !== 'limit' && k !== 'cursor') continue;
      if (values.has(k)) throw bad(`duplicate field ${k}`);
      values.set(k, v);
    }
    const rawLimit = values.get('limit');
    if (rawLimit !== undefined && (!/^[0-9]{1,6}$/.test(rawLimit) || +rawLimit < 1 || +rawLimit > 200))
      throw bad('limit: expected an integer from 1 to 200');
    const print = hash(JSON.stringify([c.user?.user_id, c.url.pathname, ...known.map((k) => values.get(k) ?? null)]));
    let offset = 0;
    const cursor = values.get('cursor');
    if (cursor !== undefined) {
      const m = /^([0-9a-f]{12})\.([0-9]{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
      if (!m || m[1] !== print) throw bad('cursor: not a token of this list');
      offset = +m[2]!;
    }
    return {
      get: (n) => values.get(n),
      limit: rawLimit === undefined ? 50 : +rawLimit,
      offset,
      token: (o) => Buffer.from(`${print}.${o}`).toString('base64url'),
    };
  }
  function page<T>(rows: T[], q: Query): Page<T> {
    const end = q.offset + q.limit;
    return { rows: rows.slice(q.offset, end), next: end < rows.length ? q.token(end) : null, count: rows.length };
  }
  const listOf = <T>(p: Page<T>, view: (t: T) => unknown) => ({
    items: p.rows.map(view),
    next: p.next,
    count: p.count,
  });
  function choice(q: Query, field: string, allowed: string[]): string | undefined {
    const v = q.get(field);
    if (v !== undefined && !allowed.includes(v)) throw bad(`${field}: expected one of ${allowed.join(', ')}`);
    return v;
  }
  const isDate = (v: unknown): v is string =>
    typeof v === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(v) &&
    !Number.isNaN(Date.parse(v + 'T00:00:00Z')) &&
    addDays(v, 0) === v;

  // ---- views ------------------------------------------------------------------------------------------------------
  function rowView(t: Txn, where: 'list' | 'terminal' | 'portal'): Record<string, unknown> {
    const when = iso(t.at, zoneOf(t.terminal_id));
    const row: Record<string, unknown> = {
      transaction_id: t.transaction_id,
      terminal_id: t.terminal_id,
      terminal_time: where === 'terminal' && on('terminal-rows-date-only') ? when.slice(0, 10) : when,
      transaction_type: t.type,
      sequence_number: t.seq,
      account_type: t.account_type,
      response: { code: t.code, text: t.text },
      amount_requested: money(t.req),
      amount_completed: money(
        where === 'terminal' && t.code === '10' && on('partial-shows-requested') ? t.req : t.comp,
      ),
      surcharge_requested: money(t.sreq),
      surcharge_completed: money(t.scomp),
      currency: 'AUD',
    };
    if (t.emv || on('row-emv-null')) row.emv = t.emv;
    if (t.reverses) row.reverses = t.reverses;
    if (t.scomp === 0 && on('row-without-zero-surcharge')) delete row.surcharge_completed;
    if (t.type === 'balance_inquiry' && on('row-inquiry-without-sequence')) delete row.sequence_number;
    if (where === 'terminal' && t.comp === 0 && t.type === 'withdrawal' && on('terminal-declines-show-track'))
      row.track2 = '4111111111111111=27122011234500000000';
    if (where === 'list' && t.type === 'reversal' && on('reversal-shows-pin-block')) row.pin_block = '0412AC9F21D4E7B3';
    return row;
  }
  const summaryOf = (rows: Txn[]) => ({
    total_withdrawn: money(rows.reduce((s, t) => s + (on('summary-counts-declines') ? t.req : t.comp), 0)),
    total_surcharge: money(rows.reduce((s, t) => s + t.scomp, 0)),
    currency: 'AUD',
  });
  function batchView(b: Batch): Record<string, unknown> {
    const z = db.accounts.find((a) => a.account_id === b.account_id)!.zone;
    const v: Record<string, unknown> = {
      batch_id: b.batch_id,
      account_id: b.account_id,
      status: b.status,
      entry_counts: { credits: b.credits, debits: b.debits, total: b.credits + b.debits },
      credit_total: money(b.credit),
      debit_total: money(b.debit),
      net_payout: money(on('net-payout-adds-debits') ? b.credit + b.debit : b.credit - b.debit),
      currency: 'AUD',
      period_start: b.period_start,
      period_end: b.period_end,
      derived_at: iso(b.derived, z),
      submitted_at: b.submitted === null ? null : iso(b.submitted, z),
      effective_on: b.effective_on,
      paid_at: b.paid === null ? null : iso(b.paid, z),
    };
    if (b.debit === 0 && on('batch-without-zero-debit')) delete v.debit_total;
    return v;
  }
  function disputeView(d: Dispute): Record<string, unknown> {
    const z = zoneOf(d.terminal_id);
    const v: Record<string, unknown> = {
      dispute_id: d.dispute_id,
      account_id: d.account_id,
      transaction_id: d.transaction_id,
      terminal_id: d.terminal_id,
      status: d.status,
      reason_code: d.reason,
      amount: money(d.amount),
      currency: 'AUD',
      due_on: d.due_on,
      opened_at: iso(d.opened, z),
      comment: d.comment,
      assigned_to: d.assignee ? { user_id: d.assignee.user_id, name: d.assignee.name } : null,
      assigned_at: d.assignee ? iso(d.assignee.at, z) : null,
      resolution: d.resolution
        ? { outcome: d.resolution.outcome, resolved_at: iso(d.resolution.at, z), note: d.resolution.note }
        : null,
    };
    const r = d.reviewer ?? (d.status === 'under_review' && on('reviewer-during-review') ? d.assignee : null);
    if (r) v.reviewer = { user_id: r.user_id, name: r.name, reviewed_at: iso(r.at, z) };
    if (!d.assignee && on('dispute-without-due-date')) delete v.due_on;
    return v;
  }
  const locationView = (t: Terminal) => ({
    location_id: t.location.location_id,
    terminal_id: t.terminal_id,
    account_id: t.account_id,
    name: t.location.name,
    street: t.location.street,
    suburb: t.location.suburb,
    state: t.location.state,
    postcode: t.location.postcode,
    latitude: t.location.latitude,
    longitude: t.location.longitude,
    timezone: t.zone,
    risk: t.location.risk,
  });
  const commandView = (x: Command) => ({
    command_id: x.command_id,
    terminal_id: x.terminal_id,
    kind: x.kind,
    status: x.status,
    queued_at: iso(x.queued, zoneOf(x.terminal_id)),
    completed_at: x.completed === null ? null : iso(x.completed, zoneOf(x.terminal_id)),
  });
  function groupsFor(u: User): { g: Group; ids: string[] }[] {
    const v = idSet(visible(u));
    return db.groups
      .map((g) => ({ g, ids: g.terminal_ids.filter((id) => v.has(id)) }))
      .filter((x) => x.ids.length > 0)
      .map((x) => (on('group-members-unscoped') ? { g: x.g, ids: x.g.terminal_ids } : x));
  }
  const groupView = (x: { g: Group; ids: string[] }) => ({
    group_id: x.g.group_id,
    name: x.g.name,
    terminal_ids: x.ids,
    terminal_count: x.ids.length,
  });
  function connectorsFor(u: User): { k: Connector; ids: string[] }[] {
    const v = idSet(visible(u));
    return db.connectors
      .map((k) => ({ k, ids: k.terminal_ids.filter((id) => v.has(id)) }))
      .filter((x) => x.ids.length > 0);
  }
  const connectorView = (x: { k: Connector; ids: string[] }) => ({
    connector_id: x.k.connector_id,
    name: x.k.name,
    kind: x.k.kind,
    protocol: x.k.protocol,
    state: x.k.state,
    terminal_ids: x.ids,
  });

  // ---- handlers ---------------------------------------------------------------------------------------------------
  function portal(c: Ctx): Response {
    const u = c.user;
    if (on('portal-cached-per-tenant') && portalCache.has(u.tenant_id)) return json(portalCache.get(u.tenant_id));
    const tenant = db.tenants.find((t) => t.tenant_id === u.tenant_id)!;
    const all = visible(u),
      v = idSet(all),
      tenantIds = idSet(ofTenant(u));
    const shown = on('portal-drops-offline') ? all.filter((t) => t.state !== 'offline') : all;
    const accountIds = new Set(all.map((t) => t.account_id));
    const people = u.role === 'administrator' ? db.users.filter((x) => x.tenant_id === u.tenant_id) : [u];
    const groups = groupsFor(u),
      connectors = connectorsFor(u);
    const mine = <T extends { terminal_id: string }>(rows: T[], set: Set<string> = v): T[] =>
      rows.filter((r) => set.has(r.terminal_id));
    const flags = {
      can_view_settlements: !u.terminals,
      can_create_disputes: MAY_DISPUTE.has(u.role),
      can_derive_settlements: MAY_DERIVE.has(u.role),
      can_manage_users: u.role === 'administrator',
    };
    const organization: Record<string, unknown> = {
      tenant_id: tenant.tenant_id,
      name: tenant.name,
      branding: { display_name: tenant.brand, primary_colour: tenant.colour, portal_host: tenant.portal_host },
      dns: { state: tenant.dns, certificate: tenant.tls },
    };
    if (tenant.dns !== 'verified' && on('portal-without-dns')) delete organization.dns;
    const body = {
      principal: { user_id: u.user_id, name: u.name, email: u.email, role: u.role },
      accounts: db.accounts
        .filter((a) => accountIds.has(a.account_id))
        .map((a) => ({ account_id: a.account_id, name: a.name, abn: a.abn, timezone: a.zone, contact_email: a.email })),
      organization,
      access_flags: flags,
      totals: {
        users: people.length,
        terminals: on('portal-totals-tenant-wide') ? tenantIds.size : all.length,
        groups: groups.length,
        connectors: connectors.length,
      },
      visible_users: people.map((x) => ({ user_id: x.user_id, name: x.name, email: x.email, role: x.role })),
      visible_terminals: shown.map((t) => ({
        terminal_id: t.terminal_id,
        account_id: t.account_id,
        name: t.name,
        model: t.model,
        state: t.state,
        last_heartbeat_at: iso(t.heartbeat, t.zone),
      })),
      visible_groups: groups.map(groupView),
      visible_connectors: connectors.map(connectorView),
      recent_transactions: mine(db.txns)
        .slice(0, 10)
        .map((t) => rowView(t, 'portal')),
      recent_commands: mine(db.commands).slice(0, 10).map(commandView),
      recent_forms: mine(db.forms, on('portal-forms-tenant-wide') ? tenantIds : v)
        .slice(0, 10)
        .map((f) => ({
          form_id: f.form_id,
          terminal_id: f.terminal_id,
          kind: f.kind,
          status: f.status,
          submitted_at: iso(f.submitted, zoneOf(f.terminal_id)),
        })),
      report_catalog: [
        ['daily_terminal_totals', 'Daily terminal totals', true],
        ['surcharge_summary', 'Surcharge summary', true],
        ['cash_position', 'Cash position', true],
        ['settlement_statement', 'Settlement statement', flags.can_view_settlements],
        ['dispute_ageing', 'Dispute ageing', true],
        ['user_access_review', 'User access review', flags.can_manage_users],
      ]
        .filter((r) => r[2])
        .map(([report_id, title]) => ({ report_id, title })),
      compliance_vault: (on('portal-compliance-all-tenants') ? db.compliance : mine(db.compliance)).map((x) => ({
        ...x,
      })),
      onboarding: mine(db.onboarding).map((x) => ({ ...x })),
      documents: mine(db.documents).map((x) => ({ ...x })),
      videos: VIDEOS,
    };
    portalCache.set(u.tenant_id, body);
    return json(body);
  }

  const SORTS: Record<string, (t: Txn) => number> = {
    terminal_time: (t) => t.at,
    seq: (t) => t.seq,
    amt_req: (t) => t.req,
    amt_comp: (t) => t.comp,
    surch_comp: (t) => t.scomp,
  };
  function transactions(c: Ctx): Response {
    const q = query(c, ['terminal_id', 'group_id', 'transaction_type', 'from', 'to', 'sort_by', 'sort_dir']);
    const sortBy = choice(q, 'sort_by', SORT_KEYS),
      dir = choice(q, 'sort_dir', ['asc', 'desc']) ?? 'desc';
    const type = choice(q, 'transaction_type', TXN_TYPES),
      terminalId = q.get('terminal_id'),
      groupId = q.get('group_id'),
      from = q.get('from'),
      to = q.get('to');
    for (const [k, d] of [
      ['from', from],
      ['to', to],
    ])
      if (d !== undefined && !isDate(d)) throw bad(`${k}: expected a date YYYY-MM-DD`);

    const matching = (scope: Set<string>): Txn[] => {
      let ids = scope;
      if (
        groupId !== undefined &&
        !on('group-filter-ignored') &&
        !(terminalId !== undefined && on('group-filter-ignored-with-terminal'))
      ) {
        const members = db.groups.find((g) => g.group_id === groupId)?.terminal_ids ?? [];
        ids = new Set(on('group-filter-bypasses-scope') ? members : members.filter((id) => ids.has(id)));
      }
      if (terminalId !== undefined) {
        if (on('terminal-filter-bypasses-scope'))
          ids = new Set(groupId === undefined || ids.has(terminalId) ? [terminalId] : []);
        else if (sortBy === 'amt_comp' && ids.has(terminalId) && on('terminal-filter-same-account'))
          ids = new Set([...ids].filter((id) => byId.get(id)!.account_id === byId.get(terminalId)!.account_id));
        else ids = new Set(ids.has(terminalId) ? [terminalId] : []);
      }
      return db.txns.filter(
        (t) =>
          ids.has(t.terminal_id) &&
          (!type || t.type === type) &&
          (!from || localDate(t.at, zoneOf(t.terminal_id)) >= from) &&
          (!to || localDate(t.at, zoneOf(t.terminal_id)) <= to),
      );
    };
    const sorted = (rows: Txn[]): Txn[] => {
      if (sortBy === undefined && dir === 'desc') return rows;
      const key =
        SORTS[on('amt-comp-sorts-requested') && sortBy === 'amt_comp' ? 'amt_req' : (sortBy ?? 'terminal_time')];
      const sign = dir === 'asc' || on('sort-desc-is-asc') ? 1 : -1;
      if (sortBy === 'amt_comp' && on('amt-comp-sorted-as-text'))
        return [...rows].sort(
          (a, b) => sign * (money(a.comp) < money(b.comp) ? -1 : money(a.comp) > money(b.comp) ? 1 : 0),
        );
      return [...rows].sort(
        (a, b) => sign * (key!(a) - key!(b)) || b.at - a.at || (a.transaction_id < b.transaction_id ? 1 : -1),
      );
    };
    const own = idSet(visible(c.user)),
      tenant = idSet(ofTenant(c.user));
    const rows = matching(q.offset > 0 && on('second-page-tenant-wide') ? tenant : own);
    const view = { ...q };
    if (on('limit-ignored')) view.limit = 1000;
    let p = on('sort-after-paging') ? page(rows, view) : page(sorted(rows), view);
    if (on('sort-after-paging')) p.rows = sorted(p.rows);
    if (on('limit-plus-one-when-sorted') && sortBy !== undefined)
      p.rows = sorted(rows).slice(q.offset, q.offset + q.limit + 1);
    if (on('page-boundary-row-lost') && q.offset > 0) p.rows = p.rows.slice(1);
    if (on('count-tenant-wide')) p = { ...p, count: matching(tenant).length };
    const summary: Record<string, unknown> = summaryOf(
      on('summary-tenant-wide') ? matching(tenant) : on('summary-of-page') ? p.rows : rows,
    );
    if (groupId !== undefined && on('summary-no-withdrawn-with-group')) delete summary.total_withdrawn;
    return json({ ...listOf(p, (t) => rowView(t, 'list')), summary });
  }

  function terminalTransactions(c: Ctx): Response {
    const t = terminalFor(c, on('terminal-transactions-tenant-check') ? 'tenant' : 'user');
    const q = query(c, []);
    const rows = db.txns.filter(
      (x) => x.terminal_id === t.terminal_id && !(x.type === 'reversal' && on('terminal-list-without-reversals')),
    );
    return json({ ...listOf(page(rows, q), (x) => rowView(x, 'terminal')), summary: summaryOf(rows) });
  }

  function timeline(c: Ctx): Response {
    const t = db.txns.find((x) => x.transaction_id === c.params[0]);
    if (!t || !(on('timeline-no-scope') || sees(c.user, byId.get(t.terminal_id)!))) throw missing('transaction');
    const z = zoneOf(t.terminal_id);
    const ev = (event: string, ago: number, detail: string) => ({ event, at: iso(t.at - ago * 1000, z), detail });
    const items =
      t.type === 'reversal'
        ? [
            ev('reversal_requested', 9, 'Reversal advice sent to the switch'),
            ev('reversal_confirmed', 2, 'Reversal accepted'),
            ev('completed', 0, `Sequence ${t.seq} closed`),
          ]
        : [
            ev(
              'card_read',
              24,
              `Card read${t.emv ? ` (${t.emv})` : ''}${on('timeline-shows-pan') ? ', PAN 4111111111111111' : ''}`,
            ),
            ev('request_sent', 11, 'Request sent to the switch'),
            ev('response_received', 8, `${t.code} ${t.text}`),
            ...(t.comp > 0 ? [ev('cash_dispensed', 3, `Dispensed ${money(t.comp)} AUD`)] : []),
            ...(t.type === 'withdrawal' && t.comp === 0 ? [ev('declined', 3, t.text)] : []),
            ev('completed', 0, `Sequence ${t.seq} closed`),
          ];
    return json({
      transaction_id: t.transaction_id,
      terminal_id: t.terminal_id,
      items,
      next: null,
      count: items.length,
    });
  }

  function settlements(c: Ctx): Response {
    const q = query(c, ['account_id', 'status']);
    const status = choice(q, 'status', BATCH_STATES),
      account = q.get('account_id');
    const wide = on('settlements-tenant-wide') && !c.user.terminals;
    const rows = db.batches.filter(
      (b) =>
        (wide
          ? db.accounts.find((a) => a.account_id === b.account_id)!.tenant_id === c.user.tenant_id
          : seesAccount(c.user, b.account_id)) &&
        (!status || b.status === status) &&
        (account === undefined || b.account_id === account),
    );
    return json(listOf(page(rows, q), batchView));
  }

  const unprocessable = (detail: string): ApiError => new ApiError(422, 'unprocessable', detail);
  async function bodyOf(c: Ctx, allowed: string[]): Promise<Record<string, unknown>> {
    if (!/^application\/json\s*(;|$)/i.test(c.request.headers.get('content-type') ?? ''))
      throw new ApiError(415, 'unsupported_media_type', 'expected application/json');
    let body: unknown;
    try {
      body = JSON.parse(await c.request.text());
    } catch {
      throw new ApiError(400, 'invalid_body', 'the body is not JSON');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw unprocessable('expected an object');
    for (const k of Object.keys(body)) if (!allowed.includes(k)) throw unprocessable(`unknown field ${k}`);
    return body as Record<string, unknown>;
  }

  async function derive(c: Ctx): Promise<Response> {
    const u = c.user;
    if (!(MAY_DERIVE.has(u.role) || on('derive-unguarded')))
      throw new ApiError(403, 'forbidden', 'deriving settlements needs the role administrator');
    const b = await bodyOf(c, ['account_id', 'period_start', 'period_end']);
    if (typeof b.account_id !== 'string') throw unprocessable('account_id: expected a string');
    if (!isDate(b.period_start)) throw unprocessable('period_start: expected a date YYYY-MM-DD');
    if (!isDate(b.period_end)) throw unprocessable('period_end: expected a date YYYY-MM-DD');
    const start = b.period_start,
      end = b.period_end,
      accountId = b.account_id;
    const acc = db.accounts.find((a) => a.account_id === accountId);
    if (!acc || !seesAccount(u, accountId)) throw unprocessable('account_id: no such account');
    if (end < start) throw unprocessable('period_end: lies before period_start');
    if (addDays(start, 31) <= end) throw unprocessable('period_end: a period has at most 31 days');
    if (end >= localDate(NOW, acc.zone)) throw unprocessable('period_end: the business day is not over');
    if (db.batches.some((x) => x.account_id === accountId && x.period_start <= end && x.period_end >= start))
      throw new ApiError(409, 'conflict', 'the period overlaps an existing batch');
    const totals = batchTotals(db, idSet(db.terminals.filter((t) => t.account_id === accountId)), zoneOf, start, end);
    if (totals.credits + totals.debits === 0) throw unprocessable('the period has nothing to settle');
    const batch: Batch = {
      batch_id: db.ids.make('bat', NOW),
      account_id: accountId,
      status: 'derived',
      period_start: start,
      period_end: end,
      ...totals,
      derived: NOW,
      submitted: null,
      paid: null,
      effective_on: addDays(localDate(NOW, acc.zone), 1),
    };
    db.batches.unshift(batch);
    return json(batchView(batch), 201);
  }

  function disputes(c: Ctx): Response {
    const q = query(c, ['terminal_id', 'status']);
    const status = choice(q, 'status', DISPUTE_STATES),
      terminalId = q.get('terminal_id');
    const v = idSet(on('disputes-tenant-wide') ? ofTenant(c.user) : visible(c.user));
    return json(
      listOf(
        page(
          db.disputes.filter(
            (d) =>
              v.has(d.terminal_id) &&
              (!status || d.status === status) &&
              (terminalId === undefined || d.terminal_id === terminalId),
          ),
          q,
        ),
        disputeView,
      ),
    );
  }

  async function createDispute(c: Ctx): Promise<Response> {
    const u = c.user;
    if (!(MAY_DISPUTE.has(u.role) || on('disputes-unguarded')))
      throw new ApiError(403, 'forbidden', 'opening disputes needs the role administrator or account_manager');
    const b = await bodyOf(c, ['transaction_id', 'reason_code', 'amount', 'currency', 'comment']);
    if (typeof b.transaction_id !== 'string') throw unprocessable('transaction_id: expected a string');
    if (typeof b.reason_code !== 'string' || !REASONS.includes(b.reason_code))
      throw unprocessable(`reason_code: expected one of ${REASONS.join(', ')}`);
    if (typeof b.amount !== 'string' || !/^[0-9]{1,7}\.[0-9]{2}$/.test(b.amount))
      throw unprocessable('amount: expected a decimal string such as 120.00');
    if (b.currency !== 'AUD') throw unprocessable('currency: expected AUD');
    if (b.comment !== undefined && (typeof b.comment !== 'string' || b.comment.length > 500))
      throw unprocessable('comment: expected a string of at most 500 characters');
    const x = db.txns.find((t) => t.transaction_id === b.transaction_id);
    const term = x && byId.get(x.terminal_id)!;
    if (!x || !term || !(sees(u, term) || (on('dispute-on-unseen-transaction') && term.tenant_id === u.tenant_id)))
      throw unprocessable('transaction_id: no such transaction');
    if (x.type !== 'withdrawal' || x.comp <= 0)
      throw unprocessable('transaction_id: only completed withdrawals can be disputed');
    const cents = Math.round(Number(b.amount) * 100);
    if (cents <= 0 || cents > x.req + x.sreq) throw unprocessable('amount: exceeds the transaction');
    if (
      db.disputes.some(
        (d) => d.transaction_id === x.transaction_id && (d.status === 'open' || d.status === 'under_review'),
      )
    )
      throw new ApiError(409, 'conflict', 'the transaction already has an open dispute');
    const d: Dispute = {
      dispute_id: db.ids.make('dsp', NOW),
      transaction_id: x.transaction_id,
      terminal_id: term.terminal_id,
      account_id: term.account_id,
      status: 'open',
      reason: b.reason_code,
      amount: cents,
      due_on: addDays(localDate(NOW, term.zone), 30),
      opened: NOW,
      assignee: null,
      resolution: null,
      reviewer: null,
      comment: (b.comment as string | undefined) ?? null,
    };
    db.disputes.unshift(d);
    return json(disputeView(d), 201);
  }

  function locations(c: Ctx, open: boolean): Response {
    const q = query(c, ['state']);
    const state = choice(q, 'state', ['WA', 'SA', 'NSW']);
    let rows = open ? db.terminals : visible(c.user);
    if (!open && c.user.terminals && on('locations-first-account-only'))
      rows = rows.filter((t) => t.account_id === rows[0]!.account_id);
    return json(
      listOf(
        page(
          rows.filter((t) => !state || t.location.state === state),
          q,
        ),
        locationView,
      ),
    );
  }
  function location(c: Ctx): Response {
    const t = terminalFor(
      c,
      c.user.role === 'account_manager' && on('location-detail-tenant-check') ? 'tenant' : 'user',
    );
    return json(
      locationView(
        on('location-of-neighbour') ? visible(c.user).find((x) => x.location.suburb === t.location.suburb)! : t,
      ),
    );
  }
  function monitoring(c: Ctx): Response {
    const t = terminalFor(c, on('monitoring-no-scope') ? 'all' : 'user');
    const body: Record<string, unknown> = {
      terminal_id: t.terminal_id,
      state: t.state,
      last_heartbeat_at: iso(t.heartbeat, t.zone),
      software_version: t.software,
      telemetry: {
        dispenser: db.alerts.some(
          (a) => a.terminal_id === t.terminal_id && a.event === 'dispenser_fault' && a.state === 'open',
        )
          ? 'fault'
          : 'ok',
        link: t.state === 'online' ? 'up' : t.state === 'degraded' ? 'unstable' : 'down',
        cassettes: t.cassettes.map((k, i) => ({
          position: i + 1,
          denomination: money(k.denomination),
          notes_remaining: k.notes,
        })),
        cash_remaining: money(t.cassettes.reduce((s, k) => s + k.denomination * k.notes, 0)),
        currency: 'AUD',
      },
      alerts: db.alerts
        .filter((a) => a.terminal_id === t.terminal_id)
        .map((a) => ({
          alert_id: a.alert_id,
          event: a.event,
          severity: a.severity,
          state: a.state,
          opened_at: iso(a.opened, t.zone),
          message: a.message,
        })),
      status_changes: db.changes
        .filter((x) => x.terminal_id === t.terminal_id)
        .map((x) => ({ change_id: x.change_id, from_state: x.from, to_state: x.to, at: iso(x.at, t.zone) })),
    };
    if (t.state === 'offline' && on('monitoring-offline-no-telemetry')) delete body.telemetry;
    return json(body);
  }
  function connectorStatus(c: Ctx, open: boolean): Response {
    const x = (open ? db.connectors.map((k) => ({ k, ids: k.terminal_ids })) : connectorsFor(c.user)).find(
      (y) => y.k.connector_id === c.params[0],
    );
    if (!x) throw missing('connector');
    const z = db.tenants.find((t) => t.tenant_id === x.k.tenant_id)!.zone;
    const ts = (on('connector-status-counts-unscoped') ? x.k.terminal_ids : x.ids).map((id) => byId.get(id)!);
    const n = (s: string) => ts.filter((t) => t.state === s).length;
    return json({
      connector_id: x.k.connector_id,
      state: x.k.state,
      last_success_at: iso(x.k.last_success, z),
      round_trip_ms: x.k.state === 'down' ? null : x.k.round_trip_ms,
      checked_at: iso(NOW, z),
      terminals: { online: n('online'), degraded: n('degraded'), offline: n('offline'), total: ts.length },
    });
  }
  function connectors(c: Ctx): Response {
    const q = query(c, []);
    const rows = on('connectors-tenant-wide')
      ? db.connectors
          .filter((k) => k.tenant_id === c.user.tenant_id)
          .map((k) => ({ k, ids: k.terminal_ids.filter((id) => sees(c.user, byId.get(id)!)) }))
      : connectorsFor(c.user);
    return json(listOf(page(rows, q), connectorView));
  }
  function commands(c: Ctx): Response {
    const t = terminalFor(c, on('commands-tenant-check') ? 'tenant' : 'user');
    const q = query(c, ['status']);
    const status = choice(q, 'status', COMMAND_STATES);
    const mine = (id: string): boolean =>
      id === t.terminal_id ||
      (on('commands-of-account') && byId.get(id)!.account_id === t.account_id && sees(c.user, byId.get(id)!));
    return json(
      listOf(
        page(
          db.commands.filter((x) => mine(x.terminal_id) && (!status || x.status === status)),
          q,
        ),
        commandView,
      ),
    );
  }
  function payloadOf(t: Terminal, source: Terminal = t) {
    const account = db.accounts.find((a) => a.account_id === t.account_id)!;
    return {
      terminal_id: t.terminal_id,
      payload_version: 12 + db.jobs.filter((j) => j.terminal_id === t.terminal_id).length,
      configuration: {
        terminal_id: source.terminal_id,
        serial_number: source.serial,
        model: source.model,
        software_version: source.software,
        connector_id: source.connector_id,
        timezone: source.zone,
        surcharge: money(source.surcharge),
        currency: 'AUD',
        denominations: source.cassettes.map((k) => money(k.denomination)),
        receipt_header: `${account.name} / ${source.name}`,
      },
    };
  }
  function payload(c: Ctx): Response {
    const t = terminalFor(c);
    return json(
      payloadOf(t, on('payload-of-first-terminal') ? db.terminals.find((x) => x.account_id === t.account_id)! : t),
    );
  }
  function exportOf(c: Ctx): Response {
    const t = terminalFor(c, on('export-no-scope') ? 'all' : 'user');
    return json({
      terminal_id: t.terminal_id,
      exported_at: iso(NOW, t.zone),
      payload: payloadOf(t),
      jobs: db.jobs
        .filter((j) => j.terminal_id === t.terminal_id)
        .map((j) => ({
          job_id: j.job_id,
          kind: j.kind,
          status: j.status,
          started_at: iso(j.started, t.zone),
          finished_at: j.finished === null ? null : iso(j.finished, t.zone),
        })),
    });
  }

  // ---- feeds ------------------------------------------------------------------------------------------------------
  interface Item {
    guid: string;
    at: number;
    category: string;
    title: string;
    text: string;
    t: Terminal;
  }
  function rfc822(ms: number, z: Zone): string {
    const s = iso(ms, z),
      d = new Date(s.slice(0, 19) + 'Z').toUTCString();
    return d.replace('GMT', s.slice(19).replace(':', ''));
  }
  function feedItems(ts: Terminal[], recent: number): Item[] {
    const out: Item[] = [];
    for (const t of ts) {
      const mine = <T extends { terminal_id: string }>(rows: T[]): T[] =>
        rows.filter((r) => r.terminal_id === t.terminal_id);
      out.push({
        guid: `${t.terminal_id}/heartbeat`,
        at: t.heartbeat,
        category: 'terminal_status',
        title: `${t.name}: last heartbeat`,
        text: `Terminal is ${t.state}`,
        t,
      });
      for (const x of mine(db.changes))
        out.push({
          guid: x.change_id,
          at: x.at,
          category: 'terminal_status',
          title: `${t.name}: ${x.from} to ${x.to}`,
          text: `Status changed from ${x.from} to ${x.to}`,
          t,
        });
      for (const x of mine(db.txns).slice(0, recent))
        out.push({
          guid: x.transaction_id,
          at: x.at,
          category: 'transaction',
          title: `${t.name}: ${x.type} ${x.text.toLowerCase()}`,
          text: `Sequence ${x.seq}, completed ${money(x.comp)} AUD`,
          t,
        });
      for (const x of mine(db.alerts))
        out.push({
          guid: x.alert_id,
          at: x.opened,
          category: 'alert',
          title: `${t.name}: ${x.event}`,
          text: `${x.message} (${x.severity}, ${x.state})`,
          t,
        });
      for (const x of mine(db.journal))
        out.push({
          guid: x.journal_id,
          at: x.at,
          category: 'switch_journal',
          title: `${t.name}: switch ${x.code}`,
          text: x.text,
          t,
        });
    }
    return out;
  }
  function rss(
    title: string,
    link: string,
    items: Item[],
    z: Zone,
    type = 'application/rss+xml; charset=utf-8',
  ): Response {
    const rows = [...items]
      .sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1))
      .map(
        (i) =>
          `<item><title>${xml(i.title)}</title><link>${xml(link)}/terminals/${i.t.terminal_id}</link><description>${xml(i.text)}</description><category>${i.category}</category><category domain="terminal">${i.t.terminal_id}</category><guid isPermaLink="false">${i.guid}</guid><pubDate>${rfc822(i.at, i.t.zone)}</pubDate></item>`,
      );
    return new Response(
      `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${xml(title)}</title><link>${xml(link)}</link><description>${xml(title)}</description><lastBuildDate>${rfc822(NOW, z)}</lastBuildDate>\n${rows.join('\n')}\n</channel></rss>\n`,
      { status: 200, headers: { 'content-type': type, 'cache-control': 'private, no-store' } },
    );
  }
  function accountFeed(c: Ctx): Response {
    const tenant = db.tenants.find((t) => t.tenant_id === c.user.tenant_id)!;
    let items = feedItems(on('account-feed-tenant-wide') ? ofTenant(c.user) : visible(c.user), 3);
    if (on('account-feed-no-journal')) items = items.filter((i) => i.category !== 'switch_journal');
    return rss(
      `${tenant.brand}: fleet digest`,
      `https://${tenant.portal_host}`,
      items,
      tenant.zone,
      on('account-feed-content-type') ? 'application/xml; charset=utf-8' : undefined,
    );
  }
  function terminalFeed(c: Ctx, open: boolean): Response {
    const t = terminalFor(c, open ? 'all' : 'user');
    const tenant = db.tenants.find((x) => x.tenant_id === t.tenant_id)!;
    const items = feedItems([t], 8);
    for (const x of db.commands)
      if (x.terminal_id === t.terminal_id && !(x.status === 'completed' && on('terminal-feed-no-completed')))
        items.push({
          guid: x.command_id,
          at: x.completed ?? x.queued,
          category: 'command',
          title: `${t.name}: command ${x.kind} ${x.status}`,
          text: `Command ${x.kind} is ${x.status}`,
          t,
        });
    for (const x of db.jobs)
      if (x.terminal_id === t.terminal_id)
        items.push({
          guid: x.job_id,
          at: x.finished ?? x.started,
          category: 'provisioning',
          title: `${t.name}: provisioning ${x.kind} ${x.status}`,
          text: `Provisioning job ${x.kind} is ${x.status}`,
          t,
        });
    return rss(`${tenant.brand}: ${t.name}`, `https://${tenant.portal_host}`, items, t.zone);
  }

  // ---- contract and public documents ------------------------------------------------------------------------------
  function catalog(): Response {
    const families = catalogFamilies();
    const seen = new Set<string>();
    const items = families.map((f) => {
      const g: Record<string, unknown> = { ...f };
      if (on('catalog-event-once')) g.webhook_events = f.webhook_events.filter((e) => !seen.has(e) && seen.add(e));
      if (f.rss_feeds.length === 0 && on('catalog-empty-feeds-dropped')) delete g.rss_feeds;
      if (f.service === 'compliance_onboarding' && on('catalog-lists-compliance'))
        g.api_endpoints = [{ method: 'GET', path: '/v1/compliance/vault' }];
      return g;
    });
    return json({ contract_version: '1.12.0', items, next: null, count: items.length });
  }
  function publicOpenapi(c: Ctx): Response {
    const text = JSON.stringify(openapiDocument(on('openapi-amounts-numbers')));
    const etag = `"${hash(text)}"`;
    const headers = { 'cache-control': 'public, max-age=300', etag };
    if ((c.request.headers.get('if-none-match') ?? '').split(',').some((e) => e.trim() === etag || e.trim() === '*'))
      return new Response(null, { status: 304, headers });
    return new Response(text, { status: 200, headers: { 'content-type': 'application/json', ...headers } });
  }
  function brandingStatus(): Response {
    const body: Record<string, unknown> = {
      service: 'terminal-fleet-portal',
      branding: { state: 'published', theme_version: '2025.07' },
      docs_host: { host: 'docs.fleetportal.example.au', dns_state: 'verified', certificate: 'issued', ready: true },
      checked_at: iso(NOW, 'Australia/Sydney'),
    };
    if (on('branding-lists-accounts'))
      body.accounts = db.accounts.map((a) => ({ name: a.name, contact_email: a.email }));
    return json(body, 200, { 'cache-control': 'public, max-age=60' });
  }

  // ---- router -----------------------------------------------------------------------------------------------------
  type Handler = (c: Ctx, open: boolean) => Response | Promise<Response>;
  const ID = '([^/]+)';
  const routes: { method: string; re: RegExp; run: Handler; open: boolean }[] = [];
  // open: whether the route is outside of the authentication layer
  const route = (method: string, path: string, run: Handler, open = false) =>
    routes.push({ method, re: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('{id}', ID)}$`), run, open });
  route('GET', '/v1/portal', portal);
  if (on('unprefixed-portal')) route('GET', '/portal', portal);
  route('GET', '/v1/integrations/catalog', catalog);
  route('GET', '/v1/integrations/public-openapi.json', publicOpenapi, !on('openapi-needs-key'));
  route('GET', '/v1/transactions', transactions);
  route('GET', '/v1/transactions/{id}/timeline', timeline);
  route('GET', '/v1/settlements', settlements);
  route('POST', '/v1/settlements/derive', derive);
  route('GET', '/v1/disputes', disputes);
  route('POST', '/v1/disputes', createDispute);
  route('GET', '/v1/locations', locations, on('locations-without-key'));
  route('GET', '/v1/locations/{id}', location);
  route('GET', '/v1/terminals/{id}/status-monitoring', monitoring);
  route('GET', '/v1/terminals/{id}/transactions', terminalTransactions);
  route('GET', '/v1/connectors', connectors);
  route('GET', '/v1/connectors/{id}/status', connectorStatus, on('connector-status-without-key'));
  route('GET', '/v1/terminal-groups', (c) => json(listOf(page(groupsFor(c.user), query(c, [])), groupView)));
  route('GET', '/v1/terminals/{id}/commands', commands);
  route('GET', '/v1/terminals/{id}/provisioning-payload', payload);
  route('GET', '/v1/terminals/{id}/provisioning-export', exportOf);
  route('GET', '/v1/feeds/account.xml', accountFeed);
  route('GET', '/v1/feeds/terminals/{id}.xml', terminalFeed, on('terminal-feed-without-key'));
  route('GET', '/v1/public/branding-status', brandingStatus, !on('branding-needs-key'));

  function authenticate(request: Request, url: URL): User | undefined {
    const given = request.headers.get('x-api-key') ?? (on('key-in-query') ? url.searchParams.get('api_key') : null);
    if (given === null) return undefined;
    if (given === '' && on('blank-key-is-admin')) return db.users[0];
    if (on('key-prefix-lookup')) return db.users.find((u) => u.key.slice(0, 16) === given.slice(0, 16));
    return db.users.find((u) => u.key === given);
  }

  async function respond(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const matches = routes.map((r) => ({ r, m: r.re.exec(url.pathname) })).filter((x) => x.m);
    if (matches.length === 0) throw new ApiError(404, 'not_found', 'no such path');
    const hit = matches.find((x) => x.r.method === method);
    if (!hit)
      throw new ApiError(405, 'method_not_allowed', `${request.method} is not allowed here`, {
        allow: matches.map((x) => (x.r.method === 'GET' ? 'GET, HEAD' : x.r.method)).join(', '),
      });
    const user = authenticate(request, url);
    if (!user && !hit.r.open)
      throw new ApiError(401, 'unauthenticated', 'the header X-API-Key is missing or holds no known key', {
        'www-authenticate': 'ApiKey realm="fleet", header="X-API-Key"',
      });
    let params: string[];
    try {
      params = hit.m!.slice(1).map(decodeURIComponent);
    } catch {
      throw new ApiError(404, 'not_found', 'no such path');
    }
    // Public handlers do not use the user.
    return hit.r.run({ user: user as User, url, request, params }, hit.r.open && !user);
  }

  return async (request: Request): Promise<Response> => {
    let response: Response;
    try {
      response = await respond(request);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      response = json({ error: { kind: e.kind, detail: e.message } }, e.status, e.headers);
    }
    return request.method === 'HEAD'
      ? new Response(null, { status: response.status, headers: response.headers })
      : response;
  };
}
