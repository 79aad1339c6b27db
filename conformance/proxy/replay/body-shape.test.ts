import { expect, test } from 'vitest';
import { compareShapes, createBodyShape } from './body-shape.ts';

function compare(recorded: readonly unknown[], replayed: readonly unknown[]) {
  const [one, other] = [createBodyShape(), createBodyShape()];
  for (const body of recorded) one.add(body);
  for (const body of replayed) other.add(body);
  return compareShapes(one, other);
}

test.each([
  ['equal bodies with other values', [{ a: 1, b: ['x'] }], [{ a: 2, b: ['y', 'z'] }]],
  ['an empty list', [{ rows: [{ id: 'a' }] }], [{ rows: [] }]],
  ['an optional member', [{ rows: [{ id: 'a', emv: 'x' }, { id: 'b' }] }], [{ rows: [{ id: 'c' }] }]],
  ['a null where a value was', [{ a: 'x' }], [{ a: null }]],
  ['members named by ids', [{ T104233: { a: 1 } }], [{ T999999: { a: 2 } }]],
])('finds no difference: %s', (_, recorded, replayed) => {
  expect(compare(recorded, replayed)).toEqual([]);
});

test.each([
  { recorded: [{ a: 1, b: 2 }], replayed: [{ a: 1 }], place: '/b', expected: 'number', actual: 'missing' },
  { recorded: [[{ a: 1 }]], replayed: [[{ a: 1, n: 'x' }]], place: '/*/n', expected: 'missing', actual: 'string' },
  { recorded: [{ total: '12.00' }], replayed: [{ total: 12 }], place: '/total', expected: 'string', actual: 'number' },
  { recorded: [[]], replayed: [{}], place: '', expected: 'array', actual: 'object' },
  { recorded: [{ page: { next: 'x' } }], replayed: [{}], place: '/page', expected: 'object', actual: 'missing' },
])('finds one difference at "$place": $expected, $actual', ({ recorded, replayed, ...difference }) => {
  expect(compare(recorded, replayed)).toEqual([difference]);
});

test('stays within its limits for deep and wide bodies', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 200; depth += 1) deep = [deep];
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const names = letters.flatMap((one) =>
    letters.flatMap((two) => letters.slice(0, 10).map((three) => one + two + three)),
  );
  const wide = Object.fromEntries(names.map((name) => [name, 1]));
  const shape = createBodyShape();
  shape.add(deep);
  shape.add(wide);
  expect(shape.places.size).toBeLessThanOrEqual(5000);
});
