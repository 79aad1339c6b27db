import type { ServerResponse } from 'node:http';
import { wait } from '../../../base/real-time.ts';

/** How often an end is awaited within the limit. */
const WAITS = 20;

/** Responses that are not complete. */
export class InFlight {
  /**
   * Each in its place until it is complete. Not a set: a set that changes with every request often replaces its table, and
   * the replaced tables, which are old objects, keep the responses in memory until the next full collection.
   */
  readonly #places: (ServerResponse | undefined)[] = [];
  readonly #freePlaces: number[] = [];
  #isFinishing = false;
  #onEmpty: (() => void) | undefined;

  get size(): number {
    return this.#places.length - this.#freePlaces.length;
  }

  #list(): readonly ServerResponse[] {
    return this.#places.filter((response) => response !== undefined);
  }

  add(response: ServerResponse): void {
    const place = this.#freePlaces.pop() ?? this.#places.length;
    this.#places[place] = response;
    if (this.#isFinishing) response.setHeader('Connection', 'close');
    // Not `once`, which creates two objects.
    response.on('close', () => {
      if (this.#places[place] !== response) return;
      this.#places[place] = undefined;
      this.#freePlaces.push(place);
      if (this.size === 0) this.#onEmpty?.();
    });
  }

  /** Responses that have not started yet, present and future ones, announce that the connection closes. */
  announceClose(): void {
    this.#isFinishing = true;
    for (const response of this.#list()) if (!response.headersSent) response.setHeader('Connection', 'close');
  }

  /**
   * Resolves when all are complete, or after about `limitMs`. The limit consists of several waits: while the process computes,
   * all its requests wait, and then that time counts as one wait.
   */
  async finish(limitMs: number): Promise<void> {
    if (this.size === 0) return;
    const abort = new AbortController();
    this.#onEmpty = () => abort.abort();
    try {
      for (let done = 0; done < WAITS && this.size > 0; done += 1)
        await wait(limitMs / WAITS, undefined, { signal: abort.signal });
    } catch {
      // all are complete
    } finally {
      this.#onEmpty = undefined;
    }
  }

  /** Cuts the connections of those that are not complete. */
  destroyAll(): void {
    for (const response of this.#list()) response.destroy();
  }
}
