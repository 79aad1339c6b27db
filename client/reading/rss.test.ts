import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContentError, parseRss } from '../index.ts';

const wrap = (items: string): string =>
  `<?xml version="1.0"?>\n<rss version="2.0"><channel><title>Feed</title>${items}</channel></rss>\n`;
const readItem = (content: string) => parseRss(wrap(`<item>${content}</item>`)).items[0];

test('reads the members of an item', () => {
  const feed = parseRss(
    wrap(`<!-- <item> --><atom:link href="a>b" rel='self'/><item><title>T</title><link>https://a.example/?a=1&amp;b</link>
      <description/><category domain="x">c1</category><category>c2</category><guid isPermaLink="false">g</guid>
      <pubDate>Mon, 02 Nov 2026 15:00:00 GMT</pubDate><source><title>Other</title></source></item><item><guid>h</guid></item>`),
  );
  expect(feed.title).toBe('Feed');
  expect(feed.items).toEqual([
    {
      ...{ guid: 'g', title: 'T', link: 'https://a.example/?a=1&b', description: '' },
      ...{ pubDate: 'Mon, 02 Nov 2026 15:00:00 GMT', categories: ['c1', 'c2'] },
    },
    { guid: 'h', title: '', link: undefined, description: undefined, pubDate: undefined, categories: [] },
  ]);
});

test.each([
  ['&lt;b&gt; &amp;amp; &quot;&apos;', '<b> &amp; "\''],
  ['&#65;&#x1F3E7;&#xe9;', 'A🏧é'],
  ['a<![CDATA[<b> &amp; ]] ]>]]>c', 'a<b> &amp; ]] ]>c'],
  ['<![CDATA[a]]><!-- x --><![CDATA[b]]>', 'ab'],
  ['a<b>hidden</b>c', 'ac'],
])('decodes the title %s', (xml, title) => {
  expect(readItem(`<guid>g</guid><title>${xml}</title>`)?.title).toBe(title);
});

describe('rejects', () => {
  test.each([
    ['a document type', '<!DOCTYPE rss [<!ENTITY a "b">]><rss></rss>', 'document type declaration'],
    ['an entity that nothing declares', wrap('<item><guid>&nbsp;</guid></item>'), 'unknown reference'],
    ['a bare ampersand', wrap('<item><guid>a & b</guid></item>'), 'unknown reference'],
    ['a reference to no character', wrap('<item><guid>&#xD800;</guid></item>'), 'unknown reference'],
    ['a reference to NUL', wrap('<item><guid>&#0;</guid></item>'), 'unknown reference'],
    ['elements that overlap', wrap('<item><a><b></a></b></item>'), 'is not closed correctly'],
    ['a document that is cut', wrap('').slice(0, 60), 'it is not complete'],
    ['a tag that is cut', '<rss version="2.0', 'a tag has no end'],
    ['a comment that is cut', '<rss><!-- ', '--> is missing'],
    ['HTML', '<html><body></body></html>', 'its element html is not in rss'],
    ['two roots', '<rss></rss><rss></rss>', 'its element rss is not in rss'],
    ['nothing', '', 'it is not complete'],
    ['deep elements', '<rss>'.repeat(100), 'more than 64 nested elements'],
    ['a tag without a name', '<rss>< a></rss>', 'a tag has no name'],
    ['an item without guid', wrap('<item><title>T</title></item>'), 'has no guid'],
  ])('%s', (_, xml, message) => {
    expect(() => parseRss(xml)).toThrow(ContentError);
    expect(() => parseRss(xml)).toThrow(message);
  });
});

test('returns any text that is escaped', () => {
  const escapeText = (text: string): string => text.replace(/[<&>]/g, (one) => `&#${one.charCodeAt(0)};`);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(readItem(`<guid>${escapeText(text)}</guid>`)?.guid).toBe(text);
    }),
  );
});
