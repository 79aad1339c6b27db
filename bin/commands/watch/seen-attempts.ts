import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

type Delivery = SandboxSchemas['Delivery'];
type Attempt = SandboxSchemas['Attempt'];

/** The latest known attempt of one delivery. */
interface Seen {
  /** Number of the latest attempt that was printed, or made before the watch began. */
  readonly count: number;
  /** When that attempt was sent, in real time; undefined if only its number is known. */
  readonly sentAt: string | undefined;
  /** Whether it is from before a reset or restart, so that only its time counts. */
  readonly isEarlierData: boolean;
}

/** Maximum number of deliveries to remember: more than a sandbox keeps. */
const MAX_DELIVERIES = 200_000;

/**
 * Remembers which attempts were printed, so that none is lost or printed twice when the lists are read again. A reset or restarted
 * sandbox uses the same ids for other deliveries. Attempts of both differ in the time at which they were sent.
 */
export class SeenAttempts {
  readonly #seen = new Map<string, Seen>();
  /** The attempt by which the sandbox is recognised. */
  #latest: { readonly deliveryId: string; readonly number: number; readonly sentAt: string } | undefined;

  /** Remembers the attempts that were made before the watch began. `latest` contains those of one of the deliveries. */
  skipEarlier(
    deliveries: readonly Delivery[],
    latest: Pick<SandboxSchemas['DeliveryDetail'], 'delivery_id' | 'attempts'> | undefined,
  ): void {
    for (const { delivery_id: id, attempt_count: count } of deliveries)
      this.#set(id, { count, sentAt: undefined, isEarlierData: false });
    const attempt = latest?.attempts.at(-1);
    if (latest !== undefined && attempt !== undefined) this.add(latest.delivery_id, attempt);
  }

  /** Returns whether an attempt has not been printed yet. */
  isNew(deliveryId: string, { number, sent_at: sentAt }: Pick<Attempt, 'number' | 'sent_at'>): boolean {
    const seen = this.#seen.get(deliveryId);
    if (seen === undefined || (number > seen.count && !seen.isEarlierData)) return true;
    return seen.sentAt !== undefined && Date.parse(sentAt) > Date.parse(seen.sentAt);
  }

  /** Remembers a printed attempt. */
  add(deliveryId: string, { number, sent_at: sentAt }: Pick<Attempt, 'number' | 'sent_at'>): void {
    this.#set(deliveryId, { count: number, sentAt, isEarlierData: false });
    this.#latest = { deliveryId, number, sentAt };
  }

  /** The delivery of the attempt by which the sandbox is recognised; undefined if there is none yet. */
  get latestDeliveryId(): string | undefined {
    return this.#latest?.deliveryId;
  }

  /** Returns whether these are attempts of the delivery `latestDeliveryId`, and not of another one with the same id. */
  isSameSandbox(attempts: readonly Attempt[]): boolean {
    if (this.#latest === undefined) return true;
    const { number: latest, sentAt } = this.#latest;
    return attempts.find(({ number }) => number === latest)?.sent_at === sentAt;
  }

  /** Returns whether a listed delivery has attempts that may be new. `isOtherSandbox`: equal ids may mean other deliveries. */
  mayHaveNew({ delivery_id: id, attempt_count: count }: Delivery, isOtherSandbox: boolean): boolean {
    if (count === 0) return false;
    const seen = this.#seen.get(id);
    return isOtherSandbox || seen === undefined || seen.isEarlierData || count > seen.count;
  }

  /** Forgets the numbers of attempts from before a reset or restart. Printed attempts are still recognised by their time. */
  forgetEarlier(): void {
    for (const [id, seen] of this.#seen) {
      if (seen.sentAt === undefined) this.#seen.delete(id);
      else this.#seen.set(id, { ...seen, isEarlierData: true });
    }
  }

  #set(id: string, seen: Seen): void {
    this.#seen.delete(id); // moves it to the end, so that the oldest one is deleted first
    this.#seen.set(id, seen);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MAX_DELIVERIES && oldest !== undefined) this.#seen.delete(oldest);
  }
}
