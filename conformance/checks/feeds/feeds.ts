import RssParser from 'rss-parser';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { listElements, listStrings } from '../../reading/names/response-words.ts';
import { findNamedTerminals } from '../../reading/names/terminal-aliases.ts';
import { isUnmistakable, listScalars } from '../../reading/refusal.ts';
import {
  type FeedElement,
  findRelativeLinks,
  findRootProblem,
  findRssProblems,
  listItems,
  parseFeed,
  readChildText,
} from '../../reading/rss.ts';
import { HALF } from '../../reading/verdicts/sampling.ts';
import {
  addRemedy,
  fail,
  forEach,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { findFeed } from '../../relations/contents/feed-terminals.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { formatNames } from '../../slots/read-lists.ts';
import { judgeStrays, sweepFeed } from './stray-items.ts';

const FEEDS = ['getAccountFeed', 'getTerminalFeed'] as const;

/** Judges both feeds, if this key may read them. */
const judgeBothFeeds = (reader: Principal, judge: (feed: Exchange) => Verdict | Promise<Verdict>): Promise<Verdict> =>
  forEach(FEEDS, String, async (operation) => {
    const parameters = await findFeed(reader, operation);
    if (parameters === undefined)
      return addRemedy(untestable(`${reader.name} cannot read this feed`), { kind: 'reading-key' });
    const feed = await reader.get(operation, parameters);
    return isSuccess(feed) ? judge(feed) : untestable(`${reader.name} can no longer read this feed`, feed);
  });

/** Judges the root elements of both feeds, if they are well-formed. */
const judgeBothRoots = (reader: Principal, judge: (root: FeedElement, feed: Exchange) => Verdict): Promise<Verdict> =>
  judgeBothFeeds(reader, (feed) => {
    const parsed = parseFeed(feed);
    return 'root' in parsed ? judge(parsed.root, feed) : untestable('the feed is not well-formed', feed);
  });

export const feedsAreServedAsRss = check({
  id: 'feeds/are-served-as-rss',
  title: 'Both feeds are served as application/rss+xml',
  clause: 'feeds.account.content_type',
  covers: ['feeds.terminal.content_type'],
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) =>
    judgeBothFeeds(reader, (feed) => {
      if (feed.mediaType === 'application/rss+xml') return pass(feed);
      return fail({ expected: 'application/rss+xml', actual: feed, saw: feed.mediaType || 'no content type' });
    }),
});

export const feedsAreWellFormed = check({
  id: 'feeds/are-well-formed',
  title: 'Both feeds are well-formed XML',
  clause: 'feeds.account.get',
  covers: ['feeds.terminal.get'],
  level: 'must',
  needs: ['reader'],
  async run({ reader }) {
    const judge = (feed: Exchange): Verdict => {
      const parsed = parseFeed(feed);
      if ('root' in parsed) return pass(feed);
      return fail({ expected: 'well-formed XML', actual: feed, saw: parsed.problem });
    };
    const verdict = await judgeBothFeeds(reader, judge);
    if (verdict.kind !== 'pass') return verdict;
    for (const terminal_id of listWithMarkup(reader).slice(0, MOST_WITH_MARKUP)) {
      const feed = await reader.get('getTerminalFeed', { terminal_id });
      const own = isSuccess(feed) ? judge(feed) : verdict;
      if (own.kind === 'fail') return own;
    }
    return verdict;
  },
});

const MOST_WITH_MARKUP = 2;
/** An object with more texts describes more than one terminal. */
const MOST_TEXTS = 60;

/** Returns the visible terminals beside whose ids lists show a text with characters that XML escapes. */
function listWithMarkup({ sees }: Principal): string[] {
  const elements = (['getPortal', 'listLocations'] as const).flatMap((operation) => {
    const response = sees.responses.get(operation);
    return response === undefined ? [] : listElements(response);
  });
  const found = elements.flatMap(({ value }) => {
    const texts = listStrings(value);
    const hasMarkup = texts.length <= MOST_TEXTS && texts.some((text) => /[&<>]/.test(text) && !text.includes('/'));
    return hasMarkup ? texts.filter((text) => sees.terminals.has(text)) : [];
  });
  return [...new Set(found)];
}

export const feedsAreRss = check({
  id: 'feeds/are-rss',
  title: 'Both feeds are RSS of any version: one channel in the root',
  clause: 'feeds.account.get',
  covers: ['feeds.terminal.get'],
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) =>
    judgeBothRoots(reader, (root, feed) => {
      const problem = findRootProblem(root);
      return problem === undefined ? pass(feed) : fail({ expected: 'RSS', actual: feed, saw: problem });
    }),
});

/** The document names no version of RSS, and no member of its items. */
export const feedsAreValid = check({
  id: 'feeds/are-valid-rss',
  title: 'Both feeds are valid RSS 2.0: required elements, unique guids, valid dates',
  clause: 'feeds.items',
  level: 'should',
  needs: ['reader'],
  run: ({ reader }) =>
    judgeBothRoots(reader, (root, feed) => {
      const problems = findRssProblems(root);
      if (problems.length > 0)
        return fail({ expected: 'a valid RSS 2.0 feed', actual: feed, saw: formatNames(problems) });
      return listItems(root).length === 0 ? untestable('needs a feed with items', feed) : pass(feed);
    }),
});

export const feedLinksAreUrls = check({
  id: 'feeds/links-are-urls',
  title: 'The links of both feeds are absolute URLs, as RSS 2.0 requires',
  clause: 'feeds.items',
  level: 'should',
  needs: ['reader'],
  run: ({ reader }) =>
    judgeBothRoots(reader, (root, feed) => {
      const relative = findRelativeLinks(root);
      if (relative.length === 0) return pass(feed);
      return fail({ expected: 'absolute URLs', actual: feed, saw: formatNames(relative) });
    }),
});

/** Parses the feeds a second time with a lenient third-party parser. */
export const feedsCanBeRead = check({
  id: 'feeds/can-be-read-by-a-lenient-reader',
  title: 'A lenient feed reader finds every item of both feeds, each with a date',
  clause: 'feeds.items',
  level: 'should',
  needs: ['reader'],
  run: ({ reader }) =>
    judgeBothFeeds(reader, async (feed) => {
      const parsed = parseFeed(feed);
      const items = 'root' in parsed ? listItems(parsed.root) : [];
      if (items.length === 0) return untestable('needs a well-formed feed with items', feed);
      try {
        const read = await new RssParser().parseString(feed.text);
        const dated = read.items.filter(({ isoDate }) => isoDate !== undefined).length;
        if (read.items.length === items.length && dated === items.length) return pass(feed);
        const saw = `${read.items.length} items, ${dated} of them with a date`;
        return fail({ expected: `${items.length} items with dates`, actual: feed, saw });
      } catch (thrown) {
        return fail({
          expected: 'a parsable feed',
          actual: feed,
          saw: thrown instanceof Error ? thrown.message : 'an error',
        });
      }
    }),
});

export const terminalFeedIsOfTheTerminal = check({
  id: 'feeds/terminal-feed-is-of-the-terminal',
  title: "A terminal's feed contains only items about that terminal",
  clause: 'feeds.terminal.rows',
  level: 'must',
  needs: ['reader'],
  async run({ reader }) {
    const parameters = await findFeed(reader, 'getTerminalFeed');
    const terminal = parameters?.terminal_id;
    if (parameters === undefined || typeof terminal !== 'string')
      return untestable(`${reader.name} cannot read any terminal feed`);
    const { terminals, aliases } = reader.sees;
    const others = [...terminals].filter(
      (one) => one !== terminal && (isUnmistakable(one) || (aliases.get(one)?.size ?? 0) > 0),
    );
    if (others.length === 0) return untestable('needs a second terminal with an unambiguous id');
    const swept = await sweepFeed(reader, terminal);
    const { feed, problem, items } = swept;
    if (!isSuccess(feed) || problem !== undefined) return untestable('the feed cannot be read', feed);
    const stray = await judgeStrays(reader, terminal, swept);
    return stray ?? (items.length === 0 ? notApplicable('the feed has no items', feed) : pass(feed));
  },
});

export const feedsKeepTheirGuids = check({
  id: 'feeds/keep-their-guids',
  title: 'The guid of an item is the same on every poll',
  clause: 'feeds.items',
  level: 'should',
  needs: ['reader'],
  keys: { quick: 1, standard: HALF },
  run: ({ reader }) =>
    judgeBothFeeds(reader, async (feed) => {
      const again = await reader.get(feed.operation, feed.parameters, { isFresh: true });
      const [first, second] = [groupGuidsByText(feed), groupGuidsByText(again)];
      if (first.size === 0) return untestable('needs a feed with items', feed);
      const changed = [...first].filter(([words, guids]) => {
        const now = second.get(words);
        return now !== undefined && now.length === guids.length && now.some((guid) => !guids.includes(guid));
      });
      if (changed.length === 0) return pass(feed, again);
      return fail(
        {
          expected: 'the guids of the previous poll',
          actual: again,
          saw: `a different guid for ${changed.length} items`,
        },
        feed,
      );
    }),
});

/** Groups guids by the text of their items; two items may have the same text. */
function groupGuidsByText(feed: Exchange): Map<string, readonly string[]> {
  const parsed = parseFeed(feed);
  const items = 'root' in parsed ? listItems(parsed.root) : [];
  const byWords = Map.groupBy(items, (item) =>
    ['title', 'description', 'pubDate'].map((name) => readChildText(item, name)).join('\n'),
  );
  return new Map([...byWords].map(([words, same]) => [words, same.map((item) => readChildText(item, 'guid') ?? '')]));
}

export const accountFeedCrossesTerminals = check({
  id: 'feeds/account-feed-crosses-terminals',
  title: 'The account feed covers more than one terminal',
  clause: 'feeds.account.rows',
  level: 'should',
  needs: ['reader'],
  async run({ reader }) {
    if (reader.sees.terminals.size < 2) return untestable(`${reader.name} sees fewer than two terminals`);
    const feed = await reader.get('getAccountFeed');
    if (!isSuccess(feed)) return untestable('the feed cannot be read', feed);
    const words = new Set(listScalars(feed));
    const { terminals, aliases } = reader.sees;
    const named = new Set([
      ...[...terminals].filter((terminal) => words.has(terminal)),
      ...findNamedTerminals(feed, terminals, aliases),
    ]);
    if (named.size > 1) return pass(feed);
    const [first] = named;
    if (first === undefined) return untestable('needs a feed that names terminals by their ids or labels', feed);
    return fail({ expected: 'items about several terminals', actual: feed, saw: `items about ${first} only` });
  },
});
