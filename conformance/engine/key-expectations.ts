/** The scope that the user expects of a key. */
export interface KeyExpectation {
  /** The exact number of terminals that it sees. */
  readonly terminals?: number;
  /** The name of another key: the terminals of this one are some of the terminals of that one, and not all. */
  readonly narrowerThan?: string;
}

/** Expectations by the name of the key. */
export type KeyExpectations = ReadonlyMap<string, KeyExpectation>;
