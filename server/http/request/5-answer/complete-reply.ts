import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { performance } from '../../../../base/real-time.ts';
import { ListBytes, type ReplyBytes } from '../../../serialisers/json.ts';
import type { AccessEntry, AccessLog } from '../1-start/access-log.ts';
import { PageBuffers } from '../6-send/page-buffers.ts';

/** A 200 with everything that is needed to send it, also again. */
export interface CompleteReply {
  /** Names and values in turn, as `writeHead` expects them. */
  readonly headers: readonly string[];
  /** The headers of a 304 in the place of this reply. */
  readonly headersOfNotModified: readonly string[];
  readonly etag: string;
  readonly body: ReplyBytes | Buffer;
  readonly entry: Pick<AccessEntry, 'path' | 'operationId' | 'userId'>;
}

/** One sending of a reply. */
export interface Sending {
  readonly requestId: string;
  /** Real time from a monotonic clock, in milliseconds. */
  readonly startedAt: number;
  readonly isNotModified: boolean;
  readonly record: AccessLog;
  /** Headers of this response only: names and values in turn. */
  readonly ownHeaders: readonly string[];
}

const pageBuffers = new PageBuffers();

/**
 * Node joins the head and a body that is a string to a new string, which fills the space for new objects. A large body is
 * therefore sent from a buffer, which is written beside the head. For a small one, that takes longer.
 */
const BUFFER_FROM_BYTES = 4096;

/** Returns the body in the form in which it is sent fastest when it is sent often. */
export function toKeptBody(body: CompleteReply['body']): string | Buffer {
  if (Buffer.isBuffer(body)) return body;
  const byteString = String(body);
  return byteString.length < BUFFER_FROM_BYTES ? byteString : Buffer.from(byteString, 'latin1');
}

/** Sends a reply in one write, and logs the request when the response has ended. */
export function sendComplete(
  response: ServerResponse,
  { headers, headersOfNotModified, body, entry }: CompleteReply,
  { requestId, startedAt, isNotModified, record, ownHeaders }: Sending,
): void {
  const { socket } = response;
  let pageBuffer: Buffer | undefined;
  response.on('close', () => {
    // The bytes in the buffer of a destroyed socket may still be in flight.
    if (pageBuffer !== undefined && response.writableFinished && socket?.destroyed === false)
      pageBuffers.giveBack(pageBuffer);
    record(
      {
        requestId,
        method: 'GET',
        ...entry,
        isOperator: false,
        status: response.statusCode,
        isAborted: !response.writableFinished,
        durationMs: performance.now() - startedAt,
        problem: undefined,
        misbehaviours: [],
        defect: undefined,
      },
      response,
    );
  });
  if (isNotModified) {
    response.writeHead(304, ['X-Request-Id', requestId, ...ownHeaders, ...headersOfNotModified]);
    response.end();
    return;
  }
  response.writeHead(200, ['X-Request-Id', requestId, ...ownHeaders, ...headers]);
  // A stream within this process passes the buffer itself on to its reader. A response without a socket waits for an earlier one on
  // the same connection.
  if (body instanceof ListBytes && body.length >= BUFFER_FROM_BYTES && socket instanceof Socket) {
    pageBuffer = pageBuffers.take(body.length);
    if (pageBuffer !== undefined) {
      body.writeTo(pageBuffer);
      response.end(pageBuffer.subarray(0, body.length));
      return;
    }
  }
  response.end(body instanceof ListBytes ? String(body) : body, 'latin1');
}
