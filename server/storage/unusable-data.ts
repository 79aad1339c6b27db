/** Why a data directory cannot be used; callers branch on this, never on the text. */
export type UnusableReason =
  /** Another process, or another sandbox in this one, owns it. */
  | 'in-use'
  /** It is no directory, or may not be read or written. */
  | 'inaccessible'
  /** The file belongs to another program, or is no database at all. */
  | 'foreign'
  /** The file was torn, cut off or altered. */
  | 'damaged'
  /** A newer version of fleetkit wrote it. */
  | 'newer'
  /** Its facts happened in the world of another seed. */
  | 'other-seed';

/** Thrown at open. The message names the directory or file, says what is wrong and what to do; nothing was changed. */
export class UnusableData extends Error {
  readonly reason: UnusableReason;

  constructor(reason: UnusableReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnusableData';
    this.reason = reason;
  }
}
