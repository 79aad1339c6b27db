import type { Answer } from './answer.ts';
import type {
  Batch,
  Command,
  Connector,
  Customer,
  DisputeCase,
  Group,
  Site,
  Terminal,
  Transaction,
  User,
  World,
} from './model.ts';
import { withSubgroups } from './model.ts';
import { transactionsAt } from './world.ts';

/** The changes that requests have made. */
export interface Store {
  requests: number;
  readonly cases: DisputeCase[];
  readonly batches: Batch[];
  /** Responses cached by address. Only a fault uses it. */
  readonly kept: Map<string, Answer>;
}

/** The data that one user may see. */
export interface View {
  readonly user: User;
  readonly customer: Customer;
  readonly terminals: readonly Terminal[];
  readonly groups: readonly Group[];
  readonly sites: readonly Site[];
  readonly connectors: readonly Connector[];
  readonly people: readonly User[];
  readonly transactions: readonly Transaction[];
  readonly batches: readonly Batch[];
  readonly cases: readonly DisputeCase[];
  readonly commands: readonly Command[];
}

/** The state of the data: the world, the writes, and the number of arrived transactions. */
export interface Standing {
  readonly world: World;
  readonly store: Store;
  readonly arrivals: number;
}

/** Restricts the user's customer to these terminals. Default: the terminals of the user. */
export function openView({ world, store, arrivals }: Standing, user: User, seen = user.terminalIds): View {
  const customer = customerOf(world, user);
  const terminals = customer.terminals.filter(({ id }) => seen.has(id));
  const isSeen = ({ terminalId }: { readonly terminalId: string }) => seen.has(terminalId);
  const holds = (ids: ReadonlySet<string>) => terminals.some(({ groupId }) => ids.has(groupId));
  const isWhole = ({ groupId }: Batch) =>
    customer.terminals.every((terminal) => terminal.groupId !== groupId || seen.has(terminal.id));
  const ofCustomer = ({ groupId }: Batch) => customer.groups.some(({ id }) => id === groupId);
  return {
    user,
    customer,
    terminals,
    groups: customer.groups.filter(({ id }) => holds(withSubgroups(customer.groups, id))),
    sites: customer.sites.filter(({ id }) => terminals.some(({ siteId }) => siteId === id)),
    connectors: customer.connectors.filter(({ id }) => terminals.some(({ connectorId }) => connectorId === id)),
    people: customer.users.filter(({ terminalIds }) => [...terminalIds].every((id) => seen.has(id))),
    transactions: transactionsAt(customer, world.seed, arrivals).filter(isSeen),
    batches: [...store.batches, ...customer.batches].filter((batch) => ofCustomer(batch) && isWhole(batch)),
    cases: [...store.cases, ...customer.cases].filter(isSeen),
    commands: customer.commands.filter(isSeen),
  };
}

/** Returns a view of the user's whole customer. */
export const openWhole = (standing: Standing, user: User): View =>
  openView(standing, user, new Set(customerOf(standing.world, user).terminals.map(({ id }) => id)));

function customerOf({ customers }: World, { customerId }: User): Customer {
  const customer = customers.find(({ id }) => id === customerId);
  if (customer === undefined) throw new Error('a user without a customer');
  return customer;
}
