import { expect, test } from 'vitest';
import { isNestedTooDeep, MAX_NESTING } from './nesting.ts';

const nest = (depth: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(depth - 1)}[]${close.repeat(depth - 1)}`);

test.each([
  ['[', ']'],
  ['{"a":', '}'],
  ['[1,{"a":2,"b":', '},3]'],
])('a value of %s is too deep beyond the maximum, at any depth', (open, close) => {
  const levels = (open.match(/[[{]/g) ?? []).length;
  expect(isNestedTooDeep(nest(Math.floor(MAX_NESTING / levels), open, close))).toBe(false);
  expect(isNestedTooDeep(nest(MAX_NESTING + 1, open, close))).toBe(true);
  expect(isNestedTooDeep(nest(100_000, open, close))).toBe(true);
});

test('values without members and shared values are not deep', () => {
  let value: unknown = [];
  for (let n = 0; n < MAX_NESTING - 1; n += 1) value = [value, value, value];
  for (const one of [null, 'text', 1, undefined, {}, [], value]) expect(isNestedTooDeep(one)).toBe(false);
});
