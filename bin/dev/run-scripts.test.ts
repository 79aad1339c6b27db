import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runScripts } from './run-scripts.ts';

test('prints the output of each script in the given order, and returns those that failed', async () => {
  const scripts = new Map([
    ['first', 'printf one; printf two >&2'],
    ['second', 'echo three; exit 3'],
    ['third', 'no-such-program'],
    ['killed', 'kill -9 $$'],
  ]);
  const printed: string[] = [];
  const failed = await runScripts(['second', 'first', 'third', 'killed'], scripts, (text) => printed.push(text));
  expect(failed).toEqual(['second', 'third', 'killed']);
  expect(printed).toEqual([
    '\n> second (exit code 3)\nthree\n',
    expect.stringMatching(/^\n> first\n(onetwo|twoone)$/),
    expect.stringMatching(/^\n> third \(exit code 127\)\n.*no-such-program/),
    '\n> killed (exit code 1)\n',
    '\nFailed: second, third, killed\n',
  ]);
});

test('runs nothing if a name is unknown', async () => {
  const print = (text: string) => expect.unreachable(text);
  await expect(runScripts(['known', 'other'], new Map([['known', 'echo']]), print)).rejects.toThrow('no script other');
});

test('npm run check:static runs every static check', () => {
  const { scripts } = packageJson;
  const groups = ['check:static', 'check:conformance'];
  const checks = Object.keys(scripts).filter((name) => name.startsWith('check:') && !groups.includes(name));
  expect(scripts['check:static'].split(' ').slice(2).toSorted()).toEqual(checks.toSorted());
});
