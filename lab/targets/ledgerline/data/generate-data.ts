import { generateFleet } from './fleet.ts';
import { generateBatches } from './generate-batches.ts';
import { generateCommands } from './generate-commands.ts';
import { generateDisputes } from './generate-disputes.ts';
import { generateRecords } from './generate-transactions.ts';
import type { DataSet } from './model.ts';

/** Generates the data of a seed: equal seeds give equal data, which only writes change. */
export function generateData(seed: number): DataSet {
  const fleet = generateFleet(seed);
  const { customers, users, groups, sites, connectors, terminals } = fleet;
  const records = generateRecords(seed, fleet);
  return {
    seed,
    customers,
    users,
    groups,
    sites,
    connectors,
    terminals,
    records,
    disputes: generateDisputes(seed, fleet, records),
    batches: generateBatches(seed, fleet, records),
    commands: generateCommands(seed, fleet),
  };
}
