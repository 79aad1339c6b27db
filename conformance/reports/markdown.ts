import type { CheckResult, ClauseResult, EntryResult, RunResult } from '../engine/results/result.ts';
import { reportCheck } from './cases/check-case.ts';
import { formatMarkdownHeading, formatMarkdownSection, formatTitled, joinMarkdown } from './cases/markdown.ts';
import { escapeProse, formatCellCode, formatCode } from './parts/markdown-text.ts';
import { listNotes } from './parts/notes.ts';
import { pluralize } from './parts/screen.ts';
import {
  COMPLETE_FORMATS,
  countChecksBySection,
  formatCoverage,
  formatDepth,
  formatKnownIssue,
  groupBySection,
  listFirst,
  SECTION_TITLES,
} from './parts/sections.ts';
import { describeEffect, SUMMARY_LABELS, summariseRun } from './parts/summary.ts';

/** The report for a CI job summary or a comment, truncated to fit both. */
export function formatMarkdownReport(result: RunResult): string {
  const cases = result.results.map((check) => reportCheck(check, { isShort: true }));
  const { known } = groupBySection(result);
  return joinMarkdown([
    ...formatHeading(result),
    ...formatMarkdownSection('failed', cases),
    ...formatMarkdownSection('errors', cases),
    ...formatTitled('Baseline out of date', formatEntries(result, ['stale', 'expired'])),
    ...formatMarkdownSection('unverified', cases),
    ...formatMarkdownSection('advice', cases),
    ...formatMarkdownSection('adviceUnverified', cases),
    ...formatTitled(`${SECTION_TITLES.known} (${known.length})`, known.map(formatKnownLine)),
    ...formatTitled('Baseline entries undecided in this run', formatEntries(result, ['kept'])),
    ...formatChoices(result),
    ...formatClauses(result),
    ...formatKeys(result),
  ]);
}

function formatHeading(result: RunResult): string[] {
  const effort = `${pluralize(result.requests, 'request')} in ${(result.durationMs / 1000).toFixed(1)} s`;
  return formatMarkdownHeading(result.exitCode, {
    subject: `Conformance of ${formatCode(result.target)}`,
    reason: formatCode(result.exitReason),
    lines: [
      ...formatRunSummary(result),
      `checks: ${countChecksBySection(result).join(', ')}`,
      `rules: ${formatCoverage(result)}`,
      `details: ${escapeProse(COMPLETE_FORMATS)}`,
      `run: ${[effort, formatDepth(result), ...listNotes(result)].map(escapeProse).join(' · ')}, fleetkit ${escapeProse(result.kitVersion)}`,
    ],
  });
}

/** Formats the summary; the reason of the exit code is above it. */
function formatRunSummary(result: RunResult): string[] {
  const { wrong, unverified, advice, next } = summariseRun(result);
  const findings = wrong.map(({ text, ids }) => `${text}: ${listFirst(ids, formatCode)}`);
  return [
    ...(wrong.length === 0 ? [] : [`**${SUMMARY_LABELS.wrong}**: ${findings.join('; ')}`]),
    ...(unverified === '' ? [] : [`**${SUMMARY_LABELS.unverified}**: ${unverified}`]),
    ...(advice === undefined
      ? []
      : [`**${SUMMARY_LABELS.advice}**: ${advice.text}: ${listFirst(advice.ids, formatCode)}`]),
    ...(next === undefined
      ? []
      : [
          `**${SUMMARY_LABELS.next}**: ${escapeProse(next.action)}: ${formatCode(next.detail)} (${describeEffect(next)})`,
        ]),
  ];
}

const formatKnownLine = (check: CheckResult): string =>
  `- ${formatCode(check.id)} (${check.outcome}): ${formatCode(formatKnownIssue(check))}`;

const formatEntries = ({ baseline = [] }: RunResult, states: readonly EntryResult['state'][]): string[] =>
  baseline
    .filter(({ state }) => states.includes(state))
    .map(({ check, case: name, state, note, reason }) => {
      const subject = name === undefined ? formatCode(check) : `${formatCode(check)}, case ${formatCode(name)}`;
      return `- ${subject} is **${state}**: ${formatCode(note)} (reason given: ${formatCode(reason)})`;
    });

const formatChoices = ({ choices: choiceList = [] }: RunResult): string[] =>
  formatTitled(
    'Choices of the target',
    choiceList.map(({ title, reading }) => `- ${escapeProse(title)}: ${formatCode(reading)}`),
  );

/** Sections of the document with their rules by state. */
function formatClauses({ clauses: { list } }: RunResult): string[] {
  if (list.length === 0) return [];
  const bySection = [...Map.groupBy(list, ({ section }) => section)];
  const of = (group: readonly ClauseResult[], ...fates: string[]) =>
    group.filter(({ fate }) => fates.includes(fate)).length;
  const rows = bySection.map(
    ([section, group]) =>
      `| ${escapeProse(section)} | ${group.length} | ${of(group, 'verified')} | ${of(group, 'broken')} | ${of(group, 'not-followed')} | ${of(group, 'unverified', 'not-looked-at')} | ${of(group, 'uncheckable')} |`,
  );
  const head =
    '| Section | Rules | Verified | Broken | Not followed | Open | Not checkable |\n|---|---|---|---|---|---|---|';
  return [`<details><summary>Rules by section of the document</summary>\n\n${head}\n${rows.join('\n')}\n\n</details>`];
}

function formatKeys({ keys: given }: RunResult): string[] {
  if (given.length === 0) return [];
  const rows = given.map(
    ({ name, opens, terminals, transactions }) =>
      `| ${formatCellCode(name)} | ${opens} | ${terminals} | ${transactions} |`,
  );
  const head = '| Key | Opens | Terminals | Transactions |\n|---|---|---|---|';
  return [`<details><summary>Keys</summary>\n\n${head}\n${rows.join('\n')}\n\n</details>`];
}
