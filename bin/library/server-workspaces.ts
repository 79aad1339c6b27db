import { omitUndefined } from '../../base/omit-undefined.ts';
import { tenants as usualTenants } from '../../fixtures/index.ts';
import type { ForkSource } from '../../server/http/control/fork-workspace.ts';
import type { ChosenFleets, WorkspaceUser } from '../../server/http/control/make-workspace.ts';
import {
  type CheckedFleets,
  createWorkspaceOperations,
  type FleetLimits,
  type WorkspaceManager,
  type WorkspaceOperations,
} from '../../server/http/control/workspace-operations.ts';
import type { WorkspaceFinder } from '../../server/http/route-workspaces.ts';
import type { PostgresDatabase } from '../../server/storage/postgres/database.ts';
import { DEFAULT_QUOTAS } from '../../server/workspaces/quotas.ts';
import { formatWorkspaceId, type Quotas } from '../../server/workspaces/workspace.ts';
import type { WorkspaceDirectory } from '../../server/workspaces/workspace-directory.ts';
import { Workspaces } from '../../server/workspaces/workspaces.ts';
import { MAIN_WORLD } from '../../server/world/state/facts.ts';
import { listTenants } from './fleets/large-fleet.ts';
import type { WorldHost } from './open-world.ts';
import { createWorkspaceStorage, type OpenWorkspace } from './workspace-storage.ts';

export interface ServerWorkspacesOptions {
  readonly host: WorldHost;
  readonly directory: WorkspaceDirectory;
  readonly baseUrl: string;
  /** The data directory of the server. Undefined: workspaces are stored in memory. */
  readonly data: string | undefined;
  /** The database of the server, instead of a data directory. */
  readonly database: PostgresDatabase | undefined;
  /** The seed of workspaces that choose none. */
  readonly seed: number;
  /** The start of the clock of workspaces that choose none. Epoch milliseconds. */
  readonly startMs: number;
  readonly quotas?: Quotas;
  readonly mostWorkspaces?: number;
  readonly fleets: FleetLimits;
  /** Maximum number of forks that descend from one workspace. */
  readonly mostForks: number;
  /** The main world of the server. */
  readonly mainWorld: MainWorld;
}

/** The main world, which the operator of the server may fork. */
export interface MainWorld extends Pick<ForkSource, 'terminals' | 'fleetFiles' | 'fork'> {}

/** The workspaces of a server, with the operations on them. */
export interface ServerWorkspaces {
  readonly finder: WorkspaceFinder;
  readonly operations: WorkspaceOperations;
  readonly workspaces: Workspaces<OpenWorkspace>;
}

/** Maximum number of workspaces of a server, unless it has another limit. */
const MOST_WORKSPACES = 10_000;

/** Opens the workspaces of a server. */
export function openServerWorkspaces(options: ServerWorkspacesOptions): ServerWorkspaces {
  const { host, directory, baseUrl, data, database, seed, startMs, mainWorld, mostForks } = options;
  const { mostWorkspaces = MOST_WORKSPACES } = options;
  const quotas = { ...DEFAULT_QUOTAS, ...options.quotas };
  const onFault = (fault: unknown): void => {
    host.operations.reportFault('workspaces', fault);
  };
  const storage = createWorkspaceStorage({
    ...{ host, baseUrl, data, database, restrictOperations },
    onRemoved: (name) => {
      workspaces.noteRemoved(name).catch(onFault);
    },
  });
  const workspaces = new Workspaces({ directory, storage, realNow: host.realNow, onFault, mostWorkspaces });
  const manager: WorkspaceManager = {
    list: () => workspaces.list(),
    find: (name) => workspaces.find(name),
    add: (workspace, findFault) => workspaces.add(workspace, findFault),
    mayAddNew: true,
    openSource: async () => ({
      ...mainWorld,
      id: MAIN_WORLD,
      seed,
      startMs,
      quotas,
      root: undefined,
      expiresAtMs: null,
    }),
    countForks: async (root) => (await workspaces.list()).filter(({ fork }) => fork?.root === root).length,
    mostForks,
    extend: (name, expiresAtMs) => workspaces.extend(name, expiresAtMs),
    delete: (name) => workspaces.delete(name),
    readUsage: async (name) => (await workspaces.open(name))?.readUsage() ?? [],
    listUsers,
    checkFleets,
    seed,
    startMs,
    quotas,
    fleets: options.fleets,
    realNow: host.realNow,
  };

  /** The operator of a workspace manages only that workspace. */
  function restrictOperations(name: string): WorkspaceOperations {
    const find: WorkspaceManager['find'] = async (wanted) => (wanted === name ? workspaces.find(name) : undefined);
    return createWorkspaceOperations({
      ...manager,
      find,
      mayAddNew: false,
      openSource: () => openSource(name),
      list: async () => {
        const own = await find(name);
        return own === undefined ? [] : [own];
      },
    });
  }

  async function openSource(name: string): Promise<ForkSource | undefined> {
    const workspace = await workspaces.find(name);
    const opened = await workspaces.open(name);
    if (workspace === undefined || opened === undefined) return undefined;
    const { startMs, terminals, fleetFiles, quotas: own, fork, expiresAtMs } = workspace;
    return {
      ...omitUndefined({ startMs, terminals, fleetFiles }),
      ...{ id: formatWorkspaceId(name), seed: workspace.seed, quotas: own, expiresAtMs },
      root: fork?.root ?? name,
      fork: (wanted) => opened.fork(wanted),
    };
  }

  workspaces.start();
  database?.onReplicaLost(() => {
    workspaces.openBusy().catch(onFault); // it may have been the only one that had them open
  });
  return {
    finder: {
      findReady: (name) => workspaces.findReady(name),
      open: (name) => workspaces.open(name),
      onFault,
    },
    operations: createWorkspaceOperations(manager),
    workspaces,
  };
}

async function checkFleets({ terminals, fleetFiles, startMs }: ChosenFleets): Promise<CheckedFleets> {
  if (fleetFiles === undefined) return { faults: [], terminals: 0 };
  const { buildOwnTenants, InvalidFleet } = await import('./fleets/own-fleets.ts');
  try {
    const own = buildOwnTenants(fleetFiles, await listTenants(usualTenants, { terminals, startMs }), startMs);
    return { faults: [], terminals: own.reduce((sum, tenant) => sum + tenant.terminals.length, 0) };
  } catch (thrown) {
    if (thrown instanceof InvalidFleet) return { faults: thrown.faults, terminals: 0 };
    throw thrown;
  }
}

async function listUsers(fleets: ChosenFleets): Promise<readonly WorkspaceUser[]> {
  const tenants = await listTenants(usualTenants, fleets);
  return tenants.flatMap(({ tenantId, users }) =>
    users.flatMap(({ userId, displayName, role, status }) =>
      status === 'active' ? [{ tenantId, userId, displayName, role }] : [],
    ),
  );
}
