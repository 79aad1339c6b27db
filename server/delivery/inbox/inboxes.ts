import type { InboxAnswer } from '../../world/state/destinations.ts';
import { chooseAnswer, type InboxContent, type InboxMessage, type InboxPlan, type InboxStore } from './inbox-store.ts';

/** Maximum number of messages per inbox. Older ones are dropped. */
export const MAX_MESSAGES = 200;
/** Maximum number of inboxes with messages. The least recently used ones are dropped. */
const MAX_INBOXES = 500;
/** Default budget for the messages of all inboxes together, bytes. */
export const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

interface Inbox {
  /** The plan that `used` refers to. A different plan starts at its first step. */
  plan: number;
  used: number;
  /** Newest first. */
  kept: readonly StoredMessage[];
  /** Size of the kept messages in bytes. */
  bytes: number;
}

interface StoredMessage {
  readonly message: InboxMessage;
  readonly bytes: number;
}

/** Keeps the messages of the sandbox's inboxes in memory, within a budget of bytes. */
export class Inboxes implements InboxStore {
  readonly #byToken = new Map<string, Inbox>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes = DEFAULT_MAX_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Approximate memory use of all messages in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  readBytes(): number {
    return this.#bytes;
  }

  /** Returns the response to the next request and advances the plan by one step. The last step repeats. */
  nextAnswer(token: string, plan: InboxPlan): InboxAnswer {
    const inbox = this.#open(token, plan);
    const answer = chooseAnswer(plan, inbox.used);
    inbox.used += 1;
    return answer;
  }

  /** Stores a message. Over the budget, drops the oldest messages of the largest inbox. */
  record(token: string, plan: InboxPlan, message: InboxMessage): void {
    const inbox = this.#open(token, plan);
    this.#replaceMessages(
      inbox,
      [{ message, bytes: estimateMessageBytes(message) }, ...inbox.kept].slice(0, MAX_MESSAGES),
    );
    while (this.#bytes > this.#mostBytes) {
      const largest = this.#findLargest();
      if (largest === undefined) return;
      this.#replaceMessages(largest, largest.kept.slice(0, -1));
    }
  }

  /** Returns the messages of an inbox, newest first, and the number of requests that its current plan has answered. */
  list(token: string, plan: InboxPlan): InboxContent {
    const inbox = this.#byToken.get(token);
    if (inbox === undefined) return { used: 0, messages: [] };
    return { used: inbox.plan === plan.inboxPlan ? inbox.used : 0, messages: inbox.kept.map(({ message }) => message) };
  }

  /** Drops the messages of an inbox, but keeps its place in the plan. */
  empty(token: string): void {
    const inbox = this.#byToken.get(token);
    if (inbox !== undefined) this.#replaceMessages(inbox, []);
  }

  #replaceMessages(inbox: Inbox, kept: readonly StoredMessage[]): void {
    const bytes = kept.reduce((sum, one) => sum + one.bytes, 0);
    this.#bytes += bytes - inbox.bytes;
    Object.assign(inbox, { kept, bytes });
  }

  #findLargest(): Inbox | undefined {
    let largest: Inbox | undefined;
    for (const inbox of this.#byToken.values()) if (inbox.bytes > (largest?.bytes ?? 0)) largest = inbox;
    return largest;
  }

  /** Returns the inbox and marks it as the most recently used. */
  #open(token: string, { inboxPlan }: InboxPlan): Inbox {
    const inbox = this.#byToken.get(token) ?? { plan: inboxPlan, used: 0, kept: [], bytes: 0 };
    if (inbox.plan !== inboxPlan) Object.assign(inbox, { plan: inboxPlan, used: 0 });
    this.#byToken.delete(token);
    this.#byToken.set(token, inbox);
    const [oldest] = this.#byToken.keys();
    if (this.#byToken.size > MAX_INBOXES && oldest !== undefined) {
      this.empty(oldest);
      this.#byToken.delete(oldest);
    }
    return inbox;
  }
}

/** Estimated size of the objects and map entries of a message, without texts, and of each header. */
const MESSAGE_BYTES = 1024;
const HEADER_BYTES = 64;

/** Returns an upper estimate: a text with any character beyond Latin-1 uses two bytes per character. */
export function estimateMessageBytes({ headers, body, eventId, type, signature }: InboxMessage): number {
  const fields = Object.entries(headers);
  const headerCharacters = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const characters =
    headerCharacters + body.length + (eventId?.length ?? 0) + (type?.length ?? 0) + signature.message.length;
  return MESSAGE_BYTES + HEADER_BYTES * fields.length + 2 * characters;
}
