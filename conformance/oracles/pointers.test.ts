import { expect, test } from 'vitest';
import { heldAt, problemOfPointer, segmentOf, textsAt, valueAt, valuesAt } from './pointers.ts';

test('finds values in arrays, in keyed objects, and at the root', () => {
  expect(valuesAt([{ id: 1 }, { id: 2 }], '/*/id')).toEqual([1, 2]);
  expect(valuesAt({ a: { id: 1 }, b: { id: 2 } }, '/*/id')).toEqual([1, 2]);
  expect(valuesAt({ _embedded: { rows: [{ id: 'x' }] } }, '/_embedded/rows/*/id')).toEqual(['x']);
  expect(valueAt('text', '')).toBe('text');
});

test('`#` is the member name or index of a value', () => {
  const [first] = heldAt({ coast: { size: 2 } }, '/*');
  expect(first).toEqual({ value: { size: 2 }, key: 'coast' });
  expect(textsAt(first?.value, '#', first?.key)).toEqual(['coast']);
  expect(textsAt({ events: { cash_low: {}, cash_out: {} } }, '/events/*/#')).toEqual(['cash_low', 'cash_out']);
});

test('returns nothing for absent and inherited members and for values of other types', () => {
  expect(valuesAt({ a: null }, '/a/b')).toEqual([]);
  expect(valuesAt({}, '/constructor')).toEqual([]);
  expect(valuesAt([], '/length')).toEqual([]);
  expect(valuesAt('text', '/*')).toEqual([]);
});

test('finds a name with "/" or "~" by its escaped segment', () => {
  for (const name of ['a/b', 'a~b', 'm~1n', 'x']) expect(valueAt({ [name]: 1 }, segmentOf(name))).toBe(1);
});

test.each([
  ['data/*', 'starts with "/"'],
  ['/a~b', '"~" is written "~0"'],
  ['/a/#/b', 'only be the last'],
])('reports the problem of the pointer %s', (pointer, problem) => {
  expect(problemOfPointer(pointer)).toContain(problem);
});

test.each(['', '#', '/*', '/data/*', '/a/*/#', '/a~1b'])('accepts %s as a pointer', (pointer) => {
  expect(problemOfPointer(pointer)).toBeUndefined();
});
