import type { Connector, Customer, Group, Role, Site, Terminal, User } from './model.ts';
import { openRandomStream, type RandomStream } from './random-stream.ts';

/** The keys by name; the same for all seeds, although their data differ. */
export const HARBOUR_KEYS: ReadonlyMap<string, string> = new Map([
  ['pier-owner', 'Hk9wQvTzRmB4nXcL2sPd7JfG'],
  ['pier-reader', 'Hr5bNxKdWq8ZtVhM3cYg6LsT'],
  ['pier-clerk', 'Hc2jRfPzLm7GvBwX9kDn4QtS'],
  ['reef-owner', 'Rk6tDsHvXc3WqNpZ8mGb5FyJ'],
]);

/** A customer before any transaction. */
export type Fleet = Pick<
  Customer,
  'id' | 'name' | 'currency' | 'groups' | 'sites' | 'terminals' | 'connectors' | 'users'
>;

interface Plan {
  readonly name: string;
  readonly currency: string;
  /** The first letter of its codes, so that the codes of two customers never collide. */
  readonly initial: string;
  /** The numbers of its terminals; one is a prefix of another, as in fleets that grew over time. */
  readonly numbers: readonly number[];
  readonly users: readonly { readonly key: string; readonly name: string; readonly role: Role }[];
}

const PLANS: readonly Plan[] = [
  {
    name: 'Pier & Sons Vending',
    currency: 'USD',
    initial: 'P',
    numbers: [12, 47, 31, 120, 58, 73, 96],
    users: [
      { key: 'pier-owner', name: 'Ines Pier', role: 'owner' },
      { key: 'pier-reader', name: 'Tom Vane', role: 'reader' },
      { key: 'pier-clerk', name: 'Ada Brook', role: 'clerk' },
    ],
  },
  {
    name: 'Reef Cash',
    currency: 'CAD',
    initial: 'R',
    numbers: [21, 64, 38, 210, 85],
    users: [{ key: 'reef-owner', name: 'Noé Reef', role: 'owner' }],
  },
];

const MODELS = ['Halyard 2', 'Capstan X', 'Bollard 400'] as const;
const STREETS = ['Quay Street', 'Net Lane', 'Custom House Row', 'Lamp Walk'] as const;
const TOWNS = ['Eastmouth', 'Port Lowen', 'Saltby'] as const;
const SITES = ['Rod & Reel', 'Café Môle', 'Anchor Stores', 'Ferry Hall', 'Tide Mart', 'Gull Inn', 'Buoy Fuel'] as const;

/** Generates the customers of a seed, with their users, groups, sites, connectors and terminals. */
export const drawFleets = (seed: number): Fleet[] => PLANS.map((plan) => drawFleet(plan, seed));

function drawFleet(plan: Plan, seed: number): Fleet {
  const draw = openRandomStream(seed, 'fleet', plan.initial);
  const prefix = plan.initial + draw.code(2);
  const id = `${prefix}-Customer`;
  const groups = drawGroups(prefix, draw);
  const sites = drawSites(prefix, plan, draw);
  const connectors = drawConnectors(prefix, draw);
  const terminals = drawTerminals({ prefix, plan, groups, sites, connectors, draw });
  return {
    id,
    name: plan.name,
    currency: plan.currency,
    groups,
    sites,
    connectors,
    terminals,
    users: plan.users.map(({ key, name, role }): User => {
      const seen = role === 'clerk' ? selectClerkTerminals(terminals, groups) : terminals;
      const code = `${prefix}-User-${draw.code(4)}`;
      const terminalIds = new Set(seen.map((terminal) => terminal.id));
      return { id: code, name, role, key: HARBOUR_KEYS.get(key) ?? '', customerId: id, terminalIds };
    }),
  };
}

/** A quay, its inner basin, and a separate group. */
function drawGroups(prefix: string, draw: RandomStream): readonly [Group, Group, Group] {
  const code = (kind: string) => `${prefix}-G${kind}${draw.code(3)}`;
  const quay = code('q');
  return [
    { id: quay, name: 'Quay', parentId: null },
    { id: code('b'), name: 'Inner basin', parentId: quay },
    { id: code('m'), name: 'Mole', parentId: null },
  ];
}

/** One site for each terminal except the last, which shares the first site. */
const drawSites = (prefix: string, { numbers }: Plan, draw: RandomStream): readonly Site[] =>
  SITES.slice(0, numbers.length - 1).map((name, index) => ({
    id: `${prefix}-Site-${draw.code(4)}`,
    name: `${name} ${prefix}`,
    street: `${index + 1} ${draw.pick(STREETS)}`,
    town: draw.pick(TOWNS),
  }));

const drawConnectors = (prefix: string, draw: RandomStream): readonly [Connector, Connector] => [
  { id: `${prefix}-Link-${draw.code(4)}`, name: `Acquirer line ${prefix}`, kind: 'Processor' },
  { id: `${prefix}-Link-${draw.code(4)}`, name: `Telemetry line ${prefix}`, kind: 'Telemetry' },
];

interface FleetParts {
  readonly prefix: string;
  readonly plan: Plan;
  readonly groups: readonly [Group, Group, Group];
  readonly sites: readonly Site[];
  readonly connectors: readonly [Connector, Connector];
  readonly draw: RandomStream;
}

/** Assigns terminals to the three groups in turn; those of the mole use the second connector. */
const drawTerminals = ({ prefix, plan, groups, sites, connectors, draw }: FleetParts): readonly Terminal[] =>
  plan.numbers.map((number, index) => {
    const group = groups[index % 3] ?? groups[0];
    return {
      id: `${prefix}-${number}`,
      siteId: (sites[index] ?? sites[0])?.id ?? '',
      groupId: group.id,
      connectorId: (group === groups[2] ? connectors[1] : connectors[0]).id,
      model: draw.pick(MODELS),
      surchargeCents: draw.pick([250, 300, 325]),
    };
  });

/**
 * The part of the fleet that a clerk sees: the inner basin, and the last terminal of the quay, whose site also has a
 * hidden terminal.
 */
function selectClerkTerminals(terminals: readonly Terminal[], groups: readonly Group[]): readonly Terminal[] {
  const [quay, basin] = groups;
  const last = terminals.findLast(({ groupId }) => groupId === quay?.id);
  return terminals.filter((terminal) => terminal.groupId === basin?.id || terminal === last);
}
