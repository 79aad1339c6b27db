import { expect } from 'vitest';
import { type HostileTarget, serveHostileTarget } from './hostile-target.ts';
import { runBounded } from './run-bounded.ts';

/** A run may end later than its timeout: the kit loads first, reports afterwards, and shares the machine with others. */
const MARGIN_S = 45;
const MOST_MIB = 512;

/** Runs the command against a target in a separate process. Expects a report that is no pass, in time and within the memory. */
export async function expectBoundedRun(target: HostileTarget, runTimeoutS: number): Promise<void> {
  const server = await serveHostileTarget(target);
  const { exitCode, stdout, maxRssMib } = await runBounded(
    server.url,
    ['--quiet', '--allow-writes', '--timeout', '4', '--run-timeout', String(runTimeoutS)],
    (runTimeoutS + MARGIN_S) * 1000,
  );
  await server.close();
  expect([1, 3, 4]).toContain(exitCode); // null if it was killed
  expect(stdout).toMatch(new RegExp(`^Exit ${exitCode} `, 'm'));
  expect(maxRssMib).toBeLessThan(MOST_MIB);
}
