import type { TransportRequest } from '../../../../conformance/http/client.ts';
import type { User } from '../data/model.ts';
import { listUsers } from '../data/world.ts';
import { isClerk, openAllViews, type RoutedRequest } from './request.ts';
import { errorResponse, type HarbourResponse, rssResponse } from './response.ts';

/** Returns the user whose key the request carries, or the error: 401 without a key, 403 for an invalid key. */
export function authenticate(received: TransportRequest, request: RoutedRequest): User | HarbourResponse {
  const { hasFault, dataState, url } = request;
  const users = listUsers(dataState.world);
  const keys = readHeaderValues(received, 'x-api-key').filter((key) => key !== '');
  const inQuery = hasFault('auth-key-in-the-query') ? url.searchParams.get('api_key') : null;
  const [key = inQuery ?? undefined] = keys;
  if (key === undefined) return authenticateWithoutKey(received, request);
  const user = keys.length > 1 ? undefined : users.find((one) => matchesKey(key, one.key, request));
  if (user !== undefined) return switchTenantByHeader(user, received, request);
  if (hasFault('auth-any-key-is-a-readers')) return users.find(({ role }) => role === 'reader') ?? WRONG_KEY;
  return hasFault('errors-repeat-the-wrong-key') ? errorResponse(403, `The key ${key} opens nothing.`) : WRONG_KEY;
}

const WRONG_KEY = errorResponse(403, 'This key opens nothing.');
const NO_KEY = errorResponse(401, 'X-API-Key is missing.', [['WWW-Authenticate', 'ApiKey realm="harbour"']]);

/** Returns all headers of that name. */
export const readHeaderValues = ({ headers }: TransportRequest, name: string): string[] =>
  headers.flatMap(([header, value]) => (header.toLowerCase() === name ? [value] : []));

function matchesKey(given: string, key: string, { hasFault }: RoutedRequest): boolean {
  if (hasFault('auth-key-in-any-case')) return given.toLowerCase() === key.toLowerCase();
  if (hasFault('auth-key-by-its-beginning')) return given.slice(0, 16) === key.slice(0, 16);
  return given === key;
}

function authenticateWithoutKey(
  { method }: TransportRequest,
  { route, hasFault, dataState }: RoutedRequest,
): User | HarbourResponse {
  const owner = listUsers(dataState.world).find(({ role }) => role === 'owner') ?? NO_KEY;
  if (route.name === 'timeline' && hasFault('auth-timeline-needs-no-key')) return owner;
  if (route.name === 'catalog' && hasFault('auth-catalog-needs-no-key')) return owner;
  if (route.name === 'derive' && hasFault('writes-derive-needs-no-key')) return owner;
  if (method === 'HEAD' && hasFault('auth-head-needs-no-key')) return owner;
  if (route.name === 'account-feed' && hasFault('auth-feed-without-a-key-is-empty')) return EMPTY_FEED;
  return NO_KEY;
}

const EMPTY_FEED = rssResponse(
  '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>Harbour</title><link>https://harbour.example/</link><description>Nothing</description></channel></rss>\n',
);

function switchTenantByHeader(user: User, received: TransportRequest, request: RoutedRequest): User {
  const [tenant] = readHeaderValues(received, 'x-tenant-id');
  if (tenant === undefined || isClerk(user) || !request.hasFault('scope-a-header-names-the-customer')) return user;
  return openAllViews(request).find(({ customer }) => customer.id === tenant)?.user ?? user;
}
