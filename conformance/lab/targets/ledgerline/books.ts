import { drawFleet } from './fleet.ts';
import { drawBatches, drawCommands, drawDisputes, drawMovements } from './ledger.ts';
import type { Books } from './records.ts';

/** Generates the data of a seed: equal seeds give equal data, which only writes change. */
export function openBooks(seed: number): Books {
  const fleet = drawFleet(seed);
  const { customers, users, groups, sites, connectors, terminals } = fleet;
  const movements = drawMovements(seed, fleet);
  return {
    seed,
    customers,
    users,
    groups,
    sites,
    connectors,
    terminals,
    movements,
    disputes: drawDisputes(seed, fleet, movements),
    batches: drawBatches(seed, fleet, movements),
    commands: drawCommands(seed, fleet),
  };
}
