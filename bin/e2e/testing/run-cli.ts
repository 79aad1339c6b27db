import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { runCommandLine } from '../../command-line.ts';
import type { Sandbox } from '../../library/index.ts';

/** What a command printed, and its exit code. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunSettings {
  /** Added to the environment, which is otherwise without any variable of fleetkit. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A command that is running. */
export interface Running {
  readonly ended: Promise<Ran>;
  /** What it has printed so far. */
  out(): string;
  err(): string;
  /** Resolves once it has printed `text` that many times, on either stream. */
  printed(text: string, times?: number): Promise<void>;
}

let previousRun: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, with its output captured; calls run one after the other, because output, environment
 * and exit code belong to the process. For commands that end on their own and read no standard input.
 */
export const runFleetkit = (args: readonly string[], settings: RunSettings = {}): Promise<Ran> =>
  startFleetkit(args, settings).ended;

/** Runs `act` as `runFleetkit` runs a command: with its output and exit code captured. */
export const runCaptured = (act: () => Promise<void>): Promise<Ran> => startCaptured(act, {}).ended;

/** The same, for a test that acts while the command runs. */
export const startFleetkit = (args: readonly string[], settings: RunSettings = {}): Running =>
  startCaptured(() => runCommandLine(args), settings);

function startCaptured(act: () => Promise<void>, settings: RunSettings): Running {
  const output = new Output();
  const ended = previousRun.then(() => capture(act, settings, output));
  previousRun = ended.catch(() => undefined);
  return output.running(ended);
}

/** What a command prints, and who waits for it. */
class Output {
  readonly text = { stdout: '', stderr: '' };
  readonly #waiting: { readonly isPrinted: () => boolean; readonly resolve: () => void }[] = [];

  add(stream: 'stdout' | 'stderr', chunk: string): void {
    this.text[stream] += chunk;
    for (const { isPrinted, resolve } of this.#waiting) if (isPrinted()) resolve();
  }

  running(ended: Promise<Ran>): Running {
    return {
      ended,
      out: () => this.text.stdout,
      err: () => this.text.stderr,
      printed: (text, times = 1) =>
        new Promise((resolve) => {
          const isPrinted = () => `${this.text.stdout}${this.text.stderr}`.split(text).length > times;
          if (isPrinted()) resolve();
          else this.#waiting.push({ isPrinted, resolve });
        }),
    };
  }
}

async function capture(act: () => Promise<void>, { env, cwd }: RunSettings, output: Output): Promise<Ran> {
  const before = { env: { ...process.env }, cwd: process.cwd(), exitCode: process.exitCode };
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      output.add(name, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      const done = rest.find((one) => typeof one === 'function');
      if (done !== undefined) process.nextTick(done as () => void);
      return true;
    }) as typeof process.stdout.write; // the overloads differ in optional parameters only
  }
  setEnvironment(environmentWith(env));
  process.exitCode = undefined;
  if (cwd !== undefined) process.chdir(cwd);
  try {
    await act();
    return { code: Number(process.exitCode ?? 0), ...output.text };
  } finally {
    process.stdout.write = writes.stdout;
    process.stderr.write = writes.stderr;
    setEnvironment(before.env);
    process.exitCode = before.exitCode;
    process.chdir(before.cwd);
  }
}

/** Runs a command in a process of its own; `piped` is its standard input. */
export const spawnFleetkit = (args: readonly string[], settings: RunSettings = {}, piped = ''): Promise<Ran> =>
  startProcess(args, settings, piped).ended;

/** Starts a command in a process of its own, for a test that signals or kills it. */
export function startProcess(
  args: readonly string[],
  settings: RunSettings = {},
  piped = '',
): Running & { readonly child: ChildProcess } {
  const cli = join(import.meta.dirname, '../../cli.ts');
  const child = spawn(process.execPath, [cli, ...args], { env: environmentWith(settings.env), cwd: settings.cwd });
  const output = new Output();
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => output.add(stream, text));
  child.stdin.on('error', () => undefined); // it need not read
  child.stdin.end(piped);
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output.text }));
  });
  return { child, ...output.running(ended) };
}

/** Changes the environment itself, which Node reads in other ways than through `process.env` too. */
function setEnvironment(wanted: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (wanted[name] === undefined) delete process.env[name];
  Object.assign(process.env, wanted);
}

function environmentWith(added: RunSettings['env']): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('FLEETKIT_'));
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', ...added };
}

/** The environment of the operator of a sandbox. */
export const operatorOf = ({ url, operatorToken }: Pick<Sandbox, 'url' | 'operatorToken'>): Record<string, string> => ({
  FLEETKIT_URL: url,
  FLEETKIT_OPERATOR_TOKEN: operatorToken,
});

/** Runs commands in this process, as the operator of a sandbox. */
export const fleetkitAt =
  (sandbox: Pick<Sandbox, 'url' | 'operatorToken'>) =>
  (args: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
    runFleetkit(args, { env: { ...operatorOf(sandbox), ...env } });
