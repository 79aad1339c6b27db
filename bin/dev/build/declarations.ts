import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The declarations of the libraries, in `dist/`. */
const ENTRIES = ['bin/library/index.d.ts', 'bin/library/express.d.ts', 'conformance/index.d.ts', 'client/index.d.ts'];
/** The folder of the same declarations for programs that load the CommonJS build. */
const COMMONJS_FOLDER = 'commonjs/types';

/**
 * Keeps the declarations in `dist` that the libraries need, and copies them to a folder in which TypeScript reads them as those
 * of CommonJS modules.
 */
export function writeDeclarations(dist: string): void {
  const needed = listNeeded(ENTRIES.map((entry) => join(dist, entry)));
  for (const path of globSync('**/*.d.ts', { cwd: dist })) if (!needed.has(join(dist, path))) rmSync(join(dist, path));
  for (const path of needed) {
    const copy = join(dist, COMMONJS_FOLDER, relative(dist, path));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, readFileSync(path));
  }
  writeFileSync(join(dist, COMMONJS_FOLDER, 'package.json'), '{ "type": "commonjs" }\n');
}

/** Returns these files and all that they import, directly or not. */
function listNeeded(entries: readonly string[]): ReadonlySet<string> {
  const needed = new Set(entries);
  for (const path of needed) // also those that the loop adds
    for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(IMPORT))
      needed.add(join(dirname(path), imported.replace(/\.[jt]s$/, '.d.ts')));
  return needed;
}

/** A relative import or export of a declaration file, also one without names and one inside a type. */
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"](\.[^'"]+)['"]/g;
