import {
  countByArea,
  type DetectionMatrix,
  formatMatrixMarkdown,
  groupUncovered,
  listClassCoverage,
  listNeverFailed,
  listNeverPassed,
} from './index.ts';

/**
 * Returns docs/fault-detection.md: the totals, the faults that the checks miss, and the fault classes that are not
 * covered.
 */
export function formatFaultDetectionDocument(matrix: DetectionMatrix): string {
  const coverage = listClassCoverage(matrix);
  const planted = coverage.filter((one) => one.injected.length > 0);
  const complete = planted.filter((one) => one.detected.length === one.injected.length);
  const partly = planted.filter((one) => one.detected.length < one.injected.length);
  const decisive = matrix.columns.filter(({ level }) => level === 'must');
  const idle = matrix.columns.filter(({ failedOn }) => failedOn.length === 0).map(({ id }) => id);
  return `<!-- Written by \`npm run fault-detection\`. Do not edit. -->

# Fault detection

\`npm run mutants\` runs the checks against faulty targets, each with one injected fault: the kit's own small
target behind proxies that alter one request or response, the sandbox with one of its misbehaviours, and two services
[that others wrote](independent-services.md) with a fault of their authors. A fault counts as detected when a check that it names fails, or a check of its
topics. Subtle faults show in one situation only: for one role, on the second page, with two filters at once.

## Totals

${formatMatrixMarkdown(matrix).trim()}

## Checks

${decisive.length} of ${matrix.columns.length} checks are mandatory ("must"). Each of these ${decisive.length} passes on a correct target${formatExceptions(listNeverPassed(matrix))}, and
fails on a faulty one${formatExceptions(listNeverFailed(matrix))}. Of all checks, ${idle.length === 0 ? 'each fails on some faulty target' : `these fail on no faulty target: ${formatIds(idle)}`}.

## Fault classes

The kit lists ${coverage.length} fault classes. ${planted.length} of them are covered by at least one injected fault; in ${complete.length} of these, every injected fault is detected.

| | Detected | Fault class |
|---|---|---|
${partly.map(({ id, title, injected: all, detected: found }) => `| ${id} | ${found.length} of ${all.length} | ${title} |`).join('\n')}

${coverage.length - planted.length} have no injected fault:

| Reason | Classes |
|---|---|
${groupUncovered(coverage)
  .map(({ reason, ids }) => `| ${reason} | ${ids.join(', ')} |`)
  .join('\n')}
`;
}

const formatExceptions = (ids: readonly string[]): string => (ids.length === 0 ? '' : ` (except ${formatIds(ids)})`);
const formatIds = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');

const BLOCK = /(<!-- totals of npm run fault-detection -->\n)[\s\S]*?(<!-- end of totals -->)/;

/** Replaces the totals in the marked block of `document`. Throws if the document has no such block. */
export function replaceTotals(document: string, matrix: DetectionMatrix): string {
  if (!BLOCK.test(document)) throw new Error('the document has no block for the totals of npm run fault-detection');
  return document.replace(BLOCK, (_, begin: string, end: string) => `${begin}${formatSummary(matrix)}${end}`);
}

function formatSummary(matrix: DetectionMatrix): string {
  const all = countByArea(matrix).at(-1);
  if (all === undefined) throw new Error('the last row of the totals must cover all areas');
  const faultClasses = listClassCoverage(matrix);
  const isFound = (one: (typeof faultClasses)[number]) =>
    one.injected.length > 0 && one.detected.length === one.injected.length;
  const rows: readonly (readonly [string, number, number])[] = [
    ['faulty targets', all.injected, all.detected],
    ['of these, subtle', all.subtle, all.subtleDetected],
    [
      'fault classes',
      faultClasses.filter(({ injected: planted }) => planted.length > 0).length,
      faultClasses.filter(isFound).length,
    ],
  ];
  return [
    '',
    '| | Injected | Detected |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    `| false positives on correct targets | | ${matrix.falsePositives.length} |`,
    '\n',
  ].join('\n');
}
