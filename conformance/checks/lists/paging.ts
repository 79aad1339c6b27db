import { omitUndefined } from '../../../base/omit-undefined.ts';
import { check } from '../../engine/check.ts';
import type { Exchange, Parameters } from '../../http/client.ts';
import { readCount } from '../../reading/paging.ts';
import { subtract } from '../../reading/values/set-relations.ts';
import { isPrefix, listRepeated } from '../../reading/values/value-relations.ts';
import { type Depth, HALF, type Sampling } from '../../reading/verdicts/sampling.ts';
import {
  fail,
  forEachTestable,
  inconclusive,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { readCells } from '../../relations/rows/cells.ts';
import { findBusiestTerminal, type Principal } from '../../relations/survey/principals.ts';
import { getNextPageParameters } from '../../relations/survey/scope-probes.ts';
import type { Bindings } from '../../slots/bindings.ts';
import {
  BY_AMOUNT,
  findRarestTerminal,
  formatNames,
  formatRowCount,
  getWidestParameters,
  type ListRow,
  listIds,
  type ReadContext,
  readCompletedAmounts,
  readControl,
  readTable,
  readUnchanged,
  type Table,
  type WholeTable,
} from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';
import { isSortedBeforePages } from './sorted-pages.ts';

const MOST_PAGES = 4;

/** A list, read page by page and in one page. */
interface Read {
  readonly pages: readonly Table[];
  /** Whether the last page has no next page. */
  readonly isEnd: boolean;
}

/** The first page of a list, and how many rows suffice. */
interface PagesToRead {
  readonly parameters: Parameters;
  readonly isEnough?: (rows: number) => boolean;
}

export async function readPages(
  context: ReadContext,
  operation: ListOperationId,
  { parameters, isEnough = () => false }: PagesToRead,
): Promise<Read> {
  const { reader, bindings } = context;
  const first = await readControl(context, operation, parameters);
  const pages = [first];
  for (let page = first; pages.length < MOST_PAGES; ) {
    const after = getNextPageParameters({ page: page.exchange, first: first.exchange }, operation, bindings);
    if (after === undefined) return { pages, isEnd: true };
    if (isEnough(pages.flatMap(({ rows }) => rows).length)) break;
    const exchange: Exchange = await reader.get(operation, after);
    const next = readTable(exchange, bindings, operation);
    if (next === undefined) return { pages, isEnd: false };
    pages.push(next);
    page = next;
  }
  return { pages, isEnd: false };
}

/** The transaction lists, with the orders and filters whose pages are followed. */
function listVariants({ sees }: Principal): [string, ListOperationId, Parameters][] {
  const first = new Set(sees.placedTransactions[0]?.terminals);
  const busy = findBusiestTerminal(subtract(sees.terminals, first), sees.placedTransactions) ?? [...first][0];
  const own = sees.reads.get('listTerminalTransactions');
  return [
    ['all transactions', 'listTransactions', {}],
    ['transactions by amount', 'listTransactions', BY_AMOUNT],
    ...(busy !== undefined ? [['those of a terminal', 'listTransactions', { terminal_id: busy }] as const] : []),
    ...(own === undefined ? [] : [["a terminal's own list", 'listTerminalTransactions', own] as const]),
  ].map(([name, operation, parameters]) => [name, operation, parameters] as [string, ListOperationId, Parameters]); // the orders of the lists
}

/** Selects the lists to read. The checks of pages read the same ones, so that they share the responses. */
const selectVariants = (reader: Principal, sampling: Sampling) =>
  sampling.select('orders and filters with pages', listVariants(reader), {
    quick: 1,
    standard: 2,
    turn: reader.name,
  });

/** Assumption of the kit: the document does not mention pages. Where they exist, together they form the list. */
export const pagesMakeTheWhole = check({
  id: 'lists/pages-make-the-whole',
  title: 'The pages of a list together have every row exactly once, in the order of the list',
  clause: 'lists.cursor',
  level: 'must',
  needs: ['reader', 'bindings', 'sampling'],
  keys: { quick: 1, standard: HALF },
  run: ({ reader, bindings, sampling }) =>
    forEachTestable(
      selectVariants(reader, sampling),
      ([name]) => name,
      async ([, operation, parameters]) => {
        if ((bindings.find(LIST_SLOTS[operation].nextPage) ?? { style: 'none' }).style === 'none')
          return notApplicable(`${operation} has no pages`);
        const { whole, read } = await readBothWays({ reader, bindings }, operation, {
          parameters,
          depth: sampling.depth,
        });
        if (parameters !== BY_AMOUNT) return comparePages(whole, read, undefined);
        const verdict = comparePages(whole, read, bindings);
        const [first] = read.pages;
        if (verdict.kind !== 'fail' || first === undefined || (await isSortedBeforePages({ reader, bindings }, first)))
          return verdict;
        return untestable('the list may be sorted after it is divided into pages', first.exchange);
      },
    ),
});

/** Reads a list in one large page, and in pages of a third of it, or of a half if the run is quick. */
async function readBothWays(
  context: ReadContext,
  operation: ListOperationId,
  { parameters, depth }: { readonly parameters: Parameters; readonly depth: Depth },
): Promise<{ readonly whole: WholeTable; readonly read: Read }> {
  const isLast = ({ exchange }: Table) =>
    getNextPageParameters({ page: exchange }, operation, context.bindings) === undefined;
  const { before, found } = await readUnchanged(
    () =>
      readControl(context, operation, {
        ...parameters,
        ...(operation === 'listTransactions' ? getWidestParameters(context.bindings) : {}),
      }),
    (whole) => {
      const limit = Math.max(1, Math.ceil(whole.rows.length / (depth === 'quick' ? 2 : 3)));
      // rows beyond one large page cannot be compared
      const isEnough = (rows: number) => !isLast(whole) && rows >= whole.rows.length;
      return readPages(context, operation, { parameters: { ...parameters, limit }, isEnough });
    },
  );
  return { whole: { ...before, isComplete: isLast(before) }, read: found };
}

/** A client that follows the pages to their end has the list: rows that no page shows are not returned. */
export const pagesLoseNoRow = check({
  id: 'lists/pages-lose-and-repeat-no-row',
  title: 'Following the pages of a transaction list returns each row of the list once',
  clause: 'transactions.list',
  covers: ['terminals.transactions'],
  level: 'must',
  needs: ['reader', 'bindings', 'sampling'],
  keys: { quick: 1, standard: HALF },
  run: ({ reader, bindings, sampling }) =>
    forEachTestable(
      selectVariants(reader, sampling),
      ([name]) => name,
      async ([, operation, parameters]) => {
        if ((bindings.find(LIST_SLOTS[operation].nextPage) ?? { style: 'none' }).style === 'none')
          return notApplicable(`${operation} has no pages`);
        // the order of equal amounts is open, and may be another one for each page
        if (parameters === BY_AMOUNT) return notApplicable('rows of equal amounts have no order that pages keep');
        bindings.need(LIST_SLOTS[operation].id);
        const { whole, read } = await readBothWays({ reader, bindings }, operation, {
          parameters,
          depth: sampling.depth,
        });
        return compareRows(whole, read);
      },
    ),
});

/** The share of the values that a row keeps when it is repeated: a clock may change one. */
const MOSTLY = 0.9;

/**
 * Returns the ids of rows that occur twice with most of their values. Two different rows with one value in common may have it by chance,
 * at a place that is not their id.
 */
function listRepeatedRows(rows: readonly ListRow[]): string[] {
  const byId = Map.groupBy(rows, ({ id }) => id);
  const areAlike = ([one, other]: readonly ListRow[]): boolean => {
    const [cells, others] = [readCells(one?.value), readCells(other?.value)];
    const equal = [...cells].filter(([place, value]) => others.get(place) === value);
    return equal.length >= cells.size * MOSTLY;
  };
  return listRepeated(listIds({ rows })).filter((id) => areAlike(byId.get(id) ?? []));
}

/** Fails if the pages have a row twice. `exchange` is the last page. */
function findRepeatedRows(whole: WholeTable, { rows, exchange }: Table): Verdict | undefined {
  const twice = listRepeatedRows(rows);
  if (twice.length === 0) return undefined;
  return fail({ expected: 'each row once', actual: exchange, saw: `repeated: ${formatNames(twice)}` }, whole.exchange);
}

/** Compares the ids of the rows only; their order is another matter. */
export function compareRows(whole: WholeTable, { pages, isEnd }: Read): Verdict {
  const [first, ...later] = pages;
  const last = later.at(-1);
  if (first === undefined || last === undefined || whole.rows.length < 2)
    return untestable('needs a list with more than one page', whole.exchange);
  const rows = pages.flatMap((page) => page.rows);
  const repeated = findRepeatedRows(whole, { rows, exchange: last.exchange });
  if (repeated !== undefined) return repeated;
  const shown = new Set(listIds({ rows }));
  // pages that do not reach the end of the list may lack its last rows
  const ids = listIds(whole);
  const lost = ids
    .slice(0, isEnd ? ids.length : ids.findLastIndex((id) => shown.has(id)))
    .filter((id) => !shown.has(id));
  if (lost.length === 0) return pass(whole.exchange, ...pages.map(({ exchange }) => exchange));
  // the document does not state whether a limit bounds a page or the list
  if (rows.length <= Number(first.exchange.parameters.limit))
    return inconclusive('the limit may bound the rows of all pages together', whole.exchange, last.exchange);
  const expected = `${formatRowCount(whole.rows.length)}, as in one large page`;
  return fail({ expected, actual: last.exchange, saw: `no ${formatNames(lost)}` }, whole.exchange);
}

/** Compares the rows of the pages with those of one large page; by amount where rows of equal amounts may swap. */
function comparePages(whole: WholeTable, { pages, isEnd }: Read, byAmount: Bindings | undefined): Verdict {
  const [first, ...later] = pages;
  if (first === undefined || later.length === 0 || whole.rows.length < 2)
    return untestable('needs a list with more than one page', whole.exchange);
  const rows = pages.flatMap((page) => page.rows);
  const last = later.at(-1) ?? first;
  const larger = later.find((page) => page.rows.length > first.rows.length);
  if (larger !== undefined)
    return fail(
      {
        expected: `at most ${formatRowCount(first.rows.length)}, as on the first page`,
        actual: larger.exchange,
        saw: formatRowCount(larger.rows.length),
      },
      first.exchange,
    );
  // the order of equal amounts may be another one for each page
  const repeated = byAmount === undefined ? findRepeatedRows(whole, { rows, exchange: last.exchange }) : undefined;
  if (repeated !== undefined) return repeated;
  if (whole.isComplete && rows.length > whole.rows.length) {
    const saw = `more than ${formatRowCount(rows.length)}`;
    return fail(
      { expected: `${formatRowCount(whole.rows.length)}, as in one large page`, actual: last.exchange, saw },
      whole.exchange,
    );
  }
  const rowTexts = (table: Pick<Table, 'rows'>) =>
    byAmount === undefined ? listIds(table) : readCompletedAmounts(table, byAmount).map(String);
  const [short, long] = [rowTexts({ rows }), rowTexts(whole)].sort((a, b) => a.length - b.length);
  if (!isPrefix(short ?? [], long ?? [])) {
    const place = (short ?? []).findIndex((one, index) => one !== long?.[index]);
    const page = pages.find((_, index) => pages.slice(0, index + 1).flatMap((one) => one.rows).length > place) ?? last;
    return fail(
      {
        expected: 'the rows in the order of one large page',
        actual: page.exchange,
        saw: `a different row ${place + 1}`,
      },
      whole.exchange,
    );
  }
  if (isEnd && rows.length < whole.rows.length) {
    const saw = `the pages end after ${formatRowCount(rows.length)}`;
    return fail(
      { expected: `at least ${formatRowCount(whole.rows.length)}`, actual: last.exchange, saw },
      whole.exchange,
    );
  }
  return pass(whole.exchange, ...pages.map(({ exchange }) => exchange));
}

const OTHERS: readonly ListOperationId[] = [
  'listSettlements',
  'listDisputes',
  'listLocations',
  'listConnectors',
  'listTerminalGroups',
  'listTerminalCommands',
];

export const noThingTwice = check({
  id: 'lists/nothing-stands-twice',
  title: 'No row is repeated in a list across its pages',
  clause: 'lists.cursor',
  level: 'should',
  needs: ['reader', 'bindings'],
  run: ({ reader, bindings }) =>
    forEachTestable(OTHERS, String, async (operation) => {
      const parameters = reader.sees.reads.get(operation);
      if (parameters === undefined) return untestable(`${reader.name} cannot read the list`);
      bindings.need(LIST_SLOTS[operation].id);
      const { pages } = await readPages({ reader, bindings }, operation, { parameters });
      const rows = pages.flatMap((page) => page.rows);
      const [first, ...later] = pages.map(({ exchange }) => exchange);
      if (first === undefined || rows.length < 2) return untestable(`${operation} has fewer than two rows`);
      const twice = listRepeatedRows(rows);
      if (twice.length === 0) return pass(first, ...later);
      return fail({
        expected: 'each row once',
        actual: later.at(-1) ?? first,
        saw: `repeated: ${formatNames(twice)}`,
      });
    }),
});

/** A count in a header must cover only rows that the caller may see. */
export const countsAreOfTheList = check({
  id: 'lists/counts-in-headers-are-of-the-list',
  title: 'A row count in a response header covers only the rows that the key may see',
  clause: 'scope.response',
  level: 'should',
  needs: ['reader', 'bindings'],
  run: ({ reader, bindings }) =>
    forEachTestable(
      [{}, { terminal_id: findRarestTerminal(reader.sees.transactions, 1, 1) }],
      ({ terminal_id }) => terminal_id ?? 'all terminals',
      async ({ terminal_id }) => {
        const filter = { ...omitUndefined({ terminal_id }), ...getWidestParameters(bindings) };
        const begun = await readControl({ reader, bindings }, 'listTransactions', filter);
        const count = readCount(begun.exchange);
        if (count === undefined) return notApplicable('no header counts rows', begun.exchange);
        const { pages, isEnd } = await readPages({ reader, bindings }, 'listTransactions', { parameters: filter });
        if (pages.some(({ exchange }) => readCount(exchange) !== count))
          return inconclusive('the count changed between two reads', begun.exchange);
        const rows = pages.flatMap((page) => page.rows).length;
        const [first, ...later] = pages.map(({ exchange }) => exchange);
        if (isEnd ? count !== rows : count < rows)
          return fail({ expected: `a count of ${rows}`, actual: begun.exchange, saw: String(count) });
        if (isEnd) return pass(first ?? begun.exchange, ...later);
        return untestable('the list is too long to count', begun.exchange);
      },
    ),
});
