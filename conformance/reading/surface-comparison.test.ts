import { expect, test } from 'vitest';
import { findDisagreements, listSightings, type ThingKind } from './surface-comparison.ts';

const KIND: ThingKind = {
  name: 'terminal',
  idName: 'id',
  ids: new Set(['T1', 'T2', 'T3', 'T4', 'T5']),
  members: new Set(['id', 'label', 'state', 'city']),
};

const rows = (change: (id: string) => object = () => ({})) =>
  [...KIND.ids].map((id) => ({ id, label: `Counter ${id}`, state: 'up', city: 'Oslo', ...change(id) }));

const compare = (portal: unknown, list: unknown) =>
  findDisagreements([
    ...listSightings(portal, [KIND], { surface: 'portal', source: 0 }),
    ...listSightings(list, [KIND], { surface: 'list', source: 1 }),
  ]).map(({ member, one }) => `${member} of ${one.id}`);

test('reports a member that differs for one thing', () => {
  expect(
    compare(
      { terminals: rows() },
      rows((id) => (id === 'T4' ? { label: 'Counter T1' } : {})),
    ),
  ).toEqual(['label of T4']);
});

test('ignores a member that means something else on the other surface', () => {
  expect(
    compare(
      rows(),
      rows((id) => ({ state: `since ${id}` })),
    ),
  ).toEqual([]);
});

test('ignores objects of another form that hold the same id', () => {
  const disputes = [...KIND.ids].map((id) => ({ id, label: 'Case', reason: 'x', amount: 3, due: 'y', owner: 'z' }));
  expect(compare(rows(), disputes)).toEqual([]);
});

test('ignores a value that changed on one surface', () => {
  const moving = rows((id) => (id === 'T4' ? { state: 'down' } : {}));
  expect(compare([rows(), moving], rows())).toEqual([]);
});
