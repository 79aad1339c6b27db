import {
  absencesOf,
  coverageOf,
  type KillMatrix,
  matrixAsMarkdown,
  neverFailed,
  neverPassed,
  totalsOf,
} from '../../conformance/lab/matrix/index.ts';

/** Returns docs/teeth.md: totals, undetected faults, and fault classes without a mutant. */
export function formatMutantDocument(matrix: KillMatrix): string {
  const coverage = coverageOf(matrix);
  const planted = coverage.filter((one) => one.planted.length > 0);
  const complete = planted.filter((one) => one.found.length === one.planted.length);
  const partly = planted.filter((one) => one.found.length < one.planted.length);
  const decisive = matrix.columns.filter(({ level }) => level === 'must');
  const idle = matrix.columns.filter(({ kills }) => kills.length === 0).map(({ id }) => id);
  return `<!-- Written by \`npm run teeth\`. Do not edit. -->

# Fault detection

\`npm run mutants\` runs the checks against mutants, which are targets with one injected fault each: the kit's
small target behind proxies that alter one request or response, the sandbox with one of its misbehaviours, and two
services of other shapes. A mutant is detected if one of the checks that it names fails, or a check of its topics. A
subtle fault shows only in a special case: for one role, on the second page, or with two filters.

## Totals

${matrixAsMarkdown(matrix).trim()}

## Checks

${decisive.length} of ${matrix.columns.length} checks have the level *must*. Each of these ${decisive.length} passes on a correct target${formatExceptions(neverPassed(matrix))}, and
fails on a mutant${formatExceptions(neverFailed(matrix))}. ${idle.length === 0 ? 'Every check fails on a mutant' : `These checks fail on no mutant: ${formatIds(idle)}`}.

## Fault classes

${coverage.length} classes are known. ${planted.length} of them have at least one mutant; all mutants of ${complete.length} classes are detected.

| | Detected | Fault class |
|---|---|---|
${partly.map(({ id, title, planted: all, found }) => `| ${id} | ${found.length} of ${all.length} | ${title} |`).join('\n')}

${coverage.length - planted.length} classes have no mutant:

| Reason | Classes |
|---|---|
${absencesOf(coverage)
  .map(({ why, ids }) => `| ${why} | ${ids.join(', ')} |`)
  .join('\n')}
`;
}

const formatExceptions = (ids: readonly string[]): string => (ids.length === 0 ? '' : ` (except ${formatIds(ids)})`);
const formatIds = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');

const BLOCK = /(<!-- totals of npm run teeth -->\n)[\s\S]*?(<!-- end of totals -->)/;

/** Returns the document with the totals of the matrix in its marked block. Throws if it has no such block. */
export function replaceTotals(document: string, matrix: KillMatrix): string {
  if (!BLOCK.test(document)) throw new Error('the document has no block for the totals of npm run teeth');
  return document.replace(BLOCK, (_, begin: string, end: string) => `${begin}${formatSummary(matrix)}${end}`);
}

function formatSummary(matrix: KillMatrix): string {
  const all = totalsOf(matrix).at(-1);
  if (all === undefined) throw new Error('totals end with those of all areas');
  const classes = coverageOf(matrix);
  const isFound = (one: (typeof classes)[number]) => one.planted.length > 0 && one.found.length === one.planted.length;
  const rows: readonly (readonly [string, number, number])[] = [
    ['mutants', all.planted, all.found],
    ['of these, with a subtle fault', all.subtle, all.subtleFound],
    ['fault classes', classes.filter(({ planted }) => planted.length > 0).length, classes.filter(isFound).length],
  ];
  return [
    '',
    '| | Injected | Detected |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    `| false positives on correct targets | | ${matrix.falseAlarms.length} |`,
    '\n',
  ].join('\n');
}
