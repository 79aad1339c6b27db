import { runSlice, type SliceResult } from '../../spec/slices.ts';

/** Replaces parts of a queue in tests. */
export interface WorkQueueOptions {
  /** A monotonic clock, milliseconds. */
  readonly now?: () => number;
  /** Calls back after the event loop has served what has arrived. */
  readonly yieldTo?: (next: () => void) => void;
  /** How long one slice lasts, milliseconds. */
  readonly sliceMs?: number;
}

/** Short against the time that a reply takes, so that other requests do not notice. */
const SLICE_MS = 3;

/**
 * After so many slices, the slices of a task become twice as long, and again after as many more. A task that needs results
 * which displace each other in a cache would otherwise never end.
 */
const SLICES_PER_LENGTH = 256;

interface Task {
  /** Runs one slice. Returns whether the task is done. */
  readonly run: () => boolean;
}

/**
 * Runs long computations in slices, and lets the event loop serve other requests between two slices. Owners take turns,
 * so that what one tenant waits for does not hold up another tenant; the tasks of one owner run one after the other,
 * since they mostly wait for the same results.
 */
export class WorkQueue {
  readonly #now: () => number;
  readonly #yieldTo: (next: () => void) => void;
  readonly #sliceMs: number;
  readonly #tasks = new Map<string, Task[]>();
  #isScheduled = false;
  /** Time that is left for work that begins at once; it comes back as time passes. */
  #immediateMs: number;
  #lastImmediateMs = Number.NEGATIVE_INFINITY;

  constructor({ now = () => performance.now(), yieldTo = setImmediate, sliceMs = SLICE_MS }: WorkQueueOptions = {}) {
    this.#now = now;
    this.#yieldTo = yieldTo;
    this.#sliceMs = sliceMs;
    this.#immediateMs = sliceMs;
  }

  /**
   * Returns what `work` returns: at once if it takes no longer than a slice, else as a promise. `work` has to be pure
   * apart from what it keeps, because it is called again for each slice. `owner` is whom it is done for.
   */
  run<Value>(owner: string, work: () => Value): Value | Promise<Value> {
    const result = this.#runAtOnce(work);
    if (result.isDone) return result.value;
    return new Promise((resolve, reject) => {
      let slices = 0;
      const run = (): boolean => {
        const endMs = this.#now() + this.#sliceMs * 2 ** Math.floor(slices / SLICES_PER_LENGTH);
        slices += 1;
        try {
          const slice = runSlice(work, () => this.#now() >= endMs);
          if (slice.isDone) resolve(slice.value);
          return slice.isDone;
        } catch (error) {
          reject(error);
          return true;
        }
      };
      const waiting = this.#tasks.get(owner);
      if (waiting === undefined) this.#tasks.set(owner, [{ run }]);
      else waiting.push({ run });
      this.#schedule();
    });
  }

  /** Many requests may arrive at once: together they get one slice, and those after them queue at their first checkpoint. */
  #runAtOnce<Value>(work: () => Value): SliceResult<Value> {
    const startedMs = this.#now();
    this.#immediateMs = Math.min(this.#sliceMs, this.#immediateMs + startedMs - this.#lastImmediateMs);
    const endMs = startedMs + this.#immediateMs;
    try {
      return runSlice(work, () => this.#now() > endMs);
    } finally {
      this.#lastImmediateMs = this.#now();
      this.#immediateMs = Math.max(0, this.#immediateMs - (this.#lastImmediateMs - startedMs));
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#tasks.size === 0) return;
    this.#isScheduled = true;
    this.#yieldTo(() => {
      this.#isScheduled = false;
      this.#runNext();
      this.#schedule();
    });
  }

  /** Runs a slice for the owner whose turn it is, who then is the last in turn. */
  #runNext(): void {
    const [first] = this.#tasks;
    if (first === undefined) return;
    const [owner, tasks] = first;
    this.#tasks.delete(owner);
    if (tasks[0]?.run() === true) tasks.shift();
    if (tasks.length > 0) this.#tasks.set(owner, tasks);
  }
}
