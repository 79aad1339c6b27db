import type { Choices } from '../dimensions/index.ts';
import type { FaultContext } from '../faults/types.ts';
import type { Scope } from '../model/scope.ts';
import type { Group, Terminal, Transaction } from '../model/types.ts';
import { type Refusal, refuse, type Totals } from '../protocol/answers.ts';
import { hashText } from '../random.ts';
import type { Ids } from '../render/ids.ts';
import { readParameter } from './paging.ts';

const DAY_MS = 86_400_000;

/** Returns the rows that a transaction list starts from, in its default order. */
export function selectRows(scope: Scope, choices: Choices): Transaction[] {
  const sinceMs = choices.transactionWindow === 'three-days' ? scope.nowMs - 3 * DAY_MS : 0;
  const rows = scope.transactions.filter((row) => row.atMs >= sinceMs);
  switch (choices.defaultOrder) {
    case 'oldest':
      return rows;
    case 'by-terminal':
      return rows.sort((left, right) => left.terminalKey.localeCompare(right.terminalKey) || right.atMs - left.atMs);
    case 'hashed':
      return rows.sort((left, right) => hashText(left.key) - hashText(right.key));
    default:
      return rows.reverse();
  }
}

interface Filters {
  readonly terminal: Terminal | undefined;
  readonly group: Group | undefined;
  /** No row can match. */
  readonly isEmpty: boolean;
}

/** Resolves the filters of the query within the scope. */
export function readFilters(
  query: URLSearchParams,
  scope: Scope,
  world: { choices: Choices; ids: Ids },
): Filters | Refusal {
  const { choices, ids } = world;
  let isEmpty = false;
  const find = <Found extends { key: string }>(
    kind: 'terminal' | 'group',
    visible: readonly Found[],
    all: readonly { key: string }[],
  ): Found | undefined | Refusal => {
    const text = readParameter(query, `${kind}_id`, choices);
    if (text === undefined || typeof text === 'object') return text;
    if (text === '') {
      if (choices.emptyFilter === 'refused') return refuse('bad-parameter');
      if (choices.emptyFilter === 'no-rows') isEmpty = true;
      return undefined;
    }
    const found = visible.find((each) => ids.text(kind, each.key) === text);
    if (found !== undefined) return found;
    const isForeign = all.some((each) => ids.text(kind, each.key) === text);
    const unknown = choices.unknownFilter;
    const reply = isForeign && choices.foreignFilter !== 'like-unknown' ? choices.foreignFilter : unknown;
    if (reply !== 'empty') return refuse(isForeign ? 'foreign' : 'not-found', Number(reply));
    isEmpty = true;
    return undefined;
  };
  const terminal = find('terminal', scope.terminals, scope.world.terminals);
  if (terminal !== undefined && 'kind' in terminal) return terminal;
  const group = find('group', scope.groups, scope.world.groups);
  if (group !== undefined && 'kind' in group) return group;
  if (terminal !== undefined && group !== undefined && !group.terminalKeys.includes(terminal.key)) {
    if (choices.disjointFilters === '404') return refuse('not-found', 404);
    isEmpty = true;
  }
  return { terminal, group, isEmpty };
}

/** Returns the rows that match the filters. */
export function filterRows(rows: Transaction[], filters: Filters): Transaction[] {
  if (filters.isEmpty) return [];
  const { terminal, group } = filters;
  return rows.filter(
    (row) =>
      (terminal === undefined || row.terminalKey === terminal.key) &&
      (group === undefined || group.terminalKeys.includes(row.terminalKey)),
  );
}

const SORTS: Readonly<Record<string, (row: Transaction) => number>> = {
  amt_comp: (row) => row.amountCompleted ?? 0,
  amt_req: (row) => row.amountRequested,
  term_dt: (row) => row.atMs,
  seq: (row) => row.sequence,
  sur_comp: (row) => row.surchargeCompleted ?? 0,
};
const SORTS_BY_CHOICE: Readonly<Record<Choices['otherSorts'], readonly string[]>> = {
  none: ['amt_comp'],
  'requested-and-time': ['amt_comp', 'amt_req', 'term_dt'],
  many: Object.keys(SORTS),
};

export interface Sort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** Reads the sort of the query: nothing, a sort or a refusal. */
export function readSort(query: URLSearchParams, choices: Choices): Sort | undefined | Refusal {
  const column = readParameter(query, 'sort_by', choices);
  const direction = readParameter(query, 'sort_dir', choices);
  if (typeof column === 'object') return column;
  if (typeof direction === 'object') return direction;
  const isRefusing = choices.unknownSort === 'refused';
  const isKnown = direction === undefined || direction === 'desc' || direction === choices.ascendingName;
  if (!isKnown && isRefusing) return refuse('bad-parameter');
  const fallback = isKnown ? direction : undefined;
  const isDescending = fallback === undefined ? choices.defaultDirection === 'desc' : fallback === 'desc';
  if (column === undefined) {
    if (direction === undefined || choices.directionAlone === 'ignored') return undefined;
    return choices.directionAlone === 'refused' ? refuse('bad-parameter') : { column: 'term_dt', isDescending };
  }
  if (SORTS_BY_CHOICE[choices.otherSorts].includes(column)) return { column, isDescending };
  return isRefusing ? refuse('bad-parameter') : undefined;
}

/** Sorts rows by a column. Rows without a completed amount are where the shape states. */
export function sortRows(rows: readonly Transaction[], sort: Sort | undefined, context: FaultContext): Transaction[] {
  if (sort === undefined) return [...rows];
  const { choices, requestNumber } = context;
  const read = SORTS[sort.column] ?? (() => 0);
  const isAmount = sort.column === 'amt_comp';
  // A zero that is shown is sorted as zero.
  const isShownAsZero = choices.declinedAmounts === 'zero' || choices.missingAmountOrder === 'as-zero';
  const isNull = (row: Transaction) =>
    row.amountCompleted === undefined
      ? !isShownAsZero
      : row.type === 'balance_inquiry' &&
        choices.nonFinancialAmounts === 'null' &&
        choices.missingAmountOrder !== 'as-zero';
  const isMissing = (row: Transaction) => isAmount && isNull(row);
  const bySize = isAmount && choices.amountOrder === 'by-size';
  const value = (row: Transaction) => (bySize ? Math.abs(read(row)) : read(row));
  const sign = sort.isDescending ? -1 : 1;
  const tied = choices.tieOrder === 'reversed' ? [...rows].reverse() : [...rows];
  const salt = choices.tieOrder === 'changing' ? String(requestNumber) : '';
  if (salt !== '') tied.sort((left, right) => hashText(salt + left.key) - hashText(salt + right.key));
  const missing = tied.filter(isMissing);
  const present = tied.filter((row) => !isMissing(row)).sort((left, right) => sign * (value(left) - value(right)));
  return choices.missingAmountOrder === 'first' ? [...missing, ...present] : [...present, ...missing];
}

/** Sums rows as the shape understands the two totals. */
export function sumTotals(rows: readonly Transaction[], choices: Choices): Totals {
  let surcharge = 0;
  let withdrawn = 0;
  for (const row of rows) {
    if (choices.declinedAmounts === 'as-requested' && row.response !== '00') continue;
    const completed = row.amountCompleted ?? 0;
    const fee = row.surchargeCompleted ?? 0;
    const isReversal = row.type === 'reversal';
    const isWithdrawal = row.type === 'withdrawal';
    const lessReversal = (amount: number) => (isReversal ? -Math.abs(amount) : amount);
    if (choices.surchargeMeaning === 'less-reversals') surcharge += lessReversal(fee);
    else if (choices.surchargeMeaning === 'requested') surcharge += row.surchargeRequested;
    else surcharge += fee;
    if (choices.withdrawnMeaning === 'all-completed') withdrawn += completed;
    else if (choices.withdrawnMeaning === 'less-reversals')
      withdrawn += isWithdrawal || isReversal ? lessReversal(completed) : 0;
    else if (isWithdrawal) withdrawn += completed + (choices.withdrawnMeaning === 'with-surcharge' ? fee : 0);
  }
  return { surcharge, withdrawn, rowCount: rows.length };
}
