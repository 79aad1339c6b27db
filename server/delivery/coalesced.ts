/**
 * A job that runs once at a time. A call while it runs asks for another run after it, which all such calls share: a run
 * that has begun may have missed what the caller means.
 */
export class Coalesced {
  readonly #job: () => Promise<void>;
  #running: Promise<void>;
  #next: Promise<void> | undefined;

  /** The first run begins when `after` is settled. */
  constructor(job: () => Promise<void>, after: Promise<void> = Promise.resolve()) {
    this.#job = job;
    this.#running = after;
  }

  /** Resolves when a run that began after this call is done; rejects when that run fails. */
  run(): Promise<void> {
    this.#next ??= this.#runAfter(this.#running);
    return this.#next;
  }

  /** Resolves when nothing runs any more. */
  async idle(): Promise<void> {
    await this.#running.catch(() => undefined);
  }

  async #runAfter(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    this.#next = undefined;
    const run = this.#job();
    this.#running = run;
    await run;
  }
}
