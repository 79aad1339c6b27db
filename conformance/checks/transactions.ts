import { type Bindings, TRANSACTION_COLUMNS, type TransactionColumn, valueAt } from '../bindings.ts';
import { check } from '../check.ts';
import type { Principal } from '../principals.ts';
import { bracketed, control, few, rarestTerminal, type Table, throughAllPages, widest } from '../reading.ts';
import { amountOf, sumInCents } from '../relations.ts';
import { fail, forEach, pass, untestable, type Verdict } from '../verdict.ts';

const ALWAYS: readonly TransactionColumn[] = TRANSACTION_COLUMNS.filter((column) => column !== 'EMV indicator');

/** Both lists of transactions, which carry the same rows. */
async function bothLists(reader: Principal, bindings: Bindings, judge: (table: Table) => Verdict): Promise<Verdict> {
  return forEach(['listTransactions', 'listTerminalTransactions'] as const, String, async (operation) => {
    const terminal = reader.sees.transactions[0]?.terminals[0];
    if (terminal === undefined) return untestable('it takes transactions');
    const parameters = operation === 'listTransactions' ? widest(bindings) : { terminal_id: terminal };
    const table = await control(reader, bindings, operation, parameters);
    return table.rows.length === 0 ? untestable('it takes transactions', table.exchange) : judge(table);
  });
}

export const rowsCarryTheColumns = check({
  id: 'transactions/rows-carry-the-columns',
  title: 'Each transaction row carries the documented columns',
  clause: 'transactions.row',
  level: 'must',
  needs: ['reader', 'bindings'],
  run: ({ reader, bindings }) =>
    bothLists(reader, bindings, (table) => {
      for (const { id, value } of table.rows) {
        const absent = ALWAYS.filter((column) => isMissing(valueAt(value, bindings.transactions.columns[column])));
        if (absent.length === 0) continue;
        return fail({ expected: `${absent.join(', ')} in each row`, actual: table.exchange, saw: `not so in ${id}` });
      }
      return pass(table.exchange);
    }),
});

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

export const emvOnlyWhenAvailable = check({
  id: 'transactions/emv-only-when-available',
  title: 'The EMV indicator is absent, not empty, where it is not available',
  clause: 'transactions.emv_when_available',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const table = await control(reader, bindings, 'listTransactions', widest(bindings));
    const indicators = table.rows.map(({ value }) => valueAt(value, bindings.transactions.columns['EMV indicator']));
    const empty = table.rows.filter((_, index) => indicators[index] !== undefined && isMissing(indicators[index]));
    if (empty.length > 0) {
      const saw = `present and empty in ${few(empty.map(({ id }) => id))}`;
      return fail({ expected: 'no EMV indicator where there is none', actual: table.exchange, saw });
    }
    if (!indicators.includes(undefined))
      return untestable('it takes a transaction without an EMV indicator', table.exchange);
    if (indicators.every((one) => one === undefined))
      return untestable('it takes a transaction with an EMV indicator', table.exchange);
    return pass(table.exchange);
  },
});

export const summaryHasBothTotals = check({
  id: 'transactions/summary-has-both-totals',
  title: 'The list of transactions comes with the total surcharge and the total withdrawn',
  clause: 'transactions.summary.withdrawn',
  covers: ['transactions.summary.surcharge', 'transactions.list'],
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { surcharge, withdrawn } = bindings.transactions.totals;
    const [terminal] = reader.sees.terminals;
    for (const parameters of [{}, { limit: 1 }, terminal === undefined ? {} : { terminal_id: terminal }]) {
      const { exchange } = await control(reader, bindings, 'listTransactions', parameters);
      const absent = [surcharge, withdrawn].filter(
        (pointer) => amountOf(valueAt(exchange.json, pointer)) === undefined,
      );
      if (absent.length > 0) {
        return fail({
          expected: 'both totals, as amounts',
          actual: exchange,
          saw: `no amount at ${absent.join(', ')}`,
        });
      }
      if (terminal === undefined || 'terminal_id' in parameters) return pass(exchange);
    }
    return untestable('it takes a terminal');
  },
});

/** An assumption of ours: the document does not say over which rows the totals are. */
export const summaryAddsUp = check({
  id: 'transactions/summary-adds-up',
  title: 'The totals are the sums over all rows that match',
  clause: 'transactions.summary_extent',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const terminal = rarestTerminal(reader.sees.transactions, 1);
    if (terminal === undefined) return untestable('it takes transactions of at least two terminals');
    const filter = { terminal_id: terminal, ...widest(bindings) };
    const { before: table } = await bracketed(
      async () => {
        const first = await control(reader, bindings, 'listTransactions', filter);
        return throughAllPages(reader, bindings, 'listTransactions', first, reader.sees.transactions.length);
      },
      () => Promise.resolve(),
    );
    if (!table.isComplete) return untestable(`${terminal} has more transactions than could be read`, table.exchange);
    const { columns, totals, withdrawalTypes } = bindings.transactions;
    const isWithdrawal = (value: unknown) =>
      withdrawalTypes.includes(String(valueAt(value, columns['transaction type'])));
    const sums = [
      [
        'total surcharge',
        totals.surcharge,
        table.rows.map(({ value }) => valueAt(value, columns['surcharge completed'])),
      ],
      [
        'total withdrawn',
        totals.withdrawn,
        table.rows.flatMap(({ value }) => (isWithdrawal(value) ? [valueAt(value, columns['amount completed'])] : [])),
      ],
    ] as const;
    for (const [name, pointer, amounts] of sums) {
      const stated = sumInCents([valueAt(table.exchange.json, pointer)]);
      const sum = sumInCents(amounts);
      if (sum === undefined || sum === 0)
        return untestable(`it takes rows with a ${name} other than zero`, table.exchange);
      if (stated !== sum) {
        const saw = `${stated === undefined ? 'nothing' : stated / 100}`;
        return fail({
          expected: `a ${name} of ${sum / 100} over ${table.rows.length} rows`,
          actual: table.exchange,
          saw,
        });
      }
    }
    return pass(table.exchange);
  },
});
