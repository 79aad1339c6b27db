import { expect, test } from 'vitest';
import { findEntries, findPointerProblem, findTexts, findValue, findValues, isCarried, toSegment } from './pointers.ts';

test('finds values in arrays, in keyed objects, and at the root', () => {
  expect(findValues([{ id: 1 }, { id: 2 }], '/*/id')).toEqual([1, 2]);
  expect(findValues({ a: { id: 1 }, b: { id: 2 } }, '/*/id')).toEqual([1, 2]);
  expect(findValues({ _embedded: { rows: [{ id: 'x' }] } }, '/_embedded/rows/*/id')).toEqual(['x']);
  expect(findValue('text', '')).toBe('text');
});

test('`#` is the member name or index of a value', () => {
  const [first] = findEntries({ coast: { size: 2 } }, '/*');
  expect(first).toEqual({ value: { size: 2 }, key: 'coast' });
  expect(findTexts(first?.value, '#', first?.key)).toEqual(['coast']);
  expect(findTexts({ events: { cash_low: {}, cash_out: {} } }, '/events/*/#')).toEqual(['cash_low', 'cash_out']);
});

test('returns nothing for absent and inherited members and for values of other types', () => {
  expect(findValues({ a: null }, '/a/b')).toEqual([]);
  expect(findValues({}, '/constructor')).toEqual([]);
  expect(findValues([], '/length')).toEqual([]);
  expect(findValues('text', '/*')).toEqual([]);
});

test('finds a name with "/" or "~" by its escaped segment', () => {
  for (const name of ['a/b', 'a~b', 'm~1n', 'x']) expect(findValue({ [name]: 1 }, toSegment(name))).toBe(1);
});

test.each([
  ['data/*', 'starts with "/"'],
  ['/a~b', '"~" is written "~0"'],
  ['/a/#/b', 'only be the last'],
])('reports the problem of the pointer %s', (pointer, problem) => {
  expect(findPointerProblem(pointer)).toContain(problem);
});

test.each(['', '#', '/*', '/data/*', '/a/*/#', '/a~1b'])('accepts %s as a pointer', (pointer) => {
  expect(findPointerProblem(pointer)).toBeUndefined();
});

test.each([
  [{ amount: { value: '60.00' } }, true],
  [{ amount: { value: null } }, true],
  [{ amount: null }, true],
  [{ amount: '' }, true],
  [{ amount: ' - ' }, true],
  [{ amount: {} }, false],
  [{ amount: 'x' }, false],
  [{}, false],
])('whether %j carries a value or an empty member that contains it', (row, carries) => {
  expect(isCarried(row, '/amount/value')).toBe(carries);
});
