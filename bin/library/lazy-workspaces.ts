import { omitUndefined } from '../../base/omit-undefined.ts';
import type { FleetLimits } from '../../server/http/control/workspace-operations.ts';
import type { WorkspaceCounts } from '../../server/http/operations/operations.ts';
import type { WorkspaceApp, WorkspaceFinder } from '../../server/http/route-workspaces.ts';
import type { Quotas } from '../../server/workspaces/workspace.ts';
import { openMemoryDirectory } from '../../server/workspaces/workspace-directory.ts';
import type { OpenWorld, WorldHost } from './open-world.ts';
import type { ServerWorkspaces } from './server-workspaces.ts';
import type { Stores } from './stores.ts';

export interface LazyWorkspacesOptions {
  readonly host: WorldHost;
  /** The stores of the main world. */
  readonly stores: Stores;
  readonly baseUrl: string;
  readonly data: string | undefined;
  readonly quotas?: Quotas;
  readonly mostWorkspaces?: number;
  readonly fleets: FleetLimits;
  readonly mostForks: number;
  /** Returns the main world, which opens after the workspaces. */
  readonly getMainWorld: () => Pick<OpenWorld, 'sandbox'>;
}

/** The workspaces of a server. Their code is loaded by the first request that concerns one. */
export class LazyWorkspaces implements WorkspaceFinder {
  readonly #options: LazyWorkspacesOptions;
  #loading: Promise<ServerWorkspaces> | undefined;
  #loaded: ServerWorkspaces | undefined;

  constructor(options: LazyWorkspacesOptions) {
    this.#options = options;
  }

  load(): Promise<ServerWorkspaces> {
    this.#loading ??= this.#open();
    return this.#loading;
  }

  findReady(name: string): WorkspaceApp | undefined {
    return this.#loaded?.finder.findReady(name);
  }

  async open(name: string): Promise<WorkspaceApp | undefined> {
    return (await this.load()).finder.open(name);
  }

  onFault(fault: unknown): void {
    this.#loaded?.finder.onFault(fault);
  }

  /** Returns the number of workspaces that exist, and of those that are open. */
  async count(): Promise<WorkspaceCounts> {
    const workspaces = this.#loaded?.workspaces;
    if (workspaces === undefined) return { total: 0, open: 0 };
    return { total: (await workspaces.list()).length, open: workspaces.openCount };
  }

  /** Ends the event streams of all workspaces. */
  async endStreams(): Promise<void> {
    (await this.#loading)?.workspaces.forEachReady((workspace) => workspace.endStreams());
  }

  async close(): Promise<void> {
    await (await this.#loading)?.workspaces.close();
  }

  async #open(): Promise<ServerWorkspaces> {
    const { stores, getMainWorld, ...options } = this.#options;
    const { openServerWorkspaces } = await import('./server-workspaces.ts');
    const directory = (await stores.openDirectory?.()) ?? openMemoryDirectory();
    this.#loaded = openServerWorkspaces({
      ...options,
      directory,
      seed: stores.seed,
      startMs: stores.startMs,
      database: stores.shared?.database,
      mainWorld: {
        ...omitUndefined({ terminals: stores.terminals }),
        ...(stores.fleetFiles.length === 0 ? {} : { fleetFiles: stores.fleetFiles }),
        fork: (wanted) => getMainWorld().sandbox.fork(wanted),
      },
    });
    return this.#loaded;
  }
}
