import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/*
 * Emits the JavaScript of the published package, because Node.js does not strip types inside node_modules. Emits only the
 * modules that the command line and the library import, and minifies the contracts.
 */

const root = new URL('../..', import.meta.url);
rmSync(new URL('dist/', root), { recursive: true, force: true });
const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: fileURLToPath(root), stdio: 'inherit' });

for (const name of ['openapi', 'sandbox']) {
  const contract = new URL(`dist/spec/generated/${name}.json`, root);
  writeFileSync(contract, JSON.stringify(JSON.parse(readFileSync(contract, 'utf8'))));
}
