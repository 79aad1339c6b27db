/** A feed before it is written as RSS: plain text, instants, no markup. */
export interface Feed {
  readonly title: string;
  /** Absolute address of the resource that the feed is about. */
  readonly link: string;
  readonly description: string;
  /** Absolute address of the feed itself. */
  readonly self: string;
  readonly ttlMinutes: number;
  /** Epoch milliseconds. */
  readonly lastBuildMs: number;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  readonly title: string;
  readonly description: string;
  /** Absolute. */
  readonly link: string;
  /** Not a permalink: a URN. */
  readonly guid: string;
  /** Epoch milliseconds. */
  readonly publishedMs: number;
  readonly categories: readonly { readonly domain: string; readonly value: string }[];
}
