import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/*
 * Installs a packed tarball into an empty project, and uses the command and both libraries there. Needs only Node.js and npm, on
 * any system; exits with 1 and the reason if something fails.
 *
 *   node bin/dev/release/smoke.ts fleetkit-1.2.3.tgz
 */

const KIT = `import { startSandbox } from 'fleetkit';
import { runConformance } from 'fleetkit/conformance';
const sandbox = await startSandbox();
const keys = new Map([['admin', sandbox.keys.usr_nw_admin]]);
const { exitCode } = await runConformance({ target: sandbox.url, keys, depth: 'quick', allowUnverified: true });
await sandbox.close();
console.log(exitCode);
`;

const REQUIRED = `const { startSandbox } = require('fleetkit');
startSandbox({ port: false }).then(async (sandbox) => {
  const headers = { 'X-API-Key': sandbox.keys.usr_nw_admin };
  const { status } = await sandbox.fetch('/v1/portal', { headers });
  await sandbox.close();
  console.log(status);
});
`;

/** Installs a tarball and further packages into a new project in `folder`, and tries it. Throws if something fails. */
export async function trySmoke(tarball: string, folder: string, packages: readonly string[] = []): Promise<void> {
  const run = (program: string, ...args: readonly string[]): string => {
    try {
      const shell = process.platform === 'win32' && program !== process.execPath; // npm and npx are scripts there
      return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', shell }).trim();
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }; // of the command
      throw new Error(`in an empty project, ${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
    }
  };
  const expectOutput = (expected: string, args: readonly [string, ...string[]]): void => {
    const printed = run(...args);
    if (printed !== expected) throw new Error(`${args.join(' ')} prints ${printed}; expected ${expected}`);
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', resolve(tarball), ...packages);
  const version = run('npm', 'pkg', 'get', 'version', '--prefix', join(folder, 'node_modules/fleetkit'));
  expectOutput(JSON.parse(version), ['npx', '--no-install', 'fleetkit', '--version']);
  await tryServer(folder);
  writeFileSync(join(folder, 'kit.mjs'), KIT);
  expectOutput('0', [process.execPath, 'kit.mjs']);
  writeFileSync(join(folder, 'required.cjs'), REQUIRED);
  expectOutput('200', [process.execPath, 'required.cjs']);
}

/** Starts the installed server, and sends a request. */
async function tryServer(folder: string): Promise<void> {
  const command = join(folder, 'node_modules/fleetkit/bin/fleetkit.js');
  const options = ['serve', '--port', '0', '--json', '--log', 'off'];
  const server = spawn(process.execPath, [command, ...options], { cwd: folder });
  const ended = once(server, 'close').then(([code]) =>
    Promise.reject(new Error(`the installed server ended with ${code} before it listened`)),
  );
  ended.catch(() => undefined); // it always ends, as a rule later
  const [greeting] = await Promise.race([once(server.stdout, 'data'), ended]);
  const { url } = JSON.parse(String(greeting)) as { readonly url: string }; // the option --json prints it
  const response = await fetch(`${url}/v1/portal`, { headers: { 'X-API-Key': 'sbx-northway-admin' } });
  const closed = once(server, 'close');
  server.kill();
  await closed;
  if (response.status !== 200) throw new Error(`the installed server replies with ${response.status}; expected 200`);
}

// Node.js 22 may lack import.meta.main.
if (process.argv[1] === import.meta.filename) {
  const [tarball] = process.argv.slice(2);
  if (tarball === undefined) throw new Error('give the path of a tarball, as npm pack writes it');
  const home = mkdtempSync(join(tmpdir(), 'fleetkit-smoke-'));
  try {
    await trySmoke(tarball, join(home, 'project'));
    process.stdout.write(`the package works on Node.js ${process.versions.node}, ${process.platform}\n`);
  } finally {
    rmSync(home, { recursive: true, maxRetries: 5 });
  }
}
