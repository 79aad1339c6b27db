import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** A checked representation, ready to be sent as often as it is asked for. */
export interface Representation {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Strong, without quotes' content depending on anything but the bytes. */
  readonly etag: string;
  /** Of feeds: when the newest item appeared. */
  readonly lastModifiedMs: number | undefined;
}

export function representationOf(
  status: number,
  contentType: string,
  text: string,
  lastModifiedMs?: number,
): Representation {
  const bytes = Buffer.from(text, 'utf8');
  return { status, contentType, bytes, etag: etagOf(bytes), lastModifiedMs };
}

/** The same representation, compressed: other bytes, hence another strong tag. */
export function compressed(plain: Representation): Representation {
  const bytes = gzipSync(plain.bytes, { level: 4 });
  return { ...plain, bytes, etag: plain.etag.replace(/"$/, '-gz"') };
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha1').update(bytes).digest('base64url')}"`;
}

/**
 * Replies to reads, by everything that decides their bytes. Bounded by the bytes it holds; the entry that was not used
 * for longest goes first.
 */
export class ReplyCache {
  readonly #entries = new Map<string, Representation>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = 32 * 1024 * 1024) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Representation | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: Representation): void {
    if (entry.bytes.length > this.#maxBytes / 8) return;
    this.#drop(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes.length ?? 0;
    this.#entries.delete(key);
  }
}
