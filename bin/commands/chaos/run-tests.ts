import { createCall } from '../../control/control-plane.ts';
import { listActiveKeys, makeStrictKeys } from '../../library/active-keys.ts';
import type { NewFaultRule } from '../../library/client/faults.ts';
import { createSender } from '../../library/control-sender.ts';
import { startSandbox } from '../../library/start-sandbox.ts';
import { type ProgramSettings, runProgram } from '../shared/run-program.ts';
import type { TestRun } from './find-schedule.ts';
import { type ScheduledFault, scheduleFault } from './schedule.ts';

/** How to run the tests. */
export interface TestProgram extends ProgramSettings {
  /** The id of the user of `FLEETKIT_KEY`. Default: the first one with an active key. */
  readonly user: string | undefined;
}

/**
 * Runs a program of tests in a new sandbox with fault rules. Rejects if the program cannot be started, and with a `RangeError` for an
 * unknown user.
 */
export async function runTests(program: TestProgram, rules: readonly NewFaultRule[]): Promise<TestRun> {
  const sandbox = await startSandbox({ port: 0 });
  try {
    const { url, operatorToken = '' } = sandbox; // on loopback it has one
    const keys = makeStrictKeys(listActiveKeys(sandbox.tenants, Date.parse(sandbox.start)));
    const key = keys[program.user ?? Object.keys(keys)[0] ?? ''] ?? '';
    const applied: ScheduledFault[] = [];
    sandbox.onFaultApplied((one) => applied.push(scheduleFault(one)));
    const call = createCall(createSender({ url, operatorToken, fetch: (request) => sandbox.fetch(request) }));
    await call('replaceFaultRules', { body: { faults: [...rules] } });
    const isPassed = await runProgram(program, {
      ...{ FLEETKIT_URL: url, FLEETKIT_OPERATOR_TOKEN: operatorToken, FLEETKIT_KEY: key },
    });
    return { isPassed, applied };
  } finally {
    await sandbox.close();
  }
}
