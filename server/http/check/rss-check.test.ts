import { describe, expect, it } from 'vitest';
import type { Feed } from '../../serialisers/feed.ts';
import { serialiseFeed } from '../../serialisers/rss.ts';
import { checkRss } from './rss-check.ts';

const createItem = (guid: string, publishedMs: number): Feed['items'][number] => ({
  title: 'NW104233 silent for 17 min',
  description: 'Last heartbeat 14:28 EST.',
  link: 'http://127.0.0.1:4400/v1/terminals/NW104233/status-monitoring',
  guid,
  publishedMs,
  categories: [{ domain: 'urn:fleet:feed-category', value: 'heartbeat' }],
});

const feed: Feed = {
  title: 'Northway – fleet activity',
  link: 'http://127.0.0.1:4400/portal',
  description: 'Events of the fleet.',
  self: 'http://127.0.0.1:4400/v1/feeds/account.xml',
  ttlMinutes: 5,
  lastBuildMs: Date.UTC(2026, 10, 2, 13, 40, 12),
  items: [
    createItem('urn:fleet:heartbeat:b', Date.UTC(2026, 10, 2, 13, 40, 12)),
    createItem('urn:fleet:heartbeat:a', 0),
  ],
};
const good = serialiseFeed(feed);

/** Changes that must be reported, with their messages. */
const faults: readonly (readonly [name: string, spoil: (xml: string) => string, expectedText: RegExp])[] = [
  ['a raw ampersand', (xml) => xml.replace('silent', '&silent'), /^\d+:\d+: /],
  ['an entity of HTML', (xml) => xml.replace('silent', '&nbsp;'), /^\d+:\d+: /],
  ['a control character', (xml) => xml.replace('silent', '\u0001'), /^\d+:\d+: /],
  ['a truncated document', (xml) => xml.slice(0, -10), /^\d+:\d+: /],
  ['junk after the root', (xml) => `${xml}junk`, /^\d+:\d+: /],
  ['a blank line before the declaration', (xml) => `\n${xml}`, /^\d+:\d+: /],
  ['an undeclared prefix', (xml) => xml.replace(/ xmlns:atom="[^"]*"/, ''), /^\d+:\d+: /],
  ['a repeated attribute', (xml) => xml.replace('rel="self"', 'rel="self" rel="self"'), /^\d+:\d+: /],
  ['another root', (xml) => xml.replaceAll(/(<\/?)rss/g, '$1feed'), /root element is not rss/],
  ['no version', (xml) => xml.replace(' version="2.0" xmlns', ' xmlns'), /version of rss is not 2.0/],
  ['two channels', (xml) => xml.replace('</channel>', '</channel><channel></channel>'), /exactly one channel/],
  ['no channel title', (xml) => xml.replace(/<title>.*?<\/title>/, ''), /channel has no title/],
  ['no channel link', (xml) => xml.replace(/<link>.*?<\/link>/, ''), /link of the channel/],
  ['no channel description', (xml) => xml.replace(/<description>.*?<\/description>/, ''), /channel has no description/],
  ['no self link', (xml) => xml.replace(/<atom:link.*>/, ''), /self link/],
  ['a ttl that is not a number', (xml) => xml.replace('<ttl>5', '<ttl>five'), /ttl is not/],
  ['an unknown member', (xml) => xml.replace('<ttl>', '<teaser>x</teaser><ttl>'), /unknown member teaser/],
  ['a repeated title', (xml) => xml.replace('<item>', '<item><title>x</title>'), /item 1 has more than one title/],
  ['an item without guid', (xml) => xml.replace(/<guid.*?<\/guid>/, ''), /item 1 has no guid/],
  ['a repeated guid', (xml) => xml.replace('heartbeat:a', 'heartbeat:b'), /item 2 repeats the guid/],
  ['a permalink that is not a URL', (xml) => xml.replace(' isPermaLink="false"', ''), /not a permanent link/],
  ['an ISO date', (xml) => xml.replace(/<pubDate>.*?</, '<pubDate>2026-11-02T13:40:12Z<'), /not a date of RFC 822/],
  ['a wrong weekday', (xml) => xml.replaceAll('Mon, 02 Nov', 'Tue, 02 Nov'), /not a date of RFC 822/],
  ['a date in words', (xml) => xml.replace(/<pubDate>.*?</, '<pubDate>yesterday<'), /not a date of RFC 822/],
  ['a relative link', (xml) => xml.replace(/(<item>[\s\S]*?<link>).*?</, '$1/portal<'), /link of item 1/],
  [
    'the oldest first',
    (xml) => xml.replace(/(<item>[\s\S]*?<\/item>)\s*(<item>[\s\S]*<\/item>)/, '$2$1'),
    /item 2 is newer/,
  ],
  ['loose text', (xml) => xml.replace('<item>', 'loose<item>'), /outside its members/],
];

describe('checkRss', () => {
  it('accepts the output of the serialiser', () => {
    expect(checkRss(good)).toBeUndefined();
    expect(checkRss(serialiseFeed({ ...feed, items: [] }))).toBeUndefined();
  });

  it.each(faults)('reports %s', (_name, spoil, expectedText) => {
    const spoilt = spoil(good);
    expect(spoilt).not.toBe(good);
    expect(checkRss(spoilt)).toMatch(expectedText);
  });

  it('reports an item with neither title nor description', () => {
    const bare = good
      .replace(/(<item>\n)<title>.*?<\/title>/, '$1')
      .replace(/(<item>[\s\S]*?)<description>.*?<\/description>/, '$1');
    expect(checkRss(bare)).toBe('item 1 has neither title nor description');
  });

  it('requires descending guids for items of one instant', () => {
    const twins = (guids: readonly string[]): string =>
      serialiseFeed({ ...feed, items: guids.map((guid) => createItem(guid, 0)) });
    expect(checkRss(twins(['urn:b', 'urn:a']))).toBeUndefined();
    expect(checkRss(twins(['urn:a', 'urn:b']))).toBe('item 2 is newer than the one before it');
  });
});
