import { formatInstant } from '../../../base/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type {
  DeliveryListener,
  PushedDelivery,
  StreamEnding,
} from '../../delivery/queue/listeners/listener-registry.ts';
import type { DeliveryService } from '../../delivery/service/delivery-service.ts';
import type { DestinationKey } from '../../delivery/store/delivery-store.ts';
import { type EventStreams, formatStreamEvent } from '../edge/event-streams.ts';
import type { HttpResponse } from '../exchange/middleware.ts';

/** The deliveries of one listener. */
export interface ListenerStream {
  readonly streams: EventStreams;
  readonly deliveryService: DeliveryService;
  readonly key: DestinationKey;
  /** Whether the caller may still read the stream. */
  readonly isAllowed: () => Promise<boolean>;
  /** Called when the stream is over. */
  readonly onClose: () => void;
  /** Calls back after data has changed, until the returned function is called. */
  readonly onChange: (listener: () => void) => () => void;
}

/**
 * Sends a listener its deliveries as server-sent events until either end disconnects, or the key of the caller is no longer
 * valid. Unfinished deliveries then return to the queue. @see gap deliveries.listener
 */
export function streamDeliveries(
  { streams, deliveryService, key, isAllowed, onChange, onClose }: ListenerStream,
  response: HttpResponse,
): void {
  const end = (code: keyof typeof REASONS): void =>
    stream.end(formatStreamEvent('end', { code, reason: REASONS[code] }));
  const listener: DeliveryListener = {
    push: (pushed) => stream.write(formatDelivery(pushed)),
    notify: ({ status, disabledReason }) =>
      stream.write(formatStreamEvent('destination', { status, disabled_reason: disabledReason })),
    end,
  };
  const verify = (): void => {
    isAllowed()
      .then((isStillAllowed) => {
        if (!isStillAllowed) end('key_invalid');
      })
      .catch(() => undefined); // the next one tries again
  };
  const stopWatching = onChange(verify);
  const stream = streams.open(response, {
    onHeartbeat: verify,
    onClose() {
      stopWatching();
      deliveryService.listeners.disconnect(key, listener);
      onClose();
    },
  });
  if (!stream.isOver) deliveryService.listeners.connect(key, listener);
}

const REASONS: Readonly<Record<StreamEnding | 'key_invalid', string>> = {
  key_invalid: 'The key is no longer valid.',
  replaced: 'Another listener took over.',
  gone: 'The destination is gone: it was deleted, or the sandbox was reset.',
  stopped: 'The sandbox stops.',
};

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
  const data: SandboxSchemas['DeliveryMessages']['delivery'] = {
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
  return `id: ${deliveryId}\n${formatStreamEvent('delivery', data)}`;
}
