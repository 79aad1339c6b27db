import type { Workspace } from './workspace.ts';

/** Stores the workspaces of a server. */
export interface WorkspaceDirectory {
  /** Adds a workspace. Its name must be new. */
  add(workspace: Workspace): Promise<void>;
  /** Replaces the stored workspace of the same name. Returns false if there is none. */
  replace(workspace: Workspace): Promise<boolean>;
  /** Removes a workspace. Returns false if there is none. */
  remove(name: string): Promise<boolean>;
  /** Returns the workspace, whether it has expired or not. */
  find(name: string): Promise<Workspace | undefined> | Workspace | undefined;
  /** Returns the number of workspaces, with expired ones. */
  count(): Promise<number>;
  /** Returns all workspaces, oldest first. Slow for thousands in a database. */
  list(): Promise<readonly Workspace[]>;
  /** Runs `work` while no other process runs one in the same way. Undefined: no other process uses the directory. */
  readonly exclusively?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Opens a directory that lasts as long as the process. */
export function openMemoryDirectory(): WorkspaceDirectory {
  const workspaces = new Map<string, Workspace>();
  return {
    async add(workspace) {
      workspaces.set(workspace.name, workspace);
    },
    async replace(workspace) {
      if (!workspaces.has(workspace.name)) return false;
      workspaces.set(workspace.name, workspace);
      return true;
    },
    remove: async (name) => workspaces.delete(name),
    find: (name) => workspaces.get(name),
    count: async () => workspaces.size,
    list: async () => [...workspaces.values()],
  };
}
