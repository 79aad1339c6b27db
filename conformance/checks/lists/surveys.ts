import type { Context } from '../../engine/check.ts';
import { type Exchange, findRecorded, isSuccess } from '../../http/client.ts';
import {
  forEachTestable,
  inconclusive,
  notApplicable,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { isEmptyList, readOutside, readRows } from '../../relations/rows/cells.ts';
import { readGivenPlaces } from '../../relations/rows/given.ts';
import type { ListRead } from '../../relations/rows/session.ts';
import { nameRow, type Survey, surveyTransactions } from '../../relations/rows/survey.ts';
import type { Principal } from '../../relations/survey/principals.ts';

const LIST = 'listTransactions';

/** The needs of the checks of the transaction list. */
export const SURVEY_NEEDS = ['readers', 'expectedScopes', 'sampling', 'bindings'] as const;
type SurveyContext = Context<typeof SURVEY_NEEDS>;

/** The number of keys whose lists are read with many combinations of parameters. */
const MOST_READERS = { quick: 1, standard: 2, thorough: Number.POSITIVE_INFINITY };

type Relate = (survey: Survey, reader: Principal) => Verdict | Promise<Verdict>;

/**
 * Returns the keys whose lists have rows to read, or the verdict where there are none: the one with the longest list, then the one
 * with the fewest terminals, whose list often has all rows that match, then the others by length.
 */
async function findFilledLists(context: SurveyContext): Promise<readonly ReadList[] | Verdict> {
  const lists: ReadList[] = [];
  for (const reader of context.readers) lists.push({ reader, exchange: await readPlainList(reader) });
  const read = lists.filter(({ exchange }) => isSuccess(exchange) && exchange.isReadable);
  const filled = read.filter(({ exchange }) => !isEmptyList(exchange.json));
  if (filled.length === 0) return judgeNoRows(context, read);
  const sorted = filled.toSorted((one, other) => other.exchange.text.length - one.exchange.text.length);
  const [longest] = sorted;
  const least = (longest?.exchange.text.length ?? 0) * SHORT_LIST;
  const countTerminals = ({ reader }: ReadList) => reader.sees.terminals.size || Number.POSITIVE_INFINITY;
  const [narrow] = sorted
    .filter((list) => list !== longest && list.exchange.text.length >= least)
    .toSorted((one, other) => countTerminals(one) - countTerminals(other));
  return [...new Set([...sorted.slice(0, 1), ...(narrow === undefined ? [] : [narrow]), ...sorted])];
}

/** The share of the longest list that the one of a narrow key has at least. */
const SHORT_LIST = 0.2;

/** Reads the list without parameters; with a limit if only such a read was recorded. */
const readPlainList = (reader: Principal): Promise<Exchange> =>
  reader.get(
    LIST,
    findRecorded(reader, LIST, (one) => Object.keys(one).length === 0) ??
      findRecorded(reader, LIST, (one) => Object.keys(one).join() === 'limit'),
  );

interface ReadList {
  readonly reader: Principal;
  readonly exchange: Exchange;
}

/** Returns the verdict where no key sees a transaction; `undefined` if one does. */
export async function judgeIfNoRows(context: SurveyContext): Promise<Verdict | undefined> {
  const found = await findFilledLists(context);
  return 'kind' in found ? found : undefined;
}

/** Judges the responses to each key with transactions by a relation between them. */
export async function judgeSurveys(context: SurveyContext, relate: Relate): Promise<Verdict> {
  const { sampling, bindings } = context;
  const filled = await findFilledLists(context);
  if ('kind' in filled) return filled;
  const surveyed: { readonly reader: Principal; readonly survey: Survey }[] = [];
  for (const { reader } of filled) {
    if (surveyed.length >= MOST_READERS[sampling.depth]) break;
    const survey = await surveyTransactions(reader, {
      given: readGivenPlaces(bindings),
      combinations: surveyed.length === 0 || sampling.depth === 'thorough' ? 'all' : 'few',
    });
    if (survey !== undefined) surveyed.push({ reader, survey });
  }
  if (surveyed.length === 0)
    return untestable(
      'needs at least 3 transactions in a list that the kit can find; add a key that sees more with --key NAME=KEY',
      ...filled.slice(0, 1).map(({ exchange }) => exchange),
    );
  return forEachTestable(
    surveyed,
    ({ reader }) => reader.name,
    ({ reader, survey }) => relate(survey, reader),
  );
}

/** The verdict where no key sees a transaction: an administrator sees all there are. */
function judgeNoRows({ expectedScopes }: SurveyContext, read: readonly ReadList[]): Verdict {
  const evidence = read.slice(0, 2).map(({ exchange }) => exchange);
  const isOfAdministrator = read.some(
    ({ reader }) => expectedScopes.expectations.get(reader.name)?.isAdministrator === true,
  );
  return isOfAdministrator
    ? notApplicable('there are no transactions: the list is empty for an administrator too', ...evidence)
    : untestable(
        'no key sees a transaction; add a key that does with --key NAME=KEY, or name an administrator with --administrator NAME',
        ...evidence,
      );
}

/** Names of numbers that differ between all reads, such as times. */
const OF_THE_READ = /time|date|took|duration|elapsed|generated|request|trace|stamp|nonce|cursor|next|server|_at$|id$/i;

/** Returns the numbers outside the rows of a response, as text, that are not named as belonging to the read. */
function listNumbersOutside(exchange: Exchange, { place }: Survey): ReadonlyMap<string, string> {
  const outside = [...readOutside(exchange.json, place)];
  return new Map(
    outside.flatMap(([at, value]) => {
      const text = String(value);
      return /^[^/:T]*\d[^/:T]*$/.test(text) && !OF_THE_READ.test(at) ? [[at, text] as const] : [];
    }),
  );
}

/**
 * As `judgeSurveys`, for relations between several responses: they prove nothing if the rows change meanwhile. So a failure repeats
 * the read of all rows and each read that it compares, because a new row may be visible with a filter only.
 */
export const judgeUnchanged = (context: SurveyContext, relate: Relate): Promise<Verdict> =>
  judgeSurveys(context, async (survey, reader) => {
    const verdict = await relate(survey, reader);
    if (verdict.kind !== 'fail') return verdict;
    // recorded traffic rarely has the reads that would show again that nothing changed
    if (verdict.isTimeless === true && reader.listRequested !== undefined) return verdict;
    const isAll = ({ parameters }: ListRead) => JSON.stringify(parameters) === JSON.stringify(survey.widest);
    const compared = survey.reads.filter((read) => isAll(read) || verdict.evidence.includes(read.exchange));
    for (const before of compared) {
      const after = await reader.get(LIST, before.parameters, { isFresh: true });
      // a new row may be beyond the limit, and only be counted
      const numbers = listNumbersOutside(after, survey);
      if ([...listNumbersOutside(before.exchange, survey)].some(([place, text]) => numbers.get(place) !== text))
        return inconclusive('the numbers beside the rows changed between two identical reads', before.exchange, after);
      const names = readRows(after.json, survey.place).rows.map((row) => nameRow(row, survey));
      const known = new Set(before.rows.map((row) => nameRow(row, survey)));
      if (names.length !== before.rows.length || names.some((name) => !known.has(name)))
        return inconclusive('the rows changed between two identical reads', before.exchange, after);
    }
    return verdict;
  });
