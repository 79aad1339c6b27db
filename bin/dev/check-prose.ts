import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isScalar, LineCounter, parseAllDocuments, visit } from 'yaml';

/*
 * Counts unclear wording in comments, strings, declared names, Markdown and the descriptions of YAML files.
 *
 *   npm run check:prose             exits with 1 if a folder exceeds a limit in prose-baseline.json
 *   npm run check:prose -- --list   prints each place
 *   npm run check:prose -- --accept writes the current counts as the new limits
 */

interface Rule {
  /** The key of the rule in prose-baseline.json. */
  readonly name: string;
  readonly pattern: RegExp;
  /** Wording to use instead. */
  readonly instead: string;
}

const RULES: readonly Rule[] = [
  // Verbs of speech for what programs do
  { name: 'told', pattern: /\b(told|tells?|telling|heard|hears?)\b/gi, instead: 'emit, return, report, show, state' },
  { name: 'says', pattern: /\b(says?|said|saying)\b/gi, instead: 'state, report, show, contain' },
  { name: 'asks', pattern: /\b(asks?|asked|asking)\b/gi, instead: 'request, query, read' },
  // Pronouns that hide who acts
  { name: 'whatever', pattern: /\b(whoever|whatever|whichever)\b/gi, instead: 'name the thing' },
  {
    name: 'nobody',
    pattern: /\b(nobody|somebody|everybody|anybody)('s)?\b/gi,
    instead: 'no client, a user, every receiver',
  },
  {
    name: 'what as a subject',
    pattern: /(^|[.:;] |\/\*\* |^\s*\* |\/\/ )What\b(?![^.]*\?)/g,
    instead: 'a noun, or a verb: "Returns ..."',
  },
  // Vague quantities and references
  {
    name: 'so many',
    pattern: /\b(so many|so long|such a one|no more than so)\b/gi,
    instead: 'the number, the duration',
  },
  { name: 'no more', pattern: /\bno more\b(?! than)/gi, instead: 'no further, no longer' },
  { name: 'of which', pattern: /\bof which\b/gi, instead: 'two sentences, or "whose"' },
  { name: 'of its own', pattern: /\bof (its|their|one's|his) own\b/gi, instead: 'its own X, a separate X' },
  { name: 'likewise', pattern: /\b(likewise|besides)\b/gi, instead: 'also, and; or repeat the fact' },
  { name: 'by itself', pattern: /\bby (itself|themselves)\b/gi, instead: 'automatically, alone, separately' },
  { name: 'but for', pattern: /\bbut for\b/gi, instead: 'except for' },
  { name: 'for ever', pattern: /\bfor ever\b/gi, instead: 'without end, until X' },
  // Verbs of place and chance
  { name: 'stands', pattern: /\b(stands?|stood)\b(?! (for|out)\b)/gi, instead: 'is, is in, is at' },
  { name: 'lies', pattern: /\b(lies|lay)\b/g, instead: 'is, is in, is between' },
  { name: 'is there', pattern: /\b(is|are|was|were) there\b/gi, instead: 'exists, is present' },
  { name: 'held to', pattern: /\bheld (to|against)\b/gi, instead: 'validated against, compared with' },
  {
    name: 'comes about',
    pattern: /\b(comes?|came|brought|brings?) about\b|\b(becomes?|became|comes?|came) of\b/gi,
    instead: 'happens, causes, results',
  },
  { name: 'is to be', pattern: /\b(is|are|was|were) to be\b/gi, instead: 'must be, will be' },
  { name: 'it takes', pattern: /\bit takes\b(?! part)/gi, instead: 'needs' },
  { name: 'taken for', pattern: /\b(takes?|taken|took) [a-z ]{0,20}for (a|an|the|one)\b/gi, instead: 'treated as' },
  // Terms of the glossary
  { name: 'broken service', pattern: /\bbroken (services?|targets?)\b/gi, instead: 'faulty target' },
];

/** Matches where any rule may: most lines need no further search. */
const ANY_RULE = new RegExp(RULES.map(({ pattern }) => pattern.source).join('|'), 'i');

const ROOT = join(import.meta.dirname, '../..');
const BASELINE = join(ROOT, 'prose-baseline.json');
const NOT_CHECKED =
  /(^|\/)(generated|golden|vectors|examples)\/|^lab\/independent\/[^/]+\/|package-lock|docs\/(glossary|fault-detection)|check-prose\.ts/;

/** Members of YAML files that people read. */
const PROSE_MEMBERS = new Set([
  'choice',
  'description',
  'elsewhere',
  'question',
  'summary',
  'text',
  'title',
  'unchecked',
  'why',
]);

interface Found {
  readonly rule: Rule;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.yaml', '*.yml'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && !NOT_CHECKED.test(path));
const found = files.flatMap(findUnclearWording);

/** The number of places by folder and rule name, separated by a space. */
const counts = Object.fromEntries(
  [...Map.groupBy(found, ({ path, rule }) => `${path.includes('/') ? path.split('/')[0] : '.'} ${rule.name}`)]
    .map(([key, places]) => [key, places.length] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);

if (process.argv.includes('--list'))
  for (const { path, line, rule, text } of found)
    process.stdout.write(`${path}:${line}: ${rule.name} (${rule.instead}): ${text.trim().slice(0, 120)}\n`);
if (process.argv.includes('--accept')) writeFileSync(BASELINE, `${JSON.stringify(counts, null, 2)}\n`);

const limits: Readonly<Record<string, number>> = JSON.parse(readFileSync(BASELINE, 'utf8'));
const exceeded = Object.entries(counts).filter(([key, count]) => count > (limits[key] ?? 0));
for (const [key, count] of exceeded) {
  const [folder, ...name] = key.split(' ');
  const rule = RULES.find((one) => one.name === name.join(' '));
  process.stderr.write(
    `${folder}: "${rule?.name}" occurs ${count} times; the limit is ${limits[key] ?? 0}. Write ${rule?.instead}.\n`,
  );
}
if (exceeded.length > 0) {
  process.stderr.write('List the places with: npm run check:prose -- --list\n');
  process.exitCode = 1;
}

function findUnclearWording(path: string): readonly Found[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return readProse(path, text).flatMap(({ line, prose }) =>
    prose
      .split('\n')
      .flatMap((one, offset) =>
        ANY_RULE.test(one)
          ? RULES.flatMap((rule) =>
              [...one.matchAll(rule.pattern)].map(() => ({ rule, path, line: line + offset, text: one })),
            )
          : [],
      ),
  );
}

/** A piece of text for readers. */
interface Piece {
  /** The number of its first line, from 1. */
  readonly line: number;
  readonly prose: string;
}

function readProse(path: string, text: string): readonly Piece[] {
  if (path.endsWith('.md')) return readMarkdown(text);
  return /\.tsx?$/.test(path) ? readTypeScript(text) : readYaml(text);
}

/** Returns comments, the texts of strings and templates, and declared names as words. */
function readTypeScript(text: string): readonly Piece[] {
  const source = ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, true);
  const getLine = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const pieces: Piece[] = [];
  const comments = new Map<number, Piece>();
  const collect = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) comments.set(pos, { line: getLine(pos), prose: text.slice(pos, end) });
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      pieces.push({ line: getLine(node.getStart(source)), prose: node.text });
    if (ts.isIdentifier(node) && isDeclaredName(node))
      pieces.push({ line: getLine(node.getStart(source)), prose: node.text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ') });
    ts.forEachChild(node, collect);
  };
  collect(source);
  return [...comments.values(), ...pieces];
}

function isDeclaredName(node: ts.Identifier): boolean {
  const { parent } = node;
  const isDeclaration =
    ts.isFunctionDeclaration(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isParameter(parent);
  return isDeclaration && parent.name === node;
}

/** Returns the lines outside code fences, without inline code. */
function readMarkdown(text: string): readonly Piece[] {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^ *```/.test(line)) isCode = !isCode;
    return isCode ? [] : [{ line: index + 1, prose: line.replaceAll(/`[^`]*`/g, '') }];
  });
}

/** Returns comment lines, and the values of the members that people read. */
function readYaml(text: string): readonly Piece[] {
  const lineCounter = new LineCounter();
  const pieces = text.split('\n').flatMap((line, index): Piece[] => {
    const comment = /^\s*#(.*)/.exec(line)?.[1];
    return comment === undefined ? [] : [{ line: index + 1, prose: comment }];
  });
  for (const document of parseAllDocuments(text, { lineCounter }))
    visit(document, {
      Pair: (_, { key, value }) => {
        if (!isScalar(key) || !PROSE_MEMBERS.has(String(key.value)) || !isScalar(value) || !value.range) return;
        const [start, end] = value.range;
        pieces.push({ line: lineCounter.linePos(start).line, prose: text.slice(start, end) });
      },
    });
  return pieces;
}
