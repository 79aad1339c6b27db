import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDate, formatInstant, formatLocalInstant, formatMoney, parseMoney } from './formats.ts';

test('formats money with two decimals and parses it back', () => {
  expect([0, 5, 100, 6000, -5, -18_499].map(formatMoney)).toEqual([
    '0.00',
    '0.05',
    '1.00',
    '60.00',
    '-0.05',
    '-184.99',
  ]);
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => {
      expect(parseMoney(formatMoney(cents))).toBe(cents);
    }),
  );
});

test('never formats a negative zero or a fraction of a cent', () => {
  expect(formatMoney(-0)).toBe('0.00');
  expect(() => formatMoney(0.5)).toThrow(/whole cents/);
});

test('rejects text that is not money in the contract', () => {
  for (const text of ['60', '60.0', '060.00', ' 60.00', '6e1', '60.000', '']) expect(parseMoney(text)).toBeUndefined();
});

test('agrees with the platform on instants and dates over four centuries', () => {
  const span = { min: Date.UTC(1801, 0, 1), max: Date.UTC(2399, 0, 1) };
  fc.assert(
    fc.property(fc.integer(span), (ms) => {
      const platform = new Date(ms).toISOString();
      expect(formatDate(ms)).toBe(platform.slice(0, 10));
      expect(formatInstant(ms)).toBe(ms % 1000 === 0 ? platform.replace('.000Z', 'Z') : platform);
    }),
  );
});

test('formats a local instant with its offset', () => {
  const ms = Date.UTC(2026, 10, 1, 5, 48);
  expect(formatLocalInstant(ms, -240)).toBe('2026-11-01T01:48:00-04:00');
  expect(formatLocalInstant(ms, 600)).toBe('2026-11-01T15:48:00+10:00');
  expect(formatLocalInstant(ms, 0)).toBe('2026-11-01T05:48:00+00:00');
});
