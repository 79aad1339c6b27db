import type { IncomingHttpHeaders } from 'node:http';

/** What a receiver answered, as far as it came and is kept. */
export interface Answer {
  /** 100 to 599; null for a status that HTTP does not define. */
  readonly status: number | null;
  /** The status code and reason as they came: `503 Service Unavailable`. */
  readonly statusText: string;
  /** By lower-case name; several values joined by commas, secrets masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where a 3xx points. It is told, never followed. */
  readonly location?: string;
  /** The beginning of the body, as UTF-8. */
  readonly body: string;
  /** Bytes of the body that were read. */
  readonly bodyBytes: number;
  /** Whether there was more of the body than is kept. */
  readonly isTruncated: boolean;
  /** Reading stopped at the limit: the status counts all the same. */
  readonly note?: 'body_too_large';
}

/** Whether HTTP defines the class of a status code (RFC 9110, 15). */
export const isHttpStatus = (status: number): boolean => status >= 100 && status <= 599;

const LONGEST_STATUS_TEXT = 200;

/** The status code and reason of a response, shortened; the code has three digits on the wire. */
export function statusTextOf({
  statusCode = 0,
  statusMessage = '',
}: {
  readonly statusCode?: number | undefined;
  readonly statusMessage?: string | undefined;
}): string {
  return `${String(statusCode).padStart(3, '0')} ${statusMessage}`.trim().slice(0, LONGEST_STATUS_TEXT);
}

/** Headers fit for a log: what opens doors is masked. */
export function maskedHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, isSecret(name) ? MASK : [value].flat().join(', ')]],
    ),
  );
}

/** Stands where a secret was. */
export const MASK = '***';

/** Whether a header of this name is likely to hold a credential, in requests as in answers. */
export const isSecret = (name: string): boolean =>
  /cookie|authorization|x-auth|token|secret|password|credential|api-?key/i.test(name);

/** Takes a body in as it comes, and keeps its beginning. */
export class KeptBody {
  readonly #chunks: Buffer[] = [];
  readonly #keepBytes: number;
  #keptBytes = 0;
  #readBytes = 0;

  constructor(keepBytes: number) {
    this.#keepBytes = keepBytes;
  }

  /** Takes what comes next; answers how many bytes were read so far. */
  add(chunk: Buffer): number {
    const kept = chunk.subarray(0, this.#keepBytes - this.#keptBytes);
    if (kept.length > 0) this.#chunks.push(kept);
    this.#keptBytes += kept.length;
    this.#readBytes += chunk.length;
    return this.#readBytes;
  }

  /** What is kept; a character that the end cuts through is left out. */
  read(): Pick<Answer, 'body' | 'bodyBytes' | 'isTruncated'> {
    const isTruncated = this.#readBytes > this.#keptBytes;
    const body = new TextDecoder().decode(Buffer.concat(this.#chunks), { stream: isTruncated });
    return { body, bodyBytes: this.#readBytes, isTruncated };
  }
}
