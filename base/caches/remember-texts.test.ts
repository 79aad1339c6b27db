import { expect, test } from 'vitest';
import { rememberTexts } from './remember-texts.ts';

function countCalls(most?: number) {
  const computed: string[] = [];
  const read = rememberTexts((text) => {
    computed.push(text);
    return text === 'none' ? undefined : text.length;
  }, most);
  return { computed, read };
}

test('computes the result for a text once, also if there is none', () => {
  const { computed, read } = countCalls();
  expect(['ab', 'none', 'ab', 'none'].map(read)).toEqual([2, undefined, 2, undefined]);
  expect(computed).toEqual(['ab', 'none']);
});

test('keeps at most the given number of texts, and no long ones', () => {
  const { computed, read } = countCalls(2);
  for (const text of ['a', 'b', 'c', 'a']) read(text);
  expect(computed).toEqual(['a', 'b', 'c', 'a']);
  const long = 'x'.repeat(101);
  expect([read(long), read(long)]).toEqual([101, 101]);
  expect(computed.slice(4)).toEqual([long, long]);
});
