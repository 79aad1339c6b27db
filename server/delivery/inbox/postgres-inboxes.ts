import type { PostgresDatabase } from '../../storage/postgres/database.ts';
import { chooseAnswer, type InboxMessage, type InboxStore } from './inbox-store.ts';
import { DEFAULT_MAX_BYTES, estimateMessageBytes, MAX_MESSAGES } from './inboxes.ts';

/** Opens the inboxes of a workspace in a database, so that every replica reads what any of them received. */
export function openPostgresInboxes(
  { connection }: PostgresDatabase,
  workspace: string,
  mostBytes = DEFAULT_MAX_BYTES,
): InboxStore {
  return {
    async nextAnswer(token, plan) {
      const [row] = await connection.query<{ used: number }>(ADVANCE, [workspace, token, plan.inboxPlan]);
      return chooseAnswer(plan, (row?.used ?? 1) - 1);
    },
    async record(token, plan, message) {
      const bytes = estimateMessageBytes(message);
      if (bytes > mostBytes) return;
      await connection.query(OPEN, [workspace, token, plan.inboxPlan]);
      await connection.query(RECORD, [workspace, token, bytes, JSON.stringify(message), MAX_MESSAGES]);
      await connection.query(DROP_EXCESS, [workspace, mostBytes]);
    },
    async list(token, plan) {
      const [inbox] = await connection.query<{ plan: number; used: number }>(
        'SELECT plan, used FROM fleetkit.inboxes WHERE workspace = $1 AND token = $2',
        [workspace, token],
      );
      const rows = await connection.query<{ message: string }>(
        'SELECT message FROM fleetkit.inbox_messages WHERE workspace = $1 AND token = $2 ORDER BY number DESC',
        [workspace, token],
      );
      return {
        used: inbox?.plan === plan.inboxPlan ? inbox.used : 0,
        messages: rows.map(({ message }) => JSON.parse(message) as InboxMessage), // only `record` writes the column
      };
    },
    async empty(token) {
      await connection.query('DELETE FROM fleetkit.inbox_messages WHERE workspace = $1 AND token = $2', [
        ...[workspace, token],
      ]);
    },
    async readBytes() {
      const [row] = await connection.query<{ bytes: number }>(
        'SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM fleetkit.inbox_messages WHERE workspace = $1',
        [workspace],
      );
      return row?.bytes ?? 0;
    },
  };
}

/** Counts a request for the plan `$3`, from one if another plan was used before. Returns the count. */
const ADVANCE = `
  INSERT INTO fleetkit.inboxes AS inbox (workspace, token, plan, used, used_at) VALUES ($1, $2, $3, 1, now())
  ON CONFLICT (workspace, token) DO UPDATE
    SET used = CASE WHEN inbox.plan = $3 THEN inbox.used + 1 ELSE 1 END, plan = $3, used_at = now()
  RETURNING used`;

const OPEN = `
  INSERT INTO fleetkit.inboxes AS inbox (workspace, token, plan, used, used_at) VALUES ($1, $2, $3, 0, now())
  ON CONFLICT (workspace, token) DO NOTHING`;

/** Stores a message, and keeps at most `$5` of the inbox. */
const RECORD = `
  WITH old AS MATERIALIZED (
    SELECT number FROM fleetkit.inbox_messages WHERE workspace = $1 AND token = $2 ORDER BY number DESC OFFSET $5 - 1
  ), dropped AS (
    DELETE FROM fleetkit.inbox_messages WHERE workspace = $1 AND token = $2 AND number IN (SELECT number FROM old)
  )
  INSERT INTO fleetkit.inbox_messages (workspace, token, bytes, message) VALUES ($1, $2, $3, $4)`;

/** Drops the oldest messages until the rest of the workspace has at most `$2` bytes. */
const DROP_EXCESS = `
  DELETE FROM fleetkit.inbox_messages WHERE workspace = $1 AND number IN (
    SELECT number FROM (
      SELECT number, sum(bytes) OVER (ORDER BY number DESC) AS newer FROM fleetkit.inbox_messages WHERE workspace = $1
    ) AS sums WHERE newer > $2)`;
