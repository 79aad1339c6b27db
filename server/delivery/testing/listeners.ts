import type { ListenerDispatcherOptions } from '../queue/listeners/listener-dispatcher.ts';
import type {
  DeliveryListener,
  PushedDelivery,
  StatusNotice,
  StreamEnding,
} from '../queue/listeners/listener-registry.ts';
import type { DeliveryStore } from '../store/delivery-store.ts';

/** Returns a listener that records its calls. */
export function createRecordingListener() {
  const pushed: PushedDelivery[] = [];
  const notices: StatusNotice[] = [];
  const endings: StreamEnding[] = [];
  const waiting: ((one: PushedDelivery) => void)[] = [];
  let read = 0;
  const listener: DeliveryListener = {
    push(one) {
      pushed.push(one);
      const reader = waiting.shift();
      if (reader === undefined) return;
      read += 1;
      reader(one);
    },
    notify: (notice) => void notices.push(notice),
    end: (ending) => void endings.push(ending),
  };
  /** Returns the next unread delivery, when it arrives. */
  const next = (): Promise<PushedDelivery> => {
    const one = pushed[read];
    if (one === undefined) return new Promise((resolve) => waiting.push(resolve));
    read += 1;
    return Promise.resolve(one);
  };
  return { listener, pushed, notices, endings, next };
}

/** Records an attempt as the last one of its delivery. */
export const settleAsDelivered =
  (store: DeliveryStore): ListenerDispatcherOptions['settle'] =>
  async ({ delivery }, attempt) => {
    await store.settle(
      delivery.deliveryId,
      { ...attempt, next: null },
      { state: 'delivered', endedAtMs: attempt.atMs },
    );
  };
