import { createHash, randomUUID } from 'node:crypto';
import { catalogGroups, openApi, operations, SORT_COLUMNS } from './contract.ts';
import type { Account, Batch, Dispute, Group, Location, Money, State, Terminal, Transaction, User } from './data.ts';
import { deriveBatch, descendants, iso, keys, localDate, localIso, makeState, NOW } from './data.ts';
import type { FaultId } from './faults.ts';
import { faults } from './faults.ts';
import type { FeedItem } from './feeds.ts';
import { rss } from './feeds.ts';

export { faults, keys };
export const name = 'jsonapi-spring';
export const title =
  'JSON:API documents with UUID ids, money in minor units, a compound portal snapshot, and cursor pages through links.next.';

type Json = Record<string, unknown>;
type Problem = { status: number; code: string; title: string; detail: string; source?: Json };
class Refusal extends Error {
  problem: Problem;
  constructor(status: number, code: string, heading: string, detail: string, source?: Json) {
    super(detail);
    this.problem = { status, code, title: heading, detail, ...(source ? { source } : {}) };
  }
}
type Scope = { user: User; account: Account; terminals: Terminal[]; ids: Set<string>; groupIds: Set<string> };
type Context = {
  request: Request;
  url: URL;
  origin: string;
  state: State;
  scope: Scope;
  on: (fault: FaultId) => boolean;
  params: Record<string, string>;
};
type Handler = (c: Context) => Response | Promise<Response>;

const JSON_API = 'application/vnd.api+json';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const money = (minorUnits: number): Money => ({ minorUnits, currency: 'USD' });
const toOne = (type: string, id: string): Json => ({ data: { type, id } });
const toMany = (type: string, ids: Iterable<string>): Json => ({ data: [...ids].map((id) => ({ type, id })) });
const notFound = (what: string): Refusal =>
  new Refusal(404, 'RESOURCE_NOT_FOUND', 'Not found', `No such ${what} in your scope.`);
const meta = (): Json => ({ generatedAt: new Date(NOW + Math.floor(performance.now())).toISOString() });
const isWriter = (user: User): boolean => user.role === 'ADMINISTRATOR' || user.role === 'REGIONAL_MANAGER';

function reply(status: number, body: Json, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ jsonapi: { version: '1.1' }, ...body }), {
    status,
    headers: { 'content-type': JSON_API, 'cache-control': 'private, no-store', vary: 'X-API-Key, Accept', ...headers },
  });
}
const single = (c: Context, data: Json): Response => reply(200, { data, links: { self: c.url.href }, meta: meta() });

// ---- scope -------------------------------------------------------------------------------------------------------------------------------

function scopeOf(state: State, user: User, on: (fault: FaultId) => boolean): Scope {
  const account = state.accounts.find((a) => a.id === user.accountId)!;
  const own = state.terminals.filter((t) => t.accountId === account.id);
  const ownGroups = state.groups.filter((g) => g.accountId === account.id);
  if (user.groupIds === null)
    return {
      user,
      account,
      terminals: own,
      ids: new Set(own.map((t) => t.id)),
      groupIds: new Set(ownGroups.map((g) => g.id)),
    };
  const groupIds = new Set(user.groupIds.flatMap((g) => [...descendants(state, g)]));
  const single_ = own.filter((t) => user.terminalIds.includes(t.id));
  const neighbours = on('scope-assigned-widened')
    ? own.filter((t) => single_.some((x) => x.groupId === t.groupId))
    : single_;
  const terminals = own.filter((t) => groupIds.has(t.groupId) || neighbours.includes(t));
  for (const t of terminals) groupIds.add(t.groupId);
  return { user, account, terminals, ids: new Set(terminals.map((t) => t.id)), groupIds };
}

function terminalOf(c: Context, reach: 'visible' | 'account' | 'any' = 'visible'): Terminal {
  const id = c.params.terminal_id!.toLowerCase();
  const found = c.state.terminals.find((t) => t.id === id);
  if (
    found &&
    (reach === 'any' || (reach === 'account' && found.accountId === c.scope.account.id) || c.scope.ids.has(found.id))
  )
    return found;
  if (found && c.on('error-names-foreign-terminal')) {
    const owner = c.state.accounts.find((a) => a.id === found.accountId)!;
    throw new Refusal(
      403,
      'OUT_OF_SCOPE',
      'Forbidden',
      `Terminal ${found.number} (${found.label}) of ${owner.legalName} is outside your scope.`,
    );
  }
  throw notFound('terminal');
}

// ---- resources ---------------------------------------------------------------------------------------------------------------------------

const accountResource = (a: Account): Json => ({
  type: 'accounts',
  id: a.id,
  attributes: {
    legalName: a.legalName,
    tradeName: a.tradeName,
    customerNumber: a.customerNumber,
    timeZone: a.timeZone,
    supportEmail: a.supportEmail,
  },
});
const userResource = (u: User): Json => ({
  type: 'users',
  id: u.id,
  attributes: { displayName: u.displayName, email: u.email, role: u.role, lastSignInAt: u.lastSignInAt },
  relationships: { account: toOne('accounts', u.accountId) },
});

const terminalResource = (c: Context, t: Terminal): Json => ({
  type: 'terminals',
  id: t.id,
  attributes: {
    terminalNumber: t.number,
    label: t.label,
    model: t.model,
    serviceState: t.status,
    installedOn: t.installedOn,
    surcharge: money(t.surcharge),
  },
  relationships: {
    group: c.scope.groupIds.has(t.groupId) ? toOne('terminalGroups', t.groupId) : { data: null },
    connector: toOne('connectors', t.connectorId),
    location: toOne('locations', t.locationId),
  },
  links: {
    statusMonitoring: `${c.origin}/v1/terminals/${t.id}/status-monitoring`,
    feed: `${c.origin}/v1/feeds/terminals/${t.id}.xml`,
  },
});

function groupResource(c: Context, g: Group): Json {
  const nested = descendants(c.state, g.id);
  const members = c.scope.terminals.filter((t) => nested.has(t.groupId));
  const byId = new Map(c.state.groups.map((x) => [x.id, x]));
  let depth = 0;
  for (let up = g.parentId; up !== null && c.scope.groupIds.has(up); up = byId.get(up)!.parentId) depth += 1;
  return {
    type: 'terminalGroups',
    id: g.id,
    attributes: { name: g.name, depth, terminalCount: members.length },
    relationships: {
      parent:
        g.parentId !== null && c.scope.groupIds.has(g.parentId) ? toOne('terminalGroups', g.parentId) : { data: null },
      children: toMany(
        'terminalGroups',
        c.state.groups.filter((x) => x.parentId === g.id && c.scope.groupIds.has(x.id)).map((x) => x.id),
      ),
      terminals: toMany(
        'terminals',
        members.map((t) => t.id),
      ),
    },
  };
}

const visibleGroups = (c: Context): Group[] => c.state.groups.filter((g) => c.scope.groupIds.has(g.id));
const visibleConnectors = (c: Context) =>
  c.state.connectors.filter((x) => c.scope.terminals.some((t) => t.connectorId === x.id));
const connectorResource = (c: Context, id: string): Json => {
  const x = c.state.connectors.find((k) => k.id === id)!;
  return {
    type: 'connectors',
    id: x.id,
    attributes: { name: x.name, kind: x.kind, protocol: x.protocol, state: x.state },
    relationships: {
      terminals: toMany(
        'terminals',
        c.scope.terminals.filter((t) => t.connectorId === x.id).map((t) => t.id),
      ),
    },
    links: { status: `${c.origin}/v1/connectors/${x.id}/status` },
  };
};

const locationResource = (c: Context, l: Location): Json => ({
  type: 'locations',
  id: l.id,
  attributes: {
    name: l.name,
    address: { street: l.street, city: l.city, region: l.region, postalCode: l.postalCode, country: 'US' },
    coordinates: { latitude: l.latitude, longitude: l.longitude },
    riskTier: l.riskTier,
  },
  relationships: {
    terminals: toMany(
      'terminals',
      (c.on('scope-location-neighbours') ? c.state.terminals : c.scope.terminals)
        .filter((t) => t.locationId === l.id)
        .map((t) => t.id),
    ),
  },
});

function transactionResource(c: Context, x: Transaction): Json {
  const account = c.state.accounts.find((a) => a.id === x.accountId)!;
  return {
    type: 'transactions',
    id: x.id,
    attributes: {
      terminalDateTime: localIso(x.at, account.offset),
      transactionType: x.type,
      sequenceNumber: String(x.sequence).padStart(6, '0'),
      accountType: x.accountType,
      ...(x.emv !== null || c.on('card-emv-null') ? { emvIndicator: x.emv } : {}),
      ...(x.emv === null && c.on('card-track-in-fallback') ? { track2: `;${x.pan}=28122010000012300000?` } : {}),
      network: x.network,
      hostResponse: { code: x.code, text: x.text },
      requestedAmount: money(x.amtReq),
      completedAmount: money(x.amtComp),
      requestedSurcharge: money(x.surReq),
      completedSurcharge: money(x.surComp),
    },
    relationships: {
      terminal: toOne('terminals', x.terminalId),
      ...(x.originalId ? { originalTransaction: toOne('transactions', x.originalId) } : {}),
    },
    links: { self: `${c.origin}/v1/transactions/${x.id}`, timeline: `${c.origin}/v1/transactions/${x.id}/timeline` },
  };
}

function batchResource(c: Context, b: Batch): Json {
  const net = c.on('settlement-net-adds') && b.status === 'RETURNED' ? b.credit + b.debit : b.credit - b.debit;
  return {
    type: 'settlementBatches',
    id: b.id,
    attributes: {
      status: b.status,
      ...(c.on('settlement-no-entry-counts') && b.status === 'PENDING'
        ? {}
        : { entryCounts: { credits: b.creditEntries, debits: b.debitEntries } }),
      creditTotal: money(b.credit),
      ...(c.on('settlement-no-debit') ? {} : { debitTotal: money(b.debit) }),
      netPayout: money(net),
      timing: {
        businessDate: b.businessDate,
        cutoffAt: b.cutoffAt,
        submittedAt: b.submittedAt,
        effectiveEntryDate: b.effectiveEntryDate,
        settledAt: b.settledAt,
        returnedAt: b.returnedAt,
      },
    },
    relationships: { fundingGroup: toOne('terminalGroups', b.groupId) },
    links: { self: `${c.origin}/v1/settlements/${b.id}` },
  };
}

function disputeResource(c: Context, d: Dispute, isNew = false): Json {
  const isResolved = d.resolvedAt !== null;
  const isReviewed =
    isResolved ||
    (c.on('dispute-reviewer-early') && d.status === 'UNDER_REVIEW') ||
    (isNew && c.on('write-dispute-reviewer'));
  const own = c.state.terminals.find((t) => t.id === d.terminalId)!;
  const terminalId = c.on('dispute-wrong-terminal')
    ? (c.scope.terminals.find((t) => t.groupId === own.groupId)?.id ?? own.id)
    : own.id;
  return {
    type: 'disputeCases',
    id: d.id,
    attributes: {
      status: d.status,
      reasonCode: d.reasonCode,
      amount: money(d.amount),
      openedAt: d.openedAt,
      ...(isResolved && c.on('dispute-due-date-dropped') ? {} : { dueDate: d.dueDate }),
      assignment: { queue: d.queue, assigneeName: d.assigneeName, assignedAt: d.assignedAt },
      resolution: {
        outcome: d.outcome,
        creditedAmount: isResolved ? money(d.resolvedAmount) : null,
        resolvedAt: d.resolvedAt,
      },
      ...(isReviewed ? { review: { reviewerName: d.reviewerName, reviewedAt: d.reviewedAt, comment: d.comment } } : {}),
    },
    relationships: { transaction: toOne('transactions', d.transactionId), terminal: toOne('terminals', terminalId) },
    links: { self: `${c.origin}/v1/disputes/${d.id}` },
  };
}

const commandResource = (k: State['commands'][number]): Json => ({
  type: 'terminalCommands',
  id: k.id,
  attributes: {
    commandType: k.kind,
    status: k.status,
    queuedAt: k.queuedAt,
    completedAt: k.completedAt,
    requestedBy: k.requestedBy,
  },
  relationships: { terminal: toOne('terminals', k.terminalId) },
});
const formResource = (x: State['forms'][number]): Json => ({
  type: 'forms',
  id: x.id,
  attributes: { formType: x.kind, submittedAt: x.submittedAt, submittedBy: x.submittedBy },
  relationships: { terminal: toOne('terminals', x.terminalId) },
});

// ---- pages -------------------------------------------------------------------------------------------------------------------------------

function limitOf(c: Context): number {
  const text = c.url.searchParams.get('limit');
  if (text === null) return 25;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw new Refusal(400, 'INVALID_PARAMETER', 'Bad parameter', 'limit must be a whole number from 1.', {
      parameter: 'limit',
    });
  return Math.min(Number(text), 100);
}
const cursorFor = (id: string): string => Buffer.from(`after:${id}`).toString('base64url');
function startOf(c: Context, ids: string[]): number {
  const cursor = c.url.searchParams.get('cursor');
  if (cursor === null) return 0;
  const text = Buffer.from(cursor, 'base64url').toString();
  const index = text.startsWith('after:') ? ids.indexOf(text.slice(6)) : -1;
  if (index < 0) {
    if (c.on('error-cursor-crash')) throw new Error('Index -1 out of bounds');
    throw new Refusal(400, 'INVALID_CURSOR', 'Bad parameter', 'The cursor does not belong to this list.', {
      parameter: 'cursor',
    });
  }
  return index + 1;
}
function cut<T extends { id: string }>(
  c: Context,
  rows: T[],
  limit: number,
): { page: T[]; links: Json; pageMeta: Json } {
  let start = startOf(
    c,
    rows.map((r) => r.id),
  );
  if (start > 0 && c.on('paging-repeats-row')) start -= 1;
  if (start > 0 && c.on('paging-skips-row')) start += 1;
  const page = rows.slice(start, start + limit);
  const hasMore = start + limit < rows.length;
  const next = new URL(c.url.href);
  next.searchParams.set('limit', String(limit));
  if (hasMore) next.searchParams.set('cursor', cursorFor(page.at(-1)!.id));
  if (c.on('paging-link-drops-sort')) {
    next.searchParams.delete('sort_by');
    next.searchParams.delete('sort_dir');
  }
  return {
    page,
    links: { self: c.url.href, next: hasMore ? next.href : null },
    pageMeta: { limit, count: page.length, hasMore },
  };
}
function list<T extends { id: string }>(c: Context, rows: T[], show: (row: T) => Json): Response {
  const { page, links, pageMeta } = cut(c, rows, limitOf(c));
  return reply(200, { data: page.map(show), links, meta: { ...meta(), page: pageMeta } });
}
function uuidParam(c: Context, parameter: string): string | null {
  const value = c.url.searchParams.get(parameter);
  if (value !== null && !UUID.test(value))
    throw new Refusal(400, 'INVALID_PARAMETER', 'Bad parameter', `${parameter} must be a UUID.`, { parameter });
  return value?.toLowerCase() ?? null;
}

// ---- transactions ------------------------------------------------------------------------------------------------------------------------

const columns: Record<string, (x: Transaction) => number> = {
  terminal_time: (x) => x.at,
  amt_req: (x) => x.amtReq,
  amt_comp: (x) => x.amtComp,
  sur_comp: (x) => x.surComp,
  sequence: (x) => x.sequence,
};

function sorter(c: Context, terminalId: string | null): (a: Transaction, b: Transaction) => number {
  const by = c.url.searchParams.get('sort_by');
  const dir = c.url.searchParams.get('sort_dir') ?? 'desc';
  if (by !== null && !SORT_COLUMNS.includes(by))
    throw new Refusal(400, 'INVALID_PARAMETER', 'Bad parameter', `sort_by must be one of ${SORT_COLUMNS.join(', ')}.`, {
      parameter: 'sort_by',
    });
  if (dir !== 'asc' && dir !== 'desc')
    throw new Refusal(400, 'INVALID_PARAMETER', 'Bad parameter', 'sort_dir must be asc or desc.', {
      parameter: 'sort_dir',
    });
  const key = (c.on('sort-lost-with-terminal') && terminalId !== null) || by === null ? 'terminal_time' : by;
  let value = columns[key]!;
  if (key === 'amt_comp' && c.on('sort-by-requested')) value = columns.amt_req!;
  if (key === 'amt_comp' && c.on('sort-absolute')) value = (x) => Math.abs(x.amtComp);
  const sign = dir === 'asc' || (c.on('sort-desc-ascending') && c.url.searchParams.has('sort_dir')) ? 1 : -1;
  return (a, b) => {
    const text = key === 'amt_comp' && c.on('sort-as-text') ? String(a.amtComp).localeCompare(String(b.amtComp)) : 0;
    return sign * (text || value(a) - value(b)) || (a.id < b.id ? -1 : 1);
  };
}

function totals(c: Context, rows: Transaction[]): Json {
  const withdrawn = c.on('summary-requested')
    ? rows.reduce((sum, x) => sum + x.amtReq, 0)
    : rows.reduce((sum, x) => sum + x.amtComp, 0);
  return {
    ...(c.on('summary-no-surcharge') ? {} : { totalSurcharge: money(rows.reduce((sum, x) => sum + x.surComp, 0)) }),
    totalWithdrawn: money(withdrawn),
    rowCount: rows.length,
  };
}

function transactionList(c: Context): Response {
  const terminalId = uuidParam(c, 'terminal_id');
  const groupId = uuidParam(c, 'group_id');
  const isLater = c.url.searchParams.has('cursor');
  const accountRows = c.state.transactions.filter((x) => x.accountId === c.scope.account.id);
  const visible =
    c.on('scope-transactions-account-wide') || (c.on('paging-scope-lost') && isLater)
      ? accountRows
      : accountRows.filter((x) => c.scope.ids.has(x.terminalId));
  const groupOf = new Map(c.state.terminals.map((t) => [t.id, t.groupId]));

  const inGroup = (x: Transaction): boolean => {
    if (groupId === null || c.on('filter-group-ignored')) return true;
    if (!c.scope.groupIds.has(groupId) && !c.on('filter-group-skips-scope')) return false;
    return c.on('filter-group-not-nested')
      ? groupOf.get(x.terminalId) === groupId
      : nested!.has(groupOf.get(x.terminalId)!);
  };
  const nested = groupId === null ? null : descendants(c.state, groupId);
  const inTerminal = (x: Transaction): boolean => {
    if (
      terminalId === null ||
      (c.on('filter-terminal-dropped-with-group') && groupId !== null) ||
      (c.on('paging-filter-lost') && isLater)
    )
      return true;
    if (c.on('filter-unknown-terminal-all') && !c.scope.ids.has(terminalId)) return true;
    return c.on('filter-terminal-same-group')
      ? groupOf.get(x.terminalId) === groupOf.get(terminalId)
      : x.terminalId === terminalId;
  };
  const source = groupId !== null && c.on('filter-group-skips-scope') ? c.state.transactions : visible;
  const compare = sorter(c, terminalId);
  const matching = source.filter((x) => inGroup(x) && inTerminal(x));
  const totalled = c.on('summary-account-wide')
    ? accountRows.filter((x) => inGroup(x) && inTerminal(x))
    : c.on('summary-ignores-filter')
      ? visible
      : matching;
  return transactionPage(
    c,
    matching,
    compare,
    totalled,
    c.on('limit-before-group') && groupId !== null ? { source: visible, keep: inGroup } : null,
  );
}

function transactionPage(
  c: Context,
  matching: Transaction[],
  compare: (a: Transaction, b: Transaction) => number,
  totalled: Transaction[],
  late: { source: Transaction[]; keep: (x: Transaction) => boolean } | null = null,
  extra: (x: Transaction) => Json = () => ({}),
): Response {
  let limit = limitOf(c);
  if (limit === 1 && c.on('limit-one-is-default')) limit = 25;
  if (c.url.searchParams.has('limit')) {
    if (c.on('limit-one-more')) limit += 1;
    if (c.on('limit-ignored') || (c.on('limit-lost-with-sort') && c.url.searchParams.has('sort_by'))) limit = 100;
  }
  const rows = [...(late?.source ?? matching)].sort(
    c.on('sort-inside-page') ? (a, b) => b.at - a.at || (a.id < b.id ? -1 : 1) : compare,
  );
  const { page, links, pageMeta } = cut(c, rows, limit);
  let shown = late ? page.filter(late.keep) : page;
  if (c.on('sort-inside-page')) shown = [...shown].sort(compare);
  const summary = totals(c, c.on('summary-of-page') ? shown : totalled);
  return reply(
    200,
    {
      data: shown.map((x) => {
        const r = transactionResource(c, x);
        return { ...r, attributes: { ...(r.attributes as Json), ...extra(x) } };
      }),
      links,
      meta: {
        ...meta(),
        page: { ...pageMeta, count: shown.length },
        ...(c.url.searchParams.has('cursor') && c.on('summary-first-page-only') ? {} : { summary }),
      },
    },
    c.on('http-shared-cache') ? { 'cache-control': 'public, max-age=300', vary: 'Accept' } : {},
  );
}

function terminalTransactions(c: Context): Response {
  const t = terminalOf(c);
  const neighbours = new Set(
    c.on('terminal-transactions-of-group')
      ? c.scope.terminals.filter((x) => x.groupId === t.groupId).map((x) => x.id)
      : [t.id],
  );
  const rows = c.state.transactions.filter((x) => neighbours.has(x.terminalId));
  return transactionPage(c, rows, sorter(c, t.id), rows, null, (x) =>
    x.code === '55' && c.on('card-pin-block')
      ? { pinBlock: createHash('sha256').update(x.id).digest('hex').slice(0, 16).toUpperCase() }
      : {},
  );
}

function transactionOf(c: Context, isAccountWide = false): Transaction {
  const x = c.state.transactions.find((row) => row.id === c.params.transaction_id!.toLowerCase());
  if (x && (c.scope.ids.has(x.terminalId) || (isAccountWide && x.accountId === c.scope.account.id))) return x;
  throw notFound('transaction');
}

function timeline(c: Context): Response {
  const x = transactionOf(c, c.on('scope-timeline-account-wide'));
  const isApproved = x.code === '00' || x.code === '10';
  const steps: [string, number, string, string][] = [
    ['RECEIVED', 0, 'TERMINAL', `${x.type.toLowerCase().replaceAll('_', ' ')} requested at the terminal`],
    ['ROUTED', 900, 'SWITCH', `Routed to ${x.network}`],
    [
      isApproved ? 'AUTHORIZED' : 'DECLINED',
      2600,
      'ISSUER',
      `Response ${x.code}: ${x.text}${c.on('card-pan-in-timeline') ? ` for card ${x.pan}` : ''}`,
    ],
    ...(x.type === 'WITHDRAWAL' && isApproved
      ? [
          ['CASH_DISPENSED', 9400, 'TERMINAL', x.code === '10' ? 'Dispensed in part' : 'Dispensed in full'] as [
            string,
            number,
            string,
            string,
          ],
        ]
      : []),
    ...(x.type === 'REVERSAL'
      ? [['REVERSED', 4100, 'SWITCH', 'Original transaction reversed'] as [string, number, string, string]]
      : []),
    ['CLOSED', 15000, 'SWITCH', 'Journal closed'],
  ];
  return single(c, {
    type: 'transactionTimelines',
    id: x.id,
    attributes: {
      events: steps.map(([stage, after, source, detail], i) => ({
        position: i + 1,
        stage,
        occurredAt: iso(x.at + after),
        source,
        detail,
      })),
    },
    relationships: { transaction: toOne('transactions', x.id), terminal: toOne('terminals', x.terminalId) },
  });
}

// ---- settlements and disputes ------------------------------------------------------------------------------------------------------------

function visibleBatches(c: Context): Batch[] {
  return c.state.batches
    .filter((b) => {
      if (b.accountId !== c.scope.account.id) return false;
      if (c.on('scope-settlements-account-wide')) return true;
      const groups = descendants(c.state, b.groupId);
      return c.state.terminals.filter((t) => groups.has(t.groupId)).every((t) => c.scope.ids.has(t.id));
    })
    .sort((a, b) =>
      a.businessDate === b.businessDate ? (a.id < b.id ? -1 : 1) : a.businessDate < b.businessDate ? 1 : -1,
    );
}
function visibleDisputes(c: Context): Dispute[] {
  return c.state.disputes
    .filter(
      (d) => d.accountId === c.scope.account.id && (c.scope.ids.has(d.terminalId) || c.on('dispute-account-wide')),
    )
    .sort((a, b) => (a.dueDate === b.dueDate ? (a.id < b.id ? -1 : 1) : a.dueDate < b.dueDate ? -1 : 1));
}
const withStatus = <T extends { status: string }>(c: Context, rows: T[]): T[] => {
  const status = c.url.searchParams.get('filter[status]');
  return status === null ? rows : rows.filter((r) => r.status === status);
};
const byId = <T extends { id: string }>(rows: T[], id: string, what: string): T => {
  const found = rows.find((r) => r.id === id.toLowerCase());
  if (!found) throw notFound(what);
  return found;
};

async function body(c: Context, isOptional: boolean): Promise<Json> {
  const text = await c.request.text();
  if (text.trim() === '' && isOptional) return {};
  const type = (c.request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== JSON_API && type !== 'application/json')
    throw new Refusal(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Unsupported media type',
      `Send ${JSON_API} or application/json.`,
      { header: 'Content-Type' },
    );
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Json;
  } catch {
    /* refused below */
  }
  throw new Refusal(400, 'MALFORMED_BODY', 'Bad request', 'The body is not a JSON:API document.', { pointer: '' });
}
const member = (value: unknown, key: string): unknown =>
  value !== null && typeof value === 'object' ? (value as Json)[key] : undefined;

async function derive(c: Context): Promise<Response> {
  if (c.scope.user.role !== 'ADMINISTRATOR' && !c.on('write-derive-by-viewer') && !(c.request.method === 'GET'))
    throw new Refusal(403, 'PRIVILEGE_REQUIRED', 'Forbidden', 'Deriving settlements needs the administrator role.');
  const document = c.request.method === 'GET' ? {} : await body(c, true);
  const data = member(document, 'data');
  if (data !== undefined && member(data, 'type') !== 'settlementDerivations')
    throw new Refusal(422, 'WRONG_TYPE', 'Unprocessable', 'data.type must be settlementDerivations.', {
      pointer: '/data/type',
    });
  const range: Record<string, string> = { fromDate: '0000-00-00', throughDate: '9999-99-99' };
  for (const key of Object.keys(range)) {
    const value = member(member(data, 'attributes'), key);
    if (value === undefined) continue;
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value))
      throw new Refusal(422, 'INVALID_DATE', 'Unprocessable', `${key} must be a date.`, {
        pointer: `/data/attributes/${key}`,
      });
    range[key] = value;
  }
  const made: Batch[] = [];
  for (const account of c.on('write-derive-all-accounts') ? c.state.accounts : [c.scope.account]) {
    const days = new Set(
      c.state.transactions.filter((x) => x.accountId === account.id).map((x) => localDate(x.at, account.offset)),
    );
    const today = localDate(NOW, account.offset);
    for (const day of [...days].sort()) {
      if (day < range.fromDate! || day > range.throughDate! || day >= today) continue;
      for (const g of c.state.groups.filter((x) => x.accountId === account.id && x.parentId === null)) {
        if (c.state.batches.some((b) => b.groupId === g.id && b.businessDate === day)) continue;
        const derived = deriveBatch(c.state, account, g.id, day);
        if (derived)
          made.push({
            id: c.state.uuid(),
            ...derived,
            status: 'PENDING',
            submittedAt: null,
            settledAt: null,
            returnedAt: null,
          });
      }
    }
  }
  c.state.batches.push(...made);
  return reply(made.length > 0 ? 201 : 200, {
    data: made.map((b) => batchResource(c, b)),
    links: { self: c.url.href, next: null },
    meta: {
      ...meta(),
      page: { limit: Math.max(made.length, 1), count: made.length, hasMore: false },
      derivedCount: made.length,
    },
  });
}

async function openDispute(c: Context): Promise<Response> {
  if (!isWriter(c.scope.user) && !c.on('write-dispute-by-viewer'))
    throw new Refusal(
      403,
      'PRIVILEGE_REQUIRED',
      'Forbidden',
      'Opening a dispute needs a manager or administrator role.',
    );
  const data = member(await body(c, false), 'data');
  if (member(data, 'type') !== 'disputeCases')
    throw new Refusal(422, 'WRONG_TYPE', 'Unprocessable', 'data.type must be disputeCases.', { pointer: '/data/type' });
  const attributes = member(data, 'attributes');
  const reasonCode = member(attributes, 'reasonCode');
  if (
    typeof reasonCode !== 'string' ||
    !['CASH_NOT_DISPENSED', 'PARTIAL_DISPENSE', 'DUPLICATE_DEBIT', 'UNRECOGNIZED'].includes(reasonCode)
  )
    throw new Refusal(422, 'INVALID_REASON', 'Unprocessable', 'reasonCode is not known.', {
      pointer: '/data/attributes/reasonCode',
    });
  const id = member(member(member(member(data, 'relationships'), 'transaction'), 'data'), 'id');
  if (typeof id !== 'string')
    throw new Refusal(422, 'TRANSACTION_REQUIRED', 'Unprocessable', 'A transaction relationship is needed.', {
      pointer: '/data/relationships/transaction',
    });
  const x = c.state.transactions.find((row) => row.id === id.toLowerCase());
  if (!x || (!c.scope.ids.has(x.terminalId) && !c.on('write-dispute-out-of-scope'))) throw notFound('transaction');
  if (x.type !== 'WITHDRAWAL' || x.amtComp <= 0)
    throw new Refusal(422, 'NOT_DISPUTABLE', 'Unprocessable', 'Only a completed withdrawal can be disputed.', {
      pointer: '/data/relationships/transaction',
    });
  if (c.state.disputes.some((d) => d.transactionId === x.id && d.resolvedAt === null))
    throw new Refusal(409, 'CASE_OPEN', 'Conflict', 'A case is open for this transaction.');
  const claimed = member(attributes, 'amount');
  const amount = claimed === undefined ? x.amtComp : member(claimed, 'minorUnits');
  if (
    typeof amount !== 'number' ||
    !Number.isInteger(amount) ||
    amount < 1 ||
    amount > x.amtComp ||
    (claimed !== undefined && member(claimed, 'currency') !== 'USD')
  )
    throw new Refusal(422, 'INVALID_AMOUNT', 'Unprocessable', 'amount must be within the completed amount.', {
      pointer: '/data/attributes/amount',
    });
  const d: Dispute = {
    id: c.state.uuid(),
    accountId: x.accountId,
    transactionId: x.id,
    terminalId: x.terminalId,
    status: 'OPEN',
    reasonCode,
    amount,
    openedAt: iso(NOW),
    dueDate: iso(NOW + 30 * 86_400_000).slice(0, 10),
    queue: 'first-line',
    assigneeName: null,
    assignedAt: null,
    outcome: null,
    resolvedAmount: 0,
    resolvedAt: null,
    reviewerName: c.scope.user.displayName,
    reviewedAt: iso(NOW),
    comment: '',
  };
  c.state.disputes.push(d);
  const location = `${c.origin}/v1/disputes/${d.id}`;
  return reply(201, { data: disputeResource(c, d, true), links: { self: location }, meta: meta() }, { location });
}

// ---- terminals ---------------------------------------------------------------------------------------------------------------------------

function statusMonitoring(c: Context): Response {
  const t = terminalOf(c, c.on('terminal-status-account-wide') ? 'account' : 'visible');
  const n = Number(t.number.slice(3));
  const isOffline = t.status === 'OFFLINE';
  return single(c, {
    type: 'terminalStatuses',
    id: t.id,
    attributes: {
      serviceState: t.status,
      lastHeartbeatAt: t.lastHeartbeatAt,
      stateSince: t.statusChangedAt,
      ...(isOffline && c.on('terminal-no-telemetry-offline')
        ? {}
        : {
            telemetry: {
              cassettes: [1, 2].map((position) => {
                const left = (n * 37 * position) % 1800;
                return {
                  position,
                  denomination: money(2000),
                  notesRemaining: left,
                  level: left < 200 ? 'LOW' : 'NORMAL',
                };
              }),
              dispenser: t.status === 'DEGRADED' ? 'FAULT' : 'READY',
              receiptPaper: n % 3 === 0 ? 'LOW' : 'NORMAL',
              signalDbm: -60 - (n % 40),
              isStale: isOffline,
            },
          }),
      openIncidents: c.state.incidents
        .filter((x) => x.terminalId === t.id && x.closedAt === null)
        .map((x) => ({ event: x.event, severity: x.severity, openedAt: x.openedAt, detail: x.detail })),
    },
    relationships: { terminal: toOne('terminals', t.id) },
  });
}

function connectorStatus(c: Context): Response {
  const id = c.params.connector_id!.toLowerCase();
  const x = byId(c.on('scope-connector-status-foreign') ? c.state.connectors : visibleConnectors(c), id, 'connector');
  const attached = c.scope.terminals.filter((t) => t.connectorId === x.id);
  return single(c, {
    type: 'connectorStatuses',
    id: x.id,
    attributes: {
      state: x.state,
      lastExchangeAt: x.lastExchangeAt,
      attachedTerminals: attached.length,
      terminalsInService: attached.filter((t) => t.status === 'IN_SERVICE').length,
      checks: [
        { name: 'session', passed: x.state !== 'OFFLINE' },
        { name: 'echo-test', passed: x.state === 'ONLINE' },
      ],
    },
    relationships: { connector: toOne('connectors', x.id) },
  });
}

function groupList(c: Context): Response {
  let groups = visibleGroups(c);
  if (c.on('scope-groups-stale-cache')) {
    const kept = c.state.cache.get(c.url.href) as { groups: Group[]; scope: Scope } | undefined;
    if (kept) {
      groups = kept.groups;
      c = { ...c, scope: kept.scope };
    } else c.state.cache.set(c.url.href, { groups, scope: c.scope });
  }
  return list(c, groups, (g) => groupResource(c, g));
}

const visibleLocations = (c: Context): Location[] =>
  c.state.locations.filter((l) => c.scope.terminals.some((t) => t.locationId === l.id));
function locationOfTerminal(c: Context): Response {
  const t = terminalOf(c);
  const own = c.state.locations.find((l) => l.id === t.locationId)!;
  return single(
    c,
    locationResource(c, c.on('terminal-location-first') ? visibleLocations(c).find((l) => l.city === own.city)! : own),
  );
}

function commandList(c: Context): Response {
  const t = terminalOf(c);
  return list(
    c,
    c.state.commands
      .filter((k) => (c.on('terminal-commands-of-all') ? c.scope.ids.has(k.terminalId) : k.terminalId === t.id))
      .sort((a, b) => (a.queuedAt < b.queuedAt ? 1 : -1)),
    commandResource,
  );
}

function payload(c: Context): Response {
  const t = terminalOf(c, c.on('terminal-payload-unscoped') ? 'any' : 'visible');
  const account = c.state.accounts.find((a) => a.id === t.accountId)!;
  return single(c, {
    type: 'provisioningPayloads',
    id: t.id,
    attributes: {
      profileVersion: t.profileVersion,
      host: { address: `switch.${account.domain}`, port: 9443, protocol: 'TLS' },
      surcharge: money(t.surcharge),
      cassettes: [1, 2].map((position) => ({ position, denomination: money(2000) })),
      receipt: { headerLines: [account.tradeName, t.label] },
      keyManagement: { scheme: 'TR-34', isRemote: true },
    },
    relationships: { terminal: toOne('terminals', t.id) },
  });
}

function provisioningExport(c: Context): Response {
  const t = terminalOf(c);
  const parameters = [
    ['terminal.number', t.number],
    ['terminal.model', t.model],
    ['surcharge.minor', String(t.surcharge)],
    ['receipt.label', t.label],
  ].map(([key, value]) => ({ name: key!, value: value! }));
  if (c.on('http-export-as-text'))
    return new Response(parameters.map((p) => `${p.name}=${p.value}\n`).join(''), {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' },
    });
  return single(c, {
    type: 'provisioningExports',
    id: t.id,
    attributes: {
      format: 'fleet-parameters/2',
      profileVersion: t.profileVersion,
      parameters,
      jobs: c.state.jobs
        .filter((j) => j.terminalId === t.id)
        .map((j) => ({ jobType: j.kind, status: j.status, startedAt: j.startedAt, finishedAt: j.finishedAt })),
    },
    relationships: { terminal: toOne('terminals', t.id) },
  });
}

// ---- portal ------------------------------------------------------------------------------------------------------------------------------

const fewest = <T>(rows: T[], at: (row: T) => string | number, count: number): T[] =>
  [...rows].sort((a, b) => (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0)).slice(0, count);

function portal(c: Context): Response {
  const { user, account, terminals, ids } = c.scope;
  const accountUsers = c.state.users.filter((u) => u.accountId === account.id || c.on('portal-users-all-accounts'));
  const seesAll = user.groupIds === null;
  const users = accountUsers.filter(
    (u) =>
      seesAll ||
      u.id === user.id ||
      (user.role === 'REGIONAL_MANAGER' && scopeOf(c.state, u, () => false).terminals.every((t) => ids.has(t.id))),
  );
  const groups = visibleGroups(c);
  const connectors = visibleConnectors(c);
  const transactions = fewest(
    c.state.transactions.filter((x) =>
      c.on('portal-recent-unscoped') ? x.accountId === account.id : ids.has(x.terminalId),
    ),
    (x) => x.at,
    12,
  );
  const commands = fewest(
    c.state.commands.filter((k) => ids.has(k.terminalId)),
    (k) => k.queuedAt,
    10,
  );
  const forms = fewest(
    c.state.forms.filter((x) => ids.has(x.terminalId)),
    (x) => x.submittedAt,
    10,
  );
  const isAdmin = user.role === 'ADMINISTRATOR' || c.on('portal-flags-of-admin');
  const mayOpen = isWriter(user) || c.on('portal-flags-of-admin');
  const reports = [
    ['activity', 'Terminal activity', ['CSV', 'PDF']],
    ...(user.role === 'FIELD_TECHNICIAN'
      ? []
      : [
          ['settlement', 'Settlement detail', ['CSV']],
          ['disputes', 'Dispute ageing', ['CSV', 'PDF']],
        ]),
    ...(isAdmin ? [['users', 'User access', ['CSV']]] : []),
  ] as [string, string, string[]][];
  const hasForms = !c.on('portal-no-forms');
  return reply(200, {
    data: {
      type: 'portalSnapshots',
      id: user.id,
      attributes: {
        branding: {
          organizationName: account.tradeName,
          primaryColor: '#1b4d6b',
          logoUrl: `https://${account.domain}/assets/logo.svg`,
          ...(c.on('portal-no-dns')
            ? {}
            : {
                dns: {
                  domain: account.domain,
                  state: 'VERIFIED',
                  checkedAt: iso(NOW - 1_800_000),
                  records: [
                    { name: account.domain, recordType: 'CNAME', verified: true },
                    { name: `_acme.${account.domain}`, recordType: 'TXT', verified: true },
                  ],
                },
              }),
        },
        accessFlags: {
          canOpenDisputes: mayOpen,
          canDeriveSettlements: isAdmin,
          canManageConfiguration: isAdmin,
          isReadOnly: !mayOpen,
          seesWholeAccount: user.groupIds === null,
        },
        reportCatalog: reports.map(([code, heading, formats]) => ({ code, title: heading, formats })),
        complianceVault: terminals.map((t, i) => ({
          terminalId: t.id,
          item: i % 2 === 0 ? 'Accessibility certificate' : 'Site agreement',
          expiresOn: `2026-0${1 + (i % 9)}-15`,
        })),
        onboarding: [
          { step: 'Company profile', isDone: true },
          { step: 'Bank account', isDone: true },
          { step: 'Custom domain', isDone: true },
        ],
        documents: [
          { title: 'Operating rules 2025', issuedOn: '2025-01-06' },
          { title: 'Dispute handbook', issuedOn: '2025-06-30' },
        ],
        videos: [
          { title: 'Loading cash', durationSeconds: 214 },
          { title: 'Reading the settlement page', durationSeconds: 178 },
        ],
      },
      relationships: {
        principal: toOne('users', user.id),
        account: toOne('accounts', account.id),
        visibleUsers: toMany(
          'users',
          users.map((x) => x.id),
        ),
        visibleTerminals: toMany('terminals', ids),
        visibleGroups: toMany(
          'terminalGroups',
          groups.map((x) => x.id),
        ),
        visibleConnectors: toMany(
          'connectors',
          connectors.map((x) => x.id),
        ),
        recentTransactions: toMany(
          'transactions',
          transactions.map((x) => x.id),
        ),
        recentCommands: toMany(
          'terminalCommands',
          commands.map((x) => x.id),
        ),
        ...(hasForms
          ? {
              recentForms: toMany(
                'forms',
                forms.map((x) => x.id),
              ),
            }
          : {}),
      },
    },
    included: [
      accountResource(account),
      ...users.map(userResource),
      ...terminals.map((t) => terminalResource(c, t)),
      ...groups.map((g) => groupResource(c, g)),
      ...connectors.map((x) => connectorResource(c, x.id)),
      ...transactions.map((x) => transactionResource(c, x)),
      ...commands.map(commandResource),
      ...(hasForms ? forms.map(formResource) : []),
    ],
    links: { self: c.url.href },
    meta: meta(),
  });
}

// ---- feeds -------------------------------------------------------------------------------------------------------------------------------

const major = (units: number): string => `${units < 0 ? '-' : ''}$${(Math.abs(units) / 100).toFixed(2)}`;
function feed(
  c: Context,
  channel: { title: string; description: string },
  items: FeedItem[],
  type = 'application/rss+xml; charset=utf-8',
): Response {
  return new Response(rss({ ...channel, link: c.url.href, origin: c.origin }, items, c.on('feed-unescaped')), {
    headers: { 'content-type': type, 'cache-control': 'private, max-age=60', vary: 'X-API-Key' },
  });
}
const label = (c: Context, id: string): string => {
  const t = c.state.terminals.find((x) => x.id === id)!;
  return `${t.number} ${t.label}`;
};
const transactionItem = (c: Context, x: Transaction): FeedItem => ({
  category: 'transaction',
  title: `${x.type.toLowerCase().replaceAll('_', ' ')} at ${label(c, x.terminalId)}`,
  at: x.at,
  terminalId: x.terminalId,
  description: `Response ${x.code} (${x.text}), completed ${major(x.amtComp)}`,
  guid: `transaction-${x.id}`,
});
const statusItems = (c: Context, t: Terminal): FeedItem[] => [
  {
    category: 'heartbeat',
    title: `Heartbeat of ${label(c, t.id)}`,
    at: Date.parse(t.lastHeartbeatAt),
    terminalId: t.id,
    description: 'Latest heartbeat received',
    guid: `heartbeat-${t.id}`,
  },
  {
    category: 'status-change',
    title: `${label(c, t.id)} is ${t.status.toLowerCase().replaceAll('_', ' ')}`,
    at: Date.parse(t.statusChangedAt),
    terminalId: t.id,
    description: `Terminal status is now ${t.status}`,
    guid: `status-${t.id}`,
  },
];
const incidentItems = (c: Context, has: (terminalId: string) => boolean): FeedItem[] =>
  c.state.incidents
    .filter((x) => has(x.terminalId))
    .map((x) => ({
      category: 'alert-incident',
      title: `Alert ${x.event} at ${label(c, x.terminalId)}`,
      at: Date.parse(x.openedAt),
      terminalId: x.terminalId,
      description: `${x.severity}: ${x.detail}${x.closedAt ? ' (closed)' : ''}`,
      guid: `incident-${x.id}`,
    }));
const journalItems = (c: Context, has: (terminalId: string) => boolean): FeedItem[] =>
  c.state.journal
    .filter((x) => has(x.terminalId))
    .map((x) => ({
      category: 'switch-journal',
      title: `Switch journal for ${label(c, x.terminalId)}`,
      at: Date.parse(x.at),
      terminalId: x.terminalId,
      description: x.text,
      guid: `journal-${x.id}`,
    }));

function accountFeed(c: Context): Response {
  const has = (id: string): boolean => c.scope.ids.has(id);
  const accountIds = new Set(c.state.terminals.filter((t) => t.accountId === c.scope.account.id).map((t) => t.id));
  return feed(
    c,
    {
      title: `${c.scope.account.tradeName} fleet digest`,
      description: 'Heartbeats, status changes, transactions, alerts and switch journal of your terminals',
    },
    [
      ...c.scope.terminals.flatMap((t) => statusItems(c, t)),
      ...fewest(
        c.state.transactions.filter((x) => has(x.terminalId)),
        (x) => x.at,
        20,
      ).map((x) => transactionItem(c, x)),
      ...incidentItems(c, c.on('feed-alerts-unscoped') ? (id) => accountIds.has(id) : has),
      ...(c.on('feed-account-no-journal') ? [] : journalItems(c, has)),
    ],
  );
}

function terminalFeed(c: Context): Response {
  const t = terminalOf(c, c.on('feed-terminal-unscoped') ? 'any' : 'visible');
  const has = (id: string): boolean => id === t.id;
  return feed(
    c,
    {
      title: `Terminal ${label(c, t.id)}`,
      description: 'Status, transactions, switch journal, commands, provisioning and alerts of one terminal',
    },
    [
      ...statusItems(c, t).slice(1),
      ...fewest(
        c.state.transactions.filter((x) => has(x.terminalId)),
        (x) => x.at,
        10,
      ).map((x) => transactionItem(c, x)),
      ...journalItems(c, has),
      ...incidentItems(c, has),
      ...c.state.commands
        .filter((k) => k.terminalId === t.id && !(k.status === 'QUEUED' && c.on('feed-terminal-no-queued')))
        .map((k) => ({
          category: 'command',
          title: `Command ${k.kind} ${k.status.toLowerCase()} for ${label(c, t.id)}`,
          at: Date.parse(k.completedAt ?? k.queuedAt),
          terminalId: t.id,
          description: `Command status ${k.status}`,
          guid: `command-${k.id}`,
        })),
      ...(c.on('feed-terminal-no-provisioning')
        ? []
        : c.state.jobs
            .filter((j) => j.terminalId === t.id)
            .map((j) => ({
              category: 'provisioning-job',
              title: `Provisioning job ${j.kind} for ${label(c, t.id)}`,
              at: Date.parse(j.finishedAt ?? j.startedAt),
              terminalId: t.id,
              description: `Provisioning job status ${j.status}`,
              guid: `job-${j.id}`,
            }))),
    ],
    c.on('feed-terminal-content-type') ? 'text/xml; charset=utf-8' : undefined,
  );
}

// ---- public ------------------------------------------------------------------------------------------------------------------------------

function publicDocument(c: Context): Response {
  const text = JSON.stringify(openApi(c.origin, c.on as (fault: string) => boolean));
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 24)}"`;
  if (c.on('document-not-cacheable'))
    return new Response(text, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } });
  const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600', etag };
  if ((c.request.headers.get('if-none-match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers: { 'cache-control': headers['cache-control'], etag } });
  return new Response(text, { headers });
}

function brandingStatus(c: Context): Response {
  return reply(
    200,
    {
      data: {
        type: 'brandingStatuses',
        id: c.state.catalogIds[6]!,
        attributes: {
          branding: { state: 'PUBLISHED', themeVersion: '2025.4' },
          docsHost: {
            hostname: 'docs.fleet-portal.example',
            isReady: true,
            dnsState: 'VERIFIED',
            certificateState: 'VALID',
          },
        },
      },
      links: { self: c.url.href },
      meta: meta(),
    },
    { 'cache-control': 'public, max-age=60', vary: 'Accept' },
  );
}

// ---- routes ------------------------------------------------------------------------------------------------------------------------------

const handlers: Record<string, Handler> = {
  getPortalSnapshot: portal,
  getIntegrationCatalog: (c) =>
    reply(200, {
      data: catalogGroups(c.state.catalogIds, c.on as (fault: string) => boolean),
      links: { self: c.url.href },
      meta: meta(),
    }),
  getPublicOpenApi: publicDocument,
  getBrandingStatus: brandingStatus,
  listTransactions: transactionList,
  getTransaction: (c) => single(c, transactionResource(c, transactionOf(c))),
  getTransactionTimeline: timeline,
  listSettlements: (c) => list(c, withStatus(c, visibleBatches(c)), (b) => batchResource(c, b)),
  getSettlement: (c) =>
    single(c, batchResource(c, byId(visibleBatches(c), c.params.settlement_id!, 'settlement batch'))),
  deriveSettlements: derive,
  listDisputes: (c) => list(c, withStatus(c, visibleDisputes(c)), (d) => disputeResource(c, d)),
  getDispute: (c) => single(c, disputeResource(c, byId(visibleDisputes(c), c.params.dispute_id!, 'dispute case'))),
  openDispute,
  listLocations: (c) => list(c, visibleLocations(c), (l) => locationResource(c, l)),
  getLocationOfTerminal: locationOfTerminal,
  listTerminals: (c) => list(c, c.scope.terminals, (t) => terminalResource(c, t)),
  getTerminalStatus: statusMonitoring,
  listTerminalTransactions: terminalTransactions,
  listConnectors: (c) => list(c, visibleConnectors(c), (x) => connectorResource(c, x.id)),
  getConnectorStatus: connectorStatus,
  listTerminalGroups: groupList,
  listTerminalCommands: commandList,
  getProvisioningPayload: payload,
  getProvisioningExport: provisioningExport,
  getAccountFeed: accountFeed,
  getTerminalFeed: terminalFeed,
};
const routes = operations
  .map((o) => ({
    ...o,
    pattern: new RegExp(`^${o.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+?)')}$`),
    isFixed: !o.path.includes('{'),
  }))
  .sort((a, b) => Number(b.isFixed) - Number(a.isFixed));

export function createService(
  options: { fault?: string; seed?: number } = {},
): (request: Request) => Promise<Response> {
  if (options.fault !== undefined && !Object.hasOwn(faults, options.fault))
    throw new Error(`No fault is named ${options.fault}`);
  const on = (fault: FaultId): boolean => options.fault === fault;
  const state = makeState(options.seed ?? 7);

  const userOf = (request: Request, url: URL): User => {
    const sent = request.headers.get('x-api-key') ?? (on('auth-key-in-query') ? url.searchParams.get('api_key') : null);
    const first = state.users[0]!;
    if (sent === null || sent === '') {
      if (on('http-head-open') && request.method === 'HEAD') return first;
      if (on('auth-connector-status-open') && /^\/v1\/connectors\/[^/]+\/status$/.test(url.pathname)) return first;
      throw new Refusal(401, 'KEY_REQUIRED', 'Unauthorized', 'Send your key in the X-API-Key header.', {
        header: 'X-API-Key',
      });
    }
    const owner = [...keys].find(([, key]) =>
      on('auth-key-prefix') ? sent.length >= key.length / 2 && key.startsWith(sent) : key === sent,
    )?.[0];
    const user = state.users.find((u) => u.keyName !== null && u.keyName === owner);
    if (user) return user;
    if (on('auth-any-key')) return first;
    throw new Refusal(
      401,
      'KEY_UNKNOWN',
      'Unauthorized',
      on('error-echoes-key') ? `The key ${sent} is not known.` : 'The key is not known.',
      { header: 'X-API-Key' },
    );
  };

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const path = on('version-bare-paths') && !url.pathname.startsWith('/v1/') ? `/v1${url.pathname}` : url.pathname;
    // A fixed path hides a template that also fits it, as /v1/settlements/derive does with /v1/settlements/{settlement_id}.
    const fitting = routes.filter((r) => r.pattern.test(path));
    const own = fitting.some((r) => r.isFixed) ? fitting.filter((r) => r.isFixed) : fitting;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route =
      own.find((r) => r.method === method) ??
      (on('http-derive-by-get') && method === 'GET' ? own.find((r) => r.id === 'deriveSettlements') : undefined);
    const isOpen = own.some((r) => r.access === 'public');
    if (!path.startsWith('/v1/'))
      throw new Refusal(404, 'NO_SUCH_PATH', 'Not found', 'Nothing is served at this path.');
    const user =
      isOpen &&
      !(
        (on('auth-branding-needs-key') && own[0]!.id === 'getBrandingStatus') ||
        (on('auth-document-checks-key') && own[0]!.id === 'getPublicOpenApi' && request.headers.has('x-api-key'))
      )
        ? state.users[0]!
        : userOf(request, url);
    if (own.length === 0) throw new Refusal(404, 'NO_SUCH_PATH', 'Not found', 'Nothing is served at this path.');
    const allow = [...new Set(own.flatMap((r) => (r.method === 'GET' ? ['GET', 'HEAD'] : [r.method])))].join(', ');
    if (!route)
      return reply(
        405,
        {
          errors: [
            {
              id: randomUUID(),
              status: '405',
              code: 'METHOD_NOT_ALLOWED',
              title: 'Method not allowed',
              detail: `This path takes ${allow}.`,
            },
          ],
        },
        { allow },
      );
    let params: Record<string, string>;
    try {
      params = Object.fromEntries(
        Object.entries(route.pattern.exec(path)!.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
      );
    } catch {
      throw new Refusal(400, 'MALFORMED_PATH', 'Bad request', 'The path cannot be read.');
    }
    return handlers[route.id]!({
      request,
      url,
      origin: url.origin,
      state,
      scope: scopeOf(state, user, route.id === 'getPortalSnapshot' ? () => false : on),
      on,
      params,
    });
  };

  return async (request) => {
    let response: Response;
    try {
      response = await answer(request);
    } catch (error) {
      const problem: Problem =
        error instanceof Refusal
          ? error.problem
          : {
              status: 500,
              code: 'INTERNAL',
              title: 'Server error',
              detail:
                on('error-cursor-crash') && error instanceof Error
                  ? (error.stack ?? error.message)
                  : 'The request could not be completed.',
            };
      response = reply(
        problem.status,
        { errors: [{ id: randomUUID(), ...problem, status: String(problem.status) }] },
        problem.status === 401 ? { 'www-authenticate': 'ApiKey realm="fleet-portal"' } : {},
      );
    }
    response.headers.set('x-request-id', randomUUID());
    return request.method === 'HEAD'
      ? new Response(null, { status: response.status, headers: response.headers })
      : response;
  };
}
