import type { ReportOptions } from '../../reports/index.ts';
import { INDENT, LABEL, type Page, pageFor, type Style } from '../../reports/page.ts';
import { neutralised, wrapped } from '../../reports/screen.ts';
import type { JudgeResult, SenderResult } from '../sender-result.ts';
import { byReason, figuresOf, inSection, notesOf, SECTIONS, type SectionName, seenIn, sourceOf } from './sections.ts';

/** The report for people: what failed, what could not be verified and how it could be, what was seen, and the end. */
export function textReport(result: SenderResult, options: ReportOptions = {}): string {
  const page = pageFor(options);
  const head = `${page.paint('bold', 'fleetkit sender check')}\n${wrapped(neutralised(notesOf(result).join(' · ')), '', page.width)}`;
  const parts = [
    head,
    ...section(result, 'failed', 'red', (found) => found.map((one) => finding(one, '✗', page)), page),
    ...section(result, 'errors', 'red', (found) => found.map((one) => finding(one, '✗', page)), page),
    ...section(result, 'unverified', 'yellow', (found) => reasons(found, page), page),
    ...section(result, 'advice', 'yellow', (found) => found.map((one) => finding(one, '!', page)), page),
    ...section(result, 'adviceUnverified', 'dim', (found) => reasons(found, page), page),
    ...seen(result, page),
    summary(result, page),
  ];
  return `${parts.join('\n\n')}\n`;
}

function section(
  result: SenderResult,
  name: SectionName,
  style: Style,
  shown: (found: readonly JudgeResult[]) => readonly string[],
  { paint }: Page,
): string[] {
  const found = inSection(result, name);
  const title = SECTIONS.find((one) => one.name === name)?.title ?? name;
  return found.length === 0 ? [] : [paint(style, `${title.toUpperCase()} (${found.length})`), ...shown(found)];
}

function finding(one: JudgeResult, sign: string, page: Page): string {
  return [
    `${page.paint(sign === '✗' ? 'red' : 'yellow', sign)} ${page.paint('bold', one.id)}`,
    INDENT + wrapped(one.title, INDENT, page.width),
    ...labelled('rule', `${one.rule.text} (${sourceOf(one)})`, page),
    ...labelled('error', one.outcome === 'error' ? (one.reason ?? '').split('\n').slice(0, 2).join(' ') : '', page),
    ...labelled('expected', one.expected ?? '', page),
    ...labelled('received', one.saw ?? '', page),
    ...labelled('seen', seenIn(one), page),
  ].join('\n');
}

const reasons = (found: readonly JudgeResult[], { width }: Page): readonly string[] =>
  byReason(found).map(([reason, stopped]) => {
    const ids = stopped.map(({ id }) => id).join(', ');
    return `? ${wrapped(neutralised(reason), '  ', width)}\n${INDENT}${wrapped(ids, INDENT, width)}`;
  });

function seen({ observations }: SenderResult, { paint, width }: Page): string[] {
  if (observations.length === 0) return [];
  const shown = observations.map((one) => `= ${wrapped(neutralised(one), '  ', width)}`);
  return [`${paint('dim', `SEEN (${observations.length})`)}\n\n${shown.join('\n')}`];
}

const labelled = (label: string, text: string, { width }: Page): string[] =>
  text === ''
    ? []
    : [INDENT + label.padEnd(LABEL) + wrapped(neutralised(text), ' '.repeat(INDENT.length + LABEL), width)];

function summary(result: SenderResult, { paint, width }: Page): string {
  const { exitCode, exitReason, kitVersion } = result;
  return [
    wrapped(`Checks   ${figuresOf(result).join(', ')}`, ' '.repeat(9), width),
    neutralised(`Run      fleetkit ${kitVersion}`),
    paint(exitCode === 0 ? 'green' : 'red', wrapped(`Exit ${exitCode}   ${exitReason}`, ' '.repeat(9), width)),
  ].join('\n');
}
