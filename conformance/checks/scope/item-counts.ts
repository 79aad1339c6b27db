import { findLargest } from '../../../base/large-lists.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { listElements, listStrings } from '../../reading/names/response-words.ts';
import { readInstants } from '../../reading/values/instants.ts';
import { listNumbers } from '../../reading/values/numbers.ts';
import { HALF } from '../../reading/verdicts/sampling.ts';
import {
  fail,
  forEachTestable,
  notApplicable,
  notInThisDepth,
  pass,
  untestable,
} from '../../reading/verdicts/verdict.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { getWidestParameters, type ListRow, readAllPages, readTable, type WholeTable } from '../../slots/read-lists.ts';

const ROWS = 'listTransactions';
const NAMES_ID = /(id|nr|no|num|number|nummer|numero|key|code|ref|guid|uuid)$/i;
const NAMES_TERMINALS = /terminal|atm|device|machine|unit|member/i;
const MOST_CONNECTORS = 2;

/** Surfaces with items that terminals belong to, and the ids that both keys can see. */
const COUNTED = ['listConnectors', 'getConnectorStatus', 'listTerminalGroups', 'listLocations', 'getPortal'] as const;

/** Compares each count of terminals in a connector, a group or a location with the terminals of the key that belong to it. */
export const itemsCountVisibleTerminals = check({
  id: 'scope/items-count-visible-terminals',
  title: 'The count of terminals in a connector, a group or a location includes only terminals that the key can see',
  clause: 'scope.response',
  level: 'should',
  needs: ['insider', 'outsider', 'bindings'],
  async run({ insider, outsider, bindings }) {
    const [wide, narrow] = [await readMembership(insider, bindings), await readMembership(outsider, bindings)];
    return forEachTestable(COUNTED, String, async (operation) => {
      const shared = new Set([...wide.keys()].filter((id) => narrow.has(id)));
      const connectors = listDiffering(outsider, wide, narrow).slice(0, MOST_CONNECTORS);
      const wanted = { items: shared, connectors };
      const [whole, part] = [await readItems(insider, operation, wanted), await readItems(outsider, operation, wanted)];
      const control = whole[0]?.exchange;
      if (control === undefined) return notApplicable(`${operation} shows no item of both keys`);
      const counts = new Map<string, { readonly right: Set<number>; isWrong: boolean }>();
      for (const { path, value, item } of whole) {
        const known = counts.get(path) ?? { right: new Set<number>(), isWrong: false };
        if (value === wide.get(item)?.size) known.right.add(value);
        else known.isWrong = true;
        counts.set(path, known);
      }
      const isCount = (path: string): boolean => {
        const known = counts.get(path);
        return (
          known !== undefined &&
          !known.isWrong &&
          (known.right.size > 1 || NAMES_TERMINALS.test(path)) &&
          findLargest(known.right) > 0
        );
      };
      const counted = part.filter(({ path, item }) => isCount(path) && wide.get(item)?.size !== narrow.get(item)?.size);
      for (const { path, value, item, exchange } of counted) {
        const visible = narrow.get(item)?.size ?? 0;
        if (value <= visible || value !== wide.get(item)?.size) continue;
        const expected = `${visible} at ${path}: ${outsider.name} sees ${visible} terminals of ${item}`;
        return fail({ expected, actual: exchange, saw: `${value}, as for ${insider.name}` }, control);
      }
      const [first] = counted;
      return first === undefined
        ? untestable(`needs counts of terminals that differ between ${insider.name} and ${outsider.name}`, control)
        : pass(control, first.exchange);
    });
  },
});

/** The visible terminals of each visible group, connector or location, by its id. */
type Membership = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns which visible terminals belong to which group, connector or location, by the objects about one terminal. */
async function readMembership(reader: Principal, bindings: Bindings): Promise<Membership> {
  const items = new Map<string, Set<string>>();
  const { terminals, connectors, groups } = reader.sees;
  const locations = await reader.get('listLocations');
  const hasLocationIds = bindings.find('locations.id') !== undefined;
  const rows = readTable(locations, bindings, 'listLocations')?.rows ?? [];
  for (const id of connectors) items.set(id, new Set());
  for (const [id, members] of groups) items.set(id, new Set(members));
  if (hasLocationIds && bindings.find('locations.terminal') !== undefined)
    for (const { id, terminals: held } of rows) items.set(id, new Set(held));
  const portal = await reader.get('getPortal');
  for (const { value } of listElements(portal)) {
    const texts = listStrings(value);
    const named = new Set(texts.filter((text) => terminals.has(text)));
    const [terminal] = named;
    if (terminal === undefined || named.size > 1) continue;
    for (const text of texts) if (connectors.has(text)) items.get(text)?.add(terminal);
  }
  const rowsOfConnectors = readTable(await reader.get('listConnectors'), bindings, 'listConnectors')?.rows ?? [];
  for (const { id, value } of rowsOfConnectors)
    for (const text of listStrings(value).map(readLastSegment)) if (terminals.has(text)) items.get(id)?.add(text);
  return items;
}

/** Returns the connectors behind which the insider sees more terminals than the outsider, who sees them too. */
const listDiffering = (outsider: Principal, wide: Membership, narrow: Membership): readonly string[] =>
  [...outsider.sees.connectors].filter((id) => (wide.get(id)?.size ?? 0) > (narrow.get(id)?.size ?? 0));

/** Returns the id at the end of a URL, or the text itself. */
const readLastSegment = (text: string): string => text.slice(text.lastIndexOf('/') + 1);

interface ItemNumber {
  readonly item: string;
  readonly path: string;
  readonly value: number;
  readonly exchange: Exchange;
}

/** Returns the numbers in the objects about one of these items, with their places in the object. */
async function readItems(
  reader: Principal,
  operation: (typeof COUNTED)[number],
  { items, connectors }: { readonly items: ReadonlySet<string>; readonly connectors: readonly string[] },
): Promise<ItemNumber[]> {
  if (operation === 'getConnectorStatus') {
    const read = await Promise.all(
      connectors.map(async (item) => ({ item, exchange: await reader.get(operation, { connector_id: item }) })),
    );
    return read
      .filter(({ exchange }) => isSuccess(exchange))
      .flatMap(({ item, exchange }) => listNumbers(exchange.json).map((number) => ({ item, exchange, ...number })));
  }
  const exchange = await reader.get(operation);
  return listElements(exchange).flatMap(({ value, path: list, id = findMemberId(value, items) }) =>
    id === undefined || !items.has(id)
      ? []
      : listNumbers(value)
          .filter(({ path }) => !/\/\d+(\/|$)/.test(path))
          .map(({ path, value: number }) => ({ item: id, path: `${list}${path}`, value: number, exchange })),
  );
}

/** Returns the first member named as an id that is the id of one of these items. */
const findMemberId = (value: Readonly<Record<string, unknown>>, items: ReadonlySet<string>): string | undefined =>
  Object.entries(value).flatMap(([name, one]) =>
    NAMES_ID.test(name) && items.has(String(one)) ? [String(one)] : [],
  )[0];

const NAMES_ACTIVITY = /trans|txn|trx|approv|declin|withdraw/i;
const NAMES_AMOUNT =
  /amount|amt|value|total_?withdrawn|volume|sum|rate|ratio|percent|pct|avg|average|latenc|(_|[a-z])ms$/i;
const HOUR = 3_600_000;
/** Times without an offset may be off by some hours. */
const SLACK = 3 * HOUR;
const MOST_ACTIVITY_PAGES = 6;

/** Counts of transactions in the status of a connector are compared with the rows of the terminals that the key sees behind it. */
export const connectorsCountVisibleActivity = check({
  id: 'scope/connectors-count-visible-activity',
  title: 'A count of transactions in the status of a connector includes only those that the key can see',
  clause: 'scope.response',
  covers: ['connectors.status'],
  level: 'should',
  needs: ['insider', 'outsider', 'bindings', 'sampling'],
  keys: { quick: 1, standard: HALF },
  async run({ insider, outsider, bindings, sampling }) {
    if (sampling.depth === 'quick') return notInThisDepth('a quick run reads no further lists');
    const [wide, narrow] = [await readMembership(insider, bindings), await readMembership(outsider, bindings)];
    const shared = listDiffering(outsider, wide, narrow).filter((id) => (narrow.get(id)?.size ?? 0) > 0);
    if (shared.length === 0)
      return notApplicable(`no connector that both keys see has terminals that are hidden from ${outsider.name}`);
    const wanted = { items: new Set(shared), connectors: shared.slice(0, MOST_CONNECTORS) };
    const numbers = (await readItems(outsider, 'getConnectorStatus', wanted)).filter(isActivity);
    if (numbers.length === 0) return notApplicable('the status of connectors counts no transactions');
    const ofInsider = await readItems(insider, 'getConnectorStatus', wanted);
    const all = await readWholeTransactions(insider, bindings);
    const visible = await readWholeTransactions(outsider, bindings);
    if (all === undefined || visible === undefined) return untestable('needs transactions that can be read to the end');
    const asOf = findLatest(all.rows);
    for (const { item, path, value, exchange } of numbers) {
      const since = asOf - readPeriod(path) - SLACK;
      const right = ofInsider.find((one) => one.item === item && one.path === path);
      const most = countRows(visible, { since, terminals: narrow.get(item) });
      // a service may count more than its lists show
      const isAbove = right === undefined || right.value > countRows(all, { since, terminals: wide.get(item) });
      if (isAbove || value <= most) continue;
      const expected = `at most ${most} at ${path}: ${outsider.name} sees ${most} transactions through ${item}`;
      return fail({ expected, actual: exchange, saw: String(value) }, right.exchange, visible.exchange);
    }
    return pass(visible.exchange, ...new Set(numbers.map(({ exchange }) => exchange)));
  },
});

const isActivity = ({ path, value }: ItemNumber): boolean =>
  value > 0 && Number.isInteger(value) && NAMES_ACTIVITY.test(path) && !NAMES_AMOUNT.test(path);

/** Returns the latest instant in rows, in epoch milliseconds. */
const findLatest = (rows: readonly ListRow[]): number =>
  rows
    .flatMap(({ value }) => readInstants(listStrings(value)))
    .reduce((latest, one) => Math.max(latest, one), Number.NEGATIVE_INFINITY);

interface Counted {
  readonly since: number;
  readonly terminals: ReadonlySet<string> | undefined;
}

/** Returns the number of rows of these terminals that are not older than `since`, in epoch milliseconds. */
const countRows = ({ rows }: WholeTable, { since, terminals }: Counted): number =>
  rows.filter((row) => row.terminals.some((one) => terminals?.has(one)) && findLatest([row]) >= since).length;

/** Returns the period that a count covers by its name, in milliseconds; infinite if the name states none. */
function readPeriod(path: string): number {
  const hours = /(\d+)_?h(?:ou)?r?s?(?![a-z])/i.exec(path)?.[1];
  if (hours !== undefined) return Number(hours) * HOUR;
  return /today|day|heute|hoy|hoje|jour/i.test(path) ? 24 * HOUR : Number.POSITIVE_INFINITY;
}

/** Reads the transactions of a key to their end; `undefined` if they are too many. */
async function readWholeTransactions(reader: Principal, bindings: Bindings): Promise<WholeTable | undefined> {
  const first = readTable(await reader.get(ROWS, getWidestParameters(bindings)), bindings, ROWS);
  if (first === undefined) return undefined;
  const granted = Number(getWidestParameters(bindings).limit ?? first.rows.length + 1);
  const whole = await readAllPages({ reader, bindings }, ROWS, { first, granted, mostPages: MOST_ACTIVITY_PAGES });
  return whole.isComplete ? whole : undefined;
}
