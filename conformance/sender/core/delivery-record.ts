import { omitUndefined } from '../../../base/omit-undefined.ts';
import { parseJson } from '../../http/bodies/json-text.ts';
import type { HeaderPair } from '../../http/client.ts';

/** The response to a request of the sender. */
export interface GivenResponse {
  /** `null` if the inbox withheld the response. */
  readonly status: number | null;
  /** The value of `Retry-After` in seconds. */
  readonly retryAfterSeconds?: number;
  /** The value of `Location`. */
  readonly location?: string;
  /** Which side closed the connection of a withheld response, and when. Omitted if it was still open at the end. */
  readonly ended?: { readonly by: 'sender' | 'inbox'; readonly afterMs: number };
}

/** One recorded request of a sender, before any check. */
export interface DeliveryRecord {
  /** Epoch milliseconds of the real clock at which the last byte arrived. */
  readonly receivedAtMs: number;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** All headers in order, with lower-case names; names can repeat. */
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  /** The number of bytes sent; more than `body` has if the body was too long to store or incomplete. */
  readonly sentBytes: number;
  readonly isWhole: boolean;
  readonly answer: GivenResponse;
}

/** The recorded requests and the end of the recording; later requests may be missing. */
export interface Recording {
  readonly records: readonly DeliveryRecord[];
  /** Epoch milliseconds of the real clock. */
  readonly listenedUntilMs: number;
}

/** Limits of a recording; larger ones are rejected. */
const MOST_CHARACTERS = 256 * 1024 * 1024;
const MOST_REQUESTS = 50_000;

/** Formats a record as one line of a recording, without a line break. */
export const formatRecordLine = (record: DeliveryRecord): string =>
  JSON.stringify({
    received_at_ms: record.receivedAtMs,
    method: record.method,
    path: record.path,
    headers: record.headers,
    body_base64: Buffer.from(record.body).toString('base64'),
    sent_bytes: record.sentBytes,
    is_whole: record.isWhole,
    answer: {
      status: record.answer.status,
      ...omitUndefined({ retry_after_seconds: record.answer.retryAfterSeconds, location: record.answer.location }),
      ...(record.answer.ended === undefined
        ? {}
        : { ended_by: record.answer.ended.by, ended_after_ms: record.answer.ended.afterMs }),
    },
  });

/** Formats the last line of a recording: the end of listening. */
export const formatEndLine = (listenedUntilMs: number): string =>
  JSON.stringify({ listened_until_ms: listenedUntilMs });

/**
 * Parses a recording: JSON Lines with one request per line, as `formatRecordLine` formats it, and an optional last line with the end of
 * listening. A request needs `received_at_ms`, `headers` and `body_base64`; the default for the rest is a complete POST to `/`
 * with the response 200. Problems contain the line number.
 *
 * @example
 * const parsed = parseRecording(await readFile('deliveries.jsonl', 'utf8'), 'deliveries.jsonl');
 */
export function parseRecording(
  text: string,
  fileName: string,
): { readonly recording: Recording } | { readonly problem: string } {
  if (text.length > MOST_CHARACTERS) return { problem: `${fileName}: expected at most ${MOST_CHARACTERS} characters` };
  const records: DeliveryRecord[] = [];
  let listenedUntilMs = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const read = readLine(line);
      if ('listenedUntilMs' in read) listenedUntilMs = Math.max(listenedUntilMs, read.listenedUntilMs);
      else if (records.push(read) > MOST_REQUESTS) throw new LineError(`expected at most ${MOST_REQUESTS} requests`);
    } catch (thrown) {
      if (!(thrown instanceof LineError)) throw thrown;
      return { problem: `${fileName}:${index + 1}: ${thrown.message}` };
    }
  }
  const inOrder = records.toSorted((one, other) => one.receivedAtMs - other.receivedAtMs);
  return {
    recording: { records: inOrder, listenedUntilMs: Math.max(listenedUntilMs, inOrder.at(-1)?.receivedAtMs ?? 0) },
  };
}

/** A problem of one line. */
class LineError extends Error {}

type JsonObject = Readonly<Record<string, unknown>>;

const MEMBERS = ['received_at_ms', 'method', 'path', 'headers', 'body_base64', 'sent_bytes', 'is_whole', 'answer'];

function readLine(line: string): DeliveryRecord | { readonly listenedUntilMs: number } {
  const read = parseJson(line);
  const value = readObject(read.isUnreadable ? undefined : read.value, 'expected one JSON object per line');
  if ('listened_until_ms' in value) {
    rejectUnknownMembers(value, ['listened_until_ms']);
    return { listenedUntilMs: readInstant(value, 'listened_until_ms') };
  }
  rejectUnknownMembers(value, MEMBERS);
  const body = readBase64(value.body_base64);
  return {
    receivedAtMs: readInstant(value, 'received_at_ms'),
    method: readOptional(value, 'method', { otherwise: 'POST', isValid: isText, expected: 'a string, such as "POST"' }),
    path: readOptional(value, 'path', { otherwise: '/', isValid: isText, expected: 'a string, such as "/"' }),
    headers: readHeaderPairs(value.headers),
    body,
    sentBytes: readOptional(value, 'sent_bytes', {
      otherwise: body.length,
      isValid: isCount,
      expected: 'a whole number of bytes',
    }),
    isWhole: readOptional(value, 'is_whole', {
      otherwise: true,
      isValid: (one) => typeof one === 'boolean',
      expected: 'true or false',
    }),
    answer: readAnswer(value.answer),
  };
}

function readAnswer(value: unknown): GivenResponse {
  if (value === undefined) return { status: 200 };
  const answer = readObject(value, 'answer: expected an object, such as {"status": 200}');
  rejectUnknownMembers(answer, ['status', 'retry_after_seconds', 'location', 'ended_by', 'ended_after_ms']);
  const { status, retry_after_seconds: retryAfterSeconds, location } = answer;
  if (status !== null && !isStatus(status))
    throw new LineError('answer.status: expected a number from 100 to 599, or null for no response');
  if (retryAfterSeconds !== undefined && !isCount(retryAfterSeconds))
    throw new LineError('answer.retry_after_seconds: expected a whole number of seconds');
  if (location !== undefined && !isText(location)) throw new LineError('answer.location: expected a string');
  return {
    status,
    ...omitUndefined({ retryAfterSeconds, location }),
    ...readConnectionEnd(answer),
  };
}

/** Reads which side closed the connection of a withheld response. */
function readConnectionEnd({ ended_by: by, ended_after_ms: afterMs }: JsonObject): Pick<GivenResponse, 'ended'> {
  if (by === undefined && afterMs === undefined) return {};
  if (by !== 'sender' && by !== 'inbox') throw new LineError('answer.ended_by: expected "sender" or "inbox"');
  if (!isCount(afterMs))
    throw new LineError('answer.ended_after_ms: expected whole milliseconds, together with ended_by');
  return { ended: { by, afterMs } };
}

function readHeaderPairs(value: unknown): readonly HeaderPair[] {
  const wanted = 'headers: expected a list of pairs, such as [["webhook-id", "evt_1"]]';
  if (!Array.isArray(value)) throw new LineError(wanted);
  return value.map((pair): HeaderPair => {
    if (!Array.isArray(pair) || pair.length !== 2 || !isText(pair[0]) || !isText(pair[1])) throw new LineError(wanted);
    return [pair[0].toLowerCase(), pair[1]];
  });
}

function readBase64(value: unknown): Uint8Array {
  if (!isText(value) || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
    throw new LineError('body_base64: expected the bytes of the body in base64');
  return Buffer.from(value, 'base64');
}

function readInstant(value: JsonObject, member: string): number {
  const ms = value[member];
  if (!isCount(ms)) throw new LineError(`${member}: expected whole milliseconds since 1970-01-01T00:00:00Z`);
  return ms;
}

interface OptionalMember<Value> {
  /** The value of an absent member. */
  readonly otherwise: Value;
  readonly isValid: (one: unknown) => one is Value;
  /** Describes a valid value in messages. */
  readonly expected: string;
}

function readOptional<Value>(
  value: JsonObject,
  member: string,
  { otherwise, isValid, expected }: OptionalMember<Value>,
): Value {
  const given = value[member];
  if (given === undefined) return otherwise;
  if (!isValid(given)) throw new LineError(`${member}: expected ${expected}`);
  return given;
}

function rejectUnknownMembers(value: JsonObject, members: readonly string[]): void {
  const unknown = Object.keys(value).find((name) => !members.includes(name));
  if (unknown !== undefined)
    throw new LineError(`unknown member ${JSON.stringify(unknown)}; expected ${members.join(', ')}`);
}

function readObject(value: unknown, wanted: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new LineError(wanted);
  return value as JsonObject; // validated above: an object and not an array
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isStatus = (value: unknown): value is number => isCount(value) && value >= 100 && value <= 599;
