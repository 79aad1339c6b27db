import { type Finder, GrowingLog, type StoredLog } from './growing-log.ts';

/** How the logs of terminals, or those of accounts, are computed. */
export interface LogKind<Streams> {
  readonly createFinder: (streams: Streams) => Finder;
  /** Returns the stored beginning of a log; undefined if there is none. */
  readonly findStored: (streams: Streams) => StoredLog | undefined;
}

/** One log for each terminal, or for each account. */
export class LogCache<Streams extends object> {
  readonly #kind: LogKind<Streams>;
  readonly #logs = new WeakMap<Streams, GrowingLog>();

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
    if (log !== undefined) this.#logs.set(changed, log.fork(fromMs, this.#kind.createFinder(changed)));
  }

  /** Whether some of a log is computed or stored. */
  has(streams: Streams): boolean {
    return this.#find(streams) !== undefined;
  }

  /** Keeps a log that was computed elsewhere, unless it is known. */
  keep(streams: Streams, stored: StoredLog): void {
    if (this.#logs.has(streams)) return;
    this.#logs.set(streams, GrowingLog.restore(this.#kind.createFinder(streams), stored));
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
    const stored = this.#kind.findStored(streams);
    return stored && GrowingLog.restore(this.#kind.createFinder(streams), stored);
  }
}
