import type { Cells } from './cells.ts';
import { findBase, isWhole } from './filters.ts';
import type { ListRead } from './session.ts';
import { nameRow, type Survey } from './survey.ts';
import { findTimeColumns, type TimeColumn } from './transactions.ts';

/** With fewer rows, any order may be that of the time by chance. */
const FEWEST_ROWS = 6;

/** A row that a terminal's own list leaves out, and the response of the list of all that shows it. */
export interface LeftOut {
  readonly name: string;
  readonly read: ListRead;
}

/**
 * Finds a row of the terminal that its own list leaves out, though it shows earlier and later ones. The own list must be in the order of a
 * time, so that it has all rows of a period: any other order may leave out rows by its pages. `shown` are the rows of the own list as the
 * list of all shows them.
 */
export function findLeftOut(survey: Survey, terminal_id: string, shown: readonly Cells[]): LeftOut | undefined {
  const base = findBase(survey, { terminal_id });
  if (survey.idCell === undefined || base === undefined || !isWhole(base, survey) || shown.length < FEWEST_ROWS)
    return undefined;
  const known = new Set(shown.map((row) => nameRow(row, survey)));
  const isOwn = new Set(base.rows.map((row) => nameRow(row, survey)));
  if ([...known].some((name) => !isOwn.has(name))) return undefined;
  const columns = findTimeColumns(base.rows).filter((column) => isInOrder(shown, column));
  const lost = base.rows.find(
    (row) =>
      !known.has(nameRow(row, survey)) && columns.length > 0 && columns.every((column) => isWithin(row, shown, column)),
  );
  return lost && { name: nameRow(lost, survey), read: base };
}

/** Returns rows whose times are certainly within those of other rows with the same columns, by each column of times. */
export function listWithin(rows: readonly Cells[], others: readonly Cells[]): readonly Cells[] {
  const columns = findTimeColumns([...rows, ...others]);
  return columns.length === 0 ? [] : rows.filter((row) => columns.every((column) => isWithin(row, others, column)));
}

/** Whether rows have the order of a time, so that they lack no row of the period that they cover. */
export const areInOrderOfTime = (rows: readonly Cells[]): boolean =>
  findTimeColumns(rows).some((column) => isInOrder(rows, column));

/** Whether rows rise or fall by a time in which nearly all differ. */
function isInOrder(rows: readonly Cells[], { read }: TimeColumn): boolean {
  const times = rows.map(read);
  const isMonotonic = (sign: number) =>
    times.every((time, index) => index === 0 || sign * (time - (times[index - 1] ?? time)) >= 0);
  return new Set(times).size >= FEWEST_ROWS && (isMonotonic(1) || isMonotonic(-1));
}

/** Whether a row is certainly later than one and earlier than another one of these. */
function isWithin(row: Cells, rows: readonly Cells[], { readRange }: TimeColumn): boolean {
  const own = readRange(row);
  const ranges = rows.map(readRange);
  return ranges.some(({ to }) => to < own.from) && ranges.some(({ from }) => from > own.to);
}
