import { isTimeText } from '../values/instants.ts';
import { listStrings } from './response-words.ts';

/**
 * Returns each row of a response as JSON, without the times that all of its rows have: services state the instant of the read in each row,
 * and then no two reads have equal rows.
 */
export function formatRows(rows: readonly unknown[]): string[] {
  const [first, ...others] = rows;
  const times = listStrings(first).filter(isTimeText);
  const rest = times.length === 0 ? [] : others.map((row) => new Set(listStrings(row)));
  const ofRead = new Set(times.filter((time) => rest.every((texts) => texts.has(time))));
  if (ofRead.size === 0) return rows.map((row) => JSON.stringify(row));
  const leaveOut = (_: string, value: unknown): unknown =>
    (typeof value === 'string' || typeof value === 'number') && ofRead.has(String(value)) ? undefined : value;
  return rows.map((row) => JSON.stringify(row, leaveOut));
}
