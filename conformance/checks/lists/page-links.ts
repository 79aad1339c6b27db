import { type Context, check } from '../../engine/check.ts';
import type { Exchange, Parameters } from '../../http/client.ts';
import { listPageLinks } from '../../reading/paging.ts';
import {
  type Fail,
  fail,
  forEachTestable,
  notApplicable,
  notInThisDepth,
  pass,
  untestable,
} from '../../reading/verdicts/verdict.ts';
import { judgeOwnPages, listAskedTerminals } from '../../relations/rows/own-lists.ts';
import { findBusiestTerminal, type Principal } from '../../relations/survey/principals.ts';
import { getNextPageParameters } from '../../relations/survey/scope-probes.ts';
import {
  BY_AMOUNT,
  formatNames,
  formatRowCount,
  getWidestParameters,
  type ListRow,
  type ReadContext,
  readControl,
  readTable,
  type Table,
} from '../../slots/read-lists.ts';
import { judgeLinksByRows, listLinksToPages } from './link-rows.ts';
import { findBrokenOrder, followsOrder } from './sorted-pages.ts';
import { judgeSurveys, SURVEY_NEEDS } from './surveys.ts';

const ROWS = 'listTransactions';
const FEW = 3;

/** The filters whose pages are followed: a group without subgroups, and a terminal with several transactions. */
function listFilters({ sees }: Principal): readonly Parameters[] {
  const count = (members: ReadonlySet<string>) =>
    sees.placedTransactions.filter(({ terminals }) => terminals.some((one) => members.has(one))).length;
  const group = [...sees.leafGroups].find((id) => {
    const members = sees.groups.get(id) ?? new Set();
    return members.size < sees.terminals.size && count(members) > FEW;
  });
  const terminal = findBusiestTerminal(sees.terminals, sees.placedTransactions);
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
  run: ({ reader, bindings, sampling }) => {
    const filters = listFilters(reader);
    if (filters.length === 0 && sampling.depth !== 'quick') {
      const hasRows = bindings.find('transactions.rows') !== undefined;
      const findNext = (page: Exchange) => (hasRows ? getNextPageParameters({ page }, ROWS, bindings) : undefined);
      return judgeLinksByRows(reader, { limit: FEW, findNext });
    }
    return forEachTestable(
      sampling.select('filters with links to pages', filters, { quick: 1, standard: 1 }),
      (filter) => Object.keys(filter).join(),
      async (filter) => {
        const whole = await readControl({ reader, bindings }, ROWS, { ...getWidestParameters(bindings), ...filter });
        const page = await reader.get(ROWS, { ...filter, ...BY_AMOUNT, limit: FEW });
        const begin = readTable(page, bindings, ROWS);
        const next = getNextPageParameters({ page }, ROWS, bindings);
        const linked = listLinksToPages(page, next);
        // a cursor or a page number leads to the next page as a link does
        const links =
          linked.length > 0 || next === undefined || sampling.depth === 'quick'
            ? linked
            : [{ address: 'the next page', parameters: next, isNext: false }];
        if (links.length === 0)
          return next === undefined
            ? notApplicable('the list has no other pages', page)
            : notInThisDepth('a quick run follows only links to pages', page);
        const known = listTerminals(whole.rows);
        const followed = [];
        for (const { address, parameters, isNext: isNamedNext } of links) {
          const exchange = await reader.get(ROWS, parameters);
          const table = readTable(exchange, bindings, ROWS);
          if (isNamedNext && table?.rows.length === 0) {
            const lost = await findEmptyNextPage({ reader, bindings }, filter);
            if (lost !== undefined) return lost;
          }
          if (table === undefined || table.rows.length === 0) continue;
          followed.push(exchange);
          const strays = await findStrays({ reader, bindings }, { filter, known, rows: table.rows });
          if (strays !== undefined)
            return fail(
              {
                expected: `rows of ${JSON.stringify(filter)} at ${address}, as on the page with this link`,
                actual: exchange,
                saw: `rows of ${strays.terminal}`,
              },
              page,
              ...strays.evidence,
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
          const broken = await findBrokenOrder({ reader, bindings }, table, isNext ? begin : undefined);
          if (broken !== undefined && (await followsOrder({ reader, bindings }, filter)))
            return fail(
              {
                expected: `descending completed amounts at ${address}, as on the page with this link`,
                actual: exchange,
                saw: broken.join(', '),
              },
              page,
            );
        }
        return followed.length === 0 ? untestable('the links to pages lead to no rows', page) : pass(page, ...followed);
      },
    );
  },
});

/**
 * Fails if the link to the next page of a list leads to no rows, nor to a further page, although a longer page has more rows. The request has no
 * limit: it may bound the rows of all pages together, so that an empty page follows.
 */
async function findEmptyNextPage(context: ReadContext<Principal>, filter: Parameters): Promise<Fail | undefined> {
  const { reader, bindings } = context;
  const begin = await readControl(context, ROWS, filter);
  const link = listPageLinks(begin.exchange).find(({ isNext }) => isNext);
  const next = link && (await reader.get(ROWS, link.parameters));
  if (next === undefined || readTable(next, bindings, ROWS)?.rows.length !== 0) return undefined;
  if (begin.rows.length === 0 || listPageLinks(next).some(({ isNext }) => isNext)) return undefined;
  const whole = await readControl(context, ROWS, { ...getWidestParameters(bindings), ...filter });
  if (whole.rows.length <= begin.rows.length) return undefined;
  const saw = `no rows, where the list has ${formatRowCount(whole.rows.length)}`;
  const expected = `further rows at ${link?.address}, the link to the next page`;
  return fail({ expected, actual: next, saw }, begin.exchange, whole.exchange);
}

const listTerminals = (rows: readonly ListRow[]): ReadonlySet<string> => new Set(rows.flatMap((row) => row.terminals));

interface FilteredRows {
  readonly filter: Parameters;
  /** The terminals of the rows on the first page with this filter. */
  readonly known: ReadonlySet<string>;
  readonly rows: readonly ListRow[];
}

/**
 * Returns a terminal that has rows here, though the service returns none for it with this filter. A page does not have rows of
 * every terminal of a group, so for a terminal that the first page does not show, the filter is read together with that terminal.
 */
async function findStrays(
  { reader, bindings }: ReadContext<Principal>,
  { filter, known, rows }: FilteredRows,
): Promise<{ readonly terminal: string; readonly evidence: readonly Exchange[] } | undefined> {
  const strays = rows.filter(({ terminals }) => terminals.length > 0 && !terminals.some((one) => known.has(one)));
  for (const terminal of [...listTerminals(strays)].slice(0, MOST_STRAYS)) {
    const [member] = known;
    if (filter.terminal_id !== undefined) return { terminal, evidence: [] };
    if (member === undefined) return undefined;
    const control = await readControl({ reader, bindings }, ROWS, { ...filter, terminal_id: member });
    const own = await readControl({ reader, bindings }, ROWS, { terminal_id: terminal });
    const both = await reader.get(ROWS, { ...filter, terminal_id: terminal });
    const isEmpty = isRefused(both) || readTable(both, bindings, ROWS)?.rows.length === 0;
    if (control.rows.length > 0 && listTerminals(own.rows).has(terminal) && isEmpty)
      return { terminal, evidence: [control.exchange, own.exchange, both] };
  }
  return undefined;
}

const isRefused = ({ status }: Exchange): boolean => status === 403 || status === 404 || status === 422;

const MOST_STRAYS = 3;

const OF_A_TERMINAL = 'listTerminalTransactions';

export const laterPagesKeepTheTerminal = check({
  id: 'lists/later-pages-keep-the-terminal',
  title: "The second page of a terminal's own transactions has rows of that terminal only",
  clause: 'terminals.transactions',
  level: 'must',
  needs: SURVEY_NEEDS,
  async run(context) {
    const {
      readers: [reader],
      bindings,
      sampling,
    } = context;
    if (sampling.depth === 'quick') return notInThisDepth('a quick run reads no further pages of terminals');
    if (bindings.find('terminal_transactions.terminal') === undefined) return judgeByTransactions(context);
    const terminal_id = reader.sees.reads.get(OF_A_TERMINAL)?.terminal_id;
    if (typeof terminal_id !== 'string') return untestable('no key can read the transactions of a terminal');
    const pages = await readTwoPages({ reader, bindings }, terminal_id);
    if (!('later' in pages)) return notApplicable("a terminal's own list has no second page", pages.first.exchange);
    const own = listTerminals(pages.first.rows);
    if (own.size === 0) return judgeByTransactions(context);
    const rows = readTable(pages.later, bindings, OF_A_TERMINAL)?.rows ?? [];
    const stray = rows.find(({ terminals }) => terminals.length > 0 && !terminals.some((one) => own.has(one)));
    if (stray === undefined) return pass(pages.first.exchange, pages.later);
    const saw = `${stray.id} of ${formatNames(stray.terminals)}`;
    return fail({ expected: `only rows of ${terminal_id}`, actual: pages.later, saw }, pages.first.exchange);
  },
});

type TwoPages = { readonly first: Table } | { readonly first: Table; readonly later: Exchange };

/** Reads the first two pages of a terminal's own list; only the first one if it has no rows or no next page. */
async function readTwoPages({ reader, bindings }: ReadContext, terminal_id: string): Promise<TwoPages> {
  const first = await readControl({ reader, bindings }, OF_A_TERMINAL, { terminal_id, limit: FEW });
  const next = getNextPageParameters({ page: first.exchange }, OF_A_TERMINAL, bindings);
  if (first.rows.length === 0 || next === undefined) return { first };
  return { first, later: await reader.get(OF_A_TERMINAL, { terminal_id, ...next }) };
}

/** Judges second pages whose rows name no terminal, by the terminals of the same transactions in the list of all. */
const judgeByTransactions = (context: Context<typeof SURVEY_NEEDS>) =>
  judgeSurveys(context, async (survey, reader) => {
    let whole: Exchange | undefined;
    for (const terminal of listAskedTerminals(survey).slice(0, MOST_TERMINALS)) {
      const pages = await readTwoPages({ reader, bindings: context.bindings }, terminal);
      if ('later' in pages) return judgeOwnPages(survey, { first: pages.first.exchange, later: pages.later });
      whole = pages.first.exchange;
    }
    return whole === undefined
      ? untestable('the kit found no id of a terminal')
      : notApplicable("a terminal's own list has no second page", whole);
  });

const MOST_TERMINALS = 3;
