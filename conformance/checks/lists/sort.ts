import type { Bindings } from '../../bindings/bindings.ts';
import { check } from '../../engine/check.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import {
  BY_AMOUNT,
  filterByTerminals,
  findRarestTerminal,
  formatNames,
  getWidestParameters,
  type ListRow,
  listIds,
  readAllPages,
  readCompletedAmounts,
  readControl,
  readProbe,
  readUnchanged,
  requireTable,
  type Table,
} from '../../engine/survey/reading.ts';
import { HALF } from '../../engine/verdicts/sampling.ts';
import { fail, pass, untestable, type Verdict } from '../../engine/verdicts/verdict.ts';
import type { Parameters } from '../../http/client.ts';
import { findValue } from '../../oracles/pointers.ts';
import { subtract } from '../../oracles/values/set-relations.ts';
import {
  findFirstRise,
  formatCents,
  hasDifferentTextOrder,
  isVaried,
  listRepeated,
  parseAmount,
} from '../../oracles/values/value-relations.ts';

export const amountsDescend = check({
  id: 'sort/amt-comp-descends',
  title: '`sort_by=amt_comp&sort_dir=desc` returns completed amounts in descending numeric order',
  clause: 'transactions.sort.amt_comp',
  covers: ['transactions.sort.desc', 'transactions.sort_dir'],
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { before: sorted, found: plain } = await readUnchanged(
      () => readProbe({ reader, bindings }, 'listTransactions', { ...BY_AMOUNT, ...getWidestParameters(bindings) }),
      () => readControl({ reader, bindings }, 'listTransactions', getWidestParameters(bindings)),
    );
    const all = [...readCompletedAmounts(sorted, bindings), ...readCompletedAmounts(plain, bindings)];
    const last = readCompletedAmounts(sorted, bindings).at(-1) ?? Number.POSITIVE_INFINITY;
    const shown = new Set(listIds(sorted));
    const passedOver = plain.rows.find(
      (row) => !shown.has(row.id) && (readCompletedAmounts({ rows: [row] }, bindings)[0] ?? 0) > last,
    );
    if (passedOver !== undefined) {
      const expected = `${passedOver.id}, which has a higher amount than the last row`;
      return fail({ expected, actual: sorted.exchange, saw: `the list ends at ${formatCents(last)}` }, plain.exchange);
    }
    const pointer = bindings.need('transactions.amount_completed');
    const written = [...sorted.rows, ...plain.rows].map(({ value }) => formatAmount(findValue(value, pointer)));
    return expectDescending(sorted, bindings, () => hasDifferentTextOrder(all, written));
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
      isVaried(readCompletedAmounts({ rows: filterByTerminal(reader, one) }, bindings)),
    );
    if (terminal === undefined) return untestable('needs a terminal with transactions of different amounts');
    const table = await readProbe({ reader, bindings }, 'listTransactions', {
      terminal_id: terminal,
      ...BY_AMOUNT,
      ...getWidestParameters(bindings),
    });
    return expectDescending(table, bindings, isVaried);
  },
});

/** Formats an amount in the notation of the target. */
const formatAmount = (value: unknown): string => String(typeof value === 'object' ? parseAmount(value) : value);

const filterByTerminal = ({ sees }: Principal, terminal: string): readonly ListRow[] =>
  filterByTerminals({ rows: sees.transactions }, new Set([terminal]));

function expectDescending(
  table: Table,
  bindings: Bindings,
  isWitness: (amounts: readonly number[]) => boolean,
): Verdict {
  const amounts = readCompletedAmounts(table, bindings);
  if (amounts.some(Number.isNaN)) {
    return untestable('some completed amounts at the place that the bindings name are not numbers', table.exchange);
  }
  const rise = findFirstRise(amounts);
  if (rise > 0) {
    const saw = `row ${rise + 1} has ${formatCents(amounts[rise] ?? 0)} after ${formatCents(amounts[rise - 1] ?? 0)}`;
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
  keys: { quick: 1, standard: HALF },
  async run({ reader, bindings }) {
    const terminal = findRarestTerminal(reader.sees.transactions, 2);
    if (terminal === undefined)
      return untestable('needs a terminal with at least 2 transactions, and a second terminal');
    const filter = { terminal_id: terminal, ...getWidestParameters(bindings) };
    const all = async (parameters: Parameters) => {
      const first = await readProbe({ reader, bindings }, 'listTransactions', parameters);
      return readAllPages({ reader, bindings }, 'listTransactions', {
        first,
        granted: reader.sees.transactions.length,
      });
    };
    const { before, found } = await readUnchanged(
      () => all(filter),
      () => all({ ...filter, ...BY_AMOUNT }),
    );
    if (before.rows.length < 2) return untestable(`${terminal} has too few transactions`, before.exchange);
    if (!before.isComplete || !found.isComplete) {
      return untestable(`${terminal} has more transactions than could be read`, before.exchange);
    }
    const plain = new Set(listIds(before));
    const sorted = new Set(listIds(found));
    const differing = [...subtract(plain, sorted), ...subtract(sorted, plain)];
    if (differing.length === 0) return pass(before.exchange, found.exchange);
    return fail(
      {
        expected: 'the same rows as without sorting',
        actual: found.exchange,
        saw: `other rows: ${formatNames(differing)}`,
      },
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
  keys: { quick: 1, standard: HALF },
  async run({ reader, bindings }) {
    for (const parameters of [{}, BY_AMOUNT]) {
      const { before, found } = await readUnchanged(
        () => readControl({ reader, bindings }, 'listTransactions', parameters),
        async () =>
          requireTable(
            await reader.get('listTransactions', parameters, { isFresh: true }),
            bindings,
            'listTransactions',
          ),
      );
      if (before.rows.length < 2) return untestable('needs at least 2 transactions', before.exchange);
      if (listIds(before).join() !== listIds(found).join()) {
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
    const table = await readControl({ reader, bindings }, 'listTransactions', getWidestParameters(bindings));
    if (table.rows.length < 2) return untestable('needs at least 2 transactions', table.exchange);
    const twice = listRepeated(listIds(table));
    if (twice.length === 0) return pass(table.exchange);
    return fail({ expected: 'each transaction once', actual: table.exchange, saw: `repeated: ${formatNames(twice)}` });
  },
});
