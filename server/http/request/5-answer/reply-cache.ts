import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type ReplyBytes, type SerialisedList, toByteString } from '../../../serialisers/json.ts';

/** A validated representation that can be sent repeatedly. */
export interface Representation {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: ReplyBytes;
  /** A strong entity tag with its quotes, made from the bytes. */
  readonly etag: string;
  /** For feeds: the last modification, in whole seconds of the real clock. */
  readonly lastModifiedMs: number | undefined;
}

export function createRepresentation(status: number, contentType: string, text: string): Representation {
  const bytes = toByteString(text);
  const etag = `"${hash('sha1', bytes, 'base64url')}"`;
  return { status, contentType, bytes, etag, lastModifiedMs: undefined };
}

/** Creates the representation of a list, whose tag is made from digests of its parts. */
export function createListRepresentation(
  status: number,
  contentType: string,
  { bytes, digest }: SerialisedList,
): Representation {
  return { status, contentType, bytes, etag: `"${digest}"`, lastModifiedMs: undefined };
}

/** Returns the same representation, compressed. It has different bytes, and so another strong tag. */
export function compress(plain: Representation): Representation {
  const bytes = gzipSync(Buffer.from(String(plain.bytes), 'latin1'), { level: 4 }).toString('latin1');
  return { ...plain, bytes, etag: plain.etag.replace(/"$/, '-gz"') };
}

interface Entry {
  readonly plain: Representation;
  readonly gzip?: Representation;
}

/** Measured memory of an entry without its bytes (objects, tags, map slots), rounded up. */
const ENTRY_BYTES = 1024;

/**
 * Caches replies to reads by everything that determines their bytes. All worlds of a server share it. Limited by memory: keys, both forms of the bytes,
 * and the entries. Evicts the least recently used entry.
 */
export class ReplyCache {
  readonly #entries: LRUCache<string, Entry>;

  constructor(maxBytes = 32 * 1024 * 1024) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes / 8),
      sizeCalculation: estimateSize,
    });
  }

  /** Approximate memory use in bytes. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): Representation | undefined {
    return this.#entries.get(key)?.plain;
  }

  set(key: string, plain: Representation): void {
    this.#entries.set(key, { plain });
  }

  /** Returns the compressed form, and caches it as long as the plain one at `key`. */
  getCompressed(key: string | undefined, plain: Representation): Representation {
    const entry = key === undefined ? undefined : this.#entries.peek(key);
    if (key === undefined || entry?.plain !== plain) return compress(plain);
    const gzip = entry.gzip ?? compress(plain);
    if (entry.gzip === undefined) this.#entries.set(key, { plain, gzip });
    return gzip;
  }
}

/** A key with any character beyond Latin-1 uses two bytes per character. */
const estimateSize = ({ plain, gzip }: Entry, key: string): number =>
  ENTRY_BYTES + 2 * key.length + plain.bytes.length + (gzip?.bytes.length ?? 0);
