import type { FeedCategory, Severity } from '../../../spec/index.ts';
import type { FeedItem } from '../../serialisers/feed.ts';
import { truncate } from './feed-wording.ts';

/** The content of a feed item, before it is formatted. */
export interface FeedEntry {
  readonly category: FeedCategory;
  /** Id of the fact. Together with the category it forms the guid, which is the same in every feed. */
  readonly id: string;
  readonly atMs: number;
  readonly title: string;
  /** Sentences of the description. Empty ones are omitted. A full stop is added where it is missing. */
  readonly sentences: readonly string[];
  /** Undefined if the entry is about an account. */
  readonly terminalId: string | undefined;
  readonly severity?: Severity;
}

const TITLE_LENGTH = 100;
const DESCRIPTION_LENGTH = 500;

/**
 * Converts an entry to a feed item with links to `baseUrl`. Truncates its instant to whole seconds. @see gap
 * feeds.items
 */
export function toFeedItem(entry: FeedEntry, baseUrl: string): FeedItem {
  const { terminalId, severity } = entry;
  return {
    title: truncate(entry.title, TITLE_LENGTH),
    description: truncate(
      entry.sentences
        .filter((sentence) => sentence !== '')
        .map(endSentence)
        .join(' '),
      DESCRIPTION_LENGTH,
    ),
    link: formatResourceLink(baseUrl, terminalId),
    guid: `urn:fleet:${entry.category}:${entry.id}`,
    publishedMs: Math.floor(entry.atMs / 1000) * 1000,
    categories: [
      { domain: 'urn:fleet:feed-category', value: entry.category },
      ...(severity === undefined ? [] : [{ domain: 'urn:fleet:severity', value: severity }]),
      ...(terminalId === undefined ? [] : [{ domain: 'urn:fleet:terminal', value: terminalId }]),
    ],
  };
}

const endSentence = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** Returns the URL of the terminal status, or of the portal for `undefined`. Every reader of a feed may read both. */
export function formatResourceLink(baseUrl: string, terminalId: string | undefined): string {
  return terminalId === undefined ? `${baseUrl}/v1/portal` : `${baseUrl}/v1/terminals/${terminalId}/status-monitoring`;
}

/** Compares feed items for newest-first order; items of the same instant by guid, descending. @see gap feeds.order */
export function compareNewestFirst(a: FeedItem, b: FeedItem): number {
  if (a.publishedMs !== b.publishedMs) return b.publishedMs - a.publishedMs;
  return a.guid < b.guid ? 1 : -1;
}
