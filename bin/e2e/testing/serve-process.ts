import { type ChildProcess, spawn } from 'node:child_process';
import { COMMAND } from './built-code.ts';

/** Starts a sandbox in a separate process on a free loopback port, with a data directory. */
export const spawnServe = (directory: string, ...more: readonly string[]): ChildProcess =>
  spawnNode([COMMAND, 'serve', ...formatOptions(directory), ...more]);

const formatOptions = (directory: string) => ['--port=0', `--data=${directory}`, '--json', '--log=off'];

const spawnNode = (parameters: readonly string[]): ChildProcess =>
  spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });

/** Starts such a sandbox and resolves when it listens. Rejects if it ends before. */
export const startServe = (directory: string, ...more: readonly string[]): Promise<Serving> =>
  waitForUrl(spawnServe(directory, ...more));

/**
 * Starts a hosted sandbox behind one proxy, whose limits per minute no test reaches, with `heapMb` megabytes for JavaScript objects.
 * Resolves when it listens.
 */
export function startHosted(
  directory: string,
  { operatorToken, heapMb }: { readonly operatorToken: string; readonly heapMb: number },
): Promise<Serving> {
  const hosted = ['--hosted', '--public-url', 'http://127.0.0.1', '--trust-proxy', '1', '--rate-limit', '60000'];
  const options = [...formatOptions(directory), ...hosted, '--operator-token', operatorToken];
  return waitForUrl(spawnNode([`--max-old-space-size=${heapMb}`, COMMAND, 'serve', ...options]));
}

interface Serving {
  readonly child: ChildProcess;
  readonly url: string;
}

async function waitForUrl(child: ChildProcess): Promise<Serving> {
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.once('exit', (code, signal) =>
      reject(new Error(`the sandbox ended with ${code ?? signal} before it listened`)),
    );
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      if (text.endsWith('\n')) resolve((JSON.parse(text) as { readonly url: string }).url);
    });
  });
  return { child, url };
}
