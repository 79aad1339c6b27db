import { getTopic } from '../../engine/check-selection.ts';
import { neverFailed, neverPassed, type Totals, totalsOf } from '../mutants/totals.ts';
import { absencesOf, coverageOf, outlined } from './coverage.ts';
import type { KillMatrix, MatrixRow } from './matrix.ts';

const WIDTH = 100;

/** The matrix for a terminal, in 100 columns: what was found and by what, what was not, totals by area. */
export function matrixAsText(matrix: KillMatrix): string {
  const areas = totalsOf(matrix).slice(0, -1);
  return [
    ...areas.flatMap(({ area }) =>
      section(area.toUpperCase(), matrix.rows.filter((row) => row.area === area).map(line)),
    ),
    ...section(
      'CHECKS, AND WHAT EACH WAS RIGHT TO FAIL ON',
      askedOf(matrix).map(({ id, level, kills }) =>
        cut(`${id.padEnd(50)} ${level.padEnd(6)} ${String(kills.length).padStart(3)}  ${few(kills, 1)}`),
      ),
    ),
    ...section('NOT FOUND', matrix.rows.filter(({ fate }) => fate !== 'found').map(lost)),
    ...section(
      'NAMED, AND DID NOT NOTICE',
      matrix.rows
        .filter(({ missedBy }) => missedBy.length > 0)
        .map(({ id, missedBy }) => wrapped(`${id}: ${missedBy.join(', ')}`, 4)),
    ),
    ...section('NEVER SEEN TO FAIL', neverFailed(matrix)),
    ...section('NEVER SEEN TO PASS', matrix.isWhole ? neverPassed(matrix) : []),
    ...section(
      'FALSE ALARMS ON CORRECT TARGETS',
      matrix.falseAlarms.map(({ subject, check, saw }) => wrapped(`${subject}: ${check}: ${saw}`, 4)),
    ),
    ...section('WAYS OF GOING WRONG', [...outlined(coverageOf(matrix)), ...absences(matrix)]),
    ...tableOf(matrix),
    '',
    asked(matrix),
    '',
  ].join('\n');
}

/** The checks that could have failed: of the areas that were held against them, and whatever did fail. */
function askedOf({ rows, columns }: KillMatrix): KillMatrix['columns'] {
  const areas = new Set(rows.map(({ area }) => area));
  return columns.filter(({ id, kills }) => kills.length > 0 || areas.has(getTopic(id)));
}

const MARKS = { found: '✓', elsewhere: '~', survived: '✗' } as const;

const line = ({ id, fate, isSubtle, finders, others }: MatrixRow): string => {
  const by = fate === 'found' ? few(finders, 1) : fate === 'elsewhere' ? `only ${few(others, 1)}` : 'nothing';
  return cut(`${MARKS[fate]} ${isSubtle ? '·' : ' '} ${id.padEnd(48)} ${by}`);
};

const lost = ({ id, title, fate, others, reason = '' }: MatrixRow): string =>
  [
    cut(`${id}: ${title}`),
    ...(fate === 'elsewhere' ? [wrapped(`    only by ${others.join(', ')}`, 6)] : []),
    wrapped(`    ${reason}`, 6),
  ].join('\n  ');

const COLUMNS = ['planted', 'found', 'subtle', 'subtleFound', 'elsewhere', 'survived'] as const;
const HEADINGS = ['planted', 'found', 'subtle', 'of these', 'elsewhere', 'survived'] as const;

function tableOf(matrix: KillMatrix): string[] {
  const numbers = (totals: Totals) => COLUMNS.map((name) => String(totals[name]).padStart(10)).join('');
  return [
    `${'AREA'.padEnd(20)}${HEADINGS.map((heading) => heading.padStart(10)).join('')}`,
    ...totalsOf(matrix).map((totals) => `${totals.area.padEnd(20)}${numbers(totals)}`),
  ];
}

const absences = (matrix: KillMatrix): string[] =>
  absencesOf(coverageOf(matrix)).map(({ why, ids }) => wrapped(`not planted: ${why}: ${ids.join(', ')}`, 4));

/** The totals as a table of Markdown, then what was not found. */
export function matrixAsMarkdown(matrix: KillMatrix): string {
  const unfound = matrix.rows.filter(({ fate }) => fate !== 'found');
  return [
    '| Area | Planted | Found | Subtle | Of these found | Found elsewhere | Survived |',
    '|---|---|---|---|---|---|---|',
    ...totalsOf(matrix).map((one) => `| ${[one.area, ...COLUMNS.map((name) => one[name])].join(' | ')} |`),
    '',
    asked(matrix).replace('--full', '`npm run mutants -- --full`'),
    ...(unfound.length === 0 ? [] : ['', '| Not found | What is wrong | Why |', '|---|---|---|']),
    ...unfound.map(({ id, title, reason = '' }) => `| \`${id}\` | ${cell(title)} | ${cell(reason)} |`),
    '',
  ].join('\n');
}

const asked = ({ isFull }: KillMatrix): string =>
  isFull
    ? 'Each was held against all checks; what it names, or a check of its topics, has to notice.'
    : 'Each was held against the checks that it names, or of its topics; --full asks all of them.';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const few = (names: readonly string[], count: number): string => {
  const rest = names.length - count;
  return names.slice(0, count).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
};

const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((one) => `  ${one}`), ''];

const cut = (text: string): string => (text.length > WIDTH - 2 ? `${text.slice(0, WIDTH - 3)}…` : text);

/** Breaks between words, and moves what follows to the right. */
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
