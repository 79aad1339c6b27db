import { FLEETS_VERSION } from '../../spec/fleets-version.ts';

/** Why a data directory or database cannot be used. Callers branch on this, never on the text. */
export type UnusableReason =
  /** Another process, or another sandbox of this process, uses it. */
  | 'in-use'
  /** It is not a directory, or cannot be read or written. */
  | 'inaccessible'
  /** The file or schema belongs to another program, or is not a database. */
  | 'foreign'
  /** The file was truncated or modified. */
  | 'damaged'
  /** A newer version of fleetkit wrote it. */
  | 'newer'
  /** Its facts belong to fleets that another version of fleetkit generates, or to other fleet files. */
  | 'other-fleets'
  /** Its facts belong to another seed. */
  | 'other-seed'
  /** Its clock starts at another instant. */
  | 'other-start'
  /** Its facts belong to a large fleet with another number of terminals. */
  | 'other-terminals';

/** Thrown when opening. The message names the directory or file, the fault and the remedy. Nothing was changed. */
export class UnusableData extends Error {
  readonly reason: UnusableReason;

  constructor(reason: UnusableReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnusableData';
    this.reason = reason;
  }
}

/** The error for facts about fleets of another version. `other` is what else to use. */
export function createOtherFleetsError(place: string, version: number, other: string): UnusableData {
  return new UnusableData(
    'other-fleets',
    `The changes in ${place} refer to fleets of version ${version}, and this fleetkit generates version ${FLEETS_VERSION}, with ` +
      `other transactions and batches. Nothing was changed. Use the fleetkit that wrote them, or ${other}.`,
  );
}
