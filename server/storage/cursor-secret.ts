import type { Database } from './connection.ts';

/**
 * Returns the secret that signs the cursors of a data directory. Stores `fresh` on first use, so that cursors stay
 * valid across restarts.
 */
export function readOrCreateCursorSecret(database: Database, fresh: string): string {
  database
    .prepare("INSERT INTO settings (name, value) VALUES ('cursor_secret', ?) ON CONFLICT (name) DO NOTHING")
    .run(fresh);
  return String(database.prepare("SELECT value FROM settings WHERE name = 'cursor_secret'").get()?.value);
}
