import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/*
 * Counts words and turns of phrase that hide the meaning of a sentence, in comments, strings and Markdown.
 *
 *   npm run check:prose             exits with 1 if a folder has more of them than prose-baseline.json allows
 *   npm run check:prose -- --list   prints each line
 *   npm run check:prose -- --accept writes the present counts as the new limits
 */

interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

const RULES: readonly Rule[] = [
  { name: 'told', pattern: /\b(told|tells?|telling|heard)\b/gi, instead: 'emit, return, report, show, state' },
  { name: 'whatever', pattern: /\b(whoever|whatever|whichever)\b/gi, instead: 'name the thing' },
  { name: 'nobody', pattern: /\b(nobody|nobody's)\b/gi, instead: 'no client, no user, no receiver' },
  { name: 'likewise', pattern: /\b(likewise|besides)\b/gi, instead: 'also, and; or repeat the fact' },
  { name: 'by itself', pattern: /\bby (itself|themselves)\b/gi, instead: 'automatically, alone, separately' },
  {
    name: 'so many',
    pattern: /\b(so many|so long|such a one|no more than so)\b/gi,
    instead: 'the number, the duration',
  },
  { name: 'held to', pattern: /\bheld (to|against)\b/gi, instead: 'validated against, compared with' },
  { name: 'comes about', pattern: /\b(comes?|came|brought|brings?) about\b/gi, instead: 'happens, causes' },
  { name: 'for ever', pattern: /\bfor ever\b/gi, instead: 'without end, until X' },
  { name: 'it takes', pattern: /\bit takes\b/gi, instead: 'needs' },
  { name: 'what as a subject', pattern: /(^|[.:;] )What (is|was|are|were|came|comes|has|had)\b/g, instead: 'a noun' },
];

const ROOT = join(import.meta.dirname, '../..');
const BASELINE = join(ROOT, 'prose-baseline.json');
const GENERATED = /(^|\/)(generated|golden|vectors)\/|package-lock|CHANGELOG/;

interface Found {
  readonly rule: Rule;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !GENERATED.test(path) && path !== 'bin/dev/check-prose.ts');
const found = files.flatMap(foundIn);

/** Limits by folder and rule: `server told`. */
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

function foundIn(path: string): readonly Found[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const pieces = path.endsWith('.md') ? proseOfMarkdown(text) : proseOfTypeScript(text);
  return pieces.flatMap(({ line, prose }) =>
    prose
      .split('\n')
      .flatMap((one, offset) =>
        RULES.flatMap((rule) =>
          [...one.matchAll(rule.pattern)].map(() => ({ rule, path, line: line + offset, text: one })),
        ),
      ),
  );
}

interface Piece {
  /** From 1. */
  readonly line: number;
  readonly prose: string;
}

/** Returns comments, and the text of strings and templates. */
function proseOfTypeScript(text: string): readonly Piece[] {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const pieces: Piece[] = [];
  const comments = new Map<number, Piece>();
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) comments.set(pos, { line: lineOf(pos), prose: text.slice(pos, end) });
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      pieces.push({ line: lineOf(node.getStart(source)), prose: node.text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...comments.values(), ...pieces];
}

/** Returns the lines outside code fences. */
function proseOfMarkdown(text: string): readonly Piece[] {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^ *```/.test(line)) isCode = !isCode;
    return isCode ? [] : [{ line: index + 1, prose: line.replaceAll(/`[^`]*`/g, '') }];
  });
}
