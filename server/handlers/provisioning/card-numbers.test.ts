import { expect, test } from 'vitest';
import { containsCardNumber } from './card-numbers.ts';

test.each([
  '4111111111111111',
  'card 4111 1111 1111 1111 12/27',
  '5500-0000-0000-0004',
  'on 26 10 30: 3782 822463 10005',
  '6011000990139424 was used',
])('finds a card number in %s', (text) => {
  expect(containsCardNumber(text)).toBe(true);
});

test.each(['4111111111111112', 'trace 999999990000117', '411111111111', '41111111111111110000', 'STR-2026-118204', ''])(
  'finds no card number in %s',
  (text) => {
    expect(containsCardNumber(text)).toBe(false);
  },
);
