import { styleText } from 'node:util';
import type { CaseResult, CheckResult, RunResult, Statement } from '../result.ts';
import { notesOf } from './notes.ts';
import { neutralised, wrapped } from './screen.ts';

type Style = 'red' | 'yellow' | 'green' | 'bold' | 'dim';
type Paint = (style: Style, text: string) => string;

const WIDTH = 100;
const INDENT = '    ';
const LABEL = 10;
const MOST_OF_A_BODY = 80;

/** The report for people: what failed, then what could not be verified and how it could be, then a short summary. */
export function textReport(result: RunResult, { colour = false }: { readonly colour?: boolean } = {}): string {
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const having = (...outcomes: string[]) => result.results.filter(({ outcome }) => outcomes.includes(outcome));
  if (result.results.length === 0) return `${heading(result, paint)}\n\n${exitLine(result, paint)}\n`;
  const failed = having('fail', 'error');
  const warned = having('warning');
  const sections = [
    heading(result, paint),
    ...section(failed, 'FAILED', 'red', (check) => failure(check, '✗', paint), paint),
    ...unverified(having('untestable', 'inconclusive').filter(decides), 'NOT VERIFIED', 'yellow', paint),
    ...section(warned, 'ADVICE', 'yellow', (check) => failure(check, '!', paint), paint),
    ...unverified(
      having('untestable', 'inconclusive').filter((one) => !decides(one)),
      'ADVICE NOT VERIFIED',
      'dim',
      paint,
    ),
    summary(result, paint),
  ];
  return `${sections.join('\n\n')}\n`;
}

const decides = (check: CheckResult): boolean => check.decides;

function heading(result: RunResult, paint: Paint): string {
  const { target, keys, results } = result;
  const named = keys.map(
    ({ name, terminals, opens }) => `${name} (${opens === 0 ? 'opens nothing' : count(terminals, 'terminal')})`,
  );
  const notes = [
    ...(keys.length > 0 ? [`keys: ${named.join(', ')}`] : results.length > 0 ? ['no keys'] : []),
    ...notesOf(result),
  ];
  return `${paint('bold', `fleetkit conform ${neutralised(target)}`)}\n${wrapped(neutralised(notes.join(' · ')), '', WIDTH)}`;
}

function section(
  checks: readonly CheckResult[],
  title: string,
  style: Style,
  shown: (check: CheckResult) => string,
  paint: Paint,
): string[] {
  return checks.length === 0 ? [] : [paint(style, `${title} (${checks.length})`), ...checks.map(shown)];
}

function failure(check: CheckResult, sign: string, paint: Paint): string {
  const innermost = check.cases.filter(({ outcome }) => outcome === check.outcome);
  const shown: Statement = innermost[0] ?? check;
  const { clause } = check;
  const assumed = clause.isOwn === true ? (clause.section ?? 'a rule of your own') : `${clause.id}, an assumption`;
  const source = clause.isDocumented ? `${clause.id}, section ${clause.section}` : assumed;
  return [
    `${paint(sign === '✗' ? 'red' : 'yellow', sign)} ${paint('bold', check.id)}`,
    INDENT + wrapped(check.title, INDENT, WIDTH),
    ...labelled('clause', `${clause.text} (${source})`),
    ...(check.outcome === 'error' ? labelled('error', check.reason ?? '') : evidenceOf(shown)),
    ...casesOf(innermost),
  ].join('\n');
}

function evidenceOf({ expected, saw, request }: Statement): string[] {
  const answer = request && `${request.status} ${request.contentType}`.trim();
  const came = [answer, saw ?? clipped(request?.excerpt)]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
  return [
    ...labelled('expected', expected ?? ''),
    ...labelled('came', came),
    // on one line, whatever its length: it is there to be copied
    ...(request === undefined ? [] : [INDENT + 'again'.padEnd(LABEL) + neutralised(request.curl)]),
  ];
}

const clipped = (text = ''): string => (text.length > MOST_OF_A_BODY ? `${text.slice(0, MOST_OF_A_BODY)}…` : text);

/** Where the failure was seen: the first case, and how many more. */
function casesOf(cases: readonly CaseResult[]): string[] {
  const [first, ...rest] = cases;
  if (first === undefined || first.name === '') return [];
  return labelled('seen', rest.length === 0 ? first.name : `${first.name}; and in ${count(rest.length, 'more case')}`);
}

/** What could not be verified, by what is missing: one datum often stands in the way of many checks. */
function unverified(checks: readonly CheckResult[], title: string, style: Style, paint: Paint): string[] {
  if (checks.length === 0) return [];
  const byReason = Map.groupBy(checks, ({ reason = '' }) => reason);
  const groups = [...byReason].map(([reason, stopped]) => {
    const ids = stopped.map(({ id }) => id).join(', ');
    return `? ${wrapped(neutralised(reason), '  ', WIDTH)}\n${INDENT}${wrapped(ids, INDENT, WIDTH)}`;
  });
  return [paint(style, `${title} (${checks.length})`), ...groups];
}

const labelled = (label: string, text: string): string[] =>
  text === ''
    ? []
    : [INDENT + label.padEnd(LABEL) + wrapped(neutralised(text), ' '.repeat(INDENT.length + LABEL), WIDTH)];

function summary(result: RunResult, paint: Paint): string {
  const { counts, clauses, requests, durationMs } = result;
  const outcomes = [
    `${counts.pass} passed`,
    `${counts.fail} failed`,
    ...(counts.warning > 0 ? [`${counts.warning} gave advice`] : []),
    `${counts.untestable + counts.inconclusive} not verified`,
    ...(counts['not-applicable'] > 0 ? [`${counts['not-applicable']} not applicable`] : []),
    ...(counts.error > 0 ? [`${counts.error} errors of the kit`] : []),
  ];
  const covered =
    `${clauses.verified} of ${clauses.documented} documented rules verified, ${clauses.broken} broken, ` +
    `${clauses.unverified} not verified, ${clauses.notLookedAt} not looked at, ${clauses.uncheckable} cannot be checked`;
  return [
    `Checks   ${outcomes.join(', ')}`,
    wrapped(`Clauses  ${covered}`, ' '.repeat(9), WIDTH),
    `Effort   ${count(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`,
    exitLine(result, paint),
  ].join('\n');
}

const exitLine = ({ exitCode, exitReason }: RunResult, paint: Paint): string =>
  paint(
    exitCode === 0 ? 'green' : 'red',
    wrapped(neutralised(`Exit ${exitCode}   ${exitReason}`), ' '.repeat(9), WIDTH),
  );

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
