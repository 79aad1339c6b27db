import { expect, test } from 'vitest';
import { findFirstFailure } from './find-first-failure.ts';

/** Searches with results by state: `+` passes, `-` fails. A state with several results gives them in turn, and repeats the last. */
async function search(...states: readonly string[]) {
  const runs: number[] = [];
  const found = await findFirstFailure({
    last: states.length - 1,
    async passesAt(index) {
      const results = states[index] ?? '';
      const earlier = runs.filter((run) => run === index).length;
      runs.push(index);
      return (results[earlier] ?? results.at(-1)) === '+';
    },
  });
  return { found, runs };
}

test.each(Array.from({ length: 9 }, (_, at) => at + 1))('finds the state %i of 9', async (index) => {
  const states = Array.from({ length: 10 }, (_, at) => (at < index ? '+' : '-'));
  expect((await search(...states)).found).toMatchObject({ outcome: 'found', index });
});

test('needs a number of runs that grows with the logarithm', async () => {
  const states = Array.from({ length: 1025 }, (_, at) => (at < 700 ? '+' : '-'));
  const { found } = await search(...states);
  expect(found).toEqual({ outcome: 'found', index: 700, runs: 4 + 10 + 2 });
});

test('runs the only two states twice each', async () => {
  const { found, runs } = await search('+', '-');
  expect(found).toEqual({ outcome: 'found', index: 1, runs: 4 });
  expect(runs).toEqual([1, 1, 0, 0]);
});

test.each([
  ['passes_at_end', ['+', '-', '+'], 2],
  ['fails_at_start', ['-', '-', '-'], 4],
])('reports %s', async (outcome, states, runs) => {
  expect((await search(...states)).found).toEqual({ outcome, runs });
});

test.each([
  ['the last state', ['+', '+', '-+'], 2],
  ['the first state', ['+-', '+', '-'], 0],
  ['the state of the result', ['+', '+', '-+', '-'], 2],
  ['the state before the result', ['+', '+-', '-', '-'], 1],
])('refuses a command that is not deterministic in %s', async (_, states, index) => {
  expect((await search(...states)).found).toMatchObject({ outcome: 'not_deterministic', index });
});

test('finds one of several changes between passing and failing', async () => {
  const { found } = await search('+', '-', '+', '-', '-');
  expect([1, 3]).toContain(found.outcome === 'found' ? found.index : undefined);
});
