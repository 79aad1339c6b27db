import { availableParallelism } from 'node:os';
import type { TenantFixture } from '../../../fixtures/model/model.ts';
import type { World } from '../../../server/world/state/world.ts';
import { LARGE_FLEET_TERMINALS } from '../options/most-terminals.ts';

/** Each thread needs some 300 MB. */
const MOST_THREADS = 4;

/** The fleets of a sandbox in addition to the usual ones. */
export interface MoreFleets {
  /** Number of terminals of Atlas. Undefined: without that tenant. */
  readonly terminals?: number | undefined;
  /** The texts of fleet files. */
  readonly fleetFiles?: readonly string[] | undefined;
}

/**
 * Returns the tenants of a sandbox: those of fleet files, `usual` and, with a number of terminals, Atlas. Their code is loaded only
 * then, so that it costs nothing otherwise.
 * @throws {InvalidFleet} For a file with faults.
 */
export async function listTenants(
  usual: readonly TenantFixture[],
  { terminals, fleetFiles = [] }: MoreFleets,
): Promise<readonly TenantFixture[]> {
  const all = [...usual];
  if (terminals !== undefined) {
    const { createAtlasTenant } = await import('../../../fixtures/tenants/atlas/index.ts');
    all.push(createAtlasTenant(terminals));
  }
  if (fleetFiles.length === 0) return all;
  const { buildOwnTenants } = await import('./own-fleets.ts');
  return [...buildOwnTenants(fleetFiles, all), ...all];
}

/** Threads that compute parts of the large fleets of a process. */
export interface FleetThreads {
  /** Lets the threads compute parts of the large fleets of a world. */
  readonly help: (world: World) => void;
  readonly close: () => Promise<void>;
}

/**
 * Prepares threads for a number of terminals; undefined if they would not help. `count`: their number, by default one less than the
 * processors. They start with the first request that needs them. `onFailure` is called if one fails; the server then computes alone.
 */
export async function prepareFleetThreads(
  terminals: number | undefined,
  count: number | undefined,
  onFailure: (error: Error) => void,
): Promise<FleetThreads | undefined> {
  const threads = count ?? Math.min(MOST_THREADS, availableParallelism() - 1);
  const isLarge = terminals !== undefined && (count !== undefined || terminals >= LARGE_FLEET_TERMINALS);
  if (!isLarge || threads < 1) return undefined;
  const { helpLargeFleets } = await import('../../../server/fleet-parts/fleet-parts.ts');
  const { PartWorkers } = await import('../../../server/fleet-parts/part-workers.ts');
  const workers = new PartWorkers(threads, onFailure);
  return { help: (world) => helpLargeFleets(world, workers), close: () => workers.close() };
}
