import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** A checked representation, ready to be sent repeatedly. */
export interface Representation {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** A strong entity tag with its quotes, made from the bytes. */
  readonly etag: string;
  /** Of feeds: when they changed last, in whole seconds of the real clock. */
  readonly lastModifiedMs: number | undefined;
}

export function representationOf(status: number, contentType: string, text: string): Representation {
  const bytes = ownBytes(Buffer.from(text, 'utf8'));
  return { status, contentType, bytes, etag: etagOf(bytes), lastModifiedMs: undefined };
}

/** Returns the same representation, compressed: other bytes, hence another strong tag. */
export function compressed(plain: Representation): Representation {
  const bytes = ownBytes(gzipSync(plain.bytes, { level: 4 }));
  return { ...plain, bytes, etag: plain.etag.replace(/"$/, '-gz"') };
}

/** Copies bytes that are a part of a larger buffer, which would otherwise be kept as a whole. */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha1').update(bytes).digest('base64url')}"`;
}

interface Entry {
  readonly plain: Representation;
  readonly gzip?: Representation;
}

/** Objects, tags and map slots of an entry, bytes; as measured, rounded up. */
const ENTRY_BYTES = 1024;

/**
 * Replies to reads, by everything that decides their bytes. Bounded by the memory that they take: keys, both forms of the
 * bytes, and the entries themselves. The least recently used goes first.
 */
export class ReplyCache {
  readonly #entries: LRUCache<string, Entry>;

  constructor(maxBytes = 32 * 1024 * 1024) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes / 8),
      sizeCalculation: sizeOf,
    });
  }

  /** About how much memory it takes, bytes. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): Representation | undefined {
    return this.#entries.get(key)?.plain;
  }

  set(key: string, plain: Representation): void {
    this.#entries.set(key, { plain });
  }

  /** Returns the compressed form, and keeps it as long as the plain one at `key`. */
  compressedAt(key: string | undefined, plain: Representation): Representation {
    const entry = key === undefined ? undefined : this.#entries.peek(key);
    if (key === undefined || entry?.plain !== plain) return compressed(plain);
    const gzip = entry.gzip ?? compressed(plain);
    if (entry.gzip === undefined) this.#entries.set(key, { plain, gzip });
    return gzip;
  }
}

/** A key takes two bytes for each character when it has any beyond Latin-1. */
const sizeOf = ({ plain, gzip }: Entry, key: string): number =>
  ENTRY_BYTES + 2 * key.length + plain.bytes.length + (gzip?.bytes.length ?? 0);
