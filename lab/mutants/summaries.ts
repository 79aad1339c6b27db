import {
  changeJson,
  changeRows,
  isTransactionListWith,
  type Json,
  type Mutant,
  type MutantRequest,
  parseJsonBody,
  replaceJsonBody,
  replaceQuery,
  replaceResponse,
} from './proxy-helpers.ts';

/** Replaces the totals by those of the query without one parameter. */
const replaceTotals = (when: (received: MutantRequest) => boolean, name: string) =>
  replaceResponse(when, async ({ request }, pass) => {
    const own = await pass(request);
    const wider = await pass(replaceQuery(request, (query) => query.delete(name)));
    return replaceJsonBody(own, { ...parseJsonBody(own), summary: parseJsonBody(wider).summary });
  });

const changeResolvedDisputes = (change: (row: Json) => Json) =>
  changeRows('listDisputes', (rows) => rows.map((row) => (row.status === 'resolved' ? change(row) : row)));

export const summaryMutants: readonly Mutant[] = [
  {
    id: 'total-withdrawn-is-of-requested-amounts',
    title: 'The total withdrawn is higher by an amount that was requested but declined',
    kills: ['transactions/totals-are-of-the-rows'],
    alter: changeJson('listTransactions', (body) => {
      const summary = body.summary as Json; // part of the contract
      body.summary = { ...summary, total_withdrawn: (Number(summary.total_withdrawn) + 37.01).toFixed(2) };
    }),
  },
  {
    id: 'summary-forgets-the-terminal-of-a-group',
    title: 'With both filters, the totals cover the whole group',
    kills: ['transactions/totals-are-of-the-rows'],
    alter: replaceTotals(isTransactionListWith('group_id', 'terminal_id'), 'terminal_id'),
  },
  {
    id: 'summary-forgets-the-terminal-when-sorted',
    title: 'With `terminal_id` and `sort_by`, the totals cover all rows',
    kills: ['transactions/totals-are-of-the-rows'],
    isSubtle: true,
    alter: replaceTotals(isTransactionListWith('terminal_id', 'sort_by'), 'terminal_id'),
  },
  {
    id: 'disputes-resolved-without-reviewer',
    title: 'Resolved disputes have no reviewer',
    kills: ['disputes/resolved-cases-show-their-reviewer'],
    alter: changeResolvedDisputes(({ reviewer: _, ...row }) => row),
  },
  {
    id: 'disputes-resolved-with-null-reviewer',
    title: 'Resolved disputes have a null reviewer',
    kills: ['disputes/resolved-cases-show-their-reviewer'],
    alter: changeResolvedDisputes((row) => ({ ...row, reviewer: null })),
  },
  {
    id: 'disputes-name-a-neighbour',
    title: 'Each dispute names the terminal of another dispute',
    kills: ['disputes/terminal-is-that-of-the-transaction'],
    alter: changeRows('listDisputes', (rows) =>
      rows.map((row) => ({
        ...row,
        terminal_id: rows.find(({ terminal_id }) => terminal_id !== row.terminal_id)?.terminal_id,
      })),
    ),
  },
];
