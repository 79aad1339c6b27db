/** The result of a read: its data, or the reason why it failed. */
export type ReadResult<Data> = { readonly data: Data } | { readonly failure: unknown };

/**
 * Reads the same data again and again, one read at a time. While one is in progress, all requests for another lead to one more read
 * after it. So a sandbox that answers more slowly than its data changes gets no growing number of open requests.
 */
export class RepeatedRead<Data> {
  #isReading = false;
  #isStopped = false;
  #next: (() => Promise<Data>) | undefined;

  /** Reads now, or after the present read. `settle` gets each result until `stop`. */
  request(read: () => Promise<Data>, settle: (result: ReadResult<Data>) => void): void {
    this.#next = read;
    if (!this.#isReading) void this.#readOn(settle);
  }

  /** Ends the reads. A reply that arrives later changes nothing. */
  stop(): void {
    this.#isStopped = true;
    this.#next = undefined;
  }

  async #readOn(settle: (result: ReadResult<Data>) => void): Promise<void> {
    this.#isReading = true;
    for (let read = this.#takeNext(); read !== undefined; read = this.#takeNext()) {
      const result = await read().then(
        (data) => ({ data }),
        (failure: unknown) => ({ failure }),
      );
      if (!this.#isStopped) settle(result);
    }
    this.#isReading = false;
  }

  #takeNext(): (() => Promise<Data>) | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }
}
