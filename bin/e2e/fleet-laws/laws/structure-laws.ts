import { describe, forEach, isSorted, type Law } from '../law.ts';
import type { FleetReading } from '../read-fleet.ts';

const same = (a: Iterable<string>, b: Iterable<string>): boolean =>
  JSON.stringify([...new Set(a)].sort()) === JSON.stringify([...new Set(b)].sort());
const terminalsOf = ({ admin }: FleetReading) => admin.portal.terminals;
const groupsOf = ({ admin }: FleetReading) => admin.groups.data;
const readers = ({ admin, users }: FleetReading) => [admin, ...users];

/** Returns a group and the groups below it. */
function withSubgroups({ admin }: FleetReading, id: string): ReadonlySet<string> {
  const found = new Set([id]);
  for (const _ of admin.groups.data)
    for (const group of admin.groups.data)
      if (group.parent_group_id !== null && found.has(group.parent_group_id)) found.add(group.group_id);
  return found;
}

/** Compares two texts by their code points, which differs from `<` beyond U+FFFF. */
const compareCodePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function bandOf(score: number): string {
  if (score <= 29) return 'low';
  if (score <= 54) return 'moderate';
  return score <= 74 ? 'elevated' : 'high';
}

const itemsOf = ({ admin }: FleetReading) => admin.portal.compliance_vault?.items ?? [];

export const structureLaws: readonly Law[] = [
  {
    name: 'each terminal has one location',
    examine: forEach(readers, ({ portal, locations }) => {
      const ids = locations.data.flatMap(({ terminal_ids: some }) => some);
      return (
        new Set(ids).size === ids.length &&
        same(
          ids,
          portal.terminals.map(({ terminal_id: id }) => id),
        )
      );
    }),
  },
  {
    name: 'the location of a terminal is the one of the list',
    examine: forEach(
      ({ terminals }) => terminals,
      ([id, { location }], { admin }) =>
        location.terminal_ids.includes(id) &&
        JSON.stringify(location) ===
          JSON.stringify(admin.locations.data.find(({ location_id: other }) => other === location.location_id)),
    ),
  },
  {
    name: 'the portal and the location of a terminal agree',
    examine: forEach(terminalsOf, (terminal, { terminals }) => {
      const location = terminals.get(terminal.terminal_id)?.location;
      return location?.location_id === terminal.location_id && location.account_id === terminal.account_id;
    }),
  },
  {
    name: 'the band of a risk agrees with its score',
    examine: forEach(
      ({ admin }) => admin.locations.data,
      ({ risk }) => risk.band === bandOf(risk.score),
    ),
  },
  {
    name: 'a group counts its terminals, each once',
    examine: forEach(
      (reading) => readers(reading).flatMap(({ groups }) => groups.data),
      (group) =>
        group.terminal_count === group.terminal_ids.length &&
        new Set(group.terminal_ids).size === group.terminal_ids.length,
    ),
  },
  {
    name: 'a group contains the terminals of itself and its subgroups',
    examine: forEach(groupsOf, (group, reading) => {
      const ids = withSubgroups(reading, group.group_id);
      return same(
        group.terminal_ids,
        terminalsOf(reading)
          .filter(({ group_ids: some }) => some.some((id) => ids.has(id)))
          .map(({ terminal_id: id }) => id),
      );
    }),
  },
  {
    name: 'a terminal is in the groups of the file',
    examine: forEach(
      ({ fleet: { file } }) => file.groups,
      (group, reading) => {
        const ids = withSubgroups(reading, group.group_id);
        const listed = reading.fleet.file.groups
          .filter(({ group_id: id }) => ids.has(id))
          .flatMap(({ terminal_ids: some }) => some ?? []);
        return same(listed, groupsOf(reading).find(({ group_id: id }) => id === group.group_id)?.terminal_ids ?? ['?']);
      },
    ),
  },
  {
    name: 'the parents of the groups are those of the file',
    examine: forEach(
      ({ fleet: { file } }) => file.groups,
      (group, reading) =>
        (groupsOf(reading).find(({ group_id: id }) => id === group.group_id)?.parent_group_id ?? null) ===
        (group.parent_group_id ?? null),
    ),
  },
  {
    name: 'the parent of a group is visible or null',
    examine: forEach(readers, ({ groups: { data } }) =>
      data.every(({ parent_group_id: parent }) => parent === null || data.some(({ group_id: id }) => id === parent)),
    ),
  },
  {
    name: 'the portal lists the groups of the list',
    examine: forEach(
      readers,
      ({ portal, groups }) =>
        JSON.stringify(portal.groups) ===
        JSON.stringify(
          groups.data.map(({ group_id, name, group_kind, terminal_count }) => ({
            group_id,
            name,
            group_kind,
            terminal_count,
          })),
        ),
    ),
  },
  {
    name: 'the portal lists the connectors of the list',
    examine: forEach(
      (reading) => readers(reading),
      ({ portal, connectors }) =>
        JSON.stringify(portal.connectors) ===
        JSON.stringify(
          typeof connectors === 'number'
            ? []
            : connectors.data.map(({ connector_id, name, connector_type, status }) => ({
                connector_id,
                name,
                connector_type,
                status,
              })),
        ),
    ),
  },
  {
    name: 'the failover of a connector is a connector of the list',
    examine: forEach(
      ({ admin }) => admin.connectors.data,
      ({ failover_connector_id: id }, { admin }) =>
        id === null || admin.connectors.data.some((other) => other.connector_id === id),
    ),
  },
  {
    name: 'a connector has the status of the list',
    examine: forEach(
      ({ connectorStatuses }) => connectorStatuses,
      ({ connector_id: id, status }, { admin }) =>
        admin.connectors.data.find((other) => other.connector_id === id)?.status === status,
    ),
  },
  {
    name: 'the connectors of the file are listed',
    examine: forEach(
      ({ fleet: { file } }) => (file.connectors ?? []) as readonly { readonly connector_id: string }[],
      ({ connector_id: id }, { admin }) => admin.connectors.data.some((other) => other.connector_id === id),
    ),
  },
  {
    name: 'the line of a terminal goes to a connector of the list',
    examine: forEach(
      ({ terminals }) =>
        [...terminals.values()].map(({ status }) => status.comms.connector_id).filter((id) => id !== null),
      (id, { admin }) => admin.connectors.data.some((other) => other.connector_id === id),
    ),
  },
  {
    name: 'the requests of a connector are approved or declined',
    examine: forEach(
      ({ connectorStatuses }) => connectorStatuses.flatMap(({ traffic_5m: traffic }) => traffic ?? []),
      (traffic) =>
        traffic.requests === traffic.approved + traffic.business_declines + traffic.technical_declines &&
        traffic.timeouts <= traffic.technical_declines &&
        (traffic.p95_ms === null) === (traffic.requests === 0),
    ),
  },
  {
    name: 'a connector affects at most the terminals that use it',
    examine: forEach(
      ({ connectorStatuses }) => connectorStatuses,
      ({ connector_id: id, affected_terminal_count: count }, { admin }) =>
        count <= (admin.connectors.data.find((other) => other.connector_id === id)?.terminal_count ?? -1),
    ),
  },
  {
    name: 'a certificate counts the whole days to its end',
    examine: forEach(
      ({ connectorStatuses }) => connectorStatuses.flatMap(({ tls }) => tls ?? []),
      (tls, { now }) => tls.days_to_expiry === Math.floor((Date.parse(tls.certificate_expires_at) - now) / 86_400_000),
    ),
  },
  {
    name: 'a connector that is not up has a reason',
    examine: forEach(
      ({ connectorStatuses }) => connectorStatuses,
      ({ status, status_reason: reason }) => (status === 'up') === (reason === null),
    ),
  },
  {
    name: 'a not activated connector has no instants',
    examine: forEach(
      ({ connectorStatuses }) => connectorStatuses.filter(({ status }) => status === 'not_activated'),
      ({ since, checked_at: checked }) => since === null && checked === null,
    ),
  },
  {
    name: 'the account of the portal is that of the file',
    examine: ({ admin: { portal }, fleet: { file } }, check) =>
      check(
        portal.account.account_id === file.tenant_id &&
          portal.account.name === file.name &&
          portal.account.timezone === file.timezone &&
          portal.account.sub_account_count === file.accounts.length &&
          portal.account.settlement_cutoff_local === (file.settlement.cutoff_local ?? '14:00') &&
          portal.account.parent_account_id === null,
        () => describe(portal.account),
      ),
  },
  {
    name: 'the administrator sees all users of the file',
    examine: ({ admin: { portal }, fleet: { file } }, check) =>
      check(
        same(
          portal.users.map(({ user_id: id }) => id),
          file.users.map(({ user_id: id }) => id),
        ),
        () => describe(portal.users),
      ),
  },
  {
    name: 'the portal shows the user of the key',
    examine: forEach(
      readers,
      ({ portal, user }) =>
        portal.principal.user_id === user.user_id &&
        portal.principal.role === user.role &&
        portal.principal.api_key.state === 'active' &&
        portal.users.some(({ user_id: id }) => id === user.user_id),
    ),
  },
  {
    name: 'the portal never contains a key',
    examine: (reading, check) => {
      const keys = reading.fleet.file.users
        .flatMap((user) => user.keys.map((key) => (typeof key === 'string' ? key : key.key)))
        .filter((key) => key.length > 12);
      for (const { portal } of readers(reading)) {
        const text = JSON.stringify(portal);
        check(
          keys.every((key) => !text.includes(`"${key}"`)),
          () => 'a key appears',
        );
      }
    },
  },
  {
    name: 'the compliance counts are those of the items',
    examine: ({ admin: { portal } }, check) => {
      const vault = portal.compliance_vault;
      if (vault !== null)
        for (const [status, count] of Object.entries(vault.counts))
          check(vault.items.filter((item) => item.status === status).length === count, () => `${status}: ${count}`);
    },
  },
  {
    name: 'a document expires after its last day, and is expiring for 90 days before',
    examine: forEach(
      (reading) =>
        itemsOf(reading).filter(
          ({ status, days_to_expiry: days }) => days !== null && ['compliant', 'expiring', 'expired'].includes(status),
        ),
      ({ days_to_expiry: days, status }) =>
        status === (Number(days) < 0 ? 'expired' : Number(days) <= 90 ? 'expiring' : 'compliant'),
    ),
  },
  {
    name: 'the days to expiry are counted from a date of now',
    examine: forEach(
      (reading) => itemsOf(reading).filter(({ expires_date: date }) => date !== null),
      ({ expires_date: date, days_to_expiry: days }, { now }) =>
        days !== null && Math.abs(Date.parse(`${date}T12:00:00Z`) - now - days * 86_400_000) <= 2 * 86_400_000,
    ),
  },
  {
    name: 'a document of a terminal names a terminal',
    examine: forEach(
      itemsOf,
      ({ scope, terminal_id: id }, reading) =>
        (scope === 'terminal') === (id !== null) &&
        (id === null || terminalsOf(reading).some((terminal) => terminal.terminal_id === id)),
    ),
  },
  {
    name: 'the onboarding counts its done steps',
    examine: ({ admin: { portal } }, check) => {
      if (portal.onboarding === null) return;
      const { steps, percent_complete: percent, status } = portal.onboarding;
      const done = steps.filter((step) => step.status === 'done');
      check(
        steps.length === 9 &&
          Math.abs(percent - (done.length * 100) / 9) < 1 &&
          (status === 'done') === (done.length === 9),
        () => describe(portal.onboarding),
      );
      check(
        steps.every(
          (step, at) =>
            (step.status === 'done') === at < done.length && (step.completed_at !== null) === (step.status === 'done'),
        ),
        () => describe(steps),
      );
    },
  },
  {
    name: 'recent lists of the portal have at most 25 entries',
    examine: forEach(
      readers,
      ({ portal }) =>
        portal.recent_transactions.length <= 25 &&
        portal.recent_commands.length <= 25 &&
        portal.recent_forms.length <= 25,
    ),
  },
  {
    name: 'the recent transactions of the portal begin the list',
    examine: forEach(
      readers,
      ({ portal, rows }) => JSON.stringify(portal.recent_transactions) === JSON.stringify(rows.data.slice(0, 25)),
    ),
  },
  {
    name: 'named things are listed by name',
    examine: forEach(readers, ({ groups, locations }) =>
      [groups.data, locations.data].every((list) =>
        isSorted<{ readonly name: string }>(list, (a, b) => compareCodePoints(a.name, b.name) <= 0),
      ),
    ),
  },
];
