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
  title: 'The links to other pages of a filtered and sorted list lead to rows of the same filter, order and limit',
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
        const links = listPageLinks(page);
        if (links.length === 0) return notApplicable('the list has no links to pages', page);
        const begin = readTable(page, bindings, ROWS);
        const next = getNextPageParameters({ page }, ROWS, bindings);
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
