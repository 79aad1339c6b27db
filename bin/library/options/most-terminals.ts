/** The largest number of terminals that a sandbox can add. */
export const MOST_TERMINALS = 20_000;
/** The largest number of threads that compute parts of a fleet. */
export const MOST_FLEET_THREADS = 64;
