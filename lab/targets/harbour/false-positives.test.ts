import { expect, test } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import { listFalsePositives } from './testing/false-positives.ts';

test.each(sample([1, 2], 1))('a correct fleet that changes causes no false positive, with seed %i', async (seed) => {
  expect(await listFalsePositives(seed)).toEqual([]);
});
