import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { kitVersion } from '../../engine/version.ts';
import { parseJson } from '../../http/bodies/json-text.ts';
import { decodeText } from '../../http/bodies/text-encoding.ts';
import { findHeader } from '../../http/exchange.ts';
import { createRedactor, type Redactor } from '../../http/redaction.ts';
import type { HeaderPair } from '../../http/transport/transport-contract.ts';
import { findLongIds, replaceCardData } from '../../reading/card-data.ts';
import { formatHarEntry } from '../../reports/har.ts';
import type { TrafficExchange } from '../../traffic/index.ts';
import type { ForwardedExchange } from '../forward/forwarded-exchange.ts';
import { openHarFolder } from './har-folder.ts';
import { formatKeyFingerprint } from './key-names.ts';

/** Where to record: data that can be sent to a worker. */
export interface RecordOptions {
  readonly folder: string;
  /** The size after which a new file begins, and the size of all files, in bytes. */
  readonly fileBytes: number;
  readonly totalBytes: number;
}

/** Records exchanges as HTTP archives, without keys, other credentials and card numbers. */
export interface Recorder {
  /** Appends an exchange. Throws the error of the file system. */
  add(exchange: ForwardedExchange, traffic: TrafficExchange): void;
  close(): void;
}

const KEY_HEADER = 'x-api-key';
const OTHER_CREDENTIALS = /^(proxy-)?authorization$|^cookie$/i;
/** Keys that are redacted in URLs and bodies, too. */
const MOST_KEYS = 200;

/** Opens the recording. Throws the error of the file system. */
export function createRecorder(
  { folder, fileBytes, totalBytes }: RecordOptions,
  { keys }: { readonly keys: ReadonlyMap<string, string> },
): Recorder {
  const files = openHarFolder({
    folder,
    fileBytes,
    totalBytes,
    creator: { name: 'fleetkit proxy', version: kitVersion },
  });
  const names = createKeyNames(keys);
  const labelCard = createCardLabel();
  return {
    add(exchange, traffic) {
      const key = findHeader(exchange.requestHeaders, KEY_HEADER);
      const caller = key === undefined ? 'anonymous' : names.nameKey(key);
      const ids = traffic.body === undefined ? new Set<string>() : findIds(traffic);
      const hide: Redactor = (text) =>
        replaceCardData(names.redact(text), (found) => (ids.has(found) ? found : labelCard(found)));
      files.append(toHarEntry(traffic, { caller, hide }));
    },
    close: files.close,
  };
}

interface Hiding {
  readonly caller: string;
  readonly hide: Redactor;
}

function toHarEntry(traffic: TrafficExchange, { caller, hide }: Hiding) {
  const { method, url, requestHeaders, requestBody, startedMs, tookMs, status, responseHeaders, body } = traffic;
  const entry = formatHarEntry(
    {
      caller,
      method,
      path: '',
      headers: requestHeaders.map(([name, value]): HeaderPair => {
        if (name.toLowerCase() === KEY_HEADER) return [name, `[key ${caller}]`];
        return [name, OTHER_CREDENTIALS.test(name) ? '[hidden]' : hide(value)];
      }),
      ...(requestBody === undefined ? {} : { body: hide(requestBody) }),
      sentMs: startedMs,
      tookMs,
      outcome: {
        status,
        headers: responseHeaders.map(
          ([name, value]): HeaderPair => [
            name,
            /^set-cookie$/i.test(name) ? value.replace(/=[^;]*/, '=[hidden]') : hide(value),
          ],
        ),
        body:
          body === undefined ? new Uint8Array() : hideInBody(body, findHeader(responseHeaders, 'content-type'), hide),
      },
    },
    hide(url),
  );
  if (body !== undefined) return entry;
  const { text: _text, ...content } = entry.response.content;
  return {
    ...entry,
    response: { ...entry.response, content: { ...content, size: 1, comment: 'the body is not recorded' } },
  };
}

/** Returns the same bytes if they contain nothing to hide, otherwise the redacted text in UTF-8. */
function hideInBody(body: Uint8Array, contentType: string | undefined, hide: Redactor): Uint8Array {
  const text = decodeText(body, contentType);
  const hidden = hide(text);
  return hidden === text ? body : Buffer.from(hidden);
}

/** Returns the long numbers that are ids, and not card numbers, in a response. */
function findIds({ body, responseHeaders }: TrafficExchange): ReadonlySet<string> {
  const text = decodeText(body ?? new Uint8Array(), findHeader(responseHeaders, 'content-type'));
  if (!/\d{13}/.test(text)) return new Set();
  const parsed = parseJson(text);
  return parsed.isUnreadable ? new Set() : findLongIds(parsed.value);
}

interface KeyNames {
  nameKey(key: string): string;
  redact(text: string): string;
}

function createKeyNames(given: ReadonlyMap<string, string>): KeyNames {
  const known = new LRUCache<string, string>({ max: MOST_KEYS });
  let redact: Redactor | undefined;
  for (const [name, key] of given) known.set(key, name);
  return {
    nameKey(key) {
      const name = known.get(key) ?? formatKeyFingerprint(key);
      if (!known.has(key)) redact = undefined;
      known.set(key, name);
      return name;
    },
    redact(text) {
      redact ??= createRedactor(new Map([...known.entries()].map(([key, name]) => [name, key])));
      return redact(text);
    },
  };
}

/** Returns a function that labels a card number, or track data. Equal values have equal labels, which contain a salted number. */
function createCardLabel(): (found: string) => string {
  const salt = randomBytes(16);
  return (found) => {
    const number = createHmac('sha256', salt).update(found).digest().readUInt32BE(0) % 1_000_000;
    return /^\d+$/.test(found)
      ? `[card ${found.slice(0, 6)}${'*'.repeat(found.length - 10)}${found.slice(-4)} #${number}]`
      : `[track data #${number}]`;
  };
}
