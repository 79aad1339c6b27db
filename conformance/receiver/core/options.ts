import { omitUndefined } from '../../../base/omit-undefined.ts';
import { type HeaderPair, waitInRealTime } from '../../http/client.ts';
import type { TlsOptions } from '../../http/transport/transport.ts';
import { SCHEMES, type SignatureScheme } from '../../webhooks/scheme.ts';
import { decodeSecret } from '../../webhooks/secret.ts';
import type { SendDelivery } from '../sending/delivery-response.ts';
import { createDeliverySender } from '../sending/send-delivery.ts';
import { sendWithShorterTimeouts } from '../sending/shorter-timeouts.ts';
import type { Pace } from './pace.ts';
import type { ProbeResult } from './result.ts';

/**
 * Returns the effects of all deliveries so far: their number, or a list with the event id of each. Rejects with an `Error`
 * whose message contains the expected form.
 */
export type EffectCounter = () => Promise<number | readonly string[]>;

/** The options of a check of a receiver. */
export interface ReceiverOptions {
  /** The URL of the handler. Reports omit its query. */
  readonly url: string;
  /** The secret of the receiver, in the scheme's form. The result does not contain it. */
  readonly secret: string;
  /** Default: the scheme of the contract. */
  readonly scheme?: SignatureScheme;
  /**
   * The expected timestamp tolerance of the receiver in seconds. Default: any from one to 20 minutes; more than five minutes
   * gets advice.
   */
  readonly toleranceSeconds?: number;
  /** Ids of the probes to send. Default: all. The control is always sent. */
  readonly only?: readonly string[];
  /** Default: none; probes that need it are skipped. */
  readonly effects?: EffectCounter;
  /** The event types whose events must all have an effect. Default: unknown; a receiver may ignore types. */
  readonly processes?: readonly string[];
  /** Seed for generated events. Default 1. */
  readonly seed?: number;
  readonly network?: {
    /** Time limit of one exchange. Default 15,000, as for the contract's deliveries. */
    readonly timeoutMs?: number;
    /** Pause between two chunks of a slow body. Default 250. */
    readonly pauseMs?: number;
    /** Headers to add to every delivery. */
    readonly addedHeaders?: readonly HeaderPair[];
    readonly tls?: Pick<TlsOptions, 'ca' | 'isUnchecked'>;
    /** IP addresses to connect to, in place of those of the name in `url`. */
    readonly addresses?: readonly string[];
  };
  /** Sends deliveries. Default: over the network. */
  readonly send?: SendDelivery;
  /** Maximum response time for probes that limit it. Default 1,000. */
  readonly soonMs?: number;
  /**
   * Maximum duration of the run in milliseconds: probes that were not sent until then are not verified. Default 300,000, or 1,800
   * times the time of an ordinary response, up to an hour.
   */
  readonly maxRunMs?: number;
  /** The real clock, in epoch milliseconds. */
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Called when it is known how fast the receiver responds. */
  readonly onPace?: (pace: Pace) => void;
  /** Called with each result. */
  readonly onProbe?: (result: ProbeResult) => void;
}

/** The options with their defaults. */
export type Settings = Required<Omit<ReceiverOptions, OptionWithoutDefault | 'network'>> &
  Pick<ReceiverOptions, OptionWithoutDefault> & {
    /** Time limit of one exchange in milliseconds. */
    readonly timeoutMs: number;
  };

type OptionWithoutDefault = 'only' | 'effects' | 'processes' | 'toleranceSeconds' | 'maxRunMs';

/**
 * Validates options and adds defaults.
 * @throws TypeError for an invalid URL, RangeError for a secret that is not in the scheme's form.
 */
export function resolveSettings(options: ReceiverOptions): Settings {
  const { url, secret, scheme = SCHEMES['standard-webhooks'], network = {} } = options;
  const { timeoutMs = 15_000, pauseMs = 250, addedHeaders = [], tls = {}, addresses } = network;
  new URL(url);
  decodeSecret(scheme.secretForm, secret);
  const clock = () => performance.now();
  const common = { url, pauseMs, addedHeaders, tls, clock, ...omitUndefined({ addresses }) };
  return {
    seed: 1,
    soonMs: 1000,
    now: Date.now,
    wait: waitInRealTime,
    onPace: () => undefined,
    onProbe: () => undefined,
    timeoutMs,
    send: sendWithShorterTimeouts((limitMs) => createDeliverySender({ ...common, timeoutMs: limitMs }), timeoutMs),
    ...options,
    scheme,
  };
}
