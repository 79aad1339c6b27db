import type { CodedColumn } from '../world/books/columns/coded-column.ts';
import { RowSegment, type SegmentColumns, type SegmentLink } from '../world/books/columns/row-segment.ts';
import type { LedgerTotals } from '../world/books/rows/ledger-types.ts';
import type { Content, StoredArray } from './checked-file.ts';

/* The rows of a day as the content of a file. The arrays are those that segments use, so that reading a file needs no copies. */

const PLAIN = [
  'at',
  'terminal',
  'seqNo',
  'type',
  'accountType',
  'entryMode',
  'dispenseStatus',
  'idLeft',
  'idRight',
] as const satisfies readonly (keyof SegmentColumns)[];

const CODED = [
  'response',
  'amtReq',
  'amtComp',
  'surReq',
  'surComp',
] as const satisfies readonly (keyof SegmentColumns)[];

const ARRAYS_PER_SEGMENT = PLAIN.length + 2 * CODED.length;

interface SegmentDescription {
  readonly dayMs: number;
  readonly totals: LedgerTotals;
  readonly links: readonly (readonly [index: number, link: SegmentLink])[];
}

/** Returns segments as the content of a file. */
export function toContent(segments: readonly RowSegment[]): Content {
  const description = segments.map(
    ({ columns: { dayMs, links }, totals }): SegmentDescription => ({ dayMs, totals, links: [...links] }),
  );
  const arrays = segments.flatMap(({ columns }): readonly StoredArray[] => [
    ...PLAIN.map((name) => columns[name]),
    ...CODED.flatMap((name) => [columns[name].values, columns[name].codes]),
  ]);
  return { description, arrays };
}

/** Returns the segments that `toContent` was called with. */
export function toSegments({ description, arrays }: Content): readonly RowSegment[] {
  const described = description as readonly SegmentDescription[]; // written by toContent
  return described.map(({ dayMs, totals, links }, number) => {
    const own = arrays.slice(number * ARRAYS_PER_SEGMENT, (number + 1) * ARRAYS_PER_SEGMENT);
    const plain = PLAIN.map((name, index) => [name, own[index]]);
    const coded = CODED.map((name, index) => {
      const [values, codes] = own.slice(PLAIN.length + 2 * index);
      return [name, { values, codes } as CodedColumn];
    });
    const columns = { ...Object.fromEntries([...plain, ...coded]), dayMs, links: new Map(links) } as SegmentColumns;
    return new RowSegment(columns, totals);
  });
}
