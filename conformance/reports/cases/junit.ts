import { neutralised } from '../parts/screen.ts';
import type { CaseDocument, DocumentProperty } from './case-document.ts';
import type { ReportedCase } from './reported-case.ts';

/**
 * Formats a report for CI servers: one suite per topic. Advice is output, not a failure; undecided cases and known issues are
 * skipped, with the reason.
 */
export function formatJunit({ name, notes, properties = [], cases, durationMs }: CaseDocument): string {
  const topics = Map.groupBy(cases, ({ id }) => id.split('/')[0] ?? '');
  const comment = notes.map((line) => escapeXml(line).replaceAll(/-(?=-)/g, '- ')).join('\n     ');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!-- ${comment} -->`,
    `<testsuites name="${escapeXml(name)}" ${formatCounts(cases)} time="${formatSeconds(durationMs)}">`,
    ...[...topics].map(([topic, group], place) => formatSuite(topic, group, place === 0 ? properties : [])),
    '</testsuites>\n',
  ].join('\n');
}

function formatSuite(topic: string, cases: readonly ReportedCase[], properties: readonly DocumentProperty[]): string {
  const durationMs = cases.reduce((sum, one) => sum + one.durationMs, 0);
  const attributes = `name="${escapeXml(topic)}" ${formatCounts(cases)} time="${formatSeconds(durationMs)}"`;
  const content = [...formatProperties(properties), ...cases.map(formatCase)];
  return `  <testsuite ${attributes}>\n${content.join('\n')}\n  </testsuite>`;
}

const formatProperties = (properties: readonly DocumentProperty[]): string[] =>
  properties.length === 0
    ? []
    : [
        '    <properties>',
        ...properties.map(
          ({ name, value }) => `      <property name="${escapeXml(name)}" value="${escapeXml(value)}"/>`,
        ),
        '    </properties>',
      ];

function formatCounts(cases: readonly ReportedCase[]): string {
  const number = (...sections: ReportedCase['section'][]) =>
    cases.filter(({ section }) => sections.includes(section)).length;
  const skipped = number('unverified', 'adviceUnverified', 'notApplicable', 'known');
  return `tests="${cases.length}" failures="${number('failed')}" errors="${number('errors')}" skipped="${skipped}"`;
}

function formatCase(one: ReportedCase): string {
  const opening = `    <testcase classname="${escapeXml(one.id.replace('/', '.'))}" name="${escapeXml(one.title)}" time="${formatSeconds(one.durationMs)}"`;
  const content = formatContent(one);
  return content === '' ? `${opening}/>` : `${opening}>\n      ${content}\n    </testcase>`;
}

function formatContent({ section, message, type, reason, details }: ReportedCase): string {
  const attributes = `message="${escapeXml(message)}" type="${escapeXml(type)}"`;
  const described = details
    .filter(({ text }) => text !== '')
    .map(({ label, text }) => neutralised(`${label}: ${text}`))
    .join('\n');
  switch (section) {
    case 'failed':
      return `<failure ${attributes}>${escapeXml(described)}</failure>`;
    case 'errors':
      return `<error ${attributes}>${escapeXml(reason)}</error>`;
    case 'advice':
      return `<system-out>${escapeXml(`advice: ${described}`)}</system-out>`;
    case 'passed':
      return '';
    default:
      return `<skipped message="${escapeXml(message)}"/>`;
  }
}

const formatSeconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

/** Escapes attributes and text; characters that XML cannot contain are replaced first. */
const escapeXml = (text: string): string =>
  text
    .split('\n')
    .map(neutralised)
    .join('\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
