import { createHash } from 'node:crypto';
import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../../../conformance/http/client.ts';
import type { TargetOptions } from '../target.ts';
import { generateData } from './data/generate-data.ts';
import type { DataSet } from './data/model.ts';
import { isLedgerlineFault, type LedgerlineFaultName } from './faults/index.ts';
import { emptyFeed } from './handlers/feeds.ts';
import { findViewByKey } from './http/authenticate.ts';
import {
  type HandlerRequest,
  type HandlerResponse,
  openUserView,
  type PublicRequest,
  respondWithError,
  type UserView,
} from './http/request.ts';
import { findRoute, type LedgerlineRoute } from './routes.ts';

interface Service {
  readonly data: DataSet;
  readonly hasFault: (fault: LedgerlineFaultName) => boolean;
  turn: number;
  /** Cached responses by URL. Only a fault fills it. */
  readonly cached: Map<string, HandlerResponse>;
}

/** Starts the service in memory. Throws on an unknown fault. */
export function startService({ seed, faults = [] }: TargetOptions): Transport {
  const unknown = faults.filter((name) => !isLedgerlineFault(name));
  if (unknown.length > 0) throw new Error(`ledgerline has no fault called ${unknown.join(', ')}`);
  const injected = new Set<string>(faults);
  const service: Service = {
    data: generateData(seed),
    hasFault: (fault) => injected.has(fault),
    turn: 0,
    cached: new Map(),
  };
  return async (received) => {
    service.turn += 1;
    return toTransportResponse(handleReceived(service, received), received);
  };
}

/** Handles a request: first the route, then the key, then the handler. */
function handleReceived(service: Service, received: TransportRequest): HandlerResponse {
  const { data, hasFault, turn } = service;
  const url = new URL(received.url);
  const found = findRoute(received.method === 'HEAD' ? 'GET' : received.method, url.pathname, hasFault);
  if (found === undefined) return respondWithError(404, 'there is no such path');
  if ('allowed' in found) {
    if (hasFault('http-delete-is-answered') && received.method === 'DELETE') return respondWithError(200, 'none');
    return respondWithError(405, 'that method is not for this path', [['Allow', found.allowed.join(', ')]]);
  }
  const { route, values } = found;
  const context = { data, values, hasFault, turn, query: url.searchParams, address: url.origin + url.pathname };
  const view = findViewByKey(received, data, hasFault);
  if (route.isPublic) return respondToPublic(route, { ...context, view });

  const opened = view ?? openWithoutKey(service, received, route);
  if (opened === undefined && hasFault('auth-feeds-are-empty-without-key') && route.path.endsWith('.xml')) {
    return emptyFeed(context);
  }
  if (opened === undefined) return respondUnknownKey(received, hasFault);
  const respond = () =>
    route.respond({
      ...context,
      view: opened,
      body: received.body,
      contentType: findHeader(received.headers, 'content-type') ?? '',
    });
  return hasFault('scope-account-feed-kept-by-address') && route.path.endsWith('/account.xml')
    ? respondCached(service, received.url, respond)
    : respond();
}

function respondToPublic(
  route: LedgerlineRoute & { readonly isPublic: true },
  request: PublicRequest,
): HandlerResponse {
  const isLocked =
    (request.hasFault('public-document-wants-a-key') && route.path.endsWith('.json')) ||
    (request.hasFault('public-branding-wants-a-key') && route.path.endsWith('branding-status'));
  return isLocked && request.view === undefined ? respondWithError(401, 'no key') : route.respond(request);
}

/** Faults only: opens some paths without a key, in the scope of the first owner. */
function openWithoutKey(
  { data, hasFault }: Service,
  received: TransportRequest,
  route: LedgerlineRoute,
): UserView | undefined {
  const isOpen =
    (hasFault('auth-catalog-is-open') && route.path.endsWith('/catalog')) ||
    (hasFault('auth-export-is-open') && route.path.endsWith('/provisioning-export')) ||
    (hasFault('auth-head-is-open') && received.method === 'HEAD') ||
    (hasFault('auth-trailing-slash-opens') && new URL(received.url).pathname.endsWith('/')) ||
    (hasFault('writes-disputes-need-no-key') && received.method === 'POST' && route.path.endsWith('/disputes'));
  const [owner] = data.users;
  return isOpen && owner !== undefined ? openUserView(owner, data) : undefined;
}

function respondUnknownKey(received: TransportRequest, hasFault: HandlerRequest['hasFault']): HandlerResponse {
  const key = findHeader(received.headers, 'x-api-key');
  if (hasFault('auth-refusal-repeats-the-key') && key !== undefined) return respondWithError(401, `unknown key ${key}`);
  return respondWithError(401, 'send a key that opens this in X-API-Key');
}

function respondCached({ cached }: Service, address: string, respond: () => HandlerResponse): HandlerResponse {
  const known = cached.get(address) ?? respond();
  cached.set(address, known);
  return known;
}

const findHeader = (headers: readonly HeaderPair[], name: string): string | undefined =>
  headers.find(([header]) => header.toLowerCase() === name)?.[1];

/** Adds the headers of every response: its cache lifetime and, for a success, an ETag. */
function toTransportResponse(
  { status, headers, body }: HandlerResponse,
  { method, headers: sentHeaders }: TransportRequest,
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
  if (status === 200 && findHeader(sentHeaders, 'if-none-match') === etag)
    return { status: 304, headers: all, body: new Uint8Array() };
  return { status, headers: all, body: method === 'HEAD' ? new Uint8Array() : new TextEncoder().encode(body) };
}
