/**
 * Runs a job once at a time. A call during a run asks for one more run after it, which all such calls share, because the
 * run under way may have missed what the caller means.
 */
export class Coalesced {
  readonly #job: () => Promise<void>;
  /** The latest run that was asked for. */
  #last: Promise<void>;
  /** The same run, while it has not begun. */
  #next: Promise<void> | undefined;

  /** The first run begins when `after` is settled. */
  constructor(job: () => Promise<void>, after: Promise<void> = Promise.resolve()) {
    this.#job = job;
    this.#last = after;
  }

  /** Resolves when a run that began after this call is done; rejects when that run fails. */
  run(): Promise<void> {
    if (this.#next === undefined) {
      this.#next = this.#runAfter(this.#last);
      this.#last = this.#next;
    }
    return this.#next;
  }

  /** Resolves when nothing runs and no run was asked for. */
  async idle(): Promise<void> {
    for (let waitedFor: Promise<void> | undefined; waitedFor !== this.#last; ) {
      waitedFor = this.#last;
      await waitedFor.catch(() => undefined);
    }
  }

  async #runAfter(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    this.#next = undefined;
    await this.#job();
  }
}
