import { createHash } from 'node:crypto';
import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../../../http/client.ts';
import type { TargetOptions } from '../target.ts';
import { type Answer, type Ask, refusal, type View, viewOf } from './ask.ts';
import { openBooks } from './books.ts';
import { isLedgerlineFault, type LedgerlineFaultName } from './faults.ts';
import { emptyFeed } from './feeds.ts';
import { viewFor } from './keys.ts';
import type { Books } from './records.ts';
import { type PublicAsk, type Route, routeOf } from './routes.ts';

interface Service {
  readonly books: Books;
  readonly broken: (fault: LedgerlineFaultName) => boolean;
  turn: number;
  /** Cached responses by URL. Only a fault fills it. */
  readonly kept: Map<string, Answer>;
}

/** Starts the service in memory. Throws on an unknown fault. */
export function startService({ seed, faults = [] }: TargetOptions): Transport {
  const unknown = faults.filter((name) => !isLedgerlineFault(name));
  if (unknown.length > 0) throw new Error(`ledgerline has no fault called ${unknown.join(', ')}`);
  const planted = new Set<string>(faults);
  const service: Service = {
    books: openBooks(seed),
    broken: (fault) => planted.has(fault),
    turn: 0,
    kept: new Map(),
  };
  return async (request) => {
    service.turn += 1;
    return asResponse(respond(service, request), request);
  };
}

/** Handles a request: first the route, then the key, then the handler. */
function respond(service: Service, request: TransportRequest): Answer {
  const { books, broken, turn } = service;
  const url = new URL(request.url);
  const found = routeOf(request.method === 'HEAD' ? 'GET' : request.method, url.pathname, broken);
  if (found === undefined) return refusal(404, 'there is no such path');
  if ('allowed' in found) {
    if (broken('http-delete-is-answered') && request.method === 'DELETE') return refusal(200, 'none');
    return refusal(405, 'that method is not for this path', [['Allow', found.allowed.join(', ')]]);
  }
  const { route, values } = found;
  const asked = { books, values, broken, turn, query: url.searchParams, address: url.origin + url.pathname };
  const view = viewFor(request, books, broken);
  if (route.isPublic) return publicAnswer(route, { ...asked, view });

  const opened = view ?? openedWithoutKey(service, request, route, url);
  if (opened === undefined && broken('auth-feeds-are-empty-without-key') && route.path.endsWith('.xml')) {
    return emptyFeed(asked);
  }
  if (opened === undefined) return unknownKey(request, broken);
  const answer = () =>
    route.answer({
      ...asked,
      view: opened,
      body: request.body,
      contentType: headerOf(request.headers, 'content-type') ?? '',
    });
  return broken('scope-account-feed-kept-by-address') && route.path.endsWith('/account.xml')
    ? keptOr(service, request.url, answer)
    : answer();
}

function publicAnswer(route: Route & { readonly isPublic: true }, asked: PublicAsk): Answer {
  const isLocked =
    (asked.broken('public-document-wants-a-key') && route.path.endsWith('.json')) ||
    (asked.broken('public-branding-wants-a-key') && route.path.endsWith('branding-status'));
  return isLocked && asked.view === undefined ? refusal(401, 'no key') : route.answer(asked);
}

/** Faults only: opens some paths without a key, in the scope of the first owner. */
function openedWithoutKey(
  { books, broken }: Service,
  request: TransportRequest,
  route: Route,
  url: URL,
): View | undefined {
  const isOpen =
    (broken('auth-catalog-is-open') && route.path.endsWith('/catalog')) ||
    (broken('auth-export-is-open') && route.path.endsWith('/provisioning-export')) ||
    (broken('auth-head-is-open') && request.method === 'HEAD') ||
    (broken('auth-trailing-slash-opens') && url.pathname.endsWith('/')) ||
    (broken('writes-disputes-need-no-key') && request.method === 'POST' && route.path.endsWith('/disputes'));
  const [owner] = books.users;
  return isOpen && owner !== undefined ? viewOf(owner, books) : undefined;
}

function unknownKey(request: TransportRequest, broken: Ask['broken']): Answer {
  const key = headerOf(request.headers, 'x-api-key');
  if (broken('auth-refusal-repeats-the-key') && key !== undefined) return refusal(401, `unknown key ${key}`);
  return refusal(401, 'send a key that opens this in X-API-Key');
}

function keptOr({ kept }: Service, address: string, answer: () => Answer): Answer {
  const known = kept.get(address) ?? answer();
  kept.set(address, known);
  return known;
}

const headerOf = (headers: readonly HeaderPair[], name: string): string | undefined =>
  headers.find(([header]) => header.toLowerCase() === name)?.[1];

/** Adds the headers of every response: its cache lifetime and, for a success, an ETag. */
function asResponse(
  { status, headers, body }: Answer,
  { method, headers: asked }: TransportRequest,
): TransportResponse {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 20)}"`;
  const all: HeaderPair[] = [
    ...headers,
    ...(names.has('cache-control')
      ? []
      : ([
          ['Cache-Control', 'private, no-cache'],
          ['Vary', 'X-API-Key'],
        ] as const)),
    ...(status === 200 ? ([['ETag', etag]] as const) : []),
  ];
  if (status === 200 && headerOf(asked, 'if-none-match') === etag)
    return { status: 304, headers: all, body: new Uint8Array() };
  return { status, headers: all, body: method === 'HEAD' ? new Uint8Array() : new TextEncoder().encode(body) };
}
