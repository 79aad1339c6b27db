import { describe, expect, test } from 'vitest';
import { listInstants, mayBeSameInstant, readMoments } from './moments.ts';

const AT = Date.UTC(2026, 2, 8, 15, 5, 58);

describe('instants of a row', () => {
  test.each<[string, Readonly<Record<string, string | number>>]>([
    ['an instant with an offset', { '/at': '2026-03-08T15:05:58+00:00' }],
    ['seconds since 1970', { '/at': AT / 1000 }],
    ['milliseconds since 1970 in a text', { '/at': `/Date(${AT})/` }],
    ['digits', { '/at': '20260308150558' }],
    ['an RFC 2822 date', { '/at': 'Sun, 08 Mar 2026 15:05:58 +0000' }],
    ['a German date', { '/at': '08.03.2026, 15:05:58 Uhr' }],
    ['two cells', { '/date': '2026-03-08', '/time': '15:05:58' }],
    ['two cells with half days', { '/date': '8 Mar 2026', '/time': '3:05:58 PM' }],
    ['a date above the rows', { '^/day': '2026-03-08', '/time': '150558' }],
    ['a list of parts', { '/at[0]': 2026, '/at[1]': 3, '/at[2]': 8, '/at[3]': 15, '/at[4]': 5, '/at[5]': 58 }],
  ])('reads %s', (_, cells) => {
    expect(listInstants(new Map(Object.entries(cells)))).toContainEqual({ at: AT, isExact: true });
  });

  test('reads no instant from a date, a time of day or an amount alone', () => {
    for (const cells of [{ '/date': '2026-03-08' }, { '/time': '15:05:58' }, { '/amount': '100.00', '/number': 4711 }])
      expect(listInstants(new Map(Object.entries(cells)))).toEqual([]);
  });

  test('reads both days of an ambiguous date', () => {
    expect(readMoments('03/04/2026').map(({ day }) => day)).toEqual([Date.UTC(2026, 3, 3), Date.UTC(2026, 2, 4)]);
  });

  test('compares times of two zones, which differ by quarters of an hour', () => {
    const one = { at: AT, isExact: true };
    expect(mayBeSameInstant(one, { at: AT + 5.5 * 3_600_000, isExact: true }, 2000)).toBe(true);
    expect(mayBeSameInstant(one, { at: AT + 400_000, isExact: true }, 2000)).toBe(false);
    expect(mayBeSameInstant(one, { at: AT + 48 * 3_600_000, isExact: true }, 2000)).toBe(false);
  });
});
