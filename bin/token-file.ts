import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/*
 * Where client commands find the operator's token of a sandbox on this machine: a file for each port, in a folder that
 * only this user can open.
 */

const folder = join(tmpdir(), `fleetkit-${userInfo().username.replace(/\W/g, '_')}`);
const fileFor = (port: number): string => join(folder, `operator-${port}`);

/** Writes the token for its user alone, in place of an older one. Throws when the folder is somebody else's. */
export function writeToken(port: number, token: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOwn()) throw new Error(`${folder} belongs to somebody else, or others may open it`);
  rmSync(fileFor(port), { force: true });
  writeFileSync(fileFor(port), `${token}\n`, { mode: 0o600, flag: 'wx' });
}

/** The token of the sandbox on a port, or undefined when none has been written. */
export function readToken(port: number): string | undefined {
  try {
    return isOwn() ? readFileSync(fileFor(port), 'utf8').trim() : undefined;
  } catch {
    return undefined;
  }
}

export function removeToken(port: number): void {
  rmSync(fileFor(port), { force: true });
}

/** Whether the folder is a real one, of this user, and closed to others; Windows keeps users' temporary folders apart. */
function isOwn(): boolean {
  const { uid, mode } = lstatSync(folder);
  const isReal = lstatSync(folder).isDirectory();
  return isReal && (process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o077) === 0));
}
