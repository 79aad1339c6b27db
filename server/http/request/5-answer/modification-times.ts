import { LRUCache } from 'lru-cache';

const SECOND_MS = 1000;
/** Maximum number of resources. The least recently requested one is dropped. */
const MAX_RESOURCES = 5000;

interface Change {
  readonly etag: string;
  readonly modifiedMs: number;
}

/**
 * When each resource last changed, on the clock of the `Date` header. Feed items have instants of the sandbox clock,
 * which may be ahead of real time and goes back on a reset. `Last-Modified` must not be later than `Date` and must rise
 * with each change, or clients would keep an old copy.
 * @see RFC 9110, 8.8.2.1
 */
export class ModificationTimes {
  readonly #changes = new LRUCache<string, Change>({ max: MAX_RESOURCES });

  /**
   * Returns the instant of the last change, in whole seconds: the earlier of `claimedMs` and `nowMs`, but later than
   * any instant returned for this resource with another tag.
   */
  recordTag(
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
