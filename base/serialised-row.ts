/** The JSON text of a row of a list, with its hash as three integers of 32 bits. */
export interface SerialisedRow {
  /** The bytes, one per character. */
  readonly byteString: string;
  readonly hash1: number;
  readonly hash2: number;
  readonly hash3: number;
}

/** A row that keeps its JSON text, so that it is presented, validated and serialised only for its first reply. */
export interface SerialisedOnce {
  serialised?: SerialisedRow | undefined;
}

/** One that has its text. */
export interface Serialised {
  readonly serialised: SerialisedRow;
}
