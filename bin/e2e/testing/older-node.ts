import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of a Node.js that is too old for fleetkit but can parse its first file, or undefined. */
export function findOlderNode(): string | undefined {
  const folders = ['/usr/local/bin', '/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders
    .map((folder) => join(folder, 'node'))
    .filter((node) => existsSync(node))
    .find((node) => {
      const [, major = '0', minor = '0'] =
        /v(\d+)\.(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' })) ?? [];
      return Number(major) >= 16 && (Number(major) < 22 || (Number(major) === 22 && Number(minor) < 19));
    });
}
