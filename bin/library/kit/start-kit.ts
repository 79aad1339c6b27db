import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../../../base/real-time.ts';
import type { KitEnd, StartKit } from '../../../server/http/control/conformance/kit-process.ts';
import { pagesFolder } from '../../../server/http/pages/pages-folder.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { parseHistory } from './parse-history.ts';

/** Limits of a process of the kit. */
export interface KitLimits {
  readonly runSeconds: number;
  readonly memoryMegabytes: number;
}

const LIMITS: KitLimits = { runSeconds: 600, memoryMegabytes: 512 };
/** The time for the kit to load and to write its reports, in addition to the time of the run. */
const GRACE_SECONDS = 20;
const MEMORY_INTERVAL_MS = 250;
/** The heap of the main thread. The thread of the checks has a limit in the kit itself. */
const HEAP_MEGABYTES = 192;
const MOST_CHANGES = 100;
const MOST_HISTORY_BYTES = 4 * 2 ** 20;
const MOST_ERROR_CHARACTERS = 1000;

/** The exit codes of `fleetkit conform` after which there is a report. */
const CODES_WITH_REPORT = [0, 1, 3, 4];

/** The variables of this process that the kit gets. All others may be secrets, or a proxy that would avoid the address policy. */
const PASSED_VARIABLES = ['NODE_EXTRA_CA_CERTS', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

const program = fileURLToPath(new URL('../../bin/fleetkit.js', pagesFolder));

/** Creates the function that starts `fleetkit conform` as a process. */
export function createStartKit(limits: KitLimits = LIMITS): StartKit {
  return (command, onProgress) => {
    const { runId, target, addresses, caFile, keys, depth, allowWrites, folder } = command;
    const history = join(folder, 'history');
    const run = startProcess(
      [
        ...['conform', target, '--depth', depth, '--progress', 'json'],
        ...['--history', history, '--format', `html=${join(folder, `${runId}.html`)}`],
        ...['--run-timeout', String(Math.max(1, limits.runSeconds - GRACE_SECONDS))],
        ...(allowWrites ? ['--allow-writes'] : []),
        ...(addresses === undefined ? [] : ['--resolve', addresses.join(',')]),
        ...(caFile === undefined ? [] : ['--ca', caFile]),
      ],
      { limits, keys, onLine: createProgressReader(onProgress) },
    );
    let comparison: RunningProcess | undefined;
    const finish = async (): Promise<KitEnd> => {
      const end = await run.ended;
      if ('reason' in end) return { kind: 'failed', message: end.reason };
      if (!CODES_WITH_REPORT.includes(end.code ?? -1)) return { kind: 'failed', message: describeFailure(end, keys) };
      comparison = startProcess(['conform', 'compare', '--history', history, '--json'], { limits, keys: new Map() });
      const compared = await comparison.ended;
      const latest = 'reason' in compared ? undefined : parseHistory(compared.output);
      if (latest === undefined) return { kind: 'failed', message: 'The kit wrote no report.' };
      const { file, result, changes } = latest;
      const reportFile = join('history', file);
      return { kind: 'report', reportFile, result, changes: changes?.slice(0, MOST_CHANGES) ?? null };
    };
    return {
      ended: finish().catch((fault: unknown) => ({
        kind: 'failed',
        message: `The kit could not be started: ${fault instanceof Error ? fault.message : String(fault)}`,
      })),
      stop() {
        run.stop();
        comparison?.stop();
      },
    };
  };
}

type Progress = SandboxSchemas['ConformanceProgress'];

/** Returns a function that reads lines of `--progress json`. Other lines are messages. */
function createProgressReader(onProgress: (progress: Progress) => void): (line: string) => void {
  let progress: Progress = { total: null, done: 0, failed: 0, check_id: null };
  return (line) => {
    const event = parseEvent(line);
    if (event === undefined) return;
    if (event.type === 'started') progress = { ...progress, total: event.checks ?? 0 };
    if (event.type === 'check-started') progress = { ...progress, check_id: event.check_id ?? null };
    if (event.type === 'check-finished')
      progress = {
        ...progress,
        done: progress.done + 1,
        failed: progress.failed + (event.outcome === 'fail' || event.outcome === 'error' ? 1 : 0),
      };
    onProgress(progress);
  };
}

interface ProgressEvent {
  readonly type: string;
  readonly checks?: number;
  readonly check_id?: string;
  readonly outcome?: string;
}

function parseEvent(line: string): ProgressEvent | undefined {
  if (!line.startsWith('{"type":')) return undefined;
  try {
    return JSON.parse(line) as ProgressEvent; // the kit of this package wrote the line
  } catch {
    return undefined;
  }
}

interface EndedProcess {
  readonly code: number | null;
  readonly output: string;
  readonly messages: string;
}

interface RunningProcess {
  /** Resolves with the reason if a limit ended the process. Rejects if it could not be started. */
  readonly ended: Promise<EndedProcess | { readonly reason: string }>;
  stop(): void;
}

interface ProcessOptions {
  readonly limits: KitLimits;
  readonly keys: ReadonlyMap<string, string>;
  readonly onLine?: (line: string) => void;
}

/** Starts the command line with the keys in its environment, at a low priority. */
function startProcess(args: readonly string[], { limits, keys, onLine }: ProcessOptions): RunningProcess {
  const child = spawn(execPath, [`--max-old-space-size=${HEAP_MEGABYTES}`, program, ...args], {
    env: createEnvironment(keys),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  lowerPriority(child);
  let reason: string | undefined;
  const end = (why: string): void => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(
    () => end(`The run took more than ${limits.runSeconds} seconds.`),
    1000 * limits.runSeconds,
  ).unref();
  const memory = setInterval(() => {
    if (readMegabytes(child.pid) > limits.memoryMegabytes)
      end(`The run needed more than ${limits.memoryMegabytes} MB of memory.`);
  }, MEMORY_INTERVAL_MS).unref();
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.length > MOST_HISTORY_BYTES) end('The kit wrote more than expected.');
  });
  let messages = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!line.startsWith('{')) messages = `${messages}${line}\n`.slice(-MOST_ERROR_CHARACTERS);
    onLine?.(line);
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<EndedProcess | { readonly reason: string }>();
  child.once('error', reject);
  child.once('close', (code) => resolve(reason === undefined ? { code, output, messages } : { reason }));
  const release = (): void => {
    clearTimeout(timer);
    clearInterval(memory);
  };
  ended.then(release, release);
  return { ended, stop: () => end('The run was canceled.') };
}

function createEnvironment(keys: ReadonlyMap<string, string>): Record<string, string> {
  const passed = PASSED_VARIABLES.flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const named = [...keys].map(([name, key]) => `${name}=${key}`).join(',');
  return { ...Object.fromEntries(passed), FLEETKIT_KEYS: named };
}

/** Keeps the server responsive. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // it has ended already
  }
}

/** Returns the resident memory of a process in megabytes; 0 where the system does not show it. */
function readMegabytes(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0; // it has ended
  }
}

/** Describes why there is no report, without keys. */
function describeFailure({ code, messages }: EndedProcess, keys: ReadonlyMap<string, string>): string {
  const text = [...keys.values()].reduce((rest, key) => rest.replaceAll(key, '...'), messages.trim());
  return text === '' ? `The kit ended with the exit code ${code ?? 'of a signal'}.` : text;
}
