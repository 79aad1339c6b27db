import { LRUCache } from 'lru-cache';
import { type ParsedJson, parseExactJson } from './json-text.ts';
import { decodeText } from './text-encoding.ts';

/** The body of a response. Equal bodies of a run share one, so its parsed value must not be changed. */
export interface ResponseBody {
  readonly bytes: Uint8Array;
  /** The body as text, in the encoding that its bytes and its Content-Type state, with U+FFFD for invalid bytes. */
  readonly text: string;
  readonly json: ParsedJson;
}

/** Creates bodies that are decoded and parsed at their first use. */
export interface DecodedBodies {
  create(readBytes: () => Uint8Array, contentType: string | undefined): ResponseBody;
}

/** The estimated memory of one parsed value. */
const VALUE_BYTES = 24;

/** Keeps the decoded texts and the parsed values that were used last, up to an estimated size. Others are decoded again. */
export function createDecodedBodies(mostBytes: number): DecodedBodies {
  const decoded = new LRUCache<object, Decoded>({
    maxSize: mostBytes,
    sizeCalculation: ({ text, values }) => 1 + text.length + values * VALUE_BYTES,
  });
  /** The form that was used last stays available, even if it is larger than the whole cache. */
  let latest: { readonly body: object; readonly form: Decoded } | undefined;
  const remember = (body: object, form: Decoded): Decoded => {
    decoded.set(body, form);
    latest = { body, form };
    return form;
  };
  const recall = (body: ResponseBody, contentType: string | undefined): Decoded => {
    const kept = latest?.body === body ? latest.form : decoded.get(body);
    return kept === undefined
      ? remember(body, { text: decodeText(body.bytes, contentType), json: undefined, values: 0 })
      : kept;
  };
  return {
    create: (readBytes, contentType) => ({
      get bytes() {
        return readBytes();
      },
      get text() {
        return recall(this, contentType).text;
      },
      get json() {
        const form = recall(this, contentType);
        if (form.json !== undefined) return form.json;
        const json = parseExactJson(form.text);
        remember(this, { text: form.text, json, values: countParsedValues(form.text, json) });
        return json;
      },
    }),
  };
}

/** Returns a copy of the beginning of a body. Keeps no decoded form. */
export function copyStart({ bytes }: Pick<ResponseBody, 'bytes'>, most: number, contentType?: string): ResponseBody {
  const start = Uint8Array.from(bytes.subarray(0, most));
  return {
    bytes: start,
    get text() {
      return decodeText(start, contentType);
    },
    get json() {
      return parseExactJson(this.text);
    },
  };
}

interface Decoded {
  readonly text: string;
  readonly json: ParsedJson | undefined;
  /** The estimated number of parsed values. */
  readonly values: number;
}

/** Estimates the number of values by the length of the text; most rows have longer names and values. */
const countParsedValues = (text: string, json: ParsedJson): number =>
  json.isUnreadable || json.value === undefined ? 0 : Math.ceil(text.length / 8);
