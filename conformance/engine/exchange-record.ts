import { operations } from '../../spec/index.ts';
import type { Exchange, HeaderPair, ShownRequest } from '../http/client.ts';
import type { Redactor } from '../http/redaction.ts';
import { maskCardData } from '../oracles/card-data.ts';

/** An exchange as it leaves the kit: keys and card data are hidden, and the body is cut to what a reader can use. */
export interface ExchangeRecord {
  /** The method that was sent, and the path with its placeholders: `GET /v1/transactions/{transaction_id}/timeline`. */
  readonly operation: string;
  readonly caller: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly excerpt: string;
  readonly bytes: number;
  /** A command line that repeats the request, with a variable in place of the key. */
  readonly curl: string;
  readonly requestHeaders: readonly HeaderPair[];
  readonly requestBody?: string;
  readonly responseHeaders: readonly HeaderPair[];
  /** When the request was sent (RFC 3339), and how long the answer took. */
  readonly sentAt: string;
  readonly tookMs: number;
}

const EXCERPT_LENGTH = 400;
/** More is read than shown: what is hidden takes less room than it took before. */
const READ_BYTES = 8192;
/** A longer piece of a secret than this cannot stand, cut off and hence unrecognised, at the end of what was read. */
const LONGEST_SECRET = 4096;
const MOST_HEADERS = 40;
/** Headers whose values open something, whoever made them. */
const SESSION_HEADERS = /^(set-)?cookie$|^(proxy-)?authorization$/i;

/** Makes text fit to leave the kit. */
export const safeText = (text: string, redact: Redactor): string => maskCardData(redact(text));

/** Makes the record of an exchange. */
export function recordOf(exchange: Exchange, redact: Redactor): ExchangeRecord {
  const { caller, method, url } = exchange.request;
  const safe = startOf(exchange, redact);
  const shown = (headers: readonly HeaderPair[]) =>
    headers
      .slice(0, MOST_HEADERS)
      .map(
        ([name, value]): HeaderPair => [
          safeText(name, redact),
          SESSION_HEADERS.test(name) ? '[hidden]' : safeText(value, redact),
        ],
      );
  const { request, timing } = exchange;
  return {
    operation: `${method} ${operations[exchange.operation].path}`,
    caller,
    method,
    url: safeText(url, redact),
    status: exchange.status,
    contentType: safeText(exchange.header('content-type') ?? '', redact),
    excerpt: safe.length > EXCERPT_LENGTH ? `${safe.slice(0, EXCERPT_LENGTH).toWellFormed()}…` : safe,
    bytes: exchange.bytes.length,
    curl: safeText(curlOf(request), redact),
    requestHeaders: shown([...request.headers, ...secretHeaders(request)]),
    ...(request.body === undefined ? {} : { requestBody: safeText(request.body, redact) }),
    responseHeaders: shown(exchange.headers),
    sentAt: new Date(timing.sentMs).toISOString(),
    tookMs: timing.tookMs,
  };
}

/** The beginning of a body, made safe as a whole, so that no secret is cut in two before it is recognised. */
function startOf({ bytes, text }: Exchange, redact: Redactor): string {
  const safe = safeText(new TextDecoder().decode(bytes.subarray(0, READ_BYTES)), redact);
  const isWholeOrLong = bytes.length <= READ_BYTES || safe.length > EXCERPT_LENGTH + LONGEST_SECRET;
  return isWholeOrLong ? safe : safeText(text, redact);
}

/** The headers with the key and those that were added, without what is secret in them. */
const secretHeaders = ({ keyVariable, caller, keyHeaders = [], addedHeaders = [] }: ShownRequest): HeaderPair[] => [
  ...(keyVariable === undefined ? [] : [['X-API-Key', `[key ${caller}]`] as const]),
  ...keyHeaders,
  ...addedHeaders.map(([name]): HeaderPair => [name, '[hidden]']),
];

/** `curl -sSi 'https://…' -H "X-API-Key: $FLEETKIT_KEY_ADMIN"` */
function curlOf(request: ShownRequest): string {
  const { method, url, headers, keyVariable, keyHeaders = [], addedHeaders = [], body } = request;
  const parts = ['curl -sSi'];
  if (method === 'HEAD') parts.push('-I');
  else if (method !== 'GET') parts.push(`-X ${method}`);
  parts.push(url.includes('$FLEETKIT_KEY') ? `"${url}"` : quoted(url));
  if (keyVariable !== undefined) parts.push(`-H "X-API-Key: $${keyVariable}"`);
  for (const [name, value] of keyHeaders) parts.push(value === '' ? `-H '${name};'` : `-H "${name}: ${value}"`);
  for (const [name, variable] of addedHeaders) parts.push(`-H "${name}: $${variable}"`);
  for (const [name, value] of headers.filter(([name]) => name !== 'Accept'))
    parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-d ${quoted(body)}`);
  return parts.join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
