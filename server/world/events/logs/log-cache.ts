import { type Finder, GrowingLog, type StoredLog } from './growing-log.ts';

/** How the logs of terminals, or those of accounts, are computed. */
export interface LogKind<Streams> {
  readonly createFinder: (streams: Streams) => Finder;
  /** Returns the stored beginning of a log; undefined if there is none. */
  readonly findStored: (streams: Streams) => StoredLog | undefined;
}

/** Returns the JSON of a log; undefined if it cannot be read. */
export type PackedLog = () => string | undefined;

/** One log for each terminal, or for each account. The logs of large fleets are packed as JSON, which needs a fraction of the memory. */
export class LogCache<Streams extends object> {
  readonly #kind: LogKind<Streams>;
  readonly #logs = new WeakMap<Streams, GrowingLog>();
  readonly #packed = new WeakMap<Streams, PackedLog>();

  constructor(kind: LogKind<Streams>) {
    this.#kind = kind;
  }

  get(streams: Streams): GrowingLog {
    const log = this.#find(streams) ?? new GrowingLog(this.#kind.createFinder(streams));
    this.#logs.set(streams, log);
    return log;
  }

  /** Returns the log of other streams, which agree with the original before `fromMs`. Not cached. */
  fork(streams: Streams, changed: Streams, fromMs: number): GrowingLog {
    return this.get(streams).fork(fromMs, this.#kind.createFinder(changed));
  }

  /** Caches the log of other streams, which agree with the original before `fromMs`, if some of that one is computed or stored. */
  carryOver(streams: Streams, changed: Streams, fromMs: number): void {
    const log = this.#find(streams);
    if (log !== undefined) this.#logs.set(streams, log);
    if (log !== undefined) this.#logs.set(changed, log.fork(fromMs, this.#kind.createFinder(changed)));
  }

  /** Whether some of a log is computed or stored. */
  has(streams: Streams): boolean {
    return this.#packed.has(streams) || this.#find(streams) !== undefined;
  }

  /** Keeps a log that was computed elsewhere, unless it is known. It is read at its first use. */
  keep(streams: Streams, packed: PackedLog): void {
    if (!this.#logs.has(streams) && !this.#packed.has(streams)) this.#packed.set(streams, packed);
  }

  /** Packs what is computed of a log. */
  pack(streams: Streams): void {
    const log = this.#logs.get(streams);
    if (log === undefined) return;
    const packed = JSON.stringify(log.toStored());
    this.#packed.set(streams, () => packed);
    this.#logs.delete(streams);
  }

  /** Returns the JSON of a log that is packed. */
  readPacked(streams: Streams): string | undefined {
    return this.#packed.get(streams)?.();
  }

  /** Returns a log, computed up to `nowMs`, as plain values. */
  store(streams: Streams, nowMs: number): StoredLog {
    const log = this.get(streams);
    log.at(nowMs);
    return log.toStored();
  }

  #find(streams: Streams): GrowingLog | undefined {
    const known = this.#logs.get(streams);
    if (known !== undefined) return known;
    const packed = this.#packed.get(streams)?.();
    this.#packed.delete(streams);
    const stored = packed === undefined ? this.#kind.findStored(streams) : (JSON.parse(packed) as StoredLog); // as packed
    return stored && GrowingLog.restore(this.#kind.createFinder(streams), stored);
  }
}
