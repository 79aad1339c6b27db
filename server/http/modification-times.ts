import { LRUCache } from 'lru-cache';

const SECOND_MS = 1000;
/** Resources whose last change is kept; those asked for least recently are dropped. */
const MOST_RESOURCES = 5000;

interface Change {
  readonly etag: string;
  readonly modifiedMs: number;
}

/**
 * When each resource changed last, on the clock of the header `Date`. Items of feeds have instants of the sandbox clock,
 * which may be ahead of that one and goes back with a reset, whereas `Last-Modified` must not be later than `Date` and has
 * to rise with each change, or a client would keep an old copy.
 * @see RFC 9110, 8.8.2.1
 */
export class ModificationTimes {
  readonly #changes = new LRUCache<string, Change>({ max: MOST_RESOURCES });

  /**
   * Returns the instant of the last change, in whole seconds: `claimedMs` or `nowMs`, whichever is earlier, and later than
   * any instant returned for this resource with another tag.
   */
  instantOf(
    resource: string,
    etag: string,
    { claimedMs, nowMs }: { readonly claimedMs: number; readonly nowMs: number },
  ) {
    const before = this.#changes.get(resource);
    if (before?.etag === etag) return before.modifiedMs;
    const earliestMs = before === undefined ? Number.NEGATIVE_INFINITY : before.modifiedMs + SECOND_MS;
    const modifiedMs = Math.max(earliestMs, Math.floor(Math.min(claimedMs, nowMs) / SECOND_MS) * SECOND_MS);
    this.#changes.set(resource, { etag, modifiedMs });
    return modifiedMs;
  }
}
