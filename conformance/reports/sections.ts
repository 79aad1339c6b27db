import type { CheckResult, Choice, RunResult, Statement } from '../result.ts';
import { count } from './screen.ts';

/** The parts of a report in the order in which somebody acts on them; within each, the order of the catalogue. */
export const SECTIONS = [
  'failed',
  'errors',
  'unverified',
  'advice',
  'adviceUnverified',
  'known',
  'notApplicable',
  'passed',
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** What a section is called above its checks. */
export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  errors: 'Errors of the kit',
  failed: 'Failed',
  unverified: 'Not verified',
  advice: 'Advice',
  adviceUnverified: 'Advice not verified',
  known: 'Known',
  notApplicable: 'Not applicable',
  passed: 'Passed',
};

/** The results of a run by the part of the report in which they belong. */
export function sectionsOf({
  results,
}: Pick<RunResult, 'results'>): Readonly<Record<SectionName, readonly CheckResult[]>> {
  const within = (section: SectionName) => results.filter((check) => sectionOf(check) === section);
  return {
    errors: within('errors'),
    failed: within('failed'),
    unverified: within('unverified'),
    advice: within('advice'),
    adviceUnverified: within('adviceUnverified'),
    known: within('known'),
    notApplicable: within('notApplicable'),
    passed: within('passed'),
  };
}

/** The part of a report in which a result belongs. What the baseline listed until a day that is over is shown again. */
export const sectionOf = (check: CheckResult): SectionName =>
  check.known?.isExpired === false ? 'known' : sectionOfOutcome(check);

/** Likewise, where nothing is known beforehand. `decides`: whether it counts for the exit code. */
export function sectionOfOutcome({
  outcome,
  decides,
}: Pick<CheckResult, 'outcome' | 'decides'>): Exclude<SectionName, 'known'> {
  switch (outcome) {
    case 'error':
      return 'errors';
    case 'fail':
      return 'failed';
    case 'warning':
      return 'advice';
    case 'untestable':
    case 'inconclusive':
      return decides ? 'unverified' : 'adviceUnverified';
    case 'not-applicable':
      return 'notApplicable';
    case 'pass':
      return 'passed';
    default:
      return outcome satisfies never;
  }
}

/** The cases that made a check what it is, those first that nobody knew of. */
export const decisiveCases = (check: CheckResult): CheckResult['cases'] =>
  check.cases
    .filter(({ outcome }) => outcome === check.outcome)
    .toSorted((one, other) => Number(one.known !== undefined) - Number(other.known !== undefined));

/** What to show of a check: its first decisive case, or itself. */
export const shownOf = (check: CheckResult): Statement => decisiveCases(check)[0] ?? check;

/** Where a clause stands: `transactions.limit, section 4`; for a rule of one's own, what its author says. */
export function sourceOf({ clause }: Pick<CheckResult, 'clause'>): string {
  if (clause.isDocumented) return `${clause.id}, section ${clause.section}`;
  return clause.isOwn === true ? (clause.section ?? 'a rule of your own') : `${clause.id}, an assumption`;
}

const MOST_OF_A_BODY = 80;

/** What came instead: the answer, and what in it is wrong. */
export function cameOf({ request, saw }: Statement): string {
  const answer = request && `${request.status} ${request.contentType}`.trim();
  const excerpt = request?.excerpt ?? '';
  const clipped = excerpt.length > MOST_OF_A_BODY ? `${excerpt.slice(0, MOST_OF_A_BODY).toWellFormed()}…` : excerpt;
  return [answer, saw ?? clipped].filter((part) => part !== undefined && part !== '').join(', ');
}

const MOST_CASES = 3;

/** Where it was seen: the first cases, and how many more. */
export function seenIn(check: CheckResult): string {
  const names = decisiveCases(check).flatMap(({ name }) => (name === '' ? [] : [name]));
  const rest = names.slice(MOST_CASES);
  const more = rest.length === 0 ? '' : `; and in ${count(rest.length, 'more case')}`;
  return names.slice(0, MOST_CASES).join('; ') + more;
}

/** What the documented clauses fared, in one sentence. */
export const coverageSentence = ({ clauses }: RunResult): string =>
  `${clauses.verified} of ${clauses.documented} documented rules verified, ${clauses.broken} broken, ` +
  `${clauses.unverified} not verified, ${clauses.notLookedAt} not looked at, ${clauses.uncheckable} cannot be checked`;

/** How many checks had which end, in words: `73 passed`, `0 failed`, … */
export function figuresOf(result: RunResult): string[] {
  const { errors, failed, unverified, advice, adviceUnverified, known, notApplicable, passed } = sectionsOf(result);
  return [
    `${passed.length} passed`,
    `${failed.length} failed`,
    ...(known.length > 0 ? [`${known.length} known`] : []),
    ...(advice.length > 0 ? [`${advice.length} gave advice`] : []),
    `${unverified.length + adviceUnverified.length} not verified`,
    ...(notApplicable.length > 0 ? [`${notApplicable.length} not applicable`] : []),
    ...(errors.length > 0 ? [`${errors.length} error${errors.length === 1 ? '' : 's'} of the kit`] : []),
  ];
}

/** A reading of the target in words: `What \`limit=0\` gives: a refusal (422)`. */
export const choiceSentence = ({ title, reading }: Choice): string => `${title}: ${reading}`;

/** A known issue in words: its reason, who cares for it, and until when it is accepted. */
export const knownSentence = ({ known }: Statement): string =>
  known === undefined
    ? ''
    : [
        known.reason,
        ...(known.owner === undefined ? [] : [known.owner]),
        ...(known.expires === undefined ? [] : [`${known.isExpired ? 'accepted until' : 'until'} ${known.expires}`]),
      ].join(' · ');
