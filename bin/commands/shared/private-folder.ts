import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/* A private folder in which commands on this machine share tokens and state. */

/** Returns the path of a folder for the current user only. */
export const getPrivateFolder = (): string => join(tmpdir(), `fleetkit-${userInfo().username.replace(/\W/g, '_')}`);

/** Creates the folder if it is absent. Throws if it belongs to another user. */
export function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isPrivateFolder(folder)) throw new Error(`${folder} belongs to another user or is accessible to others`);
}

/** Returns whether it is a real folder of this user, closed to others. Windows separates the temporary folders of users. */
export function isPrivateFolder(folder: string): boolean {
  const about = lstatSync(folder);
  const isClosed = about.uid === process.getuid?.() && (about.mode & 0o077) === 0;
  return about.isDirectory() && (process.platform === 'win32' || isClosed);
}
