import type { CheckResult, ClauseResult, EntryResult, RunResult } from '../engine/result.ts';
import { code, codeBlock, codeInCell, fitted, prose } from './markdown-text.ts';
import { notesOf } from './notes.ts';
import { count } from './screen.ts';
import {
  cameOf,
  coverageSentence,
  figuresOf,
  knownSentence,
  SECTION_TITLES,
  sectionsOf,
  seenIn,
  shownOf,
  sourceOf,
} from './sections.ts';

/** A GitHub comment is limited to 65,536 characters, a step summary to sixteen times as much. */
const MOST_BYTES = 65_000;

/** The report for a CI job summary or a comment, truncated to fit both. */
export function markdownReport(result: RunResult): string {
  const { failed, errors, unverified, advice, adviceUnverified, known } = sectionsOf(result);
  const parts = [
    ...heading(result),
    ...titled(`${SECTION_TITLES.failed} (${failed.length})`, failed.map(finding)),
    ...titled(`${SECTION_TITLES.errors} (${errors.length})`, errors.map(kitError)),
    ...titled('Baseline out of date', entriesOf(result, ['stale', 'expired'])),
    ...titled(`${SECTION_TITLES.unverified} (${unverified.length})`, byReason(unverified)),
    ...titled(`${SECTION_TITLES.advice} (${advice.length})`, advice.map(finding)),
    ...titled(`${SECTION_TITLES.adviceUnverified} (${adviceUnverified.length})`, byReason(adviceUnverified)),
    ...titled(`${SECTION_TITLES.known} (${known.length})`, known.map(knownLine)),
    ...titled('Baseline entries undecided in this run', entriesOf(result, ['kept'])),
    ...choices(result),
    ...clauses(result),
    ...keys(result),
  ];
  return fitted(
    parts,
    MOST_BYTES,
    (left) => `_${count(left, 'part')} omitted for length; the other report formats are complete._`,
  );
}

/** Omits the title of empty sections. */
const titled = (title: string, content: readonly string[]): string[] =>
  content.length === 0 ? [] : [`### ${title}\n\n${content[0]}`, ...content.slice(1)];

function heading(result: RunResult): string[] {
  const sign = result.exitCode === 0 ? '✅' : result.exitCode === 4 || result.exitCode === 5 ? '⚠️' : '❌';
  const effort = `${count(result.requests, 'request')} in ${(result.durationMs / 1000).toFixed(1)} s`;
  return [
    `## ${sign} Conformance of ${code(result.target)}`,
    `**Exit ${result.exitCode}**: ${code(result.exitReason)}`,
    [
      `- checks: ${figuresOf(result).join(', ')}`,
      `- clauses: ${coverageSentence(result)}`,
      `- run: ${[effort, ...notesOf(result)].join(' · ')}, fleetkit ${prose(result.kitVersion)}`,
    ].join('\n'),
  ];
}

function finding(check: CheckResult): string {
  const shown = shownOf(check);
  const item = (label: string, text: string) => (text === '' ? [] : [`- **${label}** ${text}`]);
  return [
    `#### ${code(check.id)}`,
    '',
    `${prose(check.title)}.`,
    '',
    ...item('clause', `${prose(check.clause.text)} (${prose(sourceOf(check))})`),
    ...item('expected', code(shown.expected ?? '')),
    ...item('received', code(cameOf(shown))),
    ...item('cases', code(seenIn(check))),
    ...item('known', code(knownSentence(check))),
    ...(shown.request === undefined ? [] : ['', codeBlock('sh', shown.request.curl)]),
  ].join('\n');
}

const kitError = (check: CheckResult): string => `#### ${code(check.id)}\n\n${codeBlock('', check.reason ?? '')}`;

const byReason = (checks: readonly CheckResult[]): string[] =>
  [...Map.groupBy(checks, ({ reason = '' }) => reason)].map(
    ([reason, stopped]) => `- ${code(reason)}: ${stopped.map(({ id }) => code(id)).join(', ')}`,
  );

const knownLine = (check: CheckResult): string =>
  `- ${code(check.id)} (${check.outcome}): ${code(knownSentence(check))}`;

const entriesOf = ({ baseline = [] }: RunResult, states: readonly EntryResult['state'][]): string[] =>
  baseline
    .filter(({ state }) => states.includes(state))
    .map(({ check, case: name, state, note, reason }) => {
      const subject = name === undefined ? code(check) : `${code(check)}, case ${code(name)}`;
      return `- ${subject} is **${state}**: ${code(note)} (reason given: ${code(reason)})`;
    });

const choices = ({ choices: taken = [] }: RunResult): string[] =>
  titled(
    'Choices of the target',
    taken.map(({ title, reading }) => `- ${prose(title)}: ${code(reading)}`),
  );

/** Sections of the document with their rules by state. */
function clauses({ clauses: { list } }: RunResult): string[] {
  if (list.length === 0) return [];
  const bySection = [...Map.groupBy(list, ({ section }) => section)];
  const of = (group: readonly ClauseResult[], ...fates: string[]) =>
    group.filter(({ fate }) => fates.includes(fate)).length;
  const rows = bySection.map(
    ([section, group]) =>
      `| ${prose(section)} | ${group.length} | ${of(group, 'verified')} | ${of(group, 'broken')} | ${of(group, 'unverified', 'not-looked-at')} | ${of(group, 'uncheckable')} |`,
  );
  const head = '| Section | Rules | Verified | Broken | Open | Not checkable |\n|---|---|---|---|---|---|';
  return [`<details><summary>Rules by section of the document</summary>\n\n${head}\n${rows.join('\n')}\n\n</details>`];
}

function keys({ keys: given }: RunResult): string[] {
  if (given.length === 0) return [];
  const rows = given.map(
    ({ name, opens, terminals, transactions }) => `| ${codeInCell(name)} | ${opens} | ${terminals} | ${transactions} |`,
  );
  const head = '| Key | Opens | Terminals | Transactions |\n|---|---|---|---|';
  return [`<details><summary>Keys</summary>\n\n${head}\n${rows.join('\n')}\n\n</details>`];
}
