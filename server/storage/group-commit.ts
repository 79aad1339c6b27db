import { setImmediate } from '../../base/real-time.ts';
import { type Database, runInTransaction } from './connection.ts';

interface Write {
  readonly work: () => void;
  readonly reject: (fault: unknown) => void;
  /** Settles the promise of the caller. */
  readonly resolve: () => void;
}

/**
 * Runs the writes that are requested in one turn of the event loop in one transaction, in their order, because a commit takes longer
 * than a write. A promise resolves after the commit that contains its write.
 */
export class GroupCommit {
  readonly #database: Database;
  #waiting: Write[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Runs `work`, which may be called twice and must have no effect but on the database. If the promise rejects, nothing was written. */
  run<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      let result: Result;
      this.#waiting.push({
        work: () => {
          result = work();
        },
        resolve: () => resolve(result),
        reject,
      });
      if (this.#waiting.length === 1) setImmediate(() => this.#commit());
    });
  }

  #commit(): void {
    const writes = this.#waiting;
    this.#waiting = [];
    try {
      runInTransaction(this.#database, () => {
        for (const { work } of writes) work();
      });
    } catch {
      for (const write of writes) this.#commitAlone(write); // so that the fault of one write does not affect the others
      return;
    }
    for (const { resolve } of writes) resolve();
  }

  #commitAlone({ work, resolve, reject }: Write): void {
    try {
      runInTransaction(this.#database, work);
    } catch (fault) {
      reject(fault);
      return;
    }
    resolve();
  }
}
