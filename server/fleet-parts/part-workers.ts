import { Worker } from 'node:worker_threads';
import type { GivenFleets, Part, PartJob } from './part.ts';
import { partWorkerUrl } from './part-worker-url.ts';

/** Memory for the objects of a job, in MiB: the rows of an account with 2,000 terminals, and the fleet itself. */
const MEMORY_MIB = 1024;

/** A job that waits for a worker or runs in one. */
interface Entry {
  readonly job: PartJob;
  readonly resolve: (part: Part) => void;
  readonly reject: (error: Error) => void;
}

/** Provides the next job when a worker is idle; undefined if there is none at present. */
export type JobSource = () => Entry | undefined;

/** Worker threads that compute parts of fleets. They start with the first job, and do not keep the process alive. */
export class PartWorkers {
  readonly #count: number;
  readonly #idle: Worker[] = [];
  readonly #running = new Map<Worker, Entry>();
  readonly #sources = new Set<JobSource>();
  readonly #onFailure: (error: Error) => void;
  readonly #fleets: GivenFleets;
  #isClosed = false;

  /**
   * `count`: the number of threads. `onFailure` is called when a worker fails; the server then computes alone. `fleets`: those that
   * jobs name.
   */
  constructor(count: number, onFailure: (error: Error) => void, fleets: GivenFleets = new Map()) {
    this.#count = count;
    this.#fleets = fleets;
    this.#onFailure = onFailure;
  }

  /** Gives the jobs of a source to idle workers, until it has no further ones. */
  request(source: JobSource): void {
    this.#sources.add(source);
    this.#dispatch();
  }

  #dispatch(): void {
    while (!this.#isClosed && (this.#idle.length > 0 || this.#running.size < this.#count)) {
      const entry = this.#findJob();
      if (entry === undefined) return;
      const worker = this.#idle.pop() ?? this.#start();
      this.#running.set(worker, entry);
      worker.postMessage(entry.job);
    }
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#end(new Error('the sandbox was closed')));
  }

  #findJob(): Entry | undefined {
    for (const source of this.#sources) {
      const entry = source();
      if (entry !== undefined) return entry;
      this.#sources.delete(source);
    }
    return undefined;
  }

  #start(): Worker {
    const worker = new Worker(partWorkerUrl, {
      workerData: this.#fleets,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    });
    worker.unref();
    worker.on('message', (part: Part) => this.#receive(worker, part));
    worker.on('messageerror', (error) => this.#fail(error));
    worker.on('error', (error: Error) => this.#fail(error));
    worker.on('exit', (code) => this.#fail(new Error(`a worker ended with code ${code}`)));
    return worker;
  }

  #receive(worker: Worker, part: Part): void {
    const entry = this.#running.get(worker);
    if (entry === undefined) return; // the workers were closed
    try {
      entry.resolve(part);
    } catch (error) {
      this.#fail(error as Error); // the part does not fit the fleet
      return;
    }
    this.#running.delete(worker);
    this.#idle.push(worker);
    this.#dispatch();
  }

  /** After a failure, no worker starts again: the same job would end it again. */
  #fail(error: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onFailure(error);
    void Promise.all(this.#end(error));
  }

  /** Ends all threads. Their jobs fail, so that the server computes them. */
  #end(reason: Error): readonly Promise<unknown>[] {
    const workers = [...this.#idle, ...this.#running.keys()];
    for (const { reject } of this.#running.values()) reject(reason);
    this.#idle.length = 0;
    this.#running.clear();
    return workers.map((worker) => worker.terminate());
  }
}
