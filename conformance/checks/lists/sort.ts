import type { Bindings } from '../../bindings/bindings.ts';
import { check } from '../../engine/check.ts';
import type { Principal } from '../../engine/principals.ts';
import {
  BY_AMOUNT,
  bracketed,
  completedAmounts,
  control,
  few,
  idsOf,
  probe,
  type Row,
  rarestTerminal,
  rowsOf,
  type Table,
  throughAllPages,
  widest,
} from '../../engine/reading.ts';
import { fail, pass, untestable, type Verdict } from '../../engine/verdict.ts';
import type { Parameters } from '../../http/client.ts';
import { valueAt } from '../../oracles/pointers.ts';
import { without } from '../../oracles/set-relations.ts';
import { amountOf, firstRise, inUnits, isVaried, repeated, textOrderDiffers } from '../../oracles/value-relations.ts';

export const amountsDescend = check({
  id: 'sort/amt-comp-descends',
  title: '`sort_by=amt_comp&sort_dir=desc` returns completed amounts in descending numeric order',
  clause: 'transactions.sort.amt_comp',
  covers: ['transactions.sort.desc', 'transactions.sort_dir'],
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { before: sorted, found: plain } = await bracketed(
      () => probe(reader, bindings, 'listTransactions', { ...BY_AMOUNT, ...widest(bindings) }),
      () => control(reader, bindings, 'listTransactions', widest(bindings)),
    );
    const all = [...completedAmounts(sorted, bindings), ...completedAmounts(plain, bindings)];
    const last = completedAmounts(sorted, bindings).at(-1) ?? Number.POSITIVE_INFINITY;
    const shown = new Set(idsOf(sorted));
    const passedOver = plain.rows.find(
      (row) => !shown.has(row.id) && (completedAmounts({ rows: [row] }, bindings)[0] ?? 0) > last,
    );
    if (passedOver !== undefined) {
      const expected = `${passedOver.id}, which has a higher amount than the last row`;
      return fail({ expected, actual: sorted.exchange, saw: `the list ends at ${inUnits(last)}` }, plain.exchange);
    }
    const pointer = bindings.need('transactions.amount_completed');
    const written = [...sorted.rows, ...plain.rows].map(({ value }) => asWritten(valueAt(value, pointer)));
    return descends(sorted, bindings, () => textOrderDiffers(all, written));
  },
});

export const amountsDescendWithinATerminal = check({
  id: 'sort/amt-comp-descends-when-filtered',
  title: 'Sorting works together with a filter and a limit',
  clause: 'transactions.combine',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const terminal = [...reader.sees.terminals].find((one) =>
      isVaried(completedAmounts({ rows: ofTerminal(reader, one) }, bindings)),
    );
    if (terminal === undefined) return untestable('needs a terminal with transactions of different amounts');
    const table = await probe(reader, bindings, 'listTransactions', {
      terminal_id: terminal,
      ...BY_AMOUNT,
      ...widest(bindings),
    });
    return descends(table, bindings, isVaried);
  },
});

/** Formats an amount in the notation of the target. */
const asWritten = (value: unknown): string => String(typeof value === 'object' ? amountOf(value) : value);

const ofTerminal = ({ sees }: Principal, terminal: string): readonly Row[] =>
  rowsOf({ rows: sees.transactions }, new Set([terminal]));

function descends(table: Table, bindings: Bindings, isWitness: (amounts: readonly number[]) => boolean): Verdict {
  const amounts = completedAmounts(table, bindings);
  if (amounts.some(Number.isNaN)) {
    return untestable('some completed amounts at the place that the bindings name are not numbers', table.exchange);
  }
  const rise = firstRise(amounts);
  if (rise > 0) {
    const saw = `row ${rise + 1} has ${inUnits(amounts[rise] ?? 0)} after ${inUnits(amounts[rise - 1] ?? 0)}`;
    return fail({ expected: 'completed amounts in descending order', actual: table.exchange, saw });
  }
  if (!isWitness(amounts)) {
    return untestable(
      'needs completed amounts whose lexical order differs from their numeric order, such as 60.00 and 100.00',
      table.exchange,
    );
  }
  return pass(table.exchange);
}

export const sortKeepsTheRows = check({
  id: 'sort/keeps-the-rows',
  title: 'Sorting neither drops nor adds rows',
  clause: 'transactions.sort_by',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const terminal = rarestTerminal(reader.sees.transactions, 2);
    if (terminal === undefined)
      return untestable('needs a terminal with at least 2 transactions, and a second terminal');
    const filter = { terminal_id: terminal, ...widest(bindings) };
    const all = async (parameters: Parameters) => {
      const first = await probe(reader, bindings, 'listTransactions', parameters);
      return throughAllPages(reader, bindings, 'listTransactions', first, reader.sees.transactions.length);
    };
    const { before, found } = await bracketed(
      () => all(filter),
      () => all({ ...filter, ...BY_AMOUNT }),
    );
    if (before.rows.length < 2) return untestable(`${terminal} has too few transactions`, before.exchange);
    if (!before.isComplete || !found.isComplete) {
      return untestable(`${terminal} has more transactions than could be read`, before.exchange);
    }
    const plain = new Set(idsOf(before));
    const sorted = new Set(idsOf(found));
    const differing = [...without(plain, sorted), ...without(sorted, plain)];
    if (differing.length === 0) return pass(before.exchange, found.exchange);
    return fail(
      { expected: 'the same rows as without sorting', actual: found.exchange, saw: `other rows: ${few(differing)}` },
      before.exchange,
    );
  },
});

export const orderIsStable = check({
  id: 'sort/is-stable',
  title: 'Repeating a request returns the same rows in the same order',
  clause: 'lists.order',
  level: 'should',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    for (const parameters of [{}, BY_AMOUNT]) {
      const { before, found } = await bracketed(
        () => control(reader, bindings, 'listTransactions', parameters),
        () => control(reader, bindings, 'listTransactions', parameters),
      );
      if (before.rows.length < 2) return untestable('needs at least 2 transactions', before.exchange);
      if (idsOf(before).join() !== idsOf(found).join()) {
        return fail(
          { expected: 'the same order as before', actual: found.exchange, saw: 'a different order' },
          before.exchange,
        );
      }
      if (parameters === BY_AMOUNT) return pass(before.exchange, found.exchange);
    }
    return untestable('there were no rows to sort');
  },
});

export const noRowTwice = check({
  id: 'lists/no-row-twice',
  title: 'No response lists a transaction twice',
  clause: 'transactions.list',
  level: 'should',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    bindings.need('transactions.id');
    const table = await control(reader, bindings, 'listTransactions', widest(bindings));
    if (table.rows.length < 2) return untestable('needs at least 2 transactions', table.exchange);
    const twice = repeated(idsOf(table));
    if (twice.length === 0) return pass(table.exchange);
    return fail({ expected: 'each transaction once', actual: table.exchange, saw: `repeated: ${few(twice)}` });
  },
});
