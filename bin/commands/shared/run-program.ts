import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { toPrintable } from './printable.ts';

/** How to run a program of the user. */
export interface ProgramSettings {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Afterwards the program is stopped, and counts as failed. Real milliseconds. */
  readonly timeoutMs: number;
  /** Whether the output of the program appears on standard error. */
  readonly isVerbose: boolean;
  /** Stops the program. */
  readonly signal: AbortSignal;
}

/** Returns whether the program ended with 0 in time. Rejects if it cannot be started. */
export async function runProgram(
  { command: [program = '', ...args], timeoutMs, isVerbose, signal }: ProgramSettings,
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', isVerbose ? process.stderr.fd : 'ignore', isVerbose ? process.stderr.fd : 'ignore'],
    detached: process.platform !== 'win32', // so that the programs that it starts can be stopped with it
  });
  const stop = (): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(stop, timeoutMs);
  signal.addEventListener('abort', stop);
  try {
    const [code] = await once(child, 'close');
    return code === 0;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Returns why a program cannot be started; undefined for any other error. */
export function describeStartFailure(error: unknown, [program = '']: readonly string[]): string | undefined {
  const { syscall, code } = error as NodeJS.ErrnoException; // errors of other kinds have no such members
  return syscall?.startsWith('spawn') === true ? `${toPrintable(program)} cannot be started: ${code}.` : undefined;
}
