import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Contents by path from the root of the repository; undefined for a file that must not exist. */
export type Outputs = ReadonlyMap<string, string | undefined>;

const root = dirname(import.meta.dirname);

/** Returns the paths of files that differ from their expected contents. */
export function findStaleFiles(outputs: Outputs): readonly string[] {
  return [...outputs].flatMap(([path, content]) => {
    const file = join(root, path);
    const found = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    return found === content ? [] : [path];
  });
}

/**
 * Writes the generated files that have changed, and prints their paths. With `--check` it writes nothing: if a file is stale,
 * it prints its path and the command to refresh it, and sets exit code 1.
 */
export function writeOrCheckFiles(outputs: Outputs, command = 'npm run generate'): void {
  if (process.argv.includes('--check')) {
    const stale = findStaleFiles(outputs);
    for (const path of stale) console.error(`stale: ${path}`);
    if (stale.length > 0) console.error(`Run \`${command}\`.`);
    process.exitCode = stale.length === 0 ? 0 : 1;
    return;
  }
  if (writeStaleFiles(outputs).length === 0) console.log('Everything is fresh.');
}

/** Writes the files that differ from their expected contents, prints their paths, and returns them. */
export function writeStaleFiles(outputs: Outputs): readonly string[] {
  const stale = findStaleFiles(outputs);
  for (const path of stale) {
    write(join(root, path), outputs.get(path));
    console.log(`${outputs.get(path) === undefined ? 'removed' : 'wrote'} ${path}`);
  }
  return stale;
}

function write(file: string, content: string | undefined): void {
  if (content === undefined) {
    rmSync(file);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
