import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { RunEnd } from '../../../../conformance/client/core/evidence.ts';

/** Limits of one run of the client. */
export interface RunLimits {
  readonly timeoutMs: number;
  readonly memoryMegabytes: number;
}

/** One run of the client's program. */
export interface ClientProcess {
  /** The standard output so far; only its end if it is long. */
  readonly output: () => string;
  /** Resolves when the program has ended. Rejects if it cannot be started. */
  readonly ended: Promise<EndedProcess>;
  /** Stops the program: it gets a second to end alone. */
  stop(): void;
}

export interface EndedProcess {
  readonly end: RunEnd;
  readonly output: string;
  readonly errors: string;
  readonly printedKey: boolean;
  readonly leftPrograms: boolean;
}

const MEGABYTE = 1024 * 1024;
const MOST_KEPT = MEGABYTE;
const MOST_PRINTED_MEGABYTES = 16;
const MOST_ERRORS = 4096;
const MEMORY_INTERVAL_MS = 200;
/** How long the output of an ended program may still arrive, if other programs keep it open. */
const CLOSE_MS = 300;
const STOP_MS = 1000;

interface StartOptions {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
  readonly limits: RunLimits;
}

/** Starts the program in its own process group, so that the programs that it starts end with it. */
export function startClient({ command: [program = '', ...args], env, key, limits }: StartOptions): ClientProcess {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let forced: RunEnd | undefined;
  const force = (end: RunEnd): void => {
    forced ??= end;
    killGroup(child, 'SIGKILL');
  };
  const stdout = collect(child.stdout, { key, most: MOST_KEPT }, () =>
    force({ kind: 'output', megabytes: MOST_PRINTED_MEGABYTES }),
  );
  const stderr = collect(child.stderr, { key, most: MOST_ERRORS }, () =>
    force({ kind: 'output', megabytes: MOST_PRINTED_MEGABYTES }),
  );
  const timer = setTimeout(() => force({ kind: 'timeout', seconds: limits.timeoutMs / 1000 }), limits.timeoutMs);
  const memory = setInterval(() => {
    if (readMegabytes(child.pid) > limits.memoryMegabytes) force({ kind: 'memory', megabytes: limits.memoryMegabytes });
  }, MEMORY_INTERVAL_MS).unref();
  const ended = awaitEnd(child).then(({ code, signal, leftPrograms }): EndedProcess => {
    const own: RunEnd = code === null ? { kind: 'signal', signal: signal ?? 'a signal' } : { kind: 'exit', code };
    return {
      end: forced ?? own,
      output: stdout.text(),
      errors: stderr.text().replaceAll(key, '***'),
      printedKey: stdout.hasKey() || stderr.hasKey(),
      leftPrograms: leftPrograms && forced === undefined,
    };
  });
  const release = (): void => {
    clearTimeout(timer);
    clearInterval(memory);
  };
  ended.then(release, release);
  return {
    output: stdout.text,
    ended,
    stop() {
      forced ??= { kind: 'stopped' };
      killGroup(child, 'SIGTERM');
      setTimeout(() => killGroup(child, 'SIGKILL'), STOP_MS).unref();
    },
  };
}

interface RawEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly leftPrograms: boolean;
}

/** Waits for the exit, then for the output, and then ends the programs that are left in the group. */
const awaitEnd = (child: ChildProcess): Promise<RawEnd> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const leftPrograms = killGroup(child, 'SIGKILL');
      const finish = (): void => {
        clearTimeout(timer);
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve({ code, signal, leftPrograms });
      };
      const timer = setTimeout(finish, CLOSE_MS);
      child.once('close', finish);
    });
  });

/** Sends a signal to all programs of the group. Returns whether there were any. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false;
  try {
    if (process.platform === 'win32') return child.exitCode === null && child.kill(signal);
    return process.kill(-child.pid, signal);
  } catch {
    return false; // the group has ended
  }
}

interface Collected {
  text(): string;
  hasKey(): boolean;
}

/** Keeps the end of a stream, and searches all of it for the key. */
function collect(
  stream: NodeJS.ReadableStream | null,
  { key, most }: { readonly key: string; readonly most: number },
  onFlood: () => void,
): Collected {
  let kept = '';
  let printed = 0;
  let hasKey = false;
  stream?.setEncoding('utf8').on('data', (part: string) => {
    printed += part.length;
    hasKey ||= (kept.slice(-key.length) + part).includes(key);
    kept = (kept + part).slice(-most);
    if (printed > MOST_PRINTED_MEGABYTES * MEGABYTE) onFlood();
  });
  stream?.on('error', () => undefined);
  return { text: () => kept, hasKey: () => hasKey };
}

/** Returns the resident memory of a program and of those that it started, in megabytes; 0 where the system does not show it. */
function readMegabytes(pid: number | undefined, depth = 0): number {
  if (pid === undefined || process.platform !== 'linux' || depth > 4) return 0;
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter((one) => one !== '');
    return (
      (Number(pages) * 4096) / MEGABYTE +
      children.reduce((sum, child) => sum + readMegabytes(Number(child), depth + 1), 0)
    );
  } catch {
    return 0; // it has ended
  }
}
