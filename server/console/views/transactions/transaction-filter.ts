import type { TransactionQuery } from '../../api/ledger.ts';
import { portal } from '../../api/session.ts';
import type { TransactionRow } from '../../api/types.ts';
import type { Parameters } from '../../state/route.ts';

/* Filters and order of the list, from the address. */

export const SORTS = [
  'terminal_datetime',
  'transaction_type',
  'response',
  'amt_req',
  'amt_comp',
  'sur_comp',
  'terminal_id',
] as const;

export type Sort = (typeof SORTS)[number];

export interface TransactionFilter {
  /** Applied by the server. */
  readonly query: TransactionQuery;
  /** Applied to the rows that are read: the server has no such filters. */
  readonly type: string;
  readonly result: string;
  /** Local time of the terminal, such as `2026-11-02T15:00`. */
  readonly from: string;
  readonly to: string;
  readonly least: string;
  readonly most: string;
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** Reads the filters of the address. Values that are not valid have no effect; `listFaults` explains them. */
export function readFilter(given: Parameters): TransactionFilter {
  const terminal = given.terminal ?? '';
  const sort = SORTS.find((one) => one === given.sort) ?? 'terminal_datetime';
  return {
    query: {
      terminalId: isKnownTerminal(terminal) ? terminal : '',
      groupId: given.group ?? '',
      sortBy: sort,
      sortDir: given.dir === 'asc' ? 'asc' : 'desc',
    },
    type: given.type ?? '',
    result: given.result ?? '',
    from: keepIf(LOCAL_TIME, given.from),
    to: keepIf(LOCAL_TIME, given.to),
    least: keepIf(AMOUNT, given.least),
    most: keepIf(AMOUNT, given.most),
  };
}

export type FilterName = 'terminal' | 'from' | 'to' | 'least' | 'most';

/** Returns what is expected of the values that are not valid. */
export function listFilterFaults(given: Parameters): Readonly<Partial<Record<FilterName, string>>> {
  const { terminal = '', from = '', to = '', least = '', most = '' } = given;
  const time = 'Expected a date with a time.';
  const amount = 'Expected an amount such as 100 or 100.50.';
  return {
    ...(isKnownTerminal(terminal) || terminal === '' ? {} : { terminal: 'Expected the id of a visible terminal.' }),
    ...(LOCAL_TIME.test(from) || from === '' ? {} : { from: time }),
    ...(LOCAL_TIME.test(to) || to === '' ? {} : { to: time }),
    ...(AMOUNT.test(least) || least === '' ? {} : { least: amount }),
    ...(AMOUNT.test(most) || most === '' ? {} : { most: amount }),
  };
}

const keepIf = (pattern: RegExp, value = ''): string => (pattern.test(value) ? value : '');

const isKnownTerminal = (id: string): boolean =>
  portal.value?.terminals.some(({ terminal_id: one }) => one === id) === true;

/** Whether filters apply that the totals of the server do not include. */
export const hasRowFilter = ({ type, result, from, to, least, most }: TransactionFilter): boolean =>
  [type, result, from, to, least, most].some((value) => value !== '');

export const RESULTS = ['approved', 'declined', 'reversed', 'reversal'] as const;

/** Returns how a transaction ended. `00` and `10` are approvals. A reversed original refers to its reversal. */
export function resultOf(row: TransactionRow): (typeof RESULTS)[number] {
  if (row.transaction_type === 'reversal') return 'reversal';
  if (row.response !== '00' && row.response !== '10') return 'declined';
  return row.linked_transaction_id === null ? 'approved' : 'reversed';
}

/** Whether the filters of rows include a row. Times are those of the terminal. */
export function isWantedRow(row: TransactionRow, filter: TransactionFilter): boolean {
  const at = row.terminal_datetime.slice(0, 16);
  const amount = Number(row.amt_comp);
  return (
    (filter.type === '' || row.transaction_type === filter.type) &&
    (filter.result === '' || resultOf(row) === filter.result) &&
    (filter.from === '' || at >= filter.from) &&
    (filter.to === '' || at <= filter.to) &&
    (filter.least === '' || amount >= Number(filter.least)) &&
    (filter.most === '' || amount <= Number(filter.most))
  );
}

/** Local times differ from the order by instant by less than this. */
const ZONES_MS = 27 * 3_600_000;

/** Whether no row after this one can be wanted, by the order of the list. */
export function endsList(row: TransactionRow, { query, from, to, least, most }: TransactionFilter): boolean {
  const isDescending = query.sortDir === 'desc';
  if (query.sortBy === 'amt_comp') {
    const end = isDescending ? least : most;
    return end !== '' && (isDescending ? Number(row.amt_comp) < Number(end) : Number(row.amt_comp) > Number(end));
  }
  const end = isDescending ? from : to;
  if (query.sortBy !== 'terminal_datetime' || end === '') return false;
  const distanceMs = Date.parse(row.terminal_datetime) - Date.parse(`${end}Z`);
  return isDescending ? distanceMs < -ZONES_MS : distanceMs > ZONES_MS;
}
