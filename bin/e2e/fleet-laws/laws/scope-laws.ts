import { ancestorsOf, describe, forEach, type Law } from '../law.ts';
import { TENANT } from '../random-fleet.ts';
import type { FleetReading, UserReading } from '../read-fleet.ts';

const usersOf = ({ users }: FleetReading) => users;
const idsOf = ({ portal }: UserReading): readonly string[] => portal.terminals.map(({ terminal_id: id }) => id).sort();
const accountOf = ({ user }: UserReading): string => user.account_id ?? TENANT;
const WHOLE = ['iso_admin', 'iso_ops', 'finance', 'dispute_analyst', 'auditor', 'affiliate_admin'];

const isBelow = (reading: FleetReading, account: string, top: string): boolean =>
  ancestorsOf(reading, account).includes(top);

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const FLAGS: readonly (readonly [
  'batches' | 'disputes' | 'connectors',
  'can_view_settlements' | 'can_view_disputes' | 'can_view_connectors',
])[] = [
  ['batches', 'can_view_settlements'],
  ['disputes', 'can_view_disputes'],
  ['connectors', 'can_view_connectors'],
];

export const scopeLaws: readonly Law[] = [
  {
    name: 'the administrator sees all terminals of the file',
    examine: ({ admin, fleet: { file } }, check) =>
      check(
        typeof file.terminals === 'number'
          ? admin.portal.terminals.length === file.terminals
          : equal(idsOf(admin), file.terminals.map(({ terminal_id: id }) => id).sort()),
        () => describe(idsOf(admin)),
      ),
  },
  {
    name: 'a role of a whole account sees the terminals of the account and those below it',
    examine: forEach(
      (reading) => usersOf(reading).filter(({ user }) => WHOLE.includes(user.role)),
      (user, reading) =>
        equal(
          idsOf(user),
          reading.admin.portal.terminals
            .filter(({ account_id: id }) => isBelow(reading, id, accountOf(user)))
            .map(({ terminal_id: id }) => id)
            .sort(),
        ),
    ),
  },
  {
    name: 'a technician sees the assigned terminals and those of the assigned groups',
    examine: forEach(
      (reading) => usersOf(reading).filter(({ user }) => user.role === 'technician'),
      (user, { admin }) => {
        const assigned = new Set([
          ...(user.user.assigned?.terminal_ids ?? []),
          ...admin.groups.data
            .filter(({ group_id: id }) => user.user.assigned?.group_ids?.includes(id))
            .flatMap(({ terminal_ids: ids }) => ids),
        ]);
        return equal(idsOf(user), [...assigned].sort());
      },
    ),
  },
  {
    name: 'no user sees a terminal that the administrator does not see',
    examine: forEach(usersOf, (user, { admin }) => idsOf(user).every((id) => idsOf(admin).includes(id))),
  },
  {
    name: 'the rows of a user are those of its terminals',
    examine: forEach(usersOf, (user, { admin }) => {
      const ids = new Set(idsOf(user));
      return equal(
        user.rows.data,
        admin.rows.data.filter(({ terminal_id: id }) => ids.has(id)),
      );
    }),
  },
  {
    name: 'a terminal out of scope gets 404',
    examine: forEach(
      (reading) => usersOf(reading).flatMap(({ foreign }) => foreign ?? []),
      ({ statuses }) => statuses.every((status) => status === 404),
    ),
  },
  {
    name: 'a filter by a terminal out of scope matches nothing',
    examine: forEach(
      (reading) => usersOf(reading).flatMap(({ foreign }) => foreign ?? []),
      ({ filtered }) =>
        filtered.data.length === 0 &&
        filtered.pages[0]?.matched === 0 &&
        filtered.summary.row_count === 0 &&
        filtered.summary.total_withdrawn === '0.00' &&
        filtered.summary.total_surcharge === '0.00',
    ),
  },
  {
    name: 'a list without the privilege gets 403, and with it 200',
    examine: (reading, check) => {
      for (const user of reading.users)
        for (const [list, flag] of FLAGS)
          check(
            user.portal.access_flags[flag] === (typeof user[list] !== 'number') &&
              (typeof user[list] !== 'number' || user[list] === 403),
            () => `${user.user.role}: ${list}`,
          );
    },
  },
  {
    name: 'the batches of a user are batches of the administrator',
    examine: forEach(
      usersOf,
      ({ batches, portal }, { admin }) =>
        typeof batches === 'number' ||
        batches.data.every((batch) =>
          admin.batches.data.some(
            (other) =>
              equal({ ...other, payout_account: null }, { ...batch, payout_account: null }) &&
              (portal.access_flags.can_view_payout_account
                ? equal(other.payout_account, batch.payout_account)
                : batch.payout_account === null),
          ),
        ),
    ),
  },
  {
    name: 'the batches of a user are of its account and those below it',
    examine: forEach(
      usersOf,
      (user, reading) =>
        typeof user.batches === 'number' ||
        user.batches.data.every(({ account_id: id }) => isBelow(reading, id, accountOf(user))),
    ),
  },
  {
    name: 'a role of a whole account sees all batches of the account and those below it',
    examine: forEach(
      (reading) =>
        usersOf(reading).filter(({ user, batches }) => WHOLE.includes(user.role) && typeof batches !== 'number'),
      (user, reading) =>
        typeof user.batches !== 'number' &&
        user.batches.data.length ===
          reading.admin.batches.data.filter(({ account_id: id }) => isBelow(reading, id, accountOf(user))).length,
    ),
  },
  {
    name: 'the disputes of a user are those of its terminals',
    examine: forEach(usersOf, (user, { admin }) => {
      const ids = new Set(idsOf(user));
      return (
        typeof user.disputes === 'number' ||
        equal(
          user.disputes.data.map(({ dispute_id: id }) => id),
          admin.disputes.data.filter(({ terminal_id: id }) => ids.has(id)).map(({ dispute_id: id }) => id),
        )
      );
    }),
  },
  {
    name: 'the groups of a user contain terminals of the user only',
    examine: forEach(usersOf, (user) =>
      user.groups.data.every(({ terminal_ids: ids }) => ids.every((id) => idsOf(user).includes(id))),
    ),
  },
  {
    name: 'a group of a user has the visible terminals of the group',
    examine: forEach(usersOf, (user, { admin }) =>
      user.groups.data.every(({ group_id: id, terminal_ids: ids }) =>
        equal(
          [...ids].sort(),
          [...(admin.groups.data.find((group) => group.group_id === id)?.terminal_ids ?? [])]
            .filter((terminal) => idsOf(user).includes(terminal))
            .sort(),
        ),
      ),
    ),
  },
  {
    name: 'a user sees every group with one of its terminals',
    examine: forEach(usersOf, (user, { admin }) =>
      admin.groups.data
        .filter(({ terminal_ids: ids }) => ids.some((id) => idsOf(user).includes(id)))
        .every(({ group_id: id }) => user.groups.data.some((group) => group.group_id === id)),
    ),
  },
  {
    name: 'the contact of a location is hidden from auditors and cash providers',
    examine: forEach(
      (reading) => usersOf(reading).filter(({ user }) => user.role === 'auditor' || user.role === 'vault_cash'),
      ({ locations }) => locations.data.every(({ contact }) => contact === null),
    ),
  },
  {
    name: 'a section without its flag is empty',
    examine: forEach(
      usersOf,
      ({ portal }) =>
        (portal.access_flags.can_view_compliance || (portal.compliance_vault === null && portal.onboarding === null)) &&
        (portal.access_flags.can_view_documents || portal.documents.length === 0) &&
        (portal.access_flags.can_view_commands || portal.recent_commands.length === 0) &&
        (portal.access_flags.can_view_connectors || portal.connectors.length === 0),
    ),
  },
  {
    name: 'recent commands are of terminals of the user',
    examine: forEach(usersOf, (user) =>
      user.portal.recent_commands.every(({ terminal_id: id }) => idsOf(user).includes(id)),
    ),
  },
  {
    name: 'an expired or revoked key gets 401',
    examine: forEach(
      ({ inactiveKeys }) => inactiveKeys,
      ({ status }) => status === 401,
    ),
  },
  {
    name: 'a user of an account below sees users of that account only',
    examine: forEach(
      (reading) => usersOf(reading).filter(({ user }) => user.role === 'affiliate_admin'),
      (user, reading) =>
        user.portal.users.every(
          ({ account_id: id, user_id: other }) => other === user.user.user_id || isBelow(reading, id, accountOf(user)),
        ),
    ),
  },
];
