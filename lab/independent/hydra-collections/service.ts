// @ts-nocheck: written without noUncheckedIndexedAccess
// HTTP service: authentication, routes, paging, filters, writes.
import { createHash } from 'node:crypto';
import type { Dispute, Terminal, Transaction, User } from './data.ts';
import { apiKeys, createDatabase, DAY, day, iso, makeBatch, NOW } from './data.ts';
import { faults } from './faults.ts';
import {
  batchStatuses,
  buildCatalog,
  buildOpenApi,
  disputeStatuses,
  reasonCodes,
  responses,
  sortColumns,
  transactionTypes,
} from './openapi.ts';
import type { Json, Scope } from './views.ts';
import { context, iri, makeScope, makeViews, mayCreateDisputes, mayDeriveSettlements } from './views.ts';

export const name = 'api-platform-hydra';
export const keys: ReadonlyMap<string, string> = apiKeys;
export type { Fault } from './faults.ts';
export { faults };

class Problem extends Error {
  status: number;
  violations: { propertyPath: string; message: string }[] | undefined;
  constructor(status: number, detail: string, violations?: { propertyPath: string; message: string }[]) {
    super(detail);
    this.status = status;
    this.violations = violations;
  }
}
const violation = (propertyPath: string, message: string) =>
  new Problem(422, `${propertyPath}: ${message}`, [{ propertyPath, message }]);

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
};
function problemResponse(
  status: number,
  detail: string,
  violations?: unknown[],
  headers: Record<string, string> = {},
): Response {
  const type = violations ? 'ConstraintViolation' : 'Error';
  const body = {
    '@context': context(type),
    '@type': type,
    type: `urn:redcajeros:errors:${status}`,
    title: titles[status] ?? 'Error',
    detail,
    status,
    ...(violations ? { violations } : {}),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-cache, private',
      ...headers,
    },
  });
}
function jsonLd(body: Json, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/ld+json; charset=utf-8',
      'cache-control': 'no-cache, private',
      vary: 'X-API-Key',
      ...headers,
    },
  });
}

interface Call {
  request: Request;
  url: URL;
  args: string[];
  scope: Scope;
}
interface Route {
  method: string;
  path: RegExp;
  isPublic?: boolean;
  run: (call: Call) => Response | Promise<Response>;
}

/** Number in an id or IRI, undefined without the parameter, -1 for anything that cannot match. */
function idOf(value: unknown, prefix: string): number {
  if (typeof value === 'number') return Number.isInteger(value) ? value : -1;
  if (typeof value !== 'string') return -1;
  const text = value.startsWith(prefix) ? value.slice(prefix.length) : value;
  return /^\d{1,12}$/.test(text) ? Number(text) : -1;
}
function idParameter(url: URL, parameter: string, prefix: string): number | undefined {
  const value = url.searchParams.get(parameter);
  return value === null ? undefined : idOf(value, prefix);
}
function positive(url: URL, parameter: string, standard: number): number {
  const value = url.searchParams.get(parameter);
  if (value === null) return standard;
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1)
    throw new Problem(400, `Query parameter "${parameter}" must be a positive integer.`);
  return Number(value);
}
function choice(url: URL, parameter: string, allowed: string[], standard?: string): string | undefined {
  const value = url.searchParams.get(parameter);
  if (value === null) return standard;
  if (!allowed.includes(value))
    throw new Problem(400, `Query parameter "${parameter}" must be one of: ${allowed.join(', ')}.`);
  return value;
}
function moment(url: URL, parameter: string): number | undefined {
  const value = url.searchParams.get(parameter);
  if (value === null) return undefined;
  const isValid = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/.test(
    value.replace(/ (\d{2}:\d{2})$/, '+$1'),
  );
  let text = value.replace(/ (\d{2}:\d{2})$/, '+$1');
  if (/T[\d:]+$/.test(text)) text += 'Z';
  const time = Date.parse(text);
  if (!isValid || Number.isNaN(time))
    throw new Problem(400, `Query parameter "${parameter}" must be a date or a date and time.`);
  return time;
}

export function createService(options: { fault?: string } = {}): (request: Request) => Promise<Response> {
  const fault = options.fault;
  if (fault !== undefined && !Object.hasOwn(faults, fault)) throw new Error(`Unknown fault: ${fault}`);
  const on = (id: string): boolean => {
    if (!Object.hasOwn(faults, id)) throw new Error(`Fault without description: ${id}`);
    return fault === id;
  };
  const db = createDatabase();
  const views = makeViews(db, on);
  const portalCache = new Map<number, Json>();
  const userByKey = new Map<string, User>(
    [...apiKeys].map(([login, key]) => [key, db.users.find((u) => u.login === login)!]),
  );

  function authenticate(request: Request): User | undefined {
    const key = request.headers.get('x-api-key') ?? '';
    if (on('auth-key-prefix') && key.length >= 14) return [...userByKey].find(([k]) => k.startsWith(key))?.[1];
    return userByKey.get(key);
  }

  // Paging

  const sizeOf = (url: URL) => ({ limit: Math.min(positive(url, 'limit', 30), 100), page: positive(url, 'page', 1) });

  function collection<T>(
    url: URL,
    type: string,
    items: T[],
    normalize: (x: T) => Json,
    extra: { totalItems?: number; summary?: Json; pageOrder?: (rows: T[]) => T[] } = {},
  ): Json {
    const requested = sizeOf(url);
    const { page } = requested;
    let { limit } = requested;
    if (type === 'Transaction' && on('limit-second-page') && page > 1) limit = 30;
    if (type === 'Transaction' && on('limit-ignored-with-group') && url.searchParams.has('group_id')) limit = 30;
    const last = Math.max(1, Math.ceil(items.length / requested.limit));
    const link = (number: number): string => {
      const query = new URLSearchParams(url.searchParams);
      query.set('page', String(number));
      return `${url.pathname}?${query}`;
    };
    const view: Json = { '@id': link(page), '@type': 'PartialCollectionView', first: link(1), last: link(last) };
    if (page > 1) view.previous = link(Math.min(page - 1, last));
    if (page < last) view.next = on('link-no-prefix') ? link(page + 1).replace('/v1', '') : link(page + 1);
    const start = (page - 1) * requested.limit;
    const rows = items.slice(start, start + limit);
    const out: Json = {
      '@context': context(type),
      '@id': url.pathname,
      '@type': 'Collection',
      totalItems: extra.totalItems ?? items.length,
      member: (extra.pageOrder ? extra.pageOrder(rows) : rows).map(normalize),
      view,
    };
    if (extra.summary && !(on('summary-page-two') && page > 1)) out.summary = extra.summary;
    return out;
  }

  // Scope of single items

  function visibleTerminal(scope: Scope, text: string): Terminal {
    const id = idOf(text, '\n');
    const terminal = scope.terminals.find((t) => t.id === id);
    if (terminal) return terminal;
    const other = db.terminals.find((t) => t.id === id);
    if (other && on('scope-error-reveals'))
      throw new Problem(
        404,
        `Terminal ${id} "${other.name}" belongs to the account "${db.accounts.find((a) => a.id === other.accountId)!.name}".`,
      );
    throw new Problem(404, 'Terminal not found.');
  }

  // Transactions

  const columns: Record<string, (tx: Transaction) => number | string> = {
    terminal_at: (tx) => tx.at,
    seq_no: (tx) => tx.sequenceNumber,
    tran_type: (tx) => tx.type,
    response: (tx) => tx.response,
    amt_req: (tx) => tx.amountRequested,
    amt_comp: (tx) => (on('sort-requested') ? tx.amountRequested : tx.amountCompleted),
    sur_req: (tx) => tx.surchargeRequested,
    sur_comp: (tx) => tx.surchargeCompleted,
  };
  function ordered(rows: Transaction[], column: string, direction: string): Transaction[] {
    const value = columns[column];
    const sign = direction === 'asc' || (on('sort-desc-ignored') && column === 'amt_comp') ? 1 : -1;
    return [...rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      return sign * (x < y ? -1 : x > y ? 1 : a.id - b.id);
    });
  }

  function transactions(call: Call, fixed?: Terminal): Response {
    const { url, scope } = call;
    const terminalId = fixed ? fixed.id : idParameter(url, 'terminal_id', '/v1/terminals/');
    let groupId = fixed ? undefined : idParameter(url, 'group_id', '/v1/terminal-groups/');
    if (on('group-ignored')) groupId = undefined;
    const sortBy = choice(url, 'sort_by', sortColumns, 'terminal_at')!;
    const sortDir = choice(url, 'sort_dir', ['asc', 'desc'], 'desc')!;
    const type = choice(url, 'type', transactionTypes);
    const response = choice(url, 'response', responses);
    const from = moment(url, 'from');
    const to = moment(url, 'to');
    if (on('sort-terminal-rejected') && !fixed && terminalId !== undefined && sortBy === 'amt_comp')
      throw new Problem(400, 'Query parameter "sort_by" cannot be "amt_comp" for one terminal.');

    const matching = (pool: Terminal[]): Transaction[] => {
      const firstMember = pool.find((t) => groupId !== undefined && t.groupIds.includes(groupId));
      const allowed = new Set(
        pool
          .filter((t) => {
            const isTerminal =
              terminalId === undefined ||
              t.id === terminalId ||
              (on('terminal-partial-match') && !fixed && String(t.id).includes(String(terminalId)));
            const isMember =
              groupId === undefined ||
              (t.groupIds.includes(groupId) && !(on('group-first-account') && t.accountId !== firstMember!.accountId));
            return on('combine-or') && terminalId !== undefined && groupId !== undefined
              ? isTerminal || isMember
              : isTerminal && isMember;
          })
          .map((t) => t.id),
      );
      return db.transactions.filter(
        (tx) =>
          allowed.has(tx.terminalId) &&
          (type === undefined || tx.type === type) &&
          (response === undefined || tx.response === response) &&
          (from === undefined || tx.at >= from) &&
          (to === undefined || tx.at < to),
      );
    };
    const organizationPool = db.terminals.filter((t) => t.organizationId === scope.organizationId);
    let pool = scope.terminals;
    if (on('scope-tx-terminal-filter') && !fixed && terminalId !== undefined) pool = db.terminals;
    if (on('scope-tx-group-filter') && groupId !== undefined) pool = organizationPool;
    const rows = matching(pool);

    const isOneAccount = !scope.isWhole && scope.accountIds.size > 0;
    const summaryRows = on('scope-summary') && isOneAccount ? matching(organizationPool) : rows;
    const totalItems =
      on('scope-total-items') && scope.user.terminalIds.length > 0 ? matching(organizationPool).length : rows.length;
    const sortsInPage = on('sort-after-paging') && sortBy === 'amt_comp';
    return jsonLd(
      collection(
        url,
        'Transaction',
        ordered(rows, sortsInPage ? 'terminal_at' : sortBy, sortDir),
        (tx) => views.row(tx, fixed ? 'terminal' : 'list'),
        {
          totalItems,
          summary: views.summary(summaryRows, groupId !== undefined),
          ...(sortsInPage ? { pageOrder: (page: Transaction[]) => ordered(page, sortBy, sortDir) } : {}),
        },
      ),
    );
  }

  function timeline({ args, scope }: Call): Response {
    const id = idOf(args[0], '\n');
    const tx = db.transactions.find(
      (t) =>
        t.id === id &&
        (scope.terminalIds.has(t.terminalId) ||
          (on('scope-timeline') && views.terminalOf(t.terminalId).organizationId === scope.organizationId)),
    );
    if (!tx) throw new Problem(404, 'Transaction not found.');
    return jsonLd(views.timeline(tx));
  }

  // Writes

  async function bodyOf(request: Request): Promise<Record<string, unknown>> {
    const type = (request.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
    if (type !== 'application/json' && type !== 'application/ld+json')
      throw new Problem(415, 'The content type must be application/ld+json or application/json.');
    let body: unknown;
    try {
      body = JSON.parse(await request.text());
    } catch {
      throw new Problem(400, 'Syntax error in the JSON body.');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Problem(400, 'The body must be a JSON object.');
    return body as Record<string, unknown>;
  }

  async function derive({ request, scope }: Call): Promise<Response> {
    if (!mayDeriveSettlements(scope.user) && !(on('derive-auditor') && scope.user.role === 'ROLE_AUDITOR'))
      throw new Problem(403, 'Access denied.');
    const body = await bodyOf(request);
    const accountId = idOf(body.account, '/v1/accounts/');
    const isVisible =
      scope.accountIds.has(accountId) || (on('derive-foreign-account') && db.accounts.some((a) => a.id === accountId));
    if (!isVisible) throw violation('account', 'This account does not exist.');
    const date = body.businessDate;
    const start = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date + 'T00:00:00Z') : NaN;
    if (typeof date !== 'string' || Number.isNaN(start) || day(start) !== date)
      throw violation('businessDate', 'This value is not a valid date.');
    if (start + DAY > NOW) throw violation('businessDate', 'The day is not completed yet.');
    if (db.batches.some((b) => b.accountId === accountId && b.businessDate === date))
      throw new Problem(409, 'A batch of this account and day exists already.');
    const batch = makeBatch(db, Math.max(...db.batches.map((b) => b.id)) + 1, accountId, date, 'pending', NOW);
    if (batch.creditEntries + batch.debitEntries === 0)
      throw violation('businessDate', 'There are no entries on this day.');
    if (!on('derive-not-stored')) db.batches.push(batch);
    return jsonLd({ '@context': context('SettlementBatch'), ...views.batch(batch) }, 201);
  }

  async function createDispute({ request, scope }: Call): Promise<Response> {
    if (!mayCreateDisputes(scope.user) && !(on('dispute-create-viewer') && scope.user.role === 'ROLE_VIEWER'))
      throw new Problem(403, 'Access denied.');
    const body = await bodyOf(request);
    const id = idOf(body.transaction, '/v1/transactions/');
    const tx = db.transactions.find(
      (t) =>
        t.id === id &&
        (scope.terminalIds.has(t.terminalId) ||
          (on('dispute-create-foreign') && views.terminalOf(t.terminalId).organizationId === scope.organizationId)),
    );
    if (!tx) throw violation('transaction', 'This transaction does not exist.');
    if (tx.type !== 'withdrawal' || tx.response !== 'approved')
      throw violation('transaction', 'Only approved withdrawals can be disputed.');
    if (typeof body.reasonCode !== 'string' || !reasonCodes.includes(body.reasonCode))
      throw violation('reasonCode', `This value must be one of: ${reasonCodes.join(', ')}.`);
    const amount = body.amount === undefined ? tx.amountCompleted : body.amount;
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1 || amount > tx.amountCompleted)
      throw violation('amount', 'This value must be between 1 and the completed amount.');
    if (body.note !== undefined && (typeof body.note !== 'string' || body.note.length > 500))
      throw violation('note', 'This value must be a text of at most 500 characters.');
    if (db.disputes.some((d) => d.transactionId === id && d.status !== 'resolved'))
      throw new Problem(409, 'There is an open dispute of this transaction.');
    const dispute: Dispute = {
      id: Math.max(...db.disputes.map((d) => d.id)) + 1,
      transactionId: tx.id,
      terminalId: tx.terminalId,
      status: 'open',
      reasonCode: body.reasonCode,
      amount,
      openedAt: NOW,
      dueDate: day(NOW + 30 * DAY),
      note: (body.note as string | undefined) ?? null,
      team: 'Dispute desk Iberia',
      assigneeName: null,
      assignedAt: null,
      outcome: null,
      resolvedAt: null,
      resolutionNote: null,
      reviewerName: null,
      reviewedAt: null,
    };
    db.disputes.push(dispute);
    const out = views.dispute(dispute);
    if (on('dispute-reviewer-created')) out.reviewer = { name: scope.user.name, reviewedAt: iso(NOW) };
    return jsonLd({ '@context': context('Dispute'), ...out }, 201);
  }

  // Lists

  function settlements({ url, scope }: Call): Response {
    const status = choice(url, 'status', batchStatuses);
    const accountId = idParameter(url, 'account_id', '/v1/accounts/');
    const isVisible = (id: number) =>
      scope.accountIds.has(id) ||
      (on('scope-settlements') &&
        scope.accountIds.size > 0 &&
        db.accounts.find((a) => a.id === id)!.organizationId === scope.organizationId);
    const rows = db.batches.filter(
      (b) =>
        isVisible(b.accountId) &&
        (status === undefined || b.status === status) &&
        (accountId === undefined || b.accountId === accountId),
    );
    rows.sort((a, b) => (a.businessDate < b.businessDate ? 1 : a.businessDate > b.businessDate ? -1 : b.id - a.id));
    return jsonLd(collection(url, 'SettlementBatch', rows, views.batch));
  }
  function disputes({ url, scope }: Call): Response {
    const status = choice(url, 'status', disputeStatuses);
    const terminalId = idParameter(url, 'terminal_id', '/v1/terminals/');
    const isVisible = (id: number) =>
      scope.terminalIds.has(id) ||
      (on('scope-disputes') && scope.touchedAccountIds.has(views.terminalOf(id).accountId));
    const rows = db.disputes.filter(
      (d) =>
        isVisible(d.terminalId) &&
        (status === undefined || d.status === status) &&
        (terminalId === undefined || d.terminalId === terminalId),
    );
    rows.sort((a, b) => b.openedAt - a.openedAt || b.id - a.id);
    return jsonLd(collection(url, 'Dispute', rows, views.dispute));
  }
  function locations({ url, scope }: Call): Response {
    let rows = scope.terminals;
    if (on('scope-locations-list')) rows = db.terminals.filter((t) => scope.touchedAccountIds.has(t.accountId));
    if (on('scope-locations-incomplete')) rows = rows.filter((t) => t.groupIds.length > 0);
    return jsonLd(collection(url, 'Location', rows, views.location));
  }
  function commands({ url, args, scope }: Call): Response {
    const terminal = visibleTerminal(scope, args[0]);
    const isOf = (id: number) =>
      id === terminal.id ||
      (on('commands-of-account') && scope.terminalIds.has(id) && views.terminalOf(id).accountId === terminal.accountId);
    const rows = db.commands.filter((c) => isOf(c.terminalId)).sort((a, b) => b.queuedAt - a.queuedAt || b.id - a.id);
    return jsonLd(collection(url, 'TerminalCommand', rows, views.command));
  }
  function connectorStatus({ args, scope }: Call): Response {
    const id = idOf(args[0], '\n');
    const visible = views.visibleConnectors(scope);
    const connector = visible.find((c) => c.id === id);
    if (!connector) throw new Problem(404, 'Connector not found.');
    return jsonLd(views.connectorStatus(on('connector-status-first') ? visible[0] : connector, scope));
  }
  function statusMonitoring({ args, scope }: Call): Response {
    const foreign = on('scope-status-monitoring') ? db.terminals.find((t) => t.id === idOf(args[0], '\n')) : undefined;
    return jsonLd(views.statusMonitoring(foreign ?? visibleTerminal(scope, args[0])));
  }
  function provisioningPayload({ args, scope }: Call): Response {
    let terminal = visibleTerminal(scope, args[0]);
    if (on('payload-wrong-terminal') && terminal.groupIds.length > 0)
      terminal = scope.terminals.find((t) => t.groupIds.includes(terminal.groupIds[0]))!;
    return jsonLd(views.provisioningPayload(terminal));
  }
  function provisioningExport({ args, scope }: Call): Response {
    const foreign = on('scope-provisioning-export')
      ? db.terminals.find((t) => t.id === idOf(args[0], '\n') && t.organizationId === scope.organizationId)
      : undefined;
    return jsonLd(views.provisioningExport(foreign ?? visibleTerminal(scope, args[0])));
  }
  function portal({ scope }: Call): Response {
    if (!on('auth-portal-cache')) return jsonLd(views.portal(scope));
    if (!portalCache.has(scope.organizationId)) portalCache.set(scope.organizationId, views.portal(scope));
    return jsonLd(portalCache.get(scope.organizationId)!);
  }

  // Feeds and documents

  const feed = (xml: string, type = 'application/rss+xml'): Response =>
    new Response(xml, {
      headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache, private', vary: 'X-API-Key' },
    });
  function terminalFeed({ args, scope }: Call): Response {
    const foreign = on('scope-terminal-feed') ? db.terminals.find((t) => t.id === idOf(args[0], '\n')) : undefined;
    return feed(
      views.terminalFeed(foreign ?? visibleTerminal(scope, args[0])),
      on('feed-content-type') ? 'text/xml' : undefined,
    );
  }
  function openApi({ request }: Call): Response {
    const body = JSON.stringify(buildOpenApi(on));
    const etag = `"${createHash('sha1').update(body).digest('hex')}"`;
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      etag,
      'cache-control': on('openapi-no-store') ? 'no-store' : 'public, max-age=3600',
    };
    const asked = (request.headers.get('if-none-match') ?? '').split(',').map((s) => s.trim().replace(/^W\//, ''));
    return !on('openapi-no-store') && (asked.includes(etag) || asked.includes('*'))
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers });
  }
  function branding(): Response {
    const ready = (host: string) => ({ host, dns: 'verified', certificate: 'valid', isReady: true });
    const body: Json = {
      '@context': context('BrandingStatus'),
      '@id': '/v1/public/branding-status',
      '@type': 'BrandingStatus',
      status: 'ready',
      portalHost: ready('portal.redcajeros.example'),
      docsHost: ready('docs.redcajeros.example'),
      checkedAt: iso(NOW - 300_000),
    };
    if (on('branding-no-docs')) delete body.docsHost;
    return jsonLd(body);
  }

  const terminalPath = (rest: string) => new RegExp(`^/v1/terminals/([^/]+)/${rest}$`);
  const routes: Route[] = [
    { method: 'GET', path: /^\/v1\/portal$/, run: portal },
    { method: 'GET', path: /^\/v1\/integrations\/catalog$/, run: () => jsonLd(buildCatalog(on)) },
    {
      method: 'GET',
      path: /^\/v1\/integrations\/public-openapi\.json$/,
      isPublic: !on('auth-openapi-needs-key'),
      run: openApi,
    },
    { method: 'GET', path: /^\/v1\/transactions$/, run: (call) => transactions(call) },
    { method: 'GET', path: /^\/v1\/transactions\/([^/]+)\/timeline$/, run: timeline },
    { method: 'GET', path: /^\/v1\/settlements$/, run: settlements },
    { method: 'POST', path: /^\/v1\/settlements\/derive$/, run: derive },
    { method: 'GET', path: /^\/v1\/disputes$/, run: disputes },
    { method: 'POST', path: /^\/v1\/disputes$/, run: createDispute },
    { method: 'GET', path: /^\/v1\/locations$/, run: locations },
    {
      method: 'GET',
      path: /^\/v1\/locations\/([^/]+)$/,
      run: ({ args, scope }) =>
        jsonLd({ '@context': context('Location'), ...views.location(visibleTerminal(scope, args[0])) }),
    },
    { method: 'GET', path: terminalPath('status-monitoring'), run: statusMonitoring },
    {
      method: 'GET',
      path: terminalPath('transactions'),
      run: (call) => transactions(call, visibleTerminal(call.scope, call.args[0])),
    },
    {
      method: 'GET',
      path: /^\/v1\/connectors$/,
      run: ({ url, scope }) =>
        jsonLd(collection(url, 'Connector', views.visibleConnectors(scope), (c) => views.connector(c, scope))),
    },
    { method: 'GET', path: /^\/v1\/connectors\/([^/]+)\/status$/, run: connectorStatus },
    {
      method: 'GET',
      path: /^\/v1\/terminal-groups$/,
      run: ({ url, scope }) =>
        jsonLd(collection(url, 'TerminalGroup', views.visibleGroups(scope), (g) => views.group(g, scope))),
    },
    { method: 'GET', path: terminalPath('commands'), run: commands },
    { method: 'GET', path: terminalPath('provisioning-payload'), run: provisioningPayload },
    { method: 'GET', path: terminalPath('provisioning-export'), run: provisioningExport },
    { method: 'GET', path: /^\/v1\/feeds\/account\.xml$/, run: ({ scope }) => feed(views.accountFeed(scope)) },
    { method: 'GET', path: /^\/v1\/feeds\/terminals\/([^/]+)\.xml$/, run: terminalFeed },
    { method: 'GET', path: /^\/v1\/public\/branding-status$/, isPublic: !on('auth-branding-needs-key'), run: branding },
  ];
  const openScope = makeScope(db, db.users[0]);

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const candidates = routes.filter((r) => r.path.test(url.pathname));
    if (candidates.length === 0) return problemResponse(404, 'No route found.');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = candidates.find((r) => r.method === method);
    if (!route)
      return problemResponse(405, 'Method not allowed.', undefined, {
        allow: candidates.map((r) => r.method).join(', '),
      });
    const args = url.pathname.match(route.path)!.slice(1);
    let scope = openScope;
    if (!route.isPublic) {
      const user = authenticate(request);
      const isLeftOpen =
        !request.headers.has('x-api-key') &&
        ((on('auth-timeline-open') && url.pathname.endsWith('/timeline')) ||
          (on('auth-account-feed-open') && url.pathname.endsWith('/account.xml')));
      if (user) scope = makeScope(db, user);
      else if (isLeftOpen && url.pathname.endsWith('/timeline')) {
        const tx = db.transactions.find((t) => t.id === idOf(args[0], '\n'));
        scope = makeScope(
          db,
          db.users.find(
            (u) =>
              u.accountIds === 'all' && u.organizationId === (tx ? views.terminalOf(tx.terminalId).organizationId : 1),
          )!,
        );
      } else if (!isLeftOpen)
        return problemResponse(401, 'The API key is missing or invalid.', undefined, {
          'www-authenticate': 'ApiKey realm="redcajeros"',
        });
    }
    try {
      return await route.run({ request, url, args, scope });
    } catch (error) {
      if (error instanceof Problem) return problemResponse(error.status, error.message, error.violations);
      throw error;
    }
  }

  return async (request) => {
    const response = await handle(request);
    return request.method === 'HEAD'
      ? new Response(null, { status: response.status, headers: response.headers })
      : response;
  };
}
