import type { ServerResponse } from 'node:http';
import type { AccessEntry, AccessLog } from '../pipeline/access-log.ts';

/** A 200 with everything that is needed to send it, also again. */
export interface CompleteReply {
  /** Names and values in turn, as `writeHead` expects them. */
  readonly headers: readonly string[];
  /** The headers of a 304 in the place of this reply. */
  readonly headersOfNotModified: readonly string[];
  readonly etag: string;
  /** The bytes; in a string, one per character. */
  readonly body: string | Buffer;
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

/** Sends a reply in one write, and logs the request when the response has ended. */
export function sendComplete(
  response: ServerResponse,
  { headers, headersOfNotModified, body, entry }: CompleteReply,
  { requestId, startedAt, isNotModified, record, ownHeaders }: Sending,
): void {
  response.on('close', () =>
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
    ),
  );
  if (isNotModified) {
    response.writeHead(304, ['X-Request-Id', requestId, ...ownHeaders, ...headersOfNotModified]);
    response.end();
    return;
  }
  response.writeHead(200, ['X-Request-Id', requestId, ...ownHeaders, ...headers]);
  response.end(body, 'latin1');
}
