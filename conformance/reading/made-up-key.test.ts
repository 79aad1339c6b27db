import { expect, test } from 'vitest';
import { makeUpKey } from './made-up-key.ts';

test('keeps the format of the key, and is the same for the same seed', () => {
  expect(makeUpKey('sbx-North_042', 1)).toMatch(/^[a-z]{3}-[A-Z][a-z]{4}_\d{3}$/);
  expect(makeUpKey('sbx-North_042', 1)).toBe(makeUpKey('sbx-North_042', 1));
  expect(makeUpKey('sbx-North_042', 1)).not.toBe(makeUpKey('sbx-North_042', 2));
});

test('a key of one digit gets another digit', () => {
  for (let seed = 1; seed < 50; seed += 1) expect(makeUpKey('7', seed)).not.toBe('7');
});

test('a changed character changes the others too, so that the result does not reveal the key', () => {
  const one = makeUpKey('a'.repeat(24), 1);
  const other = makeUpKey(`${'a'.repeat(23)}b`, 1);
  expect([...one].filter((character, index) => character === other[index]).length).toBeLessThan(8);
});
