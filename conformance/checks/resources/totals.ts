import { findLargest } from '../../../base/large-lists.ts';
import type { Bindings } from '../../bindings/bindings.ts';
import { type Concept, express, splitWords } from '../../bindings/inference/words/synonyms.ts';
import type { MoneyForm } from '../../bindings/slots.ts';
import { check } from '../../engine/check.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import {
  findRarestTerminal,
  formatNames,
  getWidestParameters,
  type ListRow,
  type ReadContext,
  readAllPages,
  readControl,
  readTable,
  readUnchanged,
  type WholeTable,
} from '../../engine/survey/reading.ts';
import type { Sampling } from '../../engine/verdicts/sampling.ts';
import { fail, pass, untestable } from '../../engine/verdicts/verdict.ts';
import type { Parameters } from '../../http/client.ts';
import { findTexts, findValue, type ValuePointer } from '../../oracles/pointers.ts';
import { listNamedScalars } from '../../oracles/values/named-scalars.ts';
import { intersects } from '../../oracles/values/set-relations.ts';
import { formatCents, toCents } from '../../oracles/values/value-relations.ts';
import { findShortFilter, listVariants, readWholeList } from './summaries.ts';

const ROWS = 'listTransactions';
const MOST_PAGES = 3;
/** A longer list of one terminal is not read to its end. */
const MOST_ROWS = 100;
/** With more types, only all of them and each single one are tried. */
const MOST_TYPES = 8;

/** A list whose rows are all known, and the totals in its response. */
interface Sample {
  readonly table: WholeTable;
  /** The rows of the response with the totals. */
  readonly page: readonly ListRow[];
}

/** A way to compute a total from the rows of a response. */
interface Reading {
  readonly types: ReadonlySet<string>;
  readonly column: ValuePointer;
  readonly sign: 'net' | 'positive';
  /** With `limited`, a `limit` restricts the rows that a total covers, and the size of a page does not. */
  readonly extent: (typeof EXTENTS)[number];
}

const SIGNS = ['net', 'positive'] as const;
const EXTENTS = ['matching', 'page', 'limited', 'visible'] as const;

/**
 * The document names two totals, but not which rows they cover, which types are withdrawals, or how reversals count: any
 * sum of completed amounts is accepted. A total that no such sum explains is not a total of the rows.
 */
export const totalsAreOfTheRows = check({
  id: 'transactions/totals-are-of-the-rows',
  title: 'The totals are sums over the rows: of surcharges, and of completed amounts',
  clause: 'transactions.summary.withdrawn',
  covers: ['transactions.summary.surcharge'],
  level: 'must',
  needs: ['reader', 'bindings', 'sampling'],
  async run({ reader, bindings, sampling }) {
    const { found: samples } = await readUnchanged(
      () => readControl({ reader, bindings }, ROWS, getWidestParameters(bindings)),
      () => readSamples({ reader, bindings, sampling }),
    );
    const [first, ...others] = samples;
    if (first === undefined) return untestable('no list of transactions is short enough to sum');
    if (samples.every(({ table }) => table.rows.length === 0))
      return untestable('needs transactions', first.table.exchange);
    const evidence = [first, ...others].map(({ table }) => table.exchange);
    for (const { name, stated, columns, excludes } of listTotalColumns(bindings)) {
      const form = bindings.find('money.form');
      const given = samples.map(({ table }) => toCents(findValue(table.exchange.json, stated), form));
      if (given.every((cents) => cents === undefined || cents === 0))
        return untestable(`needs rows with a nonzero ${name}`, ...evidence);
      const readings = listReadings(samples, columns, bindings);
      const sumByType = createSums(bindings, form);
      const excluded = listTypesNamed(excludes, samples, bindings);
      const explained = readings.map((reading) => {
        const sums = samples.map((sample) => sumReading(sample, reading, { samples, sumByType }));
        const misfit = sums.findIndex((sum, index) => sum !== given[index]);
        return { misfit, isAllowed: !intersects(excluded, reading.types) };
      });
      const fitting = explained.filter(({ misfit }) => misfit === -1);
      if (fitting.some(({ isAllowed }) => isAllowed)) continue;
      if (fitting.length > 0) {
        const saw = `a sum that includes ${formatNames(excluded)}`;
        return fail(
          { expected: `a ${name} without deposits and transfers`, actual: first.table.exchange, saw },
          ...evidence.slice(1),
        );
      }
      const worst = samples[findLargest(explained.map(({ misfit }) => misfit))] ?? first;
      return fail(
        {
          expected: `a ${name} that is a sum over the ${worst.table.rows.length} rows`,
          actual: worst.table.exchange,
          saw: formatStated(given[samples.indexOf(worst)]),
        },
        ...evidence.slice(0, 1),
      );
    }
    return pass(first.table.exchange, ...others.map(({ table }) => table.exchange));
  },
});

/** Returns the types whose name, or whose text beside it in a row, expresses one of the concepts, and no withdrawal. */
function listTypesNamed(
  concepts: readonly Concept[],
  samples: readonly Sample[],
  bindings: Bindings,
): ReadonlySet<string> {
  if (concepts.length === 0) return new Set();
  const at = bindings.need('transactions.transaction_type');
  const member = at.slice(at.lastIndexOf('/') + 1);
  const rows = samples.flatMap(({ table }) => table.rows);
  return new Set(
    rows.flatMap((row) => {
      // the text of a coded type: `txnTyp` and `txnTypDesc`, or `type.code` and `type.label`
      const texts = listNamedScalars(row.value)
        .filter(({ name, parent }) => name.startsWith(member) || parent === getHolder(at))
        .map(({ value }) => String(value));
      const type = getType(row, bindings);
      const words = [type, ...texts].flatMap(splitWords);
      const isExcluded = concepts.some((concept) => express(words, concept)) && !express(words, 'withdrawn');
      return isExcluded ? [type] : [];
    }),
  );
}

/** Returns the name of the object that contains the value at a pointer; `undefined` if that is the row. */
const getHolder = (pointer: ValuePointer): string | undefined => pointer.split('/').slice(1).at(-2);

const formatStated = (cents: number | undefined): string =>
  cents === undefined ? 'no amount' : `${formatCents(cents)}, which no sum of the rows gives`;

const listTotalColumns = (bindings: Bindings) => [
  {
    name: 'total surcharge',
    stated: bindings.need('transactions.total_surcharge'),
    columns: [bindings.need('transactions.surcharge_completed'), bindings.need('transactions.surcharge_requested')],
    excludes: [],
  },
  {
    name: 'total withdrawn',
    stated: bindings.need('transactions.total_withdrawn'),
    columns: [bindings.need('transactions.amount_completed')],
    excludes: ['deposit', 'transfer'] as const,
  },
];

/**
 * Reads the list of all terminals, and those of two terminals with few rows; only lists that can be read to their end. Also reads
 * the whole list, or that of a terminal, sorted, with a limit, and of a group.
 */
async function readSamples({
  reader,
  bindings,
  sampling,
}: ReadContext<Principal> & { readonly sampling: Sampling }): Promise<Sample[]> {
  const { transactions } = reader.sees;
  const rarest = findRarestTerminal(transactions, 1);
  const next = findRarestTerminal(
    transactions.filter(({ terminals }) => rarest === undefined || !terminals.includes(rarest)),
    2,
    1,
  );
  const filters: Parameters[] = [rarest, next].flatMap((terminal_id) =>
    terminal_id === undefined ? [] : [{ terminal_id }],
  );
  const samples: Sample[] = [];
  for (const filter of [{} as Parameters, ...filters]) {
    const first = await readControl({ reader, bindings }, ROWS, { ...filter, ...getWidestParameters(bindings) });
    const table = await readAllPages({ reader, bindings }, ROWS, {
      first,
      granted: transactions.length,
      mostPages: MOST_PAGES,
      isEnough: (rows) => filter.terminal_id !== undefined && rows.length > MOST_ROWS,
    });
    if (table.isComplete) samples.push({ table, page: first.rows });
  }
  const filter = await findShortFilter(reader, bindings);
  const whole = await readWholeList(reader, bindings, filter);
  if (!whole.isComplete) return samples;
  // the last ones restrict the rows most
  const restricted = listVariants(reader, filter, whole).toReversed();
  const variants = sampling.select('requests', restricted, { quick: 1, standard: 2 });
  for (const { parameters, matching } of variants) {
    const page = readTable(await reader.get(ROWS, parameters), bindings, ROWS);
    if (page !== undefined)
      samples.push({ table: { exchange: page.exchange, rows: matching, isComplete: true }, page: page.rows });
  }
  return samples;
}

function listReadings(samples: readonly Sample[], columns: readonly ValuePointer[], bindings: Bindings): Reading[] {
  const types = new Set(samples.flatMap(({ table }) => table.rows.map((row) => getType(row, bindings))));
  return listSubsets([...types]).flatMap((chosen) =>
    columns.flatMap((column) =>
      SIGNS.flatMap((sign) => EXTENTS.map((extent) => ({ types: new Set(chosen), column, sign, extent }))),
    ),
  );
}

const getType = ({ value }: ListRow, bindings: Bindings): string =>
  findTexts(value, bindings.need('transactions.transaction_type'))[0] ?? '';

/** Returns the nonempty subsets, the largest first; of many items, only the whole set and the single items. */
function listSubsets(items: readonly string[]): readonly (readonly string[])[] {
  if (items.length > MOST_TYPES) return [items, ...items.map((item) => [item])];
  return Array.from({ length: 2 ** items.length - 1 }, (_, index) =>
    items.filter((_item, bit) => ((2 ** items.length - 1 - index) >> bit) & 1),
  );
}

/** Returns the total of a reading in cents; `undefined` if its rows are not known. */
function sumReading(
  sample: Sample,
  { types, column, sign, extent }: Reading,
  { samples, sumByType }: { readonly samples: readonly Sample[]; readonly sumByType: SumByType },
): number | undefined {
  const [whole] = samples.filter(({ table }) => table.exchange.parameters.terminal_id === undefined);
  const { table, page } = sample;
  const limit = Number(table.exchange.parameters.limit ?? table.rows.length);
  const ofLimit = table.rows.length <= limit ? table.rows : page;
  const rows = { matching: table.rows, page, limited: ofLimit, visible: whole?.table.rows }[extent];
  if (rows === undefined) return undefined;
  const sums = sumByType(rows, column, sign);
  return [...types].reduce((sum, type) => sum + (sums.get(type) ?? 0), 0);
}

/** Returns the sums of a column in cents, by the type of the rows. */
type SumByType = (rows: readonly ListRow[], column: ValuePointer, sign: Reading['sign']) => ReadonlyMap<string, number>;

/** Returns a function that reads each column of the same rows once: hundreds of readings share it. */
function createSums(bindings: Bindings, form: MoneyForm | undefined): SumByType {
  const known = new Map<readonly ListRow[], Map<string, ReadonlyMap<string, number>>>();
  return (rows, column, sign) => {
    const ofRows = known.get(rows) ?? new Map<string, ReadonlyMap<string, number>>();
    known.set(rows, ofRows);
    const key = `${sign} ${column}`;
    const sums = ofRows.get(key) ?? sumColumn(rows, { column, sign, bindings, form });
    ofRows.set(key, sums);
    return sums;
  };
}

function sumColumn(
  rows: readonly ListRow[],
  {
    column,
    sign,
    bindings,
    form,
  }: Pick<Reading, 'column' | 'sign'> & { readonly bindings: Bindings; readonly form: MoneyForm | undefined },
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const cents = toCents(findValue(row.value, column), form) ?? 0;
    const type = getType(row, bindings);
    if (sign === 'net' || cents > 0) sums.set(type, (sums.get(type) ?? 0) + cents);
  }
  return sums;
}
