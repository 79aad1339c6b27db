import { expect, test } from 'vitest';
import { findOnlyKind, listKinds, mayBeAbout, namesNoKind, readItemInstant } from '../../reading/feed-kinds.ts';
import { listItems, parseXml } from '../../reading/rss.ts';

const parseItems = (xml: string) => {
  const parsed = parseXml(Buffer.from(xml), 'application/rss+xml');
  return 'root' in parsed ? listItems(parsed.root) : [];
};

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"';

test('the items of RSS 1.0 are beside the channel, with dates of Dublin Core', () => {
  const items = parseItems(
    `<rdf:RDF ${RDF} xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Fleet</title></channel>
    <item><title>T1: status</title><dc:date>2026-03-11T09:00:00Z</dc:date></item></rdf:RDF>`,
  );
  expect(items.map(readItemInstant)).toEqual([Date.UTC(2026, 2, 11, 9)]);
  expect(items.flatMap(listKinds)).toEqual(['status']);
});

test('an item without a category names the kinds of its title and its description', () => {
  const [digest, other] = parseItems(
    `<rss version="2.0"><channel>
    <item><title>T1</title><description>T1: Status changed; T1: Switch journal: link reset</description></item>
    <item><title>T1</title><description>All is well</description></item></channel></rss>`,
  );
  if (digest === undefined || other === undefined) throw new Error('the feed has two items');
  expect(listKinds(digest)).toEqual(['switch journal', 'status']);
  expect(mayBeAbout(digest, 'transactions')).toBe(false);
  expect([digest, other].map(namesNoKind)).toEqual([false, true]);
});

test('an item is about one kind only if its category names it, or if its texts name no other', () => {
  const items = parseItems(
    `<rss version="2.0"><channel>
    <item><title>Command fetch_journal completed</title><category>Command</category></item>
    <item><title>T1: fetch_journal completed</title></item>
    <item><title>T1</title><description>T1: Status changed; T1: Switch journal: link reset</description></item>
    <item><title>Switch journal: entry 4</title></item>
    <item><title>T1: diário coletado</title><category>Ordem</category></item></channel></rss>`,
  );
  expect(items.map(findOnlyKind)).toEqual(['commands', undefined, undefined, 'switch journal', 'commands']);
});
