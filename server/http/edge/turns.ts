import { performance, setImmediate } from '../../../base/real-time.ts';

/** Replaceable parts, for tests. */
export interface TurnsOptions {
  /** A monotonic clock, milliseconds. */
  readonly now?: () => number;
  /** Calls back after the event loop has handled pending requests. */
  readonly yieldTo?: (next: () => void) => void;
}

/** An owner that used less time than this does not wait: its requests start on arrival. */
const FREE_MS = 10;
/** The most used time that counts, so that an owner goes last for seconds only after a very long request. */
const MOST_MS = 1000;
/** For each millisecond that passes, the used time of an owner falls by this part of a millisecond. */
const FREE_SHARE = 0.25;
/** Waiting requests run for this long, at least one of them. Then the event loop reads new requests. */
const TURN_MS = 3;
/** With this many owners, those without used time are deleted. */
const MOST_OWNERS = 1000;

interface Owner {
  /** The time that its recent requests used, in milliseconds. */
  usedMs: number;
  /** The instant of `usedMs`, on the clock of the options. */
  atMs: number;
  readonly waiting: (() => void)[];
}

/**
 * Decides which request runs next, so that many requests of one owner do not delay those of others. The requests of an owner that used
 * little time start on arrival. Other requests wait, and the owner that used the least time goes first. Only the synchronous part of a
 * request counts; a `WorkQueue` schedules its long computations.
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

  /** Runs `work` now, or later when its owner is next. */
  take(name: string, work: () => void): void {
    const owner = this.#findOwner(name);
    if (owner.waiting.length === 0 && owner.usedMs < FREE_MS) {
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
    const owner: Owner = { usedMs: 0, atMs: nowMs, waiting: [] };
    this.#owners.set(name, owner);
    return owner;
  }

  #forgetIdle(nowMs: number): void {
    for (const [name, owner] of this.#owners) {
      update(owner, nowMs);
      if (owner.waiting.length === 0 && owner.usedMs === 0) this.#owners.delete(name);
    }
  }

  #run(owner: Owner, work: () => void): void {
    const startedMs = this.#now();
    try {
      work();
    } finally {
      owner.atMs = this.#now();
      owner.usedMs = Math.min(MOST_MS, owner.usedMs + owner.atMs - startedMs);
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

  /** Runs a request of the owner that used the least time, then moves that owner to the end. */
  #runNext(): void {
    const nowMs = this.#now();
    let next: Owner | undefined;
    for (const owner of this.#waiting) {
      update(owner, nowMs);
      if (next === undefined || owner.usedMs < next.usedMs) next = owner;
    }
    const work = next?.waiting.shift();
    if (next === undefined || work === undefined) return;
    this.#waiting.delete(next);
    if (next.waiting.length > 0) this.#waiting.add(next);
    this.#run(next, work);
  }
}

/** Lowers the used time for the time that has passed. */
function update(owner: Owner, nowMs: number): void {
  owner.usedMs = Math.max(0, owner.usedMs - FREE_SHARE * (nowMs - owner.atMs));
  owner.atMs = nowMs;
}
