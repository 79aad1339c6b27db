import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../../../http/client.ts';
import { type Answer, json, refusal } from './answer.ts';
import { type Asked, type Broken, isClerk, type Scoped } from './asked.ts';
import { publicDocument } from './document.ts';
import { isHarbourFault } from './faults.ts';
import { handlers } from './handlers.ts';
import { headersOf, identify } from './identify.ts';
import type { User } from './model.ts';
import { readQuery } from './query.ts';
import { type OperationName, routesAt } from './routes.ts';
import { openView, type Standing, type Store } from './scope.ts';
import { drawWorld, usersOf } from './world.ts';

/** The options of the service: those of any target, and whether its data change. */
export interface HarbourOptions {
  readonly seed: number;
  readonly faults?: readonly string[];
  /** The number of transactions that arrive for each customer with each request; may be a fraction. Default: none. */
  readonly moving?: { readonly perRequest: number };
}

/** Creates the service in memory. Throws for an unknown fault. */
export function createService({ seed, faults: planted = [], moving }: HarbourOptions): Transport {
  const unknown = planted.filter((name) => !isHarbourFault(name));
  if (unknown.length > 0) throw new Error(`no such fault: ${unknown.join(', ')}`);
  const world = drawWorld(seed);
  const broken: Broken = (fault) => planted.includes(fault);
  const store: Store = { requests: 0, cases: [], batches: [], kept: new Map() };
  return async (request) => {
    const arrivals = Math.floor(store.requests * (moving?.perRequest ?? 0));
    store.requests += 1;
    return asBytes(answerTo(request, { world, store, arrivals }, broken), request, broken);
  };
}

/** Handles a request: first path and method, then the key, then the handler. */
function answerTo(request: TransportRequest, standing: Standing, broken: Broken): Answer {
  const url = new URL(request.url);
  const found = routesAt(url.pathname);
  if (found.length === 0) return refusal(404, 'There is no such path.');
  const verb = request.method === 'HEAD' ? 'GET' : request.method;
  const match = found.find(({ route }) => route.verb === verb);
  if (match === undefined) {
    const allowed = found.flatMap(({ route }) => (route.verb === 'GET' ? ['GET', 'HEAD'] : ['POST']));
    return refusal(405, 'There is no such method here.', [['Allow', allowed.join(', ')]]);
  }
  const mediaType = (headersOf(request, 'content-type')[0] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const asked: Asked = { ...match, url, mediaType, body: request.body, standing, broken };
  const user = identify(request, asked);
  const { name } = match.route;
  if (name === 'document' || name === 'branding') return publicAnswer(name, asked, 'status' in user ? undefined : user);
  return 'status' in user ? user : scopedAnswer(name, asked, user);
}

type PublicName = 'document' | 'branding';

function publicAnswer(name: PublicName, { url, broken }: Asked, user: User | undefined): Answer {
  if (url.searchParams.size > 0) return refusal(422, 'There are no parameters here.');
  const kept = (seconds: number): HeaderPair[] => [['Cache-Control', `public, max-age=${seconds}`]];
  if (name === 'branding') {
    const whose = user !== undefined && broken('public-branding-tells-whose-key-it-is') ? user.customerId : 'Harbour';
    return json({ Brand: { Title: whose, State: 'Ready' }, DocsHost: { State: 'Ready' } }, 200, kept(60));
  }
  if (user === undefined && broken('public-document-needs-a-key')) return refusal(401, 'X-API-Key is missing.');
  const document = publicDocument(broken, user);
  return broken('public-document-may-not-be-kept') ? json(document) : json(document, 200, kept(900));
}

function scopedAnswer(name: Exclude<OperationName, PublicName>, asked: Asked, user: User): Answer {
  const { route, standing, broken, url } = asked;
  const query = readQuery(asked, user);
  if (route.isWrite && !mayWrite(name, user, broken)) {
    if (broken('writes-refused-lodging-stays') && name === 'lodge' && typeof query !== 'string') {
      handlers.lodge({ ...asked, query, view: openView(standing, user) });
    }
    return refusal(403, 'This key may read, and not write.');
  }
  if (typeof query === 'string') {
    if (broken('errors-stack-for-a-limit-in-words') && /[?&]limit=[a-z]/i.test(url.search)) return STACK;
    return broken('errors-statement-for-an-unknown-direction') && url.searchParams.has('sort_dir')
      ? STATEMENT
      : refusal(422, query);
  }
  const maker = usersOf(standing.world).find(({ id }) => id === query.cursor?.userId) ?? user;
  const arrivals = Math.min(query.cursor?.arrivals ?? standing.arrivals, standing.arrivals);
  const scoped: Scoped = { ...asked, query, view: openView({ ...standing, arrivals }, maker) };
  if (!broken('scope-locations-remembered-by-address') || name !== 'locations') return handlers[name](scoped);
  const kept = standing.store.kept.get(url.href) ?? handlers[name](scoped);
  standing.store.kept.set(url.href, kept);
  return kept;
}

const STACK = refusal(
  500,
  'TypeError: limit.toFixed is not a function\n    at rowsOf (/srv/harbour/lib/rows.js:88:17)',
);
const STATEMENT = refusal(500, 'syntax error near "order": SELECT ref, unit FROM tx_rows ORDER BY stamp $3 LIMIT $4');

function mayWrite(name: OperationName, user: User, broken: Broken): boolean {
  if (name === 'derive' && broken('auth-readers-may-derive') && user.role === 'reader') return true;
  if (name === 'lodge' && broken('auth-clerks-may-lodge') && isClerk(user)) return true;
  return user.role === 'owner';
}

function asBytes(
  { status, headers, text }: Answer,
  { method, url }: TransportRequest,
  broken: Broken,
): TransportResponse {
  const isLatin = broken('http-places-in-latin-1') && url.includes('/v1/locations');
  const body = Buffer.from(text, isLatin ? 'latin1' : 'utf8');
  const length: HeaderPair = ['Content-Length', String(body.byteLength)];
  const sent = headers.map(([name, value]): HeaderPair => [name, sentValueOf(name, value, { method, url }, broken)]);
  return { status, headers: [...sent, length], body: method === 'HEAD' ? new Uint8Array() : new Uint8Array(body) };
}

/** Returns a header as sent; faults change it. */
function sentValueOf(
  name: string,
  value: string,
  { method, url }: Pick<TransportRequest, 'method' | 'url'>,
  broken: Broken,
): string {
  const isRows = url.includes('/v1/transactions') && value.startsWith('private');
  if (name === 'Cache-Control' && isRows && broken('http-rows-may-be-kept-by-anybody')) return 'public, max-age=300';
  const isOther = name === 'Content-Type' && method === 'HEAD' && broken('http-head-tells-another-type');
  return isOther ? 'text/plain' : value;
}
