import { expect, test } from 'vitest';
import { findContents, findRowMember, findWrappers, toLogicalPath } from './logical-path.ts';

const row = { id: 't1', amount: 5, type: 'x', at: '2026-01-01' };

test.each([
  { title: 'edges of Relay', rows: [{ cursor: 'c1', node: row }], member: 'node' },
  {
    title: 'entries of a bundle',
    rows: [{ fullUrl: 'u', resource: row, search: { mode: 'match' } }],
    member: 'resource',
  },
  { title: 'items with an etag', rows: [{ '@odata.etag': 'W/1', item: row }], member: 'item' },
  { title: 'rows with an own id', rows: [{ id: 't1', attributes: row }], member: undefined },
  { title: 'rows with two objects', rows: [{ terminal: { id: 1, name: 'a' }, money: row }], member: undefined },
  { title: 'plain rows', rows: [row], member: undefined },
])('finds the member with the whole row: $title', ({ rows, member }) => {
  expect(findRowMember(rows)).toBe(member);
});

test('finds wrappers by structure, and does not count them in paths', () => {
  const rows = ['a', 'b'].map((id) => ({ _id: id, _index: 'i', _source: { ...row, seq: 1 } }));
  const wrappers = findWrappers(rows);
  expect([...wrappers]).toEqual(['/_source']);
  expect(toLogicalPath('/_source/amount', [], wrappers)).toEqual(['amount']);
});

test('does not count the number of a value object', () => {
  expect(toLogicalPath('/fee/amount', ['amount', 'currencyCode'])).toEqual(['fee']);
  expect(toLogicalPath('/fee/value', ['value', 'unit'])).toEqual(['fee']);
  expect(toLogicalPath('/fee/amount', ['amount', 'note'])).toEqual(['fee', 'amount']);
});

test('finds the contents of a body beside a small status', () => {
  const result = { user: { name: 'x'.repeat(500) }, terminals: [row] };
  expect(findContents({ data: { viewer: result } })).toBe('/data/viewer');
  expect(findContents({ Result: result, Status: { code: 0, text: 'OK' } })).toBe('/Result');
});

test('keeps a path beside the contents of a row if only the path has its id', () => {
  const createRow = (number: number, id?: string) => ({
    href: `/v1/transactions/${number}/timeline`,
    attributes: { id, time: 'x', amount: 5 },
  });
  expect(findRowMember([createRow(17), createRow(18)])).toBeUndefined();
  expect(findRowMember([createRow(17, '17'), createRow(18, '18')])).toBe('attributes');
});
