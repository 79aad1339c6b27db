import { createHash } from 'node:crypto';
import type { Account, Batch, Dispute, Terminal, Txn, User } from './data.ts';
import * as D from './data.ts';
import { faults } from './faults.ts';
import {
  BATCH_STATUS,
  buildCatalog,
  buildOpenApi,
  COMMAND_STATUS,
  DISPUTE_STATUS,
  REASONS,
  SORT_KEYS,
} from './openapi.ts';

export type { Fault } from './faults.ts';
export { faults };
export const name = 'flask-wla-india';
export const keys: ReadonlyMap<string, string> = new Map(D.users.map((u) => [u.key_name, u.api_key]));

type J = Record<string, unknown>;
interface Item {
  field: string | null;
  code: string;
  message: string;
}
class Fail extends Error {
  status: number;
  items: Item[];
  headers: Record<string, string>;
  constructor(status: number, items: Item[], headers: Record<string, string> = {}) {
    super(items[0]!.message);
    this.status = status;
    this.items = items;
    this.headers = headers;
  }
}
const fail = (
  status: number,
  code: string,
  message: string,
  field: string | null = null,
  headers: Record<string, string> = {},
): Fail => new Fail(status, [{ code, message, field }], headers);
const xml = (s: string): string =>
  s.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const cmp = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error('unknown fault: ' + fault);
  const on = (id: string): boolean => fault === id;

  const txns: Txn[] = D.buildTransactions();
  const batches: Batch[] = D.buildBatches(txns);
  const disputes: Dispute[] = D.buildDisputes(txns);
  const portalCache = new Map<string, J>();
  const termById = new Map(D.terminals.map((t) => [t.id, t]));
  const txnById = new Map(txns.map((x) => [x.id, x]));

  // ---- scope -------------------------------------------------------------------------------------------------
  const inOrg = (u: User): Terminal[] => D.terminals.filter((t) => t.org_id === u.org_id);
  const visible = (u: User): Terminal[] =>
    inOrg(u).filter(
      (t) =>
        (u.accounts === null || u.accounts.includes(t.account_id)) &&
        (u.terminals === null || u.terminals.includes(t.id)),
    );
  const visibleIds = (u: User): Set<string> => new Set(visible(u).map((t) => t.id));
  const orgIds = (u: User): Set<string> => new Set(inOrg(u).map((t) => t.id));
  const seesAccount = (u: User, a: Account): boolean => {
    const v = visibleIds(u);
    return a.org_id === u.org_id && D.terminals.every((t) => t.account_id !== a.id || v.has(t.id));
  };
  const newest = (a: Txn, b: Txn): number => cmp(b.at, a.at) || cmp(a.id, b.id);
  const scopedTxns = (u: User): Txn[] => {
    const v = visibleIds(u);
    return txns.filter((x) => v.has(x.terminal_id));
  };
  function terminal(u: User, id: string, wide: 'no' | 'org' | 'any' = 'no'): Terminal {
    const t = termById.get(id);
    const ok = t && (visibleIds(u).has(id) || (wide === 'org' && t.org_id === u.org_id) || wide === 'any');
    if (!ok) {
      if (t && on('scope-error-leaks-owner'))
        throw fail(
          404,
          'not_found',
          `Terminal ${id} (${t.site}, ${t.city}) belongs to ${D.accounts.find((a) => a.id === t.account_id)!.name}.`,
          'terminal_id',
        );
      throw fail(404, 'not_found', 'Terminal not found.', 'terminal_id');
    }
    return t;
  }

  // ---- parameters --------------------------------------------------------------------------------------------
  function intArg(q: URLSearchParams, key: string, def: number, max: number): number {
    const raw = q.get(key);
    if (raw === null) return def;
    if (!/^\d{1,9}$/.test(raw)) throw fail(422, 'invalid', 'Not a valid integer.', key);
    const n = Number(raw);
    if (n < 1 || n > max) throw fail(422, 'out_of_range', `Must be between 1 and ${max}.`, key);
    return n;
  }
  function enumArg(q: URLSearchParams, key: string, values: string[]): string | null {
    const raw = q.get(key);
    if (raw !== null && !values.includes(raw))
      throw fail(422, 'invalid_choice', 'Must be one of: ' + values.join(', ') + '.', key);
    return raw;
  }
  const pageInfo = (page: number, size: number, total: number): J => ({
    page,
    page_size: size,
    pages: Math.ceil(total / size),
    total,
  });
  function list(q: URLSearchParams, rows: J[]): J {
    const page = intArg(q, 'page', 1, 1_000_000),
      size = intArg(q, 'page_size', 25, 100);
    return { data: rows.slice((page - 1) * size, page * size), pagination: pageInfo(page, size, rows.length) };
  }

  // ---- rows --------------------------------------------------------------------------------------------------
  function txnRow(x: Txn): J {
    const r: J = {
      id: x.id,
      rrn: x.rrn,
      terminal_id: x.terminal_id,
      txn_at: D.ist(x.at),
      txn_type: x.type,
      seq_no: x.seq_no,
      account_type: x.account_type,
    };
    if (x.emv !== null) r.emv_indicator = x.emv;
    Object.assign(r, {
      response_code: x.response_code,
      response_text: x.response_text,
      amount_requested: D.rupees(x.req),
      amount_completed: D.rupees(x.comp),
      surcharge_requested: D.rupees(x.sreq),
      surcharge_completed: D.rupees(x.scomp),
    });
    if (on('row-emv-null') && x.emv === null) r.emv_indicator = '';
    if (on('row-date-only') && x.type === 'reversal') r.txn_at = D.dateOf(x.at);
    if (on('row-account-type-missing') && x.type === 'balance_enquiry') delete r.account_type;
    if (on('row-surcharge-missing') && x.scomp === 0) delete r.surcharge_completed;
    if (on('row-completed-is-requested') && x.comp > 0 && x.comp < x.req) r.amount_completed = D.rupees(x.req);
    if (on('card-pan-in-reversal') && x.type === 'reversal') r.original_card = x.pan;
    if (on('card-pan-in-response-text') && x.response_code !== '00')
      r.response_text = `${x.response_text} (card ${x.pan})`;
    return r;
  }
  const groupRow = (g: D.Group, v: Set<string>): J => {
    const ids = g.terminals.filter((t) => v.has(t));
    return { id: g.id, name: g.name, terminal_count: ids.length, terminal_ids: ids };
  };
  const groupRows = (u: User, members: Set<string>): J[] => {
    const v = visibleIds(u);
    return D.groups
      .filter((g) => g.org_id === u.org_id && g.terminals.some((t) => v.has(t)))
      .map((g) => groupRow(g, members));
  };
  function visibleConnectors(u: User): D.Connector[] {
    const v = visible(u);
    return D.connectors.filter((c) => v.some((t) => t.connector_id === c.id));
  }
  const connectorRow = (c: D.Connector, terms: Terminal[]): J => {
    const ids = terms.filter((t) => t.connector_id === c.id).map((t) => t.id);
    return {
      id: c.id,
      name: c.name,
      sponsor_bank: c.sponsor_bank,
      network: c.network,
      protocol: c.protocol,
      terminal_count: ids.length,
      terminal_ids: ids,
    };
  };
  const commandRow = (c: D.Command): J => ({
    id: c.id,
    terminal_id: c.terminal_id,
    command: c.command,
    status: c.status,
    requested_by: c.requested_by,
    queued_at: D.ist(c.queued),
    completed_at: c.completed === null ? null : D.ist(c.completed),
  });
  const jobRow = (j: D.Job): J => ({
    id: j.id,
    terminal_id: j.terminal_id,
    kind: j.kind,
    status: j.status,
    created_at: D.ist(j.created),
    finished_at: j.finished === null ? null : D.ist(j.finished),
  });
  const alertRow = (a: D.Alert): J => ({
    id: a.id,
    event: a.event,
    severity: a.severity,
    message: a.message,
    opened_at: D.ist(a.opened),
    cleared_at: a.cleared === null ? null : D.ist(a.cleared),
  });
  const locationRow = (t: Terminal): J => ({
    id: 'loc_' + t.id.toLowerCase(),
    terminal_id: t.id,
    account_id: t.account_id,
    name: t.site,
    address_line: t.address,
    city: t.city,
    state: t.state,
    pincode: t.pincode,
    latitude: t.lat,
    longitude: t.lng,
    site_type: t.site_type,
    risk_level: t.risk,
  });
  function batchRow(b: Batch): J {
    return {
      id: b.id,
      batch_reference: b.reference,
      account_id: b.account_id,
      status: b.status,
      business_date: b.business_date,
      entry_count: b.credit_entries + b.debit_entries,
      credit_entry_count: b.credit_entries,
      debit_entry_count: b.debit_entries,
      credit_total: D.rupees(b.credit),
      debit_total: D.rupees(b.debit),
      net_payout: D.rupees(on('settlement-net-is-gross') ? b.credit : b.credit - b.debit),
      opened_at: D.ist(b.opened),
      closed_at: b.closed === null ? null : D.ist(b.closed),
      settled_at: b.settled === null ? null : D.ist(b.settled),
    };
  }
  function disputeRow(d: Dispute): J {
    const r: J = {
      id: d.id,
      status: d.status,
      reason_code: d.reason_code,
      transaction_id: d.transaction_id,
      rrn: d.rrn,
      terminal_id: d.terminal_id,
      amount: D.rupees(d.amount),
      opened_at: D.ist(d.opened),
      due_on: d.due_on,
      remarks: d.remarks,
      assigned_to: d.assigned_to,
      assigned_at: d.assigned === null ? null : D.ist(d.assigned),
      resolution_outcome: d.outcome,
      resolution_note: d.note,
      resolved_at: d.resolved === null ? null : D.ist(d.resolved),
    };
    if (d.status === 'resolved') {
      r.reviewed_by = d.reviewed_by;
      r.reviewed_at = D.ist(d.reviewed!);
    }
    if (on('dispute-reviewer-early') && d.status === 'assigned') {
      r.reviewed_by = d.assigned_to;
      r.reviewed_at = D.ist(d.assigned!);
    }
    return r;
  }

  // ---- transactions ------------------------------------------------------------------------------------------
  function transactionList(u: User, q: URLSearchParams, only: string | null): J {
    const limit = intArg(q, 'limit', 50, 200),
      page = intArg(q, 'page', 1, 1_000_000);
    const sortBy = enumArg(q, 'sort_by', SORT_KEYS) ?? 'txn_at';
    const dir = enumArg(q, 'sort_dir', ['asc', 'desc']) ?? 'desc';
    const termArg = only === null ? q.get('terminal_id') : null;
    const groupArg = only === null ? q.get('group_id') : null;
    let pool = only === null ? scopedTxns(u) : txns.filter((x) => x.terminal_id === only);
    if (termArg !== null) {
      if (on('scope-terminal-filter')) pool = txns;
      pool = pool.filter((x) =>
        on('filter-terminal-prefix') ? x.terminal_id.slice(0, 5) === termArg.slice(0, 5) : x.terminal_id === termArg,
      );
    }
    if (groupArg !== null && !(on('filter-group-dropped-with-terminal') && termArg !== null)) {
      const members = D.groups.find((g) => g.id === groupArg)?.terminals ?? [];
      if (on('scope-group-filter') && termArg === null) pool = txns.filter((x) => orgIds(u).has(x.terminal_id));
      pool = pool.filter((x) => members.includes(x.terminal_id));
    }
    let sum = pool;
    if (on('summary-unscoped') && only === null && termArg === null && groupArg === null)
      sum = txns.filter((x) => orgIds(u).has(x.terminal_id));
    const summary = {
      total_surcharge: D.rupees(
        sum.reduce((s, x) => s + (on('summary-surcharge-requested') && x.comp >= 0 ? x.sreq : x.scomp), 0),
      ),
      total_withdrawn: D.rupees(sum.reduce((s, x) => s + x.comp, 0)),
    };
    const value = (x: Txn): number | string => {
      if (sortBy === 'amt_comp')
        return on('sort-as-text') ? D.rupees(x.comp) : on('sort-by-requested') ? x.req : x.comp;
      return sortBy === 'amt_req'
        ? x.req
        : sortBy === 'seq_no'
          ? x.seq_no
          : sortBy === 'terminal_id'
            ? x.terminal_id
            : x.at;
    };
    let sign = dir === 'asc' ? 1 : -1;
    if (on('sort-dir-ignored') && sortBy === 'amt_comp') sign = 1;
    const order = (a: Txn, b: Txn): number => sign * cmp(value(a), value(b)) || newest(a, b);
    const size =
      on('limit-ignored-with-group') && groupArg !== null
        ? 200
        : on('limit-off-by-one') && q.has('limit')
          ? limit + 1
          : limit;
    const start = (page - 1) * limit - (on('page-two-overlap') && page > 1 ? 1 : 0);
    let source = pool;
    if (on('terminal-transactions-page-two') && only !== null && page > 1) source = scopedTxns(u);
    const rows =
      on('sort-after-limit') && sortBy === 'amt_comp'
        ? [...source]
            .sort(newest)
            .slice(start, start + size)
            .sort(order)
        : [...source].sort(order).slice(start, start + size);
    const out: J = {
      data: rows.map((x) =>
        on('card-pin-block') && only !== null
          ? { ...txnRow(x), pin_block: '0412AC89ABCDEF' + x.seq_no.slice(-2) }
          : txnRow(x),
      ),
      pagination: pageInfo(page, limit, pool.length),
      summary,
    };
    if (on('summary-missing-when-empty') && pool.length === 0) delete out.summary;
    return out;
  }
  function timeline(u: User, id: string): J {
    const x = txnById.get(id);
    if (!x || !(visibleIds(u).has(x.terminal_id) || on('scope-timeline-any')))
      throw fail(404, 'not_found', 'Transaction not found.', 'transaction_id');
    const c = D.connectors.find((k) => k.id === termById.get(x.terminal_id)!.connector_id)!;
    const ev = (sec: number, stage: string, description: string): J => ({
      at: D.ist(x.at + sec * 1000),
      stage,
      description,
    });
    const events = [
      ev(0, 'received', `Request ${x.seq_no} received from terminal ${x.terminal_id}`),
      ev(1, 'routed', `Routed to ${c.sponsor_bank} over ${c.network}`),
      ev(
        3,
        x.response_code === '00' ? (x.type === 'reversal' ? 'reversed' : 'authorised') : 'declined',
        `Response ${x.response_code}: ${x.response_text}`,
      ),
    ];
    if (x.comp > 0) events.push(ev(9, 'dispensed', `Dispensed ${D.rupees(x.comp)} of ${D.rupees(x.req)} rupees`));
    events.push(ev(12, 'completed', 'Terminal confirmed completion'));
    if (on('card-track-in-timeline'))
      events[0]!.description = `Request ${x.seq_no} received, track2 ;${x.pan}=29122011000012300000?`;
    if (on('card-key-in-timeline') && x.response_code === '55')
      events[1]!.description = `Routed to ${c.sponsor_bank}, TPK 0123456789ABCDEFFEDCBA9876543210`;
    return { data: { transaction_id: x.id, rrn: x.rrn, terminal_id: x.terminal_id, events } };
  }

  // ---- portal ------------------------------------------------------------------------------------------------
  const mayDerive = (u: User): boolean => u.role === 'org_admin';
  const mayDispute = (u: User): boolean => u.role === 'org_admin' || u.role === 'account_manager';
  function portal(u: User): J {
    const hit = portalCache.get(u.org_id);
    if (hit && on('auth-portal-cache-by-org')) return hit;
    const v = visible(u),
      ids = visibleIds(u),
      org = D.orgs.find((o) => o.id === u.org_id)!;
    const recent = [...(on('portal-recent-org') ? txns.filter((x) => orgIds(u).has(x.terminal_id)) : scopedTxns(u))]
      .sort(newest)
      .slice(0, 10);
    const accs = D.accounts.filter((a) => v.some((t) => t.account_id === a.id));
    const people =
      u.role === 'org_admin'
        ? D.users.filter((x) => x.org_id === u.org_id || on('portal-users-all'))
        : D.users.filter((x) => x.id === u.id || (x.org_id === u.org_id && x.role === 'org_admin'));
    const organization: J = {
      id: org.id,
      name: org.name,
      branding: { brand_name: org.brand_name, primary_colour: org.primary_colour, logo_url: org.logo_url },
      dns: { portal_host: org.portal_host, status: org.dns_status },
    };
    if (on('portal-no-dns')) delete organization.dns;
    const reports = [
      { id: 'rep_transactions', title: 'Transaction register', path: '/v1/transactions' },
      { id: 'rep_settlements', title: 'Settlement batches', path: '/v1/settlements' },
      { id: 'rep_disputes', title: 'Dispute ageing', path: '/v1/disputes' },
    ];
    const data: J = {
      principal: { user_id: u.id, name: u.name, email: u.email, role: u.role, org_id: u.org_id },
      accounts: accs.map((a) => ({
        id: a.id,
        name: a.name,
        city: a.city,
        settlement_bank: a.settlement_bank,
        ifsc: a.ifsc,
        contact_name: a.contact_name,
        onboarded_on: a.onboarded_on,
        terminal_count: v.filter((t) => t.account_id === a.id).length,
      })),
      organization,
      access_flags: {
        view_transactions: true,
        view_settlements: true,
        view_disputes: true,
        derive_settlements: mayDerive(u),
        create_disputes: mayDispute(u),
      },
      counts: {
        terminals: v.length,
        groups: groupRows(u, ids).length,
        connectors: visibleConnectors(u).length,
        transactions: scopedTxns(u).length,
      },
      users: people.map((x) => ({ id: x.id, name: x.name, email: x.email, role: x.role })),
      terminals: v.map((t) => ({
        id: t.id,
        account_id: t.account_id,
        connector_id: t.connector_id,
        model: t.model,
        site: t.site,
        city: t.city,
        status: t.status,
        last_heartbeat_at: D.ist(t.heartbeat),
      })),
      groups: groupRows(u, ids),
      connectors: visibleConnectors(u).map((c) => connectorRow(c, v)),
      recent_transactions: recent.map((x) => (on('card-pan-in-portal') ? { ...txnRow(x), card_no: x.pan } : txnRow(x))),
      recent_commands: D.commands
        .filter((c) => ids.has(c.terminal_id))
        .sort((a, b) => b.queued - a.queued || cmp(a.id, b.id))
        .slice(0, 10)
        .map(commandRow),
      recent_forms: D.forms
        .filter((f) => ids.has(f.terminal_id))
        .sort((a, b) => b.submitted - a.submitted || cmp(a.id, b.id))
        .slice(0, 10)
        .map((f) => ({
          id: f.id,
          terminal_id: f.terminal_id,
          form: f.form,
          status: f.status,
          submitted_by: f.submitted_by,
          submitted_at: D.ist(f.submitted),
        })),
      report_catalog: reports,
      compliance_vault: v.map((t) => ({
        terminal_id: t.id,
        certificate: t.seq % 2 ? 'RBI WLA site authorisation' : 'PCI PIN device certificate',
        expires_on: `2026-${String(1 + (t.seq % 12)).padStart(2, '0')}-28`,
      })),
      onboarding: v.map((t) => ({ terminal_id: t.id, stage: t.seq % 6 === 5 ? 'site_audit' : 'live' })),
      documents: accs.map((a) => ({
        id: 'doc_' + a.id.slice(4),
        account_id: a.id,
        title: 'Franchise agreement ' + a.city,
      })),
      videos: [
        { id: 'vid_cash_loading', title: 'Loading cassettes', language: 'hi' },
        { id: 'vid_journal', title: 'Reading the journal printer', language: 'en' },
      ],
    };
    if (on('portal-no-reports') && u.role === 'field_engineer') delete data.report_catalog;
    if (on('portal-no-forms')) delete data.recent_forms;
    const out = { data };
    portalCache.set(u.org_id, out);
    return out;
  }

  // ---- terminals, connectors ---------------------------------------------------------------------------------
  function statusMonitoring(t: Terminal): J {
    const n = t.seq;
    const r: J = {
      terminal_id: t.id,
      status: t.status,
      last_heartbeat_at: D.ist(t.heartbeat),
      telemetry: {
        cash_level_percent: t.status === 'degraded' ? 11 : 35 + ((n * 13) % 60),
        cassettes: [
          [1, '500.00'],
          [2, '200.00'],
          [3, '100.00'],
        ].map(([c, d]) => ({
          cassette_no: c,
          denomination: d,
          notes_remaining: 120 + ((n * 67 + Number(c) * 211) % 1700),
        })),
        dispenser: t.status === 'degraded' && n % 2 ? 'fault' : 'ok',
        card_reader: 'ok',
        receipt_printer: n % 4 === 1 ? 'paper_low' : 'ok',
        network_type: n % 2 ? '4g' : 'vsat',
        signal_dbm: -60 - (n % 30),
      },
      open_alerts: D.alerts.filter((a) => a.terminal_id === t.id && a.cleared === null).map(alertRow),
    };
    if (on('status-no-telemetry') && n % 2 === 0) delete r.telemetry;
    return { data: r };
  }
  function payload(t: Terminal): J {
    const c = D.connectors.find((k) => k.id === t.connector_id)!;
    return {
      terminal_id: t.id,
      account_id: t.account_id,
      profile_version: `3.${t.seq % 4}.${t.seq}`,
      connector: { id: c.id, network: c.network, protocol: c.protocol },
      screen_language: t.org_id === 'org_deccan' ? ['en', 'hi', 'mr'] : ['en', 'hi', 'te'],
      receipt_header: `${D.orgs.find((o) => o.id === t.org_id)!.brand_name} ${t.city}`,
      cassettes: [
        { cassette_no: 1, denomination: '500.00' },
        { cassette_no: 2, denomination: '200.00' },
        { cassette_no: 3, denomination: '100.00' },
      ],
      surcharge: { withdrawal: '21.00', enquiry: '8.50' },
      heartbeat_seconds: 60 + (t.seq % 3) * 30,
    };
  }
  function connectorStatus(u: User, id: string | undefined): J {
    const own = visibleConnectors(u);
    let c = (on('scope-connector-status-any') ? D.connectors : own).find((k) => k.id === id);
    if (!c) throw fail(404, 'not_found', 'Connector not found.', 'connector_id');
    if (on('connector-status-first')) c = own[0]!;
    const v = on('scope-connector-counts') ? orgIds(u) : visibleIds(u);
    const rows = txns.filter((x) => v.has(x.terminal_id) && termById.get(x.terminal_id)!.connector_id === c.id);
    const approved = rows.filter((x) => x.response_code === '00').length;
    return {
      data: {
        connector_id: c.id,
        status: c.status,
        last_echo_at: D.ist(c.echo),
        latency_ms: c.latency,
        transaction_count: rows.length,
        approved_count: approved,
        declined_count: rows.length - approved,
      },
    };
  }

  // ---- feeds -------------------------------------------------------------------------------------------------
  interface Entry {
    guid: string;
    at: number;
    category: string;
    title: string;
    text: string;
  }
  const statusEntry = (t: Terminal): Entry => ({
    guid: 'status-' + t.id,
    at: t.heartbeat,
    category: 'terminal_status',
    title: `${t.id} is ${t.status}`,
    text: `${t.site}: last heartbeat ${D.ist(t.heartbeat)}, status ${t.status}`,
  });
  const txnEntry = (x: Txn): Entry => ({
    guid: x.id,
    at: x.at,
    category: 'transaction',
    title: `${x.terminal_id} ${x.type} ${x.response_text}`,
    text: `RRN ${x.rrn}, requested ${D.rupees(x.req)}, completed ${D.rupees(x.comp)}`,
  });
  const alertEntry = (a: D.Alert): Entry => ({
    guid: a.id,
    at: a.opened,
    category: 'alert',
    title: `${a.terminal_id} ${a.event}`,
    text: `${a.severity}: ${a.message}${a.cleared === null ? '' : ', cleared ' + D.ist(a.cleared)}`,
  });
  const journalEntry = (j: D.Journal): Entry => ({
    guid: j.id,
    at: j.at,
    category: 'switch_journal',
    title: `${j.terminal_id} MTI ${j.mti}`,
    text: j.text,
  });
  const commandEntry = (c: D.Command): Entry => ({
    guid: c.id,
    at: c.completed ?? c.queued,
    category: 'command',
    title: `${c.terminal_id} ${c.command} ${c.status}`,
    text: `Queued ${D.ist(c.queued)} by ${c.requested_by}${c.completed === null ? '' : ', finished ' + D.ist(c.completed)}`,
  });
  const jobEntry = (j: D.Job): Entry => ({
    guid: j.id,
    at: j.finished ?? j.created,
    category: 'provisioning_job',
    title: `${j.terminal_id} ${j.kind} ${j.status}`,
    text: `Created ${D.ist(j.created)}`,
  });
  function rss(title: string, link: string, entries: Entry[], type = 'application/rss+xml'): Response {
    const items = entries
      .sort((a, b) => b.at - a.at || cmp(a.guid, b.guid))
      .map(
        (e) =>
          `<item><title>${xml(e.title)}</title><description>${xml(e.text)}</description><category>${e.category}</category><guid isPermaLink="false">${xml(e.guid)}</guid><pubDate>${D.rfc822(e.at)}</pubDate></item>`,
      )
      .join('\n');
    return new Response(
      `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${xml(title)}</title><link>${link}</link><description>${xml(title)}, times in IST</description><lastBuildDate>${D.rfc822(D.NOW)}</lastBuildDate>\n${items}\n</channel></rss>\n`,
      { status: 200, headers: { 'content-type': type } },
    );
  }
  function accountFeed(u: User, origin: string): Response {
    const v = visibleIds(u),
      jv = on('feed-account-journal-org') ? orgIds(u) : v;
    return rss(
      `${D.orgs.find((o) => o.id === u.org_id)!.brand_name} fleet digest`,
      origin + '/v1/feeds/account.xml',
      [
        ...visible(u).map(statusEntry),
        ...scopedTxns(u).sort(newest).slice(0, 20).map(txnEntry),
        ...D.alerts.filter((a) => v.has(a.terminal_id)).map(alertEntry),
        ...D.journal.filter((j) => jv.has(j.terminal_id)).map(journalEntry),
      ],
      on('feed-account-content-type') ? 'text/xml; charset=utf-8' : undefined,
    );
  }
  function terminalFeed(t: Terminal, origin: string): Response {
    const mine = (x: { terminal_id: string }): boolean => x.terminal_id === t.id;
    return rss(`${t.id} ${t.site}`, `${origin}/v1/feeds/terminals/${t.id}.xml`, [
      statusEntry(t),
      ...txns.filter(mine).sort(newest).slice(0, 10).map(txnEntry),
      ...D.journal.filter(mine).map(journalEntry),
      ...D.commands
        .filter((c) => mine(c) && !(on('feed-terminal-no-queued') && c.status === 'queued'))
        .map(commandEntry),
      ...D.jobs.filter(mine).map(jobEntry),
      ...D.alerts.filter(mine).map(alertEntry),
    ]);
  }

  // ---- writes ------------------------------------------------------------------------------------------------
  async function body(request: Request, fields: string[]): Promise<J> {
    if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
      throw fail(415, 'unsupported_media_type', 'Content-Type must be application/json.');
    let b: unknown;
    try {
      b = JSON.parse(await request.text());
    } catch {
      throw fail(400, 'invalid_json', 'The body is not valid JSON.');
    }
    if (typeof b !== 'object' || b === null || Array.isArray(b))
      throw fail(422, 'invalid', 'The body must be an object.');
    const unknown = Object.keys(b).filter((k) => !fields.includes(k));
    if (unknown.length)
      throw new Fail(
        422,
        unknown.map((k) => ({ code: 'unknown_field', message: 'Unknown field.', field: k })),
      );
    return b as J;
  }
  async function derive(u: User, request: Request): Promise<J> {
    if (!mayDerive(u) && !(on('derive-by-reader') && u.role === 'report_viewer'))
      throw fail(403, 'forbidden', 'Your role may not derive settlements.');
    const b = await body(request, ['account_id', 'business_date']);
    const items: Item[] = [];
    for (const k of ['account_id', 'business_date']) {
      if (b[k] === undefined) items.push({ code: 'required', message: 'Missing data for required field.', field: k });
      else if (typeof b[k] !== 'string') items.push({ code: 'invalid', message: 'Not a valid string.', field: k });
    }
    const date = b.business_date;
    if (typeof date === 'string') {
      const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date + 'T00:00:00Z') : NaN;
      if (Number.isNaN(ms) || D.dateOf(ms) !== date)
        items.push({ code: 'invalid', message: 'Not a valid date.', field: 'business_date' });
    }
    if (items.length) throw new Fail(422, items);
    const acc = D.accounts.find((a) => a.id === b.account_id);
    if (!acc || !(seesAccount(u, acc) || on('derive-foreign-account')))
      throw fail(404, 'not_found', 'Account not found.', 'account_id');
    if (batches.some((x) => x.account_id === acc.id && x.business_date === date))
      throw fail(409, 'batch_exists', 'The batch of this business date exists already.', 'business_date');
    const made = D.deriveBatch(acc, date as string, txns, batches.length + 1);
    if (!made) throw fail(422, 'no_entries', 'There are no entries on this business date.', 'business_date');
    batches.push(made);
    return { data: batchRow(made) };
  }
  async function createDispute(u: User, request: Request): Promise<J> {
    if (!mayDispute(u) && !(on('dispute-create-by-reader') && u.accounts !== null))
      throw fail(403, 'forbidden', 'Your role may not file disputes.');
    const b = await body(request, ['transaction_id', 'reason_code', 'amount', 'remarks']);
    const items: Item[] = [];
    for (const k of ['transaction_id', 'reason_code']) {
      if (b[k] === undefined) items.push({ code: 'required', message: 'Missing data for required field.', field: k });
      else if (typeof b[k] !== 'string') items.push({ code: 'invalid', message: 'Not a valid string.', field: k });
    }
    if (typeof b.reason_code === 'string' && !REASONS.includes(b.reason_code))
      items.push({
        code: 'invalid_choice',
        message: 'Must be one of: ' + REASONS.join(', ') + '.',
        field: 'reason_code',
      });
    if (b.amount !== undefined && (typeof b.amount !== 'string' || !/^\d{1,7}\.\d{2}$/.test(b.amount)))
      items.push({ code: 'invalid', message: 'Not a valid amount.', field: 'amount' });
    if (b.remarks !== undefined && (typeof b.remarks !== 'string' || b.remarks.length > 500))
      items.push({ code: 'invalid', message: 'Not a valid string of at most 500 characters.', field: 'remarks' });
    if (items.length) throw new Fail(422, items);
    const x = txnById.get(b.transaction_id as string);
    if (!x || !visibleIds(u).has(x.terminal_id))
      throw fail(404, 'not_found', 'Transaction not found.', 'transaction_id');
    if (x.req === 0)
      throw fail(422, 'not_disputable', 'Only withdrawals and reversals can be disputed.', 'transaction_id');
    const amount = b.amount === undefined ? x.req : Math.round(Number(b.amount) * 100);
    if (amount < 1 || amount > x.req)
      throw fail(422, 'out_of_range', 'Must be greater than 0.00 and at most the requested amount.', 'amount');
    if (disputes.some((d) => d.transaction_id === x.id && d.status !== 'resolved'))
      throw fail(409, 'dispute_exists', 'There is an open case for this transaction.', 'transaction_id');
    const d: Dispute = {
      id: 'dsp_' + String(2001 + disputes.length).padStart(5, '0'),
      status: 'open',
      reason_code: b.reason_code as string,
      transaction_id: x.id,
      rrn: x.rrn,
      terminal_id: x.terminal_id,
      amount,
      due_on: D.dateOf(D.NOW + 7 * 86_400_000),
      opened: D.NOW,
      remarks: (b.remarks as string | undefined) ?? null,
      assigned_to: null,
      assigned: null,
      outcome: null,
      note: null,
      resolved: null,
      reviewed_by: null,
      reviewed: null,
    };
    disputes.push(d);
    return { data: disputeRow(d) };
  }

  // ---- public ------------------------------------------------------------------------------------------------
  function publicDocument(): Response {
    const text = JSON.stringify(buildOpenApi(on));
    const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"`;
    const headers: Record<string, string> = on('openapi-no-store')
      ? { 'content-type': 'application/json', 'cache-control': 'no-store' }
      : { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600', etag };
    return new Response(text, { status: 200, headers });
  }
  const branding = (): J => {
    const data: J = {
      branding: { status: 'ready' },
      docs_host: { host: 'docs.wla.example.in', status: 'ready', tls: 'valid' },
      checked_at: D.ist(D.NOW - 5 * 60_000),
    };
    if (on('branding-no-docs-host')) delete data.docs_host;
    return { data };
  };

  // ---- routing -----------------------------------------------------------------------------------------------
  const json = (b: J, status = 200, headers: Record<string, string> = {}): Response =>
    new Response(JSON.stringify(b), { status, headers: { 'content-type': 'application/json', ...headers } });
  type Handler = (
    u: User,
    a: string,
    q: URLSearchParams,
    request: Request,
    url: URL,
  ) => J | Response | Promise<J | Response>;
  interface Route {
    re: RegExp;
    isPublic?: boolean;
    get?: Handler;
    post?: Handler;
  }
  const routes: Route[] = [
    { re: /^\/v1\/portal$/, get: (u) => portal(u) },
    { re: /^\/v1\/integrations\/catalog$/, isPublic: on('auth-catalog-open'), get: () => buildCatalog(on) },
    {
      re: /^\/v1\/integrations\/public-openapi\.json$/,
      isPublic: !on('auth-openapi-needs-key'),
      get: () => publicDocument(),
    },
    { re: /^\/v1\/public\/branding-status$/, isPublic: true, get: () => branding() },
    { re: /^\/v1\/transactions$/, get: (u, _a, q) => transactionList(u, q, null) },
    { re: /^\/v1\/transactions\/([^/]+)\/timeline$/, get: (u, a) => timeline(u, a) },
    {
      re: /^\/v1\/settlements$/,
      get: (u, _a, q) => {
        const st = enumArg(q, 'status', BATCH_STATUS),
          acc = q.get('account_id');
        const ok = new Set(
          D.accounts
            .filter((a) => (on('settlement-scope-org') ? a.org_id === u.org_id : seesAccount(u, a)))
            .map((a) => a.id),
        );
        return list(
          q,
          batches
            .filter(
              (b) => ok.has(b.account_id) && (st === null || b.status === st) && (acc === null || b.account_id === acc),
            )
            .sort((a, b) => cmp(b.business_date, a.business_date) || cmp(a.account_id, b.account_id))
            .map(batchRow),
        );
      },
    },
    { re: /^\/v1\/settlements\/derive$/, post: async (u, _a, _q, request) => json(await derive(u, request), 201) },
    {
      re: /^\/v1\/disputes$/,
      get: (u, _a, q) => {
        const st = enumArg(q, 'status', DISPUTE_STATUS),
          term = q.get('terminal_id'),
          v = on('dispute-scope-org') ? orgIds(u) : visibleIds(u);
        return list(
          q,
          disputes
            .filter(
              (d) =>
                v.has(d.terminal_id) && (st === null || d.status === st) && (term === null || d.terminal_id === term),
            )
            .sort((a, b) => b.opened - a.opened || cmp(a.id, b.id))
            .map(disputeRow),
        );
      },
      post: async (u, _a, _q, request) => json(await createDispute(u, request), 201),
    },
    {
      re: /^\/v1\/locations$/,
      get: (u, _a, q) => list(q, (on('scope-locations-org') ? inOrg(u) : visible(u)).map(locationRow)),
    },
    {
      re: /^\/v1\/locations\/([^/]+)$/,
      get: (u, a) => {
        const t = terminal(u, a, on('scope-location-detail') ? 'org' : 'no');
        return { data: locationRow(on('location-by-city') ? visible(u).find((x) => x.city === t.city)! : t) };
      },
    },
    { re: /^\/v1\/terminals\/([^/]+)\/status-monitoring$/, get: (u, a) => statusMonitoring(terminal(u, a)) },
    {
      re: /^\/v1\/terminals\/([^/]+)\/transactions$/,
      get: (u, a, q) => transactionList(u, q, terminal(u, a, on('scope-terminal-transactions-org') ? 'org' : 'no').id),
    },
    {
      re: /^\/v1\/connectors$/,
      get: (u, _a, q) => {
        const all = on('scope-connectors-all') && u.role === 'org_admin';
        return list(
          q,
          (all ? D.connectors : visibleConnectors(u)).map((c) => connectorRow(c, all ? D.terminals : visible(u))),
        );
      },
    },
    {
      re: /^\/v1\/connectors\/([^/]+)\/status$/,
      isPublic: on('auth-connector-status-open'),
      get: (u, a) => connectorStatus(u, a),
    },
    {
      re: /^\/v1\/terminal-groups$/,
      get: (u, _a, q) => list(q, groupRows(u, on('scope-group-members') ? orgIds(u) : visibleIds(u))),
    },
    {
      re: /^\/v1\/terminals\/([^/]+)\/commands$/,
      get: (u, a, q) => {
        const t = terminal(u, a, on('scope-commands-org') ? 'org' : 'no'),
          st = enumArg(q, 'status', COMMAND_STATUS),
          v = visible(u);
        const from = on('commands-of-account')
          ? v.filter((x) => x.account_id === t.account_id).map((x) => x.id)
          : [t.id];
        return list(
          q,
          D.commands
            .filter((c) => from.includes(c.terminal_id) && (st === null || c.status === st))
            .sort((x, y) => y.queued - x.queued)
            .map(commandRow),
        );
      },
    },
    {
      re: /^\/v1\/terminals\/([^/]+)\/provisioning-payload$/,
      get: (u, a) => {
        const t = terminal(u, a);
        return {
          data: payload(on('payload-first-of-account') ? visible(u).find((x) => x.account_id === t.account_id)! : t),
        };
      },
    },
    {
      re: /^\/v1\/terminals\/([^/]+)\/provisioning-export$/,
      get: (u, a) => {
        const t = terminal(u, a);
        const out = {
          data: {
            terminal_id: t.id,
            exported_at: D.ist(D.NOW),
            format: 'wla-provisioning-1',
            payload: payload(t),
            jobs: D.jobs.filter((j) => j.terminal_id === t.id).map(jobRow),
          },
        };
        return on('export-plain-text')
          ? new Response(
              Object.entries(out.data)
                .map(([k, w]) => `${k}=${typeof w === 'string' ? w : JSON.stringify(w)}`)
                .join('\n'),
              { headers: { 'content-type': 'text/plain; charset=utf-8' } },
            )
          : out;
      },
    },
    { re: /^\/v1\/feeds\/account\.xml$/, get: (u, _a, _q, _r, url) => accountFeed(u, url.origin) },
    {
      re: /^\/v1\/feeds\/terminals\/([^/]+)\.xml$/,
      isPublic: on('auth-terminal-feed-open'),
      get: (u, a, _q, _r, url) => terminalFeed(terminal(u, a, on('feed-terminal-any') ? 'any' : 'no'), url.origin),
    },
  ];

  function authenticate(request: Request, url: URL): User | null {
    const key = request.headers.get('x-api-key') ?? (on('auth-key-in-query') ? url.searchParams.get('api_key') : null);
    if (key === null || key === '') return null;
    return (
      D.users.find((u) => (on('auth-key-prefix') ? u.api_key.slice(0, 16) === key.slice(0, 16) : u.api_key === key)) ??
      (on('auth-unknown-key-fallback') ? D.users[1]! : null)
    );
  }
  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    let path = url.pathname;
    if (on('version-unprefixed') && !path.startsWith('/v1/')) path = '/v1' + path;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (on('compliance-endpoint') && path === '/v1/compliance' && method === 'GET') {
      const u = authenticate(request, url);
      if (!u) throw fail(401, 'unauthorized', 'A valid X-API-Key header is required.');
      return json(list(url.searchParams, (portal(u).data as J).compliance_vault as J[]));
    }
    for (const r of routes) {
      const m = r.re.exec(path);
      if (!m) continue;
      let u = authenticate(request, url);
      if (!u && !r.isPublic) throw fail(401, 'unauthorized', 'A valid X-API-Key header is required.');
      const h = method === 'GET' ? r.get : method === 'POST' ? r.post : undefined;
      if (!h)
        throw fail(405, 'method_not_allowed', 'Method not allowed.', null, {
          allow: [r.get ? 'GET, HEAD' : '', r.post ? 'POST' : ''].filter(Boolean).join(', '),
        });
      let arg = '';
      try {
        arg = decodeURIComponent(m[1] ?? '');
      } catch {
        throw fail(404, 'not_found', 'Not found.');
      }
      if (!u)
        u =
          D.users.find(
            (x) =>
              x.role === 'org_admin' &&
              (x.org_id === termById.get(arg)?.org_id ||
                D.connectors.some((c) => c.id === arg && c.org_id === x.org_id)),
          ) ?? D.users[0]!;
      const out = await h(u, arg, url.searchParams, request, url);
      return out instanceof Response ? out : json(out);
    }
    throw fail(404, 'not_found', 'Not found.');
  }
  return async (request: Request): Promise<Response> => {
    let res: Response;
    try {
      res = await handle(request);
    } catch (e) {
      if (!(e instanceof Fail)) throw e;
      res = json(
        { status: 'error', errors: e.items.map((i) => ({ code: i.code, message: i.message, field: i.field })) },
        e.status,
        e.headers,
      );
    }
    return request.method === 'HEAD' ? new Response(null, { status: res.status, headers: res.headers }) : res;
  };
}
