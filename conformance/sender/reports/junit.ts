import { escapedForXml } from '../../reports/junit.ts';
import { sectionOfOutcome } from '../../reports/sections.ts';
import type { JudgeResult, SenderResult } from '../sender-result.ts';
import { figuresOf, inSection, notesOf, seenIn, sourceOf } from './sections.ts';

/**
 * The report for CI servers: one suite for each topic, one case for each question. Advice is output, not a failure; what
 * decided nothing is skipped with its reason.
 */
export function junitReport(result: SenderResult): string {
  const topics = Map.groupBy(result.results, ({ id }) => id.split('/')[0] ?? '');
  const suites = [...topics].map(
    ([topic, found]) =>
      `  <testsuite name="${escapedForXml(topic)}" ${countsOf({ ...result, results: found })} time="0">\n${found.map(testcase).join('\n')}\n  </testsuite>`,
  );
  const note = [
    `exit ${result.exitCode}, ${result.exitReason}`,
    figuresOf(result).join(', '),
    notesOf(result).join(', '),
    ...result.observations.map((one) => `seen: ${one}`),
  ].map((line) => escapedForXml(line).replaceAll(/-(?=-)/g, '- '));
  const time = (result.listenedMs / 1000).toFixed(3);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ${note.join('\n     ')} -->\n<testsuites name="fleetkit sender check" ${countsOf(result)} time="${time}">\n${suites.join('\n')}\n</testsuites>\n`;
}

function countsOf(result: SenderResult): string {
  const number = (...names: Parameters<typeof inSection>[1][]) =>
    names.flatMap((name) => inSection(result, name)).length;
  const skipped = number('unverified', 'adviceUnverified', 'notApplicable');
  return `tests="${result.results.length}" failures="${number('failed')}" errors="${number('errors')}" skipped="${skipped}"`;
}

function testcase(one: JudgeResult): string {
  const opening = `    <testcase classname="${escapedForXml(one.id.replace('/', '.'))}" name="${escapedForXml(one.title)}" time="0"`;
  const content = contentOf(one);
  return content === '' ? `${opening}/>` : `${opening}>\n      ${content}\n    </testcase>`;
}

function contentOf(one: JudgeResult): string {
  const details = escapedForXml(
    [
      `rule: ${one.rule.text} (${sourceOf(one)})`,
      `expected: ${one.expected ?? ''}`,
      `came: ${one.saw ?? ''}`,
      `seen: ${seenIn(one)}`,
    ].join('\n'),
  );
  switch (sectionOfOutcome(one)) {
    case 'failed':
      return `<failure message="${escapedForXml(one.saw ?? '')}" type="${escapedForXml(one.rule.id)}">${details}</failure>`;
    case 'errors':
      return `<error message="the kit failed" type="error">${escapedForXml(one.reason ?? '')}</error>`;
    case 'advice':
      return `<system-out>advice: ${details}</system-out>`;
    case 'passed':
      return '';
    default:
      return `<skipped message="${escapedForXml(`${one.outcome}: ${one.reason ?? ''}`)}"/>`;
  }
}
