import { stringify } from 'yaml';
import type { CheckResult, RunResult } from '../engine/results/result.ts';
import { listNotes } from './parts/notes.ts';
import { neutralised } from './parts/screen.ts';
import {
  chooseStatement,
  countChecksBySection,
  describeRead,
  describeReceived,
  describeSource,
  findSection,
  formatChoice,
  formatCoverage,
  formatKnownIssue,
  listCaseNames,
} from './parts/sections.ts';

/**
 * The report in TAP 14, one line per check. Undecided checks are skipped. Known issues, and advice
 * that was not followed, have the directive for a failure that consumers do not count.
 */
export function formatTapReport(result: RunResult): string {
  const { results } = result;
  const outdated = (result.baseline ?? []).filter(({ state }) => state !== 'excused');
  const comments = [
    `${result.target}: exit ${result.exitCode}, ${result.exitReason}`,
    countChecksBySection(result).join(', '),
    formatCoverage(result),
    listNotes(result).join(', '),
    ...(result.choices ?? []).map((choice) => `choice: ${formatChoice(choice)}`),
    ...outdated.map(({ check, state, note }) => `baseline: ${check} is ${state}, ${note}`),
  ];
  const lines = [
    'TAP version 14',
    ...comments.map((comment) => `# ${neutralised(comment)}`),
    results.length === 0 ? `1..0 # SKIP ${escapeTap(result.exitReason)}` : `1..${results.length}`,
    ...results.flatMap((check, index) => [formatLine(check, index + 1), ...formatDiagnostics(check)]),
    ...(result.stopped === undefined ? [] : [`Bail out! ${escapeTap(result.stopped)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The TAP directive for a failure that does not count. */
const UNCOUNTED = 'TODO';

function formatLine(check: CheckResult, number: number): string {
  const line = (word: string, directive = '') =>
    `${word} ${number} - ${escapeTap(`${check.id}: ${check.title}`)}${directive === '' ? '' : ` # ${directive}`}`;
  switch (findSection(check)) {
    case 'passed':
      return line('ok');
    case 'failed':
    case 'errors':
      return line('not ok');
    case 'advice':
      return line('not ok', `${UNCOUNTED} advice`);
    case 'known':
      return line('not ok', `${UNCOUNTED} known: ${escapeTap(formatKnownIssue(check))}`);
    default:
      return line('ok', `SKIP ${escapeTap(`${check.outcome}: ${check.reason ?? ''}`)}`);
  }
}

/** Formats the details of a failure as the YAML block of its line. */
function formatDiagnostics(check: CheckResult): string[] {
  const section = findSection(check);
  const statement = chooseStatement(check);
  if (section === 'errors') return formatBlock({ message: check.reason });
  if (section !== 'failed' && section !== 'advice' && section !== 'known') return [];
  return formatBlock({
    message: statement.saw,
    severity: section === 'failed' ? 'fail' : 'comment',
    clause: `${check.clause.text} (${describeSource(check.clause)})`,
    read: describeRead(statement),
    expected: statement.expected,
    came: describeReceived(statement),
    again: statement.request?.curl,
    seen: listCaseNames(check),
    known: check.known === undefined ? '' : formatKnownIssue(check),
  });
}

function formatBlock(members: Readonly<Record<string, string | undefined>>): string[] {
  const described = Object.entries(members).filter(([, text]) => text !== undefined && text !== '');
  const safe = Object.fromEntries(described.map(([name, text]) => [name, neutralised(text ?? '')]));
  // Quoted, each on one line, so that no text of a target starts a line.
  const yaml = stringify(safe, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' });
  return [
    '  ---',
    ...yaml
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    '  ...',
  ];
}

/** `#` starts a directive, and a backslash escapes. */
const escapeTap = (text: string): string => neutralised(text).replaceAll(/[\\#]/g, '\\$&');
