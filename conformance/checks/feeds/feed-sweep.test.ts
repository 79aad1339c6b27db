import { expect, test } from 'vitest';
import { findOnlyKind, listKinds, mayBeAbout, namesNoKind, readItemInstant } from '../../reading/feed-kinds.ts';
import { listItems, parseXml } from '../../reading/rss.ts';
import { everyTerminalFeedIsReadable } from './feed-sweep.ts';
import { terminalFeedIsOfTheTerminal } from './feeds.ts';

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

const TERMINALS = ['ATM 1000', 'ATM 1001', 'ATM 1002'];

/** Judges the feeds of terminals, by the text of their items. */
async function judgeFeeds(write: (terminal: string) => string, { run } = everyTerminalFeedIsReadable) {
  const reader = {
    name: 'a key',
    sees: {
      terminals: new Set(TERMINALS),
      mentioned: new Set(TERMINALS),
      aliases: new Map(),
      responses: new Map(),
      reads: new Map(),
    },
    get: async (_: string, { terminal_id }: { readonly terminal_id: string }) => ({
      status: 200,
      bytes: Buffer.from(
        `<rss version="2.0"><channel><item><title>${write(terminal_id)}</title></item></channel></rss>`,
      ),
      header: () => 'application/rss+xml',
    }),
  };
  const sampling = { select: (_: string, all: readonly string[]) => all };
  return (await run({ reader, sampling } as never)).kind; // what the check needs
}

const next = (terminal: string): string => TERMINALS[(TERMINALS.indexOf(terminal) + 1) % TERMINALS.length] ?? '';

test('a feed that names another terminal is wrong, unless its id may be a label: the feed of that terminal does not name it', async () => {
  expect(await judgeFeeds((terminal) => `${terminal}: online`)).toBe('pass');
  expect(await judgeFeeds((terminal) => `${terminal === 'ATM 1001' ? 'ATM 1000' : terminal}: online`)).toBe('fail');
  expect(await judgeFeeds(() => 'ATM 1000: online')).toBe('fail');
  expect(await judgeFeeds((terminal) => `${next(terminal)}: online`)).toBe('untestable');
});

test.each([everyTerminalFeedIsReadable, terminalFeedIsOfTheTerminal])(
  'a feed may have items about several terminals, and items that mention another one: $id',
  async (check) => {
    const judge = (write: (terminal: string) => string) =>
      judgeFeeds((terminal) => `${terminal}: online</title></item><item><title>${write(terminal)}`, check);
    expect(await judge(() => 'Outage of ATM 1000, ATM 1001 and ATM 1002')).toBe('pass');
    expect(await judge((terminal) => `Configuration copied from ${next(terminal)}`)).toBe('untestable');
    expect(await judge((terminal) => `${next(terminal)}: offline`)).toBe('fail');
  },
);

test('an item with another word as category, or without a word for a topic, may be about any topic', () => {
  const items = parseItems(
    `<rss version="2.0"><channel>
    <item><title>Cash payout, unit ok</title><category>Payout</category></item>
    <item><title>Cash payout of 60.00, unit ok</title></item>
    <item><title>Few notes left</title><category>cash_low</category></item>
    <item><title>Status: in service</title></item></channel></rss>`,
  );
  expect(items.map(namesNoKind)).toEqual([true, true, false, false]);
});
