import type { Mark } from '../../../../conformance/client/core/evidence.ts';

/** A request of the client, as the gateway received it. */
export interface Incoming {
  readonly method: string;
  /** The raw path, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly hasKey: boolean;
}

/** How a response deviates from a usual one on its way to the client. */
export type Effect =
  /** Nothing is sent, and the connection stays open. */
  | { readonly kind: 'silence' }
  /** The connection is reset, before the response or within its body. */
  | { readonly kind: 'reset'; readonly isWithinBody: boolean }
  /** The body is sent in this number of pieces with a pause before each. */
  | { readonly kind: 'drip'; readonly pieces: number; readonly pauseMs: number }
  /** White space follows the beginning of the body without end. */
  | { readonly kind: 'endless'; readonly pauseMs: number };

/** A response, and the circumstance that it shows. */
export interface Reply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly effect?: Effect;
  readonly note?: string;
  readonly marks?: readonly Mark[];
  /** Milliseconds from the start of the lesson until which the client must wait. */
  readonly waitUntilMs?: number;
}

/** Answers a request. */
export type Handler = (incoming: Incoming) => Promise<Reply>;

/** Returns a handler in front of another one. */
export type Wrap = (next: Handler) => Handler;

/** Adds a mark and a note to a reply. */
export const markReply = (reply: Reply, mark: Mark, note = reply.note): Reply => ({
  ...reply,
  marks: [...(reply.marks ?? []), mark],
  ...(note === undefined ? {} : { note }),
});

/** Creates a problem document, as the service sends it. */
export function createProblem(status: number, code: string, detail: string): Reply {
  const type = `/problems/${code.replaceAll('_', '-')}`;
  return createJson(status, { type, title: detail, status, code, detail }, 'application/problem+json');
}

/** Creates a JSON response. */
export const createJson = (status: number, value: unknown, mediaType = 'application/json'): Reply => ({
  status,
  headers: { 'content-type': `${mediaType}; charset=utf-8`, 'cache-control': 'no-store' },
  body: Buffer.from(JSON.stringify(value)),
});

/** Whether a request reads from the service with the key. */
export const isRead = ({ method, path, hasKey }: Incoming): boolean =>
  method === 'GET' && hasKey && path.startsWith('/v1/');
