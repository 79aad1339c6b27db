import type { Choices } from '../dimensions/index.ts';
import type {
  Area,
  Batch,
  Command,
  Connector,
  Dispute,
  Form,
  Group,
  Incident,
  Job,
  Location,
  Observation,
  Role,
  Tenant,
  Terminal,
  Transaction,
  User,
  World,
} from './types.ts';

export const AREAS: readonly Area[] = [
  'transactions',
  'settlements',
  'disputes',
  'connectors',
  'commands',
  'provisioning',
  'users',
  'reports',
];

/** The owner of connectors that all tenants see. */
export const PLATFORM_KEY = 'account-0';

const AREAS_BY_ROLE: Record<Role, readonly Area[]> = {
  administrator: AREAS,
  auditor: ['transactions', 'settlements', 'disputes', 'connectors', 'users', 'reports'],
  regional: ['transactions', 'disputes', 'commands', 'connectors', 'reports'],
  merchant: ['transactions', 'disputes', 'reports'],
  finance: ['transactions', 'settlements', 'disputes', 'reports'],
  technician: ['connectors', 'commands', 'provisioning', 'transactions'],
  newcomer: ['transactions'],
  operator: ['transactions', 'settlements', 'disputes', 'connectors', 'commands', 'reports'],
};

/** The data that one user may see and do at one instant. */
export interface Scope {
  readonly world: World;
  readonly user: User;
  readonly nowMs: number;
  /** The readings that the shape chose. */
  readonly choices: Choices;
  readonly tenants: readonly Tenant[];
  readonly terminals: readonly Terminal[];
  readonly locations: readonly Location[];
  /** The groups, each with its visible terminals only. */
  readonly groups: readonly Group[];
  readonly connectors: readonly Connector[];
  readonly users: readonly User[];
  readonly transactions: readonly Transaction[];
  readonly batches: readonly Batch[];
  readonly disputes: readonly Dispute[];
  readonly commands: readonly Command[];
  readonly jobs: readonly Job[];
  readonly observations: readonly Observation[];
  readonly incidents: readonly Incident[];
  readonly forms: readonly Form[];
  readonly areas: readonly Area[];
  readonly mayDerive: boolean;
  readonly mayOpenDispute: boolean;
}

function isVisible(user: User, terminal: Terminal): boolean {
  if (user.terminalKeys !== 'all') return user.terminalKeys.includes(terminal.key);
  return user.tenantKeys.some((key) => key === terminal.tenantKey || terminal.sharedWith.includes(key));
}

function selectBatches(world: World, user: User, choices: Choices): Batch[] {
  const own = world.batches.filter((batch) => user.tenantKeys.includes(batch.tenantKey));
  if (user.terminalKeys === 'all' || choices.batchVisibility === 'account') return own;
  if (choices.batchVisibility === 'whole-fleet-users') return [];
  const keys = new Set(user.terminalKeys);
  const touched = own.filter((batch) => [...batch.entriesByTerminal.keys()].some((key) => keys.has(key)));
  if (choices.batchVisibility === 'touched') return touched;
  return touched.map((batch) => ({
    ...batch,
    entriesByTerminal: new Map([...batch.entriesByTerminal].filter(([key]) => keys.has(key))),
  }));
}

function selectUsers(world: World, user: User, choices: Choices): User[] {
  if (choices.userVisibility === 'self') return [user];
  if (choices.userVisibility === 'administrator-sees-all' && user.role !== 'administrator') return [user];
  return world.users.filter((other) => user.tenantKeys.includes(other.tenantKey));
}

function selectGroups(world: World, user: User, keys: ReadonlySet<string>, choices: Choices): Group[] {
  const own = world.groups.filter((group) => user.tenantKeys.includes(group.tenantKey));
  const visible =
    user.terminalKeys === 'all'
      ? own
      : choices.groupVisibility === 'assigned'
        ? own.filter((group) => user.groupKeys.includes(group.key))
        : own.filter((group) => group.terminalKeys.some((key) => keys.has(key)));
  return visible.map((group) => ({
    ...group,
    terminalKeys: group.terminalKeys.filter((key) => keys.has(key)),
    directKeys: group.directKeys.filter((key) => keys.has(key)),
  }));
}

/** Opens the scope of `user` at `nowMs` under the visibility rules that the shape chose. */
export function openScope(world: World, user: User, choices: Choices, nowMs: number): Scope {
  const terminals = world.terminals.filter((terminal) => isVisible(user, terminal));
  const keys = new Set(terminals.map((terminal) => terminal.key));
  const atVisible = (each: { readonly terminalKey: string }) => keys.has(each.terminalKey);
  const locationKeys = new Set(terminals.map((terminal) => terminal.locationKey));
  const linkedKeys = new Set(terminals.map((terminal) => terminal.connectorKey));
  const isAccountWide = user.terminalKeys === 'all' || choices.connectorVisibility === 'account';
  const isAdministrator = user.role === 'administrator';
  const isFinance = user.role === 'finance';
  const hasWriters = choices.writers !== 'none-of-the-keys';
  return {
    world,
    user,
    nowMs,
    choices,
    tenants: world.tenants.filter((tenant) => user.tenantKeys.includes(tenant.key)),
    terminals,
    locations: world.locations.filter((location) => locationKeys.has(location.key)),
    groups: selectGroups(world, user, keys, choices),
    connectors: world.connectors.filter(
      (connector) =>
        connector.tenantKey === PLATFORM_KEY ||
        (user.tenantKeys.includes(connector.tenantKey) && (isAccountWide || linkedKeys.has(connector.key))),
    ),
    users: selectUsers(world, user, choices),
    transactions: world.transactions.filter((row) => row.arrivedAtMs <= nowMs && atVisible(row)),
    batches: selectBatches(world, user, choices),
    disputes: world.disputes.filter(
      (dispute) =>
        user.tenantKeys.includes(dispute.tenantKey) &&
        (keys.has(dispute.terminalKey) ||
          (choices.disputeVisibility === 'also-assigned' && dispute.assigneeKey === user.key)),
    ),
    commands: world.commands.filter(atVisible),
    jobs: world.jobs.filter(atVisible),
    observations: world.observations.filter(atVisible),
    incidents: world.incidents.filter(atVisible),
    forms: world.forms.filter((form) =>
      isAdministrator ? user.tenantKeys.includes(form.tenantKey) : form.userKey === user.key,
    ),
    areas: choices.roleRights === 'by-role' ? AREAS_BY_ROLE[user.role] : AREAS,
    mayDerive: hasWriters && (isAdministrator || (isFinance && choices.writers === 'administrator-and-finance')),
    mayOpenDispute: hasWriters && (isAdministrator || (isFinance && choices.writers !== 'administrator')),
  };
}
