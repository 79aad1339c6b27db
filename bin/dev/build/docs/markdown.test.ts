import { expect, test } from 'vitest';
import { formatCode } from './highlight.ts';
import { formatInline } from './html.ts';
import { renderMarkdown } from './markdown.ts';

const render = (source: string) =>
  renderMarkdown(
    source,
    (link) => `/resolved/${link}`,
    (image) => `/images/${image}`,
  );

test('separates the title from the content', () => {
  const { title, html } = render('# A *short* `title`\n\nText.\n');
  expect(title).toBe('A short title');
  expect(html).toBe('<p>Text.</p>\n');
});

test('shows HTML as text', () => {
  const { html } = render('# T\n\n<script>alert(1)</script> <img src=x onerror=alert(1)>\n\n<div>block</div>\n');
  expect(html).not.toMatch(/<(script|img|div)/);
  expect(html).toContain('&lt;script&gt;');
});

test('removes comments', () => {
  expect(render('<!-- Generated. Do not edit. -->\n\n# T\n\nText.\n')).toMatchObject({
    title: 'T',
    html: '<p>Text.</p>\n',
  });
});

test('does not link to addresses with scripts', () => {
  expect(render('# T\n\n[a](javascript:alert(1))\n').html).not.toContain('href');
});

test('gives headings the anchors of GitHub, each once', () => {
  const { headings, html } = render("# T\n\n## What's `new`, now?\n\n### Part\n\n## Part\n");
  expect(headings.map(({ anchor, level }) => [anchor, level])).toEqual([
    ['whats-new-now', 2],
    ['part', 3],
    ['part-1', 2],
  ]);
  expect(html).toContain('<h2 id="whats-new-now">');
  expect(html).toContain('href="#whats-new-now" aria-label="Link to the section What&#39;s new, now?"');
});

test('resolves relative links and keeps others', () => {
  const { html } = render('# T\n\n[a](b.md#c) [d](https://example.com/x)\n');
  expect(html).toContain('<a href="/resolved/b.md#c">a</a>');
  expect(html).toContain('<a href="https://example.com/x" rel="noreferrer">d</a>');
});

test('colours code with classes', () => {
  expect(formatCode({ code: '{"a": 1}', language: 'json' })).toMatch(/<span class="hljs-attr">/);
  expect(formatCode({ code: '<b>"x"</b>', language: 'text' })).toContain('&lt;b&gt;&quot;x&quot;');
  expect(formatCode({ code: 'curl "<x>"', language: 'sh' })).not.toContain('<x>');
});

test('has no header cell without a text', () => {
  const { html } = render('# T\n\n| | A |\n|---|---|\n| b | c |\n');
  expect(html).toContain('<td></td>');
  expect(html).toContain('<th>A</th>');
});

test('lists the text of sections for the search', () => {
  const { sections } = render('# T\n\nFirst `code`.\n\n## H\n\n[a link](b.md) text\n\n```sh\ncurl x\n```\n');
  expect(sections.map(({ heading, text }) => [heading?.text, text])).toEqual([
    [undefined, 'First code.'],
    ['H', 'a link text curl x'],
  ]);
});

test('gives a section the keywords below its heading, and shows them nowhere', () => {
  const { sections, html } = render(
    '# T\n\n<!-- keywords: one, two -->\n\nText.\n\n## H\n\n<!-- keywords: three -->\n\nMore.\n',
  );
  expect(sections.map(({ keywords }) => keywords)).toEqual(['one, two', 'three']);
  expect(html).not.toMatch(/keywords|one|three/);
});

test('escapes text around inline code', () => {
  expect(formatInline('a <b> `c < d`')).toBe('a &lt;b&gt; <code>c &lt; d</code>');
});

test('resolves the address of an image, and keeps its description', () => {
  const { html } = render('# T\n\n![A chart](a.svg)\n');
  expect(html).toContain('<img src="/images/a.svg" alt="A chart"');
});
