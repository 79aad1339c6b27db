import type { Transport } from '../../conformance/http/client.ts';
import {
  changeHeader,
  changeJson,
  changeQuery,
  changeRows,
  isSuccessResponse,
  isTransactionListWith,
  type Json,
  type Mutant,
  parseJsonBody,
  readDataRows,
  replaceJsonBody,
  replaceQuery,
  replaceResponse,
} from './proxy-helpers.ts';

const PAGES = 'lists/pages-make-the-whole';
const NO_ROW_LOST = 'lists/pages-lose-and-repeat-no-row';

/** Changes the rows of later pages, given the rows of the previous page. */
const changeLaterPages =
  (change: (rows: Json[], before: readonly Json[]) => readonly Json[], ...names: readonly string[]) =>
  (transport: Transport): Transport => {
    let before: readonly Json[] = [];
    return changeRows('listTransactions', (rows, received) => {
      const changed = isTransactionListWith('cursor', ...names)(received) ? change(rows, before) : rows;
      before = rows;
      return changed;
    })(transport);
  };

export const pageMutants: readonly Mutant[] = [
  {
    id: 'pages-repeat-a-row',
    title: 'A later page begins with the last row of the previous page',
    kills: [PAGES, NO_ROW_LOST],
    alter: changeLaterPages((rows, before) => [...before.slice(-1), ...rows.slice(0, -1)]),
  },
  {
    id: 'pages-skip-a-row',
    title: 'A later page skips its first row',
    kills: [PAGES, NO_ROW_LOST],
    alter: changeLaterPages((rows) => rows.slice(1)),
  },
  {
    id: 'pages-of-disputes-skip-a-row',
    title: 'A later page of disputes skips its first row',
    kills: ['disputes/pages-lose-and-repeat-no-row'],
    isSubtle: true,
    alter: changeRows(
      ({ operation, query }) => operation === 'listDisputes' && query.has('cursor'),
      (rows) => rows.slice(1),
    ),
  },
  {
    id: 'pages-of-settlements-skip-a-row',
    title: 'A later page of settlements skips its first row',
    kills: ['settlements/pages-lose-and-repeat-no-row'],
    isSubtle: true,
    alter: changeRows(
      ({ operation, query }) => operation === 'listSettlements' && query.has('cursor'),
      (rows) => rows.slice(1),
    ),
  },
  {
    id: 'pages-end-early',
    title: 'The second page has no link to the third',
    kills: [PAGES],
    alter: changeJson(isTransactionListWith('cursor'), (body) => {
      body.page = { next_cursor: null };
    }),
  },
  {
    id: 'pages-forget-the-order',
    title: 'Later pages of a sorted list are sorted in the other direction',
    kills: [PAGES],
    alter: changeLaterPages((rows) => rows.reverse(), 'sort_by'),
  },
  {
    id: 'pages-of-a-terminal-show-a-stray',
    title: 'A later page of a filtered list contains a row that does not match',
    kills: [PAGES],
    alter: changeLaterPages(
      ([first, ...rows]) => [{ ...first, transaction_id: 'txn_unknown' }, ...rows],
      'terminal_id',
    ),
  },
  {
    id: 'pages-count-the-rows-of-all',
    title: 'A header counts more rows than the list has',
    kills: ['lists/counts-in-headers-are-of-the-list'],
    alter: changeHeader('listTransactions', 'X-Total-Count', '4711'),
  },
  {
    id: 'lists-a-batch-stands-twice',
    title: 'The last settlement batch occurs twice',
    kills: ['lists/nothing-stands-twice'],
    alter: changeRows('listSettlements', (rows) => [...rows, ...rows.slice(-1)]),
  },
  {
    id: 'sort-ascending-descends',
    title: '`sort_dir=asc` descends',
    kills: ['sort/amt-comp-ascends'],
    alter: changeQuery(isTransactionListWith('sort_by'), (query) => query.set('sort_dir', 'desc')),
  },
  {
    id: 'sort-ascending-turns-the-top-over',
    title: '`sort_dir=asc` returns the greatest amounts, in ascending order',
    kills: ['sort/amt-comp-ascends'],
    alter: replaceResponse(
      ({ query }) => query.get('sort_dir') === 'asc',
      async ({ request }, pass) => {
        const top = await pass(replaceQuery(request, (query) => query.set('sort_dir', 'desc')));
        return isSuccessResponse(top)
          ? replaceJsonBody(top, { ...parseJsonBody(top), data: readDataRows(parseJsonBody(top)).reverse() })
          : top;
      },
    ),
  },
  {
    id: 'filter-group-loses-a-terminal-when-sorted',
    title: 'With sorting, `group_id` drops the rows of the terminal with the greatest amount',
    kills: ['lists/any-combination-is-of-the-whole-list'],
    isSubtle: true,
    alter: changeRows(isTransactionListWith('sort_by', 'group_id'), (rows) =>
      rows.filter(({ terminal_id }) => terminal_id !== rows[0]?.terminal_id),
    ),
  },
  {
    id: 'pages-link-drops-the-group',
    title: 'The Link header of a filtered and sorted list leads to a page of all groups',
    kills: ['lists/page-links-keep-the-request'],
    isSubtle: true,
    alter: changeHeader(
      isTransactionListWith('group_id', 'sort_by', 'limit'),
      'Link',
      '</v1/transactions?limit=4&sort_by=amt_comp&sort_dir=desc>; rel="next"',
    ),
  },
  {
    id: 'pages-link-leads-to-no-rows',
    title: 'The Link header of a filtered list leads to an empty page',
    kills: ['lists/page-links-keep-the-request'],
    isSubtle: true,
    alter: (transport) =>
      changeHeader(
        isTransactionListWith('group_id'),
        'Link',
        '</v1/transactions?limit=4&offset=4>; rel="next"',
      )(changeRows(isTransactionListWith('offset'), () => [])(transport)),
  },
];
