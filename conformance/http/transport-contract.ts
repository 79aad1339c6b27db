/** One header. A name may repeat. */
export type HeaderPair = readonly [name: string, value: string];

/** A request: an absolute URL, and headers as pairs, so that a name may repeat. */
export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: string;
}

/** A raw response: headers as pairs in order, the body as bytes. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
}

/** Sends one request to the target: over the network, to a function in memory, or through a mutant. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/**
 * Why there is no response. `unreachable` covers DNS, refused connections and TLS; `unreadable` is a response that
 * arrived completely but is not safe to parse.
 */
export type NoResponseCode = 'unreachable' | 'timeout' | 'too-large' | 'broken' | 'throttled' | 'unreadable' | 'closed';

/** Thrown if there is no response to judge. The message is redacted and safe to report. */
export class NoResponse extends Error {
  readonly code: NoResponseCode;
  constructor(code: NoResponseCode, message: string) {
    super(message);
    this.code = code;
  }
}
