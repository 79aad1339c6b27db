import { availableParallelism } from 'node:os';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { TenantFixture } from '../../../fixtures/model/model.ts';
import { moveTenant } from '../../../fixtures/tenants/move-tenant.ts';
import { countDaysAfterDefault, EPOCH_MS } from '../../../fixtures/time/epoch.ts';
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
  /** The start of the clock, in epoch milliseconds. Default: that for which the fleets are written. */
  readonly startMs?: number | undefined;
}

/**
 * Returns the tenants of a sandbox: those of fleet files, `usual` and, with a number of terminals, Atlas. Their code is loaded only
 * then, so that it costs nothing otherwise.
 * @throws {InvalidFleet} For a file with faults.
 */
export async function listTenants(
  usual: readonly TenantFixture[],
  { terminals, fleetFiles = [], startMs = EPOCH_MS }: MoreFleets,
): Promise<readonly TenantFixture[]> {
  const days = countDaysAfterDefault(startMs);
  const all = usual.map((tenant) => moveTenant(tenant, days));
  if (terminals !== undefined) {
    const { createAtlasTenant } = await import('../../../fixtures/tenants/atlas/index.ts');
    all.push(moveTenant(createAtlasTenant(terminals), days));
  }
  if (fleetFiles.length === 0) return all;
  const { buildOwnTenants } = await import('./own-fleets.ts');
  return [...buildOwnTenants(fleetFiles, all, startMs), ...all];
}

/** Computes and stores parts of the large fleets of a process. */
export interface FleetHelp {
  /** Uses it for the large fleets of a world. */
  readonly help: (world: World) => void;
  readonly close: () => Promise<void>;
}

interface FleetHelpOptions {
  readonly seed: number;
  readonly startMs: number;
  readonly terminals: number | undefined;
  /** The number of threads; by default one less than the processors. */
  readonly threads: number | undefined;
  /** The data directory. */
  readonly data: string | undefined;
  /** Is called if a thread fails; the server then computes alone. Or if a file cannot be written; no others are then written. */
  readonly onFailure: (part: 'fleet_threads' | 'fleet_files', error: Error) => void;
}

/**
 * Prepares threads for a number of terminals, and the files of a data directory; undefined if neither would help. The threads start with
 * the first request that needs them.
 */
export async function prepareFleetHelp({
  seed,
  startMs,
  terminals,
  threads,
  data,
  onFailure,
}: FleetHelpOptions): Promise<FleetHelp | undefined> {
  if (terminals === undefined) return undefined;
  const isLarge = terminals >= LARGE_FLEET_TERMINALS;
  const count = threads ?? Math.min(MOST_THREADS, availableParallelism() - 1);
  const hasThreads = count >= 1 && (threads !== undefined || isLarge);
  const isStored = data !== undefined && isLarge;
  if (!hasThreads && !isStored) return undefined;
  const { helpLargeFleets } = await import('../../../server/fleet-parts/fleet-parts.ts');
  const { PartWorkers } = await import('../../../server/fleet-parts/part-workers.ts');
  const { StoredFleet } = await import('../../../server/fleet-parts/stored-fleet.ts');
  const workers = hasThreads ? new PartWorkers(count, (error) => onFailure('fleet_threads', error)) : undefined;
  const store = isStored
    ? new StoredFleet({
        ...{ directory: data, seed, daysLater: countDaysAfterDefault(startMs), terminalCount: terminals },
        onFailure: (error) => onFailure('fleet_files', error),
      })
    : undefined;
  const means = omitUndefined({ workers, store });
  return {
    help: (world) => helpLargeFleets(world, means),
    async close() {
      await Promise.all([workers?.close(), store?.close()]);
    },
  };
}
