import type { IncomingMessage } from 'node:http';
import { isHost } from '../../edge/unreadable.ts';

/**
 * A `GET` of the service whose reply depends only on these values and on the world. No other header can change the reply.
 */
export interface OrdinaryRequest {
  /** Path and query, as sent. */
  readonly url: string;
  readonly host: string;
  readonly apiKey: string | undefined;
  readonly accept: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** Headers that change nothing about the reply to a read. Those of proxies name the client, for the limits. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set([
  'accept-language',
  'baggage',
  'cache-control',
  'connection',
  'dnt',
  'forwarded',
  'pragma',
  'priority',
  'referer',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-user',
  'traceparent',
  'tracestate',
  'user-agent',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]);

/** The parts of an ordinary request that are headers, by their names in lower case. */
const PARTS = {
  host: 'host',
  'x-api-key': 'apiKey',
  accept: 'accept',
  'accept-encoding': 'acceptEncoding',
  'if-none-match': 'ifNoneMatch',
} as const;

/** Longer values are refused by the steps, or are unusual. It is at most each limit of `MAX_HEADER_VALUE`. */
export const MAX_ORDINARY_VALUE = 256;
/** The same for all ignored headers together, because one of them can be sent several times. */
const MAX_IGNORED_CHARACTERS = 1024;

/**
 * Reads an ordinary request. Returns undefined for any other one: another method or version, another header, a header
 * that is sent twice, long values, or a malformed host.
 */
export function readOrdinaryRequest(request: IncomingMessage): OrdinaryRequest | undefined {
  const { method, url, httpVersion, rawHeaders } = request;
  if (method !== 'GET' || httpVersion !== '1.1' || url?.startsWith('/v1/') !== true) return undefined;
  const found: Partial<Record<(typeof PARTS)[keyof typeof PARTS], string>> = {};
  let ignoredCharacters = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase(); // the index is in range
    const value = rawHeaders[index + 1] as string; // values follow their names
    const part = Object.hasOwn(PARTS, name) ? PARTS[name as keyof typeof PARTS] : undefined;
    if (part === undefined) {
      ignoredCharacters += value.length;
      if (!IGNORED_HEADERS.has(name) || ignoredCharacters > MAX_IGNORED_CHARACTERS) return undefined;
      continue;
    }
    if (found[part] !== undefined || value.length > MAX_ORDINARY_VALUE) return undefined;
    found[part] = value;
  }
  const { host, apiKey, accept, acceptEncoding, ifNoneMatch } = found;
  if (host === undefined || !isHost(host)) return undefined;
  return { url, host, apiKey, accept, acceptEncoding, ifNoneMatch };
}

/** Returns a text that is equal only for requests to the same world with the same reply, apart from `If-None-Match`. */
export const formatRequestKey = (
  worldName: string,
  { url, host, apiKey, accept, acceptEncoding }: OrdinaryRequest,
): string => `${worldName}\n${url}\n${host}\n${apiKey ?? '\n'}\n${accept ?? '\n'}\n${acceptEncoding ?? '\n'}`;
