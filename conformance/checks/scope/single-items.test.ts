import { expect, test } from 'vitest';
import type { TwoKeys } from '../../relations/survey/denials.ts';
import { mayBeTwins } from './single-items.ts';

interface Row {
  readonly terminal: number;
  readonly time: string;
  readonly token: string;
}

const ROWS: readonly Row[] = Array.from({ length: 6 }, (_, index) => ({
  terminal: 5001 + index,
  time: `2026-03-02T10:0${index}:17Z`,
  token: `tok_${index}`,
}));

function judge(theirs: readonly Row[], own: readonly Row[]): boolean {
  const [insider, outsider] = [theirs, own].map((transactions) => ({
    sees: { responses: new Map([['listTransactions', { json: { transactions } }]]) },
  }));
  return mayBeTwins({ insider, outsider } as unknown as TwoKeys); // only the lists are read
}

test('two tenants with copies of the same data may be twins', () => {
  const copies = ROWS.map((row) => ({ ...row, token: `${row.token}_copy` }));
  expect(judge(ROWS, copies)).toBe(true);
});

test('keys with a transaction in common, or with transactions at other times, are no twins', () => {
  expect(judge(ROWS, ROWS.slice(0, 4))).toBe(false);
  const others = ROWS.map((row) => ({ ...row, time: row.time.replace(':17Z', ':18Z') }));
  expect(judge(ROWS, others)).toBe(false);
  expect(judge(ROWS, [])).toBe(false);
});
