import type { DeliveredEventType } from '../../../spec/event-types.ts';
import type { SandboxMs } from './time.ts';

/** Where events of a tenant are sent, and which ones. @see gap destinations.operations */
export interface Destination {
  readonly destinationId: string;
  /** The destination may receive events of this account and of all below it. Users who see the account manage it. */
  readonly accountId: string;
  /** Display name. */
  readonly name: string;
  readonly kind: DestinationKind;
  /** URL of deliveries; null for a listener, which fetches them. */
  readonly url: string | null;
  /** Token of the sandbox inbox that receives them; null for other kinds. */
  readonly inboxToken: string | null;
  /** Responses of the inbox to the next deliveries in order; the last one repeats. */
  readonly inboxAnswers: readonly InboxAnswer[];
  /** Number of changes of the responses. Each change restarts the list. */
  readonly inboxPlan: number;
  /** Additional headers of each delivery, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly retryProfile: RetryProfile;
  readonly status: DestinationStatus;
  /** Why it is disabled; null if it is not. */
  readonly disabledReason: DisabledReason | null;
  /** Newest first; the first one never expires. Later ones may have expired. */
  readonly secrets: readonly SigningSecret[];
  /** In order of creation. */
  readonly subscriptions: readonly Subscription[];
  readonly createdAtMs: SandboxMs;
  readonly changedAtMs: SandboxMs;
}

/** A URL, an inbox of the sandbox, or a listener that connects and fetches. */
export type DestinationKind = 'url' | 'inbox' | 'listener';

/** `standard`: ten attempts over 76 hours of the sandbox clock. `fast`: six attempts within 31 seconds of real time. */
export type RetryProfile = 'standard' | 'fast';

/** Deliveries of a paused destination wait. Those of a disabled one are skipped and can be recovered. */
export type DestinationStatus = 'enabled' | 'paused' | 'disabled';

/**
 * `user`: disabled by a user. `gone`: the receiver answered 410. `failing`: no success for a long time. `not_allowed`:
 * the address policy refuses it.
 */
export type DisabledReason = 'user' | 'gone' | 'failing' | 'not_allowed';

/** A secret that signs deliveries. */
export interface SigningSecret {
  /** `whsec_` and the base64 of 24 to 64 bytes. */
  readonly secret: string;
  readonly createdAtMs: SandboxMs;
  /** When it stops signing; null for the newest. */
  readonly expiresAtMs: SandboxMs | null;
}

/** Which events a destination receives. An event that matches several subscriptions is sent once. */
export interface Subscription {
  readonly subscriptionId: string;
  readonly level: 'account' | 'terminal';
  /** At account level: events of this account and of all below it. */
  readonly accountId: string;
  /** At terminal level: the terminal. Null at account level. */
  readonly terminalId: string | null;
  /** Null: all types of the service. */
  readonly types: readonly DeliveredEventType[] | null;
  /** Which changes of an incident are sent; null: all. Events without an incident are sent only if it is null. */
  readonly states: readonly IncidentTurn[] | null;
  readonly createdAtMs: SandboxMs;
}

export type IncidentTurn = 'triggered' | 'escalated' | 'resolved';

/** The response of an inbox to one delivery. */
export type InboxAnswer =
  | { readonly status: number; readonly delayMs: number; readonly retryAfterSeconds: number | null }
  /** Accepts the request but never responds, so that the sender times out. */
  | { readonly status: 'never' };
