import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwn, makeOwn, ownFolder } from './own-folder.ts';

/*
 * Where client commands find the operator's token of a sandbox on this machine: a file for each port, in a folder that
 * only this user can open.
 */

const fileFor = (port: number): string => join(ownFolder(), `operator-${port}`);

/** Writes the token for its user alone, in place of an older one. Throws when the folder is somebody else's. */
export function writeToken(port: number, token: string): void {
  makeOwn(ownFolder());
  rmSync(fileFor(port), { force: true });
  writeFileSync(fileFor(port), `${token}\n`, { mode: 0o600, flag: 'wx' });
}

/** The token of the sandbox on a port, or undefined when none has been written. */
export function readToken(port: number): string | undefined {
  try {
    return isOwn(ownFolder()) ? readFileSync(fileFor(port), 'utf8').trim() : undefined;
  } catch {
    return undefined;
  }
}

export function removeToken(port: number): void {
  rmSync(fileFor(port), { force: true });
}
