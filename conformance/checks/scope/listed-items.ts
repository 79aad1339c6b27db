import type { OperationId } from '../../../spec/index.ts';
import { type Context, check } from '../../engine/check.ts';
import { isSuccess, type Parameters } from '../../http/client.ts';
import { findValues } from '../../reading/pointers.ts';
import { intersects } from '../../reading/values/set-relations.ts';
import { HALF } from '../../reading/verdicts/sampling.ts';
import {
  fail,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { formatNames, listIds, type ReadContext, readControl, readTable, type Table } from '../../slots/read-lists.ts';
import { LIST_SLOTS } from '../../slots/slots.ts';

interface Listed {
  readonly list: 'listConnectors' | 'listTransactions' | 'listLocations';
  readonly opens: OperationId;
  readonly toParameters: (id: string) => Parameters;
  readonly idsIn: 'ids' | 'terminals';
}

const OPENED: readonly Listed[] = [
  { list: 'listConnectors', opens: 'getConnectorStatus', toParameters: (id) => ({ connector_id: id }), idsIn: 'ids' },
  { list: 'listLocations', opens: 'getLocation', toParameters: (id) => ({ terminal_id: id }), idsIn: 'terminals' },
];

const TIMELINES: readonly Listed[] = [
  {
    list: 'listTransactions',
    opens: 'getTransactionTimeline',
    toParameters: (id) => ({ transaction_id: id }),
    idsIn: 'ids',
  },
];

/** A key that can read only some listed items by id has a list wider, or a scope narrower, than it should. */
export const listedThingsOpen = check({
  id: 'scope/what-is-listed-opens',
  title: 'A key can read by id every connector and location that its list returns',
  clause: 'auth.scope',
  level: 'should',
  needs: ['reader', 'bindings', 'sampling'],
  keys: { quick: 1, standard: HALF },
  run: (context) => expectListedToOpen(context, OPENED),
});

/** A target may keep timelines for a shorter time than transactions. */
export const listedTransactionsHaveTimelines = check({
  id: 'scope/listed-transactions-open',
  title: 'A key can read the timeline of every transaction that its list returns',
  clause: 'auth.scope',
  level: 'should',
  needs: ['reader', 'bindings', 'sampling'],
  keys: { quick: 1, standard: HALF },
  run: (context) => expectListedToOpen(context, TIMELINES),
});

const expectListedToOpen = (
  { reader, bindings, sampling }: Context<readonly ['reader', 'bindings', 'sampling']>,
  lists: readonly Listed[],
): Promise<Verdict> =>
  forEachTestable(
    lists.filter(({ opens }) => reader.sees.reads.has(opens)),
    ({ list, opens }) => `${list} and ${opens}`,
    async (listed) => {
      const table = await readControl({ reader, bindings }, listed.list);
      const ids = listed.idsIn === 'ids' ? listIds(table) : listTerminals(table);
      bindings.need(LIST_SLOTS[listed.list].id);
      if (ids.length === 0) return untestable(`${listed.list} is empty`, table.exchange);
      const spread = sampling.select('listed items', [...new Set(ids)], { quick: 1, standard: 2, thorough: 3 });
      const opened = [];
      for (const id of spread) {
        if (id === undefined) continue;
        const exchange = await reader.get(listed.opens, listed.toParameters(id));
        if (
          exchange.status >= 400 &&
          exchange.status < 500 &&
          (await isStillListed({ reader, bindings }, listed, id))
        ) {
          const expected = `a success: ${listed.list} returns ${id} to ${reader.name}`;
          return fail({ expected, actual: exchange }, table.exchange);
        }
        opened.push(exchange);
      }
      return opened.some(isSuccess)
        ? pass(table.exchange, ...opened)
        : untestable('no listed item could be read by id', table.exchange);
    },
  );

/** Returns the terminals of a list of locations. The first is the last one of the location with most terminals. */
function listTerminals({ rows }: Table): readonly string[] {
  const [largest] = rows.toSorted((a, b) => b.terminals.length - a.terminals.length);
  const last = largest === undefined || largest.terminals.length < 2 ? [] : largest.terminals.slice(-1);
  return [...last, ...rows.flatMap(({ terminals }) => terminals)];
}

async function isStillListed(context: ReadContext, { list, idsIn }: Listed, id: string) {
  const again = await readControl(context, list);
  return idsIn === 'ids' ? listIds(again).includes(id) : again.rows.some(({ terminals }) => terminals.includes(id));
}

/** A batch totals the activity of its terminals, so it reveals activity of hidden ones. */
export const batchesCoverVisibleTerminals = check({
  id: 'scope/batches-sum-up-visible-terminals',
  title: 'No settlement batch belongs to a group with terminals outside the scope of the key',
  clause: 'scope.response',
  level: 'should',
  needs: ['insider', 'outsider', 'bindings'],
  async run({ insider, outsider, bindings }) {
    const partly = [...insider.sees.groups].filter(
      ([id, members]) =>
        insider.sees.leafGroups.has(id) &&
        intersects(members, insider.hidden.terminals) &&
        intersects(members, outsider.sees.terminals),
    );
    const groups = new Set(partly.map(([id]) => id));
    const isGroup = (leaf: string) => insider.sees.groups.has(leaf);
    const rows = bindings.need('settlements.rows');
    const whole = await insider.get('listSettlements');
    const namesOne = (value: unknown) => listLeaves(value).some((leaf) => groups.has(leaf));
    if (isSuccess(whole) && !findValues(whole.json, rows).some((value) => listLeaves(value).some(isGroup)))
      return notApplicable('batches name no terminal group', whole);
    if (groups.size === 0 || !isSuccess(whole) || !findValues(whole.json, rows).some(namesOne))
      return untestable(
        `needs a batch of a group of ${insider.name}, some of whose terminals are hidden from ${outsider.name}`,
        whole,
      );
    const shown = await outsider.get('listSettlements');
    const batches = readTable(shown, bindings, 'listSettlements')?.rows ?? [];
    const named = batches.filter(({ value }) => namesOne(value)).map(({ id }) => id);
    if (named.length === 0) return pass(whole, shown);
    const expected = `no batch of ${formatNames(groups)}, because ${outsider.name} does not see every terminal of these groups`;
    return fail({ expected, actual: shown, saw: `the batches ${formatNames(named)}` }, whole);
  },
});

const listLeaves = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listLeaves) : [String(value)];
