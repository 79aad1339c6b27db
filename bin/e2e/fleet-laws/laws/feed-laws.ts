import { describe, forEach, isSorted, type Law, rowsOf, trueTime } from '../law.ts';
import type { FleetReading } from '../read-fleet.ts';

interface Item {
  readonly title: string;
  readonly description: string;
  readonly guid: string;
  readonly at: number;
  readonly category: string;
  readonly terminalId: string | undefined;
}

interface Feed {
  readonly id: string;
  readonly isAccount: boolean;
  readonly items: readonly Item[];
}

const pick = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';

function parseFeed(text: string): readonly Item[] {
  return [...text.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item = '']) => ({
    title: pick(item, /<title>([\s\S]*?)<\/title>/),
    description: pick(item, /<description>([\s\S]*?)<\/description>/),
    guid: pick(item, /<guid[^>]*>([^<]*)<\/guid>/),
    at: Date.parse(pick(item, /<pubDate>([^<]*)<\/pubDate>/)),
    category: pick(item, /<category domain="urn:fleet:feed-category">([^<]*)</),
    terminalId: pick(item, /<category domain="urn:fleet:terminal">([^<]*)</) || undefined,
  }));
}

const terminalFeeds = ({ terminals }: FleetReading): readonly Feed[] =>
  [...terminals].map(([id, { feed }]) => ({ id, isAccount: false, items: parseFeed(feed) }));
const feeds = (reading: FleetReading): readonly Feed[] => [
  { id: 'account', isAccount: true, items: parseFeed(reading.accountFeed) },
  ...terminalFeeds(reading),
];
const texts = ({ accountFeed, terminals }: FleetReading): readonly string[] => [
  accountFeed,
  ...[...terminals.values()].map(({ feed }) => feed),
];

const ACCOUNT = ['heartbeat', 'status', 'transaction', 'alert', 'switch-journal'];
const TERMINAL = ['status', 'transaction', 'switch-journal', 'command', 'provisioning', 'alert'];

/** Whether the elements of an XML document nest, and its text has no forbidden character. */
function isWellFormed(text: string): boolean {
  const open: string[] = [];
  for (const [, closes, name = '', ends] of text.matchAll(/<(\/?)([A-Za-z][\w:.-]*)[^<>]*?(\/?)>/g)) {
    if (closes === '/' && open.pop() !== name) return false;
    if (closes === '' && ends === '') open.push(name);
  }
  return (
    open.length === 0 &&
    !/[^\t\n\r\P{Cc}]/u.test(text) &&
    !/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/.test(text)
  );
}

export const feedLaws: readonly Law[] = [
  {
    name: 'a feed is well-formed',
    examine: (reading, check) => {
      for (const text of texts(reading))
        check(text.startsWith('<?xml') && isWellFormed(text), () => text.slice(0, 500));
    },
  },
  {
    name: 'the items of a feed are listed from the newest',
    examine: forEach(feeds, ({ items }) => isSorted(items, (a, b) => a.at >= b.at)),
  },
  {
    name: 'no item of a feed is in the future or older than 35 days',
    examine: forEach(feeds, ({ items }, { now }) => items.every(({ at }) => at <= now && at >= now - 35 * 86_400_000)),
  },
  {
    name: 'a feed has at most 15 items of a category',
    examine: forEach(feeds, ({ items }) =>
      [...Map.groupBy(items, ({ category }) => category).values()].every(({ length }) => length <= 15),
    ),
  },
  {
    name: 'an item has a category of its feed',
    examine: forEach(feeds, ({ items, isAccount }) =>
      items.every(({ category }) => (isAccount ? ACCOUNT : TERMINAL).includes(category)),
    ),
  },
  {
    name: 'the guids of a feed are unique',
    examine: forEach(feeds, ({ items }) => new Set(items.map(({ guid }) => guid)).size === items.length),
  },
  {
    name: 'an item of both feeds has one text',
    examine: (reading, check) => {
      const account = new Map(parseFeed(reading.accountFeed).map((item) => [item.guid, item]));
      for (const { items } of terminalFeeds(reading))
        for (const item of items) {
          const other = account.get(item.guid);
          if (other !== undefined)
            check(other.title === item.title && other.description === item.description && other.at === item.at, () =>
              describe([item, other]),
            );
        }
    },
  },
  {
    name: 'an item of a terminal names it',
    examine: forEach(terminalFeeds, ({ id, items }) =>
      items.every(({ terminalId }) => terminalId === undefined || terminalId === id),
    ),
  },
  {
    name: 'an item of the account feed is of a terminal of the fleet',
    examine: forEach(
      ({ accountFeed }) => parseFeed(accountFeed),
      ({ terminalId }, { terminals }) => terminalId === undefined || terminals.has(terminalId),
    ),
  },
  {
    name: 'the transactions of a feed are the newest rows of the terminal',
    examine: forEach(terminalFeeds, ({ id, items }, reading) => {
      const rows = rowsOf(reading).filter(
        (row) => row.terminal_id === id && trueTime(reading, row) >= reading.now - 35 * 86_400_000,
      );
      const newest = rows
        .map((row) => trueTime(reading, row))
        .sort((a, b) => b - a)
        .slice(0, 15);
      return (
        JSON.stringify(items.filter(({ category }) => category === 'transaction').map(({ at }) => at)) ===
        JSON.stringify(newest)
      );
    }),
  },
  {
    name: 'a command of a feed is a command of the terminal',
    examine: forEach(terminalFeeds, ({ id, items }, { terminals }) => {
      const known = new Set(
        (terminals.get(id)?.commands ?? []).flatMap((command) =>
          [command.queued_at, command.sent_at, command.acknowledged_at, command.completed_at].flatMap((at) =>
            at === null ? [] : [Math.floor(Date.parse(at) / 1000)],
          ),
        ),
      );
      return items.filter(({ category }) => category === 'command').every(({ at }) => known.has(Math.floor(at / 1000)));
    }),
  },
];
