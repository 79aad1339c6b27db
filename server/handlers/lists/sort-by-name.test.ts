import { describe, expect, test } from 'vitest';
import { compareCodePoints, sortByName } from './sort-by-name.ts';

describe('compareCodePoints', () => {
  test('sorts characters beyond the basic plane last', () => {
    expect(['\u{1F469}', '\uFF5E', 'b', 'B'].sort(compareCodePoints)).toEqual(['B', 'b', '\uFF5E', '\u{1F469}']);
    expect(['\u{1F469}', '\uFF5E'].sort()).not.toEqual(['\uFF5E', '\u{1F469}']);
  });

  test('distinguishes emoji by their second code unit', () => {
    expect(compareCodePoints('\u{1F469}', '\u{1F46A}')).toBeLessThan(0);
  });

  test('sorts a prefix before the longer name, and equal names as equal', () => {
    expect(compareCodePoints('Cafe', 'Cafe 2')).toBeLessThan(0);
    expect(compareCodePoints('Cafe', 'Cafe')).toBe(0);
  });
});

test('sorts equal names by id without changing the given list', () => {
  const given = [
    { name: 'Harbor', id: 'loc_2' },
    { name: 'Alder', id: 'loc_3' },
    { name: 'Harbor', id: 'loc_1' },
  ];
  expect(sortByName(given, (thing) => thing).map(({ id }) => id)).toEqual(['loc_3', 'loc_1', 'loc_2']);
  expect(given[0]?.id).toBe('loc_2');
});
