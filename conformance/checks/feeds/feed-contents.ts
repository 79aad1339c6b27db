import { findSmallest } from '../../../base/large-lists.ts';
import { check } from '../../engine/check.ts';
import { normaliseEncoding, readCharset, readDeclaredEncoding } from '../../http/bodies/text-encoding.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { type FeedKind, getItemText, isAbout, readItemInstant } from '../../reading/feed-kinds.ts';
import { occursIn } from '../../reading/names/terminal-aliases.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { type FeedElement, listItems, parseFeed, readChildText } from '../../reading/rss.ts';
import { readInstants, readOffset } from '../../reading/values/instants.ts';
import { HALF } from '../../reading/verdicts/sampling.ts';
import {
  Concluded,
  fail,
  forEach,
  forEachTestable,
  inconclusive,
  notApplicable,
  pass,
  untestable,
} from '../../reading/verdicts/verdict.ts';
import { findFeed, listFeedTerminals, listNeighbours } from '../../relations/contents/feed-terminals.ts';
import { type Cells, isEmptyList } from '../../relations/rows/cells.ts';
import { readTransactions } from '../../relations/rows/transactions.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { formatNames, readControl } from '../../slots/read-lists.ts';
import { isNamedSurely } from './stray-items.ts';

/** Returns the items of a feed. Ends the check if the feed cannot be read. */
export async function readFeedItems(
  reader: Principal,
  ...[operation, parameters]: ['getAccountFeed'] | ['getTerminalFeed', { readonly terminal_id: string }]
): Promise<{ readonly feed: Exchange; readonly items: readonly FeedElement[] }> {
  const feed = await reader.get(operation, parameters ?? {});
  const parsed = isSuccess(feed) ? parseFeed(feed) : { problem: '' };
  if ('root' in parsed) return { feed, items: listItems(parsed.root) };
  throw new Concluded(untestable('the feed cannot be read', feed));
}

/** Returns a terminal whose feed this reader has read. */
export async function getFeedTerminal(reader: Principal): Promise<string> {
  const terminal = (await findFeed(reader, 'getTerminalFeed'))?.terminal_id;
  if (typeof terminal === 'string') return terminal;
  throw new Concluded(untestable(`${reader.name} cannot read any terminal feed`));
}

const OF_THE_ACCOUNT: readonly FeedKind[] = ['status', 'transactions', 'alerts', 'switch journal'];

export const accountFeedTellsOfEveryKind = check({
  id: 'feeds/account-feed-tells-of-every-kind',
  title: 'Status, transaction, alert and switch-journal items of a terminal feed also appear in the account feed',
  clause: 'feeds.account.rows',
  level: 'should',
  needs: ['reader'],
  async run({ reader }) {
    const own = await readFeedItems(reader, 'getTerminalFeed', { terminal_id: await getFeedTerminal(reader) });
    const account = await readFeedItems(reader, 'getAccountFeed');
    // a truncated digest proves nothing about items older than its oldest one
    const since = findSmallest(account.items.map(readItemInstant));
    const recent = own.items.filter((item) => readItemInstant(item) >= since);
    const present = OF_THE_ACCOUNT.filter((kind) => recent.some((item) => isAbout(item, kind)));
    if (present.length === 0) return untestable('needs items in both feeds', own.feed, account.feed);
    const absent = present.filter((kind) => !account.items.some((item) => isAbout(item, kind)));
    if (absent.length === 0) return pass(own.feed, account.feed);
    const expected = `items about ${formatNames(absent)}, as in the terminal feed`;
    return fail({ expected, actual: account.feed, saw: 'none' }, own.feed);
  },
});

const MOST_TERMINALS = 3;

export const terminalFeedTellsOfCommands = check({
  id: 'feeds/terminal-feed-tells-of-commands',
  title: 'The feed of a terminal with commands has items about them',
  clause: 'feeds.terminal.rows',
  level: 'should',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    let silent: readonly Exchange[] = [];
    for (const terminal_id of (await listFeedTerminals(reader)).slice(0, MOST_TERMINALS)) {
      const commands = await readControl({ reader, bindings }, 'listTerminalCommands', { terminal_id });
      if (commands.rows.length === 0) continue;
      const { feed, items } = await readFeedItems(reader, 'getTerminalFeed', { terminal_id });
      const isInFeed = (item: FeedElement) =>
        isAbout(item, 'commands') || commands.rows.some(({ id }) => getItemText(item).includes(id.toLowerCase()));
      if (items.some(isInFeed)) return pass(commands.exchange, feed);
      silent = [feed, commands.exchange];
    }
    const [feed, ...rest] = silent;
    if (feed === undefined) return untestable('needs a terminal with commands');
    return fail({ expected: 'items about queued and completed commands', actual: feed, saw: 'none' }, ...rest);
  },
});

export const terminalFeedsShareNoItems = check({
  id: 'feeds/terminal-feeds-share-no-items',
  title: 'A terminal feed contains no items about another terminal',
  clause: 'feeds.terminal.rows',
  level: 'should',
  needs: ['reader'],
  async run({ reader }) {
    const first = await getFeedTerminal(reader);
    const { feed, items } = await readFeedItems(reader, 'getTerminalFeed', { terminal_id: first });
    const others = listNeighbours(first, reader.sees);
    if (others.length === 0 || items.length === 0)
      return untestable('needs the feeds of two terminals, with items', feed);
    const seen: Exchange[] = [];
    for (const second of others) {
      const other = await readFeedItems(reader, 'getTerminalFeed', { terminal_id: second });
      const guids = new Set(other.items.map((item) => readChildText(item, 'guid')));
      // an item about both may be in both feeds; an item that names only one must not be in the other
      const shared = items.filter(
        (item) => guids.has(readChildText(item, 'guid')) && mentionsAny(item, [first, second], reader),
      );
      if (shared.length > 0) {
        const saw = `items from the feed of ${first}: ${formatNames(shared.map((item) => readChildText(item, 'title') ?? ''))}`;
        return fail({ expected: `items about ${second} only`, actual: other.feed, saw }, feed);
      }
      seen.push(other.feed);
    }
    return pass(feed, ...seen);
  },
});

const mentionsAny = (item: FeedElement, terminals: readonly string[], { sees }: Principal): boolean => {
  const text = getItemText(item);
  const isNamed = (terminal: string): boolean =>
    isNamedSurely(item, terminal) ||
    [...(sees.aliases.get(terminal) ?? [])].some((alias) => occursIn(text, alias.toLowerCase()));
  return terminals.filter(isNamed).length === 1;
};

const FEEDS = ['getAccountFeed', 'getTerminalFeed'] as const;

export const encodingsAgree = check({
  id: 'feeds/agree-on-their-encoding',
  title: 'The XML encoding declaration of a feed matches its Content-Type charset',
  clause: 'http.body_form',
  level: 'should',
  needs: ['reader'],
  run: ({ reader }) =>
    forEach(FEEDS, String, async (operation) => {
      const parameters = reader.sees.reads.get(operation);
      if (parameters === undefined) return untestable(`${reader.name} cannot read this feed`);
      const feed = await reader.get(operation, parameters);
      if (!isSuccess(feed)) return untestable(`${reader.name} can no longer read this feed`, feed);
      const named = readCharset(feed.header('content-type'));
      const declared = readDeclaredEncoding(feed.text) ?? 'UTF-8';
      // XML without a declaration is UTF-8; without a charset in the header, the XML decides
      if (named === undefined || haveSameEncoding(named, declared)) return pass(feed);
      return fail({ expected: declared, actual: feed, saw: `charset=${named} in the header` });
    }),
});

/** Whether two labels mean the same encoding. The byte order of UTF-16 may be stated or not. */
const haveSameEncoding = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((label) =>
    (normaliseEncoding(label) ?? label.toLowerCase()).replace(/^utf-16(le|be)$/, 'utf-16'),
  );
  return a === b;
};

export const feedsAnswerConditions = check({
  id: 'feeds/answer-conditional-requests',
  title: 'A conditional request with the current validator of a feed returns 304',
  clause: 'feeds.conditional',
  level: 'should',
  needs: ['reader'],
  keys: { quick: 1, standard: HALF },
  run: ({ reader }) =>
    forEachTestable(FEEDS, String, async (operation) => {
      const parameters = reader.sees.reads.get(operation);
      if (parameters === undefined) return untestable(`${reader.name} cannot read this feed`);
      const feed = await reader.get(operation, parameters);
      const condition = createCondition(feed);
      if (condition === undefined) return notApplicable('the feed has no ETag or Last-Modified', feed);
      const again = await reader.get(operation, parameters, { headers: [condition] });
      if (again.status === 304 && again.bytes.length === 0) return pass(feed, again);
      if (again.status === 200 && again.text !== feed.text)
        return inconclusive('the feed changed between two polls', feed, again);
      return fail({ expected: 'status 304 without a body', actual: again, saw: `status ${again.status}` }, feed);
    }),
});

function createCondition(feed: Exchange): readonly [name: string, value: string] | undefined {
  const [etag, modified] = [feed.header('etag'), feed.header('last-modified')];
  if (etag !== undefined) return ['If-None-Match', etag];
  return modified === undefined ? undefined : ['If-Modified-Since', modified];
}

const QUARTER_HOUR_MS = 900_000;

/** Whether a row has a time with an offset from UTC, by which a feed may shift it. */
const statesOffset = (row: Cells): boolean =>
  [...row.values()].some((value) => typeof value === 'string' && ![0, undefined].includes(readOffset(value)));

const FEWEST_DATED = 3;

export const transactionItemsAreDated = check({
  id: 'feeds/transaction-items-have-the-time-of-the-transaction',
  title: 'The dates of items about transactions are not shifted by the offset that the transactions state',
  clause: 'feeds.digest',
  covers: ['feeds.account.rows', 'feeds.terminal.rows'],
  level: 'must',
  needs: ['reader'],
  async run({ reader }) {
    const all = await reader.get('listTransactions');
    if (isSuccess(all) && isEmptyList(all.json)) return notApplicable(`${reader.name} sees no transaction`, all);
    return forEachTestable(FEEDS, String, async (operation) => {
      const { feed, items } = await (operation === 'getAccountFeed'
        ? readFeedItems(reader, operation)
        : readFeedItems(reader, operation, { terminal_id: await getFeedTerminal(reader) }));
      const list = await readTransactions(reader);
      if (list !== undefined && !list.survey.reads.some(({ rows }) => rows.some(statesOffset)))
        return notApplicable(
          'the transactions state no offset from UTC',
          feed,
          ...list.survey.reads.slice(0, 1).map(({ exchange }) => exchange),
        );
      const rows = list?.rows.filter(({ id }) => isUnmistakable(id)) ?? [];
      const ofTransactions = items.flatMap((item) => {
        const text = getItemText(item);
        const row = rows.find(({ id }) => occursIn(text, id.toLowerCase()));
        return row === undefined ? [] : [{ item, row }];
      });
      if (list !== undefined && list.times.length === 0)
        return untestable('the transactions have no date or instant that the kit can read', feed);
      const dated = ofTransactions.flatMap(({ item, row }) => {
        const written = list?.times.map(({ place }) => String(row.row.get(place))) ?? [];
        const [text] = written.filter((one) => readOffset(one) !== undefined);
        const [instant] = text === undefined ? [] : readInstants([text]);
        const offset = text === undefined ? undefined : readOffset(text);
        const shift = instant === undefined ? Number.NaN : readItemInstant(item) - instant;
        return Number.isNaN(shift) || offset === undefined ? [] : [{ shift, offset }];
      });
      const [first] = dated;
      if (rows.length === 0) return untestable('needs transactions with ids that no other value can be', feed);
      if (first === undefined || dated.length < FEWEST_DATED)
        return notApplicable(
          `fewer than ${FEWEST_DATED} items have a date and the id of a transaction whose time has an offset`,
          feed,
        );
      const isShifted = dated.every(({ shift, offset }) => shift !== 0 && Math.abs(shift) === Math.abs(offset));
      if (!isShifted || first.shift % QUARTER_HOUR_MS !== 0) return pass(feed);
      const saw = `dates that are ${first.shift / 60_000} minutes from it, the offset of the transactions`;
      return fail({ expected: 'the time of the transaction', actual: feed, saw });
    });
  },
});
