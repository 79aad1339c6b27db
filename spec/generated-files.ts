import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Contents by path from the root of the repository; undefined for a file that should not be there. */
export type Outputs = ReadonlyMap<string, string | undefined>;

const root = dirname(import.meta.dirname);

/** Paths of the files that are not as they should be. */
export function staleFiles(outputs: Outputs): readonly string[] {
  return [...outputs].flatMap(([path, content]) => {
    const file = join(root, path);
    const found = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    return found === content ? [] : [path];
  });
}

/**
 * What a script that makes files does last. It writes those that have changed, and says which; called with `--check`, it
 * writes nothing, names what is stale and the command that mends it, and makes the process exit with 1 if anything is.
 */
export function settleFiles(outputs: Outputs, command = 'npm run generate'): void {
  const stale = staleFiles(outputs);
  if (process.argv.includes('--check')) {
    for (const path of stale) console.error(`stale: ${path}`);
    if (stale.length > 0) console.error(`Run \`${command}\`.`);
    process.exitCode = stale.length === 0 ? 0 : 1;
    return;
  }
  for (const path of stale) {
    write(join(root, path), outputs.get(path));
    console.log(`${outputs.get(path) === undefined ? 'removed' : 'wrote'} ${path}`);
  }
  if (stale.length === 0) console.log('Everything is fresh.');
}

function write(file: string, content: string | undefined): void {
  if (content === undefined) {
    rmSync(file);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
