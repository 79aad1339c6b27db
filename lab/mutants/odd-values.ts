import { changeQuery, type Mutant, type MutantRequest, makeJsonResponse, replaceResponse } from './proxy-helpers.ts';

const LIMIT = 'limit/odd-values-do-not-fail';
const SORT = 'sort/unknown-values-do-not-fail';
const FILTERS = 'filters/odd-values-do-not-fail';

interface OddValueFault extends Pick<Mutant, 'id' | 'title'> {
  readonly kill: string;
  readonly isMatching: (query: URLSearchParams) => boolean;
}

/** Returns 500 for transaction requests whose query matches `isMatching`. */
const createServerErrorMutant = ({ id, title, kill, isMatching }: OddValueFault): Mutant => ({
  id,
  title,
  kills: [kill],
  alter: replaceResponse(
    ({ operation, query }: MutantRequest) => operation === 'listTransactions' && isMatching(query),
    async () => makeJsonResponse(500, { status: 500 }),
  ),
});

export const oddValueMutants: readonly Mutant[] = [
  createServerErrorMutant({
    id: 'limit-zero-fails',
    title: '`limit=0` returns 500',
    kill: LIMIT,
    isMatching: (query) => query.get('limit') === '0',
  }),
  createServerErrorMutant({
    id: 'limit-below-zero-fails',
    title: '`limit=-1` returns 500',
    kill: LIMIT,
    isMatching: (query) => query.get('limit') === '-1',
  }),
  createServerErrorMutant({
    id: 'limit-in-words-fails',
    title: 'A non-numeric `limit` returns 500',
    kill: LIMIT,
    isMatching: (query) => /^[a-z]+$/.test(query.get('limit') ?? ''),
  }),
  createServerErrorMutant({
    id: 'limit-beyond-integers-fails',
    title: 'A `limit` of 21 digits returns 500',
    kill: LIMIT,
    isMatching: (query) => /^\d{21}$/.test(query.get('limit') ?? ''),
  }),
  createServerErrorMutant({
    id: 'limit-twice-fails',
    title: 'A repeated `limit` returns 500',
    kill: LIMIT,
    isMatching: (query) => query.getAll('limit').length > 1,
  }),
  createServerErrorMutant({
    id: 'sort-unknown-column-fails',
    title: 'An unknown `sort_by` returns 500',
    kill: SORT,
    isMatching: (query) => (query.get('sort_by') ?? '').startsWith('no_'),
  }),
  createServerErrorMutant({
    id: 'sort-upper-case-fails',
    title: '`sort_dir=DESC` returns 500',
    kill: SORT,
    isMatching: (query) => query.get('sort_dir') === 'DESC',
  }),
  createServerErrorMutant({
    id: 'filter-quotes-fail',
    title: 'A quote in a filter returns 500',
    kill: FILTERS,
    isMatching: (query) => (query.get('group_id') ?? '').includes("'"),
  }),
  createServerErrorMutant({
    id: 'query-unknown-parameter-fails',
    title: 'An unknown parameter returns 500',
    kill: FILTERS,
    isMatching: (query) => query.has('no_such_parameter'),
  }),
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
