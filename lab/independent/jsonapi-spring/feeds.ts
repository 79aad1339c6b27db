import { NOW } from './data.ts';

export type FeedItem = {
  category: string;
  title: string;
  at: number;
  terminalId: string;
  description: string;
  guid: string;
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function rss(
  channel: { title: string; link: string; description: string; origin: string },
  items: FeedItem[],
  isTitleRaw: boolean,
): string {
  const rows = [...items]
    .sort((a, b) => b.at - a.at || (a.guid < b.guid ? -1 : 1))
    .map((item) =>
      [
        '    <item>',
        `      <title>${isTitleRaw ? item.title : escape(item.title)}</title>`,
        `      <link>${escape(`${channel.origin}/v1/terminals/${item.terminalId}/status-monitoring`)}</link>`,
        `      <guid isPermaLink="false">${item.guid}</guid>`,
        `      <pubDate>${new Date(item.at).toUTCString()}</pubDate>`,
        `      <category>${item.category}</category>`,
        `      <fleet:terminal>${item.terminalId}</fleet:terminal>`,
        `      <description>${escape(item.description)}</description>`,
        '    </item>',
      ].join('\n'),
    );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:fleet="urn:example:fleet-portal:feed">',
    '  <channel>',
    `    <title>${escape(channel.title)}</title>`,
    `    <link>${escape(channel.link)}</link>`,
    `    <description>${escape(channel.description)}</description>`,
    '    <language>en-us</language>',
    `    <lastBuildDate>${new Date(NOW).toUTCString()}</lastBuildDate>`,
    '    <ttl>5</ttl>',
    ...rows,
    '  </channel>',
    '</rss>',
    '',
  ].join('\n');
}
