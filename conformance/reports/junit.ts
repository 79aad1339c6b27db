import type { CheckResult, RunResult } from '../engine/result.ts';
import { notesOf } from './notes.ts';
import { neutralised } from './screen.ts';
import {
  cameOf,
  choiceSentence,
  coverageSentence,
  figuresOf,
  knownSentence,
  sectionOf,
  seenIn,
  shownOf,
  sourceOf,
} from './sections.ts';

/**
 * The report for CI servers: one suite for each topic, one case for each check. Warnings are output, not failures;
 * undecided checks and known issues are skipped, with the reason.
 */
export function junitReport(result: RunResult): string {
  const topics = Map.groupBy(result.results, ({ id }) => id.split('/')[0] ?? '');
  const suites = [...topics].map(([topic, checks]) => suite(topic, checks));
  const { failed, errors, skipped } = figures(result.results);
  const attributes = `tests="${result.results.length}" failures="${failed}" errors="${errors}" skipped="${skipped}" time="${seconds(result.durationMs)}"`;
  const note = [
    `${result.target}: exit ${result.exitCode}, ${result.exitReason}`,
    figuresOf(result).join(', '),
    coverageSentence(result),
    notesOf(result).join(', '),
    ...(result.choices ?? []).map((choice) => `choice: ${choiceSentence(choice)}`),
    ...(result.baseline ?? [])
      .filter(({ state }) => state !== 'excused')
      .map(({ check, state, note: why }) => `baseline: ${check} is ${state}, ${why}`),
  ];
  const comment = `<!-- ${note.map((line) => escapedForXml(line).replaceAll(/-(?=-)/g, '- ')).join('\n     ')} -->`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${comment}\n<testsuites name="fleetkit conform" ${attributes}>\n${suites.join('\n')}\n</testsuites>\n`;
}

function suite(topic: string, checks: readonly CheckResult[]): string {
  const { failed, errors, skipped } = figures(checks);
  const time = seconds(checks.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const attributes = `name="${escapedForXml(topic)}" tests="${checks.length}" failures="${failed}" errors="${errors}" skipped="${skipped}" time="${time}"`;
  return `  <testsuite ${attributes}>\n${checks.map(testcase).join('\n')}\n  </testsuite>`;
}

function testcase(check: CheckResult): string {
  const opening = `    <testcase classname="${escapedForXml(check.id.replace('/', '.'))}" name="${escapedForXml(check.title)}" time="${seconds(check.durationMs)}"`;
  const content = contentOf(check);
  return content === '' ? `${opening}/>` : `${opening}>\n      ${content}\n    </testcase>`;
}

function contentOf(check: CheckResult): string {
  const { reason } = check;
  switch (sectionOf(check)) {
    case 'failed':
      return `<failure message="${escapedForXml(shownOf(check).saw ?? 'the clause is violated')}" type="${escapedForXml(check.clause.id)}">${escapedForXml(detailsOf(check))}</failure>`;
    case 'errors':
      return `<error message="the kit failed" type="error">${escapedForXml(reason ?? '')}</error>`;
    case 'advice':
      return `<system-out>${escapedForXml(`advice: ${detailsOf(check)}`)}</system-out>`;
    case 'known':
      return `<skipped message="${escapedForXml(`known: ${knownSentence(check)}`)}"/>`;
    case 'passed':
      return '';
    default:
      return `<skipped message="${escapedForXml(`${check.outcome}: ${reason ?? ''}`)}"/>`;
  }
}

function detailsOf(check: CheckResult): string {
  const shown = shownOf(check);
  const seen = seenIn(check);
  return [
    `clause: ${check.clause.text} (${sourceOf(check)})`,
    `expected: ${shown.expected}`,
    `received: ${cameOf(shown)}`,
    `reproduce: ${shown.request?.curl}`,
    ...(seen === '' ? [] : [`cases: ${seen}`]),
    ...(check.known === undefined ? [] : [`known: ${knownSentence(check)}`]),
  ]
    .map(neutralised)
    .join('\n');
}

function figures(checks: readonly CheckResult[]): { failed: number; errors: number; skipped: number } {
  const count = (...sections: string[]) => checks.filter((check) => sections.includes(sectionOf(check))).length;
  return {
    failed: count('failed'),
    errors: count('errors'),
    skipped: count('unverified', 'adviceUnverified', 'notApplicable', 'known'),
  };
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

/** Escapes attributes and text; characters that XML cannot contain are already replaced. */
export const escapedForXml = (text: string): string =>
  text
    .split('\n')
    .map(neutralised)
    .join('\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
