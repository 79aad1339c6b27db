import { expect, it } from 'vitest';
import { countSteps } from './slices.ts';
import { Steps } from './steps.ts';
import { runInSlices } from './testing/sliced.ts';

interface Thing {
  readonly name: string;
}
const createThings = (count: number): readonly Thing[] =>
  Array.from({ length: count }, (_, index) => ({ name: `t${index}` }));

it('computes each thing once, although each slice runs the work again', () => {
  const things = createThings(20);
  const steps = new Steps<Thing>();
  const computed: string[] = [];
  const before = countSteps();
  const { value, slices } = runInSlices(() => {
    steps.run(things, 1, ({ name }) => computed.push(name));
    return 'done';
  }, [1, 2, 3]);
  expect(value).toBe('done');
  expect(slices).toBeGreaterThan(5);
  expect(computed).toEqual(things.map(({ name }) => name));
  expect(countSteps() - before).toBe(things.length);
});

it('computes all things again at another instant and for another list, and none at a recent instant', () => {
  const things = createThings(3);
  const steps = new Steps<Thing>();
  const computed: string[] = [];
  const run = (list: readonly Thing[], nowMs: number): number => {
    const before = computed.length;
    steps.run(list, nowMs, ({ name }) => computed.push(name));
    return computed.length - before;
  };
  expect([run(things, 1), run(things, 1), run(things, 2), run(things, 1), run([...things], 1)]).toEqual([
    3, 0, 3, 0, 3,
  ]);
});

it('gets further in each slice, although other work computes the same things at another instant', () => {
  const things = createThings(10);
  const steps = new Steps<Thing>();
  const { value } = runInSlices(() => {
    for (const nowMs of [1, 2, 1, 3]) steps.run(things, nowMs, () => undefined);
    return 'done';
  }, []);
  expect(value).toBe('done');
});

it('computes a thing again whose computation failed', () => {
  const things = createThings(2);
  const steps = new Steps<Thing>();
  let attempts = 0;
  const compute = (): void => {
    attempts += 1;
    if (attempts === 2) throw new Error('broken');
  };
  expect(() => steps.run(things, 1, compute)).toThrow('broken');
  steps.run(things, 1, compute);
  expect(attempts).toBe(3);
});
