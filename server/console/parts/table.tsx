import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
  /** Not shown on narrow screens. */
  readonly isWideOnly?: boolean;
  readonly sort?: SortControl;
}

export interface SortControl {
  readonly direction: 'ascending' | 'descending' | 'none';
  readonly onSort: () => void;
}

export interface TableProps<Row> {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Height of the scrolling area; by default the table has its full height, up to `WINDOWED_ROWS` rows. */
  readonly height?: string;
}

/** A longer table only contains the rows near the visible part. */
const WINDOWED_ROWS = 80;
const OVERSCAN = 12;
/** The height of a row, as in the style sheet. */
export const ROW_REM = 2.9;

/** A table. A long one scrolls in its own area, and only contains the rows near the visible part. */
export function Table<Row>({ label, columns, rows, rowKey, height }: TableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const isWindowed = rows.length > WINDOWED_ROWS;
  const [from, to] = useVisibleRows(box, isWindowed ? rows.length : 0);
  const first = isWindowed ? from : 0;
  const last = isWindowed ? to : rows.length;
  return (
    <div
      class="table-box"
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={label}
      style={{ maxHeight: height ?? (isWindowed ? '70vh' : 'none') }}
    >
      <table class="table" aria-rowcount={rows.length + 1}>
        <caption class="hidden-text">{label}</caption>
        <TableHead columns={columns} />
        <tbody>
          <Spacer rows={first} columns={columns.length} />
          {rows.slice(first, last).map((row, index) => (
            <tr key={rowKey(row)} aria-rowindex={first + index + 2}>
              {columns.map((column) => (
                <td key={column.title} class={columnClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          <Spacer rows={rows.length - last} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

export const columnClass = <Row,>({ isNumber, isWideOnly }: Column<Row>): string =>
  `${isNumber === true ? 'number' : ''} ${isWideOnly === true ? 'wide-only' : ''}`.trim();

export function TableHead<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.title} scope="col" class={columnClass(column)} aria-sort={column.sort?.direction}>
            <ColumnTitle column={column} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

function ColumnTitle<Row>({ column: { title, sort } }: { readonly column: Column<Row> }) {
  if (sort === undefined) return <>{title}</>;
  const mark = { ascending: ' ↑', descending: ' ↓', none: '' }[sort.direction];
  return (
    <button type="button" onClick={sort.onSort}>
      {title}
      <span aria-hidden="true">{mark}</span>
    </button>
  );
}

/** The height of rows that the table does not contain. */
export function Spacer({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr class="spacer" aria-hidden="true">
      <td colSpan={columns} style={{ height: `${rows * ROW_REM}rem` }} />
    </tr>
  );
}

/** Returns the range of rows near the visible part of a scrolling area. */
function useVisibleRows(box: { readonly current: HTMLDivElement | null }, count: number): readonly [number, number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 40]);
  useEffect(() => {
    const element = box.current;
    if (element === null || count === 0) return undefined;
    const update = (): void => {
      const rowHeight = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - OVERSCAN);
      const last = Math.min(count, Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + OVERSCAN);
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]));
    };
    update();
    element.addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      element.removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, [count]);
  return [Math.min(range[0], count), Math.min(range[1], count)];
}
