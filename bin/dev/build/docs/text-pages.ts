import { posix } from 'node:path';
import { GROUPS } from './navigation.ts';
import type { DocumentPage } from './page.ts';

/* The pages as Markdown, for programs. Links are relative, because the server does not know under which path clients reach it. */

/** Returns the address of the Markdown of a page. */
export const toTextPath = (path: string): string => `${path}.md`;

/** An image outside code. */
const IMAGE = /!\[([^\]]*)\]\([^)\s]+\)/g;
/** The target of a link outside code. */
const TARGET = /(?<=\]\()[^)\s]+(?=\))/g;
/** A block of code, or code within a line. */
const CODE = /(^```[\s\S]*?^```$|`[^`\n]+`)/gm;

/** Replaces the targets of the links in a Markdown document. Images become their descriptions, because no file contains them. */
export const replaceLinks = (markdown: string, change: (target: string) => string): string =>
  markdown
    .split(CODE)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part.replaceAll(IMAGE, '(Image: $1)').replaceAll(TARGET, (target) => change(target)),
    )
    .join('');

/** Returns the Markdown of a page, with links to the Markdown of other pages. Links in `plain` are addresses of pages. */
export const renderText = ({ path, plain = '' }: DocumentPage): string =>
  replaceLinks(plain, (target) => toRelativeLink(target, path));

/** Returns the link from the page at `from` to the Markdown of another page. */
function toRelativeLink(target: string, from: string): string {
  if (!target.startsWith('/')) return target;
  const [page = '', anchor] = target.split('#');
  const file = /^\/docs(\/|$)/.test(page) ? toTextPath(page) : page;
  return posix.relative(posix.dirname(from), file) + (anchor === undefined ? '' : `#${anchor}`);
}

/**
 * Returns `/llms.txt`, which lists the Markdown of all pages in the format of llmstxt.org: first those of the navigation with a line about
 * each, then all others.
 */
export function renderLlmsText(pages: readonly DocumentPage[]): string {
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  const listed = new Set(GROUPS.flatMap(({ entries }) => entries.map(({ path }) => path)));
  const link = (path: string): string => `- [${titles.get(path) ?? path}](${toRelativeLink(path, '/llms.txt')})`;
  const groups = GROUPS.map(
    ({ title, entries }) =>
      `## ${title}\n\n${entries.map(({ path, summary }) => `${link(path)}: ${summary}`).join('\n')}\n`,
  );
  const others = pages.filter(({ path, plain }) => plain !== undefined && path !== '/docs' && !listed.has(path));
  return [
    '# fleetkit\n',
    '> A sandbox server and a conformance kit for the Terminal Fleet Portal Data Service: payment terminals, their transactions, settlements, disputes and webhooks.\n',
    'All fleets are made up, and the clock moves only on demand. The contract of the service is at [public-openapi.json](v1/integrations/public-openapi.json). `fleetkit mcp` serves tools for assistants.\n',
    ...groups,
    `## Optional\n\n${others.map(({ path }) => link(path)).join('\n')}\n`,
  ].join('\n');
}
