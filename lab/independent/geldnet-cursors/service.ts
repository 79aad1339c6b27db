// @ts-nocheck: written without noUncheckedIndexedAccess
// A fault is a switch f('id'). Only the ids of faults.ts are in use; other switches are drafts that were not taken.

import { createHash } from 'node:crypto';
import { families, openapi } from './contract.ts';
import type { Batch, Dispute, Terminal, Txn, User } from './data.ts';
import * as D from './data.ts';

export interface Keys {
  readonly [name: string]: string;
}
const keyOf = (ref: string) => D.users.find((u) => u.ref === ref)!.key!;
export const keys: Keys = {
  vrb_beheerder: keyOf('u-vrb-01'),
  vrb_operator: keyOf('u-vrb-02'),
  vrb_inzage: keyOf('u-vrb-03'),
  mgs_beheerder: keyOf('u-mgs-01'),
  mgs_inzage: keyOf('u-mgs-02'),
};

export interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}
export interface Response {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

class Problem extends Error {
  status: number;
  code: string;
  detail: string | undefined;
  extra: Record<string, string>;
  constructor(status: number, code: string, detail?: string, extra: Record<string, string> = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.extra = extra;
  }
}
const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Key required',
  403: 'Right missing',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  415: 'Unsupported media type',
  422: 'Invalid content',
  500: 'Internal error',
};
const CCY = 'EUR',
  sum = (a: number[]) => a.reduce((s, x) => s + x, 0);
const esc = (s: string) =>
  s.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const b64 = (o: unknown) => Buffer.from(JSON.stringify(o)).toString('base64url');
const clone = <T>(x: T): T => JSON.parse(JSON.stringify(x));
type Level = 'any' | 'tenant' | 'scope';

/** Opens a fresh service; `fault` is the id of one fault of faults.ts, or undefined for the correct service. */
export function open(fault?: string): (request: Request) => Promise<Response> {
  const f = (id: string) => fault === id;
  const batches: Batch[] = D.batches.map((b) => ({ ...b })),
    disputes: Dispute[] = D.disputes.map((d) => ({ ...d }));
  const memo = new Map<string, Response>();
  let clock = D.NOW,
    apiDoc: string | undefined;

  // ---- scope ------------------------------------------------------------------------------------
  function sees(u: User, t: Terminal): boolean {
    if (t.tenant !== u.tenant) return false;
    if (u.accounts !== 'ALL' && !u.accounts.includes(t.account)) return false;
    return !u.terminals || u.terminals.includes(t.ref);
  }
  const seesAccount = (u: User, t: Terminal) =>
    t.tenant === u.tenant && (u.accounts === 'ALL' || u.accounts.includes(t.account));
  const within = (u: User, t: Terminal, level: Level) =>
    level === 'any' || (level === 'tenant' ? t.tenant === u.tenant : sees(u, t));
  const level = (any?: string, tenant?: string): Level =>
    any && f(any) ? 'any' : tenant && f(tenant) ? 'tenant' : 'scope';
  const visible = (u: User) => D.terminals.filter((t) => sees(u, t));
  function need(u: User, ref: string, lv: Level): Terminal {
    const t = D.terminals.find((x) => x.ref === ref);
    if (!t || !within(u, t, lv)) throw new Problem(404, 'DEVICE_NOT_FOUND', `No terminal ${ref} in your scope`);
    return t;
  }
  function requireRight(u: User, right: string): void {
    if (!u.rights.includes(right)) throw new Problem(403, 'RIGHT_MISSING', `This call needs ${right}`);
  }

  // ---- views ------------------------------------------------------------------------------------
  const siteOf = (t: Terminal) => ({ ref: t.site.ref, name: t.site.name, plaats: t.site.plaats });
  const dev = (t: Terminal) => ({ ref: t.ref, site: siteOf(t) });
  function rowView(x: Txn, where: 'list' | 'terminal' | 'portal' | 'timeline'): any {
    const v: any = {
      txn_ref: x.ref,
      device: dev(x.term),
      local_at: D.local(x.at),
      kind: x.kind,
      stan: x.stan,
      acct_kind: x.acct,
      ...(x.emv ? { emv: x.emv } : {}),
      response: { code: x.code, text: x.text },
      amount: { ccy: CCY, req_minor: x.req, comp_minor: x.comp },
      surcharge: { req_minor: x.feeReq, comp_minor: x.feeComp },
    };
    if (f('t-pan-row') && where === 'list') v.card_ref = x.pan;
    if (f('t-pan-portal') && where === 'portal') v.response.text = `${x.text} ${x.pan}`;
    if (f('t-track2') && where === 'terminal' && !x.emv)
      v.entry = { mode: 'MAGSTRIPE', track2: `;${x.pan}=29122011${x.stan}?` };
    if (f('t-no-stan') && x.kind === 'BALANCE_INQUIRY') delete v.stan;
    if (f('t-no-acct') && where === 'terminal') delete v.acct_kind;
    if (f('t-emv-null') && !x.emv) v.emv = null;
    if (f('t-emv-lost') && x.emv === 'CONTACTLESS') delete v.emv;
    if (f('t-no-feereq') && where === 'list') delete v.surcharge.req_minor;
    if (f('t-comp-declined') && where === 'list' && x.text === 'DECLINED_ISSUER_DOWN') v.amount.comp_minor = x.req;
    if (f('t-comp-partial') && where === 'list' && x.text === 'APPROVED_PARTIAL') v.amount.comp_minor = x.req;
    if (f('t-fee-swap') && where === 'terminal' && x.feeReq !== x.feeComp)
      v.surcharge = { req_minor: x.feeComp, comp_minor: x.feeReq };
    if (f('t-date-only') && x.term.tenant === 'MGS') v.local_at = v.local_at.slice(0, 10);
    if (f('t-zulu') && where === 'terminal') v.local_at = v.local_at.slice(0, 19) + 'Z';
    if (f('t-no-response') && x.comp === 0 && x.text.startsWith('DECLINED')) delete v.response;
    if (f('t-raw-type') && where === 'terminal')
      v.kind = (
        {
          WITHDRAWAL: '010000',
          BALANCE_INQUIRY: '310000',
          DEPOSIT: '210000',
          REVERSAL: '200000',
          TRANSFER: '400000',
        } as any
      )[x.kind];
    if (f('t-major') && where === 'portal') v.amount = { ccy: CCY, req_minor: x.req / 100, comp_minor: x.comp / 100 };
    return v;
  }
  const batchView = (b: Batch) => {
    const v: any = {
      batch_ref: b.ref,
      device: dev(b.term),
      state: b.state,
      entries: { credit: b.credits, debit: b.debits, total: b.credits + b.debits },
      ccy: CCY,
      credit_total_minor: b.credit,
      debit_total_minor: b.debit,
      net_payout_minor: b.credit - b.debit,
      timing: {
        period_from: D.day(b.from),
        period_to: D.day(b.to),
        cutoff_ms: b.cutoff,
        submitted_ms: b.submitted,
        settled_ms: b.settled,
      },
    };
    if (f('b-net-plus')) v.net_payout_minor = b.credit + b.debit;
    if (f('b-net-returned') && b.state === 'RETURNED') v.net_payout_minor = b.credit;
    if (f('b-count')) v.entries.total = b.credits;
    if (f('b-count-hold') && b.state === 'ON_HOLD') v.entries.total = b.credits + b.debits - 1;
    if (f('b-no-debit')) delete v.debit_total_minor;
    if (f('b-no-timing') && b.state === 'OPEN') delete v.timing;
    if (f('b-timing-order') && b.state === 'SETTLED' && b.term.tenant === 'MGS') {
      v.timing.submitted_ms = b.settled;
      v.timing.settled_ms = b.submitted;
    }
    if (f('b-settled-early') && b.state === 'SUBMITTED') v.timing.settled_ms = b.to + 33 * D.HOUR;
    if (f('b-no-state') && b.state === 'ON_HOLD') v.state = null;
    return v;
  };
  const disputeView = (d: Dispute) => {
    const done = d.state.startsWith('RESOLVED');
    const v: any = {
      case_ref: d.ref,
      state: d.state,
      reason_code: d.reason,
      txn_ref: d.txn.ref,
      device_ref: d.term.ref,
      amount: { ccy: CCY, minor: d.amount },
      opened_ms: d.opened,
      due_on: D.day(d.due),
      assignment: { desk: 'GESCHILLEN', assignee: d.assignee, assigned_ms: d.assigned },
      resolution: done ? { outcome: d.state.slice(9), decided_ms: d.decided, note: d.note } : null,
    };
    if (done || f('d-reviewer-open') || (f('d-reviewer-review') && d.state === 'UNDER_REVIEW'))
      v.reviewer = { name: `Beoordelaar ${(D.hash(d.ref) % 5) + 1}`, reviewed_ms: d.decided ?? d.assigned ?? d.opened };
    if (f('d-reviewer-lost') && d.state === 'RESOLVED_REJECTED') delete v.reviewer;
    if (f('d-no-reason')) delete v.reason_code;
    if (f('d-device') && d.term.tenant === 'VRB') v.device_ref = d.term.site.ref;
    if (f('d-device-other') && d.state === 'AWAITING_ISSUER')
      v.device_ref = D.terminals.find((t) => t.account === d.term.account)!.ref;
    if (f('d-no-due') && d.state === 'OPEN') delete v.due_on;
    if (f('d-due-opened')) v.due_on = D.day(d.opened - D.DAY);
    if (f('d-assign-lost') && d.state === 'UNDER_REVIEW') delete v.assignment;
    if (f('d-resolution-lost') && d.state === 'RESOLVED_ACCEPTED') v.resolution = null;
    if (f('d-resolution-open') && d.state === 'AWAITING_ISSUER')
      v.resolution = { outcome: 'ACCEPTED', decided_ms: d.assigned, note: '' };
    return v;
  };
  const groupsOf = (u: User) =>
    D.groups
      .filter(
        (g) =>
          g.tenant === u.tenant && (f('s-groups-tenant') || g.members.some((m) => visible(u).some((t) => t.ref === m))),
      )
      .map((g) => {
        const refs = g.members.filter(
          (m) => f('s-group-members') || f('s-groups-tenant') || visible(u).some((t) => t.ref === m),
        );
        return {
          group_ref: g.ref,
          name: g.name,
          device_count: f('s-group-count') ? g.members.length : refs.length,
          device_refs: refs,
        };
      });
  const attached = (u: User, c: string) =>
    (f('s-conn-devices') ? D.terminals.filter((t) => t.tenant === u.tenant) : visible(u)).filter(
      (t) => t.connector === c,
    );
  const connectorsOf = (u: User) =>
    D.connectors
      .filter((c) => c.tenant === u.tenant && (f('s-conn-tenant') || attached(u, c.ref).length))
      .map((c) => ({
        connector_ref: c.ref,
        name: c.name,
        protocol: c.protocol,
        state: c.state,
        device_count: attached(u, c.ref).length,
      }));
  const commandView = (c: D.Command) => ({
    cmd_ref: c.ref,
    device_ref: c.term.ref,
    verb: c.verb,
    state: c.state,
    queued_ms: c.queued,
    completed_ms: c.completed,
  });
  const locationView = (u: User, s: D.Site) => ({
    site_ref: s.ref,
    name: s.name,
    address: { street: s.street, postcode: s.postcode, plaats: s.plaats },
    geo: { lat: s.lat, lon: s.lon },
    device_refs: D.terminals.filter((t) => t.site === s && (f('s-loc-devices') || sees(u, t))).map((t) => t.ref),
  });
  const deviceView = (u: User, t: Terminal) => ({
    ref: t.ref,
    sn: t.sn,
    model: t.model,
    account_ref: t.account,
    site: siteOf(t),
    state: t.state,
    heartbeat_ms: t.heartbeat,
    group_refs: t.groups,
    connector_ref: t.connector,
  });
  const userView = (x: User) => ({
    user_ref: x.ref,
    name: x.name,
    mail: `${x.mail}@${D.tenants[x.tenant].mail}`,
    role: x.role,
    ...(f('p-user-keys') && x.key ? { api_key: x.key } : {}),
  });

  // ---- transactions -----------------------------------------------------------------------------
  const SORTS: Record<string, (t: Txn) => number | string> = {
    local_at: (t) => t.at,
    stan: (t) => t.stan,
    amt_req: (t) => t.req,
    amt_comp: (t) => t.comp,
  };
  function txnPage(u: User, q: URLSearchParams, only?: Terminal): any {
    const limitText = q.get('limit'),
      term = q.get('terminal_id'),
      group = q.get('group_id'),
      cursorText = q.get('cursor');
    let by = q.get('sort_by') ?? 'local_at',
      dir = q.get('sort_dir') ?? 'desc',
      limit = 50;
    if (limitText !== null) {
      if (!/^\d{1,6}$/.test(limitText) || Number(limitText) < 1) {
        if (f('q-limit-500')) throw new TypeError('limit');
        throw new Problem(400, 'BAD_LIMIT', 'limit is an integer from 1');
      }
      limit = Math.min(200, Number(limitText));
    }
    if (!SORTS[by]) {
      if (f('q-sort-500')) throw new TypeError('sort');
      throw new Problem(400, 'BAD_SORT', `sort_by is one of ${Object.keys(SORTS).join(', ')}`);
    }
    if (dir !== 'asc' && dir !== 'desc') throw new Problem(400, 'BAD_SORT', 'sort_dir is asc or desc');
    let after: any;
    if (cursorText !== null) {
      try {
        after = JSON.parse(Buffer.from(cursorText, 'base64url').toString());
      } catch {
        throw new Problem(400, 'BAD_CURSOR');
      }
      if (after?.s !== by || after.d !== dir || !D.txns.some((t) => t.ref === after.r))
        throw new Problem(400, 'BAD_CURSOR', 'The cursor belongs to another query');
    }
    let lv: Level = 'scope';
    if (!only) {
      if (f('x-txn-terminal') && term) lv = 'any';
      if (f('x-txn-group') && group) lv = 'any';
      if (f('x-txn-both') && term && group) lv = 'any';
      if (f('x-txn-page2') && after) lv = 'any';
      if (f('s-txn-group') && group) lv = 'tenant';
      if (f('s-txn-sort') && by === 'amt_comp') lv = 'tenant';
      if (f('s-txn-all')) lv = 'tenant';
    } else lv = 'any';
    const inScope = (t: Txn) =>
      within(u, t.term, lv) &&
      !(f('u-txn-account') && !only && u.role === 'BEHEERDER' && t.term.account === 'VRB-ZUI') &&
      !(f('u-txn-multi') && !only && u.role === 'OPERATOR' && t.term.account !== (u.accounts as string[])[0]);
    const byAccount = (t: Txn) => f('s-txn-account') && !only && seesAccount(u, t.term);
    const okTerm = (t: Txn) => {
      if (only || term === null || f('q-term-ignored') || (f('q-cursor-filter') && after))
        return !only || t.term === only || (f('k-term-site') && t.term.site === only.site && sees(u, t.term));
      return f('q-term-prefix') ? t.term.ref.startsWith(term) : t.term.ref === term;
    };
    const okGroup = (t: Txn) => {
      if (only || group === null || f('q-group-ignored') || (f('q-group-with-term') && term !== null)) return true;
      return f('q-group-first') ? t.term.groups[0] === group : t.term.groups.includes(group);
    };
    let rows = D.txns.filter(
      (t) =>
        (inScope(t) || byAccount(t)) &&
        (f('q-or') && term !== null && group !== null ? okTerm(t) || okGroup(t) : okTerm(t) && okGroup(t)),
    );
    const matched =
      f('s-matched') && !only
        ? D.txns.filter((t) => t.term.tenant === u.tenant && okTerm(t) && okGroup(t)).length
        : rows.length;
    let forSum = rows;
    if (f('x-summary') && !only) forSum = D.txns.filter((t) => okTerm(t) && okGroup(t));
    if (f('s-summary') && !only) forSum = D.txns.filter((t) => t.term.tenant === u.tenant && okTerm(t) && okGroup(t));
    if (f('t-sum-group') && group !== null) forSum = D.txns.filter((t) => inScope(t) && okTerm(t));
    const summary: any = {
      ccy: CCY,
      row_count: forSum.length,
      surcharge_total_minor: sum(forSum.map((t) => (f('t-sum-feereq') ? t.feeReq : t.feeComp))),
      withdrawn_total_minor: sum(
        forSum.filter((t) => t.kind === 'WITHDRAWAL').map((t) => (f('t-sum-req') ? t.req : t.comp)),
      ),
    };
    // sort: the value, then newest first, then the reference
    const effective =
      f('q-sort-ignored') || (f('q-sort-group') && group !== null)
        ? 'local_at'
        : f('q-sort-req') && by === 'amt_comp'
          ? 'amt_req'
          : by;
    const val = f('q-sort-text') ? (t: Txn) => String(SORTS[effective](t)) : SORTS[effective];
    let sign = dir === 'desc' ? -1 : 1;
    if (f('q-dir-ignored') && by === 'amt_comp') sign = 1;
    if (f('q-dir-terminal') && only) sign = -1;
    const cmp = (a: Txn, b: Txn) => {
      const x = val(a),
        y = val(b);
      return x < y ? -sign : x > y ? sign : b.at - a.at || (a.ref < b.ref ? -1 : 1);
    };
    rows = rows.slice();
    if (!f('q-sort-page')) rows.sort(cmp);
    let start = after ? rows.findIndex((t) => t.ref === after.r) + 1 : 0;
    if (after && f('q-page-overlap')) start = Math.max(0, start - 1);
    if (after && f('q-page-skip')) start += 1;
    let size = limit;
    if (
      f('q-limit-ignored') ||
      (f('q-limit-term') && term !== null) ||
      (f('q-limit-page2') && after) ||
      (f('q-limit-sort') && q.has('sort_by')) ||
      (f('q-limit-terminal') && only)
    )
      size = 50;
    if (f('q-limit-plus') && limitText !== null) size = limit + 1;
    let page = rows.slice(start, start + size);
    const last = page.at(-1),
      more = last && start + page.length < rows.length;
    if (f('q-sort-page')) page = page.slice().sort(cmp);
    const next = last && (more || (f('q-cursor-end') && after)) ? b64({ s: by, d: dir, r: last.ref }) : null;
    const out: any = {
      meta: { returned: page.length, matched, next_cursor: next },
      items: page.map((t) => rowView(t, only ? 'terminal' : 'list')),
      summary,
    };
    if (f('t-no-summary') && term !== null) delete out.summary;
    if (f('t-no-withdrawn')) delete out.summary.withdrawn_total_minor;
    return out;
  }
  function timeline(u: User, ref: string): any {
    const x = D.txns.find((t) => t.ref === ref);
    if (!x || !within(u, x.term, level('x-timeline', 's-timeline')))
      throw new Problem(404, 'TXN_NOT_FOUND', 'No such transaction in your scope');
    const steps: any[] = [];
    const step = (after: number, phase: string, detail: string) =>
      steps.push({ seq: steps.length + 1, at_ms: x.at + after, phase, detail });
    step(
      -21_000,
      'SESSION_START',
      x.emv ? `entry ${x.emv}` : `entry fallback${f('t-pan-timeline') ? ` ${x.pan}` : ''}`,
    );
    step(
      -4_000,
      'AUTH_REQUEST',
      `stan ${x.stan} via ${x.term.connector}${f('t-pinblock') ? ` DE52=${(D.hash(x.pan).toString(16) + D.hash(x.ref).toString(16)).toUpperCase().padEnd(16, 'A').slice(0, 16)}` : ''}`,
    );
    step(-1_000, 'AUTH_RESPONSE', `${x.code} ${x.text}`);
    if (x.comp > 0 && x.kind === 'WITHDRAWAL') step(0, 'DISPENSE', `${x.comp} minor`);
    step(
      6_000,
      'SESSION_END',
      x.text === 'DECLINED_PIN' && f('t-keymat')
        ? `session key ${D.hash(x.ref).toString(16).padStart(8, '0').repeat(4).toUpperCase()}`
        : 'closed',
    );
    if (f('t-timeline-order')) steps.reverse();
    return { txn: rowView(x, 'timeline'), steps };
  }

  // ---- paging of settlements and disputes ---------------------------------------------------------
  function paged<T extends { term: Terminal; state: string }>(
    path: string,
    all: T[],
    ok: (x: T) => boolean,
    view: (x: T) => any,
    q: URLSearchParams,
  ): { body: any; headers: Record<string, string> } {
    const num = (n: string, def: number, max: number) => {
      const s = q.get(n);
      if (s === null) return def;
      if (!/^\d{1,5}$/.test(s) || Number(s) < 1) throw new Problem(400, 'BAD_PAGE', `${n} is an integer from 1`);
      return Math.min(max, Number(s));
    };
    const page = num('page', 1, 99999),
      per = num('per_page', 20, 100);
    const state = q.get('state'),
      device = q.get('device_ref');
    const rows = all.filter(
      (x) => ok(x) && (state === null || x.state === state) && (device === null || x.term.ref === device),
    );
    const pages = Math.max(1, Math.ceil(rows.length / per)),
      links: string[] = [];
    const link = (p: number, rel: string) => {
      const c = new URLSearchParams(q);
      c.set('page', String(p));
      links.push(`<${f('v-link') ? path.slice(3) : path}?${c}>; rel="${rel}"`);
    };
    if (page < pages) {
      link(page + 1, 'next');
      link(pages, 'last');
    }
    if (page > 1) {
      link(1, 'first');
      link(page - 1, 'prev');
    }
    return {
      body: {
        meta: { page, per_page: per, total: rows.length },
        items: rows.slice((page - 1) * per, page * per).map(view),
      },
      headers: { 'X-Total-Count': String(rows.length), ...(links.length ? { Link: links.join(', ') } : {}) },
    };
  }
  function settlements(u: User, q: URLSearchParams) {
    const page2 = Number(q.get('page') ?? 1) > 1;
    return paged(
      '/v1/settlements',
      batches,
      (b) => {
        if (f('x-settle') && u.role === 'BEHEERDER') return true;
        if (f('x-settle-state') && q.has('state')) return true;
        if (f('s-settle-account')) return seesAccount(u, b.term);
        if (f('s-settle-page2') && page2) return b.term.tenant === u.tenant;
        return sees(u, b.term);
      },
      batchView,
      q,
    );
  }
  function disputeList(u: User, q: URLSearchParams) {
    return paged(
      '/v1/disputes',
      disputes,
      (d) => {
        if (f('x-dispute-device') && q.has('device_ref')) return true;
        if (f('x-dispute-new') && d.opened >= D.NOW) return true;
        if (f('s-dispute-tenant')) return d.term.tenant === u.tenant;
        if (f('s-dispute-account')) return seesAccount(u, d.term);
        if (f('s-dispute-resolved') && d.state.startsWith('RESOLVED')) return d.term.tenant === u.tenant;
        if (f('u-dispute-account') && u.role === 'OPERATOR' && d.term.account === 'VRB-WST') return false;
        return sees(u, d.term);
      },
      disputeView,
      q,
    );
  }

  // ---- writes ------------------------------------------------------------------------------------
  function parse(req: Request, optional: boolean): any {
    const type = header(req, 'content-type');
    if (type && !/^application\/(\w+\+)?json\b/i.test(type)) throw new Problem(415, 'NOT_JSON');
    if (!req.body && optional) return {};
    let b: any;
    try {
      b = JSON.parse(req.body ?? '');
    } catch {
      throw new Problem(400, 'NOT_JSON', 'The body is not JSON');
    }
    if (b === null || typeof b !== 'object' || Array.isArray(b))
      throw new Problem(422, 'INVALID_BODY', 'The body is an object');
    return b;
  }
  const unknown = (b: any, allowed: string[]) => {
    const x = Object.keys(b).find((k) => !allowed.includes(k));
    if (x) throw new Problem(422, 'INVALID_BODY', `Unknown member ${x}`);
  };
  function openDispute(u: User, req: Request) {
    const viewerOk = (f('d-post-viewer') && u.role === 'INZAGE') || (f('d-post-mgs') && u.ref === 'u-mgs-02');
    if (!viewerOk && !f('d-403-done')) requireRight(u, 'DISPUTE_OPEN');
    if (f('d-post-op') && u.role === 'OPERATOR') throw new Problem(403, 'RIGHT_MISSING');
    const b = parse(req, false);
    if (!f('d-post-novalidate')) {
      unknown(b, ['txn_ref', 'reason_code', 'amount_minor', 'note']);
      if (typeof b.txn_ref !== 'string' || !b.txn_ref) throw new Problem(422, 'INVALID_BODY', 'txn_ref is required');
      if (!D.reasons.includes(b.reason_code) && !f('d-post-reason'))
        throw new Problem(422, 'INVALID_BODY', `reason_code is one of ${D.reasons.join(', ')}`);
      if (b.note !== undefined && (typeof b.note !== 'string' || b.note.length > 500))
        throw new Problem(422, 'INVALID_BODY', 'note is a text of at most 500 characters');
    }
    const txn =
      D.txns.find((t) => t.ref === b.txn_ref && within(u, t.term, level('x-dispute-post', 's-dispute-post'))) ??
      (f('d-post-novalidate') ? D.txns.find((t) => sees(u, t.term)) : undefined);
    if (!txn) throw new Problem(404, 'TXN_NOT_FOUND', 'No such transaction in your scope');
    const amount = b.amount_minor ?? txn.req;
    if (!Number.isInteger(amount) || amount < 1 || (amount > txn.req && !f('d-post-amount')))
      throw new Problem(422, 'INVALID_BODY', 'amount_minor is from 1 to the requested amount');
    if (disputes.some((d) => d.txn === txn) && !f('d-post-dup'))
      throw new Problem(409, 'CASE_EXISTS', 'The transaction already has a case');
    clock += 1000;
    const d: Dispute = {
      ref: `GS-${txn.term.tenant}-${disputes.length + 101}`,
      term: txn.term,
      txn,
      state: 'OPEN',
      reason: b.reason_code,
      amount: f('d-post-full') ? txn.req : amount,
      opened: clock,
      due: D.TODAY + 12 * D.DAY,
      assignee: null,
      assigned: null,
      decided: null,
      note: null,
    };
    if (!f('d-post-lost')) disputes.push(d);
    if (f('d-403-done')) requireRight(u, 'DISPUTE_OPEN');
    return { status: 201, body: disputeView(d), headers: {} };
  }
  function derive(u: User, req: Request) {
    if (!(f('b-derive-op') && u.role === 'OPERATOR') && !f('b-derive-all') && !f('b-403-done'))
      requireRight(u, 'SETTLEMENT_DERIVE');
    const b = parse(req, true);
    unknown(b, ['device_ref', 'period_from', 'period_to']);
    const date = (k: string, def: number) => {
      const s = b[k];
      if (s === undefined) return def;
      const t = typeof s === 'string' && /^\d{4}-\d\d-\d\d$/.test(s) ? Date.parse(s) : NaN;
      if (Number.isNaN(t) || D.day(t) !== s) throw new Problem(422, 'INVALID_BODY', `${k} is a date`);
      return t;
    };
    const to = date('period_to', D.TODAY),
      from = date('period_from', to - 7 * D.DAY);
    if (!f('b-derive-period') && (from >= to || to > D.TODAY))
      throw new Problem(422, 'INVALID_BODY', 'The period is empty or in the future');
    if (b.device_ref !== undefined && typeof b.device_ref !== 'string')
      throw new Problem(422, 'INVALID_BODY', 'device_ref is a text');
    const terms =
      b.device_ref !== undefined
        ? [need(u, b.device_ref, level('x-derive'))]
        : f('x-derive-all')
          ? D.terminals
          : visible(u);
    const made: Batch[] = [];
    for (const t of terms) {
      if (!f('b-derive-dup') && batches.some((x) => x.term === t && x.from < to && from < x.to)) continue;
      const x = D.makeBatch(t, from, to, 'OPEN');
      if (x) made.push(x);
    }
    if (!made.length) throw new Problem(409, 'NOTHING_TO_DERIVE', 'No terminal is left for this period');
    if (!f('b-derive-lost')) batches.unshift(...made);
    if (f('b-403-done')) requireRight(u, 'SETTLEMENT_DERIVE');
    return { status: 201, body: { meta: { created: made.length }, items: made.map(batchView) }, headers: {} };
  }

  // ---- portal ------------------------------------------------------------------------------------
  function portal(u: User): any {
    const t = D.tenants[u.tenant],
      terms = visible(u),
      accs = D.accounts.filter((a) => a.tenant === u.tenant && (u.accounts === 'ALL' || u.accounts.includes(a.ref)));
    const fits = (x: User) =>
      x === u ||
      u.role === 'BEHEERDER' ||
      f('s-users') ||
      (u.role === 'OPERATOR' && x.accounts !== 'ALL' && x.accounts.every((a) => u.accounts.includes(a)));
    const rec = D.txns.filter((x) => within(u, x.term, level(undefined, 's-portal-recent')));
    const may = (r: string) => u.rights.includes(r);
    const vaultTerms = f('s-vault') ? D.terminals.filter((x) => x.tenant === u.tenant) : terms;
    const p: any = {
      principal: { user_ref: u.ref, name: u.name, mail: `${u.mail}@${t.mail}`, role: u.role },
      account_profile: {
        tenant_ref: t.ref,
        name: t.name,
        kvk: t.kvk,
        accounts: accs.map((a) => ({ account_ref: a.ref, name: a.name })),
      },
      organisation: {
        name: t.name,
        branding: { primary_color: t.color, logo_url: `https://${t.host}/logo.svg` },
        dns: { host: t.host, state: t.dns },
      },
      access: {
        rights: u.rights,
        may_derive_settlements: may('SETTLEMENT_DERIVE'),
        may_open_disputes: may('DISPUTE_OPEN'),
        may_manage_users: may('USER_MANAGE'),
      },
      users: D.users
        .filter((x) => (f('x-users') && u.role === 'BEHEERDER') || (x.tenant === u.tenant && fits(x)))
        .map(userView),
      terminals: (f('s-portal-terminals') ? D.terminals.filter((x) => x.tenant === u.tenant) : terms)
        .map((x) => deviceView(u, x))
        .map((x) => ({ ...x, group_refs: x.group_refs })),
      groups: groupsOf(u),
      connectors: connectorsOf(u),
      recent_transactions: (f('p-recent-old') ? rec.slice(-20).reverse() : rec.slice(0, 20)).map((x) =>
        rowView(x, 'portal'),
      ),
      recent_commands: D.commands
        .filter((c) => within(u, c.term, level(undefined, 's-portal-commands')))
        .slice(0, 15)
        .map(commandView),
      forms: [
        { form_ref: 'FRM-STORING', title: 'Storing melden', fields: ['device_ref', 'omschrijving'] },
        { form_ref: 'FRM-KASTEL', title: 'Kastelling', fields: ['device_ref', 'geteld_minor'] },
      ],
      reports: [
        { report_ref: 'RPT-DAGTOTAAL', title: 'Dagtotalen' },
        { report_ref: 'RPT-BESCHIKBAAR', title: 'Beschikbaarheid' },
        { report_ref: 'RPT-TOESLAG', title: 'Toeslagen' },
      ],
      compliance: {
        vault: vaultTerms.map((x) => ({
          item_ref: `CV-${x.ref}`,
          device_ref: x.ref,
          kind: 'PCI_PTS_CERT',
          expires_on: D.day(D.TODAY + (D.hash('cv' + x.ref) % 400) * D.DAY),
        })),
        onboarding: accs.map((a) => ({
          account_ref: a.ref,
          step: 'KYC_REFRESH',
          state: D.hash(a.ref) % 2 ? 'DONE' : 'WAITING',
        })),
        documents: [
          { doc_ref: `DOC-${t.ref}-1`, title: 'Verwerkersovereenkomst' },
          { doc_ref: `DOC-${t.ref}-2`, title: 'Toeslagtabel' },
        ],
        videos: [{ video_ref: 'VID-1', title: 'Cassette wisselen', url: 'https://video.geldnet.example/1' }],
      },
    };
    if (f('p-no-reports')) delete p.reports;
    if (f('p-no-forms')) p.forms = undefined;
    if (f('p-no-access') && u.role === 'INZAGE') delete p.access;
    if (f('p-no-dns')) delete p.organisation.dns;
    if (f('p-no-compliance')) delete p.compliance;
    if (f('p-no-commands') && u.role === 'OPERATOR') delete p.recent_commands;
    if (f('p-access-lie') && u.role === 'INZAGE') p.access.may_open_disputes = true;
    if (f('p-access-op') && u.role === 'OPERATOR') p.access.may_open_disputes = false;
    if (f('p-principal')) {
      const a = D.users.find((x) => x.tenant === u.tenant)!;
      p.principal = { user_ref: a.ref, name: a.name, mail: `${a.mail}@${t.mail}`, role: a.role };
    }
    if (f('p-terminals-10')) p.terminals = p.terminals.slice(0, 10);
    if (f('p-no-offline')) p.terminals = p.terminals.filter((x: any) => x.state !== 'OFFLINE');
    if (f('p-connectors-viewer') && u.role === 'INZAGE') p.connectors = [];
    if (f('p-state-stale'))
      p.terminals = p.terminals.map((x: any) => (x.state === 'DEGRADED' ? { ...x, state: 'ONLINE' } : x));
    if (f('p-heartbeat-s'))
      p.terminals = p.terminals.map((x: any) => ({ ...x, heartbeat_ms: x.heartbeat_ms && x.heartbeat_ms - D.HOUR }));
    return p;
  }

  // ---- other reads ---------------------------------------------------------------------------------
  function status(u: User, ref: string): any {
    const t = need(u, ref, level('x-status', 's-status'));
    const v: any = {
      device: { ref: t.ref, sn: t.sn, model: t.model, account_ref: t.account, site: siteOf(t) },
      state: t.state,
      heartbeat_ms: t.heartbeat,
      telemetry: {
        kas: { total_minor: sum(t.cassettes.map((c) => c.denom_minor * c.notes)), cassettes: t.cassettes },
        signal_dbm: t.signal,
        firmware: t.firmware,
      },
      open_incidents: D.incidents
        .filter((i) => i.term === t && i.closed === null)
        .map((i) => ({ incident_ref: i.ref, kind: i.kind, opened_ms: i.at, text: i.text })),
    };
    if (f('l-status-online') && t.state === 'OFFLINE') v.state = 'ONLINE';
    if (f('l-no-telemetry') && t.state === 'OFFLINE') delete v.telemetry;
    if (f('l-cash') && t.cassettes.some((c) => c.notes === 0))
      v.telemetry.kas.total_minor = sum(t.cassettes.map((c) => c.denom_minor * 2000));
    if (f('l-incidents')) v.open_incidents = [];
    return v;
  }
  function commandsOf(u: User, ref: string) {
    const t = need(u, ref, level('x-commands', 's-commands'));
    return D.commands
      .filter(
        (c) =>
          (c.term === t || (f('k-cmd-site') && c.term.site === t.site && sees(u, c.term))) &&
          !(f('k-no-queued') && c.state === 'QUEUED') &&
          !(f('k-no-failed') && c.state === 'FAILED'),
      )
      .map((c) => {
        const v = commandView(c);
        if (f('k-complete-null') && c.state === 'COMPLETED') v.completed_ms = null;
        if (f('k-queued-done') && c.state === 'QUEUED') v.state = 'COMPLETED';
        return v;
      });
  }
  function payload(u: User, ref: string) {
    let t = need(u, ref, level('x-payload', 's-payload'));
    if (f('k-payload-model')) t = D.terminals.find((x) => x.model === t.model && x.tenant === t.tenant)!;
    const c = D.connectors.find(
      (x) => x.ref === (f('k-payload-conn') && t.account === 'VRB-WST' ? 'CN-VRB-ZLK' : t.connector),
    )!;
    return {
      device_ref: t.ref,
      sn: t.sn,
      profile: `${t.model}/nl-std`,
      host: { connector_ref: c.ref, protocol: c.protocol },
      params: {
        ccy: CCY,
        lang: 'nl',
        surcharge_minor: D.tenants[t.tenant].fee,
        cassette_denoms: t.cassettes.map((x) => x.denom_minor),
      },
    };
  }
  function exportOf(u: User, ref: string) {
    const t = need(u, ref, level('x-export', 's-export'));
    return {
      device_ref: t.ref,
      format: 'GNX/2',
      generated_ms: D.NOW,
      settings: [
        { k: 'host.connector', v: t.connector },
        { k: 'profile', v: `${t.model}/nl-std` },
        { k: 'firmware', v: t.firmware },
      ],
      jobs: D.jobs
        .filter((j) => (f('k-export-jobs') ? j.term.model === t.model && j.term.tenant === t.tenant : j.term === t))
        .map((j) => ({ job_ref: j.ref, profile: j.profile, state: j.state, started_ms: j.started, ended_ms: j.ended })),
    };
  }
  function connectorStatus(u: User, ref: string) {
    const c = D.connectors.find((x) => x.ref === ref);
    const okay =
      c &&
      (f('x-conn') || (c.tenant === u.tenant && (f('s-conn-status') || visible(u).some((t) => t.connector === ref))));
    if (!okay || (f('l-conn-404') && c.state === 'DOWN'))
      throw new Problem(404, 'CONNECTOR_NOT_FOUND', 'No such connector in your scope');
    return {
      connector_ref: c.ref,
      state: f('l-conn-up') && c.state === 'DEGRADED' ? 'UP' : c.state,
      checked_ms: D.NOW - 45_000,
      device_refs: attached(u, c.ref).map((t) => t.ref),
    };
  }

  // ---- feeds ---------------------------------------------------------------------------------------
  interface Item {
    at: number;
    cat: string;
    guid: string;
    title: string;
    text: string;
  }
  const statusItem = (t: Terminal): Item => ({
    at: t.heartbeat ?? D.NOW - 50 * D.HOUR,
    cat: 'STATUS',
    guid: `st:${t.ref}:${t.heartbeat ?? 0}`,
    title: `${t.ref} ${f('f-state') && t.state === 'OFFLINE' ? 'ONLINE' : t.state}`,
    text: `${t.ref} at ${t.site.name}: ${f('f-state') && t.state === 'OFFLINE' ? 'ONLINE' : t.state}, heartbeat ${t.heartbeat ? D.local(t.heartbeat) : 'none'}`,
  });
  const txnItem = (x: Txn, account: boolean): Item => ({
    at: x.at,
    cat: 'TRANSACTION',
    guid: `tx:${x.ref}`,
    title: `${x.term.ref} ${x.kind} ${x.text}`,
    text: `${x.ref}: ${x.kind} ${(x.comp / 100).toFixed(2)} EUR, ${x.text}${f('f-pan') && !account ? `, card ${x.pan}` : ''}`,
  });
  const incItem = (i: D.Incident): Item => ({
    at: i.at,
    cat: 'INCIDENT',
    guid: `in:${i.ref}`,
    title: `${i.term.ref} ${i.kind}`,
    text: `${i.ref}: ${i.text}${i.closed ? `, closed ${D.local(i.closed)}` : ', open'}`,
  });
  const jnlItem = (j: D.Journal): Item => ({
    at: j.at,
    cat: 'JOURNAL',
    guid: `jn:${j.ref}`,
    title: `${j.term.ref} switch journal`,
    text: `${j.ref} on ${j.term.ref}: ${j.text}`,
  });
  function rss(title: string, self: string, items: Item[], tenant: string): { type: string; text: string } {
    const e = f('f-unescaped') && tenant === 'MGS' ? (s: string) => s : esc;
    items.sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1));
    const xml = items
      .map(
        (i) =>
          `<item><title>${e(i.title)}</title><link>https://portaal.geldnet.example/${f('f-guid') ? 'feed' : `feed/${encodeURIComponent(i.guid)}`}</link><guid isPermaLink="false">${e(f('f-guid') ? i.cat : i.guid)}</guid><category>${i.cat}</category><pubDate>${new Date(i.at).toUTCString()}</pubDate><description>${e(i.text)}</description></item>`,
      )
      .join('\n');
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${e(title)}</title><link>https://portaal.geldnet.example${self}</link><description>${e(title)}</description>\n${xml}\n</channel></rss>\n`;
    return { type: 'application/rss+xml; charset=utf-8', text: body };
  }
  function accountFeed(u: User) {
    const may = (t: Terminal) => sees(u, t),
      items: Item[] = [];
    if (f('f-viewer-403') && u.role === 'INZAGE') throw new Problem(403, 'RIGHT_MISSING');
    if (!f('f-acc-status'))
      items.push(
        ...(f('s-feed-status') ? D.terminals.filter((t) => t.tenant === u.tenant) : visible(u))
          .filter((t) => !(f('f-acc-offline') && t.state === 'OFFLINE'))
          .map(statusItem),
      );
    if (!f('f-acc-txn'))
      items.push(
        ...D.txns
          .filter((x) => (f('s-feed-txn') ? seesAccount(u, x.term) : may(x.term)))
          .slice(0, 25)
          .map((x) => txnItem(x, true)),
      );
    if (!f('f-acc-incident'))
      items.push(
        ...D.incidents.filter((i) => (f('s-feed-incident') ? i.term.tenant === u.tenant : may(i.term))).map(incItem),
      );
    if (!f('f-acc-journal'))
      items.push(
        ...D.journal
          .filter((j) => f('x-feed-journal') || may(j.term))
          .slice(0, 30)
          .map(jnlItem),
      );
    if (f('f-acc-one'))
      items.splice(0, items.length, ...items.filter((i) => i.title.startsWith(visible(u)[0].ref + ' ')));
    const r = rss(`${D.tenants[u.tenant].name}: overzicht`, '/v1/feeds/account.xml', items, u.tenant);
    if (f('f-acc-type')) r.type = 'application/xml';
    return r;
  }
  function terminalFeed(u: User, ref: string) {
    const t = need(u, ref, level('x-feed', 's-feed')),
      items: Item[] = [statusItem(t)];
    const mine = (x: Terminal) =>
      x === t || (f('f-term-site') && x.site === t.site && sees(u, x)) || (f('f-term-hidden') && x.site === t.site);
    if (!f('f-term-txn'))
      items.push(
        ...D.txns
          .filter((x) => mine(x.term))
          .slice(0, 10)
          .map((x) => txnItem(x, false)),
      );
    if (!f('f-term-journal')) items.push(...D.journal.filter((j) => j.term === t).map(jnlItem));
    if (!f('f-term-incident')) items.push(...D.incidents.filter((i) => mine(i.term)).map(incItem));
    for (const c of D.commands.filter((x) => x.term === t)) {
      if (!f('f-term-queued'))
        items.push({
          at: c.queued,
          cat: 'COMMAND',
          guid: `cq:${c.ref}`,
          title: `${t.ref} ${c.verb} QUEUED`,
          text: `${c.ref} queued`,
        });
      if (c.completed !== null && !f('f-term-completed'))
        items.push({
          at: c.completed,
          cat: 'COMMAND',
          guid: `cc:${c.ref}`,
          title: `${t.ref} ${c.verb} ${c.state}`,
          text: `${c.ref} ${c.state.toLowerCase()}`,
        });
    }
    if (!f('f-term-job'))
      for (const j of D.jobs.filter((x) => x.term === t))
        items.push({
          at: j.ended ?? j.started,
          cat: 'PROVISIONING',
          guid: `pj:${j.ref}:${j.state}`,
          title: `${t.ref} provisioning ${j.state}`,
          text: `${j.ref} ${j.profile}: ${j.state}`,
        });
    if (f('f-term-status')) items.shift();
    const r = rss(`${t.ref}, ${t.site.name}`, `/v1/feeds/terminals/${t.ref}.xml`, items, u.tenant);
    if (f('f-term-type')) r.type = 'text/html; charset=utf-8';
    return r;
  }

  // ---- catalog, branding ----------------------------------------------------------------------------
  function catalog(): any {
    const services: any[] = clone(families).map((s: any) => ({
      service: s.service,
      portal_surfaces: s.portal_surfaces,
      api_endpoints: s.api.map((a: string) => {
        const [method, path] = a.split(' ');
        return { method, path, key_needed: s.service !== 'PUBLIC_DOCS' };
      }),
      webhook_events: s.webhook_events,
      rss_feeds: s.rss.map((path: string) => ({ path, media_type: 'application/rss+xml' })),
      notes: s.notes,
    }));
    const get = (n: string) => services.find((s) => s.service === n);
    if (f('c-no-notes')) delete get('COMPLIANCE_ONBOARDING').notes;
    if (f('c-no-rss'))
      services.forEach((s) => {
        if (!s.rss_feeds.length) delete s.rss_feeds;
      });
    if (f('c-event-typo')) get('TERMINALS_TELEMETRY').webhook_events[3] = 'dispenser_error';
    if (f('c-event-once')) {
      const seen = new Set<string>();
      services.forEach((s) => {
        s.webhook_events = s.webhook_events.filter((e: string) => !seen.has(e) && seen.add(e));
      });
    }
    if (f('c-event-moved')) {
      get('TRANSACTIONS').webhook_events.push('settlement_mismatch');
      get('SETTLEMENT_DISPUTES').webhook_events = [];
    }
    if (f('c-no-write'))
      get('SETTLEMENT_DISPUTES').api_endpoints = get('SETTLEMENT_DISPUTES').api_endpoints.filter(
        (a: any) => a.method === 'GET',
      );
    if (f('c-feed-path'))
      services.forEach((s) =>
        s.rss_feeds.forEach((r: any) => {
          r.path = r.path.replace('/v1/feeds/terminals/', '/v1/rss/terminals/');
        }),
      );
    if (f('c-no-termfeed'))
      services.forEach((s) => {
        s.rss_feeds = s.rss_feeds.filter((r: any) => !r.path.includes('terminals'));
      });
    if (f('c-prefix'))
      get('RMS_CONNECTORS_PROVISIONING').api_endpoints.forEach((a: any) => {
        a.path = a.path.slice(3);
      });
    if (f('c-stale')) get('TERMINALS_TELEMETRY').api_endpoints[2].path = '/v1/terminals/{terminal_id}/status';
    if (f('c-flat'))
      return {
        edition: '2026.11',
        portal_surfaces: services.flatMap((s) => s.portal_surfaces),
        api_endpoints: services.flatMap((s) => s.api_endpoints),
        webhook_events: services.flatMap((s) => s.webhook_events),
        rss_feeds: services.flatMap((s) => s.rss_feeds),
        notes: services.flatMap((s) => s.notes),
      };
    return { edition: '2026.11', services };
  }
  function branding(): any {
    const v: any = {
      branding: { state: 'READY' },
      docs_host: { host: 'docs.geldnet.example', dns: 'VERIFIED', tls: 'ISSUED', ready: true },
      checked_ms: D.NOW,
    };
    if (f('r-no-docs')) delete v.docs_host;
    if (f('r-leak'))
      v.organisations = D.users
        .filter((x) => x.role === 'BEHEERDER')
        .map((x) => ({
          tenant_ref: x.tenant,
          admin: `${x.mail}@${D.tenants[x.tenant].mail}`,
          devices: D.terminals.filter((t) => t.tenant === x.tenant).map((t) => t.ref),
        }));
    return v;
  }

  // ---- http ------------------------------------------------------------------------------------------
  function header(req: Request, name: string): string | undefined {
    for (const [k, v] of Object.entries(req.headers)) if (k.toLowerCase() === name) return v;
    return undefined;
  }
  const PUBLIC = ['/v1/integrations/public-openapi.json', '/v1/public/branding-status'];
  function identify(req: Request, path: string, q: URLSearchParams): User {
    let key = header(req, 'x-api-key');
    if (f('a-query') && key === undefined) key = q.get('api_key') ?? undefined;
    if (f('a-bearer') && key === undefined) key = /^Bearer (.+)$/.exec(header(req, 'authorization') ?? '')?.[1];
    let u = D.users.find((x) => x.key !== undefined && x.key === key);
    if (f('a-prefix') && key && key.length >= 12) u = D.users.find((x) => x.key?.startsWith(key!));
    if (f('a-longer') && key) u = D.users.find((x) => x.key !== undefined && key!.startsWith(x.key));
    if (f('a-case') && key) u = D.users.find((x) => x.key?.toLowerCase() === key!.toLowerCase());
    if (f('a-empty') && key === '') u = D.users.find((x) => x.ref === 'u-vrb-03');
    if (f('a-unknown') && key && !u) u = D.users.find((x) => x.ref === 'u-mgs-02');
    if (f('a-connectors') && key === undefined && path === '/v1/connectors') u = D.users[0];
    if (f('a-catalog') && !u && path === '/v1/integrations/catalog') u = D.users[0];
    if (f('a-timeline') && key === undefined && path.endsWith('/timeline'))
      u = D.users.find((x) => x.role === 'BEHEERDER' && path.includes(x.tenant));
    if (f('a-feed') && key === undefined && path.startsWith('/v1/feeds/terminals/'))
      u = D.users.find((x) => x.role === 'BEHEERDER' && path.includes(x.tenant));
    if (f('a-badkey-read') && key && !u && path === '/v1/settlements') u = D.users[0];
    if (f('a-post') && !u && req.method === 'POST') u = D.users[0];
    if (f('a-export') && !u && path.endsWith('/provisioning-export'))
      u = D.users.find((x) => x.role === 'BEHEERDER' && path.includes(x.tenant));
    if (f('a-swap') && path !== '/v1/portal' && u?.ref === 'u-mgs-02') u = D.users.find((x) => x.ref === 'u-mgs-01');
    if (!u)
      throw new Problem(
        401,
        key ? 'KEY_UNKNOWN' : 'KEY_MISSING',
        'Send your key in X-API-Key',
        f('a-no-www') ? {} : { 'WWW-Authenticate': 'ApiKey realm="geldnet"' },
      );
    return u;
  }
  type Out = { status?: number; type?: string; text?: string; body?: any; headers?: Record<string, string> };
  const bare = (a: any[]): Out => ({ body: a, headers: { 'X-Total-Count': String(a.length) } });
  function route(req: Request, path: string, q: URLSearchParams): Out {
    const write = req.method === 'POST';
    if (PUBLIC.includes(path)) {
      if (write) throw new Problem(405, 'METHOD', undefined, { Allow: 'GET, HEAD' });
      const doc = path === PUBLIC[0];
      if ((f('o-needs-key') && doc) || (f('r-needs-key') && !doc)) identify(req, path, q);
      if (f('a-public-badkey') && header(req, 'x-api-key') !== undefined) identify(req, path, q);
      if (!doc) {
        if (f('r-down')) throw new Problem(500, 'BRANDING');
        return { body: branding(), headers: { 'Cache-Control': 'public, max-age=60' } };
      }
      apiDoc ??= JSON.stringify(openapi(f));
      const etag = `"${createHash('sha1').update(apiDoc).digest('hex').slice(0, 20)}"`;
      const headers: Record<string, string> = {
        'Cache-Control': f('o-no-store') ? 'no-store, no-cache' : 'public, max-age=3600',
        ...(f('o-no-etag') ? {} : { ETag: etag }),
        ...(f('o-cookie') ? { 'Set-Cookie': 'gn_sid=7c19ab2e; Path=/; HttpOnly' } : {}),
      };
      if (!f('o-no-304') && header(req, 'if-none-match') === etag) return { status: 304, text: '', headers };
      return { text: apiDoc, type: f('o-type') ? 'text/plain' : 'application/json', headers };
    }
    const alias =
      f('v-alias') && !path.startsWith('/v1/') ? '/v1' + path : f('v-any') ? path.replace(/^\/v\d+\//, '/v1/') : path;
    if (!alias.startsWith('/v1/')) throw new Problem(404, 'NO_ROUTE');
    const u = identify(req, alias, q);
    const s = alias
      .slice(4)
      .split('/')
      .map((x) => {
        try {
          return decodeURIComponent(x);
        } catch {
          throw new Problem(400, 'BAD_PATH');
        }
      });
    const allow = (m: string) => {
      if (write && !m.includes('POST')) throw new Problem(405, 'METHOD', undefined, { Allow: m });
      if (!write && !m.includes('GET')) throw new Problem(405, 'METHOD', undefined, { Allow: m });
    };
    const two = s.slice(0, 2).join('/');
    if (two === 'settlements/derive' && s.length === 2) {
      allow('POST');
      return derive(u, req);
    }
    if (two === 'disputes' && write) return openDispute(u, req);
    const known: [boolean, () => Out][] = [
      [alias === '/v1/portal', () => ({ body: portal(u) })],
      [alias === '/v1/integrations/catalog', () => ({ body: catalog() })],
      [alias === '/v1/transactions', () => ({ body: txnPage(u, q) })],
      [s[0] === 'transactions' && s[2] === 'timeline' && s.length === 3, () => ({ body: timeline(u, s[1]) })],
      [alias === '/v1/settlements', () => settlements(u, q)],
      [alias === '/v1/disputes', () => disputeList(u, q)],
      [
        alias === '/v1/locations',
        () =>
          bare(
            D.sites
              .filter(
                (x) =>
                  (f('x-locations') && u.role === 'BEHEERDER') ||
                  D.terminals.some((t) => t.site === x && within(u, t, level(undefined, 's-loc-list'))),
              )
              .map((x) => locationView(u, x)),
          ),
      ],
      [
        s[0] === 'locations' && s.length === 2,
        () => {
          let t = need(u, s[1], level('x-location', 's-location'));
          if (f('l-loc-dup') && D.terminals.find((x) => x.site === t.site && sees(u, x)) !== t)
            throw new Problem(404, 'DEVICE_NOT_FOUND');
          if (f('l-loc-account')) t = D.terminals.find((x) => x.account === t.account)!;
          return { body: locationView(u, t.site) };
        },
      ],
      [alias === '/v1/connectors', () => bare(connectorsOf(u))],
      [s[0] === 'connectors' && s[2] === 'status' && s.length === 3, () => ({ body: connectorStatus(u, s[1]) })],
      [
        alias === '/v1/terminal-groups',
        () =>
          bare(
            f('l-groups-double') && u.role === 'OPERATOR' ? groupsOf(u).filter((g) => g.device_count > 3) : groupsOf(u),
          ),
      ],
      [alias === '/v1/feeds/account.xml', () => accountFeed(u)],
      [two === 'feeds/terminals' && s.length === 3 && s[2].endsWith('.xml'), () => terminalFeed(u, s[2].slice(0, -4))],
      [s[0] === 'terminals' && s.length === 3 && s[2] === 'status-monitoring', () => ({ body: status(u, s[1]) })],
      [
        s[0] === 'terminals' && s.length === 3 && s[2] === 'transactions',
        () => ({ body: txnPage(u, q, need(u, s[1], level('x-term-txn', 's-term-txn'))) }),
      ],
      [s[0] === 'terminals' && s.length === 3 && s[2] === 'commands', () => ({ body: commandsOf(u, s[1]) })],
      [s[0] === 'terminals' && s.length === 3 && s[2] === 'provisioning-payload', () => ({ body: payload(u, s[1]) })],
      [
        s[0] === 'terminals' && s.length === 3 && s[2] === 'provisioning-export',
        () => {
          const body = exportOf(u, s[1]);
          return f('k-export-csv')
            ? { text: body.settings.map((x) => `${x.k};${x.v}`).join('\n'), type: 'text/csv' }
            : { body };
        },
      ],
    ];
    const hit = known.find(([is]) => is);
    if (!hit) throw new Problem(404, 'NO_ROUTE');
    allow(alias === '/v1/disputes' ? 'GET, HEAD, POST' : 'GET, HEAD');
    return hit[1]();
  }
  return async (req: Request): Promise<Response> => {
    const [path, query = ''] = req.path.split('#')[0].split(/\?(.*)/s);
    const q = new URLSearchParams(query),
      key = header(req, 'x-api-key');
    const user = D.users.find((x) => x.key === key && key !== undefined);
    const memoKey =
      req.method !== 'GET' || !user
        ? undefined
        : f('m-txn') && path === '/v1/transactions'
          ? req.path
          : f('m-portal') && path === '/v1/portal'
            ? user.tenant
            : f('m-conn') && path === '/v1/connectors'
              ? path
              : f('m-status') && path.endsWith('/status-monitoring')
                ? path
                : f('m-settle') && path === '/v1/settlements'
                  ? user.ref + req.path
                  : f('m-feed') && path === '/v1/feeds/account.xml'
                    ? user.tenant
                    : undefined;
    if (memoKey !== undefined && memo.has(memoKey)) return clone(memo.get(memoKey)!);
    const base: Record<string, string> = {
      'Cache-Control': f('m-public') ? 'public, max-age=300' : 'private, no-store',
      Vary: 'X-API-Key',
      'X-Content-Type-Options': 'nosniff',
    };
    let res: Response;
    try {
      if (!['GET', 'HEAD', 'POST'].includes(req.method)) {
        if (!PUBLIC.includes(path)) identify(req, path, q);
        throw new Problem(405, 'METHOD', undefined, { Allow: 'GET, HEAD, POST' });
      }
      const out = route(req.method === 'HEAD' ? { ...req, method: 'GET' } : req, path, q);
      const body = out.text ?? JSON.stringify(out.body);
      res = {
        status: out.status ?? 200,
        headers: {
          ...base,
          ...(out.status === 304 ? {} : { 'Content-Type': out.type ?? 'application/json' }),
          ...out.headers,
        },
        body,
      };
    } catch (e) {
      const p = e instanceof Problem ? e : new Problem(500, 'INTERNAL');
      res = {
        status: p.status,
        headers: { ...base, 'Content-Type': 'application/problem+json', ...p.extra },
        body: JSON.stringify({
          type: `https://docs.geldnet.example/problems/${p.code.toLowerCase()}`,
          title: TITLES[p.status] ?? 'Error',
          status: p.status,
          code: p.code,
          ...(p.detail ? { detail: p.detail } : {}),
        }),
      };
      if (f('v-err-echo') && p.status === 401)
        res.body = JSON.stringify({
          ...JSON.parse(res.body),
          detail: `Unknown key ${key}; did you mean ${D.users[4].key ?? D.users[0].key}?`,
        });
    }
    if (req.method === 'HEAD') res.body = '';
    if (memoKey !== undefined && res.status === 200) memo.set(memoKey, clone(res));
    return res;
  };
}
