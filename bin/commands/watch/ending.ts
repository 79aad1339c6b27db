/** Why a watch ends: Ctrl-C, the time limit, or the requested number of lines. */
export type EndReason = 'stopped' | 'timed_out' | 'enough';

/** Ends a watch at the first Ctrl-C or SIGTERM, after a time limit, or when requested. */
export class Ending {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #stop = (): void => this.end('stopped');
  #reason: EndReason | undefined;

  /** @param limitMs real milliseconds; undefined: no limit */
  constructor(limitMs: number | undefined) {
    this.#timer = limitMs === undefined ? undefined : setTimeout(() => this.end('timed_out'), limitMs);
    process.on('SIGINT', this.#stop).on('SIGTERM', this.#stop);
  }

  /** Aborts at the end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Undefined before the end. */
  get reason(): EndReason | undefined {
    return this.#reason;
  }

  /** Ends the watch. Only the first reason counts. */
  end(reason: EndReason): void {
    this.#reason ??= reason;
    this.release();
    this.#controller.abort();
  }

  /** Removes the timer and the signal handlers. */
  release(): void {
    clearTimeout(this.#timer);
    process.off('SIGINT', this.#stop).off('SIGTERM', this.#stop);
  }
}
