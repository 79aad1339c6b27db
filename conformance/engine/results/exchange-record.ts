import { operations } from '../../../spec/index.ts';
import { decodeText } from '../../http/bodies/text-encoding.ts';
import type { Exchange, HeaderPair, ShownRequest } from '../../http/client.ts';
import type { Redactor } from '../../http/redaction.ts';
import { maskCardData } from '../../reading/card-data.ts';

/** A redacted exchange for reports: without keys and card data, and with the beginning of the body. */
export interface ExchangeRecord {
  /** The sent method, and the path with its placeholders: `GET /v1/transactions/{transaction_id}/timeline`. */
  readonly operation: string;
  readonly caller: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly excerpt: string;
  readonly bytes: number;
  /** A command that repeats the request, with a variable in place of the key. */
  readonly curl: string;
  readonly requestHeaders: readonly HeaderPair[];
  readonly requestBody?: string;
  readonly responseHeaders: readonly HeaderPair[];
  /** The time of the request (RFC 3339), and the milliseconds until the response was complete. */
  readonly sentAt: string;
  readonly tookMs: number;
}

const EXCERPT_LENGTH = 400;
/** More bytes are read than shown, because redaction can shorten the text. */
const READ_BYTES = 8192;
/** The maximum length of an encoded secret. A truncated one at the end of the read bytes would not be recognised. */
const MAX_SECRET_LENGTH = 4096;
const MAX_HEADERS = 40;
/** Headers with credentials. */
const SESSION_HEADERS = /^(set-)?cookie$|^(proxy-)?authorization$/i;

/** Redacts keys and card data in a text. */
export const redactText = (text: string, redact: Redactor): string => maskCardData(redact(text));

/** The records of exchanges, by redactor: several checks have the same exchange as evidence. */
const known = new WeakMap<Redactor, WeakMap<Exchange, ExchangeRecord>>();

/** Converts an exchange to its redacted record. */
export function toExchangeRecord(exchange: Exchange, redact: Redactor): ExchangeRecord {
  const records = known.get(redact) ?? new WeakMap<Exchange, ExchangeRecord>();
  known.set(redact, records);
  const record = records.get(exchange) ?? createExchangeRecord(exchange, redact);
  records.set(exchange, record);
  return record;
}

function createExchangeRecord(exchange: Exchange, redact: Redactor): ExchangeRecord {
  const { caller, method, url } = exchange.request;
  const safe = readExcerpt(exchange, redact);
  const shown = (headers: readonly HeaderPair[]) =>
    headers
      .slice(0, MAX_HEADERS)
      .map(
        ([name, value]): HeaderPair => [
          redactText(name, redact),
          SESSION_HEADERS.test(name) ? '[hidden]' : redactText(value, redact),
        ],
      );
  const { request, timing } = exchange;
  return {
    operation: `${method} ${operations[exchange.operation].path}`,
    caller,
    method,
    url: redactText(url, redact),
    status: exchange.status,
    contentType: redactText(exchange.header('content-type') ?? '', redact),
    excerpt: safe.length > EXCERPT_LENGTH ? `${safe.slice(0, EXCERPT_LENGTH).toWellFormed()}…` : safe,
    bytes: exchange.size,
    curl: redactText(formatCurl(request), redact),
    requestHeaders: shown([...request.headers, ...listSecretHeaders(request)]),
    ...(request.body === undefined ? {} : { requestBody: redactText(request.body, redact) }),
    responseHeaders: shown(exchange.headers),
    sentAt: new Date(timing.sentMs).toISOString(),
    tookMs: timing.tookMs,
  };
}

/** Returns the redacted beginning of a body. Redacts before truncating, so that a truncated secret cannot remain. */
function readExcerpt(exchange: Exchange, redact: Redactor): string {
  const { bytes } = exchange;
  const safe = redactText(decodeText(bytes.subarray(0, READ_BYTES), exchange.header('content-type')), redact);
  const isWholeOrLong = bytes.length <= READ_BYTES || safe.length > EXCERPT_LENGTH + MAX_SECRET_LENGTH;
  return isWholeOrLong ? safe : redactText(exchange.text, redact);
}

/** Returns the headers with the key and the added headers, with their values redacted. */
export const listSecretHeaders = ({
  keyVariable,
  caller,
  keyHeaders = [],
  addedHeaders = [],
}: ShownRequest): HeaderPair[] => [
  ...(keyVariable === undefined ? [] : [['X-API-Key', `[key ${caller}]`] as const]),
  ...keyHeaders,
  ...addedHeaders.map(([name]): HeaderPair => [name, '[hidden]']),
];

/** Formats a request as a command: `curl -sSi 'https://…' -H "X-API-Key: $FLEETKIT_KEY_ADMIN"`. */
function formatCurl(request: ShownRequest): string {
  const { method, url, headers, keyVariable, keyHeaders = [], addedHeaders = [], body } = request;
  const parts = ['curl -sSi'];
  if (method === 'HEAD') parts.push('-I');
  else if (method !== 'GET') parts.push(`-X ${method}`);
  parts.push(url.includes('$FLEETKIT_KEY') ? `"${url}"` : quoteForShell(url));
  if (keyVariable !== undefined) parts.push(`-H "X-API-Key: $${keyVariable}"`);
  for (const [name, value] of keyHeaders) parts.push(value === '' ? `-H '${name};'` : `-H "${name}: ${value}"`);
  for (const [name, variable] of addedHeaders) parts.push(`-H "${name}: $${variable}"`);
  for (const [name, value] of headers.filter(([name]) => name !== 'Accept'))
    parts.push(`-H ${quoteForShell(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-d ${quoteForShell(body)}`);
  return parts.join(' ');
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
