import { findLargest, findSmallest } from '../../../base/large-lists.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { isUsualLimit } from '../../reading/paging.ts';
import { findTexts, findValue, toSegment, type ValuePointer } from '../../reading/pointers.ts';
import { isSubset } from '../../reading/values/set-relations.ts';
import { Concluded, fail, inconclusive, notApplicable, pass, untestable } from '../../reading/verdicts/verdict.ts';
import { express, splitWords } from '../../reading/words/synonyms.ts';
import { type Cells, listRowLists } from '../../relations/rows/cells.ts';
import { listInstants } from '../../relations/rows/moments.ts';
import { readNumbers } from '../../relations/rows/numbers.ts';
import { opensTimeline } from '../../relations/rows/survey.ts';
import { createRowTable } from '../../relations/rows/table.ts';
import {
  readTransactions,
  type SurveyedTransaction,
  type SurveyedTransactions,
} from '../../relations/rows/transactions.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { formatNames } from '../../slots/read-lists.ts';

/** The portal of a key, with the transactions of the list whose ids it shows anywhere. */
interface Recent {
  readonly reader: Principal;
  readonly portal: Exchange;
  readonly list: SurveyedTransactions;
  readonly shown: readonly SurveyedTransaction[];
}

const NEEDS_IDS = 'needs a list of transactions with ids that the kit can find and that no other value can be';

/** Reads the portal and the list of a key. Returns why it cannot compare them otherwise. */
async function readRecent(reader: Principal): Promise<Recent | string> {
  const portal = await reader.get('getPortal');
  if (!isSuccess(portal)) return `${reader.name} cannot read the portal`;
  const list = await readTransactions(reader);
  if (list === undefined || !list.hasUnmistakableIds) return NEEDS_IDS;
  const texts = listTexts(portal.json);
  return { reader, portal, list, shown: list.rows.filter(({ id }) => texts.has(id)) };
}

/** Returns the texts, numbers and names of members in a value. */
function listTexts(value: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) listTexts(one, into);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      into.add(name);
      listTexts(one, into);
    }
  else into.add(String(value));
  return into;
}

/** Reads the portal again, and finds the transactions of the list in it: new ones come in while the kit reads the list. */
async function readAgain({ reader, list }: Recent): Promise<Pick<Recent, 'portal' | 'shown'>> {
  const portal = await reader.get('getPortal', {}, { isFresh: true });
  const texts = listTexts(portal.json);
  return { portal, shown: list.rows.filter(({ id }) => texts.has(id)) };
}

async function requireRecent(reader: Principal): Promise<Recent> {
  const recent = await readRecent(reader);
  if (typeof recent === 'string') throw new Concluded(untestable(recent));
  return recent;
}

const NO_IDS = 'the portal shows no id of a transaction of the list, and the document does not require it to';
const FEWEST_RECENT = 3;

export const recentTransactionsAreRecent = check({
  id: 'portal/recent-transactions-are-recent',
  title: 'The recent transactions of the portal are not the oldest ones',
  clause: 'portal.recent',
  level: 'must',
  needs: ['reader'],
  async run({ reader }) {
    const recent = await requireRecent(reader);
    const { portal, list } = recent;
    const shown = listCopied(recent);
    if (shown.length === 0) return notApplicable(NO_IDS, portal);
    const others = list.rows.length - shown.length;
    if (shown.length < FEWEST_RECENT || others <= shown.length)
      return notApplicable('the portal shows few transactions, or most that the key sees', portal);
    if (list.times.length === 0) return untestable('the rows have no date or instant that the kit can read', portal);
    if (!areOld(shown, list)) return pass(portal);
    const again = await readAgain(recent);
    const stillShown = listCopied(again);
    if (stillShown.length < FEWEST_RECENT || !areOld(stillShown, list))
      return inconclusive('the transactions changed while the kit read them', portal, again.portal);
    const saw = `most of ${others} other transactions are later than all of them`;
    // the list may have been read later, with transactions that the portal could not show
    const compared = new Set(list.rows.map(({ exchange }) => exchange));
    return fail({ expected: 'recent transactions', actual: again.portal, saw }, ...compared);
  },
});

/** Returns the transactions whose rows the portal shows: a row about something else, such as a dispute, has few of their values. */
function listCopied({ portal, shown }: Pick<Recent, 'portal' | 'shown'>): readonly SurveyedTransaction[] {
  const rows = [...listRowLists(portal.json).values()].flatMap((one) => one.rows);
  return shown.filter(({ id, row }) => {
    const values = new Set([...row.values()].map(String));
    const isCopy = (one: Cells) =>
      [...one.values()].map(String).includes(id) && countShared(one, values) * 2 >= one.size;
    return rows.some(isCopy);
  });
}

/** Whether most other transactions are later than these: a service may leave out some of the latest. */
const areOld = (shown: readonly SurveyedTransaction[], { rows, times }: SurveyedTransactions): boolean => {
  const others = rows.filter((row) => !shown.includes(row));
  return times.every(({ read }) => {
    const newest = findLargest(shown.map(({ row }) => read(row)));
    return others.filter(({ row }) => read(row) > newest).length > others.length / 2;
  });
};

const MOST_SOUGHT = 2;

/** A list of the portal whose rows carry ids of transactions. */
interface RecentRows {
  readonly rows: readonly (readonly [id: string, row: Cells])[];
}

/**
 * Returns the lists of a portal in which a column has ids of at least two transactions, and all ids differ. Other things may have the same
 * ids: the rows must also share another value with the transactions, and of several such columns the one with most shared values counts.
 */
function findRecentRows({ portal, list }: Recent): RecentRows[] {
  const known = new Map(list.rows.map(({ id, row }) => [id, new Set([...row.values()].map(String))]));
  return [...listRowLists(portal.json).values()].flatMap(({ rows }) => {
    const places = new Set(rows.flatMap((row) => [...row.keys()].filter((place) => !namesTerminal(place))));
    const columns = [...places].flatMap((place) => {
      const texts = rows.map((row) => String(row.get(place)));
      const found = texts.flatMap((text, index) => {
        const values = known.get(text);
        return values === undefined ? [] : [countShared(rows[index], values) - 1]; // without the id
      });
      const shared = found.reduce((sum, count) => sum + count, 0);
      const areTerminals = texts.some((text) => list.survey.terminals.includes(text));
      const areIds = new Set(texts).size === texts.length && found.length >= 2 && !areTerminals;
      const isColumn = areIds && shared >= found.length;
      return isColumn ? [{ place, shared }] : [];
    });
    const [best] = columns.toSorted((one, other) => other.shared - one.shared);
    return best === undefined ? [] : [{ rows: rows.map((row) => [String(row.get(best.place)), row] as const) }];
  });
}

/** Whether a column names the terminals of rows, whose ids may be equal to those of transactions. */
const namesTerminal = (place: string): boolean => {
  const words = splitWords(place);
  return express(words, 'terminal') && !express(words, 'transaction');
};

const countShared = (row: Cells | undefined, values: ReadonlySet<string>): number =>
  new Set([...(row?.values() ?? [])].map(String).filter((text) => text.length > 1 && values.has(text))).size;

export const recentTransactionsAreListed = check({
  id: 'portal/recent-transactions-are-listed',
  title: 'The list of transactions contains the recent transactions of the portal, with the same amounts',
  clause: 'portal.recent',
  covers: ['transactions.list'],
  level: 'must',
  needs: ['reader'],
  async run({ reader }) {
    const recent = await requireRecent(reader);
    const { portal, list, shown } = recent;
    if (shown.length === 0) return notApplicable(NO_IDS, portal);
    const again = async () => reader.get('getPortal', {}, { isFresh: true });
    const parts = findRecentRows(recent);
    const changed = findOtherAmount(parts, list);
    if (changed !== undefined && listTexts((await again()).json).has(changed.shown)) {
      const { id, shown: saw, place, row } = changed;
      const expected = `${String(row.row.get(place))} at ${place} of ${id}, as in the list`;
      return fail({ expected, actual: portal, saw }, row.exchange);
    }
    const known = new Map(list.rows.map((row) => [row.id, row]));
    const missing = parts.flatMap(({ rows }) =>
      rows.flatMap(([id, row]) => (known.has(id) ? [] : [{ id, row, rows }])),
    );
    for (const { id, row, rows: shownRows } of missing.slice(0, MOST_SOUGHT)) {
      const [named] = [...row].filter(([, value]) => list.survey.terminals.includes(String(value)));
      if (named === undefined) continue;
      const [place, value] = named;
      const terminal = String(value);
      const { widest } = list.survey;
      const exchange = await reader.get('listTransactions', { terminal_id: terminal, ...widest });
      // the rows of a day may be a list too
      const [rows] = [...listRowLists(exchange.json).values()]
        .map((one) => one.rows)
        .filter((all) => all.some((each) => [...each.values()].map(String).some((text) => known.has(text))))
        .sort((one, other) => other.length - one.length);
      // a page may have fewer rows than the limit: another response must have had more
      const isWhole =
        rows !== undefined &&
        list.survey.reads.some((read) => read.rows.length > rows.length) &&
        !isUsualLimit(rows.length);
      const texts = listTexts(exchange.json);
      // the list may have the transactions of some days only, and the label of a terminal may be the id of another one
      const isInTime = shownRows.some(
        ([other, earlier]) => texts.has(other) && String(earlier.get(place)) === terminal && isEarlier(earlier, row),
      );
      if (!isSuccess(exchange) || !isWhole || !isInTime || texts.has(id)) continue;
      if (!(await opensTimeline(reader, id)) || !listTexts((await again()).json).has(id)) continue;
      return fail({ expected: `${id}, which the portal shows`, actual: exchange, saw: 'a list without it' }, portal);
    }
    return pass(portal);
  },
});

/** Whether a row of a list is earlier than another one by all their instants. */
function isEarlier(one: Cells, other: Cells): boolean {
  const [before, after] = [listInstants(one), listInstants(other)];
  return (
    before.length > 0 &&
    before.length === after.length &&
    before.every(({ at }, index) => at < (after[index]?.at ?? Number.NaN))
  );
}

/** Finds an amount of the list that the portal shows at the same place with another value in every transaction. */
function findOtherAmount(parts: readonly RecentRows[], list: SurveyedTransactions) {
  const { amounts } = createRowTable(list.survey);
  const known = new Map(list.rows.map((row) => [row.id, row]));
  for (const { rows } of parts)
    for (const place of amounts) {
      // the member of the portal may be another amount of the row: what was requested, where the list has what was completed
      const isOtherColumn = (row: Cells, here: number) =>
        [...amounts].some((one) => one !== place && readNumbers([row.get(one)])[0] === here);
      const pairs = rows.flatMap(([id, shown]) => {
        const row = known.get(id);
        const [here, there] = readNumbers([shown.get(place), row?.row.get(place)]);
        return row === undefined || typeof here !== 'number' || typeof there !== 'number'
          ? []
          : [{ id, place, row, here, there, shown: String(shown.get(place)) }];
      });
      // another unit is no other amount
      const isFactor = new Set(pairs.map(({ here, there }) => here / there)).size === 1;
      const other = pairs.find(({ here, there, row }) => here !== there && !isOtherColumn(row.row, here));
      if (pairs.length >= FEWEST_RECENT && other !== undefined && !isFactor) return other;
    }
  return undefined;
}

/** Returns the places of a body that show ids; members whose names are ids are elements of a list. */
function listIdPlaces(value: unknown, ids: ReadonlySet<string>, place = ''): ValuePointer[] {
  if (typeof value !== 'object' || value === null) return ids.has(String(value)) ? [place] : [];
  return Object.entries(value).flatMap(([name, one]) => {
    const isId = !Array.isArray(value) && ids.has(name);
    const within = `${place}${isId || Array.isArray(value) ? '/*' : toSegment(name)}`;
    return [...(isId ? [`${within}/#`] : []), ...listIdPlaces(one, ids, within)];
  });
}

/** Returns the places of a portal that show the ids of its transactions. */
const listShownPlaces = ({ portal, shown }: Recent): ReadonlySet<ValuePointer> =>
  new Set(listIdPlaces(portal.json, new Set(shown.map(({ id }) => id))));

/** Whether a portal has a list, which may be empty, where the portal of another key shows transactions. */
const hasListOf = (portal: Exchange, control: Recent): boolean =>
  [...listShownPlaces(control)].some((place) => {
    const [list = ''] = place.split('/*');
    const value = findValue(portal.json, list);
    return list !== place && typeof value === 'object' && value !== null;
  });

/** Whether a portal has a value where the portal of another key shows transactions: the list that the kit reads may lack them. */
function showsOthers(portal: Exchange, control: Recent): boolean {
  return [...listShownPlaces(control)].some((place) => findTexts(portal.json, place).some((text) => text !== ''));
}

/** The target decides how long a transaction is recent: at least as long as the oldest one that another portal shows. */
export const recentTransactionsAreShown = check({
  id: 'portal/recent-transactions-are-shown',
  title:
    'The recent transactions of the portal are not empty for a key with transactions as recent as those in the portal of another key',
  clause: 'portal.recent',
  level: 'must',
  needs: ['readers'],
  async run({ readers }) {
    const read: Recent[] = [];
    for (const reader of readers) {
      const recent = await readRecent(reader);
      if (typeof recent !== 'string') read.push(recent);
    }
    const [first] = read;
    if (first === undefined) return untestable(NEEDS_IDS);
    const control = read.find(({ shown }) => shown.length > 0);
    if (control === undefined) return notApplicable(NO_IDS, first.portal);
    const { times } = control.list;
    if (times.length === 0) return untestable('the rows have no date or instant that the kit can read', control.portal);
    for (const { reader, portal, list, shown } of read) {
      // the role of a key that sees less may hide this part of the portal
      const mayLack = !isSubset(control.reader.sees.terminals, reader.sees.terminals) && !hasListOf(portal, control);
      if (mayLack || shown.length > 0 || showsOthers(portal, control)) continue;
      const later = times.map(({ read: readTime }) => {
        const since = findSmallest(control.shown.map(({ row }) => readTime(row)));
        return list.rows.filter(({ row }) => readTime(row) > since);
      });
      const [recent = []] = later;
      if (later.some((rows) => rows.length < FEWEST_RECENT)) continue;
      const again = await readAgain({ reader, portal, list, shown });
      if (again.shown.length > 0 || showsOthers(again.portal, control)) continue;
      const expected = `recent transactions, such as ${formatNames(recent.slice(0, 2).map(({ id }) => id))}`;
      const compared = new Set(list.rows.map(({ exchange }) => exchange));
      return fail({ expected, actual: again.portal, saw: `none for ${reader.name}` }, control.portal, ...compared);
    }
    return pass(control.portal);
  },
});
