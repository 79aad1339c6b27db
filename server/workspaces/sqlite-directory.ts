import type { Database } from '../storage/connection.ts';
import { releaseReserve, takeReserve } from '../storage/space-reserve.ts';
import { classifyStorageFault } from '../storage/storage-fault.ts';
import type { Workspace } from './workspace.ts';
import type { WorkspaceDirectory } from './workspace-directory.ts';

/** Opens the directory in the database of the data directory `folder`. Keeps all workspaces in memory too. */
export function openSqliteDirectory(database: Database, folder: string): WorkspaceDirectory {
  takeReserve(folder);
  const select = database.prepare('SELECT workspace FROM workspaces ORDER BY number');
  const insert = database.prepare('INSERT INTO workspaces (name, workspace) VALUES (?, ?)');
  const update = database.prepare('UPDATE workspaces SET workspace = ? WHERE name = ?');
  const remove = database.prepare('DELETE FROM workspaces WHERE name = ?');
  const known = new Map<string, Workspace>();
  for (const { workspace } of select.iterate()) {
    const read = JSON.parse(String(workspace)) as Workspace; // only this module writes the column
    known.set(read.name, read);
  }
  return {
    async add(workspace) {
      insert.run(workspace.name, JSON.stringify(workspace));
      known.set(workspace.name, workspace);
    },
    async replace(workspace) {
      if (!known.has(workspace.name)) return false;
      update.run(JSON.stringify(workspace), workspace.name);
      known.set(workspace.name, workspace);
      return true;
    },
    async remove(name) {
      if (!known.has(name)) return false;
      try {
        remove.run(name);
      } catch (fault) {
        if (classifyStorageFault(fault) !== 'full') throw fault;
        releaseReserve(folder); // a deletion must be possible on a full disk, because it frees space
        remove.run(name);
      }
      return known.delete(name);
    },
    find: (name) => known.get(name),
    count: async () => known.size,
    list: async () => [...known.values()],
  };
}
