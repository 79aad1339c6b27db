import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBundle } from './bundle.ts';
import { writeDeclarations } from './declarations.ts';
import { writeManPages } from './man-pages.ts';
import { writePages } from './pages.ts';

/*
 * Builds `dist/`, which the package contains and which a checkout runs while its sources have not changed since.
 *
 *   node bin/dev/build/index.ts          writes the bundle; `npm ci` does this
 *   node bin/dev/build/index.ts --types  also writes type declarations and man pages, which only the package needs
 *   node bin/dev/build/index.ts --pages  writes only the pages, after changes in server/console
 */

const root = fileURLToPath(new URL('../../..', import.meta.url));
if (process.argv.includes('--pages')) {
  await writePages(root);
  process.exit();
}
const hasTypes = process.argv.includes('--types');
// `npm pack` runs `prepack`, which writes both, and then `prepare`, which must keep the declarations.
for (const folder of hasTypes
  ? ['']
  : ['chunks', 'commands', 'commonjs', 'contracts', 'fleets', 'sources', 'validators'])
  rmSync(join(root, 'dist', folder), { recursive: true, force: true });
await writeBundle(root, await writePages(root));
if (hasTypes) {
  const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  writeDeclarations(join(root, 'dist'));
  await writeManPages(root);
}
