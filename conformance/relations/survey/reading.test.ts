import { expect, test } from 'vitest';
import type { Exchange } from '../../http/client.ts';
import { createBindings } from '../../slots/bindings.ts';
import { readTable } from '../../slots/read-lists.ts';

const EVIDENCE = { source: 'shape', observation: 'the only array', assumedRules: [] } as const;
const bindings = createBindings(
  { 'transactions.rows': { value: '/entries/*', confidence: 'certain', evidence: [EVIDENCE] } },
  'inferred',
);

const countRows = (entries: readonly unknown[]) =>
  readTable({ status: 200, json: { entries } } as unknown as Exchange, bindings, 'listTransactions')?.rows.length; // the parts that are read

test('an element for the totals is no row, where rows have no id', () => {
  const rows = [
    { station: 'T-01', worth: 100 },
    { station: 'T-02', worth: 200 },
  ];
  expect(countRows([...rows, { totals: { worth: 300 } }])).toBe(2);
  expect(countRows([{ totals: { worth: 300 } }, ...rows])).toBe(2);
});

test('elements without any member in common are rows', () => {
  expect(countRows([{ a: { worth: 1 } }, { b: { worth: 2 } }, { c: { worth: 3 } }])).toBe(3);
});
