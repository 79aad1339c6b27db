import { expect, test } from 'vitest';
import { alarmsWhileMoving } from './testing/alarms.ts';

test.each([1, 2])('a correct fleet that moves raises no alarm, with seed %i', async (seed) => {
  expect(await alarmsWhileMoving(seed)).toEqual([]);
});
