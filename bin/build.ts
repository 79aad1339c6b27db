import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/* Emits the JavaScript of the published package: Node does not strip types inside node_modules. */

const root = new URL('../', import.meta.url);
rmSync(new URL('dist/', root), { recursive: true, force: true });
const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: fileURLToPath(root), stdio: 'inherit' });
