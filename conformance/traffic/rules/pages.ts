import { LRUCache } from 'lru-cache';
import { rememberObjects } from '../../../base/caches/remember-objects.ts';
import { findValue } from '../../reading/pointers.ts';
import { fail, pass, type Verdict } from '../../reading/verdicts/verdict.ts';
import { formatNames, listIds, readCompletedAmounts } from '../../slots/read-lists.ts';
import { LIST_SLOTS } from '../../slots/slots.ts';
import type { SeenExchange } from '../exchanges/read-exchanges.ts';
import { getParameter, readSeenList, type SeenList } from './lists.ts';
import { catchConcluded } from './responses.ts';
import type { RuleContext, RuleObserver, TrafficRule } from './rule.ts';
import { judgeTotals, readTotals, sumTotals, type Totals } from './transaction-lists.ts';

/** The pages of one list that a client has followed, up to the cursor that the last one contains. */
interface Walk {
  readonly ids: ReadonlySet<string>;
  readonly cursors: ReadonlySet<string>;
  /** The last completed amount, if the list is sorted by it. */
  readonly lastAmount: number | undefined;
  /** The totals of the rows so far. */
  readonly totals: Totals;
  readonly stated: Totals | undefined;
}

/** The number of walks to remember, and of rows of one walk. */
const MOST_WALKS = 300;
const MOST_ROWS = 5000;

const readCursor = ({ exchange, operation, bindings }: SeenList): string | undefined => {
  const paging = bindings.find(LIST_SLOTS[operation].nextPage);
  const cursor = paging?.style === 'cursor' ? findValue(exchange.json, paging.at) : undefined;
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
};

const add = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : one + other;

function continueWalk(list: SeenList, before: Walk | undefined): Walk {
  const isOfTransactions = list.operation === 'listTransactions';
  const sorts = isOfTransactions && getParameter(list, 'sort_by') === 'amt_comp';
  const own = isOfTransactions ? sumTotals(list.rows, list) : { surcharge: undefined, withdrawn: undefined };
  const cursor = readCursor(list);
  return {
    ids: new Set([...(before?.ids ?? []), ...listIds(list)]),
    cursors: new Set([...(before?.cursors ?? []), ...(cursor === undefined ? [] : [cursor])]),
    lastAmount: sorts ? (readCompletedAmounts(list, list.bindings).at(-1) ?? before?.lastAmount) : undefined,
    totals:
      before === undefined
        ? own
        : {
            surcharge: add(before.totals.surcharge, own.surcharge),
            withdrawn: add(before.totals.withdrawn, own.withdrawn),
          },
    stated: isOfTransactions ? readTotals(list) : undefined,
  };
}

/** A page of a list, and the walk before and after it. */
interface Step {
  readonly list: SeenList;
  /** `undefined` for the first page. */
  readonly before: Walk | undefined;
  readonly after: Walk;
}

/** Remembers the walks over the pages of lists by the cursor that continues them. The rules of one judge share them. */
const openWalks = rememberObjects((context: RuleContext): ((seen: SeenExchange) => Step | undefined) => {
  const walks = new LRUCache<string, Walk>({ max: MOST_WALKS });
  let latest: { readonly seen: SeenExchange; readonly step: Step | undefined } | undefined;
  const take = (seen: SeenExchange): Step | undefined => {
    const list = readSeenList(seen, context);
    if (list === undefined || seen.caller.kind !== 'key' || list.bindings.origin !== 'builtin') return undefined;
    const name = (cursor: string) => `${seen.caller.name} ${list.operation} ${cursor}`;
    const sent = getParameter(list, 'cursor');
    const before = sent === undefined ? undefined : walks.get(name(sent));
    if (sent !== undefined && before === undefined) return undefined;
    const after = continueWalk(list, before);
    const cursor = readCursor(list);
    if (cursor !== undefined && after.ids.size <= MOST_ROWS) walks.set(name(cursor), after);
    return { list, before, after };
  };
  return (seen) => {
    if (latest?.seen !== seen) latest = { seen, step: take(seen) };
    return latest.step;
  };
});

/** Judges each further page of the walks. */
const judgePages =
  (judge: (list: SeenList, before: Walk, after: Walk) => Verdict | undefined) =>
  (context: RuleContext): RuleObserver => {
    const take = openWalks(context);
    return {
      observe: (seen) =>
        catchConcluded(() => {
          const step = take(seen);
          return step?.before === undefined ? undefined : judge(step.list, step.before, step.after);
        }),
    };
  };

const FOLLOWED = 'GET /v1/transactions?limit=5 and its next page';

const pagesContinueTheList: TrafficRule = {
  id: 'traffic/pages-continue-the-list',
  title: 'A further page has other rows than those before, in the order of the list, and another cursor',
  clause: 'lists.cursor',
  level: 'must',
  party: 'service',
  shownBy: FOLLOWED,
  open: judgePages((list, before) => {
    const repeated = listIds(list).filter((id) => before.ids.has(id));
    const expected = 'rows after those of the pages before';
    if (repeated.length > 0) return fail({ expected, actual: list.exchange, saw: formatNames(repeated) });
    const cursor = readCursor(list);
    if (cursor !== undefined && before.cursors.has(cursor))
      return fail({ expected: 'a cursor of a further page', actual: list.exchange, saw: 'a cursor of a page before' });
    return list.rows.length === 0 ? undefined : pass(list.exchange);
  }),
};

const pagesKeepTheOrder: TrafficRule = {
  id: 'traffic/pages-keep-the-order',
  title: 'A further page of a list by descending amount begins with no higher amount than the page before ends with',
  clause: 'transactions.sort.desc',
  covers: ['transactions.combine'],
  level: 'must',
  party: 'service',
  shownBy: 'GET /v1/transactions?sort_by=amt_comp&sort_dir=desc&limit=5 and its next page',
  open: judgePages((list, { lastAmount }) => {
    const isDescending = getParameter(list, 'sort_by') === 'amt_comp' && getParameter(list, 'sort_dir') === 'desc';
    const [first] = isDescending ? readCompletedAmounts(list, list.bindings) : [];
    if (first === undefined || lastAmount === undefined) return undefined;
    if (!(first > lastAmount)) return pass(list.exchange);
    const expected = `at most ${lastAmount}, with which the page before ends, in hundredths`;
    return fail({ expected, actual: list.exchange, saw: String(first) });
  }),
};

const totalsAreThoseOfAllPages: TrafficRule = {
  id: 'traffic/totals-are-those-of-all-pages',
  title: 'The pages of a list of transactions have equal totals, which are those of the rows of all pages',
  clause: 'transactions.summary_extent',
  level: 'must',
  party: 'service',
  shownBy: 'GET /v1/transactions?terminal_id=… and all of its pages',
  open: judgePages((list, before, after) => {
    if (before.stated === undefined || after.stated === undefined) return undefined;
    const isSame =
      before.stated.surcharge === after.stated.surcharge && before.stated.withdrawn === after.stated.withdrawn;
    if (!isSame) {
      const expected = `${before.stated.surcharge} and ${before.stated.withdrawn}, as on the page before`;
      const saw = `${after.stated.surcharge} and ${after.stated.withdrawn}, in hundredths`;
      return fail({ expected, actual: list.exchange, saw });
    }
    return list.next === undefined ? judgeTotals(after.stated, after.totals, list) : undefined;
  }),
};

export const pageRules: readonly TrafficRule[] = [pagesContinueTheList, pagesKeepTheOrder, totalsAreThoseOfAllPages];
