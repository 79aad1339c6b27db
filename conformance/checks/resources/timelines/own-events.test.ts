import { expect, test } from 'vitest';
import { readCells } from '../../../relations/rows/cells.ts';
import { withoutRow } from './own-events.ts';

const row = { id: 'tx-1', terminal: 'T-1', at: '2026-01-01T10:00:00Z', trace: '000123', fee: 0 };
const cells = readCells(row);
const events = [{ step: 1, at: '2026-01-01T10:00:02Z' }];

test.each([
  { title: 'beside the row', response: { ...row, events } },
  { title: 'inside an object of the row', response: { data: { ...row, steps: { items: events } } } },
  {
    title: 'in a response that repeats the row by a short number in another object',
    response: { data: { id: 'tx-1', terminal: 'T-1', trace: '000123', events }, status: { code: 0 } },
  },
])('a timeline keeps the events $title', ({ response }) => {
  const kept = JSON.stringify(withoutRow(response, cells));
  expect(kept).toContain('2026-01-01T10:00:02Z');
});

test('a timeline loses the values of the row that it repeats', () => {
  expect(JSON.stringify(withoutRow({ data: { ...row, events } }, cells))).not.toContain(row.at);
});

test('an event that has few values of the row is kept whole', () => {
  expect(withoutRow([{ at: row.at, terminal: 'T-1', step: 1 }], cells)).toEqual([
    { at: row.at, terminal: 'T-1', step: 1 },
  ]);
});
