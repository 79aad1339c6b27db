// @ts-nocheck: written without noUncheckedIndexedAccess
import { createHash } from 'node:crypto';
import type { Account, Batch, Connector, Dispute, Group, State, Terminal, Transaction, User } from './data.ts';
import { deriveBatch, fresh, keys, local, localDay, NOW, uuid } from './data.ts';
import { faults } from './faults.ts';
import { buildOpenApi } from './openapi.ts';

export { keys };

export interface Req {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}
export interface Res {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}
type J = Record<string, unknown>;
interface Ctx {
  req: Req;
  url: URL;
  base: string;
  user?: User;
  tenant: string;
  mine: Set<string>;
  ids: string[];
  headers: Record<string, string>;
}
interface Route {
  method: string;
  path: string;
  family: string;
  summary: string;
  pub?: boolean;
  run: (c: Ctx) => Res;
}

class Problem extends Error {
  status: number;
  title: string;
  detail: string;
  errors: Record<string, string[]> | undefined;
  extra: Record<string, string>;
  constructor(
    status: number,
    title: string,
    detail: string,
    errors?: Record<string, string[]>,
    extra: Record<string, string> = {},
  ) {
    super(detail);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    this.extra = extra;
  }
}
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const JSON_TYPE = 'application/json; charset=utf-8',
  RSS = 'application/rss+xml; charset=utf-8';
const money = (p: number): J => ({ Amount: (p / 100).toFixed(2), Currency: 'GBP' });
const notFound = (what: string): Problem => new Problem(404, 'Not Found', `The ${what} was not found.`);
const invalid = (name: string, message: string): Problem =>
  new Problem(400, 'Bad Request', 'One or more parameters are invalid.', { [name]: [message] });
const xml = (s: string): string =>
  s.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const rfc822 = (ms: number): string => {
  const d = new Date(ms + 3600_000).toUTCString();
  return d.replace('GMT', '+0100');
};

export const FAMILIES: { id: string; title: string; surfaces: string[]; events: string[]; notes: string[] }[] = [
  {
    id: 'AccountAndFleetSnapshot',
    title: 'Account and fleet snapshot',
    surfaces: ['Dashboard', 'Account profile', 'Branding'],
    events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    notes: [
      'Begin with GET /v1/portal, which shows what your key can see.',
      'Branding status and the OpenAPI document need no key.',
    ],
  },
  {
    id: 'TerminalsLocationsTelemetry',
    title: 'Terminals, locations, telemetry',
    surfaces: ['Terminals', 'Locations', 'Groups', 'Telemetry'],
    events: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    notes: ['Members and counts of groups cover your visible terminals only.'],
  },
  {
    id: 'TransactionsAndProcessorActivity',
    title: 'Transactions and processor activity',
    surfaces: ['Transactions', 'Transaction timeline'],
    events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    notes: ['Card data is never part of a reply.'],
  },
  {
    id: 'RmsCommandsConnectorsProvisioning',
    title: 'RMS, commands, connectors, provisioning',
    surfaces: ['Remote management', 'Connectors', 'Provisioning'],
    events: ['command_failed', 'provisioning_failed'],
    notes: ['Commands are read-only in this API.'],
  },
  {
    id: 'SettlementsPayoutsDisputes',
    title: 'Settlements, payouts, disputes',
    surfaces: ['Settlements', 'Disputes'],
    events: ['settlement_mismatch'],
    notes: ['Deriving settlements and opening disputes need the role Administrator or FinanceManager.'],
  },
  {
    id: 'ComplianceVaultAndOnboarding',
    title: 'Compliance vault and onboarding',
    surfaces: ['Compliance vault', 'Onboarding', 'Documents', 'Videos'],
    events: ['compliance_expiration', 'location_risk_change'],
    notes: ['Available only through the portal snapshot, GET /v1/portal.'],
  },
];
const REPORTS: [string, string, string, string[]][] = [
  ['RPT-TXN', 'Transaction detail', 'Transactions', ['Administrator', 'FinanceManager', 'ReadOnly', 'FieldEngineer']],
  ['RPT-UPT', 'Terminal uptime', 'Terminals', ['Administrator', 'FinanceManager', 'ReadOnly', 'FieldEngineer']],
  ['RPT-CSH', 'Cash position', 'Terminals', ['Administrator', 'FinanceManager', 'ReadOnly', 'FieldEngineer']],
  ['RPT-ACH', 'Settlement reconciliation', 'Settlements', ['Administrator', 'FinanceManager']],
  ['RPT-DSP', 'Dispute ageing', 'Disputes', ['Administrator', 'FinanceManager']],
  ['RPT-AUD', 'User audit', 'Administration', ['Administrator']],
];

export function open(fault?: string): (request: Req) => Promise<Res> {
  if (fault !== undefined && !faults.some((x) => x.id === fault)) throw new Error(`Unknown fault: ${fault}`);
  const f = (id: string): boolean => fault === id;
  const s: State = fresh();
  const byId = new Map<string, Terminal>(s.terminals.map((t) => [t.id, t]));
  const account = (id: string): Account => s.accounts.find((a) => a.id === id)!;
  const cache = new Map<string, Res>();
  let derived = 0;

  // ---- helpers on scope
  const terminals = (c: Ctx): Terminal[] => s.terminals.filter((t) => c.mine.has(t.id));
  const tenantTerminals = (c: Ctx): Set<string> =>
    new Set(s.terminals.filter((t) => t.tenant === c.tenant).map((t) => t.id));
  const partAccounts = (c: Ctx): Set<string> => new Set(terminals(c).map((t) => t.accountId));
  const fullAccounts = (c: Ctx): Account[] =>
    s.accounts.filter(
      (a) => a.tenant === c.tenant && s.terminals.every((t) => t.accountId !== a.id || c.mine.has(t.id)),
    );
  const isAdmin = (c: Ctx): boolean => c.user?.role === 'Administrator';
  const canWrite = (c: Ctx): boolean => c.user?.role === 'Administrator' || c.user?.role === 'FinanceManager';
  const userId = (c: Ctx, id: string | null): string | null =>
    id !== null && c.user !== undefined && c.user.sees.includes(id) ? id : null;
  const groupsOf = (c: Ctx): Group[] =>
    s.groups.filter(
      (g) =>
        g.tenant === c.tenant &&
        (isAdmin(c) ||
          (f('scope-groups-invisible') && c.url.pathname.endsWith('/terminal-groups')) ||
          g.terminals.some((t) => c.mine.has(t))),
    );
  const connectorsOf = (c: Ctx): Connector[] => {
    const used = new Set(terminals(c).map((t) => t.connectorId));
    return s.connectors.filter((x) => x.tenant === c.tenant && (isAdmin(c) || used.has(x.id)));
  };
  const terminalFor = (c: Ctx, id: string, wide: '' | 'tenant' | 'any' = ''): Terminal => {
    const t = UUID.test(id) ? byId.get(id.toLowerCase()) : undefined;
    if (t && (c.mine.has(t.id) || wide === 'any' || (wide === 'tenant' && t.tenant === c.tenant))) return t;
    if (t && f('scope-error-names'))
      throw new Problem(404, 'Not Found', `Terminal ${t.code} (${t.name}) is not in your scope.`);
    if (t && f('scope-forbidden-reveals') && t.tenant === c.tenant)
      throw new Problem(403, 'Forbidden', 'You may not see this terminal.');
    throw notFound('terminal');
  };

  // ---- helpers on replies
  const send = (c: Ctx, status: number, body: unknown, headers: Record<string, string> = {}): Res => ({
    status,
    headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  });
  const self = (c: Ctx): string => c.base + c.url.pathname + c.url.search;
  const one = (c: Ctx, data: J, status = 200): Res =>
    send(c, status, { Data: data, Links: { Self: self(c) }, Meta: { GeneratedAt: local(NOW) } });
  const integer = (c: Ctx, name: string, fallback: number, max: number): number => {
    const all = c.url.searchParams.getAll(name);
    if (all.length === 0) return fallback;
    const v = all[0]!;
    if (f('limit-negative-500') && name === 'limit' && /^-\d+$/.test(v))
      throw new Error('System.ArgumentOutOfRangeException: count');
    if (all.length > 1 || !/^\d{1,9}$/.test(v) || +v < 1 || +v > max)
      throw invalid(name, `The value must be a whole number from 1 to ${max}.`);
    return +v;
  };
  const choice = <T extends string>(c: Ctx, name: string, values: readonly T[]): T | undefined => {
    const all = c.url.searchParams.getAll(name);
    if (all.length === 0) return undefined;
    const v = values.find((x) => x === all[0]);
    if (all.length > 1 || v === undefined) throw invalid(name, `The value must be one of: ${values.join(', ')}.`);
    return v;
  };
  const idParam = (c: Ctx, name: string): string | undefined => {
    const all = c.url.searchParams.getAll(name);
    if (all.length === 0) return undefined;
    if (all.length > 1 || !UUID.test(all[0]!)) throw invalid(name, 'The value must be a UUID.');
    return all[0]!.toLowerCase();
  };
  const paged = <T>(
    c: Ctx,
    rows: T[],
    name: string,
    map: (x: T) => J,
    more: J = {},
    o: { param?: string; size?: number; max?: number; total?: number; within?: (r: T[]) => T[]; take?: number } = {},
  ): Res => {
    const param = o.param ?? 'pageSize';
    const size = integer(c, param, o.size ?? 10, o.max ?? 100),
      page = integer(c, 'page', 1, 1_000_000);
    if (f('empty-204') && rows.length === 0) return { status: 204, headers: { 'cache-control': 'no-store' }, body: '' };
    const total = o.total ?? rows.length;
    let pages = Math.max(1, Math.ceil(total / size)),
      from = (page - 1) * size;
    if (f('disputes-last-page') && name === 'Disputes') {
      pages = Math.max(1, Math.floor(total / size));
      if (page > pages) from = total;
    }
    if (f('page-overlap') && name === 'Transactions' && page > 1) from--;
    const extra = f('limit-plus-one') && param === 'limit' && c.url.searchParams.has('limit') ? 1 : 0;
    let shown = rows.slice(from, from + size + extra);
    if (o.within) shown = o.within(shown);
    const link = (p: number, next = false): string => {
      const u = new URL(c.url);
      u.searchParams.set('page', String(p));
      u.searchParams.set(param, String(size));
      if (next && f('next-link-loses-filter')) {
        u.searchParams.delete('terminal_id');
        u.searchParams.delete('group_id');
      }
      return c.base + (f('version-links') ? u.pathname.replace(/^\/v1/, '') : u.pathname) + u.search;
    };
    const Links: J = { Self: self(c), First: link(1), Last: link(pages) };
    if (page > 1) Links.Prev = link(Math.min(page - 1, pages));
    if (page < pages) Links.Next = link(page + 1, true);
    return send(c, 200, {
      Data: { [name]: shown.map(map), ...more },
      Links,
      Meta: { GeneratedAt: local(NOW), TotalRecords: total, TotalPages: pages, Page: page, PageSize: size },
    });
  };

  // ---- resources
  const row = (x: Transaction, where: 'list' | 'terminal' | 'portal'): J => {
    const t = byId.get(x.terminalId)!,
      list = where === 'list';
    const r: J = {
      TransactionId: x.id,
      TransactionReference: x.ref,
      TerminalId: x.terminalId,
      TerminalCode: t.code,
      TerminalDateTime: list && f('datetime-z') ? local(x.at).slice(0, 19) + 'Z' : local(x.at),
      TransactionType: x.type,
      SequenceNumber: x.seq,
      AccountType: x.accountType,
    };
    if (x.emv && !(list && x.emv === 'Contactless' && f('emv-contactless-missing'))) r.EmvIndicator = x.emv;
    else if (f('emv-null')) r.EmvIndicator = null;
    Object.assign(r, {
      Response: x.response,
      ResponseCode: x.code,
      AmountRequested: money(x.req),
      AmountCompleted: money(list && x.response === 'PartiallyDispensed' && f('partial-completed') ? x.req : x.comp),
      SurchargeRequested: money(x.sreq),
      SurchargeCompleted: money(list && x.response === 'Declined' && f('declined-surcharge') ? x.sreq : x.scomp),
    });
    if (x.relatedId) r.RelatedTransactionId = x.relatedId;
    if (x.type === 'Reversal' && f('reversal-sequence')) delete r.SequenceNumber;
    if (f('card-pan')) r.CardNumber = x.pan;
    if (where === 'terminal' && x.response === 'Declined' && f('card-pan-declined'))
      r.ResponseText = `Card ${x.pan} declined by issuer (${x.code})`;
    return r;
  };
  const entryView = (e: Batch['entries'][number]): J => ({
    EntryId: e.id,
    EntryType: e.kind,
    TerminalId: e.terminalId,
    ...(e.transactionId ? { TransactionId: e.transactionId } : {}),
    Amount: money(e.amount),
    Description: e.description,
  });
  const batchView = (b: Batch): J => {
    const credits = b.entries.filter((e) => e.kind === 'Credit'),
      debits = b.entries.filter((e) => e.kind === 'Debit');
    const ct = credits.reduce((a, e) => a + e.amount, 0),
      dt = debits.reduce((a, e) => a + e.amount, 0);
    const r: J = {
      BatchId: b.id,
      BatchCode: b.code,
      AccountId: b.accountId,
      AccountCode: account(b.accountId).code,
      Status: b.status,
      EntryCount: f('entry-count-credits') ? credits.length : b.entries.length,
      CreditEntryCount: credits.length,
      DebitEntryCount: debits.length,
      CreditTotal: money(ct),
      DebitTotal: money(dt),
      NetPayout: money(f('net-payout-sum') ? ct + dt : ct - dt),
      PeriodStart: b.periodStart,
      PeriodEnd: b.periodEnd,
      CreatedAt: local(b.createdAt),
      Entries: b.entries.map(entryView),
    };
    if (b.submittedAt) r.SubmittedAt = local(b.submittedAt);
    if (b.settledAt) r.SettledAt = local(b.settledAt);
    if (b.returnedAt) r.ReturnedAt = local(b.returnedAt);
    if (b.status === 'Returned' && f('net-missing-returned')) delete r.NetPayout;
    return r;
  };
  const disputeView = (c: Ctx, d: Dispute): J => {
    const t = byId.get(d.terminalId)!;
    const r: J = {
      DisputeId: d.id,
      DisputeCode: d.code,
      Status: d.status,
      ReasonCode: d.reason,
      TransactionId: d.transactionId,
      TerminalId: f('dispute-terminal-location') ? t.locationId : d.terminalId,
      TerminalCode: t.code,
      Amount: money(d.amount),
      OpenedAt: local(d.openedAt),
      DueDate: d.due,
      Assignment: {
        Team: d.team,
        UserId: userId(c, d.assignee),
        AssignedAt: d.assignedAt === null ? null : local(d.assignedAt),
      },
      Note: d.note,
    };
    if (!f('resolution-missing'))
      r.Resolution =
        d.resolvedAt === null
          ? null
          : {
              Outcome: d.status === 'ResolvedAccepted' ? 'Accepted' : 'Rejected',
              ResolvedAt: local(d.resolvedAt),
              RefundAmount: money(d.refund),
              Note: d.resolutionNote,
            };
    if (d.reviewedAt !== null && !(d.status === 'ResolvedRejected' && f('reviewer-missing-rejected')))
      r.Reviewer = { UserId: userId(c, d.reviewer), ReviewedAt: local(d.reviewedAt) };
    if (d.status === 'UnderReview' && f('reviewer-early'))
      r.Reviewer = { UserId: userId(c, d.assignee), ReviewedAt: local(d.assignedAt!) };
    return r;
  };
  const locationView = (t: Terminal): J => ({
    LocationId: t.locationId,
    TerminalId: t.id,
    TerminalCode: t.code,
    Name: t.name,
    Address: { Line: t.line, Town: t.town, PostCode: t.postCode, Country: 'GB' },
    Latitude: t.lat,
    Longitude: t.lon,
    RiskRating: t.risk,
    ComplianceExpiresOn: s.compliance.find((x) => x.terminalId === t.id)!.expiresOn,
  });
  const groupView = (c: Ctx, g: Group): J => {
    const m = g.terminals.filter((t) => c.mine.has(t)),
      shown = f('scope-group-members') && c.url.pathname.endsWith('/terminal-groups') ? g.terminals : m;
    return {
      GroupId: g.id,
      GroupCode: g.code,
      Name: g.name,
      ParentGroupId: g.parentId,
      TerminalIds: shown,
      TerminalCount: shown.length,
    };
  };
  const connectorView = (c: Ctx, x: Connector): J => ({
    ConnectorId: x.id,
    ConnectorCode: x.code,
    Name: x.name,
    Kind: x.kind,
    Protocol: x.protocol,
    Status: x.status,
    TerminalCount: terminals(c).filter((t) => t.connectorId === x.id).length,
  });
  const commandView = (c: Ctx, x: State['commands'][number]): J => ({
    CommandId: x.id,
    TerminalId: x.terminalId,
    CommandType: x.type,
    Status: x.status,
    QueuedAt: local(x.queuedAt),
    CompletedAt: x.completedAt === null ? null : local(x.completedAt),
    RequestedByUserId: userId(c, x.by),
    Result: x.result,
  });
  const jobView = (x: State['jobs'][number]): J => ({
    JobId: x.id,
    Template: x.template,
    Status: x.status,
    CreatedAt: local(x.createdAt),
    FinishedAt: x.finishedAt === null ? null : local(x.finishedAt),
  });
  const alertView = (x: State['alerts'][number]): J => ({
    AlertId: x.id,
    AlertType: x.type,
    Severity: x.severity,
    RaisedAt: local(x.raisedAt),
    Message: x.message,
  });
  const terminalView = (c: Ctx, t: Terminal): J => ({
    TerminalId: t.id,
    TerminalCode: t.code,
    Name: t.name,
    AccountId: t.accountId,
    ConnectorId: t.connectorId,
    LocationId: t.locationId,
    GroupIds: groupsOf(c)
      .filter((g) => g.terminals.includes(t.id))
      .map((g) => g.id),
    Model: t.model,
    SerialNumber: t.serial,
    SoftwareVersion: t.software,
    Status: t.status,
    LastHeartbeatAt: local(t.heartbeatAt),
    InstalledOn: t.installedOn,
  });
  const configuration = (t: Terminal): J => {
    const k = s.connectors.find((x) => x.id === t.connectorId)!;
    return {
      TerminalCode: t.code,
      ConfigurationVersion: t.configVersion,
      Host: { ConnectorId: k.id, Address: k.host, Port: k.port, Protocol: k.protocol },
      Surcharge: money(t.surcharge),
      Cassettes: t.cassettes.map((x) => ({ Position: x.position, Denomination: money(x.denomination) })),
      KeySlots: [
        { Slot: 'TerminalMasterKey', State: 'Loaded' },
        { Slot: 'PinEncryptionKey', State: 'Loaded' },
      ],
    };
  };

  // ---- transactions
  const SORT = ['terminal_date', 'seq', 'amt_req', 'amt_comp', 'sur_comp'] as const;
  const listTransactions = (c: Ctx): Res => {
    let limit = c.url.searchParams.has('limit') ? integer(c, 'limit', 50, 200) : undefined;
    integer(c, 'page', 1, 1_000_000);
    const terminal = idParam(c, 'terminal_id'),
      group = idParam(c, 'group_id');
    const sortBy = choice(c, 'sort_by', SORT) ?? 'terminal_date',
      dir = choice(c, 'sort_dir', ['asc', 'desc'] as const) ?? 'desc';
    let allowed = c.mine;
    if (f('scope-transactions-account')) {
      const p = partAccounts(c);
      allowed = new Set(s.terminals.filter((t) => p.has(t.accountId)).map((t) => t.id));
    }
    if (f('scope-finance-last-account') && c.user?.role === 'FinanceManager') {
      const a = fullAccounts(c).at(-1)!;
      allowed = new Set([...c.mine].filter((t) => byId.get(t)!.accountId !== a.id));
    }
    if (f('scope-terminal-filter') && terminal) allowed = tenantTerminals(c);
    if (f('scope-group-filter') && group) allowed = tenantTerminals(c);
    let rows = s.transactions.filter((x) => allowed.has(x.terminalId));
    if (f('rows-balance-missing')) rows = rows.filter((x) => x.type !== 'BalanceInquiry');
    const unfiltered = rows;
    const g = group
      ? (groupsOf(c).find((y) => y.id === group) ??
        (f('scope-group-filter') ? s.groups.find((y) => y.id === group && y.tenant === c.tenant) : undefined))
      : undefined;
    const inGroup = (id: string): boolean => {
      if (f('group-unknown-ignored') && !g) return true;
      if (f('group-first-only')) return s.groups.find((y) => y.terminals.includes(id))?.id === group;
      return g !== undefined && g.terminals.includes(id);
    };
    const cmp = (a: Transaction, b: Transaction): number => {
      let d = 0;
      if (sortBy === 'terminal_date') d = a.at - b.at;
      else if (sortBy === 'seq') d = +a.seq - +b.seq;
      else if (sortBy === 'amt_req') d = a.req - b.req;
      else if (sortBy === 'sur_comp') d = a.scomp - b.scomp;
      else if (f('sort-requested')) d = a.req - b.req;
      else if (f('sort-lexical')) {
        const p = (a.comp / 100).toFixed(2),
          q = (b.comp / 100).toFixed(2);
        d = p < q ? -1 : p > q ? 1 : 0;
      } else d = a.comp - b.comp;
      const sign = dir === 'asc' || (f('sort-desc-ignored') && sortBy === 'amt_comp') ? 1 : -1;
      return d !== 0 ? sign * d : a.ref < b.ref ? -1 : 1;
    };
    if (f('limit-before-filter') && limit !== undefined && terminal) rows = [...rows].sort(cmp).slice(0, limit);
    if (terminal && group && f('terminal-or-group'))
      rows = rows.filter((x) => x.terminalId === terminal || inGroup(x.terminalId));
    else {
      if (terminal) rows = rows.filter((x) => x.terminalId === terminal);
      if (group) rows = rows.filter((x) => inGroup(x.terminalId));
    }
    const within = f('sort-within-page');
    rows = within ? [...rows].sort((a, b) => b.at - a.at) : [...rows].sort(cmp);
    let sum = f('summary-ignores-terminal') && terminal ? unfiltered : rows;
    if (f('scope-summary')) {
      const all = tenantTerminals(c),
        shown = new Set(rows);
      sum = s.transactions.filter(
        (x) =>
          shown.has(x) ||
          (all.has(x.terminalId) &&
            (!terminal || x.terminalId === terminal) &&
            (!group || (s.groups.find((y) => y.id === group)?.terminals.includes(x.terminalId) ?? false))),
      );
    }
    const Summary: J = {
      TotalSurcharge: money(sum.reduce((a, x) => a + (f('summary-surcharge-requested') ? x.sreq : x.scomp), 0)),
    };
    if (!f('summary-no-withdrawn'))
      Summary.TotalWithdrawn = money(sum.reduce((a, x) => a + (x.type === 'Withdrawal' ? x.comp : 0), 0));
    const total =
      f('scope-total-records') && !terminal && !group
        ? s.transactions.filter((x) => x.tenant === c.tenant).length
        : undefined;
    return paged(
      c,
      rows,
      'Transactions',
      (x) => row(x, 'list'),
      { Summary },
      {
        param: 'limit',
        size: 50,
        max: 200,
        ...(total === undefined ? {} : { total }),
        ...(within ? { within: (r: Transaction[]) => [...r].sort(cmp) } : {}),
      },
    );
  };
  const timeline = (c: Ctx): Res => {
    const asked = UUID.test(c.ids[0]!) ? s.transactions.find((y) => y.id === c.ids[0]!.toLowerCase()) : undefined;
    if (
      !asked ||
      !(
        c.user === undefined ||
        c.mine.has(asked.terminalId) ||
        (f('scope-timeline-tenant') && asked.tenant === c.tenant)
      )
    )
      throw notFound('transaction');
    const x = f('timeline-by-sequence')
      ? s.transactions.find((y) => y.tenant === asked.tenant && y.seq === asked.seq)!
      : asked;
    const ev: { at: number; Type: string; Description: string; more?: J }[] = [];
    const push = (at: number, Type: string, Description: string, more?: J): void => {
      ev.push({ at, Type, Description, ...(more ? { more } : {}) });
    };
    const pounds = (p: number): string => `£${(p / 100).toFixed(2)}`;
    push(
      x.at,
      'Requested',
      `${x.type} requested at the terminal.` +
        (f('card-track-timeline') && !x.emv && x.type !== 'Reversal' ? ` Track 2: ;${x.pan}=27122011${x.seq}00?` : ''),
    );
    if (x.response === 'Declined')
      push(x.at + 2000, 'Declined', `Declined by the issuer with response code ${x.code}.`);
    else push(x.at + 2000, 'Authorised', 'Authorised by the host.');
    if (x.type === 'Withdrawal') {
      if (x.response === 'Approved' || (x.response === 'Declined' && f('timeline-declined-dispensed')))
        push(x.at + 8000, 'CashDispensed', `${pounds(x.req)} dispensed.`);
      if (x.response === 'PartiallyDispensed')
        push(x.at + 8000, 'PartiallyDispensed', `${pounds(x.comp)} of ${pounds(x.req)} dispensed.`);
      if (x.response === 'Reversed') {
        push(x.at + 9000, 'DispenseFailed', 'No cash was dispensed.');
        const r = s.transactions.find((y) => y.id === x.relatedId)!;
        push(r.at, 'Reversed', 'The withdrawal was reversed.', { RelatedId: r.id });
      }
    } else if (x.response === 'Approved') push(x.at + 5000, 'Completed', `${x.type} completed.`);
    const full = new Set(c.user === undefined ? s.accounts.map((a) => a.id) : fullAccounts(c).map((a) => a.id));
    for (const b of s.batches)
      if (b.entries.some((e) => e.transactionId === x.id))
        push(
          b.createdAt,
          'IncludedInSettlement',
          'Included in a settlement batch.',
          full.has(b.accountId) ? { RelatedId: b.id } : undefined,
        );
    for (const d of s.disputes)
      if (d.transactionId === x.id) {
        push(d.openedAt, 'DisputeOpened', `Dispute ${d.code} opened.`, { RelatedId: d.id });
        if (d.resolvedAt !== null)
          push(d.resolvedAt, 'DisputeResolved', `Dispute ${d.code} resolved.`, { RelatedId: d.id });
      }
    ev.sort((a, b) => a.at - b.at);
    return one(c, {
      TransactionId: asked.id,
      TransactionReference: asked.ref,
      TerminalId: asked.terminalId,
      Events: ev.map((e, i) => ({
        Number: i + 1,
        EventType: e.Type,
        OccurredAt: local(e.at),
        Description: e.Description,
        ...(e.more ?? {}),
      })),
    });
  };
  const terminalTransactions = (c: Ctx): Res => {
    const t = terminalFor(c, c.ids[0]!, f('scope-terminal-transactions') ? 'tenant' : '');
    const rows = s.transactions
      .filter((x) => x.terminalId === t.id || (f('terminal-site-mate') && byId.get(x.terminalId)!.site === t.site))
      .sort((a, b) => b.at - a.at);
    return paged(
      c,
      rows,
      'Transactions',
      (x) => row(x, 'terminal'),
      { TerminalId: t.id },
      { param: 'limit', size: 50, max: 200 },
    );
  };

  // ---- settlements and disputes
  const BATCH = ['Pending', 'Submitted', 'Settled', 'Returned'] as const,
    CASE = ['Open', 'Assigned', 'UnderReview', 'ResolvedAccepted', 'ResolvedRejected'] as const;
  const settlements = (c: Ctx): Res => {
    const st = choice(c, 'status', BATCH),
      acc = idParam(c, 'account_id');
    const full = f('scope-settlements-partial') ? partAccounts(c) : new Set(fullAccounts(c).map((a) => a.id));
    const rows = s.batches
      .filter((b) => full.has(b.accountId) && !b.hidden && (!st || b.status === st) && (!acc || b.accountId === acc))
      .sort((a, b) => b.createdAt - a.createdAt || (a.code < b.code ? -1 : 1));
    return paged(c, rows, 'Settlements', batchView);
  };
  const bodyOf = (c: Ctx, optional: boolean): J => {
    const text = c.req.body ?? '';
    if (text === '' && optional) return {};
    const type = (c.req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
    if (type !== 'application/json')
      throw new Problem(415, 'Unsupported Media Type', 'The body must be application/json.');
    let v: unknown;
    try {
      v = JSON.parse(text);
    } catch {
      throw new Problem(400, 'Bad Request', 'The body is not valid JSON.');
    }
    if (typeof v !== 'object' || v === null || Array.isArray(v))
      throw new Problem(400, 'Bad Request', 'The body must be a JSON object.');
    return v as J;
  };
  const deriveNow = (c: Ctx, b: J): Batch[] => {
    let mine = fullAccounts(c);
    if (f('scope-derive-accounts')) mine = s.accounts.filter((a) => a.tenant === c.tenant);
    if (b.AccountId !== undefined) {
      if (typeof b.AccountId !== 'string' || !UUID.test(b.AccountId))
        throw invalid('AccountId', 'The value must be a UUID.');
      mine = mine.filter((a) => a.id === (b.AccountId as string).toLowerCase());
      if (mine.length === 0)
        throw new Problem(422, 'Unprocessable Content', 'The account was not found.', {
          AccountId: ['The account was not found.'],
        });
    }
    if (
      b.PeriodEnd !== undefined &&
      (typeof b.PeriodEnd !== 'string' ||
        !/^\d{4}-\d\d-\d\d$/.test(b.PeriodEnd) ||
        Number.isNaN(Date.parse(b.PeriodEnd)) ||
        b.PeriodEnd > localDay(NOW))
    )
      throw invalid('PeriodEnd', 'The value must be a date that is not in the future.');
    const until = (b.PeriodEnd as string | undefined) ?? localDay(NOW),
      made: Batch[] = [];
    derived++;
    for (const a of mine) {
      const x = deriveBatch(s, a, until, null, NOW, `-D${derived}`, f('derive-reversed'));
      if (x) {
        if (f('derive-not-listed')) x.hidden = true;
        s.batches.push(x);
        made.push(x);
      }
    }
    return made;
  };
  const derive = (c: Ctx): Res => {
    const early = f('write-derive-before-check') && !canWrite(c) ? deriveNow(c, bodyOf(c, true)) : undefined;
    if (early !== undefined || (!canWrite(c) && !f('write-derive-anyone')))
      throw new Problem(403, 'Forbidden', 'Your role may not derive settlements.');
    const made = deriveNow(c, bodyOf(c, true));
    return one(c, { Settlements: made.map(batchView) }, made.length ? 201 : 200);
  };
  const disputes = (c: Ctx): Res => {
    const st = choice(c, 'status', CASE),
      term = idParam(c, 'terminal_id');
    const rows = s.disputes
      .filter((d) => {
        const seen =
          c.mine.has(d.terminalId) ||
          (f('scope-disputes-status-filter') && st !== undefined && d.tenant === c.tenant) ||
          (f('scope-disputes-cross-tenant-admin') && isAdmin(c));
        return (
          seen &&
          (!st || d.status === st) &&
          (!term || d.terminalId === term) &&
          !(f('resolved-omitted') && !st && d.resolvedAt !== null)
        );
      })
      .sort((a, b) => b.openedAt - a.openedAt || (a.code < b.code ? -1 : 1));
    return paged(c, rows, 'Disputes', (d) => disputeView(c, d));
  };
  const REASONS = [
    'CashNotDispensed',
    'PartialDispense',
    'SurchargeNotDisclosed',
    'UnrecognisedTransaction',
    'DuplicateDebit',
  ] as const;
  const createDispute = (c: Ctx): Res => {
    if (!canWrite(c) && !(f('write-dispute-engineer') && c.user?.role !== 'ReadOnly'))
      throw new Problem(403, 'Forbidden', 'Your role may not open disputes.');
    const b = bodyOf(c, false);
    const errors: Record<string, string[]> = {};
    if (typeof b.TransactionId !== 'string' || !UUID.test(b.TransactionId))
      errors.TransactionId = ['A UUID is required.'];
    const reason = REASONS.find((x) => x === b.ReasonCode);
    if (!reason) errors.ReasonCode = [`The value must be one of: ${REASONS.join(', ')}.`];
    if (b.Note !== undefined && (typeof b.Note !== 'string' || b.Note.length > 500))
      errors.Note = ['The value must be a text of at most 500 characters.'];
    let wanted: number | undefined;
    if (b.Amount !== undefined) {
      const a = b.Amount as { Amount?: unknown; Currency?: unknown } | null;
      if (
        typeof a !== 'object' ||
        a === null ||
        typeof a.Amount !== 'string' ||
        !/^\d{1,7}\.\d\d$/.test(a.Amount) ||
        a.Currency !== 'GBP'
      )
        errors.Amount = ['An amount such as { "Amount": "20.00", "Currency": "GBP" } is required.'];
      else wanted = Math.round(Number(a.Amount) * 100);
    }
    if (Object.keys(errors).length) throw new Problem(400, 'Bad Request', 'The body is invalid.', errors);
    const x = s.transactions.find((y) => y.id === (b.TransactionId as string).toLowerCase());
    if (!x || !(c.mine.has(x.terminalId) || (f('scope-dispute-create') && x.tenant === c.tenant)))
      throw new Problem(422, 'Unprocessable Content', 'The transaction was not found.', {
        TransactionId: ['The transaction was not found.'],
      });
    const amount = wanted ?? (x.response === 'PartiallyDispensed' ? x.req - x.comp : x.req);
    if (amount <= 0 || amount > x.req + x.sreq)
      throw new Problem(
        422,
        'Unprocessable Content',
        'The amount must be above zero and at most the requested amount and surcharge.',
        { Amount: ['Out of range.'] },
      );
    if (s.disputes.some((d) => d.transactionId === x.id && d.resolvedAt === null))
      throw new Problem(409, 'Conflict', 'There is an unresolved dispute for this transaction.');
    const code = `DSP-${String(s.disputes.length + 1).padStart(5, '0')}`;
    const d: Dispute = {
      id: uuid('dispute/' + code),
      code,
      tenant: x.tenant,
      status: 'Open',
      reason: reason!,
      transactionId: x.id,
      terminalId: x.terminalId,
      amount,
      openedAt: NOW,
      due: localDay(NOW + 45 * 86400_000),
      team: null,
      assignee: null,
      assignedAt: null,
      note: (b.Note as string | undefined) ?? null,
      resolvedAt: null,
      refund: 0,
      resolutionNote: null,
      reviewer: null,
      reviewedAt: null,
      created: true,
    };
    s.disputes.push(d);
    return one(c, { Dispute: disputeView(c, d) }, 201);
  };

  // ---- terminals, locations, groups, connectors
  const statusMonitoring = (c: Ctx): Res => {
    const t = terminalFor(c, c.ids[0]!, f('scope-status-monitoring') ? 'tenant' : '');
    const state = (x: { remaining: number }): string =>
      x.remaining === 0 ? 'Empty' : x.remaining < 300 ? 'Low' : 'Normal';
    const cs = t.cassettes.filter((x) => !(f('cassette-empty-dropped') && x.remaining === 0));
    return one(c, {
      TerminalId: t.id,
      TerminalCode: t.code,
      Status: f('status-maintenance') && t.status === 'Maintenance' ? 'Online' : t.status,
      LastHeartbeatAt: local(t.heartbeatAt),
      Communication: {
        ConnectorId: t.connectorId,
        State: t.status === 'Offline' ? 'Lost' : 'Established',
        SignalDbm: t.signal,
      },
      Telemetry: {
        TemperatureCelsius: t.temperature,
        ReceiptPaperPercent: t.paper,
        Devices: [
          { Device: 'Dispenser', State: t.status === 'Degraded' ? 'Warning' : 'Good' },
          { Device: 'CardReader', State: 'Good' },
          { Device: 'ReceiptPrinter', State: t.paper < 10 ? 'Warning' : 'Good' },
        ],
      },
      Cassettes: cs.map((x) => ({
        Position: x.position,
        Denomination: money(x.denomination),
        NotesLoaded: x.loaded,
        NotesRemaining: x.remaining,
        Value: money(x.denomination * x.remaining),
        State: state(x),
      })),
      CashTotal: money(t.cassettes.reduce((a, x) => a + x.denomination * x.remaining, 0)),
      OpenAlerts: s.alerts.filter((a) => a.terminalId === t.id && a.status === 'Open').map(alertView),
    });
  };
  const locations = (c: Ctx): Res =>
    paged(
      c,
      terminals(c).filter((t) => !(f('scope-locations-maintenance') && t.status === 'Maintenance')),
      'Locations',
      locationView,
    );
  const location = (c: Ctx): Res => {
    const t = terminalFor(c, c.ids[0]!, f('scope-location-by-id') ? 'any' : '');
    return one(c, {
      Location: locationView(f('location-site-mate') ? s.terminals.find((x) => x.site === t.site)! : t),
    });
  };
  const connectors = (c: Ctx): Res => paged(c, connectorsOf(c), 'Connectors', (x) => connectorView(c, x));
  const connectorStatus = (c: Ctx): Res => {
    const id = c.ids[0]!.toLowerCase();
    const k =
      connectorsOf(c).find((x) => x.id === id) ??
      (f('scope-connector-status') ? s.connectors.find((x) => x.id === id && x.tenant === c.tenant) : undefined);
    if (!k) throw notFound('connector');
    const rows = s.transactions.filter(
      (x) =>
        byId.get(x.terminalId)!.connectorId === k.id &&
        (c.mine.has(x.terminalId) || f('scope-connector-activity')) &&
        x.at > NOW - 7 * 86400_000,
    );
    const declined = rows.filter((x) => x.response === 'Declined').length;
    return one(c, {
      ConnectorId: k.id,
      ConnectorCode: k.code,
      Status: f('connector-always-connected') && k.status === 'Degraded' ? 'Connected' : k.status,
      LastMessageAt: local(k.lastMessageAt),
      LatencyMilliseconds: k.latency,
      CheckedAt: local(NOW),
      TerminalIds: terminals(c)
        .filter((t) => t.connectorId === k.id)
        .map((t) => t.id),
      ActivityLast7Days: { Transactions: rows.length, Declined: declined, NotDeclined: rows.length - declined },
    });
  };
  const groups = (c: Ctx): Res => {
    const r = paged(
      c,
      groupsOf(c).filter((g) => !(f('group-empty-dropped') && g.terminals.length === 0)),
      'TerminalGroups',
      (g) => groupView(c, g),
    );
    if (f('groups-text')) r.headers['content-type'] = 'text/plain; charset=utf-8';
    return r;
  };
  const commands = (c: Ctx): Res => {
    const t = terminalFor(c, c.ids[0]!, f('scope-commands') ? 'tenant' : '');
    return paged(
      c,
      s.commands
        .filter((x) => x.terminalId === t.id && !(f('commands-queued-omitted') && x.status === 'Queued'))
        .sort((a, b) => b.queuedAt - a.queuedAt),
      'Commands',
      (x) => commandView(c, x),
      { TerminalId: t.id },
    );
  };
  const payload = (c: Ctx): Res => {
    const t = terminalFor(c, c.ids[0]!),
      conf = configuration(t);
    if (f('provisioning-key'))
      conf.TerminalMasterKey = createHash('sha256')
        .update('tmk' + t.code)
        .digest('hex')
        .slice(0, 32)
        .toUpperCase();
    return one(c, {
      TerminalId: t.id,
      Configuration: conf,
      Jobs: s.jobs
        .filter((x) => x.terminalId === t.id)
        .sort((a, b) => b.createdAt - a.createdAt)
        .map(jobView),
    });
  };
  const exported = (c: Ctx): Res => {
    const t = terminalFor(c, c.ids[0]!, f('scope-provisioning-export') ? 'any' : '');
    const of = f('export-first-of-model') ? s.terminals.find((x) => x.tenant === t.tenant && x.model === t.model)! : t;
    const content = configuration(of);
    return one(c, {
      TerminalId: t.id,
      FileName: `${t.code}-v${t.configVersion}.json`,
      Format: 'Json',
      ExportedAt: local(NOW),
      Sha256: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
      Content: content,
    });
  };

  // ---- portal, catalog, feeds, public
  const portal = (c: Ctx): Res => {
    const u0 = c.user!,
      tn = s.tenants.find((t) => t.id === c.tenant)!,
      u = f('portal-principal') ? s.users.find((x) => x.tenant === c.tenant)! : u0,
      w = canWrite(c) || f('portal-access-flag');
    const mine = c.mine,
      wide = tenantTerminals(c);
    const userView = (x: User): J => ({
      UserId: x.id,
      UserName: x.userName,
      DisplayName: x.name,
      Email: x.email,
      Role: x.role,
    });
    const of = <T extends { terminalId: string }>(rows: T[], fault = ''): T[] =>
      rows.filter((x) => (fault && f(fault) ? wide : mine).has(x.terminalId));
    const parts = partAccounts(c);
    const data: J = {
      Principal: userView(u),
      Account: {
        TenantCode: tn.code,
        LegalName: tn.legalName,
        TradingName: tn.tradingName,
        CompanyNumber: tn.companyNumber,
        Country: 'GB',
        Currency: 'GBP',
        TimeZone: 'Europe/London',
        Accounts: s.accounts
          .filter((a) => a.tenant === c.tenant && parts.has(a.id))
          .map((a) => ({ AccountId: a.id, AccountCode: a.code, Name: a.name })),
      },
      Branding: {
        DisplayName: tn.tradingName,
        PrimaryColour: tn.colour,
        PortalDomain: tn.domain,
        ...(f('portal-dns-missing') ? {} : { DnsState: tn.dnsState }),
      },
      Access: {
        IsAdministrator: isAdmin(c),
        CanReadTransactions: true,
        CanReadSettlements: true,
        CanReadDisputes: true,
        CanDeriveSettlements: w,
        CanOpenDisputes: w,
        CanChangeConfiguration: isAdmin(c),
      },
      Users: s.users.filter((x) => u0.sees.includes(x.id) || (f('portal-users-all') && isAdmin(c))).map(userView),
      Terminals: (f('portal-terminals-25') ? terminals(c).slice(0, 25) : terminals(c)).map((t) => terminalView(c, t)),
      TerminalGroups: groupsOf(c).map((g) => groupView(c, g)),
      Connectors: connectorsOf(c).map((x) => connectorView(c, x)),
      RecentTransactions: of(s.transactions)
        .sort((a, b) => b.at - a.at)
        .slice(0, 20)
        .map((x) => row(x, 'portal')),
      RecentCommands: of(s.commands)
        .sort((a, b) => b.queuedAt - a.queuedAt)
        .slice(0, 20)
        .map((x) => commandView(c, x)),
      Forms: of(s.forms)
        .sort((a, b) => b.submittedAt - a.submittedAt)
        .map((x) => ({
          FormId: x.id,
          FormCode: x.code,
          Title: x.title,
          TerminalId: x.terminalId,
          SubmittedAt: local(x.submittedAt),
          Status: x.status,
        })),
      Reports: REPORTS.filter((r) => r[3].includes(u0.role)).map((r) => ({
        ReportCode: r[0],
        Title: r[1],
        Category: r[2],
      })),
      ComplianceVault: of(s.compliance, 'portal-compliance-unscoped').map((x) => ({
        ComplianceItemId: x.id,
        TerminalId: x.terminalId,
        Title: x.title,
        ExpiresOn: x.expiresOn,
        State: x.state,
      })),
      Onboarding: of(s.onboarding).map((x) => ({
        TaskId: x.id,
        TerminalId: x.terminalId,
        Step: x.step,
        State: x.state,
      })),
      Documents: of(s.documents).map((x) => ({
        DocumentId: x.id,
        TerminalId: x.terminalId,
        Title: x.title,
        Category: x.category,
        UploadedAt: local(x.uploadedAt),
      })),
      Videos: s.videos.map((x) => ({ VideoId: x.id, Title: x.title, DurationSeconds: x.seconds, Url: x.url })),
    };
    if (f('portal-forms-missing')) delete data.Forms;
    const r = one(c, data);
    if (f('cache-portal-public')) r.headers['cache-control'] = 'public, max-age=300';
    return r;
  };
  const FEED_LIST = [
    { Path: '/v1/feeds/account.xml', Title: 'Account feed' },
    { Path: '/v1/feeds/terminals/{terminal_id}.xml', Title: 'Terminal feed' },
  ];
  const FEEDS_OF: Record<string, number[]> = {
    AccountAndFleetSnapshot: [0],
    TerminalsLocationsTelemetry: [0, 1],
    TransactionsAndProcessorActivity: [0, 1],
    RmsCommandsConnectorsProvisioning: [1],
  };
  const catalog = (c: Ctx): Res => {
    const seen = new Set<string>();
    let services: J[] = FAMILIES.map((fam) => {
      let events = fam.events;
      if (f('catalog-event-dedupe')) {
        events = events.filter((e) => !seen.has(e));
        events.forEach((e) => seen.add(e));
      }
      const eps: J[] = routes
        .filter((r) => r.family === fam.id && !r.path.startsWith('/v1/settlements/derive#'))
        .map((r) => ({
          Method: r.method,
          Path: r.path,
          Summary: r.summary,
          Authentication: r.pub ? 'None' : 'ApiKey',
        }));
      if (f('catalog-ghost-endpoint') && fam.id === 'TerminalsLocationsTelemetry')
        eps.push({ Method: 'GET', Path: '/v1/terminals', Summary: 'Terminals.', Authentication: 'ApiKey' });
      if (fam.id === 'ComplianceVaultAndOnboarding')
        eps.unshift({
          Method: 'GET',
          Path: '/v1/portal',
          Summary: 'Portal snapshot of the current user.',
          Authentication: 'ApiKey',
        });
      const g: J = {
        Service: fam.id,
        Title: fam.title,
        portal_surfaces: fam.surfaces.map((n) => ({ Name: n })),
        api_endpoints: eps,
        webhook_events: events.map((e) => ({
          Name: f('catalog-event-renamed') && e === 'dispenser_fault' ? 'dispenser_error' : e,
          Delivery: f('catalog-unsigned') ? 'UnsignedPush' : 'SignedPush',
          SubscriptionLevels: ['Account', 'Terminal'],
        })),
        notes: fam.notes,
      };
      const feeds = (FEEDS_OF[fam.id] ?? []).map((i) => ({ ...FEED_LIST[i], ContentType: 'application/rss+xml' }));
      if (feeds.length || !f('catalog-feeds-omitted')) g.rss_feeds = feeds;
      return g;
    });
    if (f('catalog-flat')) {
      const all = (k: string): unknown[] => services.flatMap((x) => x[k] as unknown[]);
      services = [
        {
          Service: 'All',
          Title: 'All services',
          portal_surfaces: all('portal_surfaces'),
          api_endpoints: all('api_endpoints'),
          webhook_events: all('webhook_events'),
          rss_feeds: all('rss_feeds'),
          notes: all('notes'),
        },
      ];
    }
    return one(c, { Services: services });
  };
  interface Item {
    title: string;
    text: string;
    category: string;
    guid: string;
    at: number;
    link: string;
  }
  const rss = (c: Ctx, title: string, text: string, items: Item[], type: string): Res => {
    const e = f('feed-unescaped') ? (x: string): string => x : xml;
    const body =
      `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>${e(title)}</title><link>${xml(c.base + c.url.pathname)}</link><description>${e(text)}</description><language>en-GB</language><lastBuildDate>${rfc822(NOW)}</lastBuildDate>` +
      items
        .sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1))
        .map(
          (i) =>
            `\n<item><title>${e(i.title)}</title><link>${xml(c.base + i.link)}</link><description>${e(i.text)}</description><category>${i.category}</category><guid isPermaLink="false">${i.guid}</guid><pubDate>${rfc822(i.at)}</pubDate></item>`,
        )
        .join('') +
      '\n</channel></rss>\n';
    return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body };
  };
  const statusItem = (t: Terminal): Item => ({
    title: `${t.code} ${t.name}: ${t.status}`,
    text: `Status ${t.status}, last heartbeat ${local(t.heartbeatAt)}.`,
    category: 'TerminalStatus',
    guid: `status-${t.id}`,
    at: t.heartbeatAt,
    link: `/v1/terminals/${t.id}/status-monitoring`,
  });
  const txItem = (x: Transaction): Item => ({
    title: `${byId.get(x.terminalId)!.code} ${x.type}: ${x.response}`,
    text: `${x.ref}, sequence ${x.seq}, requested £${(x.req / 100).toFixed(2)}, completed £${(x.comp / 100).toFixed(2)}.`,
    category: 'Transaction',
    guid: `transaction-${x.id}`,
    at: x.at,
    link: `/v1/transactions/${x.id}/timeline`,
  });
  const alertItem = (a: State['alerts'][number]): Item => ({
    title: `${byId.get(a.terminalId)!.code} ${a.type}: ${a.status}`,
    text: a.message,
    category: 'Alert',
    guid: `alert-${a.id}`,
    at: a.raisedAt,
    link: `/v1/terminals/${a.terminalId}/status-monitoring`,
  });
  const journalItem = (j: State['journal'][number]): Item => ({
    title: `${byId.get(j.terminalId)!.code} switch journal: ${j.level}`,
    text: j.message,
    category: 'Journal',
    guid: `journal-${j.id}`,
    at: j.at,
    link: `/v1/terminals/${j.terminalId}/status-monitoring`,
  });
  const accountFeed = (c: Ctx): Res => {
    const on = (id: string): boolean => c.mine.has(id),
      wide = f('feed-account-journal-scope') ? tenantTerminals(c) : c.mine;
    const items = [
      ...terminals(c).map(statusItem),
      ...s.transactions
        .filter((x) => on(x.terminalId))
        .slice(-25)
        .map(txItem),
      ...(f('feed-account-no-alerts') ? [] : s.alerts.filter((a) => on(a.terminalId)).map(alertItem)),
      ...s.journal
        .filter((j) => wide.has(j.terminalId))
        .sort((a, b) => b.at - a.at)
        .slice(0, 25)
        .map(journalItem),
    ];
    const tn = s.tenants.find((t) => t.id === c.tenant);
    return rss(
      c,
      `${tn?.tradingName ?? 'Fleet'} account feed`,
      'Digest of all visible terminals.',
      items,
      f('feed-account-type') ? 'text/xml; charset=utf-8' : RSS,
    );
  };
  const terminalFeed = (c: Ctx): Res => {
    const t = terminalFor(c, c.ids[0]!, f('feed-terminal-scope') ? 'tenant' : ''),
      on = (x: { terminalId: string }): boolean => x.terminalId === t.id;
    const items = [
      statusItem(t),
      ...s.transactions.filter(on).map(txItem),
      ...s.journal.filter(on).map(journalItem),
      ...s.commands
        .filter((x) => on(x) && !(f('feed-queued-missing') && x.status === 'Queued'))
        .map(
          (x): Item => ({
            title: `${t.code} command ${x.type}: ${x.status}`,
            text: x.result ?? 'Waiting for the terminal.',
            category: 'Command',
            guid: `command-${x.id}`,
            at: x.completedAt ?? x.queuedAt,
            link: `/v1/terminals/${t.id}/commands`,
          }),
        ),
      ...s.jobs.filter(on).map(
        (x): Item => ({
          title: `${t.code} provisioning ${x.template}: ${x.status}`,
          text: `Provisioning job ${x.status}.`,
          category: 'ProvisioningJob',
          guid: `job-${x.id}`,
          at: x.finishedAt ?? x.createdAt,
          link: `/v1/terminals/${t.id}/provisioning-payload`,
        }),
      ),
      ...s.alerts.filter(on).map(alertItem),
    ];
    return rss(
      c,
      `${t.code} ${t.name}`,
      `Activity of terminal ${t.code}.`,
      items,
      f('feed-terminal-type') ? 'application/atom+xml; charset=utf-8' : RSS,
    );
  };
  const branding = (c: Ctx): Res => {
    const data: J = { Branding: { Product: 'Terminal Fleet Portal', State: 'Ready' } };
    if (!f('branding-no-docs-host'))
      data.DocsHost = {
        HostName: 'docs.fleetportal.example',
        DnsState: 'Verified',
        CertificateState: 'Issued',
        IsReady: true,
      };
    if (f('branding-tenants'))
      data.Tenants = s.tenants.map((t) => ({ Name: t.legalName, PortalDomain: t.domain, DnsState: t.dnsState }));
    const r = one(c, data);
    r.headers['cache-control'] = 'public, max-age=60';
    return r;
  };
  const openapi = (c: Ctx): Res => {
    const doc = buildOpenApi(
      routes.map((r) => ({
        method: r.method,
        path: r.path,
        summary: r.summary,
        pub: r.pub === true,
        family: r.family,
      })),
    );
    const paths = doc.paths as Record<string, J>;
    if (f('openapi-no-sort-dir')) {
      const g = paths['/v1/transactions']!.get as J;
      g.parameters = (g.parameters as J[]).filter((p) => p.$ref !== '#/components/parameters/SortDir');
    }
    if (f('openapi-internal'))
      paths['/v1/internal/tenants/{tenant_id}/impersonate'] = {
        post: {
          tags: ['Internal'],
          operationId: 'ImpersonateTenant',
          summary: 'Support only: act as a tenant.',
          parameters: [{ name: 'tenant_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
          responses: { '200': { description: 'Impersonation key.' } },
        },
      };
    const schemas = (doc.components as { schemas: Record<string, { properties: Record<string, { enum?: string[] }> }> })
      .schemas;
    if (f('openapi-enum')) {
      const r = schemas.Transaction!.properties.Response!;
      r.enum = r.enum!.filter((x) => x !== 'PartiallyDispensed');
    }
    if (f('openapi-unversioned')) {
      paths['/disputes'] = paths['/v1/disputes']!;
      delete paths['/v1/disputes'];
    }
    const body = JSON.stringify(doc),
      etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 24)}"`;
    const headers: Record<string, string> = {
      'content-type': JSON_TYPE,
      'cache-control': f('openapi-no-store') ? 'no-store' : 'public, max-age=3600',
      etag,
    };
    if ((c.req.headers['if-none-match'] ?? '').split(',').some((x) => x.trim().replace(/^W\//, '') === etag))
      return { status: 304, headers: { 'cache-control': headers['cache-control']!, etag }, body: '' };
    return { status: 200, headers, body };
  };

  const [F1, F2, F3, F4, F5, F6] = FAMILIES.map((x) => x.id) as [string, string, string, string, string, string];
  const routes: Route[] = [
    { method: 'GET', path: '/v1/portal', family: F1, summary: 'Portal snapshot of the current user.', run: portal },
    {
      method: 'GET',
      path: '/v1/integrations/catalog',
      family: F1,
      summary: 'Inventory of the integration surface, grouped by service.',
      run: catalog,
    },
    {
      method: 'GET',
      path: '/v1/integrations/public-openapi.json',
      family: F1,
      summary: 'This document.',
      pub: true,
      run: openapi,
    },
    {
      method: 'GET',
      path: '/v1/transactions',
      family: F3,
      summary: 'Transactions of visible terminals, with a summary.',
      run: listTransactions,
    },
    {
      method: 'GET',
      path: '/v1/transactions/{transaction_id}/timeline',
      family: F3,
      summary: 'Timeline of one transaction.',
      run: timeline,
    },
    { method: 'GET', path: '/v1/settlements', family: F5, summary: 'ACH settlement batches.', run: settlements },
    {
      method: 'POST',
      path: '/v1/settlements/derive',
      family: F5,
      summary: 'Derive settlement batches from unsettled transactions.',
      run: derive,
    },
    { method: 'GET', path: '/v1/disputes', family: F5, summary: 'Dispute cases.', run: disputes },
    { method: 'POST', path: '/v1/disputes', family: F5, summary: 'Open a dispute case.', run: createDispute },
    { method: 'GET', path: '/v1/locations', family: F2, summary: 'Locations of visible terminals.', run: locations },
    {
      method: 'GET',
      path: '/v1/locations/{terminal_id}',
      family: F2,
      summary: 'Location of one terminal.',
      run: location,
    },
    {
      method: 'GET',
      path: '/v1/terminals/{terminal_id}/status-monitoring',
      family: F2,
      summary: 'Status and telemetry of one terminal.',
      run: statusMonitoring,
    },
    {
      method: 'GET',
      path: '/v1/terminals/{terminal_id}/transactions',
      family: F3,
      summary: 'Transactions of one terminal, latest first.',
      run: terminalTransactions,
    },
    { method: 'GET', path: '/v1/connectors', family: F4, summary: 'Connectors.', run: connectors },
    {
      method: 'GET',
      path: '/v1/connectors/{connector_id}/status',
      family: F4,
      summary: 'Status of one connector.',
      run: connectorStatus,
    },
    { method: 'GET', path: '/v1/terminal-groups', family: F2, summary: 'Terminal groups.', run: groups },
    {
      method: 'GET',
      path: '/v1/terminals/{terminal_id}/commands',
      family: F4,
      summary: 'Commands of one terminal, latest first.',
      run: commands,
    },
    {
      method: 'GET',
      path: '/v1/terminals/{terminal_id}/provisioning-payload',
      family: F4,
      summary: 'Provisioning payload of one terminal.',
      run: payload,
    },
    {
      method: 'GET',
      path: '/v1/terminals/{terminal_id}/provisioning-export',
      family: F4,
      summary: 'Provisioning export of one terminal.',
      run: exported,
    },
    { method: 'GET', path: '/v1/feeds/account.xml', family: F1, summary: 'RSS feed of the account.', run: accountFeed },
    {
      method: 'GET',
      path: '/v1/feeds/terminals/{terminal_id}.xml',
      family: F2,
      summary: 'RSS feed of one terminal.',
      run: terminalFeed,
    },
    {
      method: 'GET',
      path: '/v1/public/branding-status',
      family: F1,
      summary: 'Readiness of branding and of the documentation host.',
      pub: true,
      run: branding,
    },
  ];
  if (f('compliance-endpoint'))
    routes.push({
      method: 'GET',
      path: '/v1/compliance',
      family: F6,
      summary: 'Compliance items of visible terminals.',
      run: (c) =>
        paged(
          c,
          s.compliance.filter((x) => c.mine.has(x.terminalId)),
          'ComplianceItems',
          (x) => ({
            ComplianceItemId: x.id,
            TerminalId: x.terminalId,
            Title: x.title,
            ExpiresOn: x.expiresOn,
            State: x.state,
          }),
        ),
    });
  const table = routes.map((r) => ({
    ...r,
    re: new RegExp('^' + r.path.replace(/[.]/g, '\\.').replace(/\{[a-z_]+\}/g, '([^/]+)') + '$'),
  }));
  if (f('write-derive-get'))
    table.push({
      method: 'GET',
      path: '/v1/settlements/derive',
      family: F5,
      summary: '',
      run: (c) => one(c, { Settlements: deriveNow(c, {}).map(batchView) }),
      re: /^\/v1\/settlements\/derive$/,
    });

  const userOf = (key: string | undefined): User | undefined => {
    if (key === undefined) return undefined;
    if (f('auth-secret-not-compared')) return s.users.find((u) => u.key.split('.')[0] === key.split('.')[0]);
    if (f('auth-key-prefix')) return s.users.find((u) => u.key.startsWith(key));
    return s.users.find((u) => u.key === key);
  };
  const problem = (p: Problem, path: string): Res => ({
    status: p.status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store', ...p.extra },
    body: JSON.stringify({
      type: `https://docs.fleetportal.example/problems/${p.title.toLowerCase().replaceAll(' ', '-')}`,
      title: p.title,
      status: p.status,
      detail: p.detail,
      instance: path,
      ...(p.errors ? { errors: p.errors } : {}),
    }),
  });

  const handle = (req: Req): Res => {
    const host = req.headers.host,
      base = host ? `${req.headers['x-forwarded-proto'] ?? 'http'}://${host}` : 'https://api.fleetportal.example';
    let url: URL;
    try {
      url = new URL(req.path, 'http://internal.invalid');
    } catch {
      return problem(new Problem(400, 'Bad Request', 'The request target is invalid.'), '/');
    }
    let path = url.pathname;
    try {
      if (f('version-alias') && !path.startsWith('/v1/')) path = '/v1' + path;
      const hits = table.map((r) => ({ r, m: r.re.exec(path) })).filter((x) => x.m !== null);
      if (hits.length === 0) throw new Problem(404, 'Not Found', 'There is no such resource.');
      const methods = [...new Set(hits.flatMap((h) => (h.r.method === 'GET' ? ['GET', 'HEAD'] : [h.r.method])))];
      const allow = [...methods, 'OPTIONS'].join(', ');
      if (req.method === 'OPTIONS') return { status: 204, headers: { allow }, body: '' };
      const hit = hits.find((h) => h.r.method === (req.method === 'HEAD' ? 'GET' : req.method));
      if (!hit) throw new Problem(405, 'Method Not Allowed', 'The method is not allowed here.', undefined, { allow });
      let ids: string[];
      try {
        ids = hit.m!.slice(1).map((x) => decodeURIComponent(x!));
      } catch {
        throw new Problem(404, 'Not Found', 'There is no such resource.');
      }
      const key = req.headers['x-api-key'],
        p = hit.r.path;
      let user: User | undefined;
      if (
        !hit.r.pub ||
        (f('auth-openapi-needs-key') && p.endsWith('/public-openapi.json')) ||
        (f('auth-branding-needs-key') && p.endsWith('/branding-status'))
      ) {
        user = userOf(key);
        const anonymous =
          key === undefined &&
          ((f('auth-timeline-open') && p.endsWith('/timeline')) ||
            (f('auth-account-feed-open') && p === '/v1/feeds/account.xml'));
        if (!user && f('auth-head-open') && req.method === 'HEAD') user = s.users[0];
        if (!user && f('auth-any-key-catalog') && p === '/v1/integrations/catalog' && key) user = s.users[0];
        if (!user && !anonymous)
          throw new Problem(401, 'Unauthorized', 'A valid API key is required in the header X-API-Key.', undefined, {
            'www-authenticate': 'ApiKey realm="terminal-fleet", header="X-API-Key"',
          });
      }
      const c: Ctx = {
        req,
        url,
        base,
        ...(user ? { user } : {}),
        tenant: user?.tenant ?? '',
        mine: new Set(user ? user.terminals : s.terminals.map((t) => t.id)),
        ids,
        headers: req.headers,
      };
      if (f('cache-connectors-by-path') && p === '/v1/connectors') {
        const k = url.pathname + url.search;
        let r = cache.get(k);
        if (!r) {
          r = hit.r.run(c);
          cache.set(k, r);
        }
        return { ...r, headers: { ...r.headers } };
      }
      return hit.r.run(c);
    } catch (e) {
      if (e instanceof Problem) return problem(e, url.pathname);
      if (f('limit-negative-500'))
        return {
          status: 500,
          headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
          body: `${(e as Error).message}\n   at Fleet.Api.TransactionsController.List(Int32 limit) in /src/Fleet.Api/TransactionsController.cs:line 88\n`,
        };
      return problem(new Problem(500, 'Internal Server Error', 'The request could not be processed.'), url.pathname);
    }
  };
  return async (req) => {
    const r = handle(req);
    if (r.status !== 204 && r.status !== 304) r.headers['content-length'] = String(Buffer.byteLength(r.body));
    return req.method === 'HEAD' ? { ...r, body: '' } : r;
  };
}
