import type { Feed, FeedItem } from './feed.ts';

export const RSS_MEDIA_TYPE = 'application/rss+xml; charset=utf-8';

/**
 * Writes a feed as RSS 2.0. Equal feeds give equal bytes, and any text gives well-formed XML.
 *
 * Readers interpret the description of an item as HTML, so its text is escaped for HTML and then for XML. Titles and
 * everything else are plain text, escaped once for XML with hexadecimal references: RSS 2.0 allows HTML in the
 * description of an item only, and the RSS Best Practices Profile names these references as what most readers get right.
 * A title escaped twice would show `&amp;` in every reader that follows the specification.
 * @see clauses feeds.account.content_type, feeds.terminal.content_type, gap feeds.items
 */
export function serialiseFeed(feed: Feed): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${escapeXml(feed.title)}</title>`,
    `<link>${escapeXml(feed.link)}</link>`,
    `<description>${escapeXml(feed.description)}</description>`,
    '<language>en-us</language>',
    `<lastBuildDate>${formatRfc822Date(feed.lastBuildMs)}</lastBuildDate>`,
    `<ttl>${feed.ttlMinutes}</ttl>`,
    `<atom:link href="${escapeXml(feed.self)}" rel="self" type="application/rss+xml"/>`,
    ...feed.items.flatMap(buildItemLines),
    '</channel>',
    '</rss>',
    '',
  ];
  return lines.join('\n');
}

function buildItemLines(item: FeedItem): readonly string[] {
  return [
    '<item>',
    `<title>${escapeXml(item.title)}</title>`,
    `<link>${escapeXml(item.link)}</link>`,
    `<description>${escapeXml(escapeHtml(item.description))}</description>`,
    ...item.categories.map(
      ({ domain, value }) => `<category domain="${escapeXml(domain)}">${escapeXml(value)}</category>`,
    ),
    `<guid isPermaLink="false">${escapeXml(item.guid)}</guid>`,
    `<pubDate>${formatRfc822Date(item.publishedMs)}</pubDate>`,
    '</item>',
  ];
}

/** Escapes text for HTML. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Escapes text for an element or an attribute. Markup becomes hexadecimal references; tabs and line ends become a
 * space; characters that XML 1.0 forbids, C1 controls and lone surrogates become U+FFFD.
 */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\t\n\r\u0085]/g, ' ')
    .replace(UNWRITABLE, '\uFFFD')
    .replace(/[&<>"]/g, (mark) => `&#x${mark.charCodeAt(0).toString(16).toUpperCase()};`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters
const UNWRITABLE = /[\u0000-\u001F\u007F-\u009F\uFFFE\uFFFF]/g;

/** Formats epoch milliseconds as an RFC 822 date with a four-digit year: `Mon, 02 Nov 2026 13:40:12 GMT`. */
const formatRfc822Date = (ms: number): string => new Date(ms).toUTCString();
