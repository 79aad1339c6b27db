import { performance, setImmediate, setTimeout } from '../../../base/real-time.ts';
import { countSteps, type Progress, runSlice, type SliceResult } from '../../../base/slices.ts';
import { problem, RefusedRequest } from '../../problems/problem.ts';

/** Runs long computations in slices. */
export type Work = Pick<WorkQueue, 'run'>;

/** Replaceable parts of a queue, for tests. */
export interface WorkQueueOptions {
  /** A monotonic clock, milliseconds. */
  readonly now?: () => number;
  /** Calls back after the event loop has handled pending requests. */
  readonly yieldTo?: (next: () => void) => void;
  /** Calls back after a short time, in which another thread may complete a part. */
  readonly pause?: (next: () => void) => void;
  /** Length of a slice in milliseconds. */
  readonly sliceMs?: number;
  /** Called after each slice of a long computation with its progress, if it is known, and with undefined after the last one. */
  readonly onProgress?: (progress: Progress | undefined) => void;
}

/** Short compared to a typical reply, so that other requests are not delayed noticeably. */
const SLICE_MS = 3;

/**
 * After this many slices without a completed step, the slices of a task become twice as long, and again after as many more.
 * Otherwise a task whose intermediate results evict each other from a cache would never end.
 */
const SLICES_PER_LENGTH = 256;

/** The most computations of one owner that continue after their requests were answered with 503. Any others are dropped. */
const MOST_UNATTENDED = 8;
const RETRY_AFTER_SECONDS = 10;
/** After this time, tasks that wait for another thread look again. */
const PAUSE_MS = 5;

/** Thrown when a computation does not end before its request must be answered. The computation continues. */
export class StillPreparing extends RefusedRequest {
  /** When the answer was due. */
  readonly untilMs: number;

  constructor(untilMs: number, progress?: Progress) {
    super(
      problem(503, 'service_unavailable', {
        detail: `The data of the fleet is being prepared${formatProgress(progress)}, which takes longer than the server lets a request wait. It continues in the background. Send the request again in ${RETRY_AFTER_SECONDS} s.`,
        retry_after_seconds: RETRY_AFTER_SECONDS,
      }),
    );
    this.untilMs = untilMs;
  }
}

/** Returns the share of a computation that is done, in whole percent, to append to a text. */
const formatProgress = (progress: Progress | undefined): string =>
  progress === undefined || progress.total === 0
    ? ''
    : ` (${Math.floor((100 * progress.done) / progress.total)} % is ready)`;

interface Task {
  /** When its request must be answered; infinite if no request waits for it any more. */
  untilMs: number;
  isUnattended: boolean;
  /** Ends the task without a result. */
  readonly drop: (reason: Error) => void;
  /** Whether its latest slice ended because another thread computes what it needs next. */
  isWaiting: boolean;
  progress: Progress | undefined;
  /** Runs one slice. Returns whether the task is done. */
  readonly run: () => boolean;
}

/**
 * Runs long computations in slices, and lets the event loop handle other requests between slices. Owners take turns, so
 * that one tenant does not delay another. Tasks of one owner run in sequence, because they usually need the same
 * intermediate results.
 */
export class WorkQueue {
  readonly #now: () => number;
  readonly #yieldTo: (next: () => void) => void;
  readonly #pause: (next: () => void) => void;
  readonly #sliceMs: number;
  readonly #onProgress: (progress: Progress | undefined) => void;
  readonly #tasks = new Map<string, Task[]>();
  #isScheduled = false;
  /** Time left for work that runs immediately. It refills as time passes. */
  #immediateMs: number;
  #lastImmediateMs = Number.NEGATIVE_INFINITY;

  constructor(options: WorkQueueOptions = {}) {
    const { now = () => performance.now(), yieldTo = setImmediate, sliceMs = SLICE_MS } = options;
    this.#now = now;
    this.#yieldTo = yieldTo;
    this.#onProgress = options.onProgress ?? (() => undefined);
    this.#pause = options.pause ?? ((next) => void setTimeout(next, PAUSE_MS));
    this.#sliceMs = sliceMs;
    this.#immediateMs = sliceMs;
  }

  /**
   * Returns the queue for the owners of one world, who are not the owners of the same names in another. `dropAll` ends its
   * tasks without a result: their promises reject.
   */
  forWorld(name: string): Work & { dropAll(): void } {
    const prefix = `${name} `;
    return {
      run: (owner, work, untilMs) => this.run(prefix + owner, work, untilMs),
      dropAll: () => this.#dropAll(prefix),
    };
  }

  /**
   * Returns the result of `work`: at once if it needs no longer than a slice, otherwise as a promise. `work` must be
   * pure except for its caches, because it is called again for each slice. `owner` identifies the tenant. The promise rejects with
   * `StillPreparing` after `untilMs`, on the queue's clock; the work continues, so that a later call finds its caches filled.
   */
  run<Value>(owner: string, work: () => Value, untilMs = Number.POSITIVE_INFINITY): Value | Promise<Value> {
    const result = this.#runAtOnce(work);
    if (result.isDone) return result.value;
    const unattended = this.#findUnattended(owner);
    if (untilMs <= this.#lastImmediateMs && unattended !== undefined)
      return Promise.reject(new StillPreparing(untilMs, unattended.progress));
    return new Promise((resolve, reject) => {
      let slices = 0;
      const run = (): boolean => {
        const endMs = this.#now() + this.#sliceMs * 2 ** Math.floor(slices / SLICES_PER_LENGTH);
        const steps = countSteps();
        try {
          const slice = runSlice(work, () => this.#now() >= endMs);
          task.isWaiting = !slice.isDone && slice.isWaiting;
          task.progress = slice.isDone ? undefined : slice.progress;
          this.#report(task.progress);
          if (countSteps() === steps && !task.isWaiting) slices += 1;
          if (slice.isDone) resolve(slice.value);
          return slice.isDone;
        } catch (error) {
          this.#report(undefined);
          reject(error);
          return true;
        }
      };
      const waiting = this.#tasks.get(owner);
      const task: Task = {
        ...{ run, drop: reject, untilMs, isUnattended: false, isWaiting: false },
        progress: undefined,
      };
      if (waiting === undefined) this.#tasks.set(owner, [task]);
      else waiting.push(task);
      this.#schedule();
    });
  }

  /** A fault of the receiver must not change a reply. */
  #report(progress: Progress | undefined): void {
    try {
      this.#onProgress(progress);
    } catch {
      // The progress is only shown.
    }
  }

  /** Many requests may arrive at once: together they get one slice, and later ones wait at their first checkpoint. */
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

  #dropAll(prefix: string): void {
    for (const [owner, tasks] of this.#tasks) {
      if (!owner.startsWith(prefix)) continue;
      this.#tasks.delete(owner);
      for (const task of tasks) task.drop(new Error('the world was closed before its computation ended'));
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#tasks.size === 0) return;
    this.#isScheduled = true;
    const next = (): void => {
      this.#isScheduled = false;
      this.#runNext();
      this.#answerLate();
      this.#schedule();
    };
    const isWaiting = [...this.#tasks.values()].every(([first]) => first?.isWaiting === true);
    if (isWaiting) this.#pause(next);
    else this.#yieldTo(next);
  }

  /** Returns work of the owner that continues although no request waits for it. */
  #findUnattended(owner: string): Task | undefined {
    return this.#tasks.get(owner)?.find(({ isUnattended }) => isUnattended);
  }

  /** Answers the requests that must not wait any longer. Their work continues, except what exceeds the limit of an owner. */
  #answerLate(): void {
    const nowMs = this.#now();
    for (const tasks of this.#tasks.values()) {
      for (const task of tasks) {
        if (task.untilMs > nowMs) continue;
        task.drop(new StillPreparing(task.untilMs, task.progress));
        task.untilMs = Number.POSITIVE_INFINITY;
        task.isUnattended = true;
      }
      const unattended = tasks.filter(({ isUnattended }) => isUnattended);
      for (const task of unattended.slice(MOST_UNATTENDED)) tasks.splice(tasks.indexOf(task), 1);
    }
  }

  /** Runs a slice for the next owner, then moves that owner to the end. */
  #runNext(): void {
    const [first] = this.#tasks;
    if (first === undefined) return;
    const [owner, tasks] = first;
    this.#tasks.delete(owner);
    if (tasks[0]?.run() === true) tasks.shift();
    if (tasks.length > 0) this.#tasks.set(owner, tasks);
  }
}
