import { listNamedScalars } from '../values/named-scalars.ts';
import { splitWords } from '../words/synonyms.ts';

/** Responses that may name the accounts of a key, the most specific first. */
export const WITH_ACCOUNTS = ['listSettlements', 'listTransactions', 'getPortal', 'listLocations'] as const;

/** Returns the values of members with this name, and of members that complete it: `account: { id }` for `account_id`. */
export function listNamedAccounts(json: unknown, name: string): readonly (string | number)[] {
  const words = splitWords(name).join(' ');
  const named = listNamedScalars(json).filter((one) =>
    [one.name, `${one.parent} ${one.name}`].some((path) => splitWords(path).join(' ') === words),
  );
  return [...new Set(named.map(({ value }) => value))];
}
