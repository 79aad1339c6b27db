import { check } from '../../engine/check.ts';
import {
  BY_AMOUNT,
  findRarestTerminal,
  formatNames,
  formatRowCount,
  getWidestParameters,
  type ListRow,
  readCompletedAmounts,
  readControl,
  readProbe,
  readUnchanged,
  type Table,
} from '../../engine/survey/reading.ts';
import { getNextPageParameters } from '../../engine/survey/scope-probes.ts';
import { HALF } from '../../engine/verdicts/sampling.ts';
import { fail, forEachTestable, pass, untestable } from '../../engine/verdicts/verdict.ts';
import type { Parameters } from '../../http/client.ts';
import { formatCents, isPrefix, isVaried } from '../../oracles/values/value-relations.ts';

export const limitRestricts = check({
  id: 'limit/restricts-the-rows',
  title: '`limit` returns that number of rows when there are more, also on the next page',
  clause: 'transactions.limit',
  level: 'must',
  needs: ['reader', 'bindings', 'sampling'],
  keys: { quick: 1, standard: HALF },
  async run({ reader, bindings, sampling }) {
    const { before, found } = await readUnchanged(
      () => readControl({ reader, bindings }, 'listTransactions', getWidestParameters(bindings)),
      async ({ rows }) => {
        const cut: [number, Table][] = [];
        const limits = [...new Set([1, 2, rows.length - 1].filter((one) => one >= 1 && one < rows.length))];
        for (const limit of sampling.select('limits', limits, { quick: 2 })) {
          cut.push([limit, await readProbe({ reader, bindings }, 'listTransactions', { limit })]);
        }
        const [limit, first] = cut.at(1) ?? [];
        if (limit !== undefined && first !== undefined) {
          const next = getNextPageParameters({ page: first.exchange }, 'listTransactions', bindings);
          const isLimited = next !== undefined && String(next.limit) === String(limit);
          if (isLimited && rows.length >= 2 * limit)
            cut.push([limit, await readProbe({ reader, bindings }, 'listTransactions', next)]);
        }
        return cut;
      },
    );
    if (found.length < 2) return untestable('needs at least 3 transactions', before.exchange);
    const wrong = found.find(([limit, { rows }]) => rows.length !== limit);
    if (wrong === undefined) return pass(before.exchange, ...found.map(([, { exchange }]) => exchange));
    const [limit, { exchange, rows }] = wrong;
    return fail(
      { expected: `${limit} of ${before.rows.length} rows`, actual: exchange, saw: formatRowCount(rows.length) },
      before.exchange,
    );
  },
});

export const limitKeepsTheTop = check({
  id: 'limit/keeps-the-top-rows',
  title: '`limit` is applied after sorting: the rows are the first of the sorted list',
  clause: 'transactions.combine',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const getLimit = ({ rows }: Table) => Math.max(1, Math.min(5, rows.length - 1));
    const { before, found } = await readUnchanged(
      () => readProbe({ reader, bindings }, 'listTransactions', { ...BY_AMOUNT, ...getWidestParameters(bindings) }),
      (table) => readProbe({ reader, bindings }, 'listTransactions', { ...BY_AMOUNT, limit: getLimit(table) }),
    );
    const amounts = readCompletedAmounts(before, bindings);
    if (amounts.length < 3 || !isVaried(amounts))
      return untestable('needs transactions with different amounts', before.exchange);
    const cut = readCompletedAmounts(found, bindings);
    if ([...amounts, ...cut].some(Number.isNaN))
      return untestable('some completed amounts at the place that the bindings name are not numbers', before.exchange);
    if (found.rows.length !== getLimit(before))
      return fail(
        {
          expected: `${getLimit(before)} of ${before.rows.length} sorted rows`,
          actual: found.exchange,
          saw: formatRowCount(found.rows.length),
        },
        before.exchange,
      );
    if (isPrefix(cut, amounts)) return pass(before.exchange, found.exchange);
    const expected = `the first amounts of the longer list: ${formatNames(amounts.slice(0, cut.length).map(formatCents))}`;
    return fail(
      { expected, actual: found.exchange, saw: `the amounts ${formatNames(cut.map(formatCents))}` },
      before.exchange,
    );
  },
});

export const limitCutsAfterFiltering = check({
  id: 'limit/cuts-after-filtering',
  title: '`limit` with an order and with `terminal_id`, `group_id` or both returns the first of the matching rows',
  clause: 'transactions.combine',
  level: 'must',
  needs: ['reader', 'bindings', 'sampling'],
  keys: { quick: 1, standard: 1 },
  async run({ reader, bindings, sampling }) {
    const limit = 2;
    const terminal = findBuriedTerminal(reader.sees.transactions, limit);
    if (terminal === undefined)
      return untestable('needs a terminal with at least 3 transactions, none of them the newest');
    const groups = [...reader.sees.groups];
    const countRows = (members: ReadonlySet<string>): number =>
      reader.sees.transactions.filter((row) => row.terminals.some((one) => members.has(one))).length;
    const ofTerminal = groups.find(([, members]) => members.has(terminal))?.[0];
    const group = ofTerminal ?? groups.find(([, members]) => countRows(members) > limit)?.[0];
    const filters: Parameters[] = [
      ...(group === undefined ? [] : [{ group_id: group }]),
      { terminal_id: terminal },
      ...(ofTerminal === undefined ? [] : [{ terminal_id: terminal, group_id: ofTerminal }]),
    ];
    return forEachTestable(
      sampling.select('filters', filters, { quick: 1, standard: 2 }),
      formatFilter,
      async (filter) => {
        const { before, found } = await readUnchanged(
          () =>
            readProbe({ reader, bindings }, 'listTransactions', {
              ...filter,
              ...BY_AMOUNT,
              ...getWidestParameters(bindings),
            }),
          () => readProbe({ reader, bindings }, 'listTransactions', { ...filter, ...BY_AMOUNT, limit }),
        );
        const subject = formatFilter(filter);
        if (before.rows.length <= limit) return untestable(`${subject} has too few transactions`, before.exchange);
        if (found.rows.length !== limit) {
          const expected = `${limit} of the ${before.rows.length} rows of ${subject}`;
          return fail({ expected, actual: found.exchange, saw: formatRowCount(found.rows.length) }, before.exchange);
        }
        if (bindings.find('transactions.amount_completed') === undefined) return pass(before.exchange, found.exchange);
        const top = readCompletedAmounts(before, bindings).toSorted((a, b) => b - a);
        const cut = readCompletedAmounts(found, bindings);
        if (top.some(Number.isNaN) || isPrefix(cut, top)) return pass(before.exchange, found.exchange);
        const expected = `the highest amounts of ${subject}: ${formatNames(top.slice(0, limit).map(formatCents))}`;
        return fail(
          { expected, actual: found.exchange, saw: `the amounts ${formatNames(cut.map(formatCents))}` },
          before.exchange,
        );
      },
    );
  },
});

const formatFilter = (filter: Parameters): string => Object.values(filter).join(' in ');

/** Returns a terminal with more than `limit` rows that has none among the first `limit` rows of the list. */
function findBuriedTerminal(rows: readonly ListRow[], limit: number): string | undefined {
  const first = new Set(rows.slice(0, limit).flatMap(({ terminals }) => terminals));
  return findRarestTerminal(
    rows.filter(({ terminals }) => !terminals.some((terminal) => first.has(terminal))),
    limit + 1,
    1,
  );
}
