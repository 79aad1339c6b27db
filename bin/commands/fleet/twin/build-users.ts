import type { FleetShape, KeyShape } from '../../../../conformance/fleet-shape/shape.ts';
import type { GivenAccount, GivenUser } from '../../../../fixtures/own/fleet-file.ts';
import type { WordDraws } from './draw-words.ts';

interface NamedCompany {
  readonly draws: WordDraws;
  readonly toIds: (indexes: readonly number[]) => string[];
}

interface NamedAccounts {
  /** The accounts below the company. */
  readonly accounts: readonly GivenAccount[];
  /** A user for each key, and an administrator. */
  readonly users: readonly GivenUser[];
  /** The accounts of terminals that do not belong to the company itself. */
  readonly accountOf: ReadonlyMap<number, string>;
}

/** An account below the company, with the terminals that its keys see. */
interface SubAccount {
  readonly number: number;
  readonly accountId: string;
  readonly terminals: ReadonlySet<number>;
}

const WIDE_ROLES: readonly (string | undefined)[] = ['iso_ops', 'finance', 'dispute_analyst', 'auditor'];

/**
 * Names the accounts and users for the keys of a deployment, so that each user sees the terminals that a key sees. A key that sees all
 * belongs to the company, a key of another account to an account below it, and other keys to users with assigned terminals.
 */
export function nameAccounts({ terminals, keys }: FleetShape, { draws, toIds }: NamedCompany): NamedAccounts {
  const seesAll = (key: KeyShape): boolean => key.terminals.length === terminals.length;
  const root = keys.find(seesAll)?.account;
  const subAccounts = chooseSubAccounts(
    keys.filter((key) => key.terminals.length > 0 && !seesAll(key) && key.account !== root),
    () => `acct_${draws.idEnding()}`,
  );
  const isNamed = keys.some((key) => seesAll(key) && !WIDE_ROLES.includes(key.role));
  const users = [...(isNamed ? [] : [ADMINISTRATOR]), ...keys].map((key): GivenUser => {
    const word = draws.word();
    const user = {
      userId: `usr_${draws.idEnding()}`,
      displayName: `User ${word}`,
      keys: [`sbx-${draws.idEnding()}-${draws.idEnding()}`],
    };
    if (key === ADMINISTRATOR || seesAll(key)) {
      const role = key.role !== undefined && WIDE_ROLES.includes(key.role) ? key.role : 'iso_admin';
      return { ...user, role };
    }
    const own = subAccounts.find(
      ({ number, terminals: all }) => number === key.account && all.size === key.terminals.length,
    );
    return own === undefined
      ? { ...user, role: 'technician', assigned: { terminalIds: toIds(key.terminals) } }
      : { ...user, role: 'affiliate_admin', accountId: own.accountId };
  });
  // the smaller accounts last: they own the terminals, and those around them see these, too
  return {
    accounts: subAccounts.map(({ accountId, terminals: own }, index) => {
      const above = subAccounts.slice(0, index).findLast((other) => isWithin(own, other.terminals));
      return {
        accountId,
        name: `Affiliate ${draws.word()}`,
        ...(above === undefined ? {} : { parentAccountId: above.accountId }),
      };
    }),
    users,
    accountOf: new Map(
      subAccounts.flatMap(({ accountId, terminals: own }) => [...own].map((index) => [index, accountId] as const)),
    ),
  };
}

const ADMINISTRATOR: KeyShape = { account: -1, terminals: [] };

/** Returns the accounts whose terminals are apart or within one another, the largest first. */
function chooseSubAccounts(keys: readonly KeyShape[], createId: () => string): readonly SubAccount[] {
  const chosen: SubAccount[] = [];
  for (const { account, terminals } of keys.toSorted((one, other) => other.terminals.length - one.terminals.length)) {
    const own = new Set(terminals);
    if (chosen.some((other) => other.number === account)) continue;
    const fits = chosen.every(
      (other) =>
        isApartFrom(own, other.terminals) || (isWithin(own, other.terminals) && own.size < other.terminals.size),
    );
    if (fits) chosen.push({ number: account, accountId: createId(), terminals: own });
  }
  return chosen;
}

const isWithin = (own: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  [...own].every((index) => other.has(index));

const isApartFrom = (own: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  [...own].every((index) => !other.has(index));
