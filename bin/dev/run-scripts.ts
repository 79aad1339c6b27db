import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

/*
 * Runs scripts of package.json, as many at a time as there are cores, and prints the output of each when it has ended, in the
 * given order. Exits with 1 and names the failed scripts if any failed.
 *
 *   node bin/dev/run-scripts.ts check:types check:lint
 */

const root = join(import.meta.dirname, '../..');

/** The output and the exit code of a script. */
interface Ended {
  readonly name: string;
  readonly code: number;
  readonly output: string;
}

/** Runs the scripts with these names and prints their output. Returns the names of those that failed. */
export async function runScripts(
  names: readonly string[],
  scripts: ReadonlyMap<string, string>,
  print: (text: string) => void,
): Promise<readonly string[]> {
  const unknown = names.filter((name) => !scripts.has(name));
  if (unknown.length > 0) throw new Error(`package.json has no script ${unknown.join(', ')}`);
  const waiting = names.map((name) => ({ name, ...Promise.withResolvers<Ended>() }));
  const remaining = [...waiting];
  const work = async (): Promise<void> => {
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift())
      next.resolve(await runScript(next.name, scripts.get(next.name) ?? ''));
  };
  for (let core = 0; core < availableParallelism(); core += 1) void work();
  const failed: string[] = [];
  for (const { promise } of waiting) {
    const { name, code, output } = await promise;
    print(`\n> ${name}${code === 0 ? '' : ` (exit code ${code})`}\n${output}`);
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) print(`\nFailed: ${failed.join(', ')}\n`);
  return failed;
}

function runScript(name: string, line: string): Promise<Ended> {
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const child = spawn(line, {
    shell: true,
    cwd: root,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ name, code: 127, output: `${message}\n` }));
    child.once('close', (code) => resolve({ name, code: code ?? 1, output })); // null after a signal
  });
}

if (import.meta.main) {
  const scripts = new Map(Object.entries(packageJson.scripts));
  const failed = await runScripts(process.argv.slice(2), scripts, (text) => process.stdout.write(text));
  if (failed.length > 0) process.exitCode = 1;
}
