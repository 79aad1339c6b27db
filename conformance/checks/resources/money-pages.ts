import { type Capabilities, check } from '../../engine/check.ts';
import { HALF } from '../../reading/verdicts/sampling.ts';
import { forEachTestable, notApplicable, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { getNextPageParameters } from '../../relations/survey/scope-probes.ts';
import { type ReadContext, readControl, readTable, readUnchanged } from '../../slots/read-lists.ts';
import { LIST_SLOTS } from '../../slots/slots.ts';
import { compareRows, readPages } from '../lists/paging.ts';

type Operation = 'listDisputes' | 'listSettlements';

/** Compares pages with one longer page: the halves of a list, or the first two pages of a list with several. */
async function judgePages(context: ReadContext<Principal>, operation: Operation): Promise<Verdict> {
  const { reader, bindings } = context;
  if ((bindings.find(LIST_SLOTS[operation].nextPage) ?? { style: 'none' }).style === 'none')
    return notApplicable(`${operation} has no pages`);
  bindings.need(LIST_SLOTS[operation].id);
  const { before, found } = await readUnchanged(
    () => readControl(context, operation),
    async (first) => {
      if (first.rows.length < 2) return undefined;
      const isWhole = getNextPageParameters({ page: first.exchange }, operation, bindings) === undefined;
      if (isWhole) {
        const read = await readPages(context, operation, {
          parameters: { limit: Math.ceil(first.rows.length / 2) },
        });
        return { whole: { ...first, isComplete: true }, read };
      }
      const limit = first.rows.length * 2;
      const long = readTable(await reader.get(operation, { limit }), bindings, operation) ?? first;
      const isComplete = getNextPageParameters({ page: long.exchange }, operation, bindings) === undefined;
      const isEnough = (rows: number) => rows >= long.rows.length;
      return {
        whole: { ...long, isComplete },
        read: await readPages(context, operation, { parameters: {}, isEnough }),
      };
    },
  );
  if (found === undefined) return untestable('needs a list with more than one row', before.exchange);
  if (found.read.pages.length === 1) return notApplicable('the list has one page', before.exchange);
  return compareRows(found.whole, found.read);
}

/** Judges the lists of the keys with the most rows. */
async function judgeLists({ readers, bindings, sampling }: Lists, operation: Operation): Promise<Verdict> {
  bindings.need(LIST_SLOTS[operation].rows);
  const lists = readers.flatMap((reader) => {
    const exchange = reader.sees.responses.get(operation);
    const table = exchange === undefined ? undefined : readTable(exchange, bindings, operation);
    return table === undefined || table.rows.length === 0 ? [] : [{ reader, table }];
  });
  const [first] = lists;
  if (first === undefined) return untestable(`no key sees a row of ${operation}`);
  const several = lists.filter(({ table }) => table.rows.length > 1);
  if (several.length === 0) return notApplicable('each list has one row, which needs one page', first.table.exchange);
  const longest = several.toSorted((one, other) => other.table.rows.length - one.table.rows.length);
  const sampled = longest.slice(0, sampling.select('keys', longest, { quick: 1, standard: HALF }).length);
  return forEachTestable(
    sampled,
    ({ reader }) => reader.name,
    ({ reader }) => judgePages({ reader, bindings }, operation),
  );
}

type Lists = Pick<Capabilities, 'readers' | 'bindings' | 'sampling'>;

export const pagesOfSettlementsLoseNoRow = check({
  id: 'settlements/pages-lose-and-repeat-no-row',
  title: 'Following the pages of settlements returns each row of the list once',
  clause: 'settlements.list',
  level: 'must',
  needs: ['readers', 'bindings', 'sampling'],
  run: (context) => judgeLists(context, 'listSettlements'),
});

export const pagesOfDisputesLoseNoRow = check({
  id: 'disputes/pages-lose-and-repeat-no-row',
  title: 'Following the pages of disputes returns each row of the list once',
  clause: 'disputes.list',
  level: 'must',
  needs: ['readers', 'bindings', 'sampling'],
  run: (context) => judgeLists(context, 'listDisputes'),
});
