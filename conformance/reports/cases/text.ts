import { INDENT, LABEL, type Style, type TextPage } from '../parts/page.ts';
import { neutralised, pluralize, wrapText } from '../parts/screen.ts';
import { SECTION_TITLES, type SectionName } from '../parts/sections.ts';
import { type Detail, filterBySection, groupByReason, type ReportedCase } from './reported-case.ts';

const STYLES: Readonly<Record<SectionName, Style>> = {
  failed: 'red',
  errors: 'red',
  unverified: 'yellow',
  advice: 'yellow',
  adviceUnverified: 'dim',
  known: 'dim',
  notApplicable: 'dim',
  passed: 'dim',
};

/** Formats the first lines: the command with its target, then notes. */
export const formatTextHeading = (title: string, notes: readonly string[], { paint, width }: TextPage): string =>
  `${paint('bold', neutralised(title))}\n${wrapText(neutralised(notes.join(' · ')), '', width)}`;

interface ReasonsPage extends TextPage {
  /** The number of reasons to show. Default: all. */
  readonly mostReasons?: number;
}

/** Formats one section: failures, errors and advice in full, undecided cases by reason. */
export function formatTextSection(
  section: SectionName,
  cases: readonly ReportedCase[],
  { titles = SECTION_TITLES, ...page }: ReasonsPage & { readonly titles?: typeof SECTION_TITLES },
): string[] {
  const chosen = filterBySection(cases, section);
  const isByReason = section === 'unverified' || section === 'adviceUnverified' || section === 'notApplicable';
  const blocks = isByReason ? formatReasons(chosen, page) : chosen.map((one) => formatTextCase(one, page));
  return formatTitledBlocks(`${titles[section].toUpperCase()} (${chosen.length})`, STYLES[section], {
    blocks,
    page,
  });
}

/** Puts a title above blocks; returns nothing without blocks. */
export const formatTitledBlocks = (
  title: string,
  style: Style,
  { blocks, page }: { readonly blocks: readonly string[]; readonly page: TextPage },
): string[] => (blocks.length === 0 ? [] : [page.paint(style, title), ...blocks]);

/** Formats undecided cases, grouped by reason. If `mostReasons` leaves some out, those of the most cases come first. */
export function formatReasons(
  cases: readonly ReportedCase[],
  { width, mostReasons }: Pick<ReasonsPage, 'width' | 'mostReasons'>,
): string[] {
  const all = groupByReason(cases);
  const left = all.length - (mostReasons ?? all.length);
  const shown = left > 0 ? all.toSorted((one, other) => other.ids.length - one.ids.length).slice(0, -left) : all;
  return [
    ...shown.map(
      ({ reason, ids }) =>
        `? ${wrapText(neutralised(reason), '  ', width)}\n${INDENT}${wrapText(ids.join(', '), INDENT, width)}`,
    ),
    ...(left > 0 ? [`… and ${pluralize(left, 'other reason')}`] : []),
  ];
}

/** Formats a failure, an error or advice with its details. */
export const formatTextCase = ({ id, section, title, details }: ReportedCase, page: TextPage): string =>
  [
    formatTextTitle(id, section === 'advice' ? '!' : '✗', page),
    INDENT + wrapText(title, INDENT, page.width),
    ...formatDetails(details, page),
  ].join('\n');

/** Formats the first line of a failure (`✗`) or of advice (`!`). */
export const formatTextTitle = (title: string, sign: '✗' | '!', { paint, width }: TextPage): string =>
  `${paint(sign === '✗' ? 'red' : 'yellow', sign)} ${paint('bold', wrapText(neutralised(title), '  ', width))}`;

/** Formats details, each after its label. Code stays on one line, so that it can be copied. */
export const formatDetails = (details: readonly Detail[], { paint, width }: TextPage): string[] =>
  details
    .filter(({ text }) => text !== '')
    .map(({ label, text, form }) => {
      const start = INDENT + label.padEnd(LABEL);
      if (form === 'prose' || form === 'quote')
        return start + wrapText(neutralised(text), ' '.repeat(INDENT.length + LABEL), width);
      return start + (form === 'correction' ? paint('green', text) : neutralised(text));
    });

/** Formats short statements as a list. */
export const formatStatements = (title: string, statements: readonly string[], { paint, width }: TextPage): string[] =>
  statements.length === 0
    ? []
    : [
        `${paint('dim', `${title} (${statements.length})`)}\n\n${statements.map((text) => `= ${wrapText(neutralised(text), '  ', width)}`).join('\n')}`,
      ];

/** Formats a row of the summary. */
export const formatSummaryRow = (label: string, text: string, { width }: TextPage): string =>
  wrapText(neutralised(`${label.padEnd(8)} ${text}`), ' '.repeat(9), width);

/** Formats the last line: the exit code and its reason. */
export const formatExit = (
  { exitCode, exitReason }: { readonly exitCode: number; readonly exitReason: string },
  page: TextPage,
): string =>
  page.paint(
    exitCode === 0 ? 'green' : 'red',
    wrapText(neutralised(`Exit ${exitCode}   ${exitReason}`), ' '.repeat(9), page.width),
  );
