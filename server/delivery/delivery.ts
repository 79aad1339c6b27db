import type { EventType } from '../../spec/index.ts';
import type { IncidentTurn } from '../world/destinations.ts';
import type { RealMs, SandboxMs } from '../world/time.ts';

/**
 * One event on its way to one destination: also the entry of the queue. There is one for each pair of event and
 * destination, however many subscriptions match. @see gap events.retries
 */
export interface Delivery {
  readonly deliveryId: string;
  readonly tenantId: string;
  readonly destinationId: string;
  /** The order in which the store took them: 1, 2, 3 ... */
  readonly sequence: number;
  readonly event: DeliveredEvent;
  /** A sample, sent to try the destination. */
  readonly isTest: boolean;
  readonly state: DeliveryState;
  /** When the next attempt is to be made; null when none is to come, or one is under way. */
  readonly due: Due | null;
  /** Attempts made, of whatever trigger. */
  readonly attemptCount: number;
  /** Of these, scheduled ones since it was queued (last): how far the schedule has got. */
  readonly step: number;
  /** Of the latest attempt; null before the first, and where none came. */
  readonly lastStatus: number | null;
  /** Why the latest attempt failed; null where it did not. */
  readonly lastError: string | null;
  readonly createdAtMs: SandboxMs;
  /** When it was delivered, given up or skipped; null while it is not. */
  readonly endedAtMs: SandboxMs | null;
}

/** What is known of an event without its body. */
export interface DeliveredEvent {
  readonly eventId: string;
  readonly type: EventType;
  readonly accountId: string;
  readonly terminalId: string | null;
  /** When it came about. */
  readonly atMs: SandboxMs;
  readonly incidentId: string | null;
  readonly turn: IncidentTurn | null;
}

/**
 * `pending`: waits for its instant, or for its destination to be resumed. `sending`: an attempt is under way.
 * `exhausted`: the schedule is at its end. `skipped`: its destination was disabled or deleted, or too many waited for it.
 */
export type DeliveryState = 'pending' | 'sending' | 'delivered' | 'exhausted' | 'skipped';

/** An instant on one of the two clocks: the standard schedule follows the sandbox's, the fast one the real one. */
export type Due =
  | { readonly clock: 'sandbox'; readonly atMs: SandboxMs }
  | { readonly clock: 'real'; readonly atMs: RealMs };

/** What both clocks show. */
export interface Now {
  readonly sandboxMs: SandboxMs;
  readonly realMs: RealMs;
}

/** One try to deliver. Nothing in it is secret. */
export interface Attempt {
  /** Counts within the delivery: 1, 2, 3 ... */
  readonly n: number;
  readonly trigger: 'scheduled' | 'replay' | 'test';
  /** On the sandbox clock: when it was due, where the schedule follows that clock, and otherwise what the clock showed. */
  readonly atMs: SandboxMs;
  /** On the real clock: when it was sent. */
  readonly sentAtMs: RealMs;
  readonly request: AttemptedRequest;
  /** Null where none came. */
  readonly response: AttemptResponse | null;
  /** Null for a complete response with a status that means success. */
  readonly error: AttemptError | null;
  readonly timings: AttemptTimings;
  /** When the next one is due; null where none is to come. */
  readonly next: Due | null;
}

export interface AttemptedRequest {
  /** Null for a listener. */
  readonly url: string | null;
  /** As sent, by lower-case name; what could be a credential is masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBytes: number;
  /** Hexadecimal. */
  readonly bodySha256: string;
  readonly signing: AttemptSigning;
}

/** How it was signed: enough to find out why a receiver gets something else. */
export interface AttemptSigning {
  /** Whole seconds of real time, as in `webhook-timestamp`. */
  readonly timestampSeconds: number;
  /** One for each secret, in the order in which they stand in the header. */
  readonly signatures: readonly { readonly keyFingerprint: string; readonly signature: string }[];
}

export interface AttemptResponse {
  /** 100 to 599; null for a status that HTTP does not define. */
  readonly status: number | null;
  /** The status code and reason as they came. */
  readonly statusText: string;
  /** By lower-case name; what could be a credential is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 16 KiB, as text. */
  readonly body: string;
  readonly isTruncated: boolean;
}

export interface AttemptError {
  readonly code: AttemptErrorCode;
  /** One sentence for people. */
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

/** Milliseconds; null for what did not take place. */
export interface AttemptTimings {
  readonly dns: number | null;
  readonly connect: number | null;
  readonly tls: number | null;
  readonly firstByte: number | null;
  readonly total: number;
}
