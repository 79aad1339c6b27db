import type { Destination, InboxAnswer } from '../../world/state/destinations.ts';
import type { RealMs, SandboxMs } from '../../world/state/time.ts';

/** A request that an inbox received, with the response that it sent. */
export interface InboxMessage {
  readonly receivedAtMs: RealMs;
  readonly sandboxAtMs: SandboxMs;
  readonly eventId: string | null;
  readonly type: string | null;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isTruncated: boolean;
  readonly signature: { readonly isVerified: boolean; readonly message: string };
  readonly answer: InboxAnswer;
}

/** The configured responses of an inbox. */
export type InboxPlan = Pick<Destination, 'inboxAnswers' | 'inboxPlan'>;

/** An inbox, as its administrator sees it. */
export interface InboxContent {
  /** Number of requests that the current plan has answered. */
  readonly used: number;
  /** Newest first. */
  readonly messages: readonly InboxMessage[];
}

/** Stores the messages of the sandbox's inboxes, within limits, and how far the plan of each inbox has advanced. */
export interface InboxStore {
  /** Returns the response to the next request and advances the plan by one step. The last step repeats. */
  nextAnswer(token: string, plan: InboxPlan): InboxAnswer | Promise<InboxAnswer>;
  /** Stores a message. Drops older ones beyond the limits. */
  record(token: string, plan: InboxPlan, message: InboxMessage): void | Promise<void>;
  list(token: string, plan: InboxPlan): InboxContent | Promise<InboxContent>;
  /** Drops the messages of an inbox, but keeps its place in the plan. */
  empty(token: string): void | Promise<void>;
  /** Returns the approximate size of all messages in bytes. */
  readBytes(): number | Promise<number>;
}

const DEFAULT_ANSWER: InboxAnswer = { status: 200, delayMs: 0, retryAfterSeconds: null };

/** Returns the response of a plan to the request after `used` others. */
export const chooseAnswer = ({ inboxAnswers }: InboxPlan, used: number): InboxAnswer =>
  inboxAnswers[Math.min(used, inboxAnswers.length - 1)] ?? DEFAULT_ANSWER;
