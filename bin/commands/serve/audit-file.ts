import { closeSync, fchmodSync, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { StartFailure } from './start-failure.ts';

/**
 * Appends lines to a file that only its owner can read. The file is never truncated. If it was renamed or deleted, as for
 * rotation, the next line begins a new one.
 */
export class AuditFile {
  readonly #path: string;
  #descriptor: number;

  /** Creates the file if it is absent. Throws a `StartFailure` if it cannot be written. */
  constructor(path: string) {
    this.#path = path;
    this.#descriptor = openFile(path);
  }

  /** Writes a line at once. Throws the system error if that fails. */
  append(line: string): void {
    if (!this.#isInPlace()) {
      const replaced = this.#descriptor;
      this.#descriptor = openFile(this.#path);
      closeSync(replaced);
    }
    writeSync(this.#descriptor, `${line}\n`);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #isInPlace(): boolean {
    const named = statSync(this.#path, { throwIfNoEntry: false });
    const open = fstatSync(this.#descriptor);
    return named?.ino === open.ino && named.dev === open.dev;
  }
}

const MODE = 0o600;

function openFile(path: string): number {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'a', MODE);
    if (!fstatSync(descriptor).isFile()) throw new Error('it is not a regular file');
    fchmodSync(descriptor, MODE);
    return descriptor;
  } catch (cause) {
    if (descriptor !== undefined) closeSync(descriptor);
    const { message } = cause as Error; // a system error, or the one above
    throw new StartFailure(
      `The audit log ${path} cannot be written: ${message}. Choose another file with --audit-log.`,
      cause,
    );
  }
}
