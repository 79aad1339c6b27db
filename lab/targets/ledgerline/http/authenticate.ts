import type { TransportRequest } from '../../../../conformance/http/client.ts';
import type { DataSet, User } from '../data/model.ts';
import { type HandlerRequest, openUserView, type UserView } from './request.ts';

/** The keys by role: an owner with a branch and a reader, and the owner of another customer. */
export const LEDGERLINE_KEYS: ReadonlyMap<string, string> = new Map([
  ['owner', 'lgr_own_Hq7tVx2mRbY9kcPz'],
  ['branch', 'lgr_bra_Nw4sLd8fGjT3uEaQ'],
  ['reader', 'lgr_rea_Zy6pKb1vCmX5hDoS'],
  ['neighbour', 'lgr_nei_Fr9gJe3wUtM7aLiB'],
]);

/** Opens the view of the user whose key the request carries; `undefined` for an unknown key. */
export function findViewByKey(
  received: TransportRequest,
  data: DataSet,
  hasFault: HandlerRequest['hasFault'],
): UserView | undefined {
  const key = readKey(received, hasFault);
  if (key === undefined) return undefined;
  const place = [...LEDGERLINE_KEYS.values()].findIndex((known) => isSameKey(key, known, hasFault));
  const user = data.users[place] ?? findUserForUnknownKey(data, key, hasFault);
  return user && openUserView(user, data, findNamedCustomer(received, data, hasFault));
}

function readKey({ headers, url }: TransportRequest, hasFault: HandlerRequest['hasFault']): string | undefined {
  const header = headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1];
  if (header !== undefined) return header;
  return hasFault('auth-key-in-the-query') ? (new URL(url).searchParams.get('api_key') ?? undefined) : undefined;
}

function isSameKey(key: string, known: string, hasFault: HandlerRequest['hasFault']): boolean {
  if (hasFault('auth-key-in-any-case')) return key.toLowerCase() === known.toLowerCase();
  if (hasFault('auth-key-by-its-beginning'))
    return key.length >= 12 && (known.startsWith(key) || key.startsWith(known));
  return key === known;
}

function findUserForUnknownKey(
  { users }: DataSet,
  key: string,
  hasFault: HandlerRequest['hasFault'],
): User | undefined {
  const opens = (hasFault('auth-any-key-opens') && key !== '') || (hasFault('auth-empty-key-opens') && key === '');
  return opens ? users[0] : undefined;
}

/** Faults only: returns the customer that the request names, whose data are then returned. */
function findNamedCustomer(
  { headers, url }: TransportRequest,
  { customers }: DataSet,
  hasFault: HandlerRequest['hasFault'],
): string | undefined {
  const named = hasFault('scope-customer-by-header')
    ? headers.find(([name]) => name.toLowerCase() === 'x-account-id')?.[1]
    : hasFault('scope-customer-by-query')
      ? new URL(url).searchParams.get('account_id')
      : undefined;
  return customers.find(({ id }) => id === named)?.id;
}
