import { formatInstant } from '../../../base/formats.ts';
import { FLEETS_VERSION, MAIN_WORLD } from '../../world/state/facts.ts';
import { areOtherFiles, describeOtherFiles } from '../fleet-files.ts';
import { createOtherStartError, isOtherStart, type WantedStart } from '../start-instant.ts';
import { createOtherFleetsError, UnusableData } from '../unusable-data.ts';
import { WorldDeleted } from '../world-deleted.ts';
import type { PostgresConnection } from './connection.ts';
import { toUnusableDatabase } from './schema.ts';

/** The settings of a world that all replicas share. */
export interface WorldSettings {
  readonly seed: number;
  readonly terminals: number | undefined;
  /** As texts. */
  readonly fleetFiles: readonly string[];
  /** Epoch milliseconds. */
  readonly startMs: number;
  readonly cursorSecret: string;
}

/** Settings that are required of the stored ones, and those of a new world. */
export interface WantedSettings {
  readonly seed: number | undefined;
  readonly terminals: number | undefined;
  readonly fleetFiles: readonly string[] | undefined;
  readonly start: WantedStart;
  readonly defaultSeed: number;
  /** Stored if the world is new. */
  readonly freshSecret: string;
}

/**
 * Returns the settings of a world, and stores them if it is new. The first replica decides. Throws `UnusableData` if
 * another seed or number of terminals is wanted, or if its facts refer to fleets of another version, and `WorldDeleted` for a
 * workspace that was deleted.
 */
export async function resolveWorldSettings(
  connection: PostgresConnection,
  workspace: string,
  { seed, terminals, fleetFiles, start, defaultSeed, freshSecret }: WantedSettings,
): Promise<WorldSettings> {
  const stored = await insertOrRead(connection, [
    workspace,
    seed ?? defaultSeed,
    terminals ?? null,
    freshSecret,
    FLEETS_VERSION,
    JSON.stringify(fleetFiles ?? []),
    formatInstant(start.startMs),
  ]);
  if (stored.fleets !== FLEETS_VERSION)
    throw createOtherFleetsError(connection.label, stored.fleets, 'another database');
  if (seed !== undefined && seed !== stored.seed)
    throw createOtherError('other-seed', connection.label, `of seed ${stored.seed}, not ${seed}. Start with that seed`);
  if (terminals !== undefined && terminals !== stored.terminals) {
    const known = stored.terminals === null ? 'without a large fleet' : `of a fleet with ${stored.terminals} terminals`;
    const advice = stored.terminals === null ? 'Start without --terminals' : 'Start with that number';
    throw createOtherError('other-terminals', connection.label, `${known}, not with ${terminals} terminals. ${advice}`);
  }
  const files = JSON.parse(stored.fleetFiles) as readonly string[]; // written here
  if (areOtherFiles(files, fleetFiles))
    throw new UnusableData(
      'other-fleets',
      `${capitalise(connection.label)} ${describeOtherFiles(files)} Or choose another database.`,
    );
  const startMs = Date.parse(stored.startAt);
  if (isOtherStart(startMs, start))
    throw createOtherStartError(capitalise(connection.label), {
      storedMs: startMs,
      wanted: start,
      other: 'another database',
    });
  const { cursorSecret } = stored;
  return { seed: stored.seed, terminals: stored.terminals ?? undefined, fleetFiles: files, startMs, cursorSecret };
}

interface StoredSettings {
  readonly seed: number;
  readonly terminals: number | null;
  readonly fleets: number;
  /** JSON. */
  readonly fleetFiles: string;
  readonly startAt: string;
  readonly cursorSecret: string;
}

async function insertOrRead(connection: PostgresConnection, values: readonly unknown[]): Promise<StoredSettings> {
  const [workspace] = values;
  try {
    await connection.query(CREATE_WORLD, [...values, workspace === MAIN_WORLD]);
    const [row] = await connection.query<StoredSettings>(
      'SELECT seed, terminals, fleets, fleet_files AS "fleetFiles", start_at AS "startAt", cursor_secret AS "cursorSecret" FROM fleetkit.worlds WHERE workspace = $1',
      [workspace],
    );
    if (row === undefined) throw new WorldDeleted();
    return row;
  } catch (fault) {
    throw toUnusableDatabase(connection.label, fault);
  }
}

/** Creates a world that is the main one or that of a workspace. A deletion of the workspace at the same time waits, or comes first. */
const CREATE_WORLD = `
  WITH created AS (
    INSERT INTO fleetkit.worlds (workspace, seed, terminals, cursor_secret, fleets, fleet_files, start_at)
    SELECT $1::text, $2, $3, $4, $5, $6, $7
    WHERE $8::boolean OR EXISTS (SELECT FROM fleetkit.workspaces WHERE name = $1 FOR KEY SHARE)
    ON CONFLICT (workspace) DO NOTHING RETURNING workspace
  )
  INSERT INTO fleetkit.journal_heads (workspace) SELECT workspace FROM created`;

const createOtherError = (reason: 'other-seed' | 'other-terminals', label: string, detail: string): UnusableData =>
  new UnusableData(reason, `${capitalise(label)} contains data ${detail}, or choose another database.`);

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
