import type { CheckResult, EntryResult, RunResult } from '../engine/results/result.ts';
import { reportCheck } from './cases/check-case.ts';
import {
  formatDetails,
  formatExit,
  formatStatements,
  formatSummaryRow,
  formatTextHeading,
  formatTextSection,
  formatTitledBlocks,
} from './cases/text.ts';
import type { NextStep } from './parts/next-steps.ts';
import { listNotes } from './parts/notes.ts';
import { createPage, type Style, type TextPage } from './parts/page.ts';
import { neutralised, pluralize, wrapText } from './parts/screen.ts';
import {
  COMPLETE_FORMATS,
  chooseStatement,
  countChecksBySection,
  describeReceived,
  formatChoice,
  formatCoverage,
  formatDepth,
  formatKnownIssue,
  groupBySection,
  listFirst,
} from './parts/sections.ts';
import { describeEffect, SUMMARY_LABELS, summariseRun } from './parts/summary.ts';

/**
 * The text report: a summary in at most four lines, failures, then unverified checks with advice, then figures. Lines wrap at
 * `width` columns, except commands, so that they can be copied.
 */
export function formatTextReport(
  result: RunResult,
  options: { readonly colour?: boolean; readonly width?: number } = {},
): string {
  const page = createPage(options);
  if (result.results.length === 0) return `${formatHeading(result, page)}\n\n${formatExit(result, page)}\n`;
  const cases = result.results.map((check) => reportCheck(check, { isShort: true }));
  const known = groupBySection(result).known.map((check) => formatKnown(check, page));
  // traffic lacks the requests of most checks
  const undecided = result.options.isTraffic === true ? { ...page, mostReasons: MOST_REASONS } : page;
  const sections = [
    formatHeading(result, page),
    ...formatRunSummary(result, page),
    ...formatTextSection('failed', cases, page),
    ...formatTextSection('errors', cases, page),
    ...formatTextSection('unverified', cases, undecided),
    ...formatOutdatedEntries(result, page),
    ...formatTextSection('advice', cases, page),
    ...formatTextSection('adviceUnverified', cases, undecided),
    ...formatTitledBlocks(`KNOWN (${known.length})`, 'dim', { blocks: known, page }),
    ...formatStatements('CHOICES OF THE TARGET', (result.choices ?? []).map(formatChoice), page),
    formatSummary(result, page),
  ];
  return `${sections.join('\n\n')}\n`;
}

const MOST_REASONS = 8;

function formatHeading({ target, keys, results, ...result }: RunResult, page: TextPage): string {
  const isTraffic = result.options.isTraffic === true;
  const named = keys.map(
    ({ name, terminals, opens }) =>
      `${name}${opens === 0 ? ' (no access)' : isTraffic ? '' : ` (${pluralize(terminals, 'terminal')})`}`,
  );
  const notes = [
    ...(keys.length > 0 ? [`keys: ${named.join(', ')}`] : results.length > 0 ? ['no keys'] : []),
    ...listNotes(result),
  ];
  const title = isTraffic ? `fleetkit: traffic with ${target}` : `fleetkit conform ${target}`;
  return formatTextHeading(title, notes, page);
}

/** Formats the summary, one line for each part. A command is on a separate line, unbroken. */
function formatRunSummary(result: RunResult, page: TextPage): string[] {
  const { outcome = '', wrong, unverified, advice, next } = summariseRun(result);
  const lines = [
    [result.exitCode === 0 ? 'green' : 'yellow', SUMMARY_LABELS.outcome, outcome],
    ['red', SUMMARY_LABELS.wrong, wrong.map(formatFinding).join('; ')],
    ['yellow', SUMMARY_LABELS.unverified, unverified],
    ['dim', SUMMARY_LABELS.advice, advice === undefined ? '' : formatFinding(advice)],
    ['bold', SUMMARY_LABELS.next, next === undefined ? '' : formatStep(next)],
  ] as const;
  const column = SUMMARY_LABELS.unverified.length + 2;
  const formatted = lines.flatMap(([style, label, text]) =>
    text === '' ? [] : [page.paint(style, label.padEnd(column)) + wrapText(text, ' '.repeat(column), page.width)],
  );
  const command = next?.kind === 'failure' ? [' '.repeat(column) + neutralised(next.detail)] : [];
  return formatted.length === 0 ? [] : [[...formatted, ...command].join('\n')];
}

const formatFinding = ({ text, ids }: { readonly text: string; readonly ids: readonly string[] }): string =>
  `${text}: ${listFirst(ids)}`;

const formatStep = (step: NextStep): string =>
  step.kind === 'failure'
    ? `${step.action} (${describeEffect(step)}):`
    : `${step.action}: ${step.detail} (${describeEffect(step)})`;

function formatKnown(check: CheckResult, page: TextPage): string {
  const details = [
    { label: 'reason', text: formatKnownIssue(check), form: 'quote' },
    { label: 'received', text: describeReceived(chooseStatement(check)), form: 'quote' },
  ] as const;
  return [`~ ${page.paint('bold', check.id)} (${check.outcome})`, ...formatDetails(details, page)].join('\n');
}

/** Formats baseline entries that need attention, or that this run did not decide. */
function formatOutdatedEntries({ baseline = [] }: RunResult, page: TextPage): string[] {
  const described = (title: string, style: Style, states: readonly EntryResult['state'][]) => {
    const blocks = baseline.filter(({ state }) => states.includes(state)).map((entry) => formatEntry(entry, page));
    return formatTitledBlocks(`${title} (${blocks.length})`, style, { blocks, page });
  };
  return [
    ...described('BASELINE OUT OF DATE', 'red', ['stale', 'expired']),
    ...described('BASELINE ENTRIES UNDECIDED IN THIS RUN', 'dim', ['kept']),
  ];
}

function formatEntry({ check, case: name, state, note, reason }: EntryResult, page: TextPage): string {
  const details = [
    { label: state, text: note, form: 'quote' },
    { label: 'reason', text: reason, form: 'quote' },
  ] as const;
  const subject = neutralised(check + (name === undefined ? '' : `, case ${name}`));
  return [`- ${page.paint('bold', subject)}`, ...formatDetails(details, page)].join('\n');
}

function formatSummary(result: RunResult, page: TextPage): string {
  const { requests, durationMs, startedAt, kitVersion } = result;
  return [
    formatSummaryRow('Checks', countChecksBySection(result).join(', '), page),
    formatSummaryRow('Rules', formatCoverage(result), page),
    formatSummaryRow('Details', COMPLETE_FORMATS, page),
    formatSummaryRow('Depth', formatDepth(result), page),
    formatSummaryRow('Effort', `${pluralize(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`, page),
    formatSummaryRow('Run', `${startedAt.slice(0, 16).replace('T', ' ')} UTC, fleetkit ${kitVersion}`, page),
    formatExit(result, page),
  ].join('\n');
}
