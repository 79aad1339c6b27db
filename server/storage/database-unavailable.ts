/**
 * Thrown for a statement that a database server did not execute: it cannot be reached, does not respond in time, or
 * accepts no writes at present. Contains neither the statement nor credentials.
 */
export class DatabaseUnavailable extends Error {
  /** Whether a write may have been recorded nevertheless, because the connection ended before its result arrived. */
  readonly isOutcomeUnknown: boolean;

  constructor(
    message: string,
    { isOutcomeUnknown = false, cause }: { isOutcomeUnknown?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseUnavailable';
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** Thrown for a write for which the database server has no space left. */
export class DatabaseFull extends Error {
  constructor(options?: ErrorOptions) {
    super('the database server has no space left', options);
    this.name = 'DatabaseFull';
  }
}
