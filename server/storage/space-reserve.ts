import { randomBytes } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/* A file of a data directory that takes up space, which a deletion can use when the disk is full. */

const RESERVE_FILE = 'fleetkit.reserve';
/** More than the write-ahead log needs for the deletion of a row. */
const RESERVE_BYTES = 64 * 1024;

/** Takes up the space, unless the disk is full already. */
export function takeReserve(directory: string): void {
  const file = join(directory, RESERVE_FILE);
  if (statSync(file, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return;
  try {
    writeFileSync(file, randomBytes(RESERVE_BYTES), { mode: 0o600 }); // no file system can store random bytes in less
  } catch {
    // the next deletion tries again
  }
}

/** Gives the space back. */
export function releaseReserve(directory: string): void {
  rmSync(join(directory, RESERVE_FILE), { force: true });
}
