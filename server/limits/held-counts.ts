/** The quotas of what callers hold at the same time. */
export type HeldQuota = 'event_streams' | 'requests_in_flight' | 'delayed_requests';

/** Whose limit was reached: of one user (or of one address without a key), of the world, or of the server. */
export type HeldLevel = 'user' | 'world' | 'server';

/** A limit that was reached. */
export interface ReachedLimit {
  readonly quota: HeldQuota;
  readonly level: HeldLevel;
  readonly limit: number;
}

/** Counts what the callers of all worlds of a server hold at the same time, such as open event streams. */
export class HeldCounts {
  readonly quota: HeldQuota;
  readonly limit: number;
  #count = 0;
  #refusals = 0;

  /** @param limit The most that the server holds. */
  constructor(quota: HeldQuota, limit: number) {
    this.quota = quota;
    this.limit = limit;
  }

  get count(): number {
    return this.#count;
  }

  /** How often a limit was reached. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Returns the counts of one world with its own limit. One user gets half of it, so that no user excludes all others. */
  forWorld(limit = this.limit): WorldHeldCounts {
    return new WorldHeldCounts(this, limit);
  }

  /** For `WorldHeldCounts`: counts one, or refuses it because of `reached`. */
  take(reached: ReachedLimit | undefined): ReachedLimit | undefined {
    const isFull = this.#count >= this.limit;
    const refusal = reached ?? (isFull ? { quota: this.quota, level: 'server', limit: this.limit } : undefined);
    if (refusal === undefined) this.#count += 1;
    else this.#refusals += 1;
    return refusal;
  }

  /** For `WorldHeldCounts`: takes back one that was counted. */
  release(): void {
    this.#count -= 1;
  }
}

/**
 * Users that hold nothing are kept up to this number: a map whose entries come and go with every request often replaces its table,
 * which takes longer than the rest of a count.
 */
const MOST_IDLE = 1000;

/** Counts what the users of one world hold at the same time. */
export class WorldHeldCounts {
  readonly #server: HeldCounts;
  readonly #limit: number;
  readonly #userLimit: number;
  readonly #byUser = new Map<string, number>();
  #count = 0;

  constructor(server: HeldCounts, limit: number) {
    this.#server = server;
    this.#limit = limit;
    this.#userLimit = Math.ceil(limit / 2);
  }

  get count(): number {
    return this.#count;
  }

  /** Counts one for a user, until the same number of calls of `release`. Returns the limit that is reached; then nothing is counted. */
  take(user: string): ReachedLimit | undefined {
    const held = this.#byUser.get(user) ?? 0;
    const refusal = this.#server.take(this.#findReached(held));
    if (refusal !== undefined) return refusal;
    this.#byUser.set(user, held + 1);
    this.#count += 1;
    return undefined;
  }

  release(user: string): void {
    const held = this.#byUser.get(user) ?? 0;
    this.#byUser.set(user, Math.max(0, held - 1));
    this.#count -= 1;
    if (this.#byUser.size > MOST_IDLE && this.#byUser.size > 2 * this.#count) this.#forgetIdle();
    this.#server.release();
  }

  #forgetIdle(): void {
    for (const [user, held] of this.#byUser) if (held === 0) this.#byUser.delete(user);
  }

  #findReached(held: number): ReachedLimit | undefined {
    const { quota } = this.#server;
    if (held >= this.#userLimit) return { quota, level: 'user', limit: this.#userLimit };
    return this.#count >= this.#limit ? { quota, level: 'world', limit: this.#limit } : undefined;
  }
}
