import { expect, test } from 'vitest';
import { MAX_NESTING } from '../../../base/nesting/nesting.ts';
import { findRepeatedMember, MAX_JSON_VALUES, parseExactJson, parseJson } from './json-text.ts';

const nest = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('parses JSON up to the maximum depth, and refuses deeper JSON', () => {
  expect(parseJson(nest(MAX_NESTING)).isUnreadable).toBe(false);
  expect(parseJson(nest(MAX_NESTING + 1))).toEqual({
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

test.each<[string, string, string | undefined]>([
  ['in an object', '{"a":1,"b":{"c":"x", "c":"y"}}', 'c'],
  ['in an object of a list', '[{"a":1},{"b":[2],"a":0,"b":[3]}]', 'b'],
  ['in another spelling', '{"a":1,"\\u0061":2}', 'a'],
  ['with the same value', '{"a":{"x":1},"a": {"x":1} }', undefined],
  ['in different objects', '[{"a":1},{"a":2},{"b":{"a":3}}]', undefined],
  ['as a value', '{"a":"b","b":"a","c":"a"}', undefined],
  ['in a text', '{"a":"{\\"b\\":1,\\"b\\":2}"}', undefined],
  ['as __proto__', '{"__proto__":1,"__proto__":2}', '__proto__'],
])('finds a member that occurs twice %s, if the values differ', (_, text, name) => {
  expect(findRepeatedMember(text, JSON.parse(text))).toBe(name);
});

test('finds a repeated member in a list of 200,000 rows', () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => `{"id":"row-${index}","amount":"1.00"}`);
  const text = `[${rows.join(',')},{"id":"x","id":"y"}]`;
  expect(findRepeatedMember(text, JSON.parse(text))).toBe('id');
});

test.each([
  ['{"id":9100000000000007930,"n":12}', { id: '9100000000000007930', n: 12 }],
  ['[-9100000000000007930, 1.5e300, "9100000000000007930"]', ['-9100000000000007930', 1.5e300, '9100000000000007930']],
  ['{"id":1234567890123456}', { id: 1234567890123456 }],
])('keeps the digits of large integers: %s', (text, value) => {
  expect(parseExactJson(text)).toEqual({ isUnreadable: false, value });
});
