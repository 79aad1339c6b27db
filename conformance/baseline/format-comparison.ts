import { styleText } from 'node:util';
import { escapeProse, formatCode, joinWithinBytes } from '../reports/parts/markdown-text.ts';
import { neutralised, pluralize, serialiseSafely, wrapText } from '../reports/parts/screen.ts';
import type { Change, ChangeKind, ReportComparison } from './compare-reports.ts';

const WIDTH = 100;
const MOST_BYTES = 65_000;
const KINDS: readonly ChangeKind[] = ['regressed', 'changed', 'new', 'gone', 'fixed'];
const TITLES: Readonly<Record<ChangeKind, string>> = {
  regressed: 'Regressed',
  changed: 'Changed verdict',
  new: 'New',
  gone: 'Gone',
  fixed: 'Fixed',
};
const STYLES = { regressed: 'red', changed: 'yellow', new: 'bold', gone: 'yellow', fixed: 'green' } as const;

/** Display options of a comparison; only text uses colour and width. */
type ShowComparison = (
  comparison: ReportComparison,
  options?: { readonly colour?: boolean; readonly width?: number },
) => string;

/** The writers of comparisons, by format name. */
export const comparisons = {
  text: formatComparisonText,
  markdown: formatComparisonMarkdown,
  json: formatComparisonJson,
} satisfies Record<string, ShowComparison>;

function formatComparisonText(
  comparison: ReportComparison,
  { colour = false, width = WIDTH }: { readonly colour?: boolean; readonly width?: number } = {},
): string {
  const paint = (style: 'red' | 'yellow' | 'green' | 'bold' | 'dim', text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const line = (indent: string, text: string) => indent + wrapText(neutralised(text), `${indent}  `, width);
  const sections = KINDS.flatMap((kind) => {
    const changes = comparison.changes.filter((one) => one.kind === kind);
    const shown = changes.map((one) =>
      [
        `${one.isWorse ? '✗' : '-'} ${paint('bold', neutralised(one.id))}  ${neutralised(formatTransition(one))}`,
        ...(one.says === '' ? [] : [line('    ', one.says)]),
      ].join('\n'),
    );
    return changes.length === 0
      ? []
      : [paint(STYLES[kind], `${TITLES[kind].toUpperCase()} (${changes.length})`), ...shown];
  });
  const rules = [
    ...formatRules('Newly verified', comparison.newlyVerified),
    ...formatRules('No longer verified', comparison.noLongerVerified),
  ];
  return `${[
    [line('', `before  ${formatRun(comparison.before)}`), line('', `after   ${formatRun(comparison.after)}`)].join(
      '\n',
    ),
    ...(comparison.caveats.length === 0
      ? []
      : [[paint('yellow', 'THE RUNS DIFFER'), ...comparison.caveats.map((text) => line('- ', text))].join('\n')]),
    ...sections,
    ...(rules.length === 0 ? [] : [rules.map((text) => line('', text)).join('\n')]),
    [formatSummary(comparison), paint(comparison.exitCode === 0 ? 'green' : 'red', formatExitLine(comparison))].join(
      '\n',
    ),
  ].join('\n\n')}\n`;
}

function formatComparisonMarkdown(comparison: ReportComparison): string {
  const item = (one: Change) =>
    `- ${formatCode(one.id)} ${escapeProse(formatTransition(one))}${one.isWorse ? ' ❌' : ''}${one.says === '' ? '' : `: ${formatCode(one.says)}`}`;
  const sections = KINDS.flatMap((kind) => {
    const [first, ...rest] = comparison.changes.filter((one) => one.kind === kind);
    return first === undefined ? [] : [`### ${TITLES[kind]} (${rest.length + 1})\n\n${item(first)}`, ...rest.map(item)];
  });
  const parts = [
    `## ${comparison.exitCode === 0 ? '✅' : '❌'} ${formatExitLine(comparison)}`,
    `- before: ${formatCode(formatRun(comparison.before))}\n- after: ${formatCode(formatRun(comparison.after))}`,
    ...comparison.caveats.map((text) => `> ⚠️ ${formatCode(text)}`),
    ...sections,
    ...formatRules('Newly verified', comparison.newlyVerified.map(formatCode)),
    ...formatRules('No longer verified', comparison.noLongerVerified.map(formatCode)),
    formatSummary(comparison),
  ];
  return joinWithinBytes(parts, MOST_BYTES, (left) => `_${pluralize(left, 'part')} omitted for length._`);
}

function formatComparisonJson({
  before,
  after,
  newlyVerified,
  noLongerVerified,
  ...comparison
}: ReportComparison): string {
  const run = ({ target, startedAt, exitCode }: ReportComparison['before']) => ({
    target,
    started_at: startedAt,
    exit_code: exitCode,
  });
  return serialiseSafely({
    schema_version: 1,
    before: run(before),
    after: run(after),
    exit_code: comparison.exitCode,
    caveats: comparison.caveats,
    changes: comparison.changes.map(({ isKnown, isWorse, before: earlier, after: later, ...change }) => ({
      ...change,
      before: earlier ?? null,
      after: later ?? null,
      is_known: isKnown,
      is_worse: isWorse,
    })),
    newly_verified: newlyVerified,
    no_longer_verified: noLongerVerified,
    unchanged: comparison.unchanged,
  });
}

const formatTransition = ({ before, after, decides, isKnown }: Change): string =>
  `${before ?? 'absent'} → ${after ?? 'absent'}${decides ? '' : ' (advice)'}${isKnown ? ' (known)' : ''}`;

const formatRun = ({ target, startedAt, exitCode }: ReportComparison['before']): string =>
  `${target}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC, exit ${exitCode}`;

const formatRules = (title: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [] : [`${title}: ${ids.join(', ')}`];

function formatSummary({ changes, unchanged }: ReportComparison): string {
  const figures = KINDS.map((kind) => [changes.filter((one) => one.kind === kind).length, kind] as const);
  const described = figures.filter(([number]) => number > 0).map(([number, kind]) => `${number} ${kind}`);
  return [...described, `${unchanged} unchanged`].join(', ');
}

const formatExitLine = ({ exitCode, changes }: ReportComparison): string =>
  exitCode === 0
    ? 'No regressions'
    : `${pluralize(changes.filter(({ isWorse }) => isWorse).length, 'required check')} regressed`;
