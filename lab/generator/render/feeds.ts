import type { FeedAnswer, FeedItem } from '../protocol/answers.ts';
import { hideKey } from '../random.ts';
import { formatMoney, splitInstant } from './formats.ts';
import type { Reply } from './problems.ts';
import type { Style } from './style.ts';

function escapeXml(text: string, isNumeric = false): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => (isNumeric ? `&#${sign.charCodeAt(0)};` : (names[sign] ?? sign)));
}

function writeText(text: string, style: Style): string {
  // Character references are not read within CDATA, and the narrow encoding needs them.
  const isPlain = style.choices.feedText === 'cdata' && style.choices.feedEncoding === 'latin-1';
  switch (isPlain ? 'entities' : style.choices.feedText) {
    case 'cdata':
      return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
    case 'html':
      return escapeXml(`<p>${escapeXml(text)}</p>`);
    case 'numeric-entities':
      return escapeXml(text, true);
    default:
      return escapeXml(text);
  }
}

function writeDate(ms: number, form: string): string {
  const isOffset = form === 'offset';
  const { weekday, day, monthName, year, hour, minute, second } = splitInstant(ms, isOffset ? -300 : 0);
  const zone = isOffset ? '-0500' : form === 'zone-name' ? 'UT' : 'GMT';
  return `${weekday}, ${day} ${monthName} ${year} ${hour}:${minute}:${second} ${zone}`;
}

function describeItem(item: FeedItem, style: Style): string {
  const { choices, currency } = style;
  const parts = [item.text];
  if (item.amount !== undefined && choices.feedAmounts === 'amounts') {
    parts.push(String(formatMoney(item.amount, 'code-text', currency)));
  }
  if (item.transactionKey !== undefined && choices.feedAmounts === 'identifiers') {
    parts.push(style.ids.text('transaction', item.transactionKey));
  }
  return parts.join(' – ');
}

interface Written {
  readonly title: string;
  readonly description: string;
  readonly terminalKey: string;
  readonly kind: string;
  readonly event: string | undefined;
  readonly atMs: number;
  readonly key: string;
}

/** Gathers the rows of a digest into items: one per row, terminal, kind, or one for all. */
function gatherItems(items: readonly FeedItem[], style: Style, labels: ReadonlyMap<string, string>): Written[] {
  const label = (item: FeedItem) => nameTerminal(item.terminalKey, style, labels);
  const row = (item: FeedItem): Written => ({
    title: `${label(item)}: ${item.kind}`,
    description: describeItem(item, style),
    terminalKey: item.terminalKey,
    kind: item.kind,
    event: item.event,
    atMs: item.atMs,
    key: item.key,
  });
  const { feedRows } = style.choices;
  if (feedRows === 'row') return items.map(row);
  const groups = new Map<string, FeedItem[]>();
  for (const item of items) {
    const key = feedRows === 'terminal' ? item.terminalKey : feedRows === 'kind' ? item.kind : 'digest';
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups].flatMap(([key, members]): Written[] => {
    const [first] = members;
    if (first === undefined) return [];
    const description = members.map((item) => `${label(item)}: ${describeItem(item, style)}`).join('; ');
    const title = feedRows === 'terminal' ? label(first) : feedRows === 'kind' ? `Activity: ${key}` : 'Digest';
    return [
      {
        ...row(first),
        title,
        description,
        key: `${key} ${first.key}`,
        kind: feedRows === 'kind' ? key : 'digest',
        event: undefined,
      },
    ];
  });
}

function nameTerminal(key: string, style: Style, labels: ReadonlyMap<string, string>): string {
  const id = style.ids.text('terminal', key);
  return style.choices.feedTerminal === 'label' ? (labels.get(key) ?? id) : id;
}

function writeItem(item: Written, style: Style): string {
  const { choices, ids, baseUrl } = style;
  const id = ids.text('terminal', item.terminalKey);
  const link = `${baseUrl}/v1/terminals/${encodeURIComponent(id)}/status-monitoring`;
  const parts = [
    choices.feedText === 'title-only'
      ? `<title>${writeText(`${item.title} ${item.description}`, style)}</title>`
      : `<title>${escapeXml(item.title)}</title><description>${writeText(item.description, style)}</description>`,
  ];
  if (choices.feedTerminal === 'link') parts.push(`<link>${escapeXml(link)}</link>`);
  if (choices.feedTerminal === 'extension') parts.push(`<fleet:terminal>${escapeXml(id)}</fleet:terminal>`);
  if (choices.feedGuid === 'permalink')
    parts.push(`<guid isPermaLink="true">${escapeXml(`${link}#${encodeURIComponent(item.key)}`)}</guid>`);
  // A guid does not reveal the internal key: it is derived from it.
  if (choices.feedGuid === 'opaque') {
    parts.push(`<guid isPermaLink="false">${hideKey(item.key)}</guid>`);
  }
  if (choices.feedDates === 'dc-date') parts.push(`<dc:date>${new Date(item.atMs).toISOString()}</dc:date>`);
  else if (choices.feedDates !== 'none') parts.push(`<pubDate>${writeDate(item.atMs, choices.feedDates)}</pubDate>`);
  if (choices.feedCategory === 'kind') parts.push(`<category>${item.kind}</category>`);
  if (choices.feedCategory === 'event' && item.event !== undefined) parts.push(`<category>${item.event}</category>`);
  return `<item>${parts.join('')}</item>`;
}

function encodeFeed(xml: string, encoding: string): Buffer {
  switch (encoding) {
    case 'latin-1':
      return Buffer.from(
        [...xml].map((sign) => ((sign.codePointAt(0) ?? 0) > 255 ? `&#${sign.codePointAt(0)};` : sign)).join(''),
        'latin1',
      );
    case 'utf-16':
      return Buffer.from(`\ufeff${xml}`, 'utf16le');
    case 'utf-8-bom':
      return Buffer.from(`\ufeff${xml}`, 'utf8');
    default:
      return Buffer.from(xml, 'utf8');
  }
}

/** Puts channel and items into the root of a version of RSS. */
function wrapChannel(parts: { head: string; items: string; spaces: string }, version: string): string {
  const { head, items, spaces } = parts;
  if (version !== '1.0') return `<rss version="${version}"${spaces}><channel>${head}${items}</channel></rss>\n`;
  const names = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"';
  return `<rdf:RDF ${names}${spaces}><channel>${head}</channel>${items}</rdf:RDF>\n`;
}

/** Renders a feed as RSS. */
export function renderFeed(
  answer: FeedAnswer,
  style: Style,
  feed: { labels: ReadonlyMap<string, string>; path: string },
): Reply {
  const { choices, baseUrl } = style;
  const names: Record<string, string> = { 'latin-1': 'ISO-8859-1', 'utf-16': 'UTF-16' };
  const encodingName = names[choices.feedEncoding] ?? 'UTF-8';
  const head = [
    `<title>${answer.title}</title>`,
    `<link>${baseUrl}/</link>`,
    '<description>Fleet &amp; terminal digest</description>',
  ];
  if (choices.feedChannel === 'full')
    head.push('<language>en</language>', '<ttl>5</ttl>', '<generator>fleet</generator>');
  if (choices.feedChannel === 'atom-self') {
    head.push(`<atom:link href="${escapeXml(baseUrl + feed.path)}" rel="self" type="application/rss+xml"/>`);
  }
  const spaces = [
    choices.feedChannel === 'atom-self' ? ' xmlns:atom="http://www.w3.org/2005/Atom"' : '',
    choices.feedDates === 'dc-date' ? ' xmlns:dc="http://purl.org/dc/elements/1.1/"' : '',
    choices.feedTerminal === 'extension' ? ' xmlns:fleet="https://fleet.example/ns"' : '',
  ].join('');
  const sheet = choices.feedChannel === 'stylesheet' ? '<?xml-stylesheet type="text/xsl" href="/feed.xsl"?>' : '';
  const items = gatherItems(answer.items, style, feed.labels).map((item) => writeItem(item, style));
  const start = `<?xml version="1.0" encoding="${encodingName}"?>${sheet}\n`;
  const xml = start + wrapChannel({ head: head.join(''), items: items.join('\n'), spaces }, choices.feedVersion);
  const charset = choices.feedContentType === 'upper-charset' ? encodingName : encodingName.toLowerCase();
  const type = choices.feedContentType === 'bare' ? 'application/rss+xml' : `application/rss+xml; charset=${charset}`;
  return { status: 200, headers: {}, text: encodeFeed(xml, choices.feedEncoding), type };
}
