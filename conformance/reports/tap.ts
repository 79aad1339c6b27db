import { stringify } from 'yaml';
import type { CheckResult, RunResult } from '../engine/result.ts';
import { notesOf } from './notes.ts';
import { neutralised } from './screen.ts';
import {
  cameOf,
  choiceSentence,
  coverageSentence,
  figuresOf,
  knownSentence,
  sectionOf,
  seenIn,
  shownOf,
  sourceOf,
} from './sections.ts';

/**
 * The report in TAP 14, one line per check. Undecided checks are skipped. Known issues, and advice
 * that was not followed, have the directive for a failure that consumers do not count.
 */
export function tapReport(result: RunResult): string {
  const { results } = result;
  const outdated = (result.baseline ?? []).filter(({ state }) => state !== 'excused');
  const comments = [
    `${result.target}: exit ${result.exitCode}, ${result.exitReason}`,
    figuresOf(result).join(', '),
    coverageSentence(result),
    notesOf(result).join(', '),
    ...(result.choices ?? []).map((choice) => `choice: ${choiceSentence(choice)}`),
    ...outdated.map(({ check, state, note }) => `baseline: ${check} is ${state}, ${note}`),
  ];
  const lines = [
    'TAP version 14',
    ...comments.map((comment) => `# ${neutralised(comment)}`),
    results.length === 0 ? `1..0 # SKIP ${escaped(result.exitReason)}` : `1..${results.length}`,
    ...results.flatMap((check, index) => [lineOf(check, index + 1), ...diagnosticsOf(check)]),
    ...(result.stopped === undefined ? [] : [`Bail out! ${escaped(result.stopped)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The TAP directive for a failure that does not count. */
const UNCOUNTED = 'TODO';

function lineOf(check: CheckResult, number: number): string {
  const line = (word: string, directive = '') =>
    `${word} ${number} - ${escaped(`${check.id}: ${check.title}`)}${directive === '' ? '' : ` # ${directive}`}`;
  switch (sectionOf(check)) {
    case 'passed':
      return line('ok');
    case 'failed':
    case 'errors':
      return line('not ok');
    case 'advice':
      return line('not ok', `${UNCOUNTED} advice`);
    case 'known':
      return line('not ok', `${UNCOUNTED} known: ${escaped(knownSentence(check))}`);
    default:
      return line('ok', `SKIP ${escaped(`${check.outcome}: ${check.reason ?? ''}`)}`);
  }
}

/** Formats the details of a failure as the YAML block of its line. */
function diagnosticsOf(check: CheckResult): string[] {
  const section = sectionOf(check);
  const shown = shownOf(check);
  if (section === 'errors') return block({ message: check.reason });
  if (section !== 'failed' && section !== 'advice' && section !== 'known') return [];
  return block({
    message: shown.saw,
    severity: section === 'failed' ? 'fail' : 'comment',
    clause: `${check.clause.text} (${sourceOf(check)})`,
    expected: shown.expected,
    came: cameOf(shown),
    again: shown.request?.curl,
    seen: seenIn(check),
    known: check.known === undefined ? '' : knownSentence(check),
  });
}

function block(members: Readonly<Record<string, string | undefined>>): string[] {
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
const escaped = (text: string): string => neutralised(text).replaceAll(/[\\#]/g, '\\$&');
