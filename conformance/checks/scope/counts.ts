import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { isUsualLimit } from '../../reading/paging.ts';
import { findValue, toSegment, type ValuePointer } from '../../reading/pointers.ts';
import { listPlacedTexts } from '../../reading/served.ts';
import { listNumbers, type PlacedNumber } from '../../reading/values/numbers.ts';
import { isSubset } from '../../reading/values/set-relations.ts';
import { sumInCents, toCents } from '../../reading/values/value-relations.ts';
import type { Sampling } from '../../reading/verdicts/sampling.ts';
import {
  fail,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { express, splitWords } from '../../reading/words/synonyms.ts';
import { accuseIfHidden } from '../../relations/survey/denials.ts';
import type { Insider, Principal } from '../../relations/survey/principals.ts';
import { getNextPageParameters, type ScopeCallers } from '../../relations/survey/scope-probes.ts';
import type { Bindings } from '../../slots/bindings.ts';
import {
  findRarestTerminal,
  getWidestParameters,
  type ListRow,
  listIds,
  type ReadContext,
  readAllPages,
  readTable,
  type Table,
  type WholeTable,
} from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';

const ROWS = 'listTransactions';
const NAMES_COUNT =
  /total|count|cnt|size|number|records|results|matched|matching|length|items|rows|anzahl|gesamt|nombre|cantidad|quantidade|numero|aantal|totaal|registros/i;
const NAMES_SIZE = /content-length|limit|page[_/]?(size|number)|per_?page/i;

const LISTS: readonly ListOperationId[] = [
  'listTerminalGroups',
  'listConnectors',
  'listLocations',
  'listSettlements',
  'listDisputes',
];

/** Returns the whole numbers beside the rows that are no sum of amounts and no limit; a service may write them as texts. */
function listWholeNumbers({ exchange }: Table, bindings: Bindings, operation: ListOperationId): PlacedNumber[] {
  const rows = bindings.need(LIST_SLOTS[operation].rows).replace(/\/\*.*$/, '');
  return listScalarPlaces(exchange.json).flatMap((path) => {
    const text = String(findValue(exchange.json, path));
    const isOutside = !path.startsWith(`${rows}/`) && !NAMES_SIZE.test(path) && !isSum(splitWords(path));
    return isOutside && /^\d{1,9}$/.test(text) ? [{ path, value: Number(text) }] : [];
  });
}

/** Numbers of a list response beside its rows, in headers too, that count rows by their names. */
function listCounts(table: Table, bindings: Bindings, operation: ListOperationId): Map<string, number> {
  const inHeaders = table.exchange.headers.flatMap(([name, value]) =>
    /^\d+$/.test(value.trim()) && !NAMES_SIZE.test(name)
      ? [{ path: `header ${name.toLowerCase()}`, value: Number(value) }]
      : [],
  );
  return new Map(
    [...listWholeNumbers(table, bindings, operation), ...inHeaders]
      .filter(({ path }) => NAMES_COUNT.test(path))
      .map(({ path, value }) => [path, value]),
  );
}

/** Whether a number beside the rows may count them or all rows that match, with any name. */
const mayHaveCount = (table: Table, bindings: Bindings, operation: ListOperationId): boolean =>
  listCounts(table, bindings, operation).size > 0 ||
  listWholeNumbers(table, bindings, operation).some(({ value }) => value >= Math.max(table.rows.length, 1));

const isSum = (words: readonly string[]): boolean => express(words, 'surcharge') || express(words, 'withdrawn');

const isWhole = (table: Table, operation: ListOperationId, bindings: Bindings): boolean =>
  (bindings.find(LIST_SLOTS[operation].nextPage)?.style ?? 'none') !== 'none' &&
  getNextPageParameters({ page: table.exchange }, operation, bindings) === undefined;

/** A count that is right for the key with more data must be right for the key with less. */
export const totalsCountVisibleRows = check({
  id: 'scope/totals-count-visible-rows',
  title: 'A total beside a list counts only rows that the key can see',
  clause: 'scope.response',
  level: 'must',
  needs: ['insider', 'outsider', 'bindings', 'sampling'],
  run: (sides) =>
    forEachTestable([ROWS, ...LISTS] as const, String, async (operation): Promise<Verdict> => {
      const failure =
        (operation === ROWS ? await findEqualTotals(sides) : undefined) ??
        (await (operation === ROWS ? judgeTransactions(sides) : judgeList(sides, operation)));
      const terminals = [sides.insider.aTerminal.terminal_id];
      return failure.kind === 'fail' ? accuseIfHidden(sides, { terminals, failure }) : failure;
    }),
});

async function judgeList(
  sides: ScopeCallers & { readonly sampling: Sampling },
  operation: ListOperationId,
): Promise<Verdict> {
  const { insider, outsider, bindings } = sides;
  const [whole, part] = [await insider.get(operation), await outsider.get(operation)];
  const mostPages = sides.sampling.depth === 'quick' ? 1 : MOST_PAGES;
  const [wide, narrow] = [
    await readRows({ reader: insider, bindings, mostPages }, operation),
    await readRows({ reader: outsider, bindings, mostPages }, operation),
  ];
  const tables = [wide, narrow].filter((table) => table !== undefined);
  if (tables.length > 0 && !tables.some((table) => mayHaveCount(table, bindings, operation)))
    return notApplicable('no number beside the rows may count them', whole, part);
  if (wide === undefined || narrow === undefined) return untestable('needs rows of both keys', whole, part);
  const counts = listCounts(narrow, bindings, operation);
  const settings = listSettings(sides);
  const right = [...listCounts(wide, bindings, operation)].filter(
    ([path, value]) =>
      wide.isComplete &&
      value === wide.rows.length &&
      value > 0 &&
      counts.has(path) &&
      !settings.has(formatCount([path, value])),
  );
  const sums = listSums(wide, bindings, operation);
  if (right.length + sums.length === 0 || narrow.rows.length === wide.rows.length)
    return untestable('needs a total, and lists of different lengths', whole, part);
  // the number of the other key: a list may leave rows out that its total counts
  const wrong = right.find(([path, value]) => counts.get(path) === value && value > narrow.rows.length);
  if (wrong !== undefined && narrow.isComplete) {
    const expected = `${narrow.rows.length} at ${wrong[0]}, the number of rows of ${outsider.name}`;
    return fail({ expected, actual: part, saw: String(counts.get(wrong[0])) }, whole);
  }
  const unscoped = sums.find(
    ({ path, column, cents }) =>
      narrow.isComplete && readCents(part.json, path) === cents && sumColumn(narrow, column) !== cents,
  );
  if (unscoped === undefined) return pass(whole, part);
  const expected = `the sum of ${unscoped.column} over the rows of ${outsider.name}`;
  return fail({ expected, actual: part, saw: `that over the rows of ${insider.name}, at ${unscoped.path}` }, whole);
}

const formatCount = ([path, value]: readonly [string, number]): string => `${path} ${value}`;

/** Returns the numbers beside rows that lists of different lengths have at the same place, such as the size of a page. */
function listSettings({ insider, bindings }: ScopeCallers): ReadonlySet<string> {
  const lengths = new Map<string, Set<number>>();
  for (const operation of LISTS) {
    const response = insider.sees.responses.get(operation);
    const isBound = bindings.find(LIST_SLOTS[operation].rows) !== undefined;
    const table = response === undefined || !isBound ? undefined : readTable(response, bindings, operation);
    for (const count of table === undefined ? [] : [...listCounts(table, bindings, operation)].map(formatCount))
      lengths.set(count, (lengths.get(count) ?? new Set()).add(table?.rows.length ?? 0));
  }
  return new Set([...lengths].flatMap(([count, all]) => (all.size > 1 ? [count] : [])));
}

/** Reads a list of a key to its end, or its first pages. */
async function readRows(
  { reader, bindings, mostPages }: ReadContext<Principal> & { readonly mostPages: number },
  operation: ListOperationId,
): Promise<WholeTable | undefined> {
  const first = readTable(await reader.get(operation), bindings, operation);
  if (first === undefined) return undefined;
  return readAllPages({ reader, bindings }, operation, { first, granted: first.rows.length + 1, mostPages });
}

const MOST_PAGES = 3;

/** A number beside a list that is the sum of a column over all its rows. */
interface ColumnSum {
  readonly path: ValuePointer;
  readonly column: string;
  readonly cents: number;
}

const readCents = (json: unknown, path: ValuePointer): number | undefined => toCents(findValue(json, path), undefined);

const readColumn = ({ value }: ListRow, column: string): unknown =>
  typeof value === 'object' && value !== null ? findValue(value, toSegment(column)) : undefined;

const sumColumn = ({ rows }: Pick<Table, 'rows'>, column: string): number | undefined =>
  sumInCents(
    rows.map((row) => readColumn(row, column)),
    undefined,
  );

/** Returns the amounts outside the rows that are sums of a column; with few rows, equal or small sums they may be so by chance. */
function listSums(table: WholeTable, bindings: Bindings, operation: ListOperationId): ColumnSum[] {
  if (!table.isComplete || table.rows.length < FEWEST_ROWS) return [];
  const rows = bindings.need(LIST_SLOTS[operation].rows).replace(/\/\*$/, '');
  const [first] = table.rows;
  if (first === undefined) return [];
  const columns = Object.keys(Object(first.value)).filter(
    (name) => toCents(readColumn(first, name), undefined) !== undefined,
  );
  const outside = listScalarPlaces(table.exchange.json).filter(
    (path) => !path.startsWith(`${rows}/`) && !NAMES_SIZE.test(path),
  );
  return outside.flatMap((path) => {
    const cents = readCents(table.exchange.json, path);
    if (cents === undefined || Math.abs(cents) < LEAST_SUM) return [];
    return columns.flatMap((column) => (sumColumn(table, column) === cents ? [{ path, column, cents }] : []));
  });
}

/** In hundredths: smaller ones may be numbers of pages or the like. */
const LEAST_SUM = 100_000;

/** Returns the places of scalars outside arrays. */
const listScalarPlaces = (value: unknown, path: ValuePointer = ''): ValuePointer[] =>
  Array.isArray(value)
    ? []
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) => listScalarPlaces(one, path + toSegment(name)))
      : [path];

/** Whether no page with rows follows the first one. */
async function isOnlyPage(reader: Principal, bindings: Bindings, first: Table): Promise<boolean> {
  const granted = first.rows.length;
  const read = await readAllPages({ reader, bindings }, ROWS, { first, granted, mostPages: 2 });
  return read.isComplete && read.rows.length === granted;
}

/** With fewer rows, another number may equal their count by chance. */
const FEWEST_ROWS = 5;

/** Compares the totals of both keys: the total of the outsider excludes at least the hidden rows that the insider sees. */
/** The digits of a total that two tenants have by chance only if their rows are equal. */
const FEWEST_DIGITS = 4;

/**
 * Returns the failure of totals that are equal for two tenants with different rows: they count the rows of all. Both totals of the
 * summary must be equal, and not short.
 */
async function findEqualTotals({ insider, outsider, bindings }: ScopeCallers): Promise<Verdict | undefined> {
  if (!insider.isStranger) return undefined;
  const parameters = getWidestParameters(bindings);
  const [theirs, own] = [await insider.get(ROWS, parameters), await outsider.get(ROWS, parameters)];
  const [wide, narrow] = [theirs, own].map((exchange) => readTable(exchange, bindings, ROWS)?.rows ?? []);
  const listAmounts = (rows: readonly ListRow[]) =>
    rows.flatMap(({ value }) => listNumbers(value).map((one) => one.value)).toSorted((a, b) => a - b);
  if (wide === undefined || narrow === undefined || wide.length === 0 || narrow.length === 0) return undefined;
  if (JSON.stringify(listAmounts(wide)) === JSON.stringify(listAmounts(narrow))) return undefined;
  const totals = new Map(listTotals(theirs, bindings));
  const equal = listTotals(own, bindings).filter(([path, value]) => totals.get(path) === value);
  const isLong = equal.some(([, value]) => String(Math.abs(value)).replace('.', '').length >= FEWEST_DIGITS);
  if (equal.length < 2 || equal.length < totals.size || !isLong) return undefined;
  // tenants that began with copies of the same data have rows with equal sums
  const columns = Map.groupBy(
    narrow.flatMap(({ value }) => listPlacedTexts(value)),
    ({ place }) => place,
  );
  const sums = [...columns.values()].map((texts) =>
    sumInCents(
      texts.map(({ text }) => text),
      undefined,
    ),
  );
  if (equal.some(([, value]) => sums.some((sum) => sum === value || sum === value * 100))) return undefined;
  const expected = `totals of the rows of ${outsider.name}`;
  const saw = `those of ${insider.name}: ${equal.map(([path, value]) => `${value} at ${path}`).join(', ')}`;
  return fail({ expected, actual: own, saw }, theirs);
}

/** Returns the numbers beside the rows whose names are those of totals of amounts or surcharges, except zeros. */
function listTotals({ json }: Exchange, bindings: Bindings): (readonly [string, number])[] {
  const rows = bindings.need(LIST_SLOTS[ROWS].rows).replace(/\/\*.*$/, '');
  return listNumbers(json).flatMap(({ path, value }) => {
    const words = splitWords(path);
    return isSum(words) && value !== 0 && !path.startsWith(`${rows}/`) ? [[path, value] as const] : [];
  });
}

async function judgeTransactions(sides: ScopeCallers): Promise<Verdict> {
  const { insider, outsider, bindings } = sides;
  const read = async (reader: Principal, filter: Parameters = {}, isFresh = false) => {
    const exchange = await reader.get(ROWS, { ...getWidestParameters(bindings), ...filter }, { isFresh });
    return { exchange, table: readTable(exchange, bindings, ROWS) };
  };
  const one = await read(insider, insider.aTerminal);
  const [whole, part] = [await read(insider), await read(outsider)];
  const none = await read(outsider, insider.aTerminal);
  if (one.table === undefined || whole.table === undefined || part.table === undefined)
    return untestable('needs rows of both keys', whole.exchange, part.exchange);
  const [ofWhole, ofPart] = [listCounts(whole.table, bindings, ROWS), listCounts(part.table, bindings, ROWS)];
  // a number that equals the rows of one terminal is a total of matching rows; one page may hold one row
  const longest = whole.table.rows.length;
  const rarest = findRarestTerminal(insider.sees.transactions, 2);
  const filtered = [one.table, ...(rarest === undefined ? [] : [await readTerminal(sides, rarest)])].filter(
    (table) =>
      table !== undefined && table.rows.length > 1 && (isWhole(table, ROWS, bindings) || table.rows.length < longest),
  );
  // a number that equals all rows of the insider is a total too, even if it ignores filters
  const isComplete = longest >= FEWEST_ROWS && (await isOnlyPage(insider, bindings, whole.table));
  const complete = isComplete ? [whole.table] : [];
  const paths = [...filtered, ...complete].flatMap((table) =>
    table === undefined
      ? []
      : [...listCounts(table, bindings, ROWS)].flatMap(([path, value]) => (value === table.rows.length ? [path] : [])),
  );
  if (paths.length === 0)
    return [one.table, whole.table, part.table].some((table) => mayHaveCount(table, bindings, ROWS))
      ? untestable('needs a total that counts the rows of one terminal', one.exchange)
      : notApplicable('no number beside the rows may count them', one.exchange, whole.exchange, part.exchange);
  const empty =
    none.table !== undefined && none.table.rows.length === 0 ? listCounts(none.table, bindings, ROWS) : undefined;
  for (const path of paths) {
    const counted = empty?.get(path) ?? 0;
    // a total may ignore filters
    if (counted > 0 && counted !== ofPart.get(path))
      return fail(
        { expected: `0 at ${path}, because there are no rows`, actual: none.exchange, saw: String(counted) },
        one.exchange,
      );
    const [all, some] = [ofWhole.get(path), ofPart.get(path)];
    const isPart = isSubset(outsider.sees.terminals, insider.sees.terminals);
    if (all === undefined || some === undefined || !isPart) continue;
    // a number of a shortened page does not count all matching rows
    const isOfPage = all <= whole.table.rows.length && !isComplete && !isWhole(whole.table, ROWS, bindings);
    // a limit of the service may cut the list before it is counted
    if (isOfPage || isUsualLimit(all)) continue;
    // a total that the rows beside it confirm is right
    if (some <= part.table.rows.length || !shareRows(whole.table, part.table)) continue;
    const hidden = countHidden(insider, [whole.table, one.table]);
    if (hidden > 0 && some > all - hidden && some <= all) {
      // rows that both keys see may have been added since
      const again = await read(insider, {}, true);
      const latest = again.table === undefined ? undefined : listCounts(again.table, bindings, ROWS).get(path);
      if (latest === undefined || some <= latest - hidden) continue;
      const expected = `at most ${all - hidden} at ${path}: ${hidden} of the ${all} rows of ${insider.name} are hidden from ${outsider.name}`;
      return fail({ expected, actual: part.exchange, saw: String(some) }, whole.exchange, one.exchange);
    }
  }
  return pass(whole.exchange, part.exchange, one.exchange);
}

/** Whether the keys may see the same terminals. Terminals of two tenants may have the same ids: then no row is common. */
function shareRows(whole: Table, part: Table): boolean {
  const ids = new Set(listIds(whole));
  return part.rows.length === 0 || listIds(part).some((id) => ids.has(id));
}

/** Reads the rows of one terminal with the request that the checks of filters send. */
async function readTerminal({ insider, bindings }: ScopeCallers, terminal_id: string): Promise<Table | undefined> {
  const exchange = await insider.get(ROWS, { terminal_id, ...getWidestParameters(bindings) });
  return readTable(exchange, bindings, ROWS);
}

/** Returns the number of different rows whose terminals are all hidden. */
const countHidden = ({ hidden }: Insider, tables: readonly Table[]): number =>
  new Set(
    tables.flatMap(({ rows }) =>
      listIds({
        rows: rows.filter(
          ({ terminals }) => terminals.length > 0 && terminals.every((one) => hidden.terminals.has(one)),
        ),
      }),
    ),
  ).size;

const FEWEST_LISTS = 2;

/** The place of a count is the same in every list of a service: where it is right in some lists, it must be right in the others. */
export const totalsCountTheRows = check({
  id: 'lists/totals-count-the-rows',
  title:
    'A count beside a list that equals the rows of other lists of the target is not larger than the rows of this one',
  clause: 'scope.response',
  covers: ['disputes.list', 'settlements.list'],
  level: 'should',
  needs: ['reader', 'bindings', 'sampling'],
  async run({ reader, bindings, sampling }) {
    const mostPages = sampling.depth === 'quick' ? 1 : MOST_PAGES;
    const lists: { readonly operation: ListOperationId; readonly table: WholeTable }[] = [];
    for (const operation of LISTS) {
      if (bindings.find(LIST_SLOTS[operation].rows) === undefined) continue;
      const table = await readRows({ reader, bindings, mostPages }, operation);
      if (table?.isComplete === true && table.rows.length > 0) lists.push({ operation, table });
    }
    const counted = lists.map(({ operation, table }) => ({
      table,
      counts: listCounts(table, bindings, operation),
    }));
    const [first] = lists;
    if (first === undefined) return untestable('needs a list that can be read to its end');
    const paths = new Set(counted.flatMap(({ counts }) => [...counts.keys()]));
    for (const path of paths) {
      const right = counted.filter(({ counts, table }) => counts.get(path) === table.rows.length);
      const lengths = new Set(right.map(({ table }) => table.rows.length));
      const wrong = counted.find(({ counts, table }) => (counts.get(path) ?? 0) > table.rows.length);
      if (wrong === undefined || lengths.size < FEWEST_LISTS) continue;
      const { exchange, rows } = wrong.table;
      const expected = `${rows.length} at ${path}, the number of rows`;
      return fail(
        { expected, actual: exchange, saw: String(wrong.counts.get(path)) },
        ...right.slice(0, 2).map(({ table }) => table.exchange),
      );
    }
    return paths.size === 0
      ? notApplicable('no list has a count', first.table.exchange)
      : pass(first.table.exchange, ...lists.slice(1, 3).map(({ table }) => table.exchange));
  },
});

const NAMES_LIST = /list|lst|array|items|rows/gi;

/** Returns the words that the names of a count and of a list share: `trm` of `trmCnt` and `trmLst`. */
const shareWord = (count: string, list: string): boolean => {
  const ofList = new Set(splitWords(list.replaceAll(NAMES_LIST, '')));
  return splitWords(count.slice(count.lastIndexOf('/'))).some((word) => word.length >= 3 && ofList.has(word));
};

/** Compares the counts of the portal with its lists: one that is right for the key with more data must be right for the other. */
export const portalCountsWhatIsVisible = check({
  id: 'scope/portal-counts-what-is-visible',
  title: 'A count in the portal is that of the visible items that the portal lists, also for a key that sees fewer',
  clause: 'scope.portal_rules',
  covers: ['scope.response'],
  level: 'should',
  needs: ['insider', 'outsider'],
  async run({ insider, outsider }) {
    const [whole, part] = [await insider.get('getPortal'), await outsider.get('getPortal')];
    if (!isSuccess(whole) || !isSuccess(part))
      return untestable('both keys must be able to read the portal', whole, part);
    const [wide, narrow] = [listLengths(whole.json), listLengths(part.json)];
    const counts = listNumbers(whole.json).filter(({ path }) => !/\/\d+(\/|$)/.test(path));
    const pairs = counts.flatMap(({ path, value }) =>
      [...wide].flatMap(([list, length]) => {
        const fewer = narrow.get(list);
        return length === value && fewer !== undefined && fewer < length && shareWord(path, list)
          ? [{ path, value, list, fewer }]
          : [];
      }),
    );
    if (pairs.length === 0) return notApplicable('the portal has no count of items that it lists', whole, part);
    const wrong = pairs.find(({ path, value }) => findValue(part.json, path) === value);
    if (wrong === undefined) return pass(whole, part);
    const expected = `${wrong.fewer} at ${wrong.path}, the length of ${wrong.list} for ${outsider.name}`;
    return fail({ expected, actual: part, saw: `${wrong.value}, as for ${insider.name}` }, whole);
  },
});

/** Returns the lengths of the arrays of objects in a JSON value, by their places; those inside arrays are left out. */
function listLengths(value: unknown, path: ValuePointer = ''): Map<ValuePointer, number> {
  if (Array.isArray(value)) return new Map([[path, value.length]]);
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(Object.entries(value).flatMap(([name, one]) => [...listLengths(one, path + toSegment(name))]));
}
