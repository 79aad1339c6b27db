import {
  absencesOf,
  coverageOf,
  type KillMatrix,
  matrixAsMarkdown,
  neverFailed,
  neverPassed,
  totalsOf,
} from '../../conformance/lab/matrix/index.ts';

/** What the kit finds of what is known to be broken, for readers: totals, what is not found, and what is planted nowhere. */
export function teethDocument(matrix: KillMatrix): string {
  const coverage = coverageOf(matrix);
  const planted = coverage.filter((one) => one.planted.length > 0);
  const complete = planted.filter((one) => one.found.length === one.planted.length);
  const partly = planted.filter((one) => one.found.length < one.planted.length);
  const decisive = matrix.columns.filter(({ level }) => level === 'must');
  const idle = matrix.columns.filter(({ kills }) => kills.length === 0).map(({ id }) => id);
  return `<!-- Written by \`npm run teeth\`. Do not edit. -->

# What the checks find

Services that are broken in one known way each, held against the checks by \`npm run mutants\`: the kit's own
small target behind proxies that spoil one request or answer, the sandbox with one of its misbehaviours, and two
services of other shapes with a planted fault. One is found when a check noticed that it names, or a check of its
topics. Subtle are those that show only in a corner: for one role, on the second page, with two filters at once.

## Totals

${matrixAsMarkdown(matrix).trim()}

## Checks

${decisive.length} of ${matrix.columns.length} checks are about what a service must keep. Each of these ${decisive.length} passes on a correct target${exceptFor(neverPassed(matrix))}, and
fails on a broken one${exceptFor(neverFailed(matrix))}. Of all checks, ${idle.length === 0 ? 'none was never seen to fail' : `these were never seen to fail: ${coded(idle)}`}.

## Ways of going wrong

${coverage.length} are known to us. ${planted.length} of them are planted at least once; ${complete.length} of these are found wherever they are planted.

| | Found | Way of going wrong |
|---|---|---|
${partly.map(({ id, title, planted: all, found }) => `| ${id} | ${found.length} of ${all.length} | ${title} |`).join('\n')}

${coverage.length - planted.length} are planted nowhere:

| Why | Which |
|---|---|
${absencesOf(coverage)
  .map(({ why, ids }) => `| ${why} | ${ids.join(', ')} |`)
  .join('\n')}
`;
}

const exceptFor = (ids: readonly string[]): string => (ids.length === 0 ? '' : ` (but for ${coded(ids)})`);
const coded = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ');

const BLOCK = /(<!-- totals of npm run teeth -->\n)[\s\S]*?(<!-- end of totals -->)/;

/** A document whose marked block tells the totals of the matrix. Throws when it has no such block. */
export function withTotals(document: string, matrix: KillMatrix): string {
  if (!BLOCK.test(document)) throw new Error('the document has no block for the totals of npm run teeth');
  return document.replace(BLOCK, (_, begin: string, end: string) => `${begin}${summaryOf(matrix)}${end}`);
}

function summaryOf(matrix: KillMatrix): string {
  const all = totalsOf(matrix).at(-1);
  if (all === undefined) throw new Error('totals end with those of all areas');
  const classes = coverageOf(matrix);
  const isFound = (one: (typeof classes)[number]) => one.planted.length > 0 && one.found.length === one.planted.length;
  const rows: readonly (readonly [string, number, number])[] = [
    ['broken services', all.planted, all.found],
    ['of these, broken only in a corner', all.subtle, all.subtleFound],
    ['ways of going wrong', classes.filter(({ planted }) => planted.length > 0).length, classes.filter(isFound).length],
  ];
  return [
    '',
    '| | Planted | Found |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    `| false alarms on correct services | | ${matrix.falseAlarms.length} |`,
    '\n',
  ].join('\n');
}
