import { LRUCache } from 'lru-cache';
import type { Sandbox } from '../../../sandbox.ts';
import type { RealMs, SandboxMs } from '../../../world/state/time.ts';
import { type CompleteReply, toKeptBody } from './complete-reply.ts';

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

/**
 * Keeps the replies to repeated reads, complete with their headers, in a budget that all worlds of a server share. A reply is
 * returned only for the same world, URL, host, key and accepted forms, and only while position and instant of the world are the
 * same: then all steps, with authentication and validation, would lead to the same reply.
 */
export class ReadyReplies {
  readonly #replies: LRUCache<string, ReadyReply>;

  constructor(maxBytes = 8 * 1024 * 1024) {
    this.#replies = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes / 8),
      sizeCalculation: ({ reply }, key) => ENTRY_BYTES + 2 * key.length + reply.body.length,
    });
  }

  /**
   * Returns the reply of `sandbox` to a request with a key of `formatRequestKey`; undefined if there is none, or if the world has
   * changed since. The sandbox must be current.
   */
  find(sandbox: Sandbox, key: string): CompleteReply | undefined {
    const ready = this.#replies.get(key);
    if (ready === undefined) return undefined;
    const isSameWorld = ready.position === sandbox.position && ready.nowMs === sandbox.now();
    const isExpired = ready.expiresAtMs !== null && ready.expiresAtMs <= sandbox.readClocks().realMs;
    if (isSameWorld && !isExpired) return ready.reply;
    this.#replies.delete(key);
    return undefined;
  }

  /**
   * Keeps the reply of `sandbox` to a request with a key of `formatRequestKey`, at most until `expiresAtMs`. The world must not have
   * changed since the request.
   */
  keep(sandbox: Sandbox, key: string, { reply, expiresAtMs }: Pick<ReadyReply, 'reply' | 'expiresAtMs'>): void {
    const version: WorldVersion = { position: sandbox.position, nowMs: sandbox.now() };
    this.#replies.set(key, { ...version, expiresAtMs, reply: { ...reply, body: toKeptBody(reply.body) } });
  }
}
