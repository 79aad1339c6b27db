import { formatInstant } from '../../base/formats.ts';
import type { DataDirectory } from './data-directory.ts';
import { UnusableData } from './unusable-data.ts';

/** The wanted start of a world, in epoch milliseconds. */
export interface WantedStart {
  readonly startMs: number;
  /** Whether it only applies to a new world; a stored one keeps its start. Otherwise another start is refused. */
  readonly isDefault: boolean;
}

/**
 * Returns the start of the world of a data directory, in epoch milliseconds. Stores the wanted one if the directory is new.
 * @throws {UnusableData} If the directory has another one than is required.
 */
export function resolveStart({ file, database }: DataDirectory, wanted: WantedStart): number {
  const row = database.prepare("SELECT value FROM settings WHERE name = 'start'").get();
  if (row === undefined) {
    database.prepare("INSERT INTO settings (name, value) VALUES ('start', ?)").run(formatInstant(wanted.startMs));
    return wanted.startMs;
  }
  const storedMs = Date.parse(String(row.value));
  if (isOtherStart(storedMs, wanted))
    throw createOtherStartError(file, { storedMs, wanted, other: 'another directory' });
  return storedMs;
}

/** Whether another start is required than the stored one. */
export const isOtherStart = (storedMs: number, { startMs, isDefault }: WantedStart): boolean =>
  !isDefault && startMs !== storedMs;

interface OtherStart {
  readonly storedMs: number;
  readonly wanted: WantedStart;
  /** Another place for data. */
  readonly other: string;
}

export const createOtherStartError = (place: string, { storedMs, wanted, other }: OtherStart): UnusableData =>
  new UnusableData(
    'other-start',
    `${place} contains data of a clock that starts at ${formatInstant(storedMs)}, not at ${formatInstant(wanted.startMs)}. ` +
      `Start with that instant or without one, or choose ${other}.`,
  );
