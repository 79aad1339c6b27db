import type { PostgresConnection } from './connection.ts';

/**
 * Deletes a world. Its rows in all other tables refer to it and end with it, and a replica that still has it open can add none:
 * it gets `WorldDeleted`. A transaction, which runs again if it and a write wait for each other.
 */
export async function deleteWorld(connection: PostgresConnection, workspace: string): Promise<void> {
  await connection.transaction((query) => query('DELETE FROM fleetkit.worlds WHERE workspace = $1', [workspace]));
}
