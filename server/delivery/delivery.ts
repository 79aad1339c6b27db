import type { DeliveryType } from '../../spec/event-types.ts';
import type { IncidentTurn } from '../world/state/destinations.ts';
import type { RealMs, SandboxMs } from '../world/state/time.ts';

/**
 * One event for one destination; also the entry of the queue. Only one exists for each pair of event and destination,
 * even if several subscriptions match, unless a fault rule duplicates it. @see gap events.retries
 */
export interface Delivery {
  readonly deliveryId: string;
  readonly tenantId: string;
  readonly destinationId: string;
  /** Order in which the store added the deliveries: 1, 2, 3 ... */
  readonly sequence: number;
  readonly event: DeliveredEvent;
  /** Whether it is a sample, sent to test the destination. */
  readonly isTest: boolean;
  readonly state: DeliveryState;
  /** When the next attempt is due; null if there is none, or if one is in flight. */
  readonly due: Due | null;
  /** Number of attempts, of every trigger. */
  readonly attemptCount: number;
  /** Number of scheduled attempts since it was last queued: the progress in the schedule. */
  readonly step: number;
  /** Status of the latest attempt; null before the first attempt or without a response. */
  readonly lastStatus: number | null;
  /** Error of the latest attempt; null if it succeeded. */
  readonly lastError: string | null;
  readonly createdAtMs: SandboxMs;
  /** When it was delivered, exhausted or skipped; null before that. */
  readonly endedAtMs: SandboxMs | null;
}

/** An event without its body. */
export interface DeliveredEvent {
  readonly eventId: string;
  readonly type: DeliveryType;
  readonly accountId: string;
  readonly terminalId: string | null;
  /** When the event occurred. */
  readonly atMs: SandboxMs;
  readonly incidentId: string | null;
  readonly turn: IncidentTurn | null;
}

/**
 * `pending`: waits for its due instant, or for its destination to be resumed. `sending`: an attempt is in flight.
 * `exhausted`: the last attempt of the schedule failed. `skipped`: its destination was disabled or deleted, or exceeded
 * its limit of waiting deliveries.
 */
export type DeliveryState = 'pending' | 'sending' | 'delivered' | 'exhausted' | 'skipped';

/** An instant on one of the clocks: the standard schedule uses the sandbox clock, the fast one the real clock. */
export type Due =
  | { readonly clock: 'sandbox'; readonly atMs: SandboxMs }
  | { readonly clock: 'real'; readonly atMs: RealMs };

/** The time on both clocks. */
export interface Now {
  readonly sandboxMs: SandboxMs;
  readonly realMs: RealMs;
}

/** One attempt to deliver. Contains no secrets. */
export interface DeliveryAttempt {
  /** Number within the delivery: 1, 2, 3 ... */
  readonly n: number;
  readonly trigger: 'scheduled' | 'replay' | 'test';
  /** On the sandbox clock: the due instant if the schedule uses that clock, otherwise the sandbox time of sending. */
  readonly atMs: SandboxMs;
  /** When it was sent, on the real clock. */
  readonly sentAtMs: RealMs;
  readonly request: AttemptedRequest;
  /** Null without a response. */
  readonly response: AttemptResponse | null;
  /** Null for a complete response with a success status. */
  readonly error: AttemptError | null;
  readonly timings: AttemptTimings;
  /** When the next attempt is due; null if there is none. */
  readonly next: Due | null;
}

export interface AttemptedRequest {
  /** Null for a listener. */
  readonly url: string | null;
  /** Sent headers by lower-case name, with credentials masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBytes: number;
  /** Hexadecimal. */
  readonly bodySha256: string;
  readonly signing: AttemptSigning;
}

/** How the request was signed. Lets a user find out why a receiver computes something else. */
export interface AttemptSigning {
  /** Whole seconds of real time, as in `webhook-timestamp`. */
  readonly timestampSeconds: number;
  /** One per secret, in the order of the header. */
  readonly signatures: readonly { readonly keyFingerprint: string; readonly signature: string }[];
}

export interface AttemptResponse {
  /** 100 to 599; null for a status that HTTP does not define. */
  readonly status: number | null;
  /** The received status code and reason. */
  readonly statusText: string;
  /** Received headers by lower-case name, with credentials masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 16 KiB, as text. */
  readonly body: string;
  readonly isTruncated: boolean;
}

export interface AttemptError {
  readonly code: AttemptErrorCode;
  /** One sentence for users. */
  readonly message: string;
}

export type AttemptErrorCode =
  | 'status'
  | 'redirect'
  | 'dns_failed'
  | 'address_not_allowed'
  | 'connect_refused'
  | 'connect_timeout'
  | 'tls_failed'
  | 'connection_reset'
  | 'response_timeout'
  | 'body_timeout'
  | 'invalid_response'
  | 'listener_failed';

/** Milliseconds; null for a phase that did not take place. */
export interface AttemptTimings {
  readonly dns: number | null;
  readonly connect: number | null;
  readonly tls: number | null;
  readonly firstByte: number | null;
  readonly total: number;
}
