import type { Connector, Customer, DataSet, Group, Site, Terminal, User } from './model.ts';
import { DAY_MS } from './model.ts';
import { type NumberStream, openNumberStream } from './random-stream.ts';

/** The static data: customers, users, groups, sites, connectors and terminals. */
export type Fleet = Pick<DataSet, 'customers' | 'users' | 'groups' | 'sites' | 'connectors' | 'terminals'> & {
  readonly startsAtMs: number;
  readonly days: number;
};

interface Plan {
  readonly name: string;
  readonly webHost: string;
  readonly prefix: string;
  readonly terminals: readonly [fewest: number, most: number];
  /** The name and, for a nested group, the name of its parent. */
  readonly groups: readonly (readonly [name: string, parent?: string])[];
  readonly sites: readonly [string, ...string[]];
  readonly people: readonly [string, ...string[]];
}

const PLANS: readonly Plan[] = [
  {
    name: 'Cobalt Cash Machines',
    webHost: 'machines.cobalt.example',
    prefix: '7001',
    terminals: [6, 7],
    groups: [['North'], ['Harbour', 'North'], ['Valley']],
    sites: ['Bell & Crane', 'Old Mill', 'Ferry Steps', 'Lantern Row', 'Five Elms', 'Tin Bridge', 'Saddlers Yard'],
    people: ['Ines Falk', 'Tomas Reyl', 'Oda Brandt'],
  },
  {
    name: 'Marlow Kiosk Trust',
    webHost: 'kiosks.marlow.example',
    prefix: '7002',
    terminals: [5, 7],
    groups: [['East'], ['West'], ['Quay']],
    sites: ['Finch & Daughter', 'Copper Gate', 'Long Acre', 'Station Arch', 'Pear Tree', 'Weir House', 'Chalk Lane'],
    people: ['Aurel Voss'],
  },
];

/** The index of the group and site of each terminal: the two terminals of the third group share one site. */
const GROUP_INDEXES = [0, 0, 1, 1, 2, 2, 0] as const;
const SITE_INDEXES = [0, 1, 2, 3, 4, 4, 5] as const;
/** The terminals that the branch sees: both of the second group and one of the two of the third. */
const BRANCH_INDEXES: ReadonlySet<number> = new Set([2, 3, 4]);
const FIRST_DAY_MS = Date.UTC(2025, 8, 1);

/** Generates two customers with their users, groups, sites, connectors and terminals. */
export function generateFleet(seed: number): Fleet {
  const draw = openNumberStream(seed, 'calendar');
  const startsAtMs = FIRST_DAY_MS + draw.drawInteger(0, 20) * DAY_MS;
  const days = draw.drawInteger(6, 9);
  const parts = PLANS.map((plan) => generateCustomer(seed, plan, startsAtMs + days * DAY_MS));
  return {
    startsAtMs,
    days,
    customers: parts.map(({ customer }) => customer),
    users: parts.flatMap(({ users }) => users),
    groups: parts.flatMap(({ groups }) => groups),
    sites: parts.flatMap(({ sites }) => sites),
    connectors: parts.flatMap(({ connectors }) => connectors),
    terminals: parts.flatMap(({ terminals }) => terminals),
  };
}

function generateCustomer(seed: number, plan: Plan, endsAtMs: number) {
  const draw = openNumberStream(seed, plan.prefix, 'fleet');
  const customer: Customer = { id: `cust-${draw.hex(8)}`, name: plan.name, webHost: plan.webHost };
  const customerId = customer.id;
  const idsByGroup = new Map(plan.groups.map(([name]) => [name, `g-${draw.hex(8)}`]));
  const groups = plan.groups.map(([name, parent]): Group => {
    const parentId = parent === undefined ? undefined : idsByGroup.get(parent);
    return { id: idsByGroup.get(name) ?? '', customerId, name, ...(parentId === undefined ? {} : { parentId }) };
  });
  const sites = plan.sites.map((name): Site => {
    const street = `${draw.drawInteger(1, 98)} ${draw.pick(['High Street', 'Mill Lane', 'Dock Road'])}`;
    const town = draw.pick(['Averham', 'Braddock', 'Culverden']);
    return { id: `site-${draw.hex(8)}`, customerId, name, street, town, risk: draw.pick(['low', 'low', 'raised']) };
  });
  const connectors = ['Main switch', 'Reserve switch'].map((name): Connector => {
    return {
      id: `line-${draw.hex(8)}`,
      customerId,
      name: `${name} of ${plan.name}`,
      delayMs: draw.drawInteger(40, 400),
    };
  });
  const terminals = generateTerminalIds(plan, draw).map((id, place): Terminal => {
    const group = GROUP_INDEXES[place] ?? 0;
    return {
      id,
      customerId,
      groupId: groups[group]?.id ?? '',
      siteId: sites[SITE_INDEXES[place] ?? 0]?.id ?? '',
      connectorId: connectors[group === 0 ? 1 : 0]?.id ?? '',
      serial: `LL-${plan.prefix}-${draw.hex(6)}`,
      condition: place === 1 ? 'silent' : draw.pick(['inService', 'inService', 'short of cash']),
      feeCents: draw.pick([250, 295, 350]),
      notes: draw.drawInteger(40, 1800),
      lastHeartbeatMs: endsAtMs - draw.drawInteger(1, 240) * 60_000,
    };
  });
  return {
    customer,
    users: generateUsers(plan.people, { customerId, terminals }, draw),
    groups,
    sites,
    connectors,
    terminals,
  };
}

/** Draws ids of six digits, except for one old terminal with five digits, which are a prefix of another id. */
function generateTerminalIds({ prefix, terminals: [fewest, most] }: Plan, draw: NumberStream): string[] {
  const old = `${prefix}${draw.drawInteger(1, 9)}`;
  const sibling = `${old}${draw.drawInteger(0, 9)}`;
  const count = draw.drawInteger(fewest, most);
  const others = new Set<string>();
  while (others.size < count - 2) {
    const id = `${prefix}${draw.drawInteger(10, 99)}`;
    if (!id.startsWith(old)) others.add(id);
  }
  const [first = '', second = '', ...rest] = others;
  return [sibling, first, old, second, ...rest];
}

const ROLES = ['owner', 'branch', 'reader'] as const;

const generateUsers = (
  people: Plan['people'],
  { customerId, terminals }: { readonly customerId: string; readonly terminals: readonly Terminal[] },
  draw: NumberStream,
): User[] =>
  people.map((name, index) => {
    const role = ROLES[index] ?? 'reader';
    const seen = role === 'branch' ? terminals.filter((_, place) => BRANCH_INDEXES.has(place)) : terminals;
    return {
      id: `user-${draw.hex(8)}`,
      customerId,
      name,
      role,
      generateTerminalIds: new Set(seen.map(({ id }) => id)),
      mayDerive: role === 'owner',
      mayDispute: role !== 'reader',
    };
  });
