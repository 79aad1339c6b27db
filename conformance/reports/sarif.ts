import { createHash } from 'node:crypto';
import type { ExchangeRecord } from '../engine/results/exchange-record.ts';
import type { CheckResult, RunResult } from '../engine/results/result.ts';
import { listNotes } from './parts/notes.ts';
import { neutralised, serialiseSafely } from './parts/screen.ts';
import {
  chooseStatement,
  describeRead,
  describeReceived,
  describeSource,
  findDecisiveCases,
  formatKnownIssue,
  groupBySection,
  listCaseNames,
} from './parts/sections.ts';

const MOST_LOCATIONS = 10;

/**
 * The report for code scanning (SARIF 2.1.0): a rule per check, a result per failure or advice. Known
 * issues of the baseline are suppressed; unverified checks are notifications. Fingerprints depend only on the check,
 * so that a finding keeps its identity between runs.
 */
export function formatSarifReport(result: RunResult): string {
  const { failed, errors, unverified, advice, known } = groupBySection(result);
  const broken = [...failed, ...advice, ...known.filter(({ outcome }) => outcome === 'fail' || outcome === 'warning')];
  const ended = new Date(Date.parse(result.startedAt) + result.durationMs).toISOString();
  return serialiseSafely({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'fleetkit conform',
            version: result.kitVersion,
            rules: result.results.map(toSarifRule),
          },
        },
        automationDetails: { id: `fleetkit-conform/${neutralised(URL.parse(result.target)?.host ?? '')}/` },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: result.exitCode !== 70 && result.exitCode !== 3,
            exitCode: result.exitCode,
            exitCodeDescription: neutralised(result.exitReason),
            startTimeUtc: result.startedAt,
            endTimeUtc: ended,
            toolExecutionNotifications: [
              ...errors.map((check) => toSarifNotification(check, result, 'error')),
              ...unverified.map((check) => toSarifNotification(check, result, 'note')),
            ],
          },
        ],
        results: broken.map((check) => toSarifResult(check, result)),
        properties: {
          target: neutralised(result.target),
          notes: listNotes(result).map(neutralised),
          choices: (result.choices ?? []).map(({ id, title, gap, reading }) => ({ id, title, gap, reading })),
        },
      },
    ],
  });
}

const toSarifRule = (check: CheckResult) => ({
  id: check.id,
  shortDescription: { text: check.title },
  fullDescription: { text: `${check.clause.text} (${describeSource(check.clause)})` },
  help: {
    text: `${check.title}. Based on ${describeSource(check.clause)}: ${check.clause.text} "fleetkit conform --explain ${check.id}" shows more.`,
  },
  defaultConfiguration: { level: check.decides ? 'error' : 'warning' },
  properties: { tags: [getCheckTopic(check)], level: check.level, clause: check.clause.id },
});

const getCheckTopic = ({ id }: CheckResult): string => id.split('/')[0] ?? id;

function toSarifResult(check: CheckResult, result: RunResult) {
  const statement = chooseStatement(check);
  const requests = [...findDecisiveCases(check), check].flatMap(({ request }) => request ?? []);
  const fingerprint = createHash('sha256').update(check.id).digest('hex').slice(0, 32);
  const operations = [...new Map(requests.map((record) => [record.operation, record])).values()];
  return {
    ruleId: check.id,
    ruleIndex: result.results.indexOf(check),
    level: check.outcome === 'fail' ? 'error' : 'warning',
    message: { text: formatMessage(check) },
    locations: operations.slice(0, MOST_LOCATIONS).map((record) => toSarifLocation(record, result.target)),
    // GitHub uses the name of the second; without it, it would look for lines of a missing file.
    partialFingerprints: { 'fleetkitCheck/v1': fingerprint, primaryLocationLineHash: `${fingerprint}:1` },
    ...(check.known === undefined || check.known.isExpired
      ? {}
      : { suppressions: [{ kind: 'external', justification: neutralised(formatKnownIssue(check)) }] }),
    properties: { clause: check.clause.id, caller: neutralised(statement.request?.caller ?? '') },
  };
}

/** Square brackets would turn text of the target into a link. */
function formatMessage(check: CheckResult): string {
  const statement = chooseStatement(check);
  const seen = listCaseNames(check);
  return [
    `Read ${describeRead(statement)}.`,
    `Expected ${statement.expected ?? 'the clause to be kept'}; received ${describeReceived(statement)}.`,
    ...(seen === '' ? [] : [`Cases: ${seen}.`]),
    ...(statement.request === undefined ? [] : [`Reproduce: ${statement.request.curl}`]),
  ]
    .map(neutralised)
    .join('\n')
    .replaceAll(/[\\[\]]/g, '\\$&');
}

const toSarifLocation = ({ operation, url }: ExchangeRecord, target: string) => ({
  physicalLocation: { artifactLocation: { uri: toRelativePath(target, url) }, region: { startLine: 1 } },
  logicalLocations: [{ fullyQualifiedName: operation, kind: 'resource' }],
});

/** The path as a relative file name: code scanning rejects the whole report for one URL with a scheme. */
function toRelativePath(target: string, url: string): string {
  const base = `${target.replace(/(?<!\/)\/+$/, '')}/`;
  const address = url.split(/[?#]/)[0] ?? '';
  const path = address.startsWith(base) ? address.slice(base.length) : address.replace(/^\w+:\/\/[^/]*\/?/, '');
  return path.replaceAll(/%(?![\da-f]{2})|[^\w.~!$&'()*+,;=@%/-]/giu, (character) =>
    encodeURIComponent(character.toWellFormed()),
  );
}

const toSarifNotification = (check: CheckResult, { results }: RunResult, level: 'error' | 'note') => ({
  descriptor: { id: check.outcome },
  associatedRule: { id: check.id, index: results.indexOf(check) },
  level,
  message: { text: neutralised(check.reason ?? '').replaceAll(/[\\[\]]/g, '\\$&') },
});
