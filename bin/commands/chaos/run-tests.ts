import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createCall } from '../../control/control-plane.ts';
import type { NewFaultRule } from '../../library/client/faults.ts';
import { createSender } from '../../library/control-sender.ts';
import { startSandbox } from '../../library/start-sandbox.ts';
import type { TestRun } from './find-schedule.ts';
import { type ScheduledFault, scheduleFault } from './schedule.ts';

export interface TestCommand {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Afterwards the program is stopped, and counts as failed. Real milliseconds. */
  readonly timeoutMs: number;
  /** Whether the output of the program appears on standard error. */
  readonly isVerbose: boolean;
  /** Stops the program. */
  readonly signal: AbortSignal;
}

/** Runs a program of tests in a new sandbox with fault rules. Rejects if the program cannot be started. */
export async function runTests(testCommand: TestCommand, rules: readonly NewFaultRule[]): Promise<TestRun> {
  const sandbox = await startSandbox({ port: 0 });
  try {
    const { url, operatorToken = '' } = sandbox; // on loopback it has one
    const applied: ScheduledFault[] = [];
    sandbox.onFaultApplied((one) => applied.push(scheduleFault(one)));
    const call = createCall(createSender({ url, operatorToken, fetch: (request) => sandbox.fetch(request) }));
    await call('replaceFaultRules', { body: { faults: [...rules] } });
    const isPassed = await runProgram(testCommand, { FLEETKIT_URL: url, FLEETKIT_OPERATOR_TOKEN: operatorToken });
    return { isPassed, applied };
  } finally {
    await sandbox.close();
  }
}

/** Returns whether the program ended with 0 in time. */
async function runProgram(
  { command: [program = '', ...args], timeoutMs, isVerbose, signal }: TestCommand,
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
