import { expect, test } from 'vitest';
import { listFalsePositives } from './testing/false-positives.ts';

const SEEDS = Array.from({ length: 50 }, (_, index) => 101 + index);

test.each(SEEDS)('a correct fleet that changes causes no false positive, with seed %i', async (seed) => {
  expect(await listFalsePositives(seed)).toEqual([]);
});
