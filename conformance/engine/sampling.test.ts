import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSampling } from './sampling.ts';

const PATHS = ['a', 'b', 'c', 'd', 'e', 'f'];
const size = { quick: 1, standard: 3 };

test('tests everything at full depth, and records nothing', () => {
  const sampling = createSampling('thorough');
  expect(sampling.sample(PATHS, { of: 'paths', size })).toEqual(PATHS);
  expect(sampling.sampled).toEqual([]);
});

test('tests a part at a lower depth, and records how much', () => {
  const sampling = createSampling('standard');
  expect(sampling.sample(PATHS, { of: 'paths', size })).toHaveLength(3);
  expect(sampling.sample(PATHS, { of: 'paths', size })).toHaveLength(3);
  expect(sampling.sample(['x'], { of: 'feeds', size })).toEqual(['x']);
  expect(sampling.sampled).toEqual([{ subjects: 'paths', tested: 6, available: 12 }]);
});

test('covers other subjects in another turn', () => {
  const sampling = createSampling('standard');
  const turns = [0, 1].flatMap((turn) => sampling.sample(PATHS, { of: 'paths', size, turn }));
  expect(new Set(turns).size).toBeGreaterThan(3);
});

test('returns as many different subjects as the size allows, in their order, and the first one among them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 45 }),
      fc.nat(50),
      (length, standard, turn) => {
        const subjects = Array.from({ length }, (_, index) => index);
        const chosen = createSampling('standard').sample(subjects, { of: 'x', size: { quick: 1, standard }, turn });
        expect(chosen).toHaveLength(Math.min(length, standard));
        expect([...new Set(chosen)].sort((a, b) => a - b)).toEqual(chosen);
        if (length > 0) expect(chosen[0]).toBe(0);
      },
    ),
  );
});
