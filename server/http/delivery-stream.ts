import type { Request, Response } from 'express';
import { formatInstant } from '../../spec/formats.ts';
import type { Courier } from '../delivery/courier.ts';
import type { Listener, Pushed } from '../delivery/listeners.ts';
import type { DestinationKey } from '../delivery/store.ts';

/** A line that says nothing is sent so often, so that both ends notice when the other one is gone. Real milliseconds. */
export const HEARTBEAT_MS = 15_000;

/**
 * Sends a listener its deliveries as server-sent events until either end hangs up. What it had in its hands then waits
 * again. @see gap deliveries.listener
 */
export function streamDeliveries(courier: Courier, key: DestinationKey, request: Request, response: Response): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('X-Accel-Buffering', 'no');
  response.write(`: connected\nretry: 1000\n\n`);

  const listener: Listener = {
    push: (pushed) => response.write(textOf(pushed)),
    end(reason) {
      response.write(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
      response.end();
    },
  };
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS);
  let isOver = false;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(heartbeat);
    courier.disconnect(key, listener);
  };
  request.on('close', over);
  response.on('close', over);
  courier.connect(key, listener);
}

function textOf({ deliveryId, sequence, attempt, attemptToken, headers, body, summary }: Pushed): string {
  const { eventId, type, terminalId, accountId, atMs } = summary.event;
  const data = {
    delivery_id: deliveryId,
    attempt,
    attempt_token: attemptToken,
    headers,
    body,
    event_id: eventId,
    type,
    account_id: accountId,
    terminal_id: terminalId,
    happened_at: formatInstant(atMs),
    is_test: summary.isTest,
  };
  return `event: delivery\nid: ${sequence}\ndata: ${JSON.stringify(data)}\n\n`;
}
