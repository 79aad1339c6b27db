import { type Caller, readIfRecorded } from '../../http/client.ts';
import { fail, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { formatRowCount } from '../../slots/read-lists.ts';
import { readRows } from './cells.ts';
import { getFilter, isSorted, type ListRead } from './session.ts';
import type { Survey } from './survey.ts';

/** With as few rows, a limit that is rounded up looks like one that is ignored. */
const FEW_ROWS = 10;

const isPlain = ({ parameters }: ListRead): boolean =>
  Object.keys(getFilter(parameters)).length === 0 && !isSorted(parameters);
const getLimit = ({ parameters }: Pick<ListRead, 'parameters'>): number => Number(parameters.limit);

/**
 * Judges `limit` by all responses. It is an upper bound, and a service may round it up, as to the size of a page; then the rounded limit
 * returns that number of rows as well, a higher limit no fewer, and the bound is the same with other parameters.
 */
export async function judgeLimits(survey: Survey, reader: Caller): Promise<Verdict> {
  const [control] = survey.reads;
  const limited = survey.reads.filter(({ parameters }) => parameters.limit !== undefined);
  const refused = survey.refused.filter(({ parameters }) => Object.keys(parameters).join() === 'limit');
  if (control === undefined) return untestable('needs transactions');
  const [first] = refused;
  if (limited.length === 0 && first !== undefined && refused.length >= 5 && control.rows.length > 0)
    return fail(
      {
        expected: 'a success with one of the limits',
        actual: first.exchange,
        saw: `${refused.length} limits are refused`,
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
  for (const read of above.filter((one) => !isPlain(one))) {
    // a higher limit returns no fewer rows
    const alone = plain.find((one) => getLimit(one) >= getLimit(read));
    if (alone === undefined || alone.rows.length === 0) continue;
    if (read.rows.length > alone.rows.length && alone.rows.length < longest.rows.length)
      return fail(
        {
          expected: `at most ${formatRowCount(alone.rows.length)}, as with limit=${getLimit(alone)} without further parameters`,
          actual: read.exchange,
          saw: saw(read),
        },
        alone.exchange,
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
      return untestable(
        `needs a read with limit=${rounded.rows.length}: the service may round limits up`,
        rounded.exchange,
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
