import { nodeTimers, type Timers } from '../../../base/timers.ts';
import { classifyStorageFault } from '../../storage/storage-fault.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Returns the pause after a number of consecutive failures (from 1), in real milliseconds. Doubles each time. */
export const computePauseMs = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));

export interface StorageRetryOptions {
  /** Called once per pause, even if several writes wait. */
  readonly onFault: (fault: unknown) => void;
  readonly timers?: Timers;
}

/** Retries writes while the storage fails because it is full, read-only, defective or locked. */
export class StorageRetry {
  readonly #onFault: (fault: unknown) => void;
  readonly #timers: Timers;
  readonly #ended = Promise.withResolvers<void>();
  #isEnded = false;
  #failures = 0;
  #pause: Promise<void> | undefined;
  #endPause: () => void = () => undefined;

  constructor({ onFault, timers = nodeTimers }: StorageRetryOptions) {
    this.#onFault = onFault;
    this.#timers = timers;
  }

  /**
   * Resolves with the result of `write`, which must have written nothing if it rejects. Rejects with any fault that is
   * not a storage fault. After `end`, rejects with any fault.
   */
  async run<Result>(write: () => Promise<Result>): Promise<Result> {
    for (;;) {
      await this.#pause;
      try {
        const result = await write();
        this.#failures = 0;
        return result;
      } catch (fault) {
        if (this.#isEnded || classifyStorageFault(fault) === undefined) throw fault;
        this.#pause ??= this.#pauseFor(fault);
      }
    }
  }

  /** Ends the pause, because the storage is available again. */
  resume(): void {
    this.#failures = 0;
    this.#endPause();
  }

  /** Ends the pause. Waiting writes are tried once more. */
  end(): void {
    this.#isEnded = true;
    this.#ended.resolve();
  }

  async #pauseFor(fault: unknown): Promise<void> {
    this.#failures += 1;
    const over = Promise.withResolvers<void>();
    const timer = this.#timers.set(() => over.resolve(), computePauseMs(this.#failures));
    this.#endPause = over.resolve;
    this.#onFault(fault);
    await Promise.race([over.promise, this.#ended.promise]);
    this.#timers.clear(timer);
    this.#pause = undefined;
  }
}
