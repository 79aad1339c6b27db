import { type ClientClock, systemClock } from './clock.ts';

/** Sends a request. The global `fetch` by default. */
export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

/** How one call is sent. Each member replaces that of the client. */
export interface CallOptions {
  /** Limits the call with all of its attempts and pauses, in milliseconds. */
  readonly timeoutMs?: number;
  /** Limits each attempt until the end of its response, in milliseconds. */
  readonly attemptTimeoutMs?: number;
  /** The number of repetitions after temporary failures. */
  readonly retries?: number;
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Further headers, such as `Prefer` for a sandbox. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The options of a write. */
export interface WriteOptions extends CallOptions {
  /** Repeats an earlier write safely. A new random one by default; retries of one call have the same. */
  readonly idempotencyKey?: string;
}

export interface FleetClientOptions {
  /** The URL of the service without `/v1`: `https://fleet.example`. */
  readonly baseUrl: string;
  /** The API key. The client sends it as `X-API-Key` only, to the base URL only. */
  readonly apiKey: string;
  /** Limits each call with all of its attempts and pauses, in milliseconds. 60,000 by default. */
  readonly timeoutMs?: number;
  /** Limits each attempt until the end of its response, in milliseconds. 10,000 by default. */
  readonly attemptTimeoutMs?: number;
  /** The number of repetitions after temporary failures. 3 by default. */
  readonly retries?: number;
  /** Replaces the global `fetch`. It must obey `redirect: 'manual'`. */
  readonly fetch?: SendRequest;
  /** Replaces the clock, for tests. */
  readonly clock?: ClientClock;
}

/** The limits of one call. */
export interface CallLimits {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly retries: number;
}

export interface ParsedOptions extends CallLimits {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: SendRequest;
  readonly clock: ClientClock;
}

const DEFAULTS: CallLimits = { timeoutMs: 60_000, attemptTimeoutMs: 10_000, retries: 3 };

/** Timers wait at most this long. */
const LONGEST_MS = 2_147_483_647;

/** Checks the options of a client. Throws a `TypeError` for an invalid one, which never contains the key. */
export function parseOptions(options: FleetClientOptions): ParsedOptions {
  const { apiKey, fetch = globalThis.fetch, clock = systemClock } = options;
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey is not valid; expected the key as printable ASCII characters without spaces');
  if (typeof fetch !== 'function') throw new TypeError('fetch is not a function; expected one like the global fetch');
  return {
    baseUrl: parseBaseUrl(options.baseUrl),
    apiKey,
    // A browser refuses to call its `fetch` as a method of another object.
    fetch: (url, init) => fetch(url, init),
    clock,
    ...parseLimits(options, DEFAULTS),
  };
}

/** Returns the limits of a call. Throws a `TypeError` for an invalid one. */
export function parseLimits(options: CallOptions, defaults: CallLimits): CallLimits {
  return {
    timeoutMs: parseWhole('timeoutMs', options.timeoutMs ?? defaults.timeoutMs, 1),
    attemptTimeoutMs: parseWhole('attemptTimeoutMs', options.attemptTimeoutMs ?? defaults.attemptTimeoutMs, 1),
    retries: parseWhole('retries', options.retries ?? defaults.retries, 0),
  };
}

/** Returns a whole number. Throws a `TypeError` for another value. */
export function parseWhole(name: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least && value <= LONGEST_MS) return value;
  throw new TypeError(`${name} is ${value}; expected a whole number from ${least} to ${LONGEST_MS}`);
}

function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === '';
  // The message does not repeat the text, which may contain credentials.
  if (!isPlain)
    throw new TypeError(
      'baseUrl is not valid; expected an absolute http or https URL without credentials, query and fragment, such as https://fleet.example',
    );
  return url.href.replace(/\/+$/, '');
}
