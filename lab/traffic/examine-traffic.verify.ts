import { expect, test } from 'vitest';
import { examineTraffic } from './examine-traffic.ts';

/** The seeds of the sample. Another range: `FLEETKIT_SEEDS=2001..3000 npm run verify -- lab/traffic`. */
const [FIRST = 1, LAST = 30] = (process.env.FLEETKIT_SEEDS ?? '1..30').split('..').map(Number);

test.each([false, true])(
  'accuses no right service of a sample of shapes, with data that change: %s',
  async (isLive) => {
    const accused: string[] = [];
    for (let seed = FIRST; seed <= LAST; seed += 1) {
      const { accusations } = await examineTraffic({ seed, isLive });
      accused.push(...accusations.map((one) => `seed ${seed}: ${one}`));
    }
    expect(accused).toEqual([]);
  },
);

/** Seeds beyond the sample whose services were accused once. */
const ONCE_ACCUSED = [70_003, 71_171, 71_188];

test.each([7101, 72_067])('does not accuse again the right service of seed %d of three programs', async (seed) => {
  expect((await examineTraffic({ seed, programs: 3 })).accusations).toEqual([]);
});

test.each(ONCE_ACCUSED)('does not accuse again the right service of seed %d', async (seed) => {
  expect((await examineTraffic({ seed })).accusations).toEqual([]);
});
