import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Amount } from './amount.ts';

test.each([
  ['60.00', 6000n, '60.00'],
  ['0.05', 5n, '0.05'],
  ['-83.00', -8300n, '-83.00'],
  ['-0.05', -5n, '-0.05'],
  ['-0.00', 0n, '0.00'],
  ['40', 4000n, '40.00'],
  ['40.5', 4050n, '40.50'],
  ['90071992547409931.27', 9007199254740993127n, '90071992547409931.27'],
])('parses %s', (text, cents, formatted) => {
  expect(Amount.parse(text).cents).toBe(cents);
  expect(String(Amount.parse(text))).toBe(formatted);
});

test.each([['', '1.234', '1e3', '.5', '5.', ' 1', '1,00', '+1', '0x10', '١', '1\n', '9'.repeat(61)]].flat())(
  'rejects the text %j',
  (text) => expect(() => Amount.parse(text)).toThrow(/expected a text such as "60.00"/),
);

test('rejects numbers', () => {
  expect(() => Amount.parse(60 as unknown as string)).toThrow('the amount is a number; expected a text');
  expect(() => Amount.fromCents(60 as unknown as bigint)).toThrow('expected whole cents such as 6000n');
});

test('adds, subtracts and compares exactly', () => {
  expect(Amount.sum(['0.10', '0.20', Amount.parse('-0.05')]).toString()).toBe('0.25');
  expect(Amount.sum([]).equals(Amount.zero)).toBe(true);
  expect(Amount.parse('0.30').minus('0.10').plus('0.10').equals('0.30')).toBe(true);
  expect(['9.00', '10.00', '-1.00'].toSorted((one, other) => Amount.parse(one).compare(other))).toEqual([
    '-1.00',
    '9.00',
    '10.00',
  ]);
});

test('obeys the laws of whole cents', () => {
  const cents = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  fc.assert(
    fc.property(cents, cents, (one, other) => {
      const [first, second] = [Amount.fromCents(one), Amount.fromCents(other)];
      expect(Amount.parse(first.toString()).cents).toBe(one);
      expect(first.plus(second).cents).toBe(one + other);
      expect(first.plus(second).minus(second).equals(first)).toBe(true);
      expect(first.compare(second)).toBe(one < other ? -1 : one > other ? 1 : 0);
    }),
  );
});

describe('an amount', () => {
  test('is its text in JSON', () => expect(JSON.stringify({ amount: Amount.parse('5') })).toBe('{"amount":"5.00"}'));

  test('is formatted for people without loss of digits', () => {
    expect(Amount.parse('90071992547409931.27').format('en-US', 'USD')).toBe('$90,071,992,547,409,931.27');
    expect(Amount.parse('-0.05').format('en-US', 'USD')).toBe('-$0.05');
  });

  test('throws with operators, which would compare texts', () => {
    const [one, other] = [Amount.parse('9'), Amount.parse('10')] as unknown as readonly [number, number];
    expect(() => one < other).toThrow('expected plus(), minus() or compare()');
    expect(() => one + other).toThrow('expected plus(), minus() or compare()');
    expect(`${one}`).toBe('9.00');
  });
});
