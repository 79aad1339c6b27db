import {
  changeJson,
  changeQuery,
  changeRows,
  isTransactionListWith as having,
  isSuccessResponse,
  type Mutant,
  parseJsonBody,
  readDataRows,
  replaceJsonBody,
  replaceQuery,
  replaceResponse,
} from './proxy-helpers.ts';

const ROWS = 'listTransactions';
const ANY_COMBINATION = 'lists/any-combination-is-of-the-whole-list';

/** Changes the limit of a request by `difference`. */
const changeLimitBy = (difference: number) =>
  changeQuery(having('limit'), (query) =>
    query.set('limit', String(Math.max(1, Number(query.get('limit')) + difference))),
  );

const dropParameters =
  (...names: string[]) =>
  (query: URLSearchParams) => {
    for (const name of names) query.delete(name);
  };

const requestLongUnsortedList = (query: URLSearchParams): void => {
  dropParameters('sort_by', 'sort_dir')(query);
  query.set('limit', '500');
};

export const listMutants: readonly Mutant[] = [
  {
    id: 'sort-needs-a-direction',
    title: '`sort_by` has no effect without `sort_dir`',
    kills: ['sort/amt-comp-sorts-without-a-direction'],
    isSubtle: true,
    alter: changeQuery('listTransactions', (query) => {
      if (!query.has('sort_dir')) query.delete('sort_by');
    }),
  },
  {
    id: 'sort-numbers-the-rows',
    title: 'Sorted rows have their place in the list as sequence number',
    kills: ['transactions/rows-are-the-same-for-any-parameters'],
    isSubtle: true,
    alter: changeRows(having('sort_by'), (rows) => rows.map((row, index) => ({ ...row, seq_no: `000${index}` }))),
  },
  {
    id: 'lists-resolved-disputes-need-a-filter',
    title: 'Resolved disputes are listed only with a filter by status',
    kills: ['lists/declared-filters-return-rows-of-the-list'],
    isSubtle: true,
    alter: changeJson('listDisputes', (body, { query }) => {
      if (!query.has('status')) body.data = readDataRows(body).filter(({ status }) => status !== 'resolved');
    }),
  },
  {
    id: 'lists-transactions-lack-a-kind',
    title: 'The list of transactions lacks rows that the list of the terminal has',
    kills: ['transactions/list-has-the-rows-of-terminal-lists', 'portal/recent-transactions-are-listed'],
    isSubtle: true,
    alter: changeRows('listTransactions', (rows) =>
      rows.filter(({ transaction_id }) => !String(transaction_id).endsWith('_2')),
    ),
  },
  {
    id: 'limit-gives-one-more',
    title: 'The limit parameter returns one row more than requested',
    kills: ['limit/restricts-the-rows'],
    isSubtle: true,
    alter: changeLimitBy(1),
  },
  {
    id: 'limit-is-ignored',
    title: '`limit` has no effect',
    kills: ['limit/restricts-the-rows'],
    alter: changeQuery(having('limit'), dropParameters('limit')),
  },
  {
    id: 'limit-is-ignored-when-filtered',
    title: '`limit` has no effect together with a filter',
    kills: ['limit/restricts-the-rows'],
    isSubtle: true,
    alter: changeQuery(having('limit', 'terminal_id'), dropParameters('limit')),
  },
  {
    id: 'limit-is-ignored-with-both-filters',
    title: '`limit` has no effect together with both filters',
    kills: ['limit/restricts-the-rows'],
    alter: changeQuery(having('limit', 'terminal_id', 'group_id'), dropParameters('limit')),
  },
  {
    id: 'limit-skips-the-top-row',
    title: 'With `limit` and `sort_by`, the list begins with its second row',
    kills: ['limit/keeps-the-top-rows'],
    alter: replaceResponse(having('limit', 'sort_by'), async ({ query, request }, pass) => {
      const whole = await pass(replaceQuery(request, dropParameters('limit')));
      if (!isSuccessResponse(whole)) return whole;
      const rows = readDataRows(parseJsonBody(whole)).slice(1, 1 + Number(query.get('limit')));
      return replaceJsonBody(whole, { ...parseJsonBody(whole), data: rows });
    }),
  },
  {
    id: 'sort-as-text',
    title: 'Amounts are sorted as text',
    kills: ['sort/amt-comp-descends'],
    alter: replaceResponse(having('sort_by'), async ({ query, request }, pass) => {
      const many = await pass(replaceQuery(request, requestLongUnsortedList));
      if (!isSuccessResponse(many)) return many;
      const sorted = readDataRows(parseJsonBody(many)).sort((a, b) =>
        String(a.amt_comp) < String(b.amt_comp) ? 1 : -1,
      );
      return replaceJsonBody(many, { ...parseJsonBody(many), data: sorted.slice(0, Number(query.get('limit') ?? 50)) });
    }),
  },
  {
    id: 'sort-ascends',
    title: '`sort_dir=desc` ascends',
    kills: ['sort/amt-comp-descends'],
    alter: changeRows(having('sort_by', 'sort_dir'), (rows) => rows.reverse()),
  },
  {
    id: 'sort-is-ignored',
    title: '`sort_by` has no effect',
    kills: ['sort/amt-comp-descends'],
    alter: changeQuery(having('sort_by'), dropParameters('sort_by', 'sort_dir')),
  },
  {
    id: 'sort-is-ignored-when-filtered',
    title: '`sort_by` has no effect together with a filter',
    kills: ['sort/amt-comp-descends'],
    isSubtle: true,
    alter: changeQuery(having('sort_by', 'terminal_id'), dropParameters('sort_by', 'sort_dir')),
  },
  {
    id: 'sort-misplaces-one-row',
    title: 'The last row of a sorted terminal list should be its first',
    kills: ['sort/amt-comp-descends'],
    isSubtle: true,
    alter: changeRows(having('sort_by', 'terminal_id'), (rows) => [...rows.slice(-1), ...rows.slice(0, -1)]),
  },
  {
    id: 'sort-loses-a-row',
    title: 'Sorting drops a row',
    kills: [ANY_COMBINATION],
    alter: changeRows(having('sort_by', 'terminal_id'), (rows) => rows.slice(1)),
  },
  {
    id: 'sort-invents-a-row',
    title: 'Sorting changes the id of a row',
    kills: [ANY_COMBINATION],
    alter: changeRows(having('sort_by', 'terminal_id'), ([first = {}, ...rest]) => [
      { ...first, transaction_id: `${String(first.transaction_id)}x` },
      ...rest,
    ]),
  },
  {
    id: 'sort-changes-between-calls',
    title: 'Every second response has another order',
    kills: ['sort/is-stable'],
    alter: (transport) => {
      let count = 0;
      return changeRows(ROWS, (rows) => {
        count += 1;
        return count % 2 === 0 ? rows.reverse() : rows;
      })(transport);
    },
  },
  {
    id: 'lists-a-row-stands-twice',
    title: 'A row occurs twice',
    kills: ['lists/no-row-twice'],
    alter: changeRows(ROWS, (rows) => [...rows, ...rows.slice(0, 1)]),
  },
  {
    id: 'filter-terminal-is-ignored',
    title: '`terminal_id` has no effect',
    kills: ['filters/terminal-id-keeps-just-its-rows', 'filters/an-unknown-terminal-matches-nothing'],
    alter: changeQuery(having('terminal_id'), dropParameters('terminal_id')),
  },
  {
    id: 'filter-terminal-matches-a-prefix',
    title: '`terminal_id` compares only the first four characters',
    kills: ['filters/terminal-id-keeps-just-its-rows', 'filters/terminal-id-is-compared-whole'],
    isSubtle: true,
    alter: replaceResponse(having('terminal_id'), async ({ query, request }, pass) => {
      const whole = await pass(replaceQuery(request, dropParameters('terminal_id')));
      if (!isSuccessResponse(whole)) return whole;
      const start = (query.get('terminal_id') ?? '').slice(0, 4);
      return replaceJsonBody(whole, {
        ...parseJsonBody(whole),
        data: readDataRows(parseJsonBody(whole)).filter((row) => String(row.terminal_id).startsWith(start)),
      });
    }),
  },
  {
    id: 'filter-terminal-loses-a-row',
    title: '`terminal_id` drops a row of its terminal',
    kills: ['filters/terminal-id-keeps-just-its-rows'],
    alter: changeRows(having('terminal_id'), (rows) => rows.slice(1)),
  },
  {
    id: 'filter-unknown-terminal-gives-all',
    title: 'An unknown `terminal_id` returns the rows of all terminals',
    kills: ['filters/an-unknown-terminal-matches-nothing'],
    alter: replaceResponse(having('terminal_id'), async ({ request }, pass) => {
      const honest = await pass(request);
      const isEmpty = isSuccessResponse(honest) && readDataRows(parseJsonBody(honest)).length === 0;
      return isEmpty ? pass(replaceQuery(request, dropParameters('terminal_id'))) : honest;
    }),
  },
  {
    id: 'filter-group-is-ignored',
    title: '`group_id` has no effect',
    kills: ['filters/group-id-keeps-just-its-rows'],
    alter: changeQuery(having('group_id'), dropParameters('group_id')),
  },
  {
    id: 'filter-group-loses-a-row',
    title: '`group_id` drops a row of its group',
    kills: [ANY_COMBINATION],
    alter: changeRows(having('group_id'), (rows) => rows.slice(1)),
  },
  {
    id: 'filter-group-is-dropped-when-combined',
    title: '`group_id` has no effect together with `terminal_id`',
    kills: [ANY_COMBINATION],
    isSubtle: true,
    alter: changeQuery(having('group_id', 'terminal_id'), dropParameters('group_id')),
  },
  {
    id: 'filter-terminal-is-dropped-when-combined',
    title: '`terminal_id` has no effect together with `group_id`',
    kills: [ANY_COMBINATION],
    isSubtle: true,
    alter: changeQuery(having('group_id', 'terminal_id'), dropParameters('terminal_id')),
  },
  {
    id: 'filter-combination-loses-a-row',
    title: 'Two filters together drop a row that matches both',
    kills: [ANY_COMBINATION],
    alter: changeRows(having('group_id', 'terminal_id'), (rows) => rows.slice(1)),
  },
  {
    id: 'terminal-list-shows-a-stray',
    title: "A terminal's own list contains a row of another terminal",
    kills: ['terminals/transactions-are-of-the-terminal'],
    alter: changeRows('listTerminalTransactions', (rows) =>
      rows.map((row, index) => (index === 1 ? { ...row, terminal_id: 'ZZ999999' } : row)),
    ),
  },
  {
    id: 'combination-of-group-and-order-loses-a-row',
    title: 'With `group_id` and `sort_by`, the last row of a page is missing',
    kills: [ANY_COMBINATION],
    alter: changeRows(having('group_id', 'sort_by', 'limit'), (rows) => rows.slice(0, -1)),
  },
  {
    id: 'combination-of-limit-and-order-swaps-rows',
    title: 'With `sort_by`, a limit of 3 or more returns the last row first',
    kills: ['sort/amt-comp-descends'],
    alter: changeRows(
      (received) => having('limit', 'sort_by')(received) && Number(received.query.get('limit')) >= 3,
      (rows) => [...rows.slice(-1), ...rows.slice(0, -1)],
    ),
  },
];
