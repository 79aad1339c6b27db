import type { IncomingMessage } from 'node:http';

/** The headers on which a decision or a reply depends. No other header of a request is read. */
const NAMES = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'fleetkit-as-of',
  'host',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'origin',
  'prefer',
  'sec-fetch-site',
  'transfer-encoding',
  'x-api-key',
  'x-forwarded-for',
  'x-request-id',
] as const;

export type HeaderName = (typeof NAMES)[number];

/** The values of these headers. Repeated ones are joined or dropped as Node does it (RFC 9110, 5.2). */
export interface RequestHeaders extends Readonly<Record<HeaderName, string | undefined>> {
  /** Headers that were sent more than once. */
  readonly repeated: readonly HeaderName[];
}

const KNOWN: ReadonlySet<string> = new Set(NAMES);
const NONE: readonly HeaderName[] = [];
const EMPTY = {
  ...(Object.fromEntries(NAMES.map((name) => [name, undefined])) as Record<HeaderName, undefined>), // every name
  repeated: NONE,
};

/** Reads the headers of a request. Parsing all of them, as `request.headers` does, costs more than a repeated read. */
export function readHeaders(request: IncomingMessage): RequestHeaders {
  const { rawHeaders } = request;
  const found: Record<HeaderName, string | undefined> & { repeated: readonly HeaderName[] } = { ...EMPTY };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] as string; // the index is in range
    if (sent.length > MAX_NAME) continue;
    const name = sent.toLowerCase() as HeaderName; // checked by the next line
    if (!KNOWN.has(name)) continue;
    if (found[name] === undefined) found[name] = rawHeaders[index + 1];
    else {
      const value = request.headers[name];
      found[name] = Array.isArray(value) ? value.join(', ') : value;
      found.repeated = [...found.repeated, name];
    }
  }
  return found;
}

const MAX_NAME = Math.max(...NAMES.map(({ length }) => length));

/** Returns the requested host in lower case and without its port; empty if there is none. */
export const readHost = ({ host = '' }: Pick<RequestHeaders, 'host'>): string =>
  host.replace(/:\d+$/, '').toLowerCase();
