import { type ChildProcess, spawn } from 'node:child_process';
import { runCommandLine } from '../../command-line.ts';
import type { Sandbox } from '../../library/index.ts';
import { COMMAND } from './built-code.ts';

/** The output and the exit code of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandSettings {
  /** Added to the environment, from which all variables of fleetkit are removed. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A running command. */
export interface RunningCommand {
  readonly ended: Promise<CommandResult>;
  /** Returns standard output so far. */
  out(): string;
  err(): string;
  /** Resolves when the output of both streams contains `text` that many times. */
  printed(text: string, times?: number): Promise<void>;
}

let previousRun: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process and captures its output. Calls run one at a time, because output, environment and exit
 * code belong to the process. Use it for commands that exit and do not read standard input.
 */
export const runFleetkit = (args: readonly string[], settings: CommandSettings = {}): Promise<CommandResult> =>
  startFleetkit(args, settings).ended;

/** Runs `act` and captures its output and exit code, like `runFleetkit`. */
export const runCaptured = (act: () => Promise<void>): Promise<CommandResult> => startCaptured(act, {}).ended;

/** Starts a command in this process, for a test that acts while the command runs. */
export const startFleetkit = (args: readonly string[], settings: CommandSettings = {}): RunningCommand =>
  startCaptured(() => runCommandLine(args), settings);

function startCaptured(act: () => Promise<void>, settings: CommandSettings): RunningCommand {
  const output = new Output();
  const ended = previousRun.then(() => capture(act, settings, output));
  previousRun = ended.catch(() => undefined);
  return output.running(ended);
}

/** Collects the output of a command and resolves waiting promises. */
class Output {
  readonly text = { stdout: '', stderr: '' };
  readonly #waiting: { readonly isPrinted: () => boolean; readonly resolve: () => void }[] = [];

  add(stream: 'stdout' | 'stderr', chunk: string): void {
    this.text[stream] += chunk;
    for (const { isPrinted, resolve } of this.#waiting) if (isPrinted()) resolve();
  }

  running(ended: Promise<CommandResult>): RunningCommand {
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

async function capture(
  act: () => Promise<void>,
  { env, cwd }: CommandSettings,
  output: Output,
): Promise<CommandResult> {
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
  setEnvironment(createEnvironment(env));
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

/** Runs a command in a separate process; `piped` is its standard input. */
export const spawnFleetkit = (
  args: readonly string[],
  settings: CommandSettings = {},
  piped = '',
): Promise<CommandResult> => startProcess(args, settings, piped).ended;

/** Starts a command in a separate process, for a test that signals or kills it. */
export function startProcess(
  args: readonly string[],
  settings: CommandSettings = {},
  piped = '',
): RunningCommand & { readonly child: ChildProcess } {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: createEnvironment(settings.env),
    cwd: settings.cwd,
  });
  const output = new Output();
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => output.add(stream, text));
  child.stdin.on('error', () => undefined); // the command may not read its input
  child.stdin.end(piped);
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output.text }));
  });
  return { child, ...output.running(ended) };
}

/** Sets the variables of `process.env` in place, because Node.js also reads the environment directly. */
function setEnvironment(wanted: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (wanted[name] === undefined) delete process.env[name];
  Object.assign(process.env, wanted);
}

function createEnvironment(added: CommandSettings['env']): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('FLEETKIT_'));
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', ...added };
}

/** Returns the environment of the operator of a sandbox. */
export const createOperatorEnvironment = ({
  url,
  operatorToken,
}: Pick<Sandbox, 'url' | 'operatorToken'>): Record<string, string> => ({
  FLEETKIT_URL: url,
  FLEETKIT_OPERATOR_TOKEN: operatorToken,
});

/** Returns a function that runs commands in this process as the operator of `sandbox`. */
export const createRunner =
  (sandbox: Pick<Sandbox, 'url' | 'operatorToken'>) =>
  (args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> =>
    runFleetkit(args, { env: { ...createOperatorEnvironment(sandbox), ...env } });
