import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { isCarried } from '../../reading/pointers.ts';
import {
  addRemedy,
  type Fail,
  fail,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
} from '../../reading/verdicts/verdict.ts';
import {
  type Cells,
  countCells,
  isEmptyList,
  learnRowPlace,
  listRowLists,
  type RowPlace,
  readRows,
} from '../../relations/rows/cells.ts';
import {
  type CarriedColumn,
  DOCUMENTED_COLUMNS,
  findDocumentedColumns,
  OF_COMPLETION,
} from '../../relations/rows/documented-columns.ts';
import { readOwnLists } from '../../relations/rows/own-lists.ts';
import { createRowTable } from '../../relations/rows/table.ts';
import { listReads } from '../../relations/survey/archived-rows.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames, formatRowCount, readTable, type Table } from '../../slots/read-lists.ts';
import { LIST_SLOTS } from '../../slots/slots.ts';
import { judgeSurveys, SURVEY_NEEDS } from '../lists/surveys.ts';

/** Rows of one list, as the bindings find them and as cells with their places. */
interface JudgedRows {
  readonly list: 'listTransactions' | 'listTerminalTransactions';
  readonly tables: readonly Table[];
  readonly rows: readonly Cells[];
  readonly amounts: ReadonlySet<string>;
  /** The response that shows a row. */
  readonly exchange: Exchange;
}

/** Rows with fewer documented columns may be those of something else. */
const FEWEST_SHOWN = 4;

/** A finding about the documented columns of rows. */
interface ColumnFindings {
  /** A column that some rows have and others lack. */
  readonly inSome: Fail | undefined;
  /** A column that no row has. */
  readonly inNone: Fail | undefined;
  /** The columns that the rows may have or not. */
  readonly unknown: readonly (typeof DOCUMENTED_COLUMNS)[number][];
  readonly shown: number;
}

/**
 * Searches the documented columns in rows: at their bindings, or else by their names and forms anywhere in the row and above it. A
 * column may be null or empty, because "carries" is not "has a value". A column that some rows have is missing in the others, unless
 * these completed nothing.
 */
function judgeColumns({ tables, rows, amounts, exchange }: JudgedRows, bindings: Bindings): ColumnFindings {
  const found = findDocumentedColumns(rows, amounts);
  const ofTables = tables
    .flatMap((table) => table.rows.map(({ id, value }) => ({ id, value, table })))
    .filter(({ value }) => showsMostColumns(value, bindings));
  const unknown: (typeof DOCUMENTED_COLUMNS)[number][] = [];
  const areTransactions = [...found.values()].filter(({ kind }) => kind === 'shown').length >= FEWEST_SHOWN;
  let shown = 0;
  let inSome: Fail | undefined;
  let inNone: Fail | undefined;
  for (const [name, slot] of DOCUMENTED_COLUMNS) {
    const pointer = bindings.find(slot);
    const bound = pointer === undefined ? [] : ofTables;
    const lacking = bound.filter(({ value }) => !isCarried(value, pointer ?? ''));
    const carried = found.get(name);
    const isConditional = OF_COMPLETION.has(name);
    const expected = `${name} in each row`;
    if (lacking.length < bound.length) {
      const [first] = isShownOtherwise(carried) ? [] : lacking;
      shown += 1;
      if (first !== undefined && !isConditional)
        inSome ??= fail({ expected, actual: first.table.exchange, saw: `missing in ${first.id}` });
    } else if (carried?.kind === 'shown') {
      shown += 1;
      if (carried.lacking !== undefined && !isConditional)
        inSome ??= fail({ expected, actual: exchange, saw: `missing in ${formatRow(carried.lacking)}` });
    } else if ((carried?.kind === 'absent' && areTransactions) || bound.length > 0)
      inNone ??= fail({ expected, actual: exchange, saw: `missing in ${formatRowCount(rows.length)}` });
    else unknown.push([name, slot]);
  }
  return { inSome, inNone, unknown, shown };
}

/**
 * Whether a name shows the column of rows that lack it at its binding: in each of them, or in two forms, because a value and an empty one
 * may be `5` and `{ "value": "" }`. The binding may fit the rows of another list only: `{ "amount": 5 }` there, and `5` here.
 */
export const isShownOtherwise = (carried: CarriedColumn | undefined): boolean =>
  carried?.kind === 'shown' && (carried.places.length > 1 || carried.lacking === undefined);

/** Whether a row has most of the bound columns: otherwise it is a row of something else, such as totals. */
function showsMostColumns(row: unknown, bindings: Bindings): boolean {
  const pointers = DOCUMENTED_COLUMNS.flatMap(([, slot]) => bindings.find(slot) ?? []);
  const shown = pointers.filter((pointer) => isCarried(row, pointer));
  return shown.length * 2 > pointers.length;
}

const formatRow = (row: Cells): string => JSON.stringify([...row]).slice(0, 200);

const readTables = (exchanges: readonly Exchange[], list: JudgedRows['list'], bindings: Bindings): Table[] =>
  bindings.find(LIST_SLOTS[list].rows) === undefined
    ? []
    : exchanges.flatMap((exchange) => readTable(exchange, bindings, list) ?? []).filter(({ rows }) => rows.length > 0);

export const rowsCarryTheColumns = check({
  id: 'transactions/rows-carry-the-columns',
  title: 'Each transaction row has the documented columns',
  clause: 'transactions.row',
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) =>
    judgeSurveys(context, async (survey, reader) => {
      const { bindings } = context;
      const filled = survey.reads.filter(({ rows }) => rows.length > 0);
      const [longest] = filled.toSorted((one, other) => other.rows.length - one.rows.length);
      if (longest === undefined) return untestable('needs transactions');
      const table = createRowTable(survey);
      const amounts = table.isWhole ? table.amounts : new Set<string>();
      const lists: JudgedRows[] = [
        {
          list: 'listTransactions',
          tables: readTables([longest.exchange], 'listTransactions', bindings),
          rows: filled.flatMap(({ rows }) => rows),
          amounts,
          exchange: longest.exchange,
        },
      ];
      for (const { exchange, all } of await readOwnLists(survey, reader)) {
        const tables = readTables([exchange], 'listTerminalTransactions', bindings);
        if (all.length > 0) lists.push({ list: 'listTerminalTransactions', tables, rows: all, amounts, exchange });
      }
      return forEachTestable(
        lists,
        ({ list }) => list,
        (list) => {
          const { inSome, inNone, unknown } = judgeColumns(list, bindings);
          const [first] = unknown;
          const wrong = inSome ?? inNone;
          if (wrong !== undefined) return wrong;
          if (first === undefined) return pass(list.exchange);
          const names = formatNames(unknown.map(([name]) => name));
          const slots = formatNames(unknown.map(([, slot]) => `bindings.${slot}`));
          const reason = `the names of the columns do not show which ones are ${names}; set ${slots}`;
          return addRemedy(untestable(reason, list.exchange), { kind: 'binding', name: first[1] });
        },
      );
    }),
});

const MOST_LISTS = 6;
/** Elements with more values contain lists, and are no rows of transactions. */
const MOST_CELLS = 200;

/** Returns the place of the longest list whose rows have documented columns. An object around a single row has its columns too. */
export function findRowPlace(body: unknown): RowPlace | undefined {
  const lists = [...listRowLists(body)]
    .filter(([, list]) => countCells(list) <= list.rows.length * MOST_CELLS)
    .sort(([, one], [, other]) => countCells(other) - countCells(one));
  const ofTransactions = lists.slice(0, MOST_LISTS).flatMap(([at, list]) => {
    const place = learnRowPlace(at, list);
    const { rows } = readRows(body, place);
    const found = findDocumentedColumns(rows);
    const shown = [...found.values()].filter(({ kind }) => kind === 'shown');
    return shown.length < FEWEST_SHOWN ? [] : [{ place, length: rows.length }];
  });
  const [best] = ofTransactions.toSorted(
    (one, other) => other.length - one.length || other.place.at.length - one.place.at.length,
  );
  return best?.place;
}

const LISTS = ['listTransactions', 'listTerminalTransactions'] as const;

export const rowsOfEveryReadCarryTheColumns = check({
  id: 'transactions/rows-of-every-read-carry-the-columns',
  title: 'Each transaction row of every response has the columns that the others have',
  clause: 'transactions.row',
  level: 'must',
  needs: ['reader', 'bindings', 'archive'],
  async run({ reader, bindings, archive }) {
    const first = await reader.get('listTransactions');
    const evidence: Exchange[] = [];
    let knownColumns = 0;
    for (const list of LISTS) {
      const read = listReads(archive, list, reader).filter(({ isReadable }) => isReadable);
      const [longest] = read.toSorted((one, other) => other.text.length - one.text.length);
      const place = longest === undefined || isEmptyList(longest.json) ? undefined : findRowPlace(longest.json);
      if (longest === undefined || place === undefined) continue;
      const tables = readTables(read, list, bindings);
      const rows = read.flatMap(({ json }) => readRows(json, place).rows);
      // a column that this list never has is the finding of another check
      const { inSome, shown } = judgeColumns({ list, tables, rows, amounts: new Set(), exchange: longest }, bindings);
      if (inSome !== undefined) return inSome;
      knownColumns += shown;
      evidence.push(longest);
    }
    const [longest] = evidence;
    if (longest === undefined)
      return isSuccess(first) && first.isReadable && isEmptyList(first.json)
        ? notApplicable('the list of transactions of this key is empty', first)
        : untestable('the kit found no transactions in the responses to this key', first);
    return knownColumns === 0 ? untestable('the kit knows no column of the rows', longest) : pass(longest);
  },
});
