import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };
import { Refusal } from './refusal.ts';
import { trySmoke } from './smoke.ts';

const PROGRAM = `import { type Sandbox, startSandbox } from 'fleetkit';
import { type RunResult, runConformance } from 'fleetkit/conformance';

const sandbox: Sandbox = await startSandbox();
const result: RunResult = await runConformance({
  target: sandbox.url,
  keys: new Map([['admin', sandbox.keys.usr_nw_admin ?? '']]),
  allowUnverified: true,
});
await sandbox.close();
console.log(result.exitCode);
`;

/** The declarations of Node.js, which a project in TypeScript has. */
const NODE_TYPES = `@types/node@${packageJson.devDependencies['@types/node']}`;

/** The settings of a strict project that also checks the declarations of packages. */
const SETTINGS = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  },
  files: ['program.ts'],
};

/**
 * Installs a tarball into an empty project in `folder`, and uses the command and both libraries there, also in TypeScript. Throws
 * a `Refusal` if one of them fails.
 */
export async function tryPackage(tarball: string, folder: string): Promise<void> {
  try {
    await trySmoke(tarball, folder, [NODE_TYPES]);
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS));
    const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
    execFileSync(process.execPath, [compiler, '-p', 'tsconfig.json'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { message, stdout = '' } = error as { readonly message: string; readonly stdout?: string }; // an error, of the compiler with its output
    throw new Refusal(`${message}\n${stdout}`);
  }
}
