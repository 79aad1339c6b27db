import { expect, test } from 'vitest';
import { isYamlNestedTooDeep } from '../../base/yaml/yaml-nesting.ts';
import { parseBaseline } from '../baseline/baseline-file.ts';
import { readReport } from '../baseline/compare-reports.ts';
import { loadScheme } from '../webhooks/scheme-file.ts';
import { loadConfig } from './load.ts';

/* Files of users, nested far deeper than the stack allows. */

const DEPTH = 100_000;
const NESTED: readonly (readonly [string, string])[] = [
  ['lists in brackets', `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`],
  ['lists that do not end', '['.repeat(DEPTH)],
  ['objects', `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`],
  ['a value of a member', `keys: ${'{a: '.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`],
  ['lists on one line', `${'- '.repeat(DEPTH / 4)}1`],
  ['keys on one line', `${'? '.repeat(DEPTH / 4)}1`],
];

test.each(NESTED)('a config, a scheme and a baseline of %s have a problem, and no other effect', (_, text) => {
  expect(loadConfig(text, 'a.yaml')).toEqual({ problem: expect.stringContaining('a.yaml: ') });
  expect(loadScheme(text.slice(0, 100_000), 'a.yaml')).toEqual({ problem: expect.stringContaining('a.yaml: ') });
  expect(parseBaseline(text, ['a'], String)).toEqual({ problems: [expect.stringContaining('nested too deep')] });
});

test('a report nested too deep is no report', () => {
  const [, text] = NESTED[2] ?? expect.fail();
  expect(readReport(text)).toEqual({ problem: expect.stringContaining('nested too deep') });
});

test('brackets in strings, comments and sequences of many lines are not deep', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `- "[${n}" # [{\n- '{'\n- plain [ text\n- [a, {b: c}]\n`);
  expect(isYamlNestedTooDeep(lines.join(''))).toBe(false);
});
