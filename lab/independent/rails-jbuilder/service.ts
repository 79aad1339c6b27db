// @ts-nocheck: written without noUncheckedIndexedAccess
import { createHash } from 'node:crypto';
import type {
  Account,
  Alert,
  Command,
  Connector,
  Dispute,
  Group,
  Job,
  Organization,
  Settlement,
  Site,
  Terminal,
  Transaction,
  User,
} from './data.ts';
import { addDays, createStore, KEYS, localDate, localTime, NOW, settle } from './data.ts';
import { faults } from './faults.ts';
import { buildCatalog, buildOpenApi } from './openapi.ts';

export type { Fault } from './faults.ts';
export { faults };
export const name = 'rails-jbuilder';
export const keys: ReadonlyMap<string, string> = new Map(KEYS.map(([role, , key]) => [role, key]));

type Json = Record<string, unknown>;
type Details = Record<string, string[]>;

class HttpError extends Error {
  status: number;
  code: string;
  details: Details;
  headers: Record<string, string>;
  constructor(status: number, code: string, details: Details = {}, headers: Record<string, string> = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

interface Context {
  request: Request;
  url: URL;
  query: URLSearchParams;
  id: string;
  user: User;
  visible: Terminal[];
}

const DEFAULT_PER_PAGE = 20;
const MAXIMUM_PER_PAGE = 100;
const REASONS = [
  'cash_not_dispensed',
  'partial_dispense',
  'duplicate_charge',
  'surcharge_dispute',
  'unrecognised_transaction',
];

const money = (minor: number): string =>
  `${minor < 0 ? '-' : ''}${Math.floor(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, '0')}`;
const iso = (time: number, organization: { offset: number }): string =>
  new Date(time + organization.offset * 60_000).toISOString().slice(0, 19) +
  `+${String(organization.offset / 60).padStart(2, '0')}:00`;
const isoOrNull = (time: number | null, organization: Organization): string | null =>
  time === null ? null : iso(time, organization);
const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const notFound = (): HttpError => new HttpError(404, 'not_found', { base: ['Record not found'] });
const matches = (record: { id: number; code: string }, reference: string): boolean =>
  record.code === reference || String(record.id) === reference;
const isDeclined = (t: Transaction): boolean => !['00', '10', '21'].includes(t.responseCode);

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error(`Unknown fault: ${fault}`);
  const is = (id: string): boolean => id === fault;
  const db = createStore();
  const nobody: User = {
    id: 0,
    code: 'nobody',
    name: '',
    email: '',
    role: 'auditor',
    locale: 'en',
    organization: db.organizations[0]!,
    visibility: { kind: 'organization' },
    apiKey: null,
    status: 'active',
  };

  // Visibility
  function terminalsOf(user: User): Terminal[] {
    if (user === nobody) return db.terminals;
    const v = user.visibility;
    return db.terminals.filter(
      (t) =>
        t.account.organization === user.organization &&
        (v.kind === 'organization' || (v.kind === 'account' ? t.account.code === v.account : v.codes.includes(t.code))),
    );
  }
  const inOrganization = (c: Context): Terminal[] =>
    db.terminals.filter((t) => t.account.organization === c.user.organization);
  function accountsOf(c: Context): Account[] {
    return db.accounts.filter(
      (a) =>
        a.organization === c.user.organization &&
        (c.user.visibility.kind === 'organization' || c.visible.some((t) => t.account === a)),
    );
  }
  function usersOf(c: Context): User[] {
    const v = c.user.visibility;
    return db.users.filter(
      (u) =>
        u.organization === c.user.organization &&
        (is('scope-portal-users') ||
          v.kind === 'organization' ||
          u === c.user ||
          (v.kind === 'account' && u.visibility.kind === 'account' && u.visibility.account === v.account)),
    );
  }
  function settlementsOf(c: Context): Settlement[] {
    const v = c.user.visibility;
    return db.settlements.filter(
      (b) =>
        b.account.organization === c.user.organization &&
        (v.kind === 'organization' ||
          (v.kind === 'account' && (b.account.code === v.account || is('scope-settlements-organization')))) &&
        !(is('settlement-returned-hidden') && b.status === 'returned' && c.user.role !== 'administrator'),
    );
  }
  function disputesOf(c: Context): Dispute[] {
    if (is('scope-disputes-technician') && c.user.visibility.kind === 'terminals')
      return db.disputes.filter((d) => accountsOf(c).includes(d.transaction.terminal.account));
    return db.disputes.filter((d) => c.visible.includes(d.transaction.terminal));
  }
  const rowsOf = (terminals: readonly Terminal[]): Transaction[] =>
    db.transactions.filter((t) => terminals.includes(t.terminal));
  const groupsOf = (c: Context): Group[] =>
    db.groups.filter((g) =>
      is('scope-groups-partial-hidden')
        ? g.terminals.every((t) => c.visible.includes(t))
        : g.terminals.some((t) => c.visible.includes(t)),
    );
  const connectorsOf = (c: Context): Connector[] =>
    db.connectors.filter((x) => c.visible.some((t) => t.connector === x));
  const access = (user: User): Json => ({
    view_settlements: user.visibility.kind !== 'terminals',
    derive_settlements: user.role === 'administrator',
    view_disputes: true,
    create_disputes:
      ['administrator', 'account_manager'].includes(user.role) ||
      (is('portal-access-flags') && user.role === 'auditor'),
    manage_users: user.role === 'administrator',
    manage_configuration: user.role === 'administrator',
  });

  function terminalOf(c: Context, among: readonly Terminal[] = c.visible): Terminal {
    const found = among.find((t) => matches(t, c.id));
    if (found !== undefined) return found;
    if (is('error-names-owner')) {
      const foreign = db.terminals.find((t) => matches(t, c.id));
      if (foreign !== undefined)
        throw new HttpError(404, 'not_found', {
          base: [`Terminal ${foreign.name} belongs to ${foreign.account.name}`],
        });
    }
    throw notFound();
  }

  // Serializers
  const terminalReference = (t: Terminal): Json => ({ id: t.id, code: t.code, name: t.name });
  function transactionJson(t: Transaction, where: 'list' | 'terminal' | 'timeline' | 'portal'): Json {
    const json: Json = {
      id: t.id,
      code: t.code,
      terminal_id: t.terminal.id,
      terminal_code: t.terminal.code,
      terminal_time: iso(t.time, t.terminal.account.organization),
      transaction_type:
        is('row-type-raw') && t.terminal.connector.protocol === 'ndc'
          ? {
              withdrawal: '0200-01',
              reversal: '0420-01',
              balance_inquiry: '0200-31',
              mini_statement: '0200-38',
              pin_change: '0200-92',
              cash_deposit: '0200-21',
            }[t.type]
          : t.type,
      sequence_number: t.sequence,
      account_type: t.accountType,
    };
    if (t.emv !== null || is('row-emv-null')) json.emv = t.emv;
    if (!(is('row-response-omitted') && isDeclined(t))) {
      json.response_code = t.responseCode;
      json.response = t.response;
    }
    json.amount_requested = money(t.amountRequested);
    json.amount_completed = money(
      is('row-partial-amount') && t.responseCode === '10' ? t.amountRequested : t.amountCompleted,
    );
    json.surcharge_requested = money(t.surchargeRequested);
    if (!(is('row-surcharge-omitted') && t.surchargeCompleted === 0))
      json.surcharge_completed = money(t.surchargeCompleted);
    json.currency = t.terminal.account.organization.currency;
    json.card_scheme = t.cardScheme;
    json.original_transaction_code = t.originalCode;
    if (is('card-pan-rows') && where === 'list' && t.emv === 'fallback') json.card_number = t.card.pan;
    if (is('card-track2-terminal') && where === 'terminal') json.track2 = t.card.track2;
    return json;
  }
  function summaryJson(c: Context, rows: readonly Transaction[]): Json {
    let surcharge = 0,
      withdrawn = 0;
    for (const t of rows) {
      surcharge += is('summary-surcharge-requested') ? t.surchargeRequested : t.surchargeCompleted;
      if (t.type === 'withdrawal' || (is('summary-withdrawn-deposits') && t.type === 'cash_deposit'))
        withdrawn += t.amountCompleted;
    }
    return {
      count: rows.length,
      total_surcharge: money(surcharge),
      total_withdrawn: money(withdrawn),
      currency: c.user.organization.currency,
    };
  }
  const settlementJson = (b: Settlement): Json => {
    const o = b.account.organization;
    return {
      id: b.id,
      code: b.code,
      account_id: b.account.id,
      account_code: b.account.code,
      status: b.status,
      business_date: b.businessDate,
      entry_count: b.creditEntries + b.debitEntries,
      credit_entry_count: b.creditEntries,
      debit_entry_count: b.debitEntries,
      credit_total: money(b.creditTotal),
      debit_total: money(b.debitTotal),
      net_payout: money(is('settlement-net-sum') ? b.creditTotal + b.debitTotal : b.creditTotal - b.debitTotal),
      currency: o.currency,
      cutoff_at: iso(b.cutoffAt, o),
      created_at: iso(b.createdAt, o),
      submitted_at: isoOrNull(b.submittedAt, o),
      effective_date: b.effectiveDate,
      settled_at: isoOrNull(b.settledAt, o),
    };
  };
  const disputeJson = (d: Dispute): Json => {
    const terminal = d.transaction.terminal;
    const o = terminal.account.organization;
    const json: Json = {
      id: d.id,
      code: d.code,
      status: d.status,
      reason_code: d.reasonCode,
      transaction_id: d.transaction.id,
      transaction_code: d.transaction.code,
      terminal_id: terminal.id,
      terminal_code: terminal.code,
      amount: money(d.amount),
      currency: o.currency,
      due_on: d.dueOn,
      opened_at: iso(d.openedAt, o),
      note: d.note === '' ? null : d.note,
      assigned_to: d.assignee === null ? null : { id: d.assignee.id, name: d.assignee.name },
      assigned_at: isoOrNull(d.assignedAt, o),
      resolution_outcome: d.outcome,
      resolution_note: d.resolutionNote,
      resolved_at: isoOrNull(d.resolvedAt, o),
    };
    if (is('dispute-created-without-terminal') && d.id > 7500) {
      json.terminal_id = null;
      json.terminal_code = null;
    }
    if (d.reviewer !== null && (d.status === 'resolved' || is('dispute-reviewer-early')))
      json.reviewer = { id: d.reviewer.id, name: d.reviewer.name, reviewed_at: iso(d.reviewedAt!, o) };
    return json;
  };
  const locationJson = (c: Context, s: Site): Json => ({
    id: s.id,
    code: s.code,
    name: s.name,
    street: s.street,
    city: s.city,
    postal_code: s.postalCode,
    country: s.country,
    latitude: s.latitude,
    longitude: s.longitude,
    time_zone: s.account.organization.timeZone,
    opening_hours: s.openingHours,
    risk_level: s.riskLevel,
    account_id: s.account.id,
    account_code: s.account.code,
    terminals: (is('scope-location-sibling') ? db.terminals : c.visible)
      .filter((t) => t.site === s)
      .map(terminalReference),
  });
  const alertJson = (a: Alert): Json => ({
    id: a.id,
    code: a.code,
    terminal_id: a.terminal.id,
    terminal_code: a.terminal.code,
    event: a.event,
    severity: a.severity,
    status: a.status,
    message: a.message,
    raised_at: iso(a.raisedAt, a.terminal.account.organization),
    cleared_at: isoOrNull(a.clearedAt, a.terminal.account.organization),
  });
  const connectorJson = (c: Context, x: Connector): Json => ({
    id: x.id,
    code: x.code,
    name: x.name,
    protocol: x.protocol,
    host: x.host,
    port: x.port,
    status: x.status,
    [is('drift-connector-member') ? 'terminals_count' : 'terminal_count']: c.visible.filter((t) => t.connector === x)
      .length,
  });
  const groupJson = (c: Context, g: Group): Json => {
    const members = g.terminals.filter((t) => c.visible.includes(t));
    return {
      id: g.id,
      code: g.code,
      name: g.name,
      description: g.description,
      created_at: iso(g.createdAt, g.organization),
      terminal_count: is('scope-group-count') ? g.terminals.length : members.length,
      terminals: members.map(terminalReference),
    };
  };
  const commandJson = (x: Command): Json => ({
    id: x.id,
    code: x.code,
    terminal_id: x.terminal.id,
    terminal_code: x.terminal.code,
    command_type: x.type,
    status: x.status,
    channel: x.channel,
    queued_at: iso(x.queuedAt, x.terminal.account.organization),
    completed_at: isoOrNull(x.completedAt, x.terminal.account.organization),
    result: x.result,
  });
  const jobJson = (j: Job): Json => ({
    id: j.id,
    code: j.code,
    job_type: j.type,
    status: j.status,
    config_version: j.version,
    started_at: iso(j.startedAt, j.terminal.account.organization),
    finished_at: isoOrNull(j.finishedAt, j.terminal.account.organization),
    message: j.message,
  });
  const newestFirst = <T>(rows: readonly T[], time: (row: T) => number, id: (row: T) => number): T[] =>
    [...rows].sort((a, b) => time(b) - time(a) || id(b) - id(a));

  // Responses, parameters, paging
  const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
    new Response(JSON.stringify(body), {
      status,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'max-age=0, private, must-revalidate',
        ...headers,
      },
    });
  const blankless = (c: Context, parameter: string): string | null => {
    const value = c.query.get(parameter);
    return value === null || value.trim() === '' ? null : value.trim();
  };
  function positive(c: Context, parameter: string, fallback: number): number {
    const value = blankless(c, parameter);
    if (value === null) return fallback;
    if (!/^\d{1,9}$/.test(value) || Number(value) < 1)
      throw new HttpError(422, 'validation_failed', { [parameter]: ['must be an integer greater than 0'] });
    return Number(value);
  }
  function choice(c: Context, parameter: string, values: readonly string[]): string | null {
    const value = blankless(c, parameter);
    if (value !== null && !values.includes(value))
      throw new HttpError(422, 'validation_failed', { [parameter]: ['is not included in the list'] });
    return value;
  }
  function paginate<T>(c: Context, rows: readonly T[], size?: number): { rows: T[]; headers: Record<string, string> } {
    const page = positive(c, 'page', 1);
    const perPage = Math.min(size ?? positive(c, 'per_page', DEFAULT_PER_PAGE), MAXIMUM_PER_PAGE);
    const last = Math.max(1, Math.ceil(rows.length / perPage));
    const link = (target: number, rel: string): string => {
      const url = new URL(c.url);
      url.searchParams.set('page', String(target));
      if (is('link-drops-group') && rel === 'next') url.searchParams.delete('group_id');
      if (is('link-unversioned')) url.pathname = url.pathname.replace('/v1/settlements', '/settlements');
      return `<${url.href}>; rel="${rel}"`;
    };
    const links = [
      link(1, 'first'),
      ...(page > 1 && page <= last ? [link(page - 1, 'prev')] : []),
      ...(page < last ? [link(page + 1, 'next')] : []),
      link(last, 'last'),
    ];
    let start = (page - 1) * perPage,
      end = page * perPage;
    if (is('paging-skips-row') && page > 1 && c.url.pathname === '/v1/transactions') start += 1;
    if (is('limit-off-by-one') && c.query.has('limit')) end += 1;
    return {
      rows: rows.slice(start, end),
      headers: {
        Link: links.join(', '),
        'X-Total-Count': String(rows.length),
        'X-Page': String(page),
        'X-Per-Page': String(perPage),
      },
    };
  }
  function list<T>(c: Context, rows: readonly T[], serialize: (row: T) => Json): Response {
    const page = paginate(c, rows);
    return json(page.rows.map(serialize), 200, page.headers);
  }

  function transactionList(c: Context, rows: readonly Transaction[], where: 'list' | 'terminal'): Response {
    const sortBy =
      choice(c, 'sort_by', ['terminal_time', 'amt_req', 'amt_comp', 'surcharge_comp', 'sequence_number']) ??
      'terminal_time';
    const direction = (choice(c, 'sort_dir', ['asc', 'desc']) ?? 'desc') === 'asc' ? 1 : -1;
    const key = (t: Transaction): number =>
      ({
        terminal_time: t.time,
        amt_req: t.amountRequested,
        amt_comp: is('sort-amt-comp-requested') ? t.amountRequested : t.amountCompleted,
        surcharge_comp: t.surchargeCompleted,
        sequence_number: t.sequence,
      })[sortBy]!;
    const compare = (a: Transaction, b: Transaction): number => {
      if (is('sort-amt-comp-lexical') && sortBy === 'amt_comp') {
        const x = money(a.amountCompleted),
          y = money(b.amountCompleted);
        return direction * (x < y ? -1 : x > y ? 1 : 0) || a.id - b.id;
      }
      return direction * (key(a) - key(b)) || a.id - b.id;
    };
    let size = positive(c, 'limit', positive(c, 'per_page', DEFAULT_PER_PAGE));
    if (is('limit-ignored-with-group') && c.query.has('group_id')) size = DEFAULT_PER_PAGE;
    const page = paginate(
      c,
      is('sort-after-paging') && c.query.has('sort_by')
        ? newestFirst(
            rows,
            (t) => t.time,
            (t) => t.id,
          )
        : [...rows].sort(compare),
      size,
    );
    if (is('sort-after-paging')) page.rows.sort(compare);
    const isFiltered = where === 'terminal' || c.query.has('terminal_id') || c.query.has('group_id');
    return json(
      {
        transactions: page.rows.map((t) => transactionJson(t, where)),
        summary: summaryJson(c, is('scope-summary-organization') && !isFiltered ? rowsOf(inOrganization(c)) : rows),
      },
      200,
      page.headers,
    );
  }

  // RSS
  interface Item {
    title: string;
    description: string;
    category: string;
    guid: string;
    time: number;
    path: string;
  }
  const transactionItem = (t: Transaction): Item => ({
    title: `[${t.terminal.code}] ${t.type.replaceAll('_', ' ')} ${money(t.amountCompleted)} ${t.terminal.account.organization.currency}: ${t.response}`,
    description: `${t.terminal.name}: ${t.code}, sequence ${t.sequence}, requested ${money(t.amountRequested)}, surcharge ${money(t.surchargeCompleted)}`,
    category: 'transaction',
    guid: `transaction-${t.code}`,
    time: t.time,
    path: `/v1/transactions/${t.code}/timeline`,
  });
  const statusItem = (t: Terminal): Item => ({
    title: `[${t.code}] ${t.name} is ${t.status}`,
    description: `Last heartbeat ${iso(t.lastHeartbeatAt, t.account.organization)}, status since ${iso(t.statusChangedAt, t.account.organization)}, ${t.site.name}, ${t.site.city}`,
    category: 'terminal_status',
    guid: `terminal-status-${t.code}-${t.lastHeartbeatAt / 1000}`,
    time: t.lastHeartbeatAt,
    path: `/v1/terminals/${t.code}/status-monitoring`,
  });
  const alertItem = (a: Alert): Item => ({
    title: `[${a.terminal.code}] ${a.severity} alert ${a.event} (${a.status})`,
    description: `${a.terminal.name}: ${a.message}`,
    category: 'alert',
    guid: `alert-${a.code}`,
    time: a.raisedAt,
    path: `/v1/terminals/${a.terminal.code}/status-monitoring`,
  });
  const journalItems = (terminals: readonly Terminal[], count: number): Item[] =>
    newestFirst(
      db.journal.filter((j) => terminals.includes(j.terminal)),
      (j) => j.time,
      (j) => j.id,
    )
      .slice(0, count)
      .map((j) => ({
        title: `[${j.terminal.code}] switch ${j.messageType} ${j.direction} via ${j.connector.code}`,
        description: `${j.terminal.name}: ${j.text}`,
        category: 'switch_journal',
        guid: `switch-journal-${j.id}`,
        time: j.time,
        path: `/v1/connectors/${j.connector.code}/status`,
      }));
  function feed(c: Context, title: string, description: string, items: readonly Item[], contentType: string): Response {
    const origin = c.url.origin;
    const sorted = [...items].sort((a, b) => b.time - a.time || (a.guid < b.guid ? -1 : 1));
    const body =
      `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n<title>${xml(title)}</title>\n<link>${xml(origin + c.url.pathname)}</link>\n<description>${xml(description)}</description>\n` +
      `<language>en</language>\n<lastBuildDate>${new Date(NOW).toUTCString()}</lastBuildDate>\n<atom:link href="${xml(origin + c.url.pathname)}" rel="self" type="application/rss+xml"/>\n` +
      sorted
        .map(
          (i) =>
            `<item>\n<title>${xml(i.title)}</title>\n<link>${xml(origin + i.path)}</link>\n<description>${xml(i.description)}</description>\n<category>${i.category}</category>\n<guid isPermaLink="false">${i.guid}</guid>\n<pubDate>${new Date(i.time).toUTCString()}</pubDate>\n</item>\n`,
        )
        .join('') +
      '</channel>\n</rss>\n';
    return new Response(body, { headers: { 'Content-Type': contentType, 'Cache-Control': 'max-age=60, private' } });
  }

  function timelineJson(t: Transaction): Json {
    const o = t.terminal.account.organization;
    const events: Json[] = [];
    const add = (seconds: number, step: string, source: string, message: string, extra: Json = {}): void => {
      events.push({
        position: events.length + 1,
        step,
        occurred_at: iso(t.time + seconds * 1000, o),
        source,
        message,
        ...extra,
      });
    };
    const label = t.type.replaceAll('_', ' ');
    add(
      0,
      'received',
      'terminal',
      `${label} requested, sequence ${t.sequence}`,
      is('card-pin-block-timeline') && t.type === 'pin_change' ? { pin_block: t.card.pinBlock } : {},
    );
    add(1, 'sent_to_switch', 'switch', `Forwarded to ${t.terminal.connector.name}`);
    if (isDeclined(t))
      add(
        2,
        'declined',
        'host',
        `Declined with ${t.responseCode}: ${t.response}${is('card-pan-timeline') ? `, card ${t.card.pan}` : ''}`,
      );
    else {
      add(2, 'authorised', 'host', `Authorised with ${t.responseCode === '21' ? '00' : t.responseCode}`);
      if (t.type === 'withdrawal' && t.amountCompleted > 0)
        add(14, 'dispensed', 'terminal', `Dispensed ${money(t.amountCompleted)} ${o.currency}`);
      if (t.type === 'cash_deposit')
        add(19, 'deposited', 'terminal', `Accepted ${money(t.amountCompleted)} ${o.currency}`);
      if (t.responseCode === '21') add(41, 'reversed', 'switch', 'Reversed, cash was not taken');
      else add(21, 'completed', 'terminal', `${label} completed`);
    }
    return { transaction: transactionJson(t, 'timeline'), events };
  }

  function portalJson(c: Context): Json {
    const o = c.user.organization;
    const accounts = accountsOf(c);
    const rows = rowsOf(c.visible);
    const principal = is('portal-principal-owner')
      ? db.users.find((u) => u.organization === o && u.role === 'administrator')!
      : c.user;
    const flags = access(c.user);
    const newest = newestFirst(
      rows,
      (t) => t.time,
      (t) => t.id,
    );
    const reports: [string, string, boolean][] = [
      ['transaction_activity', 'Transaction activity', true],
      ['cash_position', 'Cash position', true],
      ['terminal_availability', 'Terminal availability', true],
      ['settlement_summary', 'Settlement summary', flags.view_settlements === true],
      ['dispute_ageing', 'Dispute ageing', true],
      ['user_access', 'User access', flags.manage_users === true],
    ];
    const result: Json = {
      principal: {
        id: principal.id,
        code: principal.code,
        name: principal.name,
        email: principal.email,
        role: principal.role,
        locale: principal.locale,
        visibility: principal.visibility.kind,
      },
      organization: {
        id: o.id,
        code: o.code,
        name: o.name,
        country: o.country,
        currency: o.currency,
        time_zone: o.timeZone,
      },
      accounts: accounts.map((a) => ({
        id: a.id,
        code: a.code,
        name: a.name,
        status: a.status,
        contact_email: a.contactEmail,
        phone: a.phone,
        address: a.address,
        tax_id: a.taxId,
      })),
      branding: {
        display_name: o.name,
        logo_url: o.branding.logo,
        primary_color: o.branding.color,
        support_email: o.branding.supportEmail,
        custom_domain: o.branding.domain,
        dns: {
          status: o.branding.dnsStatus,
          record_type: 'CNAME',
          expected_value: o.branding.cname,
          checked_at: iso(NOW - 2 * 3_600_000, o),
        },
      },
      access: flags,
      counts: {
        users: usersOf(c).length,
        terminals: c.visible.length,
        groups: groupsOf(c).length,
        connectors: connectorsOf(c).length,
        transactions: rows.length,
        open_alerts: db.alerts.filter((a) => a.status === 'open' && c.visible.includes(a.terminal)).length,
      },
      users: usersOf(c).map((u) => ({
        id: u.id,
        code: u.code,
        name: u.name,
        email: u.email,
        role: u.role,
        status: u.status,
      })),
      terminals: c.visible.map((t) => ({
        id: t.id,
        code: t.code,
        name: t.name,
        account_id: t.account.id,
        account_code: t.account.code,
        location_id: t.site.id,
        location_code: t.site.code,
        connector_id: t.connector.id,
        connector_code: t.connector.code,
        model: t.model,
        serial_number: t.serialNumber,
        status: t.status,
        last_heartbeat_at: iso(t.lastHeartbeatAt, o),
        software_version: t.softwareVersion,
      })),
      groups: groupsOf(c).map((g) => groupJson(c, g)),
      connectors: connectorsOf(c).map((x) => connectorJson(c, x)),
      recent_transactions: (is('portal-recent-oldest') ? [...rows] : newest)
        .slice(0, 10)
        .map((t) => transactionJson(t, 'portal')),
      recent_commands: newestFirst(
        db.commands.filter((x) => c.visible.includes(x.terminal)),
        (x) => x.queuedAt,
        (x) => x.id,
      )
        .slice(0, 10)
        .map(commandJson),
      recent_forms: newestFirst(
        db.forms.filter((x) => c.visible.includes(x.terminal)),
        (x) => x.submittedAt,
        (x) => x.id,
      )
        .slice(0, 10)
        .map((x) => ({
          id: x.id,
          code: x.code,
          form_type: x.type,
          title: x.title,
          terminal_id: x.terminal.id,
          terminal_code: x.terminal.code,
          status: x.status,
          submitted_at: iso(x.submittedAt, o),
        })),
      reports: reports.filter((r) => r[2]).map((r) => ({ code: r[0], name: r[1], formats: ['csv', 'pdf'] })),
      compliance_vault: db.vault
        .filter((v) => (is('scope-portal-vault') ? inOrganization(c) : c.visible).includes(v.terminal))
        .map((v) => ({
          id: v.id,
          code: v.code,
          item_type: v.type,
          title: v.title,
          terminal_id: v.terminal.id,
          terminal_code: v.terminal.code,
          status: v.status,
          expires_on: v.expiresOn,
        })),
      onboarding: accounts.map((a) => ({
        account_id: a.id,
        account_code: a.code,
        status: a.onboarding,
        steps: ['company_data', 'contract', 'settlement_bank_account', 'first_terminal_live'].map((step, i) => ({
          name: step,
          completed: a.onboarding === 'completed' || i < 2,
        })),
      })),
      documents: db.documents
        .filter((d) => accounts.includes(d.account))
        .map((d) => ({
          id: d.id,
          code: d.code,
          account_id: d.account.id,
          account_code: d.account.code,
          title: d.title,
          file_name: d.fileName,
          uploaded_at: iso(d.uploadedAt, o),
        })),
      videos: db.videos
        .filter((v) => v.organization === o)
        .map((v) => ({ id: v.id, code: v.code, title: v.title, url: v.url, duration_seconds: v.durationSeconds })),
    };
    if (is('portal-reports-missing') && flags.create_disputes !== true) delete result.reports;
    if (is('portal-videos-missing')) delete result.videos;
    return result;
  }

  // Writes
  async function body(c: Context): Promise<Json> {
    let value: unknown;
    try {
      value = JSON.parse(await c.request.text());
    } catch {
      value = undefined;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new HttpError(400, 'bad_request', { base: ['Body must be a JSON object'] });
    return value as Json;
  }
  function allow(isAllowed: boolean): void {
    if (!isAllowed) throw new HttpError(403, 'forbidden', { base: ['Your role does not allow this action'] });
  }
  const asReference = (value: unknown): string | null =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : Number.isInteger(value) ? String(value) : null;

  async function derive(c: Context): Promise<Response> {
    allow(c.user.role === 'administrator' || (is('derive-auditor') && c.user.role === 'auditor'));
    const input = await body(c);
    const details: Details = {};
    const reference = asReference(input.account_id);
    const account =
      reference === null
        ? undefined
        : (is('derive-foreign-account') ? db.accounts : accountsOf(c)).find((a) => matches(a, reference));
    if (reference === null) details.account_id = ["can't be blank"];
    else if (account === undefined) details.account_id = ['must exist'];
    const businessDate = input.business_date;
    const isDate =
      typeof businessDate === 'string' &&
      /^\d{4}-\d{2}-\d{2}$/.test(businessDate) &&
      !Number.isNaN(Date.parse(businessDate)) &&
      addDays(businessDate, 0) === businessDate;
    if (businessDate === undefined || businessDate === null || businessDate === '')
      details.business_date = ["can't be blank"];
    else if (!isDate) details.business_date = ['is not a valid date'];
    else if (businessDate >= localDate(NOW, c.user.organization.offset))
      details.business_date = ['must be a closed business day'];
    if (Object.keys(details).length > 0 || account === undefined)
      throw new HttpError(422, 'validation_failed', details);
    const day = businessDate as string;
    if (db.settlements.some((b) => b.account === account && b.businessDate === day))
      throw new HttpError(409, 'conflict', { business_date: ['has already been derived'] });
    const sums = settle(db, account, day);
    if (sums.creditEntries + sums.debitEntries === 0)
      throw new HttpError(422, 'validation_failed', { business_date: ['has no transactions to settle'] });
    const batch: Settlement = {
      id: 3001 + db.settlements.length,
      code: `ACH-${day.replaceAll('-', '')}-${account.code}`,
      account,
      status: 'pending',
      businessDate: day,
      ...sums,
      cutoffAt: localTime(day, '23:59:59', account.organization.offset),
      createdAt: NOW,
      submittedAt: null,
      settledAt: null,
      effectiveDate: addDays(day, 3),
    };
    if (!is('derive-not-listed')) db.settlements.push(batch);
    return json(settlementJson(batch), 201);
  }

  async function createDispute(c: Context): Promise<Response> {
    allow(
      ['administrator', 'account_manager'].includes(c.user.role) ||
        (is('dispute-create-technician') && c.user.role === 'field_technician'),
    );
    const input = await body(c);
    const details: Details = {};
    const reference = asReference(input.transaction_id);
    const scope = is('dispute-create-out-of-scope') ? inOrganization(c) : c.visible;
    const transaction = reference === null ? undefined : rowsOf(scope).find((t) => matches(t, reference));
    if (reference === null) details.transaction_id = ["can't be blank"];
    else if (transaction === undefined) details.transaction_id = ['must exist'];
    else if (db.disputes.some((d) => d.transaction === transaction && d.status !== 'resolved'))
      details.transaction_id = ['has already an unresolved dispute'];
    if (input.reason_code === undefined || input.reason_code === null || input.reason_code === '')
      details.reason_code = ["can't be blank"];
    else if (typeof input.reason_code !== 'string' || !REASONS.includes(input.reason_code))
      details.reason_code = ['is not included in the list'];
    let amount = transaction?.amountCompleted ?? 0;
    if (input.amount !== undefined && input.amount !== null) {
      const text = typeof input.amount === 'number' ? String(input.amount) : input.amount;
      if (typeof text !== 'string' || !/^\d{1,9}(\.\d{1,2})?$/.test(text))
        details.amount = ['is not a decimal with two places'];
      else amount = Math.round(Number(text) * 100);
    }
    if (transaction !== undefined && details.amount === undefined) {
      if (amount <= 0) details.amount = ['must be greater than 0'];
      else if (amount > transaction.amountRequested + transaction.surchargeRequested)
        details.amount = ['must not exceed the requested amount and surcharge'];
    }
    const note = input.note ?? '';
    if (typeof note !== 'string' || note.length > 500) details.note = ['is not a text of at most 500 characters'];
    if (Object.keys(details).length > 0 || transaction === undefined)
      throw new HttpError(422, 'validation_failed', details);
    const number = db.disputes.length;
    const dispute: Dispute = {
      id: 7501 + number,
      code: `DSP-2025-${String(118 + number).padStart(4, '0')}`,
      transaction,
      status: 'open',
      reasonCode: input.reason_code as string,
      amount,
      dueOn: addDays(localDate(NOW, transaction.terminal.account.organization.offset), 14),
      note: note as string,
      openedAt: NOW,
      assignee: null,
      assignedAt: null,
      outcome: null,
      resolutionNote: null,
      resolvedAt: null,
      reviewer: null,
      reviewedAt: null,
    };
    db.disputes.push(dispute);
    return json(disputeJson(dispute), 201);
  }

  // Routes
  type Handler = (c: Context) => Response | Promise<Response>;
  const routes: { method: string; pattern: RegExp; handler: Handler; isPublic?: boolean }[] = [];
  const route = (method: string, pattern: RegExp, handler: Handler, isPublic = false): void => {
    routes.push({ method, pattern, handler, isPublic });
  };

  route('GET', /^\/v1\/portal$/, (c) => json(portalJson(c)));
  route('GET', /^\/v1\/integrations\/catalog$/, () => json(buildCatalog(is)));
  route(
    'GET',
    /^\/v1\/integrations\/public-openapi\.json$/,
    (c) => {
      const text = JSON.stringify(buildOpenApi(is));
      if (is('openapi-not-cacheable'))
        return new Response(text, {
          headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
        });
      const etag = `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
        ETag: etag,
      };
      const known = (c.request.headers.get('if-none-match') ?? '').split(',').map((x) => x.trim());
      return known.includes(etag) || known.includes('*')
        ? new Response(null, { status: 304, headers: { 'Cache-Control': headers['Cache-Control'], ETag: etag } })
        : new Response(text, { headers });
    },
    !is('public-openapi-needs-key'),
  );
  route(
    'GET',
    /^\/v1\/public\/branding-status$/,
    () =>
      json(
        {
          status: 'ready',
          branding: { ready: true, custom_domains: true, assets_host: 'cdn.fleet-portal.example' },
          ...(is('branding-docs-host-missing')
            ? {}
            : { docs_host: { ready: true, host: 'docs.fleet-portal.example', dns: 'verified', tls: 'valid' } }),
          checked_at: iso(NOW - 600_000, { offset: 0 }),
        },
        200,
        { 'Cache-Control': 'public, max-age=60' },
      ),
    !is('public-branding-needs-key'),
  );

  route('GET', /^\/v1\/transactions$/, (c) => {
    const terminalReferenceText = blankless(c, 'terminal_id');
    const groupReferenceText = blankless(c, 'group_id');
    let terminals = c.visible;
    if (terminalReferenceText !== null)
      terminals = (is('scope-terminal-filter') ? db.terminals : terminals).filter((t) =>
        matches(t, terminalReferenceText),
      );
    if (groupReferenceText !== null) {
      const group = groupsOf(c).find((g) => matches(g, groupReferenceText));
      const members = group?.terminals ?? [];
      if (is('scope-group-filter') && terminalReferenceText === null) terminals = members;
      else if (is('filter-terminal-or-group') && terminalReferenceText !== null)
        terminals = [...terminals, ...members.filter((t) => c.visible.includes(t))];
      else terminals = terminals.filter((t) => members.includes(t));
    }
    return transactionList(c, rowsOf(terminals), 'list');
  });
  route('GET', /^\/v1\/transactions\/([^/]+)\/timeline$/, (c) => {
    const transaction = rowsOf(is('scope-timeline-organization') ? inOrganization(c) : c.visible).find((t) =>
      matches(t, c.id),
    );
    if (transaction === undefined && is('error-html'))
      return new Response(
        "<!DOCTYPE html><html><head><title>404</title></head><body><h1>The page you were looking for doesn't exist.</h1></body></html>",
        { status: 404, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
      );
    if (transaction === undefined) throw notFound();
    return json(timelineJson(transaction));
  });
  route('GET', /^\/v1\/settlements$/, (c) => {
    const status = choice(c, 'status', ['pending', 'submitted', 'settled', 'returned']);
    const account = blankless(c, 'account_id');
    const rows = settlementsOf(c).filter(
      (b) => (status === null || b.status === status) && (account === null || matches(b.account, account)),
    );
    return list(
      c,
      [...rows].sort((a, b) =>
        a.businessDate < b.businessDate ? 1 : a.businessDate > b.businessDate ? -1 : a.id - b.id,
      ),
      settlementJson,
    );
  });
  route('POST', /^\/v1\/settlements\/derive$/, derive);
  route('GET', /^\/v1\/disputes$/, (c) => {
    const status = choice(c, 'status', ['open', 'under_review', 'awaiting_documents', 'resolved']);
    const terminal = blankless(c, 'terminal_id');
    const rows = disputesOf(c).filter(
      (d) =>
        (status === null || (is('dispute-status-filter') && terminal !== null) || d.status === status) &&
        (terminal === null || matches(d.transaction.terminal, terminal)),
    );
    return list(
      c,
      newestFirst(
        rows,
        (d) => d.openedAt,
        (d) => d.id,
      ),
      disputeJson,
    );
  });
  route('POST', /^\/v1\/disputes$/, createDispute);
  route('GET', /^\/v1\/locations$/, (c) => {
    const city = blankless(c, 'city');
    return list(
      c,
      db.sites.filter(
        (s) =>
          c.visible.some((t) => t.site === s) &&
          (city === null || s.city === city) &&
          !(is('locations-without-coordinates') && s.latitude === null),
      ),
      (s) => locationJson(c, s),
    );
  });
  route('GET', /^\/v1\/locations\/([^/]+)$/, (c) => {
    const terminal = terminalOf(c);
    const site = is('location-wrong-site')
      ? db.sites.find((s) => s.city === terminal.site.city && c.visible.some((t) => t.site === s))!
      : terminal.site;
    return json(locationJson(c, site));
  });
  route('GET', /^\/v1\/terminals\/([^/]+)\/status-monitoring$/, (c) => {
    const t = terminalOf(c, is('scope-status-monitoring-any') ? db.terminals : c.visible);
    const o = t.account.organization;
    const result: Json = {
      terminal_id: t.id,
      terminal_code: t.code,
      terminal_name: t.name,
      status: t.status,
      status_changed_at: iso(t.statusChangedAt, o),
      last_heartbeat_at: iso(t.lastHeartbeatAt, o),
      heartbeat_age_seconds: (NOW - t.lastHeartbeatAt) / 1000,
      communication: {
        connector_id: t.connector.id,
        connector_code: t.connector.code,
        connected: t.status !== 'offline',
        signal_percent: t.status === 'offline' ? 0 : t.signal,
      },
      telemetry: {
        temperature_celsius: t.temperature,
        uptime_seconds: t.uptime,
        door_open: false,
        receipt_paper: t.id % 5 === 0 ? 'low' : 'ok',
        software_version: t.softwareVersion,
      },
      cassettes: t.cassettes.map((x) => ({
        position: x.position,
        denomination: money(x.denomination),
        currency: o.currency,
        notes_remaining: x.notes,
        level: x.notes === 0 ? 'empty' : x.notes < 100 ? 'low' : 'ok',
      })),
      cash_remaining: money(t.cassettes.reduce((sum, x) => sum + x.notes * x.denomination, 0)),
      currency: o.currency,
      open_alerts: newestFirst(
        db.alerts.filter((a) => a.terminal === t && a.status === 'open'),
        (a) => a.raisedAt,
        (a) => a.id,
      ).map(alertJson),
    };
    if (is('status-telemetry-offline') && t.status === 'offline') delete result.telemetry;
    return json(result);
  });
  route('GET', /^\/v1\/terminals\/([^/]+)\/transactions$/, (c) => {
    const terminal = terminalOf(c);
    return transactionList(
      c,
      rowsOf(is('terminal-transactions-site') ? c.visible.filter((t) => t.site === terminal.site) : [terminal]),
      'terminal',
    );
  });
  route('GET', /^\/v1\/connectors$/, (c) => {
    const status = choice(c, 'status', ['up', 'degraded', 'down']);
    return list(
      c,
      connectorsOf(c).filter((x) => status === null || x.status === status),
      (x) => connectorJson(c, x),
    );
  });
  route('GET', /^\/v1\/connectors\/([^/]+)\/status$/, (c) => {
    const x = connectorsOf(c).find((y) => matches(y, c.id));
    if (x === undefined) throw notFound();
    const terminals = (is('scope-connector-status-terminals') ? db.terminals : c.visible).filter(
      (t) => t.connector === x,
    );
    const connected = terminals.filter((t) => t.status !== 'offline');
    const recent = rowsOf(terminals).filter((t) => t.time > NOW - 7 * 86_400_000);
    const declined = recent.filter(isDeclined).length;
    return json({
      connector_id: x.id,
      connector_code: x.code,
      name: x.name,
      status: x.status,
      status_changed_at: iso(x.statusChangedAt, x.organization),
      average_response_ms: x.averageResponseMs,
      terminal_count: terminals.length,
      connected_count: connected.length,
      terminals: terminals.map((t) => {
        const times = db.journal.filter((j) => j.terminal === t).map((j) => j.time);
        return {
          ...terminalReference(t),
          connected: connected.includes(t),
          last_message_at: times.length === 0 ? null : iso(Math.max(...times), x.organization),
        };
      }),
      last_7_days: { transactions: recent.length, approved: recent.length - declined, declined },
    });
  });
  route('GET', /^\/v1\/terminal-groups$/, (c) => list(c, groupsOf(c), (g) => groupJson(c, g)));
  route('GET', /^\/v1\/terminals\/([^/]+)\/commands$/, (c) => {
    const terminal = terminalOf(c, is('scope-commands-organization') ? inOrganization(c) : c.visible);
    const status = choice(c, 'status', ['queued', 'in_progress', 'completed', 'failed']);
    return list(
      c,
      newestFirst(
        db.commands.filter((x) => x.terminal === terminal && (status === null || x.status === status)),
        (x) => x.queuedAt,
        (x) => x.id,
      ),
      commandJson,
    );
  });
  const configVersion = (t: Terminal): string =>
    newestFirst(
      db.jobs.filter((j) => j.terminal === t && j.status === 'completed'),
      (j) => j.startedAt,
      (j) => j.id,
    )[0]!.version;
  function payload(t: Terminal): Json {
    const o = t.account.organization;
    return {
      terminal_id: t.id,
      terminal_code: t.code,
      config_version: configVersion(t),
      connector: {
        id: t.connector.id,
        code: t.connector.code,
        protocol: t.connector.protocol,
        host: t.connector.host,
        port: t.connector.port,
        tls: true,
      },
      parameters: {
        currency: o.currency,
        language: o.country === 'PL' ? 'pl' : 'en',
        time_zone: o.timeZone,
        surcharge: money(t.surcharge),
        maximum_withdrawal: money(o.currency === 'PLN' ? 200000 : 25000),
        receipt_header: `${o.name}, ${t.site.name}, ${t.site.city}`,
        cash_deposit_enabled: t.isRecycler,
      },
      cassettes: t.cassettes.map((x) => ({ position: x.position, denomination: money(x.denomination) })),
      jobs: newestFirst(
        db.jobs.filter((j) => j.terminal === t),
        (j) => j.startedAt,
        (j) => j.id,
      ).map(jobJson),
    };
  }
  route('GET', /^\/v1\/terminals\/([^/]+)\/provisioning-payload$/, (c) => {
    const terminal = terminalOf(c);
    return json(
      payload(
        is('provisioning-payload-connector') ? c.visible.find((t) => t.connector === terminal.connector)! : terminal,
      ),
    );
  });
  route('GET', /^\/v1\/terminals\/([^/]+)\/provisioning-export$/, (c) => {
    const t = terminalOf(c);
    const o = t.account.organization;
    const content = `[terminal]\ncode=${t.code}\nserial_number=${t.serialNumber}\nconfig_version=${configVersion(t)}\n[host]\naddress=${t.connector.host}\nport=${t.connector.port}\ntls=1\n[fees]\nsurcharge=${money(t.surcharge)}\ncurrency=${o.currency}\n[cassettes]\n${t.cassettes.map((x) => `cassette_${x.position}=${money(x.denomination)}`).join('\n')}\n`;
    if (is('provisioning-export-text'))
      return new Response(content, {
        headers: {
          'Content-Type': 'text/plain; charset=utf-8',
          'Content-Disposition': `attachment; filename="${t.code}.ini"`,
        },
      });
    return json({
      terminal_id: t.id,
      terminal_code: t.code,
      config_version: configVersion(t),
      exported_at: iso(NOW, o),
      format: 'ini',
      file_name: `${t.code}.ini`,
      sha256: createHash('sha256').update(content).digest('hex'),
      content,
    });
  });
  route('GET', /^\/v1\/feeds\/account\.xml$/, (c) => {
    const items = [
      ...c.visible.filter((t) => !(is('feed-account-offline-status') && t.status === 'offline')).map(statusItem),
      ...newestFirst(
        rowsOf(c.visible),
        (t) => t.time,
        (t) => t.id,
      )
        .slice(0, 25)
        .map(transactionItem),
      ...db.alerts.filter((a) => c.visible.includes(a.terminal)).map(alertItem),
      ...journalItems(is('scope-account-feed-journal') ? inOrganization(c) : c.visible, 25),
    ];
    return feed(
      c,
      `${c.user.organization.name}: fleet activity`,
      'Terminal status, recent transactions, alert incidents and switch journal of visible terminals',
      items,
      `${is('feed-account-content-type') ? 'application/xml' : 'application/rss+xml'}; charset=utf-8`,
    );
  });
  route('GET', /^\/v1\/feeds\/terminals\/([^/]+)\.xml$/, (c) => {
    const t = terminalOf(c, is('scope-terminal-feed-organization') ? inOrganization(c) : c.visible);
    const commands = db.commands.filter(
      (x) => x.terminal === t && !(is('feed-terminal-queued') && x.status === 'queued'),
    );
    const items = [
      statusItem(t),
      ...newestFirst(
        rowsOf([t]),
        (x) => x.time,
        (x) => x.id,
      )
        .slice(0, 15)
        .map(transactionItem),
      ...db.alerts
        .filter((a) =>
          is('feed-terminal-alerts')
            ? c.visible.includes(a.terminal) && a.terminal.account === t.account
            : a.terminal === t,
        )
        .map(alertItem),
      ...journalItems([t], 10),
      ...commands.map((x) => ({
        title: `[${t.code}] command ${x.type.replaceAll('_', ' ')} ${x.status.replaceAll('_', ' ')}`,
        description: `${t.name}: ${x.code}${x.result === null ? '' : `, ${x.result}`}`,
        category: 'command',
        guid: `command-${x.code}-${x.status}`,
        time: x.completedAt ?? x.queuedAt,
        path: `/v1/terminals/${t.code}/commands`,
      })),
      ...db.jobs
        .filter((j) => j.terminal === t)
        .map((j) => ({
          title: `[${t.code}] provisioning ${j.type.replaceAll('_', ' ')} ${j.status}`,
          description: `${t.name}: ${j.code}, version ${j.version}, ${j.message}`,
          category: 'provisioning_job',
          guid: `provisioning-job-${j.code}-${j.status}`,
          time: j.finishedAt ?? j.startedAt,
          path: `/v1/terminals/${t.code}/provisioning-payload`,
        })),
    ];
    return feed(
      c,
      `${t.code} ${t.name}`,
      `Activity of terminal ${t.code}, ${t.site.name}, ${t.site.city}`,
      items,
      'application/rss+xml; charset=utf-8',
    );
  });

  function authenticate(request: Request): User | undefined {
    const key = request.headers.get('x-api-key');
    if (key === null) return undefined;
    if (is('auth-blank-key') && key === '') return db.users.find((u) => u.apiKey === null);
    if (key === '') return undefined;
    if (is('auth-key-truncated'))
      return db.users.find((u) => u.apiKey !== null && u.apiKey.slice(0, 16) === key.slice(0, 16));
    return db.users.find((u) => u.apiKey === key);
  }

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = routes.flatMap((r) => {
      const m = r.pattern.exec(url.pathname);
      return m === null ? [] : [{ ...r, id: m[1] ?? '' }];
    });
    if (found.length === 0) throw new HttpError(404, 'not_found', { base: ['No such endpoint'] });
    const r = found.find((x) => x.method === method);
    if (r === undefined)
      throw new HttpError(
        405,
        'method_not_allowed',
        { base: ['Method not allowed'] },
        { Allow: [...new Set(found.flatMap((x) => (x.method === 'GET' ? ['GET', 'HEAD'] : [x.method])))].join(', ') },
      );
    let user = r.isPublic === true ? nobody : authenticate(request);
    if (
      user === undefined &&
      ((is('auth-connector-status-open') && /^\/v1\/connectors\/[^/]+\/status$/.test(url.pathname)) ||
        (is('auth-terminal-feed-open') && url.pathname.startsWith('/v1/feeds/terminals/')))
    )
      user = nobody;
    if (user === undefined) throw new HttpError(401, 'unauthorized', { base: ['Missing or invalid API key'] });
    let id = r.id;
    try {
      id = decodeURIComponent(r.id);
    } catch {
      throw notFound();
    }
    return r.handler({ request, url, query: url.searchParams, id, user, visible: terminalsOf(user) });
  }

  return async (request) => {
    let response: Response;
    try {
      response = await handle(request);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      response = json({ error: error.code, details: error.details }, error.status, error.headers);
    }
    return request.method === 'HEAD'
      ? new Response(null, { status: response.status, headers: response.headers })
      : response;
  };
}
