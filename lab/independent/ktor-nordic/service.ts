// @ts-nocheck: written without noUncheckedIndexedAccess
// Terminal fleet portal data service: routing, scope, resources, writes, feeds.
import { createHash } from 'node:crypto';
import { buildCatalog, buildOpenApi, endpoints } from './contract.ts';
import type {
  Alert,
  Batch,
  Command,
  Connector,
  Dispute,
  Group,
  Job,
  Ref,
  State,
  Terminal,
  Transaction,
  User,
} from './data.ts';
import { apiKeys, batchTotals, buildState, iso, isoDate, isSettleable, localDate, localIso, NOW } from './data.ts';
import type { Fault as RegisteredFault } from './faults.ts';
import { faults as registeredFaults } from './faults.ts';

export type Fault = RegisteredFault;
export const name = 'kotlin-ktor-nordic';
export const keys: ReadonlyMap<string, string> = new Map(Object.entries(apiKeys));
export const faults: Readonly<Record<string, Fault>> = registeredFaults;

interface Scope {
  user: User;
  terminals: Terminal[];
  ids: Set<string>;
}
interface Call {
  request: Request;
  url: URL;
  path: Record<string, string>;
  scope: Scope;
  currency: string;
}
interface Violation {
  field: string;
  message: string;
}

class ProblemError extends Error {
  status: number;
  code: string;
  violations?: Violation[];
  constructor(status: number, code: string, detail: string, violations?: Violation[]) {
    super(detail);
    this.status = status;
    this.code = code;
    this.violations = violations;
  }
}
const titles: Record<string, string> = {
  UNAUTHORIZED: 'API key missing or invalid',
  FORBIDDEN: 'Privilege missing',
  NOT_FOUND: 'Not found',
  METHOD_NOT_ALLOWED: 'Method not allowed',
  BAD_REQUEST: 'Bad request',
  UNSUPPORTED_MEDIA_TYPE: 'Unsupported media type',
  UNPROCESSABLE: 'Unprocessable content',
  CONFLICT: 'Conflict',
};
const notFound = (detail = 'There is no such resource, or it is not visible to you.') =>
  new ProblemError(404, 'NOT_FOUND', detail);
const badRequest = (field: string, message: string) =>
  new ProblemError(400, 'BAD_REQUEST', `Invalid value of ${field}.`, [{ field, message }]);
const unprocessable = (violations: Violation[]) =>
  new ProblemError(422, 'UNPROCESSABLE', 'The request violates one or more rules.', violations);

const routes = endpoints.map((e) => {
  const names = [...e.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
  const pattern = new RegExp('^' + e.path.replace(/\./g, '\\.').replace(/\{\w+\}/g, '([^/]+)') + '$');
  return { endpoint: e, names, pattern };
});
const WRITERS = { deriveSettlements: ['ADMIN', 'FINANCE'], openDispute: ['ADMIN', 'FINANCE'] };
const DISPUTE_REASONS = [
  'CASH_NOT_DISPENSED',
  'PARTIAL_DISPENSE',
  'UNRECOGNIZED',
  'DUPLICATE',
  'SURCHARGE_NOT_DISCLOSED',
];
const escapeXml = (s: string) =>
  s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Opens the service with new state, with one fault or none. */
export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error(`Unknown fault: ${fault}`);
  const on = (id: string) => fault === id;

  const state: State = buildState();
  const byId = <T extends { id: string }>(rows: T[]) => new Map(rows.map((r) => [r.id, r]));
  const terminalsById = byId(state.terminals),
    accountsById = byId(state.accounts),
    usersById = byId(state.users),
    connectorsById = byId(state.connectors),
    groupsById = byId(state.groups);
  const transactionsById = byId(state.transactions),
    organizationsById = byId(state.organizations);
  const usersByKey = new Map(state.users.filter((u) => u.apiKey).map((u) => [u.apiKey!, u]));
  const portalCache = new Map<string, unknown>(),
    payloadCache = new Map<string, unknown>();

  // --- scope -------------------------------------------------------------------------------------------------------
  const isVisible = (user: User, t: Terminal): boolean => {
    if (t.orgId !== user.orgId) return false;
    switch (user.visibility.kind) {
      case 'ALL_TERMINALS':
        return true;
      case 'ACCOUNTS':
        return user.visibility.accountIds.includes(t.accountId);
      case 'TERMINALS':
        return user.visibility.terminalIds.includes(t.id);
    }
  };
  const scopeOf = (user: User, terminals: Terminal[]): Scope => ({
    user,
    terminals,
    ids: new Set(terminals.map((t) => t.id)),
  });
  const userScope = (user: User) =>
    scopeOf(
      user,
      state.terminals.filter((t) => isVisible(user, t)),
    );
  const organizationScope = (user: User) =>
    scopeOf(
      user,
      state.terminals.filter((t) => t.orgId === user.orgId),
    );
  const accountScope = (scope: Scope) =>
    scopeOf(
      scope.user,
      state.terminals.filter((t) => scope.terminals.some((v) => v.accountId === t.accountId)),
    );
  const everything = (user: User) => scopeOf(user, state.terminals);
  const within = <T extends { terminalId: string }>(scope: Scope, rows: T[]) =>
    rows.filter((r) => scope.ids.has(r.terminalId));

  const terminalIn = (scope: Scope, id: string): Terminal => {
    const terminal = terminalsById.get(id);
    if (!terminal || !scope.ids.has(id)) {
      if (terminal && on('not-found-reveals-terminal'))
        throw notFound(
          `Terminal ${terminal.label} of ${accountsById.get(terminal.accountId)!.label} is not visible to you.`,
        );
      throw notFound();
    }
    return terminal;
  };

  // --- representations ---------------------------------------------------------------------------------------------
  const ref = (x: { id: string; label: string }): Ref => ({ id: x.id, label: x.label });
  const terminalRef = (id: string) => ref(terminalsById.get(id)!);
  const accountRef = (terminalId: string) => ref(accountsById.get(terminalsById.get(terminalId)!.accountId)!);
  const userRef = (id: string) => ref(usersById.get(id)!);
  const transactionRef = (id: string): Ref => ({ id, label: transactionsById.get(id)!.sequenceNumber });
  const money = (amountMinor: number, currency: string) => ({ amountMinor, currency });
  const currencyOf = (terminalId: string) => terminalsById.get(terminalId)!.currency;

  const transactionDto = (t: Transaction): Record<string, unknown> => {
    const c = currencyOf(t.terminalId);
    const declined = t.response.kind === 'DECLINED';
    const completed =
      on('partial-dispense-completed-amount') && t.dispense === 'PARTIAL' ? t.amountRequested : t.amountCompleted;
    return {
      id: t.id,
      kind: t.kind,
      terminal: terminalRef(t.terminalId),
      account: accountRef(t.terminalId),
      terminalDateTime: localIso(t.at),
      ...(on('sequence-number-missing-on-reversals') && t.kind === 'REVERSAL'
        ? {}
        : { sequenceNumber: t.sequenceNumber }),
      accountType: t.accountType,
      ...(t.emv ? { emvIndicator: t.emv } : on('emv-indicator-always-present') ? { emvIndicator: '' } : {}),
      cardScheme: t.cardScheme,
      response: t.response,
      amountRequested: money(t.amountRequested, c),
      amountCompleted: money(completed, c),
      ...(on('surcharge-requested-missing-on-declines') && declined
        ? {}
        : { surchargeRequested: money(t.surchargeRequested, c) }),
      surchargeCompleted: money(t.surchargeCompleted, c),
      ...(t.kind === 'WITHDRAWAL'
        ? { dispense: t.dispense }
        : t.kind === 'DEPOSIT'
          ? { notesAccepted: t.notesAccepted }
          : t.kind === 'REVERSAL'
            ? { reversedTransaction: transactionRef(t.reversedId!) }
            : {}),
      ...(on('pan-in-transactions') ? { cardNumber: t.card.pan } : {}),
      ...(on('pin-block-on-wrong-pin') && t.response.kind === 'DECLINED' && t.response.reason === 'INCORRECT_PIN'
        ? { pinBlock: t.card.pinBlock }
        : {}),
    };
  };
  const batchDto = (b: Batch) => {
    const c = currencyOf(b.terminalId);
    return {
      id: b.id,
      terminal: terminalRef(b.terminalId),
      account: accountRef(b.terminalId),
      status: b.status,
      ...(on('entry-counts-missing-when-returned') && b.status === 'RETURNED'
        ? {}
        : { entryCounts: { total: b.credits + b.debits, credits: b.credits, debits: b.debits } }),
      creditTotal: money(b.creditTotal, c),
      ...(on('debit-total-missing-when-zero') && b.debitTotal === 0 ? {} : { debitTotal: money(b.debitTotal, c) }),
      netPayout: money(on('net-payout-gross') ? b.creditTotal : b.creditTotal - b.debitTotal, c),
      timing: {
        periodStart: b.periodStart,
        periodEnd: b.periodEnd,
        derivedAt: iso(b.derivedAt),
        ...(b.submittedAt ? { submittedAt: iso(b.submittedAt) } : {}),
        ...(b.settledAt ? { settledAt: iso(b.settledAt) } : {}),
        ...(b.returnedAt ? { returnedAt: iso(b.returnedAt) } : {}),
      },
    };
  };
  const disputeDto = (d: Dispute) => {
    const c = currencyOf(d.terminalId);
    return {
      id: d.id,
      status: d.status,
      reasonCode: d.reasonCode,
      transaction: transactionRef(d.transactionId),
      terminal: terminalRef(d.terminalId),
      account: accountRef(d.terminalId),
      amount: money(d.amount, c),
      ...(on('due-date-missing-when-resolved') && d.status === 'RESOLVED' ? {} : { dueDate: d.dueDate }),
      openedAt: iso(d.openedAt),
      openedBy: userRef(d.openedBy),
      ...(d.note ? { note: d.note } : {}),
      ...(d.assigneeId
        ? { assignment: { kind: 'ASSIGNED', assignee: userRef(d.assigneeId), assignedAt: iso(d.assignedAt!) } }
        : on('assignment-missing-when-unassigned')
          ? {}
          : { assignment: { kind: 'UNASSIGNED' } }),
      resolution:
        d.outcome === 'CUSTOMER_CREDITED'
          ? { kind: d.outcome, resolvedAt: iso(d.resolvedAt!), creditedAmount: money(d.amount, c) }
          : d.outcome === 'REJECTED'
            ? { kind: d.outcome, resolvedAt: iso(d.resolvedAt!), explanation: d.explanation }
            : { kind: 'PENDING' },
      ...(d.status === 'RESOLVED'
        ? { review: { reviewer: userRef(d.reviewerId!), reviewedAt: iso(d.resolvedAt!), note: d.reviewNote } }
        : on('reviewer-before-resolution') && d.status === 'UNDER_REVIEW'
          ? { review: { reviewer: userRef(d.assigneeId!), reviewedAt: iso(d.assignedAt!), note: '' } }
          : {}),
    };
  };
  const locationDto = (t: Terminal) => ({
    terminal: ref(t),
    account: accountRef(t.id),
    address: { street: t.street, postalCode: t.postalCode, city: t.city, country: t.country },
    position: { latitude: t.latitude, longitude: t.longitude },
    venue: t.venue,
    riskLevel: t.riskLevel,
  });
  const connectorDto = (scope: Scope) => (c: Connector) => ({
    id: c.id,
    label: c.label,
    kind: c.kind,
    state: c.state,
    ...(c.kind === 'ISO8583_TCP' ? { host: c.host, port: c.port } : { url: c.url }),
    terminalCount: scope.terminals.filter((t) => t.connectorId === c.id).length,
  });
  const groupDto = (scope: Scope) => (g: Group) => {
    const members = (on('group-terminals-unscoped') ? state.terminals : scope.terminals).filter((t) =>
      t.groupIds.includes(g.id),
    );
    return { id: g.id, label: g.label, terminals: members.map(ref), terminalCount: members.length };
  };
  const commandDto = (c: Command) => ({
    id: c.id,
    kind: c.kind,
    terminal: terminalRef(c.terminalId),
    state: c.state,
    queuedAt: iso(c.queuedAt),
    ...(c.finishedAt ? { finishedAt: iso(c.finishedAt) } : {}),
    requestedBy: userRef(c.requestedBy),
    description: c.detail,
  });
  const alertDto = (a: Alert) => ({
    id: a.id,
    kind: a.kind,
    severity: a.severity,
    state: a.state,
    raisedAt: iso(a.raisedAt),
    message: a.message,
  });
  const jobDto = (j: Job) => ({
    id: j.id,
    kind: j.kind,
    state: j.state,
    target: j.target,
    createdAt: iso(j.createdAt),
    ...(j.finishedAt ? { finishedAt: iso(j.finishedAt) } : {}),
  });
  const payloadDto = (t: Terminal) => ({
    terminal: ref(t),
    connector: ref(connectorsById.get(t.connectorId)!),
    profile: `profile-${t.country.toLowerCase()}-12`,
    model: t.model,
    serialNumber: t.serialNumber,
    softwareVersion: t.softwareVersion,
    parameters: [
      { kind: 'TEXT', name: 'receiptHeader', value: t.label },
      { kind: 'TEXT', name: 'language', value: t.country === 'SE' ? 'sv-SE' : 'nb-NO' },
      { kind: 'NUMBER', name: 'heartbeatSeconds', value: 60 },
      { kind: 'NUMBER', name: 'maxNotesPerDispense', value: 50 },
      { kind: 'FLAG', name: 'acceptsDeposits', value: t.recycler },
      { kind: 'FLAG', name: 'contactlessEnabled', value: true },
    ],
  });
  const newestFirst = <T extends { id: string }>(rows: T[], at: (r: T) => number) =>
    [...rows].sort((a, b) => at(b) - at(a) || (a.id < b.id ? -1 : 1));

  const visibleConnectors = (scope: Scope) =>
    state.connectors.filter((c) => scope.terminals.some((t) => t.connectorId === c.id));
  const visibleGroups = (scope: Scope) =>
    state.groups.filter((g) => scope.terminals.some((t) => t.groupIds.includes(g.id)));
  const visibleAccounts = (scope: Scope) =>
    state.accounts.filter((a) => scope.terminals.some((t) => t.accountId === a.id));
  /** Colleagues: users of the organization who share at least one terminal with the user. */
  const visibleUsers = (scope: Scope) =>
    state.users.filter(
      (u) => u.orgId === scope.user.orgId && (u.id === scope.user.id || scope.terminals.some((t) => isVisible(u, t))),
    );

  // --- responses ---------------------------------------------------------------------------------------------------
  const privateHeaders = { 'cache-control': 'private, no-store', vary: 'X-API-Key' };
  const json = (body: unknown, status = 200, headers: Record<string, string> = privateHeaders) =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    });
  const problem = (e: ProblemError, url: URL, headers: Record<string, string> = {}) =>
    new Response(
      JSON.stringify({
        type: `https://docs.kontantportal.example/problems/${e.code.toLowerCase().replaceAll('_', '-')}`,
        title: titles[e.code],
        status: e.status,
        detail: e.message,
        instance: url.pathname,
        code: e.code,
        ...(e.violations ? { violations: e.violations } : {}),
      }),
      {
        status: e.status,
        headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
      },
    );

  // --- lists -------------------------------------------------------------------------------------------------------
  const oneOf = (call: Call, parameter: string, values: string[]): string | undefined => {
    const value = call.url.searchParams.get(parameter);
    if (value === null) return undefined;
    if (!values.includes(value)) throw badRequest(parameter, `must be one of ${values.join(', ')}`);
    return value;
  };
  const pageOf = (call: Call) => {
    const text = call.url.searchParams.get('limit');
    let limit = 50;
    if (text !== null) {
      if (!/^\d{1,6}$/.test(text) || Number(text) < 1 || Number(text) > 200)
        throw badRequest('limit', 'must be an integer from 1 to 200');
      limit = Number(text);
    }
    const filters = [...call.url.searchParams]
      .filter(([k]) => k !== 'limit' && k !== 'page_token')
      .map(([k, v]) => `${k}=${v}`)
      .sort();
    const fingerprint = createHash('sha256')
      .update([call.scope.user.id, call.url.pathname, ...filters].join('\n'))
      .digest('base64url')
      .slice(0, 12);
    const token = call.url.searchParams.get('page_token');
    let offset = 0;
    if (token !== null) {
      const [f, o] = Buffer.from(token, 'base64url').toString('utf8').split('~');
      if (f !== fingerprint || !/^\d{1,6}$/.test(o ?? ''))
        throw badRequest('page_token', 'does not belong to this list');
      offset = Number(o);
    }
    return {
      limit,
      offset,
      isFirst: token === null,
      tokenAt: (o: number) => Buffer.from(`${fingerprint}~${o}`).toString('base64url'),
    };
  };
  const envelope = <T>(
    page: { limit: number; offset: number; tokenAt: (o: number) => string },
    rows: T[],
    dto: (row: T) => unknown,
    extra: Record<string, unknown> = {},
  ) => {
    const end = page.offset + page.limit;
    const next = on('page-boundary-skips-row') ? end + 1 : end;
    return {
      items: rows.slice(page.offset, end).map(dto),
      totalCount: rows.length,
      ...(end < rows.length ? { nextPageToken: page.tokenAt(next) } : {}),
      ...extra,
    };
  };

  interface TransactionQuery {
    terminalId?: string;
    groupId?: string;
    kind?: string;
    sortBy?: string;
    sortDir?: string;
  }
  const sortKeys: Record<string, (t: Transaction) => number> = {
    terminal_dt: (t) => t.at,
    amt_comp: (t) => t.amountCompleted,
    amt_req: (t) => t.amountRequested,
    surch_comp: (t) => t.surchargeCompleted,
    seq: (t) => Number(t.sequenceNumber),
  };
  const sortTransactions = (rows: Transaction[], sortBy = 'terminal_dt', sortDir = 'desc') => {
    let key = sortKeys[sortBy];
    if (sortBy === 'amt_comp' && on('amt-comp-uses-requested')) key = sortKeys.amt_req;
    const sign = sortDir === 'asc' || (on('sort-dir-ignored-with-sort-by') && sortBy !== 'terminal_dt') ? 1 : -1;
    const compare =
      sortBy === 'amt_comp' && on('amt-comp-sorted-as-text')
        ? (a: Transaction, b: Transaction) =>
            String(key(a)) < String(key(b)) ? -1 : String(key(a)) > String(key(b)) ? 1 : 0
        : (a: Transaction, b: Transaction) => key(a) - key(b);
    return [...rows].sort((a, b) => sign * compare(a, b) || (a.id < b.id ? -1 : 1));
  };
  const selectTransactions = (scope: Scope, q: TransactionQuery) => {
    let rows = q.groupId && on('group-filter-bypasses-scope') ? state.transactions : within(scope, state.transactions);
    if (q.terminalId) rows = rows.filter((t) => t.terminalId === q.terminalId);
    if (q.groupId && !(on('group-ignored-with-terminal') && q.terminalId)) {
      rows = rows.filter((t) => {
        const groups = terminalsById.get(t.terminalId)!.groupIds;
        return on('group-filter-first-group-only') ? groups[0] === q.groupId : groups.includes(q.groupId!);
      });
    }
    if (q.kind) rows = rows.filter((t) => t.kind === q.kind);
    return rows;
  };
  const summaryOf = (rows: Transaction[], currency: string) => {
    const kinds = on('summary-counts-deposits') ? ['WITHDRAWAL', 'REVERSAL', 'DEPOSIT'] : ['WITHDRAWAL', 'REVERSAL'];
    return {
      totalSurcharge: money(
        rows.reduce((sum, t) => sum + t.surchargeCompleted, 0),
        currency,
      ),
      totalWithdrawn: money(
        rows.filter((t) => kinds.includes(t.kind)).reduce((sum, t) => sum + t.amountCompleted, 0),
        currency,
      ),
      transactionCount: rows.length,
    };
  };
  const transactionPage = (call: Call, scope: Scope, fixed: TransactionQuery) => {
    const page = pageOf(call);
    const q: TransactionQuery = {
      kind: oneOf(call, 'kind', ['WITHDRAWAL', 'DEPOSIT', 'BALANCE_INQUIRY', 'REVERSAL']),
      sortBy: oneOf(call, 'sort_by', Object.keys(sortKeys)),
      sortDir: oneOf(call, 'sort_dir', ['asc', 'desc']),
      ...fixed,
    };
    if (on('limit-ignored-when-sorted') && q.sortBy) page.limit = 200;
    const selected = selectTransactions(scope, q);
    let rows = sortTransactions(selected, q.sortBy, q.sortDir);
    if (on('sort-after-limit') && q.sortBy === 'amt_comp') {
      const recent = sortTransactions(selected);
      rows = [
        ...recent.slice(0, page.offset),
        ...sortTransactions(recent.slice(page.offset, page.offset + page.limit), q.sortBy, q.sortDir),
        ...recent.slice(page.offset + page.limit),
      ];
    }
    if (!page.isFirst && on('second-page-unscoped'))
      rows = sortTransactions(selectTransactions(organizationScope(scope.user), q), q.sortBy, q.sortDir);
    if (!page.isFirst && on('second-page-drops-terminal-filter'))
      rows = sortTransactions(selectTransactions(scope, { ...q, terminalId: undefined }), q.sortBy, q.sortDir);
    const summarized = on('summary-unscoped') ? selectTransactions(organizationScope(scope.user), q) : selected;
    return json(
      envelope(
        page,
        rows,
        transactionDto,
        on('summary-missing-when-empty') && selected.length === 0
          ? {}
          : { summary: summaryOf(summarized, call.currency) },
      ),
    );
  };

  // --- timeline ----------------------------------------------------------------------------------------------------
  const timelineOf = (t: Transaction) => {
    const c = currencyOf(t.terminalId);
    const at = (seconds: number) => localIso(t.at + seconds * 1000);
    const events: Record<string, unknown>[] = [];
    if (t.kind === 'REVERSAL')
      events.push({
        kind: 'REVERSAL_STARTED',
        at: at(-6),
        message: 'Notes were not taken or not presented',
        reversedTransaction: transactionRef(t.reversedId!),
      });
    else
      events.push({
        kind: 'CARD_READ',
        at: at(-24),
        message: `${t.cardScheme} card read${t.emv ? ` (${t.emv})` : ''}${on('pan-in-timeline') ? ` ${t.card.pan}` : ''}`,
      });
    if (t.kind === 'DEPOSIT')
      events.push({
        kind: 'CASH_ACCEPTED',
        at: at(-10),
        message: `${t.notesAccepted} notes accepted`,
        amount: money(t.amountRequested, c),
      });
    events.push({
      kind: 'REQUEST_SENT',
      at: at(-4),
      message: 'Request sent to the host',
      connector: ref(connectorsById.get(terminalsById.get(t.terminalId)!.connectorId)!),
    });
    if (t.response.kind === 'TIMED_OUT')
      events.push({ kind: 'RESPONSE_MISSED', at: at(-1), message: 'No response within the time limit' });
    else events.push({ kind: 'RESPONSE_RECEIVED', at: at(-2), message: 'Response of the host', response: t.response });
    if (t.kind === 'WITHDRAWAL' && t.amountCompleted > 0)
      events.push({
        kind: 'CASH_DISPENSED',
        at: at(0),
        message: t.dispense === 'PARTIAL' ? 'A part of the amount was dispensed' : 'The amount was dispensed',
        amount: money(t.amountCompleted, c),
      });
    if (t.kind === 'BALANCE_INQUIRY') events.push({ kind: 'BALANCE_SHOWN', at: at(0), message: 'Balance shown' });
    if (t.reversalId)
      events.push({
        kind: 'REVERSAL_SENT',
        at: at(45),
        message: 'The withdrawal was reversed',
        reversal: transactionRef(t.reversalId),
      });
    else events.push({ kind: 'COMPLETED', at: at(8), message: 'Transaction ended' });
    return { transaction: transactionRef(t.id), terminal: terminalRef(t.terminalId), items: events };
  };

  // --- portal ------------------------------------------------------------------------------------------------------
  const canWrite = (user: User) => user.role === 'ADMIN' || user.role === 'FINANCE';
  const portalOf = (scope: Scope) => {
    const { user } = scope;
    const org = organizationsById.get(user.orgId)!;
    const whole = organizationScope(user);
    const count = (status: string) => scope.terminals.filter((t) => t.status === status).length;
    const v = user.visibility;
    const shown = on('portal-principal-is-admin')
      ? state.users.find((u) => u.orgId === user.orgId && u.role === 'ADMIN')!
      : user;
    const recent = sortTransactions(
      within(on('portal-recent-transactions-unscoped') ? whole : scope, state.transactions),
    ).slice(0, 15);
    const reports: [string, string, string[], boolean][] = [
      ['TRANSACTION_JOURNAL', 'Transaction journal', ['PDF', 'XLSX'], true],
      ['CASH_POSITION', 'Cash position', ['XLSX'], true],
      ['TERMINAL_AVAILABILITY', 'Terminal availability', ['PDF'], true],
      ['SETTLEMENT_OVERVIEW', 'Settlement overview', ['PDF', 'XLSX'], user.role !== 'TECHNICIAN'],
      ['DISPUTE_OVERVIEW', 'Dispute overview', ['PDF'], user.role !== 'TECHNICIAN'],
    ];
    return {
      generatedAt: iso(NOW),
      principal: {
        id: shown.id,
        label: shown.label,
        email: shown.email,
        role: shown.role,
        organization: ref(org),
        visibility:
          v.kind === 'ACCOUNTS'
            ? { kind: v.kind, accounts: v.accountIds.map((id) => ref(accountsById.get(id)!)) }
            : v.kind === 'TERMINALS'
              ? { kind: v.kind, terminals: v.terminalIds.map(terminalRef) }
              : { kind: v.kind },
      },
      accounts: visibleAccounts(scope).map((a) => ({
        id: a.id,
        label: a.label,
        organizationNumber: a.organizationNumber,
        contactEmail: a.contactEmail,
        city: a.city,
        currency: org.currency,
        terminalCount: scope.terminals.filter((t) => t.accountId === a.id).length,
      })),
      organization: {
        id: org.id,
        label: org.label,
        country: org.country,
        currency: org.currency,
        branding: {
          state: org.brandingState,
          displayName: org.label,
          primaryColor: org.primaryColor,
          logoUrl: `https://portal.${org.domain}/logo.svg`,
        },
        ...(on('portal-dns-missing-when-pending') && org.dnsState !== 'VERIFIED'
          ? {}
          : {
              dns: {
                state: org.dnsState,
                portalHost: `portal.${org.domain}`,
                records: [
                  { kind: 'CNAME', name: `portal.${org.domain}`, target: 'edge.kontantportal.example' },
                  {
                    kind: 'TXT',
                    name: `_verify.${org.domain}`,
                    value: `kontantportal-verify=${org.country.toLowerCase()}`,
                  },
                ],
              },
            }),
      },
      ...(on('portal-access-missing-for-readers') && !canWrite(user)
        ? {}
        : {
            access: {
              canReadReports: true,
              canOpenDisputes: canWrite(user),
              canDeriveSettlements: canWrite(user),
              canChangeConfiguration: user.role === 'ADMIN',
            },
          }),
      fleet: {
        terminalCount: scope.terminals.length,
        onlineCount: count('ONLINE'),
        staleCount: count('STALE'),
        offlineCount: count('OFFLINE'),
      },
      users: (on('portal-users-organization-wide')
        ? state.users.filter((u) => u.orgId === user.orgId)
        : visibleUsers(scope)
      ).map((u) => ({ id: u.id, label: u.label, email: u.email, role: u.role })),
      terminals: scope.terminals.map((t) => ({
        id: t.id,
        label: t.label,
        account: accountRef(t.id),
        groups: t.groupIds.map((g) => ref(groupsById.get(g)!)),
        connector: ref(connectorsById.get(t.connectorId)!),
        model: t.model,
        serialNumber: t.serialNumber,
        softwareVersion: t.softwareVersion,
        status: t.status,
        lastHeartbeatAt: iso(t.lastHeartbeat),
      })),
      groups: visibleGroups(scope).map(groupDto(scope)),
      connectors: visibleConnectors(scope).map(connectorDto(scope)),
      recentTransactions: recent.map((t) => ({
        ...transactionDto(t),
        ...(on('track-in-portal-transactions') ? { track2: t.card.track2 } : {}),
      })),
      recentCommands: newestFirst(within(scope, state.commands), (c) => c.queuedAt)
        .slice(0, 15)
        .map(commandDto),
      recentForms: newestFirst(within(scope, state.forms), (f) => f.submittedAt)
        .slice(0, 15)
        .map((f) => ({
          id: f.id,
          kind: f.kind,
          terminal: terminalRef(f.terminalId),
          state: f.state,
          submittedAt: iso(f.submittedAt),
          submittedBy: userRef(f.submittedBy),
        })),
      reports: reports.filter((r) => r[3]).map(([code, label, formats]) => ({ code, label, formats })),
      compliance: within(scope, state.compliance).map((c) => ({
        id: c.id,
        kind: c.kind,
        terminal: terminalRef(c.terminalId),
        state: c.state,
        expiresOn: c.expiresOn,
      })),
      onboarding: within(scope, state.onboarding).map((o) => ({
        id: o.id,
        terminal: terminalRef(o.terminalId),
        stage: o.stage,
        updatedAt: iso(o.updatedAt),
      })),
      documents: within(scope, state.documents).map((d) => ({
        id: d.id,
        kind: d.kind,
        label: d.label,
        terminal: terminalRef(d.terminalId),
        uploadedAt: iso(d.uploadedAt),
      })),
      ...(on('portal-videos-missing')
        ? {}
        : {
            videos: state.videos
              .filter((x) => x.orgId === user.orgId)
              .map((x) => ({ id: x.id, label: x.label, durationSeconds: x.durationSeconds, url: x.url })),
          }),
    };
  };

  // --- writes ------------------------------------------------------------------------------------------------------
  const requireRole = (call: Call, roles: string[]) => {
    if (!roles.includes(call.scope.user.role))
      throw new ProblemError(403, 'FORBIDDEN', 'Your role does not have this privilege.');
  };
  const readBody = async (call: Call, members: string[]): Promise<Record<string, any>> => {
    if (!/^application\/(\w+\+)?json\b/i.test(call.request.headers.get('content-type') ?? ''))
      throw new ProblemError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
    let body: any;
    try {
      body = JSON.parse(await call.request.text());
    } catch {
      throw new ProblemError(400, 'BAD_REQUEST', 'The body is not valid JSON.');
    }
    if (body === null || typeof body !== 'object' || Array.isArray(body))
      throw new ProblemError(400, 'BAD_REQUEST', 'The body must be a JSON object.');
    const unknown = Object.keys(body).filter((k) => !members.includes(k));
    if (unknown.length > 0) throw unprocessable(unknown.map((field) => ({ field, message: 'is not known' })));
    return body;
  };
  const isDate = (x: unknown): x is string =>
    typeof x === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(x) &&
    !Number.isNaN(Date.parse(x)) &&
    isoDate(Date.parse(x)) === x;

  const derive = async (call: Call) => {
    const body = await readBody(call, ['periodStart', 'periodEnd', 'accountId']);
    const violations: Violation[] = [];
    for (const field of ['periodStart', 'periodEnd'])
      if (!isDate(body[field])) violations.push({ field, message: 'must be a date (YYYY-MM-DD)' });
    if (violations.length === 0) {
      if (body.periodEnd < body.periodStart)
        violations.push({ field: 'periodEnd', message: 'must not be before periodStart' });
      else if (body.periodEnd >= localDate(NOW))
        violations.push({ field: 'periodEnd', message: 'must be before today' });
      else if (Date.parse(body.periodEnd) - Date.parse(body.periodStart) > 31 * 86_400_000)
        violations.push({ field: 'periodEnd', message: 'must be at most 31 days after periodStart' });
    }
    if (body.accountId !== undefined && !visibleAccounts(call.scope).some((a) => a.id === body.accountId))
      violations.push({ field: 'accountId', message: 'is not a visible account' });
    if (violations.length > 0) throw unprocessable(violations);
    const scope = on('derive-organization-wide') ? organizationScope(call.scope.user) : call.scope;
    const created: Batch[] = [];
    for (const terminal of scope.terminals) {
      if (body.accountId !== undefined && terminal.accountId !== body.accountId) continue;
      const rows = state.transactions.filter(
        (t) =>
          t.terminalId === terminal.id &&
          !t.batchId &&
          isSettleable(t) &&
          localDate(t.at) >= body.periodStart &&
          localDate(t.at) <= body.periodEnd,
      );
      if (rows.length === 0) continue;
      const batch: Batch = {
        id: state.newId('stl', NOW),
        terminalId: terminal.id,
        status: 'DERIVED',
        ...batchTotals(rows),
        periodStart: body.periodStart,
        periodEnd: body.periodEnd,
        derivedAt: NOW,
      };
      for (const t of rows) t.batchId = batch.id;
      created.push(batch);
    }
    state.batches.push(...created);
    return json({ items: created.map(batchDto), derivedCount: created.length }, created.length > 0 ? 201 : 200);
  };

  const openDispute = async (call: Call) => {
    const body = await readBody(call, ['transactionId', 'reasonCode', 'amount', 'note']);
    const violations: Violation[] = [];
    const scope = on('dispute-for-invisible-transaction') ? organizationScope(call.scope.user) : call.scope;
    const found = typeof body.transactionId === 'string' ? transactionsById.get(body.transactionId) : undefined;
    const transaction = found && scope.ids.has(found.terminalId) ? found : undefined;
    if (!transaction) violations.push({ field: 'transactionId', message: 'is not a visible transaction' });
    else if ((transaction.kind !== 'WITHDRAWAL' && transaction.kind !== 'DEPOSIT') || transaction.amountCompleted <= 0)
      violations.push({ field: 'transactionId', message: 'is not a withdrawal or deposit with a completed amount' });
    if (!DISPUTE_REASONS.includes(body.reasonCode))
      violations.push({ field: 'reasonCode', message: `must be one of ${DISPUTE_REASONS.join(', ')}` });
    const amount = body.amount;
    if (
      amount === null ||
      typeof amount !== 'object' ||
      !Number.isSafeInteger(amount.amountMinor) ||
      amount.amountMinor < 1
    )
      violations.push({ field: 'amount.amountMinor', message: 'must be a positive integer' });
    else if (amount.currency !== call.currency)
      violations.push({ field: 'amount.currency', message: `must be ${call.currency}` });
    else if (transaction && violations.length === 0 && amount.amountMinor > transaction.amountCompleted)
      violations.push({ field: 'amount.amountMinor', message: 'must not exceed the completed amount' });
    if (body.note !== undefined && (typeof body.note !== 'string' || body.note.length > 500))
      violations.push({ field: 'note', message: 'must be a text of at most 500 characters' });
    if (violations.length > 0) throw unprocessable(violations);
    if (state.disputes.some((d) => d.transactionId === transaction!.id && d.status !== 'RESOLVED'))
      throw new ProblemError(409, 'CONFLICT', 'The transaction already has an unresolved case.');
    const dispute: Dispute = {
      id: state.newId('dsp', NOW),
      transactionId: transaction!.id,
      terminalId: transaction!.terminalId,
      status: 'OPEN',
      reasonCode: body.reasonCode,
      amount: amount.amountMinor,
      dueDate: isoDate(NOW + 30 * 86_400_000),
      openedAt: NOW,
      openedBy: call.scope.user.id,
      ...(body.note ? { note: body.note } : {}),
    };
    state.disputes.push(dispute);
    return json(disputeDto(dispute), 201);
  };

  // --- feeds -------------------------------------------------------------------------------------------------------
  interface FeedItem {
    id: string;
    at: number;
    category: string;
    title: string;
    text: string;
    terminalId: string;
  }
  const label = (terminalId: string) => terminalsById.get(terminalId)!.label;
  const amountText = (t: Transaction) => `${(t.amountCompleted / 100).toFixed(2)} ${currencyOf(t.terminalId)}`;
  const statusItems = (terminals: Terminal[]): FeedItem[] =>
    terminals.flatMap((t) => [
      {
        id: `${t.id}-heartbeat`,
        at: t.lastHeartbeat,
        category: 'HEARTBEAT',
        title: `Heartbeat: ${t.label} is ${t.status}`,
        text: `Last heartbeat ${localIso(t.lastHeartbeat)}`,
        terminalId: t.id,
      },
      ...state.statusChanges
        .filter((c) => c.terminalId === t.id)
        .map((c) => ({
          id: c.id,
          at: c.at,
          category: 'STATUS_CHANGE',
          title: `Status: ${t.label} ${c.from} to ${c.to}`,
          text: `Status changed from ${c.from} to ${c.to}`,
          terminalId: t.id,
        })),
    ]);
  const transactionItems = (terminals: Terminal[], count: number): FeedItem[] =>
    terminals.flatMap((terminal) =>
      sortTransactions(state.transactions.filter((t) => t.terminalId === terminal.id))
        .slice(0, count)
        .map((t) => ({
          id: t.id,
          at: t.at,
          category: 'TRANSACTION',
          title: `Transaction: ${t.kind} ${t.response.kind} at ${terminal.label}`,
          text: `Sequence ${t.sequenceNumber}, completed ${amountText(t)}`,
          terminalId: terminal.id,
        })),
    );
  const alertItems = (scope: Scope): FeedItem[] =>
    within(scope, state.alerts).map((a) => ({
      id: a.id,
      at: a.raisedAt,
      category: 'ALERT',
      title: `Alert: ${a.kind} at ${label(a.terminalId)} (${a.state})`,
      text: `${a.severity}: ${a.message}`,
      terminalId: a.terminalId,
    }));
  const journalItems = (scope: Scope): FeedItem[] =>
    within(scope, state.journal).map((j) => ({
      id: j.id,
      at: j.at,
      category: 'SWITCH_JOURNAL',
      title: `Switch journal: ${j.kind} at ${label(j.terminalId)}`,
      text: j.message,
      terminalId: j.terminalId,
    }));
  const commandItems = (scope: Scope): FeedItem[] =>
    within(scope, state.commands).flatMap((c) => [
      {
        id: `${c.id}-queued`,
        at: c.queuedAt,
        category: 'COMMAND',
        title: `Command: ${c.kind} QUEUED`,
        text: c.detail,
        terminalId: c.terminalId,
      },
      ...(c.finishedAt && !on('terminal-feed-completed-commands-missing')
        ? [
            {
              id: `${c.id}-finished`,
              at: c.finishedAt,
              category: 'COMMAND',
              title: `Command: ${c.kind} ${c.state}`,
              text: c.detail,
              terminalId: c.terminalId,
            },
          ]
        : []),
    ]);
  const jobItems = (scope: Scope): FeedItem[] =>
    within(scope, state.jobs).map((j) => ({
      id: j.id,
      at: j.finishedAt ?? j.createdAt,
      category: 'PROVISIONING_JOB',
      title: `Provisioning job: ${j.kind} ${j.state}`,
      text: `Target ${j.target}`,
      terminalId: j.terminalId,
    }));
  const rss = (
    user: User,
    title: string,
    description: string,
    path: string,
    items: FeedItem[],
    contentType = 'application/rss+xml; charset=utf-8',
  ) => {
    const host = `https://portal.${organizationsById.get(user.orgId)!.domain}`;
    const text = (s: string) => (on('feed-text-not-escaped') ? s : escapeXml(s));
    const lines = newestFirst(items, (i) => i.at).map(
      (i) => `    <item>
      <title>${text(i.title)}</title>
      <link>${host}/terminals/${i.terminalId}</link>
      <guid isPermaLink="false">${i.id}</guid>
      <category>${i.category}</category>
      <pubDate>${new Date(i.at).toUTCString()}</pubDate>
      <description>${text(i.text)}</description>
    </item>`,
    );
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
  <channel>
    <title>${text(title)}</title>
    <link>${host}${path}</link>
    <description>${text(description)}</description>
    <lastBuildDate>${new Date(NOW).toUTCString()}</lastBuildDate>
${lines.join('\n')}
  </channel>
</rss>
`;
    return new Response(xml, { headers: { 'content-type': contentType, ...privateHeaders } });
  };

  // --- handlers ----------------------------------------------------------------------------------------------------
  const handlers: Record<string, (call: Call) => Response | Promise<Response>> = {
    getPortal: ({ scope }) => {
      if (!on('portal-cached-per-organization')) return json(portalOf(scope));
      if (!portalCache.has(scope.user.orgId)) portalCache.set(scope.user.orgId, portalOf(scope));
      return json(portalCache.get(scope.user.orgId));
    },
    getCatalog: () => json(buildCatalog(on)),
    listTransactions: (call) => {
      let scope = call.scope;
      if (on('transactions-admin-cross-organization') && scope.user.role === 'ADMIN') scope = everything(scope.user);
      if (on('transactions-account-wide')) scope = accountScope(scope);
      return transactionPage(call, scope, {
        terminalId: call.url.searchParams.get('terminal_id') || undefined,
        groupId: call.url.searchParams.get('group_id') || undefined,
      });
    },
    getTransactionTimeline: ({ scope, path }) => {
      let t = transactionsById.get(path.transaction_id);
      if (!t || !(scope.ids.has(t.terminalId) || on('timeline-unscoped'))) throw notFound();
      if (on('reversal-timeline-of-original') && t.reversedId) t = transactionsById.get(t.reversedId)!;
      return json(timelineOf(t));
    },
    listSettlements: (call) => {
      const page = pageOf(call);
      const status = oneOf(call, 'status', ['DERIVED', 'SUBMITTED', 'SETTLED', 'RETURNED']),
        terminalId = call.url.searchParams.get('terminal_id');
      const rows = within(
        on('settlements-organization-wide') ? organizationScope(call.scope.user) : call.scope,
        state.batches,
      ).filter((b) => (!status || b.status === status) && (!terminalId || b.terminalId === terminalId));
      return json(
        envelope(
          page,
          newestFirst(rows, (b) => b.derivedAt),
          batchDto,
        ),
      );
    },
    deriveSettlements: async (call) => {
      if (on('denied-derive-still-writes')) {
        const response = await derive(call);
        requireRole(call, WRITERS.deriveSettlements);
        return response;
      }
      requireRole(
        call,
        on('analyst-may-derive') ? [...WRITERS.deriveSettlements, 'ANALYST'] : WRITERS.deriveSettlements,
      );
      return derive(call);
    },
    listDisputes: (call) => {
      const page = pageOf(call);
      const status = oneOf(call, 'status', ['OPEN', 'UNDER_REVIEW', 'RESOLVED']),
        terminalId = call.url.searchParams.get('terminal_id');
      const select = (scope: Scope) =>
        within(scope, state.disputes).filter(
          (d) => (!status || d.status === status) && (!terminalId || d.terminalId === terminalId),
        );
      const rows = select(on('disputes-account-wide') ? accountScope(call.scope) : call.scope);
      return json(
        envelope(
          page,
          newestFirst(rows, (d) => d.openedAt),
          disputeDto,
          on('disputes-total-count-unscoped') ? { totalCount: select(organizationScope(call.scope.user)).length } : {},
        ),
      );
    },
    openDispute: (call) => {
      requireRole(
        call,
        on('technician-may-open-disputes') ? [...WRITERS.openDispute, 'TECHNICIAN'] : WRITERS.openDispute,
      );
      return openDispute(call);
    },
    listLocations: (call) =>
      json(
        envelope(
          pageOf(call),
          on('locations-hide-offline')
            ? call.scope.terminals.filter((t) => t.status !== 'OFFLINE')
            : call.scope.terminals,
          locationDto,
        ),
      ),
    getLocation: ({ scope, path }) => {
      const terminal = terminalIn(scope, path.terminal_id);
      return json(
        locationDto(on('location-of-same-city') ? scope.terminals.find((t) => t.city === terminal.city)! : terminal),
      );
    },
    getStatusMonitoring: ({ scope, path }) => {
      const t = terminalIn(
        on('status-monitoring-organization-wide') ? organizationScope(scope.user) : scope,
        path.terminal_id,
      );
      const openAlerts = state.alerts.filter((a) => a.terminalId === t.id && a.state === 'OPEN');
      const since = Math.max(...state.statusChanges.filter((c) => c.terminalId === t.id).map((c) => c.at));
      return json({
        terminal: ref(t),
        status: t.status,
        lastHeartbeatAt: iso(t.lastHeartbeat),
        statusSince: iso(since),
        ...(on('telemetry-missing-when-offline') && t.status === 'OFFLINE'
          ? {}
          : {
              telemetry: {
                softwareVersion: t.softwareVersion,
                cassettes: t.cassettes.map((c) => ({
                  position: c.position,
                  denomination: money(c.denomination, t.currency),
                  notesRemaining: c.notesRemaining,
                  state: c.notesRemaining === 0 ? 'EMPTY' : c.notesRemaining < 250 ? 'LOW' : 'OK',
                })),
                cashTotal: money(
                  t.cassettes.reduce((sum, c) => sum + c.denomination * c.notesRemaining, 0),
                  t.currency,
                ),
                dispenser: openAlerts.some((a) => a.kind === 'DISPENSER_FAULT') ? 'FAULT' : 'OK',
                receiptPaper: t.riskLevel === 'MEDIUM' ? 'LOW' : 'OK',
              },
            }),
        openAlerts: openAlerts.map(alertDto),
      });
    },
    listTerminalTransactions: (call) => {
      const terminal = terminalIn(call.scope, call.path.terminal_id);
      if (on('terminal-transactions-of-account'))
        return transactionPage(
          call,
          scopeOf(
            call.scope.user,
            call.scope.terminals.filter((t) => t.accountId === terminal.accountId),
          ),
          {},
        );
      return transactionPage(call, call.scope, { terminalId: terminal.id });
    },
    listConnectors: (call) => json(envelope(pageOf(call), visibleConnectors(call.scope), connectorDto(call.scope))),
    getConnectorStatus: ({ scope, path }) => {
      let connector = visibleConnectors(
        on('connector-status-organization-wide') ? organizationScope(scope.user) : scope,
      ).find((c) => c.id === path.connector_id);
      if (!connector) throw notFound();
      if (on('connector-status-first-connector')) connector = visibleConnectors(scope)[0];
      const members = scope.terminals.filter((t) => t.connectorId === connector.id);
      const counted = on('connector-terminal-counts-unscoped')
        ? state.terminals.filter((t) => t.connectorId === connector.id)
        : members;
      const count = (status: string) => counted.filter((t) => t.status === status).length;
      const traffic = within(scopeOf(scope.user, members), state.transactions);
      const answered = (kind: string) => traffic.filter((t) => t.response.kind === kind).length;
      return json({
        connector: ref(connector),
        state: connector.state,
        checkedAt: iso(NOW - 30_000),
        ...(traffic.length > 0 ? { lastTransactionAt: iso(Math.max(...traffic.map((t) => t.at))) } : {}),
        terminals: { total: counted.length, online: count('ONLINE'), stale: count('STALE'), offline: count('OFFLINE') },
        traffic: {
          total: traffic.length,
          approved: answered('APPROVED'),
          declined: answered('DECLINED'),
          timedOut: answered('TIMED_OUT'),
        },
      });
    },
    listTerminalGroups: (call) =>
      json(
        envelope(
          pageOf(call),
          visibleGroups(on('groups-organization-wide') ? organizationScope(call.scope.user) : call.scope),
          groupDto(call.scope),
        ),
      ),
    listCommands: (call) => {
      const terminal = terminalIn(call.scope, call.path.terminal_id);
      const rows = within(call.scope, state.commands).filter((c) =>
        on('commands-of-connector')
          ? terminalsById.get(c.terminalId)!.connectorId === terminal.connectorId
          : c.terminalId === terminal.id,
      );
      return json(
        envelope(
          pageOf(call),
          newestFirst(rows, (c) => c.queuedAt),
          commandDto,
        ),
      );
    },
    getProvisioningPayload: ({ scope, path }) => {
      const terminal = terminalIn(scope, path.terminal_id);
      if (!on('payload-of-same-model')) return json(payloadDto(terminal));
      const cacheKey = `${terminal.orgId} ${terminal.model}`;
      if (!payloadCache.has(cacheKey)) payloadCache.set(cacheKey, payloadDto(terminal));
      return json(payloadCache.get(cacheKey));
    },
    getProvisioningExport: ({ scope, path }) => {
      const terminal = terminalIn(
        on('provisioning-export-unscoped') ? everything(scope.user) : scope,
        path.terminal_id,
      );
      const jobs = newestFirst(
        state.jobs.filter((j) => j.terminalId === terminal.id),
        (j) => j.createdAt,
      ).map(jobDto);
      const payload = payloadDto(terminal);
      if (on('provisioning-export-csv')) {
        return new Response(['name;value', ...payload.parameters.map((p) => `${p.name};${p.value}`)].join('\r\n'), {
          headers: { 'content-type': 'text/csv; charset=utf-8', ...privateHeaders },
        });
      }
      return json({
        terminal: ref(terminal),
        exportedAt: iso(NOW),
        fileName: `provisioning-${terminal.serialNumber}.json`,
        payload,
        jobs,
      });
    },
    getAccountFeed: ({ scope }) => {
      const items = [
        ...statusItems(scope.terminals),
        ...transactionItems(scope.terminals, 5),
        ...alertItems(on('account-feed-alerts-unscoped') ? organizationScope(scope.user) : scope),
        ...(on('account-feed-without-journal') ? [] : journalItems(scope)),
      ];
      return rss(
        scope.user,
        `${organizationsById.get(scope.user.orgId)!.label}: fleet digest`,
        'Status, transactions, alerts and switch journal of your terminals',
        '/fleet',
        items,
        on('account-feed-content-type') ? 'text/xml; charset=utf-8' : undefined,
      );
    },
    getTerminalFeed: ({ scope, path }) => {
      const terminal = terminalIn(
        on('terminal-feed-organization-wide') ? organizationScope(scope.user) : scope,
        path.terminal_id,
      );
      const one = scopeOf(scope.user, [terminal]);
      const items = [
        ...statusItems([terminal]),
        ...transactionItems([terminal], 10),
        ...journalItems(one),
        ...commandItems(one),
        ...jobItems(one),
        ...alertItems(one),
      ];
      return rss(
        scope.user,
        `${terminal.label}: terminal stream`,
        'Activity of one terminal',
        `/terminals/${terminal.id}`,
        items,
      );
    },
  };

  const openApi = () => {
    const body = JSON.stringify(buildOpenApi(on));
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"` };
  };
  const publicHandlers: Record<string, (request: Request) => Response> = {
    getPublicOpenApi: (request) => {
      const { body, etag } = openApi();
      const headers = { 'cache-control': 'public, max-age=3600', etag };
      if ((request.headers.get('if-none-match') ?? '').split(/\s*,\s*/).includes(etag))
        return new Response(null, { status: 304, headers });
      return new Response(body, { headers: { 'content-type': 'application/json; charset=utf-8', ...headers } });
    },
    getBrandingStatus: () =>
      json(
        {
          status: 'READY',
          branding: { state: 'PUBLISHED', version: '2025.4' },
          ...(on('branding-docs-host-missing')
            ? {}
            : {
                docsHost: { host: 'docs.kontantportal.example', state: 'READY', dns: 'VERIFIED', certificate: 'VALID' },
              }),
        },
        200,
        { 'cache-control': 'public, max-age=300' },
      ),
  };

  const authenticate = (request: Request, operationId: string, path: Record<string, string>): User | undefined => {
    const key = request.headers.get('x-api-key') ?? '';
    const known = usersByKey.get(key);
    if (known) return known;
    if (key !== '' && on('unknown-key-becomes-reader')) return state.users.find((u) => u.role === 'ANALYST');
    if (key.length >= 20 && on('truncated-key-accepted'))
      return state.users.find((u) => u.apiKey?.slice(0, 20) === key.slice(0, 20));
    if (key === '' && on('locations-without-key') && operationId === 'listLocations') return state.users[0];
    if (key === '' && on('terminal-feed-without-key') && operationId === 'getTerminalFeed') {
      const orgId = terminalsById.get(path.terminal_id)?.orgId;
      return state.users.find((u) => u.orgId === orgId && u.role === 'ADMIN');
    }
    return undefined;
  };

  const handle = async (request: Request, url: URL): Promise<Response> => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const matching = routes.filter((r) => r.pattern.test(url.pathname));
    if (matching.length === 0) return problem(notFound('There is no such path.'), url);
    const route = matching.find((r) => r.endpoint.method === method);
    if (!route)
      return problem(new ProblemError(405, 'METHOD_NOT_ALLOWED', 'The path does not support this method.'), url, {
        allow: matching.map((r) => r.endpoint.method).join(', '),
      });
    const { operationId, access } = route.endpoint;
    const path: Record<string, string> = {};
    try {
      route.pattern
        .exec(url.pathname)!
        .slice(1)
        .forEach((value, i) => {
          path[route.names[i]] = decodeURIComponent(value);
        });
    } catch {
      return problem(notFound(), url);
    }
    const user = authenticate(request, operationId, path);
    const isOpen =
      access === 'PUBLIC' &&
      !(on('openapi-needs-key') && operationId === 'getPublicOpenApi') &&
      !(on('branding-status-needs-key') && operationId === 'getBrandingStatus');
    if (!isOpen && !user)
      return problem(new ProblemError(401, 'UNAUTHORIZED', 'Send a valid key in the header X-API-Key.'), url, {
        'www-authenticate': 'ApiKey realm="kontantportal"',
      });
    if (access === 'PUBLIC') return publicHandlers[operationId](request);
    const call: Call = {
      request,
      url,
      path,
      scope: userScope(user!),
      currency: organizationsById.get(user!.orgId)!.currency,
    };
    return handlers[operationId](call);
  };

  return async (request) => {
    const url = new URL(request.url);
    let response: Response;
    try {
      response = await handle(request, url);
    } catch (e) {
      if (!(e instanceof ProblemError)) throw e;
      response = problem(e, url);
    }
    return request.method === 'HEAD'
      ? new Response(null, { status: response.status, headers: response.headers })
      : response;
  };
}
