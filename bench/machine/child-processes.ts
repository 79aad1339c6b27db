import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { listTree } from './process-tree.ts';

/*
 * Starts all child processes of the benchmark, and stops them when the benchmark ends for any reason. Stops only these
 * processes, by pid.
 */

const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) killAll(listPids(child), 'SIGKILL');
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const PIN = 'taskset';
const ALL_CORES = `0-${cpus().length - 1}`;

/** Whether servers run on the first core, and the load and this process on the second. */
export const isPinned = pinThisProcess();

export interface ServerCommand {
  /** Arguments of Node.js. */
  readonly args: readonly string[];
  /** Environment variables in addition to those of this process, except `NODE_ENV`. */
  readonly env: Readonly<Record<string, string>>;
  /** Receives its output. */
  readonly logFile: string;
  /** Runs it on all cores, and not only on the first one. */
  readonly isOnAllCores?: boolean;
}

export function startServer({ args, env, logFile, isOnAllCores = false }: ServerCommand): ChildProcess {
  const pin = isPinned ? [PIN, '-c', isOnAllCores ? ALL_CORES : '0'] : [];
  const [command = process.execPath, ...rest] = [...pin, process.execPath, ...args];
  const { NODE_ENV: _, ...inherited } = process.env;
  const log = openSync(logFile, 'w');
  const child = spawn(command, rest, { env: { ...inherited, ...env }, stdio: ['ignore', log, log] });
  closeSync(log);
  return trackChild(child);
}

/** Sends SIGTERM to the child and its children, and SIGKILL after two seconds. Resolves when the child has ended. */
export async function stopChild(child: ChildProcess): Promise<void> {
  const pids = listPids(child);
  killAll(pids, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < 2000 && pids.some(isAlive); waitedMs += 20) await pause(20);
  killAll(pids, 'SIGKILL');
  if (hasEnded(child)) return;
  await once(child, 'exit');
}

export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Receives its output. */
  readonly logFile: string;
  /** Kills the command and its children. */
  readonly signal: AbortSignal;
}

/** Runs a command on all cores until it ends, with any exit code. Rejects if the command does not exist. */
export async function runCommand({ command, args, env, cwd, logFile, signal }: ChildCommand): Promise<void> {
  const [first = command, ...rest] = [...(isPinned ? [PIN, '-c', ALL_CORES] : []), command, ...args];
  const log = openSync(logFile, 'w');
  const child = trackChild(spawn(first, rest, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log] }));
  closeSync(log);
  const end = (): void => killAll(listPids(child), 'SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  try {
    await once(child, 'exit');
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Runs a command and returns its output. Rejects if it fails. */
export async function readOutput(command: string, args: readonly string[]): Promise<string> {
  const child = trackChild(spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${command} ended with ${child.exitCode ?? child.signalCode}: ${output}`);
  return output;
}

/** Returns whether the command exists. Ignores the result of `--version`. */
export const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

function trackChild(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

const listPids = (child: ChildProcess): readonly number[] =>
  child.pid === undefined || hasEnded(child) ? [] : listTree(child.pid);

function killAll(pids: readonly number[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of pids.toReversed()) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function pinThisProcess(): boolean {
  const succeeds = (...args: readonly string[]): boolean => spawnSync(PIN, args).status === 0;
  return succeeds('-c', '0', 'true') && succeeds('-a', '-c', '-p', '1', String(process.pid));
}
