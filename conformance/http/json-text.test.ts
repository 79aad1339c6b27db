import { expect, test } from 'vitest';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES, parseJson } from './json-text.ts';

const nest = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('parses JSON up to the maximum depth, and refuses deeper JSON', () => {
  expect(parseJson(nest(MAX_JSON_DEPTH)).isUnreadable).toBe(false);
  expect(parseJson(nest(MAX_JSON_DEPTH + 1))).toEqual({
    isUnreadable: true,
    reason: 'its JSON is nested too deep to parse',
  });
});

test('refuses JSON with more values than the maximum, and parses a long text', () => {
  const commas = ','.repeat(MAX_JSON_VALUES + 1);
  expect(parseJson(`[${'1,'.repeat(MAX_JSON_VALUES)}1]`)).toEqual({
    isUnreadable: true,
    reason: 'its JSON has more than 1,500,000 values',
  });
  expect(parseJson(JSON.stringify([commas]))).toEqual({ isUnreadable: false, value: [commas] });
});

test.each([
  ['brackets in strings', [`${'['.repeat(300)}`, { '{{': ']' }]],
  ['escaped quotes and backslashes at the end of strings', ['\\', '\\"', '"', `\\\\"${'['.repeat(300)}`]],
  ['scalars', 'text [[['],
])('ignores %s in the depth', (_, value) => {
  expect(parseJson(JSON.stringify(value))).toEqual({ isUnreadable: false, value });
});

test.each([
  ['no JSON', '<a>,,,</a>'],
  ['an unterminated string', '["a'],
  ['an empty text', ''],
])('returns undefined for %s', (_, text) => {
  expect(parseJson(text)).toEqual({ isUnreadable: false, value: undefined });
});
