import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../http/client.ts';
import { HOSTILE } from './made-up-results.ts';

/** Encodings of a key that programs decode automatically. */
export const KEY_ENCODINGS: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => key.toUpperCase(),
  (key) => Buffer.from(key).toString('base64'),
  (key) => Buffer.from(`user:${key}`).toString('base64url'),
  (key) => Buffer.from(key).toString('hex'),
  (key) => [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join(''),
  (key) => [...key].map((one) => `&#${one.charCodeAt(0)};`).join(''),
  (key) => [...key].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join(''),
];

/** Added to ids, so that messages of checks contain it. */
const TAIL = '"><script>alert(2)</script>';
/** Ids of transactions, and of disputes, which the check of reviewer metadata quotes. */
const ID = /^(txn|dsp)_/;

/**
 * Wraps a target so that it writes hostile text into every part of its responses that a report may show: ids, texts, member
 * names, headers, media types and errors. The text contains the key of the request in all encodings.
 */
export const addHostileText =
  (transport: Transport): Transport =>
  async (request) => {
    const key = request.headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1] ?? 'no-key';
    const hostileText = `${HOSTILE} ${KEY_ENCODINGS.map((spell) => spell(key)).join(' ')}`;
    return addToResponse(await transport(removeAddedText(request)), hostileText);
  };

/** Removes the added text from the URL of a request. */
const removeAddedText = (request: TransportRequest): TransportRequest => ({
  ...request,
  url: request.url
    .replaceAll(encodeURIComponent(TAIL), '')
    .replaceAll(new URLSearchParams([['', TAIL]]).toString().slice(1), ''),
});

function addToResponse({ status, headers, body }: TransportResponse, hostileText: string): TransportResponse {
  const text = new TextDecoder().decode(body);
  const isJson = headers.some(([name, value]) => /^content-type$/i.test(name) && value.includes('json'));
  return {
    status,
    headers: [...headers.map(addNote), ['X-Text', hostileText], [hostileText, 'text']],
    body: isJson ? Buffer.from(JSON.stringify(addToValue(JSON.parse(text), hostileText))) : body,
  };
}

const addNote = ([name, value]: HeaderPair): HeaderPair =>
  /^content-type$/i.test(name) ? [name, `${value}; note="</script><b>::error::"`] : [name, value];

function addToValue(value: unknown, hostileText: string): unknown {
  if (Array.isArray(value)) return value.map((one) => addToValue(one, hostileText));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]): [string, unknown] => [
      name,
      addToValue(member, hostileText),
    ]);
    return { hostileText, ...Object.fromEntries(members), [hostileText]: 1 };
  }
  return typeof value === 'string' && ID.test(value) ? value + TAIL : value;
}
