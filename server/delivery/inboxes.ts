import type { Destination, InboxAnswer } from '../world/destinations.ts';
import type { RealMs, SandboxMs } from '../world/time.ts';

/** A request that an inbox got, and what became of it. */
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

/** How many messages an inbox keeps; older ones are forgotten. */
export const MOST_MESSAGES = 200;
/** How many inboxes keep messages; those that got nothing for longest are forgotten. */
const MOST_INBOXES = 500;

const TAKEN: InboxAnswer = { status: 200, delayMs: 0, retryAfterSeconds: null };

/** What an inbox was told to answer. */
export type InboxPlan = Pick<Destination, 'inboxAnswers' | 'inboxPlan'>;

interface Inbox {
  /** The plan that `used` counts in: with another one it starts anew. */
  plan: number;
  used: number;
  /** Newest first. */
  messages: readonly InboxMessage[];
}

/** What the inboxes of the sandbox got, as long as the process lives. */
export class Inboxes {
  readonly #byToken = new Map<string, Inbox>();

  /** What the next request is answered, which is one step on in the plan; the last step goes on for ever. */
  nextAnswer(token: string, plan: InboxPlan): InboxAnswer {
    const inbox = this.#open(token, plan);
    const answer = plan.inboxAnswers[Math.min(inbox.used, plan.inboxAnswers.length - 1)] ?? TAKEN;
    inbox.used += 1;
    return answer;
  }

  record(token: string, plan: InboxPlan, message: InboxMessage): void {
    const inbox = this.#open(token, plan);
    inbox.messages = [message, ...inbox.messages].slice(0, MOST_MESSAGES);
  }

  /** What it got, newest first, and how many requests this plan has answered. */
  look(token: string, plan: InboxPlan): { readonly used: number; readonly messages: readonly InboxMessage[] } {
    const inbox = this.#byToken.get(token);
    if (inbox === undefined) return { used: 0, messages: [] };
    return { used: inbox.plan === plan.inboxPlan ? inbox.used : 0, messages: inbox.messages };
  }

  /** Forgets what it got; its plan goes on. */
  empty(token: string): void {
    const inbox = this.#byToken.get(token);
    if (inbox !== undefined) inbox.messages = [];
  }

  /** The inbox, moved to the end of those that are forgotten first. */
  #open(token: string, { inboxPlan }: InboxPlan): Inbox {
    const inbox = this.#byToken.get(token) ?? { plan: inboxPlan, used: 0, messages: [] };
    if (inbox.plan !== inboxPlan) Object.assign(inbox, { plan: inboxPlan, used: 0 });
    this.#byToken.delete(token);
    this.#byToken.set(token, inbox);
    const [oldest] = this.#byToken.keys();
    if (this.#byToken.size > MOST_INBOXES && oldest !== undefined) this.#byToken.delete(oldest);
    return inbox;
  }
}
