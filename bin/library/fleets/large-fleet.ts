import { createHash } from 'node:crypto';
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
  /** The texts of the fleet files, and the tenants of the sandbox, which begin with those of the files. */
  readonly fleetFiles: readonly string[] | undefined;
  readonly tenants: readonly TenantFixture[];
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
  fleetFiles = [],
  tenants,
  threads,
  data,
  onFailure,
}: FleetHelpOptions): Promise<FleetHelp | undefined> {
  const given = nameFleets(fleetFiles, tenants, threads === undefined ? LARGE_FLEET_TERMINALS : 1);
  if (terminals === undefined && given.size === 0) return undefined;
  const isLarge = [...given.keys()].some(isLargeFleet) || (terminals ?? 0) >= LARGE_FLEET_TERMINALS;
  const count = threads ?? Math.min(MOST_THREADS, availableParallelism() - 1);
  const hasThreads = count >= 1 && (threads !== undefined || isLarge);
  const isStored = data !== undefined && isLarge;
  if (!hasThreads && !isStored) return undefined;
  const { helpLargeFleets } = await import('../../../server/fleet-parts/fleet-parts.ts');
  const { PartWorkers } = await import('../../../server/fleet-parts/part-workers.ts');
  const { StoredFleet } = await import('../../../server/fleet-parts/stored-fleet.ts');
  const fleets = new Map([...given].map(([tenant, name]) => [name, tenant]));
  const workers = hasThreads ? new PartWorkers(count, (error) => onFailure('fleet_threads', error), fleets) : undefined;
  const common = { seed, daysLater: countDaysAfterDefault(startMs) };
  const sources = [
    ...(terminals !== undefined && terminals >= LARGE_FLEET_TERMINALS ? [{ ...common, terminalCount: terminals }] : []),
    ...[...given]
      .filter(([tenant]) => isLargeFleet(tenant))
      .map(([tenant, name]) => ({ ...common, terminalCount: tenant.terminals.length, given: name })),
  ];
  const stores = isStored
    ? sources.map(
        (source) =>
          new StoredFleet({
            ...{ directory: data, source, sources },
            onFailure: (error) => onFailure('fleet_files', error),
          }),
      )
    : [];
  const means = { given, stores, ...omitUndefined({ workers }) };
  return {
    help: (world) => helpLargeFleets(world, means),
    async close() {
      await Promise.all([workers?.close(), ...stores.map((store) => store.close())]);
    },
  };
}

const isLargeFleet = ({ terminals }: TenantFixture): boolean => terminals.length >= LARGE_FLEET_TERMINALS;

/** Returns the fleets of files with enough terminals, with names that depend on the text only. The first tenants are those of the files. */
const nameFleets = (
  fleetFiles: readonly string[],
  tenants: readonly TenantFixture[],
  leastTerminals: number,
): ReadonlyMap<TenantFixture, string> =>
  new Map(
    fleetFiles.flatMap((text, index) => {
      const tenant = tenants[index];
      if (tenant === undefined || tenant.terminals.length < leastTerminals) return [];
      return [[tenant, createHash('sha256').update(text).digest('hex')] as const];
    }),
  );
