import { changeQuery, type Mutant, type MutantRequest, makeJsonResponse, replaceResponse } from './proxy-helpers.ts';

const LIMIT = 'limit/odd-values-do-not-fail';
const SORT = 'sort/unknown-values-do-not-fail';
const FILTERS = 'filters/odd-values-do-not-fail';

/** Returns 500 for transaction requests whose query matches `isAskedSo`. */
const failsWith500 = (
  id: string,
  title: string,
  kill: string,
  isAskedSo: (query: URLSearchParams) => boolean,
): Mutant => ({
  id,
  title,
  kills: [kill],
  alter: replaceResponse(
    ({ operation, query }: MutantRequest) => operation === 'listTransactions' && isAskedSo(query),
    async () => makeJsonResponse(500, { status: 500 }),
  ),
});

export const oddValueMutants: readonly Mutant[] = [
  failsWith500('limit-zero-fails', '`limit=0` returns 500', LIMIT, (query) => query.get('limit') === '0'),
  failsWith500('limit-below-zero-fails', '`limit=-1` returns 500', LIMIT, (query) => query.get('limit') === '-1'),
  failsWith500('limit-in-words-fails', 'A non-numeric `limit` returns 500', LIMIT, (query) =>
    /^[a-z]+$/.test(query.get('limit') ?? ''),
  ),
  failsWith500('limit-beyond-integers-fails', 'A `limit` of 21 digits returns 500', LIMIT, (query) =>
    /^\d{21}$/.test(query.get('limit') ?? ''),
  ),
  failsWith500(
    'limit-twice-fails',
    'A repeated `limit` returns 500',
    LIMIT,
    (query) => query.getAll('limit').length > 1,
  ),
  failsWith500('sort-unknown-column-fails', 'An unknown `sort_by` returns 500', SORT, (query) =>
    (query.get('sort_by') ?? '').startsWith('no_'),
  ),
  failsWith500(
    'sort-upper-case-fails',
    '`sort_dir=DESC` returns 500',
    SORT,
    (query) => query.get('sort_dir') === 'DESC',
  ),
  failsWith500('filter-quotes-fail', 'A quote in a filter returns 500', FILTERS, (query) =>
    (query.get('group_id') ?? '').includes("'"),
  ),
  failsWith500('query-unknown-parameter-fails', 'An unknown parameter returns 500', FILTERS, (query) =>
    query.has('no_such_parameter'),
  ),
  {
    id: 'limit-zero-is-all-of-settlements',
    title: '`limit=0` returns no transactions, but all settlements',
    kills: ['limit/means-the-same-on-every-list'],
    alter: changeQuery(
      ({ operation, query }) => operation === 'listSettlements' && query.get('limit') === '0',
      (query) => query.delete('limit'),
    ),
  },
];
