import { createHash } from 'node:crypto';
import { styleText } from 'node:util';
import { findLargest } from '../../base/large-lists.ts';
import type { CheckOutcome } from '../reading/verdicts/verdict.ts';
import { html, Markup, nothing } from '../reports/html/markup.ts';
import { style } from '../reports/html/style.ts';
import { escapeProse, formatCode, joinWithinBytes } from '../reports/parts/markdown-text.ts';
import { neutralised, pluralize, serialiseSafely } from '../reports/parts/screen.ts';
import type { DetailChange, History, HistoryRun, HistoryStep, TargetHistory, UnstableCheck } from './run-history.ts';

const MOST_BYTES = 65_000;

interface ShowOptions {
  readonly colour?: boolean;
}

/** The writers of histories, by format name. */
export const histories = {
  text: formatHistoryText,
  html: formatHistoryHtml,
  markdown: formatHistoryMarkdown,
  json: formatHistoryJson,
} satisfies Record<string, (history: History, options?: ShowOptions) => string>;

/** One letter for each outcome, for the line of a check over all runs. */
const LETTERS: Readonly<Record<CheckOutcome, string>> = {
  pass: '.',
  fail: 'F',
  warning: 'w',
  error: 'E',
  inconclusive: '?',
  untestable: '?',
  'not-applicable': '-',
};

const formatOutcomes = ({ outcomes }: UnstableCheck): string =>
  outcomes.map((outcome) => (outcome === null ? ' ' : LETTERS[outcome])).join('');

const LEGEND = '. passed, F failed, w advice, ? not verified, - not applicable, E error of the kit';

const formatTime = (startedAt: string): string => `${startedAt.slice(0, 16).replace('T', ' ')} UTC`;

const formatDetail = ({ kind, name, before, after }: DetailChange): string =>
  `${kind} ${name}: ${before ?? 'not found'} → ${after ?? 'not found'}`;

const listStepLines = ({ changes, details, newlyVerified, noLongerVerified, caveats }: HistoryStep): string[] => [
  ...caveats.map((text) => `the runs differ: ${text}`),
  ...changes.map(
    ({ id, before, after, isWorse, says }) =>
      `${isWorse ? '✗ ' : ''}${id}: ${before ?? 'absent'} → ${after ?? 'absent'}${says === '' ? '' : `; ${says}`}`,
  ),
  ...details.map(formatDetail),
  ...(newlyVerified.length === 0 ? [] : [`newly verified rules: ${newlyVerified.join(', ')}`]),
  ...(noLongerVerified.length === 0 ? [] : [`rules that are no longer verified: ${noLongerVerified.join(', ')}`]),
];

/** Why runs ended early, each with its time. */
const listStopped = ({ runs }: TargetHistory): string[] =>
  runs.flatMap(({ startedAt, stopped }) =>
    stopped === null ? [] : [`The run of ${formatTime(startedAt)} ended early and is not compared: ${stopped}`],
  );

const COLUMNS = ['run', 'exit', 'passed', 'failed', 'not verified', 'requests', 'seconds', 'ms per request'] as const;

function listCells(run: HistoryRun): readonly string[] {
  const { counts } = run;
  return [
    formatTime(run.startedAt),
    String(run.exitCode),
    String(counts.pass ?? 0),
    String(counts.fail ?? 0),
    String((counts.untestable ?? 0) + (counts.inconclusive ?? 0)),
    String(run.requests),
    (run.durationMs / 1000).toFixed(1),
    run.requestMs === null ? '' : run.requestMs.toFixed(1),
  ];
}

const formatSummary = ({ runs, steps }: TargetHistory): string =>
  steps.length === 0
    ? `${pluralize(runs.length, 'run')}, nothing changed`
    : `${pluralize(runs.length, 'run')}, ${pluralize(steps.length, 'change')} between consecutive runs`;

const NO_REPORTS = 'The history has no reports. Write one with: fleetkit conform URL --history DIR';

function formatHistoryText({ targets, skipped, exitCode }: History, { colour = false }: ShowOptions = {}): string {
  const paint = (format: 'bold' | 'red' | 'green' | 'yellow', text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text;
  const sections = targets.map((target) => {
    const rows = [COLUMNS, ...target.runs.map(listCells)];
    const widths = COLUMNS.map((_, at) => findLargest(rows.map((row) => row[at]?.length ?? 0)));
    const table = rows.map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    );
    const steps = target.steps.map((step) =>
      [
        paint('bold', `${formatTime(step.before)} → ${formatTime(step.after)}`),
        ...listStepLines(step).map((text) => `  ${neutralised(text)}`),
      ].join('\n'),
    );
    const unstable = target.unstable.map((one) => `  ${formatOutcomes(one)}  ${neutralised(one.id)}`);
    return [
      `${paint('bold', neutralised(target.target))}: ${formatSummary(target)}`,
      table.join('\n'),
      ...listStopped(target).map(neutralised),
      ...steps,
      ...(unstable.length === 0
        ? []
        : [[paint('yellow', `CHANGED AT LEAST TWICE (${LEGEND})`), ...unstable].join('\n')]),
    ].join('\n\n');
  });
  const lines = skipped.map(({ file, problem }) => `skipped ${neutralised(file)}: ${neutralised(problem)}`);
  const end =
    exitCode === 0
      ? paint('green', 'No regression in the latest run')
      : paint('red', 'The latest run is worse than the one before it, or ended early');
  return `${[
    ...(targets.length === 0 ? [NO_REPORTS] : sections),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...(targets.length === 0 ? [] : [end]),
  ].join('\n\n')}\n`;
}

function formatHistoryMarkdown({ targets, skipped, exitCode }: History): string {
  const parts = targets.flatMap((target) => [
    `### ${formatCode(target.target)}: ${formatSummary(target)}`,
    [
      `| ${COLUMNS.join(' | ')} |`,
      `|${COLUMNS.map(() => '---').join('|')}|`,
      ...target.runs.map((run) => `| ${listCells(run).join(' | ')} |`),
    ].join('\n'),
    ...listStopped(target).map((text) => `- ${formatCode(text)}`),
    ...target.steps.map((step) =>
      [
        `#### ${formatTime(step.before)} → ${formatTime(step.after)}`,
        listStepLines(step)
          .map((text) => `- ${formatCode(text)}`)
          .join('\n'),
      ].join('\n\n'),
    ),
    ...(target.unstable.length === 0
      ? []
      : [
          `#### Changed at least twice\n\n${escapeProse(LEGEND)}`,
          ...target.unstable.map((one) => `- ${formatCode(formatOutcomes(one))} ${formatCode(one.id)}`),
        ]),
  ]);
  const heading =
    exitCode === 0
      ? '## ✅ No regression in the latest run'
      : '## ❌ The latest run is worse than the one before it, or ended early';
  return joinWithinBytes(
    [
      targets.length === 0 ? NO_REPORTS : heading,
      ...parts,
      ...skipped.map(({ file, problem }) => `- skipped ${formatCode(file)}: ${formatCode(problem)}`),
    ],
    MOST_BYTES,
    (left) => `_${pluralize(left, 'part')} omitted for length._`,
  );
}

function formatHistoryJson({ targets, skipped, exitCode }: History): string {
  return serialiseSafely({
    schema_version: 1,
    exit_code: exitCode,
    targets: targets.map(({ target, runs, steps, unstable }) => ({
      target,
      runs: runs.map(
        ({ file, startedAt, kitVersion, exitCode: code, counts, requests, durationMs, requestMs, stopped }) => ({
          file,
          started_at: startedAt,
          kit_version: kitVersion,
          exit_code: code,
          counts,
          requests,
          duration_ms: durationMs,
          request_ms: requestMs,
          stopped,
        }),
      ),
      steps: steps.map(({ before, after, changes, details, newlyVerified, noLongerVerified, caveats }) => ({
        before,
        after,
        changes: changes.map(({ id, kind, before: earlier, after: later, isWorse, says }) => ({
          id,
          kind,
          before: earlier ?? null,
          after: later ?? null,
          is_worse: isWorse,
          says,
        })),
        details,
        newly_verified: newlyVerified,
        no_longer_verified: noLongerVerified,
        caveats,
      })),
      unstable,
    })),
    skipped,
  });
}

const CHART_STYLE = `
table { width: 100%; border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1rem 0; }
figcaption { color: var(--soft); }
h1 { margin-top: 1.5rem; }
svg.trend { width: 100%; height: 6rem; border-bottom: 1px solid var(--line); }
svg.trend polyline { fill: none; stroke: currentColor; stroke-width: 2; vector-effect: non-scaling-stroke; }
.steps li { overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
`;

/** Draws one figure of all runs as a line from 0 to its largest value. */
function renderTrend(title: string, values: readonly number[]): Markup {
  const most = findLargest(values);
  if (values.length < 2 || most === 0) return nothing;
  const points = values.map((value, at) => `${(at * 1000) / (values.length - 1)},${100 - (value * 96) / most}`);
  const caption = `${title}: ${values[0]} in the first run, ${values.at(-1)} in the latest, at most ${most}`;
  return html`<figure><figcaption>${caption}</figcaption>
<svg class="trend" viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" aria-label="${caption}"><polyline points="${points.join(' ')}"/></svg></figure>
`;
}

function renderTarget(target: TargetHistory): Markup {
  const row = (cells: readonly string[], name: 'th' | 'td') =>
    html`<tr>${cells.map((cell) => (name === 'th' ? html`<th scope="col">${cell}</th>` : html`<td>${cell}</td>`))}</tr>
`;
  const steps = target.steps.map(
    (step) => html`<h3>${formatTime(step.before)} → ${formatTime(step.after)}</h3>
<ul class="steps">${listStepLines(step).map((text) => html`<li>${text}</li>`)}</ul>
`,
  );
  const unstable =
    target.unstable.length === 0
      ? nothing
      : html`<h3>Changed at least twice</h3><p>${LEGEND}</p>
<ul>${target.unstable.map((one) => html`<li><code>${formatOutcomes(one)}</code> ${one.id}</li>`)}</ul>
`;
  const { runs } = target;
  return html`<section><h2>${target.target}</h2><p>${formatSummary(target)}</p>
${renderTrend(
  'Passed checks',
  runs.map(({ counts }) => counts.pass ?? 0),
)}${renderTrend(
  'Failed checks',
  runs.map(({ counts }) => counts.fail ?? 0),
)}${renderTrend(
  'Milliseconds per request',
  runs.map(({ requestMs }) => requestMs ?? 0),
)}<div class="scroll"><table><thead>${row(COLUMNS, 'th')}</thead><tbody>${runs.map((run) => row(listCells(run), 'td'))}</tbody></table></div>
${listStopped(target).map((text) => html`<p>${text}</p>`)}${steps}${unstable}</section>
`;
}

/** The history as one self-contained page without scripts. */
function formatHistoryHtml({ targets, skipped, exitCode }: History): string {
  const styles = `${style}${CHART_STYLE}`;
  const hash = createHash('sha256').update(styles).digest('base64');
  const title =
    exitCode === 0
      ? 'No regression in the latest run'
      : 'The latest run is worse than the one before it, or ended early';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${new Markup(`<style>${styles}</style>`)}
</head>
<body>
<div class="wrap">
<h1>${title}</h1>
${targets.length === 0 ? html`<p>${NO_REPORTS}</p>` : targets.map(renderTarget)}
${skipped.length === 0 ? nothing : html`<h2>Skipped files</h2><ul>${skipped.map(({ file, problem }) => html`<li>${file}: ${problem}</li>`)}</ul>`}
</div>
</body>
</html>
`.text;
}
