import type { RecordedRequest } from './record-request.ts';

/** Memory of the recorded requests of one world, in bytes. */
export const MAX_RECORDED_BYTES = 2 * 1024 * 1024;
/** Memory of those of all worlds of a process, in bytes. */
export const MAX_BYTES_OF_ALL_WORLDS = 32 * 1024 * 1024;

/** A recorded request that counts in budgets until it is dropped. */
export class Recording {
  readonly bytes: number;
  readonly #budgets: readonly RecordingBudget[];
  #request: RecordedRequest | undefined;

  constructor(request: RecordedRequest, budgets: readonly RecordingBudget[]) {
    this.bytes = measureRecording(request);
    this.#request = request;
    this.#budgets = budgets;
    for (const budget of budgets) budget.add(this);
  }

  /** Undefined after it was dropped. */
  get request(): RecordedRequest | undefined {
    return this.#request;
  }

  drop(): void {
    if (this.#request === undefined) return;
    this.#request = undefined;
    for (const budget of this.#budgets) budget.remove(this);
  }
}

/** Returns the size of a recorded request as JSON, in bytes. */
export const measureRecording = (request: RecordedRequest): number => Buffer.byteLength(JSON.stringify(request));

/** A maximum of memory for recorded requests. Drops the oldest above it. */
export class RecordingBudget {
  readonly #mostBytes: number;
  /** Oldest first. */
  readonly #recordings = new Set<Recording>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(recording: Recording): void {
    this.#recordings.add(recording);
    this.#bytes += recording.bytes;
    for (const oldest of this.#recordings) {
      if (this.#bytes <= this.#mostBytes) return;
      oldest.drop();
    }
  }

  remove(recording: Recording): void {
    if (this.#recordings.delete(recording)) this.#bytes -= recording.bytes;
  }
}
