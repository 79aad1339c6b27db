import { LRUCache } from 'lru-cache';
import type { FinalReply } from '../../exchange/final-reply.ts';
import type { Representation } from './representation.ts';

/** A reply to a read, with what decides whether the client has it already. */
export interface ReadReply extends FinalReply, Pick<Representation, 'etag' | 'lastModifiedMs'> {
  /** How many of the first entries of `headers` a 304 in its place has. */
  readonly commonHeaders: number;
}

/** Memory of an entry without its body and key, rounded up, in bytes. */
const ENTRY_BYTES = 2048;

/** Number of latest keys among which a repetition is recognised, about. A power of 2. */
const MAX_SEEN = 4096;

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/**
 * Node joins the head and a body that is a string to a new string, which fills the space for new objects. A large body is
 * therefore kept as a buffer, which is written beside the head. For a small one, that takes longer.
 */
const BUFFER_FROM_BYTES = 4096;

/**
 * Keeps the replies to repeated reads, complete with their headers, in one budget of bytes that all worlds of a server share. A key
 * contains everything that determines a reply: world, viewer, path, query, representation, instant and position. Evicts the least
 * recently used reply.
 *
 * Most reads of some clients are never repeated, so that keeping their replies would be useless: a reply is kept when its key comes for
 * the second time. Keys are recognised by hashes of 32 bits. Two keys with one hash cost only the memory of a reply.
 */
export class ReplyCache {
  readonly #replies: LRUCache<string, ReadReply>;
  readonly #seen = new Int32Array(MAX_SEEN);

  constructor(maxBytes = 32 * 1024 * 1024) {
    this.#replies = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes / 8),
      sizeCalculation: ({ body }, key) => ENTRY_BYTES + 2 * key.length + body.length,
    });
  }

  /** Approximate memory use in bytes. */
  get bytes(): number {
    return this.#replies.calculatedSize;
  }

  find(key: string): ReadReply | undefined {
    return this.#replies.get(key);
  }

  /** Keeps a reply if its key came before. */
  offer(key: string, reply: ReadReply): void {
    if (this.#recognise(key)) this.#replies.set(key, { ...reply, body: toKeptBody(reply.body) });
  }

  /** Returns whether a key came before, and remembers it. */
  #recognise(key: string): boolean {
    const hash = hashText(key);
    const place = (hash ^ (hash >>> 16)) & (MAX_SEEN - 1);
    const isKnown = this.#seen[place] === hash;
    this.#seen[place] = hash;
    return isKnown;
  }
}

/** Returns a body in the form in which it is sent fastest when it is sent often. */
function toKeptBody(body: FinalReply['body']): string | Buffer {
  if (Buffer.isBuffer(body)) return body;
  const byteString = String(body);
  return byteString.length < BUFFER_FROM_BYTES ? byteString : Buffer.from(byteString, 'latin1');
}

/** FNV-1a, over the characters of a text. */
function hashText(text: string): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  return hash;
}
