import type { Delivery, DeliveryAttempt, Due } from '../delivery.ts';
import type { DestinationKey } from './delivery-store.ts';
import { PriorityQueue } from './priority-queue.ts';
import { estimateAttemptBytes, estimateDeliveryBytes } from './stored-bytes.ts';

/** A delivery in memory, with its body and attempts. */
export interface StoredDelivery {
  delivery: Delivery;
  body: string | null;
  attempts: readonly DeliveryAttempt[];
}

/** One queue per clock: sandbox, then real. */
type Waiting = readonly [PriorityQueue<StoredDelivery>, PriorityQueue<StoredDelivery>];

/** Stores deliveries in memory, with queues by due instant and by end. */
export class DeliveryIndex {
  readonly byId = new Map<string, StoredDelivery>();
  /** Ended deliveries, the longest ended first. */
  readonly ended = new PriorityQueue<StoredDelivery>(hasEndedEarlier);
  /** Estimated size of all deliveries in bytes. */
  bytes = 0;
  private readonly bytesByTenant = new Map<string, number>();
  private readonly endedByTenant = new Map<string, PriorityQueue<StoredDelivery>>();
  private readonly waiting = new Map<string, Map<string, Waiting>>();
  /** By sequence, including some deleted entries. */
  private inOrder: StoredDelivery[] = [];

  add(entry: StoredDelivery): void {
    this.byId.set(entry.delivery.deliveryId, entry);
    this.inOrder.push(entry);
    this.addBytes(entry, estimateBytes(entry));
    this.enqueue(entry);
  }

  replaceDelivery(entry: StoredDelivery, delivery: Delivery): void {
    this.dequeue(entry);
    entry.delivery = delivery;
    this.enqueue(entry);
  }

  /** Replaces the body or the attempts of an entry. */
  replaceContent(entry: StoredDelivery, content: Partial<Pick<StoredDelivery, 'body' | 'attempts'>>): void {
    const before = estimateBytes(entry);
    Object.assign(entry, content);
    this.addBytes(entry, estimateBytes(entry) - before);
  }

  readTenantBytes(tenantId: string): number {
    return this.bytesByTenant.get(tenantId) ?? 0;
  }

  readLargestTenantBytes(): number {
    return Math.max(0, ...this.bytesByTenant.values());
  }

  /** Returns the longest ended delivery of a tenant, or else its oldest waiting one. */
  findMostDispensable(tenantId: string): StoredDelivery | undefined {
    const ended = this.endedByTenant.get(tenantId)?.peek();
    if (ended !== undefined) return ended;
    return this.inOrder.find(
      (entry) => this.has(entry) && entry.delivery.tenantId === tenantId && entry.delivery.state === 'pending',
    );
  }

  private addBytes({ delivery: { tenantId } }: StoredDelivery, bytes: number): void {
    this.bytes += bytes;
    this.bytesByTenant.set(tenantId, this.readTenantBytes(tenantId) + bytes);
  }

  private openEndedQueue({ tenantId }: Delivery): PriorityQueue<StoredDelivery> {
    const queue = this.endedByTenant.get(tenantId) ?? new PriorityQueue(hasEndedEarlier);
    this.endedByTenant.set(tenantId, queue);
    return queue;
  }

  delete(entry: StoredDelivery): void {
    this.dequeue(entry);
    this.addBytes(entry, -estimateBytes(entry));
    this.byId.delete(entry.delivery.deliveryId);
    if (this.inOrder.length > 2 * this.byId.size + SLACK) this.inOrder = this.inOrder.filter((one) => this.has(one));
  }

  deleteTenant(tenantId: string): void {
    for (const entry of this.byId.values()) if (entry.delivery.tenantId === tenantId) this.delete(entry);
    this.waiting.delete(tenantId);
  }

  /** Returns the deliveries with these ids, in the given order, without duplicates and unknown ids. */
  findAll(deliveryIds: readonly string[]): readonly StoredDelivery[] {
    return [...new Set(deliveryIds)].flatMap((id) => this.byId.get(id) ?? []);
  }

  findWaitingQueues({ tenantId, destinationId }: DestinationKey): readonly PriorityQueue<StoredDelivery>[] {
    return this.waiting.get(tenantId)?.get(destinationId) ?? [];
  }

  listWaiting(destination: DestinationKey): readonly StoredDelivery[] {
    return this.findWaitingQueues(destination).flatMap((queue) => queue.items());
  }

  listFirstDues(destination: DestinationKey): readonly Due[] {
    return this.findWaitingQueues(destination).flatMap((queue) => queue.peek()?.delivery.due ?? []);
  }

  *newestFirst(beforeSequence = Number.POSITIVE_INFINITY): Iterable<StoredDelivery> {
    for (let index = this.inOrder.length - 1; index >= 0; index -= 1) {
      const entry = this.inOrder[index] as StoredDelivery; // the index is in range
      if (entry.delivery.sequence < beforeSequence && this.has(entry)) yield entry;
    }
  }

  private has(entry: StoredDelivery): boolean {
    return this.byId.get(entry.delivery.deliveryId) === entry;
  }

  private enqueue(entry: StoredDelivery): void {
    const { state, endedAtMs } = entry.delivery;
    if (state === 'pending') this.openWaitingQueue(entry.delivery).add(entry);
    else if (endedAtMs !== null) {
      this.ended.add(entry);
      this.openEndedQueue(entry.delivery).add(entry);
    }
  }

  private dequeue(entry: StoredDelivery): void {
    const { state } = entry.delivery;
    if (state === 'pending') this.openWaitingQueue(entry.delivery).delete(entry);
    else if (this.ended.delete(entry)) this.openEndedQueue(entry.delivery).delete(entry);
  }

  private openWaitingQueue({ tenantId, destinationId, due }: Delivery): PriorityQueue<StoredDelivery> {
    const ofTenant = this.waiting.get(tenantId) ?? new Map<string, Waiting>();
    this.waiting.set(tenantId, ofTenant);
    const queues = ofTenant.get(destinationId) ?? [new PriorityQueue(isDueEarlier), new PriorityQueue(isDueEarlier)];
    ofTenant.set(destinationId, queues);
    return queues[due?.clock === 'real' ? 1 : 0];
  }
}

const estimateBytes = ({ body, attempts }: StoredDelivery): number =>
  estimateDeliveryBytes(body) + attempts.reduce((sum, attempt) => sum + estimateAttemptBytes(attempt), 0);

/** Deleted entries that may stay in the list before it is compacted. */
const SLACK = 1000;

const isDueEarlier = ({ delivery: a }: StoredDelivery, { delivery: b }: StoredDelivery): boolean =>
  (a.due?.atMs ?? 0) < (b.due?.atMs ?? 0) || (a.due?.atMs === b.due?.atMs && a.sequence < b.sequence);

const hasEndedEarlier = ({ delivery: a }: StoredDelivery, { delivery: b }: StoredDelivery): boolean =>
  (a.endedAtMs ?? 0) < (b.endedAtMs ?? 0) || (a.endedAtMs === b.endedAtMs && a.sequence < b.sequence);
