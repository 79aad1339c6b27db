import { JSONParser } from '@streamparser/json';
import { MAX_NESTING } from '../../../base/nesting/nesting.ts';
import { type Members, readMembers } from './har-file.ts';

/** How an archive ended. */
export interface HarStreamEnd {
  /** The number of whole entries. */
  readonly entries: number;
  /** Why the rest could not be read; `undefined` for a whole archive. Completes "FILE …". */
  readonly cut?: string;
}

/** A string of an archive is collected in a buffer of this size: a body may have many megabytes. */
const BUFFER_BYTES = 64 * 1024;

/**
 * Reads the entries of an HTTP archive of any size, one after the other. An archive that ends early, or that has a syntax error, is read
 * until there. Returns a problem for a file that is no archive; it completes "FILE …".
 *
 * @example
 * const end = await readHarStream(createReadStream('traffic.har'), (entry) => judge(entry));
 */
export async function readHarStream(
  chunks: AsyncIterable<Uint8Array>,
  onEntry: (members: Members) => void | Promise<void>,
): Promise<HarStreamEnd | { readonly problem: string }> {
  const parser = new JSONParser({
    paths: ['$.log.version', '$.log.entries.*'],
    keepStack: false,
    stringBufferSize: BUFFER_BYTES,
  });
  const depth = createDepthMeter();
  let [entries, isFirst, failure] = [0, true, undefined as string | undefined];
  let problem: string | undefined;
  let hasBegun = false;
  let read: Members[] = [];
  parser.onValue = ({ value, key, stack }) => {
    hasBegun = true;
    if (key === 'version') {
      if (typeof value !== 'string' || !/^1\.[12]$/.test(value))
        problem ??= `has the version ${JSON.stringify(value)?.slice(0, 40)}; expected HAR 1.2`;
      return;
    }
    if (stack.length < 3 || problem !== undefined) return;
    const members = readMembers(value);
    if (members === undefined) return;
    entries += 1;
    read.push(members);
  };
  parser.onError = (error) => {
    failure ??= error.message;
  };
  for await (const chunk of chunks) {
    // some software begins a file with a byte order mark
    const bytes = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
    isFirst = false;
    if (depth.exceeds(bytes)) failure ??= 'its JSON is nested too deep to parse';
    if (failure !== undefined || problem !== undefined || parser.isEnded) break;
    parser.write(bytes);
    const whole = read;
    read = [];
    for (const members of whole) await onEntry(members);
  }
  for (const members of read) await onEntry(members);
  if (problem !== undefined) return { problem };
  if (failure === undefined && !parser.isEnded) failure = 'it ends within its JSON';
  if (!hasBegun && entries === 0)
    return {
      problem:
        failure === undefined
          ? 'is no HTTP archive: it has no list "log.entries"'
          : `is no HTTP archive: ${failure}; expected HAR 1.2`,
    };
  return { entries, ...(failure === undefined ? {} : { cut: failure }) };
}

/** Measures the nesting of JSON, so that a hostile file is not parsed. */
function createDepthMeter() {
  let [depth, isInString, isEscaped] = [0, false, false];
  return {
    exceeds(bytes: Uint8Array): boolean {
      for (const byte of bytes) {
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (byte === 0x5c) isEscaped = true;
          else if (byte === 0x22) isInString = false;
        } else if (byte === 0x22) isInString = true;
        else if (byte === 0x7b || byte === 0x5b) {
          depth += 1;
          if (depth > MAX_NESTING) return true;
        } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
      }
      return false;
    },
  };
}
