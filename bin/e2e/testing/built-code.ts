import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/*
 * The code that tests run in separate processes: the bundle, as users do, unless a source has changed since it was built. The
 * bundle starts in a fraction of the time, because it contains the compiled validators and the generated rows. For the same
 * reason `npm test` loads its validators and its rows in the process of the tests.
 */

const root = join(import.meta.dirname, '../../..');

/** The command. It chooses between the bundle and the sources itself. */
export const COMMAND = join(root, 'bin/fleetkit.js');

/** Returns the module of the library. */
export const findLibrary = (): string =>
  join(root, isCurrent('library') ? 'dist/bin/library/index.js' : 'bin/library/index.ts');

/** Returns the path of a module of the bundle, such as `bin/contract-validators.js`; undefined if the bundle is outdated. */
export const findBuiltModule = (path: string): string | undefined =>
  isCurrent('library') ? join(root, 'dist', path) : undefined;

/** Whether the listed sources are as they were when the bundle was built; see `bin/dev/build/source-lists.ts`. */
function isCurrent(list: string): boolean {
  const file = join(root, `dist/sources/${list}.json`);
  if (!existsSync(file)) return false;
  const sources: readonly (readonly [string, number, number])[] = JSON.parse(readFileSync(file, 'utf8'));
  return sources.every(([path, size, changedMs]) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    return found?.size === size && found.mtimeMs === changedMs;
  });
}
