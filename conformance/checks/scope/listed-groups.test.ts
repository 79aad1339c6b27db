import { expect, test } from 'vitest';
import { isSameGroup } from './listed-groups.ts';

const WEST = { id: 'G-10021', value: { id: 'G-10021', name: 'West', count: 3, terminals: ['T-1', 'T-2', 'T-3'] } };

test('a group is the same if only its terminals and their number differ', () => {
  const shown = { id: 'G-10021', value: { id: 'G-10021', name: 'West', count: 0, terminals: [] } };
  expect(isSameGroup(shown, WEST)).toBe(true);
});

test('a group with another name, or with a short number as id, may be another one of another tenant', () => {
  expect(isSameGroup({ id: 'G-10021', value: { id: 'G-10021', name: 'Harbour' } }, WEST)).toBe(false);
  expect(isSameGroup({ id: '100021', value: { id: '100021', name: 'West' } }, { value: { name: 'West' } })).toBe(false);
});
