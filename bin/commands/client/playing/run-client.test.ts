import { expect, test } from 'vitest';
import { type RunLimits, startClient } from './run-client.ts';

const KEY = 'sbx-secret-of-this-test';
const LIMITS: RunLimits = { timeoutMs: 20_000, memoryMegabytes: 2048 };

const run = (program: string, limits: Partial<RunLimits> = {}) =>
  startClient({
    ...{ command: [process.execPath, '-e', program], env: { FLEETKIT_KEY: KEY }, key: KEY },
    limits: { ...LIMITS, ...limits },
  }).ended;

test('returns output, exit code and errors', async () => {
  expect(await run("console.log('1'); console.error('no'); process.exitCode = 4")).toEqual({
    ...{ end: { kind: 'exit', code: 4 }, output: '1\n', errors: 'no\n', printedKey: false, leftPrograms: false },
  });
});

test('reports a printed key, and hides it in the errors', async () => {
  const { printedKey, errors } = await run('console.error(process.env.FLEETKIT_KEY)');
  expect([printedKey, errors]).toEqual([true, '***\n']);
});

test('keeps the end of a long output', async () => {
  const { output, end } = await run(
    "for (let i = 0; i < 300; i += 1) console.log('x'.repeat(9999)); console.log('last')",
  );
  expect(end).toEqual({ kind: 'exit', code: 0 });
  expect(output.endsWith('\nlast\n')).toBe(true);
});

test('ends the programs that the program left behind', async () => {
  const child =
    "require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })";
  const { leftPrograms, output } = await run(`const child = ${child}; console.log(child.pid); child.unref()`);
  expect(leftPrograms).toBe(true);
  const pid = Number(output);
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.runIf(process.platform === 'linux')('stops a program that uses too much memory', async () => {
  const { end } = await run('const all = []; for (;;) all.push(Buffer.alloc(4e6, 1))', { memoryMegabytes: 300 });
  expect(end).toEqual({ kind: 'memory', megabytes: 300 });
});

test('reports a signal', async () => {
  expect((await run("process.kill(process.pid, 'SIGKILL')")).end).toEqual({ kind: 'signal', signal: 'SIGKILL' });
});

test('rejects if the program cannot be started', async () => {
  const { ended } = startClient({ command: ['no-such-program-7'], env: {}, key: KEY, limits: LIMITS });
  await expect(ended).rejects.toMatchObject({ code: 'ENOENT' });
});
