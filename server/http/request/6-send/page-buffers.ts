/** Larger than most pages: about 140 transactions. */
const BUFFER_BYTES = 64 * 1024;
/** A buffer is used until the response has ended, so that a server needs about one per response in flight. */
const MOST_UNUSED = 16;

/**
 * Buffers for the bodies of responses that are sent once. Creating one for each response, or a string, would fill the space for
 * new objects. The user of a buffer gives it back when the operating system has its bytes; until then, nothing else may write
 * to it.
 */
export class PageBuffers {
  readonly #unused: Buffer[] = [];

  /** Returns a buffer for this number of bytes; undefined if that is too large. Its contents are those of an earlier use. */
  take(bytes: number): Buffer | undefined {
    return bytes > BUFFER_BYTES ? undefined : (this.#unused.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES));
  }

  giveBack(buffer: Buffer): void {
    if (this.#unused.length < MOST_UNUSED) this.#unused.push(buffer);
  }
}
