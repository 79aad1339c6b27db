import { expect, test } from 'vitest';
import { findForbiddenData } from '../../reading/card-data.ts';
import { createCardLabeller, restoreLabels } from './substitutes.ts';

const SUBSTITUTES = { keys: new Map([['a.b', 'substitute-1']]), madeUpKey: 'made-up-1' };

test('restores keys, also truncated ones, and the made-up key; unknown labels stay', () => {
  expect(restoreLabels('[key a.b] [key a.b, truncated] [made-up key] [key other] [header X]', SUBSTITUTES)).toBe(
    'substitute-1 substitute- made-up-1 [key other] [header X]',
  );
});

test('restores a card number by another valid one of its form, equal for equal labels only', () => {
  const label = createCardLabeller();
  const [one, other] = [label('4111111111111111'), label('4111110000001111')];
  expect(label('4111111111111111')).toBe(one);
  const restored = [one, other].map((text) => restoreLabels(text, SUBSTITUTES));
  expect(new Set(restored).size).toBe(2);
  for (const number of restored) {
    expect(number).toMatch(/^411111\d{6}1111$/);
    expect(findForbiddenData(number, undefined)).toHaveLength(1);
  }
});

test('restores track data as track data', () => {
  const text = restoreLabels(createCardLabeller()(';4111111111111111=27121011234567'), SUBSTITUTES);
  expect(findForbiddenData(text, undefined).map(({ kind }) => kind)).toContain('track data');
});
