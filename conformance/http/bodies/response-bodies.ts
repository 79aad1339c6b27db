import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NoResponse } from '../transport/transport-contract.ts';
import { createDecodedBodies, type ResponseBody } from './decoded-bodies.ts';
import { readCharset } from './text-encoding.ts';

const MIB = 2 ** 20;

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

/** Creates the store for the bodies of a run. */
export function createResponseBodies(limits: BodyLimits = {}): ResponseBodies {
  const { memoryBytes = 24 * MIB, totalBytes = 1024 * MIB, decodedBytes = 64 * MIB } = limits;
  const known = new Map<string, ResponseBody>();
  const decoded = createDecodedBodies(decodedBytes);
  let file: SpillFile | undefined;
  let inMemory = 0;
  let total = 0;
  let refused = 0;

  const store = (bytes: Uint8Array, contentType: string | undefined): ResponseBody => {
    if (bytes.length <= SMALL || inMemory + bytes.length <= memoryBytes) {
      inMemory += bytes.length;
      return decoded.create(() => bytes, contentType);
    }
    file ??= openSpillFile();
    return decoded.create(file.write(bytes), contentType);
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
