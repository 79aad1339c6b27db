import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/* Where commands on this machine leave for each other what is nobody else's business. */

/** A folder for this user alone. */
export const ownFolder = (): string => join(tmpdir(), `fleetkit-${userInfo().username.replace(/\W/g, '_')}`);

/** Makes it if it is absent. Throws when it is somebody else's. */
export function makeOwn(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOwn(folder)) throw new Error(`${folder} belongs to somebody else, or others may open it`);
}

/** Whether it is a real one, of this user, and closed to others; Windows keeps users' temporary folders apart. */
export function isOwn(folder: string): boolean {
  const about = lstatSync(folder);
  const isClosed = about.uid === process.getuid?.() && (about.mode & 0o077) === 0;
  return about.isDirectory() && (process.platform === 'win32' || isClosed);
}
