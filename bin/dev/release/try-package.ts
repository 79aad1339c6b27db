import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };
import { Refusal } from './refusal.ts';

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
 * Installs a tarball into an empty project in `folder`, and uses the command and both libraries there. Throws a `Refusal` if one
 * of them fails.
 */
export async function tryPackage(tarball: string, folder: string, version: string): Promise<void> {
  const run = (program: string, ...args: readonly string[]): string => {
    try {
      return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }; // of the command
      throw new Refusal(`in an empty project, ${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
    }
  };
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', tarball, NODE_TYPES);

  const printed = run('npx', '--no-install', 'fleetkit', '--version').trim();
  if (printed !== version)
    throw new Refusal(`the installed command prints the version ${printed}; expected ${version}`);
  await tryServer(folder);

  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS));
  run(process.execPath, fileURLToPath(import.meta.resolve('typescript/bin/tsc')), '-p', 'tsconfig.json');
  const exitCode = run(process.execPath, 'program.ts').trim();
  if (exitCode !== '0')
    throw new Refusal(`the kit of the package reports exit code ${exitCode} for its own sandbox; expected 0`);
}

/** Starts the installed server, and sends a request. */
async function tryServer(folder: string): Promise<void> {
  const command = join(folder, 'node_modules/.bin/fleetkit');
  const server = spawn(command, ['serve', '--port', '0', '--json', '--log', 'off'], { cwd: folder });
  const ended = once(server, 'close').then(([code]) =>
    Promise.reject(new Refusal(`the installed server ended with ${code} before it listened`)),
  );
  ended.catch(() => undefined); // it always ends, as a rule later
  const [greeting] = await Promise.race([once(server.stdout, 'data'), ended]);
  const { url } = JSON.parse(String(greeting)) as { readonly url: string }; // the option --json prints it
  const response = await fetch(`${url}/v1/portal`, { headers: { 'X-API-Key': 'sbx-northway-admin' } });
  const closed = once(server, 'close');
  server.kill();
  await closed;
  if (response.status !== 200) throw new Refusal(`the installed server replies with ${response.status}; expected 200`);
}
