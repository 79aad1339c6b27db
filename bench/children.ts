import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { treeOf } from './process-tree.ts';

/*
 * Every process that the benchmark starts is started here, and is ended however the benchmark ends. Only these are ever
 * ended, by their pids.
 */

const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) kill(pidsOf(child), 'SIGKILL');
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const PIN = 'taskset';
const ALL_CORES = `0-${cpus().length - 1}`;

/** Whether servers have the first core for themselves, and the load and this process the second. */
export const isPinned = pinThisProcess();

export interface ServerCommand {
  /** Arguments of the Node that runs the benchmark. */
  readonly args: readonly string[];
  /** Environment variables on top of this process's own, without its `NODE_ENV`. */
  readonly env: Readonly<Record<string, string>>;
  /** Where its output goes. */
  readonly logFile: string;
}

export function startServer({ args, env, logFile }: ServerCommand): ChildProcess {
  const [command = process.execPath, ...rest] = [...(isPinned ? [PIN, '-c', '0'] : []), process.execPath, ...args];
  const { NODE_ENV: _, ...inherited } = process.env;
  const log = openSync(logFile, 'w');
  const child = spawn(command, rest, { env: { ...inherited, ...env }, stdio: ['ignore', log, log] });
  closeSync(log);
  return tracked(child);
}

/** Asks the child to end, insists after two seconds, and resolves when it and all it started are gone. */
export async function stop(child: ChildProcess): Promise<void> {
  const pids = pidsOf(child);
  kill(pids, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < 2000 && pids.some(isAlive); waitedMs += 20) await pause(20);
  kill(pids, 'SIGKILL');
  if (hasEnded(child)) return;
  await once(child, 'exit');
}

export interface LongCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables on top of this process's own. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Where its output goes. */
  readonly logFile: string;
  /** Ends it, and all it started, before its time. */
  readonly signal: AbortSignal;
}

/** Runs a command on all cores until it ends, however it does. Rejects when there is no such command. */
export async function ended({ command, args, env, cwd, logFile, signal }: LongCommand): Promise<void> {
  const [first = command, ...rest] = [...(isPinned ? [PIN, '-c', ALL_CORES] : []), command, ...args];
  const log = openSync(logFile, 'w');
  const child = tracked(spawn(first, rest, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log] }));
  closeSync(log);
  const end = (): void => kill(pidsOf(child), 'SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  try {
    await once(child, 'exit');
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Runs a command to its end and gives what it printed. Rejects when it fails. */
export async function outputOf(command: string, args: readonly string[]): Promise<string> {
  const child = tracked(spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${command} ended with ${child.exitCode ?? child.signalCode}: ${output}`);
  return output;
}

/** Whether there is such a command, whatever it makes of being asked for its version. */
export const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

function tracked(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

const pidsOf = (child: ChildProcess): readonly number[] =>
  child.pid === undefined || hasEnded(child) ? [] : treeOf(child.pid);

function kill(pids: readonly number[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of pids.toReversed()) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
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
