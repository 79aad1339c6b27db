import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FLEET_FOLDER } from '../../../server/storage/fleet-folder.ts';

/** Shorter files describe fewer than 500 terminals one by one. */
const LEAST_CHARACTERS = 32_000;

/** The options that determine the fleets. */
interface FleetOptions {
  readonly journal?: string;
  readonly fleet?: readonly string[];
  readonly data?: string;
}

/**
 * Whether a sandbox may have a large fleet, before its fleets are read. The number of terminals in a journal is known only when it is
 * read. A file that cannot be read is refused later.
 */
export async function mayHaveLargeFleet({ journal, fleet = [], data }: FleetOptions): Promise<boolean> {
  if (journal !== undefined || (data !== undefined && existsSync(join(data, FLEET_FOLDER)))) return true;
  const texts = await Promise.all(fleet.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.some((text) => text.length >= LEAST_CHARACTERS || /\bterminals["']?\s*:\s*\d{3,}/.test(text));
}
