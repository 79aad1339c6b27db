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

/** The rows of a terminal's own list, and rows of the period that such lists have, as the list of all shows both. */
interface OwnPeriod {
  readonly shown: readonly Cells[];
  readonly covered: readonly Cells[];
}

/**
 * Finds a row of the terminal that its own list leaves out, though a list of terminals has earlier and later ones: its own list, or longer
 * lists of other terminals, so that neither a limit nor a period leaves it out. The own list must be in the order of a time: any other
 * order may leave out rows by its pages.
 */
export function findLeftOut(survey: Survey, terminal_id: string, { shown, covered }: OwnPeriod): LeftOut | undefined {
  const base = findBase(survey, { terminal_id });
  if (survey.idCell === undefined || base === undefined || !isWhole(base, survey) || shown.length < FEWEST_ROWS)
    return undefined;
  const known = new Set(shown.map((row) => nameRow(row, survey)));
  const isOwn = new Set(base.rows.map((row) => nameRow(row, survey)));
  if ([...known].some((name) => !isOwn.has(name))) return undefined;
  const all = findBase(survey, {})?.rows ?? [];
  // the order of a list of all terminals shows that local times are comparable
  const columns = findTimeColumns(base.rows)
    .filter((column) => isInOrder(shown, column))
    .map((column) => (isInOrder(all, column) ? { ...column, readRange: readPoint(column) } : column));
  const lost = base.rows.find(
    (row) =>
      !known.has(nameRow(row, survey)) &&
      columns.length > 0 &&
      columns.every((column) => isWithin(row, covered, column)),
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

const readPoint =
  ({ read }: TimeColumn): TimeColumn['readRange'] =>
  (row) => ({ from: read(row), to: read(row) });

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
