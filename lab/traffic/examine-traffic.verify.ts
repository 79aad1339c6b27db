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
