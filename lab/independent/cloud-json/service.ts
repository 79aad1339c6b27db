// Terminal Fleet Portal Data Service: a JSON API in the manner of a cloud vendor.
import { createHash, createHmac } from 'node:crypto';
import type {
  Account,
  Batch,
  Connector,
  Dispute,
  Fleet,
  Group,
  Location,
  PortalItem,
  Role,
  Terminal,
  Transaction,
  User,
} from './data.ts';
import { buildFleet, dateOf, deriveBatch, makeId, now, openSettlementDate, keys as userKeys } from './data.ts';
import type { Operation } from './docs.ts';
import {
  batchStatuses,
  commandStatuses,
  defaultLimit,
  disputeReasons,
  disputeStatuses,
  integrationCatalog,
  maxLimit,
  openApiDocument,
  operations,
  sortKeys,
  terminalStatuses,
} from './docs.ts';
import type { Fault } from './faults.ts';
import { faults as faultTable } from './faults.ts';

export type { Fault } from './faults.ts';
export const name = 'cloud-json-camel';
export const keys: ReadonlyMap<string, string> = userKeys;
export const faults: Readonly<Record<string, Fault>> = faultTable;

type Json = Record<string, unknown>;
interface Reply {
  status: number;
  body: unknown;
  type?: string;
  headers?: Record<string, string>;
}
interface Context {
  operation: Operation;
  url: URL;
  path: Record<string, string>;
  request: Request;
  user: User;
}
interface Query {
  params: Record<string, string>;
  limit: number;
  after: string | null;
  isNext: boolean;
  token: (after: string) => string;
}
interface FeedItem {
  guid: string;
  title: string;
  description: string;
  at: number;
  category: string;
  terminalId: string;
}

class ApiError extends Error {
  declare status: number;
  declare code: string;
  declare details: Json[] | undefined;
  declare headers: Record<string, string>;
  constructor(status: number, code: string, message: string, details?: Json[], headers: Record<string, string> = {}) {
    super(message);
    Object.assign(this, { status, code, details, headers });
  }
}

const day = 86_400_000;
const money = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const escapeXml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const invalid = (field: string, issue: string): ApiError =>
  new ApiError(400, 'VALIDATION_ERROR', `${field}: ${issue}`, [{ field, issue }]);
const notFound = (what: string): ApiError => new ApiError(404, 'RESOURCE_NOT_FOUND', `No such ${what}.`);
const rolesThat: Record<string, readonly Role[]> = {
  canViewSettlements: ['ACCOUNT_ADMIN', 'FINANCE_MANAGER', 'OPERATIONS_MANAGER', 'READ_ONLY'],
  canDeriveSettlements: ['ACCOUNT_ADMIN', 'FINANCE_MANAGER'],
  canViewDisputes: ['ACCOUNT_ADMIN', 'FINANCE_MANAGER', 'OPERATIONS_MANAGER', 'READ_ONLY', 'TERMINAL_OPERATOR'],
  canCreateDisputes: ['ACCOUNT_ADMIN', 'FINANCE_MANAGER', 'OPERATIONS_MANAGER'],
  canViewProvisioning: ['ACCOUNT_ADMIN', 'OPERATIONS_MANAGER', 'TERMINAL_OPERATOR'],
  canViewComplianceVault: ['ACCOUNT_ADMIN', 'OPERATIONS_MANAGER', 'READ_ONLY'],
  canViewAccountUsers: ['ACCOUNT_ADMIN', 'OPERATIONS_MANAGER', 'FINANCE_MANAGER'],
  canManageConfiguration: ['ACCOUNT_ADMIN'],
};
const may = (user: User, flag: string): boolean => (rolesThat[flag] as readonly Role[]).includes(user.role);
const reports: [string, string, readonly Role[]][] = [
  ['TRANSACTION_DETAIL', 'Transaction detail', rolesThat['canViewDisputes'] as readonly Role[]],
  ['TERMINAL_UPTIME', 'Terminal uptime', rolesThat['canViewDisputes'] as readonly Role[]],
  ['CASH_FORECAST', 'Cash forecast', ['ACCOUNT_ADMIN', 'OPERATIONS_MANAGER', 'TERMINAL_OPERATOR']],
  ['SETTLEMENT_SUMMARY', 'Settlement summary', rolesThat['canViewSettlements'] as readonly Role[]],
  ['USER_ACTIVITY', 'User activity', ['ACCOUNT_ADMIN']],
];
const routes = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/\./g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+?)')}$`),
}));

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault ?? '';
  if (fault !== '' && !(fault in faults)) throw new Error(`Unknown fault: ${fault}`);
  const db: Fleet = buildFleet();
  const terminalsById = new Map(db.terminals.map((t) => [t.terminalId, t]));
  let requestCount = 0,
    writeCount = 0;

  // ---- Who may see what ----

  function accountsOf(user: User): Account[] {
    return db.accounts.filter((a) => a.accountId === user.accountId || a.parentAccountId === user.accountId);
  }
  function accountOf(id: string): Account {
    return db.accounts.find((a) => a.accountId === id) as Account;
  }
  function terminalsIn(user: User, reach: 'OWN' | 'ACCOUNT' | 'TENANT' | 'ANY'): Terminal[] {
    if (reach === 'ANY') return db.terminals;
    if (reach === 'TENANT')
      return db.terminals.filter((t) => accountOf(t.accountId).tenant === accountOf(user.accountId).tenant);
    const ids = accountsOf(user).map((a) => a.accountId);
    return db.terminals.filter(
      (t) =>
        ids.includes(t.accountId) &&
        (reach === 'ACCOUNT' || user.terminalIds === null || user.terminalIds.includes(t.terminalId)),
    );
  }
  const visible = (user: User): Terminal[] => terminalsIn(user, 'OWN');
  const visibleIds = (user: User): Set<string> => new Set(visible(user).map((t) => t.terminalId));
  function require(user: User, flag: string): void {
    if (!may(user, flag)) throw new ApiError(403, 'ACCESS_DENIED', 'Your role does not permit this operation.');
  }
  function terminalFor(c: Context): Terminal {
    const id = c.operation.id;
    let reach: 'OWN' | 'ACCOUNT' | 'TENANT' | 'ANY' = 'OWN';
    if (fault === 'scope-location-any' && id === 'GetTerminalLocation') reach = 'ANY';
    if (fault === 'scope-status-tenant' && id === 'GetTerminalStatus') reach = 'TENANT';
    if (fault === 'scope-terminal-transactions-account' && id === 'ListTerminalTransactions') reach = 'ACCOUNT';
    if (fault === 'scope-commands-any' && id === 'ListTerminalCommands') reach = 'ANY';
    if (fault === 'scope-export-account' && id === 'GetProvisioningExport') reach = 'ACCOUNT';
    if (fault === 'scope-terminal-feed-any' && id === 'GetTerminalFeed') reach = 'ANY';
    const terminal = terminalsIn(c.user, reach).find((t) => t.terminalId === c.path['terminal_id']);
    if (terminal) return terminal;
    const other = terminalsById.get(c.path['terminal_id'] as string);
    if (other && fault === 'error-existence-oracle')
      throw new ApiError(403, 'ACCESS_DENIED', 'The terminal belongs to another account.');
    if (other && fault === 'error-names-owner')
      throw new ApiError(
        404,
        'RESOURCE_NOT_FOUND',
        `Terminal ${other.displayName} of ${accountOf(other.accountId).legalName} is not yours.`,
      );
    if (!other && fault === 'error-unknown-terminal-500' && id === 'GetTerminalStatus')
      throw new TypeError("Cannot read properties of undefined (reading 'status')");
    throw notFound('terminal');
  }

  // ---- Query parameters and pages ----

  function sign(payload: string): string {
    return createHmac('sha256', 'page-token-of-a-made-up-service').update(payload).digest('base64url').slice(0, 16);
  }
  function readQuery(c: Context): Query {
    const given: Record<string, string> = {};
    for (const parameter of c.operation.query ?? []) {
      const values = c.url.searchParams.getAll(parameter);
      if (values.length > 1) throw invalid(parameter, 'may be given once');
      if (values[0] === '') throw invalid(parameter, 'must not be empty');
      if (values[0] !== undefined) given[parameter] = values[0];
    }
    let stored: { a: string; l: number; p: Record<string, string> } | null = null;
    if (given['nextToken'] !== undefined) {
      const [payload, mark] = given['nextToken'].split('.') as [string, string?];
      const bad = new ApiError(400, 'INVALID_NEXT_TOKEN', 'The nextToken is not valid for this request.');
      if (mark === sign(payload)) {
        const token = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
          a: string;
          l: number;
          p: Record<string, string>;
          r: string;
          u: string;
        };
        if (token.r !== c.url.pathname || token.u !== c.user.userId) throw bad;
        stored = token;
      } else if (fault !== 'page-bad-token-first-page') throw bad;
    }
    let limit = stored ? stored.l : defaultLimit;
    if (given['limit'] !== undefined) {
      const value = Number(given['limit']);
      if (fault === 'limit-negative-500' && value < 0) throw new RangeError('LIMIT must not be negative');
      const isZeroAll = fault === 'limit-zero-all' && value === 0;
      if (!isZeroAll && (!/^[0-9]{1,6}$/.test(given['limit']) || value < 1 || value > maxLimit)) {
        if (fault !== 'limit-garbage-ignored') throw invalid('limit', `must be an integer from 1 to ${maxLimit}`);
      } else limit = isZeroAll ? Infinity : value;
    }
    const params: Record<string, string> = {};
    for (const parameter of c.operation.query ?? []) {
      if (parameter === 'limit' || parameter === 'nextToken') continue;
      const value = given[parameter] ?? stored?.p[parameter];
      if (stored && given[parameter] !== undefined && given[parameter] !== stored.p[parameter])
        throw new ApiError(
          400,
          'INVALID_NEXT_TOKEN',
          `${parameter} differs from the request that issued the nextToken.`,
        );
      if (value !== undefined) params[parameter] = value;
    }
    if (fault === 'page-drops-group' && stored) delete params['group_id'];
    if (fault === 'page-drops-terminal' && stored) delete params['terminal_id'];
    if (fault === 'page-drops-sort' && stored) {
      delete params['sort_by'];
      delete params['sort_dir'];
    }
    if (fault === 'limit-ignored') limit = defaultLimit;
    if (fault === 'limit-first-page-only' && stored) limit = defaultLimit;
    if (fault === 'limit-at-least-ten') limit = Math.max(10, limit);
    if (fault === 'limit-ignored-with-group' && params['group_id'] !== undefined) limit = defaultLimit;
    if (fault === 'limit-ignored-terminal-transactions' && c.operation.id === 'ListTerminalTransactions')
      limit = defaultLimit;
    const token = (after: string): string => {
      const payload = Buffer.from(
        JSON.stringify({ a: after, l: limit, p: params, r: c.url.pathname, u: c.user.userId }),
      ).toString('base64url');
      return `${payload}.${sign(payload)}`;
    };
    return { params, limit, after: stored ? stored.a : null, isNext: stored !== null, token };
  }
  function page<T>(
    q: Query,
    all: readonly T[],
    idOf: (row: T) => string,
  ): { items: T[]; totalCount: number; nextToken?: string } {
    let start = 0;
    if (q.after !== null) {
      start = all.findIndex((row) => idOf(row) === q.after) + 1;
      if (start === 0 && !fault.startsWith('page-drops'))
        throw new ApiError(400, 'INVALID_NEXT_TOKEN', 'The nextToken has expired.');
      if (fault === 'page-repeats-row') start -= 1;
      if (fault === 'page-skips-row') start += 1;
    }
    const items = all.slice(start, start + q.limit + (fault === 'limit-off-by-one' ? 1 : 0));
    const last = items.at(-1);
    const hasMore =
      fault === 'page-empty-tail'
        ? items.length > 0 && (start > 0 || all.length > items.length)
        : start + items.length < all.length;
    const result: { items: T[]; totalCount: number; nextToken?: string } = {
      items,
      totalCount: fault === 'page-total-of-page' ? items.length : all.length,
    };
    if (hasMore && last !== undefined && !(fault === 'page-no-token-sorted' && q.params['sort_by'] !== undefined))
      result.nextToken = q.token(idOf(last));
    return result;
  }
  function statusOf(q: Query, allowed: readonly string[]): string | undefined {
    const status = q.params['status'];
    if (status !== undefined && !allowed.includes(status))
      throw invalid('status', `must be one of ${allowed.join(', ')}`);
    return fault === 'filter-status-ignored' ? undefined : status;
  }
  function listed<T>(c: Context, rows: readonly T[], idOf: (row: T) => string, view: (row: T) => unknown): Reply {
    const { items, ...rest } = page(readQuery(c), rows, idOf);
    return { status: 200, body: { items: items.map(view), ...rest } };
  }

  // ---- Views ----

  function rowView(t: Transaction, where: 'LIST' | 'TERMINAL' | 'PORTAL', isNext = false): Json {
    const row: Json = {
      transactionId: t.transactionId,
      terminalId: t.terminalId,
      terminalDateTime: t.at,
      transactionType: t.type,
      sequenceNumber: t.sequenceNumber,
      accountType: t.accountType,
      ...(t.emvIndicator === null ? {} : { emvIndicator: t.emvIndicator }),
      response: t.response,
      responseCode: t.responseCode,
      amountRequested: money(t.amtReq),
      amountCompleted: money(t.amtComp),
      surchargeRequested: money(t.surReq),
      surchargeCompleted: money(t.surComp),
      currency: t.currency,
    };
    if (fault === 'row-emv-empty' && t.emvIndicator === null) row['emvIndicator'] = '';
    if (fault === 'row-emv-never') delete row['emvIndicator'];
    if (fault === 'row-surcharge-requested-missing') delete row['surchargeRequested'];
    if (fault === 'row-account-type-missing' && t.type === 'BALANCE_INQUIRY') delete row['accountType'];
    if (fault === 'row-sequence-missing' && where === 'TERMINAL') delete row['sequenceNumber'];
    if (fault === 'row-time-is-date') row['terminalDateTime'] = dateOf(t.at);
    if (fault === 'row-zero-completed-omitted' && t.amtComp === 0) delete row['amountCompleted'];
    if (fault === 'row-response-missing-portal' && where === 'PORTAL') {
      delete row['response'];
      delete row['responseCode'];
    }
    if (fault === 'row-amounts-in-cents' && where === 'TERMINAL') {
      row['amountCompleted'] = String(t.amtComp);
      row['amountRequested'] = String(t.amtReq);
    }
    if (fault === 'card-pan-in-rows' && where === 'LIST') row['cardNumber'] = t.card.pan;
    if (fault === 'card-pan-declined' && t.response === 'DECLINED_EXPIRED_CARD')
      row['hostMessage'] = `Expired card ${t.card.pan}`;
    if (fault === 'card-pin-block' && where === 'TERMINAL') row['pinBlock'] = t.card.pinBlock;
    if (fault === 'card-pan-portal' && where === 'PORTAL') row['cardNumber'] = t.card.pan;
    if (fault === 'card-track-second-page' && isNext) row['track2'] = t.card.track2;
    return row;
  }
  function groupIdsOf(t: Terminal, user: User): string[] {
    return groupsOf(user)
      .filter((g) => g.terminalIds.includes(t.terminalId))
      .map((g) => g.groupId);
  }
  function terminalView(t: Terminal, user: User): Json {
    return {
      terminalId: t.terminalId,
      accountId: t.accountId,
      displayName: t.displayName,
      model: t.model,
      serialNumber: t.serialNumber,
      locationId: t.locationId,
      connectorId: t.connectorId,
      groupIds: groupIdsOf(t, user),
      status: t.status,
      lastHeartbeatAt: t.lastHeartbeatAt,
      installedAt: t.installedAt,
    };
  }
  function groupsOf(user: User): Group[] {
    const ids = visibleIds(user);
    return db.groups.filter((g) => g.terminalIds.some((id) => ids.has(id)));
  }
  function groupView(g: Group, user: User): Json {
    const ids = visibleIds(user);
    const shown = g.terminalIds.filter((id) => ids.has(id) || fault === 'scope-group-members');
    return {
      groupId: g.groupId,
      displayName: g.displayName,
      terminalCount: fault === 'scope-group-count' ? g.terminalIds.length : shown.length,
      terminalIds: shown,
      createdAt: g.createdAt,
    };
  }
  function connectorsOf(user: User): Connector[] {
    const used = new Set(visible(user).map((t) => t.connectorId));
    const ids = accountsOf(user).map((a) => a.accountId);
    if (fault === 'scope-connectors-account')
      return db.connectors.filter((x) => used.has(x.connectorId) || ids.includes(x.accountId));
    return db.connectors.filter(
      (x) => used.has(x.connectorId) || (user.terminalIds === null && ids.includes(x.accountId)),
    );
  }
  function connectorView(x: Connector, user: User): Json {
    return {
      connectorId: x.connectorId,
      displayName: x.displayName,
      connectorType: x.connectorType,
      processorName: x.processorName,
      status: x.status,
      terminalIds: (fault === 'scope-connector-members' ? db.terminals : visible(user))
        .filter((t) => t.connectorId === x.connectorId)
        .map((t) => t.terminalId),
    };
  }
  function locationView(l: Location, user: User): Json {
    const ids = visibleIds(user);
    return {
      locationId: l.locationId,
      displayName: l.displayName,
      address: { line: l.addressLine, city: l.city, region: l.region, countryCode: l.countryCode },
      riskLevel: l.riskLevel,
      terminalIds: l.terminalIds.filter((id) => ids.has(id) || fault === 'scope-location-siblings'),
    };
  }
  function batchView(b: Batch): Json {
    const view: Json = {
      batchId: b.batchId,
      accountId: b.accountId,
      settlementDate: b.settlementDate,
      status: b.status,
      entryCounts: { credits: b.credits, debits: b.debits, total: b.credits + b.debits },
      creditTotal: money(b.creditTotal),
      debitTotal: money(b.debitTotal),
      netPayout: money(b.creditTotal - b.debitTotal),
      currency: b.currency,
      openedAt: b.openedAt,
      closedAt: b.closedAt,
      submittedAt: b.submittedAt,
      settledAt: b.settledAt,
    };
    if (fault === 'settlement-net-adds') view['netPayout'] = money(b.creditTotal + b.debitTotal);
    if (fault === 'settlement-net-of-returned' && b.status === 'RETURNED')
      view['netPayout'] = money(b.debitTotal - b.creditTotal);
    if (fault === 'settlement-counts-missing') delete view['entryCounts'];
    if (fault === 'settlement-count-total')
      view['entryCounts'] = { credits: b.credits, debits: b.debits, total: b.credits };
    if (fault === 'settlement-debits-missing') delete view['debitTotal'];
    if (fault === 'settlement-status-missing') delete view['status'];
    if (fault === 'settlement-pending-untimed' && b.status === 'PENDING')
      for (const k of ['openedAt', 'closedAt', 'submittedAt', 'settledAt', 'settlementDate']) delete view[k];
    if (fault === 'settlement-net-zero-pending' && b.status === 'PENDING') view['netPayout'] = '0.00';
    return view;
  }
  function disputeView(d: Dispute): Json {
    const t = db.transactions.find((x) => x.transactionId === d.transactionId) as Transaction;
    const isResolved = d.status === 'RESOLVED';
    const view: Json = {
      disputeId: d.disputeId,
      status: d.status,
      reasonCode: d.reasonCode,
      transactionId: d.transactionId,
      terminalId: d.terminalId,
      amount: money(d.amount),
      currency: d.currency,
      dueDate: d.dueDate,
      openedAt: d.openedAt,
      assignment: { queue: d.queue, assigneeName: d.assigneeName, assignedAt: d.assignedAt },
      resolution: d.resolution && {
        outcome: d.resolution.outcome,
        resolvedAmount: money(d.resolution.resolvedAmount),
        resolvedAt: d.resolution.resolvedAt,
      },
    };
    const shows =
      fault === 'dispute-reviewer-always' ||
      (fault === 'dispute-reviewer-under-review' && d.status === 'UNDER_REVIEW') ||
      (isResolved && fault !== 'dispute-reviewer-never');
    if (shows) view['reviewer'] = { ...d.reviewer };
    if (fault === 'dispute-transaction-sequence') view['transactionId'] = String(t.sequenceNumber);
    if (fault === 'dispute-terminal-missing') delete view['terminalId'];
    if (fault === 'dispute-due-missing' && isResolved) delete view['dueDate'];
    if (fault === 'dispute-assignment-missing') delete view['assignment'];
    if (fault === 'dispute-resolution-missing' && isResolved) delete view['resolution'];
    if (fault === 'dispute-amount-requested' && d.amount !== t.amtReq) view['amount'] = money(t.amtReq);
    if (fault === 'dispute-reason-missing') delete view['reasonCode'];
    if (fault === 'card-pan-dispute') view['cardNumber'] = t.card.pan;
    return view;
  }
  function itemView(i: PortalItem): Json {
    return {
      id: i.id,
      kind: i.kind,
      title: i.title,
      status: i.status,
      updatedAt: i.at,
      ...(i.terminalId === null ? {} : { terminalId: i.terminalId }),
    };
  }

  // ---- Transactions ----

  function sortRows(rows: Transaction[], params: Record<string, string>): Transaction[] {
    const by = params['sort_by'] ?? 'terminal_dt',
      dir = params['sort_dir'] ?? 'desc';
    if (!(sortKeys as readonly string[]).includes(by)) {
      if (fault === 'sort-unknown-500') throw new Error(`SQLITE_ERROR: no such column: ${by}`);
      throw invalid('sort_by', `must be one of ${sortKeys.join(', ')}`);
    }
    if (dir !== 'asc' && dir !== 'desc') throw invalid('sort_dir', 'must be asc or desc');
    let value: (t: Transaction) => number | string =
      {
        terminal_dt: (t: Transaction) => t.at,
        seq: (t: Transaction) => t.sequenceNumber,
        type: (t: Transaction) => t.type,
        response: (t: Transaction) => t.response,
        amt_req: (t: Transaction) => t.amtReq,
        amt_comp: (t: Transaction) => t.amtComp,
        sur_req: (t: Transaction) => t.surReq,
        sur_comp: (t: Transaction) => t.surComp,
      }[by as 'seq'] ?? ((t) => t.at);
    let sign = dir === 'asc' ? 1 : -1;
    if (by === 'amt_comp') {
      if (fault === 'sort-amount-as-text') value = (t) => money(t.amtComp);
      if (fault === 'sort-amount-requested') value = (t) => t.amtReq;
      if (fault === 'sort-amount-ignored') value = (t) => t.at;
      if (fault === 'sort-amount-with-surcharge') value = (t) => t.amtComp + t.surComp * 10;
    }
    if (fault === 'sort-desc-ascends' && params['sort_dir'] === 'desc') sign = 1;
    if (fault === 'sort-asc-ignored') sign = -1;
    if (fault === 'sort-desc-with-group' && params['group_id'] !== undefined && by === 'amt_comp') sign = 1;
    const order = (a: Transaction, b: Transaction): number => {
      const x = value(a),
        y = value(b);
      return (x < y ? -1 : x > y ? 1 : 0) * sign || b.at - a.at || (a.transactionId < b.transactionId ? -1 : 1);
    };
    return [...rows].sort(order);
  }
  function transactionList(c: Context, only: Terminal | null): Reply {
    const q = readQuery(c);
    const p = q.params;
    const ids = visibleIds(c.user);
    if (fault === 'scope-subaccount-rows-missing')
      for (const t of visible(c.user)) if (t.accountId !== c.user.accountId) ids.delete(t.terminalId);
    const wide = new Set(terminalsIn(c.user, 'ACCOUNT').map((t) => t.terminalId));
    let rows = db.transactions.filter((t) => (only ? t.terminalId === only.terminalId : ids.has(t.terminalId)));
    const scoped = rows,
      all = db.transactions;
    if (!only) {
      if (fault === 'scope-transactions-terminals') rows = all.filter((t) => wide.has(t.terminalId));
      if (fault === 'scope-terminal-filter-any' && p['terminal_id'] !== undefined) rows = all;
      if (fault === 'scope-group-filter-any' && p['group_id'] !== undefined) rows = all;
      if (fault === 'scope-sorted-account' && p['sort_by'] !== undefined)
        rows = all.filter((t) => wide.has(t.terminalId));
      if (fault === 'scope-second-page-account' && q.isNext) rows = all.filter((t) => wide.has(t.terminalId));
      if (fault === 'limit-before-scope') rows = all.slice(0, q.limit * 4).filter((t) => ids.has(t.terminalId));
      if (fault === 'limit-before-filter' && (p['terminal_id'] !== undefined || p['group_id'] !== undefined))
        rows = rows.slice(0, q.limit);
      const terminalId = p['terminal_id'],
        group = db.groups.find((g) => g.groupId === p['group_id']);
      const drops =
        fault === 'filter-terminal-ignored' ||
        (fault === 'filter-group-wins' && p['group_id'] !== undefined) ||
        (fault === 'filter-terminal-ignored-sorted' && p['sort_by'] !== undefined) ||
        (fault === 'filter-unknown-terminal-all' && !ids.has(terminalId ?? ''));
      if (terminalId !== undefined && !drops) rows = rows.filter((t) => t.terminalId === terminalId);
      const dropsGroup =
        fault === 'filter-group-ignored' ||
        (fault === 'filter-terminal-wins' && terminalId !== undefined) ||
        (fault === 'filter-unknown-group-all' && !group);
      if (p['group_id'] !== undefined && !dropsGroup) {
        const members = new Set(
          fault === 'filter-group-first-terminal'
            ? group?.terminalIds.filter((id) => ids.has(id)).slice(0, 1)
            : group?.terminalIds,
        );
        rows = rows.filter((t) => members.has(t.terminalId));
      }
    }
    if (fault === 'terminal-transactions-approved' && only)
      rows = rows.filter((t) => !t.response.startsWith('DECLINED'));
    if (fault === 'terminal-transactions-location' && only) {
      const near = db.locations.find((l) => l.locationId === only.locationId)?.terminalIds ?? [];
      rows = db.transactions.filter((t) => near.includes(t.terminalId));
    }
    const pageSort = fault === 'sort-within-page' && p['sort_by'] === 'amt_comp';
    const result = page(q, pageSort ? rows : sortRows(rows, p), (t) => t.transactionId);
    if (pageSort) result.items = sortRows(result.items, p);

    let counted = rows;
    if (fault === 'summary-unfiltered') counted = scoped;
    if (fault === 'summary-account') counted = db.transactions.filter((t) => wide.has(t.terminalId));
    if (fault === 'summary-first-page-twice' && result.nextToken !== undefined) counted = [...rows, ...result.items];
    let withdrawn = 0,
      surcharge = 0;
    for (const t of counted) {
      const isCash = t.type === 'CASH_WITHDRAWAL' || fault === 'summary-counts-transfers';
      if (isCash) withdrawn += fault === 'summary-withdrawn-requested' ? t.amtReq : t.amtComp;
      if (isCash && fault === 'summary-counts-reversed' && t.response === 'REVERSED') withdrawn += t.amtReq;
      if (fault === 'summary-withdrawn-with-surcharge') withdrawn += t.surComp;
      surcharge += fault === 'summary-surcharge-requested' ? t.surReq : t.surComp;
      if (fault === 'summary-surcharge-skips-inquiries' && t.type === 'BALANCE_INQUIRY') surcharge -= t.surComp;
    }
    const summary: Json = {
      transactionCount: counted.length,
      totalSurcharge: money(surcharge),
      totalWithdrawn: money(withdrawn),
      currency: accountOf(c.user.accountId).currency,
    };
    if (fault === 'summary-swapped' && only) {
      summary['totalSurcharge'] = money(withdrawn);
      summary['totalWithdrawn'] = money(surcharge);
    }
    if (fault === 'summary-surcharge-missing') delete summary['totalSurcharge'];
    if (fault === 'summary-float') summary['totalWithdrawn'] = `${money(withdrawn)}0000001`;
    const isMissing =
      fault === 'summary-missing' ||
      (fault === 'summary-missing-empty' && rows.length === 0) ||
      (fault === 'summary-missing-group' && p['group_id'] !== undefined);
    const { items, ...rest } = result;
    return {
      status: 200,
      body: {
        items: items.map((t) => rowView(t, only ? 'TERMINAL' : 'LIST', q.isNext)),
        ...(isMissing ? {} : { summary }),
        ...rest,
      },
    };
  }
  function transactionFor(c: Context, id: string, isAny: boolean): Transaction {
    const ids = visibleIds(c.user);
    const t = db.transactions.find((x) => x.transactionId === id && (isAny || ids.has(x.terminalId)));
    if (!t) throw notFound('transaction');
    return t;
  }
  function timeline(c: Context): Reply {
    const t = transactionFor(c, c.path['transaction_id'] as string, fault === 'scope-timeline-any');
    const done = t.response.startsWith('DECLINED') ? 'DECLINED' : t.response === 'REVERSED' ? 'REVERSED' : 'COMPLETED';
    const items: Json[] = [
      { eventType: 'RECEIVED', occurredAt: t.at, detail: `${t.type} sequence ${t.sequenceNumber}` },
      { eventType: 'SENT_TO_SWITCH', occurredAt: t.at + 380, detail: 'Request forwarded to the switch' },
      { eventType: 'HOST_RESPONSE', occurredAt: t.at + 1300, detail: `Response code ${t.responseCode}` },
      {
        eventType: done,
        occurredAt: t.at + 4200,
        detail: `${t.response}, completed ${money(t.amtComp)} ${t.currency}`,
      },
    ];
    for (const d of db.disputes.filter((x) => x.transactionId === t.transactionId)) {
      items.push({ eventType: 'DISPUTE_OPENED', occurredAt: d.openedAt, detail: d.reasonCode });
      if (d.resolution)
        items.push({
          eventType: 'DISPUTE_RESOLVED',
          occurredAt: d.resolution.resolvedAt,
          detail: d.resolution.outcome,
        });
    }
    if (fault === 'card-track-timeline')
      (items[1] as Json)['detail'] = `Request forwarded to the switch: ${t.card.track2}`;
    if (fault === 'timeline-approves-declined' && done === 'DECLINED') (items[3] as Json)['eventType'] = 'COMPLETED';
    if (fault === 'timeline-unordered') items.reverse();
    if (fault === 'timeline-other-id')
      return { status: 200, body: { transactionId: makeId('txn', t.transactionId), terminalId: t.terminalId, items } };
    return { status: 200, body: { transactionId: t.transactionId, terminalId: t.terminalId, items } };
  }

  // ---- Portal ----

  function portal(c: Context): Reply {
    const { user } = c;
    const account = accountOf(user.accountId);
    const organization = db.organizations.find((o) => o.tenant === account.tenant) as Fleet['organizations'][number];
    const terminals = visible(user),
      ids = new Set(terminals.map((t) => t.terminalId));
    const accountIds = accountsOf(user).map((a) => a.accountId);
    const wide = new Set(terminalsIn(user, 'ACCOUNT').map((t) => t.terminalId));
    const inScope = (i: PortalItem): boolean =>
      i.terminalId === null ? user.terminalIds === null && accountIds.includes(i.accountId) : ids.has(i.terminalId);
    const users = may(user, 'canViewAccountUsers') ? db.users.filter((u) => accountIds.includes(u.accountId)) : [user];
    const flags: Record<string, boolean> = Object.fromEntries(
      Object.keys(rolesThat).map((flag) => [flag, may(user, flag)]),
    );
    let rows = db.transactions
      .filter((t) => (fault === 'portal-transactions-account' ? wide : ids).has(t.terminalId))
      .slice(0, 20);
    if (fault === 'portal-transactions-oldest') rows = db.transactions.filter((t) => ids.has(t.terminalId)).slice(-20);
    const commands = db.commands
      .filter((x) => (fault === 'portal-commands-account' ? wide : ids).has(x.terminalId))
      .sort((a, b) => b.queuedAt - a.queuedAt)
      .slice(0, 20);
    if (fault === 'portal-flags-optimistic') flags['canCreateDisputes'] = true;
    let shownUsers = fault === 'portal-users-all-tenants' ? db.users : users;
    if (fault === 'portal-users-account') shownUsers = db.users.filter((u) => accountIds.includes(u.accountId));
    const shownTerminals = fault === 'portal-terminals-account' ? terminalsIn(user, 'ACCOUNT') : terminals;
    const canReport = (roles: readonly Role[]): boolean => roles.includes(user.role) || fault === 'portal-reports-all';
    const body: Json = {
      principal: {
        userId: user.userId,
        displayName: user.displayName,
        email: user.email,
        role: user.role,
        accountId: user.accountId,
        scope:
          user.terminalIds === null
            ? { scopeType: accountIds.length > 1 ? 'ACCOUNT_TREE' : 'ACCOUNT', accountIds }
            : { scopeType: 'TERMINALS', accountIds: [user.accountId], terminalIds: terminals.map((t) => t.terminalId) },
        ...(fault === 'portal-api-key' ? { apiKey: keys.get(user.keyName ?? '') } : {}),
      },
      account: {
        accountId: account.accountId,
        displayName: account.displayName,
        legalName: account.legalName,
        accountType: account.parentAccountId === null ? 'PRIMARY' : 'SUB_ACCOUNT',
        currency: account.currency,
        timeZone: account.timeZone,
        status: account.status,
        createdAt: account.createdAt,
        supportEmail: account.supportEmail,
      },
      organization: {
        branding: {
          brandName: organization.brandName,
          primaryColor: organization.primaryColor,
          logoUrl: organization.logoUrl,
          portalHost: organization.portalHost,
          docsHost: organization.docsHost,
        },
        dns: { status: organization.dnsStatus, records: organization.records },
      },
      accessFlags: flags,
      users: shownUsers.map((u) => ({
        userId: u.userId,
        displayName: u.displayName,
        email: u.email,
        role: u.role,
        accountId: u.accountId,
        status: u.status,
        lastLoginAt: u.lastLoginAt,
      })),
      terminals: shownTerminals.map((t) => {
        const view = terminalView(t, user);
        if (fault === 'portal-status-stale' && t.status === 'OFFLINE') view['status'] = 'ONLINE';
        return view;
      }),
      terminalGroups: groupsOf(user).map((g) => groupView(g, user)),
      connectors: connectorsOf(user).map((x) => connectorView(x, user)),
      recentTransactions: rows.map((t) => rowView(t, 'PORTAL')),
      recentCommands: commands.map((x) => ({ ...x })),
      recentForms: db.forms
        .filter((i) => (fault === 'portal-forms-account' ? accountIds.includes(i.accountId) : inScope(i)))
        .sort((a, b) => b.at - a.at)
        .slice(0, 20)
        .map(itemView),
      reportCatalog: reports
        .filter(([, , roles]) => canReport(roles))
        .map(([reportId, displayName]) => ({ reportId, displayName, formats: ['CSV', 'PDF'] })),
      complianceVault: may(user, 'canViewComplianceVault') ? db.vault.filter(inScope).map(itemView) : [],
      onboarding: db.onboarding.filter(inScope).map(itemView),
      documents: db.documents
        .filter(
          (i) =>
            accountIds.includes(i.accountId) &&
            (i.kind !== 'AGREEMENT' || ['ACCOUNT_ADMIN', 'FINANCE_MANAGER'].includes(user.role)),
        )
        .map(itemView),
      videos: db.videos.filter((i) => accountIds.includes(i.accountId)).map(itemView),
    };
    if (fault === 'portal-dns-missing') delete (body['organization'] as Json)['dns'];
    if (fault === 'portal-forms-missing') delete body['recentForms'];
    if (fault === 'portal-compliance-missing') {
      delete body['complianceVault'];
      delete body['onboarding'];
    }
    if (fault === 'portal-flags-missing' && user.role === 'READ_ONLY') delete body['accessFlags'];
    if (fault === 'portal-empty-groups-omitted')
      for (const [k, v] of Object.entries(body)) if (Array.isArray(v) && v.length === 0) delete body[k];
    if (fault === 'portal-reports-missing') delete body['reportCatalog'];
    if (fault === 'portal-parent-account' && account.parentAccountId !== null)
      (body['account'] as Json)['parentAccount'] = {
        accountId: account.parentAccountId,
        supportEmail: accountOf(account.parentAccountId).supportEmail,
      };
    if (fault === 'portal-terminals-first-ten') body['terminals'] = (body['terminals'] as Json[]).slice(0, 10);
    return { status: 200, body };
  }

  // ---- Terminals ----

  function statusMonitoring(c: Context): Reply {
    const t = terminalFor(c);
    const neighbour = terminalsIn(c.user, 'ACCOUNT').find((x) => x.locationId === t.locationId) as Terminal;
    const shown = fault === 'terminal-telemetry-neighbour' ? neighbour : t;
    return {
      status: 200,
      body: {
        terminalId: t.terminalId,
        status: fault === 'terminal-status-online' && t.status === 'DEGRADED' ? 'ONLINE' : t.status,
        statusChangedAt: t.statusChangedAt,
        lastHeartbeatAt: t.lastHeartbeatAt,
        telemetry: {
          firmwareVersion: shown.firmwareVersion,
          signalPercent: shown.signalPercent,
          temperatureCelsius: shown.temperatureCelsius,
          cassettes: shown.cassettes.map((x) => ({
            cassetteId: x.cassetteId,
            denomination: x.denomination,
            currency: accountOf(t.accountId).currency,
            noteCount: x.noteCount,
            status: x.status,
          })),
        },
        openAlerts: db.alerts
          .filter(
            (a) =>
              a.clearedAt === null &&
              (fault === 'terminal-alerts-account'
                ? terminalsById.get(a.terminalId)?.accountId === t.accountId
                : a.terminalId === t.terminalId),
          )
          .map((a) => ({
            alertId: a.alertId,
            eventName: a.eventName,
            severity: a.severity,
            openedAt: a.openedAt,
            message: a.message,
            ...(fault === 'terminal-alerts-account' ? { terminalId: a.terminalId } : {}),
          })),
      },
    };
  }
  function provisioningPayload(t: Terminal): Json {
    const connector = db.connectors.find((x) => x.connectorId === t.connectorId) as Connector;
    const account = accountOf(t.accountId);
    const parameters = {
      currency: account.currency,
      timeZone: account.timeZone,
      surchargeAmount: '3.00',
      receiptHeader: account.displayName,
      heartbeatSeconds: 60,
      firmwareVersion: t.firmwareVersion,
    };
    const keySlots: Json[] = [
      { slot: 'TERMINAL_MASTER_KEY', status: 'LOADED' },
      { slot: 'PIN_ENCRYPTION_KEY', status: t.status === 'OFFLINE' ? 'ROTATION_DUE' : 'LOADED' },
    ];
    if (fault === 'card-key-provisioning')
      (keySlots[0] as Json)['clearKey'] = sha(`master/${t.terminalId}`).slice(0, 32).toUpperCase();
    const connection = {
      connectorId: connector.connectorId,
      host: connector.endpointHost,
      port: 7443,
      protocol: connector.connectorType,
    };
    return {
      terminalId: t.terminalId,
      serialNumber: t.serialNumber,
      payloadVersion: 4,
      checksum: sha(JSON.stringify([connection, parameters])).slice(0, 16),
      connection,
      parameters,
      keySlots,
    };
  }
  function requireProvisioning(c: Context): void {
    if (fault === 'role-provisioning-ignored') return;
    if (fault === 'role-export-ignored' && c.operation.id === 'GetProvisioningExport') return;
    require(c.user, 'canViewProvisioning');
  }
  function provisioningExport(c: Context): Reply {
    requireProvisioning(c);
    const t = terminalFor(c);
    const payload = provisioningPayload(t);
    if (fault === 'terminal-export-csv') {
      return {
        status: 200,
        type: 'text/csv; charset=utf-8',
        body: `terminalId,serialNumber,checksum\n${t.terminalId},${t.serialNumber},${String(payload['checksum'])}\n`,
      };
    }
    const jobs = db.jobs.filter((j) => j.terminalId === t.terminalId).map(({ terminalId: _, ...j }) => j);
    return {
      status: 200,
      headers: { 'content-disposition': `attachment; filename="${t.terminalId}.json"` },
      body: { exportId: makeId('exp', t.terminalId), terminalId: t.terminalId, format: 'JSON', payload, jobs },
    };
  }

  // ---- Feeds ----

  function feed(c: Context, only: Terminal | null): Reply {
    const mine = only ? [only] : visible(c.user);
    let ids = new Set(mine.map((t) => t.terminalId));
    const label = (id: string): string => (terminalsById.get(id) as Terminal).displayName;
    let items: FeedItem[] = [];
    const add = (
      category: string,
      id: string,
      terminalId: string,
      at: number,
      title: string,
      description: string,
    ): void => {
      items.push({ guid: id, category, terminalId, at, title: `${label(terminalId)}: ${title}`, description });
    };
    const latest = <T>(rows: readonly T[], at: (row: T) => number, count: number): T[] =>
      [...rows].sort((a, b) => at(b) - at(a)).slice(0, count);
    const many = only ? 5 : 25;
    if (fault === 'feed-status-without-offline')
      for (const t of mine) {
        if (t.status !== 'OFFLINE')
          add(
            'TERMINAL_STATUS',
            `status/${t.terminalId}`,
            t.terminalId,
            t.lastHeartbeatAt,
            t.status,
            'Heartbeat received',
          );
      }
    else
      for (const t of mine)
        add(
          'TERMINAL_STATUS',
          `status/${t.terminalId}/${t.statusChangedAt}`,
          t.terminalId,
          t.lastHeartbeatAt,
          `status ${t.status}`,
          `Last heartbeat ${new Date(t.lastHeartbeatAt).toISOString()}, status since ${new Date(t.statusChangedAt).toISOString()}`,
        );
    if (!(fault === 'feed-account-no-transactions' && !only)) {
      const source =
        fault === 'feed-transactions-account' && !only
          ? new Set(terminalsIn(c.user, 'ACCOUNT').map((t) => t.terminalId))
          : ids;
      for (const t of latest(
        db.transactions.filter((x) => source.has(x.terminalId)),
        (x) => x.at,
        many,
      )) {
        const card = fault === 'card-pan-feed' && only ? `, card ${t.card.pan}` : '';
        add(
          'TRANSACTION',
          t.transactionId,
          t.terminalId,
          t.at,
          `${t.type} ${t.response}`,
          `Sequence ${t.sequenceNumber}, completed ${money(t.amtComp)} ${t.currency}, surcharge ${money(t.surComp)} ${t.currency}${card}`,
        );
      }
    }
    if (fault === 'feed-alerts-tenant' && !only) ids = new Set(terminalsIn(c.user, 'TENANT').map((t) => t.terminalId));
    if (!(fault === 'feed-no-alerts' && only)) {
      for (const a of latest(
        db.alerts.filter((x) => ids.has(x.terminalId)),
        (x) => x.openedAt,
        many,
      )) {
        if (fault === 'feed-cleared-alerts-missing' && a.clearedAt !== null) continue;
        add(
          'ALERT',
          a.alertId,
          a.terminalId,
          a.openedAt,
          `${a.severity} ${a.eventName}`,
          `${a.message}${a.clearedAt === null ? '' : `; cleared ${new Date(a.clearedAt).toISOString()}`}`,
        );
      }
    }
    if (!(fault === 'feed-account-no-journal' && !only)) {
      for (const j of latest(
        db.journal.filter((x) => ids.has(x.terminalId)),
        (x) => x.occurredAt,
        many,
      )) {
        const t = db.transactions.find(
          (x) => x.terminalId === j.terminalId && x.at + 1300 === j.occurredAt,
        ) as Transaction;
        add(
          'SWITCH_JOURNAL',
          j.journalId,
          j.terminalId,
          j.occurredAt,
          'switch journal',
          fault === 'card-track-journal' && !only ? `${j.message} for ${t.card.track2}` : j.message,
        );
      }
    }
    if (only) {
      const siblings =
        fault === 'feed-commands-of-group'
          ? new Set(
              terminalsIn(c.user, 'ACCOUNT')
                .filter((t) => t.locationId === only.locationId)
                .map((t) => t.terminalId),
            )
          : ids;
      for (const x of db.commands.filter((k) => siblings.has(k.terminalId))) {
        if (fault === 'feed-queued-only' && x.status !== 'QUEUED') continue;
        if (fault === 'feed-completed-only' && x.status === 'QUEUED') continue;
        add(
          'COMMAND',
          x.commandId,
          x.terminalId,
          x.completedAt ?? x.queuedAt,
          `command ${x.commandType} ${x.status}`,
          `Requested by ${x.requestedBy}`,
        );
      }
      if (fault !== 'feed-no-provisioning')
        for (const j of db.jobs.filter((k) => k.terminalId === only.terminalId))
          add(
            'PROVISIONING',
            j.jobId,
            j.terminalId,
            j.finishedAt ?? j.createdAt,
            `provisioning ${j.jobType} ${j.status}`,
            'Provisioning job activity',
          );
    }
    items.sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1));
    if (fault === 'feed-account-three-terminals' && !only)
      items = items.filter(
        (i) => i.category !== 'TERMINAL_STATUS' || mine.slice(0, 3).some((t) => t.terminalId === i.terminalId),
      );
    const escape = fault === 'feed-unescaped' ? (text: string): string => text : escapeXml;
    const portalHost = (
      db.organizations.find((o) => o.tenant === accountOf(c.user.accountId).tenant) as Fleet['organizations'][number]
    ).portalHost;
    const stamp = (at: number): string =>
      fault === 'feed-iso-dates' ? new Date(at).toISOString() : new Date(at).toUTCString();
    const lines = items.map(
      (i) =>
        `<item><title>${escape(i.title)}</title><link>https://${portalHost}/terminals/${i.terminalId}</link><guid isPermaLink="false">${escape(i.guid)}</guid>` +
        `<pubDate>${stamp(i.at)}</pubDate><category domain="activity">${i.category}</category><category domain="terminal">${i.terminalId}</category><description>${escape(i.description)}</description></item>`,
    );
    const title = only
      ? `Terminal feed: ${only.displayName}`
      : `Account feed: ${accountOf(c.user.accountId).displayName}`;
    const body =
      `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${escape(title)}</title><link>https://${portalHost}/</link><description>Read-only activity digest</description>` +
      `<lastBuildDate>${stamp(now)}</lastBuildDate>\n${lines.join('\n')}\n</channel></rss>\n`;
    if (fault === 'feed-json' && only) return { status: 200, body: { items } };
    const isPlain = fault === 'feed-text-xml' || (fault === 'feed-terminal-atom-type' && only);
    return {
      status: 200,
      body,
      type: isPlain
        ? only
          ? 'application/atom+xml'
          : 'text/xml; charset=utf-8'
        : 'application/rss+xml; charset=utf-8',
      headers: { 'last-modified': new Date(now).toUTCString() },
    };
  }

  // ---- Writes ----

  async function readBody(request: Request): Promise<Json> {
    const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json')
      throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
    const raw = await request.text();
    if (raw.length > 65_536) throw new ApiError(413, 'PAYLOAD_TOO_LARGE', 'The body is larger than 64 KiB.');
    let value: unknown;
    try {
      value = JSON.parse(raw);
    } catch (error) {
      if (fault === 'write-bad-json-500') throw error;
      throw new ApiError(400, 'MALFORMED_JSON', 'The body is not valid JSON.');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ApiError(400, 'VALIDATION_ERROR', 'The body must be a JSON object.');
    return value as Json;
  }
  async function derive(c: Context): Promise<Reply> {
    if (fault === 'write-before-privilege' && !may(c.user, 'canDeriveSettlements')) {
      const early = deriveBatch(db, accountOf(c.user.accountId), openSettlementDate) as Batch;
      if (!db.batches.some((b) => b.batchId === early.batchId)) db.batches.push(early);
    }
    if (fault !== 'write-derive-any-role' && !(fault === 'write-derive-read-only' && c.user.role === 'READ_ONLY'))
      require(c.user, 'canDeriveSettlements');
    const body = await readBody(c.request);
    const date = body['settlementDate'],
      accountId = body['accountId'] ?? c.user.accountId,
      dryRun = body['dryRun'] ?? false;
    if (
      typeof date !== 'string' ||
      !/^\d{4}-\d{2}-\d{2}$/.test(date) ||
      Number.isNaN(Date.parse(date)) ||
      dateOf(Date.parse(date)) !== date
    )
      throw invalid('settlementDate', 'must be a calendar date, YYYY-MM-DD');
    if (typeof accountId !== 'string') throw invalid('accountId', 'must be a string');
    if (typeof dryRun !== 'boolean') throw invalid('dryRun', 'must be a boolean');
    const account = (fault === 'write-derive-any-account' ? db.accounts : accountsOf(c.user)).find(
      (a) => a.accountId === accountId,
    );
    if (!account) throw notFound('account');
    if (Date.parse(date) + day > now)
      throw new ApiError(422, 'BUSINESS_DATE_OPEN', 'The business date is not closed yet.');
    const batch = deriveBatch(db, account, date);
    if (!batch) throw new ApiError(422, 'NOTHING_TO_SETTLE', 'There are no transactions on this date.');
    if (db.batches.some((b) => b.batchId === batch.batchId)) {
      if (fault !== 'write-derive-twice')
        throw new ApiError(409, 'BATCH_ALREADY_EXISTS', 'This date is settled already.');
      batch.batchId = makeId('ach', `${batch.batchId}/${writeCount}`);
    }
    if (dryRun && fault !== 'write-dry-run-stores') return { status: 200, body: batchView(batch) };
    writeCount += 1;
    db.batches.push(batch);
    return { status: dryRun ? 200 : 201, body: batchView(batch) };
  }
  async function createDispute(c: Context): Promise<Reply> {
    if (
      fault !== 'write-dispute-any-role' &&
      !(fault === 'write-dispute-operator' && c.user.role === 'TERMINAL_OPERATOR')
    )
      require(c.user, 'canCreateDisputes');
    const body = await readBody(c.request);
    const id = body['transactionId'],
      reasonCode = body['reasonCode'];
    if (typeof id !== 'string' || id === '') throw invalid('transactionId', 'is required');
    if (typeof reasonCode !== 'string' || !disputeReasons.includes(reasonCode))
      throw invalid('reasonCode', `must be one of ${disputeReasons.join(', ')}`);
    const t = transactionFor(c, id, fault === 'write-dispute-any-transaction');
    if (t.amtComp === 0) throw new ApiError(422, 'NOT_DISPUTABLE', 'No amount was completed.');
    const asked = body['amount'] ?? money(t.amtComp);
    if (typeof asked !== 'string' || !/^\d{1,7}\.\d{2}$/.test(asked))
      throw invalid('amount', 'must be a decimal string with two decimals');
    const amount = Math.round(Number(asked) * 100);
    if (fault !== 'write-amount-unchecked' && (amount <= 0 || amount > t.amtComp))
      throw invalid('amount', `must be above 0.00 and at most ${money(t.amtComp)}`);
    if (db.disputes.some((d) => d.transactionId === id && d.status !== 'RESOLVED'))
      throw new ApiError(409, 'DISPUTE_ALREADY_OPEN', 'The transaction has an open dispute.');
    writeCount += 1;
    const openedAt = now + writeCount * 1000;
    const dispute: Dispute = {
      disputeId: makeId('dsp', `${id}/${writeCount}`),
      status: 'OPEN',
      reasonCode,
      transactionId: id,
      terminalId: t.terminalId,
      amount,
      currency: t.currency,
      dueDate: dateOf(openedAt + 30 * day),
      openedAt,
      queue: 'CARDHOLDER_CLAIMS',
      assigneeName: null,
      assignedAt: null,
      resolution: null,
      reviewer: { displayName: c.user.displayName, team: 'Dispute review', reviewedAt: openedAt, comment: '' },
    };
    if (fault !== 'write-dispute-not-stored') db.disputes.push(dispute);
    const view = disputeView(dispute);
    if (fault === 'write-dispute-reviewer') view['reviewer'] = { ...dispute.reviewer };
    if (fault === 'write-dispute-echoes-card') view['transaction'] = { ...rowView(t, 'LIST'), card: { ...t.card } };
    return { status: 201, body: view };
  }

  // ---- Operations ----

  async function run(c: Context): Promise<Reply> {
    const { user } = c;
    switch (c.operation.id) {
      case 'GetPortal':
        return portal(c);
      case 'GetIntegrationCatalog':
        if (fault === 'catalog-admin-only') require(user, 'canManageConfiguration');
        return { status: 200, body: integrationCatalog(fault) };
      case 'GetPublicOpenApi': {
        const leak = {
          accountId: (db.accounts[0] as Account).accountId,
          terminalId: (db.terminals[0] as Terminal).terminalId,
          key: keys.get('pelican-admin') as string,
        };
        return { status: 200, body: openApiDocument(c.url.origin, fault, leak) };
      }
      case 'ListTransactions':
        return transactionList(c, null);
      case 'GetTransactionTimeline':
        return timeline(c);
      case 'ListSettlements': {
        if (fault !== 'role-settlements-ignored') require(user, 'canViewSettlements');
        const status = statusOf(readQuery(c), batchStatuses);
        const tenant = accountOf(user.accountId).tenant;
        let ids = accountsOf(user).map((a) => a.accountId);
        if (fault === 'scope-settlements-tenant')
          ids = db.accounts.filter((a) => a.tenant === tenant).map((a) => a.accountId);
        if (fault === 'scope-settlements-read-only-all' && user.role === 'READ_ONLY')
          ids = db.accounts.map((a) => a.accountId);
        if (fault === 'scope-settlements-no-subaccounts') ids = [user.accountId];
        const rows = db.batches.filter(
          (b) => ids.includes(b.accountId) && (status === undefined || b.status === status),
        );
        return listed(
          c,
          rows.sort((a, b) => b.openedAt - a.openedAt || (a.batchId < b.batchId ? -1 : 1)),
          (b) => b.batchId,
          batchView,
        );
      }
      case 'DeriveSettlement':
        return derive(c);
      case 'ListDisputes': {
        const q = readQuery(c),
          status = statusOf(q, disputeStatuses),
          ids = visibleIds(user),
          terminalId = q.params['terminal_id'];
        const seen =
          fault === 'scope-disputes-account' ? new Set(terminalsIn(user, 'ACCOUNT').map((t) => t.terminalId)) : ids;
        const rows = db.disputes.filter(
          (d) =>
            (seen.has(d.terminalId) || (fault === 'scope-disputes-resolved-any' && d.status === 'RESOLVED')) &&
            (status === undefined || d.status === status) &&
            (terminalId === undefined || d.terminalId === terminalId),
        );
        return listed(
          c,
          rows.sort((a, b) => b.openedAt - a.openedAt || (a.disputeId < b.disputeId ? -1 : 1)),
          (d) => d.disputeId,
          disputeView,
        );
      }
      case 'CreateDispute':
        return createDispute(c);
      case 'ListLocations': {
        const ids = visibleIds(user);
        return listed(
          c,
          db.locations.filter((l) => l.terminalIds.some((id) => ids.has(id))),
          (l) => l.locationId,
          (l) => locationView(l, user),
        );
      }
      case 'GetTerminalLocation': {
        const t = terminalFor(c);
        const location = db.locations.find((l) => l.locationId === t.locationId) as Location;
        return { status: 200, body: { ...locationView(location, user), terminalId: t.terminalId } };
      }
      case 'ListTerminals': {
        const q = readQuery(c),
          status = statusOf(q, terminalStatuses),
          groupId = q.params['group_id'];
        const members =
          groupId === undefined ? null : (groupsOf(user).find((g) => g.groupId === groupId)?.terminalIds ?? []);
        const rows = terminalsIn(user, fault === 'scope-terminals-account' ? 'ACCOUNT' : 'OWN').filter(
          (t) => (status === undefined || t.status === status) && (members === null || members.includes(t.terminalId)),
        );
        return listed(
          c,
          rows,
          (t) => t.terminalId,
          (t) => terminalView(t, user),
        );
      }
      case 'GetTerminalStatus':
        return statusMonitoring(c);
      case 'ListTerminalTransactions':
        return transactionList(c, terminalFor(c));
      case 'ListConnectors':
        return listed(
          c,
          connectorsOf(user),
          (x) => x.connectorId,
          (x) => connectorView(x, user),
        );
      case 'GetConnectorStatus': {
        const x = (fault === 'scope-connector-status-any' ? db.connectors : connectorsOf(user)).find(
          (k) => k.connectorId === c.path['connector_id'],
        );
        if (!x) throw notFound('connector');
        const shown = fault === 'terminal-connector-first' ? (connectorsOf(user)[0] as Connector) : x;
        const mine = visible(user).filter((t) => t.connectorId === x.connectorId);
        return {
          status: 200,
          body: {
            connectorId: x.connectorId,
            displayName: x.displayName,
            status: shown.status,
            lastCheckedAt: shown.lastCheckedAt,
            latencyMs: shown.latencyMs,
            terminalCount: mine.length,
            offlineTerminalCount: mine.filter((t) => t.status === 'OFFLINE').length,
          },
        };
      }
      case 'ListTerminalGroups':
        return listed(
          c,
          groupsOf(user),
          (g) => g.groupId,
          (g) => groupView(g, user),
        );
      case 'ListTerminalCommands': {
        const t = terminalFor(c),
          status = statusOf(readQuery(c), commandStatuses);
        const near =
          fault === 'terminal-commands-location'
            ? db.terminals.filter((x) => x.locationId === t.locationId).map((x) => x.terminalId)
            : [t.terminalId];
        const rows = db.commands.filter(
          (x) =>
            near.includes(x.terminalId) &&
            (status === undefined || x.status === status) &&
            !(fault === 'terminal-queued-hidden' && x.status === 'QUEUED'),
        );
        return listed(
          c,
          rows.sort((a, b) => b.queuedAt - a.queuedAt),
          (x) => x.commandId,
          (x) => ({ ...x }),
        );
      }
      case 'GetProvisioningPayload': {
        requireProvisioning(c);
        return { status: 200, body: provisioningPayload(terminalFor(c)) };
      }
      case 'GetProvisioningExport':
        return provisioningExport(c);
      case 'GetAccountFeed':
        return feed(c, null);
      case 'GetTerminalFeed':
        return feed(c, terminalFor(c));
      case 'GetBrandingStatus': {
        const body: Json = {
          status: 'READY',
          branding: { status: 'READY', checkedAt: now - 600_000 },
          docsHost: { hostname: 'docs.terminal-fleet.example', status: 'READY', checkedAt: now - 600_000 },
        };
        if (fault === 'public-branding-tenants')
          body['tenants'] = db.organizations.map((o) => ({
            brandName: o.brandName,
            docsHost: o.docsHost,
            dnsStatus: o.dnsStatus,
          }));
        if (fault === 'public-docs-host-missing') delete body['docsHost'];
        return { status: 200, body };
      }
      default:
        throw notFound('resource');
    }
  }

  // ---- HTTP ----

  function userOf(request: Request, url: URL, operation: Operation | undefined): User | null {
    let given = request.headers.get('x-api-key');
    if (fault === 'auth-key-in-query') given ??= url.searchParams.get('api_key');
    if (fault === 'auth-bearer')
      given ??= (request.headers.get('authorization') ?? '').replace(/^Bearer /i, '') || null;
    const open =
      fault === 'auth-missing-key-first-user' ||
      (fault === 'auth-feeds-open' && operation?.isFeed) ||
      (fault === 'auth-head-open' && request.method === 'HEAD') ||
      (fault === 'auth-locations-open' && operation?.id === 'ListLocations') ||
      (fault === 'auth-catalog-open' && operation?.id === 'GetIntegrationCatalog');
    if (open && given === null) return db.users[0] as User;
    for (const user of db.users) {
      const key = user.keyName === null ? undefined : keys.get(user.keyName);
      if (key === undefined || given === null) continue;
      if (given === key) return user;
      if (fault === 'auth-case-blind' && given.toLowerCase() === key.toLowerCase()) return user;
      if (fault === 'auth-prefix' && given.length >= 20 && key.startsWith(given)) return user;
    }
    if (fault === 'auth-unknown-key-first-user' && given) return db.users[0] as User;
    return null;
  }
  async function handle(request: Request, url: URL): Promise<{ reply: Reply; operation: Operation | undefined }> {
    let path = url.pathname;
    if (fault === 'version-optional' && !path.startsWith('/v1/')) path = `/v1${path}`;
    if (fault === 'version-any') path = path.replace(/^\/v\d+\//, '/v1/');
    const matches = routes.flatMap((r) => {
      const m = r.pattern.exec(path);
      return m ? [{ operation: r.operation, groups: m.groups ?? {} }] : [];
    });
    let method = request.method === 'HEAD' ? 'GET' : request.method;
    if (fault === 'http-head-missing' && request.method === 'HEAD') method = 'HEAD';
    if (fault === 'write-derive-get' && path === '/v1/settlements/derive' && method === 'GET') method = 'POST';
    const methodMatch =
      matches.find((m) => m.operation.method === method) ??
      (fault === 'http-any-method' && method !== 'POST' && method !== 'OPTIONS' ? matches[0] : undefined);
    const first = methodMatch ?? matches[0];
    const operation = methodMatch?.operation;
    let isPublic = first?.operation.access === 'PUBLIC';
    if (fault === 'auth-openapi-keyed' && first?.operation.id === 'GetPublicOpenApi') isPublic = false;
    if (fault === 'auth-branding-keyed' && first?.operation.id === 'GetBrandingStatus') isPublic = false;
    if (fault === 'auth-public-checks-key' && request.headers.has('x-api-key')) isPublic = false;
    const user = userOf(request, url, first?.operation);
    if (!user && !isPublic) {
      const key = request.headers.get('x-api-key');
      if (fault === 'error-401-as-500') throw new Error('key lookup failed');
      if (fault === 'error-401-as-200') return { operation, reply: { status: 200, body: { items: [] } } };
      throw new ApiError(
        401,
        'UNAUTHENTICATED',
        key !== null && fault === 'error-echoes-key'
          ? `Unknown API key ${key}.`
          : 'A valid X-API-Key header is required.',
        undefined,
        { 'www-authenticate': 'ApiKey realm="terminal-fleet"' },
      );
    }
    if (fault === 'version-compliance-endpoint' && path === '/v1/compliance/vault' && user) {
      const ids = visibleIds(user);
      return {
        operation,
        reply: {
          status: 200,
          body: { items: db.vault.filter((i) => i.terminalId !== null && ids.has(i.terminalId)).map(itemView) },
        },
      };
    }
    if (!first) throw notFound('resource');
    if (!methodMatch) {
      const allow = [
        ...new Set(
          matches
            .flatMap((m) => (m.operation.method === 'GET' ? ['GET', 'HEAD'] : [m.operation.method]))
            .concat('OPTIONS'),
        ),
      ].join(', ');
      if (request.method === 'OPTIONS') return { operation, reply: { status: 204, body: null, headers: { allow } } };
      throw new ApiError(
        405,
        'METHOD_NOT_ALLOWED',
        `${request.method} is not supported here.`,
        undefined,
        fault === 'http-no-allow' ? {} : { allow },
      );
    }
    const pathParams: Record<string, string> = {};
    for (const [k, v] of Object.entries(methodMatch.groups)) {
      try {
        pathParams[k] = decodeURIComponent(v);
      } catch {
        throw notFound('resource');
      }
    }
    return {
      operation: methodMatch.operation,
      reply: await run({
        operation: methodMatch.operation,
        url,
        path: pathParams,
        request,
        user: user ?? (db.users[0] as User),
      }),
    };
  }
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    requestCount += 1;
    const requestId = `req-${sha(`request/${requestCount}`).slice(0, 16)}`;
    const headers = new Headers({ 'x-request-id': requestId, 'x-content-type-options': 'nosniff' });
    let reply: Reply, operation: Operation | undefined;
    try {
      ({ reply, operation } = await handle(request, url));
    } catch (error) {
      const known =
        error instanceof ApiError ? error : new ApiError(500, 'INTERNAL_ERROR', 'The request could not be completed.');
      const detail = fault === 'error-stack' && known.status === 404 ? { stack: `${known.stack ?? ''}` } : {};
      const body = {
        error: {
          code: known.code,
          message: known.message,
          requestId,
          ...(known.details ? { details: known.details } : {}),
          ...detail,
        },
      };
      reply = { status: known.status, body, headers: { ...known.headers, 'cache-control': 'no-store' } };
      if (fault === 'error-html')
        reply = {
          ...reply,
          type: 'text/html; charset=utf-8',
          body: `<html><body><h1>${known.status} ${known.code}</h1></body></html>`,
        };
      if (fault === 'error-not-found-200' && known.status === 404) reply.status = 200;
      if (fault === 'error-empty' && known.status === 400) reply = { ...reply, type: 'text/plain', body: '' };
    }
    for (const [k, v] of Object.entries(reply.headers ?? {})) headers.set(k, v);
    if (reply.status === 204) return new Response(null, { status: 204, headers });
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    headers.set(
      'content-type',
      fault === 'http-text-plain-json' && operation?.id === 'ListLocations'
        ? 'text/plain; charset=utf-8'
        : (reply.type ?? 'application/json; charset=utf-8'),
    );
    const bytes = new TextEncoder().encode(text);
    headers.set('content-length', String(bytes.length));
    if (reply.status === 200 && operation?.method === 'GET') {
      const isOpen = operation.access === 'PUBLIC';
      const maxAge = operation.id === 'GetPublicOpenApi' ? 3600 : 60;
      headers.set('cache-control', isOpen ? `public, max-age=${maxAge}` : 'private, no-cache');
      if (!isOpen) headers.set('vary', 'X-API-Key');
      if (fault === 'http-private-cached' && !isOpen) {
        headers.set('cache-control', 'public, max-age=300');
        headers.delete('vary');
      }
      if (fault === 'openapi-no-store' && operation.id === 'GetPublicOpenApi') headers.set('cache-control', 'no-store');
      if (fault === 'openapi-private-cache' && operation.id === 'GetPublicOpenApi') {
        headers.set('cache-control', 'private, max-age=3600');
        headers.set('vary', 'X-API-Key');
      }
      const etag = `"${sha(text + (fault === 'openapi-etag-changes' && isOpen ? requestId : '')).slice(0, 24)}"`;
      headers.set('etag', etag);
      const match = request.headers.get('if-none-match');
      const isSame =
        match !== null &&
        fault !== 'http-no-304' &&
        (match.trim() === '*' ||
          match.split(',').some((m) => m.trim().replace(/^W\//, '') === etag) ||
          fault === 'http-always-304');
      if (isSame) {
        headers.delete('content-length');
        headers.delete('content-type');
        return new Response(null, { status: 304, headers });
      }
    }
    return new Response(request.method === 'HEAD' ? null : bytes, { status: reply.status, headers });
  };
}
