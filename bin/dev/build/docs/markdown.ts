import MarkdownIt from 'markdown-it';
import { formatCode } from './highlight.ts';
import { escapeHtml, toAnchor } from './html.ts';

/** A heading of a page. */
export interface Heading {
  readonly level: number;
  readonly anchor: string;
  readonly text: string;
}

/** The text between two headings, for the search. */
export interface Section {
  readonly heading: Heading | undefined;
  readonly text: string;
  /** Words of readers that the text does not use: from the comment `<!-- keywords: … -->` below the heading. */
  readonly keywords?: string;
}

export interface RenderedMarkdown {
  /** The first heading of level 1. It is not part of `html`. */
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

/** Returns the address of a page for a link of a document. */
export type ResolveLink = (link: string) => string;

/** Returns the address of an image of a document. */
export type ResolveImage = (source: string) => string;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
type Token = ReturnType<typeof markdown.parse>[number];

/** Renders a Markdown document. HTML in it is shown as text, except for comments, which are removed. */
export function renderMarkdown(source: string, resolveLink: ResolveLink, resolveImage: ResolveImage): RenderedMarkdown {
  const tokens = markdown.parse(source.replaceAll(/^<!--.*?-->\s*$/gms, ''), {});
  rewriteLinks(tokens, resolveLink);
  rewriteImages(tokens, resolveImage);
  replaceEmptyHeaders(tokens);
  const found = addAnchors(tokens);
  const end = tokens.findIndex(({ type }) => type === 'heading_close');
  const hasTitle = tokens[0]?.type === 'heading_open' && tokens[0].tag === 'h1';
  return {
    title: hasTitle ? (found[0]?.text ?? '') : '',
    html: markdown.renderer.render(hasTitle ? tokens.slice(end + 1) : tokens, markdown.options, {}),
    headings: hasTitle ? found.slice(1) : found,
    sections: listSections(tokens, found, readKeywords(source)).filter(({ text }) => text !== ''),
  };
}

markdown.renderer.rules.fence = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  return formatCode({ code: content, language: info.trim() || 'text' });
};

markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';

markdown.renderer.rules.heading_close = (tokens, index) => {
  const anchor = tokens[index - 2]?.attrGet('id') ?? '';
  const text = toPlainText(tokens[index - 1]?.content ?? '');
  const label = escapeHtml(`Link to the section ${text}`);
  return `<a class="anchor" href="#${anchor}" aria-label="${label}">#</a></${tokens[index]?.tag}>\n`;
};

function rewriteLinks(tokens: readonly Token[], resolveLink: ResolveLink): void {
  for (const token of tokens) {
    const href = token.type === 'link_open' ? token.attrGet('href') : null;
    if (typeof href === 'string' && /^https?:/.test(href)) token.attrSet('rel', 'noreferrer');
    else if (typeof href === 'string') token.attrSet('href', resolveLink(href));
    rewriteLinks(token.children ?? [], resolveLink);
  }
}

function rewriteImages(tokens: readonly Token[], resolveImage: ResolveImage): void {
  for (const token of tokens) {
    if (token.type === 'image') token.attrSet('src', resolveImage(String(token.attrGet('src'))));
    rewriteImages(token.children ?? [], resolveImage);
  }
}

/** Makes ordinary cells of header cells without text, because a header needs one. */
function replaceEmptyHeaders(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    const content = tokens[index + (token.type === 'th_open' ? 1 : -1)]?.content;
    if (/^th_/.test(token.type) && content === '') token.tag = 'td';
  });
}

/** Sets the ids of headings. Returns the headings. */
function addAnchors(tokens: readonly Token[]): Heading[] {
  const counts = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return [];
    const source = tokens[index + 1]?.content ?? '';
    const base = toAnchor(source);
    const count = counts.get(base) ?? 0;
    counts.set(base, count + 1);
    const anchor = count === 0 ? base : `${base}-${count}`;
    token.attrSet('id', anchor);
    return [{ level: Number(token.tag.slice(1)), anchor, text: toPlainText(source) }];
  });
}

/** Returns the keywords below headings, by the text of the heading. */
function readKeywords(source: string): ReadonlyMap<string, string> {
  const found = source.matchAll(/^#+ (.+)\s+<!-- keywords: (.+?) -->$/gm);
  return new Map([...found].map(([, heading = '', keywords = '']) => [toPlainText(heading), keywords]));
}

function listSections(
  tokens: readonly Token[],
  headings: readonly Heading[],
  keywords: ReadonlyMap<string, string>,
): Section[] {
  const sections: { heading: Heading | undefined; keywords?: string | undefined; parts: string[] }[] = [
    { heading: undefined, parts: [] },
  ];
  let count = 0;
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const heading = headings[count++];
      const isTitle = heading?.level === 1;
      sections.push({ heading: isTitle ? undefined : heading, keywords: keywords.get(heading?.text ?? ''), parts: [] });
    } else if (token.type === 'fence') sections.at(-1)?.parts.push(token.content);
    else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open')
      sections.at(-1)?.parts.push(toPlainText(token.content));
  });
  return sections.map(({ heading, keywords: words, parts }) => ({
    heading,
    text: parts.join(' ').replaceAll(/\s+/g, ' ').trim(),
    ...(words === undefined ? {} : { keywords: words }),
  }));
}

/** Removes the marks of inline Markdown. */
const toPlainText = (source: string): string =>
  source
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim();
