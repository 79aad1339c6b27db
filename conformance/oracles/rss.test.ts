import { expect, test } from 'vitest';
import { findRelativeLinks, findRssProblems, listItems, parseXml } from './rss.ts';

const GOOD = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>T &#x26; S</title><link>https://a.example/</link><description>D</description>
<atom:link rel="self" href="https://a.example/feed"/><ttl>5</ttl>
<item><title>one</title><guid isPermaLink="false">urn:x:1</guid><pubDate>Mon, 02 Nov 2026 13:40:12 GMT</pubDate></item>
<item><description>two</description><guid>https://a.example/2</guid><pubDate>2 Nov 26 13:40 EST</pubDate></item>
</channel></rss>`;

function parseProblems(text: string): string[] {
  const parsed = parseXml(Buffer.from(text));
  return 'problem' in parsed ? [parsed.problem] : findRssProblems(parsed.root);
}

test('finds no problems in a valid feed, and all its items', () => {
  expect(parseProblems(GOOD)).toEqual([]);
  const parsed = parseXml(Buffer.from(GOOD));
  expect('root' in parsed && listItems(parsed.root)).toHaveLength(2);
});

const BROKEN: readonly (readonly [what: string, change: (text: string) => string, expectedText: RegExp])[] = [
  ['a raw ampersand', (text) => text.replace('&#x26;', '&'), /./],
  ['a control character', (text) => text.replace('one', 'o\u0001e'), /./],
  ['an undeclared prefix', (text) => text.replace('<ttl>', '<dc:x>y</dc:x><ttl>'), /prefix/],
  ['an entity of HTML', (text) => text.replace('one', '&nbsp;'), /entity/],
  ['a document type', (text) => text.replace('<rss', '<!DOCTYPE rss><rss'), /document type/],
  ['a duplicate attribute', (text) => text.replace('version="2.0"', 'version="2.0" version="2.0"'), /duplicate/],
  ['junk after the root', (text) => `${text}junk`, /./],
  ['a line before the declaration', (text) => `\n${text}`, /declaration/],
  ['an early end', (text) => text.slice(0, -10), /./],
  ['another root', (text) => text.replaceAll(/<(\/?)rss/g, '<$1feed'), /<feed>/],
  ['no version', (text) => text.replace(' version="2.0"', ''), /version/],
  ['two channels', (text) => text.replace('</channel>', '</channel><channel></channel>'), /2 channels/],
  ['no channel title', (text) => text.replace('<title>T &#x26; S</title>', ''), /no title/],
  ['no channel link', (text) => text.replace('<link>https://a.example/</link>', ''), /no link/],
  [
    'an empty channel description',
    (text) => text.replace('<description>D</description>', '<description/>'),
    /no description/,
  ],
  ['two channel titles', (text) => text.replace('<ttl>', '<title>again</title><ttl>'), /two title/],
  ['an item without text', (text) => text.replace('<title>one</title>', ''), /neither/],
  ['a repeated guid', (text) => text.replace('https://a.example/2', 'urn:x:1'), /not unique/],
  ['a permalink that is not a URL', (text) => text.replace('https://a.example/2', '12345'), /permalink/],
  ['an ISO date', (text) => text.replace('Mon, 02 Nov 2026 13:40:12 GMT', '2026-11-02T13:40:12Z'), /RFC 822/],
  ['a wrong weekday', (text) => text.replace('Mon, 02', 'Tue, 02'), /weekday/],
  ['a day that does not exist', (text) => text.replace('2 Nov 26', '31 Nov 26'), /calendar/],
  ['a ttl that is not a number', (text) => text.replace('<ttl>5', '<ttl>soon'), /ttl/],
  ['an unknown element', (text) => text.replace('<ttl>', '<severity>x</severity><ttl>'), /severity/],
];

test.each(BROKEN)('reports %s', (_, change, expectedText) => {
  const broken = change(GOOD);
  expect(broken).not.toBe(GOOD);
  expect(parseProblems(broken).join('\n')).toMatch(expectedText);
});

test('reports bytes that are not UTF-8', () => {
  expect(parseXml(Buffer.from(GOOD.replace('one', 'Caf\u00e9'), 'latin1'))).toEqual({
    problem: 'the bytes are not UTF-8',
  });
});

test('refuses to parse a feed of more than 4 MiB', () => {
  const createFeed = (length: number) => Buffer.from(`<rss>${' '.repeat(length)}</rss>`);
  expect(parseXml(createFeed(2 ** 20))).toHaveProperty('root');
  expect(() => parseXml(createFeed(2 ** 22))).toThrow('inconclusive');
});

test.each([
  ['of the channel', (text: string) => text.replace('https://a.example/<', '/here<')],
  ['of an item', (text: string) => text.replace('<title>one</title>', '<title>one</title><link>/here</link>')],
])('reports a relative link %s', (_, change) => {
  const find = (text: string) => {
    const parsed = parseXml(Buffer.from(text));
    return 'problem' in parsed ? [parsed.problem] : findRelativeLinks(parsed.root);
  };
  expect(find(GOOD)).toEqual([]);
  expect(find(change(GOOD))).toEqual(['the link /here is not an absolute URL']);
});
