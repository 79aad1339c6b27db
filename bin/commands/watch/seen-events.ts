import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

type WebhookEvent = SandboxSchemas['WebhookEvent'];

/**
 * Remembers up to where events were read. An event can still happen at the instant of the latest read, so each read starts at
 * that instant and skips the known events of it.
 */
export class SeenEvents {
  #since: string;
  #known = new Set<string>();

  constructor(since: string) {
    this.#since = since;
  }

  /** The instant from which events have to be read. */
  get since(): string {
    return this.#since;
  }

  /** Takes the events since `since`, read at `asOf`. Returns the new ones, in order. */
  add(events: readonly WebhookEvent[], asOf: string): readonly WebhookEvent[] {
    const news = events.filter(({ id }) => !this.#known.has(id));
    const next = Date.parse(asOf);
    this.#known = new Set(events.filter(({ timestamp }) => Date.parse(timestamp) >= next).map(({ id }) => id));
    this.#since = asOf;
    return news;
  }
}
