import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ListBytes } from '../../../serialisers/json.ts';
import type { Call } from '../../exchange/call.ts';
import type { FinalReply } from '../../exchange/final-reply.ts';
import { sendFaulty } from '../../faults/send-faulty.ts';
import { PageBuffers } from './page-buffers.ts';

const pageBuffers = new PageBuffers();

/** A shorter body is sent as a string, which Node joins with the head. For a longer one, that takes longer. */
const BUFFER_FROM_BYTES = 4096;

/** Sends a reply in one write. */
export function sendDirect(response: ServerResponse, call: Call, reply: FinalReply): void {
  if (call.faultRule !== undefined) {
    sendFaulty(response, call, reply);
    return;
  }
  const { status, headers, body } = reply;
  response.writeHead(status, ['X-Request-Id', call.requestId, ...call.replyHeaders, ...headers]);
  const { socket } = response;
  // A stream within this process passes the buffer itself on to its reader. A response without a socket waits for an earlier one on
  // the same connection.
  if (body instanceof ListBytes && body.length >= BUFFER_FROM_BYTES && socket instanceof Socket) {
    const pageBuffer = pageBuffers.take(body.length);
    if (pageBuffer !== undefined) {
      body.writeTo(pageBuffer);
      response.end(pageBuffer.subarray(0, body.length));
      // Without bytes that wait, the operating system has all of them.
      if (socket.writableLength === 0) pageBuffers.giveBack(pageBuffer);
      // The bytes in the buffer of a destroyed socket may still be in flight.
      else
        call.endings.push(() => {
          if (response.writableFinished && !socket.destroyed) pageBuffers.giveBack(pageBuffer);
        });
      return;
    }
  }
  if (Buffer.isBuffer(body)) response.end(body);
  else response.end(String(body), 'latin1');
}
