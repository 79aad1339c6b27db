import type { CheckResult, RunResult } from '../result.ts';
import { neutralised } from './screen.ts';

/** The report for CI servers: one suite for each topic, one case for each check. Warnings are output, not failures. */
export function junitReport(result: RunResult): string {
  const topics = Map.groupBy(result.results, ({ id }) => id.split('/')[0] ?? '');
  const suites = [...topics].map(([topic, checks]) => suite(topic, checks));
  const { counts, durationMs, options } = result;
  const { failed, errors, skipped } = figures(result.results);
  const attributes = `tests="${result.results.length}" failures="${failed}" errors="${errors}" skipped="${skipped}" time="${seconds(durationMs)}"`;
  const note = `<!-- ${escaped(`${result.target}: exit ${result.exitCode}, ${result.exitReason}; ${counts.pass} passed${options.insecure ? '; CERTIFICATES NOT CHECKED' : ''}`).replaceAll('--', '- -')} -->`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${note}\n<testsuites name="fleetkit conform" ${attributes}>\n${suites.join('\n')}\n</testsuites>\n`;
}

function suite(topic: string, checks: readonly CheckResult[]): string {
  const { failed, errors, skipped } = figures(checks);
  const time = seconds(checks.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const attributes = `name="${escaped(topic)}" tests="${checks.length}" failures="${failed}" errors="${errors}" skipped="${skipped}" time="${time}"`;
  return `  <testsuite ${attributes}>\n${checks.map(testcase).join('\n')}\n  </testsuite>`;
}

function testcase(check: CheckResult): string {
  const opening = `    <testcase classname="${escaped(check.id.replace('/', '.'))}" name="${escaped(check.title)}" time="${seconds(check.durationMs)}"`;
  const content = contentOf(check);
  return content === '' ? `${opening}/>` : `${opening}>\n      ${content}\n    </testcase>`;
}

function contentOf(check: CheckResult): string {
  const { outcome, reason } = check;
  if (outcome === 'fail')
    return `<failure message="${escaped(check.saw ?? 'the clause is broken')}" type="${escaped(check.clause.id)}">${escaped(detailsOf(check))}</failure>`;
  if (outcome === 'error') return `<error message="the kit erred">${escaped(reason ?? '')}</error>`;
  if (outcome === 'warning') return `<system-out>${escaped(`advice: ${detailsOf(check)}`)}</system-out>`;
  if (outcome === 'pass') return '';
  return `<skipped message="${escaped(`${outcome}: ${reason ?? ''}`)}"/>`;
}

const detailsOf = ({ clause, expected, saw, request }: CheckResult): string =>
  [
    `clause: ${clause.text}`,
    `expected: ${expected}`,
    `came: ${request?.status}, ${saw ?? request?.excerpt}`,
    `again: ${request?.curl}`,
  ]
    .map(neutralised)
    .join('\n');

function figures(checks: readonly CheckResult[]): { failed: number; errors: number; skipped: number } {
  const count = (...outcomes: string[]) => checks.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    failed: count('fail'),
    errors: count('error'),
    skipped: count('untestable', 'inconclusive', 'not-applicable'),
  };
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

/** Escapes for attributes and text alike; what XML cannot hold was made visible before. */
const escaped = (text: string): string =>
  text
    .split('\n')
    .map(neutralised)
    .join('\n')
    .replaceAll(/[\ud800-\udfff\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
