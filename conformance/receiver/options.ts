import { type HeaderPair, waitInRealTime } from '../http/client.ts';
import type { TlsOptions } from '../http/transport.ts';
import { SCHEMES, type SignatureScheme } from '../webhooks/scheme.ts';
import { decodeSecret } from '../webhooks/secret.ts';
import { type Courier, httpCourier } from './courier.ts';
import { impatient } from './impatience.ts';
import type { ProbeResult } from './result.ts';

/**
 * Returns the effects of all deliveries so far: their number, or a list with the event id of each. Rejects with an `Error`
 * whose message says what was expected.
 */
export type EffectCounter = () => Promise<number | readonly string[]>;

/** What a check of a receiver needs, and what it may be told. */
export interface ReceiverOptions {
  /** Where deliveries go. Reports show it without its query. */
  readonly url: string;
  /** The secret that the receiver has, as the scheme writes it. Appears nowhere in the result. */
  readonly secret: string;
  /** How deliveries are signed. Default: as the contract has it. */
  readonly scheme?: SignatureScheme;
  /**
   * The tolerance that the receiver is meant to have for the time of sending, in seconds. When it is left out, a receiver may
   * have any tolerance, unless it is days wide.
   */
  readonly toleranceSeconds?: number;
  /** Ids of probes. Default: all. The control is always sent. */
  readonly only?: readonly string[];
  /** Default: none, and the probes that need it are skipped. */
  readonly effects?: EffectCounter;
  /** What events are drawn from. Default 1. */
  readonly seed?: number;
  readonly network?: {
    /** How long one exchange may take. Default 15,000, as for the contract's deliveries. */
    readonly timeoutMs?: number;
    /** Between two pieces of a body that arrives slowly. Default 250. */
    readonly pauseMs?: number;
    /** What every delivery carries beside its own. */
    readonly addedHeaders?: readonly HeaderPair[];
    readonly tls?: Pick<TlsOptions, 'ca' | 'isUnchecked'>;
  };
  /** What takes deliveries to the receiver. Default: the network. */
  readonly send?: Courier;
  /** The longest that an answer may take where speed is asked for. Default 1,000. */
  readonly soonMs?: number;
  /** The real clock, in epoch milliseconds. */
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Told of each result as it comes. */
  readonly onProbe?: (result: ProbeResult) => void;
}

/** The options with what they leave open. */
export type Settings = Required<Omit<ReceiverOptions, 'only' | 'effects' | 'network' | 'toleranceSeconds'>> &
  Pick<ReceiverOptions, 'only' | 'effects' | 'toleranceSeconds'>;

/**
 * Fills in what options leave open.
 * @throws TypeError for a URL that is none, and RangeError for a secret that is not of the scheme's form.
 */
export function settingsOf(options: ReceiverOptions): Settings {
  const { url, secret, scheme = SCHEMES['standard-webhooks'], network = {} } = options;
  const { timeoutMs = 15_000, pauseMs = 250, addedHeaders = [], tls = {} } = network;
  new URL(url);
  decodeSecret(scheme.secretForm, secret);
  const carry = { url, pauseMs, addedHeaders, tls, clock: () => performance.now() };
  return {
    seed: 1,
    soonMs: 1000,
    now: Date.now,
    wait: waitInRealTime,
    onProbe: () => undefined,
    send: impatient((limitMs) => httpCourier({ ...carry, timeoutMs: limitMs }), timeoutMs),
    ...options,
    scheme,
  };
}
