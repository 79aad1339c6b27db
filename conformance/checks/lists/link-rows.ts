import type { Exchange, Parameters } from '../../http/client.ts';
import { listPageLinks, type PageLink } from '../../reading/paging.ts';
import { fail, notApplicable, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { readRows } from '../../relations/rows/cells.ts';
import { findBase, isWhole } from '../../relations/rows/filters.ts';
import { judgeDirection } from '../../relations/rows/order.ts';
import { listAskedTerminals } from '../../relations/rows/own-lists.ts';
import type { ListRead } from '../../relations/rows/session.ts';
import { nameRow, type Survey, surveyTransactions } from '../../relations/rows/survey.ts';
import { createRowTable } from '../../relations/rows/table.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { BY_AMOUNT } from '../../slots/read-lists.ts';

const ROWS = 'listTransactions';

/** The page to read, and how a binding leads to the one after it. */
interface LinkedPages {
  readonly limit: number;
  readonly findNext: (page: Exchange) => Parameters | undefined;
}

/**
 * Judges the pages that a filtered and sorted page links to where no binding names the terminal of a row: they have no row of the
 * list of all that the whole list with this filter lacks, and keep limit and order.
 */
export async function judgeLinksByRows(reader: Principal, { limit, findNext }: LinkedPages): Promise<Verdict> {
  const survey = await surveyTransactions(reader, { combinations: 'few' });
  if (survey === undefined) return untestable('needs transactions in a list that the kit can find');
  const base = listFilters(survey)
    .flatMap((filter) => findBase(survey, filter) ?? [])
    .find((read) => read.rows.length > limit && isWhole(read, survey));
  if (base === undefined) return untestable('needs a terminal or a group with several pages of transactions');
  const { terminal_id, group_id } = base.parameters;
  const filter = terminal_id === undefined ? { group_id } : { terminal_id };
  const page = await reader.get(ROWS, { ...filter, ...BY_AMOUNT, limit } as Parameters); // one of the two is set
  const next = findNext(page);
  const linked = listLinksToPages(page, next);
  const links = linked.length > 0 || next === undefined ? linked.map(({ parameters }) => parameters) : [next];
  if (links.length === 0) return notApplicable('the list has no other pages', page);
  const followed: Exchange[] = [];
  for (const parameters of links) {
    const exchange = await reader.get(ROWS, parameters);
    const { rows } = readRows(exchange.json, survey.place);
    if (rows.length === 0) continue;
    followed.push(exchange);
    const stray = await findStray(reader, { survey, base, exchange });
    if (stray !== undefined)
      return fail(
        { expected: `rows of ${JSON.stringify(filter)}, as on the page with this link`, actual: exchange, saw: stray },
        page,
        base.exchange,
      );
    const isNext = JSON.stringify(parameters) === JSON.stringify(next);
    if (isNext && rows.length > limit)
      return fail({ expected: `at most ${limit} rows, as on the page with this link`, actual: exchange }, page);
    const order = judgeDirection(survey, createRowTable(survey), { exchange, directions: ['desc'] });
    if (order.kind === 'fail') return order;
  }
  return followed.length === 0 ? untestable('the links to pages lead to no rows', page) : pass(page, ...followed);
}

/** Relations of a page to other pages of a list, in some languages, and page numbers. */
const OTHER_PAGE =
  /next|prev|first|last|forward|back|page|more|continu|older|newer|naechst|nächst|folge|weiter|vorig|zur[uü]ck|suiv|pr[eé]c|siguiente|seguinte|anterior|pr[oó]x|volgende|succ|^\d+$/i;

/** Returns the links to other pages, by their names or as the binding leads to the next one: other links may clear the filter, or change the order. */
export function listLinksToPages(page: Exchange, next: Parameters | undefined): readonly PageLink[] {
  const names = new Map<string, string[]>();
  const visit = (value: unknown, above: readonly string[]): void => {
    if (typeof value === 'string') names.set(value, [...(names.get(value) ?? []), ...above]);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) visit(one, [...above.slice(-1), name]);
  };
  visit(page.json, []);
  for (const [, value] of page.headers)
    for (const [, address = '', relation = ''] of value.matchAll(/<([^<>]*)>[^,]*?rel="?([^",;]+)/g))
      names.set(address, [relation]);
  const leadsToPage = ({ address, parameters, isNext }: PageLink) =>
    isNext ||
    JSON.stringify(parameters) === JSON.stringify(next) ||
    names.get(address)?.some((name) => OTHER_PAGE.test(name)) === true;
  return listPageLinks(page).filter(leadsToPage);
}

const listFilters = (survey: Survey): Parameters[] => [
  ...listAskedTerminals(survey).map((terminal_id) => ({ terminal_id })),
  ...survey.groups.map((group_id) => ({ group_id })),
];

interface Followed {
  readonly survey: Survey;
  /** The whole list with the filter. */
  readonly base: ListRead;
  readonly exchange: Exchange;
}

/** Returns a row that the list of all shows, and the whole list with the filter does not, also if it is read again. */
async function findStray(reader: Principal, { survey, base, exchange }: Followed): Promise<string | undefined> {
  const list = (read: Exchange) =>
    new Set(readRows(read.json, survey.place).rows.map((row) => nameRow(row, survey).slice(0, LONGEST_NAME)));
  const known = new Set(survey.reads.flatMap((read) => [...list(read.exchange)]));
  const own = list(base.exchange);
  const strays = [...list(exchange)].filter((name) => known.has(name) && !own.has(name));
  if (strays.length === 0) return undefined;
  const again = list(await reader.get(ROWS, base.parameters, { isFresh: true }));
  return strays.find((name) => !again.has(name));
}

const LONGEST_NAME = 2000;
