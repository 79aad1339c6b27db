import type { Attempt, Delivery, Due } from './delivery.ts';
import { RankedQueue } from './ranked-queue.ts';
import type { DestinationKey } from './store.ts';

/** A delivery in memory, with all that belongs to it. */
export interface Entry {
  delivery: Delivery;
  body: string | null;
  attempts: readonly Attempt[];
}

/** One queue for each clock: the sandbox's, then the real one. */
type Waiting = readonly [RankedQueue<Entry>, RankedQueue<Entry>];

/** Deliveries in memory, and the queues in which they stand by what they are waiting for. */
export class Shelf {
  readonly byId = new Map<string, Entry>();
  /** The longest ended first. */
  readonly ended = new RankedQueue<Entry>(endedEarlier);
  /** What everything takes, about, in bytes. */
  bytes = 0;
  private readonly waiting = new Map<string, Map<string, Waiting>>();
  /** By sequence; with some that were forgotten. */
  private inOrder: Entry[] = [];

  add(entry: Entry): void {
    this.byId.set(entry.delivery.deliveryId, entry);
    this.inOrder.push(entry);
    this.bytes += bytesOf(entry);
    this.enqueue(entry);
  }

  change(entry: Entry, delivery: Delivery): void {
    this.dequeue(entry);
    entry.delivery = delivery;
    this.enqueue(entry);
  }

  /** Puts other content in the place of what belongs to it. */
  fill(entry: Entry, content: Partial<Pick<Entry, 'body' | 'attempts'>>): void {
    this.bytes -= bytesOf(entry);
    Object.assign(entry, content);
    this.bytes += bytesOf(entry);
  }

  forget(entry: Entry): void {
    this.dequeue(entry);
    this.bytes -= bytesOf(entry);
    this.byId.delete(entry.delivery.deliveryId);
    if (this.inOrder.length > 2 * this.byId.size + SLACK) this.inOrder = this.inOrder.filter((one) => this.has(one));
  }

  forgetTenant(tenantId: string): void {
    for (const entry of this.byId.values()) if (entry.delivery.tenantId === tenantId) this.forget(entry);
    this.waiting.delete(tenantId);
  }

  /** Those that are known, in the order of their ids, each once. */
  entriesOf(deliveryIds: readonly string[]): readonly Entry[] {
    return [...new Set(deliveryIds)].flatMap((id) => this.byId.get(id) ?? []);
  }

  waitingOf({ tenantId, destinationId }: DestinationKey): readonly RankedQueue<Entry>[] {
    return this.waiting.get(tenantId)?.get(destinationId) ?? [];
  }

  waitingFor(destination: DestinationKey): readonly Entry[] {
    return this.waitingOf(destination).flatMap((queue) => queue.items());
  }

  firstDuesOf(destination: DestinationKey): readonly Due[] {
    return this.waitingOf(destination).flatMap((queue) => queue.peek()?.delivery.due ?? []);
  }

  *newestFirst(beforeSequence = Number.POSITIVE_INFINITY): Iterable<Entry> {
    for (let index = this.inOrder.length - 1; index >= 0; index -= 1) {
      const entry = this.inOrder[index] as Entry; // the index is within
      if (entry.delivery.sequence < beforeSequence && this.has(entry)) yield entry;
    }
  }

  private has(entry: Entry): boolean {
    return this.byId.get(entry.delivery.deliveryId) === entry;
  }

  private enqueue(entry: Entry): void {
    const { state, endedAtMs } = entry.delivery;
    if (state === 'pending') this.queueOf(entry.delivery).add(entry);
    else if (endedAtMs !== null) this.ended.add(entry);
  }

  private dequeue(entry: Entry): void {
    const { state } = entry.delivery;
    if (state === 'pending') this.queueOf(entry.delivery).delete(entry);
    else this.ended.delete(entry);
  }

  private queueOf({ tenantId, destinationId, due }: Delivery): RankedQueue<Entry> {
    const ofTenant = this.waiting.get(tenantId) ?? new Map<string, Waiting>();
    this.waiting.set(tenantId, ofTenant);
    const queues = ofTenant.get(destinationId) ?? [new RankedQueue(dueEarlier), new RankedQueue(dueEarlier)];
    ofTenant.set(destinationId, queues);
    return queues[due?.clock === 'real' ? 1 : 0];
  }
}

/** What a delivery takes without its body, and an attempt without what the receiver said; as measured. */
const DELIVERY_BYTES = 500;
const ATTEMPT_BYTES = 1000;

function bytesOf({ body, attempts }: Entry): number {
  const saidBytes = attempts.reduce((sum, { response }) => sum + (response?.body.length ?? 0), 0);
  return DELIVERY_BYTES + (body?.length ?? 0) + attempts.length * ATTEMPT_BYTES + saidBytes;
}

/** Forgotten entries that may stay in the list before it is tidied up. */
const SLACK = 1000;

const dueEarlier = ({ delivery: a }: Entry, { delivery: b }: Entry): boolean =>
  (a.due?.atMs ?? 0) < (b.due?.atMs ?? 0) || (a.due?.atMs === b.due?.atMs && a.sequence < b.sequence);

const endedEarlier = ({ delivery: a }: Entry, { delivery: b }: Entry): boolean =>
  (a.endedAtMs ?? 0) < (b.endedAtMs ?? 0) || (a.endedAtMs === b.endedAtMs && a.sequence < b.sequence);
