import type { Clause, Gap } from './rules.ts';

/** The sections of the interface document, in its order. */
export const sections: ReadonlyMap<string, string> = new Map([
  ['1', 'Purpose of the service'],
  ['2', 'Resources and their fields'],
  ['3', 'States and transitions'],
  ['4', 'Endpoints'],
  ['5', 'Authentication'],
  ['6', 'Events and feeds'],
  ['7', 'Errors'],
  ['8', 'Limits'],
  ['9', 'Versioning'],
  // Our own section: the document does not describe a sandbox.
  ['10', 'The control plane of the sandbox'],
]);

/** The module with the ids of all clauses and gaps as types, and their data as values. */
export function formatRuleIds(clauses: readonly Clause[], gaps: readonly Gap[]): string {
  return [
    '// Generated from spec/clauses.yaml and spec/gaps.yaml by spec/generate.ts. Do not edit.',
    '',
    "import type { Clause, Gap } from '../rules.ts';",
    '',
    '/** Id of a rule that the interface document states. */',
    `export type ClauseId =${clauses.map(({ id }) => `\n  | ${quote(id)}`).join('')};`,
    '',
    '/** Id of a question that the interface document leaves open. */',
    `export type GapId =${gaps.map(({ id }) => `\n  | ${quote(id)}`).join('')};`,
    '',
    '/** The ids of the readings of each gap that checks enumerate. */',
    'export interface ReadingIds {',
    ...gaps.flatMap(({ id, readings }) =>
      readings === undefined ? [] : [`  readonly ${quote(id)}: ${readings.map((one) => quote(one.id)).join(' | ')};`],
    ),
    '}',
    '',
    '/** The documented rules, in the order of the document. */',
    `export const clauses: readonly (Clause & { readonly id: ClauseId })[] = ${JSON.stringify(clauses, null, 2)};`,
    '',
    '/** The choices made where the document is silent, in its order. */',
    `export const gaps: readonly (Gap & { readonly id: GapId })[] = ${JSON.stringify(gaps, null, 2)};`,
    '',
  ].join('\n');
}

const quote = (text: string): string => `'${text}'`;

/** `docs/clauses.md`. */
export function formatClauseTables(clauses: readonly Clause[]): string {
  return formatPage({
    title: 'Documented rules',
    introduction: [
      `The interface document states these ${clauses.length} rules. A server that follows them conforms. The contract marks each`,
      'element with its rules (`x-clause`). The checks of the conformance kit refer to these rules: a *must*',
      'decides the outcome of a run, a *should* gives advice ([what a verdict',
      'means](judging-a-deployment.md#what-a-verdict-means)). Where the document is silent, see [our choices](gaps.md).',
    ],
    rules: clauses,
    columns: ['Id', 'Level', 'Rule', 'Rests on'],
    cells: ({ id, level, text, unchecked, rests_on }) => [
      `\`${id}\``,
      level,
      unchecked === undefined ? text : `${text} *Not checked: ${unchecked}*`,
      rests_on,
    ],
  });
}

/** `docs/gaps.md`. */
export function formatGapTables(gaps: readonly Gap[]): string {
  return formatPage({
    title: 'Open questions and our choices',
    introduction: [
      `The interface document leaves ${gaps.length} questions open. This page lists them with our choices. The contract marks each`,
      'element that depends on a choice with `x-assumed`. Another service may correctly choose differently, so no choice',
      'decides the outcome of a run unless `--strict` is given. The last column shows how the kit treats other choices:',
      '',
      '| Kit | Meaning |',
      '| --- | --- |',
      '| ignored | No check covers it. |',
      '| choice | Any consistent choice passes. Where the kit cannot yet infer it, it compares with ours and reports as advice. |',
      '| advice | A check compares with our choice and reports as advice. |',
      '| deliveries | `fleetkit sender check` compares deliveries with our choice and reports as advice. |',
    ],
    rules: gaps,
    columns: ['Id', 'Question', 'Choice', 'Why', 'Kit'],
    cells: ({ id, question, choice, why, kit }) => [`\`${id}\``, question, choice, why, kit],
  }).concat(formatReadings(gaps));
}

/** The section of `docs/gaps.md` with the readings that checks enumerate. */
const formatReadings = (gaps: readonly Gap[]): string =>
  [
    '## Readings',
    '',
    'For these questions, the checks try each of the following readings and accuse only what none of them explains. All other',
    'questions have no list of readings: a check judges the content of responses, so that any answer is admissible. A refusal, for',
    'example, may have any status and any body that reveals nothing. The readings are data in `spec/gaps.yaml`.',
    '',
    formatRow(['Question', 'Reading', 'Meaning']),
    formatRow(['---', '---', '---']),
    ...gaps.flatMap(({ id, readings = [] }) =>
      readings.map((one) => formatRow([`\`${id}\``, `\`${one.id}\``, one.text])),
    ),
    '',
  ].join('\n');

interface RulePage<Rule> {
  readonly title: string;
  readonly introduction: readonly string[];
  readonly rules: readonly Rule[];
  readonly columns: readonly string[];
  readonly cells: (rule: Rule) => readonly string[];
}

function formatPage<Rule extends Clause | Gap>({ title, introduction, rules, columns, cells }: RulePage<Rule>): string {
  const lines = [
    '<!-- Generated by `node spec/generate.ts`. Do not edit. -->',
    '',
    `# ${title}`,
    '',
    ...introduction,
    '',
  ];
  for (const [section, heading] of sections) {
    const members = rules.filter((rule) => rule.section === section);
    if (members.length === 0) continue;
    lines.push(`## ${section}. ${heading}`, '', formatRow(columns), formatRow(columns.map(() => '---')));
    lines.push(...members.map((rule) => formatRow(cells(rule))), '');
  }
  const lost = rules.find((rule) => !sections.has(rule.section));
  if (lost !== undefined) throw new Error(`${lost.id}: the interface document has no section ${lost.section}`);
  return lines.join('\n');
}

const formatRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|')).join(' | ')} |`;
