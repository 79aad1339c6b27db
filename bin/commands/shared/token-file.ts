import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFolder, getPrivateFolder, isPrivateFolder } from './private-folder.ts';

/*
 * Stores the operator's token of a local sandbox for client commands: one file per port, in a folder that only this user
 * can open.
 */

const getTokenPath = (port: number): string => join(getPrivateFolder(), `operator-${port}`);

/** Writes the token, readable by this user only, and replaces an older one. Throws if the folder belongs to another user. */
export function writeToken(port: number, token: string): void {
  createPrivateFolder(getPrivateFolder());
  rmSync(getTokenPath(port), { force: true });
  writeFileSync(getTokenPath(port), `${token}\n`, { mode: 0o600, flag: 'wx' });
}

/** Returns the token of the sandbox on a port, or undefined if there is none. */
export function readToken(port: number): string | undefined {
  try {
    return isPrivateFolder(getPrivateFolder()) ? readFileSync(getTokenPath(port), 'utf8').trim() : undefined;
  } catch {
    return undefined;
  }
}

export function removeToken(port: number): void {
  rmSync(getTokenPath(port), { force: true });
}
