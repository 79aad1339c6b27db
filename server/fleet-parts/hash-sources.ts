import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folders with the code that computes fleets, and the form in which they are stored. */
const SOURCES = ['base', 'fixtures', 'spec', 'server/world', 'server/fleet-parts'].map((folder) => `${folder}/**/*.ts`);

/** Returns a hash of the code below `root` on which the data of fleets depends. */
export function hashSources(root: URL): string {
  const cwd = fileURLToPath(root);
  const hash = createHash('sha256');
  const paths = globSync(SOURCES, { cwd }).map((path) => path.replaceAll('\\', '/'));
  for (const path of paths.sort()) {
    if (path.endsWith('.test.ts') || path.includes('/testing/')) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(new URL(path, root)))
      .update('\0');
  }
  return hash.digest('hex');
}
