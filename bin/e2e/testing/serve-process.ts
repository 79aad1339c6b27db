import { type ChildProcess, spawn } from 'node:child_process';
import { COMMAND } from './built-code.ts';

/** Starts a sandbox in a separate process on a free loopback port, with a data directory. */
export function spawnServe(directory: string, ...more: readonly string[]): ChildProcess {
  const options = ['--port', '0', '--data', directory, '--json', '--log', 'off', ...more];
  return spawn(process.execPath, [COMMAND, 'serve', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Starts such a sandbox and resolves when it listens. Rejects if it ends before. */
export async function startServe(
  directory: string,
  ...more: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawnServe(directory, ...more);
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code} before it listened`)));
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      if (text.endsWith('\n')) resolve((JSON.parse(text) as { readonly url: string }).url);
    });
  });
  return { child, url };
}
