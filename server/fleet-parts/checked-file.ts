import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/*
 * Files that are read only as a whole: a prefix with a checksum and lengths, a description in JSON, and arrays of numbers. A file that
 * is shorter or longer, or in which a byte has changed, is not read.
 */

/** Changes with the format of the prefix. */
const MAGIC = 'fleetkit-fleet-1';
/** The magic, the checksum of all that follows it, the length of the description, and that of the arrays. */
const PREFIX_BYTES = MAGIC.length + 4 + 4 + 8;
/** Arrays begin at multiples of this number, as their elements need. */
const ALIGNMENT = 8;

/** An array of numbers in a file. */
export type StoredArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** The content of a file. */
export interface Content {
  /** Written as JSON. */
  readonly description: unknown;
  readonly arrays: readonly StoredArray[];
}

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const;
type Kind = keyof typeof KINDS;

interface Description {
  readonly key: string;
  readonly description: unknown;
  readonly arrays: readonly (readonly [kind: Kind, length: number])[];
}

/** Suffix of a file that is not complete. */
export const UNFINISHED = '.new';

/**
 * Writes a file, or replaces it, in one step: a reader finds the earlier content or the whole new one. `key` names what it
 * contains; it can be read only with the same key.
 */
export async function writeCheckedFile(path: string, key: string, { description, arrays }: Content): Promise<void> {
  const kinds = arrays.map((array) => [findKind(array), array.length] as const);
  const text = Buffer.from(JSON.stringify({ key, description, arrays: kinds } satisfies Description));
  const head = Buffer.concat([text, Buffer.alloc(computePadding(text.length), ' ')]);
  const parts = [head, ...arrays.flatMap((array) => toParts(array))];
  const bodyBytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0) - head.length;
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.write(MAGIC, 'latin1');
  prefix.writeUInt32LE(head.length, MAGIC.length + 4);
  prefix.writeBigUInt64LE(BigInt(bodyBytes), MAGIC.length + 8);
  prefix.writeUInt32LE(
    parts.reduce((sum, part) => crc32(part, sum), crc32(prefix.subarray(MAGIC.length + 4))),
    MAGIC.length,
  );
  const unfinished = path + UNFINISHED;
  try {
    await writeParts(unfinished, [prefix, ...parts]);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined); // the first error is the one to report
    throw error;
  }
}

async function writeParts(path: string, parts: readonly Uint8Array[]): Promise<void> {
  await rm(path, { force: true }); // what an interrupted process left
  const file = await open(path, 'wx', 0o600);
  try {
    for (const part of parts)
      for (let from = 0; from < part.length; ) from += (await file.write(part, from)).bytesWritten;
  } finally {
    await file.close();
  }
}

/** Returns the content of a file with this key; undefined if it is absent, has another key or is damaged. */
export function readCheckedFile(path: string, key: string): Content | undefined {
  try {
    const bytes = readWhole(path);
    return bytes && parse(bytes, key);
  } catch {
    return undefined; // absent, not readable, or no longer as it was written
  }
}

/** Reads a file into a buffer in which arrays can begin at their places. */
function readWhole(path: string): Buffer<ArrayBuffer> | undefined {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.from(new ArrayBuffer(fstatSync(file).size));
    for (let from = 0; from < bytes.length; ) {
      const read = readSync(file, bytes, from, bytes.length - from, null);
      if (read === 0) return undefined;
      from += read;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

function parse(bytes: Buffer<ArrayBuffer>, key: string): Content | undefined {
  if (bytes.length < PREFIX_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  const headBytes = bytes.readUInt32LE(MAGIC.length + 4);
  const bodyBytes = Number(bytes.readBigUInt64LE(MAGIC.length + 8));
  if (bytes.length !== PREFIX_BYTES + headBytes + bodyBytes) return undefined;
  if (bytes.readUInt32LE(MAGIC.length) !== crc32(bytes.subarray(MAGIC.length + 4))) return undefined;
  const head: Description = JSON.parse(bytes.toString('utf8', PREFIX_BYTES, PREFIX_BYTES + headBytes)); // as it was written
  if (head.key !== key) return undefined;
  let from = PREFIX_BYTES + headBytes;
  const arrays = head.arrays.map(([kind, length]) => {
    const array = new KINDS[kind](bytes.buffer, from, length);
    from += array.byteLength + computePadding(array.byteLength);
    return array;
  });
  return { description: head.description, arrays };
}

const computePadding = (bytes: number): number => (ALIGNMENT - (bytes % ALIGNMENT)) % ALIGNMENT;

function toParts({ buffer, byteOffset, byteLength }: StoredArray): readonly Uint8Array[] {
  const padding = computePadding(byteLength);
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  return padding === 0 ? [bytes] : [bytes, new Uint8Array(padding)];
}

function findKind(array: StoredArray): Kind {
  const kind = Object.keys(KINDS).find((name) => array instanceof KINDS[name as Kind]);
  return kind as Kind; // a stored array is one of them
}
