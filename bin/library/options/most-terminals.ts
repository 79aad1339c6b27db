/** The largest number of terminals that a sandbox can add. */
export const MOST_TERMINALS = 20_000;
/** The largest number of threads that compute parts of a fleet. */
export const MOST_FLEET_THREADS = 64;

/** Fleets from this number of terminals on are computed with other threads, and use as much memory as V8 chooses. */
export const LARGE_FLEET_TERMINALS = 500;
