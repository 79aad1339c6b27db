import type { TransportRequest } from '../../../http/client.ts';
import { type Answer, refusal, rss } from './answer.ts';
import { type Asked, everything, isClerk } from './asked.ts';
import type { User } from './model.ts';
import { usersOf } from './world.ts';

/** Returns the user whose key the request carries, or the error: 401 without a key, 403 for an invalid key. */
export function identify(request: TransportRequest, asked: Asked): User | Answer {
  const { broken, standing, url } = asked;
  const users = usersOf(standing.world);
  const keys = headersOf(request, 'x-api-key').filter((key) => key !== '');
  const inQuery = broken('auth-key-in-the-query') ? url.searchParams.get('api_key') : null;
  const [key = inQuery ?? undefined] = keys;
  if (key === undefined) return withoutKey(request, asked);
  const user = keys.length > 1 ? undefined : users.find((one) => fits(key, one.key, asked));
  if (user !== undefined) return asTenantOfHeader(user, request, asked);
  if (broken('auth-any-key-is-a-readers')) return users.find(({ role }) => role === 'reader') ?? WRONG_KEY;
  return broken('errors-repeat-the-wrong-key') ? refusal(403, `The key ${key} opens nothing.`) : WRONG_KEY;
}

const WRONG_KEY = refusal(403, 'This key opens nothing.');
const NO_KEY = refusal(401, 'X-API-Key is missing.', [['WWW-Authenticate', 'ApiKey realm="harbour"']]);

/** Returns all headers of that name. */
export const headersOf = ({ headers }: TransportRequest, name: string): string[] =>
  headers.flatMap(([header, value]) => (header.toLowerCase() === name ? [value] : []));

function fits(given: string, key: string, { broken }: Asked): boolean {
  if (broken('auth-key-in-any-case')) return given.toLowerCase() === key.toLowerCase();
  if (broken('auth-key-by-its-beginning')) return given.slice(0, 16) === key.slice(0, 16);
  return given === key;
}

function withoutKey({ method }: TransportRequest, { route, broken, standing }: Asked): User | Answer {
  const owner = usersOf(standing.world).find(({ role }) => role === 'owner') ?? NO_KEY;
  if (route.name === 'timeline' && broken('auth-timeline-needs-no-key')) return owner;
  if (route.name === 'catalog' && broken('auth-catalog-needs-no-key')) return owner;
  if (route.name === 'derive' && broken('writes-derive-needs-no-key')) return owner;
  if (method === 'HEAD' && broken('auth-head-needs-no-key')) return owner;
  if (route.name === 'account-feed' && broken('auth-feed-without-a-key-is-empty')) return EMPTY_FEED;
  return NO_KEY;
}

const EMPTY_FEED = rss(
  '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>Harbour</title><link>https://harbour.example/</link><description>Nothing</description></channel></rss>\n',
);

function asTenantOfHeader(user: User, request: TransportRequest, asked: Asked): User {
  const [tenant] = headersOf(request, 'x-tenant-id');
  if (tenant === undefined || isClerk(user) || !asked.broken('scope-a-header-names-the-customer')) return user;
  return everything(asked).find(({ customer }) => customer.id === tenant)?.user ?? user;
}
