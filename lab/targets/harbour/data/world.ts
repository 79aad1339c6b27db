import { drawBatches } from './batches.ts';
import { drawCommands } from './commands.ts';
import { drawDisputes } from './disputes.ts';
import { drawFleets } from './fleet.ts';
import type { Customer, Transaction, User, World } from './model.ts';
import { drawArrival, drawTransactions } from './transactions.ts';

/** Generates the initial data of a seed. */
export function drawWorld(seed: number): World {
  const customers = drawFleets(seed).map((fleet): Customer => {
    const transactions = drawTransactions(fleet, seed);
    return {
      ...fleet,
      transactions,
      batches: drawBatches(fleet, transactions, seed),
      cases: drawDisputes(fleet, transactions, seed),
      commands: drawCommands(fleet, seed),
    };
  });
  return { seed, customers };
}

/** Returns the transactions of a customer after `arrivals` arrivals, newest first. */
export function listTransactionsAt(customer: Customer, seed: number, arrivals: number): readonly Transaction[] {
  if (arrivals === 0) return customer.transactions;
  const arrived = Array.from({ length: arrivals }, (_, index) => drawArrival(customer, seed, arrivals - index) ?? []);
  return [...arrived.flat(), ...customer.transactions];
}

export const listUsers = ({ customers }: World): User[] => customers.flatMap(({ users }) => users);
