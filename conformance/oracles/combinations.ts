import fc from 'fast-check';
import type { Bindings } from '../bindings/bindings.ts';
import { completedAmounts, few, type Row, rowsInWords, type Table, type WholeTable } from '../engine/reading.ts';
import type { Parameters } from '../http/client.ts';
import { firstRise, inUnits, repeated } from './value-relations.ts';

/** A combination of documented parameters for transactions; `isNextPage` also requests the next page. */
export interface Combination {
  readonly limit?: number | undefined;
  readonly terminal_id?: string | undefined;
  readonly group_id?: string | undefined;
  readonly order?: 'amt_comp' | undefined;
  readonly isNextPage?: boolean | undefined;
}

/** The values for combinations. The rows of each value are known. */
export interface Stock {
  readonly limits: readonly number[];
  readonly terminals: readonly string[];
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns the request parameters of a combination. */
export const parametersOf = ({ limit, terminal_id, group_id, order }: Combination): Parameters => ({
  ...(terminal_id === undefined ? {} : { terminal_id }),
  ...(group_id === undefined ? {} : { group_id }),
  ...(order === undefined ? {} : { sort_by: order, sort_dir: 'desc' }),
  ...(limit === undefined ? {} : { limit }),
});

/** Generates combinations of these values. They shrink to fewer parameters, earlier values and one page. */
export const combinationsOf = ({ limits, terminals, groups }: Stock): fc.Arbitrary<Combination> =>
  fc.record({
    limit: perhaps(limits),
    terminal_id: perhaps(terminals),
    group_id: perhaps([...groups.keys()]),
    order: perhaps(['amt_comp'] as const),
    isNextPage: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  });

const perhaps = <Value>(values: readonly Value[]): fc.Arbitrary<Value | undefined> =>
  values.length === 0 ? fc.constant(undefined) : fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });

/** Returns the rows of a complete list that match the filters of a combination. */
export function matching(rows: readonly Row[], { terminal_id, group_id }: Combination, { groups }: Stock): Row[] {
  const members = group_id === undefined ? undefined : groups.get(group_id);
  return rows.filter(
    ({ terminals }) =>
      (terminal_id === undefined || terminals.includes(terminal_id)) &&
      (members === undefined || terminals.some((one) => members.has(one))),
  );
}

/** The responses to a combination: the page, whether it links to a next page, and the next page if requested. */
export interface Came {
  readonly page: Table;
  readonly hasNext: boolean | undefined;
  readonly next: Table | undefined;
}

/**
 * Returns the fault of a response, compared with the complete list; `undefined` without a fault. Rows with equal amounts
 * may be in any order, and a page may end between them. Without a limit, the target chooses the page size.
 */
export function faultIn(
  { page, next, hasNext }: Came,
  asked: Combination,
  whole: readonly Row[],
  stock: Stock,
  bindings: Bindings,
): string | undefined {
  const kept = matching(whole, asked, stock);
  const ids = new Set(kept.map(({ id }) => id));
  const strays = [...page.rows, ...(next?.rows ?? [])].filter(({ id }) => !ids.has(id));
  if (strays.length > 0) return `rows that do not match the filters: ${few(strays.map(({ id }) => id))}`;
  const twice = repeated(page.rows.map(({ id }) => id));
  if (twice.length > 0) return `repeated rows: ${few(twice)}`;

  const { length } = page.rows;
  const { limit } = asked;
  const most = limit === undefined ? kept.length : Math.min(limit, kept.length);
  if (length > most) return `${rowsInWords(length)} instead of ${most}`;
  const isWhole = limit !== undefined || hasNext === false;
  if (isWhole && length < most) return `${rowsInWords(length)} instead of ${most}`;
  return asked.order === undefined ? undefined : faultInOrder(page, next, kept, bindings);
}

function faultInOrder(
  page: Table,
  next: Table | undefined,
  kept: readonly Row[],
  bindings: Bindings,
): string | undefined {
  const amounts = completedAmounts(page, bindings);
  const greatest = completedAmounts({ rows: kept }, bindings).sort((a, b) => b - a);
  const place = amounts.findIndex((amount, index) => amount !== greatest[index]);
  if (place >= 0)
    return `row ${place + 1} has ${inUnits(amounts[place] ?? 0)} instead of ${inUnits(greatest[place] ?? 0)}`;
  const rise = next === undefined ? -1 : firstRise([...amounts, ...completedAmounts(next, bindings)]);
  return rise > 0 ? `row ${rise + 1}, on the next page, has a higher amount than the row before it` : undefined;
}

/** Whether a complete list can reveal faults: it has more than three rows, and several amounts. */
export const isDiscriminating = ({ rows }: WholeTable, bindings: Bindings): boolean =>
  new Set(completedAmounts({ rows }, bindings)).size > 1 && rows.length > 3;
