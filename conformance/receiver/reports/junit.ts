import { escapedForXml } from '../../reports/junit.ts';
import type { ProbeResult, ReceiverResult } from '../result.ts';
import { notesOf, sectionsOf } from './sections.ts';

/** The report for CI servers: one suite, one case for each probe. A control that failed is an error of the suite. */
export function junitReport(result: ReceiverResult): string {
  const { failed, skipped } = sectionsOf(result);
  const cases = result.diagnosis === undefined ? result.probes.map(testcase) : [unjudged(result)];
  const errors = result.diagnosis === undefined ? 0 : 1;
  const figures = `tests="${cases.length}" failures="${failed.length}" errors="${errors}" skipped="${skipped.length}" time="${(result.durationMs / 1000).toFixed(3)}"`;
  const note = [
    `${result.url}: exit ${result.exitCode}, ${result.exitReason}`,
    ...notesOf(result),
    ...result.remarks.map(({ says }) => says),
  ];
  const comment = `<!-- ${note.map((line) => escapedForXml(line).replaceAll(/-(?=-)/g, '- ')).join('\n     ')} -->`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    comment,
    `<testsuites name="fleetkit receiver check" ${figures}>`,
    `  <testsuite name="receiver" ${figures}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>\n',
  ].join('\n');
}

function testcase(probe: ProbeResult): string {
  const took = probe.steps.reduce((sum, { tookMs }) => sum + (tookMs ?? 0), 0);
  const opening = `    <testcase classname="receiver.${escapedForXml(probe.id)}" name="${escapedForXml(probe.title)}" time="${(took / 1000).toFixed(3)}"`;
  const content = contentOf(probe);
  return content === '' ? `${opening}/>` : `${opening}>\n      ${content}\n    </testcase>`;
}

function contentOf({ id, level, outcome, reason = '', failure }: ProbeResult): string {
  if (outcome === 'skipped') return `<skipped message="${escapedForXml(reason)}"/>`;
  if (failure === undefined) return '';
  const { expected, came, matters, usual } = failure;
  const details = [
    `expected: ${expected}`,
    `came: ${came}`,
    ...(matters === null ? [] : [`matters: ${matters}`]),
    `usually: ${usual.words}`,
    `as in: ${usual.line}`,
    `instead: ${usual.instead}`,
  ].join('\n');
  return level === 'must'
    ? `<failure message="${escapedForXml(`expected ${expected}, came ${came}`)}" type="${escapedForXml(id)}">${escapedForXml(details)}</failure>`
    : `<system-out>${escapedForXml(`advice: ${details}`)}</system-out>`;
}

function unjudged({ diagnosis, exitReason }: ReceiverResult): string {
  const details = [...(diagnosis?.findings ?? []), ...(diagnosis?.said === undefined ? [] : [diagnosis.said])].join(
    '\n',
  );
  return `    <testcase classname="receiver.valid" name="An ordinary delivery" time="0.000">\n      <error message="${escapedForXml(exitReason)}" type="${escapedForXml(diagnosis?.kind ?? 'refused')}">${escapedForXml(details)}</error>\n    </testcase>`;
}
