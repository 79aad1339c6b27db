import { ContentError } from '../core/errors.ts';

/** An item of a feed. Its texts are decoded; escape them for display. */
export interface RssItem {
  /** Identifies the item: it is the same in each poll. */
  readonly guid: string;
  readonly title: string;
  readonly link: string | undefined;
  readonly description: string | undefined;
  /** As in the feed: `Mon, 02 Nov 2026 15:00:00 GMT`. */
  readonly pubDate: string | undefined;
  readonly categories: readonly string[];
}

export interface RssFeed {
  readonly title: string;
  readonly items: readonly RssItem[];
}

/*
 * Reads the few elements of RSS 2.0 that a feed needs, because Node.js has no XML parser. A document type declaration is rejected, so
 * there are no entities to expand. Each character is read once.
 */

const MOST_DEPTH = 64;
const ITEM = 'rss/channel/item';

/** Parses RSS 2.0. Throws a `ContentError` for malformed XML and for other formats. */
export function parseRss(xml: string): RssFeed {
  const items: RssItem[] = [];
  let title = '';
  let texts = new Map<string, string[]>();
  readElements(xml, {
    open(path) {
      if (path === ITEM) texts = new Map();
    },
    close(path, text) {
      if (path === ITEM) items.push(createItem(texts));
      else if (path === 'rss/channel/title') title = text;
      else if (path.startsWith(`${ITEM}/`)) {
        const name = path.slice(ITEM.length + 1);
        texts.set(name, [...(texts.get(name) ?? []), text]);
      }
    },
  });
  return { title, items };
}

function createItem(texts: ReadonlyMap<string, readonly string[]>): RssItem {
  const [guid] = texts.get('guid') ?? [];
  if (guid === undefined) throw new ContentError('an item of the feed has no guid; expected one in each item');
  const first = (name: string): string | undefined => texts.get(name)?.[0];
  return {
    guid,
    title: first('title') ?? '',
    link: first('link'),
    description: first('description'),
    pubDate: first('pubDate'),
    categories: texts.get('category') ?? [],
  };
}

interface Listener {
  open(path: string): void;
  /** `text` is the decoded text directly in the element. */
  close(path: string, text: string): void;
}

interface OpenElement {
  readonly path: string;
  readonly name: string;
  readonly text: string[];
}

/** Reports the elements of a document in their order. Throws a `ContentError` if it is malformed. */
function readElements(xml: string, listener: Listener): void {
  const open: OpenElement[] = [];
  let hasRoot = false;
  const addText = (text: string): void => void open.at(-1)?.text.push(text);
  for (let at = 0; at < xml.length; ) {
    const next = xml.indexOf('<', at);
    addText(decodeReferences(xml.slice(at, next < 0 ? xml.length : next)));
    if (next < 0) break;
    if (xml.startsWith('<!--', next)) at = findEnd(xml, '-->', next + 4);
    else if (xml.startsWith('<?', next)) at = findEnd(xml, '?>', next + 2);
    else if (xml.startsWith('<![CDATA[', next)) {
      at = findEnd(xml, ']]>', next + 9);
      addText(xml.slice(next + 9, at - 3));
    } else if (xml.startsWith('<!', next)) throw malformed('it has a document type declaration');
    else {
      at = findTagEnd(xml, next + 1);
      const { name, isEnd, isEmpty } = parseTag(xml.slice(next + 1, at - 1));
      if (!isEnd) {
        if (open.length >= MOST_DEPTH) throw malformed(`it has more than ${MOST_DEPTH} nested elements`);
        if (open.length === 0 && (hasRoot || name !== 'rss')) throw malformed(`its element ${name} is not in rss`);
        hasRoot = true;
        const path = open.length === 0 ? name : `${open.at(-1)?.path}/${name}`;
        open.push({ path, name, text: [] });
        listener.open(path);
      }
      if (isEnd || isEmpty) {
        const closed = open.pop();
        if (closed?.name !== name) throw malformed(`its element ${closed?.name ?? name} is not closed correctly`);
        listener.close(closed.path, closed.text.join(''));
      }
    }
  }
  if (open.length > 0 || !hasRoot) throw malformed('it is not complete');
}

const malformed = (reason: string): ContentError =>
  new ContentError(`the feed cannot be read: ${reason}; expected RSS 2.0`);

function findEnd(xml: string, end: string, from: number): number {
  const found = xml.indexOf(end, from);
  if (found < 0) throw malformed(`${end} is missing`);
  return found + end.length;
}

/** Returns the index after the end of a tag. A value in quotes may contain `>`. */
function findTagEnd(xml: string, from: number): number {
  let quote = '';
  for (let at = from; at < xml.length; at += 1) {
    const character = xml.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  throw malformed('a tag has no end');
}

function parseTag(tag: string): { readonly name: string; readonly isEnd: boolean; readonly isEmpty: boolean } {
  const [, slash = '', name = ''] = /^(\/?)([^\s/<>"'=&]+)(?=[\s/]|$)/.exec(tag) ?? [];
  if (name === '') throw malformed('a tag has no name');
  return { name, isEnd: slash !== '', isEmpty: tag.endsWith('/') };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeReferences = (text: string): string =>
  text.includes('&') ? text.replace(/&([^;&]{0,10};)?/g, (_, name?: string) => decodeReference(name ?? '')) : text;

function decodeReference(name: string): string {
  const known = ENTITIES[name.slice(0, -1)];
  if (known !== undefined) return known;
  const [, hex, decimal] = /^#(?:x([\da-fA-F]{1,6})|(\d{1,7}));$/.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
  if (code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code);
  throw malformed('it has an unknown reference');
}
