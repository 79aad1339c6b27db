import type { DataDirectory } from './data-directory.ts';
import { UnusableData } from './unusable-data.ts';

/**
 * Returns the number of terminals of the large fleet of a data directory; undefined for none. Stores `wanted` if the
 * directory has no number, so that it can be omitted at the next start.
 * @throws {UnusableData} If the directory has another number.
 */
export function resolveTerminalCount(
  { file, database }: DataDirectory,
  wanted: number | undefined,
): number | undefined {
  const row = database.prepare("SELECT value FROM settings WHERE name = 'terminals'").get();
  if (row === undefined) {
    if (wanted !== undefined)
      database.prepare("INSERT INTO settings (name, value) VALUES ('terminals', ?)").run(String(wanted));
    return wanted;
  }
  const recorded = Number(row.value);
  if (wanted === undefined || wanted === recorded) return recorded;
  throw new UnusableData(
    'other-terminals',
    `${file} contains data of a fleet with ${recorded} terminals, not ${wanted}. ` +
      `Start with ${recorded} terminals, or choose another directory.`,
  );
}
