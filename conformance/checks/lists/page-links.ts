import { check } from '../../engine/check.ts';
import { findBusiestTerminal, type Principal } from '../../engine/principals.ts';
import {
  BY_AMOUNT,
  formatNames,
  formatRowCount,
  getWidestParameters,
  readCompletedAmounts,
  readControl,
  readTable,
} from '../../engine/reading.ts';
import { getNextPageParameters } from '../../engine/scope-probes.ts';
import { fail, forEachTestable, notApplicable, pass, untestable } from '../../engine/verdict.ts';
import type { Parameters } from '../../http/client.ts';
import { listPageLinks } from '../../oracles/paging.ts';

const ROWS = 'listTransactions';
const FEW = 3;

/** The filters whose pages are followed: a group without subgroups, and a terminal with several transactions. */
function listFilters({ sees }: Principal): readonly Parameters[] {
  const count = (members: ReadonlySet<string>) =>
    sees.transactions.filter(({ terminals }) => terminals.some((one) => members.has(one))).length;
  const group = [...sees.leafGroups].find((id) => {
    const members = sees.groups.get(id) ?? new Set();
    return members.size < sees.terminals.size && count(members) > FEW;
  });
  const terminal = findBusiestTerminal(sees.terminals, sees.transactions);
  return [
    ...(group === undefined ? [] : [{ group_id: group }]),
    ...(terminal === undefined ? [] : [{ terminal_id: terminal }]),
  ];
}

/** Follows the links as they are, as clients do, also where the kit itself reads pages by offset. */
export const pageLinksKeepTheRequest = check({
  id: 'lists/page-links-keep-the-request',
  title: 'The other pages of a filtered and sorted list have rows of the same filter, order and limit',
  clause: 'transactions.filter.group',
  covers: ['transactions.filter.terminal', 'transactions.limit'],
  level: 'must',
  needs: ['reader', 'bindings', 'sampling'],
  keys: { quick: 1, standard: 1 },
  run: ({ reader, bindings, sampling }) =>
    forEachTestable(
      sampling.select('filters with links to pages', listFilters(reader), { quick: 1, standard: 1 }),
      (filter) => Object.keys(filter).join(),
      async (filter) => {
        bindings.need('transactions.id');
        const whole = await readControl({ reader, bindings }, ROWS, { ...getWidestParameters(bindings), ...filter });
        const page = await reader.get(ROWS, { ...filter, ...BY_AMOUNT, limit: FEW });
        const begin = readTable(page, bindings, ROWS);
        const next = getNextPageParameters({ page }, ROWS, bindings);
        const linked = listPageLinks(page);
        // a cursor or a page number leads to the next page as a link does
        const links =
          linked.length > 0 || next === undefined || sampling.depth === 'quick'
            ? linked
            : [{ address: 'the next page', parameters: next }];
        if (links.length === 0)
          return notApplicable(
            next === undefined ? 'the list has no other pages' : 'a quick run follows only links to pages',
            page,
          );
        const terminals = new Set(whole.rows.flatMap((row) => row.terminals));
        const followed = [];
        for (const { address, parameters } of links) {
          const exchange = await reader.get(ROWS, parameters);
          const table = readTable(exchange, bindings, ROWS);
          if (table === undefined || table.rows.length === 0) continue;
          followed.push(exchange);
          const strays = table.rows.filter(
            (row) => row.terminals.length > 0 && !row.terminals.some((one) => terminals.has(one)),
          );
          if (strays.length > 0)
            return fail(
              {
                expected: `rows of ${JSON.stringify(filter)} at ${address}, as on the page with this link`,
                actual: exchange,
                saw: `rows of ${formatNames(strays.flatMap((row) => row.terminals))}`,
              },
              page,
            );
          const isNext = JSON.stringify(parameters) === JSON.stringify(next);
          if (isNext && table.rows.length > FEW)
            return fail(
              {
                expected: `at most ${formatRowCount(FEW)} at ${address}, the limit of the page with this link`,
                actual: exchange,
                saw: formatRowCount(table.rows.length),
              },
              page,
            );
          if (bindings.find('transactions.amount_completed') === undefined) continue;
          const before = isNext && begin !== undefined ? readCompletedAmounts(begin, bindings).slice(-1) : [];
          const amounts = [...before, ...readCompletedAmounts(table, bindings)];
          const rise = amounts.findIndex((amount, index) => index > 0 && amount > (amounts[index - 1] ?? amount));
          if (rise > 0)
            return fail(
              {
                expected: `descending completed amounts at ${address}, as on the page with this link`,
                actual: exchange,
                saw: `${amounts[rise]} after ${amounts[rise - 1]}`,
              },
              page,
            );
        }
        return followed.length === 0 ? untestable('the links to pages lead to no rows', page) : pass(page, ...followed);
      },
    ),
});

const OF_A_TERMINAL = 'listTerminalTransactions';

export const laterPagesKeepTheTerminal = check({
  id: 'lists/later-pages-keep-the-terminal',
  title: "The second page of a terminal's own transactions has rows of that terminal only",
  clause: 'terminals.transactions',
  level: 'must',
  needs: ['readers', 'bindings', 'sampling'],
  async run({ readers: [reader], bindings, sampling }) {
    if (sampling.depth === 'quick') return notApplicable('a quick run reads no further pages of terminals');
    bindings.need('terminal_transactions.terminal');
    const terminal_id = reader.sees.reads.get(OF_A_TERMINAL)?.terminal_id;
    if (typeof terminal_id !== 'string') return untestable('no key can read the transactions of a terminal');
    const page = await reader.get(OF_A_TERMINAL, { terminal_id, limit: FEW });
    const first = readTable(page, bindings, OF_A_TERMINAL);
    const next = getNextPageParameters({ page }, OF_A_TERMINAL, bindings);
    if (first === undefined || first.rows.length === 0 || next === undefined)
      return notApplicable("a terminal's own list has no second page", page);
    const own = new Set(first.rows.flatMap(({ terminals }) => terminals));
    const exchange = await reader.get(OF_A_TERMINAL, { terminal_id, ...next });
    const rows = readTable(exchange, bindings, OF_A_TERMINAL)?.rows ?? [];
    const stray = rows.find(({ terminals }) => terminals.length > 0 && !terminals.some((one) => own.has(one)));
    if (stray === undefined) return pass(page, exchange);
    const saw = `${stray.id} of ${formatNames(stray.terminals)}`;
    return fail({ expected: `only rows of ${terminal_id}`, actual: exchange, saw }, page);
  },
});
