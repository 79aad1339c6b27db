import type { Parameters } from '../../http/client.ts';
import { mayDescend } from '../../relations/rows/order.ts';
import {
  BY_AMOUNT,
  getWidestParameters,
  type ReadContext,
  readCompletedAmounts,
  readTable,
  type Table,
} from '../../slots/read-lists.ts';

const ROWS = 'listTransactions';

/** Returns the completed amounts of rows that the kit can read. */
const listAmounts = (table: Table, { bindings }: ReadContext): number[] =>
  readCompletedAmounts(table, bindings).filter(Number.isFinite);

/**
 * Whether a sorted page has other amounts than the same page without an order, which is read twice because rows may be added: only then
 * is the list known to be sorted before it is divided into pages. Otherwise a service may sort each page.
 */
export async function isSortedBeforePages(context: ReadContext, page: Table): Promise<boolean> {
  const { sort_by: _column, sort_dir: _direction, ...parameters } = page.exchange.parameters;
  const formatAmounts = (table: Table) => listAmounts(table, context).sort().join();
  for (const isFresh of [false, true]) {
    const plain = readTable(await context.reader.get(ROWS, parameters, { isFresh }), context.bindings, ROWS);
    if (plain === undefined || formatAmounts(plain) === formatAmounts(page)) return false;
  }
  return true;
}

/** Returns the amounts of a page if they break the order, alone or after the page before; `undefined` if they may be in order. */
export async function findBrokenOrder(
  context: ReadContext,
  page: Table,
  before: Table | undefined,
): Promise<readonly number[] | undefined> {
  const amounts = listAmounts(page, context);
  if (!mayDescend(amounts)) return amounts;
  const both = before === undefined ? amounts : [...listAmounts(before, context), ...amounts];
  if (before === undefined || mayDescend(both)) return undefined;
  return (await isSortedBeforePages(context, before)) ? both : undefined;
}

/** With fewer different amounts, a column may descend by chance. */
const FEWEST_AMOUNTS = 3;

/**
 * Whether the bound amounts descend in the largest page with a filter, and do not without an order. Otherwise the list may be sorted by
 * another column, or within parts.
 */
export async function followsOrder(context: ReadContext, filter: Parameters): Promise<boolean> {
  const widest = { ...filter, ...getWidestParameters(context.bindings) };
  const readAmounts = async (parameters: Parameters): Promise<number[]> => {
    const table = readTable(await context.reader.get(ROWS, parameters), context.bindings, ROWS);
    return table === undefined ? [] : listAmounts(table, context);
  };
  const [sorted, plain] = [await readAmounts({ ...widest, ...BY_AMOUNT }), await readAmounts(widest)];
  return new Set(sorted).size >= FEWEST_AMOUNTS && mayDescend(sorted) && !mayDescend(plain);
}
