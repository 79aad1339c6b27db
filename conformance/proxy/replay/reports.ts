import { neutralised, pluralize, serialiseSafely } from '../../reports/parts/screen.ts';
import type { ReplayDifference } from './differences.ts';
import type { ReplayResult } from './replay.ts';

/** The report writers of a replay, by format. */
export const replayReports = {
  text: formatReplayText,
  json: formatReplayJson,
} satisfies Record<string, (result: ReplayResult) => string>;

function formatReplayText(result: ReplayResult): string {
  const { against, sent, compared, skipped, differences, stopped, exitCode } = result;
  const lines = [
    `fleetkit replay against ${against}`,
    `${pluralize(sent, 'request')} sent, ${pluralize(compared, 'response')} compared, ${pluralize(differences.length, 'difference')}`,
    ...[...skipped].map(([reason, count]) => `${pluralize(count, 'recorded request')} not sent: ${reason}`),
    ...(stopped === undefined ? [] : [`Ended early: ${stopped}`]),
  ];
  const byOperation = Map.groupBy(differences, ({ operation, caller }) => `${operation} as ${caller}`);
  const details = [...byOperation].flatMap(([operation, ofOperation]) => [
    '',
    operation,
    ...ofOperation.flatMap((one) => [`  ${formatDifference(one)}`, `      ${one.example}`]),
  ]);
  return `${[...lines, ...details, '', `Exit ${exitCode}`].map(neutralised).join('\n')}\n`;
}

function formatDifference({ kind, place, expected, actual, count }: ReplayDifference): string {
  const where = place === undefined ? '' : ` ${place === '' ? 'the whole body' : place}`;
  return `${kind}${where}: recorded ${expected}, now ${actual}${count > 1 ? ` (${count} times)` : ''}`;
}

function formatReplayJson(result: ReplayResult): string {
  const { against, sent, compared, skipped, differences, stopped, exitCode } = result;
  return serialiseSafely({
    schema_version: 1,
    against,
    sent,
    compared,
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
    differences,
    stopped: stopped ?? null,
    exit_code: exitCode,
  });
}
