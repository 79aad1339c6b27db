import { type ParsedJson, parseExactJson } from '../bodies/json-text.ts';
import type { ResponseBody } from '../bodies/response-bodies.ts';
import { decodeText } from '../bodies/text-encoding.ts';

/** Creates the body of one recorded response. It is decoded and parsed at its first use, and lives as long as its exchange. */
export function createRecordedBody(bytes: Uint8Array, contentType: string | undefined): ResponseBody {
  let text: string | undefined;
  let json: ParsedJson | undefined;
  return {
    bytes,
    get text() {
      text ??= decodeText(bytes, contentType);
      return text;
    },
    get json() {
      json ??= parseExactJson(this.text);
      return json;
    },
  };
}
