import { expect, test } from 'vitest';
import { checks } from '../../../conformance/checks/index.ts';
import { createProgram } from '../../command-line.ts';
import { suggest } from './suggest.ts';

/** Suggests for a command line, whose last word is the one to complete. */
async function suggestFor(...words: readonly string[]) {
  const { values, mayBeFile } = await suggest(await createProgram(words.slice(0, -1)), words);
  return { values: values.map(({ value }) => value), mayBeFile };
}

test.each([
  [['tri'], ['trigger']],
  [
    ['trigger', 'cash_'],
    ['cash_low', 'cash_out'],
  ],
  [['trigger', '--ter'], ['--terminal']],
  [['clock', 'a'], ['advance']],
  [['conform', 'exp'], ['explain']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['completion', 'z'], ['zsh']],
  [['conform', '--depth', 'q'], ['quick']],
  [['conform', '--depth=q'], ['--depth=quick']],
  [['conform', '--depth', '=', 'q'], ['quick']],
  [
    ['conform', '--depth', '='],
    ['quick', 'standard', 'thorough'],
  ],
  [['conform', '--quiet', '--depth', 'th'], ['thorough']],
  [['destinations', 'add', '--types', 'cash_low,cash_o'], ['cash_low,cash_out']],
  [['faults', 'add', '--operation', 'getTerminalS'], ['getTerminalStatus']],
  [['play', 'friday'], ['friday-cash-out']],
  [['unknown', ''], []],
  [['serve', '--port', ''], []],
])('suggests after %j', async (words, expected) => {
  expect(await suggestFor(...words)).toEqual({ values: expected, mayBeFile: false });
});

test('suggests all checks for an id', async () => {
  const { values } = await suggestFor('conform', '--only', '');
  expect(values).toEqual(checks.map(({ id }) => id));
  expect((await suggestFor('conform', 'explain', 'auth/')).values).toEqual(
    values.filter((id) => id.startsWith('auth/')),
  );
});

test.each([
  [['fleet', 'check', '']],
  [['conform', '--baseline', 'x']],
  [['certify', 'report.json', '']],
  [['conform', 'compare', 'one.json', '']],
  [['chaos', '--', 'npm', '']],
])('lets the shell suggest files after %j', async (words) => {
  expect(await suggestFor(...words)).toEqual({ values: [], mayBeFile: true });
});

test('suggests commands first, without those that only programs call', async () => {
  const { values } = await suggestFor('');
  expect(values[0]).toBe('serve');
  expect(values).not.toContain('complete');
});

test('suggests no terminals if no sandbox answers', async () => {
  process.env.FLEETKIT_URL = 'http://127.0.0.1:9';
  try {
    expect(await suggestFor('trigger', 'cash_low', '--terminal', '')).toEqual({ values: [], mayBeFile: false });
  } finally {
    delete process.env.FLEETKIT_URL;
  }
});
