import { topicOf } from '../../engine/check-selection.ts';
import { neverFailed, neverPassed, type Totals, totalsOf } from '../mutants/totals.ts';
import { absencesOf, coverageOf, outlined } from './coverage.ts';
import type { KillMatrix, MatrixRow } from './matrix.ts';

const WIDTH = 100;

/** Formats the matrix for a terminal, in 100 columns: detected and undetected faults, and totals by area. */
export function matrixAsText(matrix: KillMatrix): string {
  const areas = totalsOf(matrix).slice(0, -1);
  return [
    ...areas.flatMap(({ area }) =>
      section(area.toUpperCase(), matrix.rows.filter((row) => row.area === area).map(line)),
    ),
    ...section(
      'CHECKS, AND THE FAULTY TARGETS THAT THEY FAIL ON',
      askedOf(matrix).map(({ id, level, kills }) =>
        cut(`${id.padEnd(50)} ${level.padEnd(6)} ${String(kills.length).padStart(3)}  ${few(kills, 1)}`),
      ),
    ),
    ...section('NOT DETECTED', matrix.rows.filter(({ fate }) => fate !== 'found').map(lost)),
    ...section(
      'EXPECTED TO FAIL, BUT DID NOT',
      matrix.rows
        .filter(({ missedBy }) => missedBy.length > 0)
        .map(({ id, missedBy }) => wrapped(`${id}: ${missedBy.join(', ')}`, 4)),
    ),
    ...section('NEVER FAILED', neverFailed(matrix)),
    ...section('NEVER PASSED', matrix.isWhole ? neverPassed(matrix) : []),
    ...section(
      'FALSE POSITIVES ON CORRECT TARGETS',
      matrix.falseAlarms.map(({ subject, check, saw }) => wrapped(`${subject}: ${check}: ${saw}`, 4)),
    ),
    ...section('FAULT CLASSES', [...outlined(coverageOf(matrix)), ...absences(matrix)]),
    ...tableOf(matrix),
    '',
    asked(matrix),
    '',
  ].join('\n');
}

/** Returns the checks that could have failed: those of the areas in the matrix, and all that did fail. */
function askedOf({ rows, columns }: KillMatrix): KillMatrix['columns'] {
  const areas = new Set(rows.map(({ area }) => area));
  return columns.filter(({ id, kills }) => kills.length > 0 || areas.has(topicOf(id)));
}

const MARKS = { found: '✓', elsewhere: '~', survived: '✗' } as const;

const line = ({ id, fate, isSubtle, finders, others }: MatrixRow): string => {
  const by = fate === 'found' ? few(finders, 1) : fate === 'elsewhere' ? `only ${few(others, 1)}` : 'nothing';
  return cut(`${MARKS[fate]} ${isSubtle ? '·' : ' '} ${id.padEnd(48)} ${by}`);
};

const lost = ({ id, title, fate, others, reason = '' }: MatrixRow): string =>
  [
    cut(`${id}: ${title}`),
    ...(fate === 'elsewhere' ? [wrapped(`    detected only by ${others.join(', ')}`, 6)] : []),
    wrapped(`    ${reason}`, 6),
  ].join('\n  ');

const COLUMNS = ['planted', 'found', 'subtle', 'subtleFound', 'elsewhere', 'survived'] as const;
const HEADINGS = ['injected', 'detected', 'subtle', 'of these', 'elsewhere', 'survived'] as const;

function tableOf(matrix: KillMatrix): string[] {
  const numbers = (totals: Totals) => COLUMNS.map((name) => String(totals[name]).padStart(10)).join('');
  return [
    `${'AREA'.padEnd(20)}${HEADINGS.map((heading) => heading.padStart(10)).join('')}`,
    ...totalsOf(matrix).map((totals) => `${totals.area.padEnd(20)}${numbers(totals)}`),
  ];
}

const absences = (matrix: KillMatrix): string[] =>
  absencesOf(coverageOf(matrix)).map(({ why, ids }) => wrapped(`no injected fault: ${why}: ${ids.join(', ')}`, 4));

/** Formats the totals as a Markdown table, followed by the undetected faults. */
export function matrixAsMarkdown(matrix: KillMatrix): string {
  const unfound = matrix.rows.filter(({ fate }) => fate !== 'found');
  return [
    '| Area | Injected | Detected | Subtle | Of these detected | Detected elsewhere | Survived |',
    '|---|---|---|---|---|---|---|',
    ...totalsOf(matrix).map((one) => `| ${[one.area, ...COLUMNS.map((name) => one[name])].join(' | ')} |`),
    '',
    asked(matrix).replace('--full', '`--full`'),
    ...(unfound.length === 0 ? [] : ['', '| Not detected | Fault | Reason |', '|---|---|---|']),
    ...unfound.map(({ id, title, reason = '' }) => `| \`${id}\` | ${cell(title)} | ${cell(reason)} |`),
    '',
  ].join('\n');
}

const asked = ({ isFull }: KillMatrix): string =>
  isFull
    ? 'Each faulty target ran against all checks; a named check, or a check of its topics, must fail.'
    : 'Each faulty target ran against the checks that it names, or of its topics; --full runs all of them.';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const few = (names: readonly string[], count: number): string => {
  const rest = names.length - count;
  return names.slice(0, count).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
};

const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((one) => `  ${one}`), ''];

const cut = (text: string): string => (text.length > WIDTH - 2 ? `${text.slice(0, WIDTH - 3)}…` : text);

/** Wraps at word boundaries and indents the following lines. */
function wrapped(text: string, indent: number): string {
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
