import type { HeaderPair } from '../../http/client.ts';
import type { TlsOptions } from '../../http/transport/transport.ts';
import type { OutgoingDelivery } from './outgoing-delivery.ts';

/** The response to a delivery, or the reason why there is none. */
export type DeliveryResponse = {
  /**
   * How often the request was sent. Default 1; 2 if the receiver closed a kept connection before it responded: senders then open
   * another one.
   */
  readonly transmissions?: number;
} & (
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: readonly HeaderPair[];
      readonly text: string;
      /** From the last byte sent to the end of the response. */
      readonly tookMs: number;
    }
  /** No response. `words` describes why; `unreachable` means no connection; `cut`: the check closed the connection. */
  | { readonly kind: 'unreachable' | 'timeout' | 'dropped' | 'cut'; readonly words: string }
);

/** Sends one delivery, by default over a separate connection. Never throws because of the receiver's behaviour. */
export type SendDelivery = (delivery: OutgoingDelivery) => Promise<DeliveryResponse>;

export interface ProbeSenderOptions {
  readonly url: string;
  /** Time limit of one exchange, from the first byte sent to the last byte read. */
  readonly timeoutMs: number;
  /** Pause between two chunks of a body. */
  readonly pauseMs: number;
  /** Headers to add to every delivery. */
  readonly addedHeaders: readonly HeaderPair[];
  readonly tls?: Pick<TlsOptions, 'ca' | 'isUnchecked'>;
  /** IP addresses to connect to, in place of those of the name in `url`. */
  readonly addresses?: readonly string[];
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number;
}
