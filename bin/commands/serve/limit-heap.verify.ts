import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Keeps every tenth of many objects for a while, so that V8 enlarges the space of new objects. */
const NEW_OBJECTS = `
let kept = [];
for (let round = 0; round < 40; round += 1) {
  for (let count = 0; count < 100_000; count += 1) {
    const made = { round, text: 'x' + count };
    if (count % 10 === 0) kept.push(made);
  }
  if (kept.length > 40_000) kept = [];
  await new Promise(setImmediate);
}
`;

/** Replaces the objects of a large list in turn, so that old objects become garbage all the time. */
const OLD_OBJECTS = `
const kept = Array.from({ length: 300_000 }, (_, index) => ({ index, text: 'x' + index }));
let largest = 0;
for (let round = 0; round < 60; round += 1) {
  for (let count = 0; count < 50_000; count += 1) {
    const index = (round * 50_000 + count) % kept.length;
    kept[index] = { index, text: 'y' + count };
  }
  await new Promise(setImmediate);
  largest = Math.max(largest, readMegabytes('old_space'));
}
`;

/** Calls of the measured program before its load. */
const CALLS = {
  nothing: '',
  start: 'limitHeap();',
  ready: 'limitHeap()();',
  shared: 'limitHeap({ isShared: true })();',
  large: 'limitHeap({ isLarge: true })();',
} as const;

/** Switches off what makes the sizes depend on the time that other processes leave: marking in other threads, collections by time. */
const STEADY = ['--no-concurrent-marking', '--no-memory-reducer'];

const measure = (load: string, result: string, calls: keyof typeof CALLS): number => {
  const module = new URL('limit-heap.ts', import.meta.url).href;
  const script = `
    const { getHeapSpaceStatistics } = process.getBuiltinModule('node:v8');
    const readMegabytes = (space) => getHeapSpaceStatistics().find(({ space_name }) => space_name === space).space_size / 2 ** 20;
    const { limitHeap } = await import('${module}');
    ${CALLS[calls]}
    ${load}
    process.stdout.write(String(${result}));`;
  return Number(
    execFileSync(process.execPath, [...STEADY, '--input-type=module', '--eval', script], { encoding: 'utf8' }),
  );
};

const NEW_SPACE = "readMegabytes('new_space')";

test('keeps the space of new objects small under load', () => {
  expect(measure(NEW_OBJECTS, NEW_SPACE, 'ready')).toBeLessThan(20); // twice 8 MiB, and pages that V8 adds to each half
  expect(measure(NEW_OBJECTS, NEW_SPACE, 'nothing')).toBeGreaterThan(32); // otherwise this test shows nothing
});

test('keeps the initial space of new objects until the server is ready', () => {
  const initial = 2 * measure('', NEW_SPACE, 'nothing'); // the first collection adds the second half
  expect(measure(NEW_OBJECTS, NEW_SPACE, 'start')).toBeLessThanOrEqual(initial);
  expect(measure(NEW_OBJECTS, NEW_SPACE, 'ready')).toBeGreaterThan(initial); // the same load without that limit
});

test('lets the space of new objects of a large fleet grow', () => {
  expect(measure(NEW_OBJECTS, NEW_SPACE, 'large')).toBeGreaterThan(32);
});

test('collects old objects before they double the heap, unless many users share the server', () => {
  const [limited = 0, shared = 0, unlimited = 0] = (['ready', 'shared', 'nothing'] as const).map((calls) =>
    measure(OLD_OBJECTS, 'largest', calls),
  );
  expect(limited).toBeLessThan(0.9 * unlimited);
  expect(limited).toBeLessThan(0.9 * shared);
});
