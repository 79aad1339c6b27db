import { escapeProse, formatCode, formatCodeBlock, joinWithinBytes } from '../parts/markdown-text.ts';
import { pluralize } from '../parts/screen.ts';
import { SECTION_TITLES, type SectionName } from '../parts/sections.ts';
import { type Detail, filterBySection, groupByReason, type ReportedCase } from './reported-case.ts';

/** A GitHub comment is limited to 65,536 characters, a step summary to sixteen times as much. */
const MOST_BYTES = 65_000;

/** Joins the parts of a Markdown report, truncated to fit a comment. */
export const joinMarkdown = (parts: readonly string[]): string =>
  joinWithinBytes(
    parts,
    MOST_BYTES,
    (left) => `_${pluralize(left, 'part')} omitted for length; the other report formats are complete._`,
  );

/** Formats the title, the exit code and `lines`. `subject` and `reason` are Markdown. */
export function formatMarkdownHeading(
  exitCode: number,
  { subject, reason, lines }: { readonly subject: string; readonly reason: string; readonly lines: readonly string[] },
): string[] {
  const sign = exitCode === 0 ? '✅' : exitCode === 4 || exitCode === 5 ? '⚠️' : '❌';
  return [`## ${sign} ${subject}`, `**Exit ${exitCode}**: ${reason}`, lines.map((line) => `- ${line}`).join('\n')];
}

/** Puts a title above blocks; returns nothing without blocks. */
export const formatTitled = (title: string, blocks: readonly string[]): string[] =>
  blocks.length === 0 ? [] : [`### ${title}\n\n${blocks[0]}`, ...blocks.slice(1)];

/** Formats one section: failures and advice in full, kit errors with their trace, undecided cases by reason. */
export function formatMarkdownSection(section: SectionName, cases: readonly ReportedCase[]): string[] {
  const chosen = filterBySection(cases, section);
  return formatTitled(`${SECTION_TITLES[section]} (${chosen.length})`, formatBlocks(section, chosen));
}

function formatBlocks(section: SectionName, cases: readonly ReportedCase[]): string[] {
  if (section === 'failed' || section === 'advice') return cases.map(formatMarkdownCase);
  if (section === 'errors')
    return cases.map(({ id, reason }) => `#### ${formatCode(id)}\n\n${formatCodeBlock('', reason)}`);
  return groupByReason(cases).map(({ reason, ids }) => `- ${formatCode(reason)}: ${ids.map(formatCode).join(', ')}`);
}

/** Formats a failure or advice with its details. */
export const formatMarkdownCase = ({ id, title, details }: ReportedCase): string =>
  formatMarkdownFinding(formatCode(id), [`${escapeProse(title)}.`], details);

/** Formats a heading, paragraphs and details; commands come last, as blocks. */
export function formatMarkdownFinding(
  heading: string,
  paragraphs: readonly string[],
  details: readonly Detail[],
): string {
  const stated = details.filter(({ text }) => text !== '');
  const items = stated
    .filter(({ form }) => form !== 'command')
    .map(({ label, text, form }) => `- **${label}** ${form === 'prose' ? escapeProse(text) : formatCode(text)}`);
  const commands = stated.filter(({ form }) => form === 'command').map(({ text }) => formatCodeBlock('sh', text));
  return [`#### ${heading}`, ...paragraphs, items.join('\n'), ...commands].join('\n\n');
}
