import type { Attempt, Delivery, Due } from '../delivery.ts';
import type { DestinationKey } from './delivery-store.ts';
import { RankedQueue } from './ranked-queue.ts';
import { attemptBytes, deliveryBytes } from './stored-bytes.ts';

/** A delivery in memory, with its body and attempts. */
export interface Entry {
  delivery: Delivery;
  body: string | null;
  attempts: readonly Attempt[];
}

/** One queue per clock: sandbox, then real. */
type Waiting = readonly [RankedQueue<Entry>, RankedQueue<Entry>];

/** Stores deliveries in memory, with queues by due instant and by end. */
export class DeliveryIndex {
  readonly byId = new Map<string, Entry>();
  /** The longest ended first. */
  readonly ended = new RankedQueue<Entry>(endedEarlier);
  /** Estimated size of everything, in bytes. */
  bytes = 0;
  private readonly bytesByTenant = new Map<string, number>();
  private readonly endedByTenant = new Map<string, RankedQueue<Entry>>();
  private readonly waiting = new Map<string, Map<string, Waiting>>();
  /** By sequence, including some deleted entries. */
  private inOrder: Entry[] = [];

  add(entry: Entry): void {
    this.byId.set(entry.delivery.deliveryId, entry);
    this.inOrder.push(entry);
    this.count(entry, bytesOf(entry));
    this.enqueue(entry);
  }

  change(entry: Entry, delivery: Delivery): void {
    this.dequeue(entry);
    entry.delivery = delivery;
    this.enqueue(entry);
  }

  /** Replaces the body or the attempts of an entry. */
  fill(entry: Entry, content: Partial<Pick<Entry, 'body' | 'attempts'>>): void {
    const before = bytesOf(entry);
    Object.assign(entry, content);
    this.count(entry, bytesOf(entry) - before);
  }

  bytesOf(tenantId: string): number {
    return this.bytesByTenant.get(tenantId) ?? 0;
  }

  /** Returns the longest ended delivery of a tenant, or else its oldest waiting one. */
  mostDispensable(tenantId: string): Entry | undefined {
    const ended = this.endedByTenant.get(tenantId)?.peek();
    if (ended !== undefined) return ended;
    return this.inOrder.find(
      (entry) => this.has(entry) && entry.delivery.tenantId === tenantId && entry.delivery.state === 'pending',
    );
  }

  private count({ delivery: { tenantId } }: Entry, bytes: number): void {
    this.bytes += bytes;
    this.bytesByTenant.set(tenantId, this.bytesOf(tenantId) + bytes);
  }

  private endedOf({ tenantId }: Delivery): RankedQueue<Entry> {
    const queue = this.endedByTenant.get(tenantId) ?? new RankedQueue(endedEarlier);
    this.endedByTenant.set(tenantId, queue);
    return queue;
  }

  forget(entry: Entry): void {
    this.dequeue(entry);
    this.count(entry, -bytesOf(entry));
    this.byId.delete(entry.delivery.deliveryId);
    if (this.inOrder.length > 2 * this.byId.size + SLACK) this.inOrder = this.inOrder.filter((one) => this.has(one));
  }

  forgetTenant(tenantId: string): void {
    for (const entry of this.byId.values()) if (entry.delivery.tenantId === tenantId) this.forget(entry);
    this.waiting.delete(tenantId);
  }

  /** Returns the known entries among these ids, in order of id, without duplicates. */
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
      const entry = this.inOrder[index] as Entry; // the index is in range
      if (entry.delivery.sequence < beforeSequence && this.has(entry)) yield entry;
    }
  }

  private has(entry: Entry): boolean {
    return this.byId.get(entry.delivery.deliveryId) === entry;
  }

  private enqueue(entry: Entry): void {
    const { state, endedAtMs } = entry.delivery;
    if (state === 'pending') this.queueOf(entry.delivery).add(entry);
    else if (endedAtMs !== null) {
      this.ended.add(entry);
      this.endedOf(entry.delivery).add(entry);
    }
  }

  private dequeue(entry: Entry): void {
    const { state } = entry.delivery;
    if (state === 'pending') this.queueOf(entry.delivery).delete(entry);
    else if (this.ended.delete(entry)) this.endedOf(entry.delivery).delete(entry);
  }

  private queueOf({ tenantId, destinationId, due }: Delivery): RankedQueue<Entry> {
    const ofTenant = this.waiting.get(tenantId) ?? new Map<string, Waiting>();
    this.waiting.set(tenantId, ofTenant);
    const queues = ofTenant.get(destinationId) ?? [new RankedQueue(dueEarlier), new RankedQueue(dueEarlier)];
    ofTenant.set(destinationId, queues);
    return queues[due?.clock === 'real' ? 1 : 0];
  }
}

const bytesOf = ({ body, attempts }: Entry): number =>
  deliveryBytes(body) + attempts.reduce((sum, attempt) => sum + attemptBytes(attempt), 0);

/** Deleted entries that may stay in the list before it is compacted. */
const SLACK = 1000;

const dueEarlier = ({ delivery: a }: Entry, { delivery: b }: Entry): boolean =>
  (a.due?.atMs ?? 0) < (b.due?.atMs ?? 0) || (a.due?.atMs === b.due?.atMs && a.sequence < b.sequence);

const endedEarlier = ({ delivery: a }: Entry, { delivery: b }: Entry): boolean =>
  (a.endedAtMs ?? 0) < (b.endedAtMs ?? 0) || (a.endedAtMs === b.endedAtMs && a.sequence < b.sequence);
