import { expect, test } from 'vitest';
import { matchesIdPart, toShortId } from './short-ids.ts';

const ID = 'dst_01M6ECCFC047R9B330QDTAKFPR';

test.each([ID, ID.toLowerCase(), toShortId(ID), 'akfpr', '01M6ECC', 'dst_01M6', 'dst_AKFPR'])(
  'matches the id by %s',
  (part) => {
    expect(matchesIdPart(ID, part)).toBe(true);
  },
);

test.each(['', 'dst_', 'FPR', 'R9B330', 'dst_01M7', `${ID}X`])('does not match the id by "%s"', (part) => {
  expect(matchesIdPart(ID, part)).toBe(false);
});
