/** The statements of the user about a key. */
export interface KeyExpectation {
  /** The exact number of terminals that it sees. */
  readonly terminals?: number;
  /** The name of another key: the terminals of this one are some of the terminals of that one, and not all. */
  readonly narrowerThan?: string;
  /** Its user is an administrator of the customer: no documented path is closed to it. */
  readonly isAdministrator?: boolean;
  /** Its user may call no write path. */
  readonly mayOnlyRead?: boolean;
}

/** Expectations by the name of the key. */
export type KeyExpectations = ReadonlyMap<string, KeyExpectation>;

/** Returns the expectations with those that options state of keys by their names. */
export function addStatements(
  expectations: KeyExpectations,
  {
    administrators,
    readOnlyKeys,
  }: { readonly administrators: readonly string[]; readonly readOnlyKeys: readonly string[] },
): KeyExpectations {
  const merged = new Map(expectations);
  for (const name of administrators) merged.set(name, { ...merged.get(name), isAdministrator: true });
  for (const name of readOnlyKeys) merged.set(name, { ...merged.get(name), mayOnlyRead: true });
  return merged;
}
