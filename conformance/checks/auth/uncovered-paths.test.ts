import { expect, test } from 'vitest';
import type { OperationId } from '../../../spec/index.ts';
import type { Exchange } from '../../http/client.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { explainUnreadPath } from './uncovered-paths.ts';

/** A key that reads these lists. */
const createReader = (lists: Partial<Record<OperationId, unknown>>): Principal =>
  ({
    name: 'a key',
    sees: { responses: new Map(Object.entries(lists).map(([name, json]) => [name, { json } as Exchange])) },
  }) as unknown as Principal; // the parts that are read

const ROW = { amount: '60.00', kind: 'withdrawal' };

test('a path of a transaction does not apply if no list shows one to any key', () => {
  const reader = createReader({ listTransactions: { rows: [], total: 0 }, listDisputes: { rows: [] } });
  expect(explainUnreadPath([reader], 'getTransactionTimeline').kind).toBe('not-applicable');
});

test('a config line decides if a list shows transactions without ids', () => {
  const readers = [
    createReader({ listTransactions: { rows: [] } }),
    createReader({ listTransactions: { rows: [ROW] } }),
  ];
  const verdict = explainUnreadPath(readers, 'getTransactionTimeline');
  expect(verdict).toMatchObject({ kind: 'untestable', remedy: { kind: 'binding', name: 'transactions.id' } });
});

test('a dispute shows that there are transactions', () => {
  const reader = createReader({ listTransactions: { rows: [] }, listDisputes: { rows: [ROW] } });
  expect(explainUnreadPath([reader], 'getTransactionTimeline').kind).toBe('untestable');
});

test('another key decides about a path of a terminal', () => {
  const reader = createReader({ listTransactions: { rows: [] } });
  expect(explainUnreadPath([reader], 'getTerminalStatus')).toMatchObject({ remedy: { kind: 'reading-key' } });
});
