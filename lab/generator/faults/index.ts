import { accessFaults } from './access.ts';
import { queryFaults } from './queries.ts';
import { recordFaults } from './records.ts';
import { scopeFaults } from './scope.ts';
import { surfaceFaults } from './surface.ts';
import type { Fault } from './types.ts';

/** All faults. */
export const FAULTS: readonly Fault[] = [
  ...scopeFaults,
  ...queryFaults,
  ...recordFaults,
  ...accessFaults,
  ...surfaceFaults,
];

/** Returns the fault with an id. Throws if there is none. */
export function findFault(id: string): Fault {
  const fault = FAULTS.find((each) => each.id === id);
  if (fault === undefined) throw new Error(`Unknown fault "${id}"; expected one of --list-faults. Correct the id.`);
  return fault;
}
