import { LRUCache } from 'lru-cache';
import type { Sandbox } from '../../sandbox.ts';
import type { RealMs, SandboxMs } from '../../world/state/time.ts';
import type { CompleteReply } from './complete-reply.ts';
import { formatRequestKey, type OrdinaryRequest } from './ordinary-request.ts';

/** The world for which a reply is ready. */
interface WorldVersion {
  readonly position: number;
  readonly nowMs: SandboxMs;
}

interface ReadyReply extends WorldVersion {
  /** When its key expires, on the real clock; null for never. */
  readonly expiresAtMs: RealMs | null;
  readonly reply: CompleteReply;
}

/** Memory of an entry without its body and key, rounded up, in bytes. */
const ENTRY_BYTES = 2048;

/** Number of latest requests among which a repetition is recognised. */
const MAX_SEEN = 1000;

/**
 * Keeps the replies to repeated reads, complete with their headers. A reply is returned only for the same URL, host, key
 * and accepted forms, and only while position and instant of the world are the same: then all steps, with authentication
 * and validation, would lead to the same reply.
 */
export class ReadyReplies {
  readonly #replies: LRUCache<string, ReadyReply>;
  /** Keys of requests that were answered once. Most requests of some clients are never repeated. */
  readonly #seen = new LRUCache<string, true>({ max: MAX_SEEN });
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox, maxBytes = 8 * 1024 * 1024) {
    this.#sandbox = sandbox;
    this.#replies = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes / 8),
      sizeCalculation: ({ reply }, key) => ENTRY_BYTES + 2 * key.length + reply.byteString.length,
    });
  }

  /**
   * Returns the reply to a request; undefined if there is none, or if the world has changed since. The sandbox must be
   * current.
   */
  find(request: OrdinaryRequest): CompleteReply | undefined {
    const key = formatRequestKey(request);
    const ready = this.#replies.get(key);
    if (ready === undefined) return undefined;
    const isSameWorld = ready.position === this.#sandbox.position && ready.nowMs === this.#sandbox.now();
    const isExpired = ready.expiresAtMs !== null && ready.expiresAtMs <= this.#sandbox.readClocks().realMs;
    if (isSameWorld && !isExpired) return ready.reply;
    this.#replies.delete(key);
    return undefined;
  }

  /**
   * Keeps the reply to a request, at most until `expiresAtMs`, if the same request came before. The world must not have
   * changed since the request.
   */
  keep(request: OrdinaryRequest, reply: CompleteReply, expiresAtMs: RealMs | null): void {
    const key = formatRequestKey(request);
    const version: WorldVersion = { position: this.#sandbox.position, nowMs: this.#sandbox.now() };
    if (this.#seen.get(key) === undefined) this.#seen.set(key, true);
    else this.#replies.set(key, { ...version, expiresAtMs, reply });
  }
}
