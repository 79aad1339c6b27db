import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { CallOperation, OperationInput } from '../../control/control-plane.ts';
import { createEventItem } from './event-item.ts';
import type { WatchedItem } from './reporter.ts';
import { SeenEvents } from './seen-events.ts';
import type { Clock, Watcher } from './watcher.ts';

type Query = NonNullable<OperationInput<'listEvents'>['query']>;

/** Page size: the maximum that the contract allows. */
const PAGE = 500;

export interface EventWatchOptions {
  readonly call: CallOperation;
  readonly query: Query;
  readonly print: (item: WatchedItem) => void;
}

/** Prints events. */
export class EventWatch implements Watcher {
  readonly #call: CallOperation;
  readonly #query: Query;
  readonly #print: (item: WatchedItem) => void;
  #seen = new SeenEvents('');

  constructor({ call, query, print }: EventWatchOptions) {
    this.#call = call;
    this.#query = query;
    this.#print = print;
  }

  async start({ now }: Clock): Promise<void> {
    this.#seen = new SeenEvents(this.#query.since ?? now);
    const earlier = await this.#read();
    if (this.#query.since !== undefined) this.#printAll(earlier);
  }

  async catchUp(clock: Clock, isOtherSandbox: boolean): Promise<void> {
    if (isOtherSandbox) this.#seen = new SeenEvents(clock.started_at);
    await this.receiveChanges();
  }

  /** After a reset of one tenant the clock continues, and events up to now are those of before. */
  async reset({ now, started_at: startedAt }: Clock): Promise<void> {
    const isMovedBack = Date.parse(now) < Date.parse(this.#seen.since);
    this.#seen = new SeenEvents(isMovedBack ? startedAt : now);
    const events = await this.#read();
    if (isMovedBack) this.#printAll(events);
  }

  async receiveAttempt(): Promise<void> {
    // Events are read from their list.
  }

  async receiveChanges(): Promise<void> {
    this.#printAll(await this.#read());
  }

  #printAll(events: readonly SandboxSchemas['WebhookEvent'][]): void {
    for (const event of events) this.#print(createEventItem(event));
  }

  /** Reads the events since the latest read and returns the new ones. */
  async #read(): Promise<readonly SandboxSchemas['WebhookEvent'][]> {
    const events: SandboxSchemas['WebhookEvent'][] = [];
    const query = { ...this.#query, since: this.#seen.since, limit: PAGE };
    for (let cursor: string | undefined; ; ) {
      const { data, page, as_of: asOf } = await this.#call('listEvents', { query: { ...query, cursor } });
      events.push(...data);
      if (page.next_cursor === null) return this.#seen.add(events, asOf);
      cursor = page.next_cursor;
    }
  }
}
