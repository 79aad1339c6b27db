import { clearInterval, setInterval } from '../../base/real-time.ts';
import type { Fault } from '../problems/problem.ts';
import type { RealMs } from '../world/state/time.ts';
import { isExpired, type Workspace } from './workspace.ts';
import type { WorkspaceDirectory } from './workspace-directory.ts';

/** A workspace that answers requests. */
export interface ServedWorkspace {
  /** Whether nothing happens in it unless a request arrives. */
  isIdle(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the data of workspaces. */
export interface WorkspaceStorage<Served extends ServedWorkspace> {
  open(workspace: Workspace): Promise<Served>;
  /** Deletes all data of a workspace that is not open. */
  destroy(workspace: Workspace): Promise<void>;
}

export interface WorkspacesOptions<Served extends ServedWorkspace> {
  readonly directory: WorkspaceDirectory;
  readonly storage: WorkspaceStorage<Served>;
  readonly realNow: () => RealMs;
  /** Receives faults that no caller is waiting for. */
  readonly onFault: (fault: unknown) => void;
  /** Maximum number of workspaces that exist at the same time. */
  readonly mostWorkspaces: number;
}

interface Opening<Served> {
  readonly workspace: Workspace;
  readonly served: Promise<Served>;
  /** The workspace, once it is open. */
  ready: Served | undefined;
  lastUsedMs: number;
}

/** A workspace without a request for this long is closed, if nothing happens in it. Its data is kept. */
const IDLE_MS = 60_000;
/** Interval at which workspaces are closed and deleted. */
const SWEEP_MS = 10_000;

/**
 * The workspaces of a server. Each is opened by its first request, closed when it is idle, and deleted with all its data
 * when it expires.
 */
export class Workspaces<Served extends ServedWorkspace> {
  readonly #options: WorkspacesOptions<Served>;
  readonly #open = new Map<string, Opening<Served>>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #deletions = new Set<Promise<unknown>>();
  /** Ends with the latest addition. One at a time waits for other processes. */
  #adding: Promise<unknown> = Promise.resolve();
  #sweepTimer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: WorkspacesOptions<Served>) {
    this.#options = options;
  }

  /** Number of workspaces that are open now. */
  get openCount(): number {
    return this.#open.size;
  }

  /**
   * Deletes what has expired, opens the workspaces in which something may happen without a request, one after the other, and
   * repeats the first at intervals.
   */
  start(): void {
    this.#sweepTimer = setInterval(() => {
      this.#sweeping = this.sweep().catch(this.#options.onFault);
    }, SWEEP_MS).unref();
    this.#sweeping = this.openBusy().catch(this.#options.onFault);
  }

  /** Returns an open workspace at once; undefined if it must be opened first, or does not exist. */
  findReady(name: string): Served | undefined {
    const opening = this.#open.get(name);
    const now = this.#options.realNow();
    if (opening?.ready === undefined || isExpired(opening.workspace, now)) return undefined;
    opening.lastUsedMs = now;
    return opening.ready;
  }

  /** Returns a workspace, and opens it if necessary; undefined if it does not exist or has expired. */
  async open(name: string): Promise<Served | undefined> {
    await this.#closing.get(name); // its data can be opened only once at a time
    const workspace = await this.find(name);
    if (workspace === undefined || this.#isClosed) return undefined;
    const opening = this.#open.get(name) ?? this.#beginOpening(workspace);
    opening.lastUsedMs = this.#options.realNow();
    return opening.served;
  }

  async find(name: string): Promise<Workspace | undefined> {
    const found = await this.#options.directory.find(name);
    return found === undefined || isExpired(found, this.#options.realNow()) ? undefined : found;
  }

  /** Returns the workspaces that have not expired, newest first. */
  async list(): Promise<readonly Workspace[]> {
    const now = this.#options.realNow();
    return (await this.#options.directory.list()).filter((workspace) => !isExpired(workspace, now)).toReversed();
  }

  /**
   * Adds a workspace, unless there are too many or `findFault` returns a fault, and nothing is added between these checks and the
   * addition, here or by another process. `findFault` reads the existing workspaces.
   */
  add(workspace: Workspace, findFault?: () => Promise<Fault | undefined>): Promise<'added' | 'full' | Fault> {
    const { directory, mostWorkspaces } = this.#options;
    const work = async (): Promise<'added' | 'full' | Fault> => {
      const fault = await findFault?.();
      if (fault !== undefined) return fault;
      const mayBeFull = (await directory.count()) >= mostWorkspaces;
      if (mayBeFull && (await this.list()).length >= mostWorkspaces) return 'full';
      await directory.add(workspace);
      return 'added';
    };
    const turn = this.#adding.then(() => (directory.exclusively === undefined ? work() : directory.exclusively(work)));
    this.#adding = turn.catch(() => undefined); // its caller gets the error
    return turn;
  }

  /** Sets when a workspace expires. Returns it; undefined if it does not exist. */
  async extend(name: string, expiresAtMs: RealMs): Promise<Workspace | undefined> {
    const before = await this.find(name);
    if (before === undefined) return undefined;
    const after = { ...before, expiresAtMs };
    if (!(await this.#options.directory.replace(after))) return undefined;
    const opening = this.#open.get(name);
    if (opening !== undefined) this.#open.set(name, { ...opening, workspace: after });
    return after;
  }

  /**
   * Deletes a workspace. Returns false if it does not exist. From then on it does not exist for clients; its data is deleted when
   * the requests in flight have ended. The request to delete it may be one of them.
   */
  async delete(name: string): Promise<boolean> {
    const workspace = await this.#options.directory.find(name);
    if (workspace === undefined || !(await this.#options.directory.remove(name))) return false;
    const deletion = this.#deleteData(workspace).catch(this.#options.onFault);
    this.#deletions.add(deletion);
    void deletion.finally(() => this.#deletions.delete(deletion));
    return true;
  }

  async #deleteData(workspace: Workspace): Promise<void> {
    await this.#closeOne(workspace.name).catch(this.#options.onFault); // a full disk, for example, which the deletion frees
    await this.#options.storage.destroy(workspace);
  }

  /** Closes a workspace that another process has deleted. */
  async noteRemoved(name: string): Promise<void> {
    if ((await this.#options.directory.find(name)) === undefined) await this.#closeOne(name);
  }

  /** Opens the workspaces in which something may happen without a request, one after the other. */
  async openBusy(): Promise<void> {
    for (const { name } of await this.list()) {
      if (this.#isClosed) return;
      const served = await this.open(name).catch(this.#options.onFault);
      if (served && (await served.isIdle())) await this.#closeOne(name);
    }
  }

  /** Deletes expired workspaces, and closes idle ones and those that another process has deleted. */
  async sweep(): Promise<void> {
    const now = this.#options.realNow();
    const existing = await this.#options.directory.list();
    const names = new Set(existing.map(({ name }) => name));
    for (const workspace of existing) if (isExpired(workspace, now)) await this.delete(workspace.name);
    await Promise.all(this.#deletions);
    for (const name of this.#open.keys()) if (!names.has(name)) await this.noteRemoved(name);
    for (const [name, opening] of this.#open) {
      const { ready, lastUsedMs } = opening;
      if (ready === undefined || now - lastUsedMs < IDLE_MS || !(await ready.isIdle())) continue;
      if (opening.lastUsedMs === lastUsedMs) await this.#closeOne(name);
    }
  }

  /** Closes all workspaces. Their data is kept. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweepTimer);
    await this.#sweeping;
    await Promise.all([...[...this.#open.keys()].map((name) => this.#closeOne(name)), ...this.#deletions]);
  }

  /** Calls `visit` with each open workspace. */
  forEachReady(visit: (served: Served) => void): void {
    for (const { ready } of this.#open.values()) if (ready !== undefined) visit(ready);
  }

  #beginOpening(workspace: Workspace): Opening<Served> {
    const served = this.#options.storage.open(workspace);
    const opening: Opening<Served> = { workspace, served, ready: undefined, lastUsedMs: this.#options.realNow() };
    this.#open.set(workspace.name, opening);
    served.then(
      (ready) => {
        const current = this.#open.get(workspace.name);
        if (current?.served === served) current.ready = ready;
        if (workspace.fork?.fact !== undefined) this.#forgetFork(workspace.name).catch(this.#options.onFault);
      },
      () => this.#open.delete(workspace.name), // the caller gets the fault; the next request tries again
    );
    return opening;
  }

  /** Drops the first fact of a fork from the directory: its journal has recorded it. */
  async #forgetFork(name: string): Promise<void> {
    const workspace = await this.#options.directory.find(name);
    if (workspace?.fork?.fact === undefined) return;
    const { fact: _, ...fork } = workspace.fork;
    await this.#options.directory.replace({ ...workspace, fork });
  }

  async #closeOne(name: string): Promise<void> {
    const opening = this.#open.get(name);
    if (opening === undefined) return;
    this.#open.delete(name);
    const closing = opening.served
      .then(
        (served) => served.close(),
        () => undefined, // it never opened
      )
      .finally(() => this.#closing.delete(name));
    this.#closing.set(name, closing);
    await closing;
  }
}
