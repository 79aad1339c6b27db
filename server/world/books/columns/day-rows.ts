import { MOST_ROWS, makeSegment, type RowSegment } from './row-segment.ts';
import type { StagedRows } from './staged-rows.ts';

/** The staged index is in the lower bits of a sort key, the instant in the upper ones. */
const INDEX_FACTOR = 2 ** 24;

/** Sorts the rows of a day by instant and id, and divides them into segments. `tags` are those in the ids, by terminal. */
export function makeSegments(staged: StagedRows, tags: Uint32Array): readonly RowSegment[] {
  if (staged.length >= INDEX_FACTOR) throw new Error(`expected fewer than ${INDEX_FACTOR} rows on a day`);
  const order = sortByInstant(staged, tags);
  const segments: RowSegment[] = [];
  for (let from = 0; from < order.length; ) {
    const to = findEnd(staged, order, from);
    segments.push(makeSegment(staged, order.slice(from, to)));
    from = to;
  }
  return segments;
}

function sortByInstant({ columns, length }: StagedRows, tags: Uint32Array): Uint32Array {
  const keys = new Float64Array(length);
  for (let index = 0; index < length; index += 1) keys[index] = (columns.at[index] as number) * INDEX_FACTOR + index;
  keys.sort();
  const order = new Uint32Array(length);
  for (let place = 0; place < length; place += 1) order[place] = (keys[place] as number) % INDEX_FACTOR;
  for (let from = 0; from < length; ) {
    let to = from + 1;
    while (to < length && columns.at[order[to] as number] === columns.at[order[from] as number]) to += 1;
    if (to - from > 1) sortById(order.subarray(from, to), columns, tags);
    from = to;
  }
  return order;
}

/** Sorts rows of one instant by id, whose characters sort like the numbers that they stand for. */
function sortById(order: Uint32Array, { terminal, idLeft, idRight }: StagedRows['columns'], tags: Uint32Array): void {
  const tagOf = (index: number): number => tags[terminal[index] as number] as number;
  order.sort(
    (one, other) =>
      tagOf(one) - tagOf(other) ||
      (idLeft[one] as number) - (idLeft[other] as number) ||
      (idRight[one] as number) - (idRight[other] as number),
  );
}

/** Returns the end of a segment. Rows of one instant stay together. */
function findEnd({ columns }: StagedRows, order: Uint32Array, from: number): number {
  const parts = Math.ceil((order.length - from) / MOST_ROWS);
  let to = from + Math.ceil((order.length - from) / parts);
  const atEnd = (place: number): number | undefined => columns.at[order[place] as number];
  while (to < order.length && to > from + 1 && atEnd(to) === atEnd(to - 1)) to -= 1;
  return to;
}
