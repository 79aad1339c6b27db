import { isDistinctive } from '../../reading/served.ts';
import { hasIdsAsNames } from '../../reading/values/maps-by-id.ts';
import { intersects, isSubset, subtract } from '../../reading/values/set-relations.ts';
import { findBusiestTerminal, type Insider, type Pair, type Principal, type Visibility } from './principals.ts';
import { preferRequested } from './requested-terminals.ts';

/**
 * Returns pairs with different scopes. Each key is the outsider at most twice: for a related scope, and for one that seems to be of
 * another account.
 */
export function listPairs(principals: readonly Principal[]): Pair[] {
  return principals.flatMap((outsider) => {
    const insiders = principals.filter((insider) => insider.name !== outsider.name && seesMore(insider, outsider));
    const near = insiders.find((insider) => !seemStrangers(insider, outsider));
    const strange = insiders.find((insider) => seemStrangers(insider, outsider));
    return [near, strange].flatMap((insider) => (insider === undefined ? [] : createPair(insider, outsider)));
  });
}

const seesMore = (insider: Principal, outsider: Principal): boolean =>
  !isSubset(insider.sees.terminals, outsider.sees.terminals);

/** Whether two keys share no terminal and no name of an account: it has to be shown before it proves anything. */
const seemStrangers = (insider: Principal, outsider: Principal): boolean =>
  haveDifferentCustomers(insider, outsider) ??
  (areStrangers(insider, outsider) ||
    (!intersects(insider.sees.mentioned, outsider.sees.mentioned) && !haveCommonNames(insider, outsider)));

const areStrangers = (insider: Principal, outsider: Principal): boolean =>
  !intersects(insider.sees.terminals, outsider.sees.terminals) &&
  (haveDifferentCustomers(insider, outsider) ??
    (insider.sees.account !== undefined && insider.sees.account !== outsider.sees.account));

/** Whether two keys are of different customers, as the user states it; `undefined` without a statement about both. */
export function haveDifferentCustomers({ sees: one }: Principal, { sees: other }: Principal): boolean | undefined {
  return one.customer === undefined || other.customer === undefined ? undefined : one.customer !== other.customer;
}

function createPair(insider: Principal, outsider: Principal): Pair {
  const terminals = subtract(insider.sees.terminals, outsider.sees.terminals);
  const unmentioned = subtract(terminals, outsider.sees.mentioned);
  const candidates = unmentioned.size > 0 ? unmentioned : terminals;
  const terminal =
    insider.listRequested === undefined
      ? findBusiestTerminal(candidates, insider.sees.placedTransactions)
      : preferRequested([insider, outsider], candidates)[0];
  if (terminal === undefined) throw new Error('the pair has no hidden terminal');
  return {
    insider: insider.name,
    outsider: outsider.name,
    terminal,
    isStranger: areStrangers(insider, outsider),
    hidden: {
      terminals,
      groups: listGroupsWith(terminals, insider.sees.groups),
      connectors: [...subtract(insider.sees.connectors, outsider.sees.connectors)],
      transactions: insider.sees.placedTransactions.filter(
        (row) => row.terminals.length > 0 && row.terminals.every((one) => terminals.has(one)),
      ),
    },
  };
}

function listGroupsWith(terminals: ReadonlySet<string>, groups: Visibility['groups']): string[] {
  const holding = [...groups].filter(([, members]) => intersects(members, terminals));
  const isPure = (members: ReadonlySet<string>) => isSubset(members, terminals);
  return [
    ...holding.filter(([, members]) => isPure(members)),
    ...holding.filter(([, members]) => !isPure(members)),
  ].map(([id]) => id);
}

/** Returns the insider of a pair. */
export const createInsider = (principal: Principal, { terminal, hidden, isStranger }: Pair): Insider => ({
  ...principal,
  aTerminal: { terminal_id: terminal },
  hidden,
  isStranger,
});

/**
 * Returns the distinctive values outside lists and maps by id of a portal, with their places: names of the user, the account and the
 * organization.
 */
function listPortalNames({ sees }: Principal): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (value: unknown, place: string): void => {
    if (typeof value === 'string' && isDistinctive(value) && !value.includes('/') && !IS_SETTING.test(value))
      names.add(`${place} ${value}`);
    if (typeof value !== 'object' || value === null || Array.isArray(value) || hasIdsAsNames(value)) return;
    for (const [name, one] of Object.entries(value)) collect(one, `${place}/${name}`);
  };
  collect(sees.responses.get('getPortal')?.json, '');
  return names;
}

/** A colour, a locale, a version, a time of day or an offset: tenants have the same ones by default. */
const IS_SETTING =
  /^(#[\da-f]{3,8}|[a-z]{2,3}[-_][a-z]{2,4}|v?\d+(\.\d+)+(-[\da-z.]+)?|((utc|gmt)?[+-])?\d{1,2}:\d\d(:\d\d)?)$/i;

/** A place and one word with a digit that is no name of a host: an id. */
const NUMBERED = /^\S* (?=\S*\d)(?!\S*\.\p{L}{2,}$)\S+$/u;

/**
 * Whether the portals of two keys share names, as those of two users of one account do. The accounts of two tenants may have the same
 * bank or plan: if their ids differ, up to a third of the names may be equal.
 */
export function haveCommonNames(one: Principal, other: Principal): boolean {
  // tenants with terminals of the same ids number their users and accounts alike
  const isNumber = intersects(one.sees.mentioned, other.sees.mentioned) ? NUMBERED : undefined;
  const listNames = (key: Principal) => [...listPortalNames(key)].filter((name) => isNumber?.test(name) !== true);
  const [names, others] = [new Set(listNames(one)), new Set(listNames(other))];
  const shared = [...names].filter((name) => others.has(name)).length;
  const accounts = [one.sees.account, other.sees.account];
  const areOfTwoAccounts = accounts.every((account) => account !== undefined) && accounts[0] !== accounts[1];
  return shared > 0 && !(areOfTwoAccounts && shared * 3 <= Math.min(names.size, others.size));
}
