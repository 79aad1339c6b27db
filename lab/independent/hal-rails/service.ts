import { createHash } from 'node:crypto';
import { build, buildBatch, iso, KEYS, NOW, type Row } from './data.ts';
import { catalog, openapi } from './docs.ts';
import { faults } from './faults.ts';

export { faults };
export const name = 'cardrail-hal';
export const title =
  "HAL bodies in application/json with _links, _embedded and a stats member; a card processor's vocabulary (device, purchase, approval_state), prefixed ids, decimal-string money objects, page/per_page paging with Link headers.";
export const keys: ReadonlyMap<string, string> = new Map(KEYS.map(([n, k]) => [n, k] as [string, string]));
class Refusal extends Error {
  status: number;
  code: string;
  param?: string;
  constructor(status: number, code: string, message: string, param?: string) {
    super(message);
    this.status = status;
    this.code = code;
    if (param !== undefined) this.param = param;
  }
}
const RESOLVED = ['won', 'lost', 'withdrawn'];
const xml = (s: string) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

export function createService(
  options: { fault?: string; seed?: number } = {},
): (request: Request) => Promise<Response> {
  if (options.fault && !faults[options.fault]) throw new Error('unknown fault ' + options.fault);
  const F = (n: string): boolean => options.fault === n;
  const db = build(options.seed ?? 1);
  const byId = new Map<string, Row>();
  for (const l of [db.merchants, db.users, db.groups, db.devices, db.locations, db.connectors, db.txns])
    for (const x of l) byId.set(x.id, x);
  const keyUser = new Map(KEYS.map(([, k, u]) => [k, byId.get(u)!]));
  const cur = (m: string): string => byId.get(m)!.currency;
  const money = (c: number, m: string): Row => ({ amount: (c / 100).toFixed(2), currency: cur(m) });
  let counter = 0;
  const portalCache = new Map<string, Row>();

  const below = (root: string): Set<string> => {
    const s = new Set([root]);
    for (let grew = true; grew; ) {
      grew = false;
      for (const g of db.groups)
        if (g.parent && s.has(g.parent) && !s.has(g.id)) {
          s.add(g.id);
          grew = true;
        }
    }
    return s;
  };
  const sees = (u: Row, d: Row, mode = 'vis'): boolean =>
    mode === 'any' || (d.merchant === u.merchant && (mode === 'acct' || !u.grant || d.north));
  const devicesOf = (u: Row): Row[] => db.devices.filter((d) => sees(u, d));
  const groupsOf = (u: Row): Row[] => {
    const ok = u.grant ? below(u.grant) : null;
    return db.groups.filter((g) => g.merchant === u.merchant && (!ok || ok.has(g.id)));
  };
  const missing = (what: string) => new Refusal(404, 'record_not_found', `No such ${what}.`);
  const device = (u: Row, id: string, mode = 'vis'): Row => {
    const d = byId.get(id);
    if (!d || !id.startsWith('trm_') || !sees(u, d, mode)) throw missing('device');
    return d;
  };
  const txn = (u: Row, id: string, mode = 'vis'): Row => {
    const t = byId.get(id);
    if (!t || !id.startsWith('txn_') || !sees(u, byId.get(t.device)!, mode)) throw missing('purchase');
    return t;
  };
  const settlementsOf = (u: Row): Row[] =>
    db.settlements.filter((s) =>
      s.devices.every((d: string) => sees(u, byId.get(d)!, F('scope_settlements') ? 'acct' : 'vis')),
    );
  const disputesOf = (u: Row): Row[] =>
    db.disputes.filter((s) => sees(u, byId.get(s.device)!, F('scope_disputes') ? 'acct' : 'vis'));
  const stub = (d: Row): Row => ({ id: d.id, label: d.label });

  const J = {
    device: (d: Row): Row => ({
      _links: {
        monitoring: { href: `/v1/terminals/${d.id}/status-monitoring` },
        purchases: { href: `/v1/terminals/${d.id}/transactions` },
        feed: { href: `/v1/feeds/terminals/${d.id}.xml` },
      },
      id: d.id,
      merchant_id: d.merchant,
      label: d.label,
      model: d.model,
      serial_number: d.serial,
      state: d.state,
      device_group_id: d.group,
      location_id: d.location,
      connector_id: d.connector,
    }),
    location: (u: Row, l: Row): Row => ({
      _links: {},
      id: l.id,
      site_name: l.site,
      address: { street: l.street, city: l.city, region: l.region, postal_code: l.postal, country: l.country },
      coordinates: { latitude: l.lat, longitude: l.lon },
      device_ids: db.devices
        .filter((d) => d.location === l.id && sees(u, d, F('scope_location_members') ? 'acct' : 'vis'))
        .map((d) => d.id),
    }),
    group: (u: Row, g: Row): Row => {
      const b = below(g.id);
      const ids = db.devices
        .filter((d) => b.has(d.group) && sees(u, d, F('scope_group_members') ? 'acct' : 'vis'))
        .map((d) => d.id);
      const seen = groupsOf(u).some((x) => x.id === g.parent);
      return {
        _links: { purchases: { href: '/v1/transactions?group_id=' + g.id } },
        id: g.id,
        name: g.name,
        parent_id: seen ? g.parent : null,
        device_ids: ids,
        device_count: ids.length,
      };
    },
    connector: (u: Row, c: Row): Row => ({
      _links: { status: { href: `/v1/connectors/${c.id}/status` } },
      id: c.id,
      provider: c.provider,
      protocol: c.protocol,
      state: c.state,
      device_ids: db.devices
        .filter((d) => d.connector === c.id && sees(u, d, F('scope_connector_members') ? 'acct' : 'vis'))
        .map((d) => d.id),
    }),
    txn: (t: Row, where = 'list'): Row => {
      const d = byId.get(t.device)!;
      const m = (c: number) => money(c, t.merchant);
      const o: Row = {
        _links: {
          self: { href: '/v1/transactions/' + t.id },
          timeline: { href: `/v1/transactions/${t.id}/timeline` },
          device_purchases: { href: `/v1/terminals/${t.device}/transactions` },
        },
        id: t.id,
        device: stub(d),
        device_time: iso(t.at),
        purchase_type: t.type,
        stan: String(t.stan).padStart(6, '0'),
        funding_account: t.acct,
      };
      if (t.emv) o.emv = t.emv;
      else if (F('emv_always')) o.emv = null;
      o.approval_state = { state: t.state, code: t.code, reason: t.msg };
      o.purchase_amount = {
        requested: m(t.amtReq),
        completed: m(F('row_partial_as_requested') && t.state === 'partially_approved' ? t.amtReq : t.amtComp),
      };
      o.surcharge = { requested: m(t.surReq), completed: m(t.surComp) };
      if (t.original) o.reverses = t.original;
      if (F('row_no_stan_on_reversal') && t.type === 'reversal') delete o.stan;
      if (F('row_no_surcharge_requested') && where === 'device') delete o.surcharge.requested;
      if (F('card_pan_in_rows')) o.card = { pan: '4539148803436' + String((t.stan * 7919) % 1000).padStart(3, '0') };
      if (F('card_track_in_emv_fallback') && where === 'device' && t.state === 'declined')
        o.approval_state.host_message = { track2: ';4539148803436467=28122011234500000000?' };
      return o;
    },
    settlement: (s: Row): Row => {
      const m = (c: number) => money(c, s.merchant);
      const o: Row = {
        _links: { self: { href: '/v1/settlements/' + s.id } },
        id: s.id,
        batch_state: s.status,
        business_date: s.date,
        payout_account_id: s.payout,
        device_ids: s.devices,
        entries: {
          credit_count: s.creditEntries,
          debit_count: s.debitEntries,
          total_count: s.creditEntries + s.debitEntries,
        },
        totals: {
          credit: m(s.credit),
          debit: m(s.debit),
          net_payout: m(
            F('settlement_net_adds')
              ? s.credit + s.debit
              : F('settlement_net_returned') && s.status === 'returned'
                ? s.credit
                : s.credit - s.debit,
          ),
        },
        timing: {
          opened_at: iso(s.opened),
          cutoff_at: iso(s.cutoff),
          submitted_at: s.submitted ? iso(s.submitted) : null,
          effective_on: s.effective,
          paid_at: s.paid ? iso(s.paid) : null,
        },
      };
      if (F('settlement_count_off')) {
        o.entries.total_count -= 1;
        o.entries.credit_count -= 1;
      }
      if (F('settlement_open_no_timing') && s.status === 'open') delete o.timing;
      if (F('settlement_no_debit_total') && s.status === 'submitted') delete o.totals.debit;
      return o;
    },
    dispute: (x: Row): Row => {
      const done = RESOLVED.includes(x.status);
      const o: Row = {
        _links: { self: { href: '/v1/disputes/' + x.id }, purchase: { href: '/v1/transactions/' + x.txn } },
        id: x.id,
        case_state: x.status,
        reason_code: x.reason,
        transaction_id: x.txn,
        terminal_id: F('dispute_terminal_is_txn') ? x.txn : x.device,
        disputed: money(x.amount, x.merchant),
        opened_at: iso(x.opened),
        due_on: x.due,
        assignment: { queue: x.queue, assignee: x.assignee, assigned_at: x.assigned ? iso(x.assigned) : null },
        resolution: done ? { outcome: x.status, resolved_at: iso(x.resolved), note: x.note } : null,
      };
      if (F('dispute_no_due') && x.status === 'awaiting_evidence') delete o.due_on;
      if (F('dispute_no_assignment') && x.status === 'received') delete o.assignment;
      if (
        done
          ? !(F('dispute_reviewer_missing') && x.status === 'withdrawn')
          : F('dispute_reviewer_early') && x.status === 'under_review'
      )
        o.reviewer = { id: x.reviewer, name: x.reviewerName, reviewed_at: iso(done ? x.resolved : x.assigned) };
      return o;
    },
    command: (c: Row): Row => ({
      _links: { device_commands: { href: `/v1/terminals/${c.device}/commands` } },
      id: c.id,
      device_id: c.device,
      verb: c.verb,
      state: c.state,
      queued_at: iso(c.queued),
      finished_at: c.done ? iso(c.done) : null,
      requested_by: c.by,
    }),
  };

  const int = (q: URLSearchParams, n: string): number | undefined => {
    const v = q.get(n);
    if (v === null) return undefined;
    if (!/^[1-9]\d{0,6}$/.test(v)) throw new Refusal(422, 'invalid_parameter', `${n} must be a positive integer.`, n);
    return Number(v);
  };
  const page = (
    url: URL,
    rel: string,
    rows: Row[],
    json: (r: Row) => Row,
    opt: {
      limit?: boolean;
      stats?: (shown: Row[]) => Row;
      after?: (all: Row[], shown: Row[]) => Row[];
      more?: Row[] | undefined;
    } = {},
  ): Response => {
    const q = url.searchParams;
    const limit = opt.limit ? int(q, 'limit') : undefined;
    let per = Math.min(100, limit ?? int(q, 'per_page') ?? 25);
    const p = int(q, 'page') ?? 1;
    if (limit !== undefined) {
      if (F('limit_plus_one')) per++;
      if (F('limit_ignored_with_group') && q.has('group_id')) per = 25;
      if (F('limit_ignored_page_two') && p > 1) per = 25;
      if (F('limit_min_five')) per = Math.max(5, per);
      if (F('limit_ignored_device') && rel === 'purchases' && url.pathname.startsWith('/v1/terminals/')) per = 25;
    }
    const total = rows.length;
    const pages = Math.max(1, Math.ceil(total / per));
    let from = (p - 1) * per;
    if (F('paging_overlap') && p > 1) from -= 1;
    if (F('paging_skip') && p > 1) from += 1;
    let shown = rows.slice(from, from + per);
    if (F('paging_page2_scope') && p > 1 && opt.more) shown = opt.more.slice(from, from + per);
    if (F('sort_page_only') && opt.after) shown = opt.after(rows, shown);
    const href = (n: number, key = ''): string => {
      const c = new URLSearchParams(q);
      c.set('page', String(n));
      if (F('paging_link_drops_filter')) {
        c.delete('terminal_id');
        c.delete('group_id');
      }
      const path = F('paging_link_unversioned') && key === 'next' ? url.pathname.replace('/v1', '') : url.pathname;
      return path + '?' + c;
    };
    const links: Row = {
      self: { href: url.pathname + url.search },
      first: { href: href(1) },
      last: { href: href(pages) },
    };
    if (p > 1) links.prev = { href: href(Math.min(p - 1, pages)) };
    if (p < pages - (F('paging_last_page_lost') ? 1 : 0)) links.next = { href: href(p + 1, 'next') };
    const link = ['first', 'prev', 'next', 'last']
      .filter((r) => links[r])
      .map((r) => `<${url.origin}${links[r].href}>; rel="${r}"`)
      .join(', ');
    return reply(
      200,
      {
        _links: links,
        stats: { total_count: total, page: p, per_page: per, total_pages: pages, ...(opt.stats?.(shown) ?? {}) },
        _embedded: { [rel]: shown.map(json) },
      },
      { link },
    );
  };
  const reply = (status: number, body: Row, headers: Record<string, string> = {}): Response =>
    new Response(JSON.stringify(body), {
      status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'private, no-store',
        vary: 'X-API-Key',
        ...headers,
      },
    });
  const newest = (a: Row, b: Row) => b.at - a.at || (a.id < b.id ? -1 : 1);

  function purchases(u: Row, url: URL, one?: Row): Response {
    const q = url.searchParams;
    const tid = one ? one.id : q.get('terminal_id');
    const gid = one ? null : q.get('group_id');
    const by = q.get('sort_by');
    const dir = q.get('sort_dir') ?? 'desc';
    if (by !== null && !['device_time', 'amt_comp', 'amt_req', 'stan'].includes(by))
      throw new Refusal(
        422,
        'invalid_parameter',
        'sort_by must be one of device_time, amt_comp, amt_req, stan.',
        'sort_by',
      );
    if (!['asc', 'desc'].includes(dir))
      throw new Refusal(422, 'invalid_parameter', 'sort_dir must be asc or desc.', 'sort_dir');
    let mode = 'vis';
    if (!one && tid && F('scope_terminal_filter')) mode = 'acct';
    if (!one && gid && F('scope_group_filter')) mode = 'any';
    if (one && F('scope_device_purchases')) mode = 'acct';
    const inScope = (t: Row, m = mode) => sees(u, byId.get(t.device)!, m);
    const groupOk = gid ? (F('scope_group_filter') ? db.groups : groupsOf(u)).some((g) => g.id === gid) : true;
    const b = gid ? (F('filter_group_leaf_only') ? new Set([gid]) : below(gid)) : null;
    const okT = (t: Row): boolean =>
      !tid ||
      t.device === tid ||
      (F('filter_unknown_terminal_all') && !byId.has(tid)) ||
      (F('filter_terminal_lost_when_sorted') && !one && by !== null) ||
      (F('filter_device_by_location') && !!one && byId.get(t.device)!.location === one.location);
    const okG = (t: Row): boolean =>
      !gid ||
      (groupOk && b!.has(byId.get(t.device)!.group)) ||
      (F('filter_group_lost_with_terminal') && !!tid && okT(t));
    const both = (t: Row) => (F('filter_or') && tid && gid ? okT(t) || okG(t) : okT(t) && okG(t));
    let pool = db.txns;
    const lim = q.get('limit');
    if (F('limit_before_filter') && lim && /^\d+$/.test(lim))
      pool = pool
        .filter((t) => inScope(t))
        .sort(newest)
        .slice(0, Number(lim) * 3);
    const rows = pool.filter((t) => inScope(t) && both(t)).sort(newest);
    const val = (t: Row): any =>
      by === 'amt_comp'
        ? F('sort_text')
          ? (t.amtComp / 100).toFixed(2)
          : F('sort_by_requested')
            ? t.amtReq
            : F('sort_with_surcharge')
              ? t.amtComp + t.surComp
              : t.amtComp
        : by === 'amt_req'
          ? t.amtReq
          : by === 'stan'
            ? t.stan
            : t.at;
    const desc = F('sort_dir_ignored') && by === 'amt_comp' ? false : dir === 'desc';
    const cmp = (x: Row, y: Row) => {
      const a = val(x),
        c = val(y);
      return (a < c ? -1 : a > c ? 1 : 0) * (desc ? -1 : 1) || newest(x, y);
    };
    if (!F('sort_page_only') && !(F('sort_lost_with_group') && gid)) rows.sort(cmp);
    const stats = (shown: Row[]): Row => {
      let set = rows;
      if (F('summary_page_only')) set = shown;
      if (F('summary_ignores_filter')) set = db.txns.filter((t) => inScope(t, 'vis') && (!one || t.device === one.id));
      if (F('summary_account_wide')) set = db.txns.filter((t) => sees(u, byId.get(t.device)!, 'acct') && both(t));
      const w = set.reduce(
        (s, t) =>
          s +
          (F('summary_requested') ? t.amtReq : F('summary_reversals') && t.state === 'reversed' ? t.amtReq : t.amtComp),
        0,
      );
      const f = set.reduce(
        (s, t) => s + (F('summary_declined_surcharge') && t.state === 'declined' ? t.surReq : t.surComp),
        0,
      );
      const o: Row = {
        total_surcharge: money(f, u.merchant),
        total_withdrawn: money(F('summary_with_surcharge') ? w + f : w, u.merchant),
      };
      if (F('summary_missing_when_grouped') && gid) delete o.total_surcharge;
      return o;
    };
    return page(url, 'purchases', rows, (t) => J.txn(t, one ? 'device' : 'list'), {
      limit: true,
      stats,
      after: (_a, s) => [...s].sort(cmp),
      more: one ? undefined : db.txns.filter((t) => inScope(t, 'acct') && both(t)).sort(cmp),
    });
  }

  function portal(u: Row): Row {
    if (F('scope_portal_cached') && portalCache.has(u.merchant)) return portalCache.get(u.merchant)!;
    const m = byId.get(u.merchant)!;
    const ds = devicesOf(u);
    const ids = new Set(ds.map((d) => d.id));
    const mode = F('scope_portal_recent') ? 'acct' : 'vis';
    const users = db.users.filter(
      (x) => F('scope_portal_users') || (u.role === 'admin' ? x.merchant === u.merchant : x.id === u.id),
    );
    const cs = connectorsOf(u);
    const o: Row = {
      _links: {
        self: { href: '/v1/portal' },
        purchases: { href: '/v1/transactions' },
        catalog: { href: '/v1/integrations/catalog' },
        account_feed: { href: '/v1/feeds/account.xml' },
      },
      generated_at: new Date().toISOString(),
      principal: { id: u.id, name: u.name, email: u.email, role: u.role },
      merchant: { id: m.id, name: m.name, currency: m.currency, timezone: m.tz, country: m.country },
      branding: {
        organization: {
          display_name: m.name,
          accent_color: m.id === 'mer_cascade' ? '#1d5c4d' : '#20396b',
          logo_href: `https://cdn.example.com/${m.id}.svg`,
        },
        dns: {
          host: `${m.id.slice(4)}.fleet.example.com`,
          state: m.id === 'mer_cascade' ? 'verified' : 'pending',
          checked_at: iso(NOW - 1800000),
        },
      },
      access_flags: {
        can_open_disputes: u.role !== 'viewer',
        can_derive_settlements: u.role === 'admin',
        can_configure: u.role === 'admin',
        sees_whole_fleet: !u.grant,
      },
      _embedded: {
        users: users.map((x) => ({ id: x.id, name: x.name, email: x.email, role: x.role })),
        devices: (F('scope_portal_devices') ? db.devices.filter((d) => sees(u, d, 'acct')) : ds).map(J.device),
        device_groups: groupsOf(u).map((g) => J.group(u, g)),
        connectors: cs.map((c) => J.connector(u, c)),
        recent_purchases: db.txns
          .filter((t) => sees(u, byId.get(t.device)!, mode))
          .sort(newest)
          .slice(0, 12)
          .map((t) => J.txn(t, 'portal')),
        recent_commands: db.commands
          .filter((c) => ids.has(c.device))
          .sort((a, b) => b.queued - a.queued)
          .slice(0, 10)
          .map(J.command),
        recent_forms: db.forms
          .filter((f) => ids.has(f.device))
          .sort(newest)
          .slice(0, 10)
          .map((f) => ({ id: f.id, kind: f.kind, state: f.state, device_id: f.device, submitted_at: iso(f.at) })),
        reports: [
          ['purchase_activity', 'Purchase activity', '/v1/transactions'],
          ['payout_batches', 'Payout batches', '/v1/settlements'],
          ['dispute_aging', 'Dispute aging', '/v1/disputes'],
        ].map(([code, nm, href]) => ({ code, name: nm, href })),
        compliance_vault: ds.slice(0, 3).map((d, i) => ({
          id: 'vlt_' + d.id.slice(4),
          device_id: d.id,
          certificate: 'EMV L2 attestation',
          expires_on: `2027-0${i + 2}-01`,
        })),
        onboarding: [
          { step: 'merchant_agreement', state: 'done' },
          { step: 'bank_letter', state: u.role === 'admin' ? 'done' : 'pending' },
        ],
        documents: [{ id: 'doc_fee_notice', title: 'Surcharge notice', media_type: 'application/pdf' }],
        videos: [{ id: 'vid_cash_load', title: 'Loading cash safely', seconds: 214 }],
      },
    };
    if (F('portal_no_forms')) delete o._embedded.recent_forms;
    if (F('portal_no_dns') && u.role !== 'admin') delete o.branding.dns;
    if (F('portal_no_reports') && u.grant) delete o._embedded.reports;
    if (F('portal_wrong_principal'))
      o.principal = {
        ...o.principal,
        ...(() => {
          const a = db.users.find((x) => x.merchant === u.merchant)!;
          return { id: a.id, name: a.name, email: a.email };
        })(),
      };
    portalCache.set(u.merchant, o);
    return o;
  }
  const connectorsOf = (u: Row): Row[] => {
    const s = new Set(devicesOf(u).map((d) => d.connector));
    return db.connectors.filter((c) => s.has(c.id));
  };

  function feed(u: Row, one?: Row): Response {
    const mode = (k: string) => (!one && F('scope_feed_journal') && k === 'journal' ? 'acct' : 'vis');
    const own = (x: Row, k = '') =>
      one
        ? x.device === one.id || (F('feed_terminal_mixed') && k === 'incident' && sees(u, byId.get(x.device)!))
        : sees(u, byId.get(x.device)!, mode(k)) &&
          !(F('feed_first_device_only') && k === 'beat' && x.device !== devicesOf(u)[0]?.id);
    const cap = one ? 12 : 20;
    const items: Row[] = [];
    const take = (rows: Row[], kind: string, f: (x: Row) => [string, string, number, string?]) => {
      const l = rows
        .filter((x) => own(x, kind))
        .map((x) => ({ x, v: f(x) }))
        .sort((a, b) => b.v[2] - a.v[2])
        .slice(0, kind === 'beat' ? 60 : cap);
      for (const { x, v } of l)
        items.push({ id: x.id, device: x.device, kind: v[3] ?? kind, title: v[0], text: v[1], at: v[2] });
    };
    take(db.beats, 'beat', (x) => [x.text, 'Device state ' + byId.get(x.device)!.state, x.at, x.kind]);
    take(db.txns, 'purchase', (t) => [
      `${t.type} ${t.state}`,
      `${(t.amtComp / 100).toFixed(2)} ${cur(t.merchant)}, stan ${String(t.stan).padStart(6, '0')}`,
      t.at,
    ]);
    if (!(F('feed_account_no_incidents') && !one))
      take(db.incidents, 'incident', (x) => [`${x.kind} ${x.state}`, 'Alert incident ' + x.id, x.at]);
    if (!(F('feed_account_no_journal') && !one))
      take(db.journal, 'journal', (x) => [x.text, 'Switch journal observation', x.at, 'switch_journal']);
    if (one) {
      take(F('feed_queued_only') ? db.commands.filter((c) => c.state === 'queued') : db.commands, 'command', (x) => [
        `${x.verb} ${x.state}`,
        'Command ' + x.id,
        x.done ?? x.queued,
      ]);
      if (!F('feed_terminal_no_jobs'))
        take(db.jobs, 'provisioning', (x) => [`${x.kind} ${x.state}`, 'Provisioning job ' + x.id, x.at]);
    }
    items.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
    const esc = F('feed_unescaped') ? (s: string) => s : xml;
    const body =
      `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${xml(one ? one.label : byId.get(u.merchant)!.name)}</title><link>http://target.test/v1/feeds/${one ? 'terminals/' + one.id : 'account'}.xml</link><description>Read-only digest</description><lastBuildDate>${new Date(NOW).toUTCString()}</lastBuildDate>\n` +
      items
        .map(
          (i) =>
            `<item><title>${esc(byId.get(i.device)!.label)}: ${xml(i.title)}</title><description>${xml(i.text)}</description><category domain="event">${i.kind}</category><category domain="device">${i.device}</category><guid isPermaLink="false">${i.id}</guid><pubDate>${new Date(i.at).toUTCString()}</pubDate></item>`,
        )
        .join('\n') +
      '\n</channel></rss>\n';
    return new Response(body, {
      status: 200,
      headers: {
        'content-type':
          (F('feed_type_terminal') && one
            ? 'text/xml'
            : F('feed_type_json_account') && !one
              ? 'application/json'
              : 'application/rss+xml') + '; charset=utf-8',
        'cache-control': 'private, max-age=60',
        vary: 'X-API-Key',
      },
    });
  }

  async function write(u: Row, req: Request, path: string): Promise<Response> {
    const derive = path.endsWith('derive');
    const may = derive
      ? u.role === 'admin' || (F('write_manager_derives') && u.role === 'region_manager') || F('write_viewer_derives')
      : u.role !== 'viewer' || F('write_viewer_disputes');
    if (!may) throw new Refusal(403, 'role_not_permitted', 'Your role may read, but not write here.');
    let body: Row = {};
    const text = await req.text();
    if (text.trim()) {
      try {
        body = JSON.parse(text);
      } catch {
        throw new Refusal(400, 'malformed_json', 'The body is not JSON.');
      }
    }
    if (!body || typeof body !== 'object' || Array.isArray(body))
      throw new Refusal(422, 'invalid_body', 'The body must be an object.');
    if (derive) {
      const pays = db.payouts.filter((p) => p.merchant === u.merchant);
      let date = body.business_date;
      if (
        date !== undefined &&
        (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)))
      )
        throw new Refusal(422, 'invalid_parameter', 'business_date must be YYYY-MM-DD.', 'business_date');
      date ??= iso(NOW - 86400000).slice(0, 10);
      const old = db.settlements.filter((s) => s.merchant === u.merchant && s.date === date);
      let made: Row[] = [];
      if (!old.length) {
        made = pays.map((p) => buildBatch(db, p, date, 'open')).filter((x): x is Row => !!x);
        if (!made.length)
          throw new Refusal(422, 'nothing_to_derive', 'No completed transactions on this date.', 'business_date');
        db.settlements.unshift(...made);
        db.settlements.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
      }
      const list = old.length ? old : made;
      return reply(old.length ? 200 : 201, {
        _links: { self: { href: '/v1/settlements' } },
        stats: { total_count: list.length },
        _embedded: { settlements: list.map(J.settlement) },
      });
    }
    if (typeof body.transaction_id !== 'string')
      throw new Refusal(422, 'missing_parameter', 'transaction_id is required.', 'transaction_id');
    if (!['cash_not_dispensed', 'partial_dispense', 'duplicate_debit', 'unrecognized'].includes(body.reason_code))
      throw new Refusal(422, 'invalid_parameter', 'reason_code is missing or unknown.', 'reason_code');
    const t = txn(u, body.transaction_id, F('write_dispute_out_of_scope') ? 'acct' : 'vis');
    let amount = t.amtReq;
    if (body.disputed !== undefined) {
      if (!/^\d{1,7}\.\d\d$/.test(body.disputed?.amount ?? '') || body.disputed.currency !== cur(t.merchant))
        throw new Refusal(
          422,
          'invalid_parameter',
          "disputed must be a money object in the merchant's currency.",
          'disputed',
        );
      amount = Math.round(Number(body.disputed.amount) * 100);
    }
    if (db.disputes.some((d) => d.txn === t.id && !RESOLVED.includes(d.status)))
      throw new Refusal(409, 'dispute_exists', 'An open case exists for this transaction.');
    const x: Row = {
      id: db.nextId('dsp'),
      merchant: t.merchant,
      device: t.device,
      txn: t.id,
      status: 'received',
      reason: body.reason_code,
      amount,
      opened: NOW,
      due: iso(NOW + 20 * 86400000).slice(0, 10),
      queue: 'device_claims',
      assignee: null,
      assigned: null,
      resolved: null,
      note: null,
      reviewer: 'usr_ops_1',
      reviewerName: 'Dana Cole',
    };
    db.disputes.unshift(x);
    return reply(201, J.dispute(x), { location: '/v1/disputes/' + x.id });
  }

  type H = (u: Row, url: URL, id: string, req: Request) => Response | Promise<Response>;
  const routes: [RegExp, Record<string, H>][] = [
    [/^\/v1\/portal$/, { GET: (u) => reply(200, portal(u)) }],
    [/^\/v1\/integrations\/catalog$/, { GET: () => reply(200, catalog(F)) }],
    [/^\/v1\/transactions$/, { GET: (u, url) => purchases(u, url) }],
    [/^\/v1\/transactions\/([^/]+)$/, { GET: (u, _l, id) => reply(200, J.txn(txn(u, id), 'one')) }],
    [
      /^\/v1\/transactions\/([^/]+)\/timeline$/,
      {
        GET: (u, _l, id) => {
          const t = txn(u, id, F('scope_timeline') ? 'acct' : F('scope_timeline_any') ? 'any' : 'vis');
          const steps: [number, string, string, string][] = [
            [0, 'card_presented', 'device', t.emv ? 'Chip read' : 'Magnetic stripe read'],
            [
              6,
              'authorization_requested',
              'device',
              'Sent through ' + byId.get(byId.get(t.device)!.connector)!.provider,
            ],
            [8, 'host_responded', 'host', t.code + ' ' + t.msg],
          ];
          if (t.amtComp)
            steps.push([15, 'cash_dispensed', 'device', (t.amtComp / 100).toFixed(2) + ' ' + cur(t.merchant)]);
          if (t.state === 'reversed') steps.push([41, 'reversal_sent', 'device', 'Dispense failed']);
          steps.push([t.state === 'reversed' ? 44 : 20, 'closed', 'device', t.state]);
          const list: Row[] = steps.map((s, i) => ({
            position: i + 1,
            at: iso(t.at + s[0] * 1000),
            step: s[1],
            actor: s[2],
            detail: s[3],
          }));
          if (F('card_pin_block_in_timeline') && t.code === '55') (list[1] as Row).pin_block = '0412AC89ABCDEF67';
          return reply(200, {
            _links: {
              self: { href: `/v1/transactions/${t.id}/timeline` },
              purchase: { href: '/v1/transactions/' + t.id },
            },
            transaction_id: t.id,
            device: stub(byId.get(t.device)!),
            stats: { total_count: list.length },
            _embedded: { steps: list },
          });
        },
      },
    ],
    [/^\/v1\/settlements$/, { GET: (u, url) => page(url, 'settlements', settlementsOf(u), J.settlement) }],
    [/^\/v1\/settlements\/derive$/, { POST: (u, l, _i, req) => write(u, req, l.pathname) }],
    [
      /^\/v1\/settlements\/([^/]+)$/,
      {
        GET: (u, _l, id) => {
          const s = settlementsOf(u).find((x) => x.id === id);
          if (!s) throw missing('settlement');
          return reply(200, J.settlement(s));
        },
      },
    ],
    [
      /^\/v1\/disputes$/,
      {
        GET: (u, url) => page(url, 'disputes', disputesOf(u), J.dispute),
        POST: (u, l, _i, req) => write(u, req, l.pathname),
      },
    ],
    [
      /^\/v1\/disputes\/([^/]+)$/,
      {
        GET: (u, _l, id) => {
          const s = disputesOf(u).find((x) => x.id === id);
          if (!s) throw missing('dispute');
          return reply(200, J.dispute(s));
        },
      },
    ],
    [
      /^\/v1\/locations$/,
      {
        GET: (u, url) => {
          const s = new Set(
            db.devices.filter((d) => sees(u, d, F('scope_locations') ? 'acct' : 'vis')).map((d) => d.location),
          );
          const r = page(
            url,
            'locations',
            db.locations.filter((l) => s.has(l.id)),
            (l) => J.location(u, l),
          );
          if (F('http_locations_html')) r.headers.set('content-type', 'text/html; charset=utf-8');
          return r;
        },
      },
    ],
    [
      /^\/v1\/locations\/([^/]+)$/,
      {
        GET: (u, _l, id) => {
          const d = device(u, id, F('scope_location_one') ? 'any' : 'vis');
          return reply(200, {
            ...J.location(
              u,
              F('terminal_location_shifted')
                ? db.locations.find((l) => l.merchant === d.merchant)!
                : byId.get(d.location)!,
            ),
            _links: { self: { href: '/v1/locations/' + d.id } },
          });
        },
      },
    ],
    [/^\/v1\/terminals$/, { GET: (u, url) => page(url, 'devices', devicesOf(u), J.device) }],
    [
      /^\/v1\/terminals\/([^/]+)\/status-monitoring$/,
      {
        GET: (u, _l, id) => {
          const d = device(u, id, F('scope_monitoring') ? 'acct' : 'vis');
          const open = db.incidents
            .filter((i) => i.device === d.id && i.state === 'open')
            .map((i) => ({ id: i.id, kind: i.kind, opened_at: iso(i.at) }));
          const o: Row = {
            _links: { self: { href: `/v1/terminals/${d.id}/status-monitoring` } },
            device: stub(d),
            state: d.state,
            last_heartbeat_at: iso(d.beat),
            heartbeat_age_seconds: (NOW - d.beat) / 1000,
            telemetry: {
              signal_dbm: -60 - (d.notes % 30),
              temperature_c: 18 + (d.notes % 90) / 10,
              uptime_seconds: d.notes * 331,
              cassettes: [{ slot: 1, denomination: money(2000, d.merchant), notes_remaining: d.notes }],
            },
            open_incidents: open,
          };
          if (F('terminal_no_telemetry') && d.state === 'offline') delete o.telemetry;
          return reply(200, o);
        },
      },
    ],
    [
      /^\/v1\/terminals\/([^/]+)\/transactions$/,
      { GET: (u, url, id) => purchases(u, url, device(u, id, F('scope_device_purchases') ? 'acct' : 'vis')) },
    ],
    [
      /^\/v1\/terminals\/([^/]+)\/commands$/,
      {
        GET: (u, url, id) => {
          const d = device(u, id, F('scope_commands') ? 'any' : 'vis');
          return page(
            url,
            'commands',
            db.commands
              .filter((c) => c.device === d.id || (F('terminal_commands_account') && c.merchant === d.merchant))
              .sort((a, b) => b.queued - a.queued),
            J.command,
          );
        },
      },
    ],
    [
      /^\/v1\/terminals\/([^/]+)\/provisioning-payload$/,
      {
        GET: (u, _l, id) => {
          const d = device(u, id);
          return reply(200, {
            _links: { self: { href: `/v1/terminals/${d.id}/provisioning-payload` } },
            device: stub(d),
            revision: 7,
            parameters: {
              connector_id: d.connector,
              currency: cur(d.merchant),
              surcharge: money(300, d.merchant),
              receipt_header: d.label,
              max_withdrawal: money(100000, d.merchant),
              timezone: byId.get(d.merchant)!.tz,
            },
          });
        },
      },
    ],
    [
      /^\/v1\/terminals\/([^/]+)\/provisioning-export$/,
      {
        GET: (u, _l, id) => {
          const d = device(u, id, F('scope_export') ? 'acct' : 'vis');
          if (F('http_export_csv'))
            return new Response(`section,line\nhost,connector=${d.connector}\n`, {
              status: 200,
              headers: { 'content-type': 'text/csv' },
            });
          return reply(200, {
            _links: { self: { href: `/v1/terminals/${d.id}/provisioning-export` } },
            device: stub(d),
            file_name: d.serial + '.cfg',
            exported_at: iso(NOW),
            sections: [
              { name: 'host', lines: ['connector=' + d.connector, 'tls=required'] },
              { name: 'fees', lines: ['surcharge=3.00', 'currency=' + cur(d.merchant)] },
            ],
          });
        },
      },
    ],
    [
      /^\/v1\/connectors$/,
      {
        GET: (u, url) =>
          page(
            url,
            'connectors',
            F('scope_connectors') ? db.connectors.filter((c) => c.merchant === u.merchant) : connectorsOf(u),
            (c) => J.connector(u, c),
          ),
      },
    ],
    [
      /^\/v1\/connectors\/([^/]+)\/status$/,
      {
        GET: (u, _l, id) => {
          const c = (F('scope_connector_status') ? db.connectors : connectorsOf(u)).find((x) => x.id === id);
          if (!c) throw missing('connector');
          return reply(200, {
            _links: { self: { href: `/v1/connectors/${c.id}/status` } },
            connector_id: c.id,
            state: c.state,
            checked_at: iso(NOW),
            last_exchange_at: iso(NOW - 42000),
            latency_ms: c.state === 'degraded' ? 912 : 143,
          });
        },
      },
    ],
    [/^\/v1\/terminal-groups$/, { GET: (u, url) => page(url, 'device_groups', groupsOf(u), (g) => J.group(u, g)) }],
    [/^\/v1\/feeds\/account\.xml$/, { GET: (u) => feed(u) }],
    [
      /^\/v1\/feeds\/terminals\/([^/]+)\.xml$/,
      { GET: (u, _l, id) => feed(u, device(u, id, F('scope_feed_terminal') ? 'any' : 'vis')) },
    ],
  ];

  async function handle(req: Request, url: URL, method: string): Promise<Response> {
    let path = url.pathname;
    const key = req.headers.get('x-api-key');
    if (F('version_optional') && !path.startsWith('/v1/')) path = '/v1' + path;
    const isDoc = path === '/v1/integrations/public-openapi.json',
      isBrand = path === '/v1/public/branding-status';
    if (isDoc || isBrand) {
      if (isBrand && F('public_branding_needs_key') && !keyUser.has(key ?? ''))
        throw new Refusal(401, 'key_required', 'Send your key in X-API-Key.');
      if (isDoc && F('public_bad_key_refused') && key !== null && !keyUser.has(key))
        throw new Refusal(401, 'key_unknown', 'This key is not known.');
      if (method !== 'GET') throw new Refusal(405, 'method_not_allowed', 'GET, HEAD');
      if (isBrand)
        return reply(
          200,
          {
            _links: { self: { href: path } },
            branding: { state: 'ready', theme_revision: 12 },
            docs_host: { host: 'docs.fleet.example.com', ready: true, certificate: 'valid' },
          },
          { 'cache-control': 'public, max-age=60', vary: 'Accept' },
        );
      const body = openapi(F);
      const tag = '"' + createHash('sha1').update(JSON.stringify(body)).digest('hex').slice(0, 16) + '"';
      const h = F('openapi_not_cacheable')
        ? { 'cache-control': 'no-store', vary: 'Accept' }
        : { 'cache-control': 'public, max-age=600', etag: tag, vary: 'Accept' };
      if (!F('openapi_not_cacheable') && req.headers.get('if-none-match') === tag)
        return new Response(null, { status: 304, headers: h });
      return reply(200, body, h);
    }
    let u = keyUser.get(key ?? '');
    if (!u && key && F('auth_key_prefix')) {
      const k = KEYS.find((x) => x[1].startsWith(key) || key.startsWith(x[1]));
      if (k) u = keyUser.get(k[1]);
    }
    if (
      !u &&
      key === null &&
      ((F('auth_catalog_open') && path.endsWith('/catalog')) ||
        (F('auth_feed_open') && path === '/v1/feeds/account.xml'))
    )
      u = byId.get('usr_cascade_admin');
    if (!u && key === null && F('auth_timeline_open') && path.endsWith('/timeline')) u = byId.get('usr_cascade_admin');
    if (!u && key !== null && F('auth_unknown_key_guest') && path === '/v1/connectors')
      u = byId.get('usr_cascade_viewer');
    if (!u)
      throw new Refusal(
        401,
        key ? 'key_unknown' : 'key_required',
        key
          ? F('error_echoes_key')
            ? `The key ${key} is not known.`
            : 'This key is not known.'
          : 'Send your key in X-API-Key.',
      );
    for (const [re, hs] of routes) {
      const m = re.exec(path);
      if (!m) continue;
      const h = hs[method];
      if (!h) continue;
      let id = m[1] ?? '';
      try {
        id = decodeURIComponent(id);
      } catch {
        throw missing('record');
      }
      if (F('error_unknown_id_crash') && id && !byId.has(id) && path.includes('/timeline'))
        return new Response(
          "NoMethodError (undefined method 'device' for nil) app/controllers/v1/timelines_controller.rb:14",
          { status: 500, headers: { 'content-type': 'text/plain' } },
        );
      return h(u, url, id, req);
    }
    const allow = [...new Set(routes.filter(([re]) => re.test(path)).flatMap(([, hs]) => Object.keys(hs)))];
    if (allow.length)
      throw new Refusal(405, 'method_not_allowed', [...allow, ...(allow.includes('GET') ? ['HEAD'] : [])].join(', '));
    throw new Refusal(404, 'route_not_found', 'No such route.');
  }

  return async (request: Request): Promise<Response> => {
    const rid = 'req_' + String(++counter).padStart(6, '0');
    const url = new URL(request.url);
    let res: Response;
    try {
      res = await handle(request, url, request.method === 'HEAD' ? 'GET' : request.method);
    } catch (e) {
      if (!(e instanceof Refusal)) throw e;
      const h: Record<string, string> =
        e.status === 401
          ? { 'www-authenticate': 'ApiKey realm="fleet"' }
          : e.status === 405
            ? { allow: e.message }
            : {};
      if (F('error_refusal_is_200') && e.status === 404)
        res = reply(200, { error: { code: e.code, status: 404, message: e.message, request_id: rid } });
      else
        res = reply(
          e.status,
          {
            error: {
              code: e.code,
              status: e.status,
              message: e.status === 405 ? 'This method is not allowed here.' : e.message,
              ...(e.param ? { param: e.param } : {}),
              request_id: rid,
            },
          },
          h,
        );
    }
    res.headers.set('x-request-id', rid);
    res.headers.set('x-api-revision', '2026-11-02');
    return request.method === 'HEAD' ? new Response(null, { status: res.status, headers: res.headers }) : res;
  };
}
