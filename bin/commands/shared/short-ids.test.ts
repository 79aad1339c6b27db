import { expect, test } from 'vitest';
import { isNamedBy, shortId } from './short-ids.ts';

const ID = 'dst_01M6ECCFC047R9B330QDTAKFPR';

test.each([ID, ID.toLowerCase(), shortId(ID), 'akfpr', '01M6ECC', 'dst_01M6', 'dst_AKFPR'])('%s names it', (part) => {
  expect(isNamedBy(ID, part)).toBe(true);
});

test.each(['', 'dst_', 'FPR', 'R9B330', 'dst_01M7', `${ID}X`])('"%s" does not', (part) => {
  expect(isNamedBy(ID, part)).toBe(false);
});
