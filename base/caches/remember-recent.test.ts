import { expect, test } from 'vitest';
import { rememberRecent } from './remember-recent.ts';

function count(isCurrent?: (result: { readonly text: string }, given: { text: string }) => boolean) {
  const computed: string[] = [];
  const read = rememberRecent(
    (given: { text: string }) => {
      computed.push(given.text);
      return { text: given.text };
    },
    { most: 2, measure: () => 1, ...(isCurrent && { isCurrent }) },
  );
  return { computed, read };
}

test('computes a result once, and again after others took its place', () => {
  const { computed, read } = count();
  const [a, b, c] = [{ text: 'a' }, { text: 'b' }, { text: 'c' }];
  for (const one of [a, a, b, a, c, a, b]) expect(read(one).text).toBe(one.text);
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});

test('computes a result again that is no longer current', () => {
  const { computed, read } = count((result, given) => result.text === given.text);
  const changing = { text: 'a' };
  read(changing);
  changing.text = 'b';
  expect([read(changing).text, read(changing).text]).toEqual(['b', 'b']);
  expect(computed).toEqual(['a', 'b']);
});
