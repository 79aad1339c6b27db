import type { IncomingHttpHeaders } from 'node:http';

/** The stored part of a receiver's response. */
export interface ReceivedResponse {
  /** 100 to 599; null for a status that HTTP does not define. */
  readonly status: number | null;
  /** The received status code and reason: `503 Service Unavailable`. */
  readonly statusText: string;
  /** By lower-case name; repeated headers joined by commas, secrets masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** Target of a redirect (3xx). Logged, but never followed. */
  readonly location?: string | undefined;
  /** Beginning of the body, as UTF-8. */
  readonly body: string;
  /** Bytes of the body that were read. */
  readonly bodyBytes: number;
  /** Whether the body was longer than the stored part. */
  readonly isTruncated: boolean;
  /** Reading stopped at the limit. The status counts nevertheless. */
  readonly note?: 'body_too_large';
}

/** Whether HTTP defines the class of a status code (RFC 9110, 15). */
export const isHttpStatus = (status: number): boolean => status >= 100 && status <= 599;

const MAX_STATUS_TEXT = 200;

/** Returns the status code and reason of a response, shortened. The code has three digits, as on the wire. */
export function formatStatusText({
  statusCode = 0,
  statusMessage = '',
}: {
  readonly statusCode?: number | undefined;
  readonly statusMessage?: string | undefined;
}): string {
  return `${String(statusCode).padStart(3, '0')} ${statusMessage}`.trim().slice(0, MAX_STATUS_TEXT);
}

/** Returns headers for a log, with credentials masked. */
export function maskHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, isSecretHeader(name) ? MASK : [value].flat().join(', ')]],
    ),
  );
}

/** The text that replaces a secret. */
export const MASK = '***';

/** Whether a header with this name is likely to contain a credential, in requests and responses. */
export const isSecretHeader = (name: string): boolean =>
  /cookie|authorization|x-auth|token|secret|password|credential|api-?key/i.test(name);

/** Collects a body and keeps its beginning. */
export class BodyCollector {
  readonly #chunks: Buffer[] = [];
  readonly #keepBytes: number;
  #keptBytes = 0;
  #readBytes = 0;

  constructor(keepBytes: number) {
    this.#keepBytes = keepBytes;
  }

  /** Adds a chunk. Returns the number of bytes read so far. */
  add(chunk: Buffer): number {
    const kept = chunk.subarray(0, this.#keepBytes - this.#keptBytes);
    if (kept.length > 0) this.#chunks.push(kept);
    this.#keptBytes += kept.length;
    this.#readBytes += chunk.length;
    return this.#readBytes;
  }

  /** Returns the kept part. Drops a character that truncation cut. */
  read(): Pick<ReceivedResponse, 'body' | 'bodyBytes' | 'isTruncated'> {
    const isTruncated = this.#readBytes > this.#keptBytes;
    const body = new TextDecoder().decode(Buffer.concat(this.#chunks), { stream: isTruncated });
    return { body, bodyBytes: this.#readBytes, isTruncated };
  }
}
