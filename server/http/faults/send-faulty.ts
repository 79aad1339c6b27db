import { type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout } from '../../../base/real-time.ts';
import type { FaultEffect } from '../../world/state/fault-rules.ts';
import type { Call } from '../exchange/call.ts';
import type { FinalReply } from '../exchange/final-reply.ts';
import { alterReply, type BytesReply } from './alter-reply.ts';

/** Sends a reply with the fault of the rule that applies to the call. */
export function sendFaulty(response: ServerResponse, call: Call, reply: FinalReply): void {
  const { faultRule: rule } = call;
  if (rule === undefined) throw new Error('sendFaulty was called without a fault rule');
  const altered = alterReply(call, rule, reply);
  const { effect } = rule.definition;
  const sent = { ...altered, headers: ['X-Request-Id', call.requestId, ...call.replyHeaders, ...altered.headers] };
  if (reply.closesConnection === true) response.shouldKeepAlive = false;
  switch (effect.type) {
    case 'connection_reset':
      resetConnection(response, sent, effect.at ?? 'before_head');
      return;
    case 'body_cut':
      sendHalf(response, sent);
      return;
    case 'slow_body':
      sendSlowly(response, call, { ...sent, durationMs: effect.duration_ms ?? 0 });
      return;
    case 'wrong_length':
      response.shouldKeepAlive = false; // otherwise the wrong length would damage the next response
      sendWhole(response, sent);
      return;
    default:
      sendWhole(response, sent);
  }
}

function sendWhole(response: ServerResponse, { status, headers, body }: BytesReply): void {
  response.writeHead(status, [...headers]);
  response.end(body);
}

function resetConnection(
  response: ServerResponse,
  { status, headers }: BytesReply,
  at: NonNullable<FaultEffect['at']>,
): void {
  const { socket } = response.req;
  switch (at) {
    case 'before_head':
      reset(socket);
      return;
    case 'within_head': {
      const [name = '', value = ''] = headers;
      const start = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${name}: ${value}\r\nContent-Ty`;
      socket.write(start, 'latin1', () => reset(socket));
      return;
    }
    default:
      response.writeHead(status, [...headers]);
      response.flushHeaders();
      afterFlush(socket, () => reset(socket));
  }
}

/** Ends a connection with RST. Connections with TLS and those within this process have none, and are destroyed. */
function reset(socket: Duplex): void {
  if (socket instanceof Socket && !('encrypted' in socket)) socket.resetAndDestroy();
  else socket.destroy();
}

/** Sends the whole head and half of the body, then ends the connection in the ordinary way. */
function sendHalf(response: ServerResponse, { status, headers, body }: BytesReply): void {
  const { socket } = response.req;
  response.writeHead(status, [...headers]);
  response.flushHeaders();
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (half.length > 0) response.write(half);
  afterFlush(socket, () => socket.end(() => socket.destroy()));
}

/** Calls `next` when the operating system has all bytes of a socket. */
function afterFlush(socket: Duplex, next: () => void): void {
  socket.write('', next); // writes are completed in order
}

/** Pieces of a slow body. */
const PIECES = 20;

interface SlowReply extends BytesReply {
  readonly durationMs: number;
}

/** Sends the head at once and the body in equal pieces. The request keeps its place until the end. */
function sendSlowly(response: ServerResponse, call: Call, { status, headers, body, durationMs }: SlowReply): void {
  response.writeHead(status, [...headers]);
  response.flushHeaders();
  const pieceBytes = Math.max(1, Math.ceil(body.length / PIECES));
  const intervalMs = durationMs / Math.max(1, Math.ceil(body.length / pieceBytes));
  const sendFrom = (start: number): void => {
    if (call.isOver) return; // the client has left
    if (start >= body.length) {
      response.end();
      return;
    }
    response.write(body.subarray(start, start + pieceBytes));
    setTimeout(() => sendFrom(start + pieceBytes), intervalMs);
  };
  setTimeout(() => sendFrom(0), intervalMs);
}
