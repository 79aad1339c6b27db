import type { EventType } from '../../spec/index.ts';
import type { SandboxMs } from './time.ts';

/** Where events of a tenant are sent, and which. @see gap destinations.operations */
export interface Destination {
  readonly destinationId: string;
  /** Whose events it may be told: those of this account and of all below it. Users who see the account manage it. */
  readonly accountId: string;
  /** For people. */
  readonly name: string;
  readonly kind: DestinationKind;
  /** Where deliveries are posted; null for a listener, which fetches them. */
  readonly url: string | null;
  /** Of the inbox in this sandbox that takes them; null for other kinds. */
  readonly inboxToken: string | null;
  /** What the inbox answers to the next deliveries, one after the other; the last one goes on for ever. */
  readonly inboxAnswers: readonly InboxAnswer[];
  /** How often the answers were set: with each time their list begins anew. */
  readonly inboxPlan: number;
  /** Sent along with each delivery, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly retryProfile: RetryProfile;
  readonly status: DestinationStatus;
  /** Why it is disabled; null while it is not. */
  readonly disabledReason: DisabledReason | null;
  /** Newest first; the first one never expires. The last ones may have expired. */
  readonly secrets: readonly SigningSecret[];
  /** In order of making. */
  readonly subscriptions: readonly Subscription[];
  readonly createdAtMs: SandboxMs;
  readonly changedAtMs: SandboxMs;
}

/** An address anywhere, an inbox in the sandbox, or a listener that connects and fetches. */
export type DestinationKind = 'url' | 'inbox' | 'listener';

/** `standard`: ten attempts over 76 hours of the sandbox clock. `fast`: six within 31 seconds of real time. */
export type RetryProfile = 'standard' | 'fast';

/** Deliveries of a paused destination wait; those of a disabled one are skipped, and can be recovered. */
export type DestinationStatus = 'enabled' | 'paused' | 'disabled';

/** By a user; the receiver answered 410; nothing was taken for a long time; its address may not be reached. */
export type DisabledReason = 'user' | 'gone' | 'failing' | 'not_allowed';

/** What deliveries are signed with. */
export interface SigningSecret {
  /** `whsec_` and the base64 of 24 to 64 bytes. */
  readonly secret: string;
  readonly createdAtMs: SandboxMs;
  /** From when on it signs nothing more; null for the newest. */
  readonly expiresAtMs: SandboxMs | null;
}

/** Which events a destination is sent. Several may match the same event, which is sent once. */
export interface Subscription {
  readonly subscriptionId: string;
  readonly level: 'account' | 'terminal';
  /** At account level, events of this account and of all below it. */
  readonly accountId: string;
  /** At terminal level, the terminal; null at account level. */
  readonly terminalId: string | null;
  /** Null: all 16. */
  readonly types: readonly EventType[] | null;
  /** Of what has an incident, the turns that are sent; null: all. What is told once has none, and is always sent. */
  readonly states: readonly IncidentTurn[] | null;
  readonly createdAtMs: SandboxMs;
}

export type IncidentTurn = 'triggered' | 'escalated' | 'resolved';

/** How an inbox answers one delivery. */
export type InboxAnswer =
  | { readonly status: number; readonly delayMs: number; readonly retryAfterSeconds: number | null }
  /** Takes the request and says nothing, until the sender gives up. */
  | { readonly status: 'never' };
