import { appendAll, findLargest } from '../../base/large-lists.ts';
import { isTimeText } from './values/instants.ts';

/** A row of a list, as far as it is compared with other responses. */
export interface ComparedRow {
  readonly id: string;
  readonly value: unknown;
}

const SHORTEST = 5;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Returns the texts of a value that can name one thing: ids, names, numbers with letters; no dates, words or mere digits. */
function listNamingTexts(value: unknown, ignored: ReadonlySet<string>): Set<string> {
  const texts = new Set<string>();
  const queue: unknown[] = [value];
  while (queue.length > 0) {
    const next = queue.pop();
    if (typeof next === 'string') {
      const isNaming = next.length >= SHORTEST && /\d|\S[\s-]\S/.test(next) && !/^[-+]?[\d.,]+$/.test(next);
      if (isNaming && !isTimeText(next) && !ignored.has(next)) texts.add(next);
    } else if (typeof next === 'object' && next !== null) appendAll(queue, Object.values(next));
  }
  return texts;
}

/**
 * Returns the rows that a response is about instead of the `right` ones: a row whose own texts, which no other row has, occur in
 * the response at least twice, while none of a right row does. `ignored` are the texts of the request, which any response may
 * repeat.
 */
export function findMistakenRow<Row extends ComparedRow>(
  response: unknown,
  { rows, isRight }: { readonly rows: readonly Row[]; readonly isRight: (row: Row) => boolean },
  ignored: ReadonlySet<string>,
): Row | undefined {
  const shown = listNamingTexts(response, ignored);
  const ofRows = rows.map((row) => ({ row, texts: listNamingTexts([row.id, row.value], ignored) }));
  const holders = Map.groupBy(
    ofRows.flatMap(({ row, texts }) => [...texts].map((text) => ({ row, text }))),
    ({ text }) => text,
  );
  const counts = ofRows.map(({ row, texts }) => ({
    row,
    own: [...texts].filter((text) => holders.get(text)?.length === 1).filter((text) => shown.has(text)).length,
    hasOwn: [...texts].some((text) => holders.get(text)?.length === 1),
  }));
  const right = counts.filter(({ row }) => isRight(row));
  if (right.length === 0 || right.some(({ own, hasOwn }) => own > 0 || !hasOwn)) return undefined;
  const [best] = counts.filter(({ row, own }) => !isRight(row) && own > 1).sort((one, other) => other.own - one.own);
  return best?.row;
}

/**
 * Orders rows so that those come first that a careless lookup confuses with an earlier row: they share most of their values
 * with one of them; of several, the later row.
 */
export function orderByLikeness<Row extends ComparedRow>(rows: readonly Row[]): Row[] {
  const leaves = rows.map(({ value }) => new Set(listLeaves(value, '')));
  const likeness = (index: number): number => {
    const mine = [...(leaves[index] ?? [])];
    return findLargest(
      leaves.slice(0, index).map((earlier) => mine.filter((leaf) => earlier.has(leaf)).length),
      0,
    );
  };
  return rows
    .map((row, index) => ({ row, alike: likeness(index) }))
    .toReversed()
    .sort((one, other) => other.alike - one.alike)
    .map(({ row }) => row);
}

/** Returns the two rows that share the most values that few rows have, such as a site of two terminals; none if no rows share one. */
export function findClosestPair<Row extends ComparedRow>(rows: readonly Row[]): readonly Row[] {
  const leaves = rows.map(({ value }) => new Set(listLeaves(value, '')));
  const holders = Map.groupBy(
    leaves.flatMap((own) => [...own]),
    (leaf) => leaf,
  );
  const score = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
    sum([...one].filter((leaf) => other.has(leaf)).map((leaf) => 1 / (holders.get(leaf)?.length ?? 1)));
  let closest: { readonly pair: readonly Row[]; readonly score: number } = { pair: [], score: 0 };
  for (const [index, later] of rows.entries())
    for (const [other, earlier] of rows.slice(0, index).entries()) {
      const own = score(leaves[index] ?? new Set(), leaves[other] ?? new Set());
      if (own > closest.score) closest = { pair: [earlier, later], score: own };
    }
  return closest.pair;
}

function listLeaves(value: unknown, place: string): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => listLeaves(one, `${place}/${name}`));
  return typeof value === 'string' || typeof value === 'number' ? [`${place}=${value}`] : [];
}

const MOST_VALUES = 6;
/** Names of members with a state, which counts more than others: faults often concern one state only. */
const NAMES_STATE = /stat(e|us)|online|health|connect|zustand|etat|estado|stato/i;
const STATE_WEIGHT = 10;

/**
 * Orders rows so that each shows as many new values as possible of members with few values, by default six: states first, then
 * models and the like.
 */
export function orderByVariety<Row extends ComparedRow>(rows: readonly Row[], mostValues = MOST_VALUES): Row[] {
  const leaves = rows.map(({ value }) => listLeaves(value, ''));
  const byMember = Map.groupBy(leaves.flat(), (leaf) => leaf.slice(0, leaf.indexOf('=')));
  const isFew = (leaf: string): boolean => {
    const values = new Set(byMember.get(leaf.slice(0, leaf.indexOf('='))));
    return values.size > 1 && values.size <= mostValues;
  };
  const weigh = (leaf: string): number => (NAMES_STATE.test(leaf.slice(0, leaf.indexOf('='))) ? STATE_WEIGHT : 1);
  const left = rows.map((row, index) => ({ row, values: (leaves[index] ?? []).filter(isFew) }));
  const shown = new Set<string>();
  const ordered: Row[] = [];
  while (left.length > 0) {
    const news = left.map(({ values }) => sum(values.filter((value) => !shown.has(value)).map(weigh)));
    const [next] = left.splice(news.indexOf(findLargest(news)), 1);
    if (next === undefined) break;
    for (const value of next.values) shown.add(value);
    ordered.push(next.row);
  }
  return ordered;
}
