import { expect, test, vi } from 'vitest';
import { parseJsonObject } from './json-object.ts';

test('returns the object of a text', () => {
  expect(parseJsonObject(' {"a": [1, {"b": null}]}\n')).toEqual({ object: { a: [1, { b: null }] } });
});

test.each([
  ['', 'Expected an object, such as {"hello": "world"}.'],
  [' \n', 'Expected an object, such as {"hello": "world"}.'],
  ['[]', 'Expected an object, such as {"hello": "world"}; this is a list.'],
  ['null', 'Expected an object, such as {"hello": "world"}; this is null.'],
  ['"a"', 'Expected an object, such as {"hello": "world"}; this is a string.'],
  ['7', 'Expected an object, such as {"hello": "world"}; this is a number.'],
  ['{"a": 1', 'Line 1, column 8: the text ends too early. Expected valid JSON.'],
  ['{\n  "a": 1,\n}', 'Line 3, column 1: "}" is not expected here. Expected valid JSON.'],
  ["{'a': 1}", `Line 1, column 2: "'" is not expected here. Expected valid JSON.`],
  ['{"a": 1}}', 'Line 1, column 9: "}" is not expected here. Expected valid JSON.'],
  ['{"a": }', 'Line 1, column 7: "}" is not expected here. Expected valid JSON.'],
  [
    `{"long": "${'x'.repeat(90)}",\n "c": [1, 2,, 3]}`,
    'Line 2, column 13: "," is not expected here. Expected valid JSON.',
  ],
  ['{"a": 1 💶}', 'Line 1, column 9: "💶" is not expected here. Expected valid JSON.'],
])('rejects %j with the place of the fault', (text, fault) => {
  expect(parseJsonObject(text)).toEqual({ fault });
});

test.each([
  ['SyntaxError: JSON.parse: unexpected character at line 2 column 3 of the JSON data', 'Line 2, column 3: "x" is not'],
  ['SyntaxError: JSON Parse error: Unexpected EOF at the end', 'Line 2, column 4: the text ends too early.'],
  ['SyntaxError: something else', 'Expected valid JSON.'],
])('reads the place from the message of another engine: %s', (message, start) => {
  const parse = vi.spyOn(JSON, 'parse').mockImplementation(() => {
    throw message;
  });
  const parsed = parseJsonObject('{\n  x');
  parse.mockRestore();
  expect(parsed).toMatchObject({ fault: expect.stringContaining(start) });
});
