import { expect, test } from 'vitest';
import { findRelativeLinks, findRootProblem, findRssProblems, listItems, parseXml, readChildText } from './rss.ts';
import { Concluded } from './verdicts/verdict.ts';

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
    problem: 'bytes that are not UTF-8',
  });
});

const ACCENTED = GOOD.replace('one', 'Caf\u00e9');
const declare = (encoding: string) => ACCENTED.replace('UTF-8', encoding);
const UTF_16 = Buffer.from(declare('UTF-16'), 'utf16le');

test.each<[string, Buffer, string | undefined]>([
  ['ISO-8859-1, by its declaration', Buffer.from(declare('ISO-8859-1'), 'latin1'), undefined],
  ['ISO-8859-1, by its header', Buffer.from(ACCENTED, 'latin1'), 'application/rss+xml; charset="ISO-8859-1"'],
  ['windows-1252', Buffer.from(declare('windows-1252'), 'latin1'), 'application/rss+xml'],
  ['UTF-16 with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), UTF_16]), 'application/rss+xml'],
  [
    'big-endian UTF-16',
    Buffer.concat([Buffer.from([0xff, 0xfe]), UTF_16]).swap16(),
    'application/rss+xml; charset=utf-16',
  ],
  ['UTF-16 without a byte order mark', UTF_16, undefined],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${ACCENTED}`), undefined],
  ['UTF-8, though the header states ISO-8859-1', Buffer.from(ACCENTED), 'application/rss+xml; charset=ISO-8859-1'],
  [
    'a document type without used entities',
    Buffer.from(ACCENTED.replace('<rss', '<!DOCTYPE rss [<!ENTITY x "y">]><rss')),
    undefined,
  ],
  [
    'an external document type',
    Buffer.from(ACCENTED.replace('<rss', '<!DOCTYPE rss PUBLIC "x" "http://x.test/rss.dtd"><rss')),
    undefined,
  ],
])('reads the content of a feed in %s', (_, bytes, contentType) => {
  const parsed = parseXml(bytes, contentType);
  if ('problem' in parsed) throw new Error(parsed.problem);
  expect(listItems(parsed.root).map((item) => readChildText(item, 'title'))).toEqual(['Caf\u00e9', undefined]);
  expect(findRssProblems(parsed.root)).toEqual([]);
});

test.each<[string, string, RegExp]>([
  [
    'an entity of its document type',
    GOOD.replace('<rss', '<!DOCTYPE rss [<!ENTITY x "y">]><rss').replace('one', '&x;'),
    /the entity "x"/,
  ],
  ['an encoding that the kit does not know', declare('x-ebcdic-1'), /the encoding x-ebcdic-1/],
  ['more than 200 levels', '<a>'.repeat(300), /deeper than the 200 levels/],
])('is inconclusive about a feed with %s', (_, text, reason) => {
  let verdict: unknown;
  try {
    parseXml(Buffer.from(text, 'latin1'));
  } catch (thrown) {
    verdict = thrown instanceof Concluded ? thrown.verdict : thrown;
  }
  expect(verdict).toMatchObject({ kind: 'inconclusive', reason: expect.stringMatching(reason) });
});

test('parses 200,000 items, and finds the guid that two of them share', () => {
  const twice = '<item><guid>a</guid></item>'.repeat(2);
  const items = twice + '<item/>'.repeat(199_998);
  const parsed = parseXml(Buffer.from(GOOD.replace(/<item>[\s\S]*<\/item>/, items)));
  if ('problem' in parsed) throw new Error(parsed.problem);
  expect(listItems(parsed.root)).toHaveLength(200_000);
  expect(findRssProblems(parsed.root).filter((problem) => problem.includes('not unique'))).toEqual([
    'the guid a is not unique',
  ]);
});

test('refuses to parse a feed of more than 4 MiB', () => {
  const createFeed = (length: number) => Buffer.from(`<rss>${' '.repeat(length)}</rss>`);
  expect(parseXml(createFeed(2 ** 20))).toHaveProperty('root');
  expect(() => parseXml(createFeed(2 ** 22))).toThrow('inconclusive');
});

test.each([
  ['RSS 2.0', GOOD],
  ['RSS 0.91', GOOD.replace('version="2.0"', 'version="0.91"')],
  ['RSS 1.0', '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><x/></rdf:RDF>'],
  ['RSS with a non-standard element', GOOD.replace('<ttl>', '<severity>high</severity><ttl>')],
])('takes %s for RSS', (_, text) => {
  const parsed = parseXml(Buffer.from(text));
  expect('root' in parsed && findRootProblem(parsed.root)).toBeUndefined();
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
