import type { Exchange } from '../../http/client.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { fail, notApplicable, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { type Concept, express, expressExactly, splitWords } from '../../reading/words/synonyms.ts';
import type { Principal } from '../survey/principals.ts';
import { type Cells, listTextColumns, type NameCell, readName, readRows, splitLink } from './cells.ts';
import { readMoments } from './moments.ts';
import { nameRow } from './survey.ts';
import { readTransactions, type SurveyedTransaction } from './transactions.ts';

/** The dispute cases of one response. */
export interface Cases {
  readonly exchange: Exchange;
  readonly rows: readonly Cells[];
}

/** Whether a scalar is more than a sign that there is nothing: a case without a review may have `reviewed: false` or `reviewer: "none"`. */
export const isFilled = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== 0 &&
  !/^\W*$/.test(String(value)) &&
  !NOTHING.has(String(value).toLowerCase().replaceAll(/[ _-]/g, ' '));

/** The texts that services write where a case has no reviewer or no review, in some languages. */
const NOTHING: ReadonlySet<string> = new Set(
  [
    ['none', 'null', 'nil', 'na', 'n/a', 'unassigned', 'unreviewed', 'unknown', 'pending', 'open'],
    ['yet', 'assigned', 'reviewed', 'available', 'applicable'].map((word) => `not ${word}`),
    ['kein', 'keine', 'keiner', 'niemand', 'offen', 'ausstehend', 'geen'],
    ['aucun', 'aucune', 'personne', 'ninguno', 'ninguna', 'nadie', 'pendiente'],
    ['nenhum', 'nenhuma', 'pendente', 'nessuno', 'nessuna'],
  ].flat(),
);

const listPlaces = (rows: readonly Cells[]): string[] => [...new Set(rows.flatMap((row) => [...row.keys()]))];

const hasTimes = (rows: readonly Cells[], place: string): boolean => {
  const filled = rows.map((row) => row.get(place)).filter(isFilled);
  return filled.length > 0 && filled.every((value) => readMoments(value).length > 0);
};

/** Short forms of a reviewer or a review. */
const ABBREVIATED = /^re?vw?r?$/;
/** The meanings by which a column of a case is named as something else than its reviewer. */
const NAMED_CONCEPTS: readonly Concept[] = [
  ...(['status', 'reason', 'transaction', 'terminal', 'amount', 'due', 'assignment', 'resolution'] as const),
  ...(['date', 'time', 'timing', 'id', 'account', 'type', 'group', 'location'] as const),
];

/** Judges by the names of columns that cases with reviewer metadata have a resolution, and that a case without one has no reviewer. */
export function judgeReviewers({ rows, exchange }: Cases): Verdict {
  const places = listPlaces(rows).map((place) => ({ place, words: splitWords(place) }));
  const named = (concept: Concept, without: readonly Concept[]) =>
    places.filter(({ words }) => express(words, concept) && !without.some((other) => expressExactly(words, other)));
  const listReviewers = (isReviewer: (words: readonly string[]) => boolean) =>
    places
      .filter(({ words }) => isReviewer(words) && !expressExactly(words, 'status'))
      .filter(({ place }) => !hasTimes(rows, place))
      .map(({ place }) => place);
  const plain = listReviewers((words) => expressExactly(words, 'reviewer'));
  const reviewers = plain.length > 0 ? plain : listReviewers((words) => words.some((word) => ABBREVIATED.test(word)));
  const resolutions = named('resolution', ['reviewer', 'status', 'due', 'assignment'])
    .map(({ place }) => place)
    .filter((place) => !reviewers.includes(place));
  const statuses = named('status', ['resolution', 'reviewer', 'assignment']).map(({ place }) => place);
  const isReviewed = (row: Cells) => reviewers.some((place) => isFilled(row.get(place)));
  const isResolved = (row: Cells) => resolutions.some((place) => isFilled(row.get(place)));
  const statusOf = (row: Cells) => JSON.stringify(statuses.map((place) => row.get(place)));
  const reviewed = rows.filter(isReviewed);
  const others = rows.filter((row) => !isReviewed(row));
  const unclear = untestable(
    'the names of the columns do not show which one is the reviewer; set bindings.disputes.reviewer',
    exchange,
  );
  const mayBeReviewer = ({ place, words }: (typeof places)[number]) =>
    !NAMED_CONCEPTS.some((concept) => express(words, concept)) &&
    rows.some((row) => /\p{L}{3}/u.test(String(row.get(place) ?? '')));
  const areAllNamed = resolutions.length > 0 && statuses.length > 0 && !places.some(mayBeReviewer);
  if (reviewers.length === 0 && !areAllNamed) return unclear;
  if (reviewed.length === 0) return notApplicable('no dispute shows reviewer metadata', exchange);
  if (resolutions.length > 0) {
    const resolvedStatuses = new Set(rows.filter(isResolved).map(statusOf));
    const early = reviewed.filter(
      (row) => !isResolved(row) && (statuses.length === 0 || !resolvedStatuses.has(statusOf(row))),
    );
    // an abbreviation may mean a revision
    if (early.length > 0 && plain.length === 0) return unclear;
    if (early.length > 0) {
      const saw = `${reviewers.join(', ')} in ${early.length} of ${rows.length} disputes, without a resolution`;
      return fail({ expected: 'no reviewer metadata in an unresolved dispute', actual: exchange, saw });
    }
    return rows.some((row) => !isResolved(row))
      ? pass(exchange)
      : notApplicable('each dispute has a resolution', exchange);
  }
  const reviewedStatuses = new Set(reviewed.map(statusOf));
  // no status has cases with and without a reviewer
  return statuses.length > 0 && others.length > 0 && !others.some((row) => reviewedStatuses.has(statusOf(row)))
    ? pass(exchange)
    : untestable(
        'the kit does not know which disputes are resolved; set bindings.disputes.resolved_statuses',
        exchange,
      );
}

/** A dispute with the transaction that it names. */
interface Joined {
  readonly dispute: Cells;
  readonly transaction: SurveyedTransaction;
}

const FEWEST_JOINED = 3;
const MOST_READ = 3;
const MOST_DISAGREEING = 0.25;

/** Returns the ids of a transaction: its name, or the parts of its link. */
const listIds = (name: string): string[] => {
  const segments = splitLink(name);
  return segments.length === 0 ? [name] : segments.slice(-2);
};

/** Joins disputes with transactions by the column that has the most of their ids. */
function joinDisputes(disputes: readonly Cells[], transactions: readonly SurveyedTransaction[]): Joined[] {
  const byId = new Map(transactions.flatMap((one) => listIds(one.id).map((id) => [id, one] as const)));
  const columns = listTextColumns(disputes).map(({ cell, values }) => {
    const known = new Set(values.filter((value) => byId.has(value)));
    const isNamed = express(splitWords(cell.place), 'transaction') || cell.segment !== undefined;
    const isCertain = isNamed || [...known].every(isUnmistakable);
    return { cell, known: isCertain ? known.size : 0 };
  });
  const [best] = columns.toSorted((one, other) => other.known - one.known);
  if (best === undefined || best.known === 0) return [];
  return disputes.flatMap((dispute) => {
    const transaction = byId.get(readName(dispute, best.cell) ?? '');
    return transaction === undefined ? [] : [{ dispute, transaction }];
  });
}

/**
 * Judges that disputes name the terminals of their transactions: by a column that equals the terminal of each transaction, or by the
 * lists of these terminals, which have the transactions.
 */
export async function judgeTerminals({ rows, exchange }: Cases, reader: Principal): Promise<Verdict> {
  const list = await readTransactions(reader);
  const joined = list === undefined ? [] : joinDisputes(rows, list.rows);
  if (list === undefined || joined.length === 0)
    return untestable('needs a dispute about a transaction that the list of transactions shows', exchange);
  const { survey } = list;
  const known = new Set(survey.terminals);
  const columns = listTextColumns(joined.map(({ dispute }) => dispute)).map(({ cell }) => cell);
  const read = (cell: NameCell, { dispute }: Joined) => readName(dispute, cell);
  const withTerminal = joined.filter(({ transaction }) => transaction.terminal !== undefined);
  let failure: Verdict | undefined;
  for (const cell of columns) {
    const equal = withTerminal.filter((one) => read(cell, one) === one.transaction.terminal);
    const wrong = withTerminal.filter((one) => !equal.includes(one) && read(cell, one) !== undefined);
    const [first] = wrong;
    if (equal.length === 0 || new Set(equal.map((one) => read(cell, one))).size < Math.min(2, equal.length)) continue;
    if (first === undefined) return pass(exchange, equal[0]?.transaction.exchange ?? exchange);
    // another column may name the terminal: the place at which a case was opened is often the same
    if (equal.length >= FEWEST_JOINED && wrong.length <= withTerminal.length * MOST_DISAGREEING)
      failure ??= fail(
        {
          expected: `${first.transaction.terminal}, the terminal of ${first.transaction.id}, at ${cell.place}`,
          actual: exchange,
          saw: read(cell, first) ?? 'nothing',
        },
        first.transaction.exchange,
      );
  }
  if (failure !== undefined) return failure;
  const byList = columns.filter(
    (cell) => express(splitWords(cell.place), 'terminal') || joined.every((one) => known.has(read(cell, one) ?? '')),
  );
  for (const cell of byList) {
    const evidence: Exchange[] = [];
    for (const one of joined.slice(0, MOST_READ)) {
      const terminal_id = read(cell, one);
      const own =
        terminal_id === undefined ? undefined : await reader.get('listTransactions', { terminal_id, ...survey.widest });
      const names = own === undefined ? [] : readRows(own.json, survey.place).rows.map((row) => nameRow(row, survey));
      if (own !== undefined && names.includes(one.transaction.id) && isFiltered(names, list.rows.length))
        evidence.push(own);
    }
    const [first, ...others] = evidence;
    if (first !== undefined && evidence.length === Math.min(MOST_READ, joined.length))
      return pass(exchange, first, ...others);
  }
  return untestable(
    'the kit does not know where disputes and transactions name the same terminal; set bindings.disputes.terminal',
    exchange,
  );
}

/** Whether a list has fewer rows than all transactions, so that the filter has an effect. */
const isFiltered = (names: readonly string[], all: number): boolean => names.length > 0 && names.length < all;
