import { expect, test } from 'vitest';
import { sample } from '../../../../spec/testing/depth.ts';
import { alarmsWhileMoving } from './testing/alarms.ts';

test.each(sample([1, 2], 1))('a correct fleet that moves raises no alarm, with seed %i', async (seed) => {
  expect(await alarmsWhileMoving(seed)).toEqual([]);
});
