import { code, prose } from '../../reports/markdown-text.ts';
import type { UsualFault } from '../probe.ts';
import type { ProbeResult, ReceiverResult, Remark } from '../result.ts';
import { effortOf, figuresOf, notesOf, sectionsOf } from './sections.ts';

/** The report for the summary of a CI job or a comment. */
export function markdownReport(result: ReceiverResult): string {
  const { failed, advice, skipped } = sectionsOf(result);
  const { url, exitCode, exitReason, kitVersion, probes, remarks } = result;
  const explained = remarks.flatMap(({ probes: ids }) => ids);
  const isApart = ({ id }: ProbeResult) => !explained.includes(id);
  const parts = [
    `## ${exitCode === 0 ? '✅' : '❌'} Receiver ${code(url)}`,
    `**Exit ${exitCode}**: ${prose(exitReason)}`,
    [
      ...(probes.length === 0 ? [] : [`- probes: ${figuresOf(result)}`]),
      `- run: ${[effortOf(result), ...notesOf(result)].map(prose).join(' · ')}, fleetkit ${prose(kitVersion)}`,
    ].join('\n'),
    ...diagnosis(result),
    ...titled('Failed', [...remarks.map(remark), ...failed.filter(isApart).map(finding)], failed.length),
    ...titled('Advice', advice.filter(isApart).map(finding), advice.length),
    ...titled('Skipped', skipped.length === 0 ? [] : [skipped.map(skip).join('\n')], skipped.length),
  ];
  return `${parts.join('\n\n')}\n`;
}

const titled = (title: string, content: readonly string[], count = content.length): string[] =>
  content.length === 0 ? [] : [`### ${title} (${count})`, ...content];

function diagnosis({ diagnosis: found }: ReceiverResult): string[] {
  if (found === undefined) return [];
  const said = found.said === undefined ? [] : [`- it said ${code(found.said)}`];
  return [[...found.findings.map((finding) => `- ${prose(finding)}`), ...said].join('\n')];
}

const remark = ({ says, usual, probes }: Remark): string =>
  [`#### ${prose(says)}`, '', `- **in** ${probes.map(code).join(', ')}`, ...usually(usual)].join('\n');

function finding({ id, title, failure }: ProbeResult): string {
  if (failure === undefined) return '';
  const { expected, came, matters, usual } = failure;
  return [
    `#### ${code(id)}`,
    '',
    `${prose(title)}.`,
    '',
    `- **expected** ${prose(expected)}`,
    `- **came** ${code(came)}`,
    ...(matters === null ? [] : [`- **matters** ${prose(matters)}`]),
    ...usually(usual),
  ].join('\n');
}

const usually = ({ words, line, instead }: UsualFault): string[] => [
  `- **usually** ${prose(words)}`,
  `- **as in** ${code(line)}`,
  `- **instead** ${code(instead)}`,
];

const skip = ({ id, reason = '' }: ProbeResult): string => `- ${code(id)}: ${prose(reason)}`;
