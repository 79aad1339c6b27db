// @ts-nocheck: written without noUncheckedIndexedAccess
// The service: one function from Request to Response. `on('id')` switches one known fault on.
import { createHash } from 'node:crypto';
import type { Batch, Dispute, Terminal, Transaction, User } from './data.ts';
import * as data from './data.ts';
import { dayOf, guid, isoAt, NOW, transactions } from './data.ts';
import { catalogGroups, publicDocument } from './docs.ts';
import { faults } from './faults.ts';

export { faults };
export const name = 'odata-pascal';
export const title = 'Fleet Portal Data Service (OData style)';
export const keys: Map<string, string> = new Map(data.users.map((u) => [u.name, u.key]));

const MINUTE = 60_000,
  DAY = 86_400_000;
const SORTS: Record<string, (x: Transaction) => number | string> = {
  term_date: (x) => x.at,
  trans_type: (x) => x.type,
  seq_no: (x) => x.seq,
  acct_type: (x) => x.accountType,
  response: (x) => x.code,
  amt_req: (x) => x.amtReq,
  amt_comp: (x) => x.amtComp,
  sur_req: (x) => x.surReq,
  sur_comp: (x) => x.surComp,
};
const REASONS = ['CashNotDispensed', 'PartialDispense', 'DuplicatePosting', 'UnauthorizedUse', 'SurchargeNotDisclosed'];
const QUEUES = ['DisputeDesk', 'FieldReview'];
const money = (cents: number) => (cents / 100).toFixed(2);
const at = (ms: number | null) => (ms === null ? null : isoAt(ms));
const esc = (s: string) =>
  s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&apos;');

class Failure extends Error {
  status: number;
  code: string;
  target: string | null;
  details: { code: string; target: string; message: string }[];
  headers: Record<string, string>;
  constructor(
    status: number,
    code: string,
    message: string,
    target: string | null = null,
    details: { code: string; target: string; message: string }[] = [],
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.target = target;
    this.details = details;
    this.headers = headers;
  }
}
const missing = (what: string, id: string) =>
  new Failure(404, 'ResourceNotFound', `No ${what} with the identifier '${id}' is visible to you.`, what);
interface FeedItem {
  guid: string;
  kind: string;
  at: number;
  title: string;
  text: string;
  terminalId: string;
}

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error(`Unknown fault: ${fault}`);
  const on = (id: string) => fault === id;
  const disputes: Dispute[] = data.disputes.map((d) => ({ ...d }));
  const batches: Batch[] = data.batches.map((b) => ({ ...b }));
  const remembered = new Map<string, { status: number; headers: [string, string][]; body: string }>();
  const docText = JSON.stringify(alteredDocument());
  const docTag = `"${createHash('sha256').update(docText).digest('hex').slice(0, 20)}"`;

  // ---------- answers ----------
  const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), {
      status,
      headers: {
        'Content-Type': 'application/json; odata.metadata=minimal; charset=utf-8',
        'OData-Version': '4.0',
        'Cache-Control': on('cache-private-as-public') ? 'public, max-age=300' : 'private, no-store',
        Vary: 'X-API-Key',
        ...headers,
      },
    });
  const failed = (f: Failure) => {
    if (on('error-html') && f.status === 404)
      return new Response('<html><body><h1>Not Found</h1></body></html>', {
        status: 404,
        headers: { 'Content-Type': 'text/html' },
      });
    if (on('error-200') && f.status === 400)
      return json(200, { error: { code: f.code, message: f.message, target: f.target, details: f.details } });
    return json(
      f.status,
      { error: { code: f.code, message: f.message, target: f.target, details: f.details } },
      f.headers,
    );
  };
  const context = (url: URL, set: string) => `${url.origin}/v1/$metadata#${set}`;

  // ---------- who asks, and what they may see ----------
  const authenticate = (request: Request, url: URL): User => {
    let key = request.headers.get('x-api-key')?.trim() ?? '';
    if (!key && on('auth-key-in-query')) key = url.searchParams.get('api_key') ?? '';
    if (!key && on('auth-bearer-accepted')) key = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
    let user = data.users.find((u) => u.key === key);
    if (!user && on('auth-key-case-ignored')) user = data.users.find((u) => u.key.toLowerCase() === key.toLowerCase());
    if (!user && on('auth-key-prefix') && key.length >= 8)
      user = data.users.find((u) => u.key.startsWith(key) || key.startsWith(u.key));
    if (!user && !key && on('auth-catalog-open') && url.pathname === '/v1/integrations/catalog') user = data.users[2];
    if (!user && !key && on('auth-terminal-feed-open') && /^\/v1\/feeds\/terminals\//.test(url.pathname))
      user = data.users[0];
    if (!user && !key && on('auth-derive-open') && request.method === 'POST') user = data.users[0];
    if (!user && key && on('auth-wrong-key-empty')) user = { ...data.users[4], id: guid('nobody') };
    if (!user)
      throw new Failure(
        401,
        'Unauthorized',
        key ? 'The API key is not valid.' : 'The X-API-Key header is required.',
        'X-API-Key',
        [],
        on('error-401-no-challenge') ? {} : { 'WWW-Authenticate': 'ApiKey realm="fleet", header="X-API-Key"' },
      );
    return user;
  };
  const accountTerminals = (u: User) => data.terminals.filter((t) => t.accountId === u.accountId);
  const idsOf = (u: User): Set<string> => {
    const ids = new Set(data.terminalIdsOf(u));
    if (on('scope-empty-means-all') && !ids.size) return new Set(accountTerminals(u).map((t) => t.id));
    if (on('scope-first-group-only') && u.groups.length > 1)
      return new Set(
        accountTerminals(u)
          .filter((t) => t.groupIds.includes(u.groups[0]))
          .map((t) => t.id),
      );
    return ids;
  };
  const seenTerminals = (u: User) => {
    const ids = idsOf(u);
    return accountTerminals(u).filter((t) => ids.has(t.id));
  };
  const whole = (u: User) => u.all;
  const terminalFor = (u: User, id: string, open = false, anyTenant = false): Terminal => {
    const t = data.terminalOf(id);
    if (t && (anyTenant || (open && t.accountId === u.accountId) || idsOf(u).has(id))) return t;
    if (t && t.accountId === u.accountId && on('error-403-reveals'))
      throw new Failure(
        403,
        'Forbidden',
        `Terminal '${id}' belongs to your account but is not visible to you.`,
        'terminal_id',
      );
    throw missing('terminal', id);
  };
  const seenUsers = (u: User): User[] => {
    if (on('portal-users-all')) return data.users.filter((o) => o.accountId === u.accountId);
    if (u.access.CanManageUsers)
      return data.users.filter((o) => on('portal-users-tenant') || o.accountId === u.accountId);
    if (u.role !== 'RegionalManager') return [u];
    const ids = idsOf(u);
    return data.users.filter(
      (o) =>
        o === u ||
        (o.accountId === u.accountId &&
          !o.all &&
          data.terminalIdsOf(o).length > 0 &&
          data.terminalIdsOf(o).every((id) => ids.has(id))),
    );
  };
  const person = (u: User, id: string | null) => {
    if (id === null) return null;
    const o = data.users.find((x) => x.id === id)!;
    return seenUsers(u).includes(o) || on('dispute-hidden-assignee')
      ? { UserId: o.id, DisplayName: o.displayName }
      : { UserId: null, DisplayName: 'Account staff' };
  };
  const groupsOf = (u: User) =>
    data.groups.filter(
      (g) =>
        g.accountId === u.accountId &&
        (whole(u) || on('scope-groups-all') || seenTerminals(u).some((t) => t.groupIds.includes(g.id))),
    );
  const connectorsOf = (u: User) =>
    data.connectors.filter(
      (c) =>
        c.accountId === u.accountId &&
        (whole(u) || on('scope-connectors-all') || seenTerminals(u).some((t) => t.connectorId === c.id)),
    );
  const batchesOf = (u: User) => {
    const ids = idsOf(u);
    return batches.filter((b) =>
      on('scope-settlements-tenant')
        ? u.all
        : b.accountId === u.accountId &&
          (on('scope-settlements-role') ||
            (on('scope-settlements-any')
              ? b.terminalIds.some((t) => ids.has(t))
              : b.terminalIds.every((t) => ids.has(t)))),
    );
  };
  const disputesOf = (u: User) => {
    const ids = idsOf(u);
    return disputes.filter(
      (d) =>
        ids.has(d.terminalId) ||
        (on('scope-disputes-role') && d.accountId === u.accountId) ||
        (on('scope-disputes-tenant') && u.role === 'AccountAdministrator') ||
        (on('scope-disputes-resolved') && d.accountId === u.accountId && d.status === 'Resolved'),
    );
  };

  // ---------- shapes ----------
  const row = (x: Transaction): Record<string, unknown> => {
    const t = data.terminalOf(x.terminalId)!;
    const out: Record<string, unknown> = {
      TransactionId: x.id,
      TerminalId: x.terminalId,
      TerminalDateTime: on('row-date-without-time')
        ? isoAt(x.at, t.offset).slice(0, 10)
        : on('row-server-time')
          ? isoAt(x.at - t.offset * MINUTE, t.offset)
          : isoAt(x.at, t.offset),
      TransactionType: x.type,
      SequenceNumber: x.seq,
      AccountType: x.accountType,
      Response: { Code: x.code, Outcome: x.outcome, Text: x.text },
      AmountRequested: money(x.amtReq),
      AmountCompleted: money(x.amtComp),
      SurchargeRequested: money(x.surReq),
      SurchargeCompleted: money(x.surComp),
      Currency: 'USD',
    };
    if (x.emv !== null) out.EmvIndicator = x.emv;
    if (on('row-emv-null') && x.emv === null) out.EmvIndicator = null;
    if (on('row-emv-never')) delete out.EmvIndicator;
    if (on('row-emv-contactless-lost') && x.emv === 'ChipContactless') delete out.EmvIndicator;
    if (on('row-sequence-missing-inquiry') && x.type === 'BalanceInquiry') delete out.SequenceNumber;
    if (on('row-account-type-missing')) delete out.AccountType;
    if (on('row-surcharge-requested-missing')) delete out.SurchargeRequested;
    if (on('row-response-missing-declined') && x.outcome === 'Declined') delete out.Response;
    if (on('row-partial-shown-full') && x.outcome === 'PartiallyApproved') out.AmountCompleted = money(x.amtReq);
    if (on('row-surcharge-of-declined') && x.outcome === 'Declined') out.SurchargeCompleted = money(x.surReq);
    if (on('card-pan-in-rows')) out.CardNumber = x.pan;
    if (on('card-track-on-fallback') && x.emv === 'Fallback') out.ReadDetail = `Track 2 ${x.track2}`;
    if (on('card-key-on-reversal') && x.type === 'Reversal') out.WorkingKey = x.workingKey;
    return out;
  };
  const location = (t: Terminal) => ({
    LocationId: 'LOC-' + t.id.slice(4),
    TerminalId: t.id,
    Name: t.name,
    Address: { Street: t.street, City: t.city, Region: t.region, PostalCode: t.postalCode, Country: 'US' },
    Latitude: t.lat.toFixed(4),
    Longitude: t.lon.toFixed(4),
    UtcOffset: isoAt(0, t.offset).slice(-6),
    RiskLevel: t.risk,
  });
  const terminalCard = (t: Terminal, u: User) => ({
    TerminalId: t.id,
    Name: t.name,
    Model: t.model,
    SerialNumber: t.serial,
    State: t.state,
    City: t.city,
    Region: t.region,
    ConnectorId: t.connectorId,
    GroupIds: t.groupIds.filter((g) => groupsOf(u).some((x) => x.id === g)),
    InstalledAt: at(t.installedAt),
  });
  const group = (id: string, u: User) => {
    const g = data.groups.find((x) => x.id === id)!;
    const members = (on('scope-group-members') ? accountTerminals(u) : seenTerminals(u))
      .filter((t) => t.groupIds.includes(id))
      .map((t) => t.id);
    const count = on('scope-group-count')
      ? accountTerminals(u).filter((t) => t.groupIds.includes(id)).length
      : members.length;
    return { GroupId: g.id, Name: g.name, Description: g.description, TerminalCount: count, TerminalIds: members };
  };
  const connector = (id: string, u: User) => {
    const c = data.connectors.find((x) => x.id === id)!;
    const members = (on('scope-connector-members') ? accountTerminals(u) : seenTerminals(u))
      .filter((t) => t.connectorId === id)
      .map((t) => t.id);
    return {
      ConnectorId: c.id,
      Name: c.name,
      Protocol: c.protocol,
      Processor: c.processor,
      State: c.state,
      TerminalCount: members.length,
      TerminalIds: members,
    };
  };
  const command = (c: data.Command, u: User) => ({
    CommandId: c.id,
    TerminalId: c.terminalId,
    CommandType: c.type,
    State: c.state,
    QueuedAt: at(c.queuedAt),
    CompletedAt: at(c.completedAt),
    RequestedBy: person(u, c.requestedBy),
    Result: c.result,
  });
  const settlement = (b: Batch) => {
    const out: Record<string, unknown> = {
      BatchId: b.id,
      PayoutAccountId: b.payoutId,
      PayoutAccountName: data.payouts.find((p) => p.id === b.payoutId)!.name,
      TerminalIds: b.terminalIds,
      Status: b.status,
      ReturnCode: b.returnCode,
      CreditEntryCount: b.creditEntries,
      DebitEntryCount: b.debitEntries,
      CreditTotal: money(b.credit),
      DebitTotal: money(b.debit),
      NetPayout: money(b.credit - b.debit),
      Currency: 'USD',
      PeriodStart: b.periodStart,
      PeriodEnd: b.periodEnd,
      CreatedAt: at(b.createdAt),
      SubmittedAt: at(b.submittedAt),
      SettledAt: at(b.settledAt),
    };
    if (on('settlement-net-wrong')) out.NetPayout = money(b.credit + b.debit);
    if (on('settlement-net-missing')) delete out.NetPayout;
    if (on('settlement-counts-missing')) {
      delete out.CreditEntryCount;
      delete out.DebitEntryCount;
    }
    if (on('settlement-returned-no-timing') && b.status === 'Returned')
      for (const k of ['PeriodStart', 'PeriodEnd', 'CreatedAt', 'SubmittedAt', 'SettledAt']) delete out[k];
    if (on('settlement-draft-no-status') && b.status === 'Draft') delete out.Status;
    return out;
  };
  const dispute = (d: Dispute, u: User) => {
    const out: Record<string, unknown> = {
      DisputeId: d.id,
      Status: d.status,
      ReasonCode: d.reason,
      TransactionId: d.transactionId,
      TerminalId: d.terminalId,
      Amount: money(d.amount),
      Currency: 'USD',
      OpenedAt: at(d.openedAt),
      DueDate: d.dueDate,
      AssignmentQueue: d.queue,
      AssignedTo: person(u, d.assigneeId),
      AssignedAt: at(d.assignedAt),
      Resolution:
        d.status === 'Resolved'
          ? { Outcome: d.outcome, ResolvedAt: at(d.resolvedAt), Amount: money(d.resolvedAmount ?? 0), Note: d.note }
          : null,
    };
    const reviewer = { ...person(u, d.reviewerId), ReviewedAt: at(d.reviewedAt), Note: d.reviewNote };
    if (d.status === 'Resolved') out.Reviewer = reviewer;
    if (on('dispute-reviewer-always')) out.Reviewer = reviewer;
    if (on('dispute-reviewer-under-review') && d.status === 'UnderReview') out.Reviewer = reviewer;
    if (on('dispute-reviewer-never')) delete out.Reviewer;
    if (on('dispute-due-missing-open') && d.status === 'Open') delete out.DueDate;
    if (on('dispute-terminal-missing')) delete out.TerminalId;
    if (on('dispute-assignment-missing')) {
      delete out.AssignmentQueue;
      delete out.AssignedTo;
      delete out.AssignedAt;
    }
    if (on('dispute-resolution-missing')) delete out.Resolution;
    if (on('dispute-amount-in-cents') && d.status === 'Resolved') out.Amount = String(d.amount);
    return out;
  };
  const incident = (i: data.Incident) => ({
    IncidentId: i.id,
    TerminalId: i.terminalId,
    Kind: i.kind,
    Severity: i.severity,
    State: i.state,
    OpenedAt: at(i.openedAt),
    ClosedAt: at(i.closedAt),
    Description: i.text,
  });

  // ---------- lists ----------
  const limitOf = (url: URL, standard: number): number => {
    const text = url.searchParams.get('limit');
    if (text === null) return standard;
    if (!/^[0-9]{1,9}$/.test(text) || Number(text) < 1)
      throw new Failure(400, 'InvalidParameter', "'limit' must be a whole number from 1.", 'limit');
    return Math.min(Number(text), 500);
  };
  const skipOf = (url: URL): number => {
    const text = url.searchParams.get('$skiptoken');
    if (text === null) return 0;
    const m = /^skip:([0-9]{1,7})$/.exec(Buffer.from(text, 'base64url').toString('utf8'));
    if (!m) throw new Failure(400, 'InvalidParameter', "'$skiptoken' was not issued by this service.", '$skiptoken');
    return Number(m[1]);
  };
  const nextLink = (url: URL, skip: number) => {
    const next = new URL(url);
    next.searchParams.set('$skiptoken', Buffer.from(`skip:${skip}`).toString('base64url'));
    if (on('paging-next-drops-sort')) {
      next.searchParams.delete('sort_by');
      next.searchParams.delete('sort_dir');
    }
    if (on('paging-next-drops-group')) next.searchParams.delete('group_id');
    if (on('paging-next-drops-limit')) next.searchParams.delete('limit');
    if (on('version-next-without-prefix')) next.pathname = next.pathname.replace('/v1', '');
    return next.href;
  };
  const list = <T>(url: URL, set: string, all: T[], extra: Record<string, unknown> = {}, standard = 100) => {
    const limit = limitOf(url, standard),
      skip = skipOf(url);
    const shown = all.slice(skip, skip + limit);
    return {
      '@odata.context': context(url, set),
      '@odata.count': all.length,
      ...extra,
      value: shown,
      ...(skip + limit < all.length ? { '@odata.nextLink': nextLink(url, skip + limit) } : {}),
    };
  };
  const words = (url: URL, field: string, allowed: string[]): string | null => {
    const v = url.searchParams.get(field);
    if (v !== null && !allowed.includes(v))
      throw new Failure(400, 'InvalidParameter', `'${field}' must be one of ${allowed.join(', ')}.`, field);
    return v;
  };

  // ---------- transactions ----------
  const totals = (list: Transaction[]) => {
    let surcharge = 0,
      withdrawn = 0;
    for (const x of list) {
      surcharge += on('summary-surcharge-requested') ? x.surReq : x.surComp;
      if (x.type === 'Withdrawal' || on('summary-counts-transfers'))
        withdrawn += on('summary-withdrawn-requested') ? x.amtReq : x.amtComp;
    }
    return {
      TotalSurcharge: money(surcharge),
      TotalWithdrawn: money(withdrawn),
      Currency: 'USD',
      TransactionCount: list.length,
    };
  };
  const transactionList = (url: URL, u: User, fixedTerminal?: string) => {
    const q = url.searchParams,
      ids = idsOf(u);
    const terminalId = fixedTerminal ?? q.get('terminal_id');
    let groupId = fixedTerminal === undefined ? q.get('group_id') : null;
    const sortBy = words(url, 'sort_by', Object.keys(SORTS)),
      sortDir = words(url, 'sort_dir', ['asc', 'desc']);
    const limit = limitOf(url, 100),
      skip = skipOf(url);
    const account = (x: Transaction) => x.accountId === u.accountId;
    let visible = (x: Transaction) => ids.has(x.terminalId);
    if (on('scope-transactions-tenant') && u.role === 'AccountAdministrator') visible = () => true;
    if (on('scope-transactions-role')) visible = account;
    if (on('scope-terminal-filter-bypass') && terminalId !== null && groupId === null) visible = account;
    if (on('scope-terminal-filter-tenant') && fixedTerminal === undefined && terminalId !== null) visible = () => true;
    if (on('scope-group-filter-bypass') && groupId !== null && groupsOf(u).some((g) => g.id === groupId))
      visible = account;
    if (on('scope-both-filters-bypass') && groupId !== null && terminalId !== null) visible = account;
    if (on('scope-later-pages') && skip > 0) visible = account;
    if (on('scope-sorted-asc') && sortDir === 'asc') visible = account;
    if (on('filter-group-ignored-with-terminal') && terminalId !== null) groupId = null;
    if (on('filter-group-ignored')) groupId = null;
    if (on('filter-group-ignored-when-sorted') && sortBy !== null) groupId = null;
    const inTerminal = (x: Transaction) =>
      terminalId === null ||
      x.terminalId === terminalId ||
      (on('filter-terminal-prefix') && x.terminalId.startsWith(terminalId));
    const inGroup = (x: Transaction) => {
      if (groupId === null) return true;
      const groups = data.terminalOf(x.terminalId)!.groupIds;
      return on('filter-group-first-only') ? groups[0] === groupId : groups.includes(groupId);
    };
    const terminalFilter =
      on('filter-terminal-ignored') && fixedTerminal === undefined
        ? () => true
        : on('filter-terminal-ignored-with-group') && groupId !== null
          ? () => true
          : inTerminal;
    let pool = transactions.filter(visible);
    if (on('limit-before-filter') && q.has('limit') && (terminalId !== null || groupId !== null))
      pool = pool.sort((a, b) => b.at - a.at).slice(0, limit);
    const matched = pool.filter((x) => terminalFilter(x) && inGroup(x));
    let sort = SORTS[sortBy ?? 'term_date'];
    if (on('sort-amount-as-text') && sortBy === 'amt_comp') sort = (x) => money(x.amtComp);
    if (on('sort-amt-comp-by-requested') && sortBy === 'amt_comp') sort = (x) => x.amtReq;
    if (on('sort-ignored')) sort = SORTS.term_date;
    if (on('sort-ignored-with-group') && groupId !== null) sort = SORTS.term_date;
    let sign = sortDir === 'asc' ? 1 : -1;
    if (on('sort-desc-is-asc') && sortBy !== null && sortDir === 'desc') sign = 1;
    if (on('sort-desc-is-asc-one-terminal') && terminalId !== null && sortDir === 'desc') sign = 1;
    const compare = (a: Transaction, b: Transaction) => {
      const p = sort(a),
        r = sort(b);
      return p < r ? -sign : p > r ? sign : a.at !== b.at ? b.at - a.at : a.id < b.id ? -1 : 1;
    };
    let rows: Transaction[];
    if (on('sort-only-the-page') && sortBy !== null)
      rows = matched
        .sort((a, b) => b.at - a.at)
        .slice(skip, skip + limit)
        .sort(compare);
    else rows = matched.sort(compare).slice(skip, skip + limit);
    if (on('limit-ignored') && q.has('limit')) rows = matched.slice(skip);
    if (on('limit-ignored-when-sorted') && q.has('limit') && sortBy !== null) rows = matched.slice(skip);
    if (on('limit-off-by-one') && q.has('limit')) rows = matched.slice(skip, skip + limit + 1);
    if (on('limit-ignored-on-terminal') && fixedTerminal !== undefined) rows = matched.slice(skip);
    if (on('limit-one-returns-all') && limit === 1) rows = matched.slice(skip);
    let sums = totals(on('summary-of-the-page') ? rows : matched);
    if (on('summary-unscoped')) sums = totals(transactions.filter((x) => account(x) && inTerminal(x) && inGroup(x)));
    if (on('summary-ignores-group')) sums = totals(pool.filter(inTerminal));
    const out: Record<string, unknown> = {
      '@odata.context': context(url, 'Transactions'),
      '@odata.count': on('scope-count-unscoped')
        ? transactions.filter((x) => account(x) && inTerminal(x) && inGroup(x)).length
        : matched.length,
      Summary: sums,
      value: rows.map(row),
    };
    const step = on('paging-skips-a-row') ? limit + 1 : on('paging-repeats-a-row') ? Math.max(1, limit - 1) : limit;
    if (skip + limit < matched.length) out['@odata.nextLink'] = nextLink(url, skip + step);
    if (on('summary-missing') && fixedTerminal === undefined) delete out.Summary;
    if (on('summary-missing-when-empty') && !matched.length) delete out.Summary;
    return out;
  };
  const timeline = (url: URL, u: User, id: string) => {
    const wanted = id.toLowerCase();
    let x = transactions.find((t) => t.id === wanted);
    const open =
      (on('scope-timeline-role') && x?.accountId === u.accountId) ||
      on('scope-timeline-tenant') ||
      (on('scope-timeline-disputed') &&
        x?.accountId === u.accountId &&
        disputes.some((d) => d.transactionId === wanted));
    if (!x || (!idsOf(u).has(x.terminalId) && !open)) throw missing('transaction', id);
    if (on('timeline-of-previous')) x = transactions[Math.max(0, transactions.indexOf(x) - 1)];
    const t = data.terminalOf(x.terminalId)!;
    const c = data.connectors.find((k) => k.id === x.connectorId)!;
    const events: { at: number; stage: string; detail: string }[] = [
      { at: x.at - 41_000, stage: 'CardRead', detail: x.emv ? `Card read (${x.emv})` : 'Card read (magnetic stripe)' },
      { at: x.at - 27_000, stage: 'PinEntered', detail: 'PIN captured by the encrypting pad' },
      { at: x.at - 11_000, stage: 'RequestSent', detail: `Sent to ${c.name}` },
      { at: x.at - 9_000, stage: 'HostResponse', detail: `${x.code} ${x.text}` },
    ];
    if (x.type === 'Withdrawal' && x.amtComp > 0)
      events.push({ at: x.at - 2_000, stage: 'CashDispensed', detail: `${money(x.amtComp)} USD dispensed` });
    events.push({
      at: x.at,
      stage: x.outcome === 'Declined' ? 'Declined' : x.type === 'Reversal' ? 'Reversed' : 'Completed',
      detail: `Sequence ${x.seq}`,
    });
    for (const d of disputes)
      if (d.transactionId === x.id) {
        events.push({ at: d.openedAt, stage: 'DisputeOpened', detail: d.id });
        if (d.resolvedAt !== null)
          events.push({ at: d.resolvedAt, stage: 'DisputeResolved', detail: `${d.id} ${d.outcome}` });
      }
    if (on('card-pan-in-timeline') && x.emv === null) events[0].detail += ` ${x.pan}`;
    if (on('card-pin-block-in-timeline') && x.code === '55') events[1].detail += `, block ${x.pinBlock}`;
    events.sort((a, b) => a.at - b.at);
    if (on('timeline-newest-first')) events.reverse();
    return {
      '@odata.context': context(url, 'Transactions/Timeline'),
      TransactionId: x.id,
      TerminalId: x.terminalId,
      '@odata.count': events.length,
      value: events.map((e, i) => ({
        Position: i + 1,
        OccurredAt: isoAt(e.at, t.offset),
        Stage: e.stage,
        Detail: e.detail,
      })),
    };
  };

  // ---------- one terminal ----------
  const monitoring = (url: URL, t: Terminal) => {
    const source = on('monitoring-of-neighbour') ? accountTerminals({ accountId: t.accountId } as User)[0] : t;
    const cash = source.cassettes.reduce((s, c) => s + c.notes * c.denomination * 100, 0);
    const out: Record<string, unknown> = {
      '@odata.context': context(url, 'Terminals/StatusMonitoring/$entity'),
      TerminalId: t.id,
      State: on('monitoring-offline-online') && t.state === 'Offline' ? 'Online' : t.state,
      LastHeartbeatAt: at(source.heartbeatAt),
      HeartbeatAgeSeconds: Math.round((NOW - source.heartbeatAt) / 1000),
      Telemetry: {
        Communication: { Link: source.link, SignalDbm: source.signal },
        CashRemaining: money(cash),
        Currency: 'USD',
        Cassettes: source.cassettes.map((c) => ({
          Position: c.position,
          Denomination: money(c.denomination * 100),
          NotesRemaining: c.notes,
          State: c.notes === 0 ? 'Empty' : c.notes < 100 ? 'Low' : 'Normal',
        })),
        Dispenser: { State: source.dispenser, FaultCode: source.faultCode },
        ReceiptPrinter: source.printer,
        SoftwareVersion: source.software,
      },
      OpenIncidents: data.incidents.filter((i) => i.terminalId === source.id && i.state === 'Open').map(incident),
    };
    if (on('monitoring-no-telemetry')) delete out.Telemetry;
    if (on('monitoring-offline-no-telemetry') && t.state === 'Offline') delete out.Telemetry;
    return out;
  };
  const payload = (t: Terminal) => ({
    TerminalId: t.id,
    ConfigurationVersion: `${t.software}-r${((t.installedAt / DAY) | 0) % 40}`,
    TimeZoneOffset: isoAt(0, t.offset).slice(-6),
    Host: {
      ConnectorId: t.connectorId,
      Address: 'switch.fleetportal.example',
      Port: 5443,
      Tls: true,
      Protocol: data.connectors.find((c) => c.id === t.connectorId)!.protocol,
    },
    Surcharge: { Amount: money(t.surchargeCents), Currency: 'USD' },
    Cassettes: t.cassettes.map((c) => ({ Position: c.position, Denomination: money(c.denomination * 100) })),
    Receipt: { Header: t.name, Footer: 'Thank you' },
    KeyReference: {
      KeySlot: 'TMK-01',
      CheckValue: createHash('sha256').update(t.masterKey).digest('hex').slice(0, 6).toUpperCase(),
    },
  });
  const provisioning = (u: User) => {
    if (!u.access.CanViewProvisioning && !on('rights-provisioning-open'))
      throw new Failure(403, 'Forbidden', 'Your role does not include provisioning.', null);
  };

  // ---------- portal ----------
  const portal = (url: URL, u: User) => {
    const a = data.accounts.find((x) => x.id === u.accountId)!;
    const ids = idsOf(u),
      cover = seenTerminals(u),
      everything = accountTerminals(u);
    const mine = (id: string | null, open: boolean) =>
      id === null ? whole(u) : ids.has(id) || (open && everything.some((t) => t.id === id));
    const docs = data.documents.filter(
      (d) => d.accountId === u.accountId && mine(d.terminalId, on('portal-documents-all')),
    );
    const documentShape = (d: data.Document) => ({
      DocumentId: d.id,
      Title: d.title,
      Kind: d.kind,
      TerminalId: d.terminalId,
      ExpiresOn: d.expiresOn,
    });
    const access = on('portal-access-copied') ? data.users.find((o) => o.accountId === u.accountId)!.access : u.access;
    const out: Record<string, unknown> = {
      '@odata.context': context(url, 'Portal/$entity'),
      Principal: {
        UserId: u.id,
        DisplayName: u.displayName,
        Email: u.email,
        Role: u.role,
        TerminalVisibility: u.all
          ? 'AllTerminals'
          : u.groups.length
            ? 'SelectedGroups'
            : u.terminals.length
              ? 'SelectedTerminals'
              : 'None',
        GroupIds: u.groups,
        LastSignInAt: at(NOW - 37 * MINUTE),
      },
      Account: {
        AccountId: a.id,
        Name: a.name,
        LegalName: a.legalName,
        TimeZone: a.timeZone,
        SupportEmail: a.supportEmail,
        Currency: 'USD',
      },
      Branding: {
        BrandName: a.brandName,
        PrimaryColor: a.color,
        LogoUrl: a.logo,
        PortalHost: a.portalHost,
        DocsHost: a.docsHost,
      },
      Dns: a.dns.map((d) => ({
        Host: d.host,
        RecordType: d.type,
        Target: d.target,
        State: d.state,
        CheckedAt: at(d.checkedAt),
      })),
      Access: access,
      VisibleUsers: seenUsers(u).map((o) => ({
        UserId: o.id,
        DisplayName: o.displayName,
        Email: o.email,
        Role: o.role,
      })),
      VisibleTerminals: (on('portal-terminals-all') ? everything : cover).map((t) => terminalCard(t, u)),
      VisibleGroups: groupsOf(u).map((g) => group(g.id, u)),
      VisibleConnectors: connectorsOf(u).map((c) => connector(c.id, u)),
      RecentTransactions: transactions
        .filter((x) => x.accountId === u.accountId && mine(x.terminalId, on('portal-transactions-all')))
        .sort((p, q) => q.at - p.at)
        .slice(0, 25)
        .map(row),
      RecentCommands: data.commands
        .filter((c) => c.accountId === u.accountId && mine(c.terminalId, on('portal-commands-all')))
        .sort((p, q) => q.queuedAt - p.queuedAt)
        .slice(0, 20)
        .map((c) => command(c, u)),
      RecentForms: data.forms
        .filter((f) => f.accountId === u.accountId && mine(f.terminalId, on('portal-forms-all')))
        .sort((p, q) => q.submittedAt - p.submittedAt)
        .slice(0, 15)
        .map((f) => ({
          FormId: f.id,
          TerminalId: f.terminalId,
          Kind: f.kind,
          State: f.state,
          SubmittedAt: at(f.submittedAt),
          SubmittedBy: person(u, f.submittedBy),
        })),
      ReportCatalog: data.reports
        .filter((r) => on('portal-reports-all') || r.Needs === null || u.access[r.Needs])
        .map((r) => ({ ReportId: r.ReportId, Title: r.Title })),
      ComplianceVault: docs.filter((d) => d.area === 'Compliance').map(documentShape),
      Onboarding: whole(u)
        ? data.onboardingSteps.map((s, i) => ({ Step: s, State: i < 4 || a.id === 'ACC-PRAIRIE' ? 'Done' : 'Pending' }))
        : [],
      Documents: docs.filter((d) => d.area === 'Documents').map(documentShape),
      Videos: data.videos,
    };
    if (on('portal-dns-missing')) delete out.Dns;
    if (on('portal-reports-missing-viewer') && u.role === 'Viewer') delete out.ReportCatalog;
    if (on('portal-forms-missing')) delete out.RecentForms;
    if (on('portal-access-missing')) delete out.Access;
    if (on('portal-compliance-missing')) {
      delete out.ComplianceVault;
      delete out.Videos;
    }
    if (on('portal-commands-empty')) out.RecentCommands = [];
    return out;
  };

  // ---------- feeds ----------
  const statusItems = (t: Terminal): FeedItem[] => [
    {
      guid: `heartbeat:${t.id}:${t.heartbeatAt}`,
      kind: 'TerminalHeartbeat',
      at: t.heartbeatAt,
      title: `${t.name}: last heartbeat`,
      text: `${t.id} was last heard from at ${isoAt(t.heartbeatAt, t.offset)}.`,
      terminalId: t.id,
    },
    {
      guid: `status:${t.id}:${t.state}`,
      kind: 'TerminalStatusChange',
      at: t.state === 'Online' ? t.heartbeatAt - 2 * DAY : Math.min(NOW - MINUTE, t.heartbeatAt + 15 * MINUTE),
      title: `${t.name}: ${t.state}`,
      text: `${t.id} (${t.name}) changed to ${t.state}.`,
      terminalId: t.id,
    },
  ];
  const transactionItem = (x: Transaction): FeedItem => ({
    guid: `transaction:${x.id}`,
    kind: 'TransactionActivity',
    at: x.at,
    title: `${x.type} ${x.outcome} at ${data.terminalOf(x.terminalId)!.name}`,
    text: `${x.terminalId} sequence ${x.seq}: ${x.type}, requested ${money(x.amtReq)} USD, completed ${money(x.amtComp)} USD, ${x.text}.${on('card-pan-in-feed') ? ` Card ${x.pan}` : ''}`,
    terminalId: x.terminalId,
  });
  const incidentItem = (i: data.Incident): FeedItem => ({
    guid: `incident:${i.id}:${i.state}`,
    kind: 'AlertIncident',
    at: i.closedAt ?? i.openedAt,
    title: `${i.severity}: ${i.kind} at ${data.terminalOf(i.terminalId)!.name}`,
    text: `${i.id} on ${i.terminalId}: ${i.text} (${i.state}).`,
    terminalId: i.terminalId,
  });
  const journalItem = (j: data.Journal): FeedItem => ({
    guid: `journal:${j.id}`,
    kind: 'SwitchJournal',
    at: j.at,
    title: `${j.kind} at ${data.terminalOf(j.terminalId)!.name}`,
    text: `${j.id} on ${j.terminalId}: ${j.text}.`,
    terminalId: j.terminalId,
  });
  const newest = (n: number) => (items: FeedItem[]) =>
    items.sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1)).slice(0, n);
  const rss = (url: URL, heading: string, items: FeedItem[], type = 'application/rss+xml; charset=utf-8') => {
    if (on('feed-oldest-first')) items.sort((a, b) => a.at - b.at);
    else items.sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1));
    const safe = on('feed-not-escaped') ? (s: string) => s : esc;
    const body = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<rss version="2.0"><channel>',
      `<title>${safe(heading)}</title>`,
      `<link>${esc(url.origin + url.pathname)}</link>`,
      `<description>${safe('Read-only digest: ' + heading)}</description>`,
      `<lastBuildDate>${new Date(NOW).toUTCString()}</lastBuildDate>`,
      ...items.map(
        (i) =>
          `<item><guid isPermaLink="false">${esc(i.guid)}</guid><title>${safe(i.title)}</title><link>${esc(`${url.origin}/v1/terminals/${i.terminalId}/status-monitoring`)}</link><category>${i.kind}</category><pubDate>${new Date(i.at).toUTCString()}</pubDate><description>${safe(i.text)}</description></item>`,
      ),
      '</channel></rss>',
    ].join('\n');
    return new Response(body, {
      status: 200,
      headers: { 'Content-Type': type, 'Cache-Control': 'private, no-store', Vary: 'X-API-Key' },
    });
  };
  const accountFeed = (url: URL, u: User) => {
    const ids = idsOf(u),
      mine =
        (open: boolean, tenant = false) =>
        (x: { terminalId: string; accountId: string }) =>
          ids.has(x.terminalId) || (open && x.accountId === u.accountId) || tenant;
    const cover = on('feed-account-status-unscoped') ? accountTerminals(u) : seenTerminals(u);
    let items: FeedItem[] = [
      ...cover.flatMap(statusItems),
      ...newest(30)(transactions.filter(mine(on('feed-account-transactions-unscoped'))).map(transactionItem)),
      ...newest(25)(data.incidents.filter(mine(on('feed-account-incidents-unscoped'))).map(incidentItem)),
      ...newest(25)(
        data.journal
          .filter(mine(on('feed-account-journal-unscoped'), on('feed-account-journal-tenant')))
          .map(journalItem),
      ),
    ];
    if (on('feed-account-no-journal')) items = items.filter((i) => i.kind !== 'SwitchJournal');
    if (on('feed-account-no-heartbeat'))
      items = items.filter((i) => i.kind !== 'TerminalHeartbeat' && i.kind !== 'TerminalStatusChange');
    if (on('feed-account-no-incidents')) items = items.filter((i) => i.kind !== 'AlertIncident');
    if (on('feed-account-one-terminal')) items = items.filter((i) => i.terminalId === items[0].terminalId);
    return rss(
      url,
      `${data.accounts.find((a) => a.id === u.accountId)!.name} fleet`,
      items,
      on('feed-account-plain-xml') ? 'text/xml; charset=utf-8' : undefined,
    );
  };
  const terminalFeed = (url: URL, u: User, id: string) => {
    const t = terminalFor(u, id, on('scope-terminal-feed-role'), on('scope-terminal-feed-tenant'));
    const own = (x: { terminalId: string }) => x.terminalId === t.id;
    let items: FeedItem[] = [
      ...statusItems(t),
      ...newest(15)(transactions.filter(own).map(transactionItem)),
      ...newest(15)(
        data.journal
          .filter((j) => own(j) || (on('feed-terminal-journal-of-connector') && j.connectorId === t.connectorId))
          .map(journalItem),
      ),
      ...newest(15)(data.incidents.filter(own).map(incidentItem)),
      ...data.commands.filter(own).flatMap((c): FeedItem[] => [
        {
          guid: `command:${c.id}:queued`,
          kind: 'CommandQueued',
          at: c.queuedAt,
          title: `${c.type} queued`,
          text: `${c.type} was queued for ${t.id}.`,
          terminalId: t.id,
        },
        ...(c.completedAt === null
          ? []
          : [
              {
                guid: `command:${c.id}:done`,
                kind: c.state === 'Failed' ? 'CommandFailed' : 'CommandCompleted',
                at: c.completedAt,
                title: `${c.type} ${c.state.toLowerCase()}`,
                text: `${c.type} on ${t.id}: ${c.result}.`,
                terminalId: t.id,
              },
            ]),
      ]),
      ...data.jobs.filter(own).map(
        (j): FeedItem => ({
          guid: `job:${j.id}:${j.state}`,
          kind: 'ProvisioningJob',
          at: j.finishedAt ?? j.startedAt,
          title: `${j.kind} ${j.state.toLowerCase()}`,
          text: `${j.kind} for ${t.id}, version ${j.version}: ${j.state}.`,
          terminalId: t.id,
        }),
      ),
    ];
    if (on('feed-terminal-no-completed')) items = items.filter((i) => i.kind !== 'CommandCompleted');
    if (on('feed-terminal-no-queued')) items = items.filter((i) => i.kind !== 'CommandQueued');
    if (on('feed-terminal-no-provisioning')) items = items.filter((i) => i.kind !== 'ProvisioningJob');
    if (on('feed-terminal-no-journal')) items = items.filter((i) => i.kind !== 'SwitchJournal');
    if (on('feed-terminal-no-transactions')) items = items.filter((i) => i.kind !== 'TransactionActivity');
    if (on('feed-terminal-no-incidents-offline') && t.state === 'Offline')
      items = items.filter((i) => i.kind !== 'AlertIncident');
    if (on('feed-terminal-json')) return json(200, { value: items });
    return rss(url, `${t.name} (${t.id})`, items);
  };

  // ---------- writes ----------
  const bodyOf = async (request: Request, optional: boolean): Promise<Record<string, unknown>> => {
    const text = await request.text();
    if (!text.trim() && optional) return {};
    if (!/^application\/([a-z0-9.]+\+)?json\b/i.test(request.headers.get('content-type') ?? ''))
      throw new Failure(415, 'UnsupportedMediaType', 'Send the body as application/json.', 'Content-Type');
    let v: unknown;
    try {
      v = JSON.parse(text);
    } catch {
      throw new Failure(400, 'MalformedBody', 'The body is not valid JSON.');
    }
    if (v === null || typeof v !== 'object' || Array.isArray(v))
      throw new Failure(400, 'MalformedBody', 'The body must be a JSON object.');
    return v as Record<string, unknown>;
  };
  const invalid = (details: { code: string; target: string; message: string }[]) =>
    new Failure(400, 'InvalidBody', 'The body has invalid members.', null, details);
  const wrong = (target: string, message: string, code = 'InvalidValue') => ({ code, target, message });
  const derive = async (request: Request, url: URL, u: User) => {
    const may =
      u.access.CanDeriveSettlements ||
      (on('rights-derive-viewer') && u.role === 'Viewer') ||
      (on('rights-derive-regional') && u.role === 'RegionalManager') ||
      on('rights-derive-anyone');
    if (!may) throw new Failure(403, 'Forbidden', 'Deriving settlements needs the right CanDeriveSettlements.');
    const b = await bodyOf(request, true),
      bad: ReturnType<typeof wrong>[] = [];
    const day = (k: string) => {
      const v = b[k];
      if (
        v !== undefined &&
        (typeof v !== 'string' ||
          !/^\d{4}-\d{2}-\d{2}$/.test(v) ||
          Number.isNaN(Date.parse(v)) ||
          dayOf(Date.parse(v)) !== v)
      )
        bad.push(wrong(k, 'Must be a date, YYYY-MM-DD.'));
      return v as string | undefined;
    };
    const from = day('PeriodStart') ?? '2025-11-17',
      to = day('PeriodEnd') ?? dayOf(NOW - DAY);
    if (!bad.length && from > to) bad.push(wrong('PeriodEnd', 'Must not be before PeriodStart.'));
    if (!bad.length && to >= dayOf(NOW)) bad.push(wrong('PeriodEnd', 'Must be a day that is over.'));
    const one = b.PayoutAccountId;
    if (one !== undefined && typeof one !== 'string') bad.push(wrong('PayoutAccountId', 'Must be a string.'));
    if (bad.length) throw invalid(bad);
    if (one !== undefined && !data.payouts.some((p) => p.id === one && p.accountId === u.accountId))
      throw missing('payout account', String(one));
    const made: Batch[] = [],
      skipped: { PayoutAccountId: string; Reason: string }[] = [];
    for (const p of data.payouts.filter(
      (x) => (x.accountId === u.accountId || on('derive-all-tenants')) && (one === undefined || x.id === one),
    )) {
      if (
        batches.some((x) => x.payoutId === p.id && x.periodStart <= to && x.periodEnd >= from) &&
        !on('derive-twice')
      ) {
        skipped.push({ PayoutAccountId: p.id, Reason: 'PeriodAlreadyDerived' });
        continue;
      }
      const batch = data.deriveBatch(p.id, from, to, NOW);
      if (batch) made.push(batch);
      else skipped.push({ PayoutAccountId: p.id, Reason: 'NoActivity' });
    }
    if (!on('derive-not-kept')) batches.push(...made);
    return json(made.length ? 201 : 200, {
      '@odata.context': context(url, 'Settlements'),
      '@odata.count': made.length,
      value: made.map(settlement),
      Skipped: skipped,
    });
  };
  const openDispute = async (request: Request, url: URL, u: User) => {
    const may =
      u.access.CanCreateDisputes ||
      (on('rights-dispute-viewer') && u.role === 'Viewer') ||
      (on('rights-dispute-merchant') && u.role === 'SiteMerchant');
    if (!may) throw new Failure(403, 'Forbidden', 'Opening a dispute needs the right CanCreateDisputes.');
    const b = await bodyOf(request, false),
      bad: ReturnType<typeof wrong>[] = [];
    if (typeof b.TransactionId !== 'string' || !b.TransactionId)
      bad.push(wrong('TransactionId', 'Is required.', 'Required'));
    if (!REASONS.includes(b.ReasonCode as string))
      bad.push(wrong('ReasonCode', `Must be one of ${REASONS.join(', ')}.`));
    if (
      b.Amount !== undefined &&
      (typeof b.Amount !== 'string' || !/^\d{1,7}\.\d{2}$/.test(b.Amount) || Number(b.Amount) <= 0)
    )
      bad.push(wrong('Amount', 'Must be a positive decimal string with two places.'));
    if (b.Currency !== undefined && b.Currency !== 'USD') bad.push(wrong('Currency', 'Must be USD.'));
    if (b.AssignmentQueue !== undefined && !QUEUES.includes(b.AssignmentQueue as string))
      bad.push(wrong('AssignmentQueue', `Must be one of ${QUEUES.join(', ')}.`));
    if (bad.length) throw invalid(bad);
    const id = (b.TransactionId as string).toLowerCase(),
      x = transactions.find((t) => t.id === id);
    if (
      !x ||
      (!idsOf(u).has(x.terminalId) &&
        !(on('dispute-on-hidden-transaction') && x.accountId === u.accountId) &&
        !on('dispute-on-foreign-transaction'))
    )
      throw missing('transaction', String(b.TransactionId));
    const cents =
      b.Amount === undefined || on('dispute-amount-ignored') ? x.amtReq : Math.round(Number(b.Amount) * 100);
    if (cents === 0) throw invalid([wrong('TransactionId', 'This transaction moved no money.')]);
    if (cents > x.amtReq + x.surReq)
      throw invalid([wrong('Amount', 'Must not exceed the amount requested plus the surcharge.')]);
    if (disputes.some((d) => d.transactionId === id && d.status !== 'Resolved'))
      throw new Failure(
        409,
        'DisputeAlreadyOpen',
        'An unresolved dispute exists for this transaction.',
        'TransactionId',
      );
    const d: Dispute = {
      id: 'DSP-' + String(60000 + disputes.length),
      accountId: x.accountId,
      status: 'Open',
      reason: b.ReasonCode as string,
      transactionId: x.id,
      terminalId: x.terminalId,
      amount: cents,
      openedAt: NOW,
      dueDate: dayOf(NOW + 14 * DAY),
      queue: (b.AssignmentQueue as string) ?? 'DisputeDesk',
      assigneeId: null,
      assignedAt: null,
      outcome: null,
      resolvedAt: null,
      resolvedAmount: null,
      note: null,
      reviewerId: u.id,
      reviewedAt: NOW,
      reviewNote: '',
    };
    if (!on('dispute-not-kept')) disputes.push(d);
    return json(201, { '@odata.context': context(url, 'Disputes/$entity'), ...dispute(d, u) });
  };

  // ---------- catalog and public surfaces ----------
  function alteredDocument() {
    const doc = structuredClone(publicDocument) as {
      paths: Record<string, Record<string, unknown>>;
      components: { schemas: Record<string, any> };
    };
    if (on('document-path-missing')) delete doc.paths['/v1/connectors/{connector_id}/status'];
    if (on('document-post-missing')) delete doc.paths['/v1/disputes'].post;
    if (on('document-old-names')) {
      const p = doc.components.schemas.Transaction.properties;
      p.CompletedAmount = p.AmountCompleted;
      delete p.AmountCompleted;
      doc.components.schemas.Transaction.required = Object.keys(p).filter((k) => k !== 'EmvIndicator');
    }
    if (on('document-without-prefix'))
      doc.paths = Object.fromEntries(Object.entries(doc.paths).map(([k, v]) => [k.replace(/^\/v1/, ''), v]));
    if (on('document-internal-paths'))
      doc.paths['/internal/v1/keys/rotate'] = {
        post: { summary: 'Rotates terminal master keys', responses: { 200: { description: 'Done' } } },
      };
    if (on('document-extra-path'))
      doc.paths['/v1/terminals'] = { get: { summary: 'Terminals', responses: { 200: { description: 'Terminals' } } } };
    return doc;
  }
  const catalog = (url: URL) => {
    const groups: Record<string, any>[] = structuredClone(catalogGroups);
    for (const g of groups) {
      if (on('catalog-feeds-missing-when-none') && !g.rss_feeds.length) delete g.rss_feeds;
      if (on('catalog-pascal-members')) {
        g.PortalSurfaces = g.portal_surfaces;
        delete g.portal_surfaces;
      }
      if (on('catalog-notes-missing')) delete g.notes;
      if (on('catalog-terminal-feed-missing'))
        g.rss_feeds = g.rss_feeds.filter((f: any) => !f.Path.includes('{terminal_id}'));
      if (on('catalog-derive-missing'))
        g.api_endpoints = g.api_endpoints.filter((e: any) => e.Path !== '/v1/settlements/derive');
      if (on('catalog-event-missing'))
        g.webhook_events = g.webhook_events.filter((e: string) => e !== 'repeated_same_card_attempt');
      if (on('catalog-compliance-endpoint') && g.Service.startsWith('Compliance'))
        g.api_endpoints.push({
          Method: 'GET',
          Path: '/v1/compliance/documents',
          Purpose: 'Documents of the compliance vault',
        });
    }
    if (on('catalog-events-once')) {
      const seen = new Set<string>();
      for (const g of groups) g.webhook_events = g.webhook_events.filter((e: string) => !seen.has(e) && seen.add(e));
    }
    if (on('catalog-event-renamed')) groups[4].webhook_events = ['settlement_mismatched'];
    const value = on('catalog-flat') ? groups.flatMap((g) => g.api_endpoints) : groups;
    return json(200, { '@odata.context': context(url, 'IntegrationCatalog'), '@odata.count': value.length, value });
  };
  const publicOpenApi = (request: Request) => {
    const headers: Record<string, string> = {
      'Content-Type': 'application/json; charset=utf-8',
      ETag: docTag,
      'Cache-Control': on('document-not-cacheable') ? 'no-store' : 'public, max-age=3600',
    };
    const sent = request.headers.get('if-none-match');
    const same =
      sent !== null &&
      (sent
        .split(',')
        .map((s) => s.trim().replace(/^W\//, ''))
        .some((s) => s === docTag || s === '*') ||
        on('document-304-always'));
    return same ? new Response(null, { status: 304, headers }) : new Response(docText, { status: 200, headers });
  };
  const brandingStatus = (request: Request) => {
    const out: Record<string, unknown> = {
      '@odata.context': `${new URL(request.url).origin}/v1/$metadata#BrandingStatus/$entity`,
      Branding: { State: 'Ready', IsReady: true },
      DocsHost: { Host: 'docs.fleetportal.example', State: 'CertificatePending', IsReady: false },
      CheckedAt: at(NOW - 4 * MINUTE),
    };
    if (on('branding-no-docs-host')) delete out.DocsHost;
    if (on('branding-tenant-hosts'))
      out.Accounts = data.accounts.map((a) => ({ AccountId: a.id, Name: a.name, Hosts: a.dns.map((d) => d.host) }));
    return json(200, out, { 'Cache-Control': 'public, max-age=60' });
  };

  // ---------- routes ----------
  const routes: Record<string, string[]> = {
    '/v1/portal': ['GET'],
    '/v1/integrations/catalog': ['GET'],
    '/v1/integrations/public-openapi.json': ['GET'],
    '/v1/transactions': ['GET'],
    '/v1/settlements': ['GET'],
    '/v1/settlements/derive': ['POST'],
    '/v1/disputes': ['GET', 'POST'],
    '/v1/locations': ['GET'],
    '/v1/connectors': ['GET'],
    '/v1/terminal-groups': ['GET'],
    '/v1/feeds/account.xml': ['GET'],
    '/v1/public/branding-status': ['GET'],
  };
  const patterned = [
    /^\/v1\/(transactions)\/([^/]+)\/timeline$/,
    /^\/v1\/(locations)\/([^/]+)$/,
    /^\/v1\/(terminals)\/([^/]+)\/(status-monitoring|transactions|commands|provisioning-payload|provisioning-export)$/,
    /^\/v1\/(connectors)\/([^/]+)\/status$/,
    /^\/v1\/(feeds)\/terminals\/([^/]+)\.xml$/,
  ];

  const answer = async (request: Request, url: URL): Promise<Response> => {
    let path = url.pathname;
    if (on('version-prefix-optional') && !path.startsWith('/v1')) path = '/v1' + path;
    if (on('version-v2-alias') && path.startsWith('/v2/')) path = '/v1' + path.slice(3);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (method === 'GET' && path === '/v1/integrations/public-openapi.json') {
      if (on('public-document-needs-key')) authenticate(request, url);
      if (on('public-document-bad-key') && request.headers.has('x-api-key')) authenticate(request, url);
      return publicOpenApi(request);
    }
    if (method === 'GET' && path === '/v1/public/branding-status') {
      if (on('public-branding-needs-key')) authenticate(request, url);
      return brandingStatus(request);
    }
    const match = patterned.map((p) => p.exec(path)).find((m) => m);
    const allowed = routes[path] ?? (match ? ['GET'] : null);
    const u = authenticate(request, url);
    if (on('compliance-endpoint') && path === '/v1/compliance')
      return json(200, {
        value: data.documents
          .filter((d) => d.accountId === u.accountId && d.area === 'Compliance')
          .map((d) => ({ DocumentId: d.id, Title: d.title })),
      });
    if (!allowed) throw new Failure(404, 'ResourceNotFound', `Nothing is published at '${path}'.`, null);
    if (!allowed.includes(method)) {
      if (on('error-405-as-500')) throw new Error('no handler');
      throw new Failure(405, 'MethodNotAllowed', `${request.method} is not supported here.`, null, [], {
        Allow: allowed.join(', '),
      });
    }
    if (match) {
      let id: string;
      try {
        id = decodeURIComponent(match[2]);
      } catch {
        throw missing('resource', match[2]);
      }
      if (match[1] === 'transactions') return json(200, timeline(url, u, id));
      if (match[1] === 'locations')
        return json(200, {
          '@odata.context': context(url, 'Locations/$entity'),
          ...location(terminalFor(u, id, on('scope-location-role'), on('scope-location-tenant'))),
        });
      if (match[1] === 'feeds') return terminalFeed(url, u, id);
      if (match[1] === 'connectors') {
        const c = data.connectors.find(
          (x) =>
            x.id === id.toLowerCase() &&
            (connectorsOf(u).includes(x) ||
              (on('scope-connector-status-role') && x.accountId === u.accountId) ||
              on('scope-connector-status-tenant')),
        );
        if (!c) throw missing('connector', id);
        const pool = transactions.filter(
          (x) => x.connectorId === c.id && (idsOf(u).has(x.terminalId) || on('scope-connector-rate')),
        );
        return json(200, {
          '@odata.context': context(url, 'Connectors/Status/$entity'),
          ConnectorId: c.id,
          Name: c.name,
          State: on('connector-status-stale') && c.state === 'Degraded' ? 'Connected' : c.state,
          CheckedAt: at(c.checkedAt),
          LastMessageAt: at(c.lastMessageAt),
          AverageLatencyMilliseconds: c.latencyMs,
          VisibleTerminalCount: connector(c.id, u).TerminalCount,
          TransactionCount: pool.length,
          ApprovalRate: pool.length
            ? (pool.filter((x) => x.outcome !== 'Declined').length / pool.length).toFixed(3)
            : null,
        });
      }
      switch (match[3]) {
        case 'status-monitoring':
          return json(200, monitoring(url, terminalFor(u, id, on('scope-monitoring-role'))));
        case 'transactions': {
          const t = terminalFor(u, id, on('scope-terminal-transactions-role'));
          return json(
            200,
            transactionList(url, on('scope-terminal-transactions-role') ? { ...u, all: true } : u, t.id),
          );
        }
        case 'commands': {
          const t = terminalFor(u, id, on('scope-commands-role'));
          const state = words(url, 'state', ['Queued', 'Completed', 'Failed']);
          return json(
            200,
            list(
              url,
              'Terminals/Commands',
              data.commands
                .filter(
                  (c) =>
                    (c.terminalId === t.id ||
                      (on('commands-of-whole-account') && c.accountId === t.accountId && c.state === 'Queued')) &&
                    (state === null || c.state === state) &&
                    !(on('commands-queued-lost') && c.state === 'Queued'),
                )
                .sort((p, q) => q.queuedAt - p.queuedAt)
                .map((c) => command(c, u)),
            ),
          );
        }
        case 'provisioning-payload': {
          const t = terminalFor(u, id, on('scope-payload-role'));
          provisioning(u);
          return json(200, { '@odata.context': context(url, 'Terminals/ProvisioningPayload/$entity'), ...payload(t) });
        }
        default: {
          const t = terminalFor(u, id, on('scope-export-role'), on('scope-export-tenant'));
          provisioning(u);
          return json(200, {
            '@odata.context': context(url, 'Terminals/ProvisioningExport/$entity'),
            ExportId:
              'EXP-' +
              guid('export' + t.id)
                .slice(0, 8)
                .toUpperCase(),
            TerminalId: t.id,
            GeneratedAt: at(NOW),
            Payload: payload(t),
            Jobs: data.jobs
              .filter((j) => j.terminalId === t.id)
              .map((j) => ({
                JobId: j.id,
                Kind: j.kind,
                State: j.state,
                Version: j.version,
                StartedAt: at(j.startedAt),
                FinishedAt: at(j.finishedAt),
              })),
          });
        }
      }
    }
    switch (path) {
      case '/v1/portal':
        return json(200, portal(url, u));
      case '/v1/integrations/catalog':
        return catalog(url);
      case '/v1/transactions':
        return json(200, transactionList(url, u));
      case '/v1/settlements': {
        const s = words(url, 'status', ['Draft', 'Submitted', 'Settled', 'Returned']);
        return json(
          200,
          list(
            url,
            'Settlements',
            batchesOf(u)
              .filter((b) => s === null || b.status === s)
              .sort((p, q) =>
                p.periodStart < q.periodStart
                  ? 1
                  : p.periodStart > q.periodStart
                    ? -1
                    : p.payoutId < q.payoutId
                      ? -1
                      : 1,
              )
              .map(settlement),
          ),
        );
      }
      case '/v1/settlements/derive':
        return derive(request, url, u);
      case '/v1/disputes': {
        if (method === 'POST') return openDispute(request, url, u);
        const s = words(url, 'status', ['Open', 'UnderReview', 'AwaitingEvidence', 'Resolved']),
          t = url.searchParams.get('terminal_id');
        return json(
          200,
          list(
            url,
            'Disputes',
            disputesOf(u)
              .filter((d) => (s === null || d.status === s) && (t === null || d.terminalId === t))
              .sort((p, q) => q.openedAt - p.openedAt)
              .map((d) => dispute(d, u)),
          ),
        );
      }
      case '/v1/locations':
        return json(
          200,
          list(
            url,
            'Locations',
            (on('scope-locations-role')
              ? accountTerminals(u)
              : on('scope-locations-tenant') && u.role === 'AccountAdministrator'
                ? data.terminals
                : on('locations-offline-lost')
                  ? seenTerminals(u).filter((t) => t.state !== 'Offline')
                  : seenTerminals(u)
            ).map(location),
          ),
        );
      case '/v1/connectors':
        return json(
          200,
          list(
            url,
            'Connectors',
            connectorsOf(u).map((c) => connector(c.id, u)),
          ),
        );
      case '/v1/terminal-groups':
        return json(
          200,
          list(
            url,
            'TerminalGroups',
            groupsOf(u).map((g) => group(g.id, u)),
          ),
        );
      default:
        return accountFeed(url, u);
    }
  };

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    // A shared response cache is one of the known faults; the correct service keeps none.
    let cacheKey: string | null = null;
    if (on('cache-feed-by-address') && request.method === 'GET' && url.pathname.startsWith('/v1/feeds/'))
      cacheKey = url.href;
    if (on('cache-portal-by-account') && request.method === 'GET' && url.pathname === '/v1/portal')
      cacheKey = 'portal:' + (data.users.find((u) => u.key === request.headers.get('x-api-key'))?.accountId ?? '');
    if (
      on('cache-transactions-by-address') &&
      request.method === 'GET' &&
      url.pathname === '/v1/transactions' &&
      url.search !== ''
    )
      cacheKey = url.href;
    const known = data.users.some((u) => u.key === request.headers.get('x-api-key'));
    if (cacheKey !== null && known && remembered.has(cacheKey)) {
      const r = remembered.get(cacheKey)!;
      return new Response(r.body, { status: r.status, headers: r.headers });
    }
    let response: Response;
    try {
      response = await answer(request, url);
    } catch (e) {
      if (e instanceof Failure && e.target === 'sort_by' && on('error-sort-500'))
        response = json(500, {
          error: {
            code: 'InternalError',
            message: "Cannot read properties of undefined (reading 'call')",
            target: null,
            details: [],
          },
        });
      else
        response =
          e instanceof Failure
            ? failed(e)
            : failed(new Failure(500, 'InternalError', 'The request could not be completed.'));
    }
    if (cacheKey !== null && known && response.status === 200) {
      const body = await response.text();
      remembered.set(cacheKey, { status: 200, headers: [...response.headers], body });
      response = new Response(body, { status: 200, headers: response.headers });
    }
    return request.method === 'HEAD'
      ? new Response(null, { status: response.status, headers: response.headers })
      : response;
  };
}
