import { describe, expect, test } from 'vitest';
import { byName, compareCodePoints } from './by-name.ts';

describe('names sort by code point', () => {
  test('a character beyond the first plane comes after all of it', () => {
    expect(['\u{1F469}', '\uFF5E', 'b', 'B'].sort(compareCodePoints)).toEqual(['B', 'b', '\uFF5E', '\u{1F469}']);
    expect(['\u{1F469}', '\uFF5E'].sort()).not.toEqual(['\uFF5E', '\u{1F469}']);
  });

  test('two emoji that begin alike are told apart by their second half', () => {
    expect(compareCodePoints('\u{1F469}', '\u{1F46A}')).toBeLessThan(0);
  });

  test('a name comes before the same name with more behind it, and equals itself', () => {
    expect(compareCodePoints('Cafe', 'Cafe 2')).toBeLessThan(0);
    expect(compareCodePoints('Cafe', 'Cafe')).toBe(0);
  });
});

test('equal names are in order of id, and the given list stays as it was', () => {
  const given = [
    { name: 'Harbor', id: 'loc_2' },
    { name: 'Alder', id: 'loc_3' },
    { name: 'Harbor', id: 'loc_1' },
  ];
  expect(byName(given, (thing) => thing).map(({ id }) => id)).toEqual(['loc_3', 'loc_1', 'loc_2']);
  expect(given[0]?.id).toBe('loc_2');
});
