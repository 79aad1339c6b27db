import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../../../conformance/http/client.ts';
import type { User } from './data/model.ts';
import { type DataState, type HarbourStore, openView } from './data/scope.ts';
import { drawWorld, listUsers } from './data/world.ts';
import { isHarbourFault } from './faults.ts';
import { harbourHandlers } from './handlers.ts';
import { authenticate, readHeaderValues } from './http/authenticate.ts';
import { parseQuery } from './http/query.ts';
import { type HasHarbourFault, isClerk, type RoutedRequest, type ScopedRequest } from './http/request.ts';
import { errorResponse, type HarbourResponse, jsonResponse } from './http/response.ts';
import { findRoutes, type OperationName } from './http/routes.ts';
import { buildHarbourDocument } from './representations/public-document.ts';

/** The options of the service: those of any target, and whether its data change. */
export interface HarbourOptions {
  readonly seed: number;
  readonly faults?: readonly string[];
  /** The number of transactions that arrive for each customer with each request; may be a fraction. Default: none. */
  readonly changing?: { readonly perRequest: number };
}

/** Creates the service in memory. Throws for an unknown fault. */
export function createService({ seed, faults: injected = [], changing }: HarbourOptions): Transport {
  const unknown = injected.filter((name) => !isHarbourFault(name));
  if (unknown.length > 0) throw new Error(`no such fault: ${unknown.join(', ')}`);
  const world = drawWorld(seed);
  const hasFault: HasHarbourFault = (fault) => injected.includes(fault);
  const store: HarbourStore = { requests: 0, cases: [], batches: [], cached: new Map() };
  return async (received) => {
    const arrivals = Math.floor(store.requests * (changing?.perRequest ?? 0));
    store.requests += 1;
    return toTransportResponse(handleRequest(received, { world, store, arrivals }, hasFault), received, hasFault);
  };
}

/** Handles a request: first path and method, then the key, then the handler. */
function handleRequest(received: TransportRequest, dataState: DataState, hasFault: HasHarbourFault): HarbourResponse {
  const url = new URL(received.url);
  const found = findRoutes(url.pathname);
  if (found.length === 0) return errorResponse(404, 'There is no such path.');
  const verb = received.method === 'HEAD' ? 'GET' : received.method;
  const match = found.find(({ route }) => route.verb === verb);
  if (match === undefined) {
    const allowed = found.flatMap(({ route }) => (route.verb === 'GET' ? ['GET', 'HEAD'] : ['POST']));
    return errorResponse(405, 'There is no such method here.', [['Allow', allowed.join(', ')]]);
  }
  const mediaType = (readHeaderValues(received, 'content-type')[0] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const request: RoutedRequest = { ...match, url, mediaType, body: received.body, dataState, hasFault };
  const user = authenticate(received, request);
  const { name } = match.route;
  if (name === 'document' || name === 'branding')
    return respondPublicly(name, request, 'status' in user ? undefined : user);
  return 'status' in user ? user : respondInScope(name, request, user);
}

type PublicName = 'document' | 'branding';

function respondPublicly(name: PublicName, { url, hasFault }: RoutedRequest, user: User | undefined): HarbourResponse {
  if (url.searchParams.size > 0) return errorResponse(422, 'There are no parameters here.');
  const cached = (seconds: number): HeaderPair[] => [['Cache-Control', `public, max-age=${seconds}`]];
  if (name === 'branding') {
    const whose = user !== undefined && hasFault('public-branding-tells-whose-key-it-is') ? user.customerId : 'Harbour';
    return jsonResponse({ Brand: { Title: whose, State: 'Ready' }, DocsHost: { State: 'Ready' } }, 200, cached(60));
  }
  if (user === undefined && hasFault('public-document-needs-a-key')) return errorResponse(401, 'X-API-Key is missing.');
  const document = buildHarbourDocument(hasFault, user);
  return hasFault('public-document-may-not-be-kept')
    ? jsonResponse(document)
    : jsonResponse(document, 200, cached(900));
}

function respondInScope(name: Exclude<OperationName, PublicName>, request: RoutedRequest, user: User): HarbourResponse {
  const { route, dataState, hasFault, url } = request;
  const query = parseQuery(request, user);
  if (route.isWrite && !mayWrite(name, user, hasFault)) {
    if (hasFault('writes-refused-lodging-stays') && name === 'lodge' && typeof query !== 'string') {
      harbourHandlers.lodge({ ...request, query, view: openView(dataState, user) });
    }
    return errorResponse(403, 'This key may read, and not write.');
  }
  if (typeof query === 'string') {
    if (hasFault('errors-stack-for-a-limit-in-words') && /[?&]limit=[a-z]/i.test(url.search)) return STACK;
    return hasFault('errors-statement-for-an-unknown-direction') && url.searchParams.has('sort_dir')
      ? STATEMENT
      : errorResponse(422, query);
  }
  const maker = listUsers(dataState.world).find(({ id }) => id === query.cursor?.userId) ?? user;
  const arrivals = Math.min(query.cursor?.arrivals ?? dataState.arrivals, dataState.arrivals);
  const scoped: ScopedRequest = { ...request, query, view: openView({ ...dataState, arrivals }, maker) };
  if (!hasFault('scope-locations-remembered-by-address') || name !== 'locations') return harbourHandlers[name](scoped);
  const cached = dataState.store.cached.get(url.href) ?? harbourHandlers[name](scoped);
  dataState.store.cached.set(url.href, cached);
  return cached;
}

const STACK = errorResponse(
  500,
  'TypeError: limit.toFixed is not a function\n    at rowsOf (/srv/harbour/lib/rows.js:88:17)',
);
const STATEMENT = errorResponse(
  500,
  'syntax error near "order": SELECT ref, unit FROM tx_rows ORDER BY stamp $3 LIMIT $4',
);

function mayWrite(name: OperationName, user: User, hasFault: HasHarbourFault): boolean {
  if (name === 'derive' && hasFault('auth-readers-may-derive') && user.role === 'reader') return true;
  if (name === 'lodge' && hasFault('auth-clerks-may-lodge') && isClerk(user)) return true;
  return user.role === 'owner';
}

function toTransportResponse(
  { status, headers, text }: HarbourResponse,
  request: TransportRequest,
  hasFault: HasHarbourFault,
): TransportResponse {
  const isLatin = hasFault('http-places-in-latin-1') && request.url.includes('/v1/locations');
  const body = Buffer.from(text, isLatin ? 'latin1' : 'utf8');
  const length: HeaderPair = ['Content-Length', String(body.byteLength)];
  const sent = headers.map((header) => changeHeader(header, request, hasFault));
  return {
    status,
    headers: [...sent, length],
    body: request.method === 'HEAD' ? new Uint8Array() : new Uint8Array(body),
  };
}

/** Returns a header as sent; faults change it. */
function changeHeader(
  [name, value]: HeaderPair,
  { method, url }: TransportRequest,
  hasFault: HasHarbourFault,
): HeaderPair {
  const isRows = url.includes('/v1/transactions') && value.startsWith('private');
  if (name === 'Cache-Control' && isRows && hasFault('http-rows-may-be-kept-by-anybody'))
    return [name, 'public, max-age=300'];
  const isOther = name === 'Content-Type' && method === 'HEAD' && hasFault('http-head-tells-another-type');
  return [name, isOther ? 'text/plain' : value];
}
