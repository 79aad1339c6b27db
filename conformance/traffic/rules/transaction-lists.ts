import { findTexts, findValue } from '../../reading/pointers.ts';
import { findFirstRise, sumInCents, toCents } from '../../reading/values/value-relations.ts';
import { fail, pass, type Verdict } from '../../reading/verdicts/verdict.ts';
import { formatRowCount, type ListRow, readCompletedAmounts } from '../../slots/read-lists.ts';
import { getParameter, judgeLists, type SeenList } from './lists.ts';
import type { TrafficRule } from './rule.ts';

const isOfTransactions = ({ operation }: SeenList): boolean =>
  operation === 'listTransactions' || operation === 'listTerminalTransactions';

const limitsBoundTheRows = judgeLists(
  {
    id: 'traffic/limits-bound-the-rows',
    title: '`limit` bounds the number of transaction rows',
    clause: 'transactions.limit',
    level: 'must',
    party: 'service',
    shownBy: 'GET /v1/transactions?limit=5',
  },
  (list, isBuiltin) => {
    const limit = Number(getParameter(list, 'limit') ?? Number.NaN);
    // a service of another shape may round a limit up
    if (!isBuiltin || list.operation !== 'listTransactions' || !Number.isInteger(limit) || limit < 1) return undefined;
    const { exchange, rows } = list;
    if (rows.length <= limit) return rows.length === 0 ? undefined : pass(exchange);
    return fail({ expected: `at most ${formatRowCount(limit)}`, actual: exchange, saw: formatRowCount(rows.length) });
  },
);

const filtersKeepTheirRows = judgeLists(
  {
    id: 'traffic/terminals-keep-their-rows',
    title: 'A list of one terminal has only rows of that terminal',
    clause: 'transactions.filter.terminal',
    covers: ['terminals.transactions'],
    level: 'must',
    party: 'service',
    shownBy: 'GET /v1/transactions?terminal_id=… with the id of a terminal',
  },
  (list) => {
    const terminal = getParameter(list, 'terminal_id');
    if (!isOfTransactions(list) || terminal === undefined || list.rows.length === 0) return undefined;
    const { exchange, rows } = list;
    const stray = rows.find(({ terminals }) => terminals.length > 0 && !terminals.includes(terminal));
    if (stray === undefined) return rows.some(({ terminals }) => terminals.length > 0) ? pass(exchange) : undefined;
    const saw = `the row ${stray.id} of ${stray.terminals.join(', ')}`;
    return fail({ expected: `rows of ${terminal} only`, actual: exchange, saw });
  },
);

/** Returns the amounts whose order every reading of the document decides: a service may put rows without an amount anywhere. */
const listComparable = (list: SeenList, isBuiltin: boolean): number[] =>
  readCompletedAmounts(list, list.bindings).filter((amount) => (isBuiltin ? !Number.isNaN(amount) : amount > 0));

const amountsDescend = judgeLists(
  {
    id: 'traffic/amounts-descend',
    title: '`sort_by=amt_comp&sort_dir=desc` returns completed amounts in descending order',
    clause: 'transactions.sort.desc',
    covers: ['transactions.sort.amt_comp', 'transactions.sort_by', 'transactions.sort_dir'],
    level: 'must',
    party: 'service',
    shownBy: 'GET /v1/transactions?sort_by=amt_comp&sort_dir=desc',
  },
  (list, isBuiltin) => {
    const isRequested = getParameter(list, 'sort_by') === 'amt_comp' && getParameter(list, 'sort_dir') === 'desc';
    if (!isRequested || list.operation !== 'listTransactions') return undefined;
    const amounts = listComparable(list, isBuiltin);
    const rise = findFirstRise(amounts);
    if (rise === -1) return new Set(amounts).size > 1 ? pass(list.exchange) : undefined;
    const saw = `${amounts[rise]} after ${amounts[rise - 1]}, in hundredths`;
    return fail({ expected: 'descending completed amounts', actual: list.exchange, saw });
  },
);

const TEXTS = new Set(['transaction_type', 'seq_no', 'account_type', 'response', 'terminal_id']);
const AMOUNTS = new Set(['amt_req', 'amt_comp', 'sur_req', 'sur_comp']);

/** Reads a column of the built-in contract as values that `<` compares; `undefined` for a column that it does not have. */
function readSortColumn(rows: readonly ListRow[], name: string): readonly (number | string)[] | undefined {
  const values = rows.map(({ value }) => findTexts(value, `/${name}`)[0] ?? '');
  if (name === 'terminal_datetime') return values.map((text) => Date.parse(text));
  if (AMOUNTS.has(name)) return values.map((text) => toCents(text, 'decimal-string') ?? Number.NaN);
  return TEXTS.has(name) ? values : undefined;
}

const rowsKeepTheRequestedOrder = judgeLists(
  {
    id: 'traffic/rows-keep-the-requested-order',
    title: 'Transaction rows have the requested order, by any column of the contract and in both directions',
    clause: 'transactions.sort_values',
    level: 'must',
    party: 'service',
    shownBy: 'GET /v1/transactions?sort_by=amt_req&sort_dir=asc',
  },
  (list, isBuiltin) => {
    const [column, direction] = [getParameter(list, 'sort_by'), getParameter(list, 'sort_dir')];
    const isKnown = isOfTransactions(list) && (direction === 'asc' || direction === 'desc');
    if (!isBuiltin || !isKnown || column === undefined || (column === 'amt_comp' && direction === 'desc'))
      return undefined;
    const values = readSortColumn(list.rows, column);
    if (values === undefined) return undefined;
    const isWrong = (one: number | string, other: number | string) => (direction === 'asc' ? other < one : other > one);
    const at = values.findIndex((value, index) => index > 0 && isWrong(values[index - 1] ?? value, value));
    if (at === -1) return new Set(values).size > 1 ? pass(list.exchange) : undefined;
    const saw = `the row ${list.rows[at]?.id} after ${list.rows[at - 1]?.id}`;
    return fail({ expected: `rows by ${column}, ${direction}`, actual: list.exchange, saw });
  },
);

/** The totals of transaction rows, in hundredths. */
export interface Totals {
  readonly surcharge: number | undefined;
  readonly withdrawn: number | undefined;
}

/** Adds the completed amounts of rows as the built-in contract does. */
export function sumTotals(rows: readonly ListRow[], { bindings }: Pick<SeenList, 'bindings'>): Totals {
  const form = bindings.find('money.form');
  const types = bindings.need('transactions.withdrawal_types');
  const [typeAt, surchargeAt] = [
    bindings.need('transactions.transaction_type'),
    bindings.need('transactions.surcharge_completed'),
  ];
  const cash = rows.filter(({ value }) => types.includes(String(findValue(value, typeAt))));
  const amounts = readCompletedAmounts({ rows: cash }, bindings);
  const withdrawn = amounts.reduce((sum, amount) => sum + amount, 0);
  return {
    surcharge: sumInCents(
      rows.map(({ value }) => findValue(value, surchargeAt)),
      form,
    ),
    withdrawn: Number.isNaN(withdrawn) ? undefined : withdrawn,
  };
}

/** Reads the totals that a response states, in hundredths. */
export function readTotals({ exchange, bindings }: SeenList): Totals {
  const form = bindings.find('money.form');
  return {
    surcharge: toCents(findValue(exchange.json, bindings.need('transactions.total_surcharge')), form),
    withdrawn: toCents(findValue(exchange.json, bindings.need('transactions.total_withdrawn')), form),
  };
}

/** Compares stated totals with those of the rows. */
export function judgeTotals(stated: Totals, own: Totals, list: SeenList): Verdict | undefined {
  if (own.surcharge === undefined || own.withdrawn === undefined) return undefined;
  if (stated.surcharge === own.surcharge && stated.withdrawn === own.withdrawn) return pass(list.exchange);
  return fail({
    expected: `the totals of the rows: ${own.surcharge} and ${own.withdrawn}, in hundredths`,
    actual: list.exchange,
    saw: `${stated.surcharge} and ${stated.withdrawn}`,
  });
}

const summariesAreThoseOfTheRows = judgeLists(
  {
    id: 'traffic/summaries-are-those-of-the-rows',
    title: 'A list of transactions has a summary with the totals of its rows',
    clause: 'transactions.summary.surcharge',
    covers: ['transactions.summary.withdrawn'],
    level: 'must',
    party: 'service',
    shownBy: 'GET /v1/transactions?terminal_id=… with all rows in one page',
  },
  (list, isBuiltin) => {
    if (!isBuiltin || list.operation !== 'listTransactions') return undefined;
    const stated = readTotals(list);
    const missing = stated.surcharge === undefined || stated.withdrawn === undefined;
    if (missing) return fail({ expected: 'both totals', actual: list.exchange, saw: 'a summary without one of them' });
    // the totals are those of all matching rows, on each page
    return list.isLaterPage || list.next !== undefined
      ? undefined
      : judgeTotals(stated, sumTotals(list.rows, list), list);
  },
);

export const transactionListRules: readonly TrafficRule[] = [
  limitsBoundTheRows,
  filtersKeepTheirRows,
  amountsDescend,
  rowsKeepTheRequestedOrder,
  summariesAreThoseOfTheRows,
];
