import type { PostgresConnection } from './connection.ts';

/** All tables with rows of a world, in an order in which they can be deleted. */
const TABLES = [
  ...['journal_heads', 'facts', 'deliveries', 'delivery_heads', 'destination_health', 'fan_out_progress'],
  ...['inboxes', 'exchanges', 'sign_in_codes', 'worlds'],
];

/** Deletes all data of a workspace. A replica that still has it open can record nothing further in it. */
export async function deleteWorld(connection: PostgresConnection, workspace: string): Promise<void> {
  await connection.transaction(async (query) => {
    for (const table of TABLES) await query(`DELETE FROM fleetkit.${table} WHERE workspace = $1`, [workspace]);
  });
}
