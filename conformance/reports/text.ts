import type { CheckResult, EntryResult, RunResult } from '../engine/result.ts';
import { notesOf } from './notes.ts';
import { INDENT, LABEL, type Page, pageFor, type Style } from './page.ts';
import { count, neutralised, wrapped } from './screen.ts';
import {
  cameOf,
  choiceSentence,
  coverageSentence,
  figuresOf,
  knownSentence,
  SECTION_TITLES,
  type SectionName,
  sectionsOf,
  seenIn,
  shownOf,
  sourceOf,
} from './sections.ts';

/**
 * The text report: failures, then unverified checks with advice, then a summary. Lines wrap at
 * `width` columns, except commands, so that they can be copied.
 */
export function textReport(
  result: RunResult,
  options: { readonly colour?: boolean; readonly width?: number } = {},
): string {
  const page = pageFor(options);
  if (result.results.length === 0) return `${heading(result, page)}\n\n${exitLine(result, page)}\n`;
  const parts = sectionsOf(result);
  const sections = [
    heading(result, page),
    ...section('failed', parts, 'red', (check) => failure(check, '✗', page), page),
    ...section('errors', parts, 'red', (check) => failure(check, '✗', page), page),
    ...unverified('unverified', parts, 'yellow', page),
    ...outdated(result, page),
    ...section('advice', parts, 'yellow', (check) => failure(check, '!', page), page),
    ...unverified('adviceUnverified', parts, 'dim', page),
    ...section('known', parts, 'dim', (check) => known(check, page), page),
    ...choices(result, page),
    summary(result, page),
  ];
  return `${sections.join('\n\n')}\n`;
}

function heading(result: RunResult, { paint, width }: Page): string {
  const { target, keys, results } = result;
  const named = keys.map(
    ({ name, terminals, opens }) => `${name} (${opens === 0 ? 'no access' : count(terminals, 'terminal')})`,
  );
  const notes = [
    ...(keys.length > 0 ? [`keys: ${named.join(', ')}`] : results.length > 0 ? ['no keys'] : []),
    ...notesOf(result),
  ];
  return `${paint('bold', `fleetkit conform ${neutralised(target)}`)}\n${wrapped(neutralised(notes.join(' · ')), '', width)}`;
}

type Parts = ReturnType<typeof sectionsOf>;

function section(
  name: SectionName,
  parts: Parts,
  style: Style,
  shown: (check: CheckResult) => string,
  { paint }: Page,
): string[] {
  const checks = parts[name];
  return checks.length === 0 ? [] : [paint(style, titleOf(name, checks.length)), ...checks.map(shown)];
}

const titleOf = (name: SectionName, length: number): string => `${SECTION_TITLES[name].toUpperCase()} (${length})`;

function failure(check: CheckResult, sign: string, page: Page): string {
  const shown = shownOf(check);
  const { request } = shown;
  const isError = check.outcome === 'error';
  return [
    `${page.paint(sign === '✗' ? 'red' : 'yellow', sign)} ${page.paint('bold', check.id)}`,
    INDENT + wrapped(check.title, INDENT, page.width),
    ...labelled('clause', `${check.clause.text} (${sourceOf(check)})`, page),
    ...labelled('error', isError ? startOfTrace(check.reason) : '', page),
    ...labelled('expected', isError ? '' : (shown.expected ?? ''), page),
    ...labelled('received', isError ? '' : cameOf(shown), page),
    // on one line, so that it can be copied
    ...(request === undefined ? [] : [INDENT + 'reproduce'.padEnd(LABEL) + neutralised(request.curl)]),
    ...labelled('cases', seenIn(check), page),
    ...labelled('known', knownSentence(check), page),
  ].join('\n');
}

/** The first lines of the stack trace; the other formats have all of it. */
const startOfTrace = (reason = ''): string =>
  reason
    .split('\n')
    .slice(0, 2)
    .map((line) => line.trim())
    .join(' ');

function known(check: CheckResult, page: Page): string {
  return [
    `~ ${page.paint('bold', check.id)} (${check.outcome})`,
    ...labelled('reason', knownSentence(check), page),
    ...labelled('received', cameOf(shownOf(check)), page),
  ].join('\n');
}

/** Unverified checks, grouped by reason: one missing datum often blocks many checks. */
function unverified(name: SectionName, parts: Parts, style: Style, { paint, width }: Page): string[] {
  const checks = parts[name];
  if (checks.length === 0) return [];
  const byReason = Map.groupBy(checks, ({ reason = '' }) => reason);
  const groups = [...byReason].map(([reason, stopped]) => {
    const ids = stopped.map(({ id }) => id).join(', ');
    return `? ${wrapped(neutralised(reason), '  ', width)}\n${INDENT}${wrapped(ids, INDENT, width)}`;
  });
  return [paint(style, titleOf(name, checks.length)), ...groups];
}

/** Baseline entries that need attention, or that this run did not decide. */
function outdated({ baseline = [] }: RunResult, page: Page): string[] {
  const described = (title: string, style: Style, states: readonly EntryResult['state'][]) => {
    const entries = baseline.filter(({ state }) => states.includes(state));
    const shown = entries.map((entry) =>
      [
        `- ${page.paint('bold', neutralised(entry.check + (entry.case === undefined ? '' : `, case ${entry.case}`)))}`,
        ...labelled(entry.state, entry.note, page),
        ...labelled('reason', entry.reason, page),
      ].join('\n'),
    );
    return entries.length === 0 ? [] : [page.paint(style, `${title} (${entries.length})`), ...shown];
  };
  return [
    ...described('BASELINE OUT OF DATE', 'red', ['stale', 'expired']),
    ...described('BASELINE ENTRIES UNDECIDED IN THIS RUN', 'dim', ['kept']),
  ];
}

function choices({ choices: taken = [] }: RunResult, page: Page): string[] {
  if (taken.length === 0) return [];
  const shown = taken.map((choice) => `= ${wrapped(neutralised(choiceSentence(choice)), '  ', page.width)}`);
  return [`${page.paint('dim', `CHOICES OF THE TARGET (${taken.length})`)}\n\n${shown.join('\n')}`];
}

const labelled = (label: string, text: string, { width }: Page): string[] =>
  text === ''
    ? []
    : [INDENT + label.padEnd(LABEL) + wrapped(neutralised(text), ' '.repeat(INDENT.length + LABEL), width)];

function summary(result: RunResult, page: Page): string {
  const { requests, durationMs, startedAt, kitVersion } = result;
  const row = (label: string, text: string) => wrapped(`${label.padEnd(8)} ${text}`, ' '.repeat(9), page.width);
  return [
    row('Checks', figuresOf(result).join(', ')),
    row('Clauses', coverageSentence(result)),
    row('Effort', `${count(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`),
    row('Run', `${startedAt.slice(0, 16).replace('T', ' ')} UTC, fleetkit ${kitVersion}`),
    exitLine(result, page),
  ].join('\n');
}

const exitLine = ({ exitCode, exitReason }: RunResult, { paint, width }: Page): string =>
  paint(
    exitCode === 0 ? 'green' : 'red',
    wrapped(neutralised(`Exit ${exitCode}   ${exitReason}`), ' '.repeat(9), width),
  );
