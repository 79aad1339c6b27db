import { expect, test } from 'vitest';
import { rememberObjects, rememberPairs } from './remember-objects.ts';

test('computes the result for an object once, also if it is undefined', () => {
  let computed = 0;
  const remember = rememberObjects(({ size }: { readonly size: number }) => {
    computed += 1;
    return size > 1 ? size * 2 : undefined;
  });
  const [one, two] = [{ size: 1 }, { size: 2 }];
  expect([remember(one), remember(two), remember(one), remember(two)]).toEqual([undefined, 4, undefined, 4]);
  expect(computed).toBe(2);
});

test('computes the results for equal objects apart', () => {
  let computed = 0;
  const remember = rememberObjects(() => {
    computed += 1;
    return computed;
  });
  expect([remember({}), remember({})]).toEqual([1, 2]);
});

test('computes the result for two objects once', () => {
  let computed = 0;
  const remember = rememberPairs((one: { readonly size: number }, other: { readonly size: number }) => {
    computed += 1;
    return one.size - other.size;
  });
  const [one, two] = [{ size: 1 }, { size: 2 }];
  expect([remember(one, two), remember(two, one), remember(one, two), remember(one, one)]).toEqual([-1, 1, -1, 0]);
  expect(computed).toBe(3);
});
