import { maskCardData } from './card-data.ts';
import type { Exchange, ShownRequest } from './client.ts';
import type { Redactor } from './redaction.ts';

/** An exchange as it leaves the kit: keys and card data are hidden, and the body is cut to what a reader can use. */
export interface ExchangeRecord {
  readonly caller: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly excerpt: string;
  readonly bytes: number;
  /** A command line that repeats the request, with a variable in place of the key. */
  readonly curl: string;
}

const EXCERPT_LENGTH = 400;
const EXCERPT_BYTES = 4 * EXCERPT_LENGTH;

/** Makes text fit to leave the kit. */
export const safeText = (text: string, redact: Redactor): string => maskCardData(redact(text));

/** Makes the record of an exchange. */
export function recordOf(exchange: Exchange, redact: Redactor): ExchangeRecord {
  const { caller, method, url } = exchange.request;
  const start = new TextDecoder().decode(exchange.bytes.subarray(0, EXCERPT_BYTES));
  const safe = safeText(start, redact);
  return {
    caller,
    method,
    url: safeText(url, redact),
    status: exchange.status,
    contentType: safeText(exchange.header('content-type') ?? '', redact),
    excerpt: safe.length > EXCERPT_LENGTH ? `${safe.slice(0, EXCERPT_LENGTH)}…` : safe,
    bytes: exchange.bytes.length,
    curl: safeText(curlOf(exchange.request), redact),
  };
}

/** `curl -sSi 'https://…' -H "X-API-Key: $FLEETKIT_KEY_ADMIN"` */
function curlOf({ method, url, headers, keyVariable, addedHeaders = [], body }: ShownRequest): string {
  const parts = ['curl -sSi'];
  if (method !== 'GET') parts.push(`-X ${method}`);
  parts.push(quoted(url));
  if (keyVariable !== undefined) parts.push(`-H "X-API-Key: $${keyVariable}"`);
  for (const [name, variable] of addedHeaders) parts.push(`-H "${name}: $${variable}"`);
  for (const [name, value] of headers.filter(([name]) => name !== 'Accept'))
    parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-d ${quoted(body)}`);
  return parts.join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
