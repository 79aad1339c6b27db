import type { HeaderPair, NoResponseCode, ShownRequest, Timing } from '../transport/transport-contract.ts';

/** A recorded response. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  /** The length of the body before it was redacted, if it was. */
  readonly originalLength?: number;
  readonly undeclaredCoding?: string;
}

/** Why no response was recorded. */
export interface RecordedFailure {
  readonly code: NoResponseCode;
  readonly message: string;
}

/** A recorded request without keys, and its outcome. */
export interface RecordedEntry extends Timing {
  /** The name of the key, or of another caller, as the client names it. */
  readonly caller: string;
  readonly method: string;
  /** The path and the query, relative to the base URL. */
  readonly path: string;
  /** The headers by which the request differs from others, without those of keys. */
  readonly headers: readonly HeaderPair[];
  /** The headers with a key or another secret, in the form of reports. */
  readonly keyHeaders?: readonly HeaderPair[];
  readonly body?: string;
  readonly outcome: RecordedResponse | RecordedFailure;
}

/** The exchanges of a run or of other software, in order: data that can be sent to a worker. */
export interface Recording {
  /** The base URL of the recorded service. */
  readonly target: string;
  /** The keys by name. Made-up keys of the same form replace redacted ones. */
  readonly keys: ReadonlyMap<string, string>;
  /** Whether labels replace keys and card numbers, as in recordings of the kit. */
  readonly isRedacted: boolean;
  /** The seed of the recorded run. */
  readonly seed?: number;
  readonly entries: readonly RecordedEntry[];
}

/** The name of callers without a key, as the client names them. */
export const ANONYMOUS = 'anonymous';

/** Returns the identity of a request: the order of different parameters and the case of header names do not matter. */
export const identifyEntry = ({
  caller,
  method,
  path,
  headers,
  body,
}: Pick<RecordedEntry, 'caller' | 'method' | 'path' | 'headers' | 'body'>): string =>
  JSON.stringify([caller, method, sortQuery(path), listDistinguishing(headers), body === undefined ? '' : body]);

/** Returns the path and the query of a URL, relative to the base URL. */
export function toRelativePath(url: string, baseUrl: string): string {
  if (url.startsWith(baseUrl)) return url.slice(baseUrl.length);
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Converts a request of the client to the members that identify it. */
export const toRecordedRequest = (
  { caller, method, url, headers, body }: ShownRequest,
  baseUrl: string,
): Pick<RecordedEntry, 'caller' | 'method' | 'path' | 'headers' | 'body'> => ({
  caller,
  method,
  path: toRelativePath(url, baseUrl),
  headers,
  ...(body === undefined ? {} : { body }),
});

/** Sorts parameters by name; equal names keep their order, and spellings are not changed. */
function sortQuery(path: string): string {
  const [before, query] = path.split(/\?(.*)/s);
  if (query === undefined) return path;
  const nameOf = (pair: string) => pair.split('=', 1)[0] ?? '';
  const pairs = query
    .split('&')
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : Number(nameOf(one) > nameOf(other))));
  return `${before}?${pairs.join('&')}`;
}

/** Returns the headers that may change a response: not the key, which the caller names, and no Accept that allows any type. */
const listDistinguishing = (headers: readonly HeaderPair[]): readonly HeaderPair[] =>
  headers
    .map(([name, value]): HeaderPair => [name.toLowerCase(), value])
    .filter(
      ([name, value]) =>
        name !== 'x-api-key' && !(name === 'accept' && /\*\/\*/.test(value) && !value.startsWith('text/html')),
    )
    .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)));
