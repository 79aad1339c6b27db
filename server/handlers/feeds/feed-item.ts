import type { FeedCategory, Severity } from '../../../spec/index.ts';
import type { FeedItem } from '../../serialisers/feed.ts';
import { clipped } from './feed-wording.ts';

/** Something that happened, in words, before it is an item of a feed. */
export interface FeedEntry {
  readonly category: FeedCategory;
  /** Of the fact. With the category it makes the guid, which is the same in every feed that tells the fact. */
  readonly id: string;
  readonly atMs: number;
  readonly title: string;
  /** Of the description. Empty ones are left out, and a full stop is set where there is none. */
  readonly sentences: readonly string[];
  /** Undefined for what concerns an account. */
  readonly terminalId: string | undefined;
  readonly severity?: Severity;
}

const TITLE_LENGTH = 100;
const DESCRIPTION_LENGTH = 500;

/** The item of a feed that is reached at `baseUrl`. Dates of feeds have whole seconds. @see gap feeds.items */
export function feedItem(entry: FeedEntry, baseUrl: string): FeedItem {
  const { terminalId, severity } = entry;
  return {
    title: clipped(entry.title, TITLE_LENGTH),
    description: clipped(
      entry.sentences
        .filter((sentence) => sentence !== '')
        .map(closed)
        .join(' '),
      DESCRIPTION_LENGTH,
    ),
    link: resourceLink(baseUrl, terminalId),
    guid: `urn:fleet:${entry.category}:${entry.id}`,
    publishedMs: Math.floor(entry.atMs / 1000) * 1000,
    categories: [
      { domain: 'urn:fleet:feed-category', value: entry.category },
      ...(severity === undefined ? [] : [{ domain: 'urn:fleet:severity', value: severity }]),
      ...(terminalId === undefined ? [] : [{ domain: 'urn:fleet:terminal', value: terminalId }]),
    ],
  };
}

const closed = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** Address of what the API says about a terminal, or about the account. Every reader of a feed may read both. */
export function resourceLink(baseUrl: string, terminalId: string | undefined): string {
  return terminalId === undefined ? `${baseUrl}/v1/portal` : `${baseUrl}/v1/terminals/${terminalId}/status-monitoring`;
}

/** Newest first, by instant, then by guid downwards. @see gap feeds.order */
export function newestFirst(a: FeedItem, b: FeedItem): number {
  if (a.publishedMs !== b.publishedMs) return b.publishedMs - a.publishedMs;
  return a.guid < b.guid ? 1 : -1;
}
