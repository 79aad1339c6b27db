import { getTopic } from '../../conformance/engine/check-selection.ts';
import { type AreaTotals, countByArea, listNeverFailed, listNeverPassed } from './area-totals.ts';
import { formatClassCoverage, groupUncovered, listClassCoverage } from './coverage.ts';
import type { DetectionMatrix, MatrixRow } from './matrix.ts';

const WIDTH = 100;

/** Formats the matrix for a terminal, in 100 columns: detected and undetected faults, and totals by area. */
export function formatMatrix(matrix: DetectionMatrix): string {
  const areas = countByArea(matrix).slice(0, -1);
  return [
    ...areas.flatMap(({ area }) =>
      formatSection(area.toUpperCase(), matrix.rows.filter((row) => row.area === area).map(formatRow)),
    ),
    ...formatSection(
      'CHECKS, AND THE FAULTY TARGETS THAT THEY FAIL ON',
      listTestedChecks(matrix).map(({ id, level, failedOn }) =>
        truncate(
          `${id.padEnd(50)} ${level.padEnd(6)} ${String(failedOn.length).padStart(3)}  ${formatNames(failedOn, 1)}`,
        ),
      ),
    ),
    ...formatSection(
      'NOT DETECTED',
      matrix.rows.filter(({ detection }) => detection !== 'found').map(formatUndetected),
    ),
    ...formatSection(
      'EXPECTED TO FAIL, BUT DID NOT',
      matrix.rows
        .filter(({ missedBy }) => missedBy.length > 0)
        .map(({ id, missedBy }) => wrapText(`${id}: ${missedBy.join(', ')}`, 4)),
    ),
    ...formatSection('NEVER FAILED', listNeverFailed(matrix)),
    ...formatSection('NEVER PASSED', matrix.isWhole ? listNeverPassed(matrix) : []),
    ...formatSection(
      'FALSE POSITIVES ON CORRECT TARGETS',
      matrix.falsePositives.map(({ target: subject, check, saw }) => wrapText(`${subject}: ${check}: ${saw}`, 4)),
    ),
    ...formatSection('FAULT CLASSES', [...formatClassCoverage(listClassCoverage(matrix)), ...formatUncovered(matrix)]),
    ...formatTotals(matrix),
    '',
    describeRun(matrix),
    '',
  ].join('\n');
}

/** Returns the checks that could have failed: those of the areas in the matrix, and all that did fail. */
function listTestedChecks({ rows, columns }: DetectionMatrix): DetectionMatrix['columns'] {
  const areas = new Set(rows.map(({ area }) => area));
  return columns.filter(({ id, failedOn }) => failedOn.length > 0 || areas.has(getTopic(id)));
}

const MARKS = { found: '✓', elsewhere: '~', survived: '✗' } as const;

const formatRow = ({ id, detection, isSubtle, detectedBy, alsoFailed: others }: MatrixRow): string => {
  const by =
    detection === 'found'
      ? formatNames(detectedBy, 1)
      : detection === 'elsewhere'
        ? `only ${formatNames(others, 1)}`
        : 'nothing';
  return truncate(`${MARKS[detection]} ${isSubtle ? '·' : ' '} ${id.padEnd(48)} ${by}`);
};

const formatUndetected = ({ id, title, detection, alsoFailed: others, reason = '' }: MatrixRow): string =>
  [
    truncate(`${id}: ${title}`),
    ...(detection === 'elsewhere' ? [wrapText(`    detected only by ${others.join(', ')}`, 6)] : []),
    wrapText(`    ${reason}`, 6),
  ].join('\n  ');

const COLUMNS = ['injected', 'detected', 'subtle', 'subtleDetected', 'elsewhere', 'survived'] as const;
const HEADINGS = ['injected', 'detected', 'subtle', 'of these', 'elsewhere', 'survived'] as const;

function formatTotals(matrix: DetectionMatrix): string[] {
  const numbers = (totals: AreaTotals) => COLUMNS.map((name) => String(totals[name]).padStart(10)).join('');
  return [
    `${'AREA'.padEnd(20)}${HEADINGS.map((heading) => heading.padStart(10)).join('')}`,
    ...countByArea(matrix).map((totals) => `${totals.area.padEnd(20)}${numbers(totals)}`),
  ];
}

const formatUncovered = (matrix: DetectionMatrix): string[] =>
  groupUncovered(listClassCoverage(matrix)).map(({ reason, ids }) =>
    wrapText(`no injected fault: ${reason}: ${ids.join(', ')}`, 4),
  );

/** Formats the totals as a Markdown table, followed by the undetected faults. */
export function formatMatrixMarkdown(matrix: DetectionMatrix): string {
  const unfound = matrix.rows.filter(({ detection }) => detection !== 'found');
  return [
    '| Area | Injected | Detected | Subtle | Of these detected | Detected elsewhere | Survived |',
    '|---|---|---|---|---|---|---|',
    ...countByArea(matrix).map((one) => `| ${[one.area, ...COLUMNS.map((name) => one[name])].join(' | ')} |`),
    '',
    describeRun(matrix).replace('--full', '`npm run mutants -- --full`'),
    ...(unfound.length === 0 ? [] : ['', '| Not detected | Fault | Reason |', '|---|---|---|']),
    ...unfound.map(({ id, title, reason = '' }) => `| \`${id}\` | ${escapeCell(title)} | ${escapeCell(reason)} |`),
    '',
  ].join('\n');
}

const describeRun = ({ isFull }: DetectionMatrix): string =>
  isFull
    ? 'Each faulty target ran against all checks; a named check, or a check of its topics, must fail.'
    : 'Each faulty target ran against the checks that it names, or of its topics; --full runs all of them.';

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const formatNames = (names: readonly string[], count: number): string => {
  const rest = names.length - count;
  return names.slice(0, count).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
};

const formatSection = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((one) => `  ${one}`), ''];

const truncate = (text: string): string => (text.length > WIDTH - 2 ? `${text.slice(0, WIDTH - 3)}…` : text);

/** Wraps at word boundaries and indents the following lines. */
function wrapText(text: string, indent: number): string {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(/(?<=\S) /)) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (longer.length <= WIDTH - 2 || current === '') current = longer;
    else {
      lines.push(current);
      current = ' '.repeat(indent) + word;
    }
  }
  return [...lines, current].join('\n  ');
}
