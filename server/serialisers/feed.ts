/** A feed before serialisation: plain text and instants, no markup. */
export interface Feed {
  readonly title: string;
  /** Absolute URL of the resource that the feed describes. */
  readonly link: string;
  readonly description: string;
  /** Absolute URL of the feed itself. */
  readonly self: string;
  readonly ttlMinutes: number;
  /** Epoch milliseconds. */
  readonly lastBuildMs: number;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  readonly title: string;
  readonly description: string;
  /** Absolute URL. */
  readonly link: string;
  /** A URN, not a permalink. */
  readonly guid: string;
  /** Epoch milliseconds. */
  readonly publishedMs: number;
  readonly categories: readonly { readonly domain: string; readonly value: string }[];
}
