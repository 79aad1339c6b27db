import type { CheckResult, EntryResult, RunResult } from '../engine/result.ts';
import { listNotes } from './notes.ts';
import { neutralised } from './screen.ts';
import {
  chooseStatement,
  countChecksBySection,
  describeReceived,
  formatChoice,
  formatCoverage,
  formatKnownIssue,
  groupBySection,
  listCaseNames,
} from './sections.ts';

/**
 * Annotations for GitHub Actions: workflow commands on standard output. GitHub shows ten errors, ten warnings and ten
 * notices per step, so the most important ones come first.
 */
export function githubReport(result: RunResult): string {
  const { failed, errors, unverified, advice, known } = groupBySection(result);
  const baseline = result.baseline ?? [];
  const outdated = baseline.filter(({ state }) => state === 'stale' || state === 'expired');
  const unseen = baseline.filter(({ state }) => state === 'kept');
  const byReason = Map.groupBy(unverified, ({ reason = '' }) => reason);
  const lines = [
    ...failed.map((check) => command('error', check.id, findingOf(check))),
    ...errors.map((check) => command('error', `${check.id}: the kit failed`, check.reason ?? '')),
    ...outdated.map((entry) => command('error', titleOf(entry), `${entry.note}\nreason given: ${entry.reason}`)),
    ...[...byReason].map(([reason, checks]) =>
      command('warning', 'not verified', `${reason}\n${checks.map(({ id }) => id).join(', ')}`),
    ),
    ...advice.map((check) => command('warning', `${check.id} (advice)`, findingOf(check))),
    command(
      'notice',
      `conformance: exit ${result.exitCode}`,
      [
        result.exitReason,
        countChecksBySection(result).join(', '),
        formatCoverage(result),
        listNotes(result).join(', '),
      ].join('\n'),
    ),
    ...known.map((check) => command('notice', `${check.id} (known)`, formatKnownIssue(check))),
    ...choicesOf(result),
    ...unseen.map((entry) => command('notice', titleOf(entry), entry.note)),
  ];
  return `${lines.join('\n')}\n`;
}

/** A single notice, because GitHub shows only ten. */
const choicesOf = ({ choices = [] }: RunResult): string[] =>
  choices.length === 0
    ? []
    : [
        command(
          'notice',
          'choices of the target',
          choices.map((choice) => neutralised(formatChoice(choice))).join('\n'),
        ),
      ];

const titleOf = ({ check, case: name, state }: EntryResult): string =>
  `baseline: ${check}${name === undefined ? '' : `, case ${name}`} is ${state}`;

function findingOf(check: CheckResult): string {
  const shown = chooseStatement(check);
  const seen = listCaseNames(check);
  return [
    check.title,
    `expected: ${shown.expected ?? ''}`,
    `received: ${describeReceived(shown)}`,
    ...(seen === '' ? [] : [`cases: ${seen}`]),
    ...(shown.request === undefined ? [] : [`reproduce: ${shown.request.curl}`]),
    ...(check.known === undefined ? [] : [`known: ${formatKnownIssue(check)}`]),
  ]
    .map(neutralised)
    .join('\n');
}

/** `::error title=…::…`, escaped so that no text ends the title, the line or the command. */
const command = (level: 'error' | 'warning' | 'notice', title: string, message: string): string =>
  `::${level} title=${inProperty(neutralised(title))}::${inMessage(message.split('\n').map(neutralised).join('\n'))}`;

const inMessage = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const inProperty = (text: string): string => inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
