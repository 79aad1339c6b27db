import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TransactionRow } from '../../spec/index.ts';
import { listReply, openWalk } from './paging.ts';
import { bodyOf, scopeOf } from './test-scope.ts';
import { listTransactions } from './transactions.ts';

const scope = scopeOf('sbx-meridian-admin');

/** All pages of a walk, as a client follows them. */
function walk(query: object): TransactionRow[] {
  const rows: TransactionRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = bodyOf(
      listTransactions(scope, {
        path: {},
        query: cursor === undefined ? query : { ...query, cursor },
        body: undefined,
      }),
    );
    expect(page.page.returned).toBe(page.data.length);
    expect(page.page.has_more).toBe(page.page.next_cursor !== null);
    rows.push(...page.data);
    cursor = page.page.next_cursor;
  }
  return rows;
}

test('the pages of any walk concatenate to the list, whatever their size', () => {
  const whole = {
    asc: walk({ limit: 500, sort_by: 'amt_comp', sort_dir: 'asc' }),
    desc: walk({ limit: 500, sort_by: 'amt_comp' }),
  };
  expect(whole.desc.length).toBeGreaterThan(1000);
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 500 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      (limit, sort_dir) => {
        expect(walk({ limit, sort_by: 'amt_comp', sort_dir })).toEqual(whole[sort_dir]);
      },
    ),
    { numRuns: 15, seed: 11 },
  );
});

test('a smaller limit gives a prefix, and the summary stays that of all rows', () => {
  const first = (limit: number) => bodyOf(listTransactions(scope, { path: {}, query: { limit }, body: undefined }));
  expect(first(3).data).toEqual(first(50).data.slice(0, 3));
  expect(first(3).summary).toEqual(first(500).summary);
  expect(first(3).summary.row_count).toBe(first(3).page.matched);
});

test('a cursor is good for its own query and key, with any limit, and for nothing else', () => {
  const opened = openWalk(scope, 'listTransactions', { limit: 1 });
  if ('problem' in opened) throw new Error('the first page needs no cursor');
  const cursor = listReply(opened, [1, 2, 3], String).body.page.next_cursor ?? '';
  const reopened = openWalk(scope, 'listTransactions', { limit: 2, cursor });
  expect('problem' in reopened ? reopened.problem : reopened.offset).toBe(1);

  const codeOf = (result: ReturnType<typeof openWalk>) => ('problem' in result ? result.problem.code : undefined);
  expect(codeOf(openWalk(scope, 'listSettlements', { cursor }))).toBe('cursor_mismatch');
  expect(codeOf(openWalk(scopeOf('sbx-redline-admin'), 'listTransactions', { cursor }))).toBe('invalid_parameter');
  for (const forged of [`A${cursor.slice(1)}`, cursor.slice(0, -1), `${cursor}A`, 'x', cursor.slice(22)])
    expect(codeOf(openWalk(scope, 'listTransactions', { cursor: forged }))).toBe('invalid_parameter');
});
