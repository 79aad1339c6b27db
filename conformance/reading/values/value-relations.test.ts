import { expect, test } from 'vitest';
import { parseAmount, toCents } from './value-relations.ts';

test.each<readonly [value: unknown, amount: number | undefined]>([
  ['60.00', 60],
  [60.5, 60.5],
  ['$1,250.00', 1250],
  ['1.250,00 EUR', 1250],
  ['40,00 €', 40],
  ['-12,5', -12.5],
  ['1,250', 1250],
  ['+3.00', 3],
  [{ amount: 6000, currency: 'USD' }, 6000],
  [{ currencyCode: 'USD', units: '60', nanos: 500_000_000 }, 60.5],
  [{ currencyCode: 'USD', nanos: 0 }, 0],
  ['approved', undefined],
  [{ units: 'many' }, undefined],
  [null, undefined],
])('parses %j as %s', (value, amount) => {
  expect(parseAmount(value)).toBe(amount);
});

test('converts units and nanos to cents', () => {
  expect(toCents({ units: '-3', nanos: -250_000_000 }, 'units-and-nanos')).toBe(-325);
});
