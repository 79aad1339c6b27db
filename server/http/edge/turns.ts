import { performance, setImmediate } from '../../../base/real-time.ts';

/** Replaceable parts, for tests. */
export interface TurnsOptions {
  /** A monotonic clock, milliseconds. */
  readonly now?: () => number;
  /** Calls back after the event loop has handled pending requests. */
  readonly yieldTo?: (next: () => void) => void;
}

/** Requests of an owner start when they arrive while its earlier ones took less than this. */
const FREE_MS = 10;
/** More than this is not remembered, so that an owner that took long once is not behind the others for minutes. */
const MOST_MS = 1000;
/** The share of the time that passes by which what an owner took is reduced. */
const FREE_SHARE = 0.25;
/** Waiting requests run for this long, one at least, before the event loop handles what arrived meanwhile. */
const TURN_MS = 3;
/** Owners that took nothing lately are forgotten when there are more than this. */
const MOST_OWNERS = 1000;

interface Owner {
  /** How long its requests took lately. */
  tookMs: number;
  /** When `tookMs` was computed. */
  atMs: number;
  readonly waiting: (() => void)[];
}

/**
 * Decides which request runs next, so that many requests of one owner do not delay those of others. An owner that took little time
 * lately does not wait. Otherwise its requests wait, and the owner that took least goes first. Only the synchronous part of a request
 * counts; a `WorkQueue` shares the rest.
 */
export class Turns {
  readonly #now: () => number;
  readonly #yieldTo: (next: () => void) => void;
  readonly #owners = new Map<string, Owner>();
  /** The owners whose requests wait, the one that ran last at the end. */
  readonly #waiting = new Set<Owner>();
  #isScheduled = false;

  constructor({ now = () => performance.now(), yieldTo = setImmediate }: TurnsOptions = {}) {
    this.#now = now;
    this.#yieldTo = yieldTo;
  }

  /** Runs `work` now, or when it is the turn of its owner. */
  take(name: string, work: () => void): void {
    const owner = this.#findOwner(name);
    if (owner.waiting.length === 0 && owner.tookMs < FREE_MS) {
      this.#run(owner, work);
      return;
    }
    owner.waiting.push(work);
    this.#waiting.add(owner);
    this.#schedule();
  }

  #findOwner(name: string): Owner {
    const nowMs = this.#now();
    const known = this.#owners.get(name);
    if (known !== undefined) {
      update(known, nowMs);
      return known;
    }
    if (this.#owners.size >= MOST_OWNERS) this.#forgetIdle(nowMs);
    const owner: Owner = { tookMs: 0, atMs: nowMs, waiting: [] };
    this.#owners.set(name, owner);
    return owner;
  }

  #forgetIdle(nowMs: number): void {
    for (const [name, owner] of this.#owners) {
      update(owner, nowMs);
      if (owner.waiting.length === 0 && owner.tookMs === 0) this.#owners.delete(name);
    }
  }

  #run(owner: Owner, work: () => void): void {
    const startedMs = this.#now();
    try {
      work();
    } finally {
      owner.atMs = this.#now();
      owner.tookMs = Math.min(MOST_MS, owner.tookMs + owner.atMs - startedMs);
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    this.#yieldTo(() => {
      this.#isScheduled = false;
      const endMs = this.#now() + TURN_MS;
      try {
        do this.#runNext();
        while (this.#waiting.size > 0 && this.#now() < endMs);
      } finally {
        this.#schedule();
      }
    });
  }

  /** Runs a request of the owner that took least, then moves that owner to the end. */
  #runNext(): void {
    const nowMs = this.#now();
    let next: Owner | undefined;
    for (const owner of this.#waiting) {
      update(owner, nowMs);
      if (next === undefined || owner.tookMs < next.tookMs) next = owner;
    }
    const work = next?.waiting.shift();
    if (next === undefined || work === undefined) return;
    this.#waiting.delete(next);
    if (next.waiting.length > 0) this.#waiting.add(next);
    this.#run(next, work);
  }
}

/** Reduces what the owner took by the share of the time that has passed. */
function update(owner: Owner, nowMs: number): void {
  owner.tookMs = Math.max(0, owner.tookMs - FREE_SHARE * (nowMs - owner.atMs));
  owner.atMs = nowMs;
}
