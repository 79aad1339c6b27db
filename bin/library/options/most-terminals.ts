/** The largest number of terminals that a sandbox can add. */
export const MOST_TERMINALS = 20_000;
