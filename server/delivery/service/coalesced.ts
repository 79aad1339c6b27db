/**
 * Runs a job, never twice at once. All calls during a run share one more run after it, because the current run may have
 * started before the change that they report.
 */
export class Coalesced {
  readonly #job: () => Promise<void>;
  /** The latest requested run. */
  #last: Promise<void>;
  /** The next run, until it starts. */
  #next: Promise<void> | undefined;

  /** The first run starts when `after` is settled. */
  constructor(job: () => Promise<void>, after: Promise<void> = Promise.resolve()) {
    this.#job = job;
    this.#last = after;
  }

  /** Resolves when a run that started after this call is complete; rejects if that run fails. */
  run(): Promise<void> {
    if (this.#next === undefined) {
      this.#next = this.#runAfter(this.#last);
      this.#last = this.#next;
    }
    return this.#next;
  }

  /** Resolves when no run is active or requested. */
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
