import type { CheckResult, EntryResult, RunResult } from '../engine/results/result.ts';
import { listNotes } from './parts/notes.ts';
import { neutralised } from './parts/screen.ts';
import {
  chooseStatement,
  countChecksBySection,
  describeRead,
  describeReceived,
  formatChoice,
  formatCoverage,
  formatKnownIssue,
  groupBySection,
  listCaseNames,
} from './parts/sections.ts';

/**
 * Annotations for GitHub Actions: workflow commands on standard output. GitHub shows ten errors, ten warnings and ten
 * notices per step, so the most important ones come first.
 */
export function formatGithubReport(result: RunResult): string {
  const { failed, errors, unverified, advice, known } = groupBySection(result);
  const baseline = result.baseline ?? [];
  const outdated = baseline.filter(({ state }) => state === 'stale' || state === 'expired');
  const unseen = baseline.filter(({ state }) => state === 'kept');
  const byReason = Map.groupBy(unverified, ({ reason = '' }) => reason);
  const lines = [
    ...failed.map((check) => formatCommand('error', check.id, formatFinding(check))),
    ...errors.map((check) => formatCommand('error', `${check.id}: the kit failed`, check.reason ?? '')),
    ...outdated.map((entry) =>
      formatCommand('error', formatEntryTitle(entry), `${entry.note}\nreason given: ${entry.reason}`),
    ),
    ...[...byReason].map(([reason, checks]) =>
      formatCommand('warning', 'not verified', `${reason}\n${checks.map(({ id }) => id).join(', ')}`),
    ),
    ...advice.map((check) => formatCommand('warning', `${check.id} (advice)`, formatFinding(check))),
    formatCommand(
      'notice',
      `conformance: exit ${result.exitCode}`,
      [
        result.exitReason,
        countChecksBySection(result).join(', '),
        formatCoverage(result),
        listNotes(result).join(', '),
      ].join('\n'),
    ),
    ...known.map((check) => formatCommand('notice', `${check.id} (known)`, formatKnownIssue(check))),
    ...formatChoices(result),
    ...unseen.map((entry) => formatCommand('notice', formatEntryTitle(entry), entry.note)),
  ];
  return `${lines.join('\n')}\n`;
}

/** A single notice, because GitHub shows only ten. */
const formatChoices = ({ choices = [] }: RunResult): string[] =>
  choices.length === 0
    ? []
    : [
        formatCommand(
          'notice',
          'choices of the target',
          choices.map((choice) => neutralised(formatChoice(choice))).join('\n'),
        ),
      ];

const formatEntryTitle = ({ check, case: name, state }: EntryResult): string =>
  `baseline: ${check}${name === undefined ? '' : `, case ${name}`} is ${state}`;

function formatFinding(check: CheckResult): string {
  const statement = chooseStatement(check);
  const seen = listCaseNames(check);
  return [
    check.title,
    `read: ${describeRead(statement)}`,
    `expected: ${statement.expected ?? ''}`,
    `received: ${describeReceived(statement)}`,
    ...(seen === '' ? [] : [`cases: ${seen}`]),
    ...(statement.request === undefined ? [] : [`reproduce: ${statement.request.curl}`]),
    ...(check.known === undefined ? [] : [`known: ${formatKnownIssue(check)}`]),
  ]
    .map(neutralised)
    .join('\n');
}

/** `::error title=…::…`, escaped so that no text ends the title, the line or the command. */
const formatCommand = (level: 'error' | 'warning' | 'notice', title: string, message: string): string =>
  `::${level} title=${escapeProperty(neutralised(title))}::${escapeMessage(message.split('\n').map(neutralised).join('\n'))}`;

const escapeMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
