import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { omitUndefined } from '../../base/omit-undefined.ts';

/*
 * Parses the documents for their test. In a ```sh fence, lines that begin with `sendCurl` or `npx fleetkit` are examples. A
 * fence directly after it quotes the result: ```json is a part of the last reply, ```text contains lines of the output.
 */

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '../..');
/** The address of the sandbox in the documents. */
export const ADDRESS = 'http://127.0.0.1:4400';

/** A block between lines of backticks. */
export interface Fence {
  readonly language: string;
  readonly lines: readonly string[];
  /** The text between the previous fence and this one. */
  readonly before: string;
}

/** A parsed document. */
export interface ParsedDocument {
  readonly path: string;
  readonly text: string;
  readonly fences: readonly Fence[];
  /** Inline code in sentences and tables. */
  readonly names: readonly string[];
}

/** Reads the document at a path from the root. */
export function readMarkdown(path: string): ParsedDocument {
  const text = readFileSync(join(ROOT, path), 'utf8');
  let end = 0;
  const fences = [...text.matchAll(/^```(\w*)\n([\s\S]*?)\n```$/gm)].map((match): Fence => {
    const before = text.slice(end, match.index);
    end = match.index + match[0].length;
    return { language: match[1] ?? '', lines: (match[2] ?? '').split('\n'), before };
  });
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '');
  return { path, text, fences, names: [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '') };
}

const listMarkdown = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

/** All documents for users and contributors. */
export const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...listMarkdown('docs'),
  ...listMarkdown('docs/decisions'),
  ...listMarkdown('docs/agents'),
].map(readMarkdown);

/** A relative link of a document. */
export interface DocumentLink {
  /** The link in the document. */
  readonly text: string;
  /** The path of the linked file or folder, from the root. */
  readonly target: string;
  /** The part after `#`. */
  readonly anchor: string | undefined;
}

/** Returns the relative links of a Markdown document at `path`; omits links to other sites. */
export function listLinks(path: string, text: string): DocumentLink[] {
  const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)].map((match) => match[1] ?? '');
  const definitions = [...text.matchAll(/^\[[^\]]+\]:\s+<?([^\s>]+)/gm)].map((match) => match[1] ?? '');
  return [...inline, ...definitions]
    .filter((link) => !/^[a-z][a-z+.-]*:/.test(link))
    .map((link) => {
      const [file = '', anchor] = link.split('#');
      return { text: link, target: file === '' ? path : join(dirname(path), file), anchor };
    });
}

/** Returns the anchors of the headings of a Markdown document, as GitHub makes them. */
export function listAnchors(text: string): ReadonlySet<string> {
  const headings = [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)].map(
    (match) => match[1] ?? '',
  );
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-');
  return new Set(headings.map(anchor));
}

/** Splits a command line into words like a shell. Supports single and double quotes only. */
export const splitCommandLine = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));

/** An example line of a document. */
export interface DocumentExample {
  readonly line: string;
  /** The fence that quotes the result, for the last example of a fence. */
  readonly quote: Fence | undefined;
  /** The paragraph before the fence of the example. */
  readonly introduction: string;
}

/** Returns the example lines of a document that begin with `start`. */
export function listDocumentExamples({ fences }: ParsedDocument, start: string): DocumentExample[] {
  return fences.flatMap(({ language, lines, before }, index) => {
    const next = fences[index + 1];
    const quote = next?.before.trim() === '' ? next : undefined;
    const introduction = before.trim().split('\n\n').at(-1) ?? '';
    const commands = language === 'sh' ? lines.filter((line) => line.startsWith(start)) : [];
    return commands.map((line, at) => ({ line, quote: at === commands.length - 1 ? quote : undefined, introduction }));
  });
}

/** The response to an example. */
export interface ExampleReply {
  readonly line: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends the request of a `sendCurl` line to the server at `base`, which replaces the address in the documents. */
export async function sendCurl(line: string, base: string): Promise<ExampleReply> {
  const [, ...given] = splitCommandLine(line);
  const headers = new Headers();
  let [url, method, body]: [string, string | undefined, string | undefined] = ['', undefined, undefined];
  for (let word = given.shift(); word !== undefined; word = given.shift()) {
    const [name = '', value = ''] = word === '-H' ? (given.shift() ?? '').split(/:\s*/, 2) : [];
    if (word === '-H') headers.set(name, value);
    else if (word === '-d') body = given.shift();
    else if (word === '-X') method = given.shift();
    else if (!word.startsWith('-')) url = word;
    else if (word !== '-i') throw new Error(`the curl option ${word} is not supported: ${line}`);
  }
  if (!url.startsWith(ADDRESS)) throw new Error(`${url} is not at ${ADDRESS}`);
  if (body !== undefined && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/x-www-form-urlencoded');
  const response = await fetch(url.replace(ADDRESS, base), {
    headers,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    ...omitUndefined({ body }),
  });
  return { line, status: response.status, headers: response.headers, text: await response.text() };
}
