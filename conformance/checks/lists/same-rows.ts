import { check } from '../../engine/check.ts';
import { readArchivedTables } from '../../engine/survey/archived-rows.ts';
import {
  BY_AMOUNT,
  getWidestParameters,
  type ListRow,
  listIds,
  readProbe,
  readTable,
  type Table,
} from '../../engine/survey/reading.ts';
import { fail, pass, untestable } from '../../engine/verdicts/verdict.ts';
import { findValue } from '../../oracles/pointers.ts';
import { listRepeated } from '../../oracles/values/value-relations.ts';
import { COLUMNS_OF_EVERY_ROW } from '../resources/transactions.ts';

const ROWS = 'listTransactions';

/** The columns of a transaction that no parameter changes. */
const COLUMNS: typeof COLUMNS_OF_EVERY_ROW = [
  ...COLUMNS_OF_EVERY_ROW,
  ['EMV indicator', 'transactions.emv_indicator'],
  ['terminal', 'transactions.terminal'],
];

interface ShownRow {
  readonly row: ListRow;
  readonly table: Table;
}

/** Compares the rows of all requests of the run, because a filter or an order may be a separate query with its own mistakes. */
export const rowsAreTheSameForAnyParameters = check({
  id: 'transactions/rows-are-the-same-for-any-parameters',
  title: 'A transaction has the same columns in every response of the transaction list: sorted, filtered and paged',
  clause: 'transactions.row',
  covers: ['transactions.combine'],
  level: 'must',
  needs: ['reader', 'bindings', 'archive'],
  async run({ reader, bindings, archive }) {
    bindings.need('transactions.id');
    // the check of the order sends the same request
    const sorted = await readProbe({ reader, bindings }, ROWS, { ...BY_AMOUNT, ...getWidestParameters(bindings) });
    const [control, ...archived] = await readArchivedTables({ reader, bindings, archive }, [ROWS]);
    const tables = [control, ...archived.filter(({ exchange }) => exchange.text !== sorted.exchange.text), sorted];
    if (tables.some((table) => listRepeated(listIds(table)).length > 0))
      return untestable('some ids occur twice in one response', control.exchange);
    const shown = tables.flatMap((table) => table.rows.map((row): ShownRow => ({ row, table })));
    const repeated = [...Map.groupBy(shown, ({ row }) => row.id).values()].filter((rows) => rows.length > 1);
    if (repeated.length === 0) return untestable('needs a transaction in two responses', control.exchange);
    const columns = COLUMNS.flatMap(([name, slot]) => {
      const pointer = bindings.find(slot);
      return pointer === undefined
        ? []
        : [{ name, read: (row: ListRow) => JSON.stringify(findValue(row.value, pointer)) }];
    });
    for (const { name, read } of columns) {
      const pair = repeated.flatMap(([first, ...others]) => {
        const other = others.find(({ row }) => first !== undefined && read(row) !== read(first.row));
        return first === undefined || other === undefined ? [] : [[first, other] as const];
      })[0];
      if (pair === undefined) continue;
      // the transaction may have changed between the two requests
      const again = [];
      for (const { row, table } of pair) {
        const exchange = await reader.get(ROWS, table.exchange.parameters, { isFresh: true });
        again.push({ exchange, row: readTable(exchange, bindings, ROWS)?.rows.find(({ id }) => id === row.id) });
      }
      const [one, other] = again;
      if (one?.row === undefined || other?.row === undefined || read(one.row) === read(other.row)) continue;
      const expected = `the ${name} ${read(one.row) ?? 'without a value'} in ${one.row.id}, as in the other response`;
      return fail({ expected, actual: other.exchange, saw: read(other.row) ?? 'no value' }, one.exchange);
    }
    return pass(control.exchange);
  },
});
