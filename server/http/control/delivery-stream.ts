import { formatInstant } from '../../../spec/formats.ts';
import { clearInterval, setInterval } from '../../../spec/real-time.ts';
import type { DeliveryService } from '../../delivery/queue/delivery-service.ts';
import type { DeliveryListener, PushedDelivery, StreamEnding } from '../../delivery/queue/listener-registry.ts';
import type { DestinationKey } from '../../delivery/store/delivery-store.ts';
import type { HttpResponse } from '../pipeline/middleware.ts';

/** Interval of the empty comment lines that let both ends detect a broken connection, in real milliseconds. */
export const HEARTBEAT_MS = 15_000;

/** The deliveries of one listener. */
export interface ListenerStream {
  readonly deliveryService: DeliveryService;
  readonly key: DestinationKey;
  /** Whether the caller may still read the stream. */
  readonly isAllowed: () => Promise<boolean>;
  /** Calls back after data has changed, until the returned function is called. */
  readonly onChange: (listener: () => void) => () => void;
}

/**
 * Sends a listener its deliveries as server-sent events until either end disconnects, or the key of the caller is no longer
 * valid. Unfinished deliveries then return to the queue. @see gap deliveries.listener
 */
export function streamDeliveries(
  { deliveryService, key, isAllowed, onChange }: ListenerStream,
  response: HttpResponse,
): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('X-Accel-Buffering', 'no');
  if (response.req.method === 'HEAD') {
    response.end(); // HEAD gets only the headers
    return;
  }
  response.write(`: connected\nretry: 1000\n\n`);

  const write = (text: string): void => {
    if (!response.writableEnded) response.write(text);
  };
  const endStream = (code: keyof typeof REASONS): void => {
    write(formatEvent('end', { code, reason: REASONS[code] }));
    response.end();
  };
  const listener: DeliveryListener = {
    push: (pushed) => write(formatDelivery(pushed)),
    notify: ({ status, disabledReason }) =>
      write(formatEvent('destination', { status, disabled_reason: disabledReason })),
    end: (ending) => endStream(ending),
  };
  const verify = async (): Promise<void> => {
    if (!(await isAllowed())) endStream('key_invalid');
  };
  const heartbeat = setInterval(() => {
    write(': still here\n\n');
    verify().catch(() => undefined); // the next one tries again
  }, HEARTBEAT_MS);
  const stopWatching = onChange(() => void verify().catch(() => undefined));
  let isOver = false;
  const disconnect = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(heartbeat);
    stopWatching();
    deliveryService.listeners.disconnect(key, listener);
  };
  response.req.on('close', disconnect);
  response.on('close', disconnect);
  deliveryService.listeners.connect(key, listener);
}

const REASONS: Readonly<Record<StreamEnding | 'key_invalid', string>> = {
  key_invalid: 'The key is no longer valid.',
  replaced: 'Another listener took over.',
  gone: 'The destination is gone: it was deleted, or the sandbox was reset.',
  stopped: 'The sandbox stops.',
};

const formatEvent = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

function formatDelivery({
  deliveryId,
  attempt,
  trigger,
  attemptToken,
  headers,
  body,
  summary,
}: PushedDelivery): string {
  const { eventId, type, terminalId, accountId, atMs } = summary.event;
  const data = {
    delivery_id: deliveryId,
    attempt,
    trigger,
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
  return `id: ${deliveryId}\n${formatEvent('delivery', data)}`;
}
