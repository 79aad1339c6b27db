/** The result of a search. `runs` counts the runs of the command. */
export type Found =
  /** The command passes in the state before `index` and fails in the state `index`. */
  | { readonly outcome: 'found'; readonly index: number; readonly runs: number }
  /** The command passed and failed in the same state. */
  | { readonly outcome: 'not_deterministic'; readonly index: number; readonly runs: number }
  | { readonly outcome: 'passes_at_end' | 'fails_at_start'; readonly runs: number };

export interface SearchOptions {
  /** Index of the last state; the first one is 0. At least 1. */
  readonly last: number;
  /** Runs the command in a new copy of a state. Resolves with whether it passed. */
  readonly passesAt: (index: number) => Promise<boolean>;
}

/**
 * Finds a state in which a command fails, while it passes in the one before. Halves the states between the first and the last. Runs the
 * command twice in the first, the last, and the two states of the result, because a command without a repeatable result would lead to any state.
 */
export async function findFirstFailure({ last, passesAt }: SearchOptions): Promise<Found> {
  let runs = 0;
  const results = new Map<number, boolean>();
  const run = async (index: number): Promise<boolean> => {
    runs += 1;
    const isPassed = await passesAt(index);
    results.set(index, isPassed);
    return isPassed;
  };
  const repeated = new Set<number>();
  /** Returns whether a second run has the same result as the first one. */
  const isRepeatable = async (index: number): Promise<boolean> => {
    if (repeated.has(index)) return true;
    repeated.add(index);
    const known = results.get(index) ?? (await run(index));
    return (await run(index)) === known;
  };

  for (const index of [last, 0]) {
    if (!(await isRepeatable(index))) return { outcome: 'not_deterministic', index, runs };
    if (index === last && results.get(index) === true) return { outcome: 'passes_at_end', runs };
    if (index === 0 && results.get(index) === false) return { outcome: 'fails_at_start', runs };
  }

  let passing = 0;
  let failing = last;
  while (failing - passing > 1) {
    const middle = Math.floor((passing + failing) / 2);
    if (await run(middle)) passing = middle;
    else failing = middle;
  }
  for (const index of [failing, passing])
    if (!(await isRepeatable(index))) return { outcome: 'not_deterministic', index, runs };
  return { outcome: 'found', index: failing, runs };
}
