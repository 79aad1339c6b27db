import { SCHEMES } from '../../webhooks/scheme.ts';
import { verifySignature } from '../../webhooks/signature.ts';
import { checkReceiver } from '../check-receiver.ts';
import type { ReceiverOptions } from '../core/options.ts';
import type { ReceiverResult } from '../core/result.ts';
import type { DeliveryResponse } from '../sending/delivery-response.ts';
import { SECRET } from './check-one.ts';
import { NOW_MS, respondWith } from './in-memory.ts';
import { parseEvent } from './parse-event.ts';

/** A genuine delivery to a simulated receiver. */
export interface SimulatedDelivery {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly timestamp: string;
    readonly account_id: string;
    readonly terminal_id: string | null;
    readonly incident: { readonly incident_id: string; readonly sequence: number; readonly state: string } | null;
    readonly is_test?: boolean;
  };
}

/** Where a simulated receiver records its effects. */
export interface SimulatedWorld {
  /** Records one effect of the event with this id, after a while. */
  work(eventId: string, afterMs?: number): void;
}

/** A receiver that verifies signatures correctly. It processes genuine deliveries, and returns the status. */
export interface SimulatedReceiver {
  readonly title: string;
  /** Whether its counter lists event ids. */
  readonly listsIds?: boolean;
  /** Writes an id for the list. Default: unchanged. */
  readonly writeId?: (id: string) => string;
  /** Returns a response before the verification, for example because of a limit. */
  readonly limit?: () => (nowMs: number) => DeliveryResponse | undefined;
  readonly create: (world: SimulatedWorld) => (delivery: SimulatedDelivery) => number;
}

/** Milliseconds that a delivery takes by default. */
const DELIVERY_MS = 4;

/**
 * Checks a simulated receiver with all probes, on a clock that only deliveries and waiting move. The receiver processes one
 * delivery at a time.
 */
export function checkSimulated(
  { create, limit, listsIds = false, writeId = (id) => id }: SimulatedReceiver,
  {
    deliveryMs = DELIVERY_MS,
    isTimeLimited = false,
    ...options
  }: Pick<ReceiverOptions, 'processes' | 'maxRunMs' | 'onPace'> & {
    readonly deliveryMs?: number;
    /** The usual time limit applies. Default: only `maxRunMs`. */
    readonly isTimeLimited?: boolean;
  } = {},
): Promise<ReceiverResult> {
  let nowMs = NOW_MS;
  const effects: { readonly id: string; readonly atMs: number }[] = [];
  const process = create({ work: (id, afterMs = 0) => void effects.push({ id, atMs: nowMs + afterMs }) });
  const findLimit = limit?.();
  return checkReceiver({
    ...(isTimeLimited ? {} : { maxRunMs: Number.POSITIVE_INFINITY }),
    ...options,
    url: 'https://hooks.example',
    secret: SECRET,
    now: () => nowMs,
    wait: async (ms) => {
      nowMs += ms;
    },
    send: async ({ headers, pieces, method }) => {
      nowMs += deliveryMs;
      const limited = findLimit?.(nowMs);
      if (limited !== undefined) return limited;
      if (method !== 'POST') return respondWith(405, { tookMs: deliveryMs });
      const body = Buffer.concat(pieces);
      const signed = { headers, body, secrets: [SECRET], nowMs, toleranceSeconds: 300 };
      if (verifySignature(SCHEMES['standard-webhooks'], signed).kind !== 'valid')
        return respondWith(401, { tookMs: deliveryMs });
      const [, id = ''] = headers.find(([name]) => name.toLowerCase() === 'webhook-id') ?? [];
      const event = parseEvent<SimulatedDelivery['event']>(body);
      return respondWith(event === undefined ? 400 : process({ id, nowMs, event }), { tookMs: deliveryMs });
    },
    effects: async () => {
      const past = effects.filter(({ atMs }) => atMs <= nowMs).toSorted((one, other) => one.atMs - other.atMs);
      const shown = past.map(({ id }) => writeId(id));
      return listsIds ? shown : shown.length;
    },
  });
}
