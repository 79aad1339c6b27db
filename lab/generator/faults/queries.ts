import type { Transaction } from '../model/types.ts';
import { type Choices, defineFault, findOtherTenant, hasRows, keepsOrder, ownsKey } from './define.ts';
import type { Fault, FilterContext, PageContext } from './types.ts';

const isList = ({ operation }: { operation: string }) => operation === 'listTransactions';
const hasGroups = (choices: Choices) =>
  hasRows(choices) && choices.groupStructure !== 'none' && ownsKey(choices, 'administrator');
const hasPages = (choices: Choices) =>
  hasRows(choices) &&
  ownsKey(choices, 'administrator') &&
  !choices.paging.startsWith('none') &&
  Number(choices.pageSize) <= 25 &&
  choices.liveData !== 'transactions';
const sorts = (choices: Choices) =>
  keepsOrder(choices) && choices.transactionVolume !== 'few' && choices.amountVariety !== 'all-equal';
const byCompleted = (rows: readonly Transaction[], sign: number) =>
  [...rows].sort((left, right) => sign * ((left.amountCompleted ?? 0) - (right.amountCompleted ?? 0)));
const isSorted = (query: URLSearchParams) => query.get('sort_by') === 'amt_comp';

/** Returns the rows that the group filter alone selects. */
function selectGroup({ all, group }: FilterContext): Transaction[] {
  return group === undefined ? [...all] : all.filter((row) => group.terminalKeys.includes(row.terminalKey));
}

const filterFaults: Fault[] = [
  defineFault({
    id: 'terminal-filter-ignored',
    violates: 'terminalFilter',
    title: 'terminal_id has no effect',
    hooks: {
      filter: (rows, context) => (isList(context) && context.terminal !== undefined ? selectGroup(context) : rows),
    },
    applies: hasRows,
  }),
  defineFault({
    id: 'group-filter-ignored',
    violates: 'groupFilter',
    title: 'group_id has no effect',
    hooks: {
      filter: (rows, { all, group, terminal, operation }) =>
        operation === 'listTransactions' && group !== undefined && terminal === undefined ? [...all] : rows,
    },
    applies: hasGroups,
  }),
  defineFault({
    id: 'terminal-filter-ignored-when-sorted',
    violates: 'combined',
    title: 'terminal_id has no effect together with sort_by',
    hooks: {
      filter: (rows, context) =>
        isList(context) && context.terminal !== undefined && context.query.has('sort_by') ? selectGroup(context) : rows,
    },
    applies: hasRows,
  }),
  defineFault({
    id: 'terminal-filter-ignored-with-group',
    violates: 'combined',
    title: 'terminal_id has no effect together with group_id',
    hooks: {
      filter: (rows, context) =>
        isList(context) && context.terminal !== undefined && context.group !== undefined ? selectGroup(context) : rows,
    },
    applies: hasGroups,
  }),
  defineFault({
    id: 'group-filter-ignored-with-limit',
    violates: 'combined',
    title: 'group_id has no effect together with limit',
    hooks: {
      filter: (rows, { all, group, terminal, query }) =>
        group !== undefined && terminal === undefined && query.has('limit') ? [...all] : rows,
    },
    applies: (choices) => hasGroups(choices) && keepsOrder(choices),
  }),
  defineFault({
    id: 'terminal-filter-adds-neighbor',
    violates: 'terminalFilter',
    title: 'terminal_id also returns one row of another terminal',
    hooks: {
      filter: (rows, { all, terminal, group }) => {
        const other = all.find((row) => row.terminalKey !== terminal?.key);
        return terminal !== undefined && group === undefined && other !== undefined ? [other, ...rows] : rows;
      },
    },
    applies: hasRows,
  }),
  defineFault({
    id: 'group-filter-first-terminal-only',
    violates: 'groupFilter',
    title: 'group_id returns only the rows of the first terminal of the group',
    hooks: {
      filter: (rows, { group, terminal }) =>
        group !== undefined && terminal === undefined
          ? rows.filter((row) => row.terminalKey === group.terminalKeys[0])
          : rows,
    },
    applies: hasGroups,
  }),
  defineFault({
    id: 'group-filter-adds-neighbor',
    violates: 'groupFilter',
    title: 'group_id also returns the rows of a terminal outside the group',
    hooks: {
      filter: (rows, { all, group, terminal }) => {
        const other = all.find((row) => group?.terminalKeys.includes(row.terminalKey) === false);
        return group !== undefined && terminal === undefined && other !== undefined
          ? [...all.filter((row) => row.terminalKey === other.terminalKey), ...rows]
          : rows;
      },
    },
    applies: hasGroups,
  }),
  defineFault({
    id: 'terminal-filter-returns-nothing',
    violates: 'terminalFilter',
    title: 'terminal_id returns no rows',
    hooks: { filter: (rows, { terminal }) => (terminal === undefined ? rows : []) },
    applies: hasRows,
  }),
  defineFault({
    id: 'filter-applies-to-page-only',
    violates: 'terminalFilter',
    title: 'terminal_id filters only the first ten rows',
    hooks: {
      filter: (rows, { all, terminal }) => {
        if (terminal === undefined) return rows;
        return [
          ...rows.slice(0, 1),
          ...all.filter((row) => row.terminalKey !== terminal.key).slice(10, 12),
          ...rows.slice(1),
        ];
      },
    },
    applies: (choices) => hasRows(choices) && ownsKey(choices, 'administrator'),
  }),
];

const limitFault = (id: string, title: string, change: (rows: Transaction[], context: PageContext) => Transaction[]) =>
  defineFault({
    id,
    violates: 'limit',
    title,
    hooks: {
      page: (rows, context) => (context.limit === undefined || !isList(context) ? rows : change(rows, context)),
    },
    applies: (choices) => hasRows(choices) && choices.liveData !== 'transactions' && ownsKey(choices, 'administrator'),
  });

const limitFaults: Fault[] = [
  limitFault('limit-ignored', 'limit has no effect', (_, { all }) => [...all]),
  limitFault('limit-plus-one', 'limit returns one row too many', (rows, { all, offset }) =>
    all.slice(offset, offset + rows.length + 1),
  ),
  limitFault('limit-doubled', 'limit returns twice as many rows', (rows, { all, offset }) =>
    all.slice(offset, offset + 2 * rows.length),
  ),
  limitFault('limit-ignored-when-filtered', 'limit has no effect together with terminal_id', (rows, { all, query }) =>
    query.has('terminal_id') ? [...all] : rows,
  ),
  limitFault('limit-ignored-when-sorted', 'limit has no effect together with sort_by', (rows, { all, query }) =>
    query.has('sort_by') ? [...all] : rows,
  ),
  limitFault('limit-one-ignored', 'limit=1 returns more rows', (rows, { all, limit }) =>
    limit === 1 ? all.slice(0, 3) : rows,
  ),
];

const sortFault = (
  id: string,
  title: string,
  change: (rows: Transaction[], query: URLSearchParams, all: Transaction[]) => Transaction[],
) =>
  defineFault({
    id,
    violates: id.includes('descending') ? 'sortDir' : 'sortBy',
    title,
    hooks: { sort: (rows, { query }) => (isSorted(query) ? change(rows, query, rows) : rows) },
    applies: sorts,
  });

const sortFaults: Fault[] = [
  sortFault('sort-ignored', 'sort_by has no effect', (rows) => [...rows].sort((left, right) => right.atMs - left.atMs)),
  sortFault('descending-ignored', 'sort_dir=desc sorts in ascending order', (rows, query) =>
    query.get('sort_dir') === 'desc' ? byCompleted(rows, 1) : rows,
  ),
  sortFault('sort-lexical', 'Completed amounts are compared as text', (rows, query) => {
    const sign = query.get('sort_dir') === 'desc' ? -1 : 1;
    const text = (row: Transaction) => String(row.amountCompleted ?? 0);
    return [...rows].sort((left, right) => sign * (text(left) < text(right) ? -1 : 1));
  }),
  sortFault('sort-by-sequence', 'amt_comp sorts by the sequence number', (rows) =>
    [...rows].sort((left, right) => right.sequence - left.sequence),
  ),
  sortFault('sort-stops-early', 'Only the first third of the rows is sorted', (rows) => {
    const cut = Math.ceil(rows.length / 3);
    return [...rows.slice(cut), ...rows.slice(0, cut)];
  }),
  sortFault('sort-ignored-when-filtered', 'sort_by has no effect together with terminal_id', (rows, query) =>
    query.has('terminal_id') ? [...rows].sort((left, right) => left.sequence - right.sequence) : rows,
  ),
  sortFault('sort-largest-misplaced', 'The largest row is in the middle of the sorted list', (rows) => {
    const [first, ...rest] = rows;
    return first === undefined ? rows : [...rest.slice(0, 4), first, ...rest.slice(4)];
  }),
  sortFault(
    'descending-without-effect-when-limited',
    'sort_dir=desc has no effect together with limit',
    (rows, query) => (query.has('limit') ? byCompleted(rows, 1) : rows),
  ),
];

const pageFault = (id: string, title: string, change: (rows: Transaction[], context: PageContext) => Transaction[]) =>
  defineFault({
    id,
    violates: 'exactly',
    title,
    hooks: { page: (rows, context) => (isList(context) ? change(rows, context) : rows) },
    applies: hasPages,
  });

const pageFaults: Fault[] = [
  pageFault('pages-repeat-row', 'A later page repeats the last row of the one before', (rows, { all, offset }) => {
    const previous = all[offset - 1];
    return offset > 0 && previous !== undefined && rows.length > 0 ? [previous, ...rows.slice(0, -1)] : rows;
  }),
  pageFault('pages-lose-row', 'A later page lacks its first row', (rows, { offset }) =>
    offset > 0 ? rows.slice(1) : rows,
  ),
  pageFault('second-page-repeats-first', 'Every later page repeats the first', (rows, { all, offset }) =>
    offset > 0 ? all.slice(0, rows.length) : rows,
  ),
  pageFault('second-page-foreign-row', 'A later page contains a row of another tenant', (rows, { scope, offset }) => {
    const row = scope.world.transactions.find((each) => each.tenantKey === findOtherTenant(scope));
    return offset > 0 && row !== undefined ? [...rows.slice(0, -1), row] : rows;
  }),
  defineFault({
    id: 'row-listed-twice',
    violates: 'exactly',
    title: 'One transaction occurs twice in the list',
    hooks: {
      filter: (rows, { operation }) => {
        const [first] = rows;
        return operation === 'listTransactions' && first !== undefined ? [first, ...rows] : rows;
      },
    },
    applies: keepsOrder,
  }),
  defineFault({
    id: 'terminal-list-other-terminal',
    violates: 'ofTerminal',
    title: 'The transactions of a terminal contain a row of another visible terminal',
    hooks: {
      page: (rows, { operation, scope, targetKey }) => {
        const other = scope.transactions.find((row) => row.terminalKey !== targetKey);
        return operation === 'listTerminalTransactions' && other !== undefined ? [other, ...rows] : rows;
      },
    },
    applies: hasRows,
  }),
  defineFault({
    id: 'terminal-list-empty',
    violates: 'ofTerminal',
    title: 'The transactions of every terminal are empty',
    hooks: { page: (rows, { operation }) => (operation === 'listTerminalTransactions' ? [] : rows) },
    applies: hasRows,
  }),
];

const hasFees = (choices: Choices) =>
  hasRows(choices) && choices.surcharges !== 'none' && choices.transactionVolume !== 'few';

const REFUSED: readonly [
  string,
  'sortBy' | 'sortDir' | 'combined' | 'limit',
  string,
  (query: URLSearchParams) => boolean,
][] = [
  ['sort-refused', 'sortBy', 'sort_by=amt_comp is refused', (query) => query.get('sort_by') === 'amt_comp'],
  ['descending-refused', 'sortDir', 'sort_dir=desc is refused', (query) => query.get('sort_dir') === 'desc'],
  ['limit-refused', 'limit', 'Every limit is refused', (query) => query.has('limit')],
  [
    'combined-filters-refused',
    'combined',
    'terminal_id together with sort_by is refused',
    (query) => query.has('terminal_id') && query.has('sort_by'),
  ],
];

const refusalFaults = REFUSED.map(([id, violates, title, isRefused]) =>
  defineFault({
    id,
    violates,
    title,
    hooks: { refuseQuery: (context) => isList(context) && isRefused(context.query) },
    applies: (choices) => hasRows(choices) && choices.keysGiven !== 'restricted-only',
  }),
);

const totalFaults: Fault[] = [
  ...(['surcharge', 'withdrawn'] as const).map((only) =>
    defineFault({
      id: `summary-only-${only}`,
      violates: 'summary',
      title: `The summary has only the total ${only}`,
      hooks: { totals: (totals) => ({ ...totals, only }) },
    }),
  ),
  defineFault({
    id: 'summary-missing',
    violates: 'summary',
    title: 'The list of transactions has no summary',
    hooks: { totals: (totals, { operation }) => (operation === 'listTransactions' ? undefined : totals) },
  }),
  defineFault({
    id: 'total-surcharge-doubled',
    violates: 'summary',
    title: 'The total surcharge is twice the sum',
    hooks: { totals: (totals) => ({ ...totals, surcharge: 2 * totals.surcharge }) },
    applies: hasFees,
  }),
  defineFault({
    id: 'total-withdrawn-zero',
    violates: 'summary',
    title: 'The total withdrawn is zero',
    hooks: { totals: (totals) => ({ ...totals, withdrawn: 0 }) },
    applies: hasRows,
  }),
  defineFault({
    id: 'totals-swapped',
    violates: 'summary',
    title: 'The totals are exchanged',
    hooks: { totals: (totals) => ({ ...totals, withdrawn: totals.surcharge, surcharge: totals.withdrawn }) },
    applies: hasFees,
  }),
  defineFault({
    id: 'totals-of-all-tenants',
    violates: 'limited',
    title: 'The totals contain the rows of other tenants',
    hooks: {
      totals: (totals, { scope }) => {
        const foreign = scope.world.transactions.filter((row) => row.tenantKey === findOtherTenant(scope));
        const sum = (read: (row: Transaction) => number | undefined) =>
          foreign.reduce((total, row) => total + (read(row) ?? 0), 0);
        return {
          ...totals,
          surcharge: totals.surcharge + sum((row) => row.surchargeCompleted),
          withdrawn: totals.withdrawn + sum((row) => row.amountCompleted),
        };
      },
    },
    applies: hasFees,
  }),
  defineFault({
    id: 'total-withdrawn-off-by-one',
    violates: 'summary',
    title: 'The total withdrawn is one minor unit too large',
    hooks: { totals: (totals) => ({ ...totals, withdrawn: totals.withdrawn + 1 }) },
    applies: hasRows,
  }),
  defineFault({
    id: 'total-surcharge-requested-of-declines',
    violates: 'summary',
    title: 'The total surcharge adds a fixed fee per row',
    hooks: { totals: (totals) => ({ ...totals, surcharge: totals.surcharge + 100 * totals.rowCount }) },
    applies: hasRows,
  }),
];

export const queryFaults: readonly Fault[] = [
  ...filterFaults,
  ...limitFaults,
  ...sortFaults,
  ...pageFaults,
  ...refusalFaults,
  ...totalFaults,
];
