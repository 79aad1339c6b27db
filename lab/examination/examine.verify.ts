import { expect, test } from 'vitest';
import { createShape } from '../generator/shape.ts';
import { type Examination, examine } from './examine.ts';
import { examineAll } from './pool.ts';
import { shrinkAccusation } from './shrink.ts';

test('finds a fault that the plain service does not have', async () => {
  const plain = { seed: 1, isNearOnly: true, checks: ['auth/'] };
  const right = await examine(plain);
  const faulty = await examine({ ...plain, fault: 'missing-key-accepted' });
  const known = new Set(right.accusations.map(({ check }) => check));
  expect(faulty.accusations.filter(({ check }) => !known.has(check))).not.toEqual([]);
});

/** The seeds of the sample. Another range: `FLEETKIT_SEEDS=2001..3000 npm run verify -- lab/examination`. */
const [FIRST = 1, LAST = 60] = (process.env.FLEETKIT_SEEDS ?? '1..60').split('..').map(Number);

/** Seeds beyond the sample whose services were accused once. */
const ONCE_ACCUSED = [
  87, 121, 148, 152, 188, 198, 207, 213, 243, 295, 346, 371, 395, 399, 469, 477, 488, 498, 528, 533, 559, 587, 633, 637,
  667, 703, 720, 775, 808, 850, 871, 934, 935, 960, 2133, 2152, 2167, 2189, 2194, 2204, 2223, 2312, 4008, 4014, 4122,
  4222, 4261, 4265, 4276, 4326, 4413, 4495, 4594, 4699,
];

test('accuses no right service of a sample of shapes', async () => {
  const sample = Array.from({ length: LAST - FIRST + 1 }, (_, at) => FIRST + at);
  const jobs = [...new Set([...sample, ...ONCE_ACCUSED])].map((seed) => ({ seed, keys: 3 }));
  const done: Examination[] = [];
  const errors: string[] = [];
  await examineAll(jobs, {
    processes: 2,
    onResult: (result) => ('error' in result ? errors.push(result.error) : done.push(result.examination)),
  });
  const accused = done.filter(({ exitCode }) => exitCode === 1);
  const smallest = [];
  for (const each of accused.slice(0, 3))
    smallest.push({ seed: each.seed, ...(await shrinkAccusation({ seed: each.seed, keys: 3 }, each)) });
  expect(errors).toEqual([]);
  expect({ accused: accused.map(({ seed }) => seed), smallest }).toEqual({ accused: [], smallest: [] });
});

test.each(['clock', 'transactions'])(
  'accuses no right service whose data changes during the run: %s',
  async (liveData) => {
    for (let seed = 1; seed <= 10; seed++) {
      const shape = createShape(seed, { isNearOnly: true, set: { liveData } });
      const { accusations } = await examine({ seed, shape, areKeysOfAll: true });
      expect(accusations, `seed ${seed}`).toEqual([]);
    }
  },
);

/** A seed whose service was accused once while rows arrived in the middle of an experiment, and others. */
const WITH_ARRIVALS = [63, 1, 2, 5, 8, 13, 21, 34, 55, 89];

test('accuses no right service whose clock runs 60 times as fast, as on a busy machine', async () => {
  for (const seed of WITH_ARRIVALS) {
    const { accusations } = await examine({ seed, keys: 3, clockSpeed: 60 });
    expect(accusations, `seed ${seed}`).toEqual([]);
  }
});
