import { Transform, type TransformCallback } from 'node:stream';

const LINE_FEED = 0x0a;

/** Passes lines on, and drops each line that is too long. Memory is limited by one line. */
export class LineLimit extends Transform {
  readonly #maxBytes: number;
  readonly #onDropped: () => void;
  #line: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number, onDropped: () => void) {
    super();
    this.#maxBytes = maxBytes;
    this.#onDropped = onDropped;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(LINE_FEED, from);
      const until = end < 0 ? chunk.length : end + 1;
      this.#append(chunk.subarray(from, until));
      if (end >= 0) this.#endLine();
      from = until;
    }
    done();
  }

  #append(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) this.#line.push(part);
    else this.#line = [];
  }

  #endLine(): void {
    if (this.#bytes <= this.#maxBytes) this.push(Buffer.concat(this.#line));
    else this.#onDropped();
    this.#line = [];
    this.#bytes = 0;
  }
}
