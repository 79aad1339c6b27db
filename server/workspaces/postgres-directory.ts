import type { PostgresDatabase } from '../storage/postgres/database.ts';
import type { Workspace } from './workspace.ts';
import type { WorkspaceDirectory } from './workspace-directory.ts';

/** "FLTW". Replicas that add workspaces at the same time wait for each other with this lock. */
const ADDING_LOCK = 0x464c5457;

/** Opens the directory of workspaces in a database that other replicas use too. */
export function openPostgresDirectory({ connection, feed }: PostgresDatabase): WorkspaceDirectory {
  const parse = (rows: readonly { readonly workspace: string }[]): readonly Workspace[] =>
    rows.map(({ workspace }) => JSON.parse(workspace) as Workspace); // only this module writes the column
  return {
    async add(workspace) {
      await connection.query('INSERT INTO fleetkit.workspaces (name, workspace) VALUES ($1, $2)', [
        ...[workspace.name, JSON.stringify(workspace)],
      ]);
    },
    async replace(workspace) {
      const replaced = await connection.query(
        'UPDATE fleetkit.workspaces SET workspace = $2 WHERE name = $1 RETURNING name',
        [workspace.name, JSON.stringify(workspace)],
      );
      return replaced.length > 0;
    },
    async remove(name) {
      const removed = await connection.query('DELETE FROM fleetkit.workspaces WHERE name = $1 RETURNING name', [name]);
      if (removed.length > 0) feed.publish(name, 'removed');
      await feed.flush(); // so that the other replicas know it when the caller does
      return removed.length > 0;
    },
    async find(name) {
      const found = await connection.query<{ workspace: string }>(
        'SELECT workspace FROM fleetkit.workspaces WHERE name = $1',
        [name],
      );
      return parse(found)[0];
    },
    async count() {
      const [row] = await connection.query<{ count: number }>(
        'SELECT count(*)::integer AS count FROM fleetkit.workspaces',
        [],
      );
      return row?.count ?? 0;
    },
    async list() {
      return parse(
        await connection.query<{ workspace: string }>('SELECT workspace FROM fleetkit.workspaces ORDER BY number'),
      );
    },
    exclusively: (work) =>
      connection.transaction(async (query) => {
        await query('SELECT pg_advisory_xact_lock($1)', [ADDING_LOCK]);
        return work(); // on other connections, and complete before the lock is released
      }),
  };
}
