import fc from 'fast-check';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type { Bindings } from '../bindings/bindings.ts';
import {
  formatNames,
  formatRowCount,
  type ListRow,
  readCompletedAmounts,
  type Table,
  type WholeTable,
} from '../engine/survey/reading.ts';
import type { Parameters } from '../http/client.ts';
import { findFirstRise, formatCents, listRepeated } from './values/value-relations.ts';

/** A combination of documented parameters for transactions; `isNextPage` also requests the next page. */
export interface Combination {
  readonly limit?: number | undefined;
  readonly terminal_id?: string | undefined;
  readonly group_id?: string | undefined;
  readonly order?: 'amt_comp' | undefined;
  readonly isNextPage?: boolean | undefined;
}

/** The values for combinations. The rows of each value are known. */
export interface CombinationValues {
  readonly limits: readonly number[];
  readonly terminals: readonly string[];
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns the request parameters of a combination. */
export const toParameters = ({ limit, terminal_id, group_id, order }: Combination): Parameters => ({
  ...omitUndefined({ terminal_id, group_id }),
  ...(order === undefined ? {} : { sort_by: order, sort_dir: 'desc' }),
  ...omitUndefined({ limit }),
});

/** Generates combinations of these values. They shrink to fewer parameters, earlier values and one page. */
export const generateCombinations = ({ limits, terminals, groups }: CombinationValues): fc.Arbitrary<Combination> =>
  fc.record({
    limit: generateOptional(limits),
    terminal_id: generateOptional(terminals),
    group_id: generateOptional([...groups.keys()]),
    order: generateOptional(['amt_comp'] as const),
    isNextPage: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  });

const generateOptional = <Value>(values: readonly Value[]): fc.Arbitrary<Value | undefined> =>
  values.length === 0 ? fc.constant(undefined) : fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });

/** Returns the rows of a complete list that match the filters of a combination. */
export function filterRows(
  rows: readonly ListRow[],
  { terminal_id, group_id }: Combination,
  { groups }: CombinationValues,
): ListRow[] {
  const members = group_id === undefined ? undefined : groups.get(group_id);
  return rows.filter(
    ({ terminals }) =>
      (terminal_id === undefined || terminals.includes(terminal_id)) &&
      (members === undefined || terminals.some((one) => members.has(one))),
  );
}

/** The responses to a combination: the page, whether it links to a next page, and the next page if requested. */
export interface CombinationResponse {
  readonly page: Table;
  readonly hasNext: boolean | undefined;
  readonly next: Table | undefined;
}

/** A complete list of transactions, and the values that combinations filter it by. */
export interface KnownList {
  readonly whole: Pick<Table, 'rows'>;
  readonly values: CombinationValues;
  readonly bindings: Bindings;
}

/**
 * Returns the fault of a response, compared with the complete list; `undefined` without a fault. Rows with equal amounts
 * may be in any order, and a page may end between them. Without a limit, the target chooses the page size.
 */
export function findCombinationFault(
  { page, next, hasNext }: CombinationResponse,
  combination: Combination,
  { whole, values, bindings }: KnownList,
): string | undefined {
  const kept = filterRows(whole.rows, combination, values);
  const ids = new Set(kept.map(({ id }) => id));
  const strays = [...page.rows, ...(next?.rows ?? [])].filter(({ id }) => !ids.has(id));
  if (strays.length > 0) return `rows that do not match the filters: ${formatNames(strays.map(({ id }) => id))}`;
  const twice = listRepeated(page.rows.map(({ id }) => id));
  if (twice.length > 0) return `repeated rows: ${formatNames(twice)}`;

  const { length } = page.rows;
  const { limit } = combination;
  const most = limit === undefined ? kept.length : Math.min(limit, kept.length);
  if (length > most) return `${formatRowCount(length)} instead of ${most}`;
  const isWhole = limit !== undefined || hasNext === false;
  if (isWhole && length < most) return `${formatRowCount(length)} instead of ${most}`;
  return combination.order === undefined ? undefined : findOrderFault({ page, next }, kept, bindings);
}

function findOrderFault(
  { page, next }: Pick<CombinationResponse, 'page' | 'next'>,
  kept: readonly ListRow[],
  bindings: Bindings,
): string | undefined {
  const amounts = readCompletedAmounts(page, bindings);
  const greatest = readCompletedAmounts({ rows: kept }, bindings).sort((a, b) => b - a);
  const place = amounts.findIndex((amount, index) => amount !== greatest[index]);
  if (place >= 0)
    return `row ${place + 1} has ${formatCents(amounts[place] ?? 0)} instead of ${formatCents(greatest[place] ?? 0)}`;
  const rise = next === undefined ? -1 : findFirstRise([...amounts, ...readCompletedAmounts(next, bindings)]);
  return rise > 0 ? `row ${rise + 1}, on the next page, has a higher amount than the row before it` : undefined;
}

/** Whether a complete list can reveal faults: it has more than three rows, and several amounts. */
export const isDiscriminating = ({ rows }: WholeTable, bindings: Bindings): boolean =>
  new Set(readCompletedAmounts({ rows }, bindings)).size > 1 && rows.length > 3;
