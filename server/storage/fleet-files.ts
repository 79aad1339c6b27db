import type { DataDirectory } from './data-directory.ts';
import { UnusableData } from './unusable-data.ts';

/**
 * Returns the fleet files of a data directory, as texts. Stores `wanted` if the directory is new, so that they can be omitted at the
 * next start.
 * @throws {UnusableData} If the directory has other files.
 */
export function resolveFleetFiles(
  { file, database }: DataDirectory,
  wanted: readonly string[] | undefined,
): readonly string[] {
  const row = database.prepare("SELECT value FROM settings WHERE name = 'fleet_files'").get();
  if (row === undefined) {
    const text = JSON.stringify(wanted ?? []);
    database.prepare("INSERT INTO settings (name, value) VALUES ('fleet_files', ?)").run(text);
    return wanted ?? [];
  }
  const stored = JSON.parse(String(row.value)) as readonly string[]; // written here
  if (!areOtherFiles(stored, wanted)) return stored;
  throw new UnusableData('other-fleets', `${file} ${describeOtherFiles(stored)} Or choose another directory.`);
}

/** Whether other fleet files are wanted than those that are stored; without wanted ones, the stored ones are used. */
export const areOtherFiles = (stored: readonly string[], wanted: readonly string[] | undefined): boolean =>
  wanted !== undefined && JSON.stringify(stored) !== JSON.stringify(wanted);

/** States which fleet files are stored, and how to start with them. */
export const describeOtherFiles = (stored: readonly string[]): string =>
  stored.length === 0
    ? 'contains data without own fleets. Start without --fleet.'
    : 'contains data of other fleet files, or of an earlier version of them. Start without --fleet to use the stored ones.';
