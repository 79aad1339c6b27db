import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { NoResponse } from '../transport/transport-contract.ts';
import { type ParsedJson, parseExactJson } from './json-text.ts';
import { decodeText, readCharset } from './text-encoding.ts';

const MIB = 2 ** 20;

/** The body of a response. Equal bodies of a run share one, so its parsed value must not be changed. */
export interface ResponseBody {
  readonly bytes: Uint8Array;
  /** The body as text, in the encoding that its bytes and its Content-Type state, with U+FFFD for invalid bytes. */
  readonly text: string;
  readonly json: ParsedJson;
}

/** The bodies of all responses of a run, in limited memory. */
export interface ResponseBodies {
  /**
   * Keeps a body with its Content-Type. Equal bodies are kept once.
   * @throws NoResponse (too-large) beyond the total of a run.
   */
  keep(bytes: Uint8Array, contentType?: string): ResponseBody;
  /** Returns the limits that were reached, as sentences. */
  listReached(): readonly string[];
  /** Deletes the temporary file. */
  close(): void;
}

export interface BodyLimits {
  /** The bytes to keep in memory; later bodies are written to a temporary file. */
  readonly memoryBytes?: number;
  /** The bytes to keep in all. */
  readonly totalBytes?: number;
  /** The estimated size of decoded texts and parsed values to keep. */
  readonly decodedBytes?: number;
}

/** Bodies up to this size always stay in memory. */
const SMALL = 16 * 1024;
/** The estimated memory of one parsed value. */
const VALUE_BYTES = 24;

/** Creates the store for the bodies of a run. */
export function createResponseBodies(limits: BodyLimits = {}): ResponseBodies {
  const { memoryBytes = 24 * MIB, totalBytes = 1024 * MIB, decodedBytes = 64 * MIB } = limits;
  const known = new Map<string, ResponseBody>();
  const decoded = new LRUCache<object, Decoded>({
    maxSize: decodedBytes,
    sizeCalculation: ({ text, values }) => 1 + text.length + values * VALUE_BYTES,
  });
  /** The form that was used last stays available, even if it is larger than the whole cache. */
  let latest: { readonly body: object; readonly form: Decoded } | undefined;
  let file: SpillFile | undefined;
  let inMemory = 0;
  let total = 0;
  let refused = 0;

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
  const createBody = (readBytes: () => Uint8Array, contentType: string | undefined): ResponseBody => ({
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
  });
  const store = (bytes: Uint8Array, contentType: string | undefined): ResponseBody => {
    if (bytes.length <= SMALL || inMemory + bytes.length <= memoryBytes) {
      inMemory += bytes.length;
      return createBody(() => bytes, contentType);
    }
    file ??= openSpillFile();
    return createBody(file.write(bytes), contentType);
  };

  return {
    keep(bytes, contentType) {
      const digest = createHash('sha256').update(bytes).digest('base64') + (readCharset(contentType) ?? '');
      const same = known.get(digest);
      if (same !== undefined) return same;
      if (total + bytes.length > totalBytes) {
        refused += 1;
        throw new NoResponse('too-large', `the responses of this run are larger than ${formatMib(totalBytes)} in all`);
      }
      const body = store(bytes, contentType);
      total += bytes.length;
      known.set(digest, body);
      return body;
    },
    listReached: () =>
      refused === 0
        ? []
        : [
            `${refused} ${refused === 1 ? 'response was' : 'responses were'} not read, because the run had read ${formatMib(totalBytes)} of different bodies`,
          ],
    close: () => file?.close(),
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

const formatMib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;

interface SpillFile {
  /** Writes bytes and returns a function that reads them. */
  write(bytes: Uint8Array): () => Uint8Array;
  close(): void;
}

/** Creates a temporary file that only this user can read. */
function openSpillFile(): SpillFile {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-responses-'));
  const descriptor = openSync(join(folder, 'bodies'), 'wx+', 0o600);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (process.platform !== 'win32') remove(); // the open file remains usable, and nothing remains if the process is killed
  const opened: OpenFile = { descriptor, latest: { start: -1, bytes: new Uint8Array() } };
  let end = 0;
  return {
    write(bytes) {
      const start = end;
      try {
        for (let written = 0; written < bytes.length; )
          written += writeSync(descriptor, bytes, written, bytes.length - written, start + written);
      } catch {
        throw new NoResponse('too-large', 'the temporary file for the responses of this run cannot be written');
      }
      end += bytes.length;
      return createReader(opened, start, bytes.length);
    },
    close() {
      closeSync(descriptor);
      remove();
    },
  };
}

/** Returns a function that reads a part of a file. Does not refer to the written bytes, so that they can be freed. */
function createReader({ descriptor, latest }: OpenFile, start: number, length: number): () => Uint8Array {
  return () => {
    if (latest.start === start) return latest.bytes;
    const read = Buffer.allocUnsafe(length);
    readSync(descriptor, read, 0, length, start);
    latest.start = start;
    latest.bytes = read;
    return read;
  };
}

/** An open file, and the part that was read last: a check often reads the same body several times. */
interface OpenFile {
  readonly descriptor: number;
  readonly latest: { start: number; bytes: Uint8Array };
}
