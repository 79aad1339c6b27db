import type { TransportRequest } from '../../../http/client.ts';
import { type Ask, type View, viewOf } from './ask.ts';
import type { Books, User } from './records.ts';

/** The keys by role: an owner with a branch and a reader, and the owner of another customer. */
export const LEDGERLINE_KEYS: ReadonlyMap<string, string> = new Map([
  ['owner', 'lgr_own_Hq7tVx2mRbY9kcPz'],
  ['branch', 'lgr_bra_Nw4sLd8fGjT3uEaQ'],
  ['reader', 'lgr_rea_Zy6pKb1vCmX5hDoS'],
  ['neighbour', 'lgr_nei_Fr9gJe3wUtM7aLiB'],
]);

/** Opens the view of the user whose key the request carries; `undefined` for an unknown key. */
export function viewFor(request: TransportRequest, books: Books, broken: Ask['broken']): View | undefined {
  const key = keyIn(request, broken);
  if (key === undefined) return undefined;
  const place = [...LEDGERLINE_KEYS.values()].findIndex((known) => isSameKey(key, known, broken));
  const user = books.users[place] ?? strangerAs(books, key, broken);
  return user && viewOf(user, books, customerNamedIn(request, books, broken));
}

function keyIn({ headers, url }: TransportRequest, broken: Ask['broken']): string | undefined {
  const header = headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1];
  if (header !== undefined) return header;
  return broken('auth-key-in-the-query') ? (new URL(url).searchParams.get('api_key') ?? undefined) : undefined;
}

function isSameKey(key: string, known: string, broken: Ask['broken']): boolean {
  if (broken('auth-key-in-any-case')) return key.toLowerCase() === known.toLowerCase();
  if (broken('auth-key-by-its-beginning')) return key.length >= 12 && (known.startsWith(key) || key.startsWith(known));
  return key === known;
}

function strangerAs({ users }: Books, key: string, broken: Ask['broken']): User | undefined {
  const opens = (broken('auth-any-key-opens') && key !== '') || (broken('auth-empty-key-opens') && key === '');
  return opens ? users[0] : undefined;
}

/** Faults only: returns the customer that the request names, whose data are then returned. */
function customerNamedIn(
  { headers, url }: TransportRequest,
  { customers }: Books,
  broken: Ask['broken'],
): string | undefined {
  const named = broken('scope-customer-by-header')
    ? headers.find(([name]) => name.toLowerCase() === 'x-account-id')?.[1]
    : broken('scope-customer-by-query')
      ? new URL(url).searchParams.get('account_id')
      : undefined;
  return customers.find(({ id }) => id === named)?.id;
}
