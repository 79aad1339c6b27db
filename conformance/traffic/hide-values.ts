import { hash, randomBytes } from 'node:crypto';
import type { ExchangeRecord } from '../engine/results/exchange-record.ts';
import type { ValueMap } from '../engine/results/map-values.ts';
import type { HeaderPair } from '../http/transport/transport-contract.ts';

/** Headers whose values are no data. */
const PLAIN_HEADERS =
  /^(accept|allow|cache-control|content-(type|encoding|length|language)|connection|date|retry-after|server|transfer-encoding|vary|x-api-key|www-authenticate)$/i;
/** Values of query parameters that name no thing. */
const PLAIN_VALUES = /^(\d{1,4}|amt_comp|amt_req|asc|desc|true|false)$/;
/** Whether a word may be a value: an id, an amount, a date, an address. */
const IS_VALUE = /\p{N}.*\p{N}.*\p{N}.*|\p{N}.*\p{L}.*\p{L}|\p{L}.*\p{N}|@/u;
/** Words with digits that the kit and the interface use. */
const IS_KNOWN = /^(v1|utf-?\d+|rfc\d+|sha-?\d+|\d{1,3}|[45]xx|http\/\d.*|iso-?\d+.*)$/i;

/**
 * Creates the digests of one report, so that equal values stay recognisable in it. Their salt is random and kept in memory only, so that no digest can be compared or guessed later.
 * @param isKeyName whether a word names a key, and so is no value
 */
export function createValueHider(isKeyName: (word: string) => boolean = () => false): ValueMap {
  const salt = randomBytes(16).toString('hex');
  // an HMAC of each value takes most of the time of judging; a part of a digest cannot be extended
  const label = (value: string): string => `#${hash('sha256', salt + value).slice(0, 8)}`;
  const hideWord = (word: string): string => {
    const [, text = word, end = ''] = /^(.*?)([.:-]*)$/s.exec(word) ?? [];
    const isPlain = !IS_VALUE.test(text) || IS_KNOWN.test(text) || text.startsWith('#') || isKeyName(text);
    return isPlain ? word : label(text) + end;
  };
  const hideText = (text: string): string =>
    text
      .replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => `"${label(quoted.slice(1, -1))}"`)
      .replaceAll(/#[0-9a-f]{8}\b|[\p{L}\p{N}][\p{L}\p{N}_.:@+-]*/gu, (word) =>
        word.startsWith('#') ? word : hideWord(word),
      );
  const hideBody = (body: string): string => {
    if (/^\s*</.test(body))
      return body.replaceAll(/>([^<]+)(<|$)/g, (_, text: string, end: string) =>
        text.trim() === '' ? `>${text}${end}` : `>${label(text)}${end}`,
      );
    return body
      .replaceAll(/"((?:[^"\\]|\\.)*)("\s*:|"|$)/g, (all, text: string, end: string) =>
        end.endsWith(':') && !IS_VALUE.test(text) ? all : `"${label(text)}${end}`,
      )
      .replaceAll(/(?<=[:[,\s])-?\d+(\.\d+)?([eE][+-]?\d+)?(?=[,\]}\s…]|$)/g, (number) => label(number));
  };
  const hideUrl = (url: string, operation: string): string => {
    const parsed = URL.parse(url);
    const template = operation.split(' ')[1]?.split('/') ?? [];
    if (parsed === null) return label(url);
    const segments = parsed.pathname.split('/');
    const offset = segments.length - template.length;
    const path = segments.map((segment, at) =>
      template[at - offset]?.includes('{') === true ? label(segment) : segment,
    );
    const query = [...parsed.searchParams].map(
      ([name, value]) => `${name}=${PLAIN_VALUES.test(value) ? value : label(value)}`,
    );
    return `${parsed.origin}${path.join('/')}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  };
  const hideHeaders = (headers: readonly HeaderPair[]): HeaderPair[] =>
    headers.map(([name, value]): HeaderPair => [name, PLAIN_HEADERS.test(name) ? value : '[hidden]']);
  const hideRecord = (record: ExchangeRecord): ExchangeRecord => {
    const url = hideUrl(record.url, record.operation);
    const body = record.requestBody === undefined ? undefined : hideBody(record.requestBody);
    const key = record.requestHeaders.some(([name]) => /^x-api-key$/i.test(name)) ? ` -H 'X-API-Key: …'` : '';
    return {
      ...record,
      url,
      excerpt: hideBody(record.excerpt),
      curl: `curl -sSi ${record.method === 'GET' ? '' : `-X ${record.method} `}'${url}'${key}`,
      requestHeaders: hideHeaders(record.requestHeaders),
      ...(body === undefined ? {} : { requestBody: body }),
      responseHeaders: hideHeaders(record.responseHeaders),
    };
  };
  return {
    text: hideText,
    reason: hideText,
    record: hideRecord,
    places: (places) =>
      places.map(({ pointer, meaning }) => ({ pointer: hideText(pointer), meaning: hideText(meaning) })),
  };
}
