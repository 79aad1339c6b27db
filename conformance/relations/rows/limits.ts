import { type Caller, formatParameters, type Parameters, readIfRecorded } from '../../http/client.ts';
import { fail, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { formatRowCount } from '../../slots/read-lists.ts';
import { readRows } from './cells.ts';
import { getFilter, isSorted, type ListRead, type RefusedRead } from './session.ts';
import type { Survey } from './survey.ts';

/** With as many limits that are refused, or that are exceeded by one number of rows, a service does so with any limit. */
const FEWEST_ALIKE = 3;
/** With as few rows, a limit that is rounded up looks like one that is ignored. */
const FEW_ROWS = 10;

const isPlain = ({ parameters }: ListRead): boolean =>
  Object.keys(getFilter(parameters)).length === 0 && !isSorted(parameters);
const getLimit = ({ parameters }: Pick<ListRead, 'parameters'>): number => Number(parameters.limit);

/** Statuses about the parameters of a request, at any time. */
const INVALID: ReadonlySet<number> = new Set([400, 422]);

/** Whether limits are refused that a service has which accepts some sizes of pages only: 50, and a smaller one. */
const includeUsualLimits = (refused: readonly RefusedRead[]): boolean =>
  [/^50$/, /^(10|20|25)$/].every((usual) => refused.some(({ parameters }) => usual.test(String(parameters.limit))));

/** Returns the last refusal of each limit, where a request without the limit gets rows. */
function listRefusedLimits({ refused, reads }: Survey): readonly RefusedRead[] {
  const write = ({ limit: _, ...others }: Parameters): string => formatParameters(others);
  const accepted = new Set(reads.filter(({ rows }) => rows.length > 0).map(({ parameters }) => write(parameters)));
  const found = refused.filter(({ parameters }) => parameters.limit !== undefined && accepted.has(write(parameters)));
  return [...new Map(found.map((one) => [getLimit(one), one])).values()];
}

/**
 * Returns reads with several limits that each has the same number of rows too many: a service that rounds limits up to multiples of a number
 * has rows that this number divides.
 */
function listAlikeExceeded(above: readonly ListRead[]): readonly ListRead[] {
  const getExcess = (read: ListRead): number => read.rows.length - getLimit(read);
  for (const [excess, reads] of Map.groupBy(above, getExcess)) {
    const distinct = [...new Map(reads.map((read) => [getLimit(read), read])).values()];
    const step = distinct.map(({ rows }) => rows.length).reduce(findDivisor, 0);
    if (distinct.length >= FEWEST_ALIKE && step <= excess) return distinct;
  }
  return [];
}

/** Returns the greatest common divisor. */
const findDivisor = (one: number, other: number): number => (other === 0 ? one : findDivisor(other, one % other));

/**
 * Judges `limit` by all responses. It is an upper bound, and a service may round it up, as to the size of a page; then the rounded limit
 * returns that number of rows as well, a higher limit no fewer, and the bound is the same with other parameters.
 */
export async function judgeLimits(survey: Survey, reader: Caller): Promise<Verdict> {
  const [control] = survey.reads;
  const limited = survey.reads.filter(({ parameters }) => parameters.limit !== undefined);
  const refused = listRefusedLimits(survey);
  if (control === undefined) return untestable('needs transactions');
  const [first] = refused;
  if (limited.length === 0 && first !== undefined && refused.length >= FEWEST_ALIKE && includeUsualLimits(refused))
    return fail(
      {
        expected: 'a success with one of the limits',
        actual: first.exchange,
        saw: `${refused.length} limits are refused`,
        ...(refused.every(({ exchange: { status } }) => INVALID.has(status)) ? { isTimeless: true } : {}),
      },
      control.exchange,
    );
  const plain = limited.filter(isPlain).toSorted((one, other) => getLimit(one) - getLimit(other));
  const longest = plain.reduce((best, one) => (one.rows.length > best.rows.length ? one : best), plain[0] ?? control);
  const saw = (read: ListRead) => `${read.rows.length} rows with limit=${getLimit(read)}`;
  const above = limited.filter((read) => read.rows.length > getLimit(read));
  const bounding = plain.filter((read) => read.rows.length <= getLimit(read) && read.rows.length < longest.rows.length);
  if (above.length === 0) {
    const [witness] = bounding;
    return witness === undefined
      ? untestable('needs more transactions than a limit', control.exchange)
      : pass(witness.exchange, longest.exchange);
  }
  const unlimited = survey.reads.filter((one) => isPlain(one) && one.parameters.limit === undefined);
  for (const read of above.filter((one) => !isPlain(one))) {
    // a higher limit returns no fewer rows
    const alone = plain.find((one) => getLimit(one) >= getLimit(read));
    if (alone === undefined || alone.rows.length === 0) continue;
    const longer = [longest, ...unlimited].find(({ rows }) => rows.length > alone.rows.length);
    if (read.rows.length > alone.rows.length && longer !== undefined)
      return fail(
        {
          expected: `at most ${formatRowCount(alone.rows.length)}, as with limit=${getLimit(alone)} without further parameters`,
          actual: read.exchange,
          saw: saw(read),
          // a list with just as many rows as its limit has more of them, at any time
          ...(alone.rows.length === getLimit(alone) ? { isTimeless: true } : {}),
        },
        alone.exchange,
        longer.exchange,
      );
  }
  for (const [index, read] of plain.entries()) {
    const later = plain.slice(index + 1).find((one) => one.rows.length < read.rows.length);
    if (later !== undefined && read.rows.length > getLimit(read))
      return fail(
        {
          expected: `at most ${formatRowCount(getLimit(read))}`,
          actual: read.exchange,
          saw: `${saw(read)}, and ${saw(later)}`,
        },
        later.exchange,
      );
  }
  const [more, ...others] = listAlikeExceeded(above);
  const exceeded =
    more === undefined
      ? undefined
      : fail(
          {
            expected: `at most ${formatRowCount(getLimit(more))}`,
            actual: more.exchange,
            saw: [more, ...others].map(saw).join(', '),
            isTimeless: true,
          },
          ...others.map(({ exchange }) => exchange),
        );
  const [rounded] = plain.filter((read) => read.rows.length > getLimit(read) && read.rows.length < longest.rows.length);
  if (rounded !== undefined) {
    // the bound is the same with other parameters, so that recorded traffic may show it with some
    const other = limited.find((one) => !isPlain(one) && getLimit(one) === rounded.rows.length && above.includes(one));
    if (other !== undefined)
      return fail(
        {
          expected: `at most ${formatRowCount(getLimit(rounded))}, or as many as with limit=${rounded.rows.length}`,
          actual: rounded.exchange,
          saw: `${saw(rounded)}, and ${saw(other)}`,
        },
        other.exchange,
      );
    const again = await readIfRecorded(reader, 'listTransactions', { limit: rounded.rows.length });
    if (again === undefined)
      return (
        exceeded ??
        untestable(`needs a read with limit=${rounded.rows.length}: the service may round limits up`, rounded.exchange)
      );
    const { rows } = readRows(again.json, survey.place);
    if (rows.length > rounded.rows.length)
      return fail(
        {
          expected: `at most ${formatRowCount(getLimit(rounded))}, or as many as with limit=${rounded.rows.length}`,
          actual: rounded.exchange,
          saw: `${saw(rounded)}, and ${rows.length} rows with limit=${rounded.rows.length}`,
        },
        again,
      );
  }
  if (exceeded !== undefined) return exceeded;
  const isIgnored =
    bounding.length === 0 && plain.length >= 3 && plain.every(({ rows }) => rows.length === longest.rows.length);
  const [lowest] = plain;
  if (isIgnored && lowest !== undefined && longest.rows.length > FEW_ROWS)
    return fail(
      {
        expected: 'fewer rows with a lower limit',
        actual: lowest.exchange,
        saw: `${longest.rows.length} rows with each limit`,
        isTimeless: true,
      },
      longest.exchange,
    );
  if (isIgnored)
    return untestable(`needs more than ${FEW_ROWS} transactions: the service may round limits up`, longest.exchange);
  return pass(longest.exchange, ...plain.map(({ exchange }) => exchange));
}
