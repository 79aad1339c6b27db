import type { ReportOptions } from '../../reports/index.ts';
import { INDENT, LABEL, type Page, pageFor, type Style } from '../../reports/page.ts';
import { neutralised, wrapped } from '../../reports/screen.ts';
import type { UsualFault } from '../probe.ts';
import type { ProbeResult, ReceiverResult, Remark } from '../result.ts';
import { effortOf, figuresOf, notesOf, sectionsOf } from './sections.ts';

/** The report for people. Lines fit into `width` columns, but for code, which is there to be compared with one's own. */
export function textReport(result: ReceiverResult, options: ReportOptions = {}): string {
  const page = pageFor(options);
  const parts = [heading(result, page), ...diagnosis(result, page), ...failures(result, page), summary(result, page)];
  return `${parts.join('\n\n')}\n`;
}

const heading = (result: ReceiverResult, { paint, width }: Page): string =>
  `${paint('bold', `fleetkit receiver check ${neutralised(result.url)}`)}\n${wrapped(neutralised(notesOf(result).join(' · ')), '', width)}`;

const UNJUDGED = 'No other probe was sent: the refusal of a bad one would say nothing.';

function diagnosis({ diagnosis: found, exitReason }: ReceiverResult, page: Page): string[] {
  if (found === undefined) return [];
  const said = found.said === undefined ? [] : [`it said: ${found.said}`];
  const findings = [...found.findings, ...said].map((text) => `- ${wrapped(neutralised(text), '  ', page.width)}`);
  const title = page.paint('red', `NOT JUDGED: ${exitReason}`);
  const why = found.kind === 'refused' ? [wrapped(UNJUDGED, '', page.width)] : [];
  return [title, findings.join('\n'), ...why];
}

function failures(result: ReceiverResult, page: Page): string[] {
  const { failed, advice, skipped } = sectionsOf(result);
  const explained = result.remarks.flatMap(({ probes }) => probes);
  const apart = (probes: readonly ProbeResult[], sign: string) =>
    probes.filter(({ id }) => !explained.includes(id)).map((probe) => failure(probe, sign, page));
  const titled = (title: string, style: Style, content: readonly string[]) =>
    content.length === 0 ? [] : [page.paint(style, title), ...content];
  const together = result.remarks.map((one) => remark(one, page));
  return [
    ...titled(`FAILED (${failed.length})`, 'red', [...together, ...apart(failed, '✗')]),
    ...titled(`ADVICE (${advice.length})`, 'yellow', apart(advice, '!')),
    ...titled(`SKIPPED (${skipped.length})`, 'dim', skipped.length === 0 ? [] : [skips(skipped, page)]),
  ];
}

/** Failures with one cause, as one. */
const remark = ({ says, usual, probes }: Remark, page: Page): string =>
  [
    `${page.paint('red', '✗')} ${page.paint('bold', wrapped(neutralised(says), '  ', page.width))}`,
    labelled('in', probes.join(', '), page),
    ...usually(usual, page),
  ].join('\n');

function failure({ id, title, failure: found }: ProbeResult, sign: string, page: Page): string {
  if (found === undefined) return '';
  const { expected, came, matters, usual } = found;
  return [
    `${page.paint(sign === '✗' ? 'red' : 'yellow', sign)} ${page.paint('bold', id)}`,
    INDENT + wrapped(title, INDENT, page.width),
    labelled('expected', expected, page),
    labelled('received', came, page),
    ...(matters === null ? [] : [labelled('matters', matters, page)]),
    ...usually(usual, page),
  ].join('\n');
}

/** Code stands on one line, whatever its length. */
const usually = ({ words, line, instead }: UsualFault, page: Page): string[] => [
  labelled('usually', words, page),
  `${INDENT}${'as in'.padEnd(LABEL)}${neutralised(line)}`,
  `${INDENT}${'instead'.padEnd(LABEL)}${page.paint('green', instead)}`,
];

const labelled = (label: string, text: string, { width }: Page): string =>
  INDENT + label.padEnd(LABEL) + wrapped(neutralised(text), ' '.repeat(INDENT.length + LABEL), width);

/** What was skipped, by why: one reason often holds for several. */
function skips(skipped: readonly ProbeResult[], { width }: Page): string {
  const byReason = Map.groupBy(skipped, ({ reason = '' }) => reason);
  const groups = [...byReason].map(([reason, probes]) => {
    const ids = probes.map(({ id }) => id).join(', ');
    return `? ${wrapped(neutralised(reason), '  ', width)}\n${INDENT}${wrapped(ids, INDENT, width)}`;
  });
  return groups.join('\n\n');
}

function summary(result: ReceiverResult, { paint, width }: Page): string {
  const { startedAt, kitVersion, exitCode, exitReason, probes } = result;
  const row = (label: string, text: string) => wrapped(`${label.padEnd(8)} ${text}`, ' '.repeat(9), width);
  return [
    ...(probes.length === 0 ? [] : [row('Probes', figuresOf(result))]),
    row('Effort', effortOf(result)),
    row('Run', `${startedAt.slice(0, 16).replace('T', ' ')} UTC, fleetkit ${kitVersion}`),
    paint(exitCode === 0 ? 'green' : 'red', row(`Exit ${exitCode}`, exitReason)),
  ].join('\n');
}
