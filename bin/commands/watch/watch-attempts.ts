import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type CallOperation, fetchDeliveries, type OperationInput } from '../../control/control-plane.ts';
import { RequestRefused } from '../shared/client.ts';
import { createAttemptItem, type DeliveredEvent } from './attempt-item.ts';
import type { WatchedItem } from './reporter.ts';
import { SeenAttempts } from './seen-attempts.ts';
import type { ActivityAttempt, Clock, Watcher } from './watcher.ts';

type Delivery = SandboxSchemas['Delivery'];
type DeliveryDetail = SandboxSchemas['DeliveryDetail'];
type Attempt = SandboxSchemas['Attempt'];
type Query = NonNullable<OperationInput<'listDeliveries'>['query']>;

/** Maximum number of events to remember, so that the attempts of an event read it once. */
const MAX_EVENTS = 1000;

export interface AttemptWatchOptions {
  readonly call: CallOperation;
  readonly query: Query;
  readonly print: (item: WatchedItem) => void;
}

/** Prints delivery attempts. */
export class AttemptWatch implements Watcher {
  readonly #call: CallOperation;
  readonly #query: Query;
  readonly #print: (item: WatchedItem) => void;
  readonly #seen = new SeenAttempts();
  readonly #events = new Map<string, DeliveredEvent | null>();

  constructor({ call, query, print }: AttemptWatchOptions) {
    this.#call = call;
    this.#query = query;
    this.#print = print;
  }

  async start(): Promise<void> {
    if (this.#query.since !== undefined) return this.#printUnseen(false);
    const earlier = await this.#list();
    const latest = earlier.find(({ attempt_count: count }) => count > 0);
    this.#seen.skipEarlier(earlier, latest && (await this.#readDetail(latest.delivery_id)));
  }

  async catchUp(_clock: Clock, isOtherSandbox: boolean): Promise<void> {
    const isOther = isOtherSandbox || !(await this.#isSameSandbox());
    if (isOther) this.#forget();
    await this.#printUnseen(isOther);
  }

  async reset(): Promise<void> {
    this.#forget();
    await this.#printUnseen(true);
  }

  async receiveAttempt({ delivery, attempt }: ActivityAttempt): Promise<void> {
    if (!matchesQuery(delivery, attempt, this.#query) || !this.#seen.isNew(delivery.delivery_id, attempt)) return;
    const event = await this.#readEvent(delivery);
    this.#printAttempt({ delivery, attempt }, event);
  }

  async receiveChanges(): Promise<void> {
    // Each attempt has its own message.
  }

  #forget(): void {
    this.#seen.forgetEarlier();
    this.#events.clear();
  }

  /** Returns whether a known delivery still exists. */
  async #isSameSandbox(): Promise<boolean> {
    const id = this.#seen.latestDeliveryId;
    if (id === undefined) return true;
    const detail = await this.#readDetail(id);
    return detail !== undefined && this.#seen.isSameSandbox(detail.attempts);
  }

  /** Lists the deliveries that may match. Their states and statuses were others at earlier attempts. */
  async #list(): Promise<readonly Delivery[]> {
    const query = { ...this.#query, state: undefined, status_class: undefined };
    return (await fetchDeliveries(this.#call, query, Number.POSITIVE_INFINITY)).deliveries;
  }

  /** Prints the attempts that have not been printed, in the order in which they were sent. */
  async #printUnseen(isOtherSandbox: boolean): Promise<void> {
    const listed = (await this.#list()).filter((delivery) => this.#seen.mayHaveNew(delivery, isOtherSandbox));
    const unseen: (ActivityAttempt & { readonly detail: DeliveryDetail })[] = [];
    for (const { delivery_id: id } of listed) {
      const detail = await this.#readDetail(id);
      if (detail === undefined) continue; // it was deleted in the meantime
      const { body: _, attempts, ...delivery } = detail;
      for (const attempt of attempts) {
        if (this.#seen.isNew(id, attempt))
          unseen.push({ delivery: toDeliveryAfter(delivery, attempt), attempt, detail });
      }
    }
    const inOrder = unseen.toSorted((a, b) => Date.parse(a.attempt.sent_at) - Date.parse(b.attempt.sent_at));
    for (const { delivery, attempt, detail } of inOrder) {
      if (matchesQuery(delivery, attempt, this.#query)) this.#printAttempt({ delivery, attempt }, parseEvent(detail));
      else this.#seen.add(delivery.delivery_id, attempt);
    }
  }

  #printAttempt({ delivery, attempt }: ActivityAttempt, event: DeliveredEvent | null): void {
    this.#seen.add(delivery.delivery_id, attempt);
    this.#print(createAttemptItem({ delivery, attempt, event }));
  }

  async #readEvent({ delivery_id: id, event_id: eventId }: Delivery): Promise<DeliveredEvent | null> {
    const known = this.#events.get(eventId);
    if (known !== undefined) return known;
    const detail = await this.#readDetail(id);
    const event = detail === undefined ? null : parseEvent(detail);
    this.#events.set(eventId, event);
    const [oldest] = this.#events.keys();
    if (this.#events.size > MAX_EVENTS && oldest !== undefined) this.#events.delete(oldest);
    return event;
  }

  /** Returns a delivery with its attempts; undefined if it does not exist. */
  async #readDetail(id: string): Promise<DeliveryDetail | undefined> {
    try {
      return await this.#call('getDelivery', { path: { delivery_id: id } });
    } catch (error) {
      if (error instanceof RequestRefused && error.status === 404) return undefined;
      throw error;
    }
  }
}

/** Null if the body has expired. The body is an event of the contract, because the sandbox wrote it. */
const parseEvent = ({ body }: DeliveryDetail): DeliveredEvent | null =>
  body === null ? null : (JSON.parse(body) as DeliveredEvent);

/** Returns the delivery as it was after one of its attempts, as far as the attempt shows it. */
function toDeliveryAfter(
  delivery: Delivery,
  { number, trigger, response, error, next_attempt: next }: Attempt,
): Delivery {
  if (number === delivery.attempt_count) return delivery;
  const state = next !== null ? 'pending' : error === null ? 'delivered' : 'exhausted';
  return {
    ...delivery,
    state: trigger === 'scheduled' ? state : delivery.state,
    attempt_count: number,
    last_status: response?.status ?? null,
    last_error: error?.message ?? null,
    next_attempt: next,
    ended_at: next === null ? delivery.ended_at : null,
  };
}

/** Returns whether a delivery matches the filters after an attempt. */
export function matchesQuery(delivery: Delivery, attempt: Attempt, query: Query): boolean {
  const { since, until, status_class: statusClass, origin, ...equal } = query;
  const happenedMs = Date.parse(delivery.happened_at);
  return (
    (['destination_id', 'type', 'terminal_id', 'event_id', 'incident_id', 'state'] as const).every(
      (name) => equal[name] === undefined || equal[name] === delivery[name],
    ) &&
    (origin === undefined || (origin === 'sample') === delivery.is_test) &&
    (since === undefined || happenedMs >= Date.parse(since)) &&
    (until === undefined || happenedMs < Date.parse(until)) &&
    (statusClass === undefined || statusClass === readStatusClass(attempt))
  );
}

/** Returns the class of the status; `none` without a status, and for an incomplete response with 2xx. */
function readStatusClass({ response, error }: Attempt): string {
  const status = response?.status ?? null;
  if (status === null || (status < 300 && error !== null)) return 'none';
  return `${Math.floor(status / 100)}xx`;
}
