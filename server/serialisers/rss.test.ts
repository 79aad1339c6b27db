import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { Feed } from './feed.ts';
import { serialiseFeed } from './rss.ts';

const createFeed = (text: string, publishedMs = Date.UTC(2026, 10, 2, 13, 40, 12)): Feed => ({
  title: text,
  link: 'http://127.0.0.1:4400/v1/portal?a=1&b=2',
  description: text,
  self: 'http://127.0.0.1:4400/v1/feeds/account.xml',
  ttlMinutes: 5,
  lastBuildMs: publishedMs,
  items: [
    {
      title: text,
      description: text,
      link: 'http://127.0.0.1:4400/v1/terminals/NW104233/status-monitoring',
      guid: 'urn:fleet:status:1',
      publishedMs,
      categories: [{ domain: text, value: text }],
    },
  ],
});

/** Returns all texts and `domain` attributes as a feed reader sees them. */
function readTexts(xml: string): {
  readonly byElement: ReadonlyMap<string, readonly string[]>;
  readonly domains: readonly string[];
} {
  const byElement = new Map<string, string[]>();
  const domains: string[] = [];
  const open: { name: string; text: string }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name, text: '' });
    if (attributes.domain !== undefined) domains.push(attributes.domain.value);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) byElement.set(element.name, [...(byElement.get(element.name) ?? []), element.text]);
  });
  parser.write(xml).close();
  return { byElement, domains };
}

/** Computes the text that a reader should get, code point by code point, independently of the serialiser. */
function computeExpectedText(text: string): string {
  const characters: string[] = [];
  for (const character of text.replaceAll('\r\n', '\n')) {
    const code = character.codePointAt(0) ?? 0;
    const isSpace = code === 0x09 || code === 0x0a || code === 0x0d || code === 0x85;
    const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    const isWritable = !isControl && !isSurrogate && code !== 0xfffe && code !== 0xffff;
    characters.push(isSpace ? ' ' : isWritable ? character : '\uFFFD');
  }
  return characters.join('');
}

/** Converts HTML without markup to text. */
const decodeHtml = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

describe('serialiseFeed', () => {
  it('writes RSS 2.0 with hexadecimal references and RFC 822 dates', () => {
    const xml = serialiseFeed(createFeed(`Tom & "Jo" <b>]]></b> &amp;`));
    expect(xml).toContain('<title>Tom &#x26; &#x22;Jo&#x22; &#x3C;b&#x3E;]]&#x3E;&#x3C;/b&#x3E; &#x26;amp;</title>');
    expect(xml).toContain(
      '<description>Tom &#x26;amp; &#x22;Jo&#x22; &#x26;lt;b&#x26;gt;]]&#x26;gt;&#x26;lt;/b&#x26;gt; &#x26;amp;amp;</description>',
    );
    expect(xml).toContain('<pubDate>Mon, 02 Nov 2026 13:40:12 GMT</pubDate>');
    expect(xml).toContain('<guid isPermaLink="false">urn:fleet:status:1</guid>');
    expect(xml).toContain(
      '<atom:link href="http://127.0.0.1:4400/v1/feeds/account.xml" rel="self" type="application/rss+xml"/>',
    );
    expect(xml).not.toContain('CDATA');
  });

  it('preserves every text that XML can contain, and replaces other characters', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 8 }),
      fc.constantFrom(
        ']]>',
        '&amp;',
        '&#38;',
        '<!--',
        '\u0000',
        '\uFFFF',
        '\uD800',
        '\r\n',
        '\u0085',
        '\u2028',
        '"',
        "'",
        '💶',
      ),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const read = readTexts(serialiseFeed(createFeed(text)));
        const expected = computeExpectedText(text);
        expect(read.byElement.get('title')).toEqual([expected, expected]);
        const [ofItem, ofChannel] = read.byElement.get('description')?.toReversed() ?? [];
        expect(ofChannel).toBe(expected);
        expect(ofItem).not.toMatch(/[<>]/);
        expect(ofItem).not.toMatch(/&(?!(amp|lt|gt);)/);
        expect(decodeHtml(ofItem ?? '')).toBe(expected);
        expect(read.byElement.get('category')).toEqual([expected]);
        expect(read.domains).toEqual([expected]);
      }),
      { numRuns: 500 },
    );
  });

  it('writes equal feeds as equal bytes', () => {
    expect(serialiseFeed(createFeed('same'))).toBe(serialiseFeed(createFeed('same')));
  });
});
