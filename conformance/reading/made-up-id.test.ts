import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeUpId } from './made-up-id.ts';

test.each([
  { form: 'prefix and number', ids: ['NW104310', 'NW104357', 'NW101846'], expected: /^NW10\d{4}$/ },
  { form: 'numbers', ids: ['4711', '4712', '9'], expected: /^471\d$/ },
  { form: 'words', ids: ['grp_coast', 'grp_hills'], expected: /^grp_[coasthil]{5}$/ },
  {
    form: 'UUID',
    ids: ['7c9e6679-7425-40de-944b-e07fc1f90ae7', '16fd2706-8baf-433b-82eb-8c7fada847da'],
    expected: /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  },
  { form: 'base 32', ids: ['con_01M6EBF5W0ZYWY', 'con_01M6EE1JK0GPE8'], expected: /^con_01M6E[\dA-HJKMNP-TV-Z]{9}$/ },
  { form: 'a single id', ids: ['T-0042'], expected: /^T-\d{4}$/ },
])('keeps the format of ids: $form', ({ ids, expected }) => {
  for (const seed of [1, 2, 3]) expect(makeUpId(ids, seed)).toMatch(expected);
});

test('makes up an id of the decoded form for ids in base64', () => {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const made = makeUpId(['Terminal:123', 'Terminal:456', 'Terminal:789'].map(encode), 1) ?? '';
  expect(Buffer.from(made, 'base64').toString()).toMatch(/^Terminal:\d{3}$/);
  expect(encode(Buffer.from(made, 'base64').toString())).toBe(made);
});

test('returns an unknown id, the same for the same seed, and none without usable ids', () => {
  const ids = fc.array(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 8 });
  fc.assert(
    fc.property(ids, fc.integer(), (known, seed) => {
      const id = makeUpId(known, seed);
      expect(known).not.toContain(id);
      expect(makeUpId(known, seed)).toBe(id);
    }),
  );
  expect(makeUpId([], 1)).toBeUndefined();
  expect(makeUpId(['-'], 1)).toBeUndefined();
  const allDigits = Array.from({ length: 10 }, (_, digit) => `T${digit}`);
  expect(makeUpId(allDigits, 1)).toBeUndefined();
});
