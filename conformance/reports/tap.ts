import { stringify } from 'yaml';
import type { CheckResult, RunResult } from '../result.ts';
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
 * The report for TAP consumers (TAP 14), a line for each check. What decided nothing is skipped. What is known, and advice
 * that was not followed, carries the directive that TAP has for a failure which its consumers do not count.
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

/** A word of the protocol about the target that is judged. */
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

/** What a failure tells, as the YAML block that belongs to its line. */
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
  const told = Object.entries(members).filter(([, text]) => text !== undefined && text !== '');
  const safe = Object.fromEntries(told.map(([name, text]) => [name, neutralised(text ?? '')]));
  // Quoted and on one line each: no text of a target can begin a line.
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

/** `#` begins a directive, and a backslash escapes. */
const escaped = (text: string): string => neutralised(text).replaceAll(/[\\#]/g, '\\$&');
