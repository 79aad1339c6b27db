import type { HarbourResponse } from '../http/response.ts';
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
import { listWithSubgroups } from './model.ts';
import { listTransactionsAt } from './world.ts';

/** The changes that requests have made. */
export interface HarbourStore {
  requests: number;
  readonly cases: DisputeCase[];
  readonly batches: Batch[];
  /** Responses cached by address. Only a fault uses it. */
  readonly cached: Map<string, HarbourResponse>;
}

/** The data that one user may see. */
export interface HarbourView {
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
export interface DataState {
  readonly world: World;
  readonly store: HarbourStore;
  readonly arrivals: number;
}

/** Restricts the user's customer to these terminals. Default: the terminals of the user. */
export function openView({ world, store, arrivals }: DataState, user: User, seen = user.terminalIds): HarbourView {
  const customer = findCustomer(world, user);
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
    groups: customer.groups.filter(({ id }) => holds(listWithSubgroups(customer.groups, id))),
    sites: customer.sites.filter(({ id }) => terminals.some(({ siteId }) => siteId === id)),
    connectors: customer.connectors.filter(({ id }) => terminals.some(({ connectorId }) => connectorId === id)),
    people: customer.users.filter(({ terminalIds }) => [...terminalIds].every((id) => seen.has(id))),
    transactions: listTransactionsAt(customer, world.seed, arrivals).filter(isSeen),
    batches: [...store.batches, ...customer.batches].filter((batch) => ofCustomer(batch) && isWhole(batch)),
    cases: [...store.cases, ...customer.cases].filter(isSeen),
    commands: customer.commands.filter(isSeen),
  };
}

/** Returns a view of the user's whole customer. */
export const openFullView = (dataState: DataState, user: User): HarbourView =>
  openView(dataState, user, new Set(findCustomer(dataState.world, user).terminals.map(({ id }) => id)));

function findCustomer({ customers }: World, { customerId }: User): Customer {
  const customer = customers.find(({ id }) => id === customerId);
  if (customer === undefined) throw new Error('a user without a customer');
  return customer;
}
