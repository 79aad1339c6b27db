/** An item of an RSS feed. */
export interface FeedItem {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly publishedAt: string;
  readonly category: string;
}

const ITEM = /<item>(.*?)<\/item>/gs;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads the items of a feed of the sandbox, newest first. The browser's own parser is not used, because its input counts as
 * code under Trusted Types. Descriptions are HTML without markup, so their entities are decoded twice.
 */
export function readFeedItems(xml: string): readonly FeedItem[] {
  return [...xml.matchAll(ITEM)].map(([, item = '']) => ({
    id: readElement(item, 'guid'),
    title: readElement(item, 'title'),
    text: decodeEntities(readElement(item, 'description')),
    publishedAt: new Date(readElement(item, 'pubDate')).toISOString(),
    category: readElement(item, 'category'),
  }));
}

function readElement(xml: string, name: string): string {
  const start = new RegExp(`<${name}(?: [^>]*)?>`).exec(xml);
  if (start === null) return '';
  const from = start.index + start[0].length;
  return decodeEntities(xml.slice(from, xml.indexOf(`</${name}>`, from)));
}

const decodeEntities = (text: string): string => text.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, decodeEntity);

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
