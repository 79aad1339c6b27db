import { type Asked, answering, instead, type Mutant, withQuery } from './alter.ts';

const LIMIT = 'limit/odd-values-do-not-fail';
const SORT = 'sort/unknown-values-do-not-fail';
const FILTERS = 'filters/odd-values-do-not-fail';

/** Returns 500 for transaction requests whose query matches `isAskedSo`. */
const failing = (id: string, title: string, kill: string, isAskedSo: (query: URLSearchParams) => boolean): Mutant => ({
  id,
  title,
  kills: [kill],
  alter: instead(
    ({ operation, query }: Asked) => operation === 'listTransactions' && isAskedSo(query),
    async () => answering(500, { status: 500 }),
  ),
});

export const oddValueMutants: readonly Mutant[] = [
  failing('limit-zero-fails', '`limit=0` returns 500', LIMIT, (query) => query.get('limit') === '0'),
  failing('limit-below-zero-fails', '`limit=-1` returns 500', LIMIT, (query) => query.get('limit') === '-1'),
  failing('limit-in-words-fails', 'A non-numeric `limit` returns 500', LIMIT, (query) =>
    /^[a-z]+$/.test(query.get('limit') ?? ''),
  ),
  failing('limit-beyond-integers-fails', 'A `limit` of 21 digits returns 500', LIMIT, (query) =>
    /^\d{21}$/.test(query.get('limit') ?? ''),
  ),
  failing('limit-twice-fails', 'A repeated `limit` returns 500', LIMIT, (query) => query.getAll('limit').length > 1),
  failing('sort-unknown-column-fails', 'An unknown `sort_by` returns 500', SORT, (query) =>
    (query.get('sort_by') ?? '').startsWith('no_'),
  ),
  failing('sort-upper-case-fails', '`sort_dir=DESC` returns 500', SORT, (query) => query.get('sort_dir') === 'DESC'),
  failing('filter-quotes-fail', 'A quote in a filter returns 500', FILTERS, (query) =>
    (query.get('group_id') ?? '').includes("'"),
  ),
  failing('query-unknown-parameter-fails', 'An unknown parameter returns 500', FILTERS, (query) =>
    query.has('no_such_parameter'),
  ),
  {
    id: 'limit-zero-is-all-of-settlements',
    title: '`limit=0` returns no transactions, but all settlements',
    kills: ['limit/means-the-same-on-every-list'],
    alter: withQuery(
      ({ operation, query }) => operation === 'listSettlements' && query.get('limit') === '0',
      (query) => query.delete('limit'),
    ),
  },
];
