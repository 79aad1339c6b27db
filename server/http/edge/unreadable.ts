import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ProblemReply, problem } from '../../problems/problem.ts';
import type { Call } from '../exchange/call.ts';
import type { Decision } from '../exchange/decision.ts';
import { readHeaders } from '../exchange/request-headers.ts';

/** Problem documents for requests that Node refuses before or while reading them. Gap limits.request. */

/** An error of the HTTP parser or of a socket, as Node reports it. */
export interface ConnectionError extends Error {
  readonly code?: string;
  /** The parser's own description of the error. It never repeats the input. */
  readonly reason?: string;
  readonly rawPacket?: Buffer;
}

/** Returns the reply to a request that failed with `error`; undefined if the connection is closed. */
export function replyToError(error: ConnectionError, maxHeaderBytes: number): ProblemReply | undefined {
  const { code = '', reason = 'it does not parse' } = error;
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return problem(408, 'request_timeout', {
        detail: 'The request did not arrive completely in time. Send its headers and body without pauses.',
      });
    case 'HPE_HEADER_OVERFLOW':
      return problem(431, 'headers_too_large', {
        detail: `The request line and headers are too long. Expected at most ${maxHeaderBytes} bytes. Send less.`,
      });
    default:
      return code.startsWith('HPE_') ? rejectMalformed(`${reason}.`) : undefined;
  }
}

const rejectMalformed = (what: string): ProblemReply<400> =>
  problem(400, 'malformed_request', {
    detail: `The request cannot be read: ${what} Expected HTTP/1.1 as in RFC 9112. Check what your client sends.`,
  });

const NOT_A_PROXY = problem(405, 'method_not_allowed', {
  detail: 'This server is not a proxy. Expected a method that the path answers. Send the request without CONNECT.',
  allowed: ['GET', 'HEAD', 'OPTIONS', 'POST'],
});

const replies = new WeakMap<IncomingMessage, ProblemReply>();

/** Has `refuseUnreadable` answer `request` with `reply`. */
export function markUnreadable(request: IncomingMessage, reply: ProblemReply): void {
  replies.set(request, reply);
}

/** Returns the refusal of a request that was marked, or that uses CONNECT. */
export const readFault = (request: IncomingMessage): ProblemReply | undefined =>
  request.method === 'CONNECT' ? NOT_A_PROXY : replies.get(request);

/** Whether `refuseUnreadable` would let a request pass. */
export const isReadable = (request: IncomingMessage): boolean =>
  (readFault(request) ?? findHostFault({ headers: readHeaders(request), httpVersion: request.httpVersion })) ===
  undefined;

/** `uri-host [":" port]`, or nothing. @see RFC 9110, 7.2, and RFC 3986, 3.2.2 */
const HOST = /^(?:\[[\w.~!$&'()*+,;=:%-]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::\d*)?$/;

/**
 * Refuses requests that could not be read, and those that do not name exactly one host, and ends their connections.
 * @see RFC 9112, 3.2
 */
export const refuseUnreadable: Decision = (call) => {
  const refusal = call.readFault ?? findHostFault(call);
  if (refusal !== undefined) call.replyHeaders.push('Connection', 'close');
  return refusal;
};

function findHostFault({
  headers: { host, repeated },
  httpVersion,
}: Pick<Call, 'headers' | 'httpVersion'>): ProblemReply | undefined {
  if (host === undefined) return httpVersion === '1.1' ? rejectMalformed('The header Host is missing.') : undefined;
  if (repeated.includes('host')) return rejectMalformed('The header Host is repeated.');
  return HOST.test(host)
    ? undefined
    : rejectMalformed('The header Host is not the name of a host, with or without a port.');
}

const lateRefusals = new WeakMap<ServerResponse, (reply: ProblemReply) => void>();

/** Allows `refuseLate` to answer a request whose body turns out to be unreadable, with `send`. */
export function acceptLateRefusals(response: ServerResponse, send: (reply: ProblemReply) => void): void {
  lateRefusals.set(response, send);
}

/** Answers a request that is still being received, and ends its connection. Requires that no response was sent. */
export function refuseLate(response: ServerResponse, reply: ProblemReply): void {
  response.setHeader('Connection', 'close');
  lateRefusals.get(response)?.(reply);
}

/**
 * Returns method and target from the first bytes of an unparsable request, if recognisable. Both are for display only.
 */
export function parseRequestLine(packet: Buffer | undefined): { readonly method: string; readonly target: string } {
  const text = packet?.subarray(0, 4096).toString('latin1') ?? '';
  const [, method = '-', target = '-'] = /^([A-Z]{1,16}) (\/[\x21-\x7e]{0,2047})(?:[ \r\n]|$)/.exec(text) ?? [];
  return { method, target };
}
