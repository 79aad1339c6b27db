import { useEffect, useRef, useState } from 'preact/hooks';
import { type Column, columnClass, ROW_REM, Spacer, TableHead } from './table.tsx';

/** Rows by their index; only some are in memory. */
export interface RowSet<Row> {
  readonly count: number;
  /** Undefined while the row is read. */
  readonly rowAt: (index: number) => Row | undefined;
}

export interface EndlessTableProps<Row> {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: RowSet<Row>;
  readonly rowKey: (row: Row) => string;
  /** Called with the range of visible rows. */
  readonly onShow: (from: number, to: number) => void;
  /** The number of rows for screen readers; undefined while it is not known. */
  readonly total: number | undefined;
}

const OVERSCAN = 12;
/** Browsers limit the height of an element, so a longer list moves in steps of half as many rows. */
const MAX_ROWS = 200_000;

/** A table of any length, which contains only the rows near the visible part. */
export function EndlessTable<Row>({ label, columns, rows, rowKey, onShow, total }: EndlessTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [{ base, from, to }, setRange] = useState({ base: 0, from: 0, to: 40 });
  const { count } = rows;
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const update = (): void => setRange((before) => findRange(element, before.base, count));
    update();
    element.addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      element.removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, [count]);
  useEffect(() => onShow(from, to), [from, to, onShow]);
  const last = Math.min(to, count);
  const first = Math.min(from, last);
  const end = Math.min(count, base + MAX_ROWS);
  return (
    <div class="table-box endless" ref={box} tabIndex={0} role="region" aria-label={label}>
      <table class="table" aria-rowcount={total === undefined ? -1 : total + 1}>
        <caption class="hidden-text">{label}</caption>
        <TableHead columns={columns} />
        <tbody>
          <Spacer rows={first - base} columns={columns.length} />
          {Array.from({ length: last - first }, (_, offset) => {
            const row = rows.rowAt(first + offset);
            return (
              <tr key={row === undefined ? first + offset : rowKey(row)} aria-rowindex={first + offset + 2}>
                {columns.map((column) => (
                  <td key={column.title} class={columnClass(column)}>
                    {row === undefined ? <span class="muted">…</span> : column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer rows={end - last} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

/** Returns the rows near the visible part. Moves `base`, the row at the top of the scrolling area, near its ends. */
function findRange(element: HTMLElement, base: number, count: number) {
  const rowHeight = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const top = base + Math.floor(element.scrollTop / rowHeight);
  const visible = Math.ceil(element.clientHeight / rowHeight);
  const step = MAX_ROWS / 2;
  const isNearEnd = top + visible + OVERSCAN >= base + MAX_ROWS && count > base + MAX_ROWS;
  const move = isNearEnd ? step : base > 0 && top - OVERSCAN <= base ? -step : 0;
  if (move !== 0) element.scrollTop -= move * rowHeight;
  return {
    base: base + move,
    from: Math.max(0, top - OVERSCAN),
    to: Math.min(Math.max(count, 40), top + visible + OVERSCAN),
  };
}
