import { describe, expect, test } from 'vitest';
import { parseAnswer } from './answer.ts';
import { formatHundredths, parseHundredths } from './decimal.ts';
import { type Expected, findDifferences } from './expected.ts';

describe('an answer', () => {
  test.each([
    ['log\n{"a":1}\n\n', 0, { kind: 'value', value: { a: '1' } }],
    ['[90071992547409931.25]', 0, { kind: 'value', value: ['90071992547409931.25'] }],
    ['{"error":"gone"}', 0, { kind: 'error', message: 'gone' }],
    ['{"a":1}', 3, { kind: 'error', message: 'the program ended with exit code 3' }],
    ['{"error":"gone"}', 1, { kind: 'error', message: 'gone' }],
    ['{"error":null,"a":"x"}', 0, { kind: 'value', value: { error: null, a: 'x' } }],
    ['', 0, { kind: 'none', reason: 'the program printed nothing on standard output' }],
    ['Traceback', 0, { kind: 'none', reason: 'the last line of standard output is no JSON: Traceback' }],
    ['{"a":1}', null, { kind: 'value', value: { a: '1' } }],
  ])('of the output %j and the exit code %j is parsed', (output, code, answer) => {
    expect(parseAnswer(output, code)).toEqual(answer);
  });

  test('with many brackets is no JSON', () => {
    expect(parseAnswer('['.repeat(100_000), 0)).toMatchObject({ kind: 'none' });
  });
});

test.each([
  ['12.50', 1250n],
  ['12.5', 1250n],
  ['1E+2', 10_000n],
  ['1.25e1', 1250n],
  ['-0.07', -7n],
  ['0.300', 30n],
  ['100000000000000000.01', 10_000_000_000_000_000_001n],
  ['0.30000000000000004', undefined],
  ['1,000.00', undefined],
  ['$5', undefined],
  ['', undefined],
])('the amount %j is parsed exactly', (text, hundredths) => {
  expect(parseHundredths(text)).toBe(hundredths);
});

test('amounts are formatted with two decimals', () => {
  expect([0n, 7n, -7n, 1250n].map(formatHundredths)).toEqual(['0.00', '0.07', '-0.07', '12.50']);
});

describe('differences are found between', () => {
  const check = (value: string, expected: Expected) => findDifferences(parseAnswer(value, 0), expected);

  test('sets', () => {
    const ids: Expected = { ids: { kind: 'set', values: ['a', 'b'], optional: ['c'] } };
    expect(check('{"ids":["b","a"]}', ids)).toEqual([]);
    expect(check('["b","a","c"]', ids)).toEqual([]);
    expect(check('{"ids":["b","d","d"]}', ids)).toEqual([
      'ids: 1 of 2 are missing (a), 1 do not belong to it (d), 1 are listed twice',
    ]);
    expect(check('{"id":["b"]}', ids)).toEqual(['ids: expected a list of texts, got nothing']);
  });

  test('numbers as numbers and as texts', () => {
    const both: Expected = { n: { kind: 'count', value: 3 }, sum: { kind: 'amount', hundredths: 1250n } };
    expect(check('{"n":"3","sum":12.5}', both)).toEqual([]);
    expect(check('{"n":3,"sum":"12.50","more":[]}', both)).toEqual([]);
    expect(check('{"n":4,"sum":12.51}', both)).toEqual(['n: expected 3, got "4"', 'sum: expected 12.50, got "12.51"']);
    expect(check('12.5', both)).toEqual(['expected a JSON object with n, sum']);
  });

  test('lists', () => {
    const ids: Expected = { ids: { kind: 'list', values: ['a', 'b'] } };
    expect(check('["a","b"]', ids)).toEqual([]);
    expect(check('["b","a"]', ids)).toEqual(['ids: expected a at place 1, got b']);
  });

  test('items', () => {
    const items: Expected = { items: { kind: 'items', key: 'guid', items: [{ guid: 'g', title: 'A & B' }] } };
    expect(check('{"items":[{"title":"A & B","guid":"g"}]}', items)).toEqual([]);
    expect(check('{"items":[{"title":"A &amp; B","guid":"g"}]}', items)).toEqual([
      'items: g: expected title "A & B", got "A &amp; B"',
    ]);
    expect(check('{"items":[null]}', items)).toEqual(['items: 1 of 1 are missing (g)']);
  });
});
