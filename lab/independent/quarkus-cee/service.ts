// TermiPort portal data service: documented HTTP interface over in-memory data.
import { createHash } from 'node:crypto';
import type { Account, Alert, Batch, Command, Connector, Dispute, Group, Job, Terminal, Tx, User } from './data.ts';
import { computeBatch, createStore, day, iso, KEYS, NOW, TODAY } from './data.ts';
import { faults } from './faults.ts';
import {
  BATCH_STATUSES,
  catalog,
  DEFAULT_LIMIT,
  DISPUTE_STATUSES,
  MAX_LIMIT,
  openApi,
  REASONS,
  SORTS,
  TYPES,
} from './openapi.ts';

export type { Fault } from './faults.ts';
export { faults };

export const name: string = 'quarkus-cee';
export const keys: ReadonlyMap<string, string> = new Map(KEYS.map(([user, key]) => [user, key]));

type J = Record<string, unknown>;
interface Violation {
  field: string;
  message: string;
}

class ProblemError extends Error {
  status: number;
  slug: string;
  title: string;
  violations: Violation[];
  headers: Record<string, string>;
  constructor(
    status: number,
    slug: string,
    title: string,
    detail: string,
    violations: Violation[] = [],
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.status = status;
    this.slug = slug;
    this.title = title;
    this.violations = violations;
    this.headers = headers;
  }
}
const badRequest = (violations: Violation[]): ProblemError =>
  new ProblemError(
    400,
    'constraint-violation',
    'Bad Request',
    'The request has values that are not valid.',
    violations,
  );
const notFound = (detail = 'The resource does not exist.'): ProblemError =>
  new ProblemError(404, 'not-found', 'Not Found', detail);
const unprocessable = (detail: string): ProblemError =>
  new ProblemError(422, 'business-rule', 'Unprocessable Content', detail);

const xml = (s: string): string => s.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const isDate = (s: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(s) &&
  !Number.isNaN(Date.parse(`${s}T00:00:00Z`)) &&
  day(Date.parse(`${s}T00:00:00Z`)) === s;
const PAN = '4111111111111111';
const TRACK2 = `${PAN}=28121010000012300000`;

interface FeedItem {
  guid: string;
  category: string;
  terminalCode: string;
  text: string;
  at: number;
  path: string;
}

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error(`Unknown fault: ${fault}`);
  const on = (id: string): boolean => fault === id;
  const store = createStore();
  const byUsername = new Map(store.users.map((u) => [u.username, u]));
  const userOfKey = new Map(KEYS.map(([, key, username]) => [key, byUsername.get(username)!]));
  const terminalByCode = new Map(store.terminals.map((t) => [t.code, t]));
  const sharedCache = new Map<string, J>();
  let nextBatchId = 92001,
    nextDisputeId = 41001;

  // ---- scope -------------------------------------------------------------------------------------------------------
  const visible = (u: User): Terminal[] =>
    store.terminals.filter(
      (t) =>
        t.tenantId === u.tenantId &&
        (u.visibility === 'TENANT' ||
          (u.visibility === 'ACCOUNT' ? u.accountCodes.includes(t.accountCode) : u.terminalCodes.includes(t.code))),
    );
  const codesOf = (ts: Terminal[]): Set<string> => new Set(ts.map((t) => t.code));
  const visibleCodes = (u: User): Set<string> => codesOf(visible(u));
  const tenantCodes = (u: User): Set<string> => codesOf(store.terminals.filter((t) => t.tenantId === u.tenantId));
  /** Codes of all terminals in the accounts of the visible terminals. */
  const accountWideCodes = (u: User): Set<string> => {
    const accountCodes = new Set(visible(u).map((t) => t.accountCode));
    return codesOf(store.terminals.filter((t) => accountCodes.has(t.accountCode)));
  };
  /** Accounts that the user sees as a whole. */
  const wholeAccounts = (u: User): Account[] =>
    store.accounts.filter(
      (a) =>
        a.tenantId === u.tenantId &&
        (u.visibility === 'TENANT' || (u.visibility === 'ACCOUNT' && u.accountCodes.includes(a.code))),
    );
  const visibleConnectors = (u: User): Connector[] => {
    const linked = new Set(visible(u).map((t) => t.connectorCode));
    return store.connectors.filter(
      (c) => c.tenantId === u.tenantId && (u.visibility === 'TENANT' || linked.has(c.code)),
    );
  };
  const visibleGroups = (u: User): Group[] => {
    const codes = visibleCodes(u);
    return store.groups.filter((g) => g.tenantId === u.tenantId && g.terminalCodes.some((c) => codes.has(c)));
  };
  const visibleUsers = (u: User): User[] => {
    const codes = visibleCodes(u);
    return store.users.filter((o) => o.tenantId === u.tenantId && [...visibleCodes(o)].every((c) => codes.has(c)));
  };
  const canDerive = (u: User): boolean => u.role === 'TENANT_ADMIN';
  const canDispute = (u: User): boolean => u.role === 'TENANT_ADMIN' || u.role === 'ACCOUNT_MANAGER';
  const findTerminal = (u: User, code: string, leak: 'TENANT' | 'ANY' | false = false): Terminal => {
    const t = terminalByCode.get(code);
    if (t && (visibleCodes(u).has(t.code) || leak === 'ANY' || (leak === 'TENANT' && t.tenantId === u.tenantId)))
      return t;
    if (t && on('error-names-hidden-terminal'))
      throw notFound(
        `Terminal ${t.name}, ${t.street}, ${t.city} (account ${account(t.accountCode).name}) is not assigned to you.`,
      );
    throw notFound();
  };

  // ---- views -------------------------------------------------------------------------------------------------------
  const account = (code: string): Account => store.accounts.find((a) => a.code === code)!;
  const currencyOfTenant = (id: number): string => store.tenants.find((t) => t.id === id)!.currency;
  const money = (minor: number, currency: string): J => ({ value: minor / 100 + 0, currency });
  const terminalRef = (code: string): J => ({ code, name: terminalByCode.get(code)!.name });
  const currencyOf = (code: string): string => currencyOfTenant(terminalByCode.get(code)!.tenantId);
  const accountRef = (code: string): J => ({ code, name: account(code).name });
  const connectorRef = (code: string): J => ({ code, name: store.connectors.find((c) => c.code === code)!.name });

  const txRow = (t: Tx, place: 'LIST' | 'TERMINAL' | 'PORTAL'): J => {
    const currency = currencyOf(t.terminalCode);
    const declined = t.respStatus === 'DECLINED';
    const emv = t.emv ?? (on('row-emv-always-present') ? 'UNKNOWN' : null);
    const row: J = {
      id: t.id,
      terminal: terminalRef(t.terminalCode),
      terminalDateTime: iso(t.at),
      businessDay: day(t.at),
      transactionType: t.type,
      sequenceNumber: t.seq,
      accountType: t.accountType,
      ...(emv === null ? {} : { emvIndicator: emv }),
      cardScheme: t.scheme,
      response: { code: t.respCode, status: t.respStatus, description: t.respText },
      amountRequested: money(t.amtReq, currency),
      amountCompleted: money(on('row-declined-amount-completed') && declined ? t.amtReq : t.amtComp, currency),
      surchargeRequested: money(t.surReq, currency),
      surchargeCompleted: money(t.surComp, currency),
      originalTransactionId: t.original?.id ?? null,
    };
    if (on('row-surcharge-completed-missing') && t.type === 'BALANCE_INQUIRY') delete row.surchargeCompleted;
    if (on('row-sequence-missing-terminal') && place === 'TERMINAL') delete row.sequenceNumber;
    if (on('card-track2-on-declines') && declined) row.track2 = TRACK2;
    if (on('card-pan-in-portal') && place === 'PORTAL' && t.emv !== null) row.pan = PAN;
    return row;
  };
  const summary = (rows: Tx[], currency: string): J => {
    let surcharge = 0,
      withdrawn = 0;
    for (const t of rows) {
      surcharge += t.surComp;
      if (t.type === 'WITHDRAWAL' || t.type === 'REVERSAL')
        withdrawn += on('summary-counts-declined') ? t.amtReq : t.amtComp;
    }
    return {
      transactionCount: rows.length,
      totalSurcharge: money(surcharge, currency),
      totalWithdrawn: money(withdrawn, currency),
    };
  };
  const batchView = (b: Batch): J => {
    const currency = currencyOfTenant(account(b.accountCode).tenantId);
    return {
      id: b.id,
      batchNumber: b.batchNumber,
      account: accountRef(b.accountCode),
      clearingNetwork: account(b.accountCode).clearingNetwork,
      businessDay: b.businessDay,
      status: b.status,
      entryCounts: { credits: b.credits, debits: b.debits, total: b.credits + b.debits },
      creditTotal: money(b.creditTotal, currency),
      debitTotal: money(b.debitTotal, currency),
      netPayout: money(
        on('settlement-net-payout-sum') ? b.creditTotal + b.debitTotal : b.creditTotal - b.debitTotal,
        currency,
      ),
      timing:
        on('settlement-timing-missing') && b.status === 'PENDING'
          ? null
          : {
              openedAt: iso(b.openedAt),
              cutOffAt: iso(b.cutOffAt),
              submittedAt: b.submittedAt === null ? null : iso(b.submittedAt),
              settledAt: b.settledAt === null ? null : iso(b.settledAt),
            },
    };
  };
  const disputeView = (d: Dispute): J => {
    const early = on('dispute-reviewer-too-early') && d.status === 'UNDER_REVIEW';
    return {
      id: d.id,
      caseNumber: d.caseNumber,
      status: d.status,
      reasonCode: d.reasonCode,
      transactionId: d.txId,
      terminal: on('dispute-terminal-missing') && d.id >= 41001 ? null : terminalRef(d.terminalCode),
      amount: money(d.amount, currencyOf(d.terminalCode)),
      openedAt: iso(d.openedAt),
      dueDate: d.dueDate,
      comment: d.comment,
      assignment: {
        queue: d.queue,
        assignedTo: d.assignedTo,
        assignedAt: d.assignedAt === null ? null : iso(d.assignedAt),
      },
      resolution: { outcome: d.outcome, resolvedAt: d.resolvedAt === null ? null : iso(d.resolvedAt), note: d.note },
      ...(d.reviewer !== null
        ? { reviewer: { username: d.reviewer, reviewedAt: iso(d.reviewedAt!) } }
        : early
          ? { reviewer: { username: d.assignedTo, reviewedAt: iso(d.assignedAt!) } }
          : {}),
    };
  };
  const locationView = (t: Terminal): J => {
    const tenant = store.tenants.find((x) => x.id === t.tenantId)!;
    return {
      terminal: terminalRef(t.code),
      account: accountRef(t.accountCode),
      address: { street: t.street, postalCode: t.postalCode, city: t.city, countryCode: tenant.country },
      coordinates: { latitude: t.lat, longitude: t.lon },
      siteType: t.siteType,
      riskLevel: t.risk,
      timeZone: tenant.timeZone,
      installedOn: t.installedOn,
    };
  };
  const alertView = (a: Alert): J => ({
    id: a.id,
    terminal: terminalRef(a.terminalCode),
    alertType: a.type,
    severity: a.severity,
    status: a.status,
    raisedAt: iso(a.raisedAt),
    message: a.message,
  });
  const commandView = (c: Command): J => ({
    id: c.id,
    terminal: terminalRef(c.terminalCode),
    commandType: c.type,
    status: c.status,
    requestedBy: c.requestedBy,
    queuedAt: iso(c.queuedAt),
    completedAt: c.completedAt === null ? null : iso(c.completedAt),
    result: c.result,
  });
  const jobView = (j: Job): J => ({
    id: j.id,
    terminal: terminalRef(j.terminalCode),
    jobType: j.type,
    status: j.status,
    revision: j.revision,
    createdAt: iso(j.createdAt),
    finishedAt: j.finishedAt === null ? null : iso(j.finishedAt),
  });
  const connectorView = (u: User, c: Connector): J => ({
    code: c.code,
    name: c.name,
    connectorType: c.type,
    protocol: c.protocol,
    enabled: c.enabled,
    terminals: visible(u)
      .filter((t) => t.connectorCode === c.code)
      .map((t) => terminalRef(t.code)),
  });
  const groupView = (u: User, g: Group, place: 'LIST' | 'PORTAL'): J => {
    const codes = visibleCodes(u);
    const members = g.terminalCodes.filter(
      (c) => codes.has(c) || (on('scope-group-hidden-members') && place === 'LIST'),
    );
    return {
      id: g.id,
      name: g.name,
      description: g.description,
      terminalCount: members.length,
      terminals: members.map(terminalRef),
    };
  };

  // ---- parameters --------------------------------------------------------------------------------------------------
  const paging = (q: URLSearchParams, violations: Violation[]): { offset: number; limit: number } => {
    const read = (field: string, fallback: number, min: number, max: number): number => {
      const raw = q.get(field);
      if (raw === null) return fallback;
      const n = /^-?\d{1,9}$/.test(raw) ? Number(raw) : NaN;
      if (!(n >= min && n <= max)) violations.push({ field, message: `must be an integer from ${min} to ${max}` });
      return n;
    };
    return { offset: read('offset', 0, 0, 999_999_999), limit: read('limit', DEFAULT_LIMIT, 1, MAX_LIMIT) };
  };
  const choice = (q: URLSearchParams, field: string, values: string[], violations: Violation[]): string | null => {
    const raw = q.get(field);
    if (raw !== null && !values.includes(raw))
      violations.push({ field, message: `must be one of ${values.join(', ')}` });
    return raw;
  };
  const pageOf = (all: J[], p: { offset: number; limit: number }, total = all.length): J => {
    const content = all.slice(p.offset, p.offset + p.limit);
    return {
      content,
      pageInfo: { offset: p.offset, size: p.limit, totalElements: total, hasMore: p.offset + content.length < total },
    };
  };
  const simplePage = (q: URLSearchParams, all: J[]): J => {
    const violations: Violation[] = [];
    const p = paging(q, violations);
    if (violations.length) throw badRequest(violations);
    return pageOf(all, p);
  };

  // ---- transactions ------------------------------------------------------------------------------------------------
  const queryTransactions = (u: User, q: URLSearchParams, terminal: Terminal | null): J => {
    const violations: Violation[] = [];
    const p = paging(q, violations);
    const sortBy = choice(q, 'sort_by', SORTS, violations) ?? 'date_time';
    const sortDir = choice(q, 'sort_dir', ['asc', 'desc'], violations) ?? 'desc';
    const type = choice(q, 'transactionType', TYPES, violations);
    const from = q.get('businessDayFrom'),
      to = q.get('businessDayTo');
    if (from !== null && !isDate(from))
      violations.push({ field: 'businessDayFrom', message: 'must be a date (yyyy-MM-dd)' });
    if (to !== null && !isDate(to)) violations.push({ field: 'businessDayTo', message: 'must be a date (yyyy-MM-dd)' });
    let terminalId = terminal ? null : q.get('terminal_id');
    let groupId = terminal ? null : q.get('group_id');
    if (groupId !== null && !/^\d{1,18}$/.test(groupId))
      violations.push({ field: 'group_id', message: 'must be a number' });
    if (violations.length) throw badRequest(violations);

    const scope = visibleCodes(u);
    let allowed = terminal ? new Set([terminal.code]) : scope;
    if (terminal && on('terminal-transactions-account'))
      allowed = codesOf(visible(u).filter((t) => t.connectorCode === terminal.connectorCode));
    if (!terminal && on('scope-account-user-terminal-missing') && u.visibility === 'ACCOUNT')
      allowed = new Set([...scope].slice(0, -1));
    if (on('filter-terminal-dropped-with-offset') && p.offset > 0) terminalId = null;
    if (on('filter-group-ignored')) groupId = null;
    const group =
      groupId === null
        ? null
        : (store.groups.find((g) => String(g.id) === groupId && g.tenantId === u.tenantId) ?? null);
    let members = groupId === null ? null : new Set(group?.terminalCodes ?? []);
    if (members && on('filter-group-first-member'))
      members = new Set([...members].filter((c) => scope.has(c)).slice(0, 1));
    if (on('scope-transactions-terminal-filter') && terminalId !== null) allowed = tenantCodes(u);
    if (on('scope-transactions-group-filter') && members && group) allowed = new Set([...allowed, ...members]);
    const matches = (t: Tx, codes: Set<string>): boolean => {
      if (!codes.has(t.terminalCode)) return false;
      const byTerminal = terminalId === null || t.terminalCode === terminalId;
      const byGroup = members === null || members.has(t.terminalCode);
      const both =
        on('filter-terminal-or-group') && terminalId !== null && members !== null
          ? byTerminal || byGroup
          : byTerminal && byGroup;
      return (
        both &&
        (type === null || t.type === type) &&
        (from === null || day(t.at) >= from) &&
        (to === null || day(t.at) <= to)
      );
    };
    const rows = store.transactions.filter((t) => matches(t, allowed));

    const key = (t: Tx): number => {
      if (sortBy === 'amt_comp') return on('sort-amount-requested') ? t.amtReq : t.amtComp;
      return sortBy === 'amt_req' ? t.amtReq : sortBy === 'sur_comp' ? t.surComp : sortBy === 'seq_no' ? t.seq : t.at;
    };
    let sign = sortDir === 'asc' ? 1 : -1;
    if (on('sort-desc-ascending') && sortBy === 'amt_comp' && q.get('sort_dir') === 'desc') sign = 1;
    const compare = (a: Tx, b: Tx): number => {
      if (on('sort-amount-as-text') && sortBy === 'amt_comp')
        return sign * String(a.amtComp).localeCompare(String(b.amtComp), 'en') || b.id - a.id;
      return sign * (key(a) - key(b)) || b.id - a.id;
    };
    let limit = p.limit;
    if (on('filter-limit-ignored') || (on('filter-limit-ignored-with-sort') && q.get('sort_by') !== null))
      limit = MAX_LIMIT * 2;
    let pageRows: Tx[];
    if (on('sort-within-page'))
      pageRows = [...rows]
        .sort((a, b) => b.at - a.at || b.id - a.id)
        .slice(p.offset, p.offset + limit)
        .sort(compare);
    else pageRows = [...rows].sort(compare).slice(p.offset, p.offset + limit);

    let summed = rows;
    if (on('summary-page-only')) summed = pageRows;
    if (on('scope-summary-tenant') && !terminal && u.visibility !== 'TENANT')
      summed = store.transactions.filter((t) => matches(t, tenantCodes(u)));
    return {
      content: pageRows.map((t) => txRow(t, terminal ? 'TERMINAL' : 'LIST')),
      summary: summary(summed, currencyOfTenant(u.tenantId)),
      pageInfo: {
        offset: p.offset,
        size: p.limit,
        totalElements: rows.length,
        hasMore: p.offset + pageRows.length < rows.length,
      },
    };
  };
  const timeline = (u: User, id: string): J => {
    const tx = store.transactions.find((t) => String(t.id) === id);
    if (!tx || !(visibleCodes(u).has(tx.terminalCode) || on('scope-timeline-any'))) throw notFound();
    const term = terminalByCode.get(tx.terminalCode)!;
    const approved = tx.respStatus === 'APPROVED';
    const events: { at: number; type: string; detail: string }[] = [
      { at: tx.at, type: 'REQUEST_RECEIVED', detail: `${tx.type} from ${tx.terminalCode}, sequence ${tx.seq}` },
      {
        at: tx.at + 120,
        type: 'ROUTED_TO_HOST',
        detail: `Connector ${term.connectorCode}${on('card-pan-in-timeline') && approved && tx.type === 'WITHDRAWAL' ? `, DE2=${PAN}` : ''}`,
      },
      { at: tx.at + 910, type: 'HOST_RESPONSE', detail: `${tx.respCode} ${tx.respText}` },
    ];
    if (!approved) events.push({ at: tx.at + 1300, type: 'DECLINED', detail: 'Card returned, no cash dispensed' });
    else {
      if (tx.type === 'WITHDRAWAL')
        events.push({
          at: tx.at + 6400,
          type: 'CASH_DISPENSED',
          detail: `${(tx.amtComp / 100).toFixed(2)} ${currencyOf(tx.terminalCode)}`,
        });
      events.push({ at: tx.at + 9000, type: 'COMPLETED', detail: 'Transaction closed' });
    }
    const reversal = store.transactions.find((t) => t.original === tx);
    if (reversal) events.push({ at: reversal.at, type: 'REVERSED', detail: `Reversed by transaction ${reversal.id}` });
    return {
      transactionId: tx.id,
      terminal: terminalRef(tx.terminalCode),
      events: events.map((e, i) => ({ position: i + 1, occurredAt: iso(e.at), eventType: e.type, detail: e.detail })),
    };
  };

  // ---- portal ------------------------------------------------------------------------------------------------------
  const portal = (u: User): J => {
    const tenant = store.tenants.find((t) => t.id === u.tenantId)!;
    const terminals = visible(u),
      codes = codesOf(terminals);
    const whole = wholeAccounts(u);
    const accounts = store.accounts.filter((a) => terminals.some((t) => t.accountCode === a.code));
    const txCodes = on('scope-portal-recent-transactions') ? tenantCodes(u) : codes;
    const newest = <T>(xs: T[], at: (x: T) => number): T[] => [...xs].sort((a, b) => at(b) - at(a)).slice(0, 10);
    const reports: [string, string][] = [
      ['TX_DAILY', 'Raport dzienny transakcji'],
      ['CASH_POSITION', 'Stan gotówki'],
      ['AVAILABILITY', 'Dostępność terminali'],
    ];
    if (whole.length) reports.push(['ACH_SETTLEMENT', 'Rozliczenia ACH']);
    const body: J = {
      generatedAt: iso(NOW),
      principal: {
        id: u.id,
        username: u.username,
        displayName: u.displayName,
        email: u.email,
        role: u.role,
        visibility: u.visibility,
      },
      accounts: accounts.map((a) => ({
        code: a.code,
        name: a.name,
        legalName: a.legalName,
        contactEmail: a.contactEmail,
        currency: tenant.currency,
        countryCode: tenant.country,
        timeZone: tenant.timeZone,
        visibleTerminalCount: terminals.filter((t) => t.accountCode === a.code).length,
      })),
      organization: {
        id: tenant.id,
        code: tenant.code,
        name: tenant.name,
        legalName: tenant.legalName,
        branding: {
          primaryColor: tenant.color,
          logoUrl: `https://${tenant.host}/assets/logo.svg`,
          portalHost: tenant.host,
        },
        dns: {
          host: tenant.host,
          status: tenant.id === 11 ? 'VERIFIED' : 'PENDING',
          recordType: 'CNAME',
          checkedAt: iso(NOW - 3_600_000),
        },
      },
      accessFlags: {
        canViewSettlements: whole.length > 0,
        canDeriveSettlements: canDerive(u),
        canCreateDisputes: canDispute(u),
        canManageConfiguration: u.role === 'TENANT_ADMIN',
      },
      users: (on('scope-portal-users-all') ? store.users : visibleUsers(u)).map((o) => ({
        id: o.id,
        username: o.username,
        displayName: o.displayName,
        role: o.role,
        lastLoginAt: iso(o.lastLogin),
      })),
      terminals: terminals
        .filter((t) => !(on('portal-out-of-service-missing') && t.state === 'OUT_OF_SERVICE'))
        .map((t) => ({
          code: t.code,
          name: t.name,
          account: accountRef(t.accountCode),
          connector: connectorRef(t.connectorCode),
          model: t.model,
          state: t.state,
          lastHeartbeatAt: iso(t.lastHeartbeat),
        })),
      groups: visibleGroups(u).map((g) => groupView(u, g, 'PORTAL')),
      connectors: visibleConnectors(u).map((c) => connectorView(u, c)),
      recentTransactions: newest(
        store.transactions.filter((t) => txCodes.has(t.terminalCode)),
        (t) => t.at,
      ).map((t) => txRow(t, 'PORTAL')),
      recentCommands: newest(
        store.commands.filter((c) => codes.has(c.terminalCode)),
        (c) => c.queuedAt,
      ).map(commandView),
      recentForms: newest(
        store.forms.filter((f) => codes.has(f.terminalCode)),
        (f) => f.submittedAt,
      ).map((f) => ({
        id: f.id,
        terminal: terminalRef(f.terminalCode),
        formType: f.type,
        title: f.title,
        submittedBy: f.submittedBy,
        submittedAt: iso(f.submittedAt),
      })),
      reportCatalog: reports.map(([code, title]) => ({ code, name: title, formats: ['CSV', 'PDF'] })),
      compliance: {
        vault: store.vault
          .filter((v) => codes.has(v.terminalCode))
          .map((v) => ({
            id: v.id,
            terminal: terminalRef(v.terminalCode),
            itemType: v.type,
            status: v.status,
            expiresOn: v.expiresOn,
          })),
        onboarding: whole.map((a) => ({
          account: accountRef(a.code),
          stage: a.stage,
          completedSteps: a.steps,
          totalSteps: 8,
        })),
        documents: [
          { id: 7101, title: 'Regulamin operatora sieci bankomatów', publishedOn: '2025-11-03' },
          { id: 7102, title: 'Instrukcja wymiany kaset', publishedOn: '2026-01-19' },
        ],
        videos: [{ id: 7201, title: 'Rozruch terminala krok po kroku', durationSeconds: 412 }],
      },
    };
    if (on('portal-dns-missing')) delete (body.organization as J).dns;
    if (on('portal-report-catalog-missing') && u.role === 'REPORT_VIEWER') delete body.reportCatalog;
    if (on('portal-compliance-missing')) delete body.compliance;
    return body;
  };

  // ---- terminals and connectors ------------------------------------------------------------------------------------
  const statusMonitoring = (t: Terminal): J => {
    const i = store.terminals.indexOf(t),
      currency = currencyOfTenant(t.tenantId);
    const notes = currency === 'PLN' ? [50, 100, 200] : [200, 1000, 2000];
    return {
      terminal: terminalRef(t.code),
      state: t.state,
      lastHeartbeatAt: iso(t.lastHeartbeat),
      heartbeatStale: NOW - t.lastHeartbeat > 900_000,
      connector: connectorRef(t.connectorCode),
      devices: ['CARD_READER', 'PIN_PAD', 'DISPENSER', 'RECEIPT_PRINTER'].map((device, k) => ({
        device,
        state: t.state === 'OUT_OF_SERVICE' && k === 2 ? 'FAULT' : 'OK',
      })),
      cassettes: notes.map((n, k) => {
        const remaining = (i * 137 + k * 411) % 1900;
        return {
          position: k + 1,
          denomination: money(n * 100, currency),
          remainingNotes: remaining,
          level: remaining === 0 ? 'EMPTY' : remaining < 250 ? 'LOW' : 'OK',
        };
      }),
      openAlerts: store.alerts.filter((a) => a.terminalCode === t.code && a.status === 'OPEN').map(alertView),
    };
  };
  const commandsOf = (u: User, t: Terminal): J[] =>
    store.commands
      .filter(
        (c) =>
          c.terminalCode === t.code ||
          (on('commands-of-account') &&
            visibleCodes(u).has(c.terminalCode) &&
            terminalByCode.get(c.terminalCode)!.accountCode === t.accountCode),
      )
      .sort((a, b) => b.queuedAt - a.queuedAt)
      .map(commandView);
  const payload = (t: Terminal): J => {
    const c = store.connectors.find((x) => x.code === t.connectorCode)!,
      currency = currencyOfTenant(t.tenantId);
    return {
      terminal: terminalRef(t.code),
      revision: 14,
      model: t.model,
      serialNumber: t.serial,
      hostProfile: { connector: connectorRef(c.code), host: c.host, port: c.port, protocol: c.protocol },
      denominations: (currency === 'PLN' ? [50, 100, 200] : [200, 1000, 2000]).map((n) => money(n * 100, currency)),
      keySlots: [
        { slot: 'TMK', status: 'LOADED' },
        { slot: 'TPK', status: 'LOADED' },
        { slot: 'TAK', status: 'EMPTY' },
      ],
      languages: currency === 'PLN' ? ['pl', 'en', 'de', 'uk'] : ['cs', 'en', 'de'],
    };
  };
  const provisioningExport = (u: User, t: Terminal): J => {
    const scope = visibleCodes(u);
    const jobs = store.jobs.filter(
      (j) =>
        j.terminalCode === t.code ||
        (on('export-of-connector') &&
          scope.has(j.terminalCode) &&
          terminalByCode.get(j.terminalCode)!.connectorCode === t.connectorCode),
    );
    return {
      terminal: terminalRef(t.code),
      format: 'TERMIPORT_BUNDLE_V2',
      revision: 14,
      exportedAt: iso(NOW),
      parameters: [
        ['host.connector', t.connectorCode],
        ['terminal.serial', t.serial],
        ['terminal.model', t.model],
        ['screen.timeoutSeconds', '30'],
        ['journal.upload', 'DAILY'],
      ].map(([n, value]) => ({ name: n, value })),
      jobs: jobs.sort((a, b) => b.createdAt - a.createdAt).map(jobView),
    };
  };
  const connectorStatus = (u: User, code: string): J => {
    const c = (on('scope-connector-status-any') ? store.connectors : visibleConnectors(u)).find((x) => x.code === code);
    if (!c || (on('connector-status-down-404') && c.state === 'DOWN')) throw notFound();
    const terminals = on('scope-connector-status-count') ? store.terminals : visible(u);
    return {
      connector: connectorRef(c.code),
      state: c.state,
      lastHeartbeatAt: iso(c.lastHeartbeat),
      latencyMillis: c.latency,
      terminalCount: terminals.filter((t) => t.connectorCode === c.code).length,
    };
  };

  // ---- settlements and disputes ------------------------------------------------------------------------------------
  const listSettlements = (u: User, q: URLSearchParams): J => {
    const violations: Violation[] = [];
    const p = paging(q, violations);
    const status = choice(q, 'status', BATCH_STATUSES, violations),
      accountCode = q.get('accountCode');
    if (violations.length) throw badRequest(violations);
    const codes = new Set(
      (on('scope-settlements-other-account') && u.visibility === 'ACCOUNT'
        ? store.accounts.filter((a) => a.tenantId === u.tenantId)
        : wholeAccounts(u)
      ).map((a) => a.code),
    );
    const rows = store.batches.filter(
      (b) =>
        codes.has(b.accountCode) &&
        (status === null || b.status === status) &&
        (accountCode === null || b.accountCode === accountCode),
    );
    rows.sort((a, b) => (a.businessDay < b.businessDay ? 1 : a.businessDay > b.businessDay ? -1 : b.id - a.id));
    return pageOf(rows.map(batchView), p);
  };
  const listDisputes = (u: User, q: URLSearchParams): J => {
    const violations: Violation[] = [];
    const p = paging(q, violations);
    const status = choice(q, 'status', DISPUTE_STATUSES, violations),
      terminalCode = q.get('terminalCode');
    if (violations.length) throw badRequest(violations);
    const wanted = (codes: Set<string>): Dispute[] =>
      store.disputes.filter(
        (d) =>
          codes.has(d.terminalCode) &&
          (status === null || d.status === status) &&
          (terminalCode === null || d.terminalCode === terminalCode),
      );
    const rows = wanted(
      on('scope-disputes-whole-account') && u.visibility === 'TERMINALS' ? accountWideCodes(u) : visibleCodes(u),
    ).sort((a, b) => b.id - a.id);
    return pageOf(rows.map(disputeView), p, on('scope-disputes-total') ? wanted(tenantCodes(u)).length : rows.length);
  };
  const readBody = async (request: Request): Promise<J> => {
    if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
      throw new ProblemError(
        415,
        'unsupported-media-type',
        'Unsupported Media Type',
        'The body must be application/json.',
      );
    let body: unknown;
    try {
      body = JSON.parse(await request.text());
    } catch {
      throw new ProblemError(400, 'malformed-body', 'Bad Request', 'The body is not valid JSON.');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw badRequest([{ field: '', message: 'must be an object' }]);
    return body as J;
  };
  const forbidden = (): ProblemError =>
    new ProblemError(403, 'forbidden', 'Forbidden', 'Your role does not permit this operation.');
  const derive = async (u: User, request: Request): Promise<J> => {
    if (!canDerive(u) && !(on('write-viewer-derives') && u.role === 'REPORT_VIEWER')) throw forbidden();
    const body = await readBody(request);
    const violations: Violation[] = [];
    const { accountCode, businessDay } = body;
    if (typeof accountCode !== 'string' || accountCode === '')
      violations.push({ field: 'accountCode', message: 'must not be blank' });
    if (typeof businessDay !== 'string' || !isDate(businessDay))
      violations.push({ field: 'businessDay', message: 'must be a date (yyyy-MM-dd)' });
    if (violations.length) throw badRequest(violations);
    const acc = (on('write-derive-other-tenant') ? store.accounts : wholeAccounts(u)).find(
      (a) => a.code === accountCode,
    );
    if (!acc) throw unprocessable('The account does not exist.');
    const businessDate = businessDay as string;
    if (businessDate >= TODAY) throw unprocessable('The business day is not closed.');
    if (store.batches.some((b) => b.accountCode === acc.code && b.businessDay === businessDate))
      throw new ProblemError(409, 'batch-exists', 'Conflict', 'The batch of this account and business day exists.');
    const { rows, ...sums } = computeBatch(store, acc.code, businessDate);
    if (rows === 0) throw unprocessable('The business day has no transactions.');
    const base = Date.parse(`${businessDate}T00:00:00Z`);
    const batch: Batch = {
      id: nextBatchId++,
      batchNumber: `ACH-${acc.code}-${businessDate.replaceAll('-', '')}`,
      accountCode: acc.code,
      businessDay: businessDate,
      status: 'PENDING',
      ...sums,
      openedAt: base + 22 * 3_600_000,
      cutOffAt: base + 24 * 3_600_000,
      submittedAt: null,
      settledAt: null,
    };
    store.batches.push(batch);
    return batchView(batch);
  };
  const createDispute = async (u: User, request: Request): Promise<J> => {
    if (!canDispute(u) && !(on('write-technician-disputes') && u.role === 'FIELD_TECHNICIAN')) throw forbidden();
    const body = await readBody(request);
    const violations: Violation[] = [];
    const { transactionId, reasonCode, amount, comment } = body as {
      transactionId?: unknown;
      reasonCode?: unknown;
      amount?: { value?: unknown; currency?: unknown } | null;
      comment?: unknown;
    };
    if (!Number.isSafeInteger(transactionId)) violations.push({ field: 'transactionId', message: 'must be a number' });
    if (typeof reasonCode !== 'string' || !REASONS.includes(reasonCode))
      violations.push({ field: 'reasonCode', message: `must be one of ${REASONS.join(', ')}` });
    if (
      amount !== undefined &&
      amount !== null &&
      (typeof amount !== 'object' ||
        typeof amount.value !== 'number' ||
        !(amount.value > 0) ||
        typeof amount.currency !== 'string')
    )
      violations.push({ field: 'amount', message: 'must have a positive value and a currency' });
    if (comment !== undefined && comment !== null && (typeof comment !== 'string' || comment.length > 500))
      violations.push({ field: 'comment', message: 'must be a text of at most 500 characters' });
    if (violations.length) throw badRequest(violations);
    const scope = visibleCodes(u);
    const tx = store.transactions.find((t) => t.id === transactionId && scope.has(t.terminalCode));
    if (!tx) throw unprocessable('The transaction does not exist.');
    if (tx.type !== 'WITHDRAWAL') throw unprocessable('Only withdrawals can be disputed.');
    const minor = amount ? Math.round((amount.value as number) * 100) : tx.amtReq;
    if (amount && amount.currency !== currencyOf(tx.terminalCode))
      throw unprocessable('The currency is not that of the transaction.');
    if (minor > tx.amtReq || minor < 1) throw unprocessable('The amount must be up to the requested amount.');
    if (store.disputes.some((d) => d.txId === tx.id))
      throw new ProblemError(409, 'dispute-exists', 'Conflict', 'The transaction has a dispute.');
    const id = nextDisputeId++;
    const dispute: Dispute = {
      id,
      caseNumber: `RK/2026/${id}`,
      status: 'OPEN',
      reasonCode: reasonCode as string,
      txId: tx.id,
      terminalCode: tx.terminalCode,
      amount: minor,
      openedAt: NOW,
      dueDate: day(NOW + 45 * 86_400_000),
      comment: typeof comment === 'string' ? comment : null,
      queue: 'FIRST_LINE',
      assignedTo: null,
      assignedAt: null,
      outcome: null,
      resolvedAt: null,
      note: null,
      reviewer: null,
      reviewedAt: null,
    };
    store.disputes.push(dispute);
    return disputeView(dispute);
  };

  // ---- feeds -------------------------------------------------------------------------------------------------------
  const newestTx = (codes: Set<string>, n: number): Tx[] =>
    store.transactions
      .filter((t) => codes.has(t.terminalCode))
      .sort((a, b) => b.at - a.at || b.id - a.id)
      .slice(0, n);
  const txItem = (t: Tx): FeedItem => ({
    guid: `TX-${t.id}`,
    category: 'TRANSACTION',
    terminalCode: t.terminalCode,
    at: t.at,
    path: `/v1/transactions/${t.id}/timeline`,
    text: `${t.type} ${t.respStatus} ${(t.amtComp / 100).toFixed(2)} ${currencyOf(t.terminalCode)}`,
  });
  const statusPath = (code: string): string => `/v1/terminals/${code}/status-monitoring`;
  const statusItems = (codes: Set<string>): FeedItem[] =>
    store.statusEvents
      .filter((s) => codes.has(s.terminalCode))
      .map((s) => ({
        guid: `ST-${s.id}`,
        category: s.kind,
        terminalCode: s.terminalCode,
        at: s.at,
        path: statusPath(s.terminalCode),
        text: s.message,
      }));
  const alertItems = (codes: Set<string>): FeedItem[] =>
    store.alerts
      .filter((a) => codes.has(a.terminalCode))
      .map((a) => ({
        guid: `AL-${a.id}`,
        category: 'ALERT',
        terminalCode: a.terminalCode,
        at: a.raisedAt,
        path: statusPath(a.terminalCode),
        text: `${a.severity} ${a.type} ${a.status}: ${a.message}`,
      }));
  const journalItems = (codes: Set<string>): FeedItem[] =>
    store.journal
      .filter((e) => codes.has(e.terminalCode))
      .map((e) => ({
        guid: `SJ-${e.id}`,
        category: 'SWITCH_JOURNAL',
        terminalCode: e.terminalCode,
        at: e.at,
        path: statusPath(e.terminalCode),
        text: `${e.eventCode}: ${e.message}`,
      }));
  const rss = (
    origin: string,
    self: string,
    title: string,
    items: FeedItem[],
    contentType = 'application/rss+xml',
  ): Response => {
    const body = items
      .sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1))
      .map(
        (i) => `    <item>
      <title>${xml(`${i.terminalCode} ${terminalByCode.get(i.terminalCode)!.name}: ${i.text}`)}</title>
      <link>${xml(origin + i.path)}</link>
      <guid isPermaLink="false">${i.guid}</guid>
      <category>${i.category}</category>
      <pubDate>${new Date(i.at).toUTCString()}</pubDate>
      <description>${xml(`${i.text} (${i.terminalCode}, ${iso(i.at)})`)}</description>
    </item>`,
      )
      .join('\n');
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
  <channel>
    <title>${xml(title)}</title>
    <link>${xml(origin + self)}</link>
    <description>${xml(`${title}, read only`)}</description>
    <lastBuildDate>${new Date(NOW).toUTCString()}</lastBuildDate>
${body}
  </channel>
</rss>
`;
    return new Response(text, {
      status: 200,
      headers: { 'content-type': `${contentType}; charset=utf-8`, 'cache-control': 'private, no-store' },
    });
  };
  const accountFeed = (u: User, origin: string): Response => {
    const codes = visibleCodes(u);
    const items = [...statusItems(codes), ...newestTx(codes, 30).map(txItem), ...alertItems(codes)];
    if (!on('feed-account-no-journal'))
      items.push(...journalItems(on('scope-account-feed-journal') ? tenantCodes(u) : codes));
    return rss(
      origin,
      '/v1/feeds/account.xml',
      `TermiPort: ${store.tenants.find((t) => t.id === u.tenantId)!.name}`,
      items,
      on('feed-account-content-type') ? 'application/xml' : undefined,
    );
  };
  const terminalFeed = (u: User, t: Terminal, origin: string): Response => {
    const codes = new Set([t.code]);
    const txCodes = on('feed-terminal-other-transactions')
      ? codesOf(visible(u).filter((x) => x.accountCode === t.accountCode))
      : codes;
    const commands = store.commands.filter(
      (c) => c.terminalCode === t.code && !(on('feed-terminal-no-queued') && c.status === 'QUEUED'),
    );
    const items: FeedItem[] = [
      ...statusItems(codes),
      ...newestTx(txCodes, 10).map(txItem),
      ...journalItems(codes),
      ...alertItems(codes),
      ...commands.map((c) => ({
        guid: `CM-${c.id}`,
        category: 'COMMAND',
        terminalCode: c.terminalCode,
        at: c.completedAt ?? c.queuedAt,
        path: `/v1/terminals/${c.terminalCode}/commands`,
        text: `${c.type} ${c.status}`,
      })),
      ...store.jobs
        .filter((j) => j.terminalCode === t.code)
        .map((j) => ({
          guid: `PJ-${j.id}`,
          category: 'PROVISIONING',
          terminalCode: j.terminalCode,
          at: j.finishedAt ?? j.createdAt,
          path: `/v1/terminals/${j.terminalCode}/provisioning-export`,
          text: `${j.type} revision ${j.revision} ${j.status}`,
        })),
    ];
    return rss(origin, `/v1/feeds/terminals/${t.code}.xml`, `TermiPort: ${t.code} ${t.name}`, items);
  };

  // ---- routing -----------------------------------------------------------------------------------------------------
  const json = (body: J, status = 200, headers: Record<string, string> = {}): Response =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', 'cache-control': 'private, no-store', ...headers },
    });
  const authenticate = (request: Request, path: string): User => {
    const key = request.headers.get('x-api-key');
    const user =
      key === null
        ? undefined
        : (userOfKey.get(key) ??
          (on('auth-key-prefix-match') ? [...userOfKey].find(([k]) => key.startsWith(k))?.[1] : undefined));
    if (user) return user;
    if (on('auth-unknown-key-default-user') && key) return store.users[0]!;
    if (
      key === null &&
      ((on('auth-connectors-without-key') && path === '/v1/connectors') ||
        (on('auth-timeline-without-key') && path.endsWith('/timeline')))
    )
      return store.users[0]!;
    throw new ProblemError(401, 'unauthorized', 'Unauthorized', 'A valid API key is required.', [], {
      'www-authenticate': 'ApiKey header="X-API-Key"',
    });
  };
  interface Ctx {
    request: Request;
    origin: string;
    q: URLSearchParams;
    id: string;
    search: string;
    path: string;
  }
  type Handler = (u: User, c: Ctx) => Response | Promise<Response>;
  const routes: [string, RegExp, Handler][] = [
    ['GET', /^\/v1\/portal$/, (u) => json(portal(u))],
    ['GET', /^\/v1\/integrations\/catalog$/, () => json(catalog(on))],
    ['GET', /^\/v1\/transactions$/, (u, c) => json(queryTransactions(u, c.q, null))],
    ['GET', /^\/v1\/transactions\/([^/]+)\/timeline$/, (u, c) => json(timeline(u, c.id))],
    ['GET', /^\/v1\/settlements$/, (u, c) => json(listSettlements(u, c.q))],
    ['POST', /^\/v1\/settlements\/derive$/, async (u, c) => json(await derive(u, c.request), 201)],
    ['GET', /^\/v1\/disputes$/, (u, c) => json(listDisputes(u, c.q))],
    ['POST', /^\/v1\/disputes$/, async (u, c) => json(await createDispute(u, c.request), 201)],
    [
      'GET',
      /^\/v1\/locations$/,
      (u, c) => {
        const codes =
          on('scope-locations-whole-account') && u.visibility === 'TERMINALS' ? accountWideCodes(u) : visibleCodes(u);
        return json(simplePage(c.q, store.terminals.filter((t) => codes.has(t.code)).map(locationView)));
      },
    ],
    [
      'GET',
      /^\/v1\/locations\/([^/]+)$/,
      (u, c) => {
        const t = findTerminal(u, c.id, on('scope-location-of-hidden-terminal') && 'TENANT');
        return json(locationView(on('location-of-other-terminal') ? visible(u).find((x) => x.city === t.city)! : t));
      },
    ],
    [
      'GET',
      /^\/v1\/terminals\/([^/]+)\/status-monitoring$/,
      (u, c) => json(statusMonitoring(findTerminal(u, c.id, on('scope-status-monitoring-any') && 'ANY'))),
    ],
    [
      'GET',
      /^\/v1\/terminals\/([^/]+)\/transactions$/,
      (u, c) => json(queryTransactions(u, c.q, findTerminal(u, c.id, on('scope-terminal-transactions-any') && 'ANY'))),
    ],
    [
      'GET',
      /^\/v1\/connectors$/,
      (u, c) =>
        json(
          simplePage(
            c.q,
            (on('scope-connectors-tenant')
              ? store.connectors.filter((x) => x.tenantId === u.tenantId)
              : visibleConnectors(u)
            ).map((x) => connectorView(u, x)),
          ),
        ),
    ],
    ['GET', /^\/v1\/connectors\/([^/]+)\/status$/, (u, c) => json(connectorStatus(u, c.id))],
    [
      'GET',
      /^\/v1\/terminal-groups$/,
      (u, c) => {
        const cached = on('auth-groups-cache-shared') ? sharedCache.get(c.search) : undefined;
        const body =
          cached ??
          simplePage(
            c.q,
            visibleGroups(u).map((g) => groupView(u, g, 'LIST')),
          );
        sharedCache.set(c.search, body);
        return json(body);
      },
    ],
    [
      'GET',
      /^\/v1\/terminals\/([^/]+)\/commands$/,
      (u, c) => json(simplePage(c.q, commandsOf(u, findTerminal(u, c.id, on('scope-commands-tenant') && 'TENANT')))),
    ],
    ['GET', /^\/v1\/terminals\/([^/]+)\/provisioning-payload$/, (u, c) => json(payload(findTerminal(u, c.id)))],
    [
      'GET',
      /^\/v1\/terminals\/([^/]+)\/provisioning-export$/,
      (u, c) => json(provisioningExport(u, findTerminal(u, c.id))),
    ],
    ['GET', /^\/v1\/feeds\/account\.xml$/, (u, c) => accountFeed(u, c.origin)],
    [
      'GET',
      /^\/v1\/feeds\/terminals\/([^/]+)\.xml$/,
      (u, c) => terminalFeed(u, findTerminal(u, c.id, on('scope-terminal-feed-tenant') && 'TENANT'), c.origin),
    ],
  ];
  const publicRoutes: [RegExp, (c: Ctx) => Response][] = [
    [
      /^\/v1\/integrations\/public-openapi\.json$/,
      (c) => {
        if (on('auth-openapi-needs-key')) authenticate(c.request, c.path);
        const text = JSON.stringify(openApi(c.origin, on));
        const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"`;
        const headers: Record<string, string> = on('openapi-no-store')
          ? { 'cache-control': 'no-store, no-cache, must-revalidate', pragma: 'no-cache' }
          : { 'cache-control': 'public, max-age=3600', etag };
        if (
          headers.etag &&
          (c.request.headers.get('if-none-match') ?? '')
            .split(',')
            .map((s) => s.trim().replace(/^W\//, ''))
            .includes(etag)
        )
          return new Response(null, { status: 304, headers });
        return new Response(text, { status: 200, headers: { 'content-type': 'application/json', ...headers } });
      },
    ],
    [
      /^\/v1\/public\/branding-status$/,
      (c) => {
        if (on('auth-branding-needs-key')) authenticate(c.request, c.path);
        const body: J = {
          platform: 'TermiPort',
          checkedAt: iso(NOW),
          branding: { status: 'READY', themePublished: true, logoPublished: true },
          docsHost: { host: 'docs.termiport.example', status: 'READY', dnsStatus: 'VERIFIED', tlsStatus: 'ISSUED' },
        };
        if (on('branding-docs-host-missing')) delete body.docsHost;
        return json(body, 200, { 'cache-control': 'public, max-age=60' });
      },
    ],
  ];

  const handle = async (request: Request, url: URL): Promise<Response> => {
    const path = url.pathname;
    const ctx: Ctx = { request, origin: url.origin, q: url.searchParams, id: '', search: url.search, path };
    const notAllowed = (allow: string): ProblemError =>
      new ProblemError(
        405,
        'method-not-allowed',
        'Method Not Allowed',
        `The method ${request.method} is not supported here.`,
        [],
        { allow },
      );
    for (const [pattern, handler] of publicRoutes) {
      if (!pattern.test(path)) continue;
      if (request.method !== 'GET') throw notAllowed('GET');
      return handler(ctx);
    }
    const candidates = routes.filter(([, pattern]) => pattern.test(path));
    if (candidates.length === 0) throw notFound();
    const route = candidates.find(([method]) => method === request.method);
    if (!route) throw notAllowed(candidates.map(([method]) => method).join(', '));
    const user = authenticate(request, path);
    const raw = route[1].exec(path)![1] ?? '';
    try {
      ctx.id = decodeURIComponent(raw);
    } catch {
      throw notFound();
    }
    return route[2](user, ctx);
  };

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    try {
      return await handle(request, url);
    } catch (e) {
      const p =
        e instanceof ProblemError
          ? e
          : new ProblemError(500, 'internal-error', 'Internal Server Error', 'The request could not be processed.');
      const body: J = {
        type: `https://docs.termiport.example/problems/${p.slug}`,
        title: p.title,
        status: p.status,
        detail: p.message,
        instance: url.pathname,
      };
      if (p.violations.length) body.violations = p.violations;
      return new Response(JSON.stringify(body), {
        status: p.status,
        headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...p.headers },
      });
    }
  };
}
