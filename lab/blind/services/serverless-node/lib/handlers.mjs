// One handler per route, lambda style: (event) => ({ status, type?, body, headers? }).
import { createHash } from 'node:crypto';
import { DAY, HttpError, badRequest, fault, forbidden, isoIn, notFound } from './util.mjs';
import { REASONS, T0, buildBatch, db, index, isEarning, newId } from './data.mjs';
import * as view from './views.mjs';
import { accountFeed, terminalFeed } from './feeds.mjs';
import { SORTS, catalog, openapi } from './contract.mjs';

const ok = (body, headers) => ({ status: 200, body, headers });
const rss = (body) => ({ status: 200, type: 'application/rss+xml; charset=utf-8', body });

// ---------------------------------------------------------------- paging

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

function limitOf(q) {
  if (!q.has('limit')) return DEFAULT_LIMIT;
  const raw = q.get('limit');
  if (!/^\d{1,9}$/.test(raw) || +raw < 1) throw badRequest('limit must be a whole number of 1 or more');
  return Math.min(+raw, MAX_LIMIT);
}

/** A cursor holds the query of the first page (all but limit) and the last row that was sent. */
function readCursor(q) {
  if (!q.has('cursor')) return null;
  try {
    const c = JSON.parse(Buffer.from(q.get('cursor'), 'base64url').toString());
    if (typeof c.a === 'string' && c.q && typeof c.q === 'object') return c;
  } catch { /* falls through */ }
  throw badRequest('cursor is not valid');
}

const writeCursor = (a, q) => Buffer.from(JSON.stringify({ a, q })).toString('base64url');

/** The query that counts: that of the cursor where there is one. */
function effective(q, names) {
  const c = readCursor(q);
  const get = (n) => (c ? c.q[n] : q.get(n)) ?? null;
  return { cursor: c, ...Object.fromEntries(names.map((n) => [n, get(n)])) };
}

function paginate(rows, limit, cursor, params, make) {
  let start = 0;
  if (cursor) {
    start = rows.findIndex((x) => x.id === cursor.a) + 1;
    if (start === 0) throw badRequest('cursor is not valid any more');
  }
  const items = rows.slice(start, start + limit);
  const more = start + limit < rows.length && items.length > 0;
  const kept = Object.fromEntries(Object.entries(params).filter(([, v]) => v != null));
  return { items: items.map(make), nextCursor: more ? writeCursor(items[items.length - 1].id, kept) : null };
}

/** Simple scoped list with optional equality filters. */
function listOf(q, rows, make, filters = {}) {
  const { cursor, ...params } = effective(q, Object.keys(filters));
  let out = rows;
  for (const [name, field] of Object.entries(filters)) if (params[name] !== null) out = out.filter((x) => x[field] === params[name]);
  return ok(paginate(out, limitOf(q), cursor, params, make));
}

// ---------------------------------------------------------------- transactions

function sorted(rows, by, dir) {
  if (by !== null && !Object.hasOwn(SORTS, by)) throw badRequest(`sort_by must be one of ${Object.keys(SORTS).join(', ')}`);
  if (dir !== null && dir !== 'asc' && dir !== 'desc') throw badRequest('sort_dir must be asc or desc');
  const field = SORTS[by ?? 'time'];
  const sign = dir === 'asc' ? 1 : -1;
  let cmp = (a, b) => sign * (a[field] - b[field]);
  if (fault('own-amounts-as-text') && field.startsWith('amt')) {
    cmp = (a, b) => { const [x, y] = [String(a[field]), String(b[field])]; return x === y ? 0 : sign * (x < y ? -1 : 1); };
  }
  if (fault('sort-within-terminal') && field === 'amtComp') {
    const plain = cmp;
    cmp = (a, b) => (a.terminalId === b.terminalId ? plain(a, b) : a.terminalId < b.terminalId ? -1 : 1);
  }
  return [...rows].sort((a, b) => cmp(a, b) || b.at - a.at || (a.id < b.id ? -1 : 1));
}

function txnPage(rows, q, params, cursor, { summaryRows = rows, make = view.txnRow } = {}) {
  let limit = limitOf(q);
  let list = sorted(rows, params.sort_by, params.sort_dir);
  if (fault('own-limit-plus-one') && q.has('limit')) limit += 1;
  if (fault('limit-per-terminal') && q.has('limit')) {
    const seen = new Map();
    list = list.filter((x) => { const n = (seen.get(x.terminalId) ?? 0) + 1; seen.set(x.terminalId, n); return n <= limit; });
    limit = list.length;
  }
  return { ...paginate(list, limit, cursor, params, make), summary: view.txnSummary(summaryRows) };
}

function listTransactions({ q, scope }) {
  const { cursor, ...params } = effective(q, ['terminal_id', 'group_id', 'sort_by', 'sort_dir']);
  const { terminal_id: term, group_id: group } = params;
  const filter = (rows, s) => {
    let out = rows;
    if (group !== null && !fault('own-group-filter-ignored') && !(fault('unknown-group-filter-dropped') && !index.group.has(group))) {
      const inGroup = new Set(s.groupIds.has(group) ? s.terminalsOf(group).map((t) => t.id) : []);
      out = out.filter((x) => inGroup.has(x.terminalId));
    }
    if (term !== null && !(fault('terminal-filter-lost-with-sort') && params.sort_by !== null)) out = out.filter((x) => x.terminalId === term);
    return out;
  };
  let rows = filter(scope.txns(), scope);
  if (fault('foreign-terminal-filter-with-group') && term !== null && scope.groupIds.has(group) && !scope.sees(term)) rows = db.txns.filter((x) => x.terminalId === term);
  const summaryRows = fault('own-summary-org-wide') && term === null && group === null ? db.txns.filter((x) => x.orgId === scope.user.orgId) : rows;
  // The next page must go on with the filters of the first one.
  const kept = fault('own-page-two-unfiltered') ? { ...params, terminal_id: null, group_id: null } : params;
  return ok(txnPage(rows, q, kept, cursor, { summaryRows }));
}

function listTerminalTransactions({ q, id, scope }) {
  const t = scope.terminal(id);
  const { cursor, ...params } = effective(q, ['sort_by', 'sort_dir']);
  const make = fault('own-pan-on-terminal-rows') ? (x) => ({ ...view.txnRow(x), pan: x.cardNo }) : view.txnRow;
  return ok(txnPage(db.txns.filter((x) => x.terminalId === t.id), q, params, cursor, { make }));
}

function visibleTxn(scope, id) {
  const x = index.txn.get(id);
  if (!x || !scope.sees(x.terminalId)) throw notFound('No such transaction');
  return x;
}

// ---------------------------------------------------------------- writes

function object(body) {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw badRequest('The body must be a JSON object');
  return body;
}

function deriveSettlements({ scope, body }) {
  if (!scope.can.deriveSettlements) throw forbidden();
  const { groupId, until } = object(body ?? {});
  if (groupId !== undefined && !scope.groupIds.has(groupId)) throw notFound('No such group');
  const to = until === undefined ? Date.now() : Date.parse(until);
  if (!Number.isFinite(to)) throw badRequest('until must be an ISO time');
  const wanted = groupId && new Set(scope.terminalsOf(groupId).map((t) => t.groupId).concat(groupId));
  const made = [];
  let count = 0;
  for (const g of scope.groups) {
    if (wanted && !wanted.has(g.id)) continue;
    const rows = scope.only(db.txns).filter((x) => x.groupId === g.id && isEarning(x) && !x.batchId && x.at < to);
    if (!rows.length) continue;
    count += rows.length;
    made.push(buildBatch(g, rows, Math.min(...rows.map((x) => x.at)), Math.min(to, Date.now()), 'open'));
  }
  return { status: made.length ? 201 : 200, body: { items: made.map(view.batchRow), txnCount: count } };
}

function openDispute({ scope, body }) {
  const allowed = scope.can.openDisputes || (fault('own-auditor-disputes') && scope.user.role === 'auditor');
  if (!allowed && !fault('refused-write-still-stored')) throw forbidden();
  const { transactionId, reasonCode, amt, note } = object(body);
  if (typeof transactionId !== 'string') throw badRequest('transactionId is required');
  if (!REASONS.includes(reasonCode)) throw badRequest(`reasonCode must be one of ${REASONS.join(', ')}`);
  const x = fault('own-dispute-on-unseen-transaction') && index.txn.has(transactionId) ? index.txn.get(transactionId) : visibleTxn(scope, transactionId);
  const most = x.amtReq + x.surReq;
  const amount = amt === undefined ? x.amtReq || x.surReq : amt;
  if (!Number.isInteger(amount) || amount < 1 || amount > most) throw badRequest(`amt must be between 1 and ${most} cents`);
  if (note !== undefined && note !== null && (typeof note !== 'string' || note.length > 500)) throw badRequest('note must be a text of at most 500 characters');
  if (db.disputes.some((d) => d.transactionId === x.id)) throw new HttpError(409, 'alreadyDisputed', 'This transaction already has a dispute');
  const now = Math.floor(Date.now() / 1000) * 1000;
  const d = {
    id: newId('dsp'), orgId: x.orgId, accountId: x.accountId, terminalId: x.terminalId, transactionId: x.id, zone: x.zone, status: 'open', reasonCode, amt: amount, note: note ?? null,
    openedAt: now, dueAt: now + 45 * DAY, queue: null, outcome: null, paid: 0, endedAt: null, reviewer: null, reviewNote: null,
  };
  db.disputes.push(d);
  if (!allowed) throw forbidden();
  return { status: 201, body: view.disputeRow(d) };
}

// ---------------------------------------------------------------- routes

const unscoped = (name, id, scope) => (fault(name) && index.terminal.get(id)) || scope.terminal(id);
const latest = (rows, key) => [...rows].sort((a, b) => b[key] - a[key] || (a.id < b.id ? -1 : 1));

function connectorStatus({ id, scope }) {
  const c = index.connector.get(id);
  if (!c || (!scope.connectors.includes(c) && !fault('foreign-connector-status'))) throw notFound('No such connector');
  return ok(view.connectorStatus(c, scope));
}

function brandingStatus() {
  return ok({
    status: 'ready', branding: { ready: true }, docsHost: { host: 'docs.terminalfleet.example', dns: 'verified', tls: 'issued', ready: true }, checkedAt: isoIn('Australia/Sydney', T0 - 90_000),
  }, { 'cache-control': 'public, max-age=60' });
}

let spec;
function publicOpenapi({ headers }) {
  spec ??= (() => { const text = JSON.stringify(openapi()); return { text, etag: `"${createHash('sha1').update(text).digest('base64url')}"` }; })();
  const h = { etag: spec.etag, 'cache-control': 'public, max-age=3600' };
  const match = (headers['if-none-match'] ?? '').split(',').some((e) => e.trim().replace(/^W\//, '') === spec.etag);
  return match ? { status: 304, body: '', headers: h } : { status: 200, body: spec.text, type: 'application/json; charset=utf-8', headers: h };
}

export const routes = [
  ['GET', '/v1/portal', ({ scope }) => ok(view.portalView(scope))],
  ['GET', '/v1/integrations/catalog', () => ok(catalog())],
  ['GET', '/v1/integrations/public-openapi.json', publicOpenapi, 'public'],
  ['GET', '/v1/public/branding-status', brandingStatus, 'public'],
  ['GET', '/v1/transactions', listTransactions],
  ['GET', '/v1/transactions/{id}/timeline', ({ id, scope }) => ok(view.txnTimeline(visibleTxn(scope, id), scope))],
  ['GET', '/v1/settlements', ({ q, scope }) => listOf(q, latest(scope.batches(), 'to'), view.batchRow, { status: 'status' })],
  ['POST', '/v1/settlements/derive', deriveSettlements],
  ['GET', '/v1/disputes', ({ q, scope }) => listOf(q, latest(scope.disputes(), 'openedAt'), view.disputeRow, { status: 'status', terminal_id: 'terminalId' })],
  ['POST', '/v1/disputes', openDispute],
  ['GET', '/v1/locations', ({ q, scope }) => listOf(q, scope.locations, (l) => view.locationRow(l, scope))],
  ['GET', '/v1/locations/{id}', ({ id, scope }) => ok(view.locationRow(index.location.get(unscoped('foreign-location-by-terminal', id, scope).locationId), scope))],
  ['GET', '/v1/terminals/{id}/status-monitoring', ({ id, scope }) => { const t = scope.terminal(id); return ok(view.statusView(fault('status-of-another-terminal') ? scope.terminals[0] : t)); }],
  ['GET', '/v1/terminals/{id}/transactions', listTerminalTransactions],
  ['GET', '/v1/terminals/{id}/commands', ({ q, id, scope }) => {
    const t = scope.terminal(id);
    return listOf(q, latest(fault('own-commands-of-all') ? scope.only(db.commands) : db.commands.filter((c) => c.terminalId === t.id), 'queuedAt'), view.commandRow);
  }],
  ['GET', '/v1/terminals/{id}/provisioning-payload', ({ id, scope }) => ok(view.provisioningPayload(scope.terminal(id)))],
  ['GET', '/v1/terminals/{id}/provisioning-export', ({ id, scope }) => ok(view.provisioningExport(unscoped('foreign-provisioning-export', id, scope)))],
  ['GET', '/v1/connectors', ({ q, scope }) => listOf(q, scope.connectors, (c) => view.connectorRow(c, scope))],
  ['GET', '/v1/connectors/{id}/status', connectorStatus],
  ['GET', '/v1/terminal-groups', ({ q, scope }) => listOf(q, scope.groups, (g) => view.groupRow(g, scope))],
  ['GET', '/v1/feeds/account.xml', ({ scope }) => ({ ...rss(accountFeed(scope)), ...(fault('own-account-feed-html') && { type: 'text/html; charset=utf-8' }) })],
  ['GET', '/v1/feeds/terminals/{id}.xml', ({ id, scope }) => {
    if (!scope && index.terminal.has(id)) return rss(terminalFeed(index.terminal.get(id)));
    if (!scope) throw notFound('No such terminal');
    return rss(terminalFeed(unscoped('foreign-terminal-feed', id, scope)));
  }],
].map(([method, path, run, access = 'key']) => ({
  method, path, run,
  access: fault('key-not-needed-for-feeds') && path.startsWith('/v1/feeds/terminals') ? 'optional' : access,
  test: new RegExp(`^${(fault('own-connector-status-v2') && run === connectorStatus ? path.replace('/v1', '/v2') : path).replace(/\./g, '\\.').replace('{id}', '([^/]+?)')}$`),
}));
