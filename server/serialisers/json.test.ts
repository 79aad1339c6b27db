import { expect, test } from 'vitest';
import { isList, type ListBody, serialiseJson, serialiseList, toByteString } from './json.ts';

const list = (...data: object[]): ListBody => ({ object: 'list', data, page: { limit: 2, next_cursor: null } });

const accept = () => true;

test('serialises a list like other JSON, with frozen rows or not', () => {
  const rows = [Object.freeze({ a: '"\u2028', b: [1] }), { c: null }];
  for (const body of [list(), list(...rows), list(...rows, ...rows)])
    expect(serialiseList(body, accept).byteString).toBe(toByteString(serialiseJson(body)));
});

test('serialises the present state of a mutable row', () => {
  const row = { n: 1 };
  serialiseList(list(row), accept);
  row.n = 2;
  expect(serialiseList(list(row), accept).byteString).toContain('{"n":2}');
});

test('validates each frozen row until it was valid once', () => {
  const row = Object.freeze({ n: 7 });
  const validations: boolean[] = [];
  for (const isValid of [false, true, true, false])
    serialiseList(list(row), () => {
      validations.push(isValid);
      return isValid;
    });
  expect(validations).toEqual([false, true]);
});

test('returns the bytes of UTF-8, one per character', () => {
  for (const text of ['', 'plain', 'é', '\u{1f3e7}\u2028', '\ud800'])
    expect(Buffer.from(toByteString(text), 'latin1')).toEqual(Buffer.from(text, 'utf8'));
});

test('returns a different digest for every different list', () => {
  const rows = [Object.freeze({ a: 1 }), Object.freeze({ a: 2 }), { a: 1, b: 'é' }];
  const [one, two, three] = rows;
  const bodies = [
    list(),
    list(...rows),
    list(one as object, two as object),
    list(two as object, one as object),
    list(three as object),
  ];
  const others = bodies.map((body) => ({ ...body, page: { limit: 3, next_cursor: null } }));
  expect(new Set([...bodies, ...others].map((body) => serialiseList(body, accept).digest)).size).toBe(10);
  expect(serialiseList(list({ a: 1 }), accept).digest).toBe(serialiseList(list(one as object), accept).digest);
});

test('recognises only list envelopes as lists', () => {
  expect([list(), { object: 'settlement_derivation' }, null, 'list'].map(isList)).toEqual([true, false, false, false]);
});
