/** One header. A name may repeat. */
export type HeaderPair = readonly [name: string, value: string];

/** A request as shown in reports: a variable name replaces the key, and no key value occurs. */
export interface ShownRequest {
  readonly caller: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly keyVariable?: string;
  /** Headers with a key sent in an undocumented form, as a variable. */
  readonly keyHeaders?: readonly HeaderPair[];
  /** Headers added to every request, each with the variable that replaces its value. */
  readonly addedHeaders?: readonly (readonly [name: string, variable: string])[];
  readonly body?: string;
}

/** When a request was sent, in epoch milliseconds, and the time until its response was complete. */
export interface Timing {
  readonly sentMs: number;
  readonly tookMs: number;
}

/** A request: an absolute URL, and headers as pairs, so that a name may repeat. */
export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: string;
  /** The request without keys, to record it and to find it in a recording. The client of a run sets it. */
  readonly shown?: ShownRequest;
}

/** A raw response: headers as pairs in order, the body as bytes. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  /** The coding by which the body was compressed, if no Content-Encoding stated it. */
  readonly undeclaredCoding?: string;
  /** When it was recorded, for a response from a recording. */
  readonly timing?: Timing;
}

/** Sends one request to the target: over the network, to a function in memory, or through a mutant. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/**
 * Why there is no response to judge. `unreachable` covers DNS, refused connections and TLS; `broken` is a connection without a
 * response; `cut` is a response that began but is not complete; `undecodable` is a body that cannot be decompressed; `unreadable` is a
 * response that arrived completely but is not safe to parse; `unavailable` is an error of the service or a proxy that also
 * affects other requests; `intermediary` is a page of another system than the service; `not-recorded` is a request that a recording does not have.
 */
export type NoResponseCode =
  | 'unreachable'
  | 'timeout'
  | 'too-large'
  | 'broken'
  | 'cut'
  | 'undecodable'
  | 'throttled'
  | 'unreadable'
  | 'unavailable'
  | 'intermediary'
  | 'not-recorded'
  | 'closed';

/** Thrown if there is no response to judge. The message is redacted and safe to report; `detail` is the message without the request. */
export class NoResponse extends Error {
  readonly code: NoResponseCode;
  readonly detail: string;
  constructor(code: NoResponseCode, message: string, detail = message) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

const WITH_RESPONSE: readonly NoResponseCode[] = [
  'too-large',
  'cut',
  'undecodable',
  'unreadable',
  'unavailable',
  'not-recorded',
];

/** Whether a failure proves that the target responds: any response does, even one that cannot be read. */
export const provesLife = (thrown: unknown): boolean =>
  thrown instanceof NoResponse && WITH_RESPONSE.includes(thrown.code);

/** The failures that concern one response: others may be readable. */
const OF_ONE_RESPONSE: readonly NoResponseCode[] = [...WITH_RESPONSE, 'broken', 'timeout'];

/** Returns the result of some reads, or `undefined` if a response cannot be read: one bad response must not hide all others. */
export async function ignoreUnreadable<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof NoResponse && OF_ONE_RESPONSE.includes(thrown.code)) return undefined;
    throw thrown;
  }
}
