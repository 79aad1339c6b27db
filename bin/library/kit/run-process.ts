import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../../../base/real-time.ts';
import { pagesFolder } from '../../../server/http/pages/pages-folder.ts';

/** Limits of a process of the kit. */
export interface KitLimits {
  readonly runSeconds: number;
  readonly memoryMegabytes: number;
}

const MEMORY_INTERVAL_MS = 250;
/** The heap of the main thread. The thread of the checks has a limit in the kit itself. */
const HEAP_MEGABYTES = 192;
const MOST_OUTPUT_BYTES = 4 * 2 ** 20;
const MOST_ERROR_CHARACTERS = 1000;

/** The variables of this process that the kit gets. All others may be secrets, or a proxy that would avoid the address policy. */
const PASSED_VARIABLES = ['NODE_EXTRA_CA_CERTS', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

const program = fileURLToPath(new URL('../../bin/fleetkit.js', pagesFolder));

export interface EndedProcess {
  readonly code: number | null;
  readonly output: string;
  readonly messages: string;
}

export interface RunningProcess {
  /** Resolves with the reason if a limit ended the process. Rejects if it could not be started. */
  readonly ended: Promise<EndedProcess | { readonly reason: string }>;
  stop(): void;
}

export interface ProcessOptions {
  readonly limits: KitLimits;
  /** The variables that contain secrets. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly onLine?: (line: string) => void;
}

/** Starts the command line with secrets in its environment, at a low priority. */
export function startProcess(args: readonly string[], { limits, secrets, onLine }: ProcessOptions): RunningProcess {
  const child = spawn(execPath, [`--max-old-space-size=${HEAP_MEGABYTES}`, program, ...args], {
    env: { ...readPassedVariables(), ...secrets },
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
    if (output.length > MOST_OUTPUT_BYTES) end('The kit wrote more than expected.');
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

const readPassedVariables = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    PASSED_VARIABLES.flatMap((name): [string, string][] => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

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
