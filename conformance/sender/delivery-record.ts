import type { HeaderPair } from '../http/client.ts';
import { parseJson } from '../http/json-text.ts';

/** How a request of the sender was answered. */
export interface GivenAnswer {
  /** `null` when the answer was withheld until the limit was over. */
  readonly status: number | null;
  /** The value of `Retry-After` that went with it, in seconds. */
  readonly retryAfterSeconds?: number;
  /** What `Location` named. */
  readonly location?: string;
  /** Who closed the connection of a withheld answer, and after how long. Left out when it was still open at the end. */
  readonly ended?: { readonly by: 'sender' | 'inbox'; readonly afterMs: number };
}

/** One request of a sender, as it was received. Nobody has judged it yet. */
export interface DeliveryRecord {
  /** Epoch milliseconds by the real clock, when its last byte was there. */
  readonly receivedAtMs: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** All of them in their order; names in lower case, a name as often as it came. */
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  /** How many bytes were sent; more than `body` has when it was too long to be kept, or was broken off. */
  readonly sentBytes: number;
  readonly isWhole: boolean;
  readonly answer: GivenAnswer;
}

/** What was received, and until when somebody listened: what did not come by then may still have been meant to come. */
export interface Recording {
  readonly records: readonly DeliveryRecord[];
  /** Epoch milliseconds by the real clock. */
  readonly listenedUntilMs: number;
}

/** A recording with more than this is not read. */
const MOST_CHARACTERS = 256 * 1024 * 1024;
const MOST_REQUESTS = 50_000;

/** A record as one line of a recording, without its end of line. */
export const lineOf = (record: DeliveryRecord): string =>
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
      ...(record.answer.retryAfterSeconds === undefined
        ? {}
        : { retry_after_seconds: record.answer.retryAfterSeconds }),
      ...(record.answer.location === undefined ? {} : { location: record.answer.location }),
      ...(record.answer.ended === undefined
        ? {}
        : { ended_by: record.answer.ended.by, ended_after_ms: record.answer.ended.afterMs }),
    },
  });

/** The last line of a recording: until when somebody listened. */
export const lastLineOf = (listenedUntilMs: number): string => JSON.stringify({ listened_until_ms: listenedUntilMs });

/**
 * Reads a recording: JSON Lines, one request a line as `lineOf` writes it, and at the end perhaps until when somebody
 * listened. Of a request, `received_at_ms`, `headers` and `body_base64` are needed; the rest is taken to be the usual:
 * a whole POST to `/`, answered with 200. What is wrong is said with the number of the line.
 */
export function parseRecording(
  text: string,
  fileName: string,
): { readonly recording: Recording } | { readonly problem: string } {
  if (text.length > MOST_CHARACTERS) return { problem: `${fileName}: it is larger than ${MOST_CHARACTERS} characters` };
  const records: DeliveryRecord[] = [];
  let listenedUntilMs = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const read = readLine(line);
      if ('listenedUntilMs' in read) listenedUntilMs = Math.max(listenedUntilMs, read.listenedUntilMs);
      else if (records.push(read) > MOST_REQUESTS)
        throw new LineFault(`a recording has at most ${MOST_REQUESTS} requests`);
    } catch (thrown) {
      if (!(thrown instanceof LineFault)) throw thrown;
      return { problem: `${fileName}:${index + 1}: ${thrown.message}` };
    }
  }
  const inOrder = records.toSorted((one, other) => one.receivedAtMs - other.receivedAtMs);
  return {
    recording: { records: inOrder, listenedUntilMs: Math.max(listenedUntilMs, inOrder.at(-1)?.receivedAtMs ?? 0) },
  };
}

/** What is wrong with a line, in words. */
class LineFault extends Error {}

type JsonObject = Readonly<Record<string, unknown>>;

const MEMBERS = ['received_at_ms', 'method', 'path', 'headers', 'body_base64', 'sent_bytes', 'is_whole', 'answer'];

function readLine(line: string): DeliveryRecord | { readonly listenedUntilMs: number } {
  const read = parseJson(line);
  const value = objectOf(read.isTooDeep ? undefined : read.value, 'a line takes one JSON object');
  if ('listened_until_ms' in value) {
    known(value, ['listened_until_ms']);
    return { listenedUntilMs: instant(value, 'listened_until_ms') };
  }
  known(value, MEMBERS);
  const body = base64(value.body_base64);
  return {
    receivedAtMs: instant(value, 'received_at_ms'),
    method: optional(value, 'method', 'POST', isText, 'a text, such as "POST"'),
    path: optional(value, 'path', '/', isText, 'a text, such as "/"'),
    headers: headersOf(value.headers),
    body,
    sentBytes: optional(value, 'sent_bytes', body.length, isCount, 'a whole number of bytes'),
    isWhole: optional(value, 'is_whole', true, (one) => typeof one === 'boolean', 'true or false'),
    answer: answerOf(value.answer),
  };
}

function answerOf(value: unknown): GivenAnswer {
  if (value === undefined) return { status: 200 };
  const answer = objectOf(value, 'answer takes an object, such as {"status": 200}');
  known(answer, ['status', 'retry_after_seconds', 'location', 'ended_by', 'ended_after_ms']);
  const { status, retry_after_seconds: retryAfterSeconds, location } = answer;
  if (status !== null && !isStatus(status))
    throw new LineFault('status of answer takes a number from 100 to 599, or null for none');
  if (retryAfterSeconds !== undefined && !isCount(retryAfterSeconds))
    throw new LineFault('retry_after_seconds of answer takes a whole number of seconds');
  if (location !== undefined && !isText(location)) throw new LineFault('location of answer takes a text');
  return {
    status,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(location === undefined ? {} : { location }),
    ...endOf(answer),
  };
}

/** How the connection of a withheld answer ended. */
function endOf({ ended_by: by, ended_after_ms: afterMs }: JsonObject): Pick<GivenAnswer, 'ended'> {
  if (by === undefined && afterMs === undefined) return {};
  if (by !== 'sender' && by !== 'inbox') throw new LineFault('ended_by of answer takes "sender" or "inbox"');
  if (!isCount(afterMs)) throw new LineFault('ended_after_ms of answer takes whole milliseconds, with ended_by');
  return { ended: { by, afterMs } };
}

function headersOf(value: unknown): readonly HeaderPair[] {
  const wanted = 'headers takes a list of pairs, such as [["webhook-id", "evt_1"]]';
  if (!Array.isArray(value)) throw new LineFault(wanted);
  return value.map((pair): HeaderPair => {
    if (!Array.isArray(pair) || pair.length !== 2 || !isText(pair[0]) || !isText(pair[1])) throw new LineFault(wanted);
    return [pair[0].toLowerCase(), pair[1]];
  });
}

function base64(value: unknown): Uint8Array {
  if (!isText(value) || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
    throw new LineFault('body_base64 takes the bytes of the body in base64');
  return Buffer.from(value, 'base64');
}

function instant(value: JsonObject, member: string): number {
  const ms = value[member];
  if (!isCount(ms)) throw new LineFault(`${member} takes whole milliseconds since 1970-01-01T00:00:00Z`);
  return ms;
}

function optional<Value>(
  value: JsonObject,
  member: string,
  otherwise: Value,
  isRight: (one: unknown) => one is Value,
  words: string,
): Value {
  const given = value[member];
  if (given === undefined) return otherwise;
  if (!isRight(given)) throw new LineFault(`${member} takes ${words}`);
  return given;
}

function known(value: JsonObject, members: readonly string[]): void {
  const stranger = Object.keys(value).find((name) => !members.includes(name));
  if (stranger !== undefined)
    throw new LineFault(`there is no member ${JSON.stringify(stranger)} here; there are ${members.join(', ')}`);
}

function objectOf(value: unknown, wanted: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new LineFault(wanted);
  return value as JsonObject; // an object that is no array, as just shown
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isStatus = (value: unknown): value is number => isCount(value) && value >= 100 && value <= 599;
