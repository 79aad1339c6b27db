import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** A sandbox in a process of its own, on a free port of the loopback address, with what it keeps in a directory. */
export function spawnServe(directory: string, ...more: readonly string[]): ChildProcess {
  const cli = join(import.meta.dirname, '../../cli.ts');
  const options = ['--port', '0', '--data', directory, '--json', '--log', 'off', ...more];
  return spawn(process.execPath, [cli, 'serve', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Likewise, once it listens. Rejects when it ends before. */
export async function serveIn(
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
