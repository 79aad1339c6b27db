/** How many bytes of a body are kept. As many as a body of the service may have. */
const MAX_CAPTURED_BYTES = 64 * 1024;

/** Passes on the bytes of a body, and keeps the first of them. */
export class BodyCapture implements AsyncIterable<Buffer> {
  readonly #source: AsyncIterable<Buffer>;
  readonly #chunks: Buffer[] = [];
  #keptBytes = 0;
  #sizeBytes = 0;
  #wasRead = false;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    this.#wasRead = true;
    for await (const chunk of this.#source) {
      this.#add(chunk);
      yield chunk;
    }
  }

  /** Whether a reader has begun to read the body. */
  get wasRead(): boolean {
    return this.#wasRead;
  }

  /** How many bytes were read. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Whether all bytes that were read are kept. */
  get isWhole(): boolean {
    return this.#sizeBytes === this.#keptBytes;
  }

  get keptBytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  #add(chunk: Buffer): void {
    const kept = chunk.subarray(0, MAX_CAPTURED_BYTES - this.#keptBytes);
    if (kept.length > 0) this.#chunks.push(kept);
    this.#keptBytes += kept.length;
    this.#sizeBytes += chunk.length;
  }
}
