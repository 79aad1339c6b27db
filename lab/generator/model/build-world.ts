import { createRandom, type Random } from '../random.ts';
import { buildActivity } from './activity.ts';
import { buildBatches, buildDisputes } from './money.ts';
import { buildTransactions } from './transactions.ts';
import type { Connector, Group, Location, Role, Tenant, Terminal, User, World, WorldOptions } from './types.ts';

const NAMES = ['Nordlicht Kassen', 'Harbor Cash Partners', 'Café & Kiosk Netz', 'Plaza <Central> ATM'];
const CITIES = [
  ['Oakridge', 'OH', '44001', 'US'],
  ['Königsfeld', 'BW', '78126', 'DE'],
  ['Saint-Élie', 'QC', 'G0X 2N0', 'CA'],
  ['Port Varga', 'NS', 'B0K 1A0', 'CA'],
  ['San Mirto', 'PR', '00906', 'US'],
  ['Żabno', 'MA', '33-240', 'PL'],
] as const;
const PEOPLE = [
  'Ada Fenn',
  'Björn Tal',
  'Chloé Marin',
  'Devi Rao',
  'Emre Sahin',
  'Fay O’Neil',
  'Gus Petri',
  'Ines Koval',
];
const ROLES: readonly Role[] = [
  'administrator',
  'auditor',
  'regional',
  'merchant',
  'finance',
  'technician',
  'newcomer',
  'operator',
];
const DAY_MS = 86_400_000;

/** Returns an API key in one of several formats. */
function createKey(random: Random, format: string): string {
  const draw = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[random.integer(0, alphabet.length - 1)]).join('');
  const hex = '0123456789abcdef';
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';
  switch (format) {
    case 'uuid':
      return `${draw(hex, 8)}-${draw(hex, 4)}-4${draw(hex, 3)}-a${draw(hex, 3)}-${draw(hex, 12)}`;
    case 'prefixed':
      return `tfp_live_${draw(letters, 28)}`;
    case 'base64':
      return `${draw(letters, 20)}+/${draw(letters, 20)}=`;
    case 'dotted':
      return `${draw(letters, 24)}.${draw(letters, 90)}.${draw(letters, 43)}`;
    case 'digits':
      return draw('123456789', 12);
    default:
      return draw(hex, 32);
  }
}

function buildTenants(random: Random, startMs: number, options: WorldOptions): Tenant[] {
  return Array.from({ length: options.tenantCount }, (_, at) => ({
    key: `account-${at + 1}`,
    index: at + 1,
    tenantKey: `account-${at + 1}`,
    name: NAMES[at % NAMES.length] ?? 'Fleet',
    plan: random.pick(['standard', 'premium']),
    hostname: `portal${at + 1}.fleet.example`,
    color: random.pick(['#004477', '#aa3300', '#226622']),
    createdAtMs: startMs - random.integer(300, 900) * DAY_MS,
  }));
}

function buildLocations(random: Random, tenants: readonly Tenant[], options: WorldOptions): Location[] {
  return tenants.flatMap((tenant, at) =>
    Array.from({ length: options.terminalsPerTenant[at] ?? 8 }, (_, index) => {
      const [city, region, postcode, country] = random.pick(CITIES);
      return {
        key: `${tenant.key}/location-${index + 1}`,
        index: index + 1,
        tenantKey: tenant.key,
        name: `${random.pick(['Market', 'Station', 'Mall', 'Kiosk', 'Airport "T1"'])} ${index + 1}`,
        street: `${random.integer(1, 240)} ${random.pick(['Main St', 'Hafenstraße', 'Rue du Port'])}`,
        city,
        region,
        postcode,
        country,
        latitude: random.integer(-60_0000, 60_0000) / 10_000,
        longitude: random.integer(-170_0000, 170_0000) / 10_000,
      };
    }),
  );
}

function buildConnectors(random: Random, tenants: readonly Tenant[], count: number): Connector[] {
  return tenants.flatMap((tenant) =>
    Array.from({ length: count }, (_, index) => ({
      key: `${tenant.key}/connector-${index + 1}`,
      index: index + 1,
      tenantKey: tenant.key,
      name: `${random.pick(['Processor', 'Switch', 'Monitoring'])} ${tenant.index}-${index + 1}`,
      type: random.pick(['processor', 'telemetry', 'accounting']),
      host: `link${tenant.index}${index + 1}.switch.example`,
      state: random.isHit(0.8) ? 'connected' : ('failing' as const),
      latencyMs: random.integer(20, 900),
    })),
  );
}

/** A connector of the operator of the platform, which all tenants see. */
const PLATFORM_CONNECTOR: Connector = {
  key: 'account-0/connector-90',
  index: 90,
  tenantKey: 'account-0',
  name: 'National switch',
  type: 'processor',
  host: 'national.switch.example',
  state: 'connected',
  latencyMs: 61,
};

interface TerminalParts {
  readonly tenants: readonly Tenant[];
  readonly locations: readonly Location[];
  readonly connectors: readonly Connector[];
}

function buildTerminals(random: Random, parts: TerminalParts, options: WorldOptions): Terminal[] {
  const { tenants, locations, connectors } = parts;
  const oneZone = random.pick([-300, 60, 330]);
  return tenants.flatMap((tenant, at) => {
    const own = locations.filter((location) => location.tenantKey === tenant.key);
    const links = connectors.filter((connector) => connector.tenantKey === tenant.key);
    return Array.from({ length: options.terminalsPerTenant[at] ?? 8 }, (_, index): Terminal => {
      const sharedSite = options.sharedSites && index < 2 ? locations[0] : undefined;
      const site = sharedSite ?? (options.sharedSites && index === 4 ? own[3] : own[index]) ?? random.pick(own);
      const label = options.labels === 'distinct' ? `${tenant.index}${String(index + 1).padStart(3, '0')}` : index + 1;
      return {
        key: `${tenant.key}/terminal-${index + 1}`,
        index: index + 1,
        tenantKey: tenant.key,
        label: `ATM ${label}`,
        model: random.pick(['Halo II', 'Genmega G2500', 'Force-X']),
        serial: `SN${options.labels === 'distinct' ? tenant.index : 0}${String(7001 + index * 13)}`,
        status: random.pick(['online', 'online', 'online', 'offline', 'degraded']),
        locationKey: options.hasPlacelessTerminals && index % 4 === 3 ? '' : site.key,
        offsetMinutes:
          options.zones === 'utc' ? 0 : options.zones === 'one' ? oneZone : random.pick([-480, -210, 0, 60, 345, 660]),
        sharedWith:
          index < options.sharedTerminals
            ? tenants.filter((other) => other !== tenant).map((other) => other.key)
            : ([] as string[]),
        heartbeatAgeMs: options.hasSilentTerminals && index % 4 === 1 ? undefined : random.integer(5, 900) * 1000,
        cashNotes: random.integer(0, 1800),
        dispenser: random.isHit(0.9) ? 'ok' : 'jammed',
        connectorKey: links[random.integer(0, 2) % Math.max(1, links.length)]?.key ?? '',
      };
    });
  });
}

function buildGroups(tenants: readonly Tenant[], terminals: readonly Terminal[], options: WorldOptions): Group[] {
  if (options.groups === 'none') return [];
  return tenants.flatMap((tenant) => {
    const own = terminals.filter((terminal) => terminal.tenantKey === tenant.key);
    const third = Math.ceil(own.length / 3);
    const keysFrom = (start: number, end: number) => own.slice(start, end).map((terminal) => terminal.key);
    const lists = [keysFrom(0, third), keysFrom(third, 2 * third), keysFrom(2 * third, own.length)];
    if (options.groups === 'overlapping') lists.push(keysFrom(1, third + 2), keysFrom(0, 1));
    if (options.groups === 'nested') lists.push(keysFrom(0, 2 * third), keysFrom(0, own.length));
    // In a tree, the third group contains the first two and names only its own terminals.
    const isTree = options.groups === 'tree';
    return lists.map((terminalKeys, index) => ({
      key: `${tenant.key}/group-${index + 1}`,
      index: index + 1,
      tenantKey: tenant.key,
      name: ['North', 'South', 'West', 'Region', 'Everything'][index] ?? 'Group',
      terminalKeys: isTree && index === 2 ? keysFrom(0, own.length) : terminalKeys,
      directKeys: terminalKeys,
      parentKey: isTree && index < 2 ? `${tenant.key}/group-3` : undefined,
    }));
  });
}

interface UserParts {
  readonly tenants: readonly Tenant[];
  readonly terminals: readonly Terminal[];
  readonly groups: readonly Group[];
}

function buildUsers(random: Random, { tenants, terminals, groups }: UserParts, options: WorldOptions): User[] {
  return tenants.flatMap((tenant) =>
    ROLES.filter((role) => role !== 'operator' || tenant.index === 1).map((role, at): User => {
      const own = terminals.filter((terminal) => terminal.tenantKey === tenant.key).map((terminal) => terminal.key);
      const ownGroups = groups.filter((group) => group.tenantKey === tenant.key);
      const group = role === 'technician' ? (ownGroups[1] ?? ownGroups[0]) : ownGroups[0];
      const isRestricted = role === 'regional' || role === 'technician';
      const grouped = group?.terminalKeys ?? own.slice(0, Math.ceil(own.length / 2));
      const scope = isRestricted ? grouped : role === 'merchant' ? own.slice(2, 3) : role === 'newcomer' ? [] : 'all';
      return {
        key: `${tenant.key}/user-${at + 1}`,
        index: at + 1,
        tenantKey: tenant.key,
        role,
        name: PEOPLE[(at + tenant.index) % PEOPLE.length] ?? 'User',
        email: `${role}.${tenant.index}@fleet.example`,
        apiKey: createKey(random, options.keys),
        secondKey: options.hasSecondKeys ? createKey(random, options.keys) : undefined,
        tenantKeys: role === 'operator' ? tenants.map((each) => each.key) : [tenant.key],
        terminalKeys: scope,
        groupKeys: isRestricted && group !== undefined ? [group.key] : [],
      };
    }),
  );
}

/** Builds the world of `seed`: the same seed, start and options give the same world. */
export function buildWorld(seed: number, startMs: number, options: WorldOptions): World {
  const random = createRandom(`world ${seed}`);
  const tenants = buildTenants(random, startMs, options);
  const locations = buildLocations(random, tenants, options);
  const own = buildConnectors(random, tenants, options.connectorCount);
  const connectors = options.hasPlatformConnectors ? [...own, PLATFORM_CONNECTOR] : own;
  const terminals = buildTerminals(random, { tenants, locations, connectors }, options);
  const groups = buildGroups(tenants, terminals, options);
  const users = buildUsers(random, { tenants, terminals, groups }, options);
  const base = { seed, startMs, tenants, users, locations, terminals, groups, connectors };
  const transactions = buildTransactions(random, { terminals, startMs }, options);
  const activity = buildActivity(random, { terminals, users, startMs }, options);
  const batches = buildBatches({ tenants, terminals, transactions, startMs }, options);
  const disputes = buildDisputes(random, { transactions, users, startMs }, options);
  return { ...base, ...activity, transactions, originals: transactions, batches, disputes };
}
