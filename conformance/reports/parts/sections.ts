import type {
  CheckResult,
  ClauseReference,
  RecordedChoice,
  RunResult,
  Statement,
} from '../../engine/results/result.ts';
import { neutralised, pluralize } from './screen.ts';

/** The sections of a report, most urgent first; each in catalogue order. */
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

/** The titles of the sections. */
export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  errors: 'Kit errors',
  failed: 'Failed',
  unverified: 'Not verified',
  advice: 'Advice',
  adviceUnverified: 'Advice not verified',
  known: 'Known',
  notApplicable: 'Not applicable',
  passed: 'Passed',
};

/** Groups the results of a run by section. */
export function groupBySection({
  results,
}: Pick<RunResult, 'results'>): Readonly<Record<SectionName, readonly CheckResult[]>> {
  const within = (section: SectionName) => results.filter((check) => findSection(check) === section);
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

/** Returns the section of a result. Issues with an expired baseline entry are shown again. */
export const findSection = (check: CheckResult): SectionName =>
  check.known?.isExpired === false ? 'known' : findSectionOfOutcome(check);

/** Returns the section of an outcome, ignoring the baseline. `decides`: whether it counts for the exit code. */
export function findSectionOfOutcome({
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

/** Returns the decisive cases of a check, unknown issues first. */
export const findDecisiveCases = (check: CheckResult): CheckResult['cases'] =>
  check.cases
    .filter(({ outcome }) => outcome === check.outcome)
    .toSorted((one, other) => Number(one.known !== undefined) - Number(other.known !== undefined));

/** Returns what to show of a check: its first decisive case, or the check itself. */
export const chooseStatement = (check: CheckResult): Statement => findDecisiveCases(check)[0] ?? check;

/** Describes the source of a rule: `transactions.limit, section 4`; for a custom rule, its stated section. */
export function describeSource(clause: ClauseReference): string {
  if (clause.isDocumented) return `${clause.id}, section ${clause.section}`;
  return clause.isOwn === true ? (clause.section ?? 'a custom rule') : `${clause.id}, an assumption`;
}

const MOST_OF_A_BODY = 80;
const MOST_OF_A_MEDIA_TYPE = 120;

/** Shortens a Content-Type, which a service can make as long as a header may be, with control characters made visible. */
export function clipMediaType(contentType: string): string {
  const shown = neutralised(contentType);
  return shown.length > MOST_OF_A_MEDIA_TYPE ? `${shown.slice(0, MOST_OF_A_MEDIA_TYPE)}…` : shown;
}

/** Describes what was read: the request with its caller, and the places in the response. Empty without a failure. */
export function describeRead({ request, places = [] }: Statement): string {
  if (request === undefined) return '';
  const { operation, caller, bytes } = request;
  const read = places.map(({ pointer, meaning }) => `${pointer === '' ? 'the whole body' : pointer} (${meaning})`);
  return [`the response to ${operation} as ${caller}, ${pluralize(bytes, 'byte')}`, ...read].join('; ');
}

/** Names the failure that probably has the same cause; empty if there is none. */
export const describeCause = ({ sharedCause }: CheckResult): string =>
  sharedCause === undefined
    ? ''
    : `probably that of ${sharedCause.check}, which also fails on ${sharedCause.operation}`;

/** Describes what was received: the response, and what is wrong in it. */
export function describeReceived({ request, saw }: Statement): string {
  const answer = request && `${request.status} ${clipMediaType(request.contentType)}`.trim();
  const excerpt = request?.excerpt ?? '';
  const clipped = excerpt.length > MOST_OF_A_BODY ? `${excerpt.slice(0, MOST_OF_A_BODY).toWellFormed()}…` : excerpt;
  return [answer, saw ?? clipped].filter((part) => part !== undefined && part !== '').join(', ');
}

const MOST_NAMES = 3;

/** Lists the first names, each formatted, and the number of others, which the report names below. */
export function listFirst(names: readonly string[], format: (name: string) => string = String): string {
  const rest = names.length - MOST_NAMES;
  const first = names.slice(0, MOST_NAMES).map((name) => format(name));
  return first.join(', ') + (rest > 0 ? ` and ${rest} more below` : '');
}

/** The limits of reports that are short, because they are read on a terminal or in a comment. They name the complete formats. */
const SHORT = { cases: 10, characters: 300 } as const;

/** Names the decisive cases. A short list names the first ones, and the number of others. */
export function listCaseNames(check: CheckResult, { isShort = false } = {}): string {
  const names = findDecisiveCases(check).flatMap(({ name }) => (name === '' ? [] : [name]));
  const rest = isShort ? names.length - SHORT.cases : 0;
  if (rest <= 0) return names.join('; ');
  return `${names.slice(0, SHORT.cases).join('; ')}; and ${pluralize(rest, 'more case')}`;
}

/** The location of the complete evidence, for short reports. */
export const COMPLETE_FORMATS = '--format html=report.html or json=report.json has all cases, values and exchanges';

/** Shortens a text to the length of a short report. */
export const shorten = (text: string): string =>
  text.length <= SHORT.characters ? text : `${text.slice(0, SHORT.characters).toWellFormed()}…`;

/** Summarises the documented clauses in one sentence. */
export const formatCoverage = ({ clauses }: RunResult): string =>
  `${clauses.verified} of ${clauses.documented} documented rules verified, ${clauses.broken} broken, ` +
  (clauses.notFollowed === 0 ? '' : `${pluralize(clauses.notFollowed, 'recommendation')} not followed, `) +
  `${clauses.unverified} not verified, ${clauses.notLookedAt} not covered, ${clauses.uncheckable} not checkable`;

/** Describes how many cases were tested: all, or samples of them. */
export function formatDepth({
  options: { depth, isTraffic },
  results,
}: Pick<RunResult, 'options' | 'results'>): string {
  if (isTraffic === true) return 'all cases that the traffic has';
  const sampled = results.filter((check) => check.sampled.length > 0).length;
  if (sampled === 0) return `${depth}: all cases tested`;
  const verb = sampled === 1 ? 'tests' : 'test';
  const advice = depth === 'thorough' ? '' : '; --depth thorough tests more of them';
  return `${depth}: ${pluralize(sampled, 'check')} ${verb} a sample of similar cases${advice}`;
}

/** Describes the samples of a check: `6 of 18 protected paths`. */
export const formatSamples = ({ sampled }: Pick<CheckResult, 'sampled'>): string =>
  sampled.map(({ of, tested, total }) => `${tested} of ${total} ${of}`).join(', ');

/** Counts results by section: `73 passed`, `0 failed`, … */
export function listFigures(cases: readonly { readonly section: SectionName }[]): string[] {
  const number = (...sections: SectionName[]) => cases.filter(({ section }) => sections.includes(section)).length;
  const unlessZero = (figure: number, text: string) => (figure > 0 ? [text] : []);
  return [
    `${number('passed')} passed`,
    `${number('failed')} failed`,
    ...unlessZero(number('known'), `${number('known')} known`),
    ...unlessZero(number('advice'), `${number('advice')} with advice`),
    `${number('unverified', 'adviceUnverified')} not verified`,
    ...unlessZero(number('notApplicable'), `${number('notApplicable')} not applicable`),
    ...unlessZero(number('errors'), pluralize(number('errors'), 'kit error')),
  ];
}

/** Counts the checks by section: `73 passed`, `0 failed`, … */
export const countChecksBySection = ({ results }: Pick<RunResult, 'results'>): string[] =>
  listFigures(results.map((check) => ({ section: findSection(check) })));

/** Formats a choice of the target: `Response to \`limit=0\`: a refusal (422)`. */
export const formatChoice = ({ title, reading }: RecordedChoice): string => `${title}: ${reading}`;

/** Formats a known issue: its reason, owner and expiry. */
export const formatKnownIssue = ({ known }: Statement): string =>
  known === undefined
    ? ''
    : [
        known.reason,
        ...(known.owner === undefined ? [] : [known.owner]),
        ...(known.expires === undefined ? [] : [`${known.isExpired ? 'accepted until' : 'until'} ${known.expires}`]),
      ].join(' · ');
