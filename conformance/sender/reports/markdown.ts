import { code, fitted, prose } from '../../reports/markdown-text.ts';
import { count } from '../../reports/screen.ts';
import type { JudgeResult, SenderResult } from '../sender-result.ts';
import { byReason, figuresOf, inSection, notesOf, SECTIONS, type SectionName, seenIn, sourceOf } from './sections.ts';

/** A comment on GitHub holds 65,536 characters. */
const MOST_BYTES = 65_000;

/** The report for the summary of a CI job or a comment. */
export function markdownReport(result: SenderResult): string {
  const sign = result.exitCode === 0 ? '✅' : result.exitCode === 4 ? '⚠️' : '❌';
  const parts = [
    `## ${sign} Check of a webhook sender`,
    `**Exit ${result.exitCode}**: ${prose(result.exitReason)}`,
    [
      `- checks: ${figuresOf(result).join(', ')}`,
      `- run: ${prose(notesOf(result).join(' · '))}, fleetkit ${prose(result.kitVersion)}`,
    ].join('\n'),
    ...section(result, 'failed', (found) => found.map(finding)),
    ...section(result, 'errors', (found) => found.map(({ id, reason = '' }) => `- ${code(id)}: ${code(reason)}`)),
    ...section(result, 'unverified', reasons),
    ...section(result, 'advice', (found) => found.map(finding)),
    ...section(result, 'adviceUnverified', reasons),
    ...(result.observations.length === 0
      ? []
      : [`### Seen\n\n${result.observations.map((one) => `- ${code(one)}`).join('\n')}`]),
  ];
  return fitted(
    parts,
    MOST_BYTES,
    (left) => `_${count(left, 'part')} omitted for length; the other report formats are complete._`,
  );
}

function section(
  result: SenderResult,
  name: SectionName,
  shown: (found: readonly JudgeResult[]) => readonly string[],
): string[] {
  const found = inSection(result, name);
  const title = SECTIONS.find((one) => one.name === name)?.title ?? name;
  const [first, ...rest] = shown(found);
  return first === undefined ? [] : [`### ${title} (${found.length})\n\n${first}`, ...rest];
}

const finding = (one: JudgeResult): string =>
  [
    `#### ${code(one.id)}`,
    '',
    `${prose(one.title)}.`,
    '',
    `- **rule** ${prose(one.rule.text)} (${prose(sourceOf(one))})`,
    `- **expected** ${code(one.expected ?? '')}`,
    `- **came** ${code(one.saw ?? '')}`,
    `- **seen** ${seenIn(one)}`,
  ].join('\n');

const reasons = (found: readonly JudgeResult[]): readonly string[] =>
  byReason(found).map(([reason, stopped]) => `- ${code(reason)}: ${stopped.map(({ id }) => code(id)).join(', ')}`);
